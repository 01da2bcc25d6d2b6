"""The rows of the site. Everything written to them goes through games.services."""

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

#: Easily read aloud: no 0/o, 1/l/i.
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code(length: int = 8) -> str:
    """A table's address; a private table's is long, and is its only key."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


class Table(models.Model):
    """A game being set up, played or over."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CALLED_OFF = "called-off", _("called off")
        CLOSED = "closed", _("closed")

    code = models.CharField(max_length=32, unique=True, default=new_code)
    title = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    private = models.BooleanField(_("private"), default=False)
    rated = models.BooleanField(_("rated"), default=True)
    days_per_move = models.PositiveSmallIntegerField(
        _("days per move"), default=3, validators=[MinValueValidator(1), MaxValueValidator(14)]
    )
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    #: Grows with every change shown on the page that is not a move (seats, calling off).
    version = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"])]

    def __str__(self) -> str:
        return f"{self.title} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.code])

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])


class TableState(models.Model):
    """The latest state, whole. A row of its own, so that seats and settings don't wait for its lock."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="state")
    body = models.TextField()
    rules_version = models.PositiveIntegerField()
    #: Number of the last move; never goes back.
    moves = models.PositiveIntegerField(default=0)
    epoch = models.PositiveIntegerField(default=1)
    #: Draws made from this epoch's stream; never goes back, so nobody meets the same chance twice.
    draws = models.PositiveBigIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)


class TableSecret(models.Model):
    """The secret of a table's stream of chance. No page, admin or serializer reads it before the end."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    epoch = models.PositiveIntegerField(default=1)
    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "epoch"], name="one_secret_per_epoch")]


class Seat(models.Model):
    """A place at a table, taken by a person or a bot."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    #: Kind of bot that plays the seat; a resigned person's seat keeps its user and gets a bot.
    bot = models.CharField(max_length=16, blank=True)
    nonce = models.CharField(max_length=64)
    joined_at = models.DateTimeField(default=timezone.now)
    #: Grows whenever what the seat is asked changes; a move must answer the latest.
    decision = models.PositiveIntegerField(default=0)
    question = models.TextField(blank=True)
    waiting = models.BooleanField(default=False)
    asked = models.BooleanField(default=False)
    #: The last decision that its bot was asked and need not make: it considers each only once.
    answered = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    #: Number of the seat's own last move.
    last_move = models.PositiveIntegerField(default=0)
    #: When its page was last both visible and used.
    present_at = models.DateTimeField(null=True, blank=True)
    resigned = models.BooleanField(default=False)
    agrees_to_call_off = models.BooleanField(default=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_per_person"),
        ]
        indexes = [
            models.Index(fields=["user", "waiting"]),
            models.Index(fields=["deadline"], condition=Q(waiting=True), name="seat_clock_running"),
            models.Index(
                fields=["table"],
                condition=(Q(waiting=True) | Q(asked=True)) & ~Q(bot=""),
                name="seat_bot_to_move",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} seat {self.number}"

    @property
    def name(self) -> str:
        """Display name; a bot's is its kind."""
        if self.user and not (self.bot and not self.resigned):
            return self.user.username
        return str(BOT_NAMES.get(self.bot, "—"))


BOT_NAMES = {"random": _("Dice bot"), "greedy": _("Greedy bot")}


class Move(models.Model):
    """One line of the log: an action, what came of it, and the state after it."""

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    #: Seat number; None for the start of the game.
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=8, choices=By, default=By.PLAYER)
    action = models.TextField(blank=True)
    events = models.TextField()
    #: zlib-compressed JSON of the state after the move.
    state = models.BinaryField()
    rules_version = models.PositiveIntegerField()
    epoch = models.PositiveIntegerField(default=1)
    draws_before = models.PositiveBigIntegerField()
    draws = models.PositiveBigIntegerField()
    decision = models.PositiveIntegerField(default=0)
    #: The browser's name for this attempt: the same again is the same move, not another.
    key = models.CharField(max_length=64, null=True)
    undoable = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_per_number"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="one_move_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} move {self.number}"


class Invitation(models.Model):
    """Somebody asked to take a seat, by name or by mail."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations")
    email = models.EmailField(blank=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_invitation_per_person"),
            models.UniqueConstraint(
                fields=["table", "email"], condition=~Q(email=""), name="one_invitation_per_address"
            ),
        ]


class Notice(models.Model):
    """One mail that is owed, and what became of it."""

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        ASKED = "asked", _("a question")
        REMINDER = "reminder", _("reminder")
        STARTED = "started", _("game started")
        OVER = "over", _("game over")
        INVITATION = "invitation", _("invitation")
        CLOSED = "closed", _("table closed")

    class Status(models.TextChoices):
        DUE = "due", _("due")
        CLAIMED = "claimed", _("claimed")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("dropped")
        #: The mail server refused it too often; left to the administrator.
        FAILED = "failed", _("failed")

    table = models.ForeignKey(Table, models.CASCADE, related_name="notices")
    #: None for an invitation to someone without an account.
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="notices"
    )
    address = models.EmailField(blank=True)
    kind = models.CharField(max_length=16, choices=Kind)
    #: The seat's decision number it tells of; 0 where none is meant.
    decision = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status, default=Status.DUE)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: Why it was dropped, or not sent yet, for the administrator.
    reason = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "table", "decision", "kind"], name="one_notice_per_decision"
            ),
            models.UniqueConstraint(
                fields=["address", "table", "kind"], condition=~Q(address=""), name="one_notice_per_address"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(status__in=["due", "claimed"]), name="notice_owed"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id} {self.decision}"
