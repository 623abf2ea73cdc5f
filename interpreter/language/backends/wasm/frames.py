"""Layout of a routine's frame: offsets of its words in bytes."""

from __future__ import annotations

from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.execution.executable import FIRST_SLOT

UNDER = 0
"""Address of the frame below it."""
ROUTINE = UNDER + WORD
END = ROUTINE + WORD
"""Address of its end."""
SLOTS = END + WORD


def slot(number: int) -> int:
    """Return the offset of a slot."""
    return SLOTS + WORD * number


RESUME = slot(0)
"""The segment at which its routine resumes."""
YOU = slot(1)
"""The acting seat."""
NAMES = slot(FIRST_SLOT)
KNOWN = {
    "FRAME_UNDER": UNDER,
    "FRAME_ROUTINE": ROUTINE,
    "FRAME_END": END,
    "FRAME_SLOTS": SLOTS,
    "FRAME_RESUME": RESUME,
    "FRAME_YOU": YOU,
    "FRAME_NAMES": NAMES,
}
"""Offsets that the runtime refers to, by name."""
