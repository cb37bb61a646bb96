"""What the witnesses of one throw say: the tower's sensor, the camera above the tray, the books."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from turmwart.kernel.cubes import Cubes
from turmwart.tower.sight import CameraCount, ColourCount
from turmwart.tower.witness import Agreed, Books, Question, Reading, reconcile

if TYPE_CHECKING:
    from turmwart.table.table import Table


class TrayWitness(Protocol):
    """A camera above the tray, beside a table."""

    @property
    def seen(self) -> Any:
        """The picture that was counted last, to be looked at; None where there is none now."""
        ...

    def status(self, language: str = "") -> str:
        """How the camera stands, in one line."""
        ...

    def count(self, *, alone: bool) -> CameraCount | None:
        """What lies in the tray; None where no picture later than the tower's last word is there.

        Args:
            alone: whether nobody else says that the cubes were poured.
        """
        ...

    def keep(self, table: Table) -> int:
        """Store the picture that was counted; the id of the evidence."""
        ...

    def kept(self, table: Table, row_id: int) -> Any:
        """A picture that was stored, to be looked at; None where it is there no longer."""
        ...


@dataclass(frozen=True, slots=True)
class Testimony:
    """All that is said of the throw that waits.

    Attributes:
        sensor: the sensor's reading; None where it saw nothing.
        camera: the camera's count of the tray; None without a camera, or where it has none yet.
        books: what was inside, what was thrown, what lay in the tray before.
    """

    sensor: Reading | None
    camera: CameraCount | None
    books: Books

    @property
    def seen(self) -> CameraCount | None:
        """The camera's count, where it says anything."""
        return self.camera if self.camera is not None and self.camera.sees else None

    @property
    def by_camera(self) -> Cubes | None:
        """What fell by the camera alone: what lies in the tray less what lay there before."""
        if self.seen is None:
            return None
        lies, before = self.seen.likeliest, self.books.tray
        return Cubes.from_counts({c: max(0, n - before[c]) for c, n in lies.counts})

    @property
    def _nothing_fell(self) -> bool:
        """Whether nobody knows of anything that fell."""
        told = self.sensor
        passed = told and (told.total or told.unsure or told.lost or told.returned)
        return not passed and not self.by_camera

    def verdict(self) -> Agreed | Question:
        """Whether they agree, or what the table is asked. Rule: W-CUBE-5."""
        if self._nothing_fell:
            # A tray that is tidy before the throw looks just like one after it.
            reasons = () if self.camera is None else self.camera.reasons
            return Question("silent", (), Cubes(), reasons=reasons)
        return reconcile(self.sensor, self.camera, self.books)


def plain(count: CameraCount) -> dict[str, Any]:
    """A camera's count as plain data, such as the journal keeps it."""
    rows = {row.colour: [list(chance) for chance in row.chances] for row in count.counts}
    return {"counts": rows, "sure": count.sure, "reasons": list(count.reasons)}


def of_plain(data: dict[str, Any]) -> CameraCount:
    """A camera's count of plain data.

    Raises:
        KeyError: something is missing.
        ValueError: numbers that are no count.
    """
    rows = tuple(
        ColourCount(colour, tuple((int(n), int(chance)) for n, chance in chances))
        for colour, chances in sorted(data["counts"].items())
    )
    return CameraCount(rows, bool(data["sure"]), tuple(data["reasons"]))
