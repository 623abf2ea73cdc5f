"""The same games with each of many things left out in turn, until it is known well enough what each is worth."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.errors import CahierError
from interpreter.lab.endings import Kinds, OfOneGame, in_order, refuse_stopped
from interpreter.lab.question import POINTS
from interpreter.lab.worth import Row, Worths
from interpreter.language.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.arms import Arm, Span, more_and_more
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.backends import chosen_backend
from interpreter.playtest.chunks import Chunk, Wanted
from interpreter.playtest.crews import Elsewhere
from interpreter.playtest.figures import Tally
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.seen import Seen
from interpreter.playtest.session import Session, session
from interpreter.playtest.stopping import Stopper
from interpreter.playtest.store import Store
from interpreter.playtest.watching import WATCHED, can_watch
from interpreter.rulebook.omissions import Omission

MOST_GAMES = 100_000
"""So many are played without each thing if nothing else is said."""
FIRST_BLOCK = 1000
"""After so many games it is reckoned how many more are needed."""
NOTHING = 0
"""The number of what is left out of the games with all things."""


@dataclass(frozen=True, slots=True)
class Inquiry(OfOneGame):
    """What is each of these things worth? `game` omits them; `seated` says who plays a seat. Games are played until no
    interval reaches further than `within` points, at most so many `games` without each thing: those of the run with
    that seed, on `jobs` processes."""

    game: Game
    things: tuple[Omission, ...]
    seated: dict[str, str]
    within: float = 1.0
    games: int = MOST_GAMES
    seed: int = 0
    jobs: int = 1
    backend: Backend = "auto"

    @property
    def rules(self) -> Game:
        """See OfOneGame."""
        return self.game


@dataclass(slots=True)
class Findings:
    """What came of an inquiry. `baseline`: the games with nothing left out; `seen`: what became of cards in the
    first of them; `kinds`: how games ended. `seconds` is time of play, without loading. `signal` is what interrupted
    it, if anything; `lost` counts workers that were ended from outside, `broken` says why it was given up. `native`:
    machine code played; `why_not`: why it did not, where it should have."""

    inquiry: Inquiry
    rows: list[Row]
    baseline: Tally = field(default_factory=Tally)
    seen: Seen = field(default_factory=Seen)
    kinds: Kinds = field(default_factory=Kinds)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)
    native: bool = False
    why_not: str | None = None

    @property
    def played(self) -> int:
        """How many games were played that something is known by."""
        return self.seen.games + self.baseline.games + sum(row.games for row in self.rows)

    @property
    def worths(self) -> Worths:
        """What the things are worth, as far as is known."""
        return self.worths_within(self.inquiry.within)

    def worths_within(self, points: float) -> Worths:
        """The same by another margin."""
        winners = {kind: self.inquiry.winners(kind) for kind in self.kinds if kind is not None}
        return Worths(self.rows, self.inquiry.who, winners, points / POINTS)


def impact(
    inquiry: Inquiry,
    progress: Callable[[int, int], None] | None = None,
    hung_up: Callable[[], None] | None = None,
    planned: Callable[[int, int], None] | None = None,
    elsewhere: Elsewhere | None = None,
    store: Store | None = None,
) -> Findings:
    """Play until all is known well enough. How many games that takes depends neither on the processes nor on the
    backend. SIGINT, SIGTERM and SIGHUP end it early; what was known by then is in the findings.

    `progress` is given the number of games played since it was called last, and that of all decisions so far, which
    stays at 0 where nobody takes their time; `hung_up` is called as soon as the terminal is gone; `planned` is given
    the number of all games up to the end of a round, before it and when it is known how many of these, its other
    number, need not be played. Who is `elsewhere` plays in place of processes here, but
    for games that are watched. What the `store` holds, whose one arm these games are, is not played, and what is played
    is kept in it. Raises PlayError if machine code is asked for by name and can't be had, or if a game out of which
    nothing is left can't be played to its end; SaveError if the store can't be used.
    """
    findings = Findings(inquiry, [Row(thing) for thing in inquiry.things])
    games = inquiry.games * (1 + len(inquiry.things))
    chosen = chosen_backend(inquiry.game, inquiry.backend, inquiry.seated, games, inquiry.seed)
    findings.native, findings.why_not = chosen.native is not None, chosen.why_not
    arm = Arm(inquiry.game, inquiry.seed, inquiry.seated, chosen.native)
    told = _Told(planned or (lambda games, held: None))
    how = progress, elsewhere, store
    with Stopper(hung_up) as stopper, session(findings, [arm], inquiry.jobs, stopper, *how) as players:
        _Rounds(findings, players, told).play()
    return findings


@dataclass(slots=True)
class _Told:
    """Tells how many games there will be; see `impact`."""

    planned: Callable[[int, int], None]
    games: int = 0
    held: int = 0

    def plan(self, games: int) -> None:
        """There will be so many games in all."""
        self.games = games
        self.planned(games, self.held)

    def chunks(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The same, and those that are kept are told."""
        for chunk in chunks:
            if chunk.kept:
                self.held += chunk.count
                self.planned(self.games, self.held)
            yield chunk


class _Rounds:
    """Rounds of games: in each, those games without a thing that its interval still needs, and the same with it."""

    def __init__(self, findings: Findings, players: Session, told: _Told) -> None:
        self._findings = findings
        self._players = players
        self._told = told
        self._whole = array("L")
        """How each game ended with nothing left out."""

    def play(self) -> None:
        """All rounds."""
        findings = self._findings
        most = findings.inquiry.games
        self._watch()
        wanted = dict.fromkeys((row.thing.number for row in findings.rows), min(FIRST_BLOCK, most))
        while wanted:
            if not self._round(wanted):
                return
            wanted = {row.thing.number: games for row, games in findings.worths.wanted(most) if games > row.games}

    def _watch(self) -> None:
        """See what becomes of cards, where all seats are played by those who can be watched."""
        inquiry = self._findings.inquiry
        if can_watch(inquiry.seated) and any(each.kind == "event" for each in inquiry.things):
            spans = [Span(0, 0, min(WATCHED, inquiry.games))]
            self._told.plan(spans[0].count)
            for chunk in self._told.chunks(self._players.play_here(spans, Wanted(seen=True))):
                self._findings.seen.merge(chunk.seen)

    def _round(self, wanted: dict[int, int]) -> bool:
        """Play up to so many games without each thing, by its number; whether all of them were played."""
        findings, games = self._findings, max(wanted.values())
        rows = {row.thing.number: row for row in findings.rows if row.thing.number in wanted}
        stopped: dict[int, int] = {}
        more = sum(wanted[number] - row.games for number, row in rows.items()) + max(0, games - len(self._whole))
        self._told.plan(findings.played + more)

        def spans() -> Iterator[Span]:
            if games > len(self._whole):
                yield Span(0, len(self._whole), games - len(self._whole))
            for number, row in rows.items():
                for span in more_and_more(Span(0, row.games, wanted[number] - row.games, number)):
                    if number not in stopped:
                        yield span

        came: dict[int, list[Chunk]] = {}
        for chunk in self._told.chunks(self._players.play(spans(), Wanted(endings=True))):
            came.setdefault(chunk.without, []).append(chunk)
            for _, _, first in chunk.tally.why_stopped()[:1]:
                if chunk.without == NOTHING:
                    refuse_stopped(findings.inquiry.game, chunk.tally)
                stopped[chunk.without] = min(first, stopped.get(chunk.without, first))
        wanting = {number: wanted[number] - row.games for number, row in rows.items() if number not in stopped}
        wanting[NOTHING] = max(0, games - len(self._whole))
        if any(sum(chunk.count for chunk in came.get(number, ())) < count for number, count in wanting.items()):
            return False
        for chunk in came.get(NOTHING, ()):
            findings.baseline.merge(chunk.tally)
        self._whole += in_order(came.get(NOTHING, ()), findings.kinds)
        for number, row in rows.items():
            if number in stopped:
                row.stopped, row.games = stopped[number], stopped[number] + 1
            else:
                self._pair(row, in_order(came[number], findings.kinds))
                row.games = wanted[number]
        return True

    def _pair(self, row: Row, ended: array[int]) -> None:
        """The next games without a thing have ended so."""
        kinds = list(self._findings.kinds)
        games = list(zip(self._whole[row.games : row.games + len(ended)], ended, strict=True))
        winners = self._findings.inquiry.winners
        others = set[tuple[int, int]]()
        for (whole, lacking), times in Counter(games).items():
            with_it, without = kinds[whole], kinds[lacking]
            assert with_it is not None and without is not None
            row.pairs[without, with_it] += times
            if winners(with_it) != winners(without):
                others.add((whole, lacking))
        if row.parted is None and others:
            row.parted = row.games + next(at for at, pair in enumerate(games) if pair in others)
