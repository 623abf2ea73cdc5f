"""Lines that may be meant by a line of several statements, or by one in which a part is missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from interpreter.language.suggestions.corrections import join_word
from interpreter.language.suggestions.slots import with_article
from interpreter.support.errors import Missing

_PREPOSITIONS = ("from", "to", "in", "of")
_CHOICE_AND_DEED = re.compile(
    r"(choose (?:an?|another|one of) [^,:]+?)(?:, | and | then )(?:and |then |and then )?"
    r"(?!(?:to|or|and|as|all)\b)(\w+ [^:]+)$"
)
_THERE, _CHOSEN = re.compile(r"\bthere\b"), re.compile(r"\b(?:it|that one)\b")
_BULLET = re.compile(r"(?:[-*•]|\d+[.)]) +(?=\w)")
_SEVERAL = re.compile(r"\b(\d+) (\w+)")
_CHOSEN_NEXT_TO = re.compile(r"\b(?:choose|for each) (?:an? |another |one of )?(?:[\w-]+ )*?(neighbour|entrance)\b")


class ChoiceAndDeed(NamedTuple):
    """A choice, and what is done with its outcome."""

    choice: str
    deed: str


class Repetition(NamedTuple):
    """The beginning of a repetition, and what is repeated."""

    head: str
    deed: str


def without_marks(line: str) -> Iterator[tuple[str, str]]:
    """Yield a line without its dash or number, or without the sign at its end, each with the message about it."""
    if (marked := _BULLET.match(line)) is not None:
        yield line[marked.end() :], "the lines of a text have neither dashes nor numbers before them"
    if line.endswith((",", ";", ":")):
        yield line[:-1], f"no `{line[-1]}` goes to the end of this line"


def with_own_names(line: str, at: int, names: Collection[str]) -> Iterator[str]:
    """Yield a line with a name that its text has given and that is not in it yet, behind a preposition.

    Args:
        line: The line.
        at: The index at which something is missing.
        names: Names that the text gives.
    """
    for name in sorted(set(names) - set(line.split())):
        for preposition in _PREPOSITIONS:
            yield join_word(line[:at], f"{preposition} {name}", line[at:])


def with_missing(line: str, start: int, end: int, missing: Missing) -> str:
    """Return a line with the text that is missing around its part from `start` to `end`."""
    before = line[:start].rstrip() if missing.before.startswith((",", ":")) else line[:start]
    return f"{before}{missing.before}{line[start:end]}{missing.behind}{line[end:]}"


def chosen_beside(rows: Iterable[str]) -> list[str]:
    """Return the nouns of spaces that lines choose beside another one, the last one first."""
    found = [word for row in rows for word in _CHOSEN_NEXT_TO.findall(row)]
    return [*dict.fromkeys(reversed(found))]


def with_thing_meant(line: str, at: int, noun: str, chosen: Collection[str]) -> Iterator[str]:
    """Yield a line with another word for a thing of which the noun says too little.

    It is `it` in a condition for things of this noun, or the noun with which one was chosen above: `neighbour`.

    Args:
        line: The line.
        at: The index of the noun.
        noun: The noun.
        chosen: Other nouns for things that lines above choose.
    """
    named = re.compile(rf"\b(?:the )?{noun}\b")
    if (condition := re.search(r"\b(?:where|who|that|whose)\b", line[:at])) is not None:
        yield line[: condition.end()] + named.sub("it", line[condition.end() :])
    for other in chosen:
        yield named.sub(other, line)


def choice_and_deed(line: str, singular: Mapping[str, str]) -> ChoiceAndDeed | None:
    """Return the two statements of a line such as `choose a town, move 1 pawn there`; None if it isn't one.

    Args:
        line: The line.
        singular: Singular of each noun.
    """
    said = _CHOICE_AND_DEED.match(line)
    if said is None:
        return None
    noun = next((word for word in reversed(said[1].split()) if word in singular.values()), None)
    return None if noun is None else ChoiceAndDeed(said[1], _CHOSEN.sub(noun, _THERE.sub(f"in {noun}", said[2])))


def repetition(line: str, singular: Mapping[str, str]) -> Repetition | None:
    """Return a line about several things as one that is repeated for each; None if it isn't about several.

    Args:
        line: The line.
        singular: Singular of each noun.
    """
    said = _SEVERAL.search(line)
    one = None if said is None else singular.get(said[2])
    if said is None or one is None:
        return None
    return Repetition(f"repeat {said[1]} times: ", f"{line[: said.start()]}{with_article(one)}{line[said.end() :]}")
