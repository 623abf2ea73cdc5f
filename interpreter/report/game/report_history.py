"""History of a folder of reports: what each one found, and which files the reports have written.

The file is data: it is checked whole before anything in it is used, and no path in it is opened.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isfinite
from typing import Any

from interpreter.lab.balance.balance_document import BalanceDocument, RungFigures
from interpreter.support.errors import Location, Problem, SaveError

HISTORY_FILE = "history.json"
"""Name of the history in a folder of reports."""
FORMAT = "cahier report 0.1"
MAX_BYTES = 4 << 20
"""Largest history that is read."""
MAX_REPORTS = 200
"""Number of reports that are kept; the oldest are dropped."""
MAX_TEXT = 200


@dataclass(frozen=True, slots=True)
class RungHistory:
    """Result between one kind of players: the number of games, and how many of them each side won."""

    player: str
    games: int
    wins: dict[str, int]

    @classmethod
    def of(cls, rung: RungFigures) -> RungHistory:
        """Return the result of a rung."""
        return cls(rung.player, rung.games, {who: round(won.estimate * rung.games) for who, won in rung.wins.items()})


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """Result of a report.

    Attributes:
        date: Date, as YYYY-MM-DD.
        rules: Hash of the game's content.
        rungs: Results by kind of players, from weak to strong.
    """

    date: str
    rules: str
    rungs: list[RungHistory]

    @classmethod
    def of(cls, document: BalanceDocument, rules: str, date: str) -> ReportEntry:
        """Return the entry of a report with this balance."""
        return cls(date, rules, [RungHistory.of(rung) for rung in document.rungs])


@dataclass(frozen=True, slots=True)
class ReportHistory:
    """The reports in a folder, oldest first.

    Attributes:
        game: Id of the game.
        variants: Its variants.
        reports: Results of earlier reports.
        files: SHA-256 of the files that reports have written, by name; the last two of each.
    """

    game: str
    variants: list[str]
    reports: list[ReportEntry] = field(default_factory=list)
    files: dict[str, list[str]] = field(default_factory=dict)

    def with_report(self, entry: ReportEntry) -> ReportHistory:
        """Return the history with one more report."""
        return replace(self, reports=[*self.reports, entry][-MAX_REPORTS:])

    def with_file(self, name: str, text: str) -> ReportHistory:
        """Return the history with a file that is about to be written."""
        return replace(self, files={**self.files, name: [*self.files.get(name, ()), digest_of(text.encode())][-2:]})

    def has_written(self, name: str, content: bytes) -> bool:
        """Return whether a report has written a file with this name and content."""
        return digest_of(content) in self.files.get(name, ())

    def to_text(self) -> str:
        """Return the file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(content).hexdigest()


def read_history(content: bytes, where: Location) -> ReportHistory:
    """Return a history.

    Raises:
        SaveError: It is damaged, too large, or of another version.
    """
    try:
        data = json.loads(content) if len(content) <= MAX_BYTES else None
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return ReportHistory(
                _text(data["game"]),
                [_text(variant) for variant in _list(data["variants"])],
                [_entry(report) for report in _list(data["reports"])],
                {_text(name): [_text(each) for each in _list(known)] for name, known in _dict(data["files"]).items()},
            )
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    message = "the history of reports is damaged, or of another version; move it away, or give another folder"
    raise SaveError(Problem(where, "bad-history", message))


def _entry(data: Any) -> ReportEntry:
    rungs = [
        RungHistory(
            _text(rung["player"]),
            games := _count(rung["games"]),
            {_text(who): min(_count(won), games) for who, won in _dict(rung["wins"]).items()},
        )
        for rung in _list(_dict(data)["rungs"])
    ]
    return ReportEntry(_text(data["date"]), _text(data["rules"]), rungs)


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 10**12 or not isfinite(value):
        raise ValueError("no number of games")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ValueError("no text")
    return value


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _dict(value: Any) -> Mapping[Any, Any]:
    if not isinstance(value, dict):
        raise TypeError("no mapping")
    return value
