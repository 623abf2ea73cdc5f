"""Parts of a simple sentence in any order: a verb with what it changes, how much, whose, where from and where to.

The parts of a line are recognized by the game's words and by prepositions, as in case frames (Fillmore, The case for
case, 1968), and written in the order of the language. A line with any word that has no part in the frame has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from interpreter.language.suggestions.named_things import NamedThings, longest_first
from interpreter.language.suggestions.slots import SlotReader

MOVING = {
    "move": "move relocate transfer shift push send take bring advance retreat carry pull",
    "remove": "remove kill destroy eliminate discard capture sacrifice return withdraw",
    "place": "place put add build station",
}
"""Verbs that say what is done with pieces, by the one that is understood everywhere."""
_MORE = (
    "gain gains get gets receive receives score scores earn earns increase increases raise raises add adds up more"
    " grow grows advance advances forward forwards plus +"
)
_LESS = (
    "lose loses lower lowers decrease decreases reduce reduces subtract subtracts down drop drops fall falls deduct"
    " back backward backwards minus less -"
)
_BY_ONE = "increase increases decrease decreases raise raises lower lowers reduce up down advance advances"
_LINKS = "by to of in from with goes go is are on a an the points point additional extra"
_STEP_WORDS = "move moves marker track step steps space spaces box boxes"
_STEPS = frozenset(_STEP_WORDS.split())
"""Words for the steps of a track, in a sentence that says the direction."""
MORE, LESS = frozenset(_MORE.split()), frozenset(_LESS.split())
BY_ONE = frozenset(_BY_ONE.split())
"""Words for a change by 1 if no number is said."""
LINKS = frozenset(_LINKS.split())
"""Words that a sentence about a number may have besides."""
_OTHERS = (
    "new more extra another mark flag declare unset unmark clear longer becomes turns chosen top bottom under cards"
)
KNOWN_WORDS = MORE | LESS | LINKS | frozenset(" ".join((*MOVING.values(), _OTHERS)).split())
"""All words that frames know."""
_FROM, _TO, _AT = ("from",), ("to", "into", "onto", "on"), ("in", "at", "on")
_PREPOSITION = re.compile(r"(?<!up) ?\b(from|into|onto|to|in|at|on|back)\b ?")
_DISCARDING = re.compile("discards? ")
_MARK = r"^(?:mark|set|flag|make|turn|put|declare)s? "
_UNMARK = r"^(?:unset|unmark|unflag|clear|remove) "
_TRUE, _FALSE = r"(?:true|on|yes|1)", r"(?:false|off|no|0)"


class FrameReader:
    """The frames of one game's sentences."""

    def __init__(
        self, things: NamedThings, slots: SlotReader, singular: Mapping[str, str], pieces: frozenset[str]
    ) -> None:
        """Prepare the search; `pieces` are the nouns of pieces."""
        self._things, self._slots, self._singular = things, slots, singular
        numbers = longest_first(slots.digits)
        amount = rf"(?:up to )?(?:all(?: the)?|every|each|some|any|the|an?|\d+|{numbers})"
        adjectives = r"(?:(?!of\b|from\b|to\b|in\b|on\b|at\b)\w+ ){0,2}?"
        self._object = re.compile(
            rf"(?:{amount} )?(?:of )?(?:(?:the )?(?:your|my|enemy|rival) )?{adjectives}(?:{longest_first(pieces)})\b"
            rf"(?: of (?:(?:the )?opponent|{longest_first(things.seats)})(?!\w))?"
        )
        self._cell = re.compile(rf"\b(?:{longest_first(things.cells)})\b", re.IGNORECASE)
        self._seat = re.compile(
            rf"\b(?:(?:of|to|from|for) )?(?:(?:the |your )?opponent|{longest_first(things.seats)})(?:['’]s)?(?!\w)"
        )
        flag = longest_first(things.flags)
        self._marks = (
            (re.compile(rf"{_MARK}(?P<what>.+?) (?:as |to be |to )?(?P<flag>{flag})$"), ""),
            (re.compile(rf"{_MARK}(?P<flag>{flag}) (?:of|on|for) (?P<what>.+?)(?: to {_TRUE})?$"), ""),
            (re.compile(rf"^(?P<what>.+?) (?:becomes?|is now|are now|gets|turns) (?P<flag>{flag})$"), ""),
            (re.compile(rf"{_MARK}(?P<flag>{flag}) (?:of|on|for) (?P<what>.+?) to {_FALSE}$"), "not "),
            (re.compile(rf"{_UNMARK}(?P<flag>{flag}) (?:of|on|for|from) (?P<what>.+?)$"), "not "),
            (re.compile(rf"{_UNMARK}(?P<what>.+?) (?:as |to be )?(?P<flag>{flag})$"), "not "),
            (re.compile(rf"^(?P<what>.+?) (?:is|are) no longer (?P<flag>{flag})$"), "not "),
        )
        self._zone = re.compile(rf"(?:the |your |my )?(?:{longest_first(things.zones)})")
        self._moved = re.compile(
            r"^(?:return|put|place|move|send|discard|take|add|shuffle)s? "
            r"(?P<what>it|(?:the )?top card of \w+|(?:this|that|the|chosen) card|card|\w+)(?: back)?"
            r"(?: (?:in|on|into|onto|to|at|under) (?:the )?(?:(?P<end>top|bottom) of )?(?P<zone>.+))?$"
        )
        self._drawn = re.compile(
            rf"^(?:draw|take|get|pick up|pick|receive)s? (?:(?P<n>\d+|an?|another|{numbers}) )?(?:(?:more|new|extra) )?"
            rf"(?:(?P<deck>{longest_first(things.decks)}) )?cards?"
            rf"(?: (?:from|of|off) (?:the )?(?P<zone>{longest_first(things.zones)}))?"
            r"(?: (?:to|into|in) your (?P<own>\w+))?$"
        )
        self._verbs = {word: verb for verb, words in MOVING.items() for word in words.split()}

    def lines(self, line: str) -> Iterator[str]:
        """Yield a line's parts in the order of the language."""
        yield from chain(
            self._extremes(line),
            self._numbers(line),
            self._marked(line),
            self._pieces(line),
            self._cards(line),
            self._draws(line),
        )

    def _numbers(self, line: str) -> Iterator[str]:
        """Yield a change of a track or number."""
        found = self._cell.findall(line)
        if len(found) != 1:
            return
        cell_id = self._things.cells[found[0].lower()]
        cell = found[0] if found[0][0].isupper() else cell_id
        rest = self._cell.sub(" ", line, count=1)
        to = re.search(r"\bto (\d+)\b", rest)
        owners = self._seat.findall(rest)
        rest = self._seat.sub(" ", rest)
        yours = re.search(r"\b(?:your|my|you|i)\b", rest)
        words = re.sub(r"\b(?:your|my|you|i)\b", " ", rest).split()
        numbers = [self._slots.digits.get(word, word) for word in words]
        amounts = [word for word in numbers if word.isdigit()]
        more = [word for word in words if word in MORE]
        less = [word for word in words if word in LESS]
        left = [word for word, number in zip(words, numbers, strict=True) if not number.isdigit()]
        signs = {*more, *less, *LINKS, *_STEPS}
        if not amounts and not BY_ONE.intersection(words):
            return
        if (
            not set(left) <= signs
            or bool(more) == bool(less)
            or len(amounts) > 1
            or len(owners) > 1
            or (yours and owners)
        ):
            return
        owned = [f"your {cell}", cell] if cell_id in self._things.cells_of_seats else [cell]
        if owners:
            owned = [f"{cell} of {self._owner(owners[0])}"]
        by = "" if not amounts or amounts == ["1"] else f" by {amounts[0]}"
        for each in owned:
            yield f"set {each} to {amounts[0]}" if to and amounts else f"{'raise' if more else 'lower'} {each}{by}"

    def _extremes(self, line: str) -> Iterator[str]:
        """Yield a change of a track to one of its ends."""
        found = re.match(r"^set (your )?(\w+)( of \w+)? to (?:its |the )?(max|maximum|top|full|min|minimum)$", line)
        if found is not None and (ends := self._things.ends.get(found[2])) is not None:
            end = ends[0] if found[4].startswith("min") else ends[1]
            yield f"set {found[1] or ''}{found[2]}{found[3] or ''} to {end}"

    def _owner(self, written: str) -> str:
        seat = re.sub(r"^(?:of|to|from|for) |['’]s$", "", written.strip())
        return "the opponent" if seat.endswith("opponent") else self._things.seats[seat]

    def _marked(self, line: str) -> Iterator[str]:
        """Yield a change of an adjective."""
        for pattern, negation in self._marks:
            if (found := pattern.match(line)) is not None:
                flag = self._things.flags[found["flag"]]
                yield f"make {found['what']} {negation}{flag}"

    def _pieces(self, line: str) -> Iterator[str]:
        """Yield a move of pieces."""
        words = line.split()
        at = next((at for at, word in enumerate(words) if word in self._verbs), None)
        if at is None:
            return
        verb = self._verbs[words[at]]
        rest = " ".join([*words[:at], "|", *words[at + 1 :]])
        pieces = self._object.findall(rest)
        if len(pieces) != 1:
            return
        before, _, after = rest.partition(pieces[0])
        roles: dict[str, str] = {}
        goes_back = False
        for part in (*before.split("|"), after):
            split = _PREPOSITION.split(part.strip())
            if split[0].strip() or len(split) % 2 == 0:
                return
            for preposition, place in zip(split[1::2], split[2::2], strict=True):
                if preposition == "back" and not place.strip():
                    goes_back = True
                    continue
                role = self._role(preposition, verb, roles)
                if role in roles or not place.strip():
                    return
                roles[role] = self._place(place.strip())
        if goes_back and "to" not in roles:
            return
        for group in self._slots.readings("pieces", pieces[0].strip(), False) or ():
            for each in group:
                yield self._move(verb, str(each), roles)
        if "up to " in pieces[0]:
            yield self._move(verb, pieces[0].strip(), roles)

    @staticmethod
    def _role(preposition: str, verb: str, roles: Mapping[str, str]) -> str:
        if preposition in _FROM:
            return "from"
        if preposition in _TO and (preposition not in _AT or verb != "remove"):
            return "to"
        return "to" if verb == "place" or "from" in roles else "from"

    @staticmethod
    def _move(verb: str, pieces: str, roles: Mapping[str, str]) -> str:
        if "from" in roles and "to" in roles:
            return f"move {pieces} from {roles['from']} to {roles['to']}"
        if "from" in roles:
            return f"{'remove' if verb == 'place' else verb} {pieces} from {roles['from']}"
        if "to" in roles:
            return f"{'place' if verb == 'remove' else verb} {pieces} {'in' if verb == 'place' else 'to'} {roles['to']}"
        return f"{verb} {pieces}"

    def _place(self, written: str) -> str:
        """Return a place as texts name it."""
        plain = re.sub(r"^(?:the|your|my) ", "", written)
        return plain if plain in self._things.spaces else self._things.places.get(plain.lower(), written)

    def _draws(self, line: str) -> Iterator[str]:
        """Yield a draw of cards: from the zone in which their deck begins, into the seat's own hand."""
        found = self._drawn.match(line)
        own = self._things.hand
        if found is None or not own or (found["own"] is not None and own != f"your {found['own']}"):
            return
        number = self._slots.digits.get(found["n"] or "a", found["n"])
        zone = self._things.zones[found["zone"]] if found["zone"] else self._things.decks.get(found["deck"])
        yield f"draw {number} {'card' if number == '1' else 'cards'} from {zone or self._things.deck} to {own}"

    def _cards(self, line: str) -> Iterator[str]:
        """Yield a move of one card that is known."""
        found = self._moved.match(line)
        if found is None:
            return
        what = re.sub(r"^(?:this|that|the|chosen) ", "", found["what"])
        if found["zone"] is None and not (_DISCARDING.match(line) and self._things.discards):
            return
        if found["zone"] is None:
            zone = self._things.discards
        else:
            if not self._zone.fullmatch(found["zone"]):
                return
            zone = self._things.zones[re.sub(r"^(?:the|your|my) ", "", found["zone"].lower())]
        end = f"the {found['end']} of " if found["end"] else ""
        for each in dict.fromkeys((what, *(("card", "it") if what == "it" else ()))):
            yield f"move {each} to {end}{zone}"
