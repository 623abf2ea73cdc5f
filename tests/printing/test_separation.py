"""Boxes that are moved apart."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.printing.places.separation import move_apart

SHARES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=12)


@settings(deadline=None)
@given(shares=SHARES, pitch=st.tuples(st.floats(5, 60), st.floats(5, 60)))
def test_boxes_lie_in_the_area_and_beside_each_other(
    shares: list[tuple[float, float]], pitch: tuple[float, float]
) -> None:
    free = 200.0, 150.0
    places = move_apart([(x * free[0], y * free[1]) for x, y in shares], pitch, free)
    if places is None:
        return
    for one, other in combinations(places, 2):
        assert any(abs(one[axis] - other[axis]) >= pitch[axis] - 1e-6 for axis in (0, 1))
    assert all(-1e-6 <= place[axis] <= free[axis] + 1e-6 for place in places for axis in (0, 1))


def test_boxes_that_have_room_stay() -> None:
    places = [(0.0, 0.0), (20.0, 3.0), (3.0, 20.0)]
    assert move_apart(places, (10, 10), (50, 50)) == places


def test_a_row_that_is_too_long_is_broken_into_two() -> None:
    found = move_apart([(10.0 * at, float(at)) for at in range(4)], (30, 30), (60, 60))
    assert found is not None and len({round(y) for _, y in found}) > 1


def test_boxes_leave_a_barred_span_to_the_nearer_side_that_has_room() -> None:
    found = move_apart([(18.0, 0.0), (34.0, 0.0), (60.0, 0.0)], (10, 10), (60, 60), ([(15, 40)], []))
    assert found == [(15.0, 0.0), (40.0, 0.0), (60.0, 0.0)]
    full = move_apart([(0.0, 0.0), (12.0, 0.0), (24.0, 0.0)], (10, 10), (24, 60), ([(11, 30)], []))
    assert full is not None and full[0] == (0.0, 0.0)  # there is no room for three


def test_boxes_without_room_are_not_moved() -> None:
    assert move_apart([(10.0 * at, 0.0) for at in range(10)], (30, 30), (60, 60)) is None
