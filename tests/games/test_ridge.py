"""The war game on hexes, against its rules for movement, sight and combat written down once more."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from interpreter.matches.match import Match
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.loaded import game_of

FOLDER = Path(__file__).parent / "ridge"
GAMES = 6
COLUMNS, ROWS = "abcdefghi", 7
STRENGTH = {"foot": 3, "tank": 4, "gun": 2}
SPEED = {"foot": 2, "tank": 4, "gun": 1}
HIGH = {"f3", "f4", "e5", "g3", "g5"}
WOODS = {"c3", "d3", "d5"}
HILLS = {"f3", "f4", "e5"}
Units = dict[str, tuple[str, str]]
"""Seat and kind of the unit on a hex."""
START: Units = {
    **dict.fromkeys(("b2", "b4", "b6"), ("blue", "foot")),
    **dict.fromkeys(("a3", "a5"), ("blue", "tank")),
    "b3": ("blue", "gun"),
    **dict.fromkeys(("f3", "f4", "g5"), ("grey", "foot")),
    **dict.fromkeys(("h4", "i3"), ("grey", "tank")),
    "h5": ("grey", "gun"),
}


def axial(hex_id: str) -> tuple[int, int]:
    """Coordinates along two axes; every other row is shifted by half a hex."""
    column, row = COLUMNS.index(hex_id[0]), int(hex_id[1:]) - 1
    return column - row // 2, row


HEXES = {axial(f"{column}{row}"): f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1)}
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def hexes_around(hex_id: str) -> Iterator[str]:
    across, along = axial(hex_id)
    near = (HEXES.get((across + right, along + down)) for right, down in AROUND)
    return (each for each in near if each is not None)


def hexes_seen(hex_id: str) -> Iterator[str]:
    """Yield the hexes two steps away that can be seen: one hex on the way is open."""
    beside = set(hexes_around(hex_id))
    for far in {far for near in beside for far in hexes_around(near)} - {hex_id, *beside}:
        if any(near not in WOODS and near not in HILLS for near in beside.intersection(hexes_around(far))):
            yield far


def units_of(match: Match) -> Units:
    pieces = match.view("blue")["pieces"]
    spots = ((kind, seat, place) for kind in pieces for seat in pieces[kind] for place in pieces[kind][seat])
    return {place: (seat, kind) for kind, seat, place in spots if place in HEXES.values()}


def is_open(hex_id: str, units: Units, seat: str) -> bool:
    if hex_id in units or hex_id in WOODS:
        return False
    return all(units.get(near, (seat, ""))[0] == seat for near in hexes_around(hex_id))


def in_reach(start: str, units: Units) -> set[str]:
    seat, kind = units[start]
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        place = waiting.popleft()
        if steps[place] == SPEED[kind] or (place != start and not is_open(place, units, seat)):
            continue
        for near in hexes_around(place):
            if near not in units and near not in steps:
                steps[near] = steps[place] + 1
                waiting.append(near)
    return set(steps) - {start}


def fighters(target: str, units: Units, seat: str, tired: set[str]) -> set[str]:
    beside = {near for near in hexes_around(target) if units.get(near, ("",))[0] == seat}
    shelled = {far for far in hexes_seen(target) if units.get(far) == (seat, "gun")}
    return (beside | shelled) - tired


def by_lead(lead: int) -> list[str]:
    """The results of a die showing 1 to 6."""
    column = 0 if lead < 0 else 1 if lead == 0 else 2 if lead <= 2 else 3 if lead <= 5 else 4
    rows = ["repelled stand stand back back", *2 * ["repelled stand back back gone"]]
    rows += [*2 * ["stand back back gone gone"], "back back gone gone gone"]
    return [row.split()[column] for row in rows]


def lost(match: Match, seat: str) -> int:
    pieces = match.view("blue")["pieces"]
    return sum(places.get(seat, {}).get(f"lost of {seat}", 0) for places in pieces.values())


def check_march(match: Match, seat: str, start: str) -> None:
    after = match.copy()
    after.choose(start)
    units = units_of(match)
    reach = in_reach(start, units)
    if len(reach) > 1:
        assert after.decision is not None
        assert {option.key for option in after.decision.options} == reach, (seat, start)


def check_attack(match: Match, seat: str, tired: set[str]) -> None:
    assert match.decision is not None
    units = units_of(match)
    other = "grey" if seat == "blue" else "blue"
    targets = {each: fighters(each, units, seat, tired) for each in units if units[each][0] == other}
    offered = {option.key for option in match.decision.options} - {"stop"}
    assert offered == {each for each, own in targets.items() if own}
    for target in offered:
        strength = sum(STRENGTH[units[each][1]] for each in targets[target])
        lead = strength - STRENGTH[units[target][1]] - 2 * (target in HIGH)
        outcomes = list(match.chance(target))
        assert [outcome.probability for outcome in outcomes] == [Fraction(1, 6)] * 6
        for result, outcome in zip(by_lead(lead), outcomes, strict=True):
            assert happened(match, outcome.match, seat) in ((result, "gone") if result == "back" else (result,))


def happened(match: Match, after: Match, seat: str) -> str:
    """The result of an attack: who is asked for a retreat, or has lost a unit."""
    other = "grey" if seat == "blue" else "blue"
    asked = after.decision.seat if after.decision is not None and after.decision.label == "retreat" else None
    if lost(after, other) > lost(match, other):
        return "gone"
    if asked == seat or lost(after, seat) > lost(match, seat):
        return "repelled"
    return "back" if asked == other else "stand"


@pytest.mark.parts
def test_movement_sight_and_combat() -> None:
    game = game_of(FOLDER)
    attacks = 0
    for seed in range(GAMES):
        match, random = game.start(seed), Random(seed)
        while (decision := match.decision) is not None:
            tired = set(match.view("blue")["flags"]["tired"])
            if decision.label == "march":
                for option in decision.options[:-1]:
                    check_march(match, decision.seat, option.key)
            elif decision.label == "attack":
                check_attack(match, decision.seat, tired)
                attacks += 1
            match.choose(random.choice(decision.options))
    assert attacks > 10


def staged(units: Units, begin: str = "move and attack") -> Match:
    """A match in which just these units are on the map, and Blue begins a phrase, or the game."""
    pieces: dict[str, dict[str, dict[str, int]]] = {kind: {"blue": {}, "grey": {}} for kind in STRENGTH}
    for place, (seat, kind) in START.items():
        pieces[kind][seat][place] = 0
    for place, (seat, kind) in units.items():
        pieces[kind][seat][place] = 1
    return game_of(FOLDER).stage({"pieces": pieces, **({"turn": "blue", "begin": begin} if begin else {})})


def finish(match: Match) -> None:
    """Neither march nor attack until the game is over."""
    while match.decision is not None:
        match.choose("none" if match.decision.label == "march" else "stop")


def test_the_map_and_the_start() -> None:
    match = game_of(FOLDER).start(1)
    terrain = {space.id: space.attributes["terrain"] for space in match.game.rulebook.map.spaces}
    assert {place: each for place, each in terrain.items() if each is not None} == {
        **dict.fromkeys(WOODS, "woods"),
        **dict.fromkeys(HILLS, "hill"),
        **dict.fromkeys(HIGH - HILLS, "town"),
    }
    assert set(terrain) == set(HEXES.values())
    assert units_of(match) == START


@pytest.mark.parametrize(
    ("kept", "winner", "reason"),
    [
        ({"g3": ("blue", "foot"), "g5": ("blue", "tank")}, "blue", "both towns"),
        ({"g3": ("blue", "foot"), "g5": ("grey", "foot")}, "grey", "a town held"),
        ({"g3": ("blue", "foot")}, "grey", "a town held"),
    ],
)
def test_blue_needs_both_towns_after_six_rounds(kept: Units, winner: str, reason: str) -> None:
    match = staged({**kept, "a1": ("blue", "gun"), "i7": ("grey", "gun")}, begin="")
    finish(match)
    outcome = match.outcome()
    assert outcome is not None and (outcome.winners, outcome.reason) == ([winner], reason)
    assert match.state.turns == 12


def test_six_units_march_and_then_none() -> None:
    match, marches = game_of(FOLDER).start(1), 0
    while match.decision is not None and match.decision.seat == "blue":
        marches += match.decision.label == "march"
        match.choose(match.decision.options[0])
    assert marches == 6


def test_woods_hide_what_is_behind_them() -> None:
    match = staged({"c5": ("blue", "gun"), "e5": ("grey", "foot"), "a5": ("grey", "tank")})
    match.choose("none")
    assert match.decision is not None
    assert [option.key for option in match.decision.options] == ["a5", "stop"]


def after_die(match: Match, target: str, die: int) -> Match:
    return list(match.chance(target))[die - 1].match


def test_a_unit_that_is_driven_back() -> None:
    """A tank attacks a foot beside it, with a lead of 1; another unit bars ways out."""
    match = staged({"b2": ("blue", "tank"), "c2": ("grey", "foot"), "e2": ("blue", "foot"), "h6": ("grey", "gun")})
    match.choose("none")
    back = after_die(match, "c2", 2)
    units = units_of(back)
    assert back.decision is not None and back.decision.seat == "grey"
    refuges = {near for near in hexes_around("c2") if is_open(near, units, "grey")}
    assert {option.key for option in back.decision.options} == {*refuges, "none"} and refuges
    away, gone = back.copy(), back.copy()
    refuge = min(refuges)
    away.choose(refuge)
    assert units_of(away)[refuge] == ("grey", "foot") and refuge not in away.view("blue")["flags"]["tired"]
    gone.choose("none")
    assert "c2" not in units_of(gone) and lost(gone, "grey") == lost(match, "grey") + 1


def test_attackers_that_are_driven_back_are_still_tired() -> None:
    """A foot and a gun attack a tank on a hill, 5 against 6."""
    match = staged({"e4": ("blue", "foot"), "f4": ("grey", "tank"), "g4": ("blue", "gun"), "f2": ("grey", "foot")})
    match.choose("none")
    repelled = after_die(match, "f4", 1)
    assert repelled.decision is not None
    assert (repelled.decision.seat, repelled.decision.label) == ("blue", "retreat")
    refuge = repelled.decision.options[0].key
    repelled.choose(refuge)
    assert refuge in repelled.view("blue")["flags"]["tired"] and refuge in units_of(repelled)
    assert repelled.decision is not None and repelled.decision.label == "retreat"
    repelled.choose("none")
    assert lost(repelled, "blue") == lost(match, "blue") + 1


@pytest.mark.parametrize(
    ("own", "target", "die", "result"),
    [
        ({"g2": "tank"}, "g3", 1, "repelled"),  # 4 against 5 in a town
        ({"c5": "foot", "b4": "tank", "a4": "gun"}, "b5", 3, "gone"),  # a lead of 6
    ],
)
def test_the_result_of_a_die(own: dict[str, str], target: str, die: int, result: str) -> None:
    beside = {place: ("blue", kind) for place, kind in own.items()}
    match = staged({**beside, target: ("grey", "foot"), "i7": ("grey", "gun")})
    match.choose("none")
    assert fighters(target, units_of(match), "blue", set()) == set(own)
    assert happened(match, after_die(match, target, die), "blue") == result


def test_a_unit_marches_once_and_fights_then() -> None:
    match = staged({"a1": ("blue", "tank"), "i7": ("blue", "foot"), "c3": ("grey", "foot")})
    match.choose("a1")
    match.choose("b2")
    assert match.decision is not None
    assert [option.key for option in match.decision.options] == ["i7", "none"]
    match.choose("none")
    assert match.decision is not None and match.decision.label == "attack"
    assert [option.key for option in match.decision.options] == ["c3", "stop"]


def test_its_scenarios_come_out() -> None:
    game = game_of(FOLDER)
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert verdicts and [verdict.mistakes for verdict in verdicts if not verdict.has_passed] == []


def test_the_rules_are_short() -> None:
    assert len((FOLDER / "game.yaml").read_text("utf-8").splitlines()) < 80
