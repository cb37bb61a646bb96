"""The start of the WLAN before a stand-in radio: which settings give which port.

Arguments: folder for the settings, a free TCP port.
"""

import gc
import json
import socket
import sys
import time


class Radio:
    """Stands for ``network.WLAN``, and for the module itself."""

    PM_NONE = 16
    STA_IF = 0
    STAT_CONNECTING = 1
    STAT_GOT_IP = 3
    now = 0

    def __init__(self, interface):
        self.interface = interface

    @staticmethod
    def country(code):
        if len(code) != 2:
            raise ValueError

    def active(self, on):
        """It is on at once."""

    def config(self, pm):
        if pm != Radio.PM_NONE:
            raise ValueError

    def status(self):
        return Radio.now

    def connect(self, name, password):
        if Radio.now == -9:
            raise OSError(5)
        Radio.joined.append((name, password))


Radio.WLAN = Radio
Radio.joined = []
sys.modules["network"] = Radio
sys.path.append(sys.argv[1])

import wlan  # noqa: E402

from turmwart_fw.tcp import hmac_sha256  # noqa: E402


class Usb:
    """A port that gives the byte 7, and notes what it is handed."""

    def __init__(self):
        self.taken = []

    def get(self):
        return 7

    def put(self, byte):
        self.taken.append(byte)
        return True


def settings(folder, text):
    wlan.SETTINGS = folder + "/network.json"
    if text is not None:
        with open(wlan.SETTINGS, "w") as file:
            file.write(text)


def until(condition):
    deadline = time.ticks_add(time.ticks_ms(), 30000)
    while not condition():
        if time.ticks_diff(deadline, time.ticks_ms()) < 0:
            raise RuntimeError("waited in vain")


def main(folder, number):
    usb = Usb()
    good = {"ssid": "home", "password": "secret", "key": "0123456789abcdef", "port": number}
    settings(folder, None)
    assert wlan.port(usb) == (usb, False)
    for wrong in (
        "{",
        "[]",
        "7",
        "{}",
        json.dumps(dict(good, key="short")),
        json.dumps(dict(good, key=7)),
        json.dumps(dict(good, country="Germany")),
    ):
        settings(folder, wrong)
        assert wlan.port(usb) == (usb, True), wrong
    assert Radio.joined == []
    settings(folder, json.dumps(dict(good, country="DE")))
    port, unusable = wlan.port(usb)
    assert not unusable
    assert Radio.joined == [("home", "secret")]
    Radio.now = Radio.STAT_GOT_IP  # however long the rest takes, it stays joined

    # Nobody is there: USB goes on.
    assert port.get() == 7
    assert port.put(1)
    client = socket.socket()
    client.connect(socket.getaddrinfo("127.0.0.1", number)[0][-1])
    client.setblocking(False)
    heard = b""

    def greeted():
        nonlocal heard
        assert port.get() == 7
        heard += client.read(64) or b""
        return len(heard) == 38

    until(greeted)
    client.write(hmac_sha256(good["key"].encode(), heard[6:]))
    until(lambda: port.get() == -1)
    until(lambda: client.read(64) == b"\x01")
    assert port.put(65)
    assert port.get() == -1
    until(lambda: client.read(64) == b"A")
    client.write(b"B")
    until(lambda: port.get() == ord("B"))
    assert usb.taken == [1]

    # Moving bytes, and having none to move, allocates nothing.
    port.get()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(300):
        port.put(1)
        port.get()
    allocated = gc.mem_alloc() - before
    gc.enable()
    assert allocated == 0, allocated
    client.read(600)

    # A client that reads nothing stops nothing.
    puts = 0
    while port.put(0):
        puts += 1
        if puts % 512 == 0:
            port.get()
    assert puts >= 512
    client.close()
    until(lambda: port.get() == 7)
    assert port.put(2)
    assert usb.taken == [1, 2]

    # A network that is lost is joined again, one that comes is left alone.
    for status, joins in ((2, 1), (3, 1), (-9, 1), (-1, 2)):
        Radio.now = status
        port._tried_ms = time.ticks_add(time.ticks_ms(), -6000)
        assert port.get() == 7
        assert len(Radio.joined) == joins, status
    print("good")


main(sys.argv[2], int(sys.argv[3]))
