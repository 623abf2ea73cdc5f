"""Results of a comparison as text: a sentence first, then the figures that changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log10
from typing import TYPE_CHECKING

from cli.game_loading import names_in
from cli.seats import (
    ADVISED_GAMES,
    BETTER_PLAYER,
    better_seat_options,
    describe_backend,
    describe_fallbacks,
    recommend_better_players,
)
from cli.text.lab.playtest_text import format_rerun_command
from cli.text.screen import current_screen, format_table, tie
from interpreter.lab import (
    AFTER,
    BEFORE,
    MIN_GAMES_TO_EXTRAPOLATE,
    POINTS,
    contenders_of,
)
from interpreter.players import random_seats
from interpreter.presentation import format_count
from interpreter.report import CHANGE_FIGURES, ComparedTitles, advise_time, format_list, is_random, lineups, margin_text
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import (
        AimDistance,
        CompareDocument,
        ComparedVersion,
        Interval,
        LineupFigures,
        Verdict,
    )
    from interpreter.report import ChangeFigure, ChangeRow

EVEN = "even"
AIM_WORDS = {
    "better": "better",
    "worse": "worse",
    "same": "no difference that matters",
    "unknown": "can't say yet",
}
BALANCE_WORDS = {
    "better": "better balanced",
    "worse": "worse balanced",
    "same": "balanced as before",
    "unknown": "not known yet whether it is better balanced",
}
NEARNESS_WORDS = {
    "better": "nearer to the aim",
    "worse": "further from the aim",
    "same": "as near to the aim as before",
    "unknown": "not known yet whether it is nearer to the aim",
}
MIN_PAIRING_GAIN = 1.2
CANCELLING, MIN_OTHER = 5, 0.01
"""Factor from which gains and losses of a side nearly cancel out, and least net change that it is applied to."""
ComparisonRow = tuple[str, str, str, str, str]
BLANK_ROW: ComparisonRow = ("", "", "", "", "")


def format_comparison(document: CompareDocument, versions: Sequence[ComparedVersion], command: Sequence[str]) -> str:
    """Return the report: verdicts for each kind of players, then the figures for the kind that decides.

    The figures are wins, endings, lengths, scores and the cards whose use changed most; games to replay follow.
    `versions`: the two versions; their players are not read. `command`: the words that ask for this comparison.
    """
    deciding = document.deciding
    called = ComparisonText(document, versions)
    verdict, *others = format_verdicts(document, versions, timed=True)
    lines = [verdict, *(f"  {other}" for other in others)]
    lines += called.describe_aims()
    lines += called.describe_cancelling()
    lines.append(f"before: {called.side_title(BEFORE)}; after: {called.side_title(AFTER)}")
    lines.append(lineups(document, [version.game for version in versions], called.names))
    lines = [line for paragraph in lines for line in current_screen().wrap(paragraph)]
    if deciding.games:
        lines += _left_out(document) or _better_players(document, versions, command)
        if len(document.players) > 1 or len(deciding.aims) > 1:
            lines += ["", format_table(called.aim_rows())]
        heading = f", {deciding.by} players" if len(document.players) > 1 else ""
        lines += ["", format_table(called.rows(deciding, heading), "")]
        lines += _confirmation(document)
        lines += called.describe_examples(deciding)
        lines += ["", *_format_run(document)]
    return "\n".join(lines)


def _confirmation(document: CompareDocument) -> list[str]:
    """Return a note if the change is a value in one place, which `sweep` may have chosen on the same games."""
    before, after = (side.subject.variants for side in (document.deciding.a, document.deciding.b))
    if not any("=" in variant for variant in after if variant not in before):
        return []
    chosen = f"If sweep chose this value on --seed {document.seed}, confirm it with another --seed."
    return current_screen().wrap(chosen)


def _left_out(document: CompareDocument) -> list[str]:
    """Return a sentence on the first kind of players that was left out for want of time."""
    if document.next_player is None or document.next_seconds is None or document.time is None:
        return []
    advice = advise_time(document.next_player, document.time, document.next_seconds)
    return current_screen().wrap(f"Not asked for want of time: {advice}")


def _better_players(
    document: CompareDocument, versions: Sequence[ComparedVersion], command: Sequence[str]
) -> list[str]:
    """Return the command that compares with better players, if all players were random.

    `--by` leaves out the seats that the rules assign; those of them that played at random are named one by one.
    """
    games, first = [version.game for version in versions], document.players[0]
    if not is_random(document, games):
        return []
    own = dict.fromkeys(
        seat
        for game, side in zip(games, (first.a, first.b), strict=True)
        for seat in random_seats(game, side.subject.players)
        if seat in game.rulebook.players_of
    )
    return recommend_better_players(
        [*command, "--games", ADVISED_GAMES, "--by", BETTER_PLAYER, *better_seat_options([*own])]
    )


def format_verdicts(document: CompareDocument, versions: Sequence[ComparedVersion], timed: bool = False) -> list[str]:
    """Return the verdict; for several kinds of players, a common verdict, then one for each kind.

    `timed`: say how long it would take to settle an undecided result.
    """
    called, kinds = ComparisonText(document, versions), document.players
    if len(kinds) == 1:
        return [called.sentence(document.deciding, timed)]
    verdicts = {f"{each.by}": each.verdict for each in kinds}
    each_kind = (f"{printable(str(each.by))}: {called.sentence(each, timed)}" for each in kinds)
    return [describe_effect_by_players(verdicts, document.within), *each_kind]


def describe_effect_by_players(verdicts: Mapping[str, Verdict], within: float) -> str:
    """Say for which kinds of players a change matters."""
    kinds = [
        format_list([by for by, said in verdicts.items() if said == one])
        for one in ("different", "within", "undecided")
    ]
    different, same, unknown = kinds
    if different and not unknown:
        changed = f"only for {different} players" if same else f"for all players: {different}"
        return f"Results change {changed}."
    if same and not unknown:
        return f"Results change by at most {margin_text(within)} for all players: {same}."
    parts = [f"results change for {different} players" if different else "", f"not for {same} players" if same else ""]
    text = "; ".join([*filter(None, parts), f"undecided for {unknown} players"])
    return f"{text[0].upper()}{text[1:]}."


def _format_run(document: CompareDocument) -> list[str]:
    games = 2 * sum(each.games for each in document.players)
    lines = [f"{format_count(games, 'game')} in {document.seconds:.2f} s{describe_backend(document.run)}"]
    return lines + describe_fallbacks(document.run)


def _words_of(aim: AimDistance) -> Mapping[str, str]:
    return BALANCE_WORDS if aim.figure == EVEN else NEARNESS_WORDS


class ComparisonText:
    """Names of the two versions of a comparison, and of the things in them."""

    def __init__(self, document: CompareDocument, versions: Sequence[ComparedVersion]) -> None:
        self._document, self._versions = document, versions
        self.names = [names_in(version.game.rulebook, "en") for version in versions]
        after = self.names[AFTER]
        self._winners = after.distinct_titles(versions[AFTER].game.seats) | after.distinct_titles(
            contenders_of(versions[BEFORE].game)
        )
        self._digits = max(1, ceil(-log10(document.within)) + 1)

    def title_of(self, thing_id: str) -> str:
        """Return the title of a thing, in the version after the change if it exists there."""
        if thing_id in self._winners:
            return self._winners[thing_id]
        before, after = self.names
        return after.title_of(thing_id) if after.title_of(thing_id) != thing_id else before.title_of(thing_id)

    def side_title(self, arm: int) -> str:
        """Return the name of one of the two versions."""
        version, names = self._versions[arm], self.names[arm]
        book = version.game.rulebook
        name = printable(version.folder or book.id)
        at = f" at {printable(version.revision)}" if version.revision is not None else ""
        variants = format_list([names.localize(variant.title) for variant in book.overlays])
        return f"{name}{at}{f' with {variants}' if variants else ''}"

    def sentence(self, figures: LineupFigures, timed: bool) -> str:
        """Return the verdict in words. `timed`: with the number of games that would settle it."""
        is_open = timed and figures.games and figures.verdict == "undecided" and not figures.alike_seats
        settled = f" {self._games_to_settle(figures)}" if is_open else ""
        return f"{self._players(figures)}{self._verdict(figures)}{settled}"

    def _players(self, figures: LineupFigures) -> str:
        """Return a sentence on the seats that different players play in the two versions."""
        before, after = figures.a.subject.players, figures.b.subject.players
        other = [
            f"{self.title_of(seat)}: {printable(before[seat])} before, {printable(after[seat])} after"
            for seat in before
            if before[seat] != after[seat]
        ]
        return f"Players differ ({'; '.join(other)}). " if other else ""

    def _verdict(self, figures: LineupFigures) -> str:
        within = f"Within {margin_text(self._document.within)}"
        if figures.same_content:
            return f"{within}: both sides are equal in content, so the difference is 0 without any games."
        if not figures.games:
            return "Undecided: stopped before any game was finished with both versions."
        found = f"{self._largest_difference(figures.difference)}{self._drawn(figures)}"
        after = f"after {format_count(figures.games, 'game')} a side"
        if figures.alike_seats and figures.verdict != "different":
            return (
                "No answer by seat: nothing tells the seats apart, so each keeps its share of the wins, whatever the "
                f"change is worth ({found}, {after}). `cahier impact` tells what a card is worth to whoever has it."
            )
        match figures.verdict:
            case "different":
                hardly = self._hardly(figures.difference)
                early = figures.verdict_after is not None and figures.verdict_after < figures.games
                seen = f" (the verdict fell after {figures.verdict_after:,})" if early else ""
                return f"Different{hardly}: {found}, {after}{seen}."
            case "within":
                return f"{within}: {found}, {after}."
            case "undecided":
                return f"Undecided {after}: {found}."

    def _largest_difference(self, differences: Mapping[str, Interval]) -> str:
        """Describe the largest difference, among the significant ones if there are any."""
        sure = {who: found for who, found in differences.items() if not found.contains(0)} or differences
        who = max(sure, key=lambda who: (abs(sure[who].estimate), sure[who].estimate))
        found = sure[who].scaled(POINTS)
        if not found.estimate:
            return f"all win as often as before ({self._range(found)})"
        win = "win" if self._versions[AFTER].game.rulebook.sides else "wins"
        return f"{self.title_of(who)} {win} {self._more_often(found)}"

    def _drawn(self, figures: LineupFigures) -> str:
        """Return words for a significant change of the share of draws."""
        if figures.draws is None or figures.draws.change.contains(0):
            return ""
        change = figures.draws.change.scaled(POINTS)
        return f", and nobody {self._more_often(change)}"

    def _more_often(self, change: Interval) -> str:
        """Describe a change of a share, in points."""
        is_less = change.estimate < 0
        size = change.scaled(-1) if is_less else change
        low, high = sorted((size.low, size.high))
        number, from_, to = (self._number(value) for value in (size.estimate, low, high))
        return f"{number} points {'less' if is_less else 'more'} often ({from_} to {to})"

    def _hardly(self, differences: Mapping[str, Interval]) -> str:
        """Return a restriction for a difference that is certain, but smaller than the margin by its estimate."""
        largest = max(abs(found.estimate) for found in differences.values())
        return (
            f", but hardly by {margin_text(self._document.within)}" if POINTS * largest < self._document.within else ""
        )

    def describe_aims(self) -> list[str]:
        """Return a sentence for each aim: whether the change brings it nearer, and for which kinds of players."""
        kinds = [each for each in self._document.players if each.aims]
        if not kinds:
            return []
        if len(kinds) == 1 and len(kinds[0].aims) == 1:
            return [self._describe_distance(kinds[0].aims[0])]
        sentences = []
        for at, aim in enumerate(kinds[0].aims):
            words, found = _words_of(aim), dict[str, list[str]]()
            for each in kinds:
                found.setdefault(words[each.aims[at].verdict], []).append(each.by or "")
            parts = [verdict + (f" for {format_list(by)} players" if any(by) else "") for verdict, by in found.items()]
            name = "" if aim.figure == EVEN else f"{self._aim_name(aim)}: "
            text = f"{name}{'; '.join(parts)}"
            sentences.append(f"{text[0].upper()}{text[1:]}.")
        return sentences

    def describe_cancelling(self) -> list[str]:
        """Return a sentence if many games have other winners, but gains and losses of each side nearly cancel out."""
        found = self._document.deciding
        net = max((abs(each.estimate) for each in found.difference.values()), default=0.0)
        few = CANCELLING * max(net, MIN_OTHER) * found.games
        if found.alike_seats or found.other_winners <= few or not self._versions[AFTER].game.rulebook.decks:
            return []
        return [
            f"But {POINTS * found.other_winners / found.games:.0f} of 100 games have other winners: each side gains "
            "some and loses others. For a changed card, `cahier impact` tells what it is worth to whoever has it."
        ]

    def _describe_distance(self, aim: AimDistance) -> str:
        unit = "" if aim.figure in ("turns", "decisions") else " points"
        far, near = (self._number(value) for value in (aim.distance_before, aim.distance_after))
        verdict = _words_of(aim)[aim.verdict]
        return f"{verdict[0].upper()}{verdict[1:]}: {far}{unit} from {self._aim_name(aim)} before, {near} after."

    def aim_rows(self) -> list[tuple[str, ...]]:
        """Return a row for each kind of players and aim: the figure before and after, its distance, the verdict."""
        rows: list[tuple[str, ...]] = [("players", "games", "aim", "before", "after", "change", "distance", "95 %", "")]
        for each in self._document.players:
            for aim in each.aims:
                far, near = (self._number(value) for value in (aim.distance_before, aim.distance_after))
                change = self._signed(aim.after - aim.before)
                numbers = (self._number(aim.before), self._number(aim.after), change, tie(f"{far} → {near}"))
                name = each.by or "as seated"
                whose = (
                    f"{self._aim_name(aim)} ({self.title_of(aim.side)})"
                    if aim.side and aim.figure == EVEN
                    else self._aim_name(aim)
                )
                rows.append(
                    (name, f"{each.games:,}", whose, *numbers, self._range(aim.distance_change), AIM_WORDS[aim.verdict])
                )
        return rows

    def _aim_name(self, aim: AimDistance) -> str:
        """Return an aim in words: `even`, `North 50 %`, `turns 20 to 30`."""
        if aim.figure == EVEN:
            return EVEN
        unit = "" if aim.figure in ("turns", "decisions") else " %"
        numbers = f"{aim.low:g}" if aim.low == aim.high else f"{aim.low:g} to {aim.high:g}"
        return f"{self.title_of(aim.figure)} {numbers}{unit}"

    def rows(self, figures: LineupFigures, heading: str) -> list[ComparisonRow]:
        """Return all figures, in sections with headings."""
        found: list[ComparisonRow] = [(f"{CHANGE_FIGURES[0].heading}{heading}", "before", "after", "change", "95 %")]
        for figure in CHANGE_FIGURES:
            rows = figure.rows(figures, ComparedTitles(*self.names))
            if rows and figure is not CHANGE_FIGURES[0]:
                found += [BLANK_ROW, (figure.heading, *BLANK_ROW[1:])]
            found += [self._row(figure, row) for row in rows[: figure.most_rows]]
            if figure.most_rows is not None and (rest := len(rows) - figure.most_rows) > 0:
                found.append((f"  {format_count(rest, 'use')} more moved: --csv, --json", *BLANK_ROW[1:]))
        return found

    def _row(self, figure: ChangeFigure, row: ChangeRow) -> ComparisonRow:
        digits = figure.digits or self._digits
        before, after, change = (figure.text_factor * number for number in (row.before, row.after, row.change))
        between = "" if row.interval is None else self._range(row.interval.scaled(figure.text_factor), digits)
        return (
            f"  {row.name}",
            self._number(before, digits),
            self._number(after, digits),
            self._signed(change, digits),
            between,
        )

    def describe_examples(self, figures: LineupFigures) -> list[str]:
        """Return lines on games that came out differently, and the commands that play the first of them again."""
        if not figures.examples:
            return []
        number, first = figures.other_winners, figures.examples[0]
        said = f"{number:,} of {format_count(figures.games, 'game')} {'has' if number == 1 else 'have'} other winners"
        if (worth := figures.pairing_gain) >= MIN_PAIRING_GAIN:
            said += f"; without pairs on equal seeds the same precision would take {worth:.1f} times as many games"
        lines = ["", *current_screen().wrap(said)]
        for each in figures.examples:
            before, after = (
                format_list([self.title_of(who) for who in won]) or "nobody" for won in (each.before, each.after)
            )
            parts = "the same decisions; only the result differs"
            if each.decision is not None:
                parts = f"they differ from decision {each.decision}"
            many = "the only one" if each.games == 1 else f"one of {each.games:,}"
            lines += current_screen().wrap(
                f"  game {each.game}: won by {before} before, by {after} after ({many}); {parts}"
            )
        lines.append(f"to see game {first.game} again, before and after:")
        for version, side, file in zip(
            self._versions, (figures.a, figures.b), ("before.jsonl", "after.jsonl"), strict=True
        ):
            name, players = version.folder or version.game.rulebook.id, side.subject.players
            command = format_rerun_command(
                version.game, players, name, first.seed, str(first.game), file, version.revision
            )
            lines.append(f"  {printable(command)}")
        return lines

    def _number(self, value: float, digits: int = 0) -> str:
        """Format a number with this many digits, or with as many as the margin needs."""
        text = f"{value:.{digits or self._digits}f}"
        return text.removeprefix("-") if float(text) == 0 else text

    def _signed(self, value: float, digits: int = 0) -> str:
        text = self._number(value, digits)
        return text if float(text) <= 0 else f"+{text}"

    def _range(self, interval: Interval, digits: int = 0) -> str:
        return f"{self._signed(interval.low, digits)} to {self._signed(interval.high, digits)}"

    def _games_to_settle(self, figures: LineupFigures) -> str:
        """Estimate the number of games that would give a verdict, and the time they would take.

        The command it names has `--within`, since looking a second time needs intervals that hold at all looks.
        """
        games = figures.settled_after
        if games is None:
            few = figures.games < MIN_GAMES_TO_EXTRAPOLATE
            return "They are too few to estimate how many would settle it" if few else "Very many more would be needed"
        step = 10 ** max(0, len(str(games)) - 2)
        games = ceil(games / step) * step
        minutes = (games - figures.games) * figures.seconds / figures.games / 60
        time = f"{minutes:.0f} minutes" if minutes >= 1.5 else f"{max(1, round(60 * minutes))} s"
        options = f"--within {self._document.within:g} --games {games}"
        return f"About {games:,} games a side would settle it, {time} more: {options}"
