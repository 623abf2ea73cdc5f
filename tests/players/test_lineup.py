"""The lineup of a game: as data, in words, and the seats on which better players could sit."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.players.lineup import describe_lineup, lineup, random_seats
from interpreter.presentation.names import Names
from tests.loaded import game_of


@pytest.mark.parametrize(
    ("game", "seats", "seated", "said"),
    [
        ("revolution", 2, {}, "random players on both sides"),
        ("revolution", 2, {"jacobin": "random"}, "random players on both sides"),
        ("revolution", 2, {"royalist": "table", "jacobin": "table"}, "tables on both sides"),
        ("revolution", 2, {"royalist": "search:500", "jacobin": "search:500"}, "search:500 on both sides"),
        ("revolution", 2, {"jacobin": "search:500"}, "Royalist: random, Jacobin: search:500"),
        ("revolution", 2, {"royalist": "table"}, "Royalist: table, Jacobin: random"),
        ("liberte", 3, {}, "random players on all seats"),
        ("liberte", 3, {"p1": "a", "p2": "b"}, "Player 1: a, Player 2: b, Player 3: random"),
        ("liberte", 4, {"p2": "search:5"}, "Player 2: search:5, the others: random"),
        ("liberte", 4, {"p1": "a", "p4": "a"}, "Player 1: a, Player 2: random, Player 3: random, Player 4: a"),
    ],
)  # fmt: skip
def test_in_words(game: str, seats: int, seated: dict[str, str], said: str) -> None:
    played = game_of(game, players=seats)
    assert describe_lineup(played, seated, Names(played.rulebook)) == said
    assert lineup(played, seated) == {seat: seated.get(seat, "random") for seat in played.seats}


ALONE = """\
id: alone
title: Alone
seats: [{id: me, title: Me}]
start: toss
words:
  - say: toss
    do: |
      as me:
        either "stay":
          end the game, winner is me, because "stayed"
        or "leave":
          end the game, nobody wins, because "left"
"""


@pytest.mark.parametrize(
    ("player", "said"),
    [("random", "a random player on the only seat"), ("search:5", "search:5 on the only seat")],
)
def test_of_one_seat(tmp_path: Path, player: str, said: str) -> None:
    tmp_path.joinpath("game.yaml").write_text(ALONE, "utf-8")
    game = load(str(tmp_path))
    assert describe_lineup(game, {"me": player}, Names(game.rulebook)) == said


def test_seats_that_share_a_title_are_told_apart() -> None:
    class Alike(Names):
        def title_of(self, thing_id: str) -> str:
            return "Trader"

    played = game_of("revolution")
    said = describe_lineup(played, {"jacobin": "table"}, Alike(played.rulebook))
    assert said == "Trader (royalist): random, Trader (jacobin): table"


def test_a_player_s_name_is_made_harmless() -> None:
    played = game_of("revolution")
    names = Names(played.rulebook, safe=lambda text: text.replace("\x1b", "\\x1b"))
    for seated in ({"jacobin": "odd:\x1b"}, dict.fromkeys(played.seats, "odd:\x1b")):
        assert "odd:\\x1b" in describe_lineup(played, seated, names)


@pytest.mark.parts
@pytest.mark.parametrize(
    ("variants", "seated", "seats"),
    [
        ((), {}, ("commune", "versailles")),
        ((), {"versailles": "search:5"}, ()),
        (("solo_versailles",), {"versailles": "table"}, ("commune",)),
        (("solo_versailles",), {"versailles": "random"}, ("commune", "versailles")),
        (("solo_versailles",), {"versailles": "search:5"}, ()),
    ],
)
def test_seats_that_play_at_random(variants: tuple[str, ...], seated: dict[str, str], seats: tuple[str, ...]) -> None:
    """Unless better players were asked for already. The table of a solo game is nobody who was asked for."""
    assert random_seats(game_of("red_flag_over_paris", *variants), seated) == seats
