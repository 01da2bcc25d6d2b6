"""A whole state that fits what a seat sees, drawn at random."""

from games.engine.rng import Rng
from games.titles.inkas.cards import (
    ALL_CARDS,
    COMBAT_ARTS,
    ONE,
    STACK,
    UNKNOWN,
    common,
    draw_many,
    has,
    pack,
    size,
    union,
)
from games.titles.inkas.state import State, copied


def imagined(view: State, rng: Rng) -> State:
    """The secrets of a view filled in: hands, development cards, decks, cards laid aside.

    Numbers of cards and everything the view shows hold; standing answers and
    preferences of the others are taken to be none.
    """
    state = copied(view)
    seats = range(len(state.order))
    state.standing = [[] if answers is None else answers for answers in state.standing]
    state.keep = [() if kinds is None else kinds for kinds in state.keep]
    _deal_hands(state, rng)
    _deal_development(state, rng)
    for seat in seats:
        if state.discards[seat] == UNKNOWN:
            state.discards[seat] = draw_many(state.hands[seat], state.due[seat], rng)
    return state


def _deal_hands(state: State, rng: Rng) -> None:
    """Every card not seen elsewhere goes to someone; first of all what each is known to hold."""
    unknown = [seat for seat, hand in enumerate(state.hands) if hand == UNKNOWN]
    pool = ALL_CARDS - state.supply - sum(hand for hand in state.hands if hand != UNKNOWN)
    for seat in unknown:
        state.hands[seat] = state.known[seat] if state.known is not None else 0
        pool -= state.hands[seat]
    for seat in unknown:
        promised = _promised(state, seat)
        more = union(state.hands[seat], promised) - state.hands[seat]
        if has(pool, more) and size(state.hands[seat] + more) <= state.held[seat]:
            state.hands[seat] += more
            pool -= more
    for seat in unknown:
        rest = draw_many(pool, state.held[seat] - size(state.hands[seat]), rng)
        state.hands[seat] += rest
        pool -= rest


def _promised(state: State, seat: int) -> int:
    """What a seat has said in its open offers and answers that it holds."""
    promised = 0
    for offer in state.offers:
        answer = offer.answers[seat]
        if answer is not None:
            promised = union(promised, pack(answer.give))
        elif seat == state.active:
            promised = union(promised, pack(offer.give))
    return promised


def _deal_development(state: State, rng: Rng) -> None:
    """Development cards: the first stack is bought up before the second is touched (I19)."""
    unknown = [seat for seat, cards in enumerate(state.cards) if cards == UNKNOWN]
    seen = state.spent + sum(state.fighters) * ONE[COMBAT_ARTS]
    seen += sum(cards for cards in state.cards if cards != UNKNOWN)
    if state.deck_sizes[0]:
        state.decks[1] = STACK
        unseen = STACK - seen
        state.decks[0] = rest = draw_many(unseen, state.deck_sizes[0], rng)
    else:
        state.decks[0] = 0
        unseen = 2 * STACK - seen
        state.decks[1] = rest = draw_many(common(unseen, STACK), state.deck_sizes[1], rng)
    unseen -= rest
    for seat in unknown:
        state.cards[seat] = draw_many(unseen, state.card_counts[seat], rng)
        unseen -= state.cards[seat]
    if state.fresh == UNKNOWN:
        state.fresh = draw_many(state.cards[state.active], state.bought, rng)
