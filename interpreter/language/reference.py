"""The reference of the effect language: the wordings, the meaning and examples of each form.

Forms come from the grammar, facts about statements from the catalogue of operations, meanings and examples from
`reading/forms.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, get_args, get_type_hints

import yaml

from interpreter.language.ir.statements import ExitScope, StatementFacts, StatementNode
from interpreter.language.reading.forms import CoreForms, Slot, Wording, WordingGroup, WordingPart, core_forms
from interpreter.language.resolving.topics import HANDLERS

OPEN_SLOTS = frozenset(
    {"expr", "val", "or_e", "and_e", "not_e", "sum", "prod", "unary", "filtered", "chain", "atom", "num"}
)
"""Slots of the grammar that accept any value; each form describes its own."""


@dataclass(frozen=True, slots=True)
class FormEntry:
    """A form of the language.

    Attributes:
        name: Its name in the grammar.
        wordings: Its wordings, with holes in capitals.
        holes: Words for the holes that accept any value, from left to right.
        result_type: Type of its value, if it has one.
        meaning: Its meaning.
        examples: Examples of its use.
        facts: Facts about a statement.
        search_words: Further search terms.
    """

    name: str
    wordings: tuple[str, ...]
    holes: tuple[str, ...]
    result_type: str | None
    meaning: str
    examples: tuple[str, ...]
    facts: tuple[str, ...]
    search_words: str = ""


@dataclass(frozen=True, slots=True)
class FormChapter:
    """A group of related forms with a title."""

    title: str
    entries: tuple[FormEntry, ...]


@dataclass(frozen=True, slots=True)
class LanguageReference:
    """The reference of all forms.

    Attributes:
        holes: Meanings of the words in capitals.
        chapters: The forms by chapter.
        nested_forms: Forms that are written out within others.
        preferred_words: Preferred spellings of some words of the grammar; the lexer takes both.
    """

    holes: dict[str, str]
    chapters: tuple[FormChapter, ...]
    nested_forms: frozenset[str]
    preferred_words: dict[str, str]

    @property
    def entries(self) -> dict[str, FormEntry]:
        """Entries of all chapters by name."""
        return {entry.name: entry for chapter in self.chapters for entry in chapter.entries}


@cache
def reference() -> LanguageReference:
    """Return all forms of the language, without those of any game.

    Raises:
        ValueError: `forms.yaml` does not match the grammar.
    """
    text = (files("interpreter.language.reading") / "forms.yaml").read_text("utf-8")
    data: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    writer = _FormWriter(core_forms(), data["stand for themselves"], data["read better"])
    chapters = [
        FormChapter(group["title"], tuple(_entry(name, each, writer) for name, each in group["forms"].items()))
        for group in data["groups"]
    ]
    return LanguageReference(data["holes"], tuple(chapters), frozenset(writer.inside), data["read better"])


def _entry(name: str, said: dict[str, Any], writer: _FormWriter) -> FormEntry:
    holes = tuple(said.get("holes", ()))
    written = (said["written"],) if "written" in said else writer.written(name, holes)
    examples = tuple(each.rstrip("\n") for each in said.get("examples") or [said["example"]])
    return FormEntry(
        name, written, holes, said.get("gives"), said["does"], examples, tuple(_facts(name)), said.get("also", "")
    )


class _FormWriter:
    """A formatter of the grammar's wordings for readers.

    `nested_forms` collects forms that were written out in others.
    """

    def __init__(self, core: CoreForms, always: dict[str, str], better: dict[str, str]) -> None:
        """Set up the formatter.

        Args:
            core: The forms of the grammar.
            always: Fixed texts for slots, the same in every form.
            better: Preferred spellings of some words of the grammar.
        """
        self._core = core
        self._always = always
        self._better = better
        self.inside: set[str] = set()

    def written(self, name: str, holes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the wordings of a form.

        Raises:
            ValueError: The form has other holes than these, or doesn't exist.
        """
        if name not in self._core.forms:
            raise ValueError(f"the grammar has no form `{name}`")
        left = list(holes)
        found = []
        for wording in self._core.forms[name].wordings:
            try:
                found.append(self._text(wording, lambda: left.pop(0)))
            except IndexError:
                raise ValueError(f"the form `{name}` has more holes than forms.yaml says") from None
        if left:
            raise ValueError(f"the form `{name}` has fewer holes than forms.yaml says")
        return tuple(found)

    def _text(self, wording: Wording, hole: Callable[[], str]) -> str:
        said = " ".join(self._part(part, hole, len(wording) > 1) for part in wording)
        for plain, better in self._better.items():
            said = said.replace(plain, better)
        return said.replace(" ,", ",").replace(" :", ":").replace(" 's", "'s").replace("( ", "(").replace(" )", ")")

    def _part(self, part: WordingPart, hole: Callable[[], str], has_neighbours: bool) -> str:
        """Format one part of a wording; `has_neighbours` is True if the wording has other parts."""
        match part:
            case str():
                return part
            case Slot(rule) if rule in self._always:
                return self._always[rule]
            case Slot(rule) if rule in OPEN_SLOTS:
                return hole()
            case Slot(rule):
                return _one_of([self._text(way, hole) for way in self._ways(rule)], has_neighbours)
            case WordingGroup(ways, "*"):
                spread = [way for each in ways for way in self._spread(each)]
                return " ".join(f"[{self._text(way, hole)}]" for way in spread)
            case WordingGroup(ways, sign):
                said = [self._text(way, hole) for way in ways]
                return f"[{_one_of(said, False)}]" if sign else _one_of(said, has_neighbours)

    def _ways(self, rule: str) -> Iterator[Wording]:
        for name in self._core.rules[rule]:
            self.inside.add(name)
            yield from self._core.forms[name].wordings

    def _spread(self, wording: Wording) -> Iterator[Wording]:
        match wording:
            case (Slot(rule),):
                yield from self._ways(rule)
            case _:
                yield wording


def _one_of(ways: list[str], beside: bool) -> str:
    if not any(" " in way for way in ways):
        return "|".join(ways)
    said = " | ".join(ways)
    return f"({said})" if beside and len(ways) > 1 else said


def _facts(name: str) -> Iterator[str]:
    """Yield the facts that the catalogue of operations has about a statement, as sentences."""
    if name not in HANDLERS.statements:
        return
    made = get_type_hints(HANDLERS.statements[name])["return"]
    known: list[StatementFacts] = [each.facts for each in get_args(made) or (made,) if issubclass(each, StatementNode)]
    facts = known[0]
    if facts.asks and facts.exits is not ExitScope.GAME:
        yield "A seat may decide here."
    if facts.exits is not None:
        yield f"It {'leaves' if facts.always_exits else 'may leave'} {facts.exits.value}."
    if facts.is_skippable:
        yield "It is skipped if a thing that it uses is nothing."
    if facts.needs_precondition:
        yield "It is tested in advance whether it can be done."
