"""Conditions that people type, in the language's words: comparisons, passive forms, and parts left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from interpreter.language.suggestions.hints import HintSearch
from interpreter.language.suggestions.named_things import NamedThings, longest_first
from interpreter.language.suggestions.own_phrases import PhraseSearch
from interpreter.language.suggestions.rewrites import Rewrites

MOST_CONDITIONS = 24
"""Maximum number of conditions that are tried for one."""
MOST_REWRITTEN = 8
_SIGNS = {
    "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<", "less than": "<", "exactly": "is",
    "only": "is", "no": "is 0", None: ">=",
}  # fmt: skip
_HOW = "(?P<how>at least|at most|more than|fewer than|less than|exactly|only)"
_SEVERAL = re.compile(rf"(?P<who>\w+) (?P<does>\w+) (?:{_HOW} )?(?P<n>\d+) (?P<things>[\w ]+)")
_MORE = re.compile(r"there (?:are|is) (more|fewer|less) (?:of )?(.+?) than (?:of )?(.+?) (?:in|on|at) (.+)")
_INSIDE = re.compile(r"(.+?) (?:contains?|includes?|has|have) (?:the )?([\w ]+)")
_THERE = re.compile(r"there (?:is|are) (.+?) (?:in|on|at) ([\w ]+)")
_OR_MORE = re.compile(r"^(\d+) or (more|fewer|less)")
_PASSIVE = re.compile(r"(.+) (?:is|are) (\w+) by (.+)")
_NEITHER = re.compile(r"(.+? (?:has|have|is|are)) no (.+?) (?:and|or|nor) (?:no )?(.+)")
_OWNER = re.compile(r"^(?:the|your|their|my|his|her) ")
_COMPARED = re.compile(r"^(more|fewer|less) than (\d+)")
_PLACE = re.compile(r"\b(?:in|on|at|from)\b")
_MOST = re.compile(r"^you (?:have|has) (?:the )?most ")
_NEGATION = re.compile(r"\b(?:not|no|cannot)\b|n['’]t\b")


def of_any_seat(condition: str) -> str:
    """Return a condition about `you` as one about any seat."""
    said = re.sub(r"\byour (\w+)", r"\1 of it", condition)
    said = re.sub(r"\byou (have|are)\b", lambda verb: "it has" if verb[1] == "have" else "it is", said)
    said = re.sub(r"\byou (\w+)", r"it \1s", said)
    return f"there is a seat where {said}" if said != condition else condition


class ConditionReader:
    """The conditions of one game."""

    def __init__(
        self,
        things: NamedThings,
        singular: Mapping[str, str],
        rewrites: Rewrites,
        phrases: PhraseSearch,
        hints: HintSearch,
    ) -> None:
        """Prepare the search."""
        self._things, self._singular, self._rewrites = things, singular, rewrites
        self._phrases, self._hints = phrases, hints
        self._adjectives = frozenset(things.symbols.adjectives)
        seats, cells = longest_first(things.seats), longest_first(things.cells)
        who = rf"(?P<who>you|(?:the )?player|(?:the |your )?opponent|{seats}|\w+)"
        amount = rf"(?:{_HOW[:-1]}|no) )?(?:(?P<n>\d+)(?P<more> or more)? )?"
        pieces = (noun for noun in things.symbols.nouns.values() if noun.kind == "pieces")
        held = longest_first(word for noun in pieces for word in (noun.one, noun.many))
        self._pieces_held = re.compile(rf"\b(?:has|have) .*\b(?:{held})\b")
        end = "(?: points?)?(?P<more2> or more)?"
        self._having = re.compile(rf"{who} (?:have|has|owns?|gets?) {amount}(?P<cell>{cells}){end}")
        other = who.replace("<who>", "<other>")
        self._more_than = re.compile(rf"{who} (?:have|has) (?P<how>more|fewer|less) (?P<cell>{cells}) than {other}")
        self._holding = re.compile(rf"{who} (?:have|has|holds?) {amount}cards?(?: (?:in|on) (?P<zone>[\w ]+))?")

    def conditions(self, typed: str) -> Iterator[str]:
        """Yield conditions that may be meant, the likeliest first."""
        yield from islice(dict.fromkeys(self._conditions(typed.strip())), MOST_CONDITIONS)

    def _conditions(self, typed: str) -> Iterator[str]:
        yield typed
        steps = self._rewrites.steps(typed)
        yield from steps[:3]
        yield self._things.with_owners(typed)
        for each in (*steps[:1], typed):
            yield from self._compared(each)
            yield from self._amounts(each)
            yield from self._distributed(each)
            yield from self._passive(each)
            yield from self._ended(each)
            yield from self._placed(each)
            yield from self._phrases.conditions(each)
            yield from (line for line, _ in islice(self._hints.rewritten(each), MOST_REWRITTEN))

    def _compared(self, typed: str) -> Iterator[str]:
        """Yield comparisons of two amounts, and conditions about what is somewhere."""
        if (more := _MORE.fullmatch(typed)) is not None:
            sign = ">" if more[1] == "more" else "<"
            yield f"{more[2]} in {more[4]} {sign} {more[3]} in {more[4]}"
        if (more := self._more_than.fullmatch(typed)) is not None:
            sign, cell = ">" if more["how"] == "more" else "<", self._things.cells[more["cell"]]
            for owned in _owned(cell, more["who"]):
                yield from (f"{owned} {sign} {other}" for other in _owned(cell, more["other"]))
        adjective, _, thing = typed.partition(" ")
        if adjective in self._adjectives and thing:
            yield f"{self._things.with_owners(thing)} is {adjective}"
        if (inside := _INSIDE.fullmatch(typed)) is not None:
            yield f"{inside[2]} is in {inside[1]}"
        if (there := _THERE.fullmatch(typed)) is not None:
            amount = _OR_MORE.sub(lambda or_: f"at {'least' if or_[2] == 'more' else 'most'} {or_[1]}", there[1])
            amount = _COMPARED.sub(lambda than: _quantity(f"{than[1]} than", than[2]), amount)
            yield f"{there[2]} has {amount}"
        if (several := _SEVERAL.fullmatch(typed)) is not None and several["things"].split(" ")[-1] in self._singular:
            sign = _SIGNS[several["how"]]
            yield f"number of ({several['things']} where {several['who']} {several['does']} it) {sign} {several['n']}"

    def _amounts(self, typed: str) -> Iterator[str]:
        """Yield comparisons of what a seat has with a number."""
        if (found := self._having.fullmatch(typed)) is not None:
            cell = self._things.cells[found["cell"]]
            number = found["n"] or ("" if found["how"] == "no" else None)
            if number is not None:
                sign = ">=" if found["more"] or found["more2"] else _SIGNS[found["how"]]
                yield from (f"{owned} {sign} {number}".strip() for owned in _owned(cell, found["who"]))
        if (found := self._holding.fullmatch(typed)) is not None:
            zone = self._things.zones.get(_OWNER.sub("", found["zone"] or "hand"))
            how = found["how"] if found["how"] not in (None, "only") else "exactly" if found["how"] else "at least"
            if zone is not None and (found["n"] or how == "no"):
                if zone.startswith("your ") and found["who"] != "you":
                    zone = f"{zone.removeprefix('your ')} of {found['who']}"
                yield f"{zone} has {_quantity(how, found['n'])} cards"

    def _ended(self, typed: str) -> Iterator[str]:
        """Yield what is said of the first or last step of a track: `day is the last day`, `it is the last round`."""
        found = re.fullmatch(r"(?:it|this|(?:the )?\w+) is (?:the )?(first|last|final) (\w+)", typed)
        cell = None if found is None else self._things.cells.get(found[2])
        if found is not None and cell is not None and cell in self._things.ends:
            low, high = self._things.ends[cell]
            yield f"{cell} is {low if found[1] == 'first' else high}"

    def _placed(self, typed: str) -> Iterator[str]:
        """Yield what is said of a seat's pieces with the place where they are: on the map."""
        spaces = self._things.symbols.rulebook.map.noun.many
        if self._pieces_held.search(typed) is not None and _PLACE.search(typed) is None:
            yield f"{typed} in {spaces}"
            yield f"{_MOST.sub('no other seat has more ', typed)} than you in {spaces}"

    @staticmethod
    def _distributed(typed: str) -> Iterator[str]:
        """Yield conditions of which the second one lacks the words that it has in common with the first one.

        With a negation, `and` and `or` would change places.
        """
        if (neither := _NEITHER.fullmatch(typed)) is not None:
            subject, first, second = neither.groups()
            yield f"{subject} no {first} and {subject} no {second}"
        if _NEGATION.search(typed):
            return
        for joint in re.finditer(r" (and|or) ", typed):
            left, right = typed[: joint.start()].split(" "), typed[joint.end() :].split(" ")
            for size in range(len(left) - 1, 0, -1):
                yield f"{' '.join(left)} {joint[1]} {' '.join([*left[:size], *right])}"
            for size in range(1, len(right)):
                yield f"{' '.join([*left, *right[-size:]])} {joint[1]} {' '.join(right)}"

    def _passive(self, typed: str) -> Iterator[str]:
        """Yield the active form of `X is held by you`."""
        found = _PASSIVE.fullmatch(typed)
        if found is not None:
            what, participle, who = found.groups()
            stems = [verb for verb, known in self._hints.table.participles.items() if known == participle]
            if not stems:
                stems = [participle[:-letters] for letters in (2, 1, 3) if participle.endswith("ed")] or [participle]
            yield from (f"{who} {stem}{ending} {what}" for stem in stems for ending in ("", "s"))


def _quantity(how: str, number: str | None) -> str:
    """Return a quantity as it stands behind `has`, where `more than 2` is `at least 3`."""
    if how == "no" or number is None:
        return "no"
    if how in ("more than", "fewer than", "less than"):
        is_more = how == "more than"
        return f"at {'least' if is_more else 'most'} {int(number) + (1 if is_more else -1)}"
    return f"{how} {number}"


def _owned(cell: str, who: str) -> Iterator[str]:
    """Yield the names of a track or number of a seat."""
    if who in ("you", "player", "the player"):
        yield f"your {cell}"
        yield cell
    else:
        yield f"{cell} of {'the opponent' if who.endswith('opponent') else who}"
