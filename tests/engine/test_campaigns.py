"""Campaigns: what a finished match keeps, and matches that begin with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import load, load_match, play
from interpreter.engine.native_games import NativeGames
from interpreter.engine.playout import play_random
from interpreter.language.execution.executable import NativeUnavailableError
from interpreter.matches.loading import replay_with_rules
from interpreter.matches.match import Match
from interpreter.playtest.records.game_records import find_record, format_match
from interpreter.playtest.records.record_replay import Replay, judge_record, rewrite_record
from interpreter.support.errors import PlayError, RulebookError, SaveError
from tests.loaded import REPO, game_of

ESTATE = REPO / "tests/engine/games/estate"
TOLL_ROAD = REPO / "tests/games/toll_road"
STRANGE = "kept-unfit"


def ended(match: Match, *choices: str) -> Match:
    """Make these choices, then the first option until the match is over."""
    for choice in choices:
        match.choose(choice)
    while not match.is_over():
        match.choose(0)
    return match


@pytest.fixture
def first() -> Match:
    """A first game with all its changes."""
    return ended(game_of(ESTATE).start(5), "no")


def signed(kept: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The document with changes, and with the digest that it has then."""
    content = {name: value for name, value in (kept | changes).items() if name != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()}


def test_the_next_game_begins_with_everything_that_is_kept(first: Match) -> None:
    following = game_of(ESTATE).start(6, after=json.loads(json.dumps(first.kept())))
    before, now = first.view("blue"), following.view("blue")
    kept = set(first.game.rulebook.campaign.keeps) - {"seal", "hand", "vault", "omen", "charm"}  # type: ignore[union-attr]
    for kind in ("variables", "flags", "tracks", "pieces"):
        for name in kept & before[kind].keys():
            assert now[kind][name] == before[kind][name], name
    assert before["variables"]["path"] == ["west_field", "east_field"]
    assert now["variables"]["heir"] is None and now["variables"]["calm"] is False and now["variables"]["count"] == 0
    assert now["variables"]["store"] == "barn of blue"
    assert now["variables"]["lost"] == 1 and now["variables"]["game_number"] == 2
    assert now["pieces"]["herd"] == {"small": {"west_field": 1, "market": 1}, "large": {"west_field": 1}}
    assert now["tracks"]["favour"] == {"red": 2, "blue": -2} and now["tracks"]["tax"] == 2
    assert following.state.z[1:4] == first.state.z[1:4] and following.state.z[4] == []
    symbols = first.game.program.symbols
    seal = symbols.variable_base["seal"]
    assert following.state.v[seal] == first.state.v[seal] == first.state.z[3][-1]
    assert following.state.turns == 0 and following.choices == []


def test_dice_lie_as_they_did(first: Match) -> None:
    following = game_of(ESTATE).start(6, after=first.kept())
    for seat, hidden in (("red", "charm of blue"), ("blue", "charm of red")):
        before, now = first.view(seat)["dice"], following.view(seat)["dice"]
        assert before["lot"] and now["lot"] == 0
        assert {**now, "lot": 0} == {**before, "lot": 0} and now[hidden] is None and before["omen_1"]


def test_a_seat_knows_of_kept_cards_what_it_knew(first: Match) -> None:
    following = game_of(ESTATE).start(6, after=first.kept())
    for seat in ("red", "blue"):
        before, now = first.view(seat)["zones"], following.view(seat)["zones"]
        for zone in ("hand of red", "hand of blue", "vault"):
            assert now[zone] == before[zone]
    assert following.view("blue")["zones"]["hand of red"] != [None]  # it was revealed
    assert following.view("red")["zones"]["hand of blue"] == [None]
    assert following.view("red")["zones"]["vault"] == [None]


def test_what_a_seat_imagines_agrees_with_what_it_knew(first: Match) -> None:
    """Cards that lay open at the end lie in the pile now; the vault has one of those that were never seen."""
    (discarded,) = first.view("blue")["zones"]["discard"]
    following = game_of(ESTATE).start(6, after=first.kept())
    random, vaults, piles = Random(1), set[str](), set[tuple[str, ...]]()
    seen = set(first.view("blue")["zones"]["hand of red"] + first.view("blue")["zones"]["hand of blue"])
    for _ in range(100):
        drawn = following.determinize("blue", random)
        names = [drawn.game.card_ids[card] for card in (*drawn.state.z[3], *drawn.state.z[0])]
        assert discarded not in names[:1] and discarded in names[1:]
        assert drawn.view("blue")["zones"] == following.view("blue")["zones"]
        assert drawn.state.v[drawn.game.program.symbols.variable_base["seal"]] == drawn.state.z[3][-1]
        vaults.add(names[0])
        piles.add(tuple(names[1:]))
    assert vaults == {*first.game.card_ids} - seen - {discarded}
    assert {pile.index(discarded) for pile in piles} == {0, 1, 2}  # nobody knows the order of the pile


OPEN_ROW = """\
id: open
title: Open
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
campaign: {keeps: [hand]}
zones:
  - {id: row, title: Row, starts with: [papers], face: everyone}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: pile, title: Pile, face: nobody}
decks:
  - deck: papers
    cards:
      - {id: will, title: Will}
      - {id: oath, title: Oath}
      - {id: deed, title: Deed}
      - {id: bond, title: Bond}
      - {id: note, title: Note}
start: |
  if this is the first game:
    move cards in row to pile
    shuffle pile
    draw 2 cards from pile to hand of red
    draw 1 card from pile to hand of blue
  as red:
    choose a card in your hand, as paper
  end the game, winner is red, because "end"
"""


def test_cards_that_lie_open_again_are_known(tmp_path: Path) -> None:
    """Those that were not kept are back in the row, where everybody sees them."""
    tmp_path.joinpath("game.yaml").write_text(OPEN_ROW, "utf-8")
    game = load(str(tmp_path))
    following = game.start(6, after=ended(game.start(5)).kept())
    assert len(following.view("blue")["zones"]["row"]) == 2
    for word in range(10):
        drawn = following.determinize("blue", Random(word))
        assert drawn.view("blue")["zones"] == following.view("blue")["zones"]


def test_a_hidden_card_makes_no_difference_to_what_a_seat_imagines() -> None:
    """Equal knowledge of two true positions gives equal draws."""
    game = game_of(ESTATE)
    kept = ended(game.start(5), "yes").kept()
    pile = [card for card in game.card_ids if all(card not in cards for cards in kept["zones"].values())]
    other = signed(kept, zones=kept["zones"] | {"vault": [pile[0]]})
    one, two = game.start(6, after=kept), game.start(6, after=other)
    assert one.view("red") == two.view("red")
    for word in range(20):
        drawn = [each.determinize("red", Random(word)) for each in (one, two)]
        assert drawn[0].state.z == drawn[1].state.z


def test_set_up_is_drawn_with_what_is_kept_where_that_is_numbers() -> None:
    """Layouts of a set-up are sampled by running it again, from the start that this match has."""
    game = game_of(TOLL_ROAD)
    later = game.after(signed(ended(game.start(1)).kept(), zones={}, known={}))
    assert later.opening is None and later.changed_cells
    match = later.start(3)
    for word in range(10):
        drawn = match.determinize("ben", Random(word))
        assert drawn.view("ben") == match.view("ben")


def test_searches_play_on_from_what_is_kept() -> None:
    game = game_of(TOLL_ROAD)
    later = game.after(ended(game.start(1)).kept())
    match = play(later, {"ada": "search:20", "ben": "search:20"}, seed=2)
    assert match.is_over() and match.game_number == 2


def test_saves_undo_and_copies_begin_with_it_too(first: Match, tmp_path: Path) -> None:
    match = game_of(ESTATE).start(6, after=first.kept())
    match.choose("no")
    match.save(tmp_path / "second.json")
    for game in (game_of(ESTATE), match.game):
        again = load_match(tmp_path / "second.json", game)
        assert again.snapshot() == match.snapshot() and again.game.kept == first.kept()
    start = match.at(0)
    match.undo()
    assert match.snapshot() == start.snapshot() == match.game.start(6).snapshot()
    third = game_of(ESTATE).start(7, after=ended(again).kept())
    assert third.game_number == 3
    first.save(tmp_path / "first.json")
    assert load_match(tmp_path / "first.json", match.game).snapshot() == first.snapshot()


def test_records_of_later_games_are_replayed(first: Match, tmp_path: Path) -> None:
    game, path = game_of(ESTATE), tmp_path / "played.jsonl"
    match = ended(game.start(6, after=first.kept()), "no")
    path.write_text(format_match(match, {}, []))
    record = find_record(str(path))
    replay = Replay(game, record)
    assert [*replay.steps()][-1].snapshot() == match.snapshot() and replay.difference is None
    assert judge_record(game, record) is None
    line, kept = rewrite_record(game, record)
    assert json.loads(line)["after"] == first.kept() and kept == len(record.choices)
    path.write_text(path.read_text().replace('"count"', '"lost"'))
    with pytest.raises(SaveError, match="digest"):
        Replay(game, find_record(str(path)))
    spoilt = judge_record(game, find_record(str(path)))
    assert spoilt is not None and "digest" in spoilt.text


def test_a_match_of_a_campaign_can_be_replayed_by_other_rules(first: Match) -> None:
    match = game_of(ESTATE).start(6, after=first.kept())
    match.choose("no")
    again = replay_with_rules(match, load(ESTATE))
    assert again.failure is None and again.match.snapshot() == match.snapshot()


def test_the_first_game_is_one_of_a_game_that_was_continued(first: Match) -> None:
    later = game_of(ESTATE).after(first.kept())
    assert later.after(None).start(5).snapshot() == game_of(ESTATE).start(5).snapshot()
    assert later.with_coverage().kept is None


def test_only_a_match_that_is_over_keeps_something() -> None:
    with pytest.raises(PlayError, match="isn't over"):
        game_of(ESTATE).start(1).kept()
    with pytest.raises(PlayError, match="no campaign"):
        ended(game_of("tests/games/higher").start(1)).kept()


def test_the_last_game_has_no_next_one() -> None:
    game = game_of(TOLL_ROAD)
    match = ended(game.start(1))
    for number in (2, 3):
        match = ended(game.start(number, after=match.kept()))
        assert match.game_number == number
    assert match.outcome().reason == "campaign"  # type: ignore[union-attr]
    with pytest.raises(SaveError, match="the campaign has 3 games, and 3 were played"):
        game.start(4, after=match.kept())


def values(**changed: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda kept: signed(kept, values=kept["values"] | changed)


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (lambda kept: kept | {"games": 7}, "kept-changed", "its digest doesn't agree"),
        (lambda kept: {"format": kept["format"]}, "not-kept", "`language` is missing"),
        (lambda kept: signed(kept | {"more": 1}), "not-kept", "it has more fields"),
        (lambda kept: [kept], "not-kept", "this is not what a game kept"),
        (lambda kept: kept | {"format": "9.9"}, "other-format", "its format is 9.9"),
        (lambda kept: kept | {"values": {"deep": float("nan")}}, "kept-changed", "digest"),
        (lambda kept: signed(kept, game="toll_road"), "other-game", "the game toll_road, not by estate"),
        (lambda kept: signed(kept, players=3), "other-players", "a game of 3 players, and the next one has 2"),
        (lambda kept: signed(kept, games=0), "not-kept", "`games` is missing or is not"),
        (values(lost={"": 3}), STRANGE, "the game doesn't keep `lost`"),
        (values(counts={"": 3}), STRANGE, "the game doesn't keep `counts`"),
        (values(count=3), STRANGE, "`count` has no values"),
        (values(count={"": "many"}), STRANGE, "`count` is a number from"),
        (values(count={"": 10**15}), STRANGE, "`count` is a number from"),
        (values(calm={"": 1}), STRANGE, "`calm` is true or false, not `1`"),
        (values(heir={"": "green"}), STRANGE, "`heir` is the id of a seat, not `green`"),
        (values(home={"": "market"}), STRANGE, "`home` is the id of a space, not `market`"),
        (values(path={"": "east_field"}), STRANGE, "`path` is a list of at most"),
        (values(path={"": ["east_field", "moon"]}), STRANGE, "an entry of `path` is the id of a space, not `moon`"),
        (values(deeds={"red in moon": 1}), STRANGE, "there is no `deeds` of `red in moon`"),
        (values(rent={"red": 10}), STRANGE, "`rent` of red is a number from 0 to 9"),
        (values(favour={"": -4}), STRANGE, "`favour` is a number from -3 to 3"),
        (values(omen={"omen_1": 7}), STRANGE, "`omen` of omen_1 is a number from 0 to 6"),
        (values(farm={"(red) barn of red": 1}), STRANGE, "1 farm of red were kept, and there are 2"),
        (values(herd={"small market": 2}), STRANGE, "2 herds were kept, and there are 3"),
        (lambda kept: signed(kept, zones={"pile": []}), STRANGE, "doesn't keep the zone `pile`"),
        (lambda kept: signed(kept, zones={"vault": ["ace"]}), STRANGE, "there is no such card"),
        (lambda kept: signed(kept, zones={"vault": [[]]}), STRANGE, "there is no such card"),
        (values(path={"": [None]}), STRANGE, "an entry of `path` is the id of a space, not nothing"),
        (values(store={"": "east_field"}), STRANGE, "`store` is the id of a box, not `east_field`"),
        (lambda kept: signed(kept, zones={"vault": ["will", "will"]}), STRANGE, "`will` is in two zones"),
        (lambda kept: signed(kept, known={"ace": []}), STRANGE, "there is no card or die `ace`"),
        (lambda kept: signed(kept, known={"will": ["green"]}), STRANGE, "someone who doesn't play"),
    ],
)
def test_what_is_not_whole_or_does_not_fit_is_refused(
    first: Match, change: Callable[[dict[str, Any]], Any], code: str, message: str
) -> None:
    with pytest.raises(SaveError) as refused:
        game_of(ESTATE).after(change(first.kept()))
    (problem,) = refused.value.problems
    assert problem.code == code and message in problem.message


def test_a_save_with_a_forged_start_is_refused_as_a_whole(first: Match, tmp_path: Path) -> None:
    path = tmp_path / "second.json"
    game_of(ESTATE).start(6, after=first.kept()).save(path)
    data = json.loads(path.read_text())
    for after, message in (
        (data["after"] | {"games": 4}, "digest"),
        ("nothing", "something that a saved match does not have"),
        (signed(data["after"], games=4), "a position that differs"),
    ):
        path.write_text(json.dumps(data | {"after": after}))
        with pytest.raises(SaveError, match=message):
            load_match(path, game_of(ESTATE))


def test_rules_may_change_between_two_games(first: Match, tmp_path: Path) -> None:
    """Things are checked one by one; what is new begins as it always does."""
    text = (ESTATE / "game.yaml").read_text()
    folder = tmp_path / "estate"
    folder.mkdir()
    new = text.replace("keeps: [count,", "keeps: [count, lost,")
    (folder / "game.yaml").write_text(new)
    following = load(folder).start(6, after=first.kept())
    assert following.view("red")["variables"]["lost"] == 1 and following.game_number == 2
    (folder / "game.yaml").write_text(text.replace("heir, home", "home"))
    with pytest.raises(SaveError, match="the game doesn't keep `heir`"):
        load(folder).start(6, after=first.kept())


def test_games_of_a_run_begin_with_what_was_kept_or_not_at_all() -> None:
    """Machine code is made for the usual start, whatever game was loaded first."""
    game = game_of(TOLL_ROAD)
    later = game.after(ended(game.start(1)).kept())
    assert later.usual_beginning == game.beginning != later.beginning
    with pytest.raises(NativeUnavailableError, match="an earlier game"):
        NativeGames(later, 1)
    assert play_random(later, 3, 0).scores != play_random(game, 3, 0).scores


@pytest.mark.parametrize(
    ("campaign", "message"),
    [
        ("", "this game has no campaign; `campaign: {keeps: [IDS]}` in game.yaml says"),
        ("campaign: {keeps: [flooded]}", "no game of this campaign is the last: `games: 3` beside `keeps`"),
    ],
)
def test_what_no_campaign_has_can_not_be_asked_for(tmp_path: Path, campaign: str, message: str) -> None:
    text = (TOLL_ROAD / "game.yaml").read_text()
    line = next(line for line in text.splitlines() if line.startswith("campaign:"))
    (tmp_path / "game.yaml").write_text(text.replace(line, campaign))
    with pytest.raises(RulebookError) as refused:
        load(tmp_path)
    assert message in refused.value.problems[-1].message
