"""Acceptance of actual results in scenario files: only the expected values are replaced, all other bytes stay."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

from interpreter.playtest.failures import Edit
from interpreter.playtest.scenarios import Verdict
from interpreter.replacing_files import replace_files


class ScenarioEdits:
    """The scenario files of some verdicts, before and after the edits of their failures.

    Values that can't be replaced stay, because the file doesn't hold the same characters at one place.
    """

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        edits: dict[str, set[Edit]] = {}
        for verdict in verdicts:
            for failure in verdict.failures:
                for edit in failure.edits:
                    edits.setdefault(edit.where.file, set()).add(edit)
        self._before = {file: Path(file).read_bytes().decode("utf-8") for file in edits}
        changed = {file: _apply_edits(text, edits[file]) for file, text in self._before.items()}
        self._after = {file: text for file, text in changed.items() if text != self._before[file]}

    def __bool__(self) -> bool:
        return bool(self._after)

    def unified_diff(self) -> list[str]:
        """Return the changes as lines of a unified diff."""
        found: list[str] = []
        for file, text in sorted(self._after.items()):
            old, new = (whole.split("\n") for whole in (self._before[file], text))
            found += unified_diff(old, new, file, file, lineterm="")
        return found

    def write(self) -> None:
        """Write all files, or none: if one can't be written, all are as before, and OSError is raised."""
        replace_files({os.path.realpath(file): text.encode("utf-8") for file, text in self._after.items()})


def _apply_edits(text: str, edits: Iterable[Edit]) -> str:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lead = 1 if text.startswith("\ufeff") else 0
    for edit in sorted(edits, key=lambda edit: edit.where, reverse=True):
        at = starts[edit.where.line - 1] + edit.where.column - 1 + (lead if edit.where.line == 1 else 0)
        if text.startswith(edit.old, at):
            text = text[:at] + edit.new + text[at + len(edit.old) :]
    return text
