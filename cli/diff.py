"""`cahier diff`: what variants change, in the words of the players."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cli.guard import FINE
from cli.loading import load_data, load_game, names_in
from cli.output import say
from interpreter.errors import Problem, RulebookError, Where, shown

if TYPE_CHECKING:
    from cli.things import Thing
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Bend, Rulebook

WIDTH = 90


def diff_game(name: str, variants: tuple[str, ...], players: int | None, lang: str) -> int:
    """Print what the variants change in a game. Gives the exit status. Raises RulebookError."""
    if not variants:
        message = "name a variant, or several, with --variant; `cahier list` shows those of each game"
        raise RulebookError(Problem(Where("diff"), "no-variant", message))
    before = load_data(name, (), players)
    after = load_game(name, variants, players).rulebook
    names_before, names_after = names_in(before, lang), names_in(after, lang)
    parts = [_heading(after, names_after)]
    parts += _things(before, after, names_before, names_after)
    parts += [_bends(before, after), _players(before, after, names_after)]
    say("\n\n".join(part for part in parts if part))
    return FINE


def _heading(book: Rulebook, names: Names) -> str:
    lines = []
    for variant in book.overlays:
        lines.append(f"{names.say(variant.title)} ({shown(variant.id)})")
        if about := names.say(variant.about):
            lines.append(textwrap.indent(textwrap.fill(about, WIDTH), "  "))
    return "\n".join(lines)


def _things(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> Iterator[str]:
    """What is changed, what is gone and what is new, each under its heading."""
    from cli.things import things

    old, new = things(before, names_before), things(after, names_after)
    changed = [line for key in old if key in new for line in _changed(old[key], new[key])]
    gone = [f"  {old[key].called}" for key in old if key not in new]
    added = [line for key in new if key not in old for line in _added(new[key])]
    for heading, lines in (("changed", changed), ("no longer there", gone), ("new", added)):
        if lines:
            yield "\n".join([heading, *lines])


def _changed(old: Thing, new: Thing) -> Iterator[str]:
    """A thing's fields that are not what they were: short values on one line, texts line by line."""
    lines: list[str] = []
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
    """The lines that are gone, each block followed by what has come in its place."""
    for what, start, end, new_start, new_end in SequenceMatcher(None, was, now).get_opcodes():
        if what != "equal":
            yield from (f"- {line}" for line in was[start:end])
            yield from (f"+ {line}" for line in now[new_start:new_end])


def _added(thing: Thing) -> Iterator[str]:
    yield f"  {thing.called}"
    for field, value in thing.fields.items():
        if field == "title":
            continue
        if "\n" in value:
            yield f"    {field}:"
            yield textwrap.indent(value, "      ")
        else:
            yield f"    {field}: {value}"


def _bends(before: Rulebook, after: Rulebook) -> str:
    """The bends that are not there with the variants, and those that are there only with them."""
    gone = [line for bend in before.bends if bend not in after.bends for line in _bend(bend)]
    lines = [line for bend in after.bends if bend not in before.bends for line in _bend(bend)]
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
