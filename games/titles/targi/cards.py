"""The 19 goods cards (T26) and the 45 tribe cards (T27): the project's own.

Cards have numbers: tribe cards 0 … 44, goods cards 45 … 63. A set of tribe
cards is an int with bit n set for card n.
"""

from enum import Enum

import msgspec

from games.titles.targi.board import DATE, PEPPER, SALT

#: Dates, salt, pepper, gold.
Stock = tuple[int, int, int, int]
NOTHING: Stock = (0, 0, 0, 0)

GOODS_CARD, TRIBE_CARD = 0, 1


class Symbol(Enum):
    WELL = "well"
    RIDER = "rider"
    OASIS = "oasis"
    TARGIA = "targia"
    TENT = "tent"


class Kind(Enum):
    """What a tribe card does, once laid."""

    # At once.
    GOODS = "goods"  # take `goods`
    GOLD = "gold"  # take `amount` gold
    POINTS = "points"  # take `amount` VP
    TURN_UP_GOODS = "turn-up-goods"  # turn up the top goods card, as with the Caravan
    TURN_UP_TRIBE = "turn-up-tribe"  # turn up the top tribe card, as with Tribal Expansion
    DRAW_UNSEEN = "draw-unseen"  # draw a hand card nobody sees, if there is room
    USE_AGAIN = "use-again"  # use again a rim field used this round with one's own figure
    # Lasting, when gaining.
    MORE_GOODS = "more-goods"  # 1 more of `good` when a goods field, goods card or Caravan yields it
    CARAVAN_POINT = "caravan-point"  # 1 VP with the Caravan
    GOLD_GOOD = "gold-good"  # 1 good of choice when one of these yields gold
    # Lasting, when paying a tribe card.
    DISCOUNT = "discount"  # 1 good less for cards of `symbol`
    GOLD_FOR_THREE = "gold-for-three"  # 1 gold stands for any 3 goods
    TWO_FOR_ONE = "two-for-one"  # 2 goods of one kind stand for 1 of another
    # Lasting, on fields.
    TRADER_TWO = "trader-two"  # Trader: 2 equal goods for 1 gold
    SILVERSMITH_TWICE = "silversmith-twice"
    CARAVAN_TWO = "caravan-two"  # Caravan: two cards are shown, take one
    EXPANSION_TWO = "expansion-two"  # Tribal Expansion: two cards are shown, take one
    WITHOUT_NOBLE = "without-noble"  # the hand card may be laid on one's turn without the Noble
    MIRAGE_FACE_DOWN = "mirage-face-down"  # Fata Morgana also onto a face-down card
    # Lasting, other.
    SAFE_GOODS = "safe-goods"  # nothing to give at the raids that ask goods (4, 8, 12)
    SAFE = "safe"  # nothing to give at any raid
    MORE_STORE = "more-store"  # 3 goods more may be kept
    ROBBER_FIELD = "robber-field"  # a figure may stand on the robber's field
    HAND_TWO = "hand-two"  # two hand cards
    # Once.
    MOVE_CARDS = "move-cards"  # move two laid cards
    # At the end.
    PER_SYMBOL = "per-symbol"  # 1 VP for each laid card of `symbol`
    PER_ROW = "per-row"  # 1 VP for each full row
    PER_GOODS = "per-goods"  # 1 VP for every 3 goods
    MOST_GOLD = "most-gold"  # 2 VP for the most gold
    PER_EQUAL_ROW = "per-equal-row"  # 3 VP for each row of four equal symbols


class Effect(msgspec.Struct, frozen=True):
    """A tribe card's effect; what a kind does not need stays at its default."""

    kind: Kind
    good: int | None = None
    symbol: Symbol | None = None
    amount: int = 0
    goods: Stock = NOTHING


class TribeCard(msgspec.Struct, frozen=True):
    """cost: dates, salt, pepper, gold; or_gold: 1 gold may stand for the cost's goods (T20)."""

    number: int
    slug: str
    name_en: str
    name_de: str
    symbol: Symbol
    cost: Stock
    or_gold: bool
    points: int
    effect: Effect | None


class GoodsCard(msgspec.Struct, frozen=True):
    """yields: dates, salt, pepper, gold; choice: one good of choice besides."""

    number: int
    slug: str
    yields: Stock
    points: int = 0
    choice: bool = False


def _tribe() -> tuple[TribeCard, ...]:
    well, rider, oasis, targia, tent = Symbol
    plain, or_gold = False, True
    rows: list[tuple[Symbol, str, str, str, Stock, bool, int, Effect | None]] = [
        (well, "deep-well", "Deep Well", "Tiefer Brunnen",
         (1, 1, 1, 0), or_gold, 2, Effect(Kind.DISCOUNT, symbol=well)),
        (well, "keeper-of-the-wells", "Keeper of the Wells", "Hüter der Brunnen",
         (1, 1, 1, 1), plain, 1, Effect(Kind.PER_SYMBOL, symbol=well)),
        (well, "roadside-well", "Roadside Well", "Brunnen am Weg",
         (0, 1, 2, 0), plain, 2, Effect(Kind.GOODS, goods=(1, 1, 0, 0))),
        (well, "salt-spring", "Salt Spring", "Salzquelle",
         (1, 0, 2, 0), plain, 1, Effect(Kind.MORE_GOODS, good=SALT)),
        (well, "stone-cistern", "Stone Cistern", "Steinerne Zisterne",
         (2, 2, 0, 0), or_gold, 3, Effect(Kind.MORE_STORE)),
        (well, "well-of-barter", "Well of Barter", "Tauschbrunnen",
         (0, 2, 1, 0), or_gold, 2, Effect(Kind.TWO_FOR_ONE)),
        (well, "brimming-well", "Brimming Well", "Randvoller Brunnen",
         (1, 1, 1, 0), plain, 1, Effect(Kind.PER_GOODS)),
        (well, "travellers-well", "Travellers' Well", "Brunnen der Reisenden",
         (2, 0, 1, 0), or_gold, 2, Effect(Kind.TURN_UP_GOODS)),
        (well, "ancient-well", "Ancient Well", "Uralter Brunnen",
         (1, 1, 0, 1), plain, 3, None),
        (rider, "camel-master", "Camel Master", "Kamelmeister",
         (1, 1, 1, 0), plain, 2, Effect(Kind.DISCOUNT, symbol=rider)),
        (rider, "leader-of-the-riders", "Leader of the Riders", "Anführer der Reiter",
         (1, 2, 1, 0), plain, 1, Effect(Kind.PER_SYMBOL, symbol=rider)),
        (rider, "laden-rider", "Laden Rider", "Beladener Reiter",
         (2, 1, 0, 0), plain, 2, Effect(Kind.GOODS, goods=(0, 1, 1, 0))),
        (rider, "pepper-rider", "Pepper Rider", "Pfefferreiter",
         (2, 1, 0, 0), plain, 1, Effect(Kind.MORE_GOODS, good=PEPPER)),
        (rider, "scout", "Scout", "Kundschafter",
         (0, 1, 2, 0), or_gold, 2, Effect(Kind.CARAVAN_TWO)),
        (rider, "caravan-guide", "Caravan Guide", "Karawanenführer",
         (1, 2, 0, 0), or_gold, 2, Effect(Kind.CARAVAN_POINT)),
        (rider, "armed-escort", "Armed Escort", "Bewaffnetes Geleit",
         (0, 2, 2, 0), plain, 3, Effect(Kind.SAFE_GOODS)),
        (rider, "robbers-cousin", "Robber's Cousin", "Vetter des Räubers",
         (1, 1, 2, 0), plain, 3, Effect(Kind.ROBBER_FIELD)),
        (rider, "swift-messenger", "Swift Messenger", "Schneller Bote",
         (1, 1, 0, 0), plain, 1, Effect(Kind.USE_AGAIN)),
        (oasis, "green-valley", "Green Valley", "Grünes Tal",
         (1, 1, 1, 0), or_gold, 2, Effect(Kind.DISCOUNT, symbol=oasis)),
        (oasis, "chain-of-oases", "Chain of Oases", "Oasenkette",
         (2, 1, 1, 0), plain, 1, Effect(Kind.PER_SYMBOL, symbol=oasis)),
        (oasis, "palm-grove", "Palm Grove", "Palmenhain",
         (0, 2, 1, 0), plain, 1, Effect(Kind.MORE_GOODS, good=DATE)),
        (oasis, "lake-of-mirages", "Lake of Mirages", "See der Trugbilder",
         (2, 0, 1, 0), or_gold, 2, Effect(Kind.MIRAGE_FACE_DOWN)),
        (oasis, "market-oasis", "Market Oasis", "Marktoase",
         (1, 2, 0, 0), plain, 2, Effect(Kind.GOODS, goods=(1, 0, 1, 0))),
        (oasis, "hidden-oasis", "Hidden Oasis", "Verborgene Oase",
         (2, 1, 1, 0), or_gold, 3, Effect(Kind.DRAW_UNSEEN)),
        (oasis, "wandering-dunes", "Oasis of Wandering Dunes", "Oase der Wanderdünen",
         (1, 0, 2, 0), or_gold, 2, Effect(Kind.MOVE_CARDS)),
        (oasis, "walled-garden", "Walled Garden", "Ummauerter Garten",
         (1, 1, 0, 1), plain, 2, Effect(Kind.PER_ROW)),
        (oasis, "golden-oasis", "Golden Oasis", "Goldene Oase",
         (2, 0, 2, 0), plain, 2, Effect(Kind.GOLD, amount=1)),
        (targia, "lady-of-the-camp", "Lady of the Camp", "Herrin des Lagers",
         (1, 1, 1, 0), plain, 2, Effect(Kind.DISCOUNT, symbol=targia)),
        (targia, "mother-of-the-tribe", "Mother of the Tribe", "Mutter des Stammes",
         (1, 1, 2, 0), plain, 1, Effect(Kind.PER_SYMBOL, symbol=targia)),
        (targia, "shrewd-trader", "Shrewd Trader", "Kluge Händlerin",
         (0, 1, 1, 0), plain, 1, Effect(Kind.TRADER_TWO)),
        (targia, "silversmiths-daughter", "Silversmith's Daughter", "Tochter des Silberschmieds",
         (1, 0, 1, 0), plain, 1, Effect(Kind.SILVERSMITH_TWICE)),
        (targia, "keeper-of-the-purse", "Keeper of the Purse", "Hüterin der Börse",
         (1, 0, 2, 0), or_gold, 2, Effect(Kind.GOLD_FOR_THREE)),
        (targia, "giver-of-gifts", "Giver of Gifts", "Gabenspenderin",
         (0, 2, 1, 0), plain, 2, Effect(Kind.GOLD_GOOD)),
        (targia, "treasurer", "Treasurer", "Schatzmeisterin",
         (2, 1, 0, 1), plain, 3, Effect(Kind.MOST_GOLD)),
        (targia, "bride-with-dowry", "Bride with a Dowry", "Braut mit Mitgift",
         (1, 3, 0, 0), plain, 2, Effect(Kind.GOLD, amount=1)),
        (targia, "poetess", "Poetess", "Dichterin",
         (1, 0, 1, 1), plain, 3, Effect(Kind.POINTS, amount=1)),
        (tent, "tent-maker", "Tent Maker", "Zeltmacher",
         (1, 1, 1, 0), or_gold, 2, Effect(Kind.DISCOUNT, symbol=tent)),
        (tent, "city-of-tents", "City of Tents", "Zeltstadt",
         (1, 1, 1, 1), plain, 1, Effect(Kind.PER_SYMBOL, symbol=tent)),
        (tent, "tent-of-gathering", "Tent of Gathering", "Zelt der Versammlung",
         (2, 0, 1, 0), or_gold, 2, Effect(Kind.EXPANSION_TWO)),
        (tent, "open-tent", "Open Tent", "Offenes Zelt",
         (0, 1, 1, 0), plain, 1, Effect(Kind.WITHOUT_NOBLE)),
        (tent, "council-tent", "Council Tent", "Ratszelt",
         (1, 0, 2, 0), or_gold, 3, Effect(Kind.HAND_TWO)),
        (tent, "guest-tent", "Guest Tent", "Gästezelt",
         (1, 2, 0, 0), plain, 2, Effect(Kind.TURN_UP_TRIBE)),
        (tent, "guarded-tent", "Guarded Tent", "Bewachtes Zelt",
         (1, 1, 2, 0), plain, 3, Effect(Kind.SAFE)),
        (tent, "tent-of-the-clan", "Tent of the Clan", "Sippenzelt",
         (0, 1, 1, 1), plain, 2, Effect(Kind.PER_EQUAL_ROW)),
        (tent, "great-tent", "Great Tent", "Großes Zelt",
         (0, 1, 1, 1), plain, 3, None),
    ]  # fmt: skip
    return tuple(
        TribeCard(number, slug, name_en, name_de, symbol, cost, gold, points, effect)
        for number, (symbol, slug, name_en, name_de, cost, gold, points, effect) in enumerate(rows)
    )


TRIBE = _tribe()
FIRST_GOODS = len(TRIBE)


def _goods() -> tuple[GoodsCard, ...]:
    rows: list[tuple[str, Stock, int, bool]] = [
        ("two-dates", (2, 0, 0, 0), 0, False),
        ("two-salt", (0, 2, 0, 0), 0, False),
        ("two-pepper", (0, 0, 2, 0), 0, False),
        ("date-salt-1", (1, 1, 0, 0), 0, False),
        ("date-salt-2", (1, 1, 0, 0), 0, False),
        ("date-pepper-1", (1, 0, 1, 0), 0, False),
        ("date-pepper-2", (1, 0, 1, 0), 0, False),
        ("salt-pepper-1", (0, 1, 1, 0), 0, False),
        ("salt-pepper-2", (0, 1, 1, 0), 0, False),
        ("date", (1, 0, 0, 0), 0, False),
        ("salt", (0, 1, 0, 0), 0, False),
        ("pepper", (0, 0, 1, 0), 0, False),
        ("choice-1", NOTHING, 0, True),
        ("choice-2", NOTHING, 0, True),
        ("gold-1", (0, 0, 0, 1), 0, False),
        ("gold-2", (0, 0, 0, 1), 0, False),
        ("point-1", NOTHING, 1, False),
        ("point-2", NOTHING, 1, False),
        ("point-3", NOTHING, 1, False),
    ]
    return tuple(GoodsCard(FIRST_GOODS + index, *row) for index, row in enumerate(rows))


GOODS_CARDS = _goods()
#: Every card, by its number.
CARDS: tuple[TribeCard | GoodsCard, ...] = (*TRIBE, *GOODS_CARDS)
SYMBOLS = tuple(card.symbol for card in TRIBE)


def card_set(kind: Kind, *, good: int | None = None, symbol: Symbol | None = None) -> int:
    """The set of tribe cards with this effect."""
    wanted = (kind, good, symbol)
    found = 0
    for card in TRIBE:
        effect = card.effect
        if effect and (effect.kind, effect.good, effect.symbol) == wanted:
            found |= 1 << card.number
    return found


def is_tribe(card: int) -> bool:
    """Whether the number is that of a tribe card."""
    return 0 <= card < FIRST_GOODS


def is_goods(card: int) -> bool:
    """Whether the number is that of a goods card."""
    return FIRST_GOODS <= card < len(CARDS)
