"""Language files of a game: their languages and paths."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

from cli.words import DEFAULT_LANGUAGE
from interpreter.errors import Location, Problem, RulebookError
from interpreter.rulebook.files import containing_game, is_installed
from interpreter.rulebook.library import ENDING, LANGUAGE_CODE, libraries

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
        message = f"a language is two or three small letters, with a country if it matters: de, pt-BR; `{lang}` is none"
        raise RulebookError(Problem(where, "bad-language", message, meant if LANGUAGE_CODE.fullmatch(meant) else None))
    if lang == DEFAULT_LANGUAGE:
        raise RulebookError(Problem(where, "bad-language", "the rules are in English, and so are their own titles"))


def find_language_file(folder: str, lang: str, output: str | None) -> LanguageFile:
    """Return the file for a language; raise RulebookError if it can't be written there."""
    own = os.path.join(folder, TEXTS, f"{lang}{ENDING}")
    if output is None:
        if is_installed(folder):
            game_id = os.path.basename(os.path.realpath(folder))
            message = (
                f"this game comes with cahier; say where the file goes: `-o {game_id}.{lang}{ENDING}`, which is "
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
        raise RulebookError(Problem(where, "no-folder", f"there is no folder `{above}` to put it into"))
    if containing_game(above) is not None:
        message = f"this lies within a game, where the language has one place: {own}; put the file elsewhere"
        raise RulebookError(Problem(where, "in-a-game", message))
    return LanguageFile(output, lang, False)
