"""Outline of a game's course: the phrases that lead from its start to the players' choices, in the order of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.language.analysis import Analysis
from interpreter.language.ir import statements as ir
from interpreter.language.ir.builders import blocks_of
from interpreter.language.reading.patterns import HOLE

MAX_DEPTH = 4
"""Depth at which there are options, but no more steps."""
MAX_STEPS = 60


@dataclass(frozen=True, slots=True)
class OutlineStep:
    """A step of the game or of a turn, or an option of the step above it.

    Attributes:
        depth: Level of indentation.
        title: First wording of a phrase, or the label of an option.
        word: Number of the phrase; None for an option.
    """

    depth: int
    title: str
    word: int | None


def outline_game(analysis: Analysis) -> tuple[OutlineStep, ...]:
    """Return the steps of a game. Phrases with holes have no line of their own."""
    outline = _Outline(analysis)
    outline.walk(analysis.routines.all[analysis.routines.root].body, -1)
    return tuple(outline.steps)


class _Outline:
    """Walk through the routines of a game."""

    def __init__(self, analysis: Analysis) -> None:
        self.steps: list[OutlineStep] = []
        self._analysis = analysis
        self._seen: set[int] = set()
        self._repeated: set[int] = set()

    def walk(self, block: ir.Block, depth: int) -> None:
        """Add the steps of a block."""
        for statement in block:
            if len(self.steps) < MAX_STEPS:
                self._add(statement, depth)

    def _add(self, statement: ir.Statement, depth: int) -> None:
        if isinstance(statement, ir.CallPhrase):
            self._call(statement.word, depth)
            return
        if isinstance(statement, ir.CallRoutine):  # what a bent phrase does as usual
            if statement.routine not in self._repeated:
                self._repeated.add(statement.routine)
                self.walk(self._analysis.routines.all[statement.routine].body, depth)
            return
        for label, inner in _labelled_blocks(statement):
            is_option = bool(label) and depth >= 0
            if is_option:
                self._offer(OutlineStep(depth, label, None))
            if depth + is_option <= MAX_DEPTH:
                self.walk(inner, depth + is_option)

    def _offer(self, option: OutlineStep) -> None:
        """Add an option, unless the step above it has the same one."""
        for step in reversed(self.steps):
            if step == option:
                return
            if step.depth < option.depth:
                break
        self.steps.append(option)

    def _call(self, word: int, depth: int) -> None:
        title = self._analysis.rulebook.words[word].title
        is_named = HOLE.search(title) is None
        if word in self._seen or depth + is_named > MAX_DEPTH:
            return
        self._seen.add(word)
        if is_named and depth >= 0:
            self.steps.append(OutlineStep(depth, title, word))
        self.walk(self._analysis.routines.all[self._analysis.routines.phrase[word]].body, depth + is_named)


def _labelled_blocks(statement: ir.Statement) -> Iterator[tuple[str, ir.Block]]:
    """Yield the blocks of a statement with their labels, if they are options."""
    match statement:
        case ir.Either():
            yield from statement.options
        case ir.May():
            yield statement.label, statement.body
        case _:
            yield from (("", block) for block in blocks_of(statement))
