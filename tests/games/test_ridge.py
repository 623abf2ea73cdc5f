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
        outcomes = [outcome.match for outcome in match.chance(target)]
        assert [outcome.probability for outcome in match.chance(target)] == [Fraction(1, 6)] * 6
        gone = [lost(after, other) > lost(match, other) for after in outcomes]
        stands = [target in units_of(after) for after in outcomes]
        for result, is_gone, still_there in zip(by_lead(lead), gone, stands, strict=True):
            assert is_gone or result != "gone"
            assert still_there or result not in ("stand", "repelled")


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


def test_its_scenarios_come_out() -> None:
    game = game_of(FOLDER)
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert verdicts and [verdict.mistakes for verdict in verdicts if not verdict.has_passed] == []


def test_the_rules_are_short() -> None:
    assert len((FOLDER / "game.yaml").read_text("utf-8").splitlines()) < 80
