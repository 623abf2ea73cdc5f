"""`cahier diff`: the changes of variants, or of another game, in the players' words."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cli.guard import FINE, NO
from cli.loading import load_before, load_data, load_game, name_of, names_in
from cli.output import say
from cli.variant_files import write_variant
from interpreter.errors import Problem, RulebookError, Where, shown

if TYPE_CHECKING:
    from cli.things import Thing
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Bend, Rulebook

WIDTH = 90


@dataclass(frozen=True, slots=True)
class Asked:
    """Arguments of `cahier diff`, as typed: a game with variants, or two games."""

    game: str
    other: str | None
    variants: tuple[str, ...]
    players: int | None
    as_variant: str | None
    effect: bool
    games: int | None


def diff_game(asked: Asked, lang: str) -> int:
    """Print the differences and return the exit status. Raises CahierError.

    On request, also write them as a variant, and play both games to show the effect.
    """
    _check(asked)
    before = load_before(asked.game, asked.players) if asked.variants else load_data(asked.game, (), asked.players)
    after = load_game(asked.other or asked.game, asked.variants, asked.players).rulebook
    told = _told(before, after, lang)
    if asked.as_variant is not None:
        told += f"\n\n{_written(asked, asked.as_variant, before, after)}"
    say(told)
    return _played(asked) if asked.effect else FINE


def _played(asked: Asked) -> int:
    """Compare both games in play, as `cahier compare` does; a difference is no failure here."""
    from cli.compare import Settings, Versions, compare_games

    versions = Versions(asked.game, asked.other, asked.variants, (), None, asked.players)
    say(f"\nin play (`{shown(shlex.join(versions.command))}` has more options for this)\n")
    status = compare_games(versions, Settings(None, asked.games, (), (), 0, None, None, "auto"))
    return FINE if status == NO else status


def _written(asked: Asked, name: str, before: Rulebook, after: Rulebook) -> str:
    """Write the variant, and return lines on where it is and what it leaves out."""
    from interpreter.authoring.edits import left_out, overlay_between

    path, command = write_variant(
        name, asked.game, before, lambda target, _: overlay_between(before, after, target).text
    )
    old, new = before.title["en"], after.title["en"]
    if old == new:
        old, new = asked.game, asked.other or asked.game
    lines = [f"{path}: a variant that makes {new} of {old}"]
    if beside := left_out(before, after):
        lines.append(f"not in it, as scenarios and variants are files of their own: {', '.join(beside)}")
    lines.append(f"next: cahier check {command}; cahier play {command}")
    return "\n".join(map(shown, lines))


def _check(asked: Asked) -> None:
    """Raise RulebookError unless the options say clearly what to compare."""
    if asked.other is None and not asked.variants:
        message = (
            "name a variant, or several, with --variant (`cahier list` shows those of each game), or another folder"
        )
        raise RulebookError(Problem(Where("diff"), "no-variant", message))
    if asked.other is not None and asked.variants:
        message = "a game is compared with another folder, or with itself under variants: name one of the two"
        raise RulebookError(Problem(Where("diff"), "what-to-compare", message))
    if asked.other is None and asked.as_variant is not None:
        message = "a variant is made of what another folder has changed: cahier diff GAME FOLDER --as-variant NAME"
        raise RulebookError(Problem(Where("diff --as-variant"), "what-to-compare", message))
    if asked.games is not None and not asked.effect:
        message = "games are played only with --effect"
        raise RulebookError(Problem(Where(f"diff --games {asked.games}"), "no-games", message))


def _told(before: Rulebook, after: Rulebook, lang: str) -> str:
    names_before, names_after = names_in(before, lang), names_in(after, lang)
    said = [*_things(before, after, names_before, names_after), _bends(before, after)]
    said.append(_players(before, after, names_after))
    parts = [part for part in said if part] or ["nothing that players would see is different"]
    return "\n\n".join([_heading(before, after, names_before, names_after), *parts])


def _heading(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> str:
    if not after.overlays:
        one, other = _called(before, names_before), _called(after, names_after)
        return f"{other}, compared with {one}"
    lines = []
    for variant in after.overlays:
        lines.append(f"{names_after.say(variant.title)} ({shown(variant.id)})")
        if about := names_after.say(variant.about):
            lines.append(textwrap.indent(textwrap.fill(about, WIDTH), "  "))
    return "\n".join(lines)


def _called(book: Rulebook, names: Names) -> str:
    return f"{names.say(book.title)} ({shown(name_of(book))})"


def _things(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> Iterator[str]:
    """Yield sections with the changed, removed and new things."""
    from cli.things import things

    old, new = things(before, names_before), things(after, names_after)
    changed = [line for key in old if key in new for line in _changed(old[key], new[key])]
    gone = [_gone(old[key]) for key in old if key not in new]
    added = [line for key in new if key not in old for line in _added(new[key])]
    for heading, lines in (("changed", changed), ("no longer there", gone), ("new", added)):
        if lines:
            yield "\n".join([heading, *lines])


def _gone(thing: Thing) -> str:
    return f"  {thing.called}, {thing.copies} copies" if thing.copies > 1 else f"  {thing.called}"


def _changed(old: Thing, new: Thing) -> Iterator[str]:
    """Yield the changed fields of a thing: short values on one line, texts line by line."""
    lines = [f"    copies: {old.copies} -> {new.copies}"] if old.copies != new.copies else []
    for field in dict.fromkeys([*old.fields, *new.fields]):
        was, now = old.fields.get(field, "nothing"), new.fields.get(field, "nothing")
        if was == now:
            continue
        if "\n" in was + now or len(was + now) > WIDTH:
            lines.append(f"    {field}:")
            lines += [f"      {line}" for line in _lines(was.split("\n"), now.split("\n"))]
        else:
            lines.append(f"    {field}: {was} -> {now}")
    if lines:
        yield f"  {old.called}"
        yield from lines


def _lines(was: list[str], now: list[str]) -> Iterator[str]:
    """Yield the removed lines, each block followed by the lines that replace it."""
    for what, start, end, new_start, new_end in SequenceMatcher(None, was, now).get_opcodes():
        if what != "equal":
            yield from (f"- {line}" for line in was[start:end])
            yield from (f"+ {line}" for line in now[new_start:new_end])


def _added(thing: Thing) -> Iterator[str]:
    yield f"  {thing.called}"
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


def _bends(before: Rulebook, after: Rulebook) -> str:
    """Format the bends that were removed, and those that are new."""
    old, new = ([tuple(_bend(bend)) for bend in book.bends] for book in (before, after))
    gone = [line for bend in old if bend not in new for line in bend]
    lines = [line for bend in new if bend not in old for line in bend]
    parts = [("bent rules that are gone", gone), ("bent rules", lines)]
    return "\n\n".join("\n".join([heading, *part]) for heading, part in parts if part)


def _bend(bend: Bend) -> Iterator[str]:
    offer = f', offered as "{bend.offer}"' if bend.offer else ""
    condition = f", when {' '.join(bend.when.split())}" if bend.when else ""
    yield shown(f"  {bend.kind} `{bend.phrase}`{condition}{offer}:")
    yield from (shown(f"    {line}") for line in bend.do.rstrip("\n").split("\n"))


def _players(before: Rulebook, after: Rulebook, names: Names) -> str:
    changed = {seat: player for seat, player in after.players_of.items() if before.players_of.get(seat) != player}
    lines = [f"  {names.of(seat)}: {shown(player)}" for seat, player in changed.items()]
    return "\n".join(["who plays, unless --seat says otherwise", *lines]) if lines else ""
