"""Player aids for print: priority tables of bots, notes on special words, aims and endings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import CardNote, collect_notes
from interpreter.presentation.speech import MessageCatalog
from interpreter.presentation.spoken_cards import spoken_lines
from interpreter.printing.appearance import source_marks
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Bot, BotRow, BotTable, Rulebook, Sentence
from interpreter.support.errors import Location, Problem

OPEN_VALUE = "…"
"""Sign for a value of a match."""
_HOLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class AidRow:
    """A row in the words of the rules: condition, choice and source mark."""

    text: str
    taken: str
    mark: str


@dataclass(frozen=True, slots=True)
class AidTable:
    """A priority table with a reading instruction and the decisions that it answers."""

    title: str
    how: str
    answers: str
    rows: tuple[AidRow, ...]


@dataclass(frozen=True, slots=True)
class Aid:
    """The priority tables of one bot."""

    title: str
    condition: str
    tables: tuple[AidTable, ...]


@dataclass(frozen=True, slots=True)
class NoteBox:
    """The notes on the special words of the cards."""

    title: str
    notes: tuple[CardNote, ...]


def note_box(book: Rulebook, names: Names, speech: MessageCatalog) -> NoteBox | None:
    """Return the notes on special words; None if the cards have none."""
    notes = collect_notes(book.cards, book.glossary, names)
    return NoteBox(speech.say("printed_notes"), notes) if notes else None


def ending_box(book: Rulebook, names: Names, speech: MessageCatalog) -> NoteBox | None:
    """Return the aims of all or of each seat or side, and the ways in which the game ends; None if there are none.

    Values that a sentence takes from a match are left open.
    """
    texts = book.player_texts
    sides = [each.id for each in (*book.seats, *book.sides)]
    aims = [(name, texts.goals[name]) for name in ("", *sides) if name in texts.goals]
    found = [CardNote(names.title_of(name) if name else "", _open(goal, names)) for name, goal in aims]
    found += [CardNote("", _open(ending, names)) for ending in texts.endings.values()]
    return NoteBox(speech.say("printed_endings"), tuple(found)) if found else None


def _open(sentence: Sentence, names: Names) -> str:
    return " ".join(_HOLE.sub(OPEN_VALUE, names.localize(sentence)).split())


@dataclass(frozen=True, slots=True)
class AidSheets:
    """Player aids: the tables of all bots, notes on special words, aims and endings."""

    bots: tuple[Aid, ...]
    notes: NoteBox | None
    endings: NoteBox | None

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text that doesn't fit on its page."""
        return Problem(Location("aids"), "too-long", f"the text of `{overflow.id}` is {overflow}; shorten it")


def aid_sheets(job: PrintJob) -> AidSheets | None:
    """Return the aids of the game with its variants; None if there are none."""
    bots = tuple(_aid(bot, job.names, job.speech) for bot in job.book.bots)
    notes = note_box(job.book, job.names, job.speech)
    endings = ending_box(job.book, job.names, job.speech)
    return AidSheets(bots, notes, endings) if bots or notes or endings else None


def _aid(bot: Bot, names: Names, speech: MessageCatalog) -> Aid:
    seat = speech.say("printed_any_seat") if bot.seat is None else names.title_of(bot.seat)
    condition = "" if bot.when is None else f"if {_flat(bot.when, names)}"
    title = speech.say("printed_aid", title=names.localize(bot.title), seat=seat)
    return Aid(title, condition, tuple(_table(table, names, speech) for table in bot.tables))


def _table(table: BotTable, names: Names, speech: MessageCatalog) -> AidTable:
    answers = ", ".join(names.label(answer, answer.replace("_", " ")) for answer in table.answers)
    how = speech.say(f"printed_{table.kind}")
    return AidTable(names.localize(table.title), how, answers, tuple(_row(row, names, speech) for row in table.rows))


def _row(row: BotRow, names: Names, speech: MessageCatalog) -> AidRow:
    text = "" if row.text is None else _flat(row.text, names)
    taken = "" if row.choose is None else names.label(row.choose, row.choose.replace("_", " "))
    said = {"that": text, "only": f"only {text}, or leave it", "highest": f"highest {text}", "lowest": f"lowest {text}"}
    whenever = f"if {text}:" if text else "otherwise:"
    return AidRow(said.get(row.kind, whenever), taken, ", ".join(source_marks(row.source, names, speech)))


def _flat(text: str, names: Names) -> str:
    """Return a condition or value on one line, with titles in place of ids."""
    spoken = " ".join(spoken_lines(" ".join(text.split()), names))
    return text.lstrip()[:1] + spoken[1:].removesuffix(".")
