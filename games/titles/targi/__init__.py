"""Targi for two players: rules in `rules`, its page in `page`."""

from games.titles.targi.rules import title

__all__ = ["title"]
