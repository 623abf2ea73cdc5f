"""Hints and explanations in a served match: for the seat that decides, stopped when nobody wants them."""

from __future__ import annotations

import pytest

from cli.game_loading import load_display_language
from cli.play.explanations import MatchAdviser
from interpreter.web.served_match import ActResult, ServedMatch
from tests.loaded import game_of

GAME = "revolution"


def served(players: dict[str, str], lang: str = "en") -> ServedMatch:
    match = game_of(GAME).start(3)
    people = [seat for seat, player in players.items() if player == "human"]
    language = load_display_language(match.game.rulebook, lang)
    return ServedMatch(match, players, language.speech, adviser=MatchAdviser(match, people, language))


def let_program_play(table: ServedMatch) -> None:
    while table.waits_for_program():
        index = table.think_for_program()
        assert isinstance(index, int)
        table.choose_for_program(index)


@pytest.mark.parametrize("who", ["other", "spectator", "stale"])
def test_a_hint_is_only_for_the_seat_that_decides(who: str) -> None:
    table = served({"royalist": "human", "jacobin": "human"})
    seat = {"other": "jacobin", "spectator": None, "stale": "royalist"}[who]
    refused = table.prepare_hint(seat, table.number - (who == "stale"), lambda: False)
    assert isinstance(refused, ActResult) and refused.notice and not refused.has_changed
    assert table.page(seat)["can_ask"] is (seat is not None)


def test_a_hint_that_is_not_wanted_is_stopped_at_once_and_leaves_the_match_alone() -> None:
    table = served({"royalist": "human", "jacobin": "human"})
    asked: list[bool] = []

    def is_stopped() -> bool:
        asked.append(True)
        return len(asked) > 1

    find = table.prepare_hint("royalist", table.number, is_stopped)
    assert not isinstance(find, ActResult)
    table.answer("royalist", "bastille", table.number)
    before = table.match.snapshot()
    assert find() == [] and len(asked) == 2
    assert table.match.snapshot() == before


def test_choices_of_tables_are_explained_as_at_the_terminal() -> None:
    table = served({"royalist": "human", "jacobin": "table"})
    (nothing,) = table.explain("royalist")
    assert nothing.startswith("There is nothing to explain")
    while (lines := table.explain("royalist")) == [nothing]:
        decision = table.match.decision
        assert decision is not None
        table.answer("royalist", decision.options[0].key, table.number)
        let_program_play(table)
    chosen = [at for at, line in enumerate(lines) if line.startswith("Jacobin chooses")]
    assert chosen and any(lines[at - 1].startswith("    ") for at in chosen)
    assert table.explain(None) == [nothing] and table.explain("jacobin") == [nothing]


def test_words_are_those_of_the_language() -> None:
    table = served({"royalist": "human", "jacobin": "human"}, "ru")
    assert table.explain("royalist")[0].startswith("Объяснять нечего")
    refused = table.prepare_hint("jacobin", table.number, lambda: False)
    assert isinstance(refused, ActResult) and "Подсказка" in refused.notice
