"""Error messages for rules that can't be carried out any further during play."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from interpreter.errors import BudgetError, CahierError, Location, PlayError, Problem
from interpreter.language.executable import CodeKey, parse_code_key
from interpreter.language.program import Program
from interpreter.rulebook.model import Text


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
