"""Counters on sheets: their places, cut marks and backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from interpreter.printing.layouts import CutMark, Paper, PieceGrid, SheetLayout, load_layout
from interpreter.printing.pieces.counters import Counter, CounterSide, card_counters, piece_counters
from interpreter.printing.pieces.markers import markers
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.player_words import ComponentForm
from interpreter.support.errors import Location, Problem

LAYOUTS = {False: "counters", True: "counters_gutter"}
"""Names of the layouts of counters on sheets: with backs on the back, and with backs beyond a fold."""
GAP = 2.0
"""Distance between the cut marks of two blocks in millimetres."""


@dataclass(frozen=True, slots=True)
class CounterSpot:
    """A counter on a sheet: the left upper corners of both sides, in millimetres.

    `back_y`: that of a back beyond the fold, or on the back of the sheet.
    """

    x: float
    y: float
    back_x: float
    back_y: float
    width: float
    height: float
    front: CounterSide
    back: CounterSide


@dataclass(frozen=True, slots=True)
class CounterPage:
    """A sheet with counters.

    Attributes:
        marks: Cut marks on its front, also those of backs beyond a fold.
        back_marks: Cut marks on its back.
        fold: Height of the fold between fronts and backs on the same side; None if backs are on the back.
        bottom: Height below which nothing is on it.
    """

    spots: tuple[CounterSpot, ...]
    marks: tuple[CutMark, ...]
    back_marks: tuple[CutMark, ...]
    fold: float | None = None
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class CounterSheets:
    """All counters of a game on sheets; `is_below_cards` if they share the last sheet of cards."""

    bleed: float
    pages: tuple[CounterPage, ...]
    places: dict[str, Location]
    is_below_cards: bool = False

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a counter whose text doesn't fit."""
        message = f"the text of the counter `{overflow.id}` is {overflow}"
        message += "; shorten it, or give it a larger size under `print` in game.yaml"
        return Problem(self.places[overflow.id], "too-long", message)


def all_counters(job: PrintJob) -> list[Counter]:
    """Return the counters of a game, kind by kind."""
    return [*piece_counters(job), *card_counters(job), *markers(job)]


def counter_sheets(job: PrintJob, cards: PieceGrid | None = None) -> CounterSheets | None:
    """Return the counters of a game on sheets; None if it has none.

    `cards`: a sheet with room below its cards. If all counters fit there, they are put on it.
    """
    counters = all_counters(job)
    if not counters:
        return None
    layout = load_layout(LAYOUTS[job.cards.fold is not None])
    places = {side.id: each.where for each in counters for side in (each.front, each.back)}
    if cards is not None:
        below = tuple(_pages(counters, layout, job.paper, cards.bottom + GAP))
        if len(below) == 1:
            return CounterSheets(layout.bleed, below, places, is_below_cards=True)
    return CounterSheets(layout.bleed, tuple(_pages(counters, layout, job.paper)), places)


@dataclass(frozen=True, slots=True)
class _Row:
    """Counters of one size beside each other; `columns` is the number that the sheet has room for."""

    counters: tuple[Counter, ...]
    form: ComponentForm
    columns: int


def _pages(
    counters: list[Counter], layout: SheetLayout, paper: Paper, above: float | None = None
) -> Iterator[CounterPage]:
    """Lay the counters in rows on sheets, the largest first; each block of one size has cut marks around it.

    `above`: height of what stands on the first sheet above them.
    """
    marks = layout.mark_distance + layout.mark_length
    top = layout.margin + marks
    bottom = paper.height - top if layout.fold is None else paper.height / 2 - layout.fold
    y, blocks = top if above is None else above + marks, list[tuple[float, list[_Row]]]()
    for rows in _blocks(counters, layout, paper, top):
        pitch = rows[0].form.height + 2 * layout.bleed + layout.gap
        while rows:
            room = int((bottom - y + 1e-9) // pitch)
            if room < 1:
                yield _page(blocks, layout, paper)
                y, blocks = top, []
                continue
            blocks.append((y, rows[:room]))
            y += len(rows[:room]) * pitch + 2 * marks + GAP
            rows = rows[room:]
    yield _page(blocks, layout, paper)


def _blocks(counters: list[Counter], layout: SheetLayout, paper: Paper, margin: float) -> Iterator[list[_Row]]:
    """Yield the rows of counters of each size."""

    def size(counter: Counter) -> tuple[int, int]:
        return -counter.form.height, -counter.form.width

    for _, alike in groupby(sorted(counters, key=size), key=size):
        all_of_size = [each for counter in alike for each in [counter] * counter.count]
        form = all_of_size[0].form
        pitch = form.width + 2 * layout.bleed + layout.gap
        columns = max(1, int((paper.width - 2 * margin + layout.gap + 1e-9) // pitch))
        starts = range(0, len(all_of_size), columns)
        yield [_Row(tuple(all_of_size[start : start + columns]), form, columns) for start in starts]


def _page(blocks: list[tuple[float, list[_Row]]], layout: SheetLayout, paper: Paper) -> CounterPage:
    spots: list[CounterSpot] = []
    marks: list[CutMark] = []
    for top, rows in blocks:
        form, columns = rows[0].form, min(rows[0].columns, len(rows[0].counters))
        across, down = (each + 2 * layout.bleed + layout.gap for each in (form.width, form.height))
        left = (paper.width - rows[0].columns * across + layout.gap) / 2 + layout.bleed
        corners = [
            (left + column * across, top + layout.bleed + row * down)
            for row in range(len(rows))
            for column in range(columns)
        ]
        marks += layout.cut_marks(corners, (form.width, form.height))
        for row, line in enumerate(rows):
            for column, counter in enumerate(line.counters):
                x, y = corners[row * columns + column]
                back = paper.width - x - form.width
                spots.append(CounterSpot(x, y, back, y, form.width, form.height, counter.front, counter.back))
    if layout.fold is not None:
        return _folded_page(spots, marks, layout.bleed + layout.fold, paper)
    mirrored = (_mirror(mark, paper.width) for mark in marks)
    return CounterPage(
        tuple(spots), tuple(marks), tuple(mirrored), bottom=max((mark.end[1] for mark in marks), default=0.0)
    )


def _mirror(mark: CutMark, width: float) -> CutMark:
    return replace(mark, start=(width - mark.start[0], mark.start[1]), end=(width - mark.end[0], mark.end[1]))


def _folded_page(spots: list[CounterSpot], marks: list[CutMark], distance: float, paper: Paper) -> CounterPage:
    """Move counters down to the fold, and put their backs beyond it. `distance`: that of a counter from the fold."""
    fold = paper.height / 2
    shift = fold - distance - max(spot.y + spot.height for spot in spots)
    moved = [replace(spot, y=spot.y + shift) for spot in spots]
    folded = [replace(spot, back_x=spot.x, back_y=paper.height - spot.y - spot.height) for spot in moved]
    fronts = [_at_heights(mark, mark.start[1] + shift, mark.end[1] + shift) for mark in marks]
    backs = [_at_heights(mark, paper.height - mark.start[1], paper.height - mark.end[1]) for mark in fronts]
    return CounterPage(tuple(folded), (*fronts, *backs), (), fold, paper.height)


def _at_heights(mark: CutMark, start: float, end: float) -> CutMark:
    return replace(mark, start=(mark.start[0], start), end=(mark.end[0], end))
