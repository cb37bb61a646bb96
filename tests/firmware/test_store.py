"""What the board keeps in its flash: whole or not at all, and never silently wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turmwart_fw import store
from turmwart_wire import messages
from turmwart_wire.messages import Config


class Lanes:
    """Configurations, as the sampler keeps them."""

    def __init__(self, *configs: Config) -> None:
        self.configs = list(configs)

    def __len__(self) -> int:
        return len(self.configs)

    def configure(self, index: int, *values: int) -> None:
        self.configs[index] = Config(index, *values)

    def configuration_into(self, out: bytearray, index: int, asked: int, at: int) -> None:
        payload = messages.pack_config(self.configs[index])
        out[at : at + len(payload)] = payload


SHIPPED = [Config(lane, 32, 22, 1, 2) for lane in range(4)]
LEARNT = [Config(lane, 40 + lane, 30, 2, 3) for lane in range(4)]


def kept(folder: Path) -> store.Store:
    made = store.Store(f"{folder}/", os)
    assert made.keep(Lanes(*LEARNT))
    return made


def test_what_was_kept_is_in_force_again(tmp_path: Path) -> None:
    """All lanes, and a board with fewer takes those that it has."""
    of = kept(tmp_path)
    lanes = Lanes(*SHIPPED)
    assert (of.load(lanes), lanes.configs) == (store.GOOD, LEARNT)
    few = Lanes(*SHIPPED[:2])
    assert (of.load(few), few.configs) == (store.GOOD, LEARNT[:2])


def test_nothing_kept_is_no_fault(tmp_path: Path) -> None:
    """A new board, and one that was made to forget."""
    of = store.Store(f"{tmp_path}/", os)
    lanes = Lanes(*SHIPPED)
    assert of.load(lanes) == store.NONE
    assert of.forget()
    assert of.keep(Lanes(*LEARNT))
    assert of.forget()
    assert (of.load(lanes), lanes.configs) == (store.NONE, SHIPPED)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 34), st.integers(0, 7))
def test_each_flipped_bit_is_found(tmp_path: Path, at: int, bit: int) -> None:
    """The shipped configuration stays in force, and load says that something is wrong."""
    of = kept(tmp_path)
    path = tmp_path / store.NAME
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 1 << bit
    path.write_bytes(data)
    lanes = Lanes(*SHIPPED)
    assert (of.load(lanes), lanes.configs) == (store.WRONG_CHECKSUM, SHIPPED)


@pytest.mark.parametrize("size", range(0, 35, 3))
def test_a_torn_file_is_found(tmp_path: Path, size: int) -> None:
    """Any shorter file, the empty one too."""
    of = kept(tmp_path)
    path = tmp_path / store.NAME
    path.write_bytes(path.read_bytes()[:size])
    lanes = Lanes(*SHIPPED)
    assert (of.load(lanes), lanes.configs) == (store.WRONG_CHECKSUM, SHIPPED)


class PowerCut:
    """Files whose rename never happens."""

    remove = os.remove

    def rename(self, old: str, new: str) -> None:
        raise OSError(5, "power")


def test_power_cut_while_keeping_leaves_the_old(tmp_path: Path) -> None:
    """The new file is written apart, so the old one is whole until it is replaced."""
    of = kept(tmp_path)
    assert not store.Store(f"{tmp_path}/", PowerCut()).keep(Lanes(*SHIPPED))
    lanes = Lanes(*SHIPPED)
    assert (of.load(lanes), lanes.configs) == (store.GOOD, LEARNT)


def test_flash_that_refuses(tmp_path: Path) -> None:
    """No folder, a file that cannot be read: refused or told, never raised."""
    of = store.Store(f"{tmp_path}/nowhere/", os)
    assert not of.keep(Lanes(*SHIPPED))
    (tmp_path / store.NAME).mkdir()
    assert store.Store(f"{tmp_path}/", os).load(Lanes(*SHIPPED)) == store.UNREADABLE
