"""`cahier show`: print a part of a game's data, with marks for what variants have changed.

`cahier show GAME lowered` and `cahier show GAME native`: the Python or WebAssembly code generated from a game's texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from cli.board.grid_picture import draw_grid
from cli.board.map_picture import MapBox, draw_map
from cli.board.map_view import MapConnections
from cli.check.check import format_counts
from cli.game_loading import load_base_names, load_base_rulebook, load_data, load_game, names_in
from cli.guard import EXIT_OK
from cli.show import show_content
from cli.show.imprints import format_imprint
from cli.text.output import echo
from cli.text.screen import Screen, current_screen, format_table, tie
from interpreter.presentation import find_neighbours, format_count
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.language import CodeKey
    from interpreter.matches import Game
    from interpreter.presentation import Names
    from interpreter.rulebook import Grid, PieceKind, Rulebook, Space, Track, Trigger


def show_game(
    name: str, what: str | None, thing_id: str | None, variants: tuple[str, ...], players: int | None, lang: str
) -> int:
    """Print one part of a game's data, with changes by variants marked; return the exit status.

    Raises RulebookError, also for an unknown part or id.
    """
    if what in ("lowered", "native"):
        source = format_python_code if what == "lowered" else format_native_code
        echo(source(load_game(name, variants, players), thing_id))
        return EXIT_OK
    view = _view(what, thing_id)
    book = load_data(name, variants, players)
    names, screen = names_in(book, lang), current_screen()
    said, head = view(book, names), ""
    lines = screen.wrap_lines(said)
    changed: frozenset[str] = frozenset()
    if variants:
        titles = ", ".join(names.localize(variant.title) for variant in book.overlays)
        before = load_base_rulebook(name, players)
        were = load_base_names(before, lang)
        was = _base_text(view, before, were)
        changed = changed_spaces(before, book, were, names) if what == "map" else changed
        if was != said or changed:
            lines, head = mark_changes(was, said, screen), f"{ADDED}with {titles}, {REMOVED}without"
        else:
            head = f"nothing here is changed by: {titles}"
    picture = "\n".join(draw_book_map(book, names, screen, changed)) if what == "map" else ""
    echo("\n\n".join(part for part in (head, picture, lines) if part))
    return EXIT_OK


def _view(what: str | None, thing_id: str | None) -> Callable[[Rulebook, Names], str]:
    """Return the function that prints one part of a game. Raises RulebookError if there is none of this name."""
    views: dict[str, Callable[[Rulebook, Names], str]] = {
        "map": format_spaces,
        "tracks": format_tracks,
        "sources": show_content.format_sources,
        "tables": show_content.format_bot_tables,
        "rules": show_content.format_rules_summary,
        "goal": show_content.format_goals,
    }
    if what is None:
        return format_overview
    if what == "cards":
        return lambda book, names: show_content.format_cards(book, names, thing_id)
    if what == "numbers":
        return lambda book, names: show_content.format_numbers(book, thing_id)
    if what == "uses" and thing_id is not None:
        return lambda book, names: show_content.format_uses(book, thing_id)
    if what in views and thing_id is None:
        return views[what]
    every = ["cards", "numbers", *views, "uses", "lowered", "native"]
    message = f"there is nothing to show with this name; the names are: {', '.join(every)}"
    if what in views:
        message = "this is shown as a whole; leave out ID"
    if what == "uses":
        message = "name a card, a space, a track, a phrase…, by its id, title or wording"
    suggestion = None if what in every else closest_match(what, every)
    raise RulebookError(Problem(Location(f"show {what}"), "nothing-to-show", message, suggestion))


def _base_text(view: Callable[[Rulebook, Names], str], book: Rulebook, names: Names) -> str:
    """Return the text for the game without its variants, empty for a thing that doesn't exist there."""
    try:
        return view(book, names)
    except RulebookError:
        return ""


def format_overview(book: Rulebook, names: Names) -> str:
    """Describe a game: title, seats, counts, pieces and decks."""
    low, high = book.players
    lines = [names.localize(book.title), ""]
    if about := names.localize(book.about):
        lines += [*current_screen().wrap_prose(about), ""]
    named = [("", book.imprint), *((f"{names.localize(each.title)}: ", each.imprint) for each in book.overlays)]
    said = [f"{whose}{imprint}" for whose, each in named if (imprint := format_imprint(each))]
    lines += [*said, ""] if said else []
    lines.append(format_count(low, "player") if low == high else f"{low} to {high} players (here {len(book.seats)})")
    lines.append(format_table([(seat.id, names.localize(seat.title)) for seat in book.seats]))
    if book.sides:
        lines += ["", "sides", format_table([(side.id, names.localize(side.title)) for side in book.sides])]
    lines += ["", format_counts(book)]
    if book.pieces:
        lines += ["", "pieces"]
        lines.append(format_table([_piece(kind, names) for kind in book.pieces]))
    if book.decks:
        lines += ["", "decks"]
        decks = [(deck, sum(card.deck == deck.id for card in book.cards)) for deck in book.decks]
        lines.append(
            format_table([(deck.id, names.localize(deck.title), str(number), "cards") for deck, number in decks])
        )
    made_up = show_content.count_reconstructed(book)
    if made_up:
        lines += ["", made_up]
    return "\n".join(lines)


def _piece(kind: PieceKind, names: Names) -> tuple[str, ...]:
    owners = {"seat": " for each seat", "taker": " for those who take them"}
    limits = [(kind.room_each, "of one owner"), (kind.room_all, "in all")]
    room = [f"{limit} {whose}" for limit, whose in limits if limit is not None]
    said = [" or ".join(names.label(state, state) for state in kind.states)] if kind.states else []
    said += [f"at most {', '.join(room)} in a space"] if room else []
    return kind.id, names.localize(kind.title), f"{kind.supply}{owners.get(kind.owner or '', '')}", "; ".join(said)


def format_python_code(game: Game, wanted: str | None) -> str:
    """Return the Python code of the rule with this title or card id, or all titles without one.

    Raises RulebookError for an unknown title.
    """
    return _rule_sources(game.program.code(False).sources(), "lowered", "#", wanted)


def format_native_code(game: Game, wanted: str | None) -> str:
    """Return WebAssembly code as `format_python_code` does.

    Raises PlayError for a game that can't be compiled to machine code.
    """
    from interpreter.engine import match_limits
    from interpreter.language import NativeUnavailableError

    try:
        return _rule_sources(game.native_rules(match_limits(game)), "native", ";;", wanted)
    except NativeUnavailableError as error:
        message = f"this game can't be compiled to machine code: {error}"
        raise PlayError(Problem(Location(game.id), "no-backend", message)) from None


def _rule_sources(sources: Mapping[CodeKey, str], what: str, comment: str, wanted: str | None) -> str:
    """Return all sources of a title, each under a comment that names it."""
    titles = list(dict.fromkeys(key.title for key in sources))
    if wanted is None:
        return "\n".join(map(printable, titles))
    for title in (wanted, f"event of {wanted}"):
        if title in titles:
            found = [f"{comment} {key}\n{source.rstrip()}" for key, source in sources.items() if key.title == title]
            return "\n".join(printable(line) for line in "\n\n".join(found).split("\n"))
    message = f"no rule has this title; `show GAME {what}` lists them"
    raise RulebookError(
        Problem(Location(f"show {what} {wanted}"), "unknown-rule", message, closest_match(wanted, titles))
    )


ADDED, REMOVED, UNCHANGED = "+ ", "- ", "  "
ROW_NUMBER = re.compile(r" +\d+  ")
"""The number before a row of a table, which doesn't count when rows are compared."""


def mark_changes(before: str, after: str, screen: Screen) -> str:
    """Return the wrapped lines after a change, new ones marked, with removed ones above them."""
    narrow = replace(screen, width=screen.width - len(ADDED))
    lines = [
        f"{mark}{part}" if line else ""
        for mark, line in _marked_lines(before.split("\n"), after.split("\n"))
        for part in narrow.wrap_lines(line).split("\n")
    ]
    return "\n".join(lines)


def _marked_lines(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    old, new = ([_comparison_key(line) for line in lines] for lines in (before, after))
    for what, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield from ((UNCHANGED, line) for line in after[new_start:new_end])
        else:
            yield from ((REMOVED, line) for line in before[start:end] if line)
            yield from ((ADDED, line) for line in after[new_start:new_end])


def _comparison_key(line: str) -> str:
    """Return the key by which lines count as equal, without row numbers and the widths of columns."""
    return " ".join(ROW_NUMBER.sub("", line, count=1).split())


def draw_book_map(book: Rulebook, names: Names, screen: Screen, changed: Collection[str] = ()) -> list[str]:
    """Draw the map, if it has coordinates. `changed`: spaces to mark.

    Each space shows the values of its attributes without their names, which stand in the list.
    """
    ways = MapConnections(book)
    carried = {space.id: _attribute_values(book, names, space) for space in book.map.spaces}
    if book.map.grid is not None:
        titled = any(not book.map.is_plain_cell(space) for space in book.map.spaces)
        bare = not titled and not any(carried.values())
        said = {
            space_id: [*([ADDED.strip()] if space_id in changed else []), *lines] for space_id, lines in carried.items()
        }
        return draw_grid(book.map, names, said, screen, bare) or []
    boxes = []
    for space in book.map.spaces:
        if space.at is not None:
            inside = tuple(map(screen.escape, carried[space.id]))
            mark = ADDED if space.id in changed else ""
            head = screen.escape(mark + ways.label_space(space.id, names.localize(space.title)))
            boxes.append(MapBox(space.id, space.at, head, inside, ways.describe_connections(space.id, screen.signs)))
    return draw_map(boxes, ways.links(), screen.width - 1, screen.signs) or []


def changed_spaces(before: Rulebook, after: Rulebook, names_before: Names, names_after: Names) -> frozenset[str]:
    """Return the spaces that are new, or whose fields or connections have changed."""
    from cli.author.diff import things_of

    old, new = things_of(before, names_before), things_of(after, names_after)
    were, are = before.map.noun.one, after.map.noun.one
    found = {space.id for space in after.map.spaces if old.get((were, space.id)) != new[are, space.id]}
    return frozenset(found.union(*set(before.map.edges).symmetric_difference(after.map.edges)))


def _attribute_values(book: Rulebook, names: Names, space: Space) -> list[str]:
    parts = [tie(part.replace("_", " ")) for part in names.list_attributes(space.attributes, book.map.attributes)]
    return [", ".join(parts)] if parts else []


def format_spaces(book: Rulebook, names: Names) -> str:
    """List the spaces in groups of equal enumerated attributes, each with its connections; omit plain cells."""
    board = book.map
    if board.grid is not None:
        return _grid_text(book, board.grid, names)
    shared = [name for name, attribute in board.attributes.items() if attribute.kind == "values"]
    own = {name: attribute for name, attribute in board.attributes.items() if name not in shared}
    groups: dict[str, list[Space]] = {}
    for space in board.spaces:
        values = (space.attributes.get(name) for name in shared)
        heading = ", ".join(names.title_of(str(value)) for value in values if value is not None)
        groups.setdefault(heading, []).append(space)
    lines = []
    for heading, members in groups.items():
        lines.append(heading or f"other {printable(board.noun.many)}" if shared else printable(board.noun.many))
        for space in members:
            remark = _remark(names.attributes(space.attributes, own), space)
            lines.append(f"  {names.localize(space.title)} ({printable(space.id)}){remark}")
            lines += [f"      {arrow} {ends}" for arrow, ends in _connections(book, space, names) if ends]
        lines.append("")
    if board.graph.number_of_edges():
        lines.append("<-> both ways, --> only from here, <-- only to here")
    return "\n".join(lines).rstrip() if board.spaces else "no map"


def _grid_text(book: Rulebook, grid: Grid, names: Names) -> str:
    """Describe a grid in a sentence, then the cells that differ from plain ones."""
    many = printable(book.map.noun.many)
    lines = [f"{many}: {grid.description}"]
    for space in book.map.spaces:
        remark = _remark(names.attributes(space.attributes, book.map.attributes), space)
        if remark or not book.map.is_plain_cell(space):
            lines.append(f"  {names.localize(space.title)} ({printable(space.id)}){remark}")
    for start, end in sorted(book.map.crossings):
        lines.append(f"  {names.title_of(start)} --> {names.title_of(end)}")
    return "\n".join(lines)


def _remark(attributes: str, space: Space) -> str:
    remark = ", ".join(part for part in (attributes, "closed to pieces" if space.closed else "") if part)
    return f": {remark}" if remark else ""


def _connections(book: Rulebook, space: Space, names: Names) -> list[tuple[str, str]]:
    found = find_neighbours(book, space.id)
    kinds = (("<->", found.both), ("-->", found.out_only), ("<--", found.into_only))
    return [(arrow, ", ".join(map(names.title_of, spaces))) for arrow, spaces in kinds]


def format_tracks(book: Rulebook, names: Names) -> str:
    """List the tracks with their ranges, the values of their steps, and their triggers."""
    return "\n\n".join(_track(track, names) for track in book.tracks) or "no tracks"


def _track(track: Track, names: Names) -> str:
    whose = "one, the two seats read it with opposite sign" if track.mirrored else "one for each seat"
    lines = [
        f"{names.localize(track.title)} ({printable(track.id)}): {track.low} to {track.high}, starts at {track.start}"
        + (f"; {whose}" if track.per_seat else "")
    ]
    lines += [
        f"  {names.title_of(seat)}: {names.localize(title)} ({name_id})"
        for seat, (name_id, title) in track.names.items()
    ]
    if track.gives:
        steps = ("step", *(str(step) for step in range(track.low, track.high + 1)))
        lines.append(format_table([steps, *((name, *map(str, values)) for name, values in track.gives.items())]))
    for trigger in track.triggers:
        lines += _trigger(trigger, names)
    return "\n".join(lines)


def _trigger(trigger: Trigger, names: Names) -> list[str]:
    way = "raised to" if trigger.direction == "raised" else "lowered from"
    whose = f"{names.title_of(trigger.seat)}: " if trigger.seat else ""
    steps = " or ".join(map(str, trigger.steps))
    return [
        f"  {whose}when {way} {steps}",
        *("      " + printable(line) for line in trigger.do.rstrip("\n").split("\n")),
    ]
