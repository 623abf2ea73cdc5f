"""A search finds the same whether machine code plays its playouts on or Python does."""

from __future__ import annotations

import contextlib
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.lab.playtest_command import PlaytestSettings, playtest_game
from cli.options import RunOptions
from interpreter import load
from interpreter.engine.native_games import prepare_native
from interpreter.language.backends.wasm.machine.machine import MachineStoppedError
from interpreter.language.backends.wasm.machine.searching import WasmSearch
from interpreter.language.backends.wasm.runtime.structs import UNKNOWN
from interpreter.language.execution import search_setup
from interpreter.language.execution.executable import NativeCode, SearchMachine
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.language.execution.tree_search import TreeSearch
from interpreter.language.program import Program
from interpreter.matches.loading import game_of_rulebook
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from interpreter.players.playing import play
from interpreter.players.search import native_tree as machine
from interpreter.players.search.growth import Budget
from interpreter.players.search.native_tree import MachineTree, search_machine_for
from interpreter.players.search.python_tree import PythonTree
from interpreter.players.search.search_player import SearchPlayer, rank_options
from interpreter.players.search.search_tree import PlayoutStart
from interpreter.support.errors import PlayError
from tests.engine.test_endless import ASK, ENDLESS, TIDY, whole_game
from tests.loaded import REPO, book_of, game_of
from tests.native.comparing import made_anew, only_some

GAMES = (
    ("red_flag_over_paris", None, 40),
    ("liberte", 3, 12),
    ("vive_la_revolution", 6, 12),
    ("revolution", None, 20),
    ("tests/games/kuhn", None, 100),
    ("tests/games/hide_and_seek", None, 100),
    ("tests/games/odd_or_even", None, 100),
    ("tests/games/sealed_bid", 3, 100),
    ("tests/games/hearts", None, 40),
    ("tests/games/love_letter", 3, 60),
    ("tests/games/liars_dice", 3, 60),
    ("tests/games/line_of_four", None, 100),
    ("tests/games/breakthrough", None, 100),
    ("tests/games/tic_tac_toe", None, 150),
    ("tests/language/sample", None, 60),
)
AHEAD = ("red_flag_over_paris", "tests/engine/games/passing")
QUICK = (GAMES[0], GAMES[3], GAMES[5], GAMES[7], *GAMES[-3:])


def search_of(game: Game) -> SearchMachine:
    prepare_native(game)
    return game.program.search_machine()


def learned(tree: PythonTree) -> dict[str, Any]:
    """All that a tree knows."""
    habits = {
        (seat, decision, value): (worth, habit.counts[value])
        for seat, row in enumerate(tree._histories)
        for decision, habit in enumerate(row)
        for value, worth in habit.means.items()
    }
    chances = tree._random - (tree._random >> 63 << 64)
    return {
        "thoughts": tree.action_stats(),
        "replies": tree.replies(),
        "habits": habits,
        "means": tree.payoffs.means,
        "outlook": tree.score_model(),
        "nodes": tree.node_count,
        "chances": chances,
    }


def learned_by_machine(tree: MachineTree) -> dict[str, Any]:
    """The same, read from the machine's memory."""
    if tree._fallback is not None:
        return learned(tree._fallback)
    machine = tree._machine
    assert isinstance(machine, WasmSearch)
    known, fractions = machine.known, machine.words.cast("B").cast("d")
    values, first, times = known["HISTORY_WIDTH"], known["HISTORY_MEANS"] // 8, known["HISTORY_COUNTS"] // 8
    habits = {}
    for at in range(known["HISTORY_SIZE"]):
        if fractions[first + at] > UNKNOWN:
            row, option = divmod(at, values)
            place = (*divmod(row, known["DECISION_COUNT"]), option - 1 if option else None)
            habits[place] = fractions[first + at], machine.words[times + at] + 1
    means = known["MEANS"] // 8
    return {
        "thoughts": tree.action_stats(),
        "replies": tree.replies(),
        "habits": habits,
        "means": fractions[means : means + known["SEATS"]].tolist(),
        "outlook": tree.score_model(),
        "nodes": machine.word("NODE_COUNT"),
        "chances": machine.word("SEARCH_RANDOM"),
    }


def by_both(
    match: Match,
    playouts: int,
    seed: int = 3,
    terms: SearchParameters = DEFAULT_PARAMETERS,
    may_stop: bool = False,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return all that a tree of Python and one of machine code know. `may_stop`: Python may have grown both."""
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(seed))
    return by_both_from(seat, playouts, seed, terms, may_stop)


def by_both_from(
    start: PlayoutStart,
    playouts: int,
    seed: int = 3,
    terms: SearchParameters = DEFAULT_PARAMETERS,
    may_stop: bool = False,
) -> tuple[dict[str, Any], dict[str, Any]]:
    python = PythonTree(start, seed, terms)
    for _ in range(playouts):
        python.playout()
    native = MachineTree(start, seed, search_of(start.game), terms)
    done = 0
    while done < playouts:
        done += native.run_playouts(min(7, playouts - done))
    assert native._fallback is None or may_stop
    return learned(python), learned_by_machine(native)


@pytest.mark.parametrize(("name", "players", "playouts"), only_some(GAMES, QUICK))
def test_trees_grow_alike(name: str, players: int | None, playouts: int) -> None:
    game = game_of(name, players=players)
    for decisions in (0, 25):
        match, random = game.start(decisions), Random(decisions)
        while match.decision is not None and match.decisions < decisions:
            match.choose(random.randrange(len(match.decision.options)))
        if match.decision is not None:
            python, native = by_both(match, playouts)
            assert python == native


@pytest.mark.parametrize(
    "name", only_some(["red_flag_over_paris", "vive_la_revolution", "tests/engine/games/passing"], AHEAD)
)
def test_trees_ahead_grow_alike(name: str) -> None:
    """After decisions of which a card may not be there in every deal."""
    game = game_of(name)
    for seed in range(3):
        match, random = game.start(seed), Random(seed)
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(1))
        seat.sampler()  # while the match stands there
        path: list[tuple[int, Any]] = []
        while match.decision is not None and len(path) < 4:
            number = random.randrange(len(match.decision.options))
            path.append((match.state.decision, match.state.options[number]))
            match.choose(number)
            if match.decision is not None:
                with contextlib.suppress(PlayError):
                    python, native = by_both_from(seat.start_after(path), 12)
                    assert python == native


@pytest.mark.parametrize("name", ["hex", "reversi"])
def test_local_histories_are_alike(name: str) -> None:
    match = game_of(f"tests/games/{name}").start(1)
    python, native = by_both(match, 200, terms=replace(DEFAULT_PARAMETERS, local_visits=5))
    assert python == native
    assert python != by_both(match, 200, terms=replace(DEFAULT_PARAMETERS, local_weight=0.0))[0]


def test_histories_stop_at_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game_of("tests/games/hex").start(1)
    many = by_both(match, 200, terms=replace(DEFAULT_PARAMETERS, local_visits=5))[0]
    monkeypatch.setattr(search_setup, "LOCAL_SIZE", 300)
    python, native = by_both(match, 200, terms=replace(DEFAULT_PARAMETERS, local_visits=5))
    assert python == native != many


class NarrowSearch(TreeSearch):
    def expand(self, seat: int, decision: int) -> int:
        """Add no more than two options."""
        count = self.option_count() if self.option_count() < 2 else 2
        for option in range(count):
            self.children[option] = self.child(self.node, seat, decision, option)
            self.children[option].availability += 1
        return count


def test_a_rule_of_expansion_is_changed_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TreeSearch, "expand", NarrowSearch.expand)
    with made_anew(game_of("tests/games/line_of_four")) as game:
        python, native = by_both(game.start(1), 60)
    assert python == native
    playouts = [thought.playouts for thought in python["thoughts"]]
    assert all(playouts[:2]) and not any(playouts[2:])


@pytest.mark.parts
def test_a_full_tree_gets_no_deeper() -> None:
    match = game_of("red_flag_over_paris").start(1)
    python, native = by_both(match, 120, terms=replace(DEFAULT_PARAMETERS, max_nodes=60))
    assert python == native
    assert 60 <= python["nodes"] < 100


MUCH_WORK = """start: play the game
words:
  - say: play the game
    do: |
      as cross:
        choose number from 1 to 2, as pick, to say
        repeat 5 times:
          repeat 3000 times:
            raise dust
            lower dust
          if dust > 5: choose number from 1 to 2, as never, to say
        if pick is 2:
          let lucky be random one of cells
          if lucky is a1: end the game, winner is cross, because "luck"
      end the game, winner is nought, because "done"
"""


def test_what_is_left_to_chance_after_a_pause_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause comes between what is chosen and what chance makes of it."""
    folder = shutil.copytree(REPO / "tests/games/tic_tac_toe", tmp_path / "much_work")
    (folder / "sequence.yaml").write_text(MUCH_WORK)
    (folder / "tracks.yaml").write_text("tracks: [{id: dust, title: Dust, between: [0, 6], start: 1}]\n")
    match = load(folder).start(1)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(1))
    pauses = []

    def pace(*_: object) -> int:
        pauses.append(1)
        return 1

    monkeypatch.setattr("interpreter.language.backends.wasm.machine.machine.pace", pace)
    machine = search_of(match.game)
    assert isinstance(machine, WasmSearch)
    machine.set_word("PACE", 1)
    trees = PythonTree(seat, 3), MachineTree(seat, 3, machine)
    for tree in trees:
        for _ in range(10):
            tree.run_playouts(1)
    assert pauses
    assert learned(trees[0]) == learned_by_machine(trees[1])


@pytest.mark.parts
def test_an_automaton_is_trusted_alike() -> None:
    """In the tree and in playouts; what scores say is learned before it is asked again."""
    game = game_of("red_flag_over_paris", "solo_versailles")
    match, random = game.start(4), Random(4)
    while match.decisions < 12:
        assert match.decision is not None
        match.choose(random.randrange(len(match.decision.options)))
    python, native = by_both(match, 9)
    assert python == native


@pytest.mark.parametrize(
    ("name", "trees_grown"),
    only_some(
        [("red_flag_over_paris", 5), ("red_flag_over_paris", 8), ("vive_la_revolution", 2)],
        (("red_flag_over_paris", 5),),
    ),
)
@pytest.mark.parametrize("most", [400_000, 100])
def test_a_tree_that_goes_on(name: str, trees_grown: int, most: int) -> None:
    """After an option that was taken, as long as nobody else decides; where little is kept, anew."""
    match = game_of(name).start(3)
    assert match.decision is not None
    machine, terms = search_of(match.game), replace(DEFAULT_PARAMETERS, max_nodes=most)
    went_on = 0
    for _ in range(trees_grown):
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(1))
        trees = PythonTree(seat, 5, terms), MachineTree(seat, 5, machine, terms)
        while match.decision is not None and match.decision.seat == seat.seat:
            for tree in trees:
                for _ in range(20):
                    tree.run_playouts(1)
            assert learned(trees[0]) == learned_by_machine(trees[1])
            chosen = rank_options(trees[0].action_stats())[0].index
            taken = match.state.decision, match.state.options[chosen]
            match.choose(chosen)
            if match.decision is not None and match.decision.seat == seat.seat:
                seat = SeatMatch(match, seat.seat, Random(1))
                for tree in trees:
                    tree.advance(seat, [taken])
                went_on += 1
    assert went_on


@pytest.mark.parts
def test_where_machine_code_stops_python_grows_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a tree that has gone on: also its earlier playouts are played again."""
    match = game_of("red_flag_over_paris").start(3)
    while True:  # up to where a seat decides twice
        assert match.decision is not None
        ahead = match.copy()
        ahead.choose(0)
        assert ahead.decision is not None
        if ahead.decision.seat == match.decision.seat:
            break
        match.choose(0)
    seat = SeatMatch(match, match.decision.seat, Random(1))
    trees = PythonTree(seat, 5), MachineTree(seat, 5, search_of(match.game))
    for tree in trees:
        for _ in range(30):
            tree.run_playouts(1)
    taken = match.state.decision, match.state.options[0]
    match.choose(0)
    seat = SeatMatch(match, seat.seat, Random(1))
    for tree in trees:
        tree.advance(seat, [taken])
        for _ in range(20):
            tree.run_playouts(1)

    def stops(*_: int) -> int:
        raise MachineStoppedError

    machine = trees[1]._machine
    assert isinstance(machine, WasmSearch)
    monkeypatch.setattr(machine, "call_with_pauses", stops)
    for tree in trees:
        for _ in range(10):
            tree.run_playouts(1)
    assert trees[1]._fallback is not None
    assert learned(trees[0]) == learned_by_machine(trees[1])


def choices(game: Game, seed: int) -> list[str]:
    return play(game, dict.fromkeys(game.seats, "search:9"), seed).choices


def test_whole_games_are_the_same() -> None:
    """Trees that are kept from one decision to the next, players that share a game."""
    without = load("tests/games/sealed_bid", backend="python")
    game = load("tests/games/sealed_bid")
    prepare_native(game)
    assert search_machine_for(without, can_compile=True) is None
    assert search_machine_for(game, can_compile=False) is not None
    assert choices(game, 5) == choices(without, 5)


def test_machine_code_is_made_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many playouts, in whichever decisions and by whichever player."""
    monkeypatch.setattr(machine, "MIN_PLAYOUTS_TO_COMPILE", 30)
    game = game_of_rulebook(book_of("tests/games/line_of_four"))
    match = game.start(1)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(1))
    for made in (False, False, True, True):
        player = SearchPlayer(Budget(playouts=15))
        player.think(seat)
        assert bool(player._machines) == made


@pytest.mark.parts
def test_several_trees_at_once() -> None:
    found = []
    for backend in ("python", "auto"):
        game = load("revolution", backend=backend)
        if backend == "auto":
            prepare_native(game)
        match = game.start(2)
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(1))
        found.append(SearchPlayer(Budget(playouts=8, trees=2)).think(seat))
    assert found[0] == found[1]


def test_several_trees_share_what_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not each process makes the machine code for itself."""
    made, native_code = tmp_path / "made", Program.native_code

    def noted(*asked: Any) -> NativeCode:
        with made.open("a") as file:
            file.write("once\n")
        return native_code(*asked)

    monkeypatch.setattr(Program, "native_code", noted)
    monkeypatch.setattr(machine, "MIN_PLAYOUTS_TO_COMPILE", 0)
    match = game_of_rulebook(book_of("tests/games/line_of_four")).start(1)
    assert match.decision is not None
    SearchPlayer(Budget(playouts=5, trees=3)).think(SeatMatch(match, match.decision.seat, Random(1)))
    assert made.read_text() == "once\n"


def test_where_there_is_no_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays on, without a word, and it is tried once."""
    tried = []

    def none(code: object) -> None:
        tried.append(code)
        raise OSError("no library")

    monkeypatch.setattr(machine, "MIN_PLAYOUTS_TO_COMPILE", 0)
    monkeypatch.setattr("wasmtime.Store", none)
    game = game_of_rulebook(book_of("tests/games/line_of_four"))
    assert choices(game, 1) == choices(load("tests/games/line_of_four", backend="python"), 1)
    assert len(tried) == 1


def test_a_staged_position() -> None:
    """Test that the text of `begin` is linked for Python only."""
    game = game_of("red_flag_over_paris")
    pieces = {"cube": {"commune": {"starting": 1, "press": 3}}}
    match = game.stage({"pieces": pieces, "turn": "commune", "begin": "place up to 2 cubes in Press"}, seed=7)
    python, native = by_both(match, 12, may_stop=True)
    assert python == native


@pytest.mark.parts
@pytest.mark.parametrize("name", only_some(["past a track's end", "again and again"], ["again and again"]))
def test_playouts_without_end(name: str, tmp_path: Path) -> None:
    python, native = by_both(whole_game(tmp_path, ENDLESS[name], TIDY + ASK).start(1), 3, may_stop=True)
    assert python == native


@pytest.mark.parts
def test_wide_choices(tmp_path: Path) -> None:
    """Habits of numbers beyond those of cards and places are Python's."""
    say = "choose number from -3 to 400, as many, to say\n    raise count by many"
    end = 'end the game, winner is red, because "done"'
    match = whole_game(tmp_path, f"as red:\n  repeat 4 times:\n    {say}\n{end}").start(1)
    python, native = by_both(match, 60, may_stop=True)
    assert python == native


def test_a_number_below_zero_is_not_nothing(tmp_path: Path) -> None:
    say = "choose number from -1 to 8, or stop, as many, to say\n    raise count by many"
    ends = [f'end the game, winner is {seat}, because "done"' for seat in ("red", "blue")]
    course = f"as red:\n  repeat 3 times:\n    {say}\nif count > 3: {ends[0]}\n{ends[1]}"
    match = whole_game(tmp_path, course).start(1)
    python, native = by_both(match, 200, may_stop=True)
    assert python == native


@pytest.mark.parametrize(("backend", "times"), [("python", 0), ("auto", 1)])
def test_the_command_says_whether_to_try(backend: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def none(code: object) -> None:
        tried.append(code)
        raise OSError("no library")

    monkeypatch.setattr(machine, "MIN_PLAYOUTS_TO_COMPILE", 0)
    monkeypatch.setattr("wasmtime.Store", none)
    folder = str(REPO / "tests" / "games" / "kuhn")
    run = RunOptions(("elder=search:5",), seed=1, jobs=1, backend=backend, no_store=True)
    assert playtest_game(folder, (), run, PlaytestSettings(games=2)) == 0
    assert len(tried) == times
