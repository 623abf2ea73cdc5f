"""The page on which one plays a game: its policy, its documents, and games and players that don't fit it."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from functools import cache

import pytest

from interpreter.support.errors import PlayError
from interpreter.web.play_page import ADDRESSES, LARGEST_SEED, PlayPage
from interpreter.web.single_file import GAME_DOCUMENT, read_document
from tests.loaded import game_of

pytest.importorskip("wasmtime")

GAME = "tests/language/sample"


@cache
def text_of_page() -> str:
    game = game_of(GAME)
    return PlayPage(game, dict.fromkeys(game.seats, "human")).html()


def test_the_policy_allows_the_module_and_the_page_itself() -> None:
    text = text_of_page()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    allowed = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    assert re.fullmatch(r"'sha256-[\w+/=]+' 'wasm-unsafe-eval'", allowed.pop("script-src"))
    assert re.fullmatch(r"'sha256-[\w+/=]+'", allowed.pop("style-src"))
    assert allowed.pop("img-src") == "data:"
    assert set(allowed.values()) == {"'none'"} and "default-src" in allowed
    assert not re.search(r"\son\w+=\"|<link|<img|\ssrc=", text)


def test_the_document_holds_the_game_and_its_module() -> None:
    data = read_document(text_of_page(), GAME_DOCUMENT)
    assert data is not None
    game = game_of(GAME)
    assert (data["page"], data["game"], data["rules"]) == ("game", game.id, game.rulebook.digest)
    assert b64decode(data["module"]).startswith(b"\0asm") and set(data["memory"]) == set(ADDRESSES)
    assert set(data["faces"]) == set(game.card_ids)
    assert len(data["decisions"]) == len(game.program.lowered(True).decisions)
    assert json.dumps(data["board"]["spaces"]) == json.dumps(game.start(1).board(None).to_json()["spaces"])


@pytest.mark.parametrize(
    ("player", "seed", "why"),
    [
        ("search:9", 1, "can't have the player `search:9`"),
        ("human", LARGEST_SEED + 1, "takes seeds from 0 to"),
        ("human", -1, "takes seeds from 0 to"),
    ],
)
def test_what_does_not_fit_a_page_is_refused(player: str, seed: int, why: str) -> None:
    game = game_of(GAME)
    with pytest.raises(PlayError, match=why):
        PlayPage(game, dict.fromkeys(game.seats, player), seed)
