"""What an open page asks every second or so: is there something new?

A signed address says for whom, so that no session is read: one read by key.
"""

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import queries
from games.models import Seat
from games.services import presence

_signer = Signer(salt="live")


def address(table_id: int, seat: Seat | None) -> str:
    """The address that tells the version of a table; for a seat it also marks presence."""
    return reverse("live", args=[_signer.sign(f"{table_id}-{seat.pk if seat else 0}")])


@require_safe
def version(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the table still has the version `v`, else 200 with the new one; `used`: by a person."""
    try:
        table_id, seat_id = map(int, _signer.unsign(token).split("-"))
    except BadSignature as error:
        raise Http404 from error
    if seat_id and "used" in request.GET:
        presence.touch(seat_id)
    now = queries.version(table_id)
    if now is None:
        raise Http404
    if now == request.GET.get("v"):
        return HttpResponse(status=204)
    return HttpResponse(now, content_type="text/plain")
