"""What a comparison has found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from interpreter.errors import CahierError
from interpreter.lab.intervals import ALPHA, Interval, Moments, bonferroni, roughly_paired
from interpreter.lab.pairs import AFTER, BEFORE, Evidence
from interpreter.lab.question import POINTS, Question
from interpreter.lab.verdicts import AtOneLook, Method, Verdict, at_all_looks, settled_after, verdict
from interpreter.playtest.backend_use import BackendUse
from interpreter.playtest.chunks import Ending
from interpreter.playtest.interrupted import InterruptedGame

LENGTHS = ("turns", "decisions_per_game")
"""The figures that say how long a game is."""
FEWEST = 100
"""So many games at the least say how many more would settle a question."""
FEWEST_LENGTHS = 30
"""So many lengths at the least have a mean whose interval can be told."""


@dataclass(slots=True)
class Answer:
    """What came of a question. `evidence` is what was known at the last look, `seconds` time of play without loading.
    `signal` is what interrupted it, if anything; `lost` counts workers that were ended from outside, `broken` says why
    it was given up. `native`: machine code played both sides; `why_not`: why it did not, where it should have."""

    question: Question
    evidence: Evidence = field(default_factory=Evidence)
    seconds: float = 0.0
    signal: int | None = None
    lost: int = 0
    broken: CahierError | None = None
    interrupted: list[InterruptedGame] = field(default_factory=list)
    backend_use: BackendUse = field(default_factory=BackendUse)
    native: bool = False
    why_not: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games were played on each side."""
        return self.evidence.games

    @property
    def verdict(self) -> Verdict:
        """Which of the three it is."""
        if self.question.is_of_one_game:
            return "within"
        return verdict(self.differences().values(), self.margin) if self.games else "undecided"

    @property
    def margin(self) -> float:
        """The smallest difference that matters, as a share."""
        return self.question.within / POINTS

    def differences(self) -> dict[str, Interval]:
        """The difference of each side's share of games won, alone or with others; all intervals hold together."""
        return {who: self._share(who, self._winning()) for who in self.question.who}

    def at_first_sight(self) -> dict[str, Interval]:
        """The same as plain intervals, roughly: they are quickly worked out, and no wider."""
        alpha = self._alpha()
        return {
            who: roughly_paired(*self.evidence.change(partial(self._is_won_by, who)), self.games, alpha)
            for who in self.question.who
        }

    def reasons(self) -> dict[str, Interval]:
        """The difference of the share of games that end for each reason, each interval by itself."""
        kinds = {kind.reason for pair in self.evidence.pairs for kind in pair if kind is not None}
        method = self._method(ALPHA)
        return {
            reason: method.share(*self.evidence.change(partial(_ended_by, reason)), self.games)
            for reason in sorted(kinds)
        }

    def lengths(self) -> dict[str, tuple[Moments, Moments, Interval | None]]:
        """Turns and decisions of a game before and after, and the difference of the means, unless games are few."""
        found = {}
        for key in LENGTHS:
            before, after = (Moments.of(tally.counts[key]) for tally in self.evidence.tallies)
            many = self.games >= FEWEST_LENGTHS
            found[key] = before, after, self._method(ALPHA).mean(before, after) if many else None
        return found

    def wins(self, arm: int) -> dict[str, int]:
        """How often each side won on one of the two sides, alone or with others."""
        wins = dict.fromkeys(self.question.who, 0)
        for pair, times in self.evidence.pairs.items():
            for who in self._won(pair[arm]):
                wins[who] += times
        return wins

    def win_points(self, arm: int) -> dict[str, float]:
        """What each side got of the games, if each brings as many points as there are sides: the winners share them,
        all if nobody has won. An even share is 1, however many play, so that games for two and for six can be compared
        (CouncilRoom's measure). The mean of a game; 0 if none were played."""
        who = self.question.who
        points = dict.fromkeys(who, 0.0)
        for pair, times in self.evidence.pairs.items():
            winners = self._won(pair[arm]) or who
            for winner in winners:
                points[winner] += times * len(who) / len(winners) / self.games
        return points

    def changed(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, int]]:
        """Who won before and after, of the games in which that is not the same: how many, and the first of them; the
        most frequent first."""
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, int]] = {}
        for pair, times in self.evidence.pairs.items():
            before, after = self._won(pair[0]), self._won(pair[1])
            if before != after:
                games, first = found.get((before, after), (0, self.games))
                found[before, after] = games + times, min(first, self.evidence.first[pair])
        return dict(sorted(found.items(), key=lambda item: (-item[1][0], item[1][1])))

    def worth(self) -> float:
        """How many times as many games it would take to know as much without pairs, from seeds of their own on each
        side; of the side that gains least by them. 1 if nothing varies."""
        found = []
        wins = [self.wins(arm) for arm in (BEFORE, AFTER)]
        for who in self.question.who:
            up, down = (times / self.games for times in self.evidence.change(partial(self._is_won_by, who)))
            shares = [of[who] / self.games for of in wins]
            if varies := up + down - (up - down) ** 2:
                found.append(sum(share * (1 - share) for share in shares) / varies)
        return min(found, default=1.0)

    def settled(self) -> int | None:
        """After how many games there would be a verdict, whenever one looks, if all goes on as before. None if too few
        were played to say so, or too many would be needed."""
        if self.games < FEWEST:
            return None
        method = at_all_looks(self.margin, self._alpha())
        changes = [self.evidence.change(partial(self._is_won_by, who)) for who in self.question.who]

        def found(times: float) -> list[Interval]:
            of = round(self.games * times)
            return [method.share(round(up * times), round(down * times), of) for up, down in changes]

        times = settled_after(found, self.margin)
        return None if times is None else round(self.games * times)

    def _share(self, who: str, method: Method) -> Interval:
        return method.share(*self.evidence.change(partial(self._is_won_by, who)), self.games)

    def _is_won_by(self, who: str, ending: Ending) -> bool:
        return who in self.question.winners(ending)

    def _won(self, ending: Ending | None) -> tuple[str, ...]:
        assert ending is not None
        return self.question.winners(ending)

    def _winning(self) -> Method:
        return self._method(self._alpha())

    def _method(self, alpha: float) -> Method:
        return AtOneLook(alpha) if self.question.once else at_all_looks(self.margin, alpha)

    def _alpha(self) -> float:
        """That of each side's interval. Of two sides one wins what the other loses, so that both intervals are one, as
        long as exactly one of them has won each game."""
        who = self.question.who
        mirrored = len(who) == 2 and all(len(self._won(kind)) == 1 for pair in self.evidence.pairs for kind in pair)
        return bonferroni(ALPHA, self.question.rows * (1 if mirrored else len(who)))


def _ended_by(reason: str, ending: Ending) -> bool:
    return ending.reason == reason
