"""From round to round: the robber, raids, placing, turns, limits and the end (T5 to T11, T22 to T24)."""

from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.targi.board import CORNERS, GOODS, LAST_FIELD, crossings, members
from games.titles.targi.cards import Kind, Stock, card_set
from games.titles.targi.events import (
    GameEnded,
    GivenBack,
    GivenUp,
    MarkersPlaced,
    RaidPaid,
    RobberMoved,
    RoundBegan,
    TurnEnded,
)
from games.titles.targi.gains import give
from games.titles.targi.payments import Tribute, tributes
from games.titles.targi.piles import turn_up_all
from games.titles.targi.state import State

GOODS_LIMIT = 10
GOLD_LIMIT = 3
DISPLAY = 12

_MORE_STORE = card_set(Kind.MORE_STORE)
_SAFE = card_set(Kind.SAFE)
_SAFE_GOODS = card_set(Kind.SAFE_GOODS)


def begin_round(state: State, rng: Rng, events: list[Event]) -> None:
    """The robber moves on; then a raid, or the placing (T5)."""
    state.round += 1
    state.robber += 1
    events.append(RoundBegan(state.round, state.start))
    events.append(RobberMoved(state.robber))
    if state.robber in CORNERS:
        state.phase = "raid"
        _ask_tribute(state, state.start, events)
    else:
        _begin_placing(state)


def is_safe(state: State, seat: int) -> bool:
    """Whether a laid card spares the seat the raid on the robber's field (T27)."""
    laid = state.laid[seat]
    return bool(laid & _SAFE or (laid & _SAFE_GOODS and state.robber != LAST_FIELD))


def pay_tribute(state: State, seat: int, tribute: Tribute, events: list[Event]) -> None:
    """A seat pays the raid; then the next one's turn to, or the placing (T22)."""
    _pay(state, seat, tribute, events)
    _after_tribute(state, seat, events)


def _pay(state: State, seat: int, tribute: Tribute, events: list[Event]) -> None:
    goods: Stock = tribute[:4]
    give(state, seat, goods, tribute[4])
    events.append(RaidPaid(seat, state.robber, goods, tribute[4], False))


def _ask_tribute(state: State, seat: int, events: list[Event]) -> None:
    """Asks a seat what it pays, unless there is nothing to choose."""
    if is_safe(state, seat):
        events.append(RaidPaid(seat, state.robber, (0, 0, 0, 0), 0, True))
        _after_tribute(state, seat, events)
        return
    ways = tributes(state.robber, state.stock[seat], state.points[seat])
    if len(ways) == 1:
        pay_tribute(state, seat, ways[0], events)
    else:
        state.active = seat


def _after_tribute(state: State, seat: int, events: list[Event]) -> None:
    if seat == state.start:
        _ask_tribute(state, 1 - seat, events)
    elif state.robber == LAST_FIELD:
        _end(state, GameEnded("fourth-raid"), events)
    else:
        state.robber += 1
        events.append(RobberMoved(state.robber))
        _begin_placing(state)


def _begin_placing(state: State) -> None:
    state.phase = "place"
    state.active = state.start


def place_markers(state: State, events: list[Event]) -> None:
    """With all figures placed, the markers are put where lines cross (T7); then the turns begin."""
    for seat in (state.start, 1 - state.start):
        state.markers[seat] = crossings(state.figures[seat])
        events.append(MarkersPlaced(seat, members(state.markers[seat])))
    state.phase = "act"
    state.active = state.start


def end_turn(state: State, seat: int, rng: Rng, events: list[Event]) -> None:
    """What was not used is taken back (T11); what is over the limits goes back (T23)."""
    if state.figures[seat] or state.markers[seat]:
        events.append(GivenUp(seat, members(state.figures[seat]), members(state.markers[seat])))
        state.figures[seat] = state.markers[seat] = 0
    state.used = 0
    gold = state.stock[seat][3] - GOLD_LIMIT
    if gold > 0:
        give_back(state, seat, (0, 0, 0, gold), events)
    keep_limit(state, seat, rng, events)


def excess(state: State, seat: int) -> int:
    """How many goods the seat has over its limit."""
    dates, salt, pepper, _ = state.stock[seat]
    limit = GOODS_LIMIT + 3 if state.laid[seat] & _MORE_STORE else GOODS_LIMIT
    return dates + salt + pepper - limit


def give_back(state: State, seat: int, goods: Stock, events: list[Event]) -> None:
    give(state, seat, goods)
    events.append(GivenBack(seat, goods))


def keep_limit(state: State, seat: int, rng: Rng, events: list[Event]) -> None:
    """Asks for a good over the limit, unless there is nothing to choose; else passes the turn on."""
    over = excess(state, seat)
    if over > 0:
        held = [good for good in GOODS if state.stock[seat][good]]
        if len(held) > 1:
            state.phase = "limit"
            return
        dates, salt, pepper = (over if good == held[0] else 0 for good in GOODS)
        give_back(state, seat, (dates, salt, pepper, 0), events)
    events.append(TurnEnded(seat))
    if seat == state.start:
        state.phase = "act"
        state.active = 1 - seat
    else:
        _end_round(state, rng, events)


def _end_round(state: State, rng: Rng, events: list[Event]) -> None:
    if any(laid.bit_count() >= DISPLAY for laid in state.laid):
        _end(state, GameEnded("twelfth-card"), events)
        return
    turn_up_all(state, rng, events)
    state.start = 1 - state.start
    begin_round(state, rng, events)


def _end(state: State, event: GameEnded, events: list[Event]) -> None:
    state.phase = "over"
    state.active = -1
    events.append(event)
