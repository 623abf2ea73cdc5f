"""Scenarios: expectations about options and answers, and reports of failures."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.reading.lexer import Lexer
from interpreter.matches import loading
from interpreter.matches.match import Match
from interpreter.playtest.scenarios import option_keys as keys
from interpreter.playtest.scenarios.scenario_runner import GameCache, Verdict, find_mistakes, play_scenarios
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.scenarios.scenario_files import read_scenarios
from interpreter.support.errors import Location
from tests.counted import calls_of
from tests.language.cases import sample_with
from tests.loaded import game_of

SAMPLE = Path(__file__).parent / "language" / "sample"
CREWS = Path(__file__).parent / "cli" / "crews"
games = GameCache(game_of(SAMPLE))
CARDS = "given:\n  zones: {hand: {red: [bee, gnu_1, gnu_2]}}\n  turn: red\n  begin: "
TOWNS = "given:\n  turn: red\n  begin: choose a town where worth of it < 3, or stop\n"
EITHER = '|\n    either "up": stop\n    or "down": stop'
FORCED = """given:
  turn: red
  begin: |
    choose one of Alder, to leave
    choose one of Birch, to reach
    choose a neighbour of Birch, or stop
"""


def verdict(tmp_path: Path, text: str) -> Verdict:
    """Return the verdict on one scenario; errors in its text are among its mistakes."""
    (tmp_path / "one.yaml").write_text(f"name: one\n{text}", encoding="utf-8")
    scenarios, problems = read_scenarios(games.get().rulebook, [str(tmp_path / "one.yaml")])
    if problems:
        return Verdict(scenarios[0], mistakes=problems)
    (found,) = play_scenarios(games, scenarios)
    return found


@pytest.mark.parametrize(
    "text",
    [
        TOWNS + "then: [{options are: [stop, dogwood, birch, alder]}]",
        TOWNS + "then: [{options lacks: [cedar]}, {options has: stop}]",
        TOWNS + "when: [{then: [decides: red, {options has: alder}]}, {red: alder}]\nthen: [{over: {winner: nobody}}]",
        TOWNS + "when: [{red: alder}]",
        TOWNS,
        FORCED + "when: [{red: cedar}]",
        FORCED + "when: [{red: alder}, {red: birch}, {red: cedar}]",
        FORCED + "when: [{red: birch}, {red: cedar}]",
        CARDS + "choose a card in your hand, or stop\nwhen: [{red: gnu_2}]",
        CARDS + "choose a card in your hand, or stop\nthen: [{options are: [gnu_2, bee, stop]}]",
        CARDS + "choose a card in your hand where it is neutral, to keep\nwhen: [{red: gnu_2}]",
        TOWNS.replace("choose a town where worth of it < 3, or stop", EITHER) + "when: [{red: up}]",
    ],
)
def test_what_passes(text: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, text)
    assert found.has_passed, (found.failures, found.mistakes)


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        (
            TOWNS + "then: [{options are: [alder, stop]}]",
            "options are alder, stop",
            "red decides (choose a town): alder, birch, dogwood, stop",
        ),
        (TOWNS + "when: [{red: stop}]\nthen: [{options lacks: [cedar]}]", "options lacks cedar", "the game is over"),
        (TOWNS + "when: [{red: stop}]\nthen: [{options are: [stop]}]", "options are stop", "the game is over"),
        (TOWNS + "when: [{then: [decides: blue]}, {red: alder}]", "blue decides", "red decides"),
        (
            CARDS + "choose a card in your hand, or stop\nthen: [{options lacks: [gnu_2]}]",
            "options lacks gnu_2",
            "red decides",
        ),
        (FORCED + "when: [{red: birch}, {red: birch}]", "red chooses birch", "red decides (choose a neighbour)"),
    ],
)
def test_what_fails(text: str, expected: str, found: str, tmp_path: Path) -> None:
    (failure,) = verdict(tmp_path, text).failures
    assert failure.expected == expected
    assert failure.found.startswith(found)


def test_what_is_not_on_offer_is_explained(tmp_path: Path) -> None:
    (failure,) = verdict(tmp_path, TOWNS + "when: [{red: cedar}]").failures
    where = f"{tmp_path / 'one.yaml'}:4:30"
    assert failure.notes == (f"cedar is not on offer: `worth of it < 3` is not so ({where})",)
    (failure,) = verdict(tmp_path, TOWNS + "then: [{options has: [alder, cedar]}]").failures
    assert [note.split(":")[0] for note in failure.notes] == ["cedar is not on offer"]


def test_a_failure_tells_what_was_done_without_asking(tmp_path: Path) -> None:
    found = verdict(tmp_path, FORCED + "then: [{decides: blue}]")
    assert found.forced_steps == (("red", "alder"), ("red", "birch"))
    assert verdict(tmp_path, TOWNS + "then: [{decides: blue}]").forced_steps == ()


def test_only_what_is_on_offer_stands_in_the_question(tmp_path: Path) -> None:
    text = 'either "a": raise count\n    or "b": raise count\n    or "c": visit Alder'
    given = f"given:\n  turn: red\n  begin: |\n    make Alder burnt\n    {text}\n"
    (failure,) = verdict(tmp_path, given + "when: [{red: c}]").failures
    assert failure.found == "red decides (choose: a or b): a, b"
    assert "`town is not burnt` is not so" in failure.notes[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (TOWNS + "then: [{options lacks: [ceder]}]", "cedar"),
        (TOWNS + "then: [{options has: [aldr]}]", "alder"),
        (TOWNS + "when: [{red: stopp}]", "stop"),
        (TOWNS + "when: [{then: [{options are: brich}]}]", "birch"),
        (TOWNS + "when: [{red: visit the town of Alder}]", "alder"),
        (TOWNS + "when: [{red: from alder to birch}]", None),
    ],
)
def test_a_misspelt_key_is_a_mistake(text: str, meant: str, tmp_path: Path) -> None:
    (mistake,) = verdict(tmp_path, text).mistakes
    assert (mistake.code, mistake.suggestion) == ("unknown-option", meant)
    assert mistake.excerpt is not None
    assert mistake.excerpt[mistake.where.column - 1 :].startswith(mistake.message.split("`")[1])
    scenarios, _ = read_scenarios(games.get().rulebook, [str(tmp_path / "one.yaml")])
    assert list(find_mistakes(games, scenarios)) == [mistake]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("then: [{options has: 'alder, birch'}]", "`[alder, birch]`"),
        ("then: [{options has: alder birch}]", "`[alder, birch]`"),
        ("then: [{options has: alder and brich}]", "`[alder, birch]`"),
        ("then: [{options has: [alder and birch]}]", "`alder, birch`"),
        ("then: [{options has: 'alder, fish'}]", None),
        ("when:\n- red: alder, birch", "- red: alder\n- red: birch"),
    ],
)
def test_several_keys_in_one_text(text: str, mended: str | None, tmp_path: Path) -> None:
    (mistake,) = verdict(tmp_path, f"{TOWNS}{text}").mistakes
    found = mistake.wordings[0] if mistake.wordings else mistake.suggestion
    assert (mistake.code, found) == ("unknown-option", mended)


@pytest.mark.parametrize(
    ("begin", "note"),
    [
        (TOWNS, ("red still has to decide (choose a town): alder, birch, dogwood, stop",)),
        (TOWNS.replace(", or stop", ""), ("red still has to decide (choose a town): alder, birch, dogwood",)),
        ("given:\n  turn: red\n  begin: raise count\n", ()),
    ],
)
def test_a_decision_that_is_open_at_the_end(begin: str, note: tuple[str, ...], tmp_path: Path) -> None:
    failures = verdict(tmp_path, begin + "then: [count is 7, count is 8]").failures
    assert [failure.notes for failure in failures] == [(), note]


def test_the_opposite_of_an_option_is_no_misspelling(tmp_path: Path) -> None:
    either = 'either "agree":\n      stop\n    or "refuse":\n      stop\n'
    text = TOWNS.replace("choose a town where worth of it < 3, or stop", f"|\n    {either}")
    (mistake,) = verdict(tmp_path, text + "when: [{red: disagree}]").mistakes
    assert mistake.message.endswith("; where `agree` is one, the options are agree, refuse")
    assert mistake.suggestion == "refuse"


def test_a_scenario_says_something(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("- name: one\n", encoding="utf-8")
    _, problems = read_scenarios(games.get().rulebook, [str(tmp_path / "one.yaml")])
    assert [problem.code for problem in problems] == ["missing-field"]


STORY = """given:
  zones: {hand: {red: [bee, cat]}}
  turn: red
  begin: |
    choose a town where worth of it < 3, or stop, to send
    move 1 of your pawns from your reserve to town
    raise your drive by 1
    make town burnt
    choose a card in your hand, to drop
    note card as "well used"
    move card to discard
    reveal cards in your hand to the opponent
    end the game, winner is you, because "done"
when: [{red: alder}, {red: bee}]
"""


@pytest.mark.parametrize(
    "entry",
    [
        "{seat: red, key: alder, label: send}",
        "{piece: pawn, seat: red, from: reserve of red, to: alder, count: 1}",
        "{piece: pawn, from: reserve}",
        "{track: drive, seat: red, from: 0, to: 1}",
        "{flag: burnt, thing: alder, to: true}",
        "{what: card, card: bee, from: hand of red, to: discard}",
        "{card: bee, from: hand}",
        "{what: use, card: bee, label: well_used, seat: red}",
        "{what: shown, card: cat, seat: blue}",
        "{what: end, seat: red, label: done}",
        "[{card: bee, to: discard}, {what: shown, card: cat, seat: blue}]",
    ],
)
def test_the_log(entry: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, f"{STORY}then: [{{log has: {entry}}}]").failures == ()
    assert verdict(tmp_path, f"{STORY}then: [{{log lacks: {entry}}}]").failures != ()


def test_the_log_is_read_once_for_all_that_is_expected_at_a_time(tmp_path: Path) -> None:
    expected = ", ".join(["{log has: {card: bee, to: discard}}"] * 20)
    read = calls_of(Match.events.__code__, lambda: verdict(tmp_path, f"{STORY}then: [{expected}]"))
    assert read == 1


def test_what_the_log_does_not_have(tmp_path: Path) -> None:
    assert verdict(tmp_path, f"{STORY}then: [{{log lacks: {{card: cat, to: discard}}}}]").has_passed
    (failure,) = verdict(tmp_path, f"{STORY}then: [{{log has: {{card: bee, from: hand, to: shelf}}}}]").failures
    assert failure.expected == "log has card: bee, from: hand, to: shelf"
    assert failure.found == "it has what: card, card: bee, from: hand of red, to: discard"


@pytest.mark.parametrize(
    ("entry", "code", "meant"),
    [
        ("{card: beee}", "unknown-card", "bee"),
        ("{piece: pawn, to: aldr}", "unknown-thing", "alder"),
        ("{card: bee, from: hand of rred}", "unknown-thing", "red"),
        ("{key: aldr}", "unknown-option", "alder"),
        ("{crad: bee}", "unknown-field", "card"),
        ("{label: sendd}", "unknown-label", "send"),
        ("{what: end, label: over}", "unknown-label", None),
        ("{what: use, label: send}", "unknown-label", None),
        ("{track: courage}", "own-name", "drive"),
    ],
)
def test_mistakes_about_the_log(entry: str, code: str, meant: str | None, tmp_path: Path) -> None:
    found = verdict(tmp_path, f"{STORY}then: [{{log has: {entry}}}]").mistakes
    assert (found[0].code, found[0].suggestion) == (code, meant)


@pytest.mark.parametrize(
    ("entry", "field", "message"),
    [
        (
            "{card: cat, seat: blue}",
            "seat",
            "a `card` entry has no `seat`; it has `card`, `from`, `to`; other kinds of entries have these: "
            "add `what: use` or `what: shown`",
        ),
        ("{what: card, seat: red}", "seat", "a `card` entry has no `seat`; it has `card`, `from`, `to`"),
        ("{track: fuel, count: 2}", "count", "a `track` entry has no `count`; it has `track`, `seat`, `from`, `to`"),
        ("{what: shuffle, piece: pawn}", "piece", "a `shuffle` entry has no `piece`; it has `zone`"),
        ("{what: pieces, card: bee}", "card", "a `pieces` entry has no `card`; it has"),
        ("{piece: pawn, from: hand}", "hand", "in a `pieces` entry `from` is a space or a box, not `hand`; it has"),
        ("{piece: pawn, from: alder of red}", "alder of red", "in a `pieces` entry `from` is a space or a box"),
        ("{piece: pawn, count: 9}", "9", "in a `pieces` entry `count` is a number from 1 to 8, not 9"),
        ("{piece: pawn, to: 3}", "3", "in a `pieces` entry `to` is a space or a box, not 3"),
        ("{what: state, piece: pawn}", "pawn", "in a `state` entry `piece` is a kind of piece that has states"),
        ("{piece: stone, seat: red}", "red", "in a `pieces` entry `seat` is left out (`stone` has no owner)"),
        ("{card: bee, to: alder}", "alder", "in a `card` entry `to` is a zone, not `alder`"),
        ("{card: bee, from: deck of red}", "deck of red", "in a `card` entry `from` is a zone, not `deck of red`"),
        ("{track: fuel, to: 6}", "6", "in a `track` entry `to` is a step of the track, 0 to 5, not 6"),
        ("{track: fuel, to: true}", "true", "in a `track` entry `to` is a step of a track, not true"),
        ("{track: fuel, seat: red}", "red", "in a `track` entry `seat` is left out (there is one `fuel` for all)"),
        ("{flag: burnt, to: alder}", "alder", "in a `flag` entry `to` is true or false, not `alder`"),
        ("{flag: burnt, thing: bee}", "bee", "in a `flag` entry `thing` is a space, not `bee`"),
        ("{variable: count, to: alder}", "alder", "in a `variable` entry `to` is a number, not `alder`"),
        ("{what: turn, seat: everyone}", "everyone", "in a `turn` entry `seat` is a seat, not `everyone`"),
    ],
)
def test_an_entry_that_no_log_can_have_is_a_mistake(entry: str, field: str, message: str, tmp_path: Path) -> None:
    (mistake,) = verdict(tmp_path, f"{STORY}then: [{{log lacks: {entry}}}]").mistakes
    assert mistake.code == "no-such-entry"
    assert mistake.message.startswith(message)
    assert (mistake.excerpt or "")[mistake.where.column - 1 :].startswith(field)


def test_of_the_log_the_nearest_entry_is_shown(tmp_path: Path) -> None:
    def found(entry: str) -> str:
        (failure,) = verdict(tmp_path, f"{STORY}then: [{{log has: {entry}}}]").failures
        return failure.found

    assert found("{track: drive, seat: red, to: 3}") == "it has what: track, seat: red, track: drive, from: 0, to: 1"
    assert found("{card: gnu_1, to: discard}") == "it has what: card, card: bee, from: hand of red, to: discard"
    assert found("{key: cat, label: drop}") == "it has what: choice, seat: red, key: bee, label: drop"
    assert found("{track: fuel, to: 1}").startswith("it has what: track")
    assert found("{piece: fort, seat: red}").startswith("it has what: pieces, seat: red")
    assert found("{what: shuffle}") == "there is nothing like it"


@pytest.mark.parametrize("key", ["3", "-1", "9" * 90, "stop", "none", "larboard", "p1"])
def test_a_key_that_no_option_of_the_game_can_have_is_a_mistake(key: str, tmp_path: Path) -> None:
    crews = GameCache(game_of(CREWS))
    text = f'name: one\nwhen: [{{p1: 2}}, {{p1: "yes"}}]\nthen: [{{options lacks: ["{key}"]}}]\n'
    (tmp_path / "one.yaml").write_text(text, encoding="utf-8")
    scenarios, _ = read_scenarios(crews.get().rulebook, [str(tmp_path / "one.yaml")])
    (found,) = play_scenarios(crews, scenarios)
    assert [mistake.code for mistake in found.mistakes] == ["unknown-option"]
    (tmp_path / "one.yaml").write_text(text.replace(f'["{key}"]', "[1]"), encoding="utf-8")
    scenarios, _ = read_scenarios(crews.get().rulebook, [str(tmp_path / "one.yaml")])
    assert next(play_scenarios(crews, scenarios)).mistakes == ()


def test_numbers_that_are_worked_out_may_be_any(tmp_path: Path) -> None:
    given = "given:\n  turn: red\n  begin: choose a number from 0 to count\n"
    assert verdict(tmp_path, given + "then: [{options lacks: [7]}]").mistakes == ()


def test_a_seat_without_tables_has_no_answer_by_table(tmp_path: Path) -> None:
    (mistake,) = verdict(tmp_path, TOWNS + "when: [{red: by_table}]").mistakes
    assert (mistake.code, mistake.where.line) == ("no-tables", 5)
    assert (mistake.excerpt or "")[mistake.where.column - 1 :] == "by_table}]"


@pytest.mark.parametrize("word", ["options are", "options has", "options lacks", "table keeps"])
def test_a_key_twice_is_a_mistake(word: str, tmp_path: Path) -> None:
    (mistake,) = verdict(tmp_path, TOWNS + f"then: [{{{word}: [alder, birch, alder]}}]").mistakes
    assert (mistake.code, mistake.message) == ("key-twice", "`alder` is in the list twice")
    assert (mistake.excerpt or "")[mistake.where.column - 1 :].startswith("alder]")


def test_the_keys_of_a_game_are_worked_out_once(tmp_path: Path) -> None:
    fresh = GameCache(load(SAMPLE))
    text = "".join(f"- name: number {number}\n  then: [{{options lacks: [cedar]}}]\n" for number in range(20))
    (tmp_path / "many.yaml").write_text(text, encoding="utf-8")
    scenarios, _ = read_scenarios(fresh.get().rulebook, [str(tmp_path / "many.yaml")])
    assert calls_of(keys._collect_keys.__code__, lambda: list(find_mistakes(fresh, scenarios))) == 1


@pytest.mark.parametrize(
    "then", ["options are", "options has", "options lacks", "log has", "log lacks", "table keeps", "view of red lacks"]
)
def test_an_empty_list_says_nothing(then: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, TOWNS + f"then: [{{{then}: []}}]")
    assert "wrong-length" in [problem.code for problem in found.mistakes]


@pytest.mark.parts
def test_what_was_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("red_flag_over_paris")
    books: dict[tuple[str, ...], Rulebook] = {}
    read_scenarios(game.rulebook, books=books)
    monkeypatch.setattr(loading, "read_rulebook", None)
    varied = GameCache(game, books)
    split = calls_of(Lexer.tokenize.__code__, lambda: varied.get(("russian_edition",)))
    assert varied.get(("russian_edition",)).rulebook is books["russian_edition",]
    assert split < len(game.program.routines.all) / 4


def bending(folder: Path, **phrases: str) -> GameCache:
    """The sample game with variants that each do something before a phrase."""
    game = sample_with(folder)
    (game / "variants").mkdir()
    for variant_id, phrase in phrases.items():
        head = f"id: {variant_id}\ntitle: {variant_id.title()}\nsource: ours\nfor: sample\n"
        text = f"{head}bends:\n  - before: {phrase!r}\n    do: raise count by {len(phrase)}\n"
        (game / "variants" / f"{variant_id}.yaml").write_text(text, encoding="utf-8")
    books: dict[tuple[str, ...], Rulebook] = {}
    for variants in (("one", "other"), ("other", "one")):
        books[variants] = load_rulebook(game, variants=variants)
    return GameCache(load(game), books)


def test_variants_in_another_order_are_the_same_game_if_none_comes_before_another(tmp_path: Path) -> None:
    games = bending(tmp_path, one="visit {town}", other="score {n} points")
    assert games.get(("one", "other")) is games.get(("other", "one"))


def test_bends_of_a_phrase_count_in_their_order_whichever_of_its_wordings_they_give(tmp_path: Path) -> None:
    first, second = "send up to {n} pawns to {area: towns}", "send {n} of the pawns to {area: towns}"
    games = bending(tmp_path, one=first, other=second)
    assert games.get(("one", "other")) is not games.get(("other", "one"))


def test_a_position_with_a_beginning_of_its_own_needs_no_quick_code_of_its_own(tmp_path: Path) -> None:
    game = load(SAMPLE)
    staged = [game.stage({"begin": f"raise count by {number}", "turn": "red"}) for number in (1, 2, 3)]
    assert len({match.game.program.code(False) for match in staged} | {game.program.code(False)}) == 1
    assert len({id(match.game.program.code(True)) for match in staged}) == 3


def test_tables_are_made_once_for_all_positions() -> None:
    game = game_of("revolution")
    staged = [game.stage({"begin": 'end the game, nobody wins, because "so"'}).game for _ in range(2)]
    assert staged[0].program is not staged[1].program and game.bots
    assert staged[0].bots is staged[1].bots is game.bots


LISTED = """# some

- name: a
  given:
    turn: red
    begin: |
      - is no list
      stop
  then:
  - {options lacks: [alder]}
# between
- {name: b, then: [decides: red,
    {options lacks: [birch]}]}
-
  name: c
  rule: 'two

    lines'

- name: d
"""
NESTED = "# one\nname: a\nthen:\n- {options lacks: [alder]}\n- {options lacks: [birch]}\n"
INDENTED = "  - name: a\n    then: []\n  - name: b\n"


@pytest.mark.parametrize("text", [LISTED, LISTED.replace("\n", "\r\n"), NESTED, INDENTED, "[{name: a},\n {name: b}]\n"])
def test_scenarios_at_some_places_are_read_as_with_all_others(text: str, tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_bytes(text.encode())
    every, _ = read_scenarios(games.get().rulebook, [str(path)])
    assert len(every) == text.count("name:")
    for some in (every[:1], every[1:2], every[-1:], every[::2], every[1:], ()):
        found, _ = read_scenarios(games.get().rulebook, [str(path)], places={each.where for each in some})
        assert found == tuple(some)


def test_scenarios_between_those_at_some_places_are_not_parsed(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("- {name: a, then: [decides: red]}\n- {name: b\n- {name: c, then: [decides: red]}\n", "utf-8")
    places = {Location(str(path), 1, 3), Location(str(path), 3, 3)}
    found, problems = read_scenarios(games.get().rulebook, [str(path)], places=places)
    assert [each.name for each in found] == ["a", "c"] and not problems
