"""Referents of the pronouns and names in a text, as far as it is translated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import Local
from interpreter.language.ir.written import Written, as_written
from interpreter.presentation.saying.inflection import InflectedNoun
from interpreter.presentation.saying.templates import InflectedPhrase

IT = "it"
"""Feature of the thing that `it` refers to, and the name of its local."""
THEM = "them"
"""Name of several chosen things to which the text gives no other."""
YOU = "you"
"""Name of the acting seat's local."""


@dataclass(slots=True)
class Referents:
    """Referents of the pronouns and names in one text.

    Attributes:
        actor: Pronoun for the acting seat where each of several acts; None for `you`.
        your_adjective: Adjective for what belongs to the acting seat.
        candidates: Features of the thing that `it` refers to, by the local of each `it`.
        heads: Noun that a name stands for, and its number.
    """

    actor: InflectedPhrase | None = None
    your_adjective: str = "own"
    candidates: dict[Local, frozenset[str]] = field(default_factory=dict)
    heads: dict[Local, tuple[InflectedNoun, str]] = field(default_factory=dict)

    @contextmanager
    def in_condition(self) -> Iterator[None]:
        """Translate inside a condition: the subject may differ from the acting seat."""
        before, self.your_adjective = self.your_adjective, "your"
        try:
            yield
        finally:
            self.your_adjective = before


def is_acting_seat(part: Written) -> bool:
    """Return True if an expression is `you`."""
    written = as_written(part)
    return isinstance(written, ir.Ref) and written.local.name == YOU


def is_local(part: Written, local: Local) -> bool:
    """Return True if an expression is this local name."""
    written = as_written(part)
    return isinstance(written, ir.Ref) and written.local is local
