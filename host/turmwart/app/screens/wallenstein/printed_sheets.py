"""The sheets on which printed values are entered, with what is known or offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turmwart.app.words import Words
from turmwart.games.wallenstein.asking import card_option
from turmwart.games.wallenstein.board import (
    BUILDINGS,
    EVENT_FIELDS,
    EVENT_KINDS,
    FAVOR_FIELDS,
    FAVOR_KINDS,
    SEAT_LETTERS,
    Board,
    EventFacts,
    FavorFacts,
    lineup_key,
)
from turmwart.games.wallenstein.printed import event_values
from turmwart.games.wallenstein.wizard import Item, missing
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Sheet, Text

_ID = "app.wallenstein.printed"
LANGUAGE = Item("language", "")
SECTIONS = ("province", "neighbours", "event", "famine", "favor", "lineup", "board", "language")
_PLAYERS = (3, 4, 5)
LINEUP_SEATS = tuple(
    Item("lineup", lineup_key(players, letter))
    for players in _PLAYERS
    for letter in SEAT_LETTERS[:players]
)
_MOST = 99
_TEXTS = ("text",)
_YES_NO = (Option("yes", "app.yes"), Option("no", "app.no"))


class Sheets:
    """Makes the form for each sheet.

    Args:
        board: what is known.
        offered: province -> name that is offered for it.
        words: the language.
    """

    def __init__(self, board: Board, offered: Mapping[str, str], words: Words) -> None:
        self._board = board
        self._offered = offered
        self._words = words

    def prompt(self, item: Item) -> Prompt:
        """The form.

        Rule: W-DATA-1 (offered, never taken without the table's word), W-DATA-2.
        """
        match item.section:
            case "language":
                return self._language()
            case "province":
                return self._province(item.key)
            case "name":
                values = (("number", item.key), ("total", self._board.provinces_total))
                return Prompt(f"{_ID}.name", "", slots=(Text("value"),), values=values)
            case "neighbours":
                return self._neighbours(item.key)
            case "event":
                return self._event(item)
            case "favor":
                return self._favor(item)
            case "famine":
                return self._famine(item.key)
            case "lineup":
                return self._lineup(item.key)
        track = Number("value", 1, _MOST, self._board.grain_track_max)
        return Prompt(f"{_ID}.board", "", slots=(track,), rule="W-OPEN-21")

    def _language(self) -> Prompt:
        languages = tuple(Option(one, f"{_ID}.language.{one}") for one in ("de", "hu"))
        return Prompt(f"{_ID}.language", "", slots=(Choice("value", languages, "de"),))

    def _province(self, key: str) -> Prompt:
        facts = self._board.province(key)
        label = self._offered.get(key, facts.label)
        regions = tuple(Option(one.id, label=one.label) for one in self._board.regions)
        white = "yes" if facts.excluded_with_3 else "no"
        rows: tuple[Choice | Number | Text, ...] = (
            Text("label", default=label),
            Choice("region", regions, facts.region),
            *(Number(one, 0, _MOST, getattr(facts, one)) for one in ("tax", "grain", "sites")),
            Choice("excluded_with_3", _YES_NO, white),
        )
        return Prompt(
            f"{_ID}.province",
            "",
            slots=(Sheet("values", rows),),
            rule="W-PARTS-3",
            values=(("province", label),),
        )

    def _neighbours(self, key: str) -> Prompt:
        facts = self._board.province(key)
        others = [one for one in self._board.provinces if one.id != key]
        options = tuple(Option(one.id, label=one.label) for one in others)
        several = Several("value", options, 1, len(options), default=facts.neighbours)
        values = (("province", facts.label),)
        return Prompt(f"{_ID}.neighbours", "", slots=(several,), rule="W-MOVE-1", values=values)

    def _event(self, item: Item) -> Prompt:
        facts = self._board.event(item.key)
        values: tuple[tuple[str, int | str], ...] = (
            ("card", item_label(self._board, item, self._words)),
        )
        if facts.kind is None:
            by_hand = (Option(f"kind:{k}", f"wallenstein.event_kind.{k}") for k in EVENT_KINDS)
            rows = (*self._rows(), *by_hand)
            return Prompt(
                f"{_ID}.event", "", slots=(Choice("row", rows),), rule="W-OPEN-3", values=values
            )
        asked = missing(self._board, item) or ("kind", *EVENT_FIELDS[facts.kind], "grain_loss")
        return self._fields(f"{_ID}.event_values", facts, asked, EVENT_KINDS, values)

    def _favor(self, item: Item) -> Prompt:
        """A favor card: its number, then what it does, then the numbers of that."""
        if not item.key:
            return Prompt(f"{_ID}.favor_number", "", slots=(Number("number", 1, _MOST),))
        facts = self._board.favor(int(item.key))
        values = (("number", facts.number),)
        if facts.kind is None:
            kinds = tuple(Option(one, f"wallenstein.favor_kind.{one}") for one in FAVOR_KINDS)
            slots = (Choice("kind", kinds),)
            return Prompt(f"{_ID}.favor", "", slots=slots, rule="W-OPEN-5", values=values)
        asked = missing(self._board, item) or ("kind", *FAVOR_FIELDS[facts.kind])
        return self._fields(f"{_ID}.favor_values", facts, asked, FAVOR_KINDS, values)

    def _fields(
        self,
        prompt: str,
        facts: EventFacts | FavorFacts,
        asked: Sequence[str],
        every_kind: Sequence[str],
        values: tuple[tuple[str, int | str], ...],
    ) -> Prompt:
        """A sheet for the fields of a card."""
        family = "favor_kind" if isinstance(facts, FavorFacts) else "event_kind"
        fields: list[Choice | Number | Text] = []
        for field in asked:
            known = getattr(facts, field)
            if field == "kind":
                every = tuple(Option(one, f"wallenstein.{family}.{one}") for one in every_kind)
                fields.append(Choice(field, every, known))
            elif field == "building":
                kinds = tuple(Option(one, f"wallenstein.building.{one}") for one in BUILDINGS)
                fields.append(Choice(field, kinds, known))
            elif field in _TEXTS:
                fields.append(Text(field, default=known or ""))
            else:
                fields.append(Number(field, 0, _MOST, known))
        return Prompt(prompt, "", slots=(Sheet("values", tuple(fields)),), values=values)

    def _rows(self) -> tuple[Option, ...]:
        """Cards of the sibling game that no card of this deck says yet."""
        taken = {event_values(facts) for facts in self._board.events}
        return tuple(
            card_option(f"row:{facts.id}", facts, loss=True)
            for facts in self._board.event_suggestions
            if event_values(facts) not in taken
        )

    def _famine(self, key: str) -> Prompt:
        shortage = int(key)
        row = self._board.famine_row(shortage)
        for offered in self._board.famine_suggestion:
            last = offered.short_max
            fits = offered.short_min <= shortage and (last is None or shortage <= last)
            row = offered if fits and (row is None or row.provinces is None) else row
        goes_on = row is not None and row.short_max is None
        rows: tuple[Choice | Number, ...] = (
            *(
                Number(field, 0, _MOST, None if row is None else getattr(row, field))
                for field in ("provinces", "extra_farmers")
            ),
            Choice("open_ended", _YES_NO, "yes" if goes_on else "no"),
        )
        return Prompt(
            f"{_ID}.famine",
            "",
            slots=(Sheet("values", rows),),
            rule="W-WINTER-4",
            values=(("shortage", shortage),),
        )

    def _lineup(self, key: str) -> Prompt:
        players = int(key.split("_")[1])
        sizes = self._board.numbers(players).group_sizes
        known = {one.id: one.provinces for one in self._board.lineups}.get(key, ())
        options = tuple(Option(one.id, label=one.label) for one in self._board.provinces)
        rows = tuple(
            Choice(f"group_{n}", options, known[n - 1][0] or None if known else None)
            for n in range(1, len(sizes) + 1)
        )
        values: tuple[tuple[str, int | str], ...] = (
            ("players", players),
            ("seat", key[-1]),
            *((f"group_{n}", size) for n, size in enumerate(sizes, start=1)),
        )
        return Prompt(
            f"{_ID}.lineup",
            "",
            slots=(Sheet("groups", rows),),
            rule="W-SETUP-20",
            values=values,
        )


def item_label(board: Board, item: Item, words: Words) -> str:
    """A sheet in the menu."""
    if item.section in ("province", "neighbours"):
        facts = board.province(item.key)
        if item.section == "neighbours":
            known = str(len(facts.neighbours))
            known += "" if facts.neighbours_complete else "?"
            return words(f"{_ID}.line.neighbours", province=facts.label, known=known)
        numbers = (facts.tax, facts.grain, facts.sites)
        tax, grain, sites = ("?" if value is None else str(value) for value in numbers)
        return words(
            f"{_ID}.line.province", province=facts.label, tax=tax, grain=grain, sites=sites
        )
    if item.section == "event":
        number = [facts.id for facts in board.events].index(item.key) + 1
        said = words.option(card_option("", board.event(item.key), loss=True))
        return words(f"{_ID}.line.event", number=number, card=said)
    if item.section == "lineup":
        return words(f"{_ID}.line.lineup", players=item.key.split("_")[1], seat=item.key[-1])
    if item.section == "favor":
        kind = board.favor(int(item.key)).kind if item.key else None
        said = words(f"wallenstein.favor_kind.{kind}") if kind else "?"
        if not item.key:
            return words(f"{_ID}.line.favor_new")
        return words(f"{_ID}.line.favor", number=item.key, kind=said)
    return words(f"{_ID}.line.{item.section}", key=item.key)
