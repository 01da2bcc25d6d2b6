"""The two piles, their discards, and the face-down cards of the centre (T4, T9, T10).

A pile nobody has seen is a multiset: which card is next is drawn when it is turned up. The
face-down cards of the centre and the cards drawn unseen count as gone from the pile. When a pile
is reshuffled, what was still unseen then becomes `elder`: just the cards that lie face down or
hidden in a hand. No pile is reshuffled twice in a round, nor ever short: 45 tribe cards are more
than 24 laid, 3 in hands, 9 in the centre and those drawn in one round; 19 goods cards are more
than 9 in the centre and those drawn in one round.
"""

from bisect import insort

from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.targi.cards import FIRST_GOODS, GOODS_CARD, TRIBE_CARD
from games.titles.targi.events import CardReplaced, FaceUp, PileReshuffled
from games.titles.targi.state import (
    DOWN_GOODS,
    DOWN_TRIBE,
    ELDER_GOODS,
    ELDER_SECRET,
    ELDER_TRIBE,
    OPEN,
    SECRET,
    UNKNOWN,
    Held,
    State,
)

DOWN = (DOWN_GOODS, DOWN_TRIBE)
ELDER = (ELDER_GOODS, ELDER_TRIBE)


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Sorted cards and one more."""
    longer = list(cards)
    insort(longer, card)
    return tuple(longer)


def without(cards: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Cards without the one at an index."""
    return cards[:index] + cards[index + 1 :]


def pile_size(state: State, pile: int) -> int:
    """How many cards the goods or tribe pile holds; the same for a state and its views."""
    size = len(state.unseen[pile]) - state.centre.count(DOWN[pile])
    if pile == TRIBE_CARD:
        for hand in state.hands:
            for held in hand:
                if held.card == UNKNOWN and held.secret == SECRET:
                    size -= 1
    return size


def _reshuffle_if_empty(state: State, pile: int, events: list[Event]) -> None:
    if pile_size(state, pile) > 0:
        return
    state.elder[pile] = tuple(sorted(state.elder[pile] + state.unseen[pile]))
    state.unseen[pile] = state.discards[pile]
    state.discards[pile] = ()
    state.centre = [ELDER[pile] if card == DOWN[pile] else card for card in state.centre]
    if pile == TRIBE_CARD:
        for seat, hand in enumerate(state.hands):
            state.hands[seat] = tuple(
                Held(held.card, held.round, ELDER_SECRET) if held.secret == SECRET else held for held in hand
            )
    events.append(PileReshuffled(pile == TRIBE_CARD))


def draw(state: State, pile: int, rng: Rng, events: list[Event]) -> int:
    """The top card of the goods or tribe pile."""
    _reshuffle_if_empty(state, pile, events)
    unseen = state.unseen[pile]
    index = rng.below(len(unseen))
    state.unseen[pile] = without(unseen, index)
    return unseen[index]


def discard(state: State, card: int) -> None:
    """Puts a card on the discard of its kind."""
    pile = GOODS_CARD if card >= FIRST_GOODS else TRIBE_CARD
    state.discards[pile] = with_card(state.discards[pile], card)


def replace(state: State, place: int, pile: int, events: list[Event]) -> None:
    """Lays the top card of a pile face down on a place (T9)."""
    _reshuffle_if_empty(state, pile, events)
    state.centre[place] = DOWN[pile]
    events.append(CardReplaced(place, pile == TRIBE_CARD))


def turn_up(state: State, place: int, rng: Rng) -> int:
    """Turns up a face-down card of the centre."""
    code = state.centre[place]
    pile = GOODS_CARD if code in (DOWN_GOODS, ELDER_GOODS) else TRIBE_CARD
    source = state.unseen if code in DOWN else state.elder
    cards = source[pile]
    index = rng.below(len(cards))
    source[pile] = without(cards, index)
    card = state.centre[place] = cards[index]
    return card


def turn_up_all(state: State, rng: Rng, events: list[Event]) -> None:
    """Turns up the face-down cards at the round's end (T10)."""
    places = tuple(place for place, card in enumerate(state.centre) if card < 0)
    if places:
        events.append(FaceUp(places, tuple(turn_up(state, place, rng) for place in places)))
    if state.elder[TRIBE_CARD] or any(held.secret == ELDER_SECRET for hand in state.hands for held in hand):
        _unveil_elders(state)


def _unveil_elders(state: State) -> None:
    """With every other elder card turned up, the one drawn unseen is known to all."""
    for seat, hand in enumerate(state.hands):
        state.hands[seat] = tuple(
            Held(state.elder[TRIBE_CARD][0] if held.card == UNKNOWN else held.card, held.round, OPEN)
            if held.secret == ELDER_SECRET
            else held
            for held in hand
        )
    state.elder[TRIBE_CARD] = ()
