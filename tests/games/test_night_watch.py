"""Hidden parts: partners know each other, the others know nobody, and laid cards say nothing of who laid them."""

from __future__ import annotations

from random import Random

from interpreter.matches.match import Match
from tests.games.test_games import game_of

SEATS = ("p1", "p2", "p3", "p4", "p5")


def parts_seen(match: Match, reader: str) -> dict[str, str]:
    """The kind of part that a seat knows of each seat."""
    zones = match.view(reader)["zones"]
    known = {seat: zones[f"part of {seat}"][0] for seat in SEATS}
    return {seat: card.partition("_")[0] for seat, card in known.items() if card is not None}


def test_partners_know_each_other_and_guards_nobody() -> None:
    for seed in range(12):
        match, random = game_of("night_watch", 5).start(seed), Random(seed)
        true = {seat: parts_seen(match, seat)[seat] for seat in SEATS}
        assert sorted(true.values()) == ["guard"] * 3 + ["traitor"] * 2
        while match.decision is not None:
            for seat in SEATS:
                assert parts_seen(match, seat) == (true if true[seat] == "traitor" else {seat: "guard"})
            match.choose(random.choice(match.decision.options))
        outcome = match.outcome()
        assert outcome is not None
        winning = "guard" if outcome.reason == "nights kept" else "traitor"
        assert outcome.winners == [seat for seat in SEATS if true[seat] == winning]


def test_a_guard_suspects_everybody() -> None:
    """Whatever a guard has seen, each other seat may be a traitor, and exactly two are in every deal it considers."""
    match, random = game_of("night_watch", 5).start(3), Random(3)
    for _ in range(30):
        assert match.decision is not None
        match.choose(random.choice(match.decision.options))
        if match.is_over():
            return
    guard = next(seat for seat in SEATS if parts_seen(match, seat) == {seat: "guard"})
    suspected: set[str] = set()
    for _ in range(40):
        thought = match.determinize(guard, random)
        traitors = {seat for seat in SEATS if parts_seen(thought, seat)[seat] == "traitor"}
        assert len(traitors) == 2
        suspected |= traitors
    assert suspected == {*SEATS} - {guard}
