"""`cahier show GAME uses WORD`."""

from __future__ import annotations

from tests.cli.command import Cahier


def test_every_use_is_told_with_its_place(cahier: Cahier) -> None:
    done = cahier("show", "market", "uses", "discard")
    assert done.returncode == 0
    assert (
        done.stdout
        == """Discard, a zone: named in 1 place, used in 2 places through other words

Phrases
  take a turn      market/sequence.yaml:13  move card to discard
  play the market  market/sequence.yaml:25  through `take a turn`

Sequence
  start  market/sequence.yaml:1  through `play the market`, then `take a turn`
"""
    )


def test_scenarios_are_told_line_by_line_or_if_they_use_it_through_other_words_file_by_file(cahier: Cahier) -> None:
    assert cahier("show", "market", "uses", "Fish").stdout.endswith("""
Scenarios
  a token goes to a stall     market/scenarios/selling.yaml:9
  no stall on the other side  market/scenarios/selling.yaml:17
""")
    assert cahier("show", "market", "uses", "purse").stdout.endswith("""
Scenarios, through other words
  market/scenarios/selling.yaml  lines 5, 14
""")


def test_what_nothing_uses_is_no_mistake(cahier: Cahier) -> None:
    done = cahier("show", "market", "uses", "light")
    assert (done.returncode, done.stdout) == (0, "light, what a track gives: nothing uses it\n")


def test_an_unknown_word_is_bad_input(cahier: Cahier) -> None:
    done = cahier("show", "market", "uses", "discrad")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uses discrad: error: nothing in this game has this name\n    did you mean Discard?\n"
    assert cahier("show", "market", "uses").returncode == 2
    assert cahier("show", "market", "uses", "purse", "--variant", "night").returncode == 2
