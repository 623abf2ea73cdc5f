"""Rules for print: the game's RULES.md, the goals of each seat, and the course of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.printing.appearance import Tint
from interpreter.printing.markdown import TextBlock, read_markdown
from interpreter.printing.paper_text import for_paper
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.rules_summary import SUMMARY_FILE, read_rules_summary
from interpreter.rulebook.source.files import is_own_variant
from interpreter.support.errors import Location, Problem


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of the game or of a turn; an option of it if `optional`."""

    depth: int
    text: str
    optional: bool


@dataclass(frozen=True, slots=True)
class SeatGoals:
    """The goals of a seat, or of everybody."""

    title: str
    goals: tuple[str, ...]
    tints: tuple[Tint, ...]


@dataclass(frozen=True, slots=True)
class RulesSheets:
    """The text of the rules, the goals of each seat, and the course of the game.

    Attributes:
        heading: Heading of the goals and the steps.
        steps_title: Heading of the steps.
    """

    heading: str
    steps_title: str
    blocks: tuple[TextBlock, ...]
    seats: tuple[SeatGoals, ...]
    steps: tuple[TurnStep, ...]

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text that doesn't fit."""
        return Problem(Location(SUMMARY_FILE), "too-long", f"a text is {overflow}; shorten it")


def rules_sheets(job: PrintJob) -> RulesSheets | None:
    """Return the rules in the job's language; None if the game has neither RULES.md nor goals.

    Raises:
        RulebookError: RULES.md can't be read, or the rules have mistakes.
    """
    names, speech = job.names, job.speech
    summary = read_rules_summary(job.book.folder, names.lang)
    blocks = (
        ()
        if summary is None
        else for_paper(read_markdown(summary, names.safe), lambda word: is_own_variant(word, job.book.folder))
    )
    seats = tuple(_seats(job.book, names, speech.say("printed_everybody")))
    if not (blocks or seats):
        return None
    steps = tuple(TurnStep(step.depth, name, step.word is None) for step, name in job.texts.course())
    return RulesSheets(speech.say("printed_summary"), speech.say("printed_steps"), blocks, seats, steps)


def _seats(book: Rulebook, names: Names, everybody: str) -> Iterator[SeatGoals]:
    goals = {key: " ".join(names.localize(goal).split()) for key, goal in book.player_texts.goals.items()}
    shared = (goals[""],) if "" in goals else ()
    owners = [(at, each) for at, each in enumerate((*book.seats, *book.sides)) if each.id in goals]
    for at, owner in owners:
        word = book.player_texts.colours.get(owner.id, owner.id)
        yield SeatGoals(names.localize(owner.title), (goals[owner.id], *shared), (Tint(word, at),))
    if shared and not owners:
        yield SeatGoals(everybody, shared, ())
