"""Options that a command doesn't have: each message names the option that was meant."""

from __future__ import annotations

import click
import pytest

from cli.main import group


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("play market --seats 3", "Did you mean '--players'?"),
        ("play market --seats=3", "Did you mean '--players'?"),
        ("play market --seats p1=table", "Did you mean '--seat'?"),
        ("play market --bot p1=table", "Did you mean '--seat'?"),
        ("check market -players 3", "Did you mean '--players'?"),
        ("new-variant fast --game market", "Did you mean '--of'?"),
        ("new-variant --name fast", "NAME is written without an option."),
        ("check --game market", "GAME is written without an option."),
        ("playtest --game 100 market", "Did you mean '--games'?"),
        ("playtest market -n 100", "Did you mean '--games'?"),
        ("cards market -o cards.csv", "Did you mean '--export'?"),
        ("playtest market -o figures.json", "Did you mean '--json'?"),
        ("playtest market -o figures", "(Did you mean one of: '--report', '--json', '--csv', '--xlsx'?)"),
        ("sweep market --minutes 3", "Did you mean '--time'?"),
        ("test market --update", "Did you mean '--accept'?"),
        ("check market --strickt", "Did you mean '--strict'?"),
        ("check market --sail", ""),
    ],
)
def test_the_option_that_was_meant(words: str, advice: str) -> None:
    given = words.split()
    unknown = next(word.partition("=")[0] for word in given if word.startswith("-"))
    with pytest.raises(click.UsageError) as refusal:
        group.main(given, "cahier", standalone_mode=False)
    name = unknown if unknown.startswith("--") else unknown[:2]
    assert refusal.value.format_message() == f"No such option '{name}'. {advice}".strip()
