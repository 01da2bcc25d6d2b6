"""Sets of cards as single whole numbers: a lane of eight bits for each kind.

Sets are added and taken away with + and -; whether one lies within another is a
single sum. Records told to people hold the plain counts instead (`Counts`).
No lane ever holds more than 127: there are at most 20 cards of a kind (I2).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from games.engine.rng import Rng

RESOURCES = ("wood", "stone", "wool", "ore", "potato")
GOODS = ("fish", "coca", "feathers")
#: The eight kinds of card (I1), by number.
KINDS = RESOURCES + GOODS
WOOD, STONE, WOOL, ORE, POTATO, FISH, COCA, FEATHERS = range(8)

#: The kinds of development card (I19), by number; sets of them use the first four lanes.
DEVELOPMENT = ("combat-arts", "road-building", "invention", "monopoly")
COMBAT_ARTS, ROAD_BUILDING, INVENTION, MONOPOLY = range(4)

#: A kind of card, and how many of it.
Kind = Annotated[int, Meta(ge=0, le=7)]
Number = Annotated[int, Meta(ge=0, le=20)]
#: How many of each kind, in the order of KINDS.
Counts = tuple[Number, Number, Number, Number, Number, Number, Number, Number]
NOTHING: Counts = (0,) * 8

#: One card of each kind.
ONE = tuple(1 << 8 * kind for kind in range(8))
#: The top bit of every lane.
HIGH = 128 * sum(ONE)
#: What to add to a set so that the top bit of a lane shows whether it holds one card, two, three.
ONES, TWOS, THREES = (HIGH - number * sum(ONE) for number in (1, 2, 3))
#: What stands in a view for a set nobody but its owner knows.
UNKNOWN = -1


def pack(counts: Iterable[int]) -> int:
    """The set with so many cards of each kind (each 0 to 127)."""
    return sum(number << 8 * kind for kind, number in enumerate(counts))


@lru_cache(1 << 14)
def counts(cards: int) -> Counts:
    """How many cards of each kind a set holds."""
    return tuple(cards.to_bytes(8, "little"))  # type: ignore[return-value]


def size(cards: int) -> int:
    """How many cards a set holds, at most 254."""
    return cards % 255


def count(cards: int, kind: int) -> int:
    """How many cards of one kind a set holds."""
    return cards >> 8 * kind & 255


def has(cards: int, wanted: int) -> bool:
    """Whether a set holds all of another."""
    return (cards + HIGH - wanted) & HIGH == HIGH


def common(cards: int, other: int) -> int:
    """The largest set within both."""
    return pack(map(min, counts(cards), counts(other)))


def union(cards: int, other: int) -> int:
    """The smallest set that holds both."""
    return pack(map(max, counts(cards), counts(other)))


def draw(cards: int, rng: Rng) -> int:
    """The kind of one card drawn evenly from a set that is not empty."""
    return rng.weighted(counts(cards))


def draw_many(cards: int, number: int, rng: Rng) -> int:
    """A set of so many cards drawn evenly from another (number at most its size)."""
    drawn = 0
    for _ in range(number):
        one = ONE[draw(cards - drawn, rng)]
        drawn += one
    return drawn


#: Everything there is of resources and goods (I2).
ALL_CARDS = pack([20] * 5 + [12] * 3)
#: One stack of development cards (I19).
STACK = pack([7, 1, 1, 1])

#: What building costs (I10).
ROAD_COST = ONE[WOOD] + ONE[STONE]
SETTLEMENT_COST = ONE[WOOD] + ONE[STONE] + ONE[POTATO] + ONE[WOOL]
CITY_COST = 2 * ONE[POTATO] + 3 * ONE[ORE]
DEVELOPMENT_COST = ONE[POTATO] + ONE[WOOL] + ONE[ORE]
