"""What of a game's rules has happened in some games, and what never did (code coverage)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from interpreter.language.points import KINDS, Item, Step, items_for
from interpreter.matches.match import Game
from interpreter.players.making import TABLE
from interpreter.playtest.plain import Places
from interpreter.rulebook.files import is_installed, is_path


class Coverage:
    """What has happened in games between these players, of which it is known to which points play came, a bit each.
    Rows of tables count only where a table plays."""

    def __init__(self, game: Game, seated: Mapping[str, str], reached: int) -> None:
        tables = [seat for seat in game.seats if seated.get(seat) == TABLE]
        self._book = game.rulebook
        self._items = items_for(game.program.code(False).items, game.rulebook, tables)
        self._reached = reached
        self._places = Places(self._book.folder, [name for name in self._book.asked if is_path(name)])

    @cached_property
    def never(self) -> list[tuple[Item, Step]]:
        """What did not happen, in the order of the files, with the first step that was not taken."""
        found = ((item, item.never(self._reached)) for item in self._items)
        return [(item, step) for item, step in found if step is not None]

    @cached_property
    def stretches(self) -> list[list[tuple[Item, Step]]]:
        """As `never`, what stands together as one: in a file, of one title, with nothing between that did happen."""
        found: list[list[tuple[Item, Step]]] = []
        last: Item | None = None
        for item in self._items:
            step = item.never(self._reached)
            if step is None:
                last = None
            elif last is not None and _is_told_with(item, step, *found[-1][-1]):
                found[-1].append((item, step))
                last = item
            else:
                found.append([(item, step)])
                last = item
        return found

    @cached_property
    def counts(self) -> dict[str, tuple[int, int]]:
        """For each kind of which there are any, how many happened, and how many there are."""
        all = [item.kind for item in self._items]
        missing = [item.kind for item, _ in self.never]
        return {kind: (all.count(kind) - missing.count(kind), all.count(kind)) for kind in KINDS if kind in all}

    def place(self, item: Item) -> str:
        """The file in which something stands, as it was typed; of an installed game, from its folder."""
        return self._seen(item) if is_installed(self._book.folder) else item.where.file

    def _seen(self, item: Item) -> str:
        """The file as seen from the folder that it lies in."""
        path: str = self._places.seen(item.where)[1]
        return path

    def document(self) -> dict[str, Any]:
        """It as plain data; files as seen from the folder that they lie in."""
        return {
            "counts": {kind: {"happened": happened, "of": of} for kind, (happened, of) in self.counts.items()},
            "never": [
                {
                    "kind": item.kind,
                    "never": step,
                    "file": self._seen(item),
                    "line": item.where.line,
                    "column": item.where.column,
                    "text": item.text,
                    "title": None if item.title is None else item.title["en"],
                }
                for item, step in self.never
            ],
        }


def _is_told_with(item: Item, step: Step, last: Item, earlier: Step) -> bool:
    """Whether what did not happen is told together with what stands before it. Of a table's rows it matters which were
    asked."""
    same = (last.where.file, last.title) == (item.where.file, item.title)
    return same and (item.kind != "row" or step == earlier)
