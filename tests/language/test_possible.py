"""`SEAT can PHRASE`, and `if you can't:` after a statement; what they do otherwise is in `statements.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

WORDS = "words:\n"


def codes(folder: Path, text: str, *edits: tuple[str, str, str]) -> list[str | None]:
    with pytest.raises(RulebookError) as caught:
        load(sample_with(folder, [text], edits))
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(
    "own",
    [
        "  - {say: hesitate, do: only if you can hesitate}\n",
        "  - {say: hesitate, do: only if you can wait}\n  - {say: wait, do: only if you can hesitate}\n",
        '  - {say: hesitate, do: only if you are calm}\n  - {say: "{seat} is calm", when: seat can hesitate}\n',
    ],
)
def test_what_can_be_done_can_not_depend_on_itself(own: str, tmp_path: Path) -> None:
    assert "calls-itself" in codes(
        tmp_path, "if you can hesitate: raise count", ("vocabulary.yaml", WORDS, WORDS + own)
    )


def test_a_wording_like_it_keeps_its_meaning(tmp_path: Path) -> None:
    """A game whose conditions say `can` has no other meaning of it where the two can't be told apart."""
    own = '  - {say: "{seat} can dance", when: fuel > 2}\n  - {say: dance, do: only if fuel is 0}\n'
    edits = [("vocabulary.yaml", WORDS, WORDS + own)]
    game = load(sample_with(tmp_path, ["if you can dance: raise count\nif every seat can dance: raise count"], edits))
    assert found(start(game, 0), "count") == 0


def test_a_watch_may_ask_what_can_be_done(tmp_path: Path) -> None:
    watch = "watch:\n  - {when: red can pay 3 drive, do: raise fuel}\nscore:"
    texts = ["set your drive to 3", "set your drive to 2"]
    game = load(sample_with(tmp_path, texts, [("sequence.yaml", "score:", watch)]))
    assert [found(start(game, at), "fuel") for at in range(len(texts))] == [1, 0]


def test_a_bent_phrase_can_be_done_as_it_is_bent(tmp_path: Path) -> None:
    bend = 'bends:\n  - {instead of: "pay {n} drive", do: raise count}\n'
    game = load(
        sample_with(tmp_path, ["if you can pay 1 drive: raise fuel"], [("vocabulary.yaml", WORDS, bend + WORDS)])
    )
    assert found(start(game, 0), "fuel") == 1


def test_that_something_is_impossible_may_be_a_secret(tmp_path: Path) -> None:
    text = 'choose a card in hand of blue where side of it is red\nif you can\'t: tell "blue has none"'
    assert codes(tmp_path, text) == ["hidden"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("shuffle deck\nif you can't: raise count", "must"),
        ("choose a town, or none\nif you can't: raise count", "must"),
        ("choose up to 2 towns\nif you can't: raise count", "must"),
        ("if you can't: raise count", "syntax"),
        ("if fuel is 0: raise count\nif you can't: raise count", "syntax"),
        ("raise count\notherwise: raise fuel", "syntax"),
        ("choose a burnt town\nif you can't: set spot to town", "which"),
    ],
)
def test_where_it_can_not_stand(text: str, code: str, tmp_path: Path) -> None:
    assert codes(tmp_path, text) == [code]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("choose a town\notherwise: raise fuel", "under a line that may be impossible stands `if you can't:`"),
        ("if you can't: raise count", "stands right under a line that may be impossible"),
        (
            "shuffle deck\nif you can't: raise count",
            "`if you can't:` can follow raise, lower, move, choose, pay and phrases",
        ),
        ("repeat while possible: raise count", "stands under a condition\n"),
    ],
)
def test_a_likely_mistake_is_answered(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(sample_with(tmp_path, [text]))
    assert message in str(caught.value)
