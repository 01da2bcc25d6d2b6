"""Taking goods, gold and VP, with what laid cards add to it (T12, T27)."""

from functools import cache

from games.titles.targi.board import GOLD, GOODS
from games.titles.targi.cards import CARDS, NOTHING, GoodsCard, Kind, Stock, card_set
from games.titles.targi.state import State

_MORE_GOODS = tuple(card_set(Kind.MORE_GOODS, good=good) for good in GOODS)
_ANY_MORE = sum(_MORE_GOODS)
_GOLD_GOOD = card_set(Kind.GOLD_GOOD)

_ONE: tuple[Stock, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
_ANY_GOOD: tuple[int | None, ...] = GOODS
_NO_CHOICE: tuple[int | None, ...] = (None,)


def one(good: int) -> Stock:
    """One date, salt, pepper or gold."""
    return _ONE[good]


def added(stock: Stock, more: Stock) -> Stock:
    return stock[0] + more[0], stock[1] + more[1], stock[2] + more[2], stock[3] + more[3]


def taken(stock: Stock, less: Stock) -> Stock:
    return stock[0] - less[0], stock[1] - less[1], stock[2] - less[2], stock[3] - less[3]


def goods_card(card: int) -> GoodsCard:
    found = CARDS[card]
    assert isinstance(found, GoodsCard)
    return found


def good_choices(card: int, laid: int) -> tuple[int | None, ...]:
    """What may be chosen with a goods card: its good of choice, or the one that comes with gold."""
    shown = goods_card(card)
    if shown.choice or (shown.yields[GOLD] and laid & _GOLD_GOOD):
        return _ANY_GOOD
    return _NO_CHOICE


def card_gain(card: int, good: int | None, laid: int) -> tuple[Stock, Stock, int]:
    """All that a goods card gives, the part of it that laid cards add, and VP."""
    shown = goods_card(card)
    if not shown.choice:
        gain, bonus = with_bonus(shown.yields, laid)
        if good is not None:
            gain, bonus = added(gain, _ONE[good]), added(bonus, _ONE[good])
        return gain, bonus, shown.points
    assert good is not None
    gain, bonus = with_bonus(added(shown.yields, _ONE[good]), laid)
    return gain, bonus, shown.points


def with_bonus(goods: Stock, laid: int) -> tuple[Stock, Stock]:
    """Goods with one more of each kind among them that a laid card increases, and that part."""
    if not laid & _ANY_MORE:
        return goods, NOTHING
    return _with_bonus(goods, tuple(bool(laid & more) for more in _MORE_GOODS))


@cache
def _with_bonus(goods: Stock, increased: tuple[bool, ...]) -> tuple[Stock, Stock]:
    dates, salt, pepper = (int(more and goods[good] > 0) for good, more in enumerate(increased))
    bonus = (dates, salt, pepper, 0)
    return added(goods, bonus), bonus


def receive(state: State, seat: int, goods: Stock, points: int = 0) -> None:
    """Adds goods, gold and VP tokens to a seat's."""
    state.stock[seat] = added(state.stock[seat], goods)
    state.points[seat] += points


def give(state: State, seat: int, goods: Stock, points: int = 0) -> None:
    """Takes goods, gold and VP tokens from a seat."""
    state.stock[seat] = taken(state.stock[seat], goods)
    state.points[seat] -= points
