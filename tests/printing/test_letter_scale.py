"""Size of letters with which the last page is well filled."""

from __future__ import annotations

import pytest

from interpreter.printing.letter_scale import letter_scale


@pytest.mark.parametrize(
    ("usual", "scale"),
    [
        (0.2, 1.0),  # a page alone
        (2.7, 1.0),  # well filled
        (2.05, 0.97),  # a little too long
        (3.5, 0.91),
        (2.45, 1.05),
        (1.3, 1.15),
    ],
)
def test_letters_are_smaller_to_save_a_page_or_larger_to_fill_it(usual: float, scale: float) -> None:
    assert letter_scale(lambda tried: usual * tried**2) == scale


def test_only_likely_sizes_are_tried_and_the_usual_one_is_kept_if_none_does() -> None:
    tried = []

    def pages(scale: float) -> float:
        tried.append(scale)
        return 2.5

    assert letter_scale(pages) == 1.0
    assert tried == [1.0, 0.91, 1.05, 1.1]
