"""`cahier translate`: write the file of a language, with the English beside each text."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from cli.guard import FINE
from cli.language_file import Target, refuse_odd, target_of
from cli.output import say
from cli.words import HOME, Words, messages
from interpreter.errors import CahierError, Problem, RulebookError, Where, errors_of, shown
from interpreter.rulebook.files import find_folder
from interpreter.rulebook.library import ENDING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.authoring.translation import Groups, Written
    from interpreter.rulebook.model import Rulebook

GONE = ("unknown-thing", "unknown-label", "unknown-gloss")
"""Codes of problems with names for things that the game no longer has."""


def translate_game(name: str, lang: str, output: str | None) -> int:
    """Write or complete the file of a language, and print what to do next; return the exit status.

    Raises CahierError; no file is changed then.
    """
    from interpreter.authoring.translation import begun, completed, keys_in
    from interpreter.authoring.yaml_spans import NoRoom

    refuse_odd(lang)
    target = target_of(find_folder(name), lang, output)
    book, gone = _read(name, target)
    said = _said(book, lang)
    if target.there and not target.own:
        gone = _laid(book, target)
    data = Path(target.path).read_bytes() if target.there else b""
    others = {part: keys - (keys_in(data, part) if data else set()) for part, keys in said.items()}
    sections = _sections(book, lang, others)
    try:
        written = completed(data, sections, lang) if data else begun(_head(book, name, target), sections, lang)
    except NoRoom as error:
        message = (
            "what stands here in braces, with comments or in several lines, has to stand in lines of its own first"
        )
        raise RulebookError(Problem(Where(target.path, error.line, 1), "no-room", message)) from None
    if written.data != data:
        _write(target, written.data)
    _tell(name, target, written, gone, sum(map(len, others.values())), written.data != data)
    return FINE


def _read(name: str, target: Target) -> tuple[Rulebook, Sequence[Problem]]:
    """Return the game with its maximum number of players, and problems of its language file with removed things.

    Raises RulebookError for other mistakes.
    """
    from interpreter.rulebook.build import read_rulebook

    first = read_rulebook(name).rulebook
    reading = read_rulebook(name, first.players[1] if first else None)
    errors, real = errors_of(reading.problems), os.path.realpath(target.path)
    gone = [each for each in errors if each.code in GONE and os.path.realpath(each.where.file) == real]
    if reading.rulebook is None or len(gone) < len(errors):
        raise RulebookError([each for each in reading.problems if each not in gone])
    return reading.rulebook, gone


def _laid(book: Rulebook, target: Target) -> Sequence[Problem]:
    """Apply the file to the game; return problems with removed things. Raises RulebookError for mistakes in it."""
    from interpreter.rulebook.languages import lay_over

    laid = lay_over(book, target.path)
    if laid.language != target.lang:
        message = f"there are names in `{laid.language}` in it, not in `{target.lang}`; name another file"
        raise RulebookError(Problem(Where(target.path), "other-language", message))
    return laid.warnings


def _said(book: Rulebook, lang: str) -> dict[str, set[str]]:
    """Return the keys that have a text in a language, by section."""
    from interpreter.rulebook.phrasebooks import Phrasebook
    from interpreter.rulebook.texts import titled

    names = {id for things in titled(book).values() for id, title in things.items() if lang in title}
    notes = {each.word for each in book.glossary if lang in each.about}
    phrasebook = book.phrasebooks.get(lang, Phrasebook())
    return {
        "names": names,
        "labels": {*book.labels.get(lang, {})},
        "glossary": notes,
        "nouns": {*phrasebook.nouns},
        "adjectives": {*phrasebook.adjectives},
        "words": {*phrasebook.words},
    }


def _sections(book: Rulebook, lang: str, others: Mapping[str, set[str]]) -> Mapping[str, Groups]:
    """Return everything to translate, except texts in `others`, by section.

    Sentences and messages that the terminal has in the language are left out, unless the game overrides some of them.
    Raises RulebookError for mistakes in these.
    """
    from interpreter.authoring.translatable import labels_of, names_of, notes_of
    from interpreter.authoring.translatable_forms import forms_of, made_names
    from interpreter.matches.loading import load_book
    from interpreter.presentation.saying.languages import language
    from interpreter.presentation.speech import ENGLISH, speech_in

    own = book.phrases.get(lang, {})
    Words(lang, own.get("messages"))
    speech = speech_in(lang, own.get("sentences"))
    game = load_book(book)
    labels, spoken = {**labels_of(game, speech)}, language(lang)
    if spoken is not None:
        labels["names that cards make"] = made_names(game.program.analysis, spoken)
    found: dict[str, Groups] = {
        part: _without(groups, others[part])
        for part, groups in (("names", names_of(book)), ("labels", labels), ("glossary", notes_of(book)))
    }
    found = {part: groups for part, groups in found.items() if any(groups.values()) or part != "glossary"}
    if spoken is not None:
        forms = forms_of(game.program.analysis, spoken)
        found |= {part: _without(groups, others[part]) for part, groups in forms.items()}
    if "sentences" in own or not speech_in(lang).sentences:
        found["sentences"] = {"": ENGLISH.sentences}
    if "messages" in own or not messages(lang):
        found["messages"] = {"": messages(HOME)}
    return found


def _without(groups: Groups, keys: set[str]) -> Groups:
    return {kind: {key: text for key, text in texts.items() if key not in keys} for kind, texts in groups.items()}


def _head(book: Rulebook, name: str, target: Target) -> str:
    from interpreter.authoring.destination import schema_path

    lang = target.lang
    schema = schema_path("text.schema.json", os.path.dirname(os.path.abspath(target.path)))
    said = [] if target.own else [f"language: {lang}", f"for: {book.id}", ""]
    return "\n".join(
        [
            f"# yaml-language-server: $schema={schema}",
            f"# {shown(book.title['en'])} in `{lang}`. Write between the quotes; behind # stands the English.",
            "# What is left empty is said in English; a word in braces is a hole, in which something is put.",
            f"# What is empty:            {shown(shlex.join(_check(name, target)))}",
            f"# After the game's changes: {shown(shlex.join(_again(name, target)))}   (keeps all that is here)",
            *said,
        ]
    )


def _again(name: str, target: Target) -> list[str]:
    return ["cahier", "translate", name, target.lang, *([] if target.own else ["-o", target.path])]


def _check(name: str, target: Target) -> list[str]:
    return ["cahier", "check", name, "--lang", target.asked]


def _write(target: Target, data: bytes) -> None:
    """Write the file. Raises CahierError if that fails."""
    from interpreter.replacing_files import replace_all, unwritable

    real = os.path.realpath(target.path)
    try:
        if target.own:
            os.makedirs(os.path.dirname(real), exist_ok=True)
        replace_all({real: data})
    except OSError as error:
        failure = unwritable(error)
        if not target.own:
            raise failure from error
        problem = failure.problems[0]
        message = f"{problem.message}; -o FILE{ENDING} puts it elsewhere"
        raise CahierError(Problem(problem.where, problem.code, message)) from error


def _tell(name: str, target: Target, written: Written, gone: Sequence[Problem], others: int, changed: bool) -> None:
    from interpreter.presentation.counts import number_of

    texts = f"{number_of(written.all, 'text')}, {written.empty:,} of them empty"
    if not changed:
        say(shown(f"{target.path}: {texts}; nothing is changed"))
    else:
        say(shown(f"{target.path}: {texts}, {written.new:,} new"))
    if others:
        say(f"{number_of(others, 'more is', 'more are')} said in other files of the game")
    if gone:
        say(shown(f"{target.path}: not in the game any more: {', '.join(map(_named, gone))}"))
    for each in written.outdated:
        say(shown(f"{target.path}:{each.line}: {each.key} is `{each.english}` in English, not `{each.beside}`"))
    if written.empty:
        say(shown(f"next: write between the quotes; {shlex.join(_check(name, target))}"))


def _named(problem: Problem) -> str:
    """Return the text that a problem points at."""
    start = problem.where.column - 1
    return (problem.excerpt or "")[start : start + problem.length]
