"""Matches that begin in a given position."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.language.incremental import compile_condition
from interpreter.playtest.scenarios.scenario_runner import GameCache, find_mistakes, play_scenarios
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.rulebook.scenarios.scenario_files import load_scenarios, read_scenarios
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import Location, PlayError, RulebookError, SaveError
from tests.loaded import book_of, game_of

SAMPLE = Path(__file__).parent.parent / "language" / "sample"


def sizes(held: Any, name: str = "", seen: set[int] | None = None) -> dict[str, int]:
    """Return the sizes of everything in a program that could grow when a fragment is linked to it.

    The grammar's cache of parsed texts is left out.
    """
    seen = set() if seen is None else seen
    ours = type(held).__module__.startswith(("interpreter.language", "builtins"))
    if id(held) in seen or name.endswith("grammar") or not ours:
        return {}
    seen.add(id(held))
    if isinstance(held, dict | list | set | tuple | frozenset):
        inner = held.values() if isinstance(held, dict) else held
        found = {name: len(held)}
        for at, each in enumerate(list(inner)[:3]):
            found |= sizes(each, f"{name}[{at}]", seen)
        return found
    found = {}
    for base in type(held).__mro__:
        for slot in getattr(base, "__slots__", ()):
            found |= sizes(getattr(held, slot, None), f"{name}.{slot}", seen)
    for key, each in getattr(held, "__dict__", {}).items():
        found |= sizes(each, f"{name}.{key}", seen)
    return found


@pytest.mark.parts
def test_fifty_stagings_leave_the_game_as_it_was() -> None:
    game = load("red_flag_over_paris")
    given = GivenPosition(
        turn="commune", begin=Text("place up to 2 cubes in Press\nset played_in of karl_marx to 77", Location("x"))
    )
    game.program.code(True)
    before = sizes(game.program)
    for _ in range(50):
        match = game.stage(given)
        match.choose("press")
        match.choose("stop")
        state, text = match.state, Text("played_in of karl_marx is 77", Location("x"))
        assert compile_condition(match.game.program, text)(state, state.v, state.z)
    assert sizes(game.program) == before and len(before) > 200


def test_what_was_staged_goes_with_its_match() -> None:
    gc.freeze()  # objects left by other tests need not be searched
    game = load("revolution")
    match = game.stage(GivenPosition(turn="jacobin", begin=Text("choose a district, to mark", Location("x"))))
    staged = weakref.ref(match.game)
    assert match.game is not game
    del match
    gc.collect()
    assert staged() is None


def test_playing_scenarios_leaves_the_game_as_it_was() -> None:
    game = load("revolution")
    scenarios = [each for each in load_scenarios(game.rulebook) if not each.variants]
    before = sizes(game)
    for verdict in play_scenarios(GameCache(game), scenarios):
        assert verdict.has_passed
    assert sizes(game) == before


# -- pieces

GAME = {
    "game.yaml": "id: b\ntitle: B\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "spaces: [{id: north, title: N}, {id: south, title: S}]\n",
    "pieces.yaml": """
boxes: [{id: pool, title: P, for: seat}, {id: spare, title: S, for: seat}, {id: bank, title: B}, {id: mine, title: M}]
pieces:
  - {id: man, owner: seat, supply: 5, start: {each: {pool: 4, north: 1}}}
  - {id: ship, owner: seat, supply: 4, start: {each: {pool: 2, spare: 1, north: 1}}}
  - {id: tree, supply: 3, states: [young, old], start: {south: 3}}
  - {id: coin, owner: taker, supply: 9, start: {bank: 9}}
  - {id: gem, owner: taker, supply: 6, start: {bank: 4, mine: 2}}
""",
    "sequence.yaml": "start: pass\nwords: [{say: pass, do: 'if 1 is 2: end the game, nobody wins, because \"x\"'}]\n",
}


def laid(folder: Path, given: str) -> dict[str, dict[str, int]]:
    """The pieces of a position: of each kind, with the seat whose they are, how many are where."""
    for name, content in GAME.items():
        (folder / name).write_text(content)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "a.yaml").write_text(
        f"- name: a\n  given:\n    begin: pass\n    {given}\n  then: [1 is 1]\n"
    )
    game = load(folder)
    (scenario,) = load_scenarios(game.rulebook)
    state, symbols = game.stage(scenario.given).state, game.program.symbols
    found: dict[str, dict[str, int]] = {}
    for sort in symbols.piece_base:
        for owner, base in zip((*game.seats, ""), symbols.owner_bases(sort), strict=False):
            held = {place: state.v[base + at] for at, place in enumerate(symbols.labels["place"]) if state.v[base + at]}
            found[f"{sort} {owner}".strip() if symbols.pieces[sort].is_owned else sort] = held
    return found


@pytest.mark.parametrize(
    ("given", "whose", "held"),
    [
        ("pieces: {man: {red: {south: 2}}}", "man red", {"north": 1, "south": 2, "pool of red": 2}),
        ("pieces: {man: {red: {south: 2}}}", "man blue", {"north": 1, "pool of blue": 4}),
        ("pieces: {man: {red: {north: 0}}}", "man red", {"pool of red": 5}),
        ("pieces: {man: {each: {north: 3}}}", "man blue", {"north": 3, "pool of blue": 2}),
        ("pieces: {man: {red: {south: rest, pool: 0}}}", "man red", {"north": 1, "south": 4}),
        ("pieces: {ship: {red: {south: 2, spare: 0, pool: 1}}}", "ship red", {"south": 2, "pool of red": 1}),
        ("pieces: {ship: {red: {south: 3, spare: 0, pool: rest}}}", "ship red", {"north": 1, "south": 3}),
        ("pieces: {tree: {old: {north: 2}}}", "young tree", {"south": 1}),
        ("pieces: {coin: {red: {north: 2}, blue: {north: 1}}}", "coin", {"bank": 6}),
        ("pieces: {coin: {each: {pool: 1}, nobody: {bank: 4, mine: rest}}}", "coin", {"bank": 4, "mine": 3}),
        ("pieces: {gem: {red: {north: 2}, nobody: {mine: 0}}}", "gem", {"bank": 4}),
        ("{pieces: {ship: {red: {south: 1}}}, supply: open because it floats}", "ship red", {"north": 1, "south": 1}),
    ],
)  # fmt: skip
def test_pieces_come_from_where_their_kind_starts(given: str, whose: str, held: dict[str, int], tmp_path: Path) -> None:
    if given.startswith("{"):
        given = given[1:-1].replace("}}}, supply", "}}}\n    supply")
    found = laid(tmp_path, given)
    for place, number in held.items():
        key = f"{whose} " if whose in ("coin", "gem") else whose
        assert found[key.strip()].get(place) == number


@pytest.mark.parametrize(
    ("pieces", "code", "message"),
    [
        (
            "ship: {red: {north: 0}}",
            "too-few-pieces",
            "3 ships of red, but there are 4: 1 is missing (north 0, pool 2, spare 1); "
            "they start in several places: say where the others are, as in `PLACE: rest`",
        ),
        (
            "ship: {red: {south: 4}}",
            "too-many-pieces",
            "8 ships of red, but there are 4: 4 too many (north 1, south 4, pool 2, spare 1); "
            "they start in several places: say from where they come, as in `PLACE: rest`",
        ),
        (
            "man: {blue: {pool: 0}}",
            "too-few-pieces",
            "1 man of blue, but there are 5: 4 are missing (north 1, pool 0); `pool: rest` makes them add up",
        ),
        ("man: {red: {south: 5}}", "too-many-pieces", "6 men of red, but there are 5: 1 too many (north 1, south 5)"),
        (
            "man: {each: {south: 5}}",
            "too-many-pieces",
            "6 men of red, but there are 5: 1 too many (north 1, south 5)",
        ),
        ("man: {red: {south: rest, north: rest}}", "rest-twice", "`rest` can stand for one place only"),
        (
            "gem: {blue: {north: 2}}",
            "too-many-pieces",
            "8 gems, but there are 6: 2 too many (north (blue) 2, bank 4, mine 2); "
            "they start in several places: say from where they come, as in `PLACE: rest`",
        ),
        (
            "tree: {young: {south: 1}}",
            "too-few-pieces",
            "1 tree, but there are 3: 2 are missing (young south 1); `south: rest` makes them add up",
        ),
    ],
)
def test_no_piece_appears_or_vanishes(pieces: str, code: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        laid(tmp_path, f"pieces: {{{pieces}}}")
    (problem,) = raised.value.problems
    assert (problem.code, problem.message) == (code, message)
    assert problem.where.line == 4 and problem.excerpt == f"    pieces: {{{pieces}}}"


def test_an_open_supply_has_a_reason(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="write `open because …` here, with the reason"):
        laid(tmp_path, "supply: open")


@pytest.mark.parts
def test_shipped_positions_are_whole() -> None:
    """At most five may say that their pieces don't add up, and each has a reason."""
    books = map(book_of, installed_games())
    opened = [each.name for book in books for each in read_scenarios(book)[0] if each.given.supply_open]
    assert len(opened) <= 5


# -- from Python


def test_a_position_is_a_mapping_or_yaml() -> None:
    game = game_of("red_flag_over_paris")
    begin = "place up to 2 cubes in Press\nraise your political_vp by 1"
    pieces = {"cube": {"commune": {"starting": 1, "press": 3}}}
    text = "turn: commune\npieces: {cube: {commune: {starting: 1, press: 3}}}\nbegin: |\n  " + begin.replace(
        "\n", "\n  "
    )
    one, other = game.stage({"turn": "commune", "pieces": pieces, "begin": begin}, seed=7), game.stage(text, seed=7)
    assert one.snapshot() == other.snapshot()
    assert one.decision is not None and [option.key for option in one.decision.options] == ["press", "stop"]
    one.choose("stop")
    assert one.is_over() and one.game.scores(one.state)["commune"] == 1


def test_the_seed_makes_the_chances() -> None:
    game = game_of("red_flag_over_paris")
    decks = {seed: game.stage({}, seed).snapshot()["z"] for seed in (0, 1)}
    assert decks[0] != decks[1]
    assert decks[1] == game.stage({}, 1).snapshot()["z"] == game.start(1).snapshot()["z"]


@pytest.mark.parametrize(
    ("given", "code", "place"),
    [
        ({"turn": "comune"}, "unknown-seat", "given:1:9"),
        ({"pieces": {"cube": {"commune": {"press": 9}}}}, "too-many-pieces", "given:4:9"),
        ({"turn": "commune", "begin": "raise your political_vp\nraise your politcal_vp"}, "unknown-name", "given:4:14"),
        ("begin: lay an egg", "syntax", "given:1:18"),
        ({"begin": ""}, "empty", "given:1:10"),
        ({1: 2}, "unknown-field", "given:1:1"),
        ({"supply": "open"}, "wrong-form", "given:1:11"),
        ({"turn": {1, 2}}, "wrong-type", "given"),
        ({"turn": float("nan")}, "bad-id", "given:1:9"),
        ({"zones": {"hand": {"commune": ["\ud800"]}}}, "lone-surrogate", "given:4:10"),
        ("turn: [", "no-yaml", "given:1:1"),
        ("- turn", "wrong-type", "given:1:1"),
        ("", "empty-file", "given"),
        (None, "empty-file", "given"),
        (7, "wrong-type", "given:1:1"),
        (b"turn: commune", "wrong-type", "given"),
    ],
)
def test_a_bad_position_is_an_error_with_its_place(given: Any, code: str, place: str) -> None:
    with pytest.raises(RulebookError) as raised:
        game_of("red_flag_over_paris").stage(given)
    problem = raised.value.problems[0]
    assert (problem.code, str(problem.where)) == (code, place)
    assert problem.where.line == 0 or problem.excerpt is not None


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None])
def test_a_bad_seed_of_a_position(seed: Any) -> None:
    with pytest.raises(PlayError, match="a seed is a whole number from 0"):
        game_of("revolution").stage({}, seed)


def test_a_laid_out_match_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="began in a laid-out position"):
        game_of("revolution").stage({}).save(tmp_path / "match.json")
    assert not list(tmp_path.iterdir())


# -- scenarios


def test_a_bad_position_fails_its_own_scenario_only(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        """
- {name: a seat of no game, given: {turn: jacobn}, then: [1 is 1]}
- {name: a piece too many, given: {pieces: {marker: {royalist: {supply: 11, c1r1: 1}}}}, then: [1 is 1]}
- {name: a field of no schema, givn: {}, then: [1 is 1]}
- {name: a text that can't be read, given: {begin: lay an egg}, then: [1 is 1]}
- {name: all is well, given: {turn: jacobin, begin: stop}, then: [1 is 1]}
- {name: not so, given: {turn: jacobin, begin: stop}, then: [1 is 2]}
"""
    )
    game = game_of("revolution")
    scenarios, problems = read_scenarios(game.rulebook, [str(tmp_path / "a.yaml")])
    verdicts = list(play_scenarios(GameCache(game), scenarios))
    codes = [[problem.code for problem in verdict.mistakes] for verdict in verdicts]
    assert codes == [["unknown-seat"], ["unknown-place"], ["unknown-field"], ["syntax"], [], []]
    assert [problem.code for problem in problems] == ["unknown-seat", "unknown-place", "unknown-field"]
    assert all(problem.where.line and problem.excerpt for verdict in verdicts for problem in verdict.mistakes)
    assert [verdict.has_passed for verdict in verdicts] == [False] * 4 + [True, False]


def test_the_seed_of_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    game = game_of("red_flag_over_paris")
    tops = {
        seed: game.card_ids[game.start(seed).state.z[game.program.symbols.zone_index["deck"]][-1]] for seed in (0, 4)
    }
    assert tops[0] != tops[4]
    path.write_text(
        f"- {{name: by default, then: [top card of deck is {tops[0]}]}}\n"
        f"- {{name: by seed, seed: 4, then: [top card of deck is {tops[4]}]}}\n"
    )
    scenarios = load_scenarios(game.rulebook, [str(path)])
    assert [verdict.has_passed for verdict in play_scenarios(GameCache(game), scenarios)] == [True, True]


@pytest.mark.parametrize("step", ["2", True, float("inf"), 1.5, [1]])
def test_what_is_no_number_is_not_measured(step: Any) -> None:
    with pytest.raises(RulebookError) as raised:
        game_of("red_flag_over_paris").stage({"tracks": {"round": step}})
    assert [problem.code for problem in raised.value.problems] == ["wrong-type"]


def test_a_position_within_itself() -> None:
    given: dict[str, Any] = {"turn": "commune"}
    given["zones"] = given
    with pytest.raises(RulebookError, match="none of them within itself"):
        game_of("red_flag_over_paris").stage(given)


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ("pawn: {red: {cedar: 4, reserve: 1}}", "4 pawns of red in `cedar`, but there is room for 3 of each owner"),
        (
            "pawn: {blue: {reserve: 0, cedar: rest}}",
            "6 pawns of blue in `cedar`, but there is room for 3 of each owner",
        ),
        ("fort: {red: {dogwood: 1}}", "2 forts in `dogwood`, but there is room for 1"),
        ("fort: {each: {cedar: 1}}", "2 forts in `cedar`, but there is room for 1"),
    ],
)
def test_a_space_has_no_more_pieces_than_there_is_room_for(pieces: str, message: str, tmp_path: Path) -> None:
    game = game_of(SAMPLE)
    with pytest.raises(RulebookError) as raised:
        game.stage(f"pieces: {{{pieces}}}")
    (problem,) = raised.value.problems
    assert (problem.code, problem.message, problem.where.line) == ("over-room", message, 1)
    (tmp_path / "a.yaml").write_text(f"name: a\ngiven:\n  pieces: {{{pieces}}}\n")
    scenarios, _ = read_scenarios(game.rulebook, [str(tmp_path / "a.yaml")])
    assert [each.message for each in find_mistakes(GameCache(game), scenarios)] == [message]
    assert [each.message for each in next(play_scenarios(GameCache(game), scenarios)).mistakes] == [message]


def test_nothing_is_in_a_closed_space() -> None:
    with pytest.raises(RulebookError) as raised:
        game_of(SAMPLE).stage("pieces: {stone: {elm: 1}}")
    assert raised.value.problems[0].code == "start-closed"


@pytest.mark.parametrize(
    ("begin", "line"),
    [("take a turn", 3), ("|\n    raise count by 1\n    take a turn", 5)],
)
def test_where_somebody_must_act_the_position_says_who(begin: str, line: int, tmp_path: Path) -> None:
    games = GameCache(game_of(SAMPLE))
    (tmp_path / "a.yaml").write_text(f"name: a\ngiven:\n  begin: {begin}\n")
    scenarios, _ = read_scenarios(games.get().rulebook, [str(tmp_path / "a.yaml")])
    checked = list(find_mistakes(games, scenarios))
    played = next(play_scenarios(games, scenarios)).mistakes
    with pytest.raises(RulebookError) as raised:
        games.get().stage(f"begin: {begin}\n".replace("\n    ", "\n  "))
    for (problem,) in (checked, played, raised.value.problems):
        assert problem.code == "nobody-acts"
        assert problem.message == "`take a turn` needs somebody who acts: say who by `turn: SEAT` beside `begin`"
        assert (problem.excerpt or "")[problem.where.column - 1 :] == "take a turn"
    assert checked[0].where.line == line


def test_an_open_supply_that_is_not_needed_is_a_mistake() -> None:
    with pytest.raises(RulebookError) as raised:
        game_of(SAMPLE).stage("pieces: {stone: {cedar: 1, quarry: 3}}\nsupply: open because it was once needed")
    assert [problem.code for problem in raised.value.problems] == ["supply-not-open"]


def test_pieces_without_an_owner_lie_in_the_box_of_a_seat() -> None:
    game = game_of(SAMPLE)
    match = game.stage({"pieces": {"stone": {"stash of blue": 2}}, "turn": "red", "begin": "choose a town"})
    assert {place: number for place, number in match.view("red")["pieces"]["stone"].items() if number} == {
        "cedar": 1,
        "quarry": 1,
        "stash of blue": 2,
    }
    with pytest.raises(RulebookError, match="each seat has a `stash`, but these pieces have no owner"):
        game.stage({"pieces": {"stone": {"stash": 2}}})
