"""The map as a picture: whatever the map, everything on it can be read, and nothing is wider than the terminal."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.board.map_picture import MIN_WIDTH, MapBox, draw_picture, draw_stacks
from cli.text.screen import ASCII_SIGNS, BOX_SIGNS, signs_for

FRACTIONS = st.floats(0, 1, allow_nan=False)
TITLES = st.text("abc ÉЖ地é́-", min_size=1, max_size=70)


@given(
    st.lists(st.tuples(FRACTIONS, FRACTIONS, TITLES, st.lists(TITLES, max_size=4)), min_size=1, max_size=30),
    st.integers(MIN_WIDTH, 200),
    st.sampled_from([BOX_SIGNS, ASCII_SIGNS]),
)
@settings(max_examples=30, deadline=None)
@example(
    [(0.0, 0.0, "a", []), (0.0, 0.0, "a", []), (0.0, 0.0, "a", ["aaaaaaaaaaaaaaaaa地地\u0301\u0301"])], 72, BOX_SIGNS
)
def test_any_map_fits(spaces: list[tuple[float, float, str, list[str]]], width: int, signs: object) -> None:
    boxes = [
        MapBox(str(at), (x, y), f"<{at}> {title}", tuple(inside), f"({at})")
        for at, (x, y, title, inside) in enumerate(spaces)
    ]
    links = [(str(at), str(at + 1), at % 2 == 0) for at in range(len(boxes))]
    for lines in (draw_picture(boxes, links, width, signs), draw_stacks(boxes, width, signs)):  # type: ignore[arg-type]
        assert lines is not None
        text = "\n".join(lines)
        assert max(map(cell_len, lines)) <= width
        assert not [at for at in range(len(boxes)) if text.count(f"<{at}>") != 1 or text.count(f"({at})") != 1]


def test_a_narrow_terminal_has_no_picture() -> None:
    assert draw_picture([MapBox("a", (0, 0), "a", (), "")], [], MIN_WIDTH - 1, BOX_SIGNS) is None
    assert draw_stacks([MapBox("a", (0, 0), "a", (), "")], MIN_WIDTH - 1, BOX_SIGNS) is None


def test_what_nothing_connects_stands_in_columns_from_west_to_east() -> None:
    boxes = [
        MapBox("far", (0.9, 0.5), "far", ("1",), ""),
        MapBox("south", (0.1, 0.9), "south", (), ""),
        MapBox("north", (0.1, 0.1), "north", ("2", "3"), ""),
        MapBox("mid", (0.5, 0), "mid", (), ""),
    ]
    assert draw_stacks(boxes, 80, ASCII_SIGNS) == [
        "+ north ----------+ + south ----------+ + mid ------------+ + far ------------+",
        "| 2               | +-----------------+ +-----------------+ | 1               |",
        "| 3               |                                         +-----------------+",
        "+-----------------+",
    ]


def test_arrows_stand_at_their_ends() -> None:
    boxes = [
        MapBox("a", (0, 0), "a", (), ""),
        MapBox("b", (1, 0), "b", (), ""),
        MapBox("c", (0, 1), "c", ("1", "2"), ""),
    ]
    lines = draw_picture(boxes, [("a", "b", True), ("c", "a", True)], 80, ASCII_SIGNS)
    assert lines is not None
    assert lines[0].startswith("+ a +") and lines[0].endswith("+ b +")
    assert ". . > +---+" in lines[1] and "^" in lines[2]


def test_signs_by_encoding() -> None:
    assert signs_for("utf-8") is BOX_SIGNS
    assert (
        signs_for("ascii") is ASCII_SIGNS
        and signs_for("latin-1") is ASCII_SIGNS
        and signs_for("no-such") is ASCII_SIGNS
    )
