"""What may be paid: for a tribe card (T20, T27), and at a raid (T22)."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from games.titles.targi.board import GOODS
from games.titles.targi.cards import TRIBE, Kind, Stock, Symbol, card_set

_DISCOUNT = {symbol: card_set(Kind.DISCOUNT, symbol=symbol) for symbol in Symbol}
_GOLD_FOR_THREE = card_set(Kind.GOLD_FOR_THREE)
_TWO_FOR_ONE = card_set(Kind.TWO_FOR_ONE)
_DISCOUNT_FOR = tuple(_DISCOUNT[card.symbol] for card in TRIBE)
_PAYING = _GOLD_FOR_THREE | _TWO_FOR_ONE | sum(_DISCOUNT.values())

Goods = tuple[int, int, int]

#: Raid field → goods asked, gold asked, VP asked (T22).
RAIDS = {4: (1, 0, 1), 8: (2, 0, 1), 12: (3, 0, 2), 16: (0, 1, 3)}


def payments(card: int, laid: int) -> tuple[Stock, ...]:
    """Every way to pay a tribe card for one who has laid these cards.

    None of them pays more than another in one thing and less in nothing.
    """
    if not laid & _PAYING:
        return _payments(card, False, False, False)
    return _payments(
        card, bool(laid & _DISCOUNT_FOR[card]), bool(laid & _GOLD_FOR_THREE), bool(laid & _TWO_FOR_ONE)
    )


def affordable(card: int, laid: int, stock: Stock) -> list[Stock]:
    """The ways to pay that a stock allows."""
    dates, salt, pepper, gold = stock
    return [
        way
        for way in payments(card, laid)
        if way[0] <= dates and way[1] <= salt and way[2] <= pepper and way[3] <= gold
    ]


@cache
def _payments(card: int, discount: bool, gold_for_three: bool, two_for_one: bool) -> tuple[Stock, ...]:
    cost = TRIBE[card].cost
    goods, printed = cost[:3], cost[3]
    found: set[Stock] = set()
    if TRIBE[card].or_gold:
        found.add((0, 0, 0, printed + 1))
    for need in _less_one(goods) if discount else {goods}:
        total = sum(need)
        for gold in range(-(-total // 3) + 1 if gold_for_three else 1):
            for rest in _parts(need, max(0, total - 3 * gold)):
                for paid in _in_kind(rest) if two_for_one else {rest}:
                    found.add((*paid, printed + gold))
    return tuple(sorted((way for way in found if not _wasteful(way, found)), reverse=True))


def _less_one(goods: Goods) -> set[Goods]:
    """The goods with one taken away, the payer's choice which."""
    return set(_parts(goods, max(0, sum(goods) - 1)))


def _parts(goods: Goods, size: int) -> Iterator[Goods]:
    """The parts of some goods that have this size."""
    for dates, salt, pepper in product(*(range(count + 1) for count in goods)):
        if dates + salt + pepper == size:
            yield dates, salt, pepper


def _in_kind(goods: Goods) -> set[Goods]:
    """Some goods, each paid as itself or as two of another kind."""
    found = {(0, 0, 0)}
    for good in GOODS:
        for _ in range(goods[good]):
            found = {_plus(paid, other, 1 if other == good else 2) for paid in found for other in GOODS}
    return found


def _plus(goods: Goods, good: int, count: int) -> Goods:
    dates, salt, pepper = goods
    return dates + count * (good == 0), salt + count * (good == 1), pepper + count * (good == 2)


def _wasteful(way: Stock, ways: set[Stock]) -> bool:
    return any(
        other != way and all(less <= more for less, more in zip(other, way, strict=True)) for other in ways
    )


#: Dates, salt, pepper, gold, VP.
Tribute = tuple[int, int, int, int, int]


def tributes(field: int, stock: Stock, points: int) -> list[Tribute]:
    """Every way to pay a raid; the only one is nothing for who has neither of what is asked."""
    goods_asked, gold_asked, points_asked = RAIDS[field]
    dates, salt, pepper, gold = stock
    if gold_asked:
        in_full, some = gold >= gold_asked, gold > 0
    else:
        in_full, some = dates + salt + pepper >= goods_asked, dates + salt + pepper > 0
    points_in_full = points >= points_asked
    if not in_full and not points_in_full:
        goods_asked = min(goods_asked, dates + salt + pepper)
        gold_asked = min(gold_asked, gold)
        points_asked = points
        in_full, points_in_full = some, points > 0
    ways: list[Tribute] = []
    if in_full:
        ways = [(*part, gold_asked, 0) for part in _parts((dates, salt, pepper), goods_asked)]
        ways.reverse()
    if points_in_full:
        ways.append((0, 0, 0, 0, points_asked))
    return ways or [(0, 0, 0, 0, 0)]
