"""Where the twin's camera stands, if there is one; without one nothing heavy is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turmwart.errors import TwinError
from turmwart.twin.physics import Drop
from turmwart.twin.truth import Truth

if TYPE_CHECKING:
    from turmwart.twin.tray import TrayCamera


class Lookout:
    """The camera of a twin, or none.

    Args:
        truth: that it sees.
    """

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._camera: TrayCamera | None = None

    def stand(self, request: dict[str, Any]) -> dict[str, Any]:
        """Put a camera there as a request says, where none stands that way, and describe it.

        Raises:
            TwinError: it cannot stand that way, or what draws its pictures is not installed.
            OSError: no port is free.
        """
        try:
            from turmwart.twin.tray import Standing, TrayCamera
        except ImportError as problem:
            raise TwinError("twin.no_camera", problem=str(problem)) from problem
        standing = Standing.of(request)
        if self._camera is None or self._camera.standing != standing:
            self.close()
            self._camera = TrayCamera(self._truth.seed, self._truth.log, standing)
        return self._camera.as_dict()

    def break_down(self, request: dict[str, Any]) -> dict[str, Any]:
        """Begin a fault of the camera as a request says, and describe it.

        Raises:
            TwinError: there is no camera, or no such fault.
        """
        fault, hidden = request.get("fault"), request.get("hidden", 1)
        if self._camera is None or not isinstance(fault, str):
            raise TwinError("twin.request", problem=f"camera_fault {fault!r}")
        if type(hidden) is not int or hidden < 1:
            raise TwinError("twin.request", problem=f"hidden: {hidden!r}")
        self._camera.break_down(fault, hidden)
        return self._camera.as_dict()

    def show(self, drop: Drop, speed: float) -> None:
        """Let the camera see what was entered into the truth last; see ``TrayCamera.happened``."""
        if self._camera is not None:
            self._camera.happened(self._truth.log[-1], drop, speed)

    def settled(self) -> None:
        """All that fell lies."""
        if self._camera is not None:
            self._camera.settled()

    def close(self) -> None:
        """Take the camera away."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None
