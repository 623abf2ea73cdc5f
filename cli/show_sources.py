"""`cahier show GAME sources`: the facts that are published, and those that are not."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from cli.columns import format_table
from cli.loading import format_game_name
from interpreter.errors import printable

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import FactSource, Rulebook


class HasSource(Protocol):
    """Anything with an id and a source."""

    @property
    def id(self) -> str:
        """Identifier among things of its kind."""
        ...

    @property
    def source(self) -> FactSource:
        """Origin of the thing, or of each of its fields."""
        ...


MEANING = {
    "rulebook": "as published",
    "inferred": "follows from what is published",
    "reconstructed": "not publicly known: a proposal, to be replaced by whoever has the game",
    "ours": "made up for this project",
    "not said": "",
}


def format_sources(book: Rulebook, names: Names) -> str:
    """Count the facts by source, then list them, the least certain first."""
    found: dict[str, dict[str, list[str]]] = {source: {} for source in MEANING}
    numbers: Counter[str] = Counter()
    for kind, thing_id, stated in _things(book):
        fields: dict[str, list[str]] = {}
        for field, source in iter_field_sources(stated):
            fields.setdefault(source, []).append(printable(field))
        for source, named in fields.items():
            what = f"{', '.join(named)} of {kind}" if named != [""] else kind
            found.setdefault(source, {}).setdefault(what, []).append(thing_id)
            numbers[source] += len(named)
    rows = []
    for source, facts in found.items():
        if facts:
            rows.append((source, str(numbers[source]), MEANING.get(source, "")))
    lines = [format_table(rows, indent="")] if rows else ["no sources"]
    for source in reversed(MEANING):
        if found[source]:
            lines += ["", source]
            for what, ids in found[source].items():
                lines.append(f"  {what} ({len(ids)})")
                lines += textwrap.wrap(", ".join(ids), 100, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def count_reconstructed(book: Rulebook) -> str:
    """Return a line with the number of reconstructed facts, or an empty one if there are none."""
    facts = [source for _, _, stated in _things(book) for _, source in iter_field_sources(stated)]
    number = facts.count("reconstructed")
    name = printable(shlex.quote(format_game_name(book)))
    return f"{number} facts are reconstructed, not as published (see: cahier show {name} sources)" if number else ""


def _things(book: Rulebook) -> Iterator[tuple[str, str, FactSource]]:
    """Yield (kind, id, source) of everything that has a source."""
    kinds: dict[str, Iterable[HasSource]] = {
        "seats": book.seats,
        "sides": book.sides,
        printable(book.map.noun.many): book.map.spaces,
        "pieces": book.pieces,
        "boxes": book.boxes,
        "tracks": book.tracks,
        "cards": book.cards,
    }
    for kind, things in kinds.items():
        for thing in things:
            yield kind, thing.id, thing.source


def iter_field_sources(source: FactSource) -> Iterator[tuple[str, str]]:
    """Yield (field, source) of a thing; the field is empty if the source is that of the whole thing."""
    if isinstance(source, dict):
        yield from source.items()
    else:
        yield "", source or "not said"
