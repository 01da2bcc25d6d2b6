"""The board (I1-I6), numbered once: hexes, places (intersections) and paths, and who touches whom.

A hex is named by (column, u): its centre lies at x = 1.5 column, y = u * sqrt(3) / 2,
in hex radii. A corner is named by (w, u): it lies at x = w / 2, y = u * sqrt(3) / 2.
Sets of places and of paths are whole numbers with one bit for each member.
"""

from collections.abc import Iterable
from functools import lru_cache

#: What lies on a hex; a terrain's number is that of the card it yields (I1).
TERRAINS = ("forest", "hills", "pasture", "mountains", "fields", "coast", "plantation", "jungle")
FOREST, HILLS, PASTURE, MOUNTAINS, FIELDS, COAST, PLANTATION, JUNGLE = range(8)

_LAYOUT = (
    # column, u, terrain, number chip (I4)
    (0, 1, COAST, 6), (0, 5, COAST, 3), (0, 9, COAST, 9),
    (1, 0, PASTURE, 4), (1, 2, FOREST, 5), (1, 4, HILLS, 8),
    (1, 6, MOUNTAINS, 11), (1, 8, MOUNTAINS, 8), (1, 10, PASTURE, 10),
    (2, -1, HILLS, 11), (2, 1, FIELDS, 6), (2, 3, FIELDS, 10), (2, 5, PASTURE, 12),
    (2, 7, PASTURE, 3), (2, 9, FIELDS, 5), (2, 11, FIELDS, 3),
    (3, 0, FOREST, 2), (3, 2, FOREST, 9), (3, 4, HILLS, 4),
    (3, 6, MOUNTAINS, 9), (3, 8, FOREST, 6), (3, 10, PLANTATION, 9),
    (4, 1, JUNGLE, 8), (4, 3, PLANTATION, 11), (4, 5, JUNGLE, 10), (4, 7, PLANTATION, 5), (4, 9, JUNGLE, 4),
)  # fmt: skip

#: By hex: where it lies, what grows there on the fixed board, its number chip.
HEXES = tuple((column, u) for column, u, _, _ in _LAYOUT)
TERRAIN = tuple(terrain for _, _, terrain, _ in _LAYOUT)
NUMBERS = tuple(number for _, _, _, number in _LAYOUT)
HEX_AT = {place: number for number, place in enumerate(HEXES)}
LAND = tuple(number for number, terrain in enumerate(TERRAIN) if terrain <= FIELDS)

#: Where the robber may stand: the hexes, then the jungle spots of the frame (I4).
SPOTS = HEXES + ((4, -1), (5, 2), (5, 6), (5, 10), (4, 11))
FRAME = tuple(range(len(HEXES), len(SPOTS)))
ROBBER_SPOTS = LAND + FRAME
ROBBER_START = SPOTS.index((5, 2))

Corner = tuple[int, int]


def _corners(column: int, u: int) -> tuple[Corner, ...]:
    """The six corners of a hex, one after another around it."""
    w = 3 * column
    return (w + 2, u), (w + 1, u + 1), (w - 1, u + 1), (w - 2, u), (w - 1, u - 1), (w + 1, u - 1)


def _edges(column: int, u: int) -> list[tuple[Corner, Corner]]:
    ring = _corners(column, u)
    return [(min(a, b), max(a, b)) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]


def _number() -> tuple[list[Corner], list[tuple[Corner, Corner]]]:
    """Places and paths in the order of I22; only those at a land hex count (I3)."""
    nowhere = len(HEXES)
    around: dict[Corner, list[int]] = {}
    beside: dict[tuple[Corner, Corner], list[int]] = {}
    for number, place in enumerate(HEXES):
        for corner in _corners(*place):
            around.setdefault(corner, []).append(number)
        for edge in _edges(*place):
            beside.setdefault(edge, []).append(number)
    land = set(LAND)

    def order(hexes: list[int], sides: int) -> list[int]:
        return hexes + [nowhere] * (sides - len(hexes))

    corners = [corner for corner, hexes in around.items() if land.intersection(hexes)]
    edges = [edge for edge, hexes in beside.items() if land.intersection(hexes)]
    corners.sort(key=lambda corner: (order(around[corner], 3), corner))
    edges.sort(key=lambda edge: (order(beside[edge], 2), edge))
    return corners, edges


#: Places and paths by number: their corners.
PLACES, PATHS = _number()
PLACE_AT = {corner: number for number, corner in enumerate(PLACES)}
#: By path: the places at its ends.
PATH_ENDS = tuple((PLACE_AT[a], PLACE_AT[b]) for a, b in PATHS)
#: By path: both its ends, as a set of places.
ENDS = tuple(1 << a | 1 << b for a, b in PATH_ENDS)
#: By place: the paths that meet there, in order and as a set.
PLACE_PATHS = tuple(
    tuple(path for path, ends in enumerate(PATH_ENDS) if place in ends) for place in range(len(PLACES))
)
PATHS_AT = tuple(sum(1 << path for path in paths) for paths in PLACE_PATHS)
#: By place: itself and the places next to it (I11).
NEAR = tuple(1 << place | sum(1 << b for a, b in PATH_ENDS if a == place)
             | sum(1 << a for a, b in PATH_ENDS if b == place) for place in range(len(PLACES)))  # fmt: skip
#: By hex: the places around it.
HEX_PLACES = tuple(
    sum(1 << PLACE_AT[corner] for corner in _corners(*place) if corner in PLACE_AT) for place in HEXES
)
#: By spot of the robber: the places around it (none around a frame spot).
SPOT_PLACES = HEX_PLACES + (0,) * len(FRAME)
#: By place and by path: the hexes that touch it, in order.
PLACE_HEXES = tuple(
    tuple(number for number, places in enumerate(HEX_PLACES) if places >> place & 1)
    for place in range(len(PLACES))
)
PATH_HEXES = tuple(
    tuple(number for number, hex_ in enumerate(HEXES) if edge in _edges(*hex_)) for edge in PATHS
)
#: Number rolled → the hexes that bear it.
NUMBER_HEXES = tuple(tuple(h for h, number in enumerate(NUMBERS) if number == n) for n in range(13))
#: By number: in how many of the 36 rolls it comes.
WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
#: By place: the pips of its hexes, goods included (I22).
PIPS = tuple(sum(WAYS[NUMBERS[number]] for number in hexes) for hexes in PLACE_HEXES)
EVERYWHERE = (1 << len(PLACES)) - 1


def place_between(*hexes: tuple[int, int]) -> int:
    """The place where three hexes meet."""
    numbers = sorted(HEX_AT[place] for place in hexes)
    return next(place for place, around in enumerate(PLACE_HEXES) if list(around) == numbers)


def path_between(*hexes: tuple[int, int]) -> int:
    """The path between two hexes."""
    numbers = sorted(HEX_AT[place] for place in hexes)
    return next(path for path, beside in enumerate(PATH_HEXES) if list(beside) == numbers)


def _start(*hexes: tuple[int, int], road: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    return place_between(*hexes), path_between(*road)


#: By colour: two settlements, each with its road; the first yields cards (I6).
BEGINNER = (
    (_start((1, 4), (1, 6), (0, 5), road=((1, 6), (0, 5))), _start((1, 0), (1, 2), (2, 1), road=((1, 0), (2, 1)))),
    (_start((3, 2), (3, 4), (4, 3), road=((3, 2), (4, 3))), _start((1, 8), (1, 10), (2, 9), road=((1, 8), (1, 10)))),
    (_start((3, 4), (3, 6), (4, 5), road=((3, 4), (3, 6))), _start((3, 8), (2, 7), (2, 9), road=((3, 8), (2, 9)))),
    (_start((3, 6), (3, 8), (4, 7), road=((3, 6), (3, 8))), _start((1, 4), (2, 3), (2, 5), road=((1, 4), (2, 3)))),
)  # fmt: skip
#: The players' colours, in turn order on the beginner board.
COLOURS = ("red", "orange", "blue", "grey")


@lru_cache(1 << 14)
def members(mask: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


@lru_cache(1 << 14)
def near(places: int) -> int:
    """All places that lie in a set or next to one of it."""
    return _union(NEAR, places)


@lru_cache(1 << 14)
def paths_at(places: int) -> int:
    """All paths that meet a place of a set."""
    return _union(PATHS_AT, places)


def _union(masks: tuple[int, ...], places: int) -> int:
    whole = 0
    for place in members(places):
        whole |= masks[place]
    return whole


def mask(numbers: Iterable[int]) -> int:
    """The set of these members."""
    return sum(1 << number for number in numbers)


@lru_cache(1 << 14)
def longest_route(roads: int, blocked: int) -> int:
    """The length of the longest trail over a set of paths, none used twice (I21).

    blocked: places a trail may start or end at, but not run through.
    """
    starts = {end for path in members(roads) for end in PATH_ENDS[path]}
    return max((_trail(place, roads, blocked) for place in starts), default=0)


def _trail(place: int, roads: int, blocked: int) -> int:
    best = 0
    for path in PLACE_PATHS[place]:
        if roads >> path & 1:
            a, b = PATH_ENDS[path]
            far = b if a == place else a
            length = 1 if blocked >> far & 1 else 1 + _trail(far, roads ^ 1 << path, blocked)
            best = max(best, length)
    return best
