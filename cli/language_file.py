"""Language files of a game: their languages and paths."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

from cli.words import HOME
from interpreter.errors import Problem, RulebookError, Where
from interpreter.rulebook.files import is_installed, surrounding_game
from interpreter.rulebook.library import ENDING, LANGUAGE, libraries

TEXTS = "text"


@dataclass(frozen=True, slots=True)
class Target:
    """The file of a game's language. `own`: True if it lies in the game's folder."""

    path: str
    lang: str
    own: bool

    @property
    def there(self) -> bool:
        """True if the file exists."""
        return os.path.lexists(self.path)

    @property
    def asked(self) -> str:
        """The value of `--lang` that selects it: the language if that is enough, else the path."""
        above, file = os.path.split(os.path.realpath(self.path))
        shelved = above in map(os.path.realpath, libraries()) and file.endswith(f".{self.lang}{ENDING}")
        return self.lang if self.own or shelved else self.path


def refuse_odd(lang: str) -> None:
    """Raise RulebookError for a language code that is malformed, or that of the rules themselves."""
    where = Where(shlex.join(["translate", lang]))
    first, *rest = lang.strip().replace("_", "-").split("-")
    meant = "-".join([first.lower(), *rest])
    if not LANGUAGE.fullmatch(lang):
        message = f"a language is two or three small letters, with a country if it matters: de, pt-BR; `{lang}` is none"
        raise RulebookError(Problem(where, "bad-language", message, meant if LANGUAGE.fullmatch(meant) else None))
    if lang == HOME:
        raise RulebookError(Problem(where, "bad-language", "the rules are in English, and so are their own titles"))


def target_of(folder: str, lang: str, output: str | None) -> Target:
    """Return the file for a language; raise RulebookError if it can't be written there."""
    own = os.path.join(folder, TEXTS, f"{lang}{ENDING}")
    if output is None:
        if is_installed(folder):
            id = os.path.basename(os.path.realpath(folder))
            message = (
                f"this game comes with cahier; say where the file goes: `-o {id}.{lang}{ENDING}`, which is found by "
                f"`--lang {lang}` in a folder that --library names, elsewhere by its path"
            )
            raise RulebookError(Problem(Where(f"translate {id} {lang}"), "not-yours", message))
        return Target(own, lang, True)
    if os.path.realpath(output) == os.path.realpath(own):
        return Target(output, lang, True)
    where, above = Where(shlex.join(["-o", output])), os.path.dirname(output)
    if not output.endswith(ENDING) or "\0" in output:
        raise RulebookError(Problem(where, "no-file-name", f"name a file that ends in {ENDING}"))
    if os.path.isdir(output):
        raise RulebookError(Problem(where, "no-file-name", "this is a folder; name a file in it"))
    if above and not os.path.isdir(above):
        raise RulebookError(Problem(where, "no-folder", f"there is no folder `{above}` to put it into"))
    if surrounding_game(above) is not None:
        message = f"this lies within a game, where the language has one place: {own}; put the file elsewhere"
        raise RulebookError(Problem(where, "in-a-game", message))
    return Target(output, lang, False)
