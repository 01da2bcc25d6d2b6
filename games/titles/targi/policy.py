"""What a position is worth, and what to do when the clock has run out."""

from collections.abc import Sequence

from games.titles.targi.actions import (
    Done,
    EndTurn,
    GiveBack,
    PayRaid,
    TargiAction,
)
from games.titles.targi.scoring import score
from games.titles.targi.state import State

#: What a good, a gold and a VP cost when a raid asks for them: 3 goods make 1 gold, 1 gold 2 VP.
GOOD_COST, GOLD_COST, POINT_COST = 2, 6, 3


def value(state: State, seat: int) -> float:
    """How much better the seat stands than the other, in VP."""
    return score(state, seat) - score(state, 1 - seat)


def default(state: State, seat: int, legal: Sequence[TargiAction]) -> TargiAction:
    """The action for a seat whose clock has run out (T28)."""
    stock = state.stock[seat]
    if state.phase == "raid":
        return min(legal, key=lambda action: _raid_cost(action, state, seat))
    if state.phase == "limit":
        return max(legal, key=lambda action: stock[action.good] if isinstance(action, GiveBack) else 0)
    return next((action for action in legal if isinstance(action, EndTurn | Done)), legal[0])


def _raid_cost(action: TargiAction, state: State, seat: int) -> tuple[int, int]:
    """What a tribute costs; of equal ones, the one from the largest kind comes first."""
    assert isinstance(action, PayRaid)
    *goods, gold, points = action.tribute
    left = [own - given for own, given in zip(state.stock[seat], goods, strict=False)]
    return (
        GOOD_COST * sum(goods) + GOLD_COST * gold + POINT_COST * points,
        sum(count * count for count in left),
    )
