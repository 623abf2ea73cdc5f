"""Sequential comparison of two versions of a game, and its result.

It stops as soon as the difference is significant or provably within the margin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from interpreter.lab.compare.aims import EVEN, AimChange, ChangeAim, aim_changes
from interpreter.lab.compare.pairing import (
    AFTER,
    BEFORE,
    FIRST_LOOK,
    FIRST_SLOW_LOOK,
    BlockAssembler,
    Evidence,
    look_schedule,
)
from interpreter.lab.compare.question import POINTS, ComparisonSpec
from interpreter.lab.stats.estimators import DifferenceEstimator, FixedSampleDifferences, anytime_differences
from interpreter.lab.stats.intervals import ALPHA, Interval, Moments, approximate_paired_difference, bonferroni
from interpreter.lab.stats.payoffs import raise_if_stopped, share_count
from interpreter.lab.stats.symmetry import has_alike_seats, win_alike
from interpreter.playtest.run.arms import Arm, choose_backend
from interpreter.playtest.run.chunks import ChunkOutputs, Ending
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import LENGTH_STATISTICS
from interpreter.playtest.run.run_session import RunOutcome, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store

MIN_GAMES_TO_EXTRAPOLATE = 100
"""Number of games below which the number needed for a verdict is not extrapolated."""
MIN_GAMES_FOR_MEAN = 30
"""Number of games below which no interval is given for a mean length."""
TRY_FACTOR, MOST_TRIES = 1.2, 40
"""Factor between the sample sizes tried to extrapolate a verdict, and the number of tries."""

Verdict = Literal["different", "within", "undecided"]
"""Result of a comparison: a significant difference, a difference within the margin, or neither so far."""


def verdict(found: Iterable[Interval], within: float) -> Verdict:
    """Return the verdict on several differences that belong together.

    It is `within` if all intervals lie inside the margin, and `different` if one excludes 0 and is not inside the
    margin.
    """
    outside = [each for each in found if not _inside(each, within)]
    if not outside:
        return "within"
    if not all(each.contains(0) for each in outside):
        return "different"
    return "undecided"


def _inside(interval: Interval, within: float) -> bool:
    return -within <= interval.low and interval.high <= within


def is_precise_enough(found: Collection[Interval], within: float) -> bool:
    """Return whether there is a verdict and the largest difference is known to half its size, or to the margin."""
    said = verdict(found, within)
    largest = max(found, key=lambda each: abs(each.estimate))
    return said == "within" or (said == "different" and largest.half_width <= max(within, abs(largest.estimate) / 2))


def factor_to_verdict(found: Callable[[float], Collection[Interval]], within: float) -> float | None:
    """Return the factor on the number of games at which a verdict is expected; None if it is very large.

    `found` returns the differences for a factor, if the results stay the same.
    """
    times = 1.0
    for _ in range(MOST_TRIES):
        if verdict(found(times), within) != "undecided":
            return times
        times *= TRY_FACTOR
    return None


@dataclass(slots=True)
class ComparisonResult(RunOutcome):
    """Result of a comparison.

    Attributes:
        question: The comparison that was asked for.
        evidence: Results of the games up to the last look.
        verdict_games: Number of games at the look at which the verdict fell; None if it has not fallen.
    """

    question: ComparisonSpec
    evidence: Evidence = field(default_factory=Evidence)
    verdict_games: int | None = None

    @property
    def is_single_look(self) -> bool:
        """True if the planned number of games was played, and looked at once."""
        return self.question.is_single_look and self.games == self.question.games

    def aims(self) -> list[AimChange]:
        """Return how the figures that are aimed at moved: by default, the balance of the sides."""
        default = (ChangeAim(EVEN),) if len(self.question.contenders) > 1 else ()
        aims = self.question.aims or default
        looks = self.question.family_size, self.is_single_look
        return aim_changes(self.question, self.evidence, aims, self.margin, *looks) if self.games else []

    @property
    def games(self) -> int:
        """Number of games played on each arm."""
        return self.evidence.games

    @property
    def verdict(self) -> Verdict:
        """The verdict: `different`, `within` the margin, or `undecided`."""
        if self.question.is_identical:
            return "within"
        return verdict(self.differences().values(), self.margin) if self.games else "undecided"

    @property
    def has_alike_seats(self) -> bool:
        """True if nothing tells the seats apart, so that a change can hardly move who wins."""
        alike = all(has_alike_seats(version.game, version.seated) for version in self.question.versions)
        return alike and all(win_alike(self.wins(arm).values(), self.games) for arm in (BEFORE, AFTER))

    def note_verdict(self) -> None:
        """Note that the verdict has fallen by now, unless it fell before."""
        if self.verdict_games is None and self.verdict != "undecided":
            self.verdict_games = self.games

    @property
    def margin(self) -> float:
        """The smallest difference that matters, as a share."""
        return self.question.margin_points / POINTS

    def differences(self) -> dict[str, Interval]:
        """Return the change in the share of games that each side won, alone or with others.

        The intervals hold simultaneously.
        """
        return {who: self._share(who, self._winning()) for who in self.question.contenders}

    def draws(self) -> Interval | None:
        """Return the change in the share of games that nobody won, which holds together with `differences`.

        It is None if there can be no draws.
        """
        if not self.question.can_be_drawn:
            return None
        return self._winning().share(*self.evidence.discordant_counts(self._is_drawn), self.games)

    def drawn(self, arm: int) -> int:
        """Return the number of games on an arm that nobody won."""
        return sum(times for pair, times in self.evidence.pairs.items() if not self._won(pair[arm]))

    def approximate_differences(self) -> dict[str, Interval]:
        """Return `differences` as approximate fixed-sample intervals, which are cheap to compute and never wider."""
        alpha = self._alpha()
        return {
            who: approximate_paired_difference(
                *self.evidence.discordant_counts(partial(self._is_won_by, who)), self.games, alpha
            )
            for who in self.question.contenders
        }

    def reasons(self) -> dict[str, Interval]:
        """Return the change in the share of games that end for each reason, each interval on its own."""
        kinds = {kind.reason for pair in self.evidence.pairs for kind in pair if kind is not None}
        method = self._method(ALPHA)
        return {
            reason: method.share(*self.evidence.discordant_counts(partial(_ended_by, reason)), self.games)
            for reason in sorted(kinds)
        }

    def lengths(self) -> dict[str, tuple[Moments, Moments, Interval | None]]:
        """Return turns and decisions of a game before and after, and the difference of the means.

        The difference is None if too few games were played.
        """
        found = {}
        for key in LENGTH_STATISTICS:
            before, after = (Moments.from_counts(tally.counts[key]) for tally in self.evidence.tallies)
            many = self.games >= MIN_GAMES_FOR_MEAN
            found[key] = before, after, self._method(ALPHA).mean(before, after) if many else None
        return found

    def wins(self, arm: int) -> dict[str, int]:
        """Return the number of games that each side won on an arm, alone or with others."""
        wins = dict.fromkeys(self.question.contenders, 0)
        for pair, times in self.evidence.pairs.items():
            for who in self._won(pair[arm]):
                wins[who] += times
        return wins

    def win_points(self, arm: int) -> dict[str, float]:
        """Return the mean number of win points per game of each side on an arm; 0 if no games were played.

        A game is worth as many points as it has sides. The winners share them; all sides do if nobody won. An even
        share is therefore 1 for any number of players, so that games for two and for six can be compared (CouncilRoom's
        measure).
        """
        who = self.question.contenders
        points = dict.fromkeys(who, 0.0)
        for pair, times in self.evidence.pairs.items():
            winners = self._won(pair[arm]) or who
            for winner in winners:
                points[winner] += times * len(who) / len(winners) / self.games
        return points

    def winner_changes(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, int]]:
        """Return the pairs of winners before and after that differ, most frequent first.

        Returns:
            For each pair of winners, the number of such games and the index of the first one.
        """
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, int]] = {}
        for pair, times in self.evidence.pairs.items():
            before, after = self._won(pair[0]), self._won(pair[1])
            if before != after:
                games, first = found.get((before, after), (0, self.games))
                found[before, after] = games + times, min(first, self.evidence.first[pair])
        return dict(sorted(found.items(), key=lambda item: (-item[1][0], item[1][1])))

    def pairing_gain(self) -> float:
        """Return the pairing gain: the factor by which unpaired games would have to be more numerous.

        This is the ratio of the variance with independent seeds on each arm to the variance with shared seeds, for the
        side with the smallest gain. It is 1 if nothing varies.
        """
        found = []
        wins = [self.wins(arm) for arm in (BEFORE, AFTER)]
        for who in self.question.contenders:
            up, down = (times / self.games for times in self.evidence.discordant_counts(partial(self._is_won_by, who)))
            shares = [of[who] / self.games for of in wins]
            if varies := up + down - (up - down) ** 2:
                found.append(sum(share * (1 - share) for share in shares) / varies)
        return min(found, default=1.0)

    def largest_changes(self) -> int:
        """Return the number of games that a side wins on one arm only, for the side with most of them."""
        return max(
            sum(self.evidence.discordant_counts(partial(self._is_won_by, who))) for who in self.question.contenders
        )

    def reach_after(self, games: int, changing: float) -> float:
        """Return how far the interval of a small change reaches to either side after so many games.

        `changing`: the share of games that a side wins on one arm only, as often on one as on the other. In a
        comparison with a single look, the interval is that of a single look.
        """
        alpha, times = self._alpha(), round(changing * games / 2)
        is_single = self.question.is_single_look
        method = FixedSampleDifferences(alpha) if is_single else anytime_differences(self.margin, alpha)
        return method.share(times, times, games).half_width

    def games_for_margin(self, changing: float) -> int:
        """Return the number of games after which the interval of a small change reaches no further than the margin."""
        low, high = 1, 2
        while self.reach_after(high, changing) > self.margin:
            low, high = high, 2 * high
        while high - low > max(1, high // 100):
            middle = (low + high) // 2
            low, high = (middle, high) if self.reach_after(middle, changing) > self.margin else (low, middle)
        return high

    def games_to_verdict(self) -> int | None:
        """Return the number of games after which a verdict is expected if the results stay the same.

        The estimate allows for any number of looks. It is None if too few games were played to extrapolate, or if too
        many would be needed.
        """
        if self.games < MIN_GAMES_TO_EXTRAPOLATE:
            return None
        method = anytime_differences(self.margin, self._alpha())
        changes = [self.evidence.discordant_counts(partial(self._is_won_by, who)) for who in self.question.contenders]

        def found(times: float) -> list[Interval]:
            of = round(self.games * times)
            return [method.share(round(up * times), round(down * times), of) for up, down in changes]

        times = factor_to_verdict(found, self.margin)
        return None if times is None else round(self.games * times)

    def _share(self, who: str, method: DifferenceEstimator) -> Interval:
        return method.share(*self.evidence.discordant_counts(partial(self._is_won_by, who)), self.games)

    def _is_won_by(self, who: str, ending: Ending) -> bool:
        return who in self.question.winners(ending)

    def _is_drawn(self, ending: Ending) -> bool:
        return not self.question.winners(ending)

    def _won(self, ending: Ending | None) -> tuple[str, ...]:
        assert ending is not None
        return self.question.winners(ending)

    def _winning(self) -> DifferenceEstimator:
        return self._method(self._alpha())

    def _method(self, alpha: float) -> DifferenceEstimator:
        return FixedSampleDifferences(alpha) if self.is_single_look else anytime_differences(self.margin, alpha)

    def _alpha(self) -> float:
        """Return the error rate of the interval of each side and of draws, which is known before the first game."""
        question = self.question
        return alpha_of_shares(len(question.contenders), question.has_single_winner, question.family_size)


def alpha_of_shares(sides: int, has_single_winner: bool, comparisons: int) -> float:
    """Return the error rate of each share's interval, so that those of all comparisons hold simultaneously.

    They are the shares of the sides, and that of draws if there can be any; see `share_count`.
    """
    return bonferroni(ALPHA, comparisons * share_count(sides, has_single_winner))


def _ended_by(reason: str, ending: Ending) -> bool:
    return ending.reason == reason


def run_comparison(
    question: ComparisonSpec,
    progress: Callable[[int, int], None] | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
    on_look: Callable[[ComparisonResult], None] | None = None,
) -> ComparisonResult:
    """Play both arms until there is a verdict or the maximum number of games is reached.

    The games that count, and the looks at them, depend neither on the number of processes nor on the backend. SIGINT,
    SIGTERM and SIGHUP end the run early; the answer then holds the games that are finished on both arms by then.

    Args:
        question: The comparison to make.
        progress: Called with the number of games played on either arm since the last call, and the number of all
            decisions so far, which stays 0 if all players decide at once.
        on_hangup: Called as soon as the terminal is gone.
        remote: Remote executor that plays the games in place of local processes.
        store: Cache of games with the two versions as its arms. Games in it are not played again; new ones are added.
        on_look: Called with the result so far after each look that does not end the comparison.

    Raises:
        PlayError: Machine code is requested by name and not available, or a game can't be played to its end.
        RulebookError: The two games have different seats.
        SaveError: The store can't be used.
    """
    question.check()
    answer = ComparisonResult(question)
    if question.is_identical:
        return answer
    sides = list(zip(question.versions, question.seeds, strict=True))
    chosen = [choose_backend(side.game, question.backend, side.seated, question.games, seed) for side, seed in sides]
    arms = [Arm(side.game, seed, side.seated, each.native) for (side, seed), each in zip(sides, chosen, strict=True)]
    answer.note_backends(chosen)
    first = FIRST_LOOK if question.is_quick else FIRST_SLOW_LOOK
    blocks = BlockAssembler(look_schedule(question.games, first))
    answer.evidence = blocks.evidence
    how = progress, remote, store
    with Stopper(on_hangup) as stopper, open_session(answer, arms, question.jobs, stopper, *how) as players:
        for chunk in players.play(blocks.spans(), ChunkOutputs(endings=True)):
            blocks.add(chunk)
            before = answer.games
            if is_over(answer, blocks):
                break
            if on_look is not None and answer.games > before:
                on_look(answer)
    if not answer.is_complete:
        blocks.take_rest()
    answer.note_verdict()
    return answer


def is_over(answer: ComparisonResult, blocks: BlockAssembler) -> bool:
    """Take all looks that are possible by now, and return whether the comparison can stop.

    Raises PlayError if a game that counts could not be played to its end.
    """
    while True:
        if (chunk := blocks.first_stopped()) is not None:
            raise_if_stopped(answer.question.versions[chunk.arm].game, chunk.tally)
        if blocks.take_look() is None:
            return False
        if can_stop(answer):
            return True


def can_stop(answer: ComparisonResult) -> bool:
    """Return whether the comparison can stop.

    The always-valid intervals are computed only where the fixed-sample ones, which are narrower, already suffice.
    """
    if (
        answer.question.is_single_look
        or verdict(answer.approximate_differences().values(), answer.margin) == "undecided"
    ):
        return False
    answer.note_verdict()
    differences = answer.differences().values()
    if answer.question.until == "verdict":
        return answer.verdict_games is not None
    return is_precise_enough(differences, answer.margin)
