"""Links of a served match."""

from __future__ import annotations

import pytest

from interpreter.web.links import SPECTATORS, SeatLinks


def test_a_token_opens_its_seat_and_only_a_hash_is_kept() -> None:
    links = SeatLinks()
    tokens = links.create_all(["north", "south", SPECTATORS])
    assert {name: links.find(token) for name, token in tokens.items()} == {name: name for name in tokens}
    assert len(set(tokens.values())) == 3 and min(map(len, tokens.values())) >= 32
    kept = " ".join(links.hashes.values())
    assert not any(token in kept for token in tokens.values())


def test_hashes_that_were_kept_open_the_match_again() -> None:
    links = SeatLinks()
    token = links.create("north")
    again = SeatLinks(links.hashes)
    new = again.create("north")
    assert again.find(token) == again.find(new) == "north"
    assert SeatLinks(again.hashes).find(token) == "north"


@pytest.mark.parametrize("token", [None, 3, "", "x" * 100_000, "\ud800", "../../etc", ["a"], {"a": 1}])
def test_anything_else_opens_nothing(token: object) -> None:
    links = SeatLinks()
    links.create("north")
    assert links.find(token) is None
