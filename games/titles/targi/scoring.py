"""The score (T25), and what cards bring at the end (T27)."""

from games.engine.records import Result
from games.titles.targi.board import GOLD
from games.titles.targi.cards import SYMBOLS, TRIBE, Kind
from games.titles.targi.state import State

EQUAL_ROW = 4
MIXED_ROW = 2
END = (Kind.PER_SYMBOL, Kind.PER_ROW, Kind.PER_GOODS, Kind.MOST_GOLD, Kind.PER_EQUAL_ROW)


def row_symbols(row: tuple[int, ...]) -> int:
    """How many different symbols a row shows."""
    return len({SYMBOLS[card] for card in row})


def equal_rows(state: State, seat: int) -> int:
    return sum(len(row) == 4 and row_symbols(row) == 1 for row in state.rows[seat])


def mixed_rows(state: State, seat: int) -> int:
    return sum(len(row) == 4 and row_symbols(row) == 4 for row in state.rows[seat])


def goods(state: State, seat: int) -> int:
    """How many goods the seat has, without gold."""
    return sum(state.stock[seat][:GOLD])


def end_bonus(state: State, seat: int, card: int) -> int:
    """What a laid card brings at the end."""
    effect = TRIBE[card].effect
    if effect is None or effect.kind not in END:
        return 0
    if effect.kind is Kind.PER_SYMBOL:
        return sum(SYMBOLS[other] is effect.symbol for row in state.rows[seat] for other in row)
    if effect.kind is Kind.PER_ROW:
        return sum(len(row) == 4 for row in state.rows[seat])
    if effect.kind is Kind.PER_GOODS:
        return goods(state, seat) // 3
    if effect.kind is Kind.MOST_GOLD:
        return 2 if state.stock[seat][GOLD] > state.stock[1 - seat][GOLD] else 0
    return 3 * equal_rows(state, seat)


def parts(state: State, seat: int) -> dict[str, int]:
    """The seat's score, taken apart."""
    laid = [card for row in state.rows[seat] for card in row]
    return {
        "tokens": state.points[seat],
        "cards": sum(TRIBE[card].points for card in laid),
        "end-bonuses": sum(end_bonus(state, seat, card) for card in laid),
        "rows-same": EQUAL_ROW * equal_rows(state, seat),
        "rows-different": MIXED_ROW * mixed_rows(state, seat),
    }


def score(state: State, seat: int) -> int:
    return sum(parts(state, seat).values())


def result(state: State) -> Result | None:
    """Most points win; ties: more gold, then more goods, then a draw. None while the game goes on."""
    if state.phase != "over":
        return None
    standing = [(score(state, seat), state.stock[seat][GOLD], goods(state, seat)) for seat in (0, 1)]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Result(ranks, tuple(points for points, _, _ in standing), (parts(state, 0), parts(state, 1)))
