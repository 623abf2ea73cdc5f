"""Indentation of the lines of an effect: two blanks per nested block."""

from __future__ import annotations

from itertools import pairwise

from interpreter.language.reading.joining import Lexeme
from interpreter.language.reading.lexer import Lexer
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, RulebookError

STEP = 2
_BREAKS = frozenset({("_NL",), ("_INDENT",), ("_DEDENT",)})


def tokens_of(effect: str, dictionary: Lexer) -> list[Lexeme] | None:
    """Return the tokens of a block of statements, with line ends and indentation; None if it can't be read."""
    try:
        return dictionary.tokenize(Text(effect, Location("")), block=True)
    except RulebookError:
        return None


def line_indents(effect: str, dictionary: Lexer) -> list[int] | None:
    """Return the new indentation of each line of a block of statements; None if it can't be read.

    A line within parentheses moves with the line in which they open, and a comment moves with its block.
    """
    words = tokens_of(effect, dictionary)
    if words is None:
        return None
    lines = effect.split("\n")
    old = [len(line) - len(line.lstrip(" ")) for line in lines]
    begun = _levels(words)
    found = [0] * len(lines)
    open_levels: list[tuple[int, int]] = []
    shift = 0
    for at, line in enumerate(lines):
        if at in begun:
            found[at] = begun[at] * STEP
            shift = found[at] - old[at]
            open_levels = [level for level in open_levels if level[0] < old[at]] + [(old[at], shift)]
        elif line.lstrip(" ").startswith("#"):
            below = next((each for each in range(at + 1, len(lines)) if each in begun), None)
            known = [*open_levels, *([(old[below], begun[below] * STEP - old[below])] if below is not None else ())]
            found[at] = old[at] + _shift_at(old[at], known)
        else:
            found[at] = max(0, old[at] + shift)
    return found


def _levels(words: list[Lexeme]) -> dict[int, int]:
    """Return the nesting depth of each line that begins a statement, by its index from 0."""
    found: dict[int, int] = {}
    level = 0
    for before, word in pairwise([Lexeme(("_NL",), "", 0, 0, 0), *words]):
        level += (word.kinds == ("_INDENT",)) - (word.kinds == ("_DEDENT",))
        if before.kinds in _BREAKS and word.kinds not in _BREAKS:
            found[word.line - 1] = level
    return found


def _shift_at(width: int, known: list[tuple[int, int]]) -> int:
    """Return the number of columns by which a comment moves.

    It moves like the innermost block that is indented no further. On a tie, the block below comes first.
    """
    reached = [(old, shift) for old, shift in reversed(known) if old <= width]
    return max(reached, key=lambda each: each[0])[1] if reached else 0
