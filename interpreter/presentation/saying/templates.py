"""Sentence templates: text with holes.

`{area}` inserts the phrase in its basic form, `{area, gen}` in a case, and `{area, *}` in the case of the whole
template. `{n, one: card | other: cards}` is the first branch whose features the phrase has. `{,}` is a comma, omitted
at the end of the sentence or before punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

OTHER = "other"
SAME_CASE = "*"
COMMA_IF_NEEDED = "\ue000"
NO_HOLE = "this is no hole: one is written {name} or {name, case}"
MAX_DEPTH = 8


class MissingTranslationError(Exception):
    """Raised if a translation is missing; the message names the missing part."""


class TemplateError(Exception):
    """Raised for a malformed template.

    Attributes:
        start: Index of the first wrong character.
        length: Number of wrong characters, at least 1.
        message: Description of the mistake.
    """

    def __init__(self, start: int, length: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.length = max(1, length)
        self.message = message


@dataclass(frozen=True, slots=True)
class InflectedPhrase:
    """A phrase that can be inserted into a hole.

    Attributes:
        marks: Features that surrounding words agree with, such as gender or number.
        form: Function that returns the phrase in a case, or in its basic form for "". It may raise
            MissingTranslationError.
    """

    marks: frozenset[str]
    form: Callable[[str], str]


def invariant_phrase(text: str, *marks: str) -> InflectedPhrase:
    """Return a phrase that is the same in all cases."""
    return InflectedPhrase(frozenset(marks), lambda _: text)


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in a template.

    Attributes:
        name: Name of the hole.
        case: The case that it requires.
        start: Index of its first character in the template.
        length: Number of its characters.
    """

    name: str
    case: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class BranchingHole:
    """A hole with branches, selected by the features of the phrase in it. The last branch is the default.

    Attributes:
        name: Name of the hole.
        branches: The features that each branch requires, and its template.
        start: Index of the first character in the template.
        length: Number of characters.
    """

    name: str
    branches: tuple[tuple[frozenset[str], Template], ...]
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Template:
    """Text and holes in order."""

    parts: tuple[str | Hole | BranchingHole, ...]

    def fill(self, holes: Mapping[str, InflectedPhrase], case: str = "") -> str:
        """Return the template as text, with its holes filled, in a case. Raises MissingTranslationError."""
        return "".join(part if isinstance(part, str) else _fill_part(part, holes, case) for part in self.parts)

    @property
    def outline(self) -> str:
        """The template without cases, and with its last branches alone."""
        return "".join(
            part
            if isinstance(part, str)
            else f"{{{part.name}}}"
            if isinstance(part, Hole)
            else part.branches[-1][1].outline
            for part in self.parts
        )

    def holes(self) -> Iterator[Hole | BranchingHole]:
        """Yield all holes, including those within branches."""
        for part in self.parts:
            if isinstance(part, Hole | BranchingHole):
                yield part
            for _, branch in part.branches if isinstance(part, BranchingHole) else ():
                yield from branch.holes()

    def holes_in_every_branch(self) -> frozenset[str]:
        """Return the names of the holes that every branch expresses, by the phrase or by a branch specific to it."""
        found: set[str] = set()
        for part in self.parts:
            if isinstance(part, Hole):
                found.add(part.name)
            elif isinstance(part, BranchingHole):
                branches = (
                    branch.holes_in_every_branch() | _identified_hole(part.name, marks)
                    for marks, branch in part.branches
                )
                found |= frozenset.intersection(*branches)
        return frozenset(found)

    @property
    def subject(self) -> Hole | None:
        """The hole at the beginning of the template, if there is one."""
        first = self.parts[0] if self.parts else None
        return first if isinstance(first, Hole) else None

    @property
    def head(self) -> str | None:
        """Name of the hole that takes the case of the whole: the head of the phrase."""
        return next((each.name for each in self.holes() if isinstance(each, Hole) and each.case == SAME_CASE), None)


def _identified_hole(name: str, marks: frozenset[str]) -> frozenset[str]:
    """Return the hole's name, if these features identify a single thing; otherwise nothing."""
    alone = any(mark == "you" or mark.isdigit() for mark in marks)
    return frozenset({name}) if alone else frozenset()


def _fill_part(part: Hole | BranchingHole, holes: Mapping[str, InflectedPhrase], case: str) -> str:
    if part.name not in holes:
        raise MissingTranslationError(f"there is nothing for the hole {{{part.name}}}")
    said = holes[part.name]
    if isinstance(part, Hole):
        return said.form(case if part.case == SAME_CASE else part.case)
    branch = next(branch for marks, branch in part.branches if marks <= said.marks or OTHER in marks)
    return branch.fill(holes, case)


@lru_cache(maxsize=4000)
def parse_template(text: str) -> Template:
    """Parse a template. Raises TemplateError."""
    template, end = _TemplateParser(text).template(0, "", 0)
    assert end == len(text)
    return template


class _TemplateParser:
    """Parser of one template."""

    def __init__(self, text: str) -> None:
        self._text = text

    def template(self, at: int, ends: str, depth: int) -> tuple[Template, int]:
        """Parse a template from a position to the end or to one of the characters in `ends`; return it and its end."""
        parts: list[str | Hole | BranchingHole] = []
        start = at
        while at < len(self._text) and self._text[at] not in ends:
            if self._text[at] == "}":
                raise TemplateError(at, 1, "a brace without its partner: a hole is written {name} or {name, case}")
            if self._text[at] != "{":
                at += 1
                continue
            if start < at:
                parts.append(self._text[start:at])
            part, at = self._hole(at, depth)
            parts.append(part)
            start = at
        if start < at:
            parts.append(self._text[start:at])
        return Template(tuple(parts)), at

    def _hole(self, start: int, depth: int) -> tuple[str | Hole | BranchingHole, int]:
        """Parse the hole that begins at a brace; return it and its end."""
        if depth > MAX_DEPTH:
            raise TemplateError(start, 1, "braces lie too deep within braces")
        if self._text.startswith("{,}", start):
            return COMMA_IF_NEEDED, start + 3
        opened = re.compile(r"\{\s*([a-z][a-z0-9_]*)\s*([,}])").match(self._text, start)
        if opened is None:
            length = re.compile(r"\{[^{}]*\}?").match(self._text, start)
            message = NO_HOLE
            raise TemplateError(start, len(length[0]) if length else 1, message)
        name, at = opened[1], opened.end()
        if opened[2] == "}":
            return Hole(name, "", start, at - start), at
        case = re.compile(r"\s*([^{}:|]*?)\s*\}").match(self._text, at)
        if case is not None:
            return Hole(name, case[1], start, case.end() - start), case.end()
        return self._choice(name, start, at, depth)

    def _choice(self, name: str, start: int, at: int, depth: int) -> tuple[BranchingHole, int]:
        branches: list[tuple[frozenset[str], Template]] = []
        while True:
            marks = re.compile(r"\s*([^{}:|]+?)\s*:").match(self._text, at)
            if marks is None:
                raise TemplateError(at, 1, "a branch begins with what it is for, as in {n, one: … | other: …}")
            branch, at = self.template(marks.end(), "|}", depth + 1)
            branches.append((frozenset(marks[1].split()), _stripped(branch)))
            if at >= len(self._text):
                raise TemplateError(start, 1, "a brace without its partner: the hole does not end")
            at += 1
            if self._text[at - 1] == "}":
                break
        if OTHER not in branches[-1][0]:
            message = "the last branch is for all that is left: `other: …`"
            if re.search(rf", *{OTHER} *:", self._text[start:at]):
                message = "branches are parted by `|`, not by a comma"
            raise TemplateError(start, at - start, message)
        return BranchingHole(name, tuple(branches), start, at - start), at


def _stripped(branch: Template) -> Template:
    """Return a branch without surrounding whitespace."""
    parts = list(branch.parts)
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].lstrip()
    if parts and isinstance(parts[-1], str):
        parts[-1] = parts[-1].rstrip()
    return Template(tuple(part for part in parts if part != ""))


def tidy_sentence(words: str) -> str:
    """Return a sentence with optional commas resolved and whitespace normalized."""
    text = re.sub(rf"{COMMA_IF_NEEDED}+(?=\s*(?:$|[,.;:!?)»(]))", "", words)
    text = re.sub(rf"{COMMA_IF_NEEDED}+", ",", text)
    text = re.sub(r" +", " ", text)
    return re.sub(r" +(?=[,.;)])", "", text).strip()


COMPARISON_FORMS = {"==": "is_", ">=": "ge", "<=": "le", ">": "gt", "<": "lt"}
"""Forms of the comparison operators."""
