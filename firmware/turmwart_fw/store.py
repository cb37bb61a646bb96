"""The configuration of all lanes in flash: replaced as a whole, and never half."""

import struct

from turmwart_wire import frame, messages

NAME = "turmwart.cfg"
GOOD = 0
UNREADABLE = 1
WRONG_CHECKSUM = 2
OTHER_FORMAT = 3
NONE = -1

_MAGIC = b"TWC2"
_ENTRY = messages.CONFIG_SIZE


class Store:
    """Keeps configurations in a folder of the flash.

    Args:
        folder: with its closing slash, or empty.
        files: has ``rename`` and ``remove`` as ``os``. A rename of the flash's file system
            (littlefs) replaces the old file in one step, so a power cut leaves the old or the new.
    """

    def __init__(self, folder: str, files) -> None:
        self._path = folder + NAME
        self._files = files

    def load(self, sampler) -> int:
        """Put what is kept in force.

        Returns:
            ``GOOD``, ``NONE`` if nothing is kept, or what is wrong with it; then nothing changed.
        """
        try:
            with open(self._path, "rb") as file:
                data = file.read()
        except OSError as problem:
            return NONE if problem.errno == 2 else UNREADABLE
        end = len(data) - 2
        if end < len(_MAGIC) + 1 or frame.crc16(data, 0, end) != data[end] | data[end + 1] << 8:
            return WRONG_CHECKSUM
        lanes = data[len(_MAGIC)]
        if not data.startswith(_MAGIC) or end != len(_MAGIC) + 1 + lanes * _ENTRY:
            return OTHER_FORMAT
        for number in range(min(lanes, len(sampler))):
            at = len(_MAGIC) + 1 + number * _ENTRY
            _, enter, leave, integration, gain = struct.unpack_from(
                messages.CONFIG_FORMAT, data, at
            )
            sampler.configure(number, enter, leave, integration, gain)
        return GOOD

    def keep(self, sampler) -> bool:
        """Write what is in force; False if the flash refuses."""
        lanes = len(sampler)
        data = bytearray(len(_MAGIC) + 1 + lanes * _ENTRY + 2)
        data[: len(_MAGIC)] = _MAGIC
        data[len(_MAGIC)] = lanes
        for number in range(lanes):
            at = len(_MAGIC) + 1 + number * _ENTRY
            sampler.configuration_into(data, number, number, at)
        end = len(data) - 2
        struct.pack_into("<H", data, end, frame.crc16(data, 0, end))
        try:
            with open(self._path + ".new", "wb") as file:
                file.write(data)
            self._files.rename(self._path + ".new", self._path)
        except OSError:
            return False
        return True

    def forget(self) -> bool:
        """Remove what is kept; False if the flash refuses."""
        try:
            self._files.remove(self._path)
        except OSError as problem:
            return problem.errno == 2
        return True
