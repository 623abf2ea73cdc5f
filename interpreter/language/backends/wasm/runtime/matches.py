"""Single matches for a program that has nothing but the module: begun with a seed, continued by options and players."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.flow import begin, decider
from interpreter.language.backends.wasm.runtime.games import player_choice, set_up
from interpreter.language.backends.wasm.runtime.positions import load_registers, reach_decision
from interpreter.language.backends.wasm.runtime.structs import areas, game, now, position, progress
from interpreter.language.backends.wasm.runtime.work import allow_work
from interpreter.language.backends.wasm.sizes import MOST_CHOICES, WORD
from interpreter.language.execution.executable import NIL, decision_of
from interpreter.language.execution.machine_memory import Words, words


def begin_match(seed: int) -> None:
    """Begin the match with a seed, and play up to its first decision."""
    progress.pace = game.slice
    progress.told = 0
    now.reached = areas.reached.address
    set_up(seed)
    allow_work(game.work)
    reach_decision(begin(areas.frames.address, game.root, NIL))


def resume_match() -> None:
    """Go on from the stored position, whatever was played since it was read."""
    now.calls = 0
    load_registers()


def option_of_player() -> int:
    """Return the number of the option that the player of the deciding seat takes: by its tables or at random."""
    decision = decision_of(position.pc)
    value = player_choice(decider(decision), decision)
    at = 0
    while now.options[at] != value:
        at += 1
    return at


def begin_sentence(number: int, readers: int) -> None:
    """Begin to tell a sentence to the seats of a mask; its values follow."""
    tell_word(number)
    tell_word(readers)


def tell_word(word: int) -> None:
    """Add a word to the sentence that is told. Nothing is told of a trial, nor when there is no room any more."""
    if now.trials == areas.trials.address and progress.told < MOST_CHOICES:
        words[areas.choices.address + WORD * progress.told] = word
        progress.told += 1


def tell_list(items: Words) -> None:
    """Add a list to the sentence that is told."""
    tell_word(items.length)
    for at in range(items.length):
        tell_word(items[at])
