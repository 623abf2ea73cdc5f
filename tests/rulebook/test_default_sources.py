"""A source told once for a file: what it holds for, and what has its own."""

from __future__ import annotations

import pytest

from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import RulebookError
from tests.rulebook.conftest import Spoil

DECK = ("cards/main.yaml", "title: Main\n", "title: Main\nsource: {}\n")


def of_cards(folder: object, *variants: str) -> dict[str, object]:
    return {card.id: card.source for card in load_rulebook(str(folder), variants=variants).cards}


def test_one_word_is_for_all_that_do_not_say_so_themselves(spoil: Spoil) -> None:
    spoil("cards/main.yaml", "title: Main\n", "title: Main\nsource: reconstructed\n")
    folder = spoil("cards/main.yaml", "title: Dusk, strength: 0,", "title: Dusk, strength: 0, source: ours,")
    assert of_cards(folder) == {"watch": "reconstructed", "dawn": "reconstructed", "dusk": "ours"}


def test_a_field_at_a_time_and_otherwise_for_the_rest(spoil: Spoil) -> None:
    spoil("cards/main.yaml", "title: Main\n", "title: Main\nsource: {event: reconstructed, otherwise: rulebook}\n")
    folder = spoil("cards/main.yaml", "title: Night Watch,", "title: Night Watch, source: {side: ours},")
    assert of_cards(folder) == {
        "watch": {"title": "rulebook", "strength": "rulebook", "side": "ours", "event": "reconstructed"},
        "dawn": {"title": "rulebook", "strength": "rulebook", "event": "reconstructed"},
        "dusk": {"title": "rulebook", "strength": "rulebook", "side": "rulebook"},
    }


def test_otherwise_within_a_thing(spoil: Spoil) -> None:
    new = "title: Dusk, strength: 0, source: {title: ours, otherwise: inferred},"
    folder = spoil("cards/main.yaml", "title: Dusk, strength: 0,", new)
    assert of_cards(folder)["dusk"] == {"title": "ours", "strength": "inferred", "side": "inferred"}


def test_what_has_a_source_hands_it_down(spoil: Spoil) -> None:
    folder = spoil("game.yaml", "seats:\n", "source: inferred\nseats:\n")
    own, *others = (seat.source for seat in load_rulebook(str(folder)).seats)
    assert own == "ours" and others and set(others) == {"inferred"}


def test_a_field_that_nothing_has(spoil: Spoil) -> None:
    folder = spoil("cards/main.yaml", "title: Main\n", "title: Main\nsource: {evnt: ours, otherwise: rulebook}\n")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(str(folder))
    assert "cards/main.yaml:3:10: error: the source names a field `evnt` that nothing in this file has" in str(
        caught.value
    )
    assert "did you mean event?" in str(caught.value)


@pytest.mark.parametrize(("at", "source"), [("cards/dawn/source", "inferred"), ("cards/main/source", None)])
def test_a_variant_changes_the_source_of_a_thing(spoil: Spoil, at: str, source: str | None) -> None:
    """Of a file it has none to change; a card that it adds says it itself."""
    folder = spoil("cards/main.yaml", "title: Main\n", "title: Main\nsource: rulebook\n")
    overlay = folder.parent / "mine.yaml"
    overlay.write_text(f"""\
id: mine
title: Mine
for: sample
change:
  - {{at: {at}, to: inferred}}
add:
  cards/main:
    - {{id: noon, title: Noon, strength: 1, side: neutral}}
""")
    if source is None:
        with pytest.raises(RulebookError, match="cards/main"):
            of_cards(folder, str(overlay))
    else:
        assert of_cards(folder, str(overlay)) == {"watch": "rulebook", "dawn": source, "dusk": "rulebook", "noon": None}
