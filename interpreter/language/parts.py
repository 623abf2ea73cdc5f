"""What the generated segments and whoever runs them agree on: the numbers they return, frames, and decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.errors import Where
from interpreter.language.ir.statements import Choose, Either, May
from interpreter.language.ir.types import Local, Type
from interpreter.language.lowered.values import Value
from interpreter.rulebook.model import Text

OVER = -1
"""What a segment returns instead of the next segment's number when the game is over; -2 - N: a seat must answer
decision N."""
FIRST_SLOT = 2
"""The first place of a frame for names; before it: where to go on, and the acting seat."""


class Place(NamedTuple):
    """What is charged for its work: where it stands, and the title and text of its rule."""

    where: Where
    title: str
    text: Text


@dataclass(frozen=True, slots=True)
class DecisionInfo:
    """What is the same every time a decision comes up. `kind`: choose, either or may; `labels` name an either's
    options.

    The answer goes into `slot` of the frame; the deciding seat stands in `seat_slot`. `statement` is what asks, `names`
    what its names stand for.
    """

    kind: str
    noun: str
    label: str
    type: Type
    labels: tuple[str, ...]
    slot: int
    seat_slot: int
    way_out: str = ""
    statement: Choose | Either | May | None = field(default=None, compare=False, repr=False)
    names: Mapping[Local, Value] = field(default_factory=dict, compare=False, repr=False)
