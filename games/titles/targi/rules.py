"""Targi for two players: what each phase offers, and what a seat may know."""

from typing import Literal

import msgspec

from games.engine.errors import IllegalAction
from games.engine.records import Event as EngineEvent
from games.engine.records import Result, kind_of
from games.engine.rng import Rng
from games.engine.title import Title
from games.titles.targi import policy, scoring
from games.titles.targi.actions import KINDS, AnyAction, TargiAction
from games.titles.targi.board import GOODS_PLACES, PLACES
from games.titles.targi.cards import GOODS_CARD, GOODS_CARDS, TRIBE, TRIBE_CARD
from games.titles.targi.events import AnyEvent, GameBegan
from games.titles.targi.flow import begin_round
from games.titles.targi.laying import settle
from games.titles.targi.piles import draw, with_card, without
from games.titles.targi.state import (
    ELDER_SECRET,
    OPEN,
    UNKNOWN,
    Held,
    copy,
)
from games.titles.targi.state import State as TargiState

#: What each phase offers.
PHASES: dict[str, tuple[type[TargiAction], ...]] = {
    phase: tuple(kind for kind in KINDS if kind.phase == phase) for phase in ("raid", "place", "act", "limit")
}
START = (2, 2, 2, 1)
START_POINTS = 4


class TargiOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may choose."""

    players: Literal[2] = 2


class _Chance(Exception):
    """A preview would need chance."""


class _NoRng(Rng):
    def below(self, limit: int) -> int:
        raise _Chance


class Targi(Title[TargiState]):
    slug = "targi"
    Options = TargiOptions
    State = TargiState
    Action = AnyAction
    Event = AnyEvent

    # -- play -----------------------------------------------------------------------------------

    def start(self, options: TargiOptions, seats: int, rng: Rng) -> tuple[TargiState, list[EngineEvent]]:
        if seats != 2:
            raise ValueError("Targi is for two")
        state = TargiState(
            round=0,
            phase="place",
            start=rng.below(2),
            active=0,
            step=0,
            robber=0,
            used=0,
            moved=False,
            pending=(),
            figures=[0, 0],
            markers=[0, 0],
            centre=[],
            stock=[START, START],
            points=[START_POINTS, START_POINTS],
            rows=[((), (), ()), ((), (), ())],
            laid=[0, 0],
            hands=[(), ()],
            unseen=[tuple(card.number for card in GOODS_CARDS), tuple(card.number for card in TRIBE)],
            elder=[(), ()],
            discards=[(), ()],
        )
        events: list[EngineEvent] = []
        for place in PLACES:
            pile = GOODS_CARD if place in GOODS_PLACES else TRIBE_CARD
            state.centre.append(draw(state, pile, rng, events))
        events.append(GameBegan(state.start, tuple(state.centre)))
        begin_round(state, rng, events)
        return state, events

    def waiting_on(self, state: TargiState) -> tuple[int, ...]:
        return () if state.phase == "over" else (state.active,)

    def question(self, state: TargiState, seat: int) -> tuple[int, str, int] | None:
        return (state.round, state.phase, state.step) if seat == state.active else None

    def legal(self, state: TargiState, seat: int) -> list[TargiAction]:
        if seat != state.active:
            return []
        actions: list[TargiAction] = []
        for kind in PHASES[state.phase]:
            actions += kind.choices(state, seat)
        return actions

    def check(self, state: TargiState, seat: int, action: TargiAction) -> None:
        if seat != state.active or action.phase != state.phase:
            raise self._not_now(state, seat, type(action))
        action.check(state, seat)

    def _not_now(self, state: TargiState, seat: int, kind: type[TargiAction]) -> IllegalAction:
        if state.phase == "over":
            return IllegalAction("T24", "game-over")
        if seat != state.active:
            return IllegalAction("T8", "not-your-turn")
        return IllegalAction(kind.rule, "not-in-this-phase", phase=state.phase)

    def refusals(self, view: TargiState, seat: int) -> dict[str, IllegalAction]:
        reasons = {}
        for kind in KINDS:
            tag = kind_of(kind)
            if seat != view.active or kind.phase != view.phase:
                reasons[tag] = self._not_now(view, seat, kind)
            elif not kind.choices(view, seat):
                reasons[tag] = kind.refusal(view, seat)
        return reasons

    def apply(self, state: TargiState, seat: int, action: TargiAction, rng: Rng) -> list[EngineEvent]:
        self.check(state, seat, action)
        events = action.apply(state, seat, rng)
        if state.pending:
            settle(state, seat, rng, events)
        state.step += 1
        return events

    def default(self, state: TargiState, seat: int, rng: Rng) -> TargiAction:
        return policy.default(state, seat, self.legal(state, seat))

    def result(self, state: TargiState) -> Result | None:
        return scoring.result(state)

    def copy(self, state: TargiState) -> TargiState:
        return copy(state)

    # -- secrets --------------------------------------------------------------------------------

    def view(self, state: TargiState, seat: int | None) -> TargiState:
        view = copy(state)
        for owner, hand in enumerate(view.hands):
            if owner != seat and any(held.secret for held in hand):
                view.hands[owner] = tuple(_hide(view, held) for held in hand)
        return view

    def imagine(self, view: TargiState, rng: Rng) -> TargiState:
        state = copy(view)
        for owner, hand in enumerate(state.hands):
            if any(held.card == UNKNOWN for held in hand):
                state.hands[owner] = tuple(_guess(state, held, rng) for held in hand)
        return state

    def preview(self, view: TargiState, seat: int, action: TargiAction) -> TargiState | None:
        after = copy(view)
        try:
            self.apply(after, seat, action, _NoRng())
        except _Chance:
            return None
        return after

    # -- what a bot wants to know ---------------------------------------------------------------

    def value(self, state: TargiState, seat: int) -> float:
        return policy.value(state, seat)


def _pool(state: TargiState, held: Held) -> list[tuple[int, ...]]:
    return state.elder if held.secret == ELDER_SECRET else state.unseen


def _hide(view: TargiState, held: Held) -> Held:
    """A hand card as the others know it: it may be any of those not seen."""
    if held.secret == OPEN or held.card == UNKNOWN:
        return held
    pool = _pool(view, held)
    pool[TRIBE_CARD] = with_card(pool[TRIBE_CARD], held.card)
    return Held(UNKNOWN, held.round, held.secret)


def _guess(state: TargiState, held: Held, rng: Rng) -> Held:
    """A hand card that it may be."""
    if held.card != UNKNOWN:
        return held
    pool = _pool(state, held)
    index = rng.below(len(pool[TRIBE_CARD]))
    card = pool[TRIBE_CARD][index]
    pool[TRIBE_CARD] = without(pool[TRIBE_CARD], index)
    return Held(card, held.round, held.secret)


title = Targi()
