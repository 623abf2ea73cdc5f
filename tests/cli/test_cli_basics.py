"""Rules for every command: exit statuses, messages, streams."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, Cahier, environment
from tests.forks import Forks

GAME = "red_flag_over_paris"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "--help"),
        (0, "--version"),
        (0, "list"),
        (0, "check market"),
        (0, "check market/game.yaml"),
        (0, "show market cards"),
        (0, "show market --players 3"),
        (0, "playtest market --games 3 --jobs 1"),
        (0, f"playtest market --games 3 --jobs 1 --seed {10**40}"),
        (0, "playtest market --games 3 --seat p1=random"),
        (0, "test market"),
        (0, "test market market/scenarios/selling.yaml"),
        (2, ""),
        (2, "plytest market"),
        (2, "check"),
        (2, "check markt"),
        (2, "check market --variant night"),
        (2, "check market --players 4"),
        (2, "show market crads"),
        (2, "show market map fish"),
        (2, "show market cards snow"),
        (2, "show market lowered snow"),
        (2, "show market --lang fr"),
        (2, "show market --players 1"),
        (2, "show market --variant night"),
        (2, "playtest market --gmaes 3"),
        (2, "playtest market --games 0"),
        (2, "playtest market --games many"),
        (2, "playtest market --jobs 0"),
        (2, "playtest market --jobs 100000"),
        (2, "playtest market --seed -1"),
        (2, "playtest market --seed 1.5"),
        (2, f"playtest market --seed {'9' * 5000}"),
        (2, "playtest market --players 0"),
        (2, "playtest market --seat p1"),
        (2, "playtest market --seat p4=random"),
        (2, "playtest market --seat p1=oracle"),
        (2, "playtest market --variant night"),
        (2, "playtest market --json nowhere/figures.json"),
        (2, "playtest market --json market"),
        (2, "playtest market --record nowhere/games.jsonl"),
        (2, "test market market/scenarios/none.yaml"),
        (2, "replay none.jsonl"),
        (2, "replay market"),
    ],
)
def test_exit_status(cahier: Cahier, status: int, words: str) -> None:
    done = cahier(*words.split())
    assert done.returncode == status, done.stderr
    if status == 2:
        assert done.stderr and "internal error" not in done.stderr
        assert words == "" or not done.stdout


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("check red_flag_over_pairs", GAME),
        ("playtest market --gmaes 3", "--games"),
        ("shwo market", "show"),
        ("show market trakcs", "tracks"),
        ("show market cards fgo", "fog"),
        ("playtest market --seat p1=rnadom", "random"),
        ("show markte", "did you mean market?"),
        ("show ./markte", "did you mean ./market?"),
    ],
)
def test_suggestions(cahier: Cahier, words: str, meant: str) -> None:
    assert meant in cahier(*words.split()).stderr


@pytest.mark.parametrize(
    "work, needless",
    [
        ("import cli.main", {"lark", "networkx", "jsonschema", "yaml", "rich.console"}),
        ("from cli.check.game_list import list_games; list_games(); list_games()", {"lark", "networkx", "jsonschema"}),
        (f"from interpreter import load; load({GAME!r}).start()", {"networkx", "jsonschema"}),
    ],
)
def test_nothing_heavy_is_loaded_that_is_not_needed(folder: Path, work: str, needless: set[str]) -> None:
    code = f"import sys; {work}; print('loaded:', sorted({needless} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.endswith("loaded: []\n")


def test_all_commands_have_help(cahier: Cahier) -> None:
    for command in ("check", "show", "play", "playtest", "test", "replay", "list"):
        assert f"cahier {command}" in cahier(command, "--help").stdout


def test_an_installed_game_is_found_from_anywhere(cahier: Cahier) -> None:
    assert GAME in cahier("list").stdout
    done = cahier("show", GAME)
    assert "14 spaces" in done.stdout and done.returncode == 0, done.stdout


def test_a_deleted_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    command = ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", *COMMAND, "list"]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "cahier: error: the folder in which this was started was deleted: go to another one\n"


Into = Callable[[str, int], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def into(request: pytest.FixtureRequest, folder: Path, forks: Forks) -> Into:
    """Runs a command whose output goes into an open file: as a process of its own, or as a fork."""

    def call(words: str, file: int) -> subprocess.CompletedProcess[str]:
        if request.param == "a fork":
            return forks.run(tuple(words.split()), environment(), file)
        command = [*COMMAND, *words.split()]
        return subprocess.run(command, env=environment(), stdout=file, stderr=subprocess.PIPE, text=True)

    return call


@pytest.mark.parametrize(
    ("into", "words"),
    [("a process", "show market cards"), ("a process", "--help")]
    + [("a fork", words) for words in ("list", "check market", "test market")],
    indirect=["into"],
)
def test_a_reader_who_leaves_is_no_error(into: Into, words: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = into(words, write)
    os.close(write)
    assert (done.stderr, done.returncode) == ("", 0) or words == "--help"
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parts
def test_head(folder: Path) -> None:
    line = f"set -o pipefail; '{sys.executable}' -m cli show {GAME} lowered | head -1"
    done = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("into", "words"),
    [("a process", "show market cards")]
    + [("a fork", words) for words in ("list", "check market --json", "playtest market --json -")],
    indirect=["into"],
)
def test_a_full_disk_is_said(into: Into, words: str) -> None:
    with open("/dev/full", "w") as full:
        done = into(words, full.fileno())
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    "closed", [*(pytest.param(each, marks=pytest.mark.parts) for each in (">&-", "2>&-")), ">&- 2>&-"]
)
def test_closed_streams(cahier: Cahier, closed: str) -> None:
    assert cahier("check", "market").returncode == 0  # caches the verdict
    for words in ("check market", "playtest market --games 2 --json -"):
        done = subprocess.run(["bash", "-c", f"'{sys.executable}' -m cli {words} {closed}"], env=environment())
        assert done.returncode == 0


RUSSIAN = "show market --lang ru"


@pytest.mark.parametrize(
    ("variables", "commands"),
    [
        ({"LANG": "C", "LC_ALL": "C"}, ("check market", RUSSIAN)),
        ({"LANG": "C", "PYTHONIOENCODING": "ascii"}, (RUSSIAN,)),
        ({"PYTHONIOENCODING": "ascii"}, (f"show {GAME} cards", f"show {GAME} map", "check market", RUSSIAN)),
    ],
)
def test_any_encoding_will_do(cahier: Cahier, variables: dict[str, str], commands: tuple[str, ...]) -> None:
    for words in commands:
        done = cahier(*words.split(), **variables)
        assert done.returncode == 0, done.stderr
    assert "PYTHONIOENCODING" not in variables or "\\u0411" in done.stdout


def test_what_files_say_does_not_reach_the_terminal_as_it_is(cahier: Cahier, folder: Path) -> None:
    game = folder / "market" / "game.yaml"
    hostile = r'"\e[31mred \e]0;owned\a [bold]bold[/bold] \u202erebmun \u009b2J"'
    game.write_text(
        game.read_text().replace("Market day", hostile).replace("A small game", r'"\e[2Jx" #'), encoding="utf-8"
    )
    cards = folder / "market" / "cards" / "luck.yaml"
    cards.write_text(cards.read_text().replace("title: Sun", f"title: {hostile}"), encoding="utf-8")
    for words in ("show market", "show market cards", "check market", "show market --lang \x1b[31m", "check \x1b[2Jx"):
        done = cahier(*words.split(" "))
        for sign in ("\x1b", "\x07", "\u202e", "\x9b"):
            assert sign not in done.stdout + done.stderr, words
    assert "[bold]bold[/bold]" in cahier("show", "market", "cards").stdout


def test_no_colour_and_no_bar_off_a_terminal(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--games", "2000", "--jobs", "1")
    told = done.stdout + done.stderr
    assert done.returncode == 0 and "\x1b" not in told and "━" not in told


@pytest.mark.parts
def test_a_bar_on_a_terminal(folder: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    variables = environment(TERM="xterm-256color")
    words = [*COMMAND, "playtest", "market", "--games", "8000", "--jobs", "1", "--backend", "python"]
    process = subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    assert "━" in shown.decode()
    assert b"\x1b[3" not in shown, "it has no colour, whether NO_COLOR is set or not"


def test_show_tables(cahier: Cahier) -> None:
    shown = cahier("show", "red_flag_over_paris", "tables", "--variant", "solo_versailles")
    assert shown.returncode == 0
    assert "1  it is roomy\n" in shown.stdout
    assert "it is pivotal  [reconstructed]" in shown.stdout
    assert "no tables" in cahier("show", "red_flag_over_paris", "tables").stdout
