"""Code coverage of a game's rules: items that occurred in some games, and items that never did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from interpreter.language.coverage_points import ITEM_KINDS, CoverageItem, CoverageStep, ItemKind, select_reachable
from interpreter.matches.match import Game
from interpreter.playtest.store.chunk_data import Places
from interpreter.rulebook.player_names import TABLE
from interpreter.rulebook.source.files import is_installed, is_path


@dataclass(frozen=True, slots=True)
class CoverageCount:
    """Number of items of a kind that occurred, and of all of them."""

    happened: int
    of: int


@dataclass(frozen=True, slots=True)
class UncoveredItem:
    """An item that did not occur: the first step not taken, its place and text, and the title of its card, if any."""

    kind: ItemKind
    never: CoverageStep
    file: str
    line: int
    column: int
    text: str
    title: str | None


@dataclass(frozen=True, slots=True)
class CoverageFigures:
    """Number of items by kind, and the items that did not occur, in the order of the files."""

    counts: dict[str, CoverageCount]
    never: list[UncoveredItem]


class Coverage:
    """Coverage of games between these players.

    `reached` holds the coverage points reached, one bit each. Rows of tables count only where a table plays.
    """

    def __init__(self, game: Game, seated: Mapping[str, str], reached: int) -> None:
        tables = [seat for seat in game.seats if seated.get(seat) == TABLE]
        self._book = game.rulebook
        self._items = select_reachable(game.program.code(False).items, game.rulebook, tables)
        self._reached = reached
        self._places = Places(self._book.folder, [name for name in self._book.requested_variants if is_path(name)])

    @cached_property
    def uncovered(self) -> list[tuple[CoverageItem, CoverageStep]]:
        """Items that did not occur, in the order of the files, each with the first step that was not taken."""
        found = ((item, item.first_unreached(self._reached)) for item in self._items)
        return [(item, step) for item, step in found if step is not None]

    @cached_property
    def uncovered_groups(self) -> list[list[tuple[CoverageItem, CoverageStep]]]:
        """The items of `never`, grouped: those of one file and title without any covered item between them."""
        found: list[list[tuple[CoverageItem, CoverageStep]]] = []
        last: CoverageItem | None = None
        for item in self._items:
            step = item.first_unreached(self._reached)
            if step is None:
                last = None
            elif last is not None and _is_same_group(item, step, *found[-1][-1]):
                found[-1].append((item, step))
                last = item
            else:
                found.append([(item, step)])
                last = item
        return found

    @cached_property
    def counts(self) -> dict[str, CoverageCount]:
        """Number of covered items and number of all items, by kind."""
        kinds = [item.kind for item in self._items]
        missing = [item.kind for item, _ in self.uncovered]
        return {
            kind: CoverageCount(kinds.count(kind) - missing.count(kind), kinds.count(kind))
            for kind in ITEM_KINDS
            if kind in kinds
        }

    def displayed_file(self, item: CoverageItem) -> str:
        """Return the file of an item as it was typed; for an installed game, relative to its folder."""
        return self._relative_file(item) if is_installed(self._book.folder) else item.where.file

    def _relative_file(self, item: CoverageItem) -> str:
        """Return the file of an item relative to the game's folder."""
        path: str = self._places.encode(item.where)[1]
        return path

    def figures(self) -> CoverageFigures:
        """Return the coverage as plain data, with files relative to the game's folder."""
        return CoverageFigures(
            self.counts,
            [
                UncoveredItem(
                    item.kind,
                    step,
                    self._relative_file(item),
                    item.where.line,
                    item.where.column,
                    item.text,
                    None if item.title is None else item.title["en"],
                )
                for item, step in self.uncovered
            ],
        )


def _is_same_group(item: CoverageItem, step: CoverageStep, last: CoverageItem, earlier: CoverageStep) -> bool:
    """Return True if an item belongs to the same group as the item before it.

    Rows of a table must also lack the same step.
    """
    same = (last.where.file, last.title) == (item.where.file, item.title)
    return same and (item.kind != "row" or step == earlier)
