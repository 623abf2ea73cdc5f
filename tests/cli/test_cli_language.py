"""`cahier language`: the forms of the effect language, and a game's own words."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.cli.command import Cahier


def test_an_overview_fits_a_few_screens(cahier: Cahier) -> None:
    done = cahier("language")
    assert done.returncode == 0
    assert "  choose THING [OPTION]" in done.stdout and "Words in capitals" in done.stdout
    assert len(done.stdout.splitlines()) < 530
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_a_word_gives_the_forms_that_have_it_in_full(cahier: Cahier) -> None:
    done = cahier("language", "draw")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines.index("draw NUMBER NOUN from ZONE to ZONE [, as NAME]") < lines.index(
        "      draw 1 card from deck to your hand, as drawn"
    )
    assert "  ZONE    a place for cards" in lines
    assert cahier("language", "for", "each").stdout.startswith("for each THING")


def test_a_word_that_no_form_has_is_bad_input(cahier: Cahier) -> None:
    done = cahier("language", "chose")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("language chose: error: no form of the language contains this\n    did you mean choose?\n")
    assert cahier("language", "--variant", "night").returncode == 2
    assert cahier("language", "--game", "markt").returncode == 2


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("adjacent", "[your|enemy|other] [ADJECTIVE] NOUNS [of OWNER] [in|from SET]"),
        ("randomly", "random one of SET"),
        ("discard", "move CARDS to (ZONE | top of ZONE | bottom of ZONE)"),
        ("steal", "raise COUNTER [by NUMBER]"),
        ("remove", "move NUMBER [of] PIECES from PLACE to PLACE"),
    ],
)
def test_an_everyday_word_gives_the_forms_that_may_do_it(word: str, form: str, cahier: Cahier) -> None:
    done = cahier("language", word)
    assert done.returncode == 0
    first, *rest = done.stdout.splitlines()
    assert first == f"No form contains `{word}`. Related forms:"
    assert any(line.startswith(form) for line in rest)


@pytest.mark.parts
def test_a_games_own_words_are_told_with_their_places(cahier: Cahier) -> None:
    done = cahier("language", "--game", "market")
    assert done.returncode == 0
    assert "choose THING" in done.stdout and "Spaces: 3 (`cahier show GAME map`)" in done.stdout
    assert re.search("^  take a turn +market/sequence.yaml:8$", done.stdout, re.MULTILINE)
    trade = cahier("language", "trade", "--game", "market")
    assert trade.stdout == "Phrases\n  trade at {area: set of spaces}  market/sequence.yaml:4\n"
    cheese = cahier("language", "cheese", "--game", "market", "--lang", "ru")
    assert "cheese  space  Сыр  market/map.yaml:8" in cheese.stdout
    assert cahier("language", "trad", "--game", "market").stderr.endswith("did you mean trade?\n")


def test_sentences_are_folded_once(cahier: Cahier) -> None:
    narrow = cahier("language", "move", COLUMNS="80").stdout.splitlines()
    sentences = [line for line in narrow if re.match("    (?!for example)[^ ]", line)]
    assert all(len(line) > 60 for line, after in pairwise(narrow) if {line, after} <= {*sentences})
