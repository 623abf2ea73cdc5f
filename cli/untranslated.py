"""Missing translations: names, labels and notes of a game, and sentences and messages of the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from cli.loading import load_game, tongue_in
from cli.words import HOME, messages
from interpreter.authoring.translatable import labels_of
from interpreter.authoring.translatable_forms import made_names
from interpreter.errors import WARNING, Problem, RulebookError, Where
from interpreter.presentation.phrases import forms, is_whole
from interpreter.presentation.saying.card_texts import found_in
from interpreter.presentation.saying.languages import language as phrased_in
from interpreter.presentation.speech import ENGLISH, speech_in
from interpreter.rulebook.files import is_path
from interpreter.rulebook.library import library_languages
from interpreter.rulebook.model import Phrase, Phrases, Rulebook
from interpreter.rulebook.texts import unexplained, unnamed


def untranslated(name: str, variants: tuple[str, ...], players: int | None, lang: str) -> tuple[Problem, ...]:
    """Return warnings for everything without a text in a language, including lines of cards.

    If the language's file has mistakes, these are returned instead. `lang` is as for `--lang`.
    """
    game = load_game(name, variants, players)
    book = game.rulebook
    warnings: list[Problem] = []
    try:
        tongue = tongue_in(book, lang, warnings.append)
    except RulebookError as error:
        return error.problems
    language = tongue.names.lang
    known = book.labels.get(language, {})
    groups = [*labels_of(game, tongue.speech).values()]
    if language in book.phrasebooks and (spoken := phrased_in(language)) is not None:
        groups.append(made_names(game.program.analysis, spoken))
    labels = {key: english for group in groups for key, english in group.items() if key not in known}
    where = _where(book, lang, language)
    missing = (
        *_missing("name", unnamed(book, language), language),
        *_missing("label", labels, language),
        *_missing("note", unexplained(book, language), language),
        *_phrases(book.phrases.get(language, {}), language),
    )
    untold = found_in(game.program.analysis, language) if language in book.phrasebooks else ()
    return (*warnings, *(Problem(where, code, message, severity=WARNING) for code, message in missing), *untold)


def _where(book: Rulebook, lang: str, language: str) -> Where:
    """Return the file in which to write a name: that of the language if it exists, else the game's folder."""
    own = os.path.join(book.folder, "text", f"{language}.yaml")
    files = [lang] if is_path(lang) else [*library_languages(book.id, language), own]
    return Where(next((file for file in files if os.path.isfile(file)), book.folder))


def _missing(kind: str, lacking: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
    """Yield the code and the message for each missing text."""
    for key, english in lacking.items():
        yield f"no-{kind}", f"no {kind} in `{language}` for `{key}` ({english.strip()})"


def _phrases(own: Phrases, language: str) -> Iterator[tuple[str, str]]:
    """Yield codes and messages for the terminal's texts; for a section without any, only one."""
    for section, english, spoken in (
        ("sentences", ENGLISH.sentences, speech_in(language).sentences),
        ("messages", messages(HOME), messages(language)),
    ):
        whole = {name: phrase for name, phrase in own.get(section, {}).items() if is_whole(phrase, language)}
        said: Mapping[str, Phrase] = {**spoken, **whole}
        if not said:
            message = f"the terminal has no {section} in `{language}`, and says them in English"
            yield f"no-{section}", message
        else:
            lacking = {
                name: forms(phrase)[-1].partition("\n")[0] for name, phrase in english.items() if name not in said
            }
            yield from _missing("phrase", lacking if section in own else {}, language)
