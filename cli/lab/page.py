"""`cahier page`: a recorded game or a saved match as one HTML file, and the way back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.author.game_files import refuse_existing
from cli.check.replay import describe_missed, load_game_of_record, read_saved_match
from cli.game_loading import load_display_language
from cli.guard import EXIT_OK
from cli.play.saved_matches import load_game_of_save
from cli.text.output import echo, echo_err
from interpreter.presentation import format_count
from interpreter.support import (
    LANGUAGE_VERSION,
    AtomicFile,
    Location,
    PlayError,
    Problem,
    SaveError,
    closest_match,
    printable,
)

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.matches import Game
    from interpreter.playtest import Record, Replay
    from interpreter.web import ReplayPage, ReplaySource

MAX_PAGE_BYTES = 256 << 20
"""Largest page that is read."""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """Options of `cahier page`.

    Attributes:
        seats: Seats whose views are on the page, or SPECTATORS; empty: all of them, and the file itself.
        index: Number of the recorded game in its run; None: the first.
        rules: Name or folder of the game, if not those of the file.
        variants: Variants, if not those of the file.
        lang: Language of the page, as in `load_display_language`.
        force: True if an existing file is overwritten.
    """

    seats: tuple[str, ...]
    index: int | None
    rules: str | None
    variants: tuple[str, ...]
    lang: str
    force: bool


def refuse_options(other: str, **options: object) -> None:
    """Raise PlayError if an option is given that is only for another kind of page."""
    for name, value in options.items():
        if value is not None:
            raise PlayError(Problem(Location(f"--{name}"), "other-option", f"this option is for a page of {other}"))


def write_page(path: str, output: str, settings: PageSettings) -> int:
    """Write the page of a recorded game or a saved match; return the exit status.

    Raises:
        SaveError: The file is neither a record nor a save, its match can't be replayed as it was, or the page can't be
            written.
        RulebookError: The game can't be loaded.
    """
    refuse_existing([output], settings.force)
    _refuse_missing(path)
    saved = read_saved_match(path)
    if saved is not None:
        if settings.index is not None:
            message = "this is a saved match; --game is for records, which `playtest --record` writes"
            raise SaveError(Problem(Location(path), "for-records", message))
        page, source, decisions = _replay_save(saved, path, settings)
        notice = ""
    else:
        page, source, decisions, notice = _replay_record(path, settings)
    held = None if settings.seats else source
    if held is not None and page.is_going_on:
        echo_err("note: the match is not over, and everybody who opens this page sees all hidden cards")
    with AtomicFile(output) as file:
        file.write(page.html(held, notice))
    said = "what every seat saw, and the file itself with all that was hidden; --seat SEAT leaves that out"
    if settings.seats:
        said = f"only what {' and '.join(settings.seats)} saw"
    echo(printable(f"{output}: {format_count(decisions, 'decision')}; it holds {said}"))
    return EXIT_OK


def extract_source(path: str, output: str, force: bool) -> int:
    """Write the record or the save that a page was made from to a file; return the exit status.

    Raises:
        SaveError: The page holds none, or the file can't be written.
    """
    from interpreter.web import read_source

    refuse_existing([output], force)
    source = read_source(_read_text(path, MAX_PAGE_BYTES), Location(path))
    with AtomicFile(output, mode=OWNER_ONLY) as file:
        file.write(source.text)
    echo(printable(f"{output}: the {source.kind} of {path}"))
    return EXIT_OK


OWNER_ONLY = 0o600
"""Permissions of a file with secrets."""


def _refuse_missing(path: str) -> None:
    """Raise SaveError if a path isn't that of a file."""
    if not os.path.isfile(path):
        raise SaveError(Problem(Location(path), "no-file", "there is no such file"))


def _replay_record(path: str, settings: PageSettings) -> tuple[ReplayPage, ReplaySource, int, str]:
    """Return the page of a recorded game, its line, its number of decisions, and the mistake that stopped it."""
    from interpreter.playtest import Replay, find_record
    from interpreter.web import ReplaySource

    record = find_record(path, settings.index)
    command = ["cahier", "page", path, *([] if settings.index is None else ["--game", str(settings.index)])]
    with load_game_of_record(record, command, settings.rules, settings.variants) as (game, _):
        page = _begin_page(game, settings)
        page.check_length(len(record.choices), record.where)
        replay = Replay(game, record)
        for match in replay.steps():
            page.add_position(match)
        notice = _check_replay(record, replay)
        return page, ReplaySource("record", _read_line(path, record)), len(record.choices), notice


def _check_replay(record: Record, replay: Replay) -> str:
    """Return the mistake that stopped the game, or an empty text. Raises SaveError if it goes another way now."""
    if record.failed is not None and replay.missing_choice is None:
        return f"The game was stopped by a mistake in the rules: {record.failed}"
    if replay.difference is not None:
        raise SaveError(Problem(record.where, "other-replay", f"the replay differs: {replay.difference.text}"))
    return ""


def _replay_save(saved: SaveData, path: str, settings: PageSettings) -> tuple[ReplayPage, ReplaySource, int]:
    """Return the page of a saved match, its file, and its number of decisions."""
    from interpreter.engine import position_digest, read_public_text
    from interpreter.matches import replay_saved
    from interpreter.web import ReplaySource

    def command(folder: str | None) -> list[str]:
        return ["cahier", "page", path, *([] if folder is None else ["--rules", folder])]

    where = Location(path)
    game = load_game_of_save(saved, Path(path), settings.rules, settings.variants, command)
    page = _begin_page(game, settings)
    page.check_length(len(saved.choices), where)
    again = replay_saved(saved, game)
    if again.failure is not None:
        message = f"the replay differs: {describe_missed(again.failure, again.match)}"
        raise SaveError(Problem(where, "other-replay", message))
    if saved.language == LANGUAGE_VERSION and position_digest(again.match.snapshot()) != saved.position:
        message = "the replay differs: its choices lead to a different position from the saved one"
        raise SaveError(Problem(where, "other-replay", message))
    for decisions in range(len(saved.choices) + 1):
        page.add_position(again.match.at(decisions))
    return page, ReplaySource("save", read_public_text(path)), len(saved.choices)


def _begin_page(game: Game, settings: PageSettings) -> ReplayPage:
    """Return a page for the viewers that are asked for. Raises PlayError if there is no such seat."""
    from interpreter.web import SPECTATORS, ReplayPage

    known = [*game.seats, SPECTATORS]
    for seat in settings.seats:
        if seat not in known:
            meant = closest_match(seat, known)
            message = f"there is no seat `{seat}`; --seat takes {', '.join(known)}"
            raise PlayError(Problem(Location("--seat"), "unknown-seat", message, f"`{meant}`" if meant else None))
    viewers: Sequence[str] = [*dict.fromkeys(settings.seats)] or known
    speech = load_display_language(game.rulebook, settings.lang).speech
    return ReplayPage(game, [None if seat == SPECTATORS else seat for seat in viewers], speech)


def _read_line(path: str, record: Record) -> str:
    """Return the line of a record as it is in its file."""
    with _reading(path), open(path, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if number == record.where.line:
                return line.decode("utf-8")
    raise SaveError(Problem(record.where, "bad-record", "the file was changed while it was read"))


def _read_text(path: str, most: int) -> str:
    """Return the text of a file, byte for byte."""
    _refuse_missing(path)
    with _reading(path):
        if os.path.getsize(path) > most:
            raise SaveError(Problem(Location(path), "too-large", "the file is too large"))
        return Path(path).read_bytes().decode("utf-8")


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turn the errors of reading a file into SaveError."""
    try:
        yield
    except OSError as error:
        why = f"can't be read: {error.strerror or error}"
        raise SaveError(Problem(Location(path), "cannot-read", why)) from None
    except ValueError:
        raise SaveError(Problem(Location(path), "not-a-page", "this is not a text in UTF-8")) from None
