"""`cahier serve`: a match in browsers, with a link for each seat and one for spectators."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_OK
from cli.play.match_setup import LINK_NOTE, MatchSetup, set_up_match
from cli.play.play import SEED_BITS, PlaySettings, load_resumed
from cli.play.saved_matches import unlock_all_saves
from cli.text.output import echo, echo_err
from cli.text.words import DEFAULT_LANGUAGE
from interpreter.players import HUMAN
from interpreter.support import Location, PlayError, Problem, printable, require_extra

if TYPE_CHECKING:
    from interpreter.matches import Game
    from interpreter.web import ServerAddress


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Options of `cahier serve`.

    Attributes:
        play: Those that it shares with `cahier play`.
        host: Address to listen at.
        port: Port to listen at.
        json: True if the links are written as JSON to standard output.
    """

    play: PlaySettings
    host: str
    port: int
    json: bool


def serve_game(name: str | None, settings: ServeSettings) -> int:
    """Serve a new or a saved match until the process is stopped; return the exit status.

    Raises RulebookError, SaveError or PlayError if it can't begin.
    """
    require_extra("web", "starlette", "uvicorn", "websockets")
    try:
        return _serve(name, settings)
    finally:
        unlock_all_saves()


def _serve(name: str | None, settings: ServeSettings) -> int:
    from interpreter.web import SPECTATORS, SeatLinks, ServedMatch, ServerAddress, serve_match

    setup, hashes = _set_up(name, settings.play)
    links = SeatLinks(hashes)
    people = [seat for seat, player in setup.players.items() if player == HUMAN]
    tokens = links.create_all([*people, SPECTATORS])
    setup.autosave.add_notes({f"{LINK_NOTE} {who}": text for who, text in links.hashes.items()})
    setup.autosave.save()
    if setup.autosave.failure is not None:
        setup.say("not_saved", why=setup.autosave.failure)
    speech = setup.language.speech
    served = ServedMatch(setup.match, setup.players, speech, lambda: _save(setup), setup.human_play)
    address = ServerAddress(settings.host, settings.port)
    shown = {who: f"{address.url}#{token}" for who, token in tokens.items()}
    try:
        serve_match(served, links, address, lambda: _print_links(setup, address, shown, settings.json))
    except OSError as error:
        message = f"can't listen at {printable(address.host)}, port {address.port}: {error.strerror}"
        raise PlayError(Problem(Location("serve"), "no-port", message, "--port P")) from None
    return EXIT_OK


def _save(setup: MatchSetup) -> None:
    """Save the match; if it is over, write how people played it, too."""
    setup.autosave.save()
    if setup.match.is_over():
        setup.autosave.write_record(setup.players)


def _set_up(name: str | None, settings: PlaySettings) -> tuple[MatchSetup, dict[str, str]]:
    """Return the match with its players, and the hashes of links that were valid before."""
    lang = settings.lang or DEFAULT_LANGUAGE
    if settings.load is not None or settings.resume:
        begun = load_resumed(name, settings)
        return set_up_match(begun.match, settings.seats, begun.players, lang, begun.path, begun.acts), begun.links
    if name is None:
        message = "say which GAME (see `cahier list`), or --resume, or --load FILE"
        raise PlayError(Problem(Location("serve"), "no-game", message))
    game = load_ready_game(name, settings.variants, settings.players)
    match = game.start(secrets.randbits(SEED_BITS) if settings.seed is None else settings.seed)
    return set_up_match(match, _with_people(game, settings.seats), {}, lang, None), {}


def _with_people(game: Game, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options `--seat`, with a person at each seat that they and the rules leave open."""
    named = {text.partition("=")[0] for text in seats} | game.rulebook.players_of.keys()
    return (*seats, *(f"{seat}={HUMAN}" for seat in game.seats if seat not in named))


def _print_links(setup: MatchSetup, address: ServerAddress, links: dict[str, str], as_json: bool) -> None:
    from interpreter.web import SPECTATORS

    if as_json:
        seats = {who: link for who, link in links.items() if who != SPECTATORS}
        echo(json.dumps({"url": address.url, "seats": seats, "spectators": links[SPECTATORS]}))
        sys.stdout.flush()
        return
    names = setup.language.names
    echo(setup.language.messages.format("serving", title=names.localize(setup.match.game.rulebook.title)))
    for who, link in links.items():
        echo(f"  {setup.language.messages.format('spectators') if who == SPECTATORS else names.title_of(who)}: {link}")
    sys.stdout.flush()
    if address.host not in ("127.0.0.1", "localhost", "::1"):
        echo_err(setup.language.messages.format("serving_openly"))
