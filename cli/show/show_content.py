"""`cahier show GAME` with cards, tables, sources, uses, the goals and the summary of the rules.

Remarks tell what is not as published.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, load_event_renderer
from cli.libraries import find_best_matches, join_titles, pick_first_by_title
from cli.text.screen import format_table
from interpreter.presentation import EventTranslator, collect_notes, format_count, render_card
from interpreter.rulebook import RulesNumbers, read_rules_summary
from interpreter.support import Location, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.authoring import ThingUse
    from interpreter.presentation import Names
    from interpreter.rulebook import (
        Bot,
        BotRow,
        BotTable,
        Card,
        Deck,
        FactSource,
        GlossaryNote,
        LookupTable,
        Rulebook,
        SourcedThing,
    )


MARKDOWN_START = re.compile(r"[#|>]|[-*+] |\d+[.)] ")
"""Beginning of a line that doesn't continue the one above it."""


def format_rules_summary(book: Rulebook, names: Names) -> str:
    """Return the summary of the rules in RULES.md. Raises RulebookError if it can't be read."""
    summary = read_rules_summary(book.folder, names.lang)
    if summary is None:
        return "no summary: this game has no RULES.md beside its game.yaml"
    return "\n".join(map(printable, _unwrapped(summary.strip("\n").split("\n"))))


def _unwrapped(lines: list[str]) -> list[str]:
    """Return the lines of a Markdown text with those of one paragraph or item joined; code stays as it is."""
    found: list[str] = []
    is_code = is_open = False
    for line in map(str.rstrip, lines):
        said = line.lstrip()
        is_fence = said.startswith("```")
        starts = MARKDOWN_START.match(said) is not None
        if is_open and said and not (is_code or is_fence or starts):
            found[-1] += f" {said}"
        else:
            found.append(line)
        is_code = is_code != is_fence
        is_open = bool(said) and not said.startswith(("#", "|", "```"))
    return found


def format_goals(book: Rulebook, names: Names) -> str:
    """Return what each seat or side has to do to win."""
    titles = {each.id: names.localize(each.title) for each in (*book.seats, *book.sides)}
    goals = {key: " ".join(names.localize(goal).split()) for key, goal in book.player_texts.goals.items()}
    told = [f"{titles[key]}: {goal}" if key else goal for key, goal in goals.items() if not key or key in titles]
    return "\n".join(map(printable, told)) or "no goal: game.yaml has no `goal`"


def format_numbers(book: Rulebook, part: str | None) -> str:
    """List the numbers of the rules that can be varied, each after its value, by the words that `--vary` takes.

    `part`: only numbers whose path contains this. Raises RulebookError if there are none.
    """
    numbers = [number for number in RulesNumbers(book) if part is None or part in number.path]
    if not numbers and part is not None:
        steps = {step for number in RulesNumbers(book) for step in number.path.split("/")}
        message = "no number of the rules has this in its path"
        raise RulebookError(
            Problem(Location(f"show numbers {part}"), "nothing-to-show", message, closest_match(part, steps))
        )
    names = [number.path if number.mark is None else f"{number.path}: {number.mark}" for number in numbers]
    rows = [f"{number.value:6}  {printable(name)}" for number, name in zip(numbers, names, strict=True)]
    return "\n".join(
        [*rows, "", "to vary one: --vary PATH=1..4; in a text, with values in the braces: --vary 'PATH: TEXT {1..4}'"]
    )


def format_bot_tables(book: Rulebook, names: Names) -> str:
    """Format the tables of the rules and of all bots in the game with its variants."""
    printed = [_lookup_table(word.title, word.table) for word in book.words if word.table is not None]
    if not book.bots and not printed:
        return "no tables: this game has no bots (a variant may add some: --variant)"
    return "\n\n".join([*printed, *(_bot(bot, book, names) for bot in book.bots)])


def _lookup_table(title: str, table: LookupTable) -> str:
    return "\n".join([printable(title), *(f"  {printable(line)}" for line in table.lines())])


def _bot(bot: Bot, book: Rulebook, names: Names) -> str:
    seats = {seat.id: names.localize(seat.title) for seat in book.seats}
    whom = "any seat" if bot.seat is None else seats.get(bot.seat, printable(bot.seat))
    condition = f", when {printable(' '.join(bot.when.split()))}" if bot.when is not None else ""
    return "\n\n".join(
        [
            f"{names.title_of_table(bot.title)} ({printable(bot.id)}), for {whom}{condition}",
            *(_table(table, names) for table in bot.tables),
        ]
    )


def _table(table: BotTable, names: Names) -> str:
    how = (
        "the first row that holds"
        if table.kind == "first"
        else "each row narrows the options, unless none would be left"
    )
    answers = ", ".join(printable(answer.replace("_", " ")) for answer in table.answers)
    rows = [f"    {number:2}  {_row(row)}" for number, row in enumerate(table.rows, 1)]
    last = ["        chance decides among the options left"] if table.kind == "keep" else []
    return "\n".join([f"  {names.title_of_table(table.title)}: {answers} ({how})", *rows, *last])


def _row(row: BotRow) -> str:
    text = "" if row.text is None else printable(" ".join(row.text.split()))
    said = {
        "that": text,
        "only": f"only {text}, or leave it",
        "highest": f"highest {text}",
        "lowest": f"lowest {text}",
    }.get(row.kind)
    if said is None:
        said = f"if {text}: {printable(row.choose or '')}" if text else f"otherwise: {printable(row.choose or '')}"
    source = row.source if isinstance(row.source, str) else None
    return said if source in (None, "rulebook") else f"{said}  [{source}]"


MEANING = {
    "rulebook": "as published",
    "inferred": "follows from what is published",
    "reconstructed": "not publicly known: a proposal; replace it if you have the game",
    "ours": "made up for this project",
    "not said": "",
}


def format_sources(book: Rulebook, names: Names) -> str:
    """Count the facts by source, then list them, the least certain first."""
    found: dict[str, dict[str, list[str]]] = {source: {} for source in MEANING}
    numbers: Counter[str] = Counter()
    for kind, thing_id, stated in _things(book):
        fields: dict[str, list[str]] = {}
        for field, source in iter_field_sources(stated):
            fields.setdefault(source, []).append(printable(field))
        for source, named in fields.items():
            what = f"{', '.join(named)} of {kind}" if named != [""] else kind
            found.setdefault(source, {}).setdefault(what, []).append(thing_id)
            numbers[source] += len(named)
    rows = []
    for source, facts in found.items():
        if facts:
            rows.append((source, str(numbers[source]), MEANING.get(source, "")))
    lines = [format_table(rows, indent="")] if rows else ["no sources"]
    for source in reversed(MEANING):
        if found[source]:
            lines += ["", source]
            for what, ids in found[source].items():
                lines.append(f"  {what} ({len(ids)})")
                lines += textwrap.wrap(", ".join(ids), 100, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def count_reconstructed(book: Rulebook) -> str:
    """Return a line with the number of reconstructed facts, or an empty one if there are none."""
    facts = [source for _, _, stated in _things(book) for _, source in iter_field_sources(stated)]
    number = facts.count("reconstructed")
    name = printable(shlex.quote(format_game_name(book)))
    return f"{number} facts are reconstructed, not as published (see: cahier show {name} sources)" if number else ""


def _things(book: Rulebook) -> Iterator[tuple[str, str, FactSource]]:
    """Yield (kind, id, source) of everything that has a source."""
    kinds: dict[str, Iterable[SourcedThing]] = {
        "seats": book.seats,
        "sides": book.sides,
        printable(book.map.noun.many): book.map.spaces,
        "pieces": book.pieces,
        "boxes": book.boxes,
        "tracks": book.tracks,
        "cards": book.cards,
    }
    for kind, things in kinds.items():
        for thing in things:
            yield kind, thing.id, thing.source


def iter_field_sources(source: FactSource) -> Iterator[tuple[str, str]]:
    """Yield (field, source) of a thing; the field is empty if the source is that of the whole thing."""
    if isinstance(source, dict):
        yield from source.items()
    else:
        yield "", source or "not said"


def format_cards(book: Rulebook, names: Names, card_id: str | None) -> str:
    """Return all cards, or the one with this id or title. Raises RulebookError if there is none."""
    decks = {deck.id: deck for deck in book.decks}
    if card_id is not None:
        card = find_card(book, card_id, f"show cards {card_id}")
        return _format_card(card, decks[card.deck], names, load_event_renderer(book, names), book.glossary)
    told = load_event_renderer(book, names)
    lines = []
    for deck in book.decks:
        held = [card for card in book.cards if card.deck == deck.id]
        lines.append(f"{names.localize(deck.title)} ({printable(deck.id)}): {format_count(len(held), 'card')}\n")
        lines += [_format_card(card, deck, names, told) + "\n" for card in held]
    lines += [f"~ {note.line}" for note in collect_notes(book.cards, book.glossary, names)]
    return "\n".join(lines).rstrip("\n") if lines else "no cards"


def find_card(book: Rulebook, wanted: str, command: str) -> Card:
    """Return the card with this id or title, or the only one that a part of these fits.

    Raises RulebookError, located at `command`, if there is none or there are several.
    """
    names = {card.id: {card.id, *card.title.values()} for card in book.cards}
    cards = {card.id: card for card in book.cards}
    found = pick_first_by_title(find_best_matches(wanted, names), lambda card_id: cards[card_id].title["en"])
    if len(found) == 1:
        return cards[next(iter(found.values()))]
    where = Location(command)
    if found:
        message = f"this can mean: {printable(join_titles(found))}"
        raise RulebookError(Problem(where, "ambiguous-card", message))
    message = "there is no card with this id or title"
    known = [name for each in names.values() for name in each]
    raise RulebookError(Problem(where, "unknown-card", message, closest_match(wanted, known)))


def _format_card(
    card: Card, deck: Deck, names: Names, told: EventTranslator | None, glossary: tuple[GlossaryNote, ...] = ()
) -> str:
    face = render_card(card, deck, names, told, glossary)
    lines = [f"{face.title} ({printable(card.id)})" + (f": {face.attributes}" if face.attributes else "")]
    lines += ["    " + line for line in face.lines]
    lines += ["    ~ " + note for note in face.notes]
    lines += [
        f"    [{remark}]" for field, source in iter_field_sources(card.source) if (remark := _remark(field, source))
    ]
    return "\n".join(lines)


def _remark(field: str, source: str) -> str:
    what = printable(field) or "card"
    return {
        "reconstructed": f"{what} reconstructed: not the published one",
        "ours": f"{what} made up for this project",
        "inferred": f"{what} inferred from what is published",
    }.get(source, "")


LONGEST_LINE = 100
"""Maximum length of a quoted line, in characters."""
HEADINGS = {
    "card": "Cards",
    "phrase": "Phrases",
    "condition": "Conditions",
    "value": "Values",
    "bend": "Bends",
    "track": "Tracks",
    "zone": "Zones",
    "sequence": "Sequence",
    "row": "Rows of tables",
    "printed": "Printed, and set up",
    "variant": "Variants",
    "scenario": "Scenarios",
}
"""Headings for kinds of places, in the order of output."""


def format_uses(book: Rulebook, wanted: str) -> str:
    """List all uses of a thing. Raises RulebookError for a word that means nothing in the game."""
    from interpreter.authoring import uses_of

    found = uses_of(book, wanted)
    label = printable(found.name.label)
    if not found.uses:
        return f"{label}: nothing uses it"
    direct = [use for use in found.uses if not use.chain]
    indirect = [use for use in found.uses if use.chain]
    counts = [f"named in {_places(direct)}"] if direct else []
    counts += [f"used in {_places(indirect)} through other words"] if indirect else []
    order = list(HEADINGS)
    sections = groupby(sorted(found.uses, key=lambda use: order.index(use.site.kind)), lambda use: use.site.kind)
    return "\n\n".join([f"{label}: {', '.join(counts)}", *(_section(group, of) for group, of in sections)])


def _places(uses: Iterable[ThingUse]) -> str:
    number = len({use.site for use in uses})
    return "1 place" if number == 1 else f"{number} places"


def _section(group: str, uses: Iterable[ThingUse]) -> str:
    """Format the places of a group with the lines that use the thing.

    For indirect uses in scenarios, which may be hundreds, only line numbers are listed.
    """
    if group == "scenario":
        return _scenarios(list(uses))
    rows = [
        (
            printable(use.site.label),
            printable(f"{use.where.file}:{use.where.line}"),
            printable(_describe_use(use)),
        )
        for use in uses
    ]
    return f"{HEADINGS[group]}\n{format_table(rows)}"


def _scenarios(uses: list[ThingUse]) -> str:
    parts = []
    if rows := [
        (printable(use.site.label), printable(f"{use.where.file}:{use.where.line}")) for use in uses if not use.chain
    ]:
        parts.append(f"Scenarios\n{format_table(rows)}")
    files: dict[str, list[str]] = {}
    for use in uses:
        if use.chain:
            files.setdefault(use.where.file, []).append(str(use.where.line))
    if files:
        indirect = format_table(
            [(printable(file), f"line{'s' * (len(lines) > 1)} {', '.join(lines)}") for file, lines in files.items()]
        )
        parts.append(f"Scenarios, through other words\n{indirect}")
    return "\n\n".join(parts)


def _describe_use(use: ThingUse) -> str:
    if not use.chain:
        line = use.line or ""
        return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
    return "through " + ", then ".join(f"`{word}`" for word in use.chain)
