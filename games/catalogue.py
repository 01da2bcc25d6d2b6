"""The titles this site offers: one dotted module for each in settings.GAME_TITLES."""

from functools import cache
from importlib import import_module

from django.conf import settings
from django.core.signals import setting_changed

from games.engine.title import Title
from games.pages import Page


@cache
def pages() -> dict[str, Page]:
    """Slug → the title's page, in the order of the settings."""
    found = [import_module(f"{module}.page").page for module in settings.GAME_TITLES]
    return {page.title.slug: page for page in found}


def page_of(slug: str) -> Page:
    """Raises KeyError for a title this site does not offer."""
    return pages()[slug]


def title_of(slug: str) -> Title:
    """Raises KeyError for a title this site does not offer."""
    return pages()[slug].title


def _forget(setting: str, **_: object) -> None:
    if setting == "GAME_TITLES":
        pages.cache_clear()


setting_changed.connect(_forget)
