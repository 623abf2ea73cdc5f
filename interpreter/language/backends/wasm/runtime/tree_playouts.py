"""Playouts of a tree search: a deal, the descent, a rollout, and backup. Each part can be interrupted by a pause."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.deals import begin_playout
from interpreter.language.backends.wasm.runtime.flow import run
from interpreter.language.backends.wasm.runtime.games import mixed_word, play_on
from interpreter.language.backends.wasm.runtime.structs import game, now, position, progress, state
from interpreter.language.backends.wasm.runtime.tree import search
from interpreter.language.backends.wasm.runtime.work import reset_steps, work_done
from interpreter.language.backends.wasm.sizes import NO_END, UNIT
from interpreter.language.chance import MIX_STEP
from interpreter.language.execution.executable import GAME_OVER

BETWEEN, DESCENT, ROLLOUT = 0, 1, 2
"""Phases of a playout: not begun, in the tree, and beyond it."""


def draw_word() -> int:
    """Return the next word of the search's own generator (see `language/chance.py`)."""
    word = search.search_random
    search.search_random = word + MIX_STEP
    return mixed_word(word)


def begin_search_playout() -> None:
    """Draw a state for a new playout and return to the root."""
    now.steps -= UNIT * (game.work - now.work) + game.position_size
    begin_playout(draw_word())
    now.steps += UNIT * (game.work - now.work)
    search.stream = draw_word()
    progress.left = NO_END
    progress.decisions = 0
    search.trace_length = 0
    search.begin_descent()


def continue_descent() -> bool:
    """Descend the tree to the first new option or the end of the game; return False if a pause is due."""
    if position.pc >= 0:  # after a pause; random events count here as well
        random = state.random
        position.pc = run(position.pc)
        if state.random != random:
            search.is_certain = False
    search.descend()
    return position.pc == GAME_OVER or (position.pc < GAME_OVER and search.is_new)


def continue_rollout() -> bool:
    """Play on beyond the tree to the end, or until the rollout is cut short; return False if a pause is due."""
    search.is_guided = True
    is_done = False
    while not is_done and play_on(False, search.rollout_limit):
        is_done = position.pc == GAME_OVER or search.is_cut_short()
    search.is_guided = False
    return is_done


def run_playouts(count: int, again: bool) -> int:
    """Run some playouts; return the number that are over. `again` is as in `play_games`."""
    if not again:
        progress.played = 0
        progress.phase = BETWEEN
    reset_steps()
    while progress.played < count and now.steps >= 0:
        if progress.phase == BETWEEN:
            begin_search_playout()
            progress.phase = DESCENT
        if progress.phase == DESCENT:
            if not continue_descent():
                break
            progress.phase = ROLLOUT
            if position.pc != GAME_OVER:
                search.begin_rollout()
        if position.pc != GAME_OVER and not continue_rollout():
            break
        work_done()
        search.back_up(position.pc == GAME_OVER)
        now.steps -= 10 * search.trace_length
        progress.phase = BETWEEN
        progress.played += 1
    return progress.played
