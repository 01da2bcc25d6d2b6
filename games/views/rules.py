"""The rules of a title, in words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalogue import pages


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    page = pages().get(slug)
    if page is None:
        raise Http404
    language = "de" if (get_language() or "").startswith("de") else "en"
    text = engines["jinja2"].get_template(page.rules_template.format(language=language)).render({"page": page})
    return render(request, "games/rules.html", {"page": page, "text": text})
