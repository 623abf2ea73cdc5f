"""Counts of cards, and of uses of them, that decisions offer."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cli.text.lab.balance_text import format_balance
from interpreter.lab.balance.balance_document import balance_document
from interpreter.lab.balance.ladder import LadderSpec, run_ladder
from interpreter.lab.balance.planner import Rung
from interpreter.lab.card_offers import card_offers
from interpreter.language.execution.executable import Backend
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.playing import play
from interpreter.playtest.cluster.parcels import decode_outputs, encode_outputs
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.offers import OfferCounter, OfferCounts
from interpreter.playtest.run.runner import PlaytestPlan, count_decisions, run_playtest
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.chunk_data import DecodeError, Places, decode_tally, encode_tally
from interpreter.report.balance_report import make_balance_figures

RULES = """
id: uses
title: Uses
about: Ann plays two of three cards, two of which have one title, for their event or for points.
seats: [{id: ann, title: Ann}]
source: ours
start: play two cards
variables:
  - {id: gained, title: Gained, is: number}
words:
  - say: play two cards
    do: |
      for each seat, as you:
        repeat 2 times: play a card
        choose a card in table, or none, to keep
      end the game, winner is ann, because "done"
  - say: play a card
    do: |
      choose a card in table, to play
      either "event":
        only if card is useful
        raise gained by 2
        move card to pile
      or "points":
        raise gained by 1
        move card to pile
      either "rest":
        raise gained by 3
      or "sleep":
        raise gained by 4
ask:
  play: Which card do you play?
  "play a card": "How do you use {card}?"
zones:
  - {id: table, title: Table, face: everyone, starts with: [things]}
  - {id: pile, title: Pile, face: everyone}
"""
CARDS = """
deck: things
title: Things
attributes: {useful: flag, weight: number}
cards:
  - {id: bell, title: Bell, weight: 1, useful: true}
  - {id: small_bell, title: Bell, weight: 2, useful: true}
  - {id: stone, title: Stone, weight: 3}
"""


@pytest.fixture
def uses(tmp_path: Path) -> Game:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(RULES)
    (tmp_path / "cards" / "things.yaml").write_text(CARDS)
    return load(tmp_path)


WHICH, HOW, KEEP = "Which card do you play?", "How do you use the card?", "card to keep"


class EventPlayer:
    """A player that plays bells for their event, and keeps nothing."""

    def choose(self, match: SeatMatch) -> str | int:
        """Return a bell, the event or nothing, where they are on offer, and else the first option."""
        keys = [option.key for option in match.decision.options]
        return next((key for key in keys if key in ("bell", "small_bell", "event", "none")), 0)


def played_again(game: Game, games: int, backend: Backend) -> Tally:
    """The tally of some games, with the offers in the first of them."""
    plan = PlaytestPlan(game, 3, games, backend=backend)
    tally = run_playtest(plan).tally
    assert tally.offers.games == 0
    with Stopper() as stopper:
        count_decisions(Arm(game, 3, {}), tally, 0, 1, stopper)
    return tally


def test_cards_and_their_uses_are_counted_where_they_are_offered(uses: Game) -> None:
    counter = OfferCounter(uses)
    play(uses, {"ann": EventPlayer()}, 1, observe=counter.count)
    assert counter.counts == OfferCounts()
    counter.finish()
    assert counter.counts.games == 1
    assert counter.counts.offered == {
        (WHICH, "bell", ""): 2,
        (WHICH, "stone", ""): 2,
        (HOW, "bell", "event"): 2,
        (HOW, "bell", "points"): 2,
        (KEEP, "stone", ""): 1,
    }
    assert counter.counts.taken == {(WHICH, "bell", ""): 2, (HOW, "bell", "event"): 2}


def test_a_game_that_is_given_up_counts_nothing(uses: Game) -> None:
    counter = OfferCounter(uses)
    for _ in range(2):
        counter.begin()
        play(uses, {}, 1, observe=counter.count)
    counter.finish()
    once = OfferCounter(uses)
    play(uses, {}, 1, observe=once.count)
    once.finish()
    assert counter.counts == once.counts


def test_random_players_take_each_option_equally_often(uses: Game) -> None:
    offers = played_again(uses, 600, "python").offers
    assert offers.games == 600
    assert sum(times for (decision, _, _), times in offers.taken.items() if decision == WHICH) == 1200
    assert (
        offers.taken[HOW, "bell", "event"] + offers.taken[HOW, "bell", "points"] == offers.offered[HOW, "bell", "event"]
    )
    event = next(use for use in card_offers(offers).uses if use.use == "event").figures.share
    assert event.low < 0.5 < event.high and not any(each.use == "rest" for each in card_offers(offers).uses)


def test_offers_do_not_depend_on_the_backend(uses: Game) -> None:
    """The native one plays the games where wasmtime is there."""
    assert played_again(uses, 600, "auto") == played_again(uses, 600, "python")


def test_searching_players_are_counted_in_play(uses: Game) -> None:
    plan = PlaytestPlan(uses, 3, 5, seated={"ann": "search:4"})
    tally = run_playtest(plan).tally
    before = encode_tally(tally, Places(""))
    assert tally.offers.games == 5 and sum(tally.offers.offered.values()) > 0
    with Stopper() as stopper:
        count_decisions(Arm(uses, 3, plan.seated), tally, 0, 1, stopper)
    assert encode_tally(tally, Places("")) == before
    assert decode_tally(json.loads(json.dumps(before)), Places("")) == tally


@pytest.mark.parametrize(
    "offers", [[6, []], [0, []], [1, [["a", "b", "", 1, 2]]], [1, [["a", "b", 1, 1]]], [1, {}], {}, [True, []]]
)
def test_malformed_offers_are_refused(uses: Game, offers: object) -> None:
    data = encode_tally(run_playtest(PlaytestPlan(uses, 3, 5)).tally, Places("")) | {"offers": offers}
    with pytest.raises(DecodeError):
        decode_tally(json.loads(json.dumps(data)), Places(""))


def test_other_machines_count_decisions_too() -> None:
    assert decode_outputs(encode_outputs(ChunkOutputs(decisions=True))) == ChunkOutputs(decisions=True)


def test_a_card_differs_only_if_chance_does_not_explain_it() -> None:
    offered = Counter({("d", card, ""): 100 for card in "abc"})
    uses = card_offers(OfferCounts(7, offered, Counter({("d", "a", ""): 80, ("d", "b", ""): 52, ("d", "c", ""): 40})))
    (use,) = uses.uses
    assert uses.games == 7 and use.use is None and (use.figures.offered, use.figures.taken) == (300, 172)
    assert [(card.card, card.differs) for card in use.cards] == [("a", True), ("b", False), ("c", True)]
    assert all(0 <= card.figures.share.low <= card.figures.share.high <= 1 for card in use.cards)


@pytest.mark.parts
def test_a_ladder_has_offers_by_strength_of_play(uses: Game) -> None:
    rungs = [Rung(player, {"ann": player}) for player in ("random", "search:4")]
    found = [balance_document(run_ladder(LadderSpec(uses, rungs, None, 30, jobs=jobs))) for jobs in (1, 2)]
    assert [rung.offers.games for rung in found[0].rungs] == [30, 30]
    assert [rung.offers for rung in found[0].rungs] == [rung.offers for rung in found[1].rungs]
    which = found[0].rungs[1].offers.uses[0]
    assert (which.decision, which.use, which.figures.taken) == (WHICH, None, 60)
    figures = {each.table.id: each.table for each in make_balance_figures(found[0], uses)}
    assert {row[0] for row in figures["offers"].rows} == {"random", "search:4"}
    lines = format_balance(found[0], uses).splitlines()
    table = lines.index("cards taken when offered, of 100 offers")
    assert lines[table + 1].split()[:2] == ["random", "search:4"]
    assert any(line.startswith(f"  {WHICH}") for line in lines[table:])
