"""Games in which two versions part."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

from interpreter import load
from interpreter.lab.compare.comparison import ComparisonResult, run_comparison
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.examples import diverging_games
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.result_documents import to_json
from tests.loaded import REPO, game_of

MARKET = game_of(REPO / "tests/cli/market")


def compared_with(folder: Path, old: str, new: str) -> ComparisonResult:
    """The market before and after a change of its rules."""
    shutil.copytree(REPO / "tests/cli/market", folder)
    rules = folder / "sequence.yaml"
    assert old in rules.read_text()
    rules.write_text(rules.read_text().replace(old, new))
    before, after = (ComparedVersion(game, dict.fromkeys(game.seats, "random")) for game in (MARKET, load(folder)))
    return run_comparison(ComparisonSpec(before, after, games=50, is_single_look=True, backend="python"))


def test_only_the_end_is_judged_otherwise(tmp_path: Path) -> None:
    """All decisions are the same: there is none at which the two part."""
    answer = compared_with(tmp_path / "market", "the highest tokens", "the lowest tokens")
    found = diverging_games(answer)
    assert found and {each.decision for each in found} == {None}
    assert [each["decision"] for each in to_json(comparison_document([LineupResult(answer, found)]))["examples"]] == [
        None
    ] * len(found)


def test_an_interruption_is_no_loss(tmp_path: Path) -> None:
    """While a slow game is played once more: the answer is there, without it."""
    answer = compared_with(tmp_path / "market", "the highest tokens", "the lowest tokens")
    slow = dict.fromkeys(MARKET.seats, "search:100000")
    old, new = (replace(side, seated=slow) for side in answer.question.versions)
    answer.question = replace(answer.question, before=old, after=new)
    before = signal.getsignal(signal.SIGINT)

    def interrupt() -> None:
        while signal.getsignal(signal.SIGINT) is before:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    assert diverging_games(answer) == [] and answer.signal == signal.SIGINT
    thread.join()
    assert answer.games == 50 and answer.winner_changes()
