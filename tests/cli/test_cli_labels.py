"""Options that are labels, beside things with the same ids."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.command import COMMAND, environment

GAME = """\
id: labels
title: Labels
seats: [{id: ann, title: Ann}, {id: bob, title: Bob}]
decks:
  - deck: works
    attributes: {worth: number}
    cards: [{id: quarry, title: Quarry, worth: 3}, {id: mill, title: Mill, worth: 2}]
dice: [{id: die, faces: 4}]
zones: [{id: row, title: Row, face: everyone, starts with: [works]}]
start: |
  as ann:
    either "quarry":
      choose a card in row, to look at
    or "rest":
      note Mill as "seen"
      roll a die, as luck
      if luck is 4: end the game, winner is ann, because "luck"
  end the game, nobody wins, because "done"
"""


def test_a_label_is_remarked_on_by_its_odds_but_not_as_a_card(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    command = [*COMMAND, "play", str(tmp_path), "--seed", "1"]
    variables = environment(XDG_STATE_HOME=str(tmp_path / "state"))
    shown = subprocess.run(command, env=variables, input="quarry\nmill\n", capture_output=True, encoding="utf-8").stdout
    assert "q  quarry\n" in shown and "quarry  (worth" not in shown
    assert "r  rest  (75 %: The game is over, won by nobody (done)" in shown
    assert "(worth 3)" in shown.partition("to look at")[2]
