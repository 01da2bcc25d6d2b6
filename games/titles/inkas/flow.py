"""How one turn follows another (I14, I50, I59)."""

from msgspec.structs import replace

from games.engine.records import Event
from games.titles.inkas.events import GameEnded, OffersLapsed, TurnBegan
from games.titles.inkas.state import Phase, State

LAST_ROUND = 100


def lapse_offers(state: State, events: list[Event]) -> None:
    """All open offers end (I15); standing answers that are used up go."""
    if state.offers:
        events.append(OffersLapsed(tuple(offer.number for offer in state.offers)))
        state.offers = []
    if state.offered:
        for seat, standing in enumerate(state.standing):
            if standing:
                state.standing[seat] = [replace(answer, offers=()) for answer in standing if answer.times]


def begin_turn(state: State, seat: int, events: list[Event]) -> None:
    """The seat is to roll; whatever counts once a turn counts anew."""
    state.active = seat
    state.turn += 1
    if seat == state.order[0]:
        state.round += 1
    state.phase = Phase.ROLL
    if state.dice:
        state.dice = []
    state.fresh = state.bought = state.offered = 0
    state.card_played = state.mightiest_used = state.route_used = False
    events.append(TurnBegan(seat, state.turn, state.round))


def end_turn(state: State, events: list[Event]) -> None:
    """The turn passes on, or the game is over after the last round."""
    lapse_offers(state, events)
    order = state.order
    following = order[(order.index(state.active) + 1) % len(order)]
    if state.round >= LAST_ROUND and following == order[0]:
        state.phase = Phase.OVER
        events.append(GameEnded(state.round))
    else:
        begin_turn(state, following, events)
