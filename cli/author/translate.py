"""`cahier translate`: write the file of a language, with the English beside each text.

Language files of a game: their languages and paths. Missing translations: names, labels, notes and sentences of a
game.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_loading import load_display_language, load_game
from cli.guard import EXIT_OK
from cli.text.output import echo
from cli.text.words import DEFAULT_LANGUAGE, TerminalMessages
from interpreter.authoring import introduced_names, translatable_labels
from interpreter.presentation import check_phrasebook, find_language
from interpreter.rulebook import (
    ENDING,
    EVERYBODY,
    LANGUAGE_CODE,
    Rulebook,
    containing_game,
    find_folder,
    is_installed,
    is_path,
    libraries,
    library_languages,
    public_path,
    untranslated_notes,
    untranslated_sentences,
    untranslated_titles,
)
from interpreter.support import WARNING, CahierError, Location, Problem, RulebookError, errors_of, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.authoring import EntryGroups, TranslationUpdate
    from interpreter.rulebook import Rulebook


TEXTS = "text"


@dataclass(frozen=True, slots=True)
class LanguageFile:
    """The file of a game's language. `is_in_game`: True if it lies in the game's folder."""

    path: str
    lang: str
    is_in_game: bool

    @property
    def exists(self) -> bool:
        """True if the file exists."""
        return os.path.lexists(self.path)

    @property
    def lang_option(self) -> str:
        """The value of `--lang` that selects it: the language if that is enough, else the path."""
        above, file = os.path.split(os.path.realpath(self.path))
        shelved = above in map(os.path.realpath, libraries()) and file.endswith(f".{self.lang}{ENDING}")
        return self.lang if self.is_in_game or shelved else self.path


def refuse_bad_language(lang: str) -> None:
    """Raise RulebookError for a language code that is malformed, or that of the rules themselves."""
    where = Location(shlex.join(["translate", lang]))
    first, *rest = lang.strip().replace("_", "-").split("-")
    meant = "-".join([first.lower(), *rest])
    if not LANGUAGE_CODE.fullmatch(lang):
        message = f"a language code has two or three small letters, and maybe a country: de, pt-BR; `{lang}` is none"
        raise RulebookError(Problem(where, "bad-language", message, meant if LANGUAGE_CODE.fullmatch(meant) else None))
    if lang == DEFAULT_LANGUAGE:
        raise RulebookError(Problem(where, "bad-language", "the rules and their titles are in English"))


def find_language_file(folder: str, lang: str, output: str | None) -> LanguageFile:
    """Return the file for a language; raise RulebookError if it can't be written there."""
    own = os.path.join(folder, TEXTS, f"{lang}{ENDING}")
    if output is None:
        if is_installed(folder):
            game_id = os.path.basename(os.path.realpath(folder))
            message = (
                f"this game comes with cahier; name the file to write: `-o {game_id}.{lang}{ENDING}`, which is "
                "found by "
                f"`--lang {lang}` in a folder that --library names, elsewhere by its path"
            )
            raise RulebookError(Problem(Location(f"translate {game_id} {lang}"), "not-yours", message))
        return LanguageFile(own, lang, True)
    if os.path.realpath(output) == os.path.realpath(own):
        return LanguageFile(output, lang, True)
    where, above = Location(shlex.join(["-o", output])), os.path.dirname(output)
    if not output.endswith(ENDING) or "\0" in output:
        raise RulebookError(Problem(where, "no-file-name", f"name a file that ends in {ENDING}"))
    if os.path.isdir(output):
        raise RulebookError(Problem(where, "no-file-name", "this is a folder; name a file in it"))
    if above and not os.path.isdir(above):
        raise RulebookError(Problem(where, "no-folder", f"the folder `{above}` doesn't exist"))
    if containing_game(above) is not None:
        message = f"this is inside a game, where the language has one place: {own}; choose another folder"
        raise RulebookError(Problem(where, "in-a-game", message))
    return LanguageFile(output, lang, False)


REMOVED_CODES = ("unknown-thing", "unknown-label", "unknown-gloss", "unknown-sentence")
"""Codes of problems with names for things that the game no longer has."""


def translate_game(name: str, lang: str, output: str | None) -> int:
    """Write or complete the file of a language, and print what to do next; return the exit status.

    Raises CahierError; no file is changed then.
    """
    from interpreter.authoring import NotEditableError, complete_translation, keys_in, new_translation

    refuse_bad_language(lang)
    target = find_language_file(find_folder(name), lang, output)
    book, gone = _read_game(name, target)
    said = _translated_keys(book, lang)
    if target.exists and not target.is_in_game:
        gone = _apply_file(book, target)
    data = Path(target.path).read_bytes() if target.exists else b""
    others = {part: keys - (keys_in(data, part) if data else set()) for part, keys in said.items()}
    sections, untold = _untranslated_sections(book, lang, others)
    try:
        written = (
            complete_translation(data, sections, lang)
            if data
            else new_translation(_header(book, name, target), sections, lang)
        )
    except NotEditableError as error:
        message = "first give each text here a line of its own: no braces, no comments, one line a text"
        raise RulebookError(Problem(Location(target.path, error.line, 1), "no-room", message)) from None
    if written.data != data:
        _write(target, written.data)
    _report(name, target, written, gone, sum(map(len, others.values())), written.data != data)
    if untold:
        echo(f"some lines of cards stay English because `{lang}` lacks these words of the core;")
        echo(f"add them to `languages/{lang}{ENDING}` in a folder that --library names, for all games:")
        for section, words in untold.items():
            echo(f"{section}:")
            for name, english in words.items():
                echo(f'  {name}: ""  # {english}')
    return EXIT_OK


def _read_game(name: str, target: LanguageFile) -> tuple[Rulebook, Sequence[Problem]]:
    """Return the game with its maximum number of players, and problems of its language file with removed things.

    Raises RulebookError for other mistakes.
    """
    from interpreter.rulebook import read_rulebook

    first = read_rulebook(name).rulebook
    reading = read_rulebook(name, first.players[1] if first else None)
    errors, real = errors_of(reading.problems), os.path.realpath(target.path)
    gone = [each for each in errors if each.code in REMOVED_CODES and os.path.realpath(each.where.file) == real]
    if reading.rulebook is None or len(gone) < len(errors):
        raise RulebookError([each for each in reading.problems if each not in gone])
    return reading.rulebook, gone


def _apply_file(book: Rulebook, target: LanguageFile) -> Sequence[Problem]:
    """Apply the file to the game; return problems with removed things. Raises RulebookError for mistakes in it."""
    from interpreter.rulebook import apply_language

    laid = apply_language(book, target.path)
    if laid.language != target.lang:
        message = f"the file has names in `{laid.language}`, not in `{target.lang}`; choose another file"
        raise RulebookError(Problem(Location(target.path), "other-language", message))
    return laid.warnings


def _translated_keys(book: Rulebook, lang: str) -> dict[str, set[str]]:
    """Return the keys that have a text in a language, by section."""
    from interpreter.rulebook import Phrasebook, titles_to_translate

    names = {
        thing_id for things in titles_to_translate(book).values() for thing_id, title in things.items() if lang in title
    }
    notes = {each.word for each in book.glossary if lang in each.about}
    phrasebook = book.phrasebooks.get(lang, Phrasebook())
    texts = book.player_texts
    return {
        "about": {EVERYBODY} if lang in book.about else set(),
        "goal": {key or EVERYBODY for key, sentence in texts.goals.items() if lang in sentence},
        "ask": {key for key, parts in texts.questions.items() if all(lang in each for each in parts.values())},
        "why": {key for key, sentence in texts.refusals.items() if lang in sentence},
        "because": {key for key, sentence in texts.endings.items() if lang in sentence},
        "tell": {key for key, sentence in texts.told.items() if lang in sentence},
        "names": names,
        "labels": {*book.labels.get(lang, {})},
        "glossary": notes,
        "nouns": {*phrasebook.nouns},
        "adjectives": {*phrasebook.adjectives},
        "words": {*phrasebook.words},
    }


def _untranslated_sections(
    book: Rulebook, lang: str, others: Mapping[str, set[str]]
) -> tuple[Mapping[str, EntryGroups], Mapping[str, Mapping[str, str]]]:
    """Return everything to translate, except texts in `others`, by section, and what can't be told.

    These are the words and forms of the core on the game's cards that the language lacks, by section of its file. The
    program's own sentences and messages are left out: its language files have them. Raises RulebookError for mistakes
    in those that the game replaces.
    """
    from interpreter.authoring import (
        forms_of,
        glossary_notes,
        introduced_names,
        translatable_labels,
        translatable_names,
        translatable_sentences,
        untold_words,
    )
    from interpreter.matches import game_of_rulebook
    from interpreter.presentation import load_catalog

    own = book.phrases.get(lang, {})
    TerminalMessages(lang, own.get("messages"))
    speech = load_catalog(lang, own.get("sentences"))
    game = game_of_rulebook(book)
    spoken = find_language(lang, book.phrasebooks.get(lang))
    labels = {**translatable_labels(game, speech)}
    labels["names that cards make"] = introduced_names(game.program.analysis, spoken)
    found: dict[str, EntryGroups] = {
        part: _without(groups, others[part])
        for part, groups in (
            ("names", translatable_names(book)),
            ("labels", labels),
            ("glossary", glossary_notes(book)),
        )
    }
    found = {part: groups for part, groups in found.items() if any(groups.values()) or part != "glossary"}
    found |= {part: _without(groups, others[part]) for part, groups in translatable_sentences(book).items()}
    forms = forms_of(game.program.analysis, spoken)
    found |= {part: _without(groups, others[part]) for part, groups in forms.items()}
    return found, untold_words(game.program.analysis, spoken)


def _without(groups: EntryGroups, keys: set[str]) -> EntryGroups:
    return {kind: {key: text for key, text in texts.items() if key not in keys} for kind, texts in groups.items()}


def _header(book: Rulebook, name: str, target: LanguageFile) -> str:
    from interpreter.authoring import schema_comment

    lang = target.lang
    schema = schema_comment("text.schema.json", os.path.dirname(os.path.abspath(target.path)))
    said = [] if target.is_in_game else [f"language: {lang}", f"for: {book.id}", ""]
    return "\n".join(
        [
            *schema.splitlines(),
            f"# {printable(book.title['en'])} in `{lang}`. Write between the quotes; the English is after #.",
            "# Empty texts are shown in English; a word in braces is a placeholder.",
            f"# What is empty:            {_public(_check_command(name, target))}",
            f"# After the game's changes: {_public(_repeat_command(name, target))}   (keeps your texts)",
            *said,
        ]
    )


def _public(command: Sequence[str]) -> str:
    """Return a command for a file that is handed on: without the folders of absolute paths."""
    return printable(shlex.join(public_path(word, word) for word in command))


def _repeat_command(name: str, target: LanguageFile) -> list[str]:
    return ["cahier", "translate", name, target.lang, *([] if target.is_in_game else ["-o", target.path])]


def _check_command(name: str, target: LanguageFile) -> list[str]:
    return ["cahier", "check", name, "--lang", target.lang_option]


def _write(target: LanguageFile, data: bytes) -> None:
    """Write the file. Raises CahierError if that fails."""
    from interpreter.support import replace_files, unwritable_error

    real = os.path.realpath(target.path)
    try:
        if target.is_in_game:
            os.makedirs(os.path.dirname(real), exist_ok=True)
        replace_files({real: data})
    except OSError as error:
        failure = unwritable_error(error)
        if not target.is_in_game:
            raise failure from error
        problem = failure.problems[0]
        message = f"{problem.message}; -o FILE{ENDING} puts it elsewhere"
        raise CahierError(Problem(problem.where, problem.code, message)) from error


def _report(
    name: str, target: LanguageFile, written: TranslationUpdate, gone: Sequence[Problem], others: int, changed: bool
) -> None:
    from interpreter.presentation import format_count

    texts = f"{format_count(written.total, 'text')}, {written.untranslated:,} of them empty"
    if not changed:
        echo(printable(f"{target.path}: {texts}; nothing is changed"))
    else:
        echo(printable(f"{target.path}: {texts}, {written.added:,} new"))
    if others:
        echo(f"{format_count(others, 'more is', 'more are')} in other files of the game")
    if gone:
        echo(printable(f"{target.path}: no longer in the game: {', '.join(map(_pointed_text, gone))}"))
    for each in written.outdated:
        echo(printable(f"{target.path}:{each.line}: {each.key} is `{each.english}` in English, not `{each.comment}`"))
    if written.untranslated:
        echo(printable(f"next: write between the quotes; {shlex.join(_check_command(name, target))}"))


def _pointed_text(problem: Problem) -> str:
    """Return the text that a problem points at."""
    start = problem.where.column - 1
    return (problem.excerpt or "")[start : start + problem.length]


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
    if language in book.phrasebooks:
        spoken = find_language(language, book.phrasebooks[language])
        groups.append(introduced_names(game.program.analysis, spoken))
    labels = {key: english for group in groups for key, english in group.items() if key not in known}
    where = _file_to_edit(book, lang, language)
    missing = (
        *_missing_texts("name", untranslated_titles(book, language), language),
        *_missing_texts("label", labels, language),
        *_missing_texts("note", untranslated_notes(book, language), language),
        *_missing_texts("sentence", untranslated_sentences(book, language), language),
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
