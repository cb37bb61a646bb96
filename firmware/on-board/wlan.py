"""The tower in the WLAN of the house: off unless ``network.json`` lies on the board's flash.

``{"ssid": "...", "password": "...", "key": "...", "port": 7878, "country": "DE"}``; port and
country may be left out. The file is put there by hand and is no part of the program.
"""

import json
import os
import select
import socket  # pyright: ignore[reportMissingImports] - the stubs are those of a Pico without W
import time

import network  # pyright: ignore[reportMissingImports] - the same

from turmwart_fw.tcp import SharedPort, TcpPort

SETTINGS = "/network.json"
PORT = 7878
_AGAIN_MS = 5_000


class Wlan:
    """A port that keeps the board in the WLAN; see ``turmwart_fw.port.StreamPort``."""

    def __init__(self, settings, usb) -> None:
        if "country" in settings:
            network.country(settings["country"])
        self._name = settings["ssid"]
        self._password = settings["password"]
        self._station = network.WLAN(network.STA_IF)
        server = socket.socket()
        # Bound before the radio is on: the address comes later, and may change.
        server.bind(socket.getaddrinfo("0.0.0.0", settings.get("port", PORT))[0][-1])
        server.listen(2)
        try:
            tcp = TcpPort(server, select, settings["key"].encode(), time, os.urandom)
        except (ValueError, KeyError, AttributeError):
            server.close()
            raise
        self._shared = SharedPort(usb, tcp)
        self._station.active(True)
        self._station.config(pm=network.WLAN.PM_NONE)  # sleep costs a tenth of a second a frame
        self._station.connect(self._name, self._password)
        self._tried_ms = time.ticks_ms()
        self.put = self._shared.put

    def get(self) -> int:
        """Take one byte, 0..255, or -1 if there is none."""
        ticks_ms = time.ticks_ms()
        if time.ticks_diff(ticks_ms, self._tried_ms) >= _AGAIN_MS:
            self._tried_ms = ticks_ms
            self._join_again()
        return self._shared.get()

    def _join_again(self) -> None:
        try:
            # Between the two lies a network that is joined and has given no address yet.
            if not network.STAT_CONNECTING <= self._station.status() <= network.STAT_GOT_IP:
                self._station.connect(self._name, self._password)
        except OSError:
            return  # the radio is busy; USB goes on, and the next try comes


def port(usb):
    """USB and, where the settings say so, TCP.

    Returns:
        the port, and whether there are settings that cannot be used.
    """
    try:
        with open(SETTINGS) as file:
            settings = json.load(file)
    except OSError as problem:
        return usb, problem.errno != 2
    except ValueError:
        return usb, True
    try:
        return Wlan(settings, usb), False
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        # A tower with wrong settings counts as well, on USB.
        return usb, True
