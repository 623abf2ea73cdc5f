"""Wordings of a game's vocabulary as patterns: words, and holes between them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from interpreter.language.reading.joined_words import WORD_VARIANTS
from interpreter.language.reading.lexer import long_noun_at
from interpreter.rulebook.model import Text
from interpreter.support.errors import Problem, RulebookError

CONNECTIVES = frozenset({"and", "or", "where", "with", "without", "if", "otherwise"})
HOLE = re.compile(r"\{\s*([^{}:]*?)\s*(?::\s*([^{}]*?)\s*)?\}")
PIECE = re.compile(r"\{[^{}]*\}|[^\s{}]+")
OWN_ADJECTIVE = re.compile(r"\{[^{}]*\} (?:is|are) ([a-z]\w*)")
"""A wording whose last word can also stand before a noun: `{cell} is open` gives `open cells`."""
PLAIN_WORD = re.compile(r"([^\W\d]\w*)(\((?:s|es)\))?$")
_VERB = re.compile(r"(.*)\((e?s)\)")


def split_verb(word: str) -> tuple[str, str]:
    """Return a word of a wording without the ending of a verb, and the ending: `hold` and `s` for `hold(s)`."""
    verb = _VERB.fullmatch(word)
    return (word, "") if verb is None else (verb[1], verb[2])


@dataclass(frozen=True, slots=True)
class Pattern:
    """One wording of a word of the vocabulary. `parts` are strings (words) and ints (numbers of holes).

    A hole of the word that this wording lacks is filled by `it`.
    """

    word: int
    parts: tuple[str | int, ...]
    verbs: frozenset[int]
    text: Text

    def with_long_nouns(self, nouns: tuple[str, ...]) -> Pattern:
        """Return the pattern with the words of each noun of several words, such as `red token`, joined to one."""
        parts: list[str | int] = []
        verbs: set[int] = set()
        at = 0
        while at < len(self.parts):
            length = long_noun_at(self.parts[at:], nouns)
            if not self.verbs.isdisjoint(range(at, at + length)):
                verbs.add(len(parts))
            parts.append(self.parts[at] if length == 1 else " ".join(map(str, self.parts[at : at + length])))
            at += length
        return replace(self, parts=tuple(parts), verbs=frozenset(verbs))

    @property
    def adjective(self) -> str | None:
        """The word of the wording that can stand before a noun, if the wording is a condition."""
        match = OWN_ADJECTIVE.fullmatch(self.text)
        return None if match is None else match[1]


@dataclass(slots=True)
class PatternShape:
    """Patterns that are equal to the grammar, with the same words and places of holes; types choose between them."""

    patterns: list[Pattern] = field(default_factory=list)


def read_pattern(word: int, say: Text, names: list[str]) -> tuple[Pattern, list[tuple[str, str | None]]]:
    """Parse a wording.

    Args:
        word: Number of the word.
        say: The wording.
        names: Names of the word's holes found so far; new ones are added.

    Returns:
        The pattern, and its holes as (name, type as written).

    Raises:
        RulebookError: The wording can't be used.
    """
    if any(sign in HOLE.sub("", say) for sign in "{}"):
        raise _bad_pattern(say, "a brace without its partner: a hole is written {name} or {name: type}")
    parts: list[str | int] = []
    verbs: set[int] = set()
    holes: list[tuple[str, str | None]] = []
    for piece in PIECE.findall(say):
        hole = HOLE.fullmatch(piece)
        if hole is not None:
            name, kind = hole.group(1), hole.group(2)
            _check_hole(say, name, parts, holes)
            if name not in names:
                names.append(name)
            holes.append((name, kind))
            parts.append(names.index(name))
            continue
        text, ending = _plain_word(say, piece, parts)
        if text in ("a", "an", "the"):
            continue
        if piece.endswith(","):
            raise _with_comma(say)
        if ending:
            verbs.add(len(parts))
        parts.append(WORD_VARIANTS.get(text, text) + ending)
    if not any(isinstance(part, str) for part in parts):
        raise _bad_pattern(say, "a wording needs at least one word besides its holes")
    return Pattern(word, tuple(parts), frozenset(verbs), say), holes


def _with_comma(say: Text) -> RulebookError:
    """Return an error at a wording with a comma; if its parts begin with the same word, they are several wordings."""
    first, *others = (part.strip() for part in say.split(","))
    if not all(part.split(" ")[0] == first.split(" ")[0] for part in others):
        return _bad_pattern(say, "a comma can't stand in a wording: leave it out")
    message = "a comma can't stand in a wording; several wordings are a list"
    listed = ", ".join(f'"{part}"' for part in (first, *others))
    return RulebookError(Problem(say.where, "bad-pattern", message, excerpt=None, wordings=(f"say: [{listed}]",)))


def _bad_pattern(say: Text, message: str, piece: str | None = None) -> RulebookError:
    """Return an error at a wording, or at the last place of a piece of it."""
    if piece is None or "\n" in say:
        return RulebookError(Problem(say.where, "bad-pattern", message, excerpt=None))
    at = max(found.start() for found in re.finditer(rf"(?<![\w{{]){re.escape(piece)}(?!\w)", say))
    where = say.place_at(1, at + 1)
    return RulebookError(Problem(where, "bad-pattern", message, excerpt=None, length=len(piece)))


def _check_hole(say: Text, name: str, parts: list[str | int], holes: list[tuple[str, str | None]]) -> None:
    """Raise RulebookError if a hole can't follow these parts of a wording."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise _bad_hole(say, name)
    if name in ("a", "an", "the"):
        raise _bad_pattern(
            say, f"articles are ignored in texts, so a hole can't be called {{{name}}}: take another name"
        )
    if parts and isinstance(parts[-1], int):
        raise _bad_pattern(say, "two holes side by side can't be told apart: put a word between them")
    if any(name == known for known, _ in holes):
        raise _bad_pattern(say, f"the hole {{{name}}} stands twice in one wording")


def _bad_hole(say: Text, name: str) -> RulebookError:
    """Return an error at a hole whose name can't be one, with the hole that is probably meant."""
    hole = re.search(rf"\{{\s*{re.escape(name)}\s*(:[^{{}}]*)?\}}", say)
    small = re.sub(r"\W+", "_", name.strip().lower())
    kind = "" if hole is None or hole[1] is None else hole[1]
    message = f"{{{name}}} isn't a name for a hole: use small letters from a to z, digits and _"
    if not small.isascii():
        first = kind.strip(": ")[:1] or "n"
        message += f", as in {{{first}{kind}}}" + ("" if kind else " for a number")
    if hole is None or "\n" in say:
        return _bad_pattern(say, message)
    meant = f"{{{small}{kind or (': number' if ' ' in name else '')}}}"
    is_name = re.fullmatch(r"[a-z][a-z0-9_]*", small) is not None
    where, length = say.place_at(1, hole.start() + 1), len(hole[0])
    return RulebookError(Problem(where, "bad-pattern", message, meant if is_name else None, None, length))


def _plain_word(say: Text, piece: str, parts: list[str | int]) -> tuple[str, str]:
    """Split a word of a wording into the word and its optional ending, as `(s)`.

    Raises:
        RulebookError: The word can't follow these parts of a wording.
    """
    plain = PLAIN_WORD.fullmatch(piece.strip(","))
    if plain is None or "{" in piece or "}" in piece:
        raise _bad_pattern(say, f"{piece!r} can't stand in a wording: words and holes in braces only")
    text = plain.group(1)
    if text in CONNECTIVES and not parts:
        raise _bad_pattern(say, f"a wording can't begin with `{text}`")
    if text in CONNECTIVES and any(isinstance(part, int) for part in parts):
        message = f"the word `{text}` can't stand behind a hole in a wording: the hole would swallow it"
        raise _bad_pattern(say, message, piece)
    return text, plain.group(2) or ""
