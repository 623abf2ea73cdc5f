"""Numbers in the rules that can be varied: single values, and numbers within texts of the effect language.

A number in a text is named by a mark: the text around it, with braces in its place, such as `draw {} cards`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.rulebook.build import load_documents
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.overlays.paths import UnknownPathError, find_target, named_values, suggest_path
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import YamlScalar
from interpreter.support.similar_words import closest_match

EFFECT_FIELDS = (
    "event", "do", "when", "means", "start", "score", "side",
    "that", "only", "highest", "lowest", "holds", "when empty",
)  # fmt: skip
"""Last steps of the paths of texts of the effect language."""
HOLE = "{}"
"""The place of the number in a mark."""
MOST_WORDS = 12
"""Maximum number of words on either side of a number in a mark."""
NUMBER = re.compile(r"(?<![\w.-])[0-9]+(?![\w.])", re.ASCII)


@dataclass(frozen=True, slots=True)
class RulesNumber:
    """A number in the rules.

    Attributes:
        path: Path of the value.
        mark: Text around the number with braces in its place; None if the number is the whole value.
        value: The number.
    """

    path: str
    mark: str | None
    value: int


class UnknownMarkError(Exception):
    """Raised for a path or a mark that names no number, or several.

    Attributes:
        message: The message for the user.
        suggestion: What was probably meant, if anything is known.
        is_path: True if the path is wrong, not the mark.
    """

    def __init__(self, message: str, suggestion: str | None = None, is_path: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion
        self.is_path = is_path


class RulesNumbers:
    """The numbers in the rules of a game with its variants."""

    def __init__(self, book: Rulebook) -> None:
        """Read the files again. Raises RulebookError if they have changed and are wrong now."""
        self._documents: Documents = load_documents(book.folder, book.requested_variants)

    def __iter__(self) -> Iterator[RulesNumber]:
        """Yield all numbers that a path or a mark can name, in the order of the paths."""
        for path, node in named_values(self._documents):
            if isinstance(node.data, int) and not isinstance(node.data, bool):
                yield RulesNumber(path, None, node.data)
            elif isinstance(node.data, str) and path.rpartition("/")[2] in EFFECT_FIELDS:
                yield from _numbers_in_text(path, node.data)

    def find(self, path: str, mark: str) -> tuple[str, tuple[int, int]]:
        """Return the text at a path, and the first and last place in it of the number that a mark names.

        Raises UnknownMarkError.
        """
        text = self._text(path)
        found = [match.span(1) for match in mark_pattern(mark).finditer(text)]
        if len(found) == 1:
            return text, found[0]
        named = [number.mark for number in _numbers_in_text(path, text) if number.mark]
        known = f"; its numbers are: {' | '.join(named)}" if named else "; it has no numbers"
        if found:
            raise UnknownMarkError(f"this fits {len(found)} places of `{path}`; mark more of the text{known}")
        raise UnknownMarkError(f"`{path}` has no number in such a text{known}", closest_match(mark, named))

    def _text(self, path: str) -> str:
        try:
            node = find_target(self._documents, path).node
        except UnknownPathError as nothing:
            suggestion = suggest_path(self._documents, path, nothing.suggestion)
            raise UnknownMarkError(nothing.message, suggestion, is_path=True) from None
        if node is None:
            raise UnknownMarkError(f"there is no `{path}`", is_path=True)
        if not isinstance(node, YamlScalar) or not isinstance(node.data, str):
            raise UnknownMarkError(f"`{path}` isn't a text; write {path}=1,2,3", is_path=True)
        return node.data


def mark_pattern(mark: str) -> re.Pattern[str]:
    """Return the pattern of a mark in a text: its first group is the number. All blanks count as equal."""
    before, _, after = mark.strip().partition(HOLE)
    start = r"(?<!\w)" if before[:1].isalnum() else ""
    end = r"(?!\w)" if after[-1:].isalnum() else ""
    return re.compile(f"{start}{_spaced(before)}({NUMBER.pattern}){_spaced(after)}{end}", re.ASCII)


def _spaced(text: str) -> str:
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))


def _numbers_in_text(path: str, text: str) -> Iterator[RulesNumber]:
    """Yield the numbers in a text, each with the shortest mark that names it; others can't be named."""
    for match in NUMBER.finditer(text):
        for mark in _marks(text, match.start(), match.end()):
            if sum(1 for _ in mark_pattern(mark).finditer(text)) == 1:
                yield RulesNumber(path, mark, int(match[0]))
                break


def _marks(text: str, start: int, end: int) -> Iterator[str]:
    """Yield marks of the number at a place, the shortest first."""
    before, after = re.findall(r"\S+\s*", text[:start]), re.findall(r"\s*\S+", text[end:])
    for words in (*range(2, 2 * MOST_WORDS + 1), 1):
        for following in sorted(range(min(words, MOST_WORDS) + 1), key=lambda number: abs(words - 2 * number)):
            earlier = words - following
            if earlier <= min(len(before), MOST_WORDS) and following <= len(after):
                head = "".join(before[len(before) - earlier :]) if earlier else ""
                yield " ".join(f"{head}{HOLE}{''.join(after[:following])}".split())
