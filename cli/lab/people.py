"""`cahier measure RECORDS`: how people played recorded matches."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cli.game_loading import load_data, names_in
from cli.guard import EXIT_OK
from cli.lab.answer_output import open_outputs
from interpreter.rulebook import installed_games, is_path
from interpreter.support import Location, PlayError, Problem, RulebookError, SaveError

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import DecisionTimes, PeopleDocument
    from interpreter.matches import Game
    from interpreter.playtest import Record


def find_records(subjects: tuple[str, ...]) -> list[str]:
    """Return the files of records that the words of a command name, those in folders included.

    It is empty if the only word is a game. Raises PlayError if there are several words, and one is neither file nor
    folder of records.
    """
    from interpreter.playtest import FILE_SUFFIX

    found: list[str] = []
    for subject in subjects:
        if os.path.isfile(subject):
            found.append(subject)
            continue
        inside = _list_folder(subject) if os.path.isdir(subject) else []
        records = [os.path.join(subject, name) for name in inside if name.endswith(FILE_SUFFIX)]
        if len(subjects) == 1 and ("game.yaml" in inside or not records):
            return []
        if not records:
            message = "there is neither a file of records nor a folder with such files here"
            raise PlayError(Problem(Location(subject), "no-records", message))
        found += records
    return found


def _list_folder(folder: str) -> list[str]:
    with contextlib.suppress(OSError):
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    return []


def measure_people(paths: list[str], variants: tuple[str, ...], run: RunOptions, **played: object) -> int:
    """Report how people played recorded matches, write the requested files, and return the exit status.

    `played`: values of the options for games that are played anew.

    Raises:
        SaveError: A file can't be read, or its matches can't be measured together.
        PlayError: An option is for games that are played anew.
    """
    from cli.text.lab.people_text import format_people
    from interpreter.lab import people_document
    from interpreter.playtest import read_records

    _refuse_options(variant=variants, seat=run.seats, players=run.players, store=run.store, dask=run.dask, **played)
    records = [record for path in paths for record in read_records(path)]
    if not records:
        raise SaveError(Problem(Location(paths[0]), "bad-record", "there is no recorded game in it"))
    document = people_document(records)
    title_of = _titles(records[0])
    with open_outputs(run) as answer:
        summary = format_people(document, title_of)
        return answer.write_all(document, summary, partial(_people_report, document, title_of)) or EXIT_OK


def read_times(path: str | None, game: Game) -> DecisionTimes:
    """Return the times of decisions in recorded matches of a game; without a path, the assumed ones.

    Raises:
        SaveError: A file can't be read, or its matches are of another game, or none was timed.
        PlayError: There are no records.
    """
    from interpreter.lab import DecisionTimes, people_document
    from interpreter.playtest import read_records

    if path is None:
        return DecisionTimes()
    records = [record for each in find_records((path,)) for record in read_records(each)]
    if not records:
        raise PlayError(Problem(Location(path), "no-records", "there are no recorded matches here"))
    document = people_document(records)
    if document.game != game.rulebook.id:
        message = f"its matches are of {document.game}, not of {game.rulebook.id}"
        raise SaveError(Problem(Location(path), "other-game", message))
    if document.total.seconds is None:
        raise SaveError(Problem(Location(path), "no-times", "no time was recorded in its matches"))
    by_topic = {each.topic: each.figures.seconds.mean.estimate for each in document.topics if each.figures.seconds}
    return DecisionTimes(document.total.seconds.mean.estimate, by_topic, document.matches)


def _refuse_options(**given: object) -> None:
    for option, value in given.items():
        if value not in (None, ()):
            message = "this is for games that are played anew, not for records"
            raise PlayError(Problem(Location(f"--{option}"), "not-for-records", message))


def _titles(record: Record) -> Callable[[str], str]:
    """Return the function that gives the title of an id: of the installed game if it has these variants."""
    if record.game in installed_games() and not any(map(is_path, record.variants)):
        with contextlib.suppress(RulebookError):
            names = names_in(load_data(record.game, record.variants, record.players), "en")
            return lambda key: names.title_or(key, key.replace("_", " "))
    return lambda key: key.replace("_", " ")


def _people_report(document: PeopleDocument, title_of: Callable[[str], str]) -> FiguresAndPage:
    from interpreter.report import make_people_figures, render_people_page

    return make_people_figures(document, title_of), partial(render_people_page, document, title_of)
