"""What King of Kings draws on the screens: what all may know, so the screen may stand open."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import cut
from turmwart.app.screens.face import PlainFace
from turmwart.app.words import Words
from turmwart.games.kingofkings.view import Row, View

_COLUMNS = ("troops", "provinces", "ships", "wp", "vp")
_SIZE = 7


class KokFace(PlainFace):
    """Draws a ``View`` of King of Kings."""

    def who(self, view: View, seat: str, words: Words) -> str:
        """Leader and number of a tribe."""
        tribe = view.tribe(int(seat)) if seat.isdecimal() else None
        return f"{tribe.leader} ({tribe.number})" if tribe else seat

    def header(self, view: View, words: Words, width: int) -> list[Text]:
        """The round, how many sheets are in, and who has won."""
        text = words(
            "app.kingofkings.header",
            game=view.game,
            round=view.next_round,
            sheets=view.handed_in,
            tribes=len(view.tribes),
        )
        lines = [Text(cut(text, width), "bold")]
        if view.over:
            names = ", ".join(self.who(view, str(number), words) for number in view.winners)
            over = words("app.kingofkings.over", winners=names)
            lines.append(Text(cut(over, width), "bold reverse"))
        return lines

    def overview(self, view: View, words: Words, width: int) -> list[Text]:
        """The statistics, most victory points first; names alone before the first round."""
        name = max(8, width - _SIZE * len(_COLUMNS))
        if not view.statistics:
            return [
                Text(cut(self.who(view, str(tribe.number), words), width)) for tribe in view.tribes
            ]
        head = Text(words("app.kingofkings.column.tribe").ljust(name)[:name], "dim")
        for column in _COLUMNS:
            head.append(cut(words(f"app.kingofkings.column.{column}"), _SIZE - 1).rjust(_SIZE))
        ranking = sorted(view.statistics, key=lambda one: (-one.vp, one.player))
        return [head, *(self._row(view, one, words, name) for one in ranking)]

    def _row(self, view: View, one: Row, words: Words, name: int) -> Text:
        line = Text(cut(self.who(view, str(one.player), words), name - 1).ljust(name))
        for column in _COLUMNS:
            line.append(str(getattr(one, column)).rjust(_SIZE))
        return line


FACE = KokFace()
