"""Laying tribe cards, their effects at once, and finishing what was begun (T8, T9, T13, T18 to T21)."""

from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.targi.board import (
    CARAVAN,
    EXPANSION,
    FIELD_GOOD,
    MIRAGE,
    NOBLE,
    SILVERSMITH,
    TRADER,
    members,
)
from games.titles.targi.cards import (
    FIRST_GOODS,
    GOODS_CARD,
    NOTHING,
    TRIBE,
    TRIBE_CARD,
    Effect,
    Kind,
    Stock,
    card_set,
)
from games.titles.targi.events import (
    CardDrawn,
    CardLaid,
    Gained,
    GoodsTurnedUp,
    NoEffect,
    Source,
    TribeTurnedUp,
)
from games.titles.targi.gains import card_gain, give, good_choices, receive
from games.titles.targi.piles import discard, draw, replace
from games.titles.targi.state import ELDER_TRIBE, GAP, SECRET, Held, Pending, State

_HAND_TWO = card_set(Kind.HAND_TWO)
_CARAVAN_TWO = card_set(Kind.CARAVAN_TWO)
_CARAVAN_POINT = card_set(Kind.CARAVAN_POINT)
_EXPANSION_TWO = card_set(Kind.EXPANSION_TWO)
_MIRAGE_FACE_DOWN = card_set(Kind.MIRAGE_FACE_DOWN)


def hand_limit(state: State, seat: int) -> int:
    """How many hand cards the seat may hold (T13)."""
    return 2 if state.laid[seat] & _HAND_TWO else 1


def has_room(state: State, seat: int) -> bool:
    return len(state.hands[seat]) < hand_limit(state, seat)


# -- which fields may be used ---------------------------------------------------------------------


def usable(state: State, seat: int) -> int:
    """The fields whose action may be begun or gone on with now."""
    if not state.pending:
        return state.figures[seat]
    what = state.pending[-1].what
    if what == "again":
        return state.used
    if what == "trader":
        return 1 << TRADER
    if what == "silversmith":
        return 1 << SILVERSMITH
    if what == "noble":
        return 1 << NOBLE
    return 0


def can_trade(stock: Stock) -> bool:
    return stock[0] > 1 or stock[1] > 1 or stock[2] > 1


def can_forge(stock: Stock) -> bool:
    return can_trade(stock) or stock[3] > 0


def mirage_places(state: State, seat: int) -> list[int]:
    """Where Fata Morgana may take a marker of the seat (T16)."""
    taken = state.markers[0] | state.markers[1]
    lowest = ELDER_TRIBE if state.laid[seat] & _MIRAGE_FACE_DOWN else 0
    return [place for place, card in enumerate(state.centre) if card >= lowest and not taken >> place & 1]


def _useful(state: State, seat: int, field: int) -> bool:
    """Whether the action of a field could be done at all."""
    if field in FIELD_GOOD or field in (CARAVAN, EXPANSION):
        return True
    if field == TRADER:
        return can_trade(state.stock[seat])
    if field == SILVERSMITH:
        return can_forge(state.stock[seat])
    if field == NOBLE:
        return bool(state.hands[seat])
    return field == MIRAGE and bool(state.markers[seat] and mirage_places(state, seat))


def begin_field(state: State, seat: int, field: int) -> None:
    """The figure is used, or the field is used again, or its use goes on."""
    if not state.pending:
        state.figures[seat] &= ~(1 << field)
        state.used |= 1 << field
    elif state.pending[-1].what == "again":
        state.pending = state.pending[:-1]


def is_begun(state: State, what: str) -> bool:
    """Whether this is what is to be finished first."""
    return bool(state.pending) and state.pending[-1].what == what


def push(state: State, pending: Pending) -> None:
    state.pending = (*state.pending, pending)


def pop(state: State) -> None:
    state.pending = state.pending[:-1]


def settle(state: State, seat: int, rng: Rng, events: list[Event]) -> None:
    """Finishes what was begun, as far as there is nothing to choose."""
    while state.pending:
        top = state.pending[-1]
        if top.what == "place":
            pop(state)
            replace(state, top.number, GOODS_CARD, events)
        elif top.what == "goods-cards":
            choices = good_choices(top.cards[0], state.laid[seat])
            if len(top.cards) > 1 or len(choices) > 1:
                return
            take_shown(state, seat, top.cards[0], choices[0], events)
        elif (
            (top.what == "trader" and not can_trade(state.stock[seat]))
            or (top.what == "silversmith" and not can_forge(state.stock[seat]))
            or (top.what == "noble" and not state.hands[seat])
        ):
            pop(state)
        else:
            return


# -- cards turned up ------------------------------------------------------------------------------


def turn_up_goods(state: State, seat: int, by: int | None, rng: Rng, events: list[Event]) -> None:
    """The Caravan shows the top goods card (T18), or two (T27)."""
    count = 2 if state.laid[seat] & _CARAVAN_TWO else 1
    cards = tuple(draw(state, GOODS_CARD, rng, events) for _ in range(count))
    events.append(GoodsTurnedUp(seat, cards, by))
    push(state, Pending("goods-cards", cards=cards))


def take_shown(state: State, seat: int, card: int, good: int | None, events: list[Event]) -> None:
    """Takes what a goods card of the Caravan shows; all shown go to the discard."""
    gained, bonus, points = card_gain(card, good, state.laid[seat])
    more = 1 if state.laid[seat] & _CARAVAN_POINT else 0
    for shown in state.pending[-1].cards:
        discard(state, shown)
    pop(state)
    receive(state, seat, gained, points + more)
    events.append(Gained(seat, "caravan", gained, points + more, bonus, more, card=card))


def turn_up_tribe(state: State, seat: int, by: int | None, rng: Rng, events: list[Event]) -> None:
    """Tribal Expansion shows the top tribe card (T19), or two (T27)."""
    count = 2 if state.laid[seat] & _EXPANSION_TWO else 1
    cards = tuple(draw(state, TRIBE_CARD, rng, events) for _ in range(count))
    events.append(TribeTurnedUp(seat, cards, by))
    push(state, Pending("tribe-cards", cards=cards))


def drop_shown(state: State, chosen: int) -> None:
    """One of the turned-up tribe cards is chosen; another one goes to the discard."""
    for shown in state.pending[-1].cards:
        if shown != chosen:
            discard(state, shown)
    pop(state)


def clear_place(state: State, seat: int, place: int) -> None:
    """A tribe card leaves the centre; its replacement comes when all is finished (T9)."""
    state.markers[seat] &= ~(1 << place)
    state.centre[place] = GAP
    push(state, Pending("place", number=place))


def marked_tribe(state: State, seat: int) -> list[int]:
    """The places of tribe cards that the seat's markers are on."""
    return [place for place in members(state.markers[seat]) if 0 <= state.centre[place] < FIRST_GOODS]


# -- laying ---------------------------------------------------------------------------------------


def lay(
    state: State,
    seat: int,
    card: int,
    row: int,
    payment: Stock,
    source: Source,
    place: int | None,
    rng: Rng,
    events: list[Event],
) -> None:
    """Pays a tribe card, lays it, and carries out what it brings at once."""
    give(state, seat, payment)
    rows = list(state.rows[seat])
    rows[row] = (*rows[row], card)
    state.rows[seat] = (rows[0], rows[1], rows[2])
    state.laid[seat] |= 1 << card
    events.append(CardLaid(seat, card, row, payment, source, place))
    effect = TRIBE[card].effect
    if effect:
        _at_once(state, seat, card, effect, rng, events)


def _at_once(state: State, seat: int, card: int, effect: Effect, rng: Rng, events: list[Event]) -> None:
    kind = effect.kind
    if kind is Kind.GOODS:
        receive(state, seat, effect.goods)
        events.append(Gained(seat, "effect", effect.goods, card=card))
    elif kind is Kind.GOLD:
        gold = (0, 0, 0, effect.amount)
        receive(state, seat, gold)
        events.append(Gained(seat, "effect", gold, card=card))
    elif kind is Kind.POINTS:
        receive(state, seat, NOTHING, effect.amount)
        events.append(Gained(seat, "effect", NOTHING, effect.amount, card=card))
    elif kind is Kind.TURN_UP_GOODS:
        turn_up_goods(state, seat, card, rng, events)
    elif kind is Kind.TURN_UP_TRIBE:
        turn_up_tribe(state, seat, card, rng, events)
    elif kind is Kind.DRAW_UNSEEN:
        if has_room(state, seat):
            drawn = draw(state, TRIBE_CARD, rng, events)
            state.hands[seat] = (*state.hands[seat], Held(drawn, state.round, SECRET))
            events.append(CardDrawn(seat, drawn, card))
        else:
            events.append(NoEffect(seat, card))
    elif kind is Kind.USE_AGAIN:
        if any(_useful(state, seat, field) for field in members(state.used)):
            push(state, Pending("again"))
        else:
            events.append(NoEffect(seat, card))
