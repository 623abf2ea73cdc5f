"""Template for a new variant: a file without changes and with commented examples from its game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import groupby

from interpreter.authoring.variants.starters import Destination, schema_path
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.overlays import read_library_variants, variants_of
from interpreter.support.errors import Location, Problem, RulebookError, printable

ENDING = ".yaml"
MAX_EXAMPLE_LENGTH = 50
"""Maximum length of a text shown as an example, in characters."""


def check_variant_id_free(target: Destination, book: Rulebook) -> None:
    """Raise RulebookError if the game already has a variant of this id, in its folder or in a library."""
    variants = [
        *variants_of(book.folder)[0],
        *(each.variant for each in read_library_variants()[0] if each.game == book.id),
    ]
    for variant in variants:
        if variant.id == target.id:
            message = (
                f"there is a variant `{target.id}` of `{book.id}` already, in {variant.where.file}; take another name"
            )
            raise RulebookError(Problem(Location(target.path), "name-taken", message))


def variant_template(book: Rulebook, target: Destination, command: str) -> str:
    """Return the text of a new variant. `command` names both in commands, such as `my_game --variant mine`."""
    command = printable(command)
    schema = schema_path("variant.schema.json", os.path.dirname(os.path.abspath(target.path)))
    return "\n".join(
        [
            f"# yaml-language-server: $schema={schema}",
            "",
            f"# A variant of {printable(book.title['en'])}: changes laid over the game, whose own files stay "
            "as they are.",
            "# What stands behind a `#` does nothing: take it away from what you need, and put your own in its place.",
            f"#   cahier check {command}      what is wrong with it",
            f"#   cahier diff {command}       what it changes, for players to read",
            f"#   cahier compare {command}    who wins more often with it",
            "",
            f"id: {target.id}",
            f"title: {target.title}",
            "about: What is different, in a sentence.",
            f"for: {book.id}",
            "",
            *_examples(book, f"{target.id}_luck"),
            "",
        ]
    )


def _examples(book: Rulebook, variable: str) -> Iterator[str]:
    """Yield commented examples of changes to the game. `variable`: id of a variable to add."""
    yield "# One value in place of another. `at` is a path: a list, an id in it, a field. `from` is what the game says"
    yield "# there now: with it you are told when the game is changed under your variant."
    yield "# change:"
    yield "#   - {at: game/title, to: A New Title}"
    alone = [next(copies) for _, copies in groupby(book.cards, key=lambda card: card.where)]
    events = [(card.id, card.event) for card in alone if card.event is not None and _is_short(card.event)]
    if len(events) > 1:
        (card, event), (_, another) = events[0], events[-1]
        yield f"#   - at: cards/{card}/event"
        yield f"#     from: {_quoted(event)}"
        yield f"#     to: {_quoted(another)}"
    word = next((word for word in book.words if word.kind == "do" and _has_unique_first_line(word.body)), None)
    if word is not None:
        line = _quoted(word.body.split("\n")[0])
        yield "# Of a longer text, one line in place of another. `to` may have several, behind `|` and below it."
        yield f"#   - at: {_quoted(f'words/{word.title}/do')}"
        yield f"#     line: {line}"
        yield f"#     to: {line}"
    if len(events) > 1:
        yield ""
        yield "# What is taken out."
        yield f"# remove: [cards/{events[-1][0]}]"
    yield ""
    yield "# What is new: things, each under the list in which it goes."
    yield "# add:"
    yield f"#   variables: [{{id: {variable}, title: Luck, is: number, for: seat}}]"
    phrase = next((word for word in book.words if word.turn), None)
    if phrase is not None:
        yield ""
        yield "# What is to be done before, after, or `instead of` something that the game does; `you` is who does it."
        yield "# bends:"
        yield f"#   - after: {_quoted(phrase.title)}"
        yield f"#     do: raise {variable} of you"


def _is_short(text: str) -> bool:
    return len(text) <= MAX_EXAMPLE_LENGTH and "\n" not in text


def _has_unique_first_line(text: str) -> bool:
    """Return True if a text has several lines and its first line isn't repeated."""
    first, *others = [line.strip() for line in text.rstrip().split("\n")]
    return bool(others) and "#" not in first and len(first) <= MAX_EXAMPLE_LENGTH and first not in others


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
