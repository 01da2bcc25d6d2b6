"""Trade with the supply, and by the Longest Trade Route (I16, I21, I48)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from games.engine.errors import IllegalAction
from games.engine.records import Event
from games.engine.rng import Rng
from games.titles.inkas.cards import (
    COCA,
    FEATHERS,
    FISH,
    HIGH,
    ONE,
    ONES,
    POTATO,
    THREES,
    TWOS,
    WOOD,
    Kind,
    count,
    counts,
    has,
)
from games.titles.inkas.events import SupplyTraded
from games.titles.inkas.hands import gain, pay
from games.titles.inkas.moves import Move, in_supply, not_now
from games.titles.inkas.state import Phase, State

_RESOURCES = range(WOOD, POTATO + 1)
_GOODS = range(FISH, FEATHERS + 1)
_RESOURCE_BITS = sum(128 * ONE[kind] for kind in _RESOURCES)
_GOODS_BITS = sum(128 * ONE[kind] for kind in _GOODS)
_THREE_GOODS = ONE[FISH] + ONE[COCA] + ONE[FEATHERS]
# In this module a set of kinds is told by the top bits of their lanes.


def _swap(state: State, seat: int, give: int, take: int, route: bool = False) -> list[Event]:
    pay(state, seat, give)
    gain(state, seat, take)
    return [SupplyTraded(seat, counts(give), counts(take), route)]


def _check_take(state: State, take: int, *given: int) -> None:
    """What is taken is there and is of no kind just given."""
    if take in given:
        raise IllegalAction("I16", "same-kind")
    if not in_supply(state, take):
        raise IllegalAction("I48", "not-in-supply")


class TradeResources(Move, frozen=True, gc=False, tag="trade-resources"):
    """Three equal resources for one other card."""

    give: Kind
    take: Kind

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        able = state.hands[seat] + THREES & _RESOURCE_BITS
        return _resource_trades(able, state.supply + ONES & HIGH) if able else ()  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and not state.hands[seat] + THREES & _RESOURCE_BITS:
            reason = IllegalAction("I16", "no-three-resources")
        if reason is None and not cls.choices(state, seat):
            reason = IllegalAction("I48", "supply-empty")
        return reason

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self.give not in _RESOURCES or count(state.hands[seat], self.give) < 3:
            raise IllegalAction("I16", "no-three-resources")
        _check_take(state, self.take, self.give)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        return _swap(state, seat, 3 * ONE[self.give], ONE[self.take])


class TradeGoods(Move, frozen=True, gc=False, tag="trade-goods"):
    """Two equal goods for one other card."""

    give: Kind
    take: Kind

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        able = state.hands[seat] + TWOS & _GOODS_BITS
        return _goods_trades(able, state.supply + ONES & HIGH) if able else ()  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and not state.hands[seat] + TWOS & _GOODS_BITS:
            reason = IllegalAction("I16", "no-two-goods")
        if reason is None and not cls.choices(state, seat):
            reason = IllegalAction("I48", "supply-empty")
        return reason

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        if self.give not in _GOODS or count(state.hands[seat], self.give) < 2:
            raise IllegalAction("I16", "no-two-goods")
        _check_take(state, self.take, self.give)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        return _swap(state, seat, 2 * ONE[self.give], ONE[self.take])


class TradeThreeGoods(Move, frozen=True, gc=False, tag="trade-three-goods"):
    """One each of the three goods for two resources, alike or not; take: the lower kind first."""

    take: tuple[Kind, Kind]

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if state.hands[seat] + ONES & _GOODS_BITS != _GOODS_BITS:
            return ()
        return _three_goods_trades(state.supply + ONES & _RESOURCE_BITS, state.supply + TWOS & _RESOURCE_BITS)  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is None and not has(state.hands[seat], _THREE_GOODS):
            reason = IllegalAction("I16", "no-three-goods")
        if reason is None and not cls.choices(state, seat):
            reason = IllegalAction("I48", "supply-empty")
        return reason

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        first, second = self.take
        if first not in _RESOURCES or second not in _RESOURCES or first > second:
            raise IllegalAction("I16", "two-resources")
        if not has(state.supply, ONE[first] + ONE[second]):
            raise IllegalAction("I48", "not-in-supply")

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        first, second = self.take
        return _swap(state, seat, _THREE_GOODS, ONE[first] + ONE[second])


class TradeByRoute(Move, frozen=True, gc=False, tag="trade-by-route"):
    """The Longest Trade Route: any two cards for one other; give: the lower kind first (I21)."""

    give: tuple[Kind, Kind]
    take: Kind

    @classmethod
    def choices(cls, state: State, seat: int) -> Sequence[Self]:
        if state.route_holder != seat or state.route_used or state.held[seat] < 2:
            return ()
        hand = state.hands[seat]
        return _route_trades(hand + ONES & HIGH, hand + TWOS & HIGH, state.supply + ONES & HIGH)  # type: ignore[return-value]

    @classmethod
    def refusal(cls, state: State, seat: int) -> IllegalAction | None:
        reason = not_now(state, seat, Phase.MAIN)
        if reason is not None:
            return reason
        if state.route_holder != seat:
            return IllegalAction("I21", "not-longest")
        if state.route_used:
            return IllegalAction("I21", "used-this-turn")
        if state.held[seat] < 2:
            return IllegalAction("I21", "no-two-cards")
        return None if cls.choices(state, seat) else IllegalAction("I48", "supply-empty")

    def check(self, state: State, seat: int) -> None:
        super().check(state, seat)
        first, second = self.give
        if not 0 <= first <= second < 8 or not has(state.hands[seat], ONE[first] + ONE[second]):
            raise IllegalAction("I21", "no-two-cards")
        _check_take(state, self.take, first, second)

    def perform(self, state: State, seat: int, rng: Rng) -> list[Event]:
        first, second = self.give
        state.route_used = True
        return _swap(state, seat, ONE[first] + ONE[second], ONE[self.take], route=True)


_KINDS = range(8)
_RESOURCE_TRADES = [[TradeResources(give, take) for take in _KINDS] for give in _KINDS]
_GOODS_TRADES = [[TradeGoods(give, take) for take in _KINDS] for give in _KINDS]


@lru_cache(1 << 12)
def _resource_trades(able: int, stock: int) -> tuple[TradeResources, ...]:
    return tuple(
        _RESOURCE_TRADES[give][take]
        for give in _RESOURCES
        if count(able, give)
        for take in _KINDS
        if take != give and count(stock, take)
    )


@lru_cache(1 << 12)
def _goods_trades(able: int, stock: int) -> tuple[TradeGoods, ...]:
    return tuple(
        _GOODS_TRADES[give][take]
        for give in _GOODS
        if count(able, give)
        for take in _KINDS
        if take != give and count(stock, take)
    )


@lru_cache(1 << 10)
def _three_goods_trades(one: int, two: int) -> tuple[TradeThreeGoods, ...]:
    return tuple(
        TradeThreeGoods((a, b))
        for a in _RESOURCES
        for b in range(a, POTATO + 1)
        if count(two if a == b else one, a) and count(one, b)
    )


@lru_cache(1 << 13)
def _route_trades(one: int, two: int, stock: int) -> tuple[TradeByRoute, ...]:
    trades: list[TradeByRoute] = []
    for a in _KINDS:
        if count(two, a):
            trades += _pair_trades(a, a, stock)
        if count(one, a):
            for b in range(a + 1, 8):
                if count(one, b):
                    trades += _pair_trades(a, b, stock)
    return tuple(trades)


@lru_cache(1 << 13)
def _pair_trades(a: int, b: int, stock: int) -> tuple[TradeByRoute, ...]:
    return tuple(TradeByRoute((a, b), take) for take in _KINDS if take not in (a, b) and count(stock, take))
