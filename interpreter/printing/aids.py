"""Player aids for print: priority tables of bots, notes on special words, aims and endings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from interpreter.language.bot_programs import ResolvedBot, ResolvedRow, ResolvedTable
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import CardNote, collect_notes
from interpreter.presentation.saying.printed_texts import Definition
from interpreter.presentation.speech import DEFAULT_LANGUAGE, ENGLISH, MessageCatalog
from interpreter.printing.appearance import source_marks
from interpreter.printing.examples import ExampleBox
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.player_words import Sentence
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location, Problem

_HOLE = re.compile(r"\{[^{}]*\}")
_VALUE = "\0"
"""Sign for a value of a match."""
MOST_IN_SENTENCE = 2
"""Number of conditions of a value that are said in one sentence; more are a list."""
_BRACKETED_VALUE = re.compile(r" *\([^()\0]*\0[^()]*\)")


@dataclass(frozen=True, slots=True)
class AidRow:
    """A row in the words of the rules: condition, choice and source mark. The only row of a table has no condition."""

    text: str
    taken: str
    mark: str


@dataclass(frozen=True, slots=True)
class AidTable:
    """A priority table of a kind, with the decisions that it answers."""

    title: str
    kind: str
    answers: str
    rows: tuple[AidRow, ...]


@dataclass(frozen=True, slots=True)
class NoteBox:
    """Notes on words, with a heading."""

    title: str
    notes: tuple[CardNote, ...]


@dataclass(frozen=True, slots=True)
class ReadingRule:
    """The reading instruction of a kind of table."""

    kind: str
    how: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a value or condition: a sentence, or many cases with their conditions."""

    word: str
    about: str
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MeaningBox:
    """Meanings of values and conditions, with a heading."""

    title: str
    notes: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class Aid:
    """The priority tables of one bot, and the computed values and conditions in them with their meanings."""

    title: str
    condition: str
    reading: tuple[ReadingRule, ...]
    tables: tuple[AidTable, ...]
    definitions: MeaningBox | None


def note_box(book: Rulebook, names: Names, speech: MessageCatalog) -> NoteBox | None:
    """Return the notes on special words; None if the cards have none."""
    notes = collect_notes(book.cards, book.glossary, names)
    return NoteBox(speech.say("printed_notes"), notes) if notes else None


def ending_box(book: Rulebook, names: Names, speech: MessageCatalog, has_aims: bool = True) -> NoteBox | None:
    """Return the aims of all or of each seat or side, and the ways in which the game ends; None if there are none.

    What a sentence says in brackets about a match is left out. An ending whose sentence has other values of a match is
    only named by its reason, and the reader is sent to the rules. Without `has_aims` the aims are left out.
    """
    texts = book.player_texts
    owners = ("", *(each.id for each in (*book.seats, *book.sides))) if has_aims else ()
    aims = [(name, texts.goals[name]) for name in owners if name in texts.goals]
    found = [CardNote(names.title_of(name) if name else "", _without_values(goal, names)) for name, goal in aims]
    told = {reason: _without_values(ending, names) for reason, ending in texts.endings.items()}
    found += [CardNote("", ending) for ending in told.values() if _VALUE not in ending]
    if named := [names.label(slug(each), each.replace("_", " ")) for each, ending in told.items() if _VALUE in ending]:
        found.append(CardNote("", speech.say("printed_other_endings", reasons=", ".join(named))))
    title = speech.say("printed_endings" if has_aims else "printed_endings_alone")
    return NoteBox(title, tuple(found)) if found else None


def _without_values(sentence: Sentence, names: Names) -> str:
    """Return a sentence without what it says in brackets about a match; other values are a sign."""
    return " ".join(_BRACKETED_VALUE.sub("", _HOLE.sub(_VALUE, names.localize(sentence))).split())


@dataclass(frozen=True, slots=True)
class AidSheets:
    """Player aids: the tables of all bots, notes on special words, aims and endings, and examples of play."""

    bots: tuple[Aid, ...]
    notes: NoteBox | None
    endings: NoteBox | None
    examples: ExampleBox | None

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text that doesn't fit on its page."""
        return Problem(Location("aids"), "too-long", f"the text of `{overflow.id}` is {overflow}; shorten it")


def aid_sheets(job: PrintJob, has_aims: bool = True) -> AidSheets | None:
    """Return the aids of the game with its variants; None if there are none.

    Without `has_aims` the aims are left out, because they are printed with the rules.

    Raises:
        RulebookError: The rules or the tables have mistakes.
    """
    bots = tuple(_aid(bot, job) for bot in job.bots) if job.book.bots else ()
    notes = note_box(job.book, job.names, job.speech)
    endings = ending_box(job.book, job.names, job.speech, has_aims)
    examples = _example_box(job)
    return AidSheets(bots, notes, endings, examples) if bots or notes or endings or examples else None


def _example_box(job: PrintJob) -> ExampleBox | None:
    say = job.speech.say
    if not job.examples:
        return None
    return ExampleBox(say("printed_examples"), say("printed_position"), say("printed_result"), job.examples)


def _aid(resolved: ResolvedBot, job: PrintJob) -> Aid:
    bot, speech = resolved.bot, job.speech
    seat = speech.say("printed_any_seat") if bot.seat is None else job.names.title_of(bot.seat)
    title = speech.say("printed_aid", title=job.names.title_of_table(bot.title), seat=seat)
    condition = ""
    if bot.when is not None:
        condition = _in_frame("printed_bot_when", bot.when, "", resolved.when, resolved.you, job)
    tables = {id(each.table): each for each in reversed(resolved.tables)}
    definitions = _definitions(resolved, [tables[id(table)] for table in bot.tables], job)
    shown = tuple(_table(tables[id(table)], job) for table in bot.tables)
    kinds = dict.fromkeys(table.kind for table in shown if any(row.text for row in table.rows))
    reading = tuple(ReadingRule(kind, speech.say(f"printed_{kind}")) for kind in kinds)
    return Aid(title, condition, reading, shown, definitions)


def _definitions(resolved: ResolvedBot, tables: list[ResolvedTable], job: PrintJob) -> MeaningBox | None:
    said = [resolved.when, *(row.said for table in tables for row in table.rows)]
    speech = _speech_of(job.texts.language, job)
    notes = (_definition(each, speech) for each in job.texts.definitions(filter(None, said)))
    box = MeaningBox(job.speech.say("printed_meanings"), tuple(notes))
    return box if box.notes else None


def _definition(found: Definition, speech: MessageCatalog) -> Meaning:
    *chosen, (last, _) = found.meanings
    if found.is_condition and not chosen:
        word = speech.say("printed_condition", condition=found.word)
        return Meaning(word, speech.say("printed_condition_holds", condition=last))
    if len(chosen) > MOST_IN_SENTENCE:
        said = [(speech.say("printed_row_when", condition=condition), value) for value, condition in chosen]
        said.append((speech.say("printed_row_otherwise"), last))
        return Meaning(found.word, "", tuple(f"{condition} {_unwrapped(value)}" for condition, value in said))
    cases = [speech.say("printed_case", value=value, condition=condition) for value, condition in chosen]
    return Meaning(found.word, "; ".join((*cases, speech.say("printed_otherwise", value=last) if cases else last)))


def _unwrapped(value: str) -> str:
    """Return a value without parentheses around all of it."""
    depth = 0
    for at, letter in enumerate(value):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return value[1:-1] if at > 0 and at == len(value) - 1 else value
    return value


def _speech_of(lang: str, job: PrintJob) -> MessageCatalog:
    """Return the sentences that go with texts in a language: those of the job, or the English ones."""
    return job.speech if lang == job.speech.lang else ENGLISH


def _table(resolved: ResolvedTable, job: PrintJob) -> AidTable:
    table, names = resolved.table, job.names
    answers = dict.fromkeys(names.label(slug(answer), answer.replace("_", " ")) for answer in table.answers)
    rows = tuple(_row(row, resolved.it, job) for row in resolved.rows)
    if len(rows) == 1 and resolved.rows[0].row.text is None:
        rows = (replace(rows[0], text=""),)
    return AidTable(names.title_of_table(table.title), table.kind, ", ".join(answers), rows)


def _row(resolved: ResolvedRow, it: Local, job: PrintJob) -> AidRow:
    row, names, speech = resolved.row, job.names, job.speech
    taken = "" if row.choose is None else names.label(slug(row.choose), row.choose.replace("_", " "))
    marks = ", ".join(source_marks(row.source, names, speech))
    if row.text is None:
        return AidRow(speech.say("printed_row_otherwise"), taken, marks)
    form = f"row_{row.kind}" if row.kind in ("highest", "lowest") else ""
    return AidRow(_in_frame(f"printed_row_{row.kind}", row.text, form, resolved.said, it, job), taken, marks)


def _in_frame(frame: str, text: Text, form: str, meaning: Expr | None, it: Local, job: PrintJob) -> str:
    """Return a condition in a sentence of its language, or with a form a value.

    It is said as the rules write it if it is nested too deeply.
    """
    said = None if meaning is None else job.texts.row(form, meaning, it)
    words, lang = said or (job.names.safe(" ".join(text.split())), DEFAULT_LANGUAGE)
    if form:
        return words
    return _speech_of(lang, job).say(frame, condition=words)
