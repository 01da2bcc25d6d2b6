"""Cards on their way between hands and supply, and what everyone can count of it."""

from games.titles.inkas.cards import ONE, common, count, size, union
from games.titles.inkas.state import State


def gain(state: State, seat: int, cards: int) -> None:
    """A seat takes cards from the supply, openly."""
    state.supply -= cards
    state.hands[seat] += cards
    state.held[seat] += size(cards)
    if state.known is not None:
        state.known[seat] += cards


def pay(state: State, seat: int, cards: int) -> None:
    """A seat gives cards to the supply, openly."""
    state.supply += cards
    state.hands[seat] -= cards
    state.held[seat] -= size(cards)
    if state.known is not None:
        state.known[seat] -= common(state.known[seat], cards)


def hand_over(state: State, giver: int, taker: int, cards: int) -> None:
    """A seat gives cards to another, openly."""
    state.hands[giver] -= cards
    state.hands[taker] += cards
    number = size(cards)
    state.held[giver] -= number
    state.held[taker] += number
    if state.known is not None:
        state.known[giver] -= common(state.known[giver], cards)
        state.known[taker] += cards


def steal(state: State, thief: int, victim: int, kind: int) -> None:
    """A card goes from victim to thief; nobody else sees which (I17).

    So everyone can count one card less of each kind in the victim's hand, unless
    all the victim's cards were known to be of one kind.
    """
    known, card = state.known, ONE[kind]
    if known is not None:
        if count(known[victim], kind) == state.held[victim]:
            known[victim] -= card
            known[thief] += card
        else:
            known[victim] -= common(known[victim], sum(ONE))
    state.hands[victim] -= card
    state.hands[thief] += card
    state.held[victim] -= 1
    state.held[thief] += 1


def show(state: State, seat: int, cards: int) -> None:
    """A seat lets everyone know that it holds these cards: it offers them (I15)."""
    if state.known is not None:
        state.known[seat] = union(state.known[seat], cards)


def hand_limit(state: State, seat: int) -> int:
    """How many cards a seat may keep on a 7 (I18)."""
    return 7 + state.fighters[seat]
