"""Words of a line that neither the language nor the game has, and what the game has in their place.

A suggestion that leaves out such a word, or has another thing in its place, says something else than the author meant.
Therefore it is not shown; the message names the word, the names that can be read in its place, and where a game
declares such things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from interpreter.language.suggestions.content import is_alike
from interpreter.language.suggestions.named_things import NamedThings
from interpreter.support.name_lists import list_first

_WORD = re.compile(r"\"[^\"]*\"|(?<![\w'’-])[^\W\d]\w*(?:['’-]\w+)*")
_POSSESSIVE = re.compile(r"(?:['’]s?|n['’]t)$")
_PURPOSE = re.compile(r"\bchoose [^:]*, to $")
"""Matches the words before the purpose of a choice, which is not declared."""
_BEFORE_NOUN = re.compile(r"\b(?:every|each|some|no|another|an?|choose)(?: \w+)? $")
MOST_LISTED = 6
"""Maximum number of names that a message lists."""
MOST_TRIED = 4
"""Number of names of one kind of which one must fit, or the others are not tried."""
PLACEHOLDERS = frozenset({"BOX", "CARD", "DECK", "HAND", "NUMBER", "PIECES", "PLACE", "SEAT", "SPACE", "THING", "ZONE"})
"""Words of suggestions that stand for a name of the game."""
MOST_FITTING = 12
"""Maximum number of names of one kind that are tried."""


class UnknownWord(NamedTuple):
    """A word of a line, and the index of its first letter."""

    word: str
    start: int


class NameKind(NamedTuple):
    """The names of one kind of thing: the words for them, and the keys and the file that declare more of them."""

    called: str
    names: tuple[str, ...]
    keys: str
    file: str


class UnknownWords:
    """The words that one game lacks."""

    def __init__(self, things: NamedThings, known: Collection[str], is_word: Callable[[str], bool]) -> None:
        """Prepare the search.

        Args:
            things: Names of the game.
            known: Words that the tables of suggestions have.
            is_word: Returns True for words of the language and the game.
        """
        names = (
            things.cells,
            things.seats,
            things.places,
            things.zones,
            things.flags,
            things.columns,
            things.steps,
        )
        parts = (part for each in names for name in each for part in re.findall(r"[^\W\d_]+|\w+", name.lower()))
        self._things, self._known, self._is_word = things, frozenset((*known, *parts)), is_word
        self._titles = frozenset(word for name in things.kinds for word in name.split())  # of pieces, which have nouns
        self._kinds = tuple(_kinds(things))

    def in_line(self, line: str, own: Collection[str] = ()) -> list[UnknownWord]:
        """Return the words of a line that nothing has; `own` are the names of its text."""
        found = []
        for match in _WORD.finditer(line):
            word = _POSSESSIVE.sub("", match.group())
            small = word.lower()
            if word.startswith('"') or word in own or len(word) == 1 or _PURPOSE.search(line, 0, match.start()):
                continue
            if word in PLACEHOLDERS and not self._is_word(word):
                found.append(UnknownWord(word, match.start()))
            if small in self._known or word in PLACEHOLDERS:
                continue
            parts = small.split("-")
            if len(parts) > 1 and all(part in self._known or self._is_word(part) for part in parts):
                continue
            if not any(self._is_word(each) for each in (word, small, small.removesuffix("s"), f"{small}s")):
                found.append(UnknownWord(word, match.start()))
        return found

    def are_kept(self, line: str, meant: str, own: Collection[str] = ()) -> bool:
        """Return whether each unknown word of a line is in its meaning, or corrected there."""
        written = set(line.lower().split())
        new = [word.lower() for word in re.findall(r"[^\W\d]\w*(?:['’-]\w+)*", meant) if word.lower() not in written]
        small = meant.lower()
        return all(
            unknown.word.lower() in self._titles
            or unknown.word.lower() in small
            or any(is_alike(unknown.word.lower(), word) for word in new)
            for unknown in self.in_line(line, own)
        )

    def explain(self, line: str, unknown: UnknownWord, fits: Callable[[str], bool]) -> str | None:
        """Return the message about an unknown word: what the game has in its place, and where it declares more.

        None if no name of the game can be read in its place, and the place doesn't tell what it is.
        """
        start, end = unknown.start, unknown.start + len(unknown.word)
        is_placeholder = unknown.word in PLACEHOLDERS
        message = (
            f"`{unknown.word}` stands for a name of this game"
            if is_placeholder
            else f"this game has no `{unknown.word}`"
        )
        for kind in self._kinds:
            names = kind.names[:MOST_FITTING]
            fitting = [name for name in names[:MOST_TRIED] if fits(f"{line[:start]}{name}{line[end:]}")]
            if fitting:
                fitting += [name for name in names[MOST_TRIED:] if fits(f"{line[:start]}{name}{line[end:]}")]
                return self._told(message, kind, fitting, len(kind.names) > MOST_FITTING)
        by_place = self._by_place(line[:start], line[end:])
        return None if by_place is None else self._told(message, by_place, by_place.names, False)

    def _by_place(self, before: str, after: str) -> NameKind | None:
        """Return the kind of thing that stands between these words of a line."""
        kinds = {kind.called: kind for kind in self._kinds}
        if re.match(r" (?:on|in) |$|[,:]| for", after) and re.search(
            r"^(?:raise|lower|gain|lose|pay|get|set|score|increase|decrease)\b[^,:]*?(?:your |the |\d )?$", before
        ):
            return kinds.get("numbers")
        if re.search(r"\b(?:in|from|to|on|at|into|onto|off) (?:the |an? )?$", before):
            return kinds.get("spaces")
        if re.search(r"(?:\b\d+|\ball|\byour|\benemy|\bany) $", before):
            return kinds.get("pieces")
        return kinds.get("nouns") if _BEFORE_NOUN.search(before) else None

    def _told(self, message: str, kind: NameKind, names: Iterable[str], is_cut: bool) -> str:
        listed = [f"`{name}`" for name in names]
        place = "" if self._things.is_one_file or not kind.file else f" in {kind.file}"
        has = f"; it has {list_first(listed, MOST_LISTED, is_cut)}" if listed else ""
        return f"{message}{has}; more {kind.called} are declared under {kind.keys}{place}"


def _kinds(things: NamedThings) -> Iterator[NameKind]:
    """Yield the kinds of things that an unknown word can be."""
    symbols = things.symbols
    cells = _without_repetition(things.cells.values())
    own = tuple(f"your {cell}" for cell in cells if cell in things.cells_of_seats)
    nouns = (word for each in symbols.nouns.values() if each.kind == "pieces" for word in (each.many, each.one))
    cards = (card.title.get("en", card.id) for card in symbols.rulebook.cards)
    yield NameKind("numbers", cells + own, "`variables:`", "vocabulary.yaml")
    yield NameKind("pieces", _without_repetition(nouns), "`pieces:`", "pieces.yaml")
    yield NameKind("adjectives", tuple(symbols.adjectives), "`flags:` and `attributes:`", "")
    yield NameKind("seats", _without_repetition(things.seats.values()), "`seats:`", "game.yaml")
    yield NameKind("boxes", _without_repetition(things.boxes.values()), "`boxes:`", "pieces.yaml")
    yield NameKind("zones", _without_repetition(things.zones.values()), "`zones:`", "zones.yaml")
    yield NameKind("spaces", _without_repetition(things.spaces.values()), "`spaces:`", "map.yaml")
    own_nouns = [noun for noun_id, noun in symbols.nouns.items() if noun_id not in ("neighbour", "entrance")]
    own_nouns.sort(key=lambda noun: noun.kind != "space")
    every = (word for each in own_nouns for word in (each.one, each.many))
    yield NameKind("nouns", _without_repetition(every), "`noun:`", "")
    yield NameKind("cards", _without_repetition(islice(cards, MOST_FITTING + 1)), "`cards:`", "the deck's file")


def _without_repetition(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
