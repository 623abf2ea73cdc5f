"""A game's own bends, those that the acting seat may decline, and those of variants around them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.support.errors import RulebookError

FILES = {
    "game.yaml": "id: bent\ntitle: Bent\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "vocabulary.yaml": """
variables:
  - {id: count, is: number}
  - {id: stars, is: number, for: seat}
words:
  - say: "march {n} steps"
    do: |
      raise count by n
  - say: "pay {n} stars"
    do: |
      only if your stars >= n
      lower your stars by n
""",
    "sequence.yaml": """
start: |
  as red:
    choose a number from 0 to 3, as n
    set your stars to n
    march 2 steps
  end the game, nobody wins
score: count
""",
}


def bent(folder: Path, bends: str, file: str = "vocabulary", **changed: str) -> Match:
    for name, text in FILES.items():
        text = changed.get(name.removesuffix(".yaml"), text)
        (folder / name).write_text(text + (f"bends:\n{bends}" if name == f"{file}.yaml" else ""))
    return load(folder).start()


def counted(match: Match, *answers: str) -> int:
    for answer in answers:
        match.choose(answer)
    outcome = match.outcome()
    assert outcome is not None, match.decision
    return outcome.scores["red"]


TWICE = """
  - instead of: "march {n} steps"
    when: your stars > 0
    offer: march twice
    do: |
      pay 2 stars
      do it as usual
      march (n + 1) steps
"""


@pytest.mark.parametrize("file", ["vocabulary", "sequence"])
def test_an_offer(tmp_path: Path, file: str) -> None:
    match = bent(tmp_path, TWICE, file)
    match.choose("3")
    assert match.decision is not None
    assert (match.decision.seat, match.decision.prompt) == ("red", "march twice?")
    assert [(option.key, option.text) for option in match.decision.options] == [("yes", "march twice"), ("no", "no")]
    assert counted(match.copy(), "yes") == 5
    assert counted(match.copy(), "no") == 2


@pytest.mark.parametrize("stars", ["0", "1"], ids=["its condition does not hold", "it can't be done"])
def test_what_is_not_offered(tmp_path: Path, stars: str) -> None:
    assert counted(bent(tmp_path, TWICE), stars) == 2


def test_before_and_after(tmp_path: Path) -> None:
    both = """
  - {before: "march {n} steps", when: count is 0, offer: start slowly, do: raise count by 10}
  - {after: "march {n} steps", when: count > 10, offer: go on, do: march n steps}
"""
    assert counted(bent(tmp_path, both), "0", "yes", "yes") == 14
    assert counted(bent(tmp_path, both), "0", "yes", "no") == 12
    assert counted(bent(tmp_path, both), "0", "no") == 2


def test_the_order_is_that_of_the_file(tmp_path: Path) -> None:
    text = """
  - {instead of: "march {n} steps", do: raise count by 1}
  - instead of: "march {n} steps"
    do: |
      do it as usual
      set count to count * 10
  - {before: "march {n} steps", when: your stars is 3, do: raise count by 5}
"""
    assert counted(bent(tmp_path, text), "0") == 10
    assert counted(bent(tmp_path, text), "3") == 60


def test_variants_come_around(tmp_path: Path) -> None:
    bent(tmp_path, TWICE)
    (tmp_path / "variants").mkdir()
    variant = tmp_path / "variants" / "more.yaml"
    variant.write_text(
        'id: more\ntitle: More\nfor: bent\nbends:\n  - {after: "march {n} steps", do: set count to count * 10}'
    )
    assert counted(load(tmp_path, ["more"]).start(), "3", "yes") == 50
    assert counted(load(tmp_path, ["more"]).start(), "3", "no") == 20
    variant.write_text(
        "id: more\ntitle: More\nfor: bent\nchange:\n  - {at: bends/march twice/when, to: your stars > 2}"
    )
    assert counted(load(tmp_path, ["more"]).start(), "2") == 2
    variant.write_text("id: more\ntitle: More\nfor: bent\nremove: [bends/1]")
    assert counted(load(tmp_path, ["more"]).start(), "3") == 2


def test_an_option_can_be_done_one_way_or_the_other(tmp_path: Path) -> None:
    """A bent phrase is offered if it can be done as usual, or the bend can."""
    sequence = FILES["sequence.yaml"].replace(
        "    march 2 steps\n",
        '    either "m":\n      march 2 steps\n    or "s":\n      pay 1 stars\n    or "nothing":\n      stop\n',
    )
    hard = FILES["vocabulary.yaml"].replace("raise count by n", "only if your stars is 1\n      raise count by n")

    def keys(stars: str) -> list[str]:
        match = bent(tmp_path, TWICE, sequence=sequence, vocabulary=hard)
        match.choose(stars)
        return [option.key for option in match.decision.options] if match.decision else []

    assert keys("0") == []  # only "nothing" is left, so nobody is asked
    assert keys("1") == ["m", "s", "nothing"]
    assert keys("3") == ["m", "s", "nothing"]


REFUSED = {
    "  - {after: raised count by 1, do: stop}\n": (
        "unknown-phrase",
        "there is no phrase with the wording `raised count by 1`; `raise` is a statement of the language, which can't "
        "be bent: say it in a phrase of the game, `- {say: …, do: raise …}` under `words:`, and bend that",
    ),
    '  - {before: "march {m} steps", do: stop}\n': (
        "unknown-phrase",
        "there is no phrase with the wording `march {m} steps`; vocabulary.yaml:6:11 says `march {n} steps`, "
        "and both have to be the same",
    ),
    '  - {before: "march {n} steps", offer: "!", do: stop}\n': ("bad-label", "a label needs a letter or a digit"),
    '  - {before: "march {n} steps", offer: go, when: stars, do: stop}\n': (
        "whose",
        "each seat has its own `stars`: say `stars of SEAT`",
    ),
}


@pytest.mark.parametrize("bends", REFUSED)
def test_mistakes(bends: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        bent(tmp_path, bends)
    found = [(problem.code, problem.message.replace(f"{tmp_path}/", "")) for problem in raised.value.problems]
    assert found == [REFUSED[bends]]


def test_nobody_can_be_offered_something(tmp_path: Path) -> None:
    sequence = "start: march 2 steps\n"
    with pytest.raises(RulebookError) as raised:
        bent(tmp_path, '  - {before: "march {n} steps", offer: go, do: raise count}\n', sequence=sequence)
    (problem,) = raised.value.problems
    assert problem.message == "`march {n} steps` needs somebody who acts: put `as SEAT:` around it"


def test_the_verb_of_a_phrase_in_another_form(tmp_path: Path) -> None:
    for said in ("marches", "marched on", "marching 2 steps"):
        with pytest.raises(RulebookError) as raised:
            bent(tmp_path, f"  - {{after: {said}, do: stop}}\n")
        assert [problem.suggestion for problem in raised.value.problems] == ["march {n} steps"]


def test_what_follows_from_a_track(tmp_path: Path) -> None:
    (tmp_path / "tracks.yaml").write_text("tracks: [{id: fame, title: Fame, between: [0, 9]}]\n")
    with pytest.raises(RulebookError, match="what follows from it stands under `when` of the track `fame`"):
        bent(tmp_path, "  - {after: raises fame, do: stop}\n")
