"""Turns of phrase that the language says in another way, as other languages and printed cards have them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

_NUMBERS = {"once": 1, "twice": 2, "thrice": 3}
_NAMED = r"(?:your )?\w+(?: of \w+)?"
_TURNS = [
    (re.compile(r"\b(?:is|are) not empty\b"), "has cards"),
    (re.compile(r"\b(?:is|are) empty\b"), "has no cards"),
    (re.compile(rf"({_NAMED}) has (no )?cards where\b"), r"there is \2card in \1 where"),
    (re.compile(r"\belse if\b|\belif\b|\belsif\b"), "otherwise if"),
    (re.compile(r"\belse\b"), "otherwise"),
    (re.compile(r"\bplayers\b"), "seats"),
    (re.compile(r"\bplayer\b"), "seat"),
    (re.compile(r"\b(?:the )?([A-Z]\w*)['’]s (\w+)"), r"\2 of \1"),
    (re.compile(r"\b(?:the )?(\w+)['’]s (\w+)"), r"\2 of the \1"),
    (re.compile(r"^(?:do |repeat )?(?:this |it )?(\d+) times\b"), r"repeat \1 times"),
]
_GAIN = re.compile(r"(?:you )?(?:gains?|gets?|receives?|adds?|increases?|\+) ?(\d+) (?:(?:to|of|in) )?(.+)")
_LOSE = re.compile(r"(?:you )?(?:loses?|pays?|subtracts?|decreases?|-) ?(\d+) (?:(?:from|of|in) )?(.+)")
_CHANGED = re.compile(r"(.+?) ?([+-])=? ?(\d+)")
_SOMEBODY_GAINS = re.compile(r"(the \w+|\w+) (gains?|gets?|loses?) (\d+) (\w+)")
_OFTEN = re.compile(r"^(?:do |repeat )?(?:this |it )?(once|twice|thrice)\b")
_LOOK = re.compile(
    r"(?:you )?(?:may )?(?:look at|looks at|see|inspect|view|reveal|show) (?:the )?(?:cards (?:in|of) )?(.+)"
)
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
_EITHER = re.compile(r"(?!if )(?:either )?(\S.*?),? or (\S.*)")
OF = re.compile(r"\bof (?!\()")
MOST_CLOSED = 12


def turned(line: str) -> Iterator[str]:
    """The line with each turn of phrase as the language has it, and with all of them."""
    yield from _as_change(line)
    whole = line
    for said, instead in _TURNS:
        if said.search(line):
            yield " ".join(said.sub(instead, line).split())
        whole = said.sub(instead, whole)
    whole = _OFTEN.sub(lambda often: f"repeat {_NUMBERS[often[1]]} times", whole)
    if whole != line:
        yield " ".join(whole.split())
    if looked := _LOOK.fullmatch(whole):
        yield f"reveal the cards in {looked[1]} to you"
        yield f"reveal {looked[1]} to you"


def _as_change(line: str) -> Iterator[str]:
    """What gives or takes points, or reckons with them, as a change of a track or variable."""
    if change := _CHANGED.fullmatch(line):
        verb, number, names = "raise" if change[2] == "+" else "lower", change[3], [change[1]]
    elif change := _GAIN.fullmatch(line) or _LOSE.fullmatch(line):
        verb, number, names = "raise" if _GAIN.fullmatch(line) else "lower", change[1], [change[2]]
    elif change := _SOMEBODY_GAINS.fullmatch(line):
        verb, number, names = "lower" if change[2].startswith("lose") else "raise", change[3], []
        names = [f"{change[4]} of {change[1]}"]
    else:
        return
    for name in (*names, *(f"your {name}" for name in names)):
        yield f"{verb} {name}" if number == "1" else f"{verb} {name} by {number}"


def alternatives(line: str) -> tuple[str, str] | None:
    """The two things of which a line says that one is done."""
    found = _EITHER.fullmatch(line)
    return (found[1], found[2]) if found else None


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
