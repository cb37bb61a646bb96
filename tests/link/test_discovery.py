"""Which port is meant."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from turmwart.errors import LinkError
from turmwart.link.discovery import AUTO, BOARDS, Place, Port, find, locate, ports
from turmwart.texts import say_error

PICO_NAME = BOARDS[0x2E8A, 0x0005]


def info(
    device: str, vid: int | None, pid: int | None, serial_number: str | None = None
) -> SimpleNamespace:
    return SimpleNamespace(
        device=device, vid=vid, pid=pid, serial_number=serial_number, description="a port"
    )


PICO = info("/dev/ttyACM1", 0x2E8A, 0x0005)
SECOND = info("/dev/ttyACM2", 0x2E8A, 0x0005)
MODEM = info("/dev/ttyACM0", 0x1234, 0x0005)
BUILT_IN = info("/dev/ttyS0", None, None)


def test_known_boards_come_first() -> None:
    assert ports(lambda: [BUILT_IN, MODEM, PICO]) == (
        Port("/dev/ttyACM1", PICO_NAME, "", "a port"),
        Port("/dev/ttyACM0", "", "", "a port"),
        Port("/dev/ttyS0", "", "", "a port"),
    )


def test_the_name_tells_all_boards_of_these_ids() -> None:
    for board in ("Pico", "Pico W", "Pico 2"):
        assert board in PICO_NAME


def test_auto_takes_the_one_board_now_or_later() -> None:
    assert locate(AUTO, lambda: [MODEM, PICO, BUILT_IN]) == "/dev/ttyACM1"
    assert find(AUTO, lambda: [MODEM, PICO, BUILT_IN]) == AUTO
    assert find(AUTO, lambda: [MODEM, BUILT_IN]) == AUTO


def test_auto_never_takes_a_port_of_unknown_ids() -> None:
    with pytest.raises(LinkError) as caught:
        locate(AUTO, lambda: [MODEM, BUILT_IN])
    assert caught.value.text_id == "link.none_found"
    assert PICO_NAME in say_error(caught.value)


def test_auto_with_several_boards() -> None:
    for function in (find, locate):
        with pytest.raises(LinkError) as caught:
            function(AUTO, lambda: [SECOND, PICO])
        assert caught.value.text_id == "link.several_found"
        assert "/dev/ttyACM1, /dev/ttyACM2" in say_error(caught.value)


def test_a_board_is_found_again_under_another_path(tmp_path: Path) -> None:
    """It is known by its serial number, also where another board has its old path by then."""
    old, new = str(tmp_path / "old"), str(tmp_path / "new")
    Path(old).touch()
    plugged = [info(old, 0x2E8A, 0x0005, "E66058"), MODEM]
    by_path, by_ids = Place(old, lambda: plugged), Place(AUTO, lambda: plugged)
    for place in (by_path, by_ids):
        assert place.path() == old
        place.answered(old)
    plugged[0] = info(new, 0x2E8A, 0x0005, "E66058")
    plugged.append(info("/dev/ttyACM9", 0x2E8A, 0x0005, "OTHER"))
    Path(old).unlink()
    assert by_path.path() == by_ids.path() == new
    del plugged[0]
    with pytest.raises(LinkError) as caught:
        by_path.path()
    assert caught.value.text_id == "link.no_port"


def test_a_path_or_the_folder_of_a_twin(tmp_path: Path) -> None:
    port = tmp_path / "port"
    for spec in (tmp_path, port):
        with pytest.raises(LinkError) as caught:
            locate(str(spec))
        assert caught.value.text_id == "link.no_port"
        assert str(port) in say_error(caught.value)
    port.touch()
    assert find(str(tmp_path)) == locate(str(tmp_path)) == find(str(port)) == str(port)


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(port.path for port in ports())
