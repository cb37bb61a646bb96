"""Battles: what goes into the hand, and what the fallen cubes decide."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.state import (
    FARMERS,
    Battle,
    BattleRecord,
    Gathering,
    State,
    province_place,
)
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class Settled:
    """What a throw decides.

    Attributes:
        outcome: ``attacker_wins``, ``defender_wins`` or ``tie``.
        attacker: strength of the attacker.
        defender: strength of the defender, helping farmers among them.
        to_supply: cubes that go from the tray to the supplies.
        to_province: cubes that go from the tray to the contested province.
        stays: third-party cubes.
        devastated: whether an owned province is lost to nobody.
    """

    outcome: str
    attacker: int
    defender: int
    to_supply: Cubes
    to_province: Cubes
    stays: Cubes
    devastated: bool


def settle(
    kind: str, fallen: Cubes, attacker: str, defender: str, farmers: str, markers: int = 0
) -> Settled:
    """Decide a battle by the cubes in the tray.

    Args:
        kind: ``player``, ``neutral``, ``revolt`` or ``famine``.
        fallen: all cubes in the tray after the throw.
        attacker: colour of the attacker; the farmers' colour in revolts.
        defender: colour of the defender; the farmers' colour in a neutral province.
        farmers: colour of the farmers.
        markers: revolt markers of the province before the battle; matters in ``player`` only.

    Raises:
        ValueError: no such kind.

    Rule: W-BATTLE-13 (cubes of a side count wherever they came from), W-BATTLE-14 (third-party
    cubes stay), W-BATTLE-15 to W-BATTLE-34.
    """
    if kind == "player":
        return _settle_player(fallen, attacker, defender, farmers, markers)
    if kind == "neutral":
        return _settle_against_farmers(fallen, attacker, farmers, attacks=True)
    if kind in ("revolt", "famine"):
        return _settle_against_farmers(fallen, defender, farmers, attacks=False)
    raise ValueError(f"no kind of battle is called {kind}")


def _settle_player(
    fallen: Cubes, attacker: str, defender: str, farmers: str, markers: int
) -> Settled:
    attacking, defending = fallen[attacker], fallen[defender]
    helping = fallen[farmers] if markers == 0 else 0
    strength = defending + helping
    sides = fallen.only(attacker, defender, *((farmers,) if markers == 0 else ()))
    survivors = Cubes()
    if attacking > strength:
        outcome = "attacker_wins"
        survivors = Cubes.from_counts({attacker: attacking - strength})
    elif strength > attacking and defending >= 1:
        outcome = "defender_wins"
        survivors = Cubes.from_counts({defender: defending - max(0, attacking - helping)})
    else:
        outcome = "tie"
    return Settled(
        outcome,
        attacking,
        strength,
        sides - survivors,
        survivors,
        fallen - sides,
        devastated=outcome == "tie",
    )


def _settle_against_farmers(fallen: Cubes, colour: str, farmers: str, *, attacks: bool) -> Settled:
    armies, opposed = fallen[colour], fallen[farmers]
    sides = fallen.only(colour, farmers)
    won = armies > opposed
    survivors = Cubes.from_counts({colour: armies - opposed}) if won else Cubes()
    outcome = "attacker_wins" if won == attacks else "defender_wins"
    if armies == opposed:
        outcome = "tie"
    return Settled(
        outcome,
        armies if attacks else opposed,
        opposed if attacks else armies,
        sides - survivors,
        survivors,
        fallen - sides,
        devastated=not attacks and not won,
    )


def attack(state: State, source: str, target: str, armies: int) -> Battle:
    """Gather the cubes of an attack by move A or move B.

    Rule: W-BATTLE-4 to W-BATTLE-6, W-BATTLE-9, W-BATTLE-10, W-BATTLE-37, W-BONUS-6 to W-BONUS-8,
    W-BONUS-10.
    """
    attacker = state.province(source).owner or ""
    province = state.province(target)
    colour = state.player(attacker).colour
    gathered = [Gathering(province_place(source), Cubes.from_counts({colour: armies}))]
    extra = 1 if state.player(attacker).tile == "plus_1_attack" else 0
    supply = {colour: min(extra, state.supply(attacker))}
    missing = 0
    if province.owner is None:
        wanted = neutral_farmers(state)
        supply[state.farmers] = min(wanted, state.ledger.at("supply")[state.farmers])
        missing = wanted - supply[state.farmers]
    else:
        owner = state.player(province.owner)
        gathered.append(Gathering(province_place(target), state.ledger.at(province_place(target))))
        more = _building_armies(state, province.buildings)
        more += 1 if owner.tile == "plus_1_defence" else 0
        supply[owner.colour] = min(more, state.supply(province.owner))
    return _gather(
        state,
        "player" if province.owner is not None else "neutral",
        target,
        source,
        attacker,
        province.owner or FARMERS,
        gathered,
        Cubes.from_counts(supply),
        missing,
    )


def revolt(state: State, province: str, thalers: int, grain: int) -> Battle:
    """Gather the cubes of a revolt at a collection.

    Rule: W-REVOLT-3, W-REVOLT-4, W-BATTLE-7, W-BATTLE-37.
    """
    stands = state.province(province)
    more = min(_building_armies(state, stands.buildings), state.supply(stands.owner or ""))
    return _farmers_rise(
        state, "revolt", province, stands.markers, more=more, thalers=thalers, grain=grain
    )


def famine(state: State, province: str, extra_farmers: int) -> Battle:
    """Gather the cubes of a famine revolt.

    Rule: W-WINTER-8, W-BATTLE-8, W-BATTLE-37.
    """
    markers = state.province(province).markers
    return _farmers_rise(state, "famine", province, markers + extra_farmers)


def neutral_farmers(state: State) -> int:
    """Farmers that defend a neutral province: one, unless the event says otherwise.

    Rule: W-BATTLE-6.
    """
    event = state.event_facts()
    if event is not None and event.kind == "neutral_defence" and event.value is not None:
        return event.value
    return 1


def record(state: State, battle: Battle, fallen: Cubes, number: int, witness: str) -> BattleRecord:
    """The battle's record: outcome, destinations, what becomes of the province.

    Rule: W-CUBE-13, W-BATTLE-26, W-BATTLE-28, W-REVOLT-5, W-REVOLT-6, W-REVOLT-8.
    """
    decided = settle(
        battle.kind,
        fallen,
        colour_of(state, battle.attacker),
        colour_of(state, battle.defender),
        state.farmers,
        battle.markers,
    )
    stands = state.province(battle.province)
    owner = stands.owner
    if decided.devastated:
        owner = None
    elif decided.outcome == "attacker_wins":
        owner = battle.attacker
    markers = 0 if decided.devastated else stands.markers
    if battle.kind == "revolt" and not decided.devastated:
        markers += 1
    return BattleRecord(
        number,
        battle,
        fallen,
        witness,
        decided.attacker,
        decided.defender,
        battle.kind == "player" and battle.markers == 0 and fallen[state.farmers] > 0,
        decided.outcome,
        decided.to_supply,
        decided.to_province,
        decided.stays,
        owner,
        decided.devastated,
        stands.buildings if decided.devastated else (),
        markers,
    )


def colour_of(state: State, side: str) -> str:
    """Colour of a side: a seat's, or the farmers'."""
    return state.farmers if side == FARMERS else state.player(side).colour


def _building_armies(state: State, buildings: tuple[str, ...]) -> int:
    event = state.event_facts()
    if event is None or event.kind != "building_defence" or event.building not in buildings:
        return 0
    return event.value or 0


def _farmers_rise(
    state: State,
    kind: str,
    province: str,
    wanted: int,
    *,
    more: int = 0,
    thalers: int = 0,
    grain: int = 0,
) -> Battle:
    owner = state.province(province).owner or ""
    given = min(wanted, state.ledger.at("supply")[state.farmers])
    place = province_place(province)
    supply = Cubes.from_counts({state.farmers: given, state.player(owner).colour: more})
    return _gather(
        state,
        kind,
        province,
        "",
        FARMERS,
        owner,
        [Gathering(place, state.ledger.at(place))],
        supply,
        wanted - given,
        thalers,
        grain,
    )


def _gather(
    state: State,
    kind: str,
    province: str,
    source: str,
    attacker: str,
    defender: str,
    gathered: list[Gathering],
    supply: Cubes,
    missing: int,
    thalers: int = 0,
    grain: int = 0,
) -> Battle:
    tray = state.ledger.at("tray")
    parts = [*gathered, Gathering("supply", supply)]
    thrown = Cubes.sum(part.cubes for part in parts)
    parts.append(Gathering("tray", tray))
    return Battle(
        kind,
        province,
        source,
        attacker,
        defender,
        tuple(part for part in parts if part.cubes),
        thrown,
        tray,
        state.province(province).markers,
        missing,
        thalers,
        grain,
    )
