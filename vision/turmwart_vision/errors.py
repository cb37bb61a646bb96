"""What can go wrong with pictures and cameras, as a code and values; hosts make the words."""

from __future__ import annotations


class VisionError(ValueError):
    """A picture or a camera that cannot be used.

    Attributes:
        code: one of ``not_found``, ``not_allowed``, ``unreadable``, ``not_a_picture``,
            ``too_large``, ``not_written``, ``not_recorded``, ``bad_palette``, ``no_camera``,
            ``no_frame``, ``failed``.
        values: what the host needs for its words: ``path`` or ``source``, and for ``too_large``
            ``found`` and ``limit`` with their ``unit``.
    """

    def __init__(self, code: str, **values: str | int) -> None:
        self.code = code
        self.values = values
        told = ", ".join(f"{name} {value}" for name, value in values.items())
        super().__init__(f"{code}: {told}")
