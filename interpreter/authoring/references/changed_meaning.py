"""Comparison of a game's meaning before and after a renaming."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import Any

from interpreter.authoring.lookup import KIND_PHRASES, Thing
from interpreter.authoring.references.mentions import Mentions, TextMentions, rule_texts
from interpreter.authoring.references.rename_data import ANY_DIE
from interpreter.authoring.yaml_spans import comparable_data
from interpreter.language.reading.patterns import HOLE
from interpreter.rulebook.model import Rulebook, Text
from interpreter.support.errors import Location, Problem

_LEFT_OUT = frozenset(
    {"folder", "digest", "where", "excerpt", "path", "overlays", "warnings", "title", "noun", "source", "told"}
)
"""Fields of a rulebook that describe its files or are text for people only; texts are compared by line."""

PositionMap = Callable[[Location], Location]
"""Maps a position in the old file to the position after renaming."""


def find_changed_meaning(
    old: Mentions,
    old_texts: TextMentions,
    new: Mentions,
    new_texts: TextMentions,
    names: Mapping[str, str],
    moved: PositionMap,
) -> Problem | None:
    """Return a problem for the first place where renaming changes the meaning; None if the meaning is the same.

    Texts are compared line by line by the things that they mention, all other parts of the rulebook by value.

    Args:
        old: Mentions of the game as it is.
        old_texts: Things in its texts.
        new: Mentions of the renamed game.
        new_texts: Things in the texts of the renamed game.
        names: New ids by old id.
        moved: Maps positions in the old files to those in the new ones.
    """
    mine, theirs = old.texts.rulebook, new.texts.rulebook
    told, other = _by_line(old_texts, mine.folder, names), _by_line(new_texts, theirs.folder, {})
    for place in sorted(told.keys() | other.keys()):
        if sorted(told.get(place, ())) != sorted(other.get(place, ())):
            file, line = place
            here = Location(f"{mine.folder}{file}", line, 1)
            in_it = (f"{theirs.folder}{file}", line)
            there = {
                each.column: things for each, things in new_texts.things.items() if (each.file, each.line) == in_it
            }
            return _changed_word_problem(here, mine, old_texts, there, names, moved)
    part = find_changed_part(mine, theirs, names)
    return None if part is None else Problem(Location(mine.folder), "", f"the {part.replace('_', ' ')} would differ")


def find_changed_part(mine: Rulebook, theirs: Rulebook, names: Mapping[str, str]) -> str | None:
    """Return the first part of a rulebook, without its texts, that differs after renaming; None if there is none.

    Args:
        mine: The rulebook as it is.
        theirs: The renamed rulebook.
        names: New ids by old id.
    """
    kept = {word: new for word, new in names.items() if word == ANY_DIE}  # means all dice, where it isn't an id
    for part in [each.name for each in dataclasses.fields(mine) if each.name not in _LEFT_OUT]:
        if _comparable(getattr(mine, part), names) != _comparable(getattr(theirs, part), kept):
            return part
    return None


def _changed_word_problem(
    line: Location,
    book: Rulebook,
    texts: TextMentions,
    there: Mapping[int, set[Thing]],
    names: Mapping[str, str],
    moved: PositionMap,
) -> Problem:
    """Return a problem for the first word of a line that changes its meaning.

    `there`: things that the line mentions after renaming, by column.
    """
    for where in sorted(each for each in texts.things if (each.file, each.line) == (line.file, line.line)):
        meant, instead = texts.things[where], there.get(moved(where).column, set())
        lost = sorted(
            (kind, thing_id) for kind, thing_id in meant if (kind, names.get(thing_id, thing_id)) not in instead
        )
        if not lost:
            continue
        kind, thing_id = lost[0]
        texts_there = (text for _, text in rule_texts(book) if text.where.file == where.file)
        text = next((text for text in texts_there if text.position_of(where.line, where.column) is not None), None)
        other = " and ".join(
            f"{KIND_PHRASES.get(kind, f'a {kind}')}, `{thing_id}`" for kind, thing_id in sorted(instead)
        )
        hole = None if text is None else _hole(book, text, names.get(thing_id, thing_id))
        other = other or (f"the hole `{hole}` of this wording" if hole else "something else")
        message = f"`{thing_id}` is {KIND_PHRASES.get(kind, f'a {kind}')} here, and would be {other}"
        excerpt = text.excerpt(where) if text is not None else None
        word = re.compile(r"\w+").match(excerpt or "", where.column - 1)
        return Problem(where, "", message, excerpt=excerpt, length=len(word[0]) if word else 1)
    return Problem(line, "", "this would refer to another thing")


def _hole(book: Rulebook, text: Text, name: str) -> str | None:
    """Return the hole of this name in a wording whose body is the text; None if there is none."""
    says = [say for word in book.words if word.body.where == text.where for say in word.says]
    holes = [hole[0] for say in says for hole in HOLE.finditer(say)]
    return next((hole for hole in holes if re.match(rf"\{{\s*{re.escape(name)}\b", hole)), None)


def _by_line(reading: TextMentions, folder: str, names: Mapping[str, str]) -> dict[tuple[str, int], list[Thing]]:
    """Return the things mentioned in each line of a folder's files, under their new ids."""
    found: dict[tuple[str, int], list[Thing]] = {}
    for where, things in reading.things.items():
        if where.file.startswith(folder):
            place = where.file.removeprefix(folder), where.line
            found.setdefault(place, []).extend((kind, names.get(thing_id, thing_id)) for kind, thing_id in things)
    return found


def _comparable(value: Any, names: Mapping[str, str]) -> Any:
    """Return a part of a rulebook for comparison, with new ids and without texts, whose meaning is compared by line."""
    return comparable_data(value, _LEFT_OUT, lambda text: None if isinstance(text, Text) else names.get(text, text))
