"""Loading of games, names and languages for commands, and the options that name variants in other commands.

Heavy modules are imported only when needed. Rules and variants that a file names by path are opened only if the user
names them.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cli.text.output import echo_err
from interpreter.rulebook import Rulebook, is_installed, is_path
from interpreter.support import Location, Problem, RulebookError, SaveError, closest_match, printable

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages
    from interpreter.language import Analysis
    from interpreter.matches import Game, Match
    from interpreter.presentation import CardTranslator, EventTranslator, MessageCatalog, Names


@dataclass(frozen=True, slots=True)
class DisplayLanguage:
    """A language: names of things, and the sentences and messages that contain them."""

    names: Names
    speech: MessageCatalog
    messages: TerminalMessages


def load_game(name: str, variants: tuple[str, ...], players: int | None) -> Game:
    """Load a game, ready to be played. Raises RulebookError."""
    from interpreter import load

    return load(name, variants=variants, players=players)


def load_data(name: str, variants: tuple[str, ...], players: int | None) -> Rulebook:
    """Load a rulebook without reading its effect texts. Raises RulebookError."""
    from interpreter.rulebook import load_rulebook

    return load_rulebook(name, players, variants)


def load_card_texts(
    book: Rulebook, names: Names, analysis: Callable[[], Analysis] | None = None
) -> CardTranslator | None:
    """Return the renderer of card texts in the language of the names, or None if the game has no phrases for it.

    `analysis` returns the analysed texts, if they are known. Raises RulebookError for mistakes in the phrases.
    """
    if names.lang not in book.phrasebooks:
        return None
    from interpreter.presentation import make_card_translator

    return make_card_translator(book, names, analysis)


def load_event_renderer(book: Rulebook, names: Names) -> EventTranslator | None:
    """Return the renderer of whole events in the language of the names, as `load_card_texts` does."""
    texts = load_card_texts(book, names)
    return None if texts is None else texts.translate


def format_game_name(book: Rulebook) -> str:
    """Return the name of a game in commands: its id if it is installed, else its folder as typed."""
    from interpreter.rulebook import is_installed

    return book.id if is_installed(book.folder) else book.folder


def load_base_rulebook(name: str, players: int | None) -> Rulebook:
    """Load a rulebook as `load_data` does, without variants.

    If it is not for so many players, the nearest number that it allows is used.
    """
    try:
        return load_data(name, (), players)
    except RulebookError as error:
        if [problem.code for problem in error.problems] != ["players-out-of-range"]:
            raise
        low, high = load_data(name, (), None).players
        return load_data(name, (), low if players is not None and players < low else high)


def names_in(book: Rulebook, lang: str) -> Names:
    """Return the names in a language; English stands in for missing ones.

    `lang` is the language, or the path of a file with names, which replace those of the game. Names in the file for
    things that don't exist are reported on standard error. Raises RulebookError if nothing in the game has a name in
    the language, and for mistakes in the file.
    """
    names = _names_with_file(book, lang, _tell_warning)
    if names.lang not in names.languages:
        _refuse_language(book, names, names.languages)
    return names


def names_to_print(book: Rulebook, lang: str) -> Names:
    """Return names as `names_in` does, also in a language of the program that the game has no names in.

    A note says then that the game's own texts stay English.
    """
    from interpreter.presentation import spoken_languages

    names = _names_with_file(book, lang, _tell_warning)
    if names.lang not in names.languages:
        if names.lang not in spoken_languages("sentences"):
            _refuse_language(book, names, names.languages)
        said = f"the game has no texts in `{names.lang}`, so only headings and instructions are printed in it"
        echo_err(printable(f"note: {said}; {_how_to_translate(book, names.lang)}"))
    return names


def load_base_names(book: Rulebook, lang: str) -> Names:
    """Return names as `names_in` does, for the base of a comparison: no language is refused, no warning repeated."""
    return _names_with_file(book, lang, lambda warning: None)


def load_display_language(book: Rulebook, lang: str, warn: Callable[[Problem], None] | None = None) -> DisplayLanguage:
    """Return the language in which a game is presented at a terminal.

    `lang` is as in `names_in`, or any language that the terminal speaks. `warn` receives warnings; by default they are
    printed. Raises RulebookError as `names_in` does, and for mistakes in the game's own messages.
    """
    from cli.text.words import TerminalMessages, message_languages
    from interpreter.presentation import load_catalog

    names = _names_with_file(book, lang, warn or _tell_warning)
    own = book.phrases.get(names.lang, {})
    known = names.languages.union(message_languages())
    if names.lang not in known:
        _refuse_language(book, names, known)
    return DisplayLanguage(
        names, load_catalog(names.lang, own.get("sentences")), TerminalMessages(names.lang, own.get("messages"))
    )


def report_missing_messages(language: DisplayLanguage) -> None:
    """Report that the terminal does not speak the language, if that is the case."""
    from cli.text.words import message_languages

    if not language.messages.has_messages:
        spoken, lang = ", ".join(message_languages()), language.messages.lang
        message = f"the terminal has messages in {spoken}; texts missing in `{lang}` are shown in English"
        echo_err(printable(f"note: {message}"))


def _names_with_file(book: Rulebook, lang: str, warn: Callable[[Problem], None]) -> Names:
    from interpreter.presentation import Names
    from interpreter.rulebook import language_files

    language = lang
    if is_path(lang) or language_files(book.id, lang, (each.where.file for each in book.overlays)):
        from interpreter.rulebook import apply_language

        laid = apply_language(book, lang)
        language = laid.language
        for warning in laid.warnings:
            warn(warning)
    return Names(book, language, printable)


def _tell_warning(warning: Problem) -> None:
    echo_err(warning.render())


def _how_to_translate(book: Rulebook, lang: str) -> str:
    return f"`cahier translate {format_game_name(book)} {lang}` writes a file to fill in"


def _refuse_language(book: Rulebook, names: Names, known: Collection[str]) -> NoReturn:
    from interpreter.rulebook import LANGUAGE_CODE

    lang = names.lang
    message = f"the game has no names in this language, only in: {', '.join(sorted(known))}"
    suggestion = closest_match(lang, known)
    if suggestion is None and LANGUAGE_CODE.fullmatch(lang):
        message += f"; {_how_to_translate(book, lang)}"
    raise RulebookError(Problem(Location(f"--lang {lang}"), "unknown-language", message, suggestion))


def format_variant_options(variants: Sequence[str]) -> list[str]:
    """Return the options that name these variants, as words of a command; those of a library by their names."""
    from interpreter.rulebook import library_variants

    shelved = {each.path: each.name for each in reversed(library_variants())} if any(map(is_path, variants)) else {}
    return [word for variant in variants for word in ("--variant", shelved.get(variant, variant))]


def format_game_options(book: Rulebook) -> list[str]:
    """Return the options that name the variants, and the number of players if the game has several."""
    players = ["--players", str(len(book.seats))] if book.players[0] < book.players[1] else []
    return [*format_variant_options(book.requested_variants), *players]


def format_required_options(variants: Sequence[str]) -> list[str]:
    """Return the options without which a file that names these variants is refused."""
    return format_variant_options(variants) if any(map(is_path, variants)) else []


def format_resume_words(path: Path, rules: str | None) -> list[str]:
    """Return the words of the command that resumes a save, with the rules in a folder if one is given."""
    return ["cahier", "play", *([] if rules is None else [rules]), "--load", str(path)]


def format_resume_command(book: Rulebook, path: Path) -> str:
    """Return the command that resumes a save in a file chosen by the user."""
    rules = None if is_installed(book.folder) else book.folder
    return shlex.join([*format_resume_words(path, rules), *format_required_options(book.requested_variants)])


def format_next_command(match: Match, path: Path, program: str) -> str | None:
    """Return the command that begins the next game after a match that is saved in a file; None if there is none."""
    book = match.game.rulebook
    if book.campaign is None or match.game_number == book.campaign.games:
        return None
    rules = book.id if is_installed(book.folder) else book.folder
    return shlex.join(["cahier", program, rules, "--after", path.name.partition(".")[0]])


def refuse_paths(where: Location, folder: str | None, variants: Sequence[str], command: Sequence[str]) -> None:
    """Raise SaveError if a file names rules in a folder, or variants by path; `command` is what opens them."""
    named = [f"the rules in `{folder}`"] if folder is not None else []
    named += [f"the variant `{variant}`" for variant in variants if is_path(variant)]
    if named:
        message = f"this game was played with {' and '.join(named)}; paths in a file are never opened automatically"
        raise SaveError(Problem(where, "unasked", message, shlex.join(command)))
