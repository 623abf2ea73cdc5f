"""A game's own words for its players in a position: questions, reasons and endings with holes, and mistakes in them."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.language import sentence_holes
from interpreter.language.queries import Queries
from interpreter.language.resolving.holes import MOST_HOLES
from interpreter.matches.loading import load
from interpreter.matches.match import Game, Match
from interpreter.presentation.speech import load_catalog
from interpreter.support.errors import Problem

FLAGS = Path(__file__).parent / "flags"
LOW_HAND = 3
"""A seed with which the north has a card that is not brave."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load(FLAGS)


@pytest.fixture
def problems(tmp_path: Path) -> Callable[[str, str], tuple[Problem, ...]]:
    """Return the mistakes in the words of the game after a change."""

    def changed(old: str, new: str) -> tuple[Problem, ...]:
        folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
        text = (folder / "game.yaml").read_text(encoding="utf-8")
        assert old in text
        (folder / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
        return load(folder).check_sentences()

    return changed


def decided(match: Match, *keys: str) -> Match:
    for key in keys:
        match.choose(key)
    return match


def test_they_have_no_mistake(game: Game) -> None:
    assert game.check_sentences() == ()


def test_questions_and_the_end(game: Game) -> None:
    match = game.start(seed=LOW_HAND)
    first = match.decision
    assert first is not None
    assert first.prompt == "The North: which of Paper One and Paper Two do you play at strength 3?"
    assert [(option.key, option.text) for option in first.options][-1] == ("stop", "play no more")
    assert first.label == "play"
    prompts = []
    for key in ("second_paper", "move_it", "yes"):
        match.choose(key)
        prompts.append(match.decision and match.decision.prompt)
    assert prompts == ["How do you use Paper Two, The North?", "Do you salute?", None]
    board = match.board(None)
    assert match.ending() == "The North held the hill on The Hill"
    assert board.ending is not None
    assert board.ending.text == match.ending()


def test_a_purpose_comes_before_a_phrase(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
    text = (folder / "game.yaml").read_text(encoding="utf-8").replace("windy, calm]}", "windy, calm], big: flag}")
    text = text.replace("calm}\n  conn", "calm, big: true}\n  conn").replace(
        "it is windy, to", "it is not big or 1 > 0, to"
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    match = decided(load(folder).start(seed=LOW_HAND), "second_paper", "move_it")
    assert match.decision is not None
    assert match.decision.prompt == "Where do you march with Paper Two?"


def test_the_usual_phrase_keeps_its_words_when_it_is_bent(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("bends:\n  - {after: salute the flag, do: raise courage of you by 1}\n")
    match = decided(load(folder).start(seed=LOW_HAND), "second_paper", "move_it")
    assert match.decision is not None
    assert match.decision.prompt == "Do you salute?"


def test_words_for_the_event_of_a_card(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    event = 'strength: 2, event: "either \\"wave\\":\\n  set limit to 3\\nor \\"fold\\":\\n  set limit to 4"}'
    text = text.replace("strength: 2}", event).replace("    use card\n", "    carry out the event of card\n")
    text = text.replace("ask:\n", "ask:\n  second_paper: Do you wave or fold, {you}?\n")
    text = text.replace("  use {card}: How do you use {card}, {you}?\n", "")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    game = load(folder)
    assert "unknown-purpose" not in {problem.code for problem in game.check_sentences()}
    match = decided(game.start(seed=LOW_HAND), "second_paper")
    assert match.decision is not None
    assert match.decision.prompt == "Do you wave or fold, The North?"


def test_a_reason_in_the_games_words(game: Game) -> None:
    match = game.start(seed=LOW_HAND)
    reason = match.why_not("first_paper", "north")
    assert reason is not None
    assert reason.text == "Paper One has only 1, The North needs 2"
    assert reason.where is not None
    question = match.board("north").question
    assert question is not None
    assert [refusal.reason for refusal in question.refusals] == [reason.text]


def test_in_another_language(game: Game) -> None:
    match, french = game.start(seed=LOW_HAND), load_catalog("fr")
    asked = match.question(french)
    assert asked is not None
    assert asked.prompt == "Le Nord : quelle carte ?"
    assert asked.options[-1].text == "play no more"
    speaker = game.speaker(french)
    assert list(game.sentences.goals(speaker, match.state, None).values()) == ["Hold the hill.", "Prenez la colline."]


def test_nothing_is_compiled_on_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(sentence_holes.PlayerSentences, "read", refuse)
    monkeypatch.setattr(Queries, "evaluator", refuse)
    assert load(FLAGS).start(seed=LOW_HAND).copy().choices == []


def test_a_game_with_words_can_be_sent(game: Game) -> None:
    assert game.start(seed=LOW_HAND).decision is not None
    other = pickle.loads(pickle.dumps(game))
    assert other.start(seed=LOW_HAND).decision == game.start(seed=LOW_HAND).decision


MISTAKES = [
    ("  play: {", "  plai: {", "unknown-purpose", "plai: {", "play"),
    ("use {card}: How", "use {cart}: How", "unknown-purpose", "use {cart}", "use {card}"),
    ('  hill: "', '  hil: "', "unknown-reason", "hil: ", "hill"),
    ('"{card} is brave":', '"{card} is brav":', "unknown-condition", "{card} is brav", "{card} is brave"),
    ("stop: play no more", "none: play no more", "unknown-answer", "play no more", None),
    ("march with {card}", "march with {hand of south}", "hidden", "hand of south", None),
    ("march with {card}", "march with {secret_plan of you}", "hidden", "secret_plan of you", None),
    ("march with {card}", "march with {top card of pile}", "hidden", "top card of pile", None),
    ("{spaces where it is windy}", "{hand of north}", "hidden", "hand of north", None),
    ("march with {card}", "march with {random one of spaces}", "cannot-try", "random one of spaces", None),
    ("march with {card}", "march with {strength of card > 1}", "wrong-type", "strength of card > 1", None),
    ("march with {card}", "march with {}", "bad-hole", '?"', None),
    ("march with {card}", "march with {card", "bad-hole", "{card", None),
    ("Hold the hill.", '"Hold {limit} hills."', "bad-hole", "{limit}", None),
]


@pytest.mark.parametrize(("old", "new", "code", "place", "meant"), MISTAKES, ids=[new for _, new, *_ in MISTAKES])
def test_a_mistake_is_told_at_its_place(
    old: str,
    new: str,
    code: str,
    place: str,
    meant: str | None,
    problems: Callable[[str, str], tuple[Problem, ...]],
) -> None:
    [problem] = problems(old, new)
    assert problem.code == code
    assert problem.suggestion == meant
    assert problem.excerpt is not None
    assert problem.excerpt[problem.where.column - 1 :].lstrip('"}').startswith(place.lstrip('"')), problem.render()


def test_an_unknown_purpose_lists_those_there_are(problems: Callable[[str, str], tuple[Problem, ...]]) -> None:
    [problem] = problems("  play: {", "  lend: {")
    assert problem.suggestion is None
    assert "; the purposes are " in problem.message
    assert "play" in problem.message


def test_an_unknown_name_in_a_hole(problems: Callable[[str, str], tuple[Problem, ...]]) -> None:
    [problem] = problems("march with {card}", "march with {limt}")
    assert problem.suggestion == "`limit`"
    assert problem.excerpt is not None
    assert problem.excerpt[problem.where.column - 1 :].startswith("limt")


def test_a_let_hides_nothing(tmp_path: Path) -> None:
    """A name for the value of something hidden is as hidden as that."""
    folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("    do: |\n      either", "    do: |\n      let n be secret_plan of you\n      either")
    (folder / "game.yaml").write_text(text.replace("use {card}, {you}?", "use {card}, {n}?"), encoding="utf-8")
    [problem] = load(folder).check_sentences()
    assert problem.code == "hidden"


def test_a_card_that_the_seat_does_not_know_is_not_shown(tmp_path: Path) -> None:
    """A parameter can be a hidden card: the question is then asked in the words of the language."""
    folder = Path(shutil.copytree(FLAGS, tmp_path / "flags"))
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("use card\n", "use top card of pile\n").replace("hand of each seat", "hand of north")
    text = text.replace("Do you salute?", "Do you salute {hand of you}?")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    match = decided(load(folder).start(seed=LOW_HAND), "second_paper")
    assert match.decision is not None
    assert match.decision.prompt == "choose: move it or hide"


def test_long_work_is_refused(problems: Callable[[str, str], tuple[Problem, ...]]) -> None:
    many = "{limit}" * (MOST_HOLES + 1)
    [problem] = problems("march with {card}", f"march with {many}")
    assert problem.code == "too-much-work"
