"""English events as printed cards tell them."""

from __future__ import annotations

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.spoken_cards import spoken_lines
from tests.loaded import book_of

EVENTS = {
    'either "political":\n  spend 3 ops\nor "military":\n  spend 1 op\n  stop': (
        "Choose one:",
        "• Spend 3 ops.",
        "• Spend 1 op. Stop.",
    ),
    'either "a b": stop\nor "c": do this\ndo that': ("Choose one:", "• Stop.", "• Do this.", "Do that."),
    'either "political":\n  if you can:\n    stop\n  go on\nor "b": stop': (
        "Choose one:",
        "• Political:",
        "  If you can:",
        "    Stop.",
        "  Go on.",
        "• Stop.",
    ),
    'may "reveal": raise military_vp by 1  # twice': ("You may: Raise Military VP by 1.",),
    'may "reveal":\n  stop\n': ("You may:", "  Stop."),
    "choose a card, to burn, as victim\nadd unknown_word": ("Choose a card, to burn (“victim”).", "Add unknown word."),
    'raise it\ntell "so it goes"': ("Raise it.",),
}


@pytest.mark.parametrize(("event", "lines"), EVENTS.items())
def test_events_are_spoken(event: str, lines: tuple[str, ...]) -> None:
    assert spoken_lines(event, Names(book_of("red_flag_over_paris"))) == lines
