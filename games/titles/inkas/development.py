"""Development cards (I19, I20, I47)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.building import no_road
from games.titles.inkas.cards import (
    COMBAT_ARTS,
    DEVELOPMENT_COST,
    HIGH,
    INVENTION,
    MONOPOLY,
    ONE,
    ONES,
    ROAD_BUILDING,
    TWOS,
    Kind,
    count,
    counts,
    draw,
    has,
    size,
)
from games.titles.inkas.events import (
    CardsTaken,
    DevelopmentBought,
    DevelopmentPlayed,
    MightiestGained,
    MonopolyPaid,
    RoadsForgone,
)
from games.titles.inkas.hands import gain, hand_over, pay
from games.titles.inkas.moves import Move, lacking, not_now
from games.titles.inkas.state import NOBODY, Phase, State


def _stack(state: State) -> int | None:
    """The stack the next card comes from; None if the deck is empty."""
    if state.deck_sizes[0]:
        return 0
    return 1 if state.second_open and state.deck_sizes[1] else None


class BuyDevelopment(Move, frozen=True, gc=False, tag="buy-development"):
    """The next development card, kept secret."""

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not has(state.hands[seat], DEVELOPMENT_COST) or _stack(state) is None:
            return ()
        return _BUY  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and _stack(state) is None:
            reason = IllegalAction("I19", "deck-empty")
        return reason or lacking(state, seat, DEVELOPMENT_COST)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        stack = _stack(state)
        assert stack is not None, "checked before"
        pay(state, seat, DEVELOPMENT_COST)
        card = draw(state.decks[stack], rng)
        state.decks[stack] -= ONE[card]
        state.deck_sizes[stack] -= 1
        state.cards[seat] += ONE[card]
        state.card_counts[seat] += 1
        state.fresh += ONE[card]
        state.bought += 1
        return [DevelopmentBought(seat, card)]

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


class _Play(Move, frozen=True, gc=False):
    """One development card a turn, before or after the roll, not one bought this turn."""

    card: ClassVar[int]

    @classmethod
    def at_hand(cls, state: State, seat: int) -> bool:
        """Whether the seat may lay such a card now, its effect aside."""
        return not state.card_played and count(state.cards[seat], cls.card) > count(state.fresh, cls.card)

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.ROLL, Phase.MAIN)
        if reason is not None:
            return reason
        if state.card_played:
            return IllegalAction("I19", "one-card-a-turn")
        if not cls.at_hand(state, seat):
            fresh = count(state.fresh, cls.card)
            return IllegalAction("I19", "bought-this-turn" if fresh else "no-such-card")
        return cls.no_effect(state, seat)

    @classmethod
    def no_effect(cls, state: State, seat: int) -> IllegalAction | None:
        """Why the card would come to nothing (I47)."""
        return None

    def lay(self, state: State, seat: int) -> list[Event]:
        """The card leaves the hand; all but Combat Arts leave the game."""
        state.cards[seat] -= ONE[self.card]
        state.card_counts[seat] -= 1
        state.card_played = True
        if self.card != COMBAT_ARTS:
            state.spent += ONE[self.card]
        return [DevelopmentPlayed(seat, self.card)]


class PlayCombatArts(_Play, frozen=True, gc=False, tag="play-combat-arts"):
    """The robber moves and steals; the card stays open and counts for the Mightiest (I19, I20)."""

    card = COMBAT_ARTS

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _COMBAT_ARTS if cls.at_hand(state, seat) else ()  # type: ignore[return-value]

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events = self.lay(state, seat)
        fighters, holder = state.fighters, state.mightiest
        fighters[seat] += 1
        best = fighters[holder] if holder != NOBODY else 1
        if holder != seat and fighters[seat] > best:
            state.mightiest = seat
            events.append(MightiestGained(seat))
        state.back = state.phase
        state.phase = Phase.ROBBER
        return events


class PlayRoadBuilding(_Play, frozen=True, gc=False, tag="play-road-building"):
    """Two free roads, or as many as can be (I47)."""

    card = ROAD_BUILDING

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not cls.at_hand(state, seat) or no_road(state, seat):
            return ()
        return _ROAD_BUILDING  # type: ignore[return-value]

    @classmethod
    def no_effect(cls, state: State, seat: int) -> IllegalAction | None:
        return no_road(state, seat)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events = self.lay(state, seat)
        state.free_roads = 2
        state.back = state.phase
        state.phase = Phase.ROADS
        return events


class ForgoRoads(Move, frozen=True, gc=False, tag="forgo-roads"):
    """The free roads still to build are given up (I22)."""

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        return _FORGO  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        if state.phase in (Phase.ROLL, Phase.MAIN) and seat == state.active:
            return IllegalAction("I47", "no-free-roads")
        return not_now(state, seat, Phase.ROADS)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        state.free_roads = 0
        state.phase = state.back
        return [RoadsForgone(seat)]


class PlayInvention(_Play, frozen=True, gc=False, tag="play-invention"):
    """Two cards from the supply, alike or not; take: their kinds, the lower first."""

    card = INVENTION
    take: tuple[Kind, ...]

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not cls.at_hand(state, seat):
            return ()
        supply = state.supply
        if size(supply) == 1:
            return [cls((kind,)) for kind in range(8) if count(supply, kind)]
        return _inventions(supply + ONES & HIGH, supply + TWOS & HIGH)  # type: ignore[return-value]

    @classmethod
    def no_effect(cls, state: State, seat: int) -> IllegalAction | None:
        return None if state.supply else IllegalAction("I48", "supply-empty")

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if len(self.take) != min(2, size(state.supply)) or list(self.take) != sorted(self.take):
            raise IllegalAction("I47", "two-cards")
        if not 0 <= self.take[0] <= self.take[-1] < 8 or not has(state.supply, self.taken()):
            raise IllegalAction("I48", "not-in-supply")

    def taken(self) -> int:
        """The cards as a set."""
        return sum(ONE[kind] for kind in self.take)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events = self.lay(state, seat)
        gain(state, seat, self.taken())
        events.append(CardsTaken(seat, counts(self.taken()), "invention"))
        return events


@lru_cache(1 << 10)
def _inventions(one: int, two: int) -> tuple[PlayInvention, ...]:
    """All pairs, of the kinds the supply has one of, or two for a pair alike (by their top bits)."""
    return tuple(
        PlayInvention((a, b))
        for a in range(8)
        for b in range(a, 8)
        if count(two if a == b else one, a) and count(one, b)
    )


class PlayMonopoly(_Play, frozen=True, gc=False, tag="play-monopoly"):
    """Each opponent gives two cards of a kind, or what he has of it."""

    card = MONOPOLY
    take: Kind

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if not cls.at_hand(state, seat) or cls.no_effect(state, seat):
            return ()
        return _MONOPOLIES  # type: ignore[return-value]

    @classmethod
    def no_effect(cls, state: State, seat: int) -> IllegalAction | None:
        if sum(state.held) == state.held[seat]:
            return IllegalAction("I47", "opponents-empty")
        return None

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if not 0 <= self.take < 8:
            raise IllegalAction("I19", "no-such-kind")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        events = self.lay(state, seat)
        for giver in range(len(state.order)):
            if giver != seat:
                number = min(2, count(state.hands[giver], self.take))
                hand_over(state, giver, seat, number * ONE[self.take])
                events.append(MonopolyPaid(seat, giver, self.take, number))
        return events

    def foreseeable(self, view: State, seat: int) -> bool:
        return False


_BUY = (BuyDevelopment(),)
_COMBAT_ARTS = (PlayCombatArts(),)
_ROAD_BUILDING = (PlayRoadBuilding(),)
_FORGO = (ForgoRoads(),)
_MONOPOLIES = tuple(PlayMonopoly(kind) for kind in range(8))
