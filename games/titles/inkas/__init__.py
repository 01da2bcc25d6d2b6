"""Catan - Rise of the Inkas, for 3 or 4 players. The rules are numbered I1-I59."""

from games.titles.inkas.rules import Inkas, title

__all__ = ["Inkas", "title"]
