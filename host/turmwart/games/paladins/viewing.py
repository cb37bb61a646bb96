"""From state to view."""

from __future__ import annotations

from turmwart.games.paladins.board import Board
from turmwart.games.paladins.clock import reveals, tavern_cards
from turmwart.games.paladins.names import ASKS, RIGHT
from turmwart.games.paladins.needs import needs
from turmwart.games.paladins.reading import ints
from turmwart.games.paladins.requirements import DEVELOP_SILVER, nth, pieces_left, room_for_outsider
from turmwart.games.paladins.rules import asked
from turmwart.games.paladins.scoring import QUESTIONS, ranking, undecided
from turmwart.games.paladins.state import PIECE_OF, SPACES_OF_AN_ACTION, Player, State
from turmwart.games.paladins.view import Can, OrderView, PlayerView, View

_COSTS = {
    "commission": ("provisions", "Q-P-PROVISIONS"),
    "garrison": ("provisions", "Q-P-PROVISIONS"),
    "absolve": ("silver", "Q-P-JAR-COST"),
    "fortify": ("provisions", "Q-P-PROVISIONS"),
}
_NEEDS = {"absolve": "Q-P-JAR-NUMBER", "fortify": "Q-P-WALLS"}


def view(state: State, seat: str | None = None) -> View:
    """What is shown; the same for every seat, since all that is kept lies open on the table."""
    del seat
    board = state.board
    shown = state.phase == "over" or (state.setup.points_now and state.mode != "light")
    *points, needed = ints(str(board.likely("Q-P-ORDERS")))
    convert = board.known("Q-P-CONVERT-SHORTFALL")
    return View(
        phase=state.phase,
        mode=state.mode,
        round=state.round,
        step=state.step,
        number=state.number,
        first=state.first,
        order=state.order_of_play,
        active=active(state),
        players=tuple(_player(state, player) for player in state.players),
        reveals=reveals(state.round),
        tavern_cards=tavern_cards(len(state.players)),
        tax=state.tax,
        tax_full=int(board.likely(state.tax_key)),
        tax_filled=state.tax_filled,
        orders=tuple(
            OrderView(order.place + 1, order.action, points[order.place], needed)
            for order in state.orders
        ),
        favours=state.favours,
        due=tuple((one.seat, one.cards) for one in state.due),
        inquiry=state.inquiry,
        inquisitions=state.inquisitions,
        question=asked(state) is not None,
        solo=state.solo,
        paid_shortfall=None if convert is None else convert == "yes",
        ranking=ranking(state) if shown else (),
        unconfirmed=tuple(one for one in QUESTIONS if board.known(one) is None),
        undecided=undecided(state),
    )


def active(state: State) -> str:
    """The seat that must do something now; empty where nobody or everybody must."""
    if state.due:
        return state.due[0].seat
    return state.turn if state.phase == "round" else ""


def _player(state: State, player: Player) -> PlayerView:
    known = state.phase != "round" or (state.mode != "light" and not needs(state, player))
    paladin = player.paladin
    return PlayerView(
        seat=player.seat,
        name=player.name,
        colour=player.colour,
        known=known,
        silver=player.silver,
        provisions=player.provisions,
        faith=player.faith,
        strength=player.strength,
        influence=player.influence,
        workshops=len(player.workshops),
        monks=player.monks,
        outposts=player.outposts,
        jars=player.jars,
        walls=player.walls,
        attacked=player.attacked,
        outsiders=len(player.outsiders),
        townsfolk=player.townsfolk,
        suspicion=player.suspicion,
        debts_open=player.debts_open,
        debts_paid=player.debts_paid,
        workers=player.workers.total,
        kinds=player.workers.counts if state.mode == "full" else (),
        paladin=paladin.name if paladin is not None else "",
        points=(paladin.faith, paladin.strength, paladin.influence)
        if paladin is not None
        else None,
        tavern=player.tavern,
        used=player.used,
        passed=player.passed,
        needs=bool(needs(state, player)),
        sheet=player.sheet,
        can=tuple(can(state, player)) if known and state.phase == "round" else (),
    )


def can(state: State, player: Player) -> list[Can]:
    """What Develop and the six right-side actions ask of a player now.

    Values that nobody has confirmed show as preset, and enforce nothing.

    Rule: P-WORKER-6, P-WORKER-9, P-WORKER-10, P-ACT-GEN-4.
    """
    silver = max(0, DEVELOP_SILVER - player.silver)
    unused = "develop" not in player.used
    left = pieces_left(player, "develop")
    rows = [Can("develop", "", 0, 0, 0, DEVELOP_SILVER, "silver", silver, "2", left, unused)]
    return [*rows, *(_can(state, player, action) for action in RIGHT)]


def _can(state: State, player: Player, action: str) -> Can:
    board, attribute = state.board, ASKS[action]
    have = player.effective(attribute)
    placed = player.piece(PIECE_OF[action]) if action in PIECE_OF else 0
    columns = board.columns(action)
    need = columns[0] if columns else _printed(board, _NEEDS.get(action, ""), placed)
    good, question = _COSTS.get(action, ("", ""))
    cost = _printed(board, question, placed)
    owned: int = getattr(player, good) if good else 0
    reached = [one for one in columns if one <= have]
    return Can(
        action=action,
        attribute=attribute,
        need=need,
        have=have,
        missing=max(0, need - have),
        cost=cost,
        good=good,
        lacks=max(0, cost - owned) if good else 0,
        workers=_workers(player, action),
        left=_left(player, action),
        open=action not in player.used,
        columns=(reached[-1] if reached else -1, columns[-1]) if columns else None,
    )


def _left(player: Player, action: str) -> int:
    """Pieces that an action can still place; -1 where it places none.

    Rule: P-ACT-CONVERT-4.
    """
    if action == "convert" and not room_for_outsider(player):
        return 0
    return pieces_left(player, action) if action in PIECE_OF else -1


def _printed(board: Board, question: str, placed: int) -> int:
    shown = board.likely(question) if question else ""
    return nth(shown, placed) if shown != "" else -1


def _workers(player: Player, action: str) -> str:
    """Workers needed; a span while nobody has said where all workshops stand.

    Rule: P-WORKER-6.
    """
    here = sum(one.action == action for one in player.workshops)
    somewhere = sum(not one.action for one in player.workshops)
    most = max(0, SPACES_OF_AN_ACTION - here)
    least = max(0, most - somewhere)
    return str(most) if least == most else f"{least}-{most}"
