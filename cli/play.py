"""`cahier play`: play a game at the terminal."""

from __future__ import annotations

import os
import secrets
import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli import in_use
from cli.autosave import is_kept_here
from cli.folding import tied
from cli.game_of_save import game_of_save
from cli.kept import ready_game
from cli.loading import tell_unspoken
from cli.output import say, tell
from cli.saved_matches import another_save, newest_save, save_named
from cli.screen import screen_here
from cli.seats import HUMAN, is_player
from cli.table import notes_in, seated
from cli.unasked import load_words
from interpreter.errors import Problem, RulebookError, SaveError, Where, shown
from interpreter.rulebook.files import is_path

if TYPE_CHECKING:
    from cli.table import Table
    from cli.words import Words
    from interpreter.matches.again import Again
    from interpreter.matches.match import Match

SEED_BITS = 48
"""Bits of a random seed, too many to find a deal by trying all seeds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier play`.

    A `seed` of None stands for a random one, a `lang` of None for that of the save, or else English.
    """

    variants: tuple[str, ...]
    players: int | None
    seats: tuple[str, ...]
    seed: int | None
    load: str | None
    resume: bool
    lang: str | None
    explain: bool
    hint: bool = False
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Begun:
    """A match to play: a new one, or one from a save.

    Attributes:
        players: Earlier players by seat.
        lang: Language in which it was shown.
        path: Its save, if it has one.
        again: Result of replaying the save by rules that have changed since.
        choices: Number of choices in that save.
    """

    match: Match
    players: dict[str, str] = field(default_factory=dict)
    lang: str | None = None
    path: Path | None = None
    again: Again | None = None
    choices: int = 0


def play_game(name: str | None, settings: Settings) -> int:
    """Play a new or a saved game at the terminal; return the exit status.

    Raises RulebookError or SaveError if it can't begin.
    """
    try:
        return _played(name, settings)
    finally:
        in_use.release_all()


def _played(name: str | None, settings: Settings) -> int:
    from cli.session import Session, played

    saved = settings.load is not None or settings.resume
    begun = _resumed(name, settings) if saved else Begun(_new(name, settings))
    match = begun.match
    lang = settings.lang or _language_of(begun)
    table = seated(match, settings.seats, begun.players, lang, None if begun.again else begun.path)
    if not settings.watch:
        _introduce(table, settings.seed)
        return played(Session(table, settings.explain, settings.hint, ahead=settings.seed is None))
    from cli.edits import Edits
    from cli.play_edited import play_edited, tell_again

    book = match.game.rulebook
    with Edits(book.folder, book.asked) as edits:
        _introduce(table, settings.seed)
        if begun.again is not None and begun.path is not None:
            tell_again(begun.again, begun.choices, begun.path, table, table)
        return play_edited(table, settings, edits, told_before=begun.again is not None)


def _introduce(table: Table, seed: int | None) -> None:
    """Save the match, and print the game, the players and the path of the save."""
    match, names, words = table.match, table.tongue.names, table.tongue.words
    tell_unspoken(table.tongue)
    title = names.say(match.game.rulebook.title)
    start = "start" if seed is None else "start_seed"
    say(words.say(start, title=title, seed=seed))
    if overlays := match.game.rulebook.overlays:
        say(words.say("start_variants", variants=", ".join(names.say(variant.title) for variant in overlays)))
    seats = ", ".join(tied(f"{names.of(seat)}: {_called(player, words)}") for seat, player in table.players.items())
    for line in screen_here().fold(words.say("start_seats", seats=seats)):
        say(line)
    table.save("start_saved")
    if match.decisions:
        say(words.say("going_on", count=match.decisions))


def _called(player: str, words: Words) -> str:
    """Return the display name of a player: translated for built-in ones, as it is for others."""
    from interpreter.players.making import NAMES

    word, colon, rest = player.partition(":")
    return words.say(f"player_{word}") + shown(colon + rest) if word in (HUMAN, *NAMES) else shown(player)


def _new(name: str | None, settings: Settings) -> Match:
    if name is None:
        message = "say which GAME (see `cahier list`), or --resume, or --load FILE"
        raise RulebookError(Problem(Where("play"), "no-game", message))
    game = ready_game(name, settings.variants, settings.players)
    return game.start(secrets.randbits(SEED_BITS) if settings.seed is None else settings.seed)


def _resumed(name: str | None, settings: Settings) -> Begun:
    """Return the match to continue; its save is locked for this process if it lies in the folder of saves."""
    from interpreter.engine.saves import read_save

    _refuse_mixed(settings)
    named = None if name is None or settings.load is not None else save_named(name)
    folder = None
    if settings.load is not None:
        path = Path(settings.load)
    elif named is not None:
        path, name = named, None
    elif name is not None and os.path.isfile(name):
        read_save(name)
        command = shlex.join(load_words(Path(name), None))
        message = f"--resume takes the name of a match that `play` keeps; this file goes on with `{command}`"
        raise SaveError(Problem(Where(name), "load-it", message))
    else:
        folder = None if name is None else _folder_named(name)
        path = newest_save(folder)
    if is_kept_here(path) and not in_use.acquire(path):
        raise SaveError(Problem(Where(str(path)), "in-use", "this match is being played by another process"))
    try:
        return _saved(path, name, settings)
    except SaveError as error:
        if settings.load is not None or (other := another_save(path, folder)) is None:
            raise
        (problem,) = error.problems
        way_out = f"`cahier play --resume {other.stem}` goes on with another match, `cahier play --list` lists all"
        raise SaveError(replace(problem, message=f"{problem.message}; {way_out}")) from None


def _folder_named(name: str) -> str:
    """Return the folder of a game whose newest match is wanted. Raises RulebookError if there is no such game."""
    from interpreter.rulebook.files import find_folder

    try:
        return find_folder(name)
    except RulebookError as error:
        (problem,) = error.problems
        message = f"{problem.message}; `cahier play --list` lists the saved matches"
        raise RulebookError(replace(problem, message=message)) from None


def _refuse_mixed(settings: Settings) -> None:
    """Raise SaveError for options that can't be combined with a saved match."""
    if settings.load is not None and settings.resume:
        raise SaveError(Problem(Where("play"), "two-saves", "--load and --resume can't go together"))
    given = {"--variant": settings.resume and settings.variants, "--players": settings.players, "--seed": settings.seed}
    for option, value in given.items():
        if value not in (None, False, ()):
            message = "a saved game has its own variants, players and seed"
            raise SaveError(Problem(Where(f"play {option}"), "saved-otherwise", message))


def _saved(path: Path, name: str | None, settings: Settings) -> Begun:
    """Load the match in a file.

    With `--watch` its rules may have changed; then it is replayed by them as far as possible.
    """
    from interpreter import load_match
    from interpreter.engine.saves import read_save
    from interpreter.matches.again import play_saved

    saved = read_save(path)
    game = game_of_save(saved, path, name, settings.variants, lambda rules: load_words(path, rules))
    players, lang = notes_in(saved)
    if settings.watch and saved.rules != game.rulebook.digest:
        again = play_saved(saved, game)
        still_there = {seat: player for seat, player in players.items() if seat in game.seats}
        begun = Begun(again.match, still_there, lang, path, again, len(saved.choices))
    else:
        begun = Begun(load_match(path, game), players, lang, path)
        if saved.rules != game.rulebook.digest:
            note = f"this game was played by {saved.language}, and its rules have changed since; it goes on by these"
            tell(f"note: {note}")
    asked = {text.partition("=")[0] for text in settings.seats}
    for seat, player in begun.players.items():
        if seat not in game.seats:
            raise SaveError(Problem(Where(str(path)), "not-a-save", f"it notes a seat that there is not: {seat}"))
        if seat not in asked and not is_player(game, seat, player):
            message = f"seat {seat} was played by `{player}`, which is not here; --seat {seat}=PLAYER names another"
            raise SaveError(Problem(Where(str(path)), "unknown-player", message))
    return begun


def _language_of(begun: Begun) -> str:
    """Return the language in which a match was shown before. Raises SaveError if it can't be read any more."""
    from cli.loading import tongue_in
    from cli.words import HOME

    lang, path = begun.lang, begun.path
    if lang is None or path is None:
        return HOME
    if is_path(lang) and not is_kept_here(path):
        tell(shown(f"note: the names in `{lang}` are not opened unasked; `--lang {lang}` does it"))
        return HOME
    try:
        tongue_in(begun.match.game.rulebook, lang, lambda warning: None)
    except RulebookError as error:
        message = f"this game was told in `{lang}`, which can't be read now ({error.message}); --lang L names another"
        raise SaveError(Problem(Where(str(path)), "unknown-language", message)) from None
    return lang
