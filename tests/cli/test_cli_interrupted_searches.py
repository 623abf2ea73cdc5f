"""Games between searching players are kept unasked: an interrupted run tells what there is, and goes on later."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.playtest.store.result_store import WRITE_INTERVAL
from tests.cli.command import PATIENCE, Cahier, Running, save
from tests.cli.killing import document

pytestmark = pytest.mark.parts

ENDLESS = 1_000_000
SEARCH = ("--seat", "p1=search:20", "--seat", "p2=search:20")
PLAIN = ("--jobs", "1", "--backend", "python", "--seed", "3")


def kept_files(folder: Path) -> list[Path]:
    return [*(folder / "cache" / "cahier").glob("*.games")]


def wait_until_kept(command: Running, folder: Path) -> None:
    """Wait until games were added to the file, which is done later than its opening."""
    end, opened = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end:
        changed = max((path.stat().st_mtime_ns for path in kept_files(folder)), default=0)
        opened = opened or changed
        if opened and changed >= opened + WRITE_INTERVAL * 0.9e9:
            time.sleep(0.05)  # for the rest of the transaction
            return
        assert command.status() is None, command.end()
        time.sleep(0.01)
    raise AssertionError("nothing is kept")


def timeless(found: Any) -> Any:
    """Return a document without the times of its parts."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key != "seconds"}
    return [timeless(each) for each in found] if isinstance(found, list) else found


@pytest.fixture
def other(folder: Path) -> Path:
    """A copy of the small game in which a seat has one card more."""
    changed = Path(shutil.copytree(folder / "market", folder / "other"))
    dealt = "  draw 1 card from deck to hand of each seat\n"
    save(changed / "sequence.yaml", dealt, f"{dealt}      draw 1 card from deck to hand of p1\n")
    return changed


@pytest.mark.parametrize(
    ("words", "more", "fewer", "said"),
    [
        (("compare", "market", "other", *SEARCH), ("--within", "0.001"), ("--games", "10"), "before: market"),
        (("playtest", "market", *SEARCH), ("--games", f"{ENDLESS}"), ("--games", "5"), "won by"),
        pytest.param(
            ("impact", "market", "--only", "event", *SEARCH), ("--within", "0.001"), ("--games", "3"), "points: ",
            marks=pytest.mark.parts,
        ),
        pytest.param(
            ("sweep", "market", "--vary", "tracks/day/start=1,2", *SEARCH), ("--games", f"{ENDLESS}"),
            ("--games", "3"), "start", marks=pytest.mark.parts,
        ),
        pytest.param(
            ("tune", "market", "--vary", "tracks/day/start=1,2", "--aim", "p1=50", "--by", "search:20"),
            ("--games", f"{ENDLESS}"), ("--games", "40"), "market: ", marks=pytest.mark.parts,
        ),
        pytest.param(
            ("measure", "market", "--playouts", "2", *SEARCH), ("--games", f"{ENDLESS}"), None, "search",
            marks=pytest.mark.parts,
        ),
        pytest.param(
            ("balance", "market", "--by", "search:20", "--by", "search:30"), ("--games", f"{ENDLESS}"),
            ("--games", "5"), "won, of 100 games", marks=pytest.mark.parts,
        ),
        pytest.param(
            ("compare", "market", "other", "--by", "ladder"), ("--time", "10h"), None, "before: market",
            marks=pytest.mark.parts,
        ),
    ],
)  # fmt: skip
def test_an_interruption_costs_no_game(
    running: Callable[..., Running],
    cahier: Cahier,
    folder: Path,
    other: Path,
    words: tuple[str, ...],
    more: tuple[str, ...],
    fewer: tuple[str, ...] | None,
    said: str,
) -> None:
    command = running(*words, *more, *PLAIN)
    wait_until_kept(command, folder)
    status, output, messages = command.end(signal.SIGINT)
    assert status == 130 and said in output, output
    assert "stopped: the games that were played are kept; the same command goes on with them" in messages
    if fewer is not None:
        again, plain = (cahier(*words, *fewer, *PLAIN, *how, "--json", "-") for how in ((), ("--no-store",)))
        assert timeless(document(again.stdout)) == timeless(document(plain.stdout))
        assert "--no-store" not in plain.stderr
        assert (
            words[0] in ("sweep", "tune")
            or "there from an earlier run; --no-store plays all of them again" in again.stderr
        )


def test_games_are_kept_only_where_they_take_long(cahier: Cahier, folder: Path) -> None:
    for players in (("--seat", "p1=random"), ("--seat", "p1=search:0.001s"), ("--seat", "p1=search:2", "--no-store")):
        assert cahier("playtest", "market", "--games", "2", *players, *PLAIN).returncode == 0
    assert cahier("playtest", "market", "--games", "2", *SEARCH, *PLAIN, "--csv", "tables").returncode == 0
    assert not kept_files(folder)
    cahier("playtest", "market", "--games", "2", *SEARCH, *PLAIN)
    (kept,) = kept_files(folder)
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"nothing of ours" * 100])
def test_what_is_no_store_is_replaced(cahier: Cahier, folder: Path, content: bytes) -> None:
    words = ("playtest", "market", "--games", "2", *SEARCH, *PLAIN)
    first = cahier(*words)
    (kept,) = kept_files(folder)
    kept.write_bytes(content)
    again = cahier(*words)
    assert (again.returncode, again.stderr) == (0, "") and again.stdout.splitlines()[2:] == first.stdout.splitlines()[
        2:
    ]
    assert "2 games are there from an earlier run" in cahier(*words).stderr


def test_a_folder_in_which_nothing_can_be_written_is_no_error(cahier: Cahier, folder: Path) -> None:
    (folder / "file").write_text("")
    words = ("playtest", "market", "--games", "2", *SEARCH, *PLAIN)
    for place in (folder / "file", folder / "market"):
        done = cahier(*words, XDG_CACHE_HOME=str(place))
        assert (done.returncode, done.stderr) == (0, "")
