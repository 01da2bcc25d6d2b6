"""What a player can do. Of each action: when it is possible, why it is not, and what it does.

`choices` lists what is legal, `check` says of any one whether it is, `refusal` why there is none.
They are asked only of the active seat, in the action's phase.
"""

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from games.engine.errors import IllegalAction
from games.engine.records import Action, Event
from games.engine.rng import Rng
from games.titles.targi.board import (
    CARAVAN,
    EXPANSION,
    FIELD_GOOD,
    FIELDS,
    GOLD,
    GOODS,
    MIRAGE,
    NOBLE,
    SILVERSMITH,
    TRADER,
    members,
    places_for,
    set_of,
)
from games.titles.targi.cards import (
    FIRST_GOODS,
    NOTHING,
    TRIBE_CARD,
    Kind,
    Stock,
    card_set,
    is_tribe,
)
from games.titles.targi.events import (
    CardDiscarded,
    CardsMoved,
    CardTaken,
    FaceUp,
    FigurePlaced,
    Forged,
    Gained,
    MarkerMoved,
    Source,
    Traded,
)
from games.titles.targi.flow import (
    DISPLAY,
    end_turn,
    excess,
    give_back,
    keep_limit,
    pay_tribute,
    place_markers,
)
from games.titles.targi.gains import card_gain, give, good_choices, one, receive, with_bonus
from games.titles.targi.laying import (
    begin_field,
    clear_place,
    drop_shown,
    hand_limit,
    has_room,
    is_begun,
    lay,
    marked_tribe,
    mirage_places,
    pop,
    push,
    take_shown,
    turn_up_goods,
    turn_up_tribe,
    usable,
)
from games.titles.targi.payments import Tribute, affordable, payments, tributes
from games.titles.targi.piles import discard, replace, turn_up
from games.titles.targi.state import OPEN, Held, Pending, Phase, State

_ROBBER_FIELD = card_set(Kind.ROBBER_FIELD)
_TRADER_TWO = card_set(Kind.TRADER_TWO)
_SILVERSMITH_TWICE = card_set(Kind.SILVERSMITH_TWICE)
_WITHOUT_NOBLE = card_set(Kind.WITHOUT_NOBLE)
_HAND_TWO = card_set(Kind.HAND_TWO)
_MOVE_CARDS = card_set(Kind.MOVE_CARDS)
_GOODS_FIELDS = set_of(*FIELD_GOOD)


class TargiAction(Action, frozen=True, gc=False):
    """phase: the phase it belongs to; rule: the rule that describes it."""

    phase: ClassVar[Phase] = "act"
    rule: ClassVar[str]

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable["TargiAction"]:
        """What is legal now, in a stable order."""
        raise NotImplementedError

    def check(self, state: State, seat: int) -> None:
        """Raises IllegalAction unless the action is legal."""
        raise NotImplementedError

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        """Why there are no choices now."""
        raise NotImplementedError

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        """Carries out a legal action."""
        raise NotImplementedError


def _unusable(state: State, rule: str, field: int) -> IllegalAction:
    """Why a field can't be used that is not usable."""
    if state.pending:
        return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
    return IllegalAction(rule, "no-figure-on-field", field=field)


# -- placing and raids ----------------------------------------------------------------------------


class PlaceFigure(TargiAction, frozen=True, tag="place-figure"):
    """Place a figure on a rim field (T6)."""

    phase = "place"
    rule = "T6"
    field: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return _placements(cls, _places(state, seat))

    def check(self, state: State, seat: int) -> None:
        if self.field in FIELDS and _places(state, seat) >> self.field & 1:
            return
        if self.field not in FIELDS:
            raise IllegalAction("T6", "no-field-for-figures", field=self.field)
        if (state.figures[0] | state.figures[1]) >> self.field & 1:
            raise IllegalAction("T6", "field-occupied", field=self.field)
        if self.field == state.robber:
            raise IllegalAction("T6", "robber-on-field", field=self.field)
        raise IllegalAction("T6", "opposite-opponent", field=self.field)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.figures[seat] |= 1 << self.field
        events: list[Event] = [FigurePlaced(seat, self.field)]
        if seat != state.start and state.figures[seat].bit_count() == 3:
            place_markers(state, events)
        else:
            state.active = 1 - seat
        return events


def _places(state: State, seat: int) -> int:
    barred = 0 if state.laid[seat] & _ROBBER_FIELD else 1 << state.robber
    return places_for(state.figures[seat], state.figures[1 - seat], barred)


@cache
def _placements(cls: type[PlaceFigure], places: int) -> tuple[PlaceFigure, ...]:
    return tuple(cls(field) for field in members(places))


class PayRaid(TargiAction, frozen=True, tag="pay-raid"):
    """Pay a raid in goods (or gold) or in VP (T22). tribute: dates, salt, pepper, gold, VP."""

    phase = "raid"
    rule = "T22"
    tribute: Tribute

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        ways = tributes(state.robber, state.stock[seat], state.points[seat])
        return [cls(way) for way in ways]

    def check(self, state: State, seat: int) -> None:
        if self.tribute not in tributes(state.robber, state.stock[seat], state.points[seat]):
            raise IllegalAction("T22", "wrong-tribute", field=state.robber)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        pay_tribute(state, seat, self.tribute, events)
        return events


# -- goods ----------------------------------------------------------------------------------------


class TakeField(TargiAction, frozen=True, tag="take-field"):
    """Take the good a goods field shows (T12)."""

    rule = "T12"
    field: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return _field_takings(cls, usable(state, seat) & _GOODS_FIELDS)

    def check(self, state: State, seat: int) -> None:
        if self.field not in FIELD_GOOD:
            raise IllegalAction("T12", "not-a-goods-field", field=self.field)
        if not usable(state, seat) >> self.field & 1:
            raise _unusable(state, "T12", self.field)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return IllegalAction("T12", "no-figure-on-goods-field")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        begin_field(state, seat, self.field)
        gained, bonus = with_bonus(one(FIELD_GOOD[self.field]), state.laid[seat])
        receive(state, seat, gained)
        return [Gained(seat, "field", gained, bonus=bonus, field=self.field)]


@cache
def _field_takings(cls: type[TakeField], fields: int) -> tuple[TakeField, ...]:
    return tuple(cls(field) for field in members(fields))


class TakeCard(TargiAction, frozen=True, tag="take-card"):
    """Take what a goods card of the centre shows (T12).

    good: the good of choice it shows, or the one that comes with its gold (T27); None for neither.
    """

    rule = "T12"
    place: int
    good: int | None

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if state.pending:
            return ()
        return [
            _card_taking(cls, place, good)
            for place in members(state.markers[seat])
            if state.centre[place] >= FIRST_GOODS
            for good in good_choices(state.centre[place], state.laid[seat])
        ]

    def check(self, state: State, seat: int) -> None:
        if state.pending:
            raise IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        place = self.place
        if place < 0 or not state.markers[seat] >> place & 1 or state.centre[place] < FIRST_GOODS:
            raise IllegalAction("T12", "no-marker-on-goods-card", place=place)
        if self.good not in good_choices(state.centre[place], state.laid[seat]):
            raise IllegalAction("T12", "wrong-good")

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return IllegalAction("T12", "no-marker-on-goods-card", place=None)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        place = self.place
        card = state.centre[place]
        gained, bonus, points = card_gain(card, self.good, state.laid[seat])
        state.markers[seat] &= ~(1 << place)
        receive(state, seat, gained, points)
        discard(state, card)
        events: list[Event] = [Gained(seat, "card", gained, points, bonus, place=place, card=card)]
        replace(state, place, TRIBE_CARD, events)
        return events


@cache
def _card_taking(cls: type[TakeCard], place: int, good: int | None) -> TakeCard:
    return cls(place, good)


class SendCaravan(TargiAction, frozen=True, tag="send-caravan"):
    """Turn up the top goods card and take what it shows (T18)."""

    rule = "T18"

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return (cls(),) if usable(state, seat) >> CARAVAN & 1 else ()

    def check(self, state: State, seat: int) -> None:
        if not usable(state, seat) >> CARAVAN & 1:
            raise _unusable(state, "T18", CARAVAN)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return _unusable(state, "T18", CARAVAN)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        begin_field(state, seat, CARAVAN)
        turn_up_goods(state, seat, None, rng, events)
        return events


class TakeShown(TargiAction, frozen=True, tag="take-shown"):
    """Take one of the goods cards that the Caravan shows (T18, T27). good: as for TakeCard."""

    rule = "T18"
    card: int
    good: int | None

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if not is_begun(state, "goods-cards"):
            return ()
        return [
            cls(card, good)
            for card in state.pending[-1].cards
            for good in good_choices(card, state.laid[seat])
        ]

    def check(self, state: State, seat: int) -> None:
        if not is_begun(state, "goods-cards") or self.card not in state.pending[-1].cards:
            raise IllegalAction("T18", "card-not-shown", card=self.card)
        if self.good not in good_choices(self.card, state.laid[seat]):
            raise IllegalAction("T12", "wrong-good")

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return IllegalAction("T18", "no-card-shown")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        take_shown(state, seat, self.card, self.good, events)
        return events


# -- tribe cards ----------------------------------------------------------------------------------


def _open_hand(state: State, seat: int) -> list[int]:
    """The hand cards taken in an earlier round (T14)."""
    return [held.card for held in state.hands[seat] if held.round < state.round]


def _layable(state: State, seat: int) -> list[int]:
    """The tribe cards that may be laid now, if they can be paid."""
    if is_begun(state, "tribe-cards"):
        return list(state.pending[-1].cards)
    cards = []
    if not state.pending:
        cards = [state.centre[place] for place in marked_tribe(state, seat)]
    if state.hands[seat] and (
        usable(state, seat) >> NOBLE & 1 or (not state.pending and state.laid[seat] & _WITHOUT_NOBLE)
    ):
        cards += _open_hand(state, seat)
    return cards


def _leave(state: State, seat: int, card: int, *, laying: bool) -> tuple[Source, int | None]:
    """Takes a tribe card away from where it is; says where that was."""
    for index, held in enumerate(state.hands[seat]):
        if held.card == card:
            state.hands[seat] = state.hands[seat][:index] + state.hands[seat][index + 1 :]
            if laying and not state.pending and state.laid[seat] & _WITHOUT_NOBLE:
                return "hand", None
            if not is_begun(state, "noble"):
                begin_field(state, seat, NOBLE)
                if state.laid[seat] & _HAND_TWO:
                    push(state, Pending("noble"))
            return "noble", None
    if is_begun(state, "tribe-cards"):
        drop_shown(state, card)
        return "shown", None
    place = state.centre.index(card)
    clear_place(state, seat, place)
    return "centre", place


class LayCard(TargiAction, frozen=True, tag="lay-card"):
    """Lay a tribe card and pay it: from the centre, turned up, or from the hand (T13, T14, T19 to T21).

    row: 0 … 2 of the display; payment: dates, salt, pepper, gold.
    """

    rule = "T13"
    card: int
    row: int
    payment: Stock

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        cards = _layable(state, seat)
        if not cards:
            return ()
        rows = [row for row, laid in enumerate(state.rows[seat]) if len(laid) < 4]
        stock, laid = state.stock[seat], state.laid[seat]
        return [
            cls(card, row, payment)
            for card in cards
            if (ways := affordable(card, laid, stock))
            for row in rows
            for payment in ways
        ]

    def check(self, state: State, seat: int) -> None:
        if not is_tribe(self.card) or self.card not in _layable(state, seat):
            if is_tribe(self.card) and any(held.card == self.card for held in state.hands[seat]):
                raise IllegalAction("T14", "hand-card-not-now", card=self.card)
            raise IllegalAction("T13", "card-not-at-hand", card=self.card)
        if not 0 <= self.row < 3:
            raise IllegalAction("T21", "no-such-row", row=self.row)
        if len(state.rows[seat][self.row]) == 4:
            raise IllegalAction("T21", "row-full", row=self.row)
        if self.payment not in payments(self.card, state.laid[seat]):
            raise IllegalAction("T20", "wrong-payment", card=self.card)
        if any(asked > owned for asked, owned in zip(self.payment, state.stock[seat], strict=True)):
            raise IllegalAction("T20", "cannot-pay", cards=[self.card])

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        cards = _layable(state, seat)
        if state.laid[seat].bit_count() == DISPLAY:
            return IllegalAction("T21", "display-full")
        if cards:
            return IllegalAction("T20", "cannot-pay", cards=cards)
        if state.pending:
            return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        if state.hands[seat]:
            if not _open_hand(state, seat):
                return IllegalAction("T14", "hand-card-too-new")
            return IllegalAction("T14", "hand-card-needs-noble")
        return IllegalAction("T13", "no-tribe-card")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        source, place = _leave(state, seat, self.card, laying=True)
        lay(state, seat, self.card, self.row, self.payment, source, place, rng, events)
        return events


class TakeInHand(TargiAction, frozen=True, tag="take-in-hand"):
    """Take a tribe card of the centre, or one turned up, in hand (T13, T19)."""

    rule = "T13"
    card: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if not has_room(state, seat):
            return ()
        return [cls(card) for card in _takeable(state, seat)]

    def check(self, state: State, seat: int) -> None:
        if self.card not in _takeable(state, seat):
            raise IllegalAction("T13", "card-not-at-hand", card=self.card)
        if not has_room(state, seat):
            raise IllegalAction("T13", "hand-full", limit=hand_limit(state, seat))

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if _takeable(state, seat):
            return IllegalAction("T13", "hand-full", limit=hand_limit(state, seat))
        if state.pending:
            return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        return IllegalAction("T13", "no-tribe-card")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        source, place = _leave(state, seat, self.card, laying=False)
        state.hands[seat] = (*state.hands[seat], Held(self.card, state.round, OPEN))
        return [CardTaken(seat, self.card, source, place)]


def _takeable(state: State, seat: int) -> list[int]:
    """The tribe cards that may be taken in hand or let go: marked or turned up."""
    if is_begun(state, "tribe-cards"):
        return list(state.pending[-1].cards)
    if state.pending:
        return []
    return [state.centre[place] for place in marked_tribe(state, seat)]


class DiscardCard(TargiAction, frozen=True, tag="discard-card"):
    """Put a tribe card on the discard: of the centre, turned up, or by the Noble of the hand."""

    rule = "T13"
    card: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return [cls(card) for card in _discardable(state, seat)]

    def check(self, state: State, seat: int) -> None:
        if not is_tribe(self.card) or self.card not in _discardable(state, seat):
            if is_tribe(self.card) and any(held.card == self.card for held in state.hands[seat]):
                raise IllegalAction("T14", "hand-card-needs-noble")
            raise IllegalAction("T13", "card-not-at-hand", card=self.card)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if state.pending:
            return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        if state.hands[seat]:
            return IllegalAction("T14", "hand-card-needs-noble")
        return IllegalAction("T13", "no-tribe-card")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        source, place = _leave(state, seat, self.card, laying=False)
        discard(state, self.card)
        return [CardDiscarded(seat, self.card, source, place)]


def _discardable(state: State, seat: int) -> list[int]:
    cards = _takeable(state, seat)
    if state.hands[seat] and usable(state, seat) >> NOBLE & 1:
        cards += [held.card for held in state.hands[seat]]
    return cards


class ExpandTribe(TargiAction, frozen=True, tag="expand-tribe"):
    """Turn up the top tribe card (T19)."""

    rule = "T19"

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return (cls(),) if usable(state, seat) >> EXPANSION & 1 else ()

    def check(self, state: State, seat: int) -> None:
        if not usable(state, seat) >> EXPANSION & 1:
            raise _unusable(state, "T19", EXPANSION)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return _unusable(state, "T19", EXPANSION)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        begin_field(state, seat, EXPANSION)
        turn_up_tribe(state, seat, None, rng, events)
        return events


# -- other fields ---------------------------------------------------------------------------------


class MoveMarker(TargiAction, frozen=True, tag="move-marker"):
    """Fata Morgana: move a marker to another centre card (T16). Both are centre places."""

    rule = "T16"
    marker: int
    place: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if not usable(state, seat) >> MIRAGE & 1 or not state.markers[seat]:
            return ()
        places = mirage_places(state, seat)
        return [
            _marker_move(cls, marker, place) for marker in members(state.markers[seat]) for place in places
        ]

    def check(self, state: State, seat: int) -> None:
        if not usable(state, seat) >> MIRAGE & 1:
            raise _unusable(state, "T16", MIRAGE)
        if self.marker < 0 or not state.markers[seat] >> self.marker & 1:
            raise IllegalAction("T16", "no-marker-there", place=self.marker)
        if self.place not in mirage_places(state, seat):
            raise IllegalAction("T16", "marker-cannot-go-there", place=self.place)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if usable(state, seat) >> MIRAGE & 1:
            if state.markers[seat]:
                return IllegalAction("T16", "marker-cannot-go-there", place=None)
            return IllegalAction("T16", "no-marker-left")
        return _unusable(state, "T16", MIRAGE)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        begin_field(state, seat, MIRAGE)
        state.markers[seat] ^= 1 << self.marker | 1 << self.place
        events: list[Event] = [MarkerMoved(seat, self.marker, self.place)]
        if state.centre[self.place] < 0:
            events.append(FaceUp((self.place,), (turn_up(state, self.place, rng),)))
        return events


@cache
def _marker_move(cls: type[MoveMarker], marker: int, place: int) -> MoveMarker:
    return cls(marker, place)


class Trade(TargiAction, frozen=True, tag="trade"):
    """Trader: goods of one kind for gold, or two of them for another good (T15).

    give, get: a good; get may be gold.
    """

    rule = "T15"
    give: int
    get: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if not usable(state, seat) >> TRADER & 1:
            return ()
        dates, salt, pepper, _ = state.stock[seat]
        return _trades(cls, min(dates, 3), min(salt, 3), min(pepper, 3), _gold_price(state, seat))

    def check(self, state: State, seat: int) -> None:
        if not usable(state, seat) >> TRADER & 1:
            raise _unusable(state, "T15", TRADER)
        if self.give not in GOODS or self.get not in (*GOODS, GOLD) or self.give == self.get:
            raise IllegalAction("T15", "no-such-trade")
        if state.stock[seat][self.give] < self.price(state, seat):
            raise IllegalAction("T15", "too-few-goods", good=self.give, needed=self.price(state, seat))

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if usable(state, seat) >> TRADER & 1:
            return IllegalAction("T15", "nothing-to-trade")
        return _unusable(state, "T15", TRADER)

    def price(self, state: State, seat: int) -> int:
        """How many goods it takes."""
        return _gold_price(state, seat) if self.get == GOLD else 2

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        begin_field(state, seat, TRADER)
        given, gained = _times(self.give, self.price(state, seat)), one(self.get)
        give(state, seat, given)
        receive(state, seat, gained)
        if not is_begun(state, "trader"):
            push(state, Pending("trader"))
        return [Traded(seat, given, gained)]


def _gold_price(state: State, seat: int) -> int:
    return 2 if state.laid[seat] & _TRADER_TWO else 3


def _times(good: int, count: int) -> Stock:
    """That many of a good or of gold."""
    dates, salt, pepper, gold = one(good)
    return dates * count, salt * count, pepper * count, gold * count


@cache
def _trades(cls: type[Trade], dates: int, salt: int, pepper: int, gold_price: int) -> tuple[Trade, ...]:
    stock = (dates, salt, pepper)
    return tuple(
        cls(give, get)
        for give in GOODS
        for get in (*GOODS, GOLD)
        if give != get and stock[give] >= (gold_price if get == GOLD else 2)
    )


#: Good or gold, how many of it → VP (T17).
FORGING = {
    **{(good, 2): 1 for good in GOODS},
    **{(good, 4): 3 for good in GOODS},
    (GOLD, 1): 2,
    (GOLD, 2): 4,
}


class Forge(TargiAction, frozen=True, tag="forge"):
    """Silversmith: equal goods, or gold, for VP (T17)."""

    rule = "T17"
    give: int
    amount: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if not usable(state, seat) >> SILVERSMITH & 1:
            return ()
        dates, salt, pepper, gold = state.stock[seat]
        return _forgings(cls, min(dates, 4), min(salt, 4), min(pepper, 4), min(gold, 2))

    def check(self, state: State, seat: int) -> None:
        if not usable(state, seat) >> SILVERSMITH & 1:
            raise _unusable(state, "T17", SILVERSMITH)
        if (self.give, self.amount) not in FORGING:
            raise IllegalAction("T17", "no-such-exchange")
        if state.stock[seat][self.give] < self.amount:
            raise IllegalAction("T17", "too-few-goods", good=self.give, needed=self.amount)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if usable(state, seat) >> SILVERSMITH & 1:
            return IllegalAction("T17", "nothing-to-forge")
        return _unusable(state, "T17", SILVERSMITH)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        points = FORGING[self.give, self.amount]
        given = _times(self.give, self.amount)
        if is_begun(state, "silversmith"):
            pop(state)
        else:
            begin_field(state, seat, SILVERSMITH)
            if state.laid[seat] & _SILVERSMITH_TWICE:
                push(state, Pending("silversmith"))
        give(state, seat, given)
        receive(state, seat, NOTHING, points)
        return [Forged(seat, given, points)]


@cache
def _forgings(cls: type[Forge], *stock: int) -> tuple[Forge, ...]:
    return tuple(cls(give, amount) for give, amount in FORGING if stock[give] >= amount)


# -- moving laid cards ----------------------------------------------------------------------------


class MoveLaid(TargiAction, frozen=True, tag="move-laid"):
    """Move two laid cards, once in the game, leaving no gap (T21, T27).

    All are places 0 … 11 of the own display, row by row: the first card goes from `first` to
    `first_to`, the second from `second` to `second_to`. Within a row the order has no meaning,
    so a move that leaves both cards in their rows is none.
    """

    rule = "T27"
    first: int
    first_to: int
    second: int
    second_to: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        if state.pending or state.moved or not state.laid[seat] & _MOVE_CARDS:
            return ()
        first, second, third = state.rows[seat]
        return _display_moves(cls, len(first), len(second), len(third))

    def check(self, state: State, seat: int) -> None:
        if state.pending:
            raise IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        if self not in self.choices(state, seat):
            if not state.laid[seat] & _MOVE_CARDS or state.moved:
                raise self.refusal(state, seat)
            raise IllegalAction("T21", "no-such-card-move")

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if not state.laid[seat] & _MOVE_CARDS:
            return IllegalAction("T27", "effect-not-laid")
        if state.moved:
            return IllegalAction("T27", "cards-already-moved")
        if state.pending:
            return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        return IllegalAction("T21", "no-card-move-possible")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        places = {4 * row + column: card
                  for row, cards in enumerate(state.rows[seat])
                  for column, card in enumerate(cards)}  # fmt: skip
        first, second = places.pop(self.first), places.pop(self.second)
        places[self.first_to], places[self.second_to] = first, second
        ordered = sorted(places)
        state.rows[seat] = (
            tuple(places[place] for place in ordered if place < 4),
            tuple(places[place] for place in ordered if 4 <= place < 8),
            tuple(places[place] for place in ordered if place >= 8),
        )
        state.moved = True
        return [CardsMoved(seat, (first, second), (self.first_to, self.second_to))]


@cache
def _display_moves(cls: type[MoveLaid], *lengths: int) -> tuple[MoveLaid, ...]:
    occupied = set_of(*(4 * row + column for row, length in enumerate(lengths) for column in range(length)))
    found = []
    for first in members(occupied):
        for second in members(occupied >> first + 1 << first + 1):
            rest = occupied & ~set_of(first, second)
            for first_to in range(DISPLAY):
                for second_to in range(DISPLAY):
                    stays = first_to // 4 == first // 4 and second_to // 4 == second // 4
                    still = first_to == first or second_to == second
                    onto = first_to == second_to or rest & set_of(first_to, second_to)
                    if not (stays or still or onto) and _no_gap(rest | set_of(first_to, second_to)):
                        found.append(cls(first, first_to, second, second_to))
    return tuple(found)


def _no_gap(occupied: int) -> bool:
    """Whether each row of four is filled from the left."""
    return all((occupied >> 4 * row & 15) in (0, 1, 3, 7, 15) for row in range(3))


# -- ending ---------------------------------------------------------------------------------------


class Done(TargiAction, frozen=True, tag="done"):
    """Leave a field whose use could go on, or don't use one again (T8)."""

    rule = "T8"

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return (cls(),) if state.pending and state.pending[-1].what in _LEAVABLE else ()

    def check(self, state: State, seat: int) -> None:
        if not self.choices(state, seat):
            raise self.refusal(state, seat)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        if state.pending:
            return IllegalAction("T8", "finish-first", what=state.pending[-1].what)
        return IllegalAction("T8", "nothing-begun")

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        pop(state)
        return []


_LEAVABLE = ("trader", "silversmith", "noble", "again")


class EndTurn(TargiAction, frozen=True, tag="end-turn"):
    """End the turn; what is not used is given up (T8, T11)."""

    rule = "T8"

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return () if state.pending else (cls(),)

    def check(self, state: State, seat: int) -> None:
        if state.pending:
            raise self.refusal(state, seat)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction:
        return IllegalAction("T8", "finish-first", what=state.pending[-1].what)

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        end_turn(state, seat, rng, events)
        return events


class GiveBack(TargiAction, frozen=True, tag="give-back"):
    """Give back one good of those over the limit (T23)."""

    phase = "limit"
    rule = "T23"
    good: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Iterable[TargiAction]:
        return [cls(good) for good in GOODS if state.stock[seat][good]]

    def check(self, state: State, seat: int) -> None:
        if self.good not in GOODS or not state.stock[seat][self.good]:
            raise IllegalAction("T23", "no-such-good", good=self.good, over=excess(state, seat))

    def apply(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events: list[Event] = []
        give_back(state, seat, one(self.good), events)
        keep_limit(state, seat, rng, events)
        return events


AnyAction = (
    PlaceFigure
    | PayRaid
    | TakeField
    | TakeCard
    | SendCaravan
    | TakeShown
    | LayCard
    | TakeInHand
    | DiscardCard
    | ExpandTribe
    | MoveMarker
    | Trade
    | Forge
    | MoveLaid
    | Done
    | EndTurn
    | GiveBack
)
KINDS: tuple[type[TargiAction], ...] = AnyAction.__args__
