"""Layout of translated lines on a card: alternatives as bullets, and short blocks behind their headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.presentation.saying.statements import BULLET, SENTENCE, TranslatedLine


@dataclass(slots=True)
class _Node:
    """A line and the block below it."""

    line: TranslatedLine
    block: list[_Node] = field(default_factory=list)

    @property
    def is_sentence(self) -> bool:
        return self.line.role == SENTENCE and not self.block


def lay_out(lines: Sequence[TranslatedLine]) -> tuple[tuple[int, str], ...]:
    """Return the lines of a card with their indentation.

    The sentences of an alternative are one paragraph. A block of one sentence stands on the line of its heading if it
    does in the rules, or if it may be declined.
    """
    roots: list[_Node] = []
    above: list[_Node] = []
    for line in lines:
        node = _Node(line)
        above = above[: line.depth]
        (above[-1].block if above else roots).append(node)
        above.append(node)
    return tuple(_lines(roots, 0))


def _lines(nodes: Sequence[_Node], depth: int) -> Iterator[tuple[int, str]]:
    for node in nodes:
        line, block = node.line, node.block
        if line.role == "option":
            yield from _option(node, depth)
        elif _is_short(node):
            yield depth, f"{line.words} {block[0].line.words}"
        else:
            yield depth, line.words
            yield from _lines(block, depth + 1)


def _is_short(node: _Node) -> bool:
    """Return True if a block is written behind its heading."""
    line, block = node.line, node.block
    if line.role == SENTENCE or len(block) != 1 or not block[0].is_sentence:
        return False
    return line.role == "offer" or line.row == block[0].line.row


def _option(node: _Node, depth: int) -> Iterator[tuple[int, str]]:
    """Yield an alternative: its sentences in a row, then its blocks, under its name if it begins with one.

    One that only tells players something is its name.
    """
    block = node.block
    plain = next((at for at, each in enumerate(block) if not each.is_sentence), len(block))
    words = [each.line.words for each in block[:plain]]
    label = node.line.label
    if not words and label:
        words = [f"{label[:1].upper()}{label[1:]}{':' if block else '.'}"]
    yield depth, " ".join((BULLET, *words))
    yield from _lines(block[plain:], depth + 1)
