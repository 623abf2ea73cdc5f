"""A match to be played, with its players, language and save, and the notes in a save."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_loading import DisplayLanguage, format_next_command, load_display_language
from cli.play.saved_matches import ACTS_NOTE, Autosave
from cli.seats import players_by_seat
from cli.text.words import DEFAULT_LANGUAGE
from interpreter.matches import HumanPlay, Match, read_acts
from interpreter.rulebook import HUMAN, is_path

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.matches import HumanAct


LANGUAGE_NOTE = "--lang"
"""Key of the language in a save's notes, beside the players by seat; no seat has such an id."""


LINK_NOTE = "--link"
"""Beginning of the keys of hashes of links to a served match, before the seat."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A match at the terminal.

    Attributes:
        players: Each seat's player, by name.
        language: Language of the output.
        lang_option: Value of `--lang` that selects it.
        autosave: Save of the match.
        human_play: What people do in the match.
    """

    match: Match
    players: dict[str, str]
    language: DisplayLanguage
    lang_option: str
    autosave: Autosave
    human_play: HumanPlay

    def say(self, message: str, **parts: str | int) -> None:
        """Print a message in the table's language."""
        self.language.messages.say(message, **parts)

    def find_next_command(self, program: str = "play") -> str | None:
        """Return the command that begins the next game of the campaign after this match; None if there is none."""
        return None if self.autosave.failure else format_next_command(self.match, self.autosave.path, program)

    def tell_next_game(self, program: str) -> None:
        """Print the command that begins the next game of the campaign, if there is one."""
        if (command := self.find_next_command(program)) is not None:
            self.say("next_game", command=command)

    def save(self, message: str, **parts: str | int) -> None:
        """Save the match, and print its path with a message that has a hole `path`, or the reason why that failed."""
        self.autosave.save()
        if self.autosave.failure is not None:
            self.say("not_saved", why=self.autosave.failure)
        else:
            self.say(message, path=str(self.autosave.path), **parts)


def set_up_match(
    match: Match,
    seats: tuple[str, ...],
    earlier: Mapping[str, str],
    lang: str,
    path: Path | None,
    acts: Sequence[HumanAct] = (),
) -> MatchSetup:
    """Return a table for a match.

    `seats` has SEAT=PLAYER as typed, `earlier` the players of its save, whose path is `path`. `lang` is as in
    `load_display_language`. `acts`: what people have done in it before. Raises RulebookError.
    """
    players = players_by_seat(match.game, seats, earlier)
    tongue = load_display_language(match.game.rulebook, lang)
    noted = {} if lang == DEFAULT_LANGUAGE else {LANGUAGE_NOTE: os.path.abspath(lang) if is_path(lang) else lang}
    human_play = HumanPlay(match, [seat for seat, player in players.items() if player == HUMAN], acts)
    autosave = Autosave(match, players | noted, path, human_play)
    return MatchSetup(match, players, tongue, lang, autosave, human_play)


@dataclass(frozen=True, slots=True)
class SaveNotes:
    """Notes in a save.

    Attributes:
        players: Each seat's player.
        lang: Language in which the match was shown, or None.
        links: Hashes of the links to the match when it was served, by seat.
        acts: What people have done in the match.
    """

    players: dict[str, str]
    lang: str | None
    links: dict[str, str]
    acts: Sequence[HumanAct]


def read_notes(saved: SaveData) -> SaveNotes:
    """Return the notes in a save."""
    players = {key: text for key, text in saved.notes.items() if not key.startswith("--")}
    start = f"{LINK_NOTE} "
    links = {key.removeprefix(start): text for key, text in saved.notes.items() if key.startswith(start)}
    return SaveNotes(players, saved.notes.get(LANGUAGE_NOTE), links, _parse_acts(saved.notes.get(ACTS_NOTE, "[]")))


def _parse_acts(text: str) -> Sequence[HumanAct]:
    """Return what people did, as a save notes it; nothing if it can't be read: the match goes on without it."""
    try:
        return read_acts(json.loads(text)) or ()
    except (ValueError, RecursionError):
        return ()
