"""Telling the administrator that something is broken: once an hour, not at every tick."""

import logging

from django.core.cache import cache

logger = logging.getLogger(__name__)

#: In seconds.
ONCE_IN = 3600


def raise_alarm(what: str, message: str, *arguments: object) -> None:
    """Log the exception being handled; as an error, which is mailed, once an hour for each `what`."""
    level = logging.ERROR if _is_news(what) else logging.WARNING
    logger.log(level, message, *arguments, exc_info=True)


def _is_news(what: str) -> bool:
    try:
        return cache.add(f"alarm-{what}", True, ONCE_IN)
    except Exception:
        # Better told twice than not at all.
        return True
