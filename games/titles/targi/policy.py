"""What a position is worth, and what to do when the clock has run out.

Worth is counted in VP of the final score. The figures are set by play, not by proof: so that a
player who looks one action ahead plays sensibly.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from games.titles.targi.actions import FORGING, Done, EndTurn, GiveBack, PayRaid, TargiAction
from games.titles.targi.board import (
    CARAVAN,
    COLUMN,
    EXPANSION,
    FIELD_GOOD,
    GOLD,
    GOODS,
    MIRAGE,
    NOBLE,
    PLACES,
    ROW,
    SILVERSMITH,
    TRADER,
    crossings,
    members,
    places_for,
)
from games.titles.targi.cards import (
    CARDS,
    FIRST_GOODS,
    SYMBOLS,
    TRIBE,
    GoodsCard,
    Kind,
    Stock,
    TribeCard,
    card_set,
)
from games.titles.targi.flow import DISPLAY
from games.titles.targi.gains import added, card_gain, good_choices, one, taken, with_bonus
from games.titles.targi.laying import has_room
from games.titles.targi.payments import payments
from games.titles.targi.scoring import EQUAL_ROW, MIXED_ROW, end_bonus, goods, score
from games.titles.targi.state import Rows, State

ROUNDS = 12

#: Worth of the first, second … good of a kind, and gold, while there is time to use them.
GOOD_WORTH = (0.0, 0.7, 1.3, 1.8, 2.2, 2.5, 2.7, 2.85, 3.0)
GOLD_WORTH = (0.0, 1.7, 3.3, 4.7, 5.6, 6.2, 6.6)
#: The first gold saves 3 VP at the last raid.
LAST_GOLD = 2.5

#: What a lasting effect brings in each round to come.
EACH_ROUND = {
    Kind.MORE_GOODS: 0.3,
    Kind.CARAVAN_POINT: 0.2,
    Kind.GOLD_GOOD: 0.1,
    Kind.DISCOUNT: 0.14,
    Kind.GOLD_FOR_THREE: 0.1,
    Kind.TWO_FOR_ONE: 0.08,
    Kind.TRADER_TWO: 0.16,
    Kind.SILVERSMITH_TWICE: 0.18,
    Kind.CARAVAN_TWO: 0.07,
    Kind.EXPANSION_TWO: 0.08,
    Kind.WITHOUT_NOBLE: 0.14,
    Kind.MIRAGE_FACE_DOWN: 0.03,
    Kind.SAFE_GOODS: 0.2,
    Kind.SAFE: 0.3,
    Kind.MORE_STORE: 0.06,
    Kind.ROBBER_FIELD: 0.04,
    Kind.HAND_TWO: 0.06,
    Kind.MOVE_CARDS: 0.06,
    # By how much what counts at the end may still grow.
    Kind.PER_SYMBOL: 0.2,
    Kind.PER_ROW: 0.16,
    Kind.PER_GOODS: 0.05,
    Kind.MOST_GOLD: 0.05,
    Kind.PER_EQUAL_ROW: 0.12,
}
#: What is hoped for from a row of this many cards, still of one symbol or all of different ones.
EQUAL_HOPE = (0.0, 0.35, 1.1, 2.2)
MIXED_HOPE = (0.0, 0.35, 0.8, 1.4)
#: How likely a card can be paid soon, by how many goods are missing.
SOON = (1.0, 0.75, 0.45, 0.2, 0.05)
#: What a hand card is worth of what it would be if laid.
IN_HAND = 0.5

_PER_GOODS = card_set(Kind.PER_GOODS)
_MOST_GOLD = card_set(Kind.MOST_GOLD)
_BY_ROWS = (Kind.PER_SYMBOL, Kind.PER_ROW, Kind.PER_EQUAL_ROW)


def value(state: State, seat: int) -> float:
    """How much better the seat stands than the other, in VP."""
    if state.phase == "over":
        return _final(state, seat) - _final(state, 1 - seat)
    left = rounds_left(state)
    return _worth(state, seat, left) - _worth(state, 1 - seat, left)


def _final(state: State, seat: int) -> float:
    return score(state, seat) + 0.1 * state.stock[seat][GOLD] + 0.01 * goods(state, seat)


def rounds_left(state: State) -> int:
    """About how many rounds follow the present one."""
    most = max(state.laid[0].bit_count(), state.laid[1].bit_count())
    return max(0, min(ROUNDS - state.round, DISPLAY - most))


def _worth(state: State, seat: int, left: int) -> float:
    stock, rows = state.stock[seat], state.rows[seat]
    worth = state.points[seat] + _display_worth(rows, left) + _stock_worth(stock, left)
    if state.laid[seat] & (_PER_GOODS | _MOST_GOLD):
        worth += sum(
            end_bonus(state, seat, card) for card in members(state.laid[seat] & (_PER_GOODS | _MOST_GOLD))
        )
    for held in state.hands[seat]:
        worth += IN_HAND * _wish(held.card, state.laid[seat], stock, rows, left)
    if state.phase == "place":
        return worth + _placing_worth(state, seat, left)
    if state.figures[seat] or state.markers[seat]:
        return worth + _turn_worth(state, seat, left)
    return worth


# -- what one has ---------------------------------------------------------------------------------


@cache
def _stock_worth(stock: Stock, left: int) -> float:
    use = min(1.0, 0.3 + 0.12 * left)
    gold = stock[GOLD]
    worth = sum(GOOD_WORTH[min(stock[good], 8)] for good in GOODS) + GOLD_WORTH[min(gold, 6)]
    return use * worth + (1 - use) * LAST_GOLD * (gold > 0)


@lru_cache(maxsize=1 << 14)
def _display_worth(rows: Rows, left: int) -> float:
    laid = [card for row in rows for card in row]
    worth = sum(_row_hope(row, left) for row in rows)
    for card in laid:
        shown = TRIBE[card]
        worth += shown.points
        if shown.effect:
            worth += EACH_ROUND.get(shown.effect.kind, 0.0) * left
            worth += _by_rows(shown, rows, laid)
    return worth


def _by_rows(card: TribeCard, rows: Rows, laid: Sequence[int]) -> float:
    """What an effect at the end brings by the rows as they are."""
    assert card.effect
    if card.effect.kind is Kind.PER_SYMBOL:
        return sum(SYMBOLS[other] is card.effect.symbol for other in laid)
    if card.effect.kind is Kind.PER_ROW:
        return sum(len(row) == 4 for row in rows)
    if card.effect.kind is Kind.PER_EQUAL_ROW:
        return 3 * sum(len(row) == 4 and len({SYMBOLS[other] for other in row}) == 1 for row in rows)
    return 0.0


def _row_hope(row: tuple[int, ...], left: int) -> float:
    size = len(row)
    kinds = len({SYMBOLS[card] for card in row})
    if size == 4:
        return EQUAL_ROW if kinds == 1 else MIXED_ROW if kinds == 4 else 0.0
    equal = EQUAL_HOPE[size] if kinds <= 1 else 0.0
    mixed = MIXED_HOPE[size] if kinds == size else 0.0
    return max(equal, mixed) * min(1.0, left / (2 * (4 - size)))


# -- what one may get -----------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _wish(card: int, laid: int, stock: Stock, rows: Rows, left: int) -> float:
    """What a tribe card that is to be had is worth, its cost and the chance to pay it considered."""
    worth = _laid_worth(card, rows, left)
    if worth is None:
        return 0.0
    best = 0.0
    for way in payments(card, laid):
        missing = sum(max(0, way[good] - stock[good]) for good in GOODS) + 2 * max(0, way[GOLD] - stock[GOLD])
        best = max(best, SOON[min(missing, 4)] * (worth - _cost(way, stock, left)))
    return best


def _cost(way: Stock, stock: Stock, left: int) -> float:
    rest: Stock = tuple(max(0, own - asked) for own, asked in zip(stock, way, strict=True))  # type: ignore[assignment]
    return _stock_worth(stock, left) - _stock_worth(rest, left)


@lru_cache(maxsize=1 << 14)
def _laid_worth(card: int, rows: Rows, left: int) -> float | None:
    """What a card brings once laid, in the best row; None if the display is full."""
    now = _display_worth(rows, left)
    found = [
        _display_worth((*rows[:row], (*rows[row], card), *rows[row + 1 :]), left) - now  # type: ignore[arg-type]
        for row in range(3)
        if len(rows[row]) < 4
    ]
    return max(found) + _at_once(card, left) if found else None


@cache
def _at_once(card: int, left: int) -> float:
    effect = TRIBE[card].effect
    if effect is None:
        return 0.0
    if effect.kind is Kind.GOODS:
        return 0.6 * sum(effect.goods)
    if effect.kind is Kind.GOLD:
        return 1.6 * effect.amount
    if effect.kind is Kind.POINTS:
        return effect.amount
    return {Kind.TURN_UP_GOODS: 1.0, Kind.TURN_UP_TRIBE: 0.8, Kind.DRAW_UNSEEN: 0.5, Kind.USE_AGAIN: 0.8}.get(
        effect.kind, 0.0
    )


@lru_cache(maxsize=1 << 14)
def _goods_worth(card: int, laid: int, stock: Stock, left: int) -> float:
    """What a goods card brings."""
    best = 0.0
    for good in good_choices(card, laid):
        gained, _, points = card_gain(card, good, laid)
        best = max(best, _stock_worth(added(stock, gained), left) - _stock_worth(stock, left) + points)
    return best


@lru_cache(maxsize=1 << 14)
def _forging_worth(stock: Stock, left: int) -> float:
    """What the best exchange with the Silversmith brings."""
    best = 0.0
    for (good, amount), points in FORGING.items():
        if stock[good] >= amount:
            dates, salt, pepper, gold = one(good)
            given = (dates * amount, salt * amount, pepper * amount, gold * amount)
            best = max(best, points + _stock_worth(taken(stock, given), left) - _stock_worth(stock, left))
    return best


def _field_worth(state: State, seat: int, field: int, stock: Stock, left: int) -> float:
    """What a rim field brings, a goods field aside."""
    use = min(1.0, 0.3 + 0.12 * left)
    if field == CARAVAN:
        return 1.0 * use
    if field == EXPANSION:
        return 0.8 * use
    if field == TRADER:
        return 0.35 * use
    if field == MIRAGE:
        return 0.3
    if field == SILVERSMITH:
        return _forging_worth(stock, left)
    if field == NOBLE:
        hopes = [
            _wish(held.card, state.laid[seat], stock, state.rows[seat], left) for held in state.hands[seat]
        ]
        return (1 - IN_HAND) * max(hopes, default=0.0)
    return 0.0


def _place_worth(state: State, seat: int, place: int, stock: Stock, left: int) -> float:
    card = state.centre[place]
    if card >= FIRST_GOODS:
        return _goods_worth(card, state.laid[seat], stock, left)
    if card >= 0:
        return _wish(card, state.laid[seat], stock, state.rows[seat], left)
    return 0.5


def _turn_worth(state: State, seat: int, left: int) -> float:
    """What figures and markers not yet used are going to bring."""
    stock, laid, rows = state.stock[seat], state.laid[seat], state.rows[seat]
    worth = 0.0
    fields, tribe = [], []
    for field in members(state.figures[seat]):
        if field in FIELD_GOOD:
            gained, _ = with_bonus(one(FIELD_GOOD[field]), laid)
            worth += _stock_worth(added(stock, gained), left) - _stock_worth(stock, left)
            stock = added(stock, gained)
        else:
            fields.append(field)
    for place in members(state.markers[seat]):
        card = state.centre[place]
        if card >= FIRST_GOODS:
            worth += _goods_worth(card, laid, stock, left)
            shown = CARDS[card]
            assert isinstance(shown, GoodsCard)
            stock = added(stock, with_bonus(shown.yields, laid)[0])
        elif card >= 0:
            tribe.append(card)
    for card in tribe:
        worth += _wish_now(card, laid, stock, rows, left, has_room(state, seat))
    return worth + sum(_field_worth(state, seat, field, stock, left) for field in fields)


@lru_cache(maxsize=1 << 14)
def _wish_now(card: int, laid: int, stock: Stock, rows: Rows, left: int, room: bool) -> float:
    """What a tribe card is worth that must be laid or taken this turn."""
    best = IN_HAND * _wish(card, laid, stock, rows, left) if room else 0.0
    worth = _laid_worth(card, rows, left)
    if worth is None:
        return best
    for way in payments(card, laid):
        if all(asked <= own for asked, own in zip(way, stock, strict=True)):
            best = max(best, worth - _cost(way, stock, left))
    return best


# -- placing --------------------------------------------------------------------------------------


def _placing_worth(state: State, seat: int, left: int) -> float:
    """What the figures placed, and those to come, are going to bring."""
    stock = state.stock[seat]
    own = state.figures[seat]
    places = [_place_worth(state, seat, place, stock, left) for place in PLACES]

    def field_worth(field: int) -> float:
        if field in FIELD_GOOD:
            gained, _ = with_bonus(one(FIELD_GOOD[field]), state.laid[seat])
            return _stock_worth(added(stock, gained), left) - _stock_worth(stock, left)
        return _field_worth(state, seat, field, stock, left)

    worth = sum(field_worth(field) for field in members(own))
    worth += sum(places[place] for place in members(crossings(own)))
    to_come = 3 - own.bit_count()
    if not to_come:
        return worth
    columns = {COLUMN[field] for field in members(own) if field in COLUMN}
    rows = {ROW[field] for field in members(own) if field in ROW}
    gains = []
    for field in members(places_for(own, state.figures[1 - seat], 1 << state.robber)):
        gain = field_worth(field)
        if field in COLUMN:
            column = COLUMN[field]
            line = [places[3 * row + column] for row in range(3)]
            crossed = [] if column in columns else [line[row] for row in rows]
        else:
            row = ROW[field]
            line = places[3 * row : 3 * row + 3]
            crossed = [] if row in rows else [line[column] for column in columns]
        gain += sum(crossed)
        if to_come > 1 and not crossed:
            gain += 0.5 * max(line)
        gains.append(gain)
    gains.sort(reverse=True)
    return worth + 0.85 * sum(gains[:to_come])


# -- when the clock has run out -------------------------------------------------------------------

#: What a good, a gold and a VP cost at a raid: 3 goods make 1 gold, 1 gold makes 2 VP.
GOOD_COST, GOLD_COST, POINT_COST = 2, 6, 3


def default(state: State, seat: int, legal: Sequence[TargiAction]) -> TargiAction:
    """The action for a seat whose clock has run out (T28)."""
    stock = state.stock[seat]
    if state.phase == "raid":
        return min(legal, key=lambda action: _raid_cost(action, stock))
    if state.phase == "limit":
        return max(legal, key=lambda action: stock[action.good] if isinstance(action, GiveBack) else 0)
    return next((action for action in legal if isinstance(action, EndTurn | Done)), legal[0])


def _raid_cost(action: TargiAction, stock: Stock) -> tuple[int, int]:
    """What a tribute costs; of equally cheap ones, the one from the largest kind comes first."""
    assert isinstance(action, PayRaid)
    dates, salt, pepper, gold, points = action.tribute
    cost = GOOD_COST * (dates + salt + pepper) + GOLD_COST * gold + POINT_COST * points
    left = taken(stock, (dates, salt, pepper, gold))
    return cost, sum(count * count for count in left[:GOLD])
