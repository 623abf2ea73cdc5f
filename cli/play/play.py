"""`cahier play`: play a game at the terminal.

`cahier play --watch`: after each save of the rules, the choices of the match are replayed by them.
"""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.edited_files import EditWatcher, FilesEdited
from cli.game_loading import format_resume_words, load_display_language, report_missing_messages
from cli.guard import EXIT_OK, Interrupted
from cli.play.edited_rules import EditedRulesError, load_edited, replay_edited, report_replay
from cli.play.match_setup import MatchSetup, read_notes, set_up_match
from cli.play.saved_matches import (
    find_save,
    is_in_saves_folder,
    load_game_of_save,
    lock_save,
    newest_save,
    next_newest_save,
    unlock_all_saves,
    unlock_save,
)
from cli.play.terminal_session import PlaySession, play_to_end
from cli.prompt import LineReader
from cli.seats import is_player
from cli.text.output import ESCAPE, echo, echo_err, echo_lines
from cli.text.screen import current_screen, tie
from cli.text.words import DEFAULT_LANGUAGE, TerminalMessages
from interpreter.engine import read_save
from interpreter.rulebook import HUMAN, PLAYER_NAMES, find_folder, is_path
from interpreter.support import Location, Problem, RulebookError, SaveError, printable

if TYPE_CHECKING:
    from interpreter.matches import HumanAct, Match, RuleReplay


def play_with_edits(
    setup: MatchSetup, settings: PlaySettings, watcher: EditWatcher, notes: tuple[str, ...] = ()
) -> int:
    """Play a match until the player leaves, by the rules as they are saved meanwhile; return the exit status.

    After the end of the match, the next save may reopen it. `notes` are lines that a person reads first.
    """
    over: MatchSetup | None = None
    reader = LineReader(watcher.interruptible)
    while True:
        try:
            if setup is not over:
                ahead = settings.seed is None
                session = PlaySession(
                    setup,
                    settings.explain,
                    settings.hint,
                    can_ponder=ahead,
                    interruptible=watcher.interruptible,
                    notes=notes,
                )
                status = play_to_end(session)
                if not setup.match.is_over():
                    return status
                over = setup
            else:
                echo_lines(notes)
            reader.read_line(setup.language.messages.format("edited_end"))
            return EXIT_OK
        except FilesEdited as edited:
            echo()
            setup, notes = replay_for_screen(setup, settings.seats, edited.files)


SEED_BITS = 48
"""Bits of a random seed, too many to find a deal by trying all seeds."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """Options of `cahier play`.

    A `seed` of None stands for a random one, a `lang` of None for that of the save, or else English. `plain`: in lines,
    also where a full screen could be shown; `after`: a saved match of the campaign that comes before;
    `pace`: seconds between the decisions of programs on the screen.
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
    after: str | None = None
    plain: bool = True
    pace: float | None = None


@dataclass(frozen=True, slots=True)
class MatchStart:
    """A match to play: a new one, or one from a save.

    Attributes:
        players: Earlier players by seat.
        lang: Language in which it was shown.
        path: Its save, if it has one.
        replayed: Result of replaying the save by rules that have changed since.
        saved_choices: Number of choices in that save.
        links: Hashes of the links to it, by seat, if it was served.
        acts: What people have done in it.
    """

    match: Match
    players: dict[str, str] = field(default_factory=dict)
    lang: str | None = None
    path: Path | None = None
    replayed: RuleReplay | None = None
    saved_choices: int = 0
    links: dict[str, str] = field(default_factory=dict)
    acts: Sequence[HumanAct] = ()


def play_game(name: str | None, settings: PlaySettings) -> int:
    """Play a new or a saved game at the terminal; return the exit status.

    Raises RulebookError or SaveError if it can't begin.
    """
    try:
        return _play(name, settings)
    finally:
        unlock_all_saves()


def _play(name: str | None, settings: PlaySettings) -> int:
    saved = settings.load is not None or settings.resume
    begun = load_resumed(name, settings) if saved else start_new(name, settings, "play")
    match = begun.match
    lang = settings.lang or language_of(begun)
    path = None if begun.replayed else begun.path
    table = set_up_match(match, settings.seats, begun.players, lang, path, begun.acts)
    if not settings.watch:
        _introduce(table, settings.seed)
        return _play_matches(table, settings)
    book = match.game.rulebook
    from cli.screen.start import can_show_screen

    with EditWatcher(book.folder, book.requested_variants) as edits:
        _introduce(table, settings.seed)
        said = StringIO()
        if begun.replayed is not None and begun.path is not None:
            with redirect_stdout(said):
                report_replay(begun.replayed, begun.saved_choices, begun.path, table, table)
        play = play_with_edits if settings.plain or not can_show_screen() else _play_on_screen
        return play(table, settings, edits, _lines(said))


def _play_matches(table: MatchSetup, settings: PlaySettings) -> int:
    """Play a match, and others after it as long as the person wants; return the exit status."""
    from cli.screen.start import can_show_screen

    if not settings.plain and can_show_screen():
        return _play_on_screen(table, settings)
    while True:
        session = PlaySession(table, settings.explain, settings.hint, can_ponder=settings.seed is None)
        status = play_to_end(session)
        start_again = partial(table.match.game.start, secrets.randbits(SEED_BITS))
        if not table.match.is_over() or (match := session.review(start_again)) is None:
            return status
        unlock_save(table.autosave.path)
        table = set_up_match(match, (), table.players, table.lang_option, None)
        _introduce(table, None)


def _lines(said: StringIO) -> tuple[str, ...]:
    """Return the lines of captured output that aren't empty, without colours."""
    return tuple(line for line in ESCAPE.sub("", said.getvalue()).splitlines() if line.strip())


def replay_for_screen(
    table: MatchSetup, seats: tuple[str, ...], files: Sequence[str]
) -> tuple[MatchSetup, tuple[str, ...]]:
    """Replay a match by rules that were edited; return it as it goes on, and the lines that tell what came of it."""
    with redirect_stdout(StringIO()) as said, suppress(EditedRulesError):  # the screen would hide it
        table = replay_edited(table, seats, load_edited(table, files))
    return table, _lines(said)


def _play_on_screen(
    table: MatchSetup, settings: PlaySettings, edits: EditWatcher | None = None, notes: tuple[str, ...] = ()
) -> int:
    """Play a match on the full screen, and others after it as long as the person wants; return the exit status.

    With `edits` the match goes on by the rules as they are saved meanwhile; `notes` are shown at first.
    """
    from cli.screen.settings import ScreenSettings
    from cli.screen.start import show_match

    take_edited = None if edits is None else edits.take_saved
    shown = ScreenSettings(settings.explain, settings.hint, settings.seed is None, settings.pace, take_edited)
    while True:
        result = show_match(table, replace(shown, notes=notes))
        echo_lines(result.lines)
        if result.signal is not None:
            raise Interrupted(result.signal)
        if result.edited:
            table, notes = replay_for_screen(table, settings.seats, result.edited)
            continue
        notes = ()
        if not result.again and result.back_to is None:
            return result.status
        unlock_save(table.autosave.path)
        ended = table.match
        match = ended.game.start(secrets.randbits(SEED_BITS)) if result.again else ended.at(result.back_to or 0)
        table = set_up_match(match, (), table.players, table.lang_option, None)
        table.autosave.save()


def _introduce(table: MatchSetup, seed: int | None) -> None:
    """Save the match, and print the game, the players and the path of the save."""
    match, names, words = table.match, table.language.names, table.language.messages
    report_missing_messages(table.language)
    title = names.localize(match.game.rulebook.title)
    start = "start" if seed is None else "start_seed"
    echo(words.format(start, title=title, seed=seed))
    if overlays := match.game.rulebook.overlays:
        echo(words.format("start_variants", variants=", ".join(names.localize(variant.title) for variant in overlays)))
    if (number := match.game_number) > 1:
        echo(words.format("start_game_number", number=number))
    seats = ", ".join(
        tie(f"{names.title_of(seat)}: {_player_title(player, words)}") for seat, player in table.players.items()
    )
    for line in current_screen().wrap(words.format("start_seats", seats=seats)):
        echo(line)
    table.save("start_saved")
    if match.decisions:
        echo(words.format("going_on", count=match.decisions))


def _player_title(player: str, words: TerminalMessages) -> str:
    """Return the display name of a player: translated for built-in ones, as it is for others."""
    word, colon, rest = player.partition(":")
    return (
        words.format(f"player_{word}") + printable(colon + rest)
        if word in (HUMAN, *PLAYER_NAMES)
        else printable(player)
    )


def start_new(name: str | None, settings: PlaySettings, program: str) -> MatchStart:
    """Start a new match; `program` is the command that begins it.

    Raises:
        RulebookError: There is no such game, or its rules have mistakes.
        SaveError: It can't begin after the saved match that the settings name.
    """
    seed = secrets.randbits(SEED_BITS) if settings.seed is None else settings.seed
    if settings.after is not None:
        from cli.play.next_game import load_next_game

        following = load_next_game(name, settings.after, settings.variants, settings.players, program)
        return MatchStart(following.game.start(seed), following.players)
    if name is None:
        message = "say which GAME (see `cahier list`), or --resume, or --load FILE"
        raise RulebookError(Problem(Location(program), "no-game", message))
    return MatchStart(load_ready_game(name, settings.variants, settings.players).start(seed))


def load_resumed(name: str | None, settings: PlaySettings) -> MatchStart:
    """Return the match to continue; its save is locked for this process if it lies in the folder of saves."""
    _refuse_mixed_options(settings)
    named = None if name is None or settings.load is not None else find_save(name)
    folder = None
    if settings.load is not None:
        path = Path(settings.load)
    elif named is not None:
        path, name = named, None
    elif name is not None and os.path.isfile(name):
        read_save(name)
        command = shlex.join(format_resume_words(Path(name), None))
        message = f"--resume takes the name of a saved match; to continue this file: `{command}`"
        raise SaveError(Problem(Location(name), "load-it", message))
    else:
        folder = None if name is None else _folder_named(name)
        path = newest_save(folder)
    if is_in_saves_folder(path) and not lock_save(path):
        raise SaveError(Problem(Location(str(path)), "in-use", "this match is being played by another process"))
    try:
        return _load_saved(path, name, settings)
    except SaveError as error:
        if settings.load is not None or (other := next_newest_save(path, folder)) is None:
            raise
        (problem,) = error.problems
        way_out = f"`cahier play --resume {other.stem}` continues another match, `cahier play --list` lists all"
        raise SaveError(replace(problem, message=f"{problem.message}; {way_out}")) from None


def _folder_named(name: str) -> str:
    """Return the folder of a game whose newest match is wanted. Raises RulebookError if there is no such game."""
    try:
        return find_folder(name)
    except RulebookError as error:
        (problem,) = error.problems
        message = f"{problem.message}; `cahier play --list` lists the saved matches"
        raise RulebookError(replace(problem, message=message)) from None


def _refuse_mixed_options(settings: PlaySettings) -> None:
    """Raise SaveError for options that can't be combined with a saved match."""
    if settings.load is not None and settings.resume:
        raise SaveError(Problem(Location("play"), "two-saves", "--load and --resume can't be combined"))
    given = {
        "--variant": settings.resume and settings.variants,
        "--players": settings.players,
        "--seed": settings.seed,
        "--after": settings.after,
    }
    for option, value in given.items():
        if value not in (None, False, ()):
            message = "a saved game has its own variants, players and seed"
            if option == "--after":
                message = "a saved game goes on; --after begins the next one of a campaign"
            raise SaveError(Problem(Location(f"play {option}"), "saved-otherwise", message))


def _load_saved(path: Path, name: str | None, settings: PlaySettings) -> MatchStart:
    """Load the match in a file.

    With `--watch` its rules may have changed; then it is replayed by them as far as possible.
    """
    from interpreter import load_match
    from interpreter.matches import replay_saved

    saved = read_save(path)
    game = load_game_of_save(saved, path, name, settings.variants, lambda rules: format_resume_words(path, rules))
    notes = read_notes(saved)
    players, lang = notes.players, notes.lang
    if settings.watch and saved.rules != game.rulebook.digest:
        again = replay_saved(saved, game)
        still_there = {seat: player for seat, player in players.items() if seat in game.seats}
        count = len(saved.choices)
        begun = MatchStart(again.match, still_there, lang, path, again, count, notes.links, notes.acts)
    else:
        begun = MatchStart(load_match(path, game), players, lang, path, links=notes.links, acts=notes.acts)
        if saved.rules != game.rulebook.digest:
            note = f"the rules have changed since this game was played, by {saved.language}; it continues by the new"
            echo_err(f"note: {note}")
    asked = {text.partition("=")[0] for text in settings.seats}
    for seat, player in begun.players.items():
        if seat not in game.seats:
            raise SaveError(Problem(Location(str(path)), "not-a-save", f"it names an unknown seat: {seat}"))
        if seat not in asked and not is_player(game, seat, player):
            message = f"seat {seat} was played by `{player}`, which isn't here; --seat {seat}=PLAYER names another"
            raise SaveError(Problem(Location(str(path)), "unknown-player", message))
    return begun


def language_of(begun: MatchStart) -> str:
    """Return the language in which a match was shown before. Raises SaveError if it can't be read any more."""
    lang, path = begun.lang, begun.path
    if lang is None or path is None:
        return DEFAULT_LANGUAGE
    if is_path(lang) and not is_in_saves_folder(path):
        echo_err(printable(f"note: the names in `{lang}` are not opened automatically; `--lang {lang}` opens them"))
        return DEFAULT_LANGUAGE
    try:
        load_display_language(begun.match.game.rulebook, lang, lambda warning: None)
    except RulebookError as error:
        message = f"this game was shown in `{lang}`, which can't be read now ({error.message}); --lang L names another"
        raise SaveError(Problem(Location(str(path)), "unknown-language", message)) from None
    return lang
