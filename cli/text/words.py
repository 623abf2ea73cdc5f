"""Messages of the terminal during a game: of the program, of libraries, and those that a game brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations
from pathlib import Path

from cli.text.output import echo
from cli.text.screen import wrap_for_terminal
from interpreter.presentation import (
    bundled_phrases,
    check_phrases,
    fill_phrase,
    is_complete,
    library_phrases,
    phrase_texts,
    spoken_languages,
)
from interpreter.rulebook import Phrase, Text
from interpreter.support import Problem, RulebookError, printable, read_package_yaml

ENGLISH_MESSAGES = Path(__file__).parent / "messages" / "en.yaml"
MESSAGES = "messages"
"""Section of a language file with the messages."""
DEFAULT_LANGUAGE = "en"
COMMAND_PREFIX = "command_"
"""Prefix of messages that list the words to type for a command."""


def message_languages() -> list[str]:
    """Return the languages that have messages."""
    return sorted((DEFAULT_LANGUAGE, *spoken_languages(MESSAGES)))


@cache
def messages_in(lang: str) -> dict[str, Phrase]:
    """Return the program's messages in a language by name; none for a language without a file."""
    data = read_package_yaml(ENGLISH_MESSAGES) if lang == DEFAULT_LANGUAGE else bundled_phrases(lang, MESSAGES)
    return {str(name): _trimmed(phrase) for name, phrase in data.items()}


def _trimmed(phrase: Phrase) -> Phrase:
    return phrase.rstrip("\n") if isinstance(phrase, str) else phrase


class TerminalMessages:
    """The messages of one language: the game's `own` first, then those of libraries; missing ones are in English."""

    def __init__(self, lang: str, own: Mapping[str, Phrase] | None = None) -> None:
        """Combine the messages. Raises RulebookError for mistakes in those of libraries or of the game."""
        self.lang = lang
        self._home = messages_in(DEFAULT_LANGUAGE)
        own = {**library_phrases(lang, MESSAGES), **(own or {})}
        if own and (wrong := [*check_phrases(own, self._home, lang)]):
            raise RulebookError(wrong)
        whole = {name: _harmless(phrase) for name, phrase in own.items() if is_complete(phrase, lang)}
        self._own = {**messages_in(lang), **whole}
        if alike := [*self._commands_alike(own)]:
            raise RulebookError(alike)

    @property
    def has_messages(self) -> bool:
        """True if there are any messages in the language."""
        return bool(self._own)

    def format(self, name: str, **parts: object) -> str:
        """Return a message with its holes filled."""
        if name in self._own:
            return fill_phrase(self._own[name], self.lang, parts)
        return fill_phrase(self._home[name], DEFAULT_LANGUAGE, parts)

    def say(self, name: str, **parts: object) -> None:
        """Print a message; numbers select its plural form, and control characters in other parts are escaped."""
        echo(wrap_for_terminal(self.format_safely(name, **parts)))

    def format_safely(self, name: str, **parts: object) -> str:
        """Return a message with its holes filled; control characters in the parts are escaped."""
        safe = {hole: part if isinstance(part, int) else printable(str(part)) for hole, part in parts.items()}
        return self.format(name, **safe)

    def list_words(self, name: str) -> set[str]:
        """Return the words that a message lists, in this language and in English, such as those of a command."""
        known = (self._own.get(name, ""), self._home[name])
        return {word for phrase in known for text in phrase_texts(phrase) for word in text.split()}

    def _commands_alike(self, own: Mapping[str, Phrase]) -> Iterator[Problem]:
        """Yield problems for words of the game's own commands that also belong to another command."""
        commands = [name for name in self._home if name.startswith(COMMAND_PREFIX)]
        for name, other in permutations(commands, 2):
            said = own.get(name)
            twice = other in own and commands.index(other) > commands.index(name)
            if not isinstance(said, Text) or twice:
                continue
            if shared := self.list_words(other) & {*said.split()}:
                message = f"`{min(shared)}` already belongs to the command `{other.removeprefix(COMMAND_PREFIX)}`"
                yield Problem(said.where, "command-twice", message, None, said.excerpt(said.where), len(said))


def _harmless(phrase: Phrase) -> Phrase:
    """Escape control characters in a phrase from a file."""
    if isinstance(phrase, str):
        return "\n".join(printable(line) for line in phrase.rstrip("\n").split("\n"))
    return {form: printable(text) for form, text in phrase.items()}
