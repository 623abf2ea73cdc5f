"""Texts that fit a wording, whatever stands in its holes."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from interpreter.rulebook.building.vocabulary import HOLE, fits_wording

LETTERS = st.text("ab", max_size=12)


@given(LETTERS, st.lists(st.text("ab", max_size=3), min_size=1, max_size=4))
def test_holes_hold_anything_but_nothing(text: str, parts: list[str]) -> None:
    wording = "{hole}".join(parts)
    pattern = ".+".join(map(re.escape, HOLE.split(wording)))
    assert fits_wording(text, wording) == (re.fullmatch(pattern, text) is not None)


def test_many_holes_are_no_reason_to_try_every_way() -> None:
    """A regular expression would take hours."""
    assert not fits_wording("a" * 190, "{n}a" * 30 + "z")
