"""Missing translations: names, labels and notes of a game, and sentences and messages of the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from cli.game_loading import load_display_language, load_game
from cli.text.words import DEFAULT_LANGUAGE, messages_in
from interpreter.authoring import introduced_names, translatable_labels
from interpreter.presentation import ENGLISH, check_phrasebook, is_complete, load_catalog, phrase_texts
from interpreter.presentation import load_language as phrased_in
from interpreter.rulebook import (
    Phrase,
    Phrases,
    Rulebook,
    is_path,
    library_languages,
    untranslated_notes,
    untranslated_titles,
)
from interpreter.support import WARNING, Location, Problem, RulebookError


def find_missing_translations(
    name: str, variants: tuple[str, ...], players: int | None, lang: str
) -> tuple[Problem, ...]:
    """Return warnings for everything without a text in a language, including lines of cards.

    If the language's file has mistakes, these are returned instead. `lang` is as for `--lang`.
    """
    game = load_game(name, variants, players)
    book = game.rulebook
    warnings: list[Problem] = []
    try:
        tongue = load_display_language(book, lang, warnings.append)
    except RulebookError as error:
        return error.problems
    language = tongue.names.lang
    known = book.labels.get(language, {})
    groups = [*translatable_labels(game, tongue.speech).values()]
    if language in book.phrasebooks and (spoken := phrased_in(language)) is not None:
        groups.append(introduced_names(game.program.analysis, spoken))
    labels = {key: english for group in groups for key, english in group.items() if key not in known}
    where = _file_to_edit(book, lang, language)
    missing = (
        *_missing_texts("name", untranslated_titles(book, language), language),
        *_missing_texts("label", labels, language),
        *_missing_texts("note", untranslated_notes(book, language), language),
        *_missing_phrases(book.phrases.get(language, {}), language),
    )
    untold = check_phrasebook(game.program.analysis, language) if language in book.phrasebooks else ()
    return (*warnings, *(Problem(where, code, message, severity=WARNING) for code, message in missing), *untold)


def _file_to_edit(book: Rulebook, lang: str, language: str) -> Location:
    """Return the file in which to write a name: that of the language if it exists, else the game's folder."""
    own = os.path.join(book.folder, "text", f"{language}.yaml")
    files = [lang] if is_path(lang) else [*library_languages(book.id, language), own]
    return Location(next((file for file in files if os.path.isfile(file)), book.folder))


def _missing_texts(kind: str, lacking: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
    """Yield the code and the message for each missing text."""
    for key, english in lacking.items():
        yield f"no-{kind}", f"no {kind} in `{language}` for `{key}` ({english.strip()})"


def _missing_phrases(own: Phrases, language: str) -> Iterator[tuple[str, str]]:
    """Yield codes and messages for the terminal's texts; for a section without any, only one."""
    for section, english, spoken in (
        ("sentences", ENGLISH.sentences, load_catalog(language).sentences),
        ("messages", messages_in(DEFAULT_LANGUAGE), messages_in(language)),
    ):
        whole = {name: phrase for name, phrase in own.get(section, {}).items() if is_complete(phrase, language)}
        said: Mapping[str, Phrase] = {**spoken, **whole}
        if not said:
            message = f"the terminal has no {section} in `{language}`; they are shown in English"
            yield f"no-{section}", message
        else:
            lacking = {
                name: phrase_texts(phrase)[-1].partition("\n")[0]
                for name, phrase in english.items()
                if name not in said
            }
            yield from _missing_texts("phrase", lacking if section in own else {}, language)
