"""Page on which one plays a game without Python: a WebAssembly module, and tables from its memory to a board.

Everything that is hidden during play is in the page, as it is in a game's box. The page shows a seat only what that
seat may see.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.engine.native_games import match_limits
from interpreter.language.execution.executable import FIRST_DECISION, NativeUnavailableError, PortableCode
from interpreter.language.ir.expressions import Expr
from interpreter.language.queries import NameValues
from interpreter.matches.match import Game
from interpreter.matches.odds import MOST_LETTERS, MOST_OUTCOMES, MOST_RESULTS, has_hidden_variables
from interpreter.players.lineup import make_player
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.rulebook.player_names import HUMAN, RANDOM, TABLE
from interpreter.support.errors import Location, PlayError, Problem
from interpreter.support.formats import version_fields
from interpreter.web.match_tables import MatchTables
from interpreter.web.single_file import GAME_DOCUMENT, make_single_file, picture_address

PLAYERS = (HUMAN, RANDOM, TABLE)
"""Players of a page."""
LARGEST_SEED = (1 << 53) - 1
"""Largest seed that a page can show as a number."""
ADDRESSES = (
    "PC", "ASKED_SEAT", "OPTIONS", "FRAME", "TURNS", "ACTOR", "WINNERS", "REASON", "SIDE", "CELLS", "ZONES",
    "ZONE_SIZE", "KNOWN", "WHERE", "PLAYERS", "BOTS", "CHOICES", "TOLD",
    "RANDOM", "POSITION", "POSITION_SIZE", "FRAMES", "FRAMES_TOP", "LISTS", "LISTS_TOP",
    "IS_SCRIPTED", "DRAWS_MADE", "ORDER_DRAWN", "DRAW_RESULTS", "MOST_DRAWS",
)  # fmt: skip
"""Addresses in the module's memory that the page reads."""


class PlayPage:
    """A page for a match of a game. Each new match on it can have other players and another seed."""

    def __init__(
        self,
        game: Game,
        players: Mapping[str, str],
        seed: int | None = None,
        speech: MessageCatalog = ENGLISH,
        record_head: Mapping[str, Any] | None = None,
    ) -> None:
        """Compile the game for the page.

        Args:
            game: The game.
            players: Player of each seat at first, one of PLAYERS; a person plays at least one seat.
            seed: Seed of the first match; None: the page draws one.
            speech: Language of the page.
            record_head: Fields with which the record of a match begins; None if the page makes none.

        Raises:
            PlayError: The seed is too large, a player is none of PLAYERS, or the game doesn't fit machine code.
        """
        where = Location(game.id)
        if seed is not None and not 0 <= seed <= LARGEST_SEED:
            raise PlayError(Problem(where, "bad-seed", f"a page takes seeds from 0 to {LARGEST_SEED}"))
        for seat, player in players.items():
            if player not in PLAYERS:
                message = f"a page can't have the player `{player}`; it can have {', '.join(PLAYERS)}"
                raise PlayError(Problem(Location(f"--seat {seat}={player}"), "other-player", message))
        self._game = game
        self._speech = speech
        self._players = dict(players)
        self._seed = seed
        self._record_head = None if record_head is None else dict(record_head)
        self._tables = MatchTables(game, speech)
        self._texts = self._tables.document()  # it asks the questions
        try:
            self._code = game.portable_code(match_limits(game), self._tables.asked)
        except NativeUnavailableError as error:
            raise PlayError(Problem(where, "not-compilable", f"this game can't be played on a page: {error}")) from None

    def html(self) -> str:
        """Return the file."""
        lines = (
            f"{json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in self.document().items()
        )
        document = "{\n" + ",\n".join(lines) + "\n}"
        title = self._game.names(self._speech.lang).localize(self._game.rulebook.title)
        return make_single_file("index.html", title, {GAME_DOCUMENT: document}, "play.js", runs_wasm=True)

    def document(self) -> dict[str, Any]:
        """Return everything in the page as plain data."""
        game, book, memory = self._game, self._game.rulebook, self._code.memory_map
        everyone = game.constants.everyone
        return {
            "page": "game",
            **version_fields("page"),
            "game": book.id,
            "variants": [variant.id for variant in book.overlays],
            "rules": book.digest,
            "players": self._players,
            "with_tables": [seat for seat in game.seats if self._has_tables(seat)],
            "seed": self._seed,
            "record": self._record_head,
            "has_secrets": any(face != everyone for face in game.program.symbols.faces),
            "odds": self._odds(),
            "words": self._speech.words_of_pages(),
            **self._texts,
            "reasons": list(self._code.reasons),
            "reason_texts": self._tables.texts_of(self._code.reasons),
            "told": self._tables.told(self._code.sentences),
            "picture": picture_address(book),
            "memory": {name: memory[name] for name in ADDRESSES},
            "first_decision": FIRST_DECISION,
            "module": b64encode(self._code.module).decode(),
        }

    @property
    def code(self) -> PortableCode:
        """The module."""
        return self._code

    @property
    def asked(self) -> Sequence[tuple[Expr, NameValues]]:
        """The expressions that the module evaluates as its questions, with the names in them."""
        return self._tables.asked

    def _odds(self) -> dict[str, Any] | None:
        """Return what the odds of options need, who knows each die and the limits; None if no option has any."""
        if not self._game.has_odds or has_hidden_variables(self._game):
            return None
        symbols = self._game.program.symbols
        first = symbols.die_known_base
        return {
            "die_known": [0, 0] if first is None else [first, len(symbols.die_faces)],
            "most_outcomes": MOST_OUTCOMES,
            "most_results": MOST_RESULTS,
            "most_letters": MOST_LETTERS,
        }

    def _has_tables(self, seat: str) -> bool:
        try:
            make_player(TABLE, self._game, seat)
        except PlayError:
            return False
        return True
