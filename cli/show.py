"""`cahier show`: print a part of a game's data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cli.check import count
from cli.columns import columns
from cli.guard import FINE
from cli.loading import load_before, load_data, load_game, names_before, names_in
from cli.marks import legend, marked, no_marks
from cli.output import say
from cli.screen import screen_here
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import PieceKind, Rulebook


def show_game(
    name: str, what: str | None, id: str | None, variants: tuple[str, ...], players: int | None, lang: str
) -> int:
    """Print one part of a game's data, with changes by variants marked; return the exit status.

    Raises RulebookError, also for an unknown part or id.
    """
    from cli import show_board, show_lowered

    if what in ("lowered", "native"):
        source = show_lowered.lowered if what == "lowered" else show_lowered.native
        say(source(load_game(name, variants, players), id))
        return FINE
    view = _view(what, id)
    book = load_data(name, variants, players)
    names, screen = names_in(book, lang), screen_here()
    said, head = view(book, names), ""
    lines = screen.fold_all(said)
    changed: frozenset[str] = frozenset()
    if variants:
        before = load_before(name, players)
        were = names_before(before, lang)
        was = _before(view, before, were)
        changed = show_board.changed_spaces(before, book, were, names) if what == "map" else changed
        if was != said or changed:
            lines, head = marked(was, said, screen), legend(book, names)
        else:
            head = no_marks(book, names)
    picture = "\n".join(show_board.picture(book, names, screen, changed)) if what == "map" else ""
    say("\n\n".join(part for part in (head, picture, lines) if part))
    return FINE


def _view(what: str | None, id: str | None) -> Callable[[Rulebook, Names], str]:
    """Return the function that prints one part of a game. Raises RulebookError if there is none of this name."""
    from cli import show_board, show_cards, show_sources, show_tables, show_uses
    from interpreter.errors import Problem, RulebookError, Where, nearest

    views: dict[str, Callable[[Rulebook, Names], str]] = {
        "map": show_board.spaces,
        "tracks": show_board.tracks,
        "sources": show_sources.by_source,
        "tables": show_tables.tables,
    }
    if what is None:
        return overview
    if what == "cards":
        return lambda book, names: show_cards.cards(book, names, id)
    if what == "uses" and id is not None:
        return lambda book, names: show_uses.uses(book, id)
    if what in views and id is None:
        return views[what]
    every = ["cards", *views, "uses", "lowered", "native"]
    message = f"there is nothing to show by this name; there are: {', '.join(every)}"
    if what in views:
        message = "this is shown as a whole, it takes no ID"
    if what == "uses":
        message = "of what? say a card, a space, a track, a phrase…, by its id, title or wording"
    suggestion = None if what in every else nearest(what, every)
    raise RulebookError(Problem(Where(f"show {what}"), "nothing-to-show", message, suggestion))


def _before(view: Callable[[Rulebook, Names], str], book: Rulebook, names: Names) -> str:
    """Return the text for the game without its variants, empty for a thing that doesn't exist there."""
    from interpreter.errors import RulebookError

    try:
        return view(book, names)
    except RulebookError:
        return ""


def overview(book: Rulebook, names: Names) -> str:
    """Describe a game: title, seats, counts, pieces and decks."""
    from cli.show_sources import reconstructed

    low, high = book.players
    lines = [names.say(book.title), ""]
    if about := names.say(book.about):
        lines += [*screen_here().prose(about), ""]
    lines.append(number_of(low, "player") if low == high else f"{low} to {high} players (here {len(book.seats)})")
    lines.append(columns([(seat.id, names.say(seat.title)) for seat in book.seats]))
    if book.sides:
        lines += ["", "sides", columns([(side.id, names.say(side.title)) for side in book.sides])]
    lines += ["", count(book)]
    if book.pieces:
        lines += ["", "pieces"]
        lines.append(columns([_piece(kind, names) for kind in book.pieces]))
    if book.decks:
        lines += ["", "decks"]
        decks = [(deck, sum(card.deck == deck.id for card in book.cards)) for deck in book.decks]
        lines.append(columns([(deck.id, names.say(deck.title), str(number), "cards") for deck, number in decks]))
    made_up = reconstructed(book)
    if made_up:
        lines += ["", made_up]
    return "\n".join(lines)


def _piece(kind: PieceKind, names: Names) -> tuple[str, ...]:
    owners = {"seat": " for each seat", "taker": " for those who take them"}
    limits = [(kind.room_each, "of one owner"), (kind.room_all, "in all")]
    room = [f"{limit} {whose}" for limit, whose in limits if limit is not None]
    said = [" or ".join(names.label(state, state) for state in kind.states)] if kind.states else []
    said += [f"at most {', '.join(room)} in a space"] if room else []
    return kind.id, names.say(kind.title), f"{kind.supply}{owners.get(kind.owner or '', '')}", "; ".join(said)
