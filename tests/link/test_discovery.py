"""Which port is meant."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from turmwart.errors import LinkError
from turmwart.link.discovery import Port, find, ports
from turmwart.texts import say_error


def info(device: str, vid: int | None, pid: int | None) -> SimpleNamespace:
    return SimpleNamespace(
        device=device, vid=vid, pid=pid, serial_number=None, description="a port"
    )


PICO = info("/dev/ttyACM1", 0x2E8A, 0x0005)
SECOND = info("/dev/ttyACM2", 0x2E8A, 0x0005)
MODEM = info("/dev/ttyACM0", 0x1234, 0x0005)
BUILT_IN = info("/dev/ttyS0", None, None)


def test_known_boards_come_first() -> None:
    assert ports(lambda: [BUILT_IN, MODEM, PICO]) == (
        Port("/dev/ttyACM1", "Raspberry Pi Pico", "", "a port"),
        Port("/dev/ttyACM0", "", "", "a port"),
        Port("/dev/ttyS0", "", "", "a port"),
    )


def test_auto_takes_the_one_board() -> None:
    assert find("auto", lambda: [MODEM, PICO, BUILT_IN]) == "/dev/ttyACM1"


def test_auto_without_a_board_or_with_several() -> None:
    for found, text_id in (([MODEM], "link.none_found"), ([SECOND, PICO], "link.several_found")):
        with pytest.raises(LinkError) as caught:
            find("auto", lambda found=found: found)
        assert caught.value.text_id == text_id
        assert not say_error(caught.value).startswith("[")
    assert "/dev/ttyACM1, /dev/ttyACM2" in say_error(caught.value)


def test_a_path_or_the_folder_of_a_twin(tmp_path: Path) -> None:
    port = tmp_path / "port"
    for spec in (tmp_path, port):
        with pytest.raises(LinkError) as caught:
            find(str(spec))
        assert caught.value.text_id == "link.no_port"
        assert str(port) in say_error(caught.value)
    port.touch()
    assert find(str(tmp_path)) == find(str(port)) == str(port)


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(port.path for port in ports())
