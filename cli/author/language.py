"""`cahier language`: the forms of the effect language, and a game's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cli.game_loading import load_game, names_in
from cli.guard import EXIT_OK
from cli.text.output import echo
from cli.text.screen import current_screen, format_table
from interpreter.support import Location, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.language import FormChapter, FormEntry, GlossaryEntry, LanguageReference
    from interpreter.presentation import Names

ONLY_ON_REQUEST = {"space": "map", "card": "cards"}
"""Kinds of things that are listed only on request, and the part of `show` that lists them."""
CAPITALS = re.compile(r"[A-Z]{3,}|…")


def print_language(
    wanted: Sequence[str], game: str | None, variants: tuple[str, ...], players: int | None, lang: str
) -> int:
    """Print an overview or, in full, the forms with the wanted words; return the exit status.

    Raises RulebookError if there are none.
    """
    from interpreter.language import build_reference, collect_glossary

    own: list[GlossaryEntry] = []
    names = None
    if game is None and (variants or players):
        message = "--variant and --players need a game: add `--game GAME`"
        raise RulebookError(Problem(Location("language"), "no-game", message))
    if game is not None:
        loaded = load_game(game, variants, players)
        own, names = collect_glossary(loaded.program.analysis), names_in(loaded.rulebook, lang)
    asked = " ".join(wanted).split()
    text = _format_matching(asked, build_reference(), own, names) if asked else _overview(build_reference(), own, names)
    echo(current_screen().wrap_lines(text))
    return EXIT_OK


def _overview(language: LanguageReference, own: list[GlossaryEntry], names: Names | None) -> str:
    parts = [_format_chapter(chapter) for chapter in language.chapters]
    parts.append(f"Words in capitals\n{format_table([*language.holes.items()])}")
    parts.append("a, an, the are skipped; `are` is `is`, `have` is `has`. [ ] can be left out, | is or.")
    if names is not None:
        parts += _format_own_words(own, names)
    else:
        parts.append(
            "`cahier language WORD`: the forms with that word, with examples; `--game GAME`: a game's own words"
        )
    return "\n\n".join(parts)


def _format_chapter(chapter: FormChapter) -> str:
    """Format the forms of a chapter, each with the first sentence of its description."""
    rows = [
        (written, entry.result_type or "", entry.meaning.partition(". ")[0].rstrip(".") if not at else "")
        for entry in chapter.entries
        for at, written in enumerate(entry.wordings)
    ]
    return f"{chapter.title}\n{format_table(rows)}"


def _format_own_words(own: Iterable[GlossaryEntry], names: Names, listed: bool = False) -> list[str]:
    """Format the words of a game, kind by kind; spaces and cards are only counted unless they are `listed`."""
    from interpreter.language import HEADINGS

    by_kind: dict[str, list[GlossaryEntry]] = {}
    for word in own:
        by_kind.setdefault(word.kind, []).append(word)
    parts = []
    for kind, words in by_kind.items():
        if kind in ONLY_ON_REQUEST and not listed:
            parts.append(f"{HEADINGS[kind]}: {len(words)} (`cahier show GAME {ONLY_ON_REQUEST[kind]}`)")
        else:
            parts.append(f"{HEADINGS[kind]}\n{_format_words(words, names)}")
    return parts


def _format_words(words: Iterable[GlossaryEntry], names: Names) -> str:
    """Format words as a table: spellings, type, title, place of definition; empty columns are left out."""
    rows = []
    for word in words:
        title = names.localize(word.title) if word.title else ""
        said = " / ".join(printable(each) for each in word.wordings)
        rows.append(
            (
                said,
                printable(word.description),
                title,
                printable(f"{word.where.file}:{word.where.line}"),
            )
        )
    kept = [at for at in range(4) if any(row[at] for row in rows)]
    return format_table([tuple(row[at] for at in kept) for row in rows])


def _format_matching(
    wanted: Sequence[str], language: LanguageReference, own: list[GlossaryEntry], names: Names | None
) -> str:
    """Format the forms that have all the words, in full, and the game's words that have them."""
    asked = [part for word in wanted for part in word.casefold().replace("_", " ").split()]
    entries = [entry for entry in language.entries.values() if any(_has_words(asked, each) for each in entry.wordings)]
    named = [word for word in own if any(_has_words(asked, each) for each in _list_search_texts(word, names))]
    is_found = bool(entries or named)
    other = [] if is_found else [each for each in language.entries.values() if _has_words(asked, each.search_words)]
    if not entries and not other and not named:
        both = "no form of the language and no word of this game contains this"
        message = "no form of the language contains this" if names is None else both
        known = {
            each for entry in language.entries.values() for written in entry.wordings for each in _split_words(written)
        }
        known |= {
            each
            for word in own
            for written in _list_search_texts(word, names)
            for each in (written, *_split_words(written))
        }
        meant = closest_match(" ".join(wanted), sorted(known))
        raise RulebookError(Problem(Location(f"language {' '.join(wanted)}"), "unknown-form", message, meant))
    parts = [f"No form contains `{' '.join(wanted)}`. Related forms:"] if other else []
    entries += other
    parts += [_format_entry(entry) for entry in entries]
    if entries and (holes := _explain_holes(entries, language)):
        parts.append(holes)
    if named and names is not None:
        parts += _format_own_words(named, names, listed=True)
    return "\n\n".join(parts)


def _list_search_texts(word: GlossaryEntry, names: Names | None) -> list[str]:
    """Return the texts by which a game's word is found: its spellings without the types of holes, and its title."""
    written = [re.sub(r":[^{}]*\}", "}", each) for each in word.wordings]
    return [*written, *([names.localize(word.title)] if word.title and names is not None else [])]


def _split_words(written: str) -> list[str]:
    """Split a form or a name into words and signs; ids are split at underscores."""
    return re.findall(r"[^\W\d][\w']*|[-+*<>=…]+", written.casefold().replace("_", " "))


def _has_words(asked: list[str], written: str) -> bool:
    words = _split_words(written)
    return all(word in words for word in asked) or " ".join(asked) == written.casefold()


def _format_entry(entry: FormEntry) -> str:
    given = f"   (gives {entry.result_type})" if entry.result_type else ""
    lines = [f"{written}{given}" for written in entry.wordings]
    lines += current_screen().wrap_prose(" ".join((entry.meaning, *entry.facts)), "    ")
    lines.append("    for example")
    return "\n".join([*lines, *(f"      {line}" for example in entry.examples for line in example.split("\n"))])


def _explain_holes(entries: Iterable[FormEntry], language: LanguageReference) -> str:
    """Explain the words in capitals that occur in these forms."""
    used = {word for entry in entries for written in entry.wordings for word in CAPITALS.findall(written)}
    rows = [(word, meaning) for word, meaning in language.holes.items() if word in used]
    return format_table(rows) if rows else ""
