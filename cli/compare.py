"""`cahier compare`: play two versions of a game and report the differences."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from cli.answers import answer_to, tell_interrupted, tell_lost
from cli.elsewhere import cluster_at
from cli.guard import BAD_INPUT, FINE, NO, SIGNAL_BASE
from cli.keeping import store_at
from cli.kept import ready_game
from cli.loading import load_game
from cli.margins import check_margin
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import HUMAN, is_player, seated_without_people
from interpreter.background import Background, cores
from interpreter.errors import PlayError, Problem, RulebookError, Where
from interpreter.players.making import make_player

if TYPE_CHECKING:
    from interpreter.lab.document import Told
    from interpreter.lab.question import Question, Side
    from interpreter.language.executable import NativeCode, Unfit
    from interpreter.matches.match import Game
    from interpreter.playtest.cluster import Cluster

MOST_POINTS = 100.0
TIMED = "a player who thinks for a time plays other games each time; `search:N`, with a number of playouts, does not"


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions to compare, as typed."""

    game: str
    other: str | None
    variants: tuple[str, ...]
    base: tuple[str, ...]
    git: str | None
    players: int | None

    @property
    def after(self) -> str:
        """The game after the change."""
        return self.game if self.other is None else self.other

    @property
    def command(self) -> list[str]:
        """Words of the command that makes this comparison."""
        options = [("--variant", each) for each in self.variants] + [("--base", each) for each in self.base]
        options += [("--git", self.git)] if self.git is not None else []
        options += [("--players", str(self.players))] if self.players is not None else []
        words = ["cahier", "compare", self.game, *([] if self.other is None else [self.other])]
        return [*words, *(word for option in options for word in option)]


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier compare` apart from the versions."""

    within: float | None
    games: int | None
    by: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    store: str | None = None
    dask: str | None = None
    csv: str | None = None
    report: str | None = None


def compare_games(versions: Versions, settings: Settings) -> int:
    """Play both versions, report the differences, write the requested files, and return the exit status."""
    from cli.comparison import comparison
    from interpreter.lab.compare_tables import compare_tables
    from interpreter.lab.document import document

    _check(versions, settings)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(answer_to(settings.json, settings.csv, settings.report, store=settings.store))
        before, after = stack.enter_context(_both(versions, settings.backend != "python"))
        cluster = stack.enter_context(cluster_at(settings.dask, settings.backend))
        told = _answers(versions, settings, before, after, cluster)
        failed = answer.give(
            document(told), comparison(told, versions.command), lambda: compare_tables(told), lambda: _page(told)
        )
        ended = _ending(told)
    return failed or ended


def _page(told: list[Told]) -> str:
    from cli.comparison import sentences
    from interpreter.report.compare import compare_page

    return compare_page(told, sentences(told))


def _check(versions: Versions, settings: Settings) -> None:
    """Raise RulebookError unless the options say clearly what to compare."""
    ways = [versions.other is not None, bool(versions.variants), versions.git is not None]
    if sum(ways) != 1:
        message = "name one thing to compare with: --variant V, another folder, or --git REV"
        if versions.variants and sum(ways) == 2:
            message = "with another folder or --git a variant can only be on both sides: --base V"
        raise RulebookError(Problem(Where("compare"), "what-to-compare", message))
    if settings.store is not None and len(settings.by) > 1:
        message = "the games of one kind of players fit into a file; compare with one --by and one --store at a time"
        raise RulebookError(Problem(Where("--store"), "several-players", message))
    if settings.within is not None:
        check_margin(settings.within, MOST_POINTS)


@contextlib.contextmanager
def _both(versions: Versions, native: bool) -> Iterator[tuple[Game, Game]]:
    """Load the games before and after the change for the block. `native`: machine code may play them."""
    name, base, players = versions.game, versions.base, versions.players
    if versions.git is not None:
        from cli.revision import at_revision

        with at_revision(name, versions.git) as then:
            with Background(partial(_loaded, then.folder, base, players, native)) as old:
                after = ready_game(name, base, players)
                before, code = old.result()
            before.program.native = code
            yield before, after
    else:
        before = ready_game(name, base, players)
        yield before, ready_game(versions.after, (*base, *versions.variants), players)


def _loaded(
    folder: str, variants: tuple[str, ...], players: int | None, native: bool
) -> tuple[Game, NativeCode | Unfit | None]:
    """Load a game without the cache, and its machine code if `native` is set.

    The code is returned beside the game because it is not pickled with it.
    """
    from interpreter.engine.native import prepare
    from interpreter.language.executable import NotNative

    game = load_game(folder, variants, players)
    if native:
        with contextlib.suppress(NotNative):
            prepare(game)
    return game, game.program.native


def _answers(versions: Versions, settings: Settings, before: Game, after: Game, cluster: Cluster | None) -> list[Told]:
    """Return the result for each kind of players, as far as the games were played."""
    from interpreter.lab.compare import compare
    from interpreter.lab.document import Told, is_reproducible
    from interpreter.lab.examples import examples
    from interpreter.players.budgets import refuse_times

    told: list[Told] = []
    for by in settings.by or (None,):
        question = _question(versions, settings, before, after, by)
        timed = not is_reproducible(question)
        for option, value in (("--store", settings.store), ("--dask", settings.dask)):
            if value is not None:
                for side in question.sides:
                    refuse_times(side.game, side.seated, option)
        if timed:
            tell(f"warning: {TIMED}")
        both = zip(question.sides, question.seeds, strict=True)
        arms = [(side.game, side.seated, seed) for side, seed in both]
        with store_at(settings.store, *arms, endings=True) as store, Progress(_pace(question)) as progress:
            answer = compare(question, progress, leave_terminals, cluster, store)
        told.append(
            Told(answer, () if timed or answer.signal or answer.broken else examples(answer, leave_terminals), by)
        )
        if answer.signal or answer.broken:
            break
    return told


def _pace(question: Question) -> Pace:
    from interpreter.playtest.lengths import decisions_a_game

    lengths = [decisions_a_game(side.game, side.seated) for side in question.sides]
    known = [length for length in lengths if length is not None]
    return Pace(
        "games", 2 * question.games, decisions=sum(known) / len(known) if known else None, at_most=not question.once
    )


def _question(versions: Versions, settings: Settings, before: Game, after: Game, by: str | None) -> Question:
    from interpreter.lab.question import MOST_GAMES, WITHIN, Question
    from interpreter.language.executable import known_backend

    return Question(
        _side(before, versions.game, versions.git, by, settings.seats),
        _side(after, versions.after, None, by, settings.seats),
        within=settings.within or WITHIN,
        games=settings.games or MOST_GAMES,
        once=settings.games is not None and settings.within is None,
        seeds=(settings.seed, settings.seed),
        jobs=settings.jobs or cores(),
        backend=known_backend(settings.backend),
        rows=max(1, len(settings.by)),
    )


def _side(game: Game, typed: str, revision: str | None, by: str | None, seats: tuple[str, ...]) -> Side:
    from interpreter.lab.question import Side
    from interpreter.rulebook.files import find_folder, is_installed

    folder = find_folder(typed)
    wanted = seats if by is None else (*_all_by(game, by, seats), *seats)
    return Side(game, seated_without_people(game, wanted), None if is_installed(folder) else folder, revision)


def _all_by(game: Game, by: str, seats: tuple[str, ...]) -> list[str]:
    """Return SEAT=PLAYER for each seat that the player can play, and that neither the rules nor `seats` assign.

    Raises RulebookError if there is no seat that it can play.
    """
    able = [seat for seat in game.seats if is_player(game, seat, by)]
    if not able or by == HUMAN:
        try:
            make_player(by, game, game.seats[0])
        except PlayError as error:
            raise RulebookError(replace(error.problems[0], where=Where(f"--by {by}"))) from None
    said = {text.partition("=")[0] for text in seats}.union(game.rulebook.players_of)
    return [f"{seat}={by}" for seat in able if seat not in said]


def _ending(told: list[Told]) -> int:
    """Report what went wrong, and return the exit status."""
    for note in dict.fromkeys(note for each in told for note in each.answer.why_not):
        tell(f"note: {note}")
    last = told[-1].answer
    if last.broken:
        tell(last.broken.problems[0].render())
        return BAD_INPUT
    tell_lost(sum(each.answer.lost for each in told))
    tell_interrupted(last.interrupted)
    if last.signal:
        return SIGNAL_BASE + last.signal
    return FINE if all(each.answer.verdict == "within" for each in told) else NO
