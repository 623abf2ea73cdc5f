"""A game ready to be played, and one match of it as the world sees it: decisions, choices, undo, copy, views, save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.engine import narrate
from interpreter.engine.faults import located
from interpreter.engine.setups import SetUps
from interpreter.engine.start import start_state
from interpreter.engine.state import DECISION_WORK, GAME_WORK, WORK, Frame, State, advance
from interpreter.engine.view import view_of
from interpreter.errors import LONGEST_NAME, PlayError, Problem, Where, nearest
from interpreter.language.compile import Program
from interpreter.language.log import Chosen
from interpreter.language.parts import OVER, DecisionInfo
from interpreter.language.tables import ready_bots
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.texts import slug

if TYPE_CHECKING:
    from random import Random

    from interpreter.engine.events import Event
    from interpreter.engine.knowledge import Opening
    from interpreter.engine.redraw import Redraw
    from interpreter.engine.why import Reason


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a decision: `key` for programs, `text` for people, `index` among the options."""

    key: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked. `label` is what the rules call it (`to place`), `prompt` the question for people."""

    seat: str
    label: str
    prompt: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winners` is empty if nobody won; `side` is the side that they won with, if one did; `scores`
    by seat."""

    winners: list[str]
    reason: str
    scores: dict[str, int]
    side: str | None = None


class Game:
    """A rulebook made ready for play. `variants` as asked for, `players` the number of seats."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts."""
        self.rulebook = rulebook
        self.program = Program(rulebook)
        self.seats = tuple(seat.id for seat in rulebook.seats)
        self.card_ids = tuple(card.id for card in rulebook.cards)
        self.frame = Frame(self.program)
        self.bots = ready_bots(self.program) if rulebook.bots else ()
        self._start = start_state(self.program.symbols)
        code = self.program.code(False)
        self.slots = [*(info.slot for info in reversed(code.decisions)), -1]
        self._root = code.flow.begin(self.program.routines.root)
        self._set_ups: dict[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], SetUps] = {}

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What may be amiss in the rules although they can be played, by file and line; worked out when asked for."""
        found = dict.fromkeys((*self.rulebook.warnings, *self.program.warnings))
        return tuple(sorted(found, key=lambda problem: problem.where))

    def new_state(self, seed: int, logged: bool, root: tuple[int, int] | None = None, you: int | None = None) -> State:
        """The state before the first statement. `root`: another routine (its segment and frame size) than the whole
        game.
        """
        v, z = self._start
        state = State(self.frame, v[:], [cards[:] for cards in z], seed, logged)
        entry, size = root or self._root
        state.stack.append([0, None])
        state.stack.append([0, you] + [None] * size)
        state.pc = entry
        return state

    def run_by(self, program: Program) -> Game:
        """The same game run by a program that has more linked beside its own."""
        other = copy(self)
        other.program = program
        other.frame = copy(self.frame)
        other.frame.program = program
        other._set_ups = {}
        return other

    def set_ups(self, groups: tuple[tuple[int, ...], ...], cards: tuple[int, ...]) -> SetUps:
        """How the rules may have laid some cards in some zones before anybody decided."""
        return self._set_ups.setdefault((groups, cards), SetUps(self, groups, cards))

    def start(self, seed: int = 0, limited: bool = False) -> Match:
        """A new match, up to its first decision. Equal seeds and choices make equal matches. `limited`: one that goes
        on without end is stopped with a BudgetError, as in a playtest; else only an effect without end is."""
        self._check_seed(seed)
        return Match(self, seed, self.new_state(seed, logged=True), limited=limited)

    def stage(self, given: Mapping[str, Any] | str, seed: int = 0) -> Match:
        """A match that begins in a position: what stands under a scenario's `given`, as a mapping or as YAML.

        Raises RulebookError with all that is wrong with the position, PlayError for a bad seed.
        """
        from interpreter.engine.positions import read_position
        from interpreter.engine.staging import stage

        self._check_seed(seed)
        return stage(self, read_position(self, given), seed)

    def _check_seed(self, seed: int) -> None:
        if not isinstance(seed, int) or seed < 0:
            raise PlayError(Problem(Where(self.id), "bad-seed", f"a seed is a whole number from 0, not {seed!r}"))

    def scores(self, state: State) -> dict[str, int]:
        """Each seat's score by the rules' `score`."""
        score = self.program.code(False).namespace["score"]
        try:
            return {seat: int(score(state.v, state.z, at)) for at, seat in enumerate(self.seats)}
        except Exception as error:
            raise located(error, self.program) from error

    def alike(self, card: str, other: str) -> bool:
        """Whether two ids are those of cards that are alike in all that is printed on them."""
        ids, kinds = self.card_ids, self.frame.alike
        return card in ids and other in ids and kinds[ids.index(card)] == kinds[ids.index(other)]

    def key(self, info: DecisionInfo, value: Any) -> str:
        """The key of an option of a decision."""
        if info.kind == "may":
            return "yes" if value else "no"
        if info.kind == "either":
            return slug(info.labels[value])
        if value is None:
            return "stop" if info.way_out == "stop" else "none"
        return narrate.thing_id(self.program.symbols, info.type.kind, value)


class Match:
    """One match. Made by `Game.start`, `load_match` or `replay`."""

    def __init__(
        self, game: Game, seed: int, state: State, opening: Opening | None = None, limited: bool = False
    ) -> None:
        """`opening`: how the cards lie, if not as the rules say. `limited`: not only each effect, but the whole match
        is stopped if it goes on without end."""
        self.game = game
        self.seed = seed
        self.choices: list[str] = []
        self._past: list[State] = []
        self._code = game.program.code(True)
        self._state = state
        self._decision: Decision | None = None
        self._opening = opening
        self._redraw: Redraw | None = None
        self._left = GAME_WORK if limited else None
        self.imagined = False
        self._advance()

    def _refill(self, state: State) -> None:
        """Give the next effect its work, as long as there is some left of the whole match's."""
        if self._left is not None:
            self._left += state.work - WORK - DECISION_WORK
        state.work = WORK if self._left is None or self._left > 0 else -1

    def _advance(self) -> None:
        self._decision = self._redraw = None
        advance(self._state, self._code.segments)

    # -- decisions

    @property
    def decision(self) -> Decision | None:
        """What is asked now, or None when the match is over."""
        state = self._state
        if state.pc >= OVER:
            return None
        if self._decision is None:
            info = self._code.decisions[state.asked]
            options = tuple(
                Option(
                    self.game.key(info, value),
                    narrate.option_text(self.game.program.symbols, info, value),
                    index,
                )
                for index, value in enumerate(state.options)
            )
            self._decision = Decision(
                self.game.seats[state.seat], info.label, narrate.prompt(info, state.options), options
            )
        return self._decision

    @property
    def staged(self) -> bool:
        """Whether the match began in a position that was laid out."""
        return self._opening is not None

    @property
    def decisions(self) -> int:
        return len(self.choices)

    def is_over(self) -> bool:
        return self._state.pc >= OVER

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        result = self._state.result
        if result is None:
            return None
        winners, reason, side = result
        named = None if side is None else self.game.rulebook.sides[side].id
        return Outcome([self.game.seats[at] for at in winners], reason, self.game.scores(self._state), named)

    def choose(self, choice: Option | str | int) -> None:
        """Answer the decision by an option, its key or its index. Raises PlayError if it is not on offer; nothing
        changes then.
        """
        index = self.index_of(choice)
        decision = self.decision
        assert decision is not None
        state = self._state
        before = state.copy()
        value = state.options[index]
        if state.log is not None:
            card = self._code.decisions[state.asked].type.kind == "card" and value is not None
            place = state.v[state.frame.where + value] if card else None
            mask = 0 if place is None else state.frame.faces[place]  # to know all cards of a hand is not enough
            state.log.append(Chosen(state.asked, value, state.seat, mask))
        self._refill(state)
        frame = state.stack[-1]
        frame[self._code.decisions[state.asked].slot] = value
        state.pc = frame[0]
        try:
            self._advance()
        except Exception:
            self._state = before
            raise
        self._past.append(before)
        self.choices.append(decision.options[index].key)

    def index_of(self, choice: Option | str | int) -> int:
        """The index of an option of the decision, given by itself, its key or its index. Raises PlayError if it is not
        on offer.
        """
        decision = self.decision
        if decision is None:
            raise PlayError(Problem(Where(self.game.id), "over", "the match is over: there is nothing to choose"))
        if isinstance(choice, Option):
            choice = choice.key
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(decision.options):
                return choice
            message = f"option {choice} is not on offer: there are {len(decision.options)}, from 0"
            raise PlayError(Problem(Where(self.game.id), "not-on-offer", message))
        found = self.offered(str(choice))
        if found is None:
            keys = [option.key for option in decision.options]
            said = str(choice)
            meant = nearest(said, keys)
            if len(said) > LONGEST_NAME:
                said = said[:LONGEST_NAME] + "…"
            message = f"`{said}` is not on offer to {decision.seat}; on offer: {', '.join(keys)}"
            raise PlayError(Problem(Where(self.game.id), "not-on-offer", message, f"`{meant}`" if meant else None))
        return found

    def offered(self, key: str) -> int | None:
        """The index of the option with this key, or of a card that is alike in all that is printed and lies in the same
        zone; None if there is none."""
        options = self.decision.options if self.decision is not None else ()
        found = next((option.index for option in options if option.key == key), None)
        if found is not None or key not in self.game.card_ids:
            return found
        where, place = self.game.frame.where, self._state.v
        home = place[where + self.game.card_ids.index(key)]
        return next(
            (
                option.index
                for option in options
                if self.game.alike(option.key, key) and place[where + self.game.card_ids.index(option.key)] == home
            ),
            None,
        )

    def why_not(self, key: str, seat: str | None = None) -> Reason | None:
        """Why no option with this key is on offer at the decision; None if one is. With `seat`, nothing is told from
        which it could learn what is kept from it: cards, and variables that nobody sees. `reason.text` says it in a few
        words, `reason.where` where in the rules, `reason.grounds` how one thing follows from another.

        Raises PlayError if the match is over.
        """
        from interpreter.engine.why import Inquiry

        try:
            self.index_of(key)
        except PlayError:
            if self.decision is None:
                raise
            return Inquiry(self.game, self._state, None if seat is None else self._seat(seat)).why_not(key)
        return None

    def undo(self) -> None:
        """Take back the last choice. Raises PlayError at the start."""
        if not self._past:
            raise PlayError(Problem(Where(self.game.id), "nothing-to-undo", "there is no choice to take back"))
        self._state = self._past.pop().copy()  # copies of the match have the same past
        self.choices.pop()
        self._decision = self._redraw = None

    def copy(self) -> Match:
        """An independent match in the same position, with its own past."""
        other = object.__new__(Match)
        other.game = self.game
        other.seed = self.seed
        other.choices = self.choices[:]
        other._past = self._past[:]
        other._code = self._code
        other._state = self._state.copy()
        other._decision = self._decision
        other._opening = self._opening
        other._redraw = None
        other._left = self._left
        other.imagined = self.imagined
        return other

    def redraw(self, seat: str) -> Redraw:
        """What draws states that agree with what a seat knows now (see engine.redraw)."""
        from interpreter.engine.redraw import Redraw

        number = self._seat(seat)
        if self._redraw is None or self._redraw.seat != number:
            self._redraw = Redraw(self.game, self._state, self._opening, number)
        return self._redraw

    def determinize(self, seat: str, random: Random) -> Match:
        """A match in a position drawn at random from those that agree with all that a seat knows; its past is made up
        to fit, and can't be gone back to. It goes on by chances of its own.

        Meant for the seat that decides: of another seat's decision the options are the true ones.
        """
        state = self.redraw(seat).logged(random)
        other = object.__new__(Match)
        other.game = self.game
        other.seed = random.getrandbits(32)
        other._past = []
        other._code = self._code
        other._state = state
        other._decision = None
        other._opening = self._opening
        other._redraw = None
        other._left = None
        other.imagined = True
        told = (entry for entry in state.log or () if isinstance(entry, Chosen))
        other.choices = [self.game.key(self._code.decisions[entry.decision], entry.value) for entry in told]
        return other

    @property
    def state(self) -> State:
        """The whole state as it is, secrets included: for players that the rules themselves describe."""
        return self._state

    @property
    def past(self) -> Sequence[State]:
        """The states in which each of the choices so far was made."""
        return self._past

    # -- what one can see

    def view(self, seat: str) -> dict[str, Any]:
        """All that a seat may know, as plain data: places, tracks, variables, cards, the decision if it is asked.

        Raises PlayError for a seat that is not in the game.
        """
        return view_of(self.game, self._state, self._seat(seat), self.decision)

    @property
    def logged(self) -> int:
        """How many entries the log has now. An entry is one line or none; some alike ones become a line together."""
        return len(self._state.log or ())

    def log(
        self,
        seat: str | None = None,
        speech: narrate.Speech = narrate.ENGLISH,
        since: int = 0,
        until: int | None = None,
    ) -> list[str]:
        """What has happened so far, a line each; for a seat only what it may know. `since` and `until`: what `logged`
        was at the decisions between which it happened.
        """
        number = None if seat is None else self._seat(seat)
        entries = self._state.log.part(since, until) if self._state.log is not None else []
        return narrate.log_lines(self.game, self._code.decisions, entries, number, speech)

    def events(self) -> list[Event]:
        """What has happened so far as plain data, secrets included: each thing by its id."""
        from interpreter.engine.events import events_of

        return list(events_of(self.game, self._state.log or ()))

    def _seat(self, seat: str) -> int:
        if seat not in self.game.seats:
            meant = nearest(seat, self.game.seats)
            message = f"there is no seat `{seat}`; seats are {', '.join(self.game.seats)}"
            raise PlayError(Problem(Where(self.game.id), "unknown-seat", message, f"`{meant}`" if meant else None))
        return self.game.seats.index(seat)

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain data, secrets included: equal snapshots play on equally."""
        state = self._state
        return {
            "v": _plain(state.v),
            "z": _plain(state.z),
            "stack": _plain(state.stack),
            "pc": state.pc,
            "options": _plain(state.options) if state.pc < OVER else [],
            "random": state.random,
            "turns": state.turns,
            "opener": state.opener,
            "result": _plain(state.result),
        }

    def save(self, path: str | Path) -> None:
        """Write the match to a file (see engine.saves). Raises SaveError if that can't be done."""
        from interpreter.engine.saves import write_match

        write_match(self, Path(path))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def replay(game: Game, seed: int, choices: Sequence[str]) -> Match:
    """The match that these choices make. Raises PlayError at the first one that is not on offer."""
    match = game.start(seed)
    for choice in choices:
        match.choose(choice)
    return match
