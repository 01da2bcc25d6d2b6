"""Trade between players, at the pace of mail (I15).

Only the player whose turn it is makes offers; each he puts them to answers in his
own time, or had answered in advance. Until an answer is taken, it binds nobody: what
is promised is held when the promise is made, and again when the trade is.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.cards import NOTHING, Counts, counts, draw_many, has, pack, size
from games.titles.inkas.events import AnswerLapsed, OfferAnswered, OfferMade, OfferWithdrawn, TradeMade
from games.titles.inkas.hands import hand_over, show
from games.titles.inkas.moves import Move, not_now
from games.titles.inkas.state import Answer, Offer, Phase, StandingAnswer, State

OPEN_OFFERS = 6
OFFERS_A_TURN = 20
STANDING_ANSWERS = 6
_NO = Answer("no", NOTHING, NOTHING)


def _check_terms(give: Counts, take: Counts) -> None:
    """No gifts, and no kind on both sides."""
    if not all(0 <= number <= 20 for number in give + take):
        raise IllegalAction("I2", "no-such-number")
    if not any(give) or not any(take):
        raise IllegalAction("I15", "no-gifts")
    if any(given and taken for given, taken in zip(give, take, strict=True)):
        raise IllegalAction("I15", "same-kind")


def _check_held(state: State, seat: int, give: Counts) -> None:
    if not has(state.hands[seat], pack(give)):
        raise IllegalAction("I15", "not-held")


def _sample_terms(state: State, seat: int, rng: Rng) -> tuple[Counts, Counts]:
    """One or two cards of the hand for one or two of other kinds."""
    hand = state.hands[seat]
    give = counts(draw_many(hand, 1 + rng.below(min(2, size(hand))), rng))
    others = [kind for kind in range(8) if not give[kind]]
    take = [0] * 8
    for _ in range(1 + rng.below(2)):
        take[rng.choice(others)] += 1
    return give, counts(pack(take))


def _offer(state: State, number: int) -> Offer:
    """An open offer. Raises IllegalAction if it is not, any more."""
    for offer in state.offers:
        if offer.number == number:
            return offer
    raise IllegalAction("I15", "offer-gone")


def _put(state: State, offer: Offer) -> None:
    """The offer as it stands now, in place of what it was."""
    numbers = [other.number for other in state.offers]
    state.offers[numbers.index(offer.number)] = offer


def _answer(state: State, number: int, seat: int, answer: Answer) -> OfferAnswered:
    offer = _offer(state, number)
    answers = list(offer.answers)
    answers[seat] = answer
    _put(state, replace(offer, answers=tuple(answers)))
    if answer.says != "no":
        show(state, seat, pack(answer.give))
    return OfferAnswered(seat, number, answer.says, answer.give, answer.take)


def unanswered(state: State, seat: int) -> list[Offer]:
    """The open offers a seat has not answered yet."""
    return [offer for offer in state.offers if seat in offer.to and offer.answers[seat] is None]


def _put_to(state: State, seat: int, *said: str | None) -> Iterator[Offer]:
    """The open offers put to a seat to which it has said one of these (None: nothing yet)."""
    for offer in state.offers:
        if seat in offer.to:
            answer = offer.answers[seat]
            if (answer and answer.says) in said:
                yield offer


def _no_offer(state: State, seat: int, *said: str | None) -> IllegalAction | None:
    """Why a seat has no offer to answer, or none to which it has said one of these."""
    if state.phase is Phase.OVER:
        return IllegalAction("I31", "game-over")
    if not any(_put_to(state, seat, None, "yes", "no", "counter")):
        return IllegalAction("I15", "no-offer")
    if not any(_put_to(state, seat, *said)):
        return IllegalAction("I15", "already-answered")
    return None


def _check_answers(state: State, seat: int, number: int, *said: str | None) -> Offer:
    offer = _offer(state, number)
    if seat not in offer.to:
        raise IllegalAction("I15", "not-asked")
    if not any(offer is other for other in _put_to(state, seat, *said)):
        raise IllegalAction("I15", "already-answered")
    return offer


class OfferTrade(Move, frozen=True, gc=False, tag="offer-trade"):
    """An offer to some or all of the others; give, take: what the active player gives and gets."""

    open: ClassVar[bool] = True
    give: Counts
    take: Counts
    to: tuple[int, ...]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is not None:
            return reason
        if not state.held[seat]:
            return IllegalAction("I15", "nothing-to-offer")
        if len(state.offers) >= OPEN_OFFERS:
            return IllegalAction("I15", "too-many-open", limit=OPEN_OFFERS)
        if state.offered >= OFFERS_A_TURN:
            return IllegalAction("I15", "too-many-offers", limit=OFFERS_A_TURN)
        return None

    @classmethod
    def sample(cls, state: State, seat: int, rng: Rng) -> Self:
        """An offer of a few cards to at least one other."""
        others = [other for other in range(len(state.order)) if other != seat]
        rng.shuffle(others)
        to = tuple(sorted(others[: 1 + rng.below(len(others))]))
        return cls(*_sample_terms(state, seat, rng), to)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        _check_terms(self.give, self.take)
        _check_held(state, seat, self.give)
        others = {other for other in range(len(state.order)) if other != seat}
        if not self.to or not others.issuperset(self.to) or list(self.to) != sorted(set(self.to)):
            raise IllegalAction("I15", "wrong-partners")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.numbers += 1
        state.offered += 1
        number = state.numbers
        state.offers.append(Offer(number, self.give, self.take, self.to, (None,) * len(state.order)))
        show(state, seat, pack(self.give))
        events: list[Event] = [OfferMade(seat, number, self.give, self.take, self.to)]
        for other in self.to:
            events += _answer_in_advance(state, other)
        return events

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


class WithdrawOffer(Move, frozen=True, gc=False, tag="withdraw-offer"):
    """An own offer is taken off the table."""

    offer: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return [cls(offer.number) for offer in state.offers]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and not state.offers:
            reason = IllegalAction("I15", "no-offer")
        return reason

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        _offer(state, self.offer)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.offers.remove(_offer(state, self.offer))
        return [OfferWithdrawn(seat, self.offer)]


class TakeAnswer(Move, frozen=True, gc=False, tag="take-answer"):
    """The active player takes a yes or a counter-offer.

    The trade is made if the partner still holds what he promised (and what a standing
    answer says he keeps); else his answer lapses, and nobody learns why.
    """

    offer: int
    partner: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        hand = state.hands[seat]
        return [
            cls(offer.number, partner)
            for offer in state.offers
            for partner, answer in enumerate(offer.answers)
            if answer and answer.says != "no" and has(hand, pack(answer.take))
        ]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and not cls.choices(state, seat):
            said = any(answer and answer.says != "no" for offer in state.offers for answer in offer.answers)
            reason = IllegalAction("I15", "not-held" if said else "no-answer")
        return reason

    def check(self, state: State, seat: int) -> None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is not None:
            raise reason
        offer = _offer(state, self.offer)
        answer = offer.answers[self.partner] if self.partner in offer.to else None
        if answer is None or answer.says == "no":
            raise IllegalAction("I15", "no-answer")
        _check_held(state, seat, answer.take)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        partner = self.partner
        offer = _offer(state, self.offer)
        answer = offer.answers[partner]
        assert answer is not None, "checked before"
        give, take = pack(answer.take), pack(answer.give)
        standing = next((s for s in state.standing[partner] or () if self.offer in s.offers), None)
        if not has(state.hands[partner], take) or (
            standing and not _stands(state, partner, standing, answer)
        ):
            _answer(state, self.offer, partner, _NO)
            return [AnswerLapsed(seat, partner, self.offer)]
        state.offers.remove(offer)
        if standing:
            _replace(state, partner, standing, replace(standing, times=standing.times - 1))
        hand_over(state, seat, partner, give)
        hand_over(state, partner, seat, take)
        return [TradeMade(seat, partner, self.offer, answer.take, answer.give)]

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


class AcceptOffer(Move, frozen=True, gc=False, tag="accept-offer"):
    """Yes to an offer, until it is taken or taken back."""

    offer: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        hand = state.hands[seat]
        return [
            cls(offer.number)
            for offer in _put_to(state, seat, None, "counter")
            if has(hand, pack(offer.take))
        ]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = _no_offer(state, seat, None, "counter")
        if reason is None and not cls.choices(state, seat):
            reason = IllegalAction("I15", "not-held")
        return reason

    def check(self, state: State, seat: int) -> None:
        offer = _check_answers(state, seat, self.offer, None, "counter")
        _check_held(state, seat, offer.take)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        offer = _offer(state, self.offer)
        return [_answer(state, self.offer, seat, Answer("yes", offer.take, offer.give))]


class RefuseOffer(Move, frozen=True, gc=False, tag="refuse-offer"):
    """No to an offer for good; it also takes back a yes or a counter-offer."""

    offer: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return [cls(offer.number) for offer in _put_to(state, seat, None, "yes", "counter")]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        return _no_offer(state, seat, None, "yes", "counter")

    def check(self, state: State, seat: int) -> None:
        _check_answers(state, seat, self.offer, None, "yes", "counter")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        return [_answer(state, self.offer, seat, _NO)]


class CounterOffer(Move, frozen=True, gc=False, tag="counter-offer"):
    """Other terms for an offer; give, take: what the one who answers gives and gets."""

    open: ClassVar[bool] = True
    offer: int
    give: Counts
    take: Counts

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = _no_offer(state, seat, None)
        if reason is None and not state.held[seat]:
            reason = IllegalAction("I15", "nothing-to-offer")
        return reason

    @classmethod
    def sample(cls, state: State, seat: int, rng: Rng) -> Self:
        """A few cards for a few others."""
        return cls(rng.choice(unanswered(state, seat)).number, *_sample_terms(state, seat, rng))

    def check(self, state: State, seat: int) -> None:
        _check_answers(state, seat, self.offer, None)
        _check_terms(self.give, self.take)
        _check_held(state, seat, self.give)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        return [_answer(state, self.offer, seat, Answer("counter", self.give, self.take))]


class LeaveAnswer(Move, frozen=True, gc=False, tag="leave-answer"):
    """A standing answer: yes, so many times, to offers at least as good, while so much is kept."""

    open: ClassVar[bool] = True
    give: Counts
    take: Counts
    times: Annotated[int, Meta(ge=1, le=20)]
    keep: Counts

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase is Phase.OVER:
            return IllegalAction("I31", "game-over")
        if len(state.standing[seat] or ()) >= STANDING_ANSWERS:
            return IllegalAction("I15", "too-many-standing", limit=STANDING_ANSWERS)
        return None

    @classmethod
    def sample(cls, state: State, seat: int, rng: Rng) -> Self:
        """One card of a kind for one of another, while one card of some kind is kept."""
        kinds = list(range(8))
        rng.shuffle(kinds)
        give, take, keep = (counts(1 << 8 * kind) for kind in (kinds[0], kinds[1], rng.below(8)))
        return cls(give, take, 1 + rng.below(3), keep)

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        _check_terms(self.give, self.take)
        if not 1 <= self.times <= 20 or not all(0 <= number <= 20 for number in self.keep):
            raise IllegalAction("I2", "no-such-number")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.numbers += 1
        new = StandingAnswer(state.numbers, self.give, self.take, self.times, self.keep)
        state.standing[seat] = [*(state.standing[seat] or ()), new]
        return _answer_in_advance(state, seat)

    def seen_by(self, viewer: int | None, actor: int) -> Self | None:
        return self if viewer == actor else None


class ClearAnswer(Move, frozen=True, gc=False, tag="clear-answer"):
    """A standing answer is dropped; what it has said yes to is taken back."""

    number: int

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return [cls(standing.number) for standing in state.standing[seat] or ()]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase is Phase.OVER:
            return IllegalAction("I31", "game-over")
        return None if state.standing[seat] else IllegalAction("I15", "no-standing-answer")

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self not in self.choices(state, seat):
            raise IllegalAction("I15", "no-standing-answer")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        left = state.standing[seat] or []
        dropped = next(standing for standing in left if standing.number == self.number)
        state.standing[seat] = [standing for standing in left if standing is not dropped]
        yes = [offer.number for offer in _put_to(state, seat, "yes") if offer.number in dropped.offers]
        return [_answer(state, number, seat, _NO) for number in yes]

    def seen_by(self, viewer: int | None, actor: int) -> Self | None:
        return self if viewer == actor else None


def _stands(state: State, seat: int, standing: StandingAnswer, answer: Answer) -> bool:
    """Whether a standing answer still says yes to giving and getting this."""
    hand, give = state.hands[seat], pack(answer.give)
    if not standing.times or not has(hand, give):
        return False
    return has(hand + pack(answer.take), give + pack(standing.keep))


def _replace(state: State, seat: int, old: StandingAnswer, new: StandingAnswer) -> None:
    state.standing[seat] = [new if standing is old else standing for standing in state.standing[seat] or ()]


def _answer_in_advance(state: State, seat: int) -> list[Event]:
    """A seat's standing answers say yes to the open offers that fit them."""
    events: list[Event] = []
    for offer in unanswered(state, seat):
        yes = Answer("yes", offer.take, offer.give)
        for standing in state.standing[seat] or ():
            generous = has(pack(standing.give), pack(yes.give)) and has(pack(yes.take), pack(standing.take))
            if generous and _stands(state, seat, standing, yes):
                _replace(state, seat, standing, replace(standing, offers=(*standing.offers, offer.number)))
                events.append(_answer(state, offer.number, seat, yes))
                break
    return events
