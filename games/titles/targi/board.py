"""The board, numbered once: 16 rim fields (T1, T2) around 9 centre places.

Rim fields are 1 … 16, clockwise from the field right of the top-left corner.
Centre places are 0 … 8, row by row. Sets of fields or places are ints with
bit n set for number n.
"""

NOBLE, TRADER, MIRAGE, SILVERSMITH, CARAVAN, EXPANSION = 1, 6, 10, 11, 13, 14
CORNERS = (4, 8, 12, 16)
LAST_FIELD = 16

DATE, SALT, PEPPER, GOLD = range(4)
GOODS = (DATE, SALT, PEPPER)

#: Goods field → the good it gives (T2).
FIELD_GOOD = {2: DATE, 7: DATE, 3: SALT, 15: SALT, 5: PEPPER, 9: PEPPER}

#: The twelve fields a figure can stand on.
FIELDS = tuple(field for field in range(1, LAST_FIELD + 1) if field not in CORNERS)

OPPOSITE = {1: 11, 2: 10, 3: 9, 5: 15, 6: 14, 7: 13, 11: 1, 10: 2, 9: 3, 15: 5, 14: 6, 13: 7}

#: Field → column of the centre its line runs along; field → row.
COLUMN = {1: 0, 11: 0, 2: 1, 10: 1, 3: 2, 9: 2}
ROW = {5: 0, 15: 0, 6: 1, 14: 1, 7: 2, 13: 2}

#: Places dealt a goods card in the beginning; the others get a tribe card (T3).
GOODS_PLACES = (0, 2, 4, 6, 8)
PLACES = range(9)


def members(numbers: int) -> tuple[int, ...]:
    """The members of a set of fields or places, in order."""
    return tuple(number for number in range(numbers.bit_length()) if numbers >> number & 1)


def set_of(*numbers: int) -> int:
    """The set of these fields or places."""
    return sum(1 << number for number in numbers)


ALL_FIELDS = set_of(*FIELDS)


def opposite(figures: int) -> int:
    """The fields opposite a set of fields."""
    return set_of(*(OPPOSITE[field] for field in members(figures)))


def crossings(figures: int) -> int:
    """The places where the lines of one player's figures cross (T7)."""
    fields = members(figures)
    columns = {COLUMN[field] for field in fields if field in COLUMN}
    rows = {ROW[field] for field in fields if field in ROW}
    return set_of(*(3 * row + column for row in rows for column in columns))


def places_for(own: int, other: int, barred: int) -> int:
    """The fields where a figure may be placed (T6).

    own, other: the figures of the placing player and of his opponent; barred: the robber's
    field, unless he may stand there.
    """
    return ALL_FIELDS & ~(own | other | opposite(other) | barred)
