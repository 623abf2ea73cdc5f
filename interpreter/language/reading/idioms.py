"""Turns of phrase that the language says in another way, as other languages and printed cards have them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

_NAMED = r"(?:your )?\w+(?: of \w+)?"
_TURNS = [
    (re.compile(r"\b(?:is|are) not empty\b"), "has cards"),
    (re.compile(r"\b(?:is|are) empty\b"), "has no cards"),
    (re.compile(rf"({_NAMED}) has (no )?cards where\b"), r"there is \2card in \1 where"),
    (re.compile(r"\belse if\b|\belif\b|\belsif\b"), "otherwise if"),
    (re.compile(r"\belse\b"), "otherwise"),
    (re.compile(r"\bplayers\b"), "seats"),
    (re.compile(r"\bplayer\b"), "seat"),
]
_INSTEAD = [
    (
        re.compile(r"(?:each|every|all) (?:other )?(?:player|seat)s?\b", re.IGNORECASE),
        "what each seat does stands in a block",
        "for each seat, as you:",
    ),
    (
        re.compile(r"(?:forever|loop|repeat forever|do forever)\b", re.IGNORECASE),
        "what goes on and on is done in a block, until `leave the loop`, `stop` or `end the game`",
        "for each seat, again and again, as you:",
    ),
    (re.compile(r"discards?\b", re.IGNORECASE), "a card is moved to the zone where it goes", "move CARD to ZONE"),
    (
        re.compile(r".*\b(?:at the same time|simultaneously|secretly)\b", re.IGNORECASE),
        "seats decide one after the other; what is chosen in secret is a card, in a zone with `face: owner`, that is"
        " revealed later",
        "for each seat, as you:",
    ),
]
OF = re.compile(r"\bof (?!\()")
MOST_CLOSED = 12


def turned(line: str) -> Iterator[str]:
    """The line with each turn of phrase as the language has it."""
    for said, instead in _TURNS:
        if said.search(line):
            yield " ".join(said.sub(instead, line).split())


def instead(line: str) -> tuple[str, str] | None:
    """What is said of a line that is no sentence in any wording, and how the language begins to say it."""
    return next(((message, form) for said, message, form in _INSTEAD if said.match(line)), None)


def in_parentheses(line: str, before: int) -> Iterator[str]:
    """The line with parentheses around what follows an `of` before a place: the nearest first, closed late first."""
    opened = [match.end() for match in OF.finditer(line) if match.end() <= before][-2:]
    for start in reversed(opened):
        rest = line[start:].rstrip(":")
        ends = [start + match.end() for match in re.finditer(r"\w+", rest)]
        for end in reversed(ends[1:][:MOST_CLOSED]):
            yield f"{line[:start]}({line[start:end]}){line[end:]}"


def as_condition(line: str, nouns: Mapping[str, str]) -> Iterator[str]:
    """The line with a word before a noun as a condition behind it: `open squares` as `squares where it is open`."""
    words = line.split()
    for at, (word, noun) in enumerate(itertools.pairwise(words)):
        bare = noun.rstrip(":,")
        if bare in nouns and word.isalpha() and word not in nouns:
            end = noun[len(bare) :]
            if at and words[at - 1] == "an":
                words[at - 1] = "a"
            yield " ".join([*words[:at], bare, f"where it is {word}{end}", *words[at + 2 :]])
