"""Another game that looks the same to a seat: what it can't know is exchanged."""

from games.engine.rng import Rng
from games.titles.targi.cards import TRIBE_CARD
from games.titles.targi.piles import with_card, without
from games.titles.targi.state import ELDER_SECRET, OPEN, Held, State, copy


def swap_hidden(state: State, seat: int | None, rng: Rng) -> State | None:
    """A copy in which a hand card hidden from `seat` changes places with an unseen one.

    None where nothing is hidden, or nothing is left to exchange it with.
    """
    swapped = copy(state)
    found = False
    for owner, hand in enumerate(state.hands):
        cards = list(hand)
        for index, held in enumerate(cards):
            pool = swapped.elder if held.secret == ELDER_SECRET else swapped.unseen
            if owner == seat or held.secret == OPEN or not pool[TRIBE_CARD]:
                continue
            other = rng.below(len(pool[TRIBE_CARD]))
            card = pool[TRIBE_CARD][other]
            pool[TRIBE_CARD] = with_card(without(pool[TRIBE_CARD], other), held.card)
            cards[index] = Held(card, held.round, held.secret)
            found = True
        swapped.hands[owner] = tuple(cards)
    return swapped if found else None
