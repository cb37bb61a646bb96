"""The battle as a state machine: what it does by itself, what it asks, what may be answered."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452 import losses, reactions, soldiers
from turmwart.games.anno1452.aftermath import MUTUAL, aftermath
from turmwart.games.anno1452.area import Area, Values
from turmwart.games.anno1452.battle import (
    ATTACKER,
    DEFENDER,
    count_round,
    owner_of,
    throw_plan,
    under_way,
    units,
)
from turmwart.games.anno1452.checks import card_name, owner_name, region_name
from turmwart.games.anno1452.commands import (
    AssignLosses,
    Command,
    CommitSoldiers,
    PassReaction,
    React,
)
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_battle import (
    BattleDecided,
    BattleDeclared,
    BattleEnded,
    LossesChosen,
    LossesTaken,
    ReactionPassed,
    ReactionPlayed,
    RoundThrown,
    SoldiersCommitted,
    StageReached,
)
from turmwart.games.anno1452.events_board import Asked
from turmwart.games.anno1452.options import estate_label
from turmwart.games.anno1452.state import Battle, State
from turmwart.games.anno1452.steps import Fight
from turmwart.kernel.prompt import Prompt


def advance(state: State, step: Fight) -> tuple[Event, ...]:
    """What the battle does next by itself.

    Rule: section 9.2, A-BATTLE-12 to A-BATTLE-18, A-BATTLE-24, A-BATTLE-31 to A-BATTLE-33.
    """
    battle = under_way(state)
    match battle.stage:
        case "soldiers":
            waits = soldiers.next_to_bring(state) is not None
            return () if waits else (StageReached("reactions"),)
        case "reactions":
            return () if reactions.still_asked(state) else (StageReached("throw"),)
        case "throw":
            if step.thrown:
                return (RoundThrown(count_round(state, step.thrown)),)
            return (Asked(throw_plan(state)),)
        case "losses":
            return losses.take(state)
    if battle.outcome:
        return aftermath(state)
    outcome = _outcome(state)
    if outcome:
        return (BattleDecided(outcome),)
    every_throw = state.settings.reaction_window == "before_every_throw"
    return (StageReached("reactions" if every_throw else "throw"),)


def _outcome(state: State) -> str:
    """Who won; empty while both sides have units.

    Rule: A-BATTLE-32, A-BATTLE-33.
    """
    standing = {side: units(state, side).total for side in (ATTACKER, DEFENDER)}
    left = [side for side, count in standing.items() if count]
    if len(left) == len(standing):
        return ""
    return left[0] if left else MUTUAL


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    match under_way(state).stage:
        case "soldiers":
            yield from soldiers.prompts(state)
        case "reactions":
            yield from reactions.prompts(state, seat)
        case "losses":
            yield from losses.prompts(state)


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    match under_way(state).stage:
        case "soldiers":
            yield from soldiers.legal(state, seat)
        case "reactions":
            yield from reactions.legal(state, seat)
        case "losses":
            yield from losses.legal(state, seat)


def _declared(event: BattleDeclared, state: State) -> Values:
    battle = event.battle
    force = state.estate(battle.force) if battle.force else None
    return {
        **_sides(battle, state),
        "region": region_name(state, battle.region),
        "target": estate_label(state, state.estate(battle.target)),
        "force": estate_label(state, force) if force is not None else "",
        "variant": "" if force is not None else "Alone",
    }


def _sides(battle: Battle, state: State) -> Values:
    return {side: owner_name(state, owner_of(battle, side)) for side in (ATTACKER, DEFENDER)}


def _committed(event: SoldiersCommitted, state: State) -> Values:
    return {
        "player": owner_name(state, event.seat),
        "side": f"@anno1452.side.{event.side}",
        "variant": "" if event.soldiers else "None",
    }


def _stage(event: StageReached, state: State) -> Values:
    return {
        "number": len(under_way(state).rounds) + 1 if state.battle is not None else 0,
        "variant": event.stage.capitalize(),
    }


def _reaction(event: ReactionPlayed, state: State) -> Values:
    played = event.reaction
    return {
        "player": owner_name(state, played.seat),
        "card": card_name(state, played.card),
        "side": f"@anno1452.side.{played.side}",
        "count": len(played.estates),
        "variant": "Relief" if played.estates else "",
    }


def _passed(event: ReactionPassed, state: State) -> Values:
    return {"player": owner_name(state, event.seat)}


def _thrown(event: RoundThrown, state: State) -> Values:
    fought = event.round
    battle = state.battle or state.last_battle
    sides = _sides(battle, state) if battle is not None else {}
    return {
        **sides,
        "number": fought.number,
        "attacker_hits": fought.attacker_hits,
        "defender_hits": fought.defender_hits,
        "nullified": fought.nullified,
        "attacker_losses": fought.attacker_losses,
        "defender_losses": fought.defender_losses,
        "variant": "Nullified" if fought.nullified else "",
    }


def _chosen(event: LossesChosen, state: State) -> Values:
    del state
    left = event.left
    return {
        "side": f"@anno1452.side.{event.side}",
        "peasants": left.peasants,
        "citizens": left.citizens,
        "soldiers": left.soldiers,
    }


def _taken(event: LossesTaken, state: State) -> Values:
    battle = state.battle or state.last_battle
    values = _sides(battle, state) if battle is not None else {}
    for side, lost in ((ATTACKER, event.attacker), (DEFENDER, event.defender)):
        values[f"{side}_peasants"] = lost.peasants
        values[f"{side}_citizens"] = lost.citizens
        values[f"{side}_soldiers"] = lost.soldiers
    nothing = not event.attacker.total and not event.defender.total
    return {**values, "variant": "None" if nothing else ""}


def _decided(event: BattleDecided, state: State) -> Values:
    battle = state.battle or state.last_battle
    sides = _sides(battle, state) if battle is not None else {}
    return {**sides, "variant": event.outcome.capitalize()}


def _ended(event: BattleEnded, state: State) -> Values:
    return {
        "cards": ", ".join(card_name(state, card) for card in event.cards),
        "count": len(event.cards),
        "variant": ("Soldiers" if event.soldiers_lost else "") + ("Cards" if event.cards else ""),
    }


AREA = Area(
    handlers={
        CommitSoldiers: soldiers.commit,
        React: reactions.react,
        PassReaction: reactions.pass_reaction,
        AssignLosses: losses.assign,
    },
    tasks={Fight: advance},
    prompts={Fight: _prompts},
    legal={Fight: _legal},
    describe={
        BattleDeclared: _declared,
        SoldiersCommitted: _committed,
        StageReached: _stage,
        ReactionPlayed: _reaction,
        ReactionPassed: _passed,
        RoundThrown: _thrown,
        LossesChosen: _chosen,
        LossesTaken: _taken,
        BattleDecided: _decided,
        BattleEnded: _ended,
    },
)
