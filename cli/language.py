"""`cahier language`: the forms of the effect language, and a game's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.columns import columns
from cli.guard import FINE
from cli.loading import load_game, names_in
from cli.output import say
from cli.screen import screen_here
from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.language.own_words import OwnWord
    from interpreter.language.reference import Chapter, Entry, Reference
    from interpreter.presentation.names import Names

ONLY_ASKED = {"space": "map", "card": "cards"}
"""Kinds of things that are listed only on request, and the part of `show` that lists them."""
CAPITALS = re.compile(r"[A-Z]{3,}|…")


def tell_language(
    wanted: list[str], game: str | None, variants: tuple[str, ...], players: int | None, lang: str
) -> int:
    """Print an overview or, in full, the forms with the wanted words; return the exit status.

    Raises RulebookError if there are none.
    """
    from interpreter.language.own_words import own_words
    from interpreter.language.reference import reference

    own: list[OwnWord] = []
    names = None
    if game is None and (variants or players):
        message = "variants and players are of a game: say which, with `--game GAME`"
        raise RulebookError(Problem(Where("language"), "no-game", message))
    if game is not None:
        loaded = load_game(game, variants, players)
        own, names = own_words(loaded.program.analysis), names_in(loaded.rulebook, lang)
    asked = " ".join(wanted).split()
    told = _about(asked, reference(), own, names) if asked else _overview(reference(), own, names)
    say(screen_here().fold_all(told))
    return FINE


def _overview(language: Reference, own: list[OwnWord], names: Names | None) -> str:
    parts = [_short(chapter) for chapter in language.chapters]
    parts.append(f"Words in capitals\n{columns([*language.holes.items()])}")
    parts.append("a, an, the are skipped; `are` is `is`, `have` is `has`. [ ] can be left out, | is or.")
    if names is not None:
        parts += _own(own, names)
    else:
        parts.append(
            "`cahier language WORD`: the forms with that word, with examples; `--game GAME`: a game's own words"
        )
    return "\n\n".join(parts)


def _short(chapter: Chapter) -> str:
    """Format the forms of a chapter, each with the first sentence of its description."""
    rows = [
        (written, entry.gives or "", entry.does.partition(". ")[0].rstrip(".") if not at else "")
        for entry in chapter.entries
        for at, written in enumerate(entry.written)
    ]
    return f"{chapter.title}\n{columns(rows)}"


def _own(own: Iterable[OwnWord], names: Names, listed: bool = False) -> list[str]:
    """Format the words of a game, kind by kind; spaces and cards are only counted unless they are `listed`."""
    from interpreter.language.own_words import CHAPTERS

    by_kind: dict[str, list[OwnWord]] = {}
    for word in own:
        by_kind.setdefault(word.kind, []).append(word)
    parts = []
    for kind, words in by_kind.items():
        if kind in ONLY_ASKED and not listed:
            parts.append(f"{CHAPTERS[kind]}: {len(words)} (`cahier show GAME {ONLY_ASKED[kind]}`)")
        else:
            parts.append(f"{CHAPTERS[kind]}\n{_words(words, names)}")
    return parts


def _words(words: Iterable[OwnWord], names: Names) -> str:
    """Format words as a table: spellings, type, title, place of definition; empty columns are left out."""
    rows = []
    for word in words:
        title = names.say(word.title) if word.title else ""
        said = " / ".join(shown(each) for each in word.written)
        rows.append((said, shown(word.gives), title, shown(f"{word.where.file}:{word.where.line}")))
    kept = [at for at in range(4) if any(row[at] for row in rows)]
    return columns([tuple(row[at] for at in kept) for row in rows])


def _about(wanted: list[str], language: Reference, own: list[OwnWord], names: Names | None) -> str:
    """Format the forms that have all the words, in full, and the game's words that have them."""
    asked = [part for word in wanted for part in word.casefold().replace("_", " ").split()]
    entries = [entry for entry in language.entries.values() if any(_has(asked, each) for each in entry.written)]
    other = [] if entries else [entry for entry in language.entries.values() if _has(asked, entry.also)]
    named = [word for word in own if any(_has(asked, each) for each in _spoken(word, names))]
    if not entries and not other and not named:
        both = "no form of the language and no word of this game has this in it"
        message = "no form of the language has this in it" if names is None else both
        known = {each for entry in language.entries.values() for written in entry.written for each in _split(written)}
        known |= {each for word in own for written in _spoken(word, names) for each in (written, *_split(written))}
        meant = nearest(" ".join(wanted), sorted(known))
        raise RulebookError(Problem(Where(f"language {' '.join(wanted)}"), "unknown-form", message, meant))
    parts = [f"No form has `{' '.join(wanted)}` in it. What may do it:"] if other else []
    entries += other
    parts += [_full(entry) for entry in entries]
    if entries and (holes := _explained(entries, language)):
        parts.append(holes)
    if named and names is not None:
        parts += _own(named, names, listed=True)
    return "\n\n".join(parts)


def _spoken(word: OwnWord, names: Names | None) -> list[str]:
    """Return the texts by which a game's word is found: its spellings without the types of holes, and its title."""
    written = [re.sub(r":[^{}]*\}", "}", each) for each in word.written]
    return [*written, *([names.say(word.title)] if word.title and names is not None else [])]


def _split(written: str) -> list[str]:
    """Split a form or a name into words and signs; ids are split at underscores."""
    return re.findall(r"[^\W\d][\w']*|[-+*<>=…]+", written.casefold().replace("_", " "))


def _has(asked: list[str], written: str) -> bool:
    words = _split(written)
    return all(word in words for word in asked) or " ".join(asked) == written.casefold()


def _full(entry: Entry) -> str:
    given = f"   (gives {entry.gives})" if entry.gives else ""
    lines = [f"{written}{given}" for written in entry.written]
    lines += screen_here().prose(" ".join((entry.does, *entry.facts)), "    ")
    lines.append("    for example")
    return "\n".join([*lines, *(f"      {line}" for example in entry.examples for line in example.split("\n"))])


def _explained(entries: Iterable[Entry], language: Reference) -> str:
    """Explain the words in capitals that occur in these forms."""
    used = {word for entry in entries for written in entry.written for word in CAPITALS.findall(written)}
    rows = [(word, meaning) for word, meaning in language.holes.items() if word in used]
    return columns(rows) if rows else ""
