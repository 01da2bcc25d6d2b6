"""Why a service did nothing. Each has the HTTP status that says the same, and a sentence."""

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """Nothing was changed; `message` says why, in the reader's language once it is shown."""

    status = 409
    message = _("That is not possible now.")

    def __init__(self, message: object = None) -> None:
        self.message = message or self.message
        super().__init__(self.message)


class Malformed(Refused):
    status = 400
    message = _("That could not be read as a move.")


class NotAllowed(Refused):
    status = 403
    message = _("That is not yours to do.")


class Stale(Refused):
    status = 409
    message = _("The game has moved on since this page was shown. Here is how it stands now.")
