"""`cahier serve`: a match in browsers, with a link for each seat and one for spectators."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cli.edited_files import POLL_SECONDS, FileWatcher
from cli.guard import EXIT_OK
from cli.play.edited_rules import EditedRulesError, load_edited, replay_edited, report_replay
from cli.play.explanations import MatchAdviser
from cli.play.match_setup import LINK_NOTE, MatchSetup, set_up_match
from cli.play.play import PlaySettings, language_of, load_resumed, start_new
from cli.play.saved_matches import unlock_all_saves
from cli.text.output import echo, echo_err, reserve_stdout
from cli.text.words import DEFAULT_LANGUAGE
from interpreter.rulebook import HUMAN
from interpreter.support import Location, PlayError, Problem, printable, require_extra

if TYPE_CHECKING:
    from interpreter.matches import Game
    from interpreter.web import SeatLinks, ServedMatch, ServerAddress


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
    from interpreter.web import SHARED, SPECTATORS, SeatLinks, ServerAddress, serve_match

    with contextlib.ExitStack() as stack:
        reserved = stack.enter_context(contextlib.ExitStack())
        if settings.json:
            reserved.enter_context(reserve_stdout())
        setup, hashes = _set_up(name, settings.play)
        links = SeatLinks(hashes)
        people = [seat for seat, player in setup.players.items() if player == HUMAN]
        tokens = links.create_all([*people, *([SHARED] if len(people) > 1 else []), SPECTATORS])
        setup.autosave.add_notes(_link_notes(links))
        setup.autosave.save()
        if setup.autosave.failure is not None:
            setup.say("not_saved", why=setup.autosave.failure)
        address = ServerAddress(settings.host, settings.port)
        shown = {who: f"{address.url}#{token}" for who, token in tokens.items()}

        def print_links() -> None:
            if not settings.json:
                _print_links(setup, address, shown)
                return
            reserved.close()
            _print_json(address, shown)
            reserved.enter_context(reserve_stdout())

        edits = None
        if settings.play.watch:
            book = setup.match.game.rulebook
            watcher = stack.enter_context(FileWatcher(book.folder, book.requested_variants))
            edits = ServedEdits(setup, links, settings.play.seats, watcher)
        try:
            serve_match(_served(setup), links, address, print_links, edits)
        except OSError as error:
            message = f"can't listen at {printable(address.host)}, port {address.port}: {error.strerror}"
            raise PlayError(Problem(Location("serve"), "no-port", message, "--port P")) from None
        finally:
            last = setup if edits is None else edits.setup
            if last.match.is_over():
                last.autosave.finish()
                last.tell_next_game("serve")
    return EXIT_OK


def _served(setup: MatchSetup) -> ServedMatch:
    from interpreter.web import ServedMatch

    def save() -> None:
        setup.autosave.save()
        if setup.match.is_over():
            setup.autosave.write_record(setup.players)

    people = [seat for seat, player in setup.players.items() if player == HUMAN]
    adviser = MatchAdviser(setup.match, people, setup.language)
    return ServedMatch(setup.match, setup.players, setup.language.speech, save, setup.human_play, adviser)


def _link_notes(links: SeatLinks) -> dict[str, str]:
    """Return the notes in a save about the links that open the match."""
    return {f"{LINK_NOTE} {who}": text for who, text in links.hashes.items()}


class ServedEdits:
    """Edits of the rules while a match is served: mistakes are printed, and shortly told to its viewers.

    `setup`: the match as it is played now.
    """

    def __init__(self, setup: MatchSetup, links: SeatLinks, seats: tuple[str, ...], watcher: FileWatcher) -> None:
        """Follow the edits of a match's rules; `seats` has SEAT=PLAYER as typed."""
        self.setup = setup
        self._links = links
        self._seats = seats
        self._watcher = watcher

    def wait(self) -> Callable[[ServedMatch], ServedMatch] | None:
        """Wait a moment for an edit, and load it; return the function that takes it into the match."""
        try:
            saved = self._watcher.wait_for_settled_saves(POLL_SECONDS)
        except OSError as error:
            echo_err(f"{printable(self._watcher.folder)}: error: can't be watched any more: {error.strerror}")
            saved = set()
        if not saved:
            return None
        try:
            game = load_edited(self.setup, sorted(saved))
        except EditedRulesError as error:
            wrong = error
            return lambda served: self._tell_mistake(served, wrong)
        finally:
            sys.stdout.flush()
        return lambda served: self._take(served, game)

    def _take(self, served: ServedMatch, game: Game) -> ServedMatch:
        before = self.setup
        try:
            self.setup = replay_edited(before, self._seats, game)
        except EditedRulesError as error:
            return self._tell_mistake(served, error)
        finally:
            sys.stdout.flush()
        if game.rulebook.digest == before.match.game.rulebook.digest:
            self.setup = before
            served.clear_mistake()
            return served
        self.setup.autosave.add_notes(_link_notes(self._links))
        self.setup.autosave.save()
        found = _served(self.setup)
        found.continue_from(served)
        return found

    def _tell_mistake(self, served: ServedMatch, error: EditedRulesError) -> ServedMatch:
        problem = error.problems[0]
        folder = os.path.abspath(self._watcher.folder)
        where = replace(problem.where, file=os.path.relpath(problem.where.file, folder))
        served.report_mistake(printable(str(where)), printable(problem.message))
        return served


def _set_up(name: str | None, settings: PlaySettings) -> tuple[MatchSetup, dict[str, str]]:
    """Return the match with its players, and the hashes of links that were valid before."""
    if settings.load is not None or settings.resume:
        begun = load_resumed(name, settings)
        lang = settings.lang or language_of(begun)
        path = None if begun.replayed else begun.path
        setup = set_up_match(begun.match, settings.seats, begun.players, lang, path, begun.acts)
        if begun.replayed is not None and begun.path is not None:
            report_replay(begun.replayed, begun.saved_choices, begun.path, setup, setup)
        return setup, begun.links
    begun = start_new(name, settings, "serve")
    seats = _with_people(begun.match.game, settings.seats, begun.players)
    return set_up_match(begun.match, seats, begun.players, settings.lang or DEFAULT_LANGUAGE, None), {}


def _with_people(game: Game, seats: tuple[str, ...], earlier: Collection[str]) -> tuple[str, ...]:
    """Return the options `--seat`, with a person at each seat that they, the rules and `earlier` leave open."""
    named = {text.partition("=")[0] for text in seats} | game.rulebook.players_of.keys() | set(earlier)
    return (*seats, *(f"{seat}={HUMAN}" for seat in game.seats if seat not in named))


def _print_json(address: ServerAddress, links: dict[str, str]) -> None:
    from interpreter.web import SHARED, SPECTATORS

    seats = {who: link for who, link in links.items() if who not in (SHARED, SPECTATORS)}
    shared = {"shared": links[SHARED]} if SHARED in links else {}
    echo(json.dumps({"url": address.url, "seats": seats, **shared, "spectators": links[SPECTATORS]}))
    sys.stdout.flush()


def _print_links(setup: MatchSetup, address: ServerAddress, links: dict[str, str]) -> None:
    from interpreter.web import SHARED, SPECTATORS

    names, messages = setup.language.names, setup.language.messages
    others = {SHARED: messages.format("shared"), SPECTATORS: messages.format("spectators")}
    echo(setup.language.messages.format("serving", title=names.localize(setup.match.game.rulebook.title)))
    for who, link in links.items():
        echo(f"  {others.get(who) or names.title_of(who)}: {link}")
    sys.stdout.flush()
    if address.host not in ("127.0.0.1", "localhost", "::1"):
        echo_err(setup.language.messages.format("serving_openly"))
