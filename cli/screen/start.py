"""Start of the full screen: on a terminal that can show it, if its extra is installed."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from cli.guard import Interrupted
from cli.screen.settings import ScreenResult, ScreenSettings

if TYPE_CHECKING:
    from cli.author.card_trial import CardTrial
    from cli.play.match_setup import MatchSetup
    from cli.screen.positions import MatchPositions
    from cli.screen.screen_app import ScreenApp

EXTRA, MODULE = "screen", "textual"
MIN_COLUMNS = 60
"""Width of the narrowest terminal on which the screen is of use."""


def can_show_screen() -> bool:
    """Return True if all streams are a terminal that can show a full screen, and Textual is installed."""
    streams = sys.stdin, sys.stdout, sys.stderr  # Textual draws on the last
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown") or (0 < size.columns < MIN_COLUMNS):
        return False
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").casefold()
    return encoding.startswith("utf") and find_spec(MODULE) is not None


def show_match(setup: MatchSetup, settings: ScreenSettings) -> ScreenResult:
    """Play a match on the full screen until the person leaves; return how it ended."""
    from cli.screen.match_app import MatchApp

    return _run(MatchApp(setup, settings, _has_colour()))


def show_replay(positions: MatchPositions) -> None:
    """Go through a match on the full screen until the person leaves. Raises Interrupted if a signal ends it."""
    from cli.screen.replay_app import ReplayApp

    result = _run(ReplayApp(positions, _has_colour()))
    if result.signal is not None:
        raise Interrupted(result.signal)


def show_trial(trial: CardTrial) -> int:
    """Try an event on the full screen; return the exit status. Raises Interrupted if a signal ends it."""
    from cli.screen.trial_app import TrialApp

    result = _run(TrialApp(trial, _has_colour()))
    if result.signal is not None:
        raise Interrupted(result.signal)
    return result.status


def _has_colour() -> bool:
    return "NO_COLOR" not in os.environ


def _run(app: ScreenApp) -> ScreenResult:
    result = app.run()
    return result if result is not None else ScreenResult()
