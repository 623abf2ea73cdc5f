"""`cahier test`: play the scenarios and records of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import EXIT_BAD_INPUT, EXIT_NO, EXIT_OK
from cli.loading import load_game
from cli.output import echo, echo_err
from cli.progress import ProgressDisplay, ProgressState
from cli.recorded import RecordTests
from interpreter.errors import RulebookError, errors_of, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.playtest.scenarios import Verdict


def run_game_tests(
    name: str, variants: tuple[str, ...], players: int | None, files: list[str] | None, accept: bool = False
) -> int:
    """Play the scenarios and records of a game, or of `files`, and report failures; return the exit status.

    Each is played with the variants that it names. With `variants`, only those are played that name exactly these.
    `accept`: show the differences and write the actual results into the files, then play everything again.

    A scenario with a mistake fails alone. Raises RulebookError if the game or a file of scenarios can't be read.
    """
    from interpreter.playtest.records import FILE_SUFFIX, find_record_files
    from interpreter.playtest.scenarios import GameCache, play_scenarios
    from interpreter.rulebook.nodes import MORE
    from interpreter.rulebook.scenarios import read_scenarios

    game = load_game(name, variants, players)
    games = GameCache(game)
    recorded = (
        find_record_files(game.rulebook.folder) if not files else [file for file in files if file.endswith(FILE_SUFFIX)]
    )
    written = [file for file in files if file not in recorded] if files else None
    records = RecordTests(games, recorded, game.rulebook.requested_variants if variants else None)

    def verdicts(pace: ProgressState) -> Iterator[Verdict]:
        scenarios, problems = read_scenarios(game.rulebook, written)
        of_scenarios = {problem for scenario in scenarios for problem in scenario.mistakes}
        others = [problem for problem in errors_of(problems) if problem not in of_scenarios]
        if lost := [problem for problem in others if problem.code != MORE]:
            raise RulebookError(lost)
        if variants:
            scenarios = tuple(each for each in scenarios if each.variants == game.rulebook.variants)
        pace.total = len(scenarios)
        return play_scenarios(games, scenarios)

    if accept:
        pace = ProgressState("scenarios", 0)
        with ProgressDisplay(pace) as progress:
            played = []
            for verdict in verdicts(pace):
                progress(1)
                played.append(verdict)
        _accept(played)
        records.accept()
    passed = failed = mistakes = 0
    pace = ProgressState("scenarios", 0)
    with ProgressDisplay(pace) as progress:
        for verdict in verdicts(pace):
            progress(1)
            passed += verdict.has_passed
            failed += not verdict.has_passed
            mistakes += bool(verdict.mistakes)
            if verdict.mistakes or not verdict.has_passed:
                progress.clear()
            for problem in verdict.mistakes:
                echo_err(problem.render())
            if not verdict.has_passed:
                echo(_describe_failure(verdict))
    with ProgressDisplay(ProgressState("records", records.max_count, is_upper_bound=bool(variants))) as progress:
        for again in records.play():
            progress(1)
            passed += again.has_passed
            failed += not again.has_passed
            mistakes += bool(again.mistakes)
            if not again.has_passed:
                progress.clear()
            for problem in again.mistakes:
                echo_err(problem.render())
            if again.difference is not None:
                echo(again.describe())
    if variants and not passed + failed:
        echo_err("no scenario names just these variants: `variants: […]` in a scenario does")
    echo(f"{passed} passed, {failed} failed")
    return EXIT_BAD_INPUT if mistakes else EXIT_NO if failed else EXIT_OK


def _accept(verdicts: list[Verdict]) -> None:
    """Show the changes that make the scenarios pass, and write them. Raises CahierError."""
    from interpreter.playtest.accepting import ScenarioEdits
    from interpreter.replacing_files import unwritable_error

    try:
        files = ScenarioEdits(verdicts)
        for line in files.unified_diff():
            echo(printable(line))
        if files:
            files.write()
    except OSError as error:
        raise unwritable_error(error) from error
    left = sum(not failure.edits for verdict in verdicts for failure in verdict.failures)
    if left:
        echo_err(f"what can't be rewritten stays, and is shown below: {left}")


def _describe_failure(verdict: Verdict) -> str:
    """Describe a failed scenario, with all its failures."""
    scenario = verdict.scenario
    rule = f" ({printable(scenario.rule)})" if scenario.rule else ""
    lines = [f"{printable(str(scenario.where))}: failed: {printable(scenario.name)}{rule}"]
    for failure in verdict.failures:
        lines.append(f"    {printable(str(failure.where))}: expected: {printable(failure.expected)}")
        lines.append(f"        but: {printable(failure.found)}")
        lines += [f"        {printable(note)}" for note in failure.notes]
    if verdict.forced_steps:
        steps = ", ".join(f"{seat}: {key}" for seat, key in verdict.forced_steps)
        lines.append(f"    taken without asking: {printable(steps)}")
    return "\n".join(lines)
