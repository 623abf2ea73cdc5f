"""Page of a replay: what each viewer saw at each position of a match, and the file that it was made from.

The page of a seat holds its board documents and its log, and nothing from which anything else follows: no seed, and no
choices of others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.matches.match import Game, Match
from interpreter.presentation.board.document import ValuesByKey
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.support.errors import Location, Problem, SaveError
from interpreter.support.formats import version_fields
from interpreter.web.single_file import GAME_DOCUMENT, make_single_file, picture_address, read_document
from interpreter.web.value_table import Encoded, ValueTable

DOCUMENT = "match-data"
"""Id of the element with the document."""
MOST_VIEWS = 20_000
"""Maximum number of views in a page: positions times viewers."""


@dataclass(frozen=True, slots=True)
class ReplaySource:
    """The file of a replayed match.

    Attributes:
        kind: `record` or `save`.
        text: Its content.
    """

    kind: str
    text: str


@dataclass(slots=True)
class _Viewing:
    """The positions as a seat saw them, or a spectator for None: views, events since the position before, choices."""

    seat: str | None
    positions: list[dict[str, Encoded]] = field(default_factory=list)


class ReplayPage:
    """A page to which the positions of a match are added in order."""

    def __init__(self, game: Game, viewers: Sequence[str | None], speech: MessageCatalog = ENGLISH) -> None:
        """Begin a page.

        Args:
            game: The game.
            viewers: Seats whose views are on the page; None for spectators.
            speech: Language of the page.
        """
        self._game = game
        self._speech = speech
        self._values = ValueTable(ambiguous=(ValuesByKey,))
        self._viewings = [_Viewing(viewer) for viewer in viewers]
        self._logged = 0
        self._decider: str | None = None

    @property
    def is_going_on(self) -> bool:
        """True if the match isn't over at the last position."""
        return self._decider is not None

    def check_length(self, decisions: int, where: Location) -> None:
        """Raise SaveError if a match of so many decisions is too long for a page."""
        views = (decisions + 1) * len(self._viewings)
        if views > MOST_VIEWS:
            message = f"too long for a page: {decisions} decisions, seen by {len(self._viewings)}"
            raise SaveError(Problem(where, "too-long", message, "--seat NAME" if len(self._viewings) > 1 else None))

    def add_position(self, match: Match) -> None:
        """Add the next position of the match."""
        for viewing in self._viewings:
            if viewing.positions and viewing.seat is not None and viewing.seat == self._decider:
                viewing.positions[-1]["chosen"] = match.choices[-1]
            told = match.told(viewing.seat, self._speech, self._logged)
            viewing.positions.append(
                {
                    "view": self._values.add(match.board(viewing.seat, self._speech)),
                    "log": [self._values.add(event) for event in told],
                }
            )
        self._logged = match.log_length
        self._decider = None if match.decision is None else match.decision.seat

    def html(self, source: ReplaySource | None = None, notice: str = "") -> str:
        """Return the file.

        Args:
            source: The file that the match was read from, to be taken out of the page again; None for a page that
                holds only what its viewers saw.
            notice: A sentence about the whole match.
        """
        return make_single_file("replay.html", self._title, {DOCUMENT: self._document(source, notice)})

    @property
    def _title(self) -> str:
        return self._game.names(self._speech.lang).localize(self._game.rulebook.title)

    def _document(self, source: ReplaySource | None, notice: str) -> str:
        book = self._game.rulebook
        head: dict[str, Any] = {
            "page": "replay",
            **version_fields("page"),
            "game": book.id,
            "title": self._title,
            "rules": book.digest,
            "notice": notice,
            "words": self._speech.words_of_pages(),
            "picture": picture_address(book),
        }
        if source is not None:
            head["source"] = {"kind": source.kind, "sha256": _digest(source.text), "text": source.text}
        viewers = [{"seat": viewing.seat, "positions": viewing.positions} for viewing in self._viewings]
        parts = [json.dumps(head, ensure_ascii=False, indent=1)[:-2]]
        parts.append(f' "viewers": {json.dumps(viewers, ensure_ascii=False, separators=(",", ":"))}')
        parts.append(f' "values": {self._values.to_json()}')
        return ",\n".join(parts) + "\n}"


def read_source(text: str, where: Location) -> ReplaySource:
    """Return the record or save in the text of a page.

    Raises:
        SaveError: The page holds none, or it was changed.
    """
    data = read_document(text, DOCUMENT)
    if data is None and read_document(text, GAME_DOCUMENT) is not None:
        message = "this page is a game to play; it shows the record of a match that is over"
        raise SaveError(Problem(where, "no-source", message))
    if data is None or data.get("page") != "replay":
        raise SaveError(Problem(where, "not-a-page", "this is no page that `cahier page` wrote"))
    source = data.get("source")
    if source is None:
        message = "this page holds only what its viewers saw, not the record or the save"
        raise SaveError(Problem(where, "no-source", message))
    kind, said = (source.get(name) if isinstance(source, dict) else None for name in ("kind", "text"))
    if not isinstance(said, str) or kind not in ("record", "save") or source.get("sha256") != _digest(said):
        raise SaveError(Problem(where, "altered", "the record or the save in this page was changed"))
    return ReplaySource(kind, said)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
