"""`cahier diff`: the changes of variants, or of another game, in the players' words.

Both games are compared as things with plain-text fields.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.game_loading import format_game_name, load_base_rulebook, load_data, load_game, names_in
from cli.guard import EXIT_NO, EXIT_OK
from cli.text.output import echo
from interpreter.rulebook import Trigger
from interpreter.support import Location, Problem, RulebookError, printable

if TYPE_CHECKING:
    from interpreter.presentation import Names
    from interpreter.rulebook import Bend, Bot, BotTable, Rulebook, VocabularyWord


_OMITTED_FIELDS = ("id", "title", "where", "source", "deck")
_COMBINED_FIELDS = ("low", "high", "per_seat", "stops", "room_each", "room_all")
_AUTHOR_NAMES = {"per": "for", "kind": "is", "triggers": "when"}
"""Authors' names of fields that have other names in the model."""
_SENTENCE_END = re.compile(r"(?<=[.:;!?]) +")


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing in a game: its kind and name, its fields as text, and its number of copies if it is a card."""

    title: str
    fields: dict[str, str]
    copies: int = 1


def things_of(book: Rulebook, names: Names) -> dict[tuple[str, str], Thing]:
    """Return all things of a game by kind and id; words by their first wording."""
    found: dict[tuple[str, str], Thing] = {("game", ""): _game(book, names)}
    copies = _copies(book)
    lists: dict[str, Any] = {
        "seat": book.seats,
        "side": book.sides,
        book.map.noun.one: book.map.spaces,
        "pieces": book.pieces,
        "group of boxes": book.groups,
        "box": book.boxes,
        "track": book.tracks,
        "zone": book.zones,
        "deck": book.decks,
        "card": [card for card in book.cards if card.id in copies],
        "variable": book.variables,
        "flag": book.flags,
    }
    for kind, members in lists.items():
        for member in members:
            title = getattr(member, "title", None)
            name = names.localize(title) if title else printable(member.id.replace("_", " "))
            said = _field_texts(member, names)
            if book.map.grid is not None and members is book.map.spaces:  # a cell's id gives its place
                said = {field: text for field, text in said.items() if field not in (*book.map.built_in, "at")}
            number = copies.get(member.id, 1) if kind == "card" else 1
            found[kind, member.id] = Thing(f"{printable(kind)} {name}", said, number)
    for word in book.words:
        found["word", word.title] = _word(word)
    for note in book.glossary:
        found["note", note.word] = Thing(
            f"note on `{printable(note.word)}`", {"says": _SENTENCE_END.sub("\n", names.localize(note.about))}
        )
    for number, watch in enumerate(book.watches, start=1):
        said = {"when": _text(watch.when), "do": _text(watch.do)}
        found["watch", str(number)] = Thing(f"watch {number}", said)
    for bot in book.bots:
        found["bot", bot.id] = _bot(bot, names)
    return found | _connections(book, names)


def _copies(book: Rulebook) -> dict[str, int]:
    """Return the number of copies of each card, by the id of the first copy."""
    groups = (list(group) for _, group in groupby(book.cards, key=lambda card: card.where))
    return {first.id: 1 + len(others) for first, *others in groups}


def _connections(book: Rulebook, names: Names) -> dict[tuple[str, str], Thing]:
    graph = book.map.graph
    found: dict[tuple[str, str], Thing] = {}
    if book.map.grid is not None:
        return found
    for start, end in graph.edges:
        if not graph.has_edge(end, start):
            found["way", f"{start} {end}"] = Thing(f"the way from {names.title_of(start)} to {names.title_of(end)}", {})
        elif start < end:
            found["ways", f"{start} {end}"] = Thing(
                f"the way between {names.title_of(start)} and {names.title_of(end)}", {}
            )
    return found


def _game(book: Rulebook, names: Names) -> Thing:
    said = {"title": names.localize(book.title), "about": names.localize(book.about), "start": _text(book.start)}
    if book.score is not None:
        said["score"] = _text(book.score)
    if book.side is not None:
        said["side of a seat"] = _text(book.side)
    if book.certain:
        said["certain"] = "\n".join(_text(each) for each in book.certain)
    said |= {f"{printable(book.map.noun.many)} have": _value_text(tuple(book.map.attributes.values()), names)}
    if (grid := book.map.grid) is not None:
        said["grid"] = grid.description
    return Thing("the game", said)


def _word(word: VocabularyWord) -> Thing:
    what = {"do": "phrase", "when": "condition", "means": "value"}[word.kind]
    said = {word.kind: _text(word.body)}
    if word.table is not None:
        said = {"table": "\n".join(map(printable, word.table.lines()))}
    if len(word.says) > 1:
        said["wordings"] = "\n".join(map(printable, word.says))
    if word.turn:
        said["counts as"] = "a turn"
    return Thing(f"{what} `{printable(word.title)}`", said)


def _bot(bot: Bot, names: Names) -> Thing:
    tables = {names.localize(table.title): "\n".join(_rows(table)) for table in bot.tables}
    said = {"seat": names.title_of(bot.seat) if bot.seat else "any"}
    if bot.when is not None:
        said["when"] = _text(bot.when)
    return Thing(f"tables {names.localize(bot.title)}", said | tables)


def _rows(table: BotTable) -> Iterator[str]:
    for row in table.rows:
        said = f"{row.kind} {' '.join(row.text.split())}" if row.text else "otherwise"
        yield printable(f"{said}: {row.choose}" if row.choose else said)


def _field_texts(thing: Any, names: Names) -> dict[str, str]:
    """Return the fields of a thing as text, without empty ones."""
    found: dict[str, str] = {}
    if getattr(thing, "title", None):
        found["title"] = names.localize(thing.title)
    found |= _combined_fields(thing)
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name == "attributes":
            found |= {name: said for name, each in value.items() if (said := _value_text(each, names))}
        elif field.name not in (*_OMITTED_FIELDS, *_COMBINED_FIELDS) and (said := _value_text(value, names)):
            found[_AUTHOR_NAMES.get(field.name, field.name.replace("_", " "))] = said
    return found


def _combined_fields(thing: Any) -> dict[str, str]:
    """Return the fields that authors write as one field, or in another form."""
    found: dict[str, str] = {}
    if hasattr(thing, "low"):
        found["between"] = f"[{thing.low}, {thing.high}]"
    if getattr(thing, "per_seat", False):
        found["for"] = "seat"
    if not getattr(thing, "stops", True):
        found["past its ends"] = "error"
    room = {name: getattr(thing, f"room_{name}", None) for name in ("each", "all")}
    if said := ", ".join(f"{name}: {most}" for name, most in room.items() if most is not None):
        found["room"] = f"{{{said}}}"
    return found


def _value_text(value: Any, names: Names) -> str:
    """Format a value as plain text; empty for an empty value."""
    if value is None or value is False or value == () or value == {}:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, str):
        return _text(value) if "\n" in value or " " in value else names.title_of(value)
    if isinstance(value, dict):
        return ", ".join(f"{names.title_of(str(key))} {_value_text(each, names)}" for key, each in value.items())
    if isinstance(value, Trigger):
        return _trigger_text(value, names)
    if isinstance(value, tuple):
        parts = [_value_text(each, names) for each in value]
        return ("\n" if any("\n" in part for part in parts) else ", ").join(parts)
    if is_dataclass(value):
        parts = [_value_text(getattr(value, field.name), names) for field in fields(value) if field.name != "where"]
        return " ".join(part for part in parts if part)
    return str(value)


def _trigger_text(trigger: Trigger, names: Names) -> str:
    """Return what happens on a track as a sentence: `raised to 5 or 10: gain 1 coin`."""
    *steps, last = map(str, trigger.steps)
    numbers = f"{', '.join(steps)} or {last}" if steps else last
    moved = f"{trigger.direction} {'to' if trigger.direction == 'raised' else 'from'} {numbers}"
    by = f", by {names.title_of(trigger.seat)}" if trigger.seat is not None else ""
    does = _text(trigger.do)
    separator = "\n" if "\n" in does else " "
    return f"{moved}{by}:{separator}{does}"


def _text(text: str) -> str:
    return "\n".join(printable(line) for line in text.rstrip().split("\n"))


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
    from cli.lab.compare_command import ComparisonSettings, compare_games
    from cli.options import RunOptions

    settings = ComparisonSettings(asked.other, asked.variants, games=asked.games)
    command = printable(shlex.join(settings.command(asked.game, asked.players)))
    echo(f"\nin play (`{command}` has more options for this)\n")
    status = compare_games(asked.game, RunOptions(players=asked.players), settings)
    return EXIT_OK if status == EXIT_NO else status


def _write_as_variant(asked: DiffSettings, name: str, before: Rulebook, after: Rulebook) -> str:
    """Write the variant, and return lines on where it is and what it leaves out."""
    from cli.author.game_files import write_variant
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
    old, new = things_of(before, names_before), things_of(after, names_after)
    changed = [line for key in old if key in new for line in _format_changed(old[key], new[key])]
    lost = [old[key] for key in old if key not in new]
    gone = [f"  {thing.title}, {thing.copies} copies" if thing.copies > 1 else f"  {thing.title}" for thing in lost]
    added = [line for key in new if key not in old for line in _format_added(new[key])]
    for heading, lines in (("changed", changed), ("no longer there", gone), ("new", added)):
        if lines:
            yield "\n".join([heading, *lines])


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
