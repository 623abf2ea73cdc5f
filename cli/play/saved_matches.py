"""Saved matches of `cahier play`: automatic saves, locks, look-up of those that can go on, and their games.

Rules and variants that a save names by path are opened only if `play` itself wrote the save, or the user names them.
Of several processes only one goes on with a match: a lock is a file beside the save, locked as long as its process
lives. Where files can't be locked, no save counts as being played; `Autosave` then still notices that another process
has written one.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.game_loading import format_variant_options, refuse_paths
from cli.guard import EXIT_OK
from cli.text.output import echo, echo_err
from cli.text.screen import format_table
from interpreter.presentation import format_count
from interpreter.support import LANGUAGE_VERSION, AtomicFile, Location, Problem, SaveError, block_signals, printable

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.matches import Game, HumanPlay, Match


def load_game_of_save(
    saved: SaveData, path: Path, name: str | None, variants: Sequence[str], command: Callable[[str | None], list[str]]
) -> Game:
    """Load the game of a save, with the rules and variants that the user names, else with those of the save.

    `command` returns the words of the command that opens the save with some rules.

    Raises:
        SaveError: The user has to name the rules or variants, or has named another game.
        RulebookError: The rules have mistakes.
    """
    game = _load_game(saved, path, name, variants, command)
    if game.id != saved.game:
        message = f"this is a game of {saved.game}, not of {game.id}"
        raise SaveError(Problem(Location(str(path)), "other-game", message))
    return game


def _load_game(
    saved: SaveData, path: Path, name: str | None, variants: Sequence[str], command: Callable[[str | None], list[str]]
) -> Game:
    from interpreter.rulebook import INSTALLED, find_named_game

    where = Location(str(path))
    wanted = tuple(variants) or saved.variants
    is_named = find_named_game(saved.game) is not None
    if is_in_saves_folder(path):
        is_there = is_named if saved.folder is None else os.path.isdir(saved.folder)
        if name is not None or is_there:
            return load_ready_game(name or saved.folder or saved.game, wanted, saved.players)
        if not is_named:
            raise _no_longer_there(saved, where, shlex.join(command("FOLDER")))

    def refuse(folder: str | None, rules: str | None) -> None:
        named = () if variants else saved.variants
        refuse_paths(where, folder, named, [*command(rules), *format_variant_options(wanted)])

    if name is None and not is_named:
        refuse(saved.folder, saved.folder or "FOLDER")
        if saved.folder is None:
            message = f"`{saved.game}` is not among the games here; name the folder of its rules"
            suggestion = shlex.join(command("FOLDER"))
            raise SaveError(Problem(where, "no-such-game", message, suggestion))
    refuse(None, name)
    game = load_ready_game(name or saved.game, wanted, saved.players)
    others = game.rulebook.digest != saved.rules and saved.language == LANGUAGE_VERSION
    if others and name is None and saved.folder not in (None, str(INSTALLED / "rules" / saved.game)):
        refuse(saved.folder, saved.folder)
    return game


def _no_longer_there(saved: SaveData, where: Location, command: str) -> SaveError:
    """Return the error of a save in the private folder whose rules are gone."""
    if saved.folder is None:
        message = f"`{saved.game}` is no longer among the games here; name the folder of its rules: `{command}`"
    else:
        message = f"its rules are no longer in `{saved.folder}`; name their folder: `{command}`"
    return SaveError(Problem(where, "no-such-game", message))


if sys.platform != "win32":
    import fcntl

ENDING = ".lock"

_held: dict[str, int] = {}
"""The open lock files of this process, by the save's real path."""


def lock_save(save: Path) -> bool:
    """Lock a save for this process; return False if another process plays it."""
    real = os.path.realpath(save)
    while real not in _held:
        try:
            handle = os.open(_lock_file(real), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError:  # nobody can play where nothing can be written
            return True
        if not _lock(handle):
            os.close(handle)
            return False
        if _is_there(handle, real):
            _held[real] = handle
        else:  # its owner has deleted it meanwhile
            os.close(handle)
    return True


def unlock_save(save: Path) -> None:
    """Unlock a save, so that another process may play it."""
    real = os.path.realpath(save)
    handle = _held.pop(real, None)
    if handle is not None:
        with contextlib.suppress(OSError):
            os.unlink(_lock_file(real))
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_UN)  # a process forked from this one may have it open as well
        os.close(handle)


def unlock_all_saves() -> None:
    """Unlock all saves of this process."""
    for real in tuple(_held):
        unlock_save(Path(real))


def is_in_use(save: Path) -> bool:
    """Return True if a process plays this save; nothing is changed."""
    try:
        handle = os.open(_lock_file(os.path.realpath(save)), os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def _lock_file(real: str) -> str:
    folder, name = os.path.split(real)
    return os.path.join(folder, f".{name}{ENDING}")


def _lock(handle: int) -> bool:
    """Lock an open file without waiting; return False if another process holds the lock."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _is_there(handle: int, real: str) -> bool:
    """Return True if an open lock file is still the one beside the save."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(_lock_file(real), follow_symlinks=False))
    except OSError:
        return False


SAVE_SUFFIX = ".json"
RECORDS_FOLDER = "records"
"""Folder beside the saves for records of the matches that people played."""
ACTS_NOTE = "--acts"
"""Key of a save's note about what people did, as JSON."""
FINISHED_SUFFIX = ".over.json"


def saves_folder() -> Path:
    """Return the folder of saved games, which may not exist."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base, "cahier")


def is_in_saves_folder(path: Path) -> bool:
    """Return True if a save lies in the folder of saved games and nobody else can write there."""
    home = saves_folder()
    return os.path.realpath(path.parent) == os.path.realpath(home) and _is_private_folder(home)


class Autosave:
    """Automatic save of one match, with `notes`.

    `failure`: the reason why the match is not saved, or None.
    """

    def __init__(
        self, match: Match, notes: Mapping[str, str], path: Path | None, human_play: HumanPlay | None = None
    ) -> None:
        """Continue the save at `path` if it lies in the folder of saves, otherwise begin a new one.

        `human_play`: what people do in the match, which is saved with it.
        """
        self._match = match
        self._notes = notes
        self._human_play = human_play
        self.failure: str | None = None
        self.path = path if path is not None and is_in_saves_folder(path) else self._new_path()
        self._last_stamp = _file_stamp(self.path)

    @property
    def notes(self) -> dict[str, str]:
        """The notes in the save."""
        acts = [] if self._human_play is None else [act.to_json() for act in self._human_play.acts]
        return {**self._notes, **({ACTS_NOTE: json.dumps(acts, separators=(",", ":"))} if acts else {})}

    def add_notes(self, notes: Mapping[str, str]) -> None:
        """Add notes to the save, from the next time that it is written."""
        self._notes = {**self._notes, **notes}

    def _new_path(self) -> Path:
        """Return an unused path; a process may begin several matches in one second."""
        start = f"{self._match.game.id}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        names = (f"{start}{f'-{number}' if number else ''}" for number in count())
        return next(
            path
            for name in names
            if not os.path.lexists(path := saves_folder() / f"{name}{SAVE_SUFFIX}")
            and not os.path.lexists(saves_folder() / f"{name}{FINISHED_SUFFIX}")
        )

    def save(self) -> None:
        """Write the match as it is now; if that fails, set `failure` and let the match go on."""
        try:
            with block_signals():
                _make_private_folder(self.path.parent)
                if _file_stamp(self.path) != self._last_stamp or not lock_save(self.path):
                    self.path = self._new_path()  # another process plays the same match: each gets its own file
                    lock_save(self.path)
                self._match.save(self.path, self.notes, is_private=True)
                self._last_stamp = _file_stamp(self.path)
        except SaveError as error:
            self.failure = f"{error.file}: {error.message}"
        except OSError as error:
            self.failure = f"{self.path.parent}: {error.strerror}"
        else:
            self.failure = None

    def finish(self) -> None:
        """Mark the match as over: rename its file, so that it is not resumed."""
        if self.failure is None and not self.path.name.endswith(FINISHED_SUFFIX):
            finished = self.path.with_name(self.path.name.removesuffix(SAVE_SUFFIX) + FINISHED_SUFFIX)
            with contextlib.suppress(OSError):
                os.replace(self.path, finished)
                unlock_save(self.path)
                self.path = finished

    def write_record(self, players: Mapping[str, str]) -> Path | None:
        """Write how people played the match, which is over, to a file named like its save.

        `players` is the player of each seat. Returns the path, or None if nobody played or it can't be written.
        """
        from interpreter.playtest import FILE_SUFFIX, format_match

        if self._human_play is None or not self._human_play.acts or self.failure is not None:
            return None
        folder = saves_folder() / RECORDS_FOLDER
        path = folder / f"{self.path.name.partition('.')[0]}{FILE_SUFFIX}"
        try:
            _make_private_folder(folder)
            with block_signals(), AtomicFile(path, mode=0o600) as file:
                file.write(format_match(self._match, players, self._human_play.acts))
        except (SaveError, OSError):
            return None
        return path


def save_to(match: Match, path: str, notes: Mapping[str, str]) -> Path:
    """Save a match to a file that the user named.

    Raises SaveError if the file can't be written, or would overwrite something that is not a saved match.
    """
    from interpreter.engine import read_save

    target = Path(os.path.expanduser(path))
    if os.path.lexists(target):
        try:
            read_save(target)
        except SaveError:
            message = "another file already has this name; it is left as it is"
            raise SaveError(Problem(Location(path), "in-the-way", message)) from None
    try:
        with block_signals():
            match.save(target, notes, is_private=is_in_saves_folder(target))
    except ValueError as error:  # a name that no file can have
        raise SaveError(Problem(Location(path), "cannot-write", str(error))) from None
    return target


def _make_private_folder(folder: Path) -> None:
    """Create the folder if needed; raise SaveError if others could write to it."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if not _is_private_folder(folder):
        raise SaveError(
            Problem(Location(str(folder)), "not-own", "other users can write to this folder; no match is saved in it")
        )


def _is_private_folder(folder: Path) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = os.stat(folder)
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _file_stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def list_matches(folder: str | None) -> int:
    """Print the matches that can go on, the newest first; return the exit status.

    `folder`: only matches of the rules in it.
    """
    found = _unfinished(folder)
    if found:
        echo(format_table([_match_row(path) for path in found], indent=""))
        echo("\n`cahier play --resume NAME` continues one of them.")
    else:
        echo("There is no match to continue.")
    return EXIT_OK


def find_save(name: str) -> Path | None:
    """Return the save with a name from `play --list`, or None."""
    stem = name.removesuffix(SAVE_SUFFIX)
    path = saves_folder() / f"{stem}{SAVE_SUFFIX}"
    plain = os.path.basename(stem) == stem and not stem.startswith(".") and "\0" not in stem
    return path if plain and path.is_file() else None


def find_finished_save(name: str) -> Path | None:
    """Return the save with a name, of a match that is over if there is one, or None."""
    return find_save(f"{name.removesuffix(FINISHED_SUFFIX)}{FINISHED_SUFFIX}") or find_save(name)


def newest_save(folder: str | None) -> Path:
    """Return the newest save of a match that can go on and is not being played; lock it for this process.

    `folder`: only matches of the rules in it. Newer ones that are being played are reported. Raises SaveError if there
    is none.
    """
    found = _unfinished(folder)
    for path in found:
        if lock_save(path):
            return path
        echo_err(f"note: `{printable(path.stem)}` is being played by another process; looking for an earlier match")
    where = Location(str(saves_folder()))
    if found:
        raise SaveError(Problem(where, "in-use", "another process is playing every match that could be continued"))
    raise SaveError(Problem(where, "nothing-to-resume", "there is no match to continue"))


def next_newest_save(path: Path, folder: str | None) -> Path | None:
    """Return the newest other save that seems able to go on, judged without loading it."""
    others = (other for other in _unfinished(folder) if not os.path.samefile(other, path))
    return next((other for other in others if not is_in_use(other)), None)


def _unfinished(folder: str | None) -> list[Path]:
    """List the saves of matches that are not over, the newest first."""
    home, found = saves_folder(), []
    with contextlib.suppress(OSError):
        for entry in os.scandir(home):
            unfinished = entry.name.endswith(SAVE_SUFFIX) and not entry.name.endswith(FINISHED_SUFFIX)
            if unfinished and not entry.name.startswith("."):
                with contextlib.suppress(OSError):  # another process has renamed it meanwhile
                    if entry.is_file():
                        found.append((entry.stat().st_mtime_ns, entry.name))
    paths = [home / name for _, name in sorted(found, reverse=True)]
    return [path for path in paths if folder is None or _is_for_rules(path, folder)]


def _is_for_rules(path: Path, folder: str) -> bool:
    """Return True if a match was saved with the rules in a folder.

    Unreadable files count as well: loading them reports the error.
    """
    from interpreter.rulebook import find_named_game

    try:
        data = json.loads(path.read_text("utf-8"))
        home = str(data["folder"]) if "folder" in data else find_named_game(str(data["game"]))
        return home is None or os.path.realpath(home) == os.path.realpath(folder)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return True


def _match_row(path: Path) -> tuple[str, ...]:
    """Return the row of a match in a list: name, time of the last move, number of choices or another state."""
    from interpreter.engine import read_save

    try:
        choices = format_count(len(read_save(path).choices), "choice")
        state = "being played" if is_in_use(path) else choices
        played = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (SaveError, OSError):
        state, played = "damaged", ""
    return printable(path.stem), played, state
