"""Changes that an event would make, tried in the current position, apart from a track that may be raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import Location

FILES = {
    "game.yaml": "id: b\ntitle: B\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "tracks.yaml": """
tracks:
  - id: fame
    title: Fame
    between: [0, 3]
    for: seat
    when:
      - {raised to: [1, 2, 3], do: make red glad}
      - {lowered from: [1, 2, 3], do: make red glad}
  - {id: lead, title: Lead, between: [-2, 2], for: seat, mirrored: true}
  - {id: day, title: Day, between: [0, 3]}
""",
    "vocabulary.yaml": "variables: [{id: found, is: number}]\nflags: [{id: glad, of: seat}]\n",
    "zones.yaml": "zones: [{id: deck, title: Deck, face: everyone, starts with: [main]}]\n",
    "sequence.yaml": "start: stop\nscore: found\n",
}


def changes(folder: Path, event: str, besides: str, tracks: str) -> bool:
    """True if the event would change something besides raising the track `besides`.

    Red is to act, and the tracks are set by `tracks`.
    """
    (folder / "cards").mkdir()
    lines = "".join(f"      {line}\n" for line in event.split("; "))
    card = f"deck: main\ntitle: M\ncards:\n  - id: x\n    title: X\n    event: |\n{lines}"
    for name, content in {**FILES, "cards/main.yaml": card}.items():
        (folder / name).write_text(content)
    asked = f"something besides raising {besides}"
    begin = f"""{tracks}
if event of X would change {asked}: raise found
if event of X would not change {asked}: raise found by 2"""
    outcome = load(folder).stage(GivenPosition(begin=Text(begin, Location("begin")), turn="red")).outcome()
    assert outcome is not None
    assert outcome.scores["red"] in (1, 2)
    return outcome.scores["red"] == 1


@pytest.mark.parametrize(
    ("event", "besides", "tracks", "expected"),
    [
        ("raise fame of blue by 2", "fame of blue", "", False),  # nor do effects of the trigger count
        ("raise fame of blue by 2", "fame of red", "", True),
        ("raise fame of red", "fame of blue", "", True),
        ("raise fame of blue; make red glad", "fame of blue", "", True),
        ("lower fame of blue", "fame of blue", "", False),  # at the bottom there is nothing to lower
        ("lower fame of blue", "fame of blue", "set fame of blue to 1", True),
        ("lower fame of blue", "fame of blue", "set fame of blue to 3", True),
        ("raise fame of blue", "fame of blue", "set fame of blue to 3", False),
        ("set fame of blue to 0", "fame of blue", "set fame of blue to 2", True),
        ("only if fame of blue is 0; make red glad", "fame of blue", "", True),  # tried where the track stands
        ("only if fame of blue is 3; make red glad", "fame of blue", "", False),
        ("must raise fame of blue; make red glad", "fame of blue", "", True),
        ("must raise fame of blue; make red glad", "fame of blue", "set fame of blue to 3", False),
        ("while fame of blue < 3: raise fame of blue", "fame of blue", "", False),  # the track moves, so it ends
        ('may "more": raise fame of blue', "fame of blue", "", False),
        ('may "less": lower fame of blue', "fame of blue", "set fame of blue to 1", True),
        ("raise day", "day", "", False),
        ("lower day", "day", "", False),
        ("lower day", "day", "set day to 3", True),
        ("raise lead of red", "lead of red", "", False),
        ("raise lead of blue", "lead of blue", "", False),
        ("raise lead of blue", "lead of red", "", True),
        ("lower lead of red", "lead of red", "", True),
        ("lower lead of blue", "lead of blue", "", True),
        ("lower lead of blue", "lead of blue", "set lead of blue to 0 - 2", False),
        ("raise lead of blue", "lead of blue", "set lead of blue to 2", False),
    ],
)
def test_what_is_changed_besides_raising_a_track(
    event: str, besides: str, tracks: str, expected: bool, tmp_path: Path
) -> None:
    assert changes(tmp_path, event, besides, tracks) is expected
