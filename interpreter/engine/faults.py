"""Faults during play: rules that can't be carried out any further, and the rule that never ends.

After the work budget of an effect or a game is used up, the rule charged last isn't always the culprit: an endless loop
may consist of small ones that each end. Therefore the game runs on for a while and every charge is recorded. The
culprit is the outermost rule that is still charged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import FrameType

from interpreter.language.execution.executable import CodeKey, SourceLocation, parse_code_key
from interpreter.language.program import Program
from interpreter.rulebook.model import Text
from interpreter.support.errors import BudgetError, CahierError, Location, PlayError, Problem


def locate_error(error: Exception, program: Program) -> CahierError:
    """Return the error with the rule in which it happened: title, file, line and excerpt.

    An endless effect stays a BudgetError. Any other exception of generated source becomes a PlayError.
    """
    keys = source_keys_on_stack(error, program)
    key = keys[-1] if keys else None
    if isinstance(error, RecursionError):  # which one was the last depends on how deep it began
        key = next((each for each, times in Counter(keys).items() if times > 1), key)
    title, text = ("", None) if key is None else (key.title, program.text_of(key))
    if isinstance(error, RecursionError):
        message = f"in `{title}`: this asks for itself without end"
        return BudgetError(
            Problem(Location(program.rulebook.folder) if text is None else text.where, "budget", message)
        )
    if isinstance(error, BudgetError):
        known = error.problems[0]
        if known.where.line:
            return BudgetError(known)
        where = known.where if text is None else text.where
        return BudgetError(Problem(where, "budget", f"in `{title}`: {known.message}", None, _excerpt(text, where)))
    if isinstance(error, PlayError):
        known = error.problems[0]
        return PlayError(replace(known, message=f"in `{title}`: {known.message}", excerpt=_excerpt(text, known.where)))
    where = Location(program.rulebook.folder) if text is None else text.where
    message = f"in `{title}`: this can't be carried out here ({type(error).__name__}: {error})"
    return PlayError(Problem(where, "cannot-carry-out", message, None, _excerpt(text, where)))


def source_keys_on_stack(error: BaseException, program: Program) -> list[CodeKey]:
    """Return the source keys of the generated code on the call stack of an error, outermost first."""
    keys = []
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(f"<{program.rulebook.id}: "):
            keys.append(parse_code_key(name[len(program.rulebook.id) + 3 : -1]))
        trace = trace.tb_next
    return keys


def _excerpt(text: Text | None, where: Location) -> str | None:
    return text.excerpt(where) if text is not None else None


MAX_CHARGES = 5_000
"""Number of charges to record after the work is used up."""
MAX_TURNS = 20
"""Number of turns, while charges are recorded, above which it is the turns that go on without end."""
MAX_EXTRA_WORK = 200_000
"""Work allowed while charges are recorded."""


class EndlessDetector:
    """Places charged since the budget ran out, each with its smallest depth: suspended phrases, then function calls."""

    __slots__ = ("_charges", "_depths", "_first_turn")

    def __init__(self, turn: int) -> None:
        """Create a detector when the budget has run out, in the turn of this number."""
        self._first_turn = turn
        self._charges = 0
        self._depths: dict[int, tuple[int, int]] = {}

    def record_charge(self, place: int, phrases: int, caller: FrameType | None) -> None:
        """Record one charge. `caller` is the frame of the function that is charged."""
        functions = 0
        while caller is not None and caller.f_code.co_filename.startswith("<"):
            functions += 1
            caller = caller.f_back
        depth = phrases, functions
        self._depths[place] = min(depth, self._depths.get(place, depth))
        self._charges += 1

    def has_enough(self, work: int) -> bool:
        """Return True if enough charges are recorded. `work` is the remaining work, below 0."""
        return self._charges >= MAX_CHARGES or work < -MAX_EXTRA_WORK

    def error(self, places: Sequence[SourceLocation], turn: int) -> BudgetError:
        """Return the error that names the outermost place, or the first of several in one text. `turn`: its number."""
        outermost = min(self._depths.values())
        found = min(
            (places[at] for at, depth in self._depths.items() if depth == outermost), key=lambda place: place.where
        )
        message = f"in `{found.title}`: this goes on without end and was stopped"
        if turn > self._first_turn + MAX_TURNS:
            message += f" in turn {turn}: say when the game ends, for instance once all seats have passed in turn"
        return BudgetError(Problem(found.where, "budget", message, None, found.text.excerpt(found.where)))
