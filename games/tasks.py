"""What the workers do: each task comes by and does what the rows say is due."""

from celery import shared_task

from games.services import bots, clocks, notices, tables


@shared_task(ignore_result=True)
def send_due_notices() -> None:
    notices.send_due()


@shared_task(ignore_result=True)
def advance_clocks() -> None:
    clocks.advance()


# A bot that thinks without end meets the soft limit, and its seat plays the default.
@shared_task(ignore_result=True, soft_time_limit=60, time_limit=90)
def move_bots() -> None:
    bots.move_bots()


@shared_task(ignore_result=True)
def close_unfilled_tables() -> None:
    tables.close_unfilled()
