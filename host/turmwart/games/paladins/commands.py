"""What the table wants: one command is one step.

Every command names in ``waived`` the rules whose objection the table overrides. ``workers`` are
letters of their kinds (``wgbrkv``), or a number where kinds are not kept (standard mode).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GoOn:
    """The clock goes on to the next sub-phase.

    Rule: P-ROUND-2.
    """

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndRound:
    """Light mode: the rest of the round is over, the next one begins.

    Rule: P-ROUND-2, section 10.
    """

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseMode:
    """Keep more, or less, from now on.

    Rule: section 10.
    """

    mode: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameOrder:
    """Say which action an order shows; ``place`` from 1.

    Rule: P-ROUND-4, P-END-2.
    """

    place: int
    action: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealPaladin:
    """A paladin is turned up.

    Attributes:
        name: of the card; empty: its points and workers are given.
        workers: letters of its two workers, where the name is empty.

    Rule: P-ROUND-9.
    """

    seat: str
    name: str = ""
    faith: int = 0
    strength: int = 0
    influence: int = 0
    workers: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeTavern:
    """A player takes a tavern card and its four workers.

    Rule: P-ROUND-10.
    """

    seat: str
    workers: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawSuspicion:
    """A player draws a suspicion card that shows ``silver``.

    ``worker``: the criminal came from elsewhere than paladin and tavern and joins the workers.

    Rule: P-INQ-1, P-INQ-2.
    """

    seat: str
    silver: int
    worker: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettleDebt:
    """An open debt is paid.

    Rule: P-INQ-11.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeDebt:
    """A debt is taken, face up.

    Rule: P-ACT-RECRUIT-5.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjust:
    """A bonus, a cost or a loss that no action books by itself.

    Attributes:
        what: a number of the player (``state.NUMBERS``), or a kind of worker.
        by: how many.
        lose: whether they are lost, not gained.
    """

    seat: str
    what: str
    by: int
    lose: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Develop:
    """A workshop goes to a worker space of ``target``.

    Attributes:
        space: kind of the space; empty where kinds are not kept.
        bonus: letter of the worker that the uncovered space gives.

    Rule: P-ACT-DEVELOP-1 to P-ACT-DEVELOP-5.
    """

    seat: str
    workers: str
    target: str = ""
    space: str = ""
    bonus: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recruit:
    """Choose a townsfolk card; ``place`` from the right, from 1.

    Rule: P-ACT-RECRUIT-1 to P-ACT-RECRUIT-5.
    """

    seat: str
    workers: str
    place: int = 1
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hunt:
    """1 worker: 1 provision; 2: 3 provisions.

    Rule: P-ACT-HUNT-1, P-ACT-HUNT-2.
    """

    seat: str
    workers: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """1 worker: 1 silver; 2: 3 silver.

    Rule: P-ACT-TRADE-1, P-ACT-TRADE-2.
    """

    seat: str
    workers: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pray:
    """Empty an action so that it can be used once more.

    Rule: P-ACT-PRAY-1 to P-ACT-PRAY-4.
    """

    seat: str
    workers: str
    empty: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conspire:
    """Place a worker, get a criminal.

    Rule: P-ACT-CONSPIRE-1 to P-ACT-CONSPIRE-3.
    """

    seat: str
    workers: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Commission:
    """A monk goes to a field that asks for ``need`` faith.

    Rule: P-ACT-COMMISSION-1 to P-ACT-COMMISSION-6.
    """

    seat: str
    workers: str
    need: int = 0
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Garrison:
    """An outpost goes to a field that asks for ``need`` strength.

    Rule: P-ACT-GARRISON-1 to P-ACT-GARRISON-4.
    """

    seat: str
    workers: str
    need: int = 0
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Absolve:
    """A jar goes to an own field.

    Rule: P-ACT-ABSOLVE-1 to P-ACT-ABSOLVE-5.
    """

    seat: str
    workers: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fortify:
    """A wall is added; it gives ``strength``, at least 1.

    Rule: P-ACT-FORTIFY-1 to P-ACT-FORTIFY-4.
    """

    seat: str
    workers: str
    strength: int = 1
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """An outsider of strength ``value`` is attacked.

    Attributes:
        place: of the card, from the right, from 1.
        influence: that its bonus holds, at least 1.

    Rule: P-ACT-ATTACK-1 to P-ACT-ATTACK-6.
    """

    seat: str
    workers: str
    value: int
    place: int = 1
    influence: int = 1
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Convert:
    """An outsider of faith ``value`` is converted.

    Attributes:
        place: of the card, from the right, from 1.
        strength: that it gives, at least 1.
        bonus: kind of its scoring bonus; empty: told at the end.
        points: for each set, or in all; 0: what is printed for the kind.

    Rule: P-ACT-CONVERT-1 to P-ACT-CONVERT-6.
    """

    seat: str
    workers: str
    value: int
    place: int = 1
    strength: int = 1
    bonus: str = ""
    points: int = 0
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseFavour:
    """Use a favour card; number from 1.

    Rule: P-ACT-GEN-5.
    """

    seat: str
    workers: str
    favour: int = 1
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass for the rest of the round; ``keep`` are the workers that stay.

    Rule: P-PASS-1 to P-PASS-4.
    """

    seat: str
    keep: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterNumbers:
    """What a mode needs to know of a player that was not kept so far.

    Attributes:
        numbers: (name, value); ``on_<action>`` are workshops on the spaces of an action.
        workers: unplaced ones, as letters; or a number.
        used: actions used this round.

    Rule: section 10.
    """

    seat: str
    numbers: tuple[tuple[str, int], ...] = ()
    workers: str = ""
    used: tuple[str, ...] = ()
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterSheet:
    """The end sheet of a player: what was not kept.

    Attributes:
        numbers: (name, value); ``goods`` is the sum of silver and provisions.
        outsiders: codes of the bonuses of converted outsiders, such as ``f j s2 x4``.

    Rule: P-END-2 to P-END-8.
    """

    seat: str
    numbers: tuple[tuple[str, int], ...] = ()
    outsiders: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterPrinted:
    """Answer a question about the copy of the game; names as in ``board.learn``."""

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectPrinted:
    """Correct an answer."""

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropWish:
    """Take back the command that waits for a printed value."""

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectNumber:
    """Correct a number, with a reason; also after the end.

    Attributes:
        what: a number of a player, ``workshops``, or ``tax``.
        seat: whose; empty for the tax supply.

    Rule: section 9.
    """

    what: str
    value: int
    reason: str
    seat: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectOutsiders:
    """Correct the converted outsiders of a player; codes as in ``EnterSheet``.

    Rule: P-END-6.
    """

    seat: str
    outsiders: str
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameWinner:
    """Who wins among those with equal points, by the table's own rule.

    Rule: P-END-9.
    """

    seat: str
    waived: tuple[str, ...] = ()


Action = (
    Develop
    | Recruit
    | Hunt
    | Trade
    | Pray
    | Conspire
    | Commission
    | Garrison
    | Absolve
    | Fortify
    | Attack
    | Convert
)

Command = (
    GoOn
    | EndRound
    | ChooseMode
    | NameOrder
    | RevealPaladin
    | TakeTavern
    | DrawSuspicion
    | SettleDebt
    | TakeDebt
    | Adjust
    | Action
    | UseFavour
    | Pass
    | EnterNumbers
    | EnterSheet
    | EnterPrinted
    | CorrectPrinted
    | DropWish
    | CorrectNumber
    | CorrectOutsiders
    | NameWinner
)

COMMANDS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        GoOn,
        EndRound,
        ChooseMode,
        NameOrder,
        RevealPaladin,
        TakeTavern,
        DrawSuspicion,
        SettleDebt,
        TakeDebt,
        Adjust,
        Develop,
        Recruit,
        Hunt,
        Trade,
        Pray,
        Conspire,
        Commission,
        Garrison,
        Absolve,
        Fortify,
        Attack,
        Convert,
        UseFavour,
        Pass,
        EnterNumbers,
        EnterSheet,
        EnterPrinted,
        CorrectPrinted,
        DropWish,
        CorrectNumber,
        CorrectOutsiders,
        NameWinner,
    )
}
