"""Variants that are one value, asked for as PATH=VALUE. What is refused stands in `overlays.txt`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.source.files import is_path
from interpreter.support.errors import CahierError

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(HERE / "sample", tmp_path / "sample")
    shutil.copytree(HERE / "variants", tmp_path / "sample" / "variants")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(*variants: str) -> Rulebook:
    return load_rulebook("sample", variants=variants)


def start_of(book: Rulebook) -> int:
    return next(track.start for track in book.tracks if track.id == "turn_no")


def test_a_setting_is_a_variant_like_others() -> None:
    book = load("tracks/turn_no/start=2")
    assert start_of(book) == 2
    assert book.variants == book.requested_variants == ("tracks/turn_no/start=2",)
    assert load(*book.requested_variants).digest == book.digest != load().digest
    assert load("tracks/turn_no/start=3").digest != book.digest
    assert load("tracks/turn_no/start= 2").digest == book.digest


def test_it_comes_on_top_of_all_others() -> None:
    """One variant changes the same number, and so does a part for the company of two."""
    for asked in (("night", "tracks/turn_no/start=4"), ("tracks/turn_no/start=4", "night", "day")):
        assert start_of(load(*asked)) == 4
    assert start_of(load("night", "day")) == 3
    added = next(card for card in load("night", "cards/noon/strength=7").cards if card.id == "noon")
    assert added.attributes["strength"] == 7


def test_a_field_that_is_not_there_yet() -> None:
    assert next(card.event for card in load().cards if card.id == "dusk") is None
    event = next(card.event for card in load("cards/dusk/event=raise lead").cards if card.id == "dusk")
    assert event == "raise lead"
    assert str(event.where) == "cards/dusk/event=raise lead:1:18"


@pytest.mark.parametrize(
    ("value", "title"), [("Door", "Door"), ('"1, 2"', "1, 2"), ("Gate, open", "Gate, open"), ("{en: Tor}", "Tor")]
)
def test_values_are_written_as_in_yaml(value: str, title: str) -> None:
    assert load(f"spaces/gate/title={value}").map.spaces[0].title == {"en": title}


def test_what_is_a_path_and_what_a_setting() -> None:
    assert is_path("a=b/mine.yaml") and is_path("./mine") and not is_path("spaces/gate/title=./mine")


@pytest.mark.parametrize(
    "setting",
    [
        "=", "a=b", "/=1", "tracks/turn_no/start=&a [*a]", "tracks/turn_no/start=" + "[" * 300, "start=\0",
        "tracks/turn_no/start=1\n---\n2", "spaces/gate/title=\ud800", "spaces/gate/title=\t", "cards/\u202egnp=1",
        "tracks/turn_no/start=" + "9" * 5000, "game/id=x", "game=1", "start=null", "tracks/turn_no={a: 1, a: 2}",
        "words/play/say=[]", "tracks/turn_no/__class__=1",
    ],
)  # fmt: skip
def test_settings_of_strangers(setting: str) -> None:
    with pytest.raises(CahierError) as caught:
        load(setting)
    assert str(caught.value)
