"""The end sheet: places, and every part of a player's sum with the rule it comes from."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import cut
from turmwart.app.words import Words
from turmwart.games.paladins.scoring import Part, Standing
from turmwart.games.paladins.view import PlayerView, View

_FAMILIES = (
    ("faith", ("faith",)),
    ("strength", ("strength",)),
    ("influence", ("influence",)),
    ("orders", ("order",)),
    ("pieces", ("commission", "garrison", "absolve", "fortify", "develop")),
    ("walls", ("walls",)),
    ("outsiders", ("outsider",)),
    ("goods", ("goods",)),
    ("owing", ("debts",)),
)
_SIZE = 5


def ranking_lines(view: View, words: Words, width: int) -> list[Text]:
    """One line for each player: place, parts of the sum, total."""
    name = max(8, min(24, width - 12 - _SIZE * (len(_FAMILIES) + 1)))
    head = Text("     " + words("app.paladins.column.player").ljust(name), "dim")
    for family, _ in _FAMILIES:
        head.append(cut(words(f"app.paladins.column.{family}"), _SIZE - 1).rjust(_SIZE))
    head.append(words("app.paladins.column.total").rjust(_SIZE + 1))
    lines = [head]
    names = {player.seat: player.name for player in view.players}
    for standing in view.ranking:
        line = Text(f"{standing.place:>3}. ", "bold" if standing.place == 1 else "")
        line.append(cut(names[standing.seat], name - 1).ljust(name))
        for _, parts in _FAMILIES:
            line.append(str(standing.sum_of(*parts)).rjust(_SIZE))
        line.append(str(standing.points).rjust(_SIZE + 1), "bold")
        lines.append(line)
    return lines


def sheet_lines(player: PlayerView, standing: Standing, words: Words, width: int) -> list[Text]:
    """Every part of a player's sum, how it came about, and its rule."""
    lines = [Text(words("app.paladins.sheet", player=player.name, n=standing.points), "bold")]
    for part in standing.parts:
        label = cut(_label(part, words), 28).ljust(29)
        line = Text("  " + label)
        line.append(f"{part.points:>4}  ", "bold")
        line.append(cut(_how(part, words), max(8, width - 48)))
        line.append(f"  {part.rule}", "dim")
        line.truncate(width)
        lines.append(line)
    return lines


def _label(part: Part, words: Words) -> str:
    values = dict(part.values)
    if part.id.startswith("order"):
        return words("app.paladins.part.order", n=part.id[-1], action=values["action"])
    if part.id.startswith("outsider"):
        return words("app.paladins.part.outsider", n=part.id[-1])
    return words(f"app.paladins.part.{part.id}")


def _how(part: Part, words: Words) -> str:
    values = dict(part.values)
    if part.id.startswith("order"):
        return words("app.paladins.how.order", **values)
    if part.id.startswith("outsider"):
        way = "outsider" if values["per"] else "typed"
        return words(f"app.paladins.how.{way}", **values)
    if "together" in values:
        return words("app.paladins.how.together", **values)
    if "value" in values:
        return words("app.paladins.how.value", **values)
    if "count" in values:
        return words("app.paladins.how.count", **values)
    return words(f"app.paladins.how.{part.id}", **values) if values else ""
