"""`cahier page GAME`: a game as one HTML file in which one plays it."""

from __future__ import annotations

import os
from dataclasses import dataclass

from cli.author.game_files import refuse_existing
from cli.caches import load_ready_game
from cli.game_loading import load_display_language
from cli.guard import EXIT_OK
from cli.seats import players_by_seat
from cli.text.output import echo
from interpreter.rulebook import HUMAN
from interpreter.support import AtomicFile, Location, PlayError, Problem, RulebookError, printable, require_extra


@dataclass(frozen=True, slots=True)
class GamePageSettings:
    """Options of `cahier page GAME`.

    Attributes:
        seats: SEAT=PLAYER for the first match.
        seed: Its seed; None: the page draws one.
        variants: Variants of the game.
        players: Number of players; None: the fewest.
        lang: Language of the page, as in `load_display_language`.
        force: True if an existing file is overwritten.
    """

    seats: tuple[str, ...]
    seed: int | None
    variants: tuple[str, ...]
    players: int | None
    lang: str
    force: bool


def is_game(path: str) -> bool:
    """Return True if this is the name of a game or a folder, not a file."""
    from interpreter.rulebook import find_folder

    if os.path.isfile(path) or os.path.isdir(path):
        return os.path.isdir(path)
    try:
        find_folder(path)
    except RulebookError:
        return False
    return True


def write_game_page(name: str, output: str, settings: GamePageSettings) -> int:
    """Write the page of a game; return the exit status.

    Raises:
        RulebookError: The game can't be loaded, or a seat can't be played as is asked for.
        PlayError: The game or a player doesn't fit a page.
        SaveError: The page can't be written.
    """
    require_extra("fast", "wasmtime")
    from interpreter.playtest import record_head
    from interpreter.web import PlayPage

    refuse_existing([output], settings.force)
    game = load_ready_game(name, settings.variants, settings.players)
    speech = load_display_language(game.rulebook, settings.lang).speech
    players = players_by_seat(game, settings.seats, {})
    if HUMAN not in players.values():
        message = "a page is for people: leave a seat to a person, SEAT=human"
        raise PlayError(Problem(Location("--seat"), "nobody-plays", message))
    page = PlayPage(game, players, settings.seed, speech, record_head(game))
    with AtomicFile(output) as file:
        file.write(page.html())
    names = game.names(speech.lang)
    people = " and ".join(names.title_of(seat) for seat, player in players.items() if player == HUMAN)
    told = f"{output}: open it in a browser, and play as {people}; it holds everything that is hidden in the game"
    echo(printable(told))
    return EXIT_OK
