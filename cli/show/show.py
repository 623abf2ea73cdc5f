"""`cahier show`: print a part of a game's data.

`cahier show GAME lowered` and `cahier show GAME native`: the Python or WebAssembly code generated from a game's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cli.check.check import format_counts
from cli.game_loading import load_base_names, load_base_rulebook, load_data, load_game, names_in
from cli.guard import EXIT_OK
from cli.show import show_board, show_content
from cli.text.output import echo
from cli.text.screen import current_screen, format_table
from interpreter.presentation import format_count
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.language import CodeKey
    from interpreter.matches import Game
    from interpreter.presentation import Names
    from interpreter.rulebook import PieceKind, Rulebook


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
        before = load_base_rulebook(name, players)
        were = load_base_names(before, lang)
        was = _base_text(view, before, were)
        changed = show_board.changed_spaces(before, book, were, names) if what == "map" else changed
        if was != said or changed:
            lines, head = show_board.mark_changes(was, said, screen), show_board.explain_marks(book, names)
        else:
            head = show_board.note_no_changes(book, names)
    picture = "\n".join(show_board.draw_book_map(book, names, screen, changed)) if what == "map" else ""
    echo("\n\n".join(part for part in (head, picture, lines) if part))
    return EXIT_OK


def _view(what: str | None, thing_id: str | None) -> Callable[[Rulebook, Names], str]:
    """Return the function that prints one part of a game. Raises RulebookError if there is none of this name."""
    views: dict[str, Callable[[Rulebook, Names], str]] = {
        "map": show_board.format_spaces,
        "tracks": show_board.format_tracks,
        "sources": show_content.format_sources,
        "tables": show_content.format_bot_tables,
    }
    if what is None:
        return format_overview
    if what == "cards":
        return lambda book, names: show_content.format_cards(book, names, thing_id)
    if what == "uses" and thing_id is not None:
        return lambda book, names: show_content.format_uses(book, thing_id)
    if what in views and thing_id is None:
        return views[what]
    every = ["cards", *views, "uses", "lowered", "native"]
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
