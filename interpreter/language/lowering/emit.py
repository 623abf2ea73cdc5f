"""Every routine of a game written: as one plain function, or as segments that are then joined."""

from __future__ import annotations

import re

from interpreter.language.ir.statements import Routine
from interpreter.language.lowering.flow import Flow
from interpreter.language.lowering.framed import Framed
from interpreter.language.lowering.joining import joined
from interpreter.language.lowering.plain import Plain

PAD = re.compile(r"<pad (\d+) (\d+)>")


def emit(flow: Flow) -> None:
    """Fill the flow."""
    framed = flow.suspension.framed
    flow.segments = ["def s0(m, v, z, f):\n    return m.finished()\n"]
    for number in sorted(framed):
        flow.entries[number] = len(flow.segments)
        flow.segments.append("")
    owned: list[list[int] | str] = []
    for number, routine in enumerate(flow.routines.all):
        before = len(flow.segments)
        if number in framed:
            Framed(flow, number, routine).write()
            own = [flow.entries[number], *range(before, len(flow.segments))]
            flow.routine_at.update(dict.fromkeys(own, number))
            owned.append(own)
        else:
            owned.append(Plain(flow, number, routine).write())
    flow.segments = joined([_padded(source, flow) for source in flow.segments], flow.entries.values())
    flow.sources = [own if isinstance(own, str) else "".join(flow.segments[at] for at in own) for own in owned]


def emit_added(flow: Flow, routine: Routine) -> int:
    """Write one more routine; its number."""
    number, first = flow.routines.add(routine), len(flow.segments)
    flow.suspension.framed.add(number)
    flow.entries[number] = first
    flow.segments.append("")
    Framed(flow, number, routine).write()
    for at in range(first, len(flow.segments)):
        flow.segments[at] = _padded(flow.segments[at], flow)
    flow.sources.append("".join(flow.segments[first:]))
    flow.routine_at.update(dict.fromkeys(range(first, len(flow.segments)), number))
    return number


def _padded(source: str, flow: Flow) -> str:
    """The source with the empty places of frames behind their arguments; known only when all routines are written."""
    return PAD.sub(lambda match: ", None" * (flow.frame_size[int(match[1])] - int(match[2])), source)
