"""`cahier diff`: the changes of variants, or of another game, in the players' words."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cli.author.new import write_variant
from cli.game_loading import format_game_name, load_base_rulebook, load_data, load_game, names_in
from cli.guard import EXIT_NO, EXIT_OK
from cli.text.output import echo
from interpreter.support import Location, Problem, RulebookError, printable

if TYPE_CHECKING:
    from cli.author.things import Thing
    from interpreter.presentation import Names
    from interpreter.rulebook import Bend, Rulebook

WIDTH = 90


@dataclass(frozen=True, slots=True)
class DiffSettings:
    """Arguments of `cahier diff`, as typed: a game with variants, or two games."""

    game: str
    other: str | None
    variants: tuple[str, ...]
    players: int | None
    as_variant: str | None
    effect: bool
    games: int | None


def diff_game(settings: DiffSettings, lang: str) -> int:
    """Print the differences and return the exit status. Raises CahierError.

    On request, also write them as a variant, and play both games to show the effect.
    """
    _check_options(settings)
    before = (
        load_base_rulebook(settings.game, settings.players)
        if settings.variants
        else load_data(settings.game, (), settings.players)
    )
    after = load_game(settings.other or settings.game, settings.variants, settings.players).rulebook
    told = _format_diff(before, after, lang)
    if settings.as_variant is not None:
        told += f"\n\n{_write_as_variant(settings, settings.as_variant, before, after)}"
    echo(told)
    return _compare_in_play(settings) if settings.effect else EXIT_OK


def _compare_in_play(asked: DiffSettings) -> int:
    """Compare both games in play, as `cahier compare` does; a difference is no failure here."""
    from cli.lab.compare_command import ComparedVersions, CompareSettings, compare_games

    versions = ComparedVersions(asked.game, asked.other, asked.variants, (), None, asked.players)
    echo(f"\nin play (`{printable(shlex.join(versions.command))}` has more options for this)\n")
    status = compare_games(versions, CompareSettings(None, asked.games, (), (), 0, None, None, "auto"))
    return EXIT_OK if status == EXIT_NO else status


def _write_as_variant(asked: DiffSettings, name: str, before: Rulebook, after: Rulebook) -> str:
    """Write the variant, and return lines on where it is and what it leaves out."""
    from interpreter.authoring import derive_variant, uncovered_files

    path, command = write_variant(
        name, asked.game, before, lambda target, _: derive_variant(before, after, target).text
    )
    old, new = before.title["en"], after.title["en"]
    if old == new:
        old, new = asked.game, asked.other or asked.game
    lines = [f"{path}: a variant that makes {new} of {old}"]
    if beside := uncovered_files(before, after):
        lines.append(f"not included, because scenarios and variants are files of their own: {', '.join(beside)}")
    lines.append(f"next: cahier check {command}; cahier play {command}")
    return "\n".join(map(printable, lines))


def _check_options(asked: DiffSettings) -> None:
    """Raise RulebookError unless the options say clearly what to compare."""
    if asked.other is None and not asked.variants:
        message = (
            "name a variant, or several, with --variant (`cahier list` shows those of each game), or another folder"
        )
        raise RulebookError(Problem(Location("diff"), "no-variant", message))
    if asked.other is not None and asked.variants:
        message = "name either another folder or variants to compare the game with, not both"
        raise RulebookError(Problem(Location("diff"), "what-to-compare", message))
    if asked.other is None and asked.as_variant is not None:
        message = "--as-variant needs a folder with changes: cahier diff GAME FOLDER --as-variant NAME"
        raise RulebookError(Problem(Location("diff --as-variant"), "what-to-compare", message))
    if asked.games is not None and not asked.effect:
        message = "games are played only with --effect"
        raise RulebookError(Problem(Location(f"diff --games {asked.games}"), "no-games", message))


def _format_diff(before: Rulebook, after: Rulebook, lang: str) -> str:
    names_before, names_after = names_in(before, lang), names_in(after, lang)
    said = [*_diff_things(before, after, names_before, names_after), _diff_bends(before, after)]
    said.append(_diff_players(before, after, names_after))
    parts = [part for part in said if part] or ["no difference that players would see"]
    return "\n\n".join([_heading(before, after, names_before, names_after), *parts])


def _heading(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> str:
    if not after.overlays:
        one, other = _game_title(before, names_before), _game_title(after, names_after)
        return f"{other}, compared with {one}"
    lines = []
    for variant in after.overlays:
        lines.append(f"{names_after.localize(variant.title)} ({printable(variant.id)})")
        if about := names_after.localize(variant.about):
            lines.append(textwrap.indent(textwrap.fill(about, WIDTH), "  "))
    return "\n".join(lines)


def _game_title(book: Rulebook, names: Names) -> str:
    return f"{names.localize(book.title)} ({printable(format_game_name(book))})"


def _diff_things(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> Iterator[str]:
    """Yield sections with the changed, removed and new things."""
    from cli.author.things import things_of

    old, new = things_of(before, names_before), things_of(after, names_after)
    changed = [line for key in old if key in new for line in _format_changed(old[key], new[key])]
    gone = [_format_removed(old[key]) for key in old if key not in new]
    added = [line for key in new if key not in old for line in _format_added(new[key])]
    for heading, lines in (("changed", changed), ("no longer there", gone), ("new", added)):
        if lines:
            yield "\n".join([heading, *lines])


def _format_removed(thing: Thing) -> str:
    return f"  {thing.title}, {thing.copies} copies" if thing.copies > 1 else f"  {thing.title}"


def _format_changed(old: Thing, new: Thing) -> Iterator[str]:
    """Yield the changed fields of a thing: short values on one line, texts line by line."""
    lines = [f"    copies: {old.copies} -> {new.copies}"] if old.copies != new.copies else []
    for field in dict.fromkeys([*old.fields, *new.fields]):
        was, now = old.fields.get(field, "nothing"), new.fields.get(field, "nothing")
        if was == now:
            continue
        if "\n" in was + now or len(was + now) > WIDTH:
            lines.append(f"    {field}:")
            lines += [f"      {line}" for line in _diff_texts(was.split("\n"), now.split("\n"))]
        else:
            lines.append(f"    {field}: {was} -> {now}")
    if lines:
        yield f"  {old.title}"
        yield from lines


def _diff_texts(was: list[str], now: list[str]) -> Iterator[str]:
    """Yield the removed lines, each block followed by the lines that replace it."""
    for what, start, end, new_start, new_end in SequenceMatcher(None, was, now).get_opcodes():
        if what != "equal":
            yield from (f"- {line}" for line in was[start:end])
            yield from (f"+ {line}" for line in now[new_start:new_end])


def _format_added(thing: Thing) -> Iterator[str]:
    yield f"  {thing.title}"
    if thing.copies > 1:
        yield f"    copies: {thing.copies}"
    for field, value in thing.fields.items():
        if field == "title":
            continue
        if "\n" in value:
            yield f"    {field}:"
            yield textwrap.indent(value, "      ")
        else:
            yield f"    {field}: {value}"


def _diff_bends(before: Rulebook, after: Rulebook) -> str:
    """Format the bends that were removed, and those that are new."""
    old, new = ([tuple(_format_bend(bend)) for bend in book.bends] for book in (before, after))
    gone = [line for bend in old if bend not in new for line in bend]
    lines = [line for bend in new if bend not in old for line in bend]
    parts = [("bends that were removed", gone), ("bent rules", lines)]
    return "\n\n".join("\n".join([heading, *part]) for heading, part in parts if part)


def _format_bend(bend: Bend) -> Iterator[str]:
    offer = f', offered as "{bend.offer}"' if bend.offer else ""
    condition = f", when {' '.join(bend.when.split())}" if bend.when else ""
    yield printable(f"  {bend.kind} `{bend.phrase}`{condition}{offer}:")
    yield from (printable(f"    {line}") for line in bend.do.rstrip("\n").split("\n"))


def _diff_players(before: Rulebook, after: Rulebook, names: Names) -> str:
    changed = {seat: player for seat, player in after.players_of.items() if before.players_of.get(seat) != player}
    lines = [f"  {names.title_of(seat)}: {printable(player)}" for seat, player in changed.items()]
    return "\n".join(["players, unless --seat names others", *lines]) if lines else ""
