"""Targi for two players: rules in `rules`, its page in `page`."""
