"""The addresses of the site."""

from django.urls import path

from games.views import live, lobby, rules, seats, table

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("tables/", lobby.my_tables, name="my_tables"),
    path("tables/new/", lobby.open_table, name="open_table"),
    path("next/", lobby.next_table, name="next_table"),
    path("t/<slug:code>/", table.show, name="table"),
    path("t/<slug:code>/moves", table.move, name="move"),
    path("t/<slug:code>/undo", table.undo, name="undo"),
    path("t/<slug:code>/log", table.log, name="log"),
    path("t/<slug:code>/take-seat", seats.take_seat, name="take_seat"),
    path("t/<slug:code>/leave", seats.leave, name="leave"),
    path("t/<slug:code>/bots", seats.bots, name="bots"),
    path("t/<slug:code>/invite", seats.invite, name="invite"),
    path("t/<slug:code>/decline", seats.decline, name="decline"),
    path("t/<slug:code>/resign", seats.resign, name="resign"),
    path("t/<slug:code>/call-off", seats.call_off, name="call_off"),
    path("live/<str:token>", live.version, name="live"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
]
