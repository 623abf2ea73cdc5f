"""Loading what a command was asked about, heavy parts only when they are needed, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from cli.output import tell
from interpreter.errors import Problem, RulebookError, Where, nearest, shown
from interpreter.rulebook.files import is_path

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.language.analysis import Analysis
    from interpreter.matches.match import Game
    from interpreter.presentation.names import Names
    from interpreter.presentation.printed_cards import Told
    from interpreter.presentation.saying.card_texts import CardTexts
    from interpreter.presentation.speech import Speech
    from interpreter.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language: what things are called, and the sentences and messages that they stand in."""

    names: Names
    speech: Speech
    words: Words


def load_game(name: str, variants: tuple[str, ...], players: int | None) -> Game:
    """The game, ready to be played. Raises RulebookError."""
    from interpreter import load

    return load(name, variants=variants, players=players)


def load_data(name: str, variants: tuple[str, ...], players: int | None) -> Rulebook:
    """What the files say, its texts not yet read. Raises RulebookError."""
    from interpreter.rulebook.build import load_rulebook

    return load_rulebook(name, players, variants)


def texts_in(book: Rulebook, names: Names, analysis: Callable[[], Analysis] | None = None) -> CardTexts | None:
    """What tells events in the language of the names, if the game has words for that; `analysis`: what its texts mean,
    if that is known. Raises RulebookError with the mistakes in what it has."""
    if names.lang not in book.phrasebooks:
        return None
    from interpreter.presentation.saying.card_texts import card_texts

    return card_texts(book, names, analysis)


def events_in(book: Rulebook, names: Names) -> Told | None:
    """What tells whole events, as `texts_in` does."""
    texts = texts_in(book, names)
    return None if texts is None else texts.lines


def name_of(book: Rulebook) -> str:
    """What a command calls the game: its id if it comes with the project, else the folder, as it was typed."""
    from interpreter.rulebook.files import is_installed

    return book.id if is_installed(book.folder) else book.folder


def load_before(name: str, players: int | None) -> Rulebook:
    """As `load_data`, for the game without its variants; for as many as it is for if that is not so many."""
    try:
        return load_data(name, (), players)
    except RulebookError as error:
        if [problem.code for problem in error.problems] != ["players-out-of-range"]:
            raise
        low, high = load_data(name, (), None).players
        return load_data(name, (), low if players is not None and players < low else high)


def names_in(book: Rulebook, lang: str) -> Names:
    """The names in a language; English stands in for what has none. `lang` is the language, or the path of a file with
    names in one, which are laid over those of the game; what these name that is not there is told on standard error.
    Raises RulebookError if nothing in the game has a name in the language, and for what is wrong with the file."""
    names = _laid(book, lang, _tell_warning)
    if names.lang not in names.languages:
        _refuse(book, names, names.languages)
    return names


def names_before(book: Rulebook, lang: str) -> Names:
    """As `names_in`, for a game that another is compared with: no language is refused, nothing warned of twice."""
    return _laid(book, lang, lambda warning: None)


def tongue_in(book: Rulebook, lang: str, warn: Callable[[Problem], None] | None = None) -> Tongue:
    """How a game is told at a terminal: in a language as `names_in` takes it, or in any that the terminal speaks.
    `warn` takes what it is warned of, None: tells it. Raises RulebookError as `names_in` does, and for mistakes in what
    the game brings for the terminal to say."""
    from cli.words import Words, languages
    from interpreter.presentation.speech import speech_in

    names = _laid(book, lang, warn or _tell_warning)
    own = book.phrases.get(names.lang, {})
    known = names.languages.union(languages())
    if names.lang not in known:
        _refuse(book, names, known)
    return Tongue(names, speech_in(names.lang, own.get("sentences")), Words(names.lang, own.get("messages")))


def tell_unspoken(tongue: Tongue) -> None:
    """Say on standard error that the terminal does not speak the language, if that is so."""
    from cli.words import languages

    if not tongue.words.known:
        spoken, lang = ", ".join(languages()), tongue.words.lang
        tell(shown(f"note: the terminal speaks {spoken}: what has no name in `{lang}` is said in English"))


def _laid(book: Rulebook, lang: str, warn: Callable[[Problem], None]) -> Names:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.library import library_languages

    language = lang
    if is_path(lang) or library_languages(book.id, lang):
        from interpreter.rulebook.languages import lay_over

        laid = lay_over(book, lang)
        language = laid.language
        for warning in laid.warnings:
            warn(warning)
    return Names(book, language, shown)


def _tell_warning(warning: Problem) -> None:
    tell(warning.render())


def _refuse(book: Rulebook, names: Names, known: Collection[str]) -> NoReturn:
    from interpreter.rulebook.library import LANGUAGE

    lang = names.lang
    message = f"there are no names in this language; there are some in: {', '.join(sorted(known))}"
    suggestion = nearest(lang, known)
    if suggestion is None and LANGUAGE.fullmatch(lang):
        message += f"; `cahier translate {name_of(book)} {lang}` writes a file for others"
    raise RulebookError(Problem(Where(f"--lang {lang}"), "unknown-language", message, suggestion))
