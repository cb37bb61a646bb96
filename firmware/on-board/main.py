"""Start on a Raspberry Pi: pins, bus, beams, port, watchdog. Only this folder knows ``machine``."""

from turmwart_fw.outbox import Outbox

OUTBOX = Outbox()  # the largest piece of memory first, before anything lies in its way

import os  # noqa: E402
import select  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import machine  # noqa: E402
import micropython  # noqa: E402
from machine import I2C, WDT, Pin  # noqa: E402

from turmwart_fw.app import App, Hardware  # noqa: E402
from turmwart_fw.gate import Beam, Gate  # noqa: E402
from turmwart_fw.multiplexer import Channel, Multiplexer  # noqa: E402
from turmwart_fw.port import StreamPort  # noqa: E402
from turmwart_fw.store import Store  # noqa: E402
from turmwart_wire.messages import (  # noqa: E402
    FAULT_CONFIG,
    RESET_OTHER,
    RESET_POWER,
    RESET_WATCHDOG,
)

WATCHDOG_MS = 8_000
BUS_TIMEOUT_US = 3_000  # a transfer takes a tenth of it
RELEASE_CLOCKS = 9  # after so many, whoever holds the bus has let go

UNUSABLE_NETWORK = 16
"""Detail of FAULT_CONFIG beside those of ``store``: the settings of the WLAN cannot be used."""

_MAGIC = 0x5457
_RUNNING = 1
_PROMPT = 2


def _pins():
    name = getattr(sys.implementation, "_machine", "")
    if "RP2350" in name:
        import pins_pico2 as pins
    elif "Pico W" in name:
        import pins_pico_w as pins
    else:
        import pins_pico as pins
    return pins


class Scratch:
    """What outlives a reset: how many there were, and what the board was doing."""

    def __init__(self, address: int) -> None:
        self._address = address
        counted = machine.mem32[address]
        known = counted >> 16 == _MAGIC
        self.resets = ((counted & 0xFFFF) + 1) & 0xFFFF if known else 0
        self.doing = machine.mem32[address + 4] if known else 0
        machine.mem32[address] = _MAGIC << 16 | self.resets
        self.note(0)

    def note(self, doing: int) -> None:
        """Write what the board is doing now."""
        machine.mem32[self._address + 4] = doing

    @property
    def cause(self) -> int:
        """Why the board has started."""
        if self.resets == 0:
            return RESET_POWER
        watchdog = machine.reset_cause() == machine.WDT_RESET and self.doing == _RUNNING
        return RESET_WATCHDOG if watchdog else RESET_OTHER


class Lights:
    """Lamps and infrared LEDs; see ``turmwart_fw.selftest.Lights``."""

    def __init__(self, lamp, leds, beams) -> None:
        self._lamp = lamp
        self._leds = leds
        self.beams = beams

    def lamp(self, on: bool) -> None:
        """Switch the sensors' lamps."""
        self._lamp.value(on)

    def beam_leds(self, on: bool) -> None:
        """Switch the infrared LEDs of all beams."""
        self._leds.value(on)


class Board(Hardware):
    """Everything on the board but bus, port and clock."""

    def __init__(self, pins, scratch) -> None:
        lamp = Pin(pins.LAMP, Pin.OUT, value=1)
        leds = Pin(pins.BEAM_LEDS, Pin.OUT, value=1)
        lanes = tuple(pins.LANES)
        with_beams = lanes[0][1] is not None
        self.gate = Gate(time) if with_beams else None
        beams = []
        for lane, of in enumerate(lanes if with_beams else ()):
            pair = []
            for beam, number in enumerate(of[1:]):
                pin = Pin(number, Pin.IN, Pin.PULL_UP)
                pair.append(Beam(self.gate, lane, beam, pin, pins.BEAM_DARK_LEVEL))
                pin.irq(pair[-1].on_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
                if pair[-1].dark:
                    pair[-1].on_edge(pin)
            beams.append(pair)
        self.lights = Lights(lamp, leds, beams)
        self.store = Store("/", os)
        self.board = machine.unique_id()
        self.resets = scratch.resets
        self.cause = scratch.cause
        self._status = Pin(pins.STATUS_LED, Pin.OUT)
        self._watchdog = WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """Tell the watchdog that all is well."""
        self._watchdog.feed()

    def show(self, lit: int) -> None:
        """Switch the board's own LED."""
        self._status.value(lit)


def _bus(pins):
    return I2C(
        pins.I2C_BLOCK,
        sda=Pin(pins.SDA),
        scl=Pin(pins.SCL),
        freq=pins.I2C_HZ,
        timeout=BUS_TIMEOUT_US,
    )


def _release(pins) -> None:
    """Clock out what a sensor may still want to say, then take the bus up again."""
    clock = Pin(pins.SCL, Pin.OPEN_DRAIN, value=1)
    for _ in range(RELEASE_CLOCKS):
        clock.value(0)
        time.sleep_us(5)
        clock.value(1)
        time.sleep_us(5)
    _bus(pins)  # the same block of the chip, set up anew


def _stream_port():
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    writable = select.poll()
    writable.register(sys.stdout, select.POLLOUT)
    return StreamPort(sys.stdin.buffer, sys.stdout.buffer, readable.ipoll, writable.ipoll)


def _port(pins):
    """The port, and whether there are settings of a WLAN that cannot be used."""
    usb = _stream_port()
    if pins.__name__ != "pins_pico_w":
        return usb, False
    try:
        import wlan
    except ImportError:
        return usb, False  # MicroPython of a Pico without W
    return wlan.port(usb)


def main() -> None:
    """Run until the power goes or the host asks for the prompt.

    Not at all while the service pin is tied to ground, or once after the host has asked.
    """
    pins = _pins()
    scratch = Scratch(pins.SCRATCH)
    if scratch.doing == _PROMPT or Pin(pins.SERVICE, Pin.IN, Pin.PULL_UP).value() == 0:
        return
    micropython.kbd_intr(-1)  # a byte 0x03 in a frame must not stop the program
    multiplexer = Multiplexer(_bus(pins), pins.MULTIPLEXER, lambda: _release(pins))
    port, unusable = _port(pins)  # the radio takes its time: before the watchdog
    board = Board(pins, scratch)
    scratch.note(_RUNNING)
    buses = [Channel(multiplexer, channel) for channel, *_ in pins.LANES]
    app = App(buses, port, time, os.urandom(4), hardware=board, outbox=OUTBOX)
    if unusable:
        OUTBOX.put_fault(FAULT_CONFIG, UNUSABLE_NETWORK)
    app.run()
    # The watchdog cannot be stopped: only a reset brings a prompt that stays.
    scratch.note(_PROMPT)
    machine.reset()


main()
