"""Translation of the everyday verbs of printed cards (`remove`, `steal`, `discard` …) to statements of the language.

This module proposes candidates. The caller checks that a candidate can be read; this module is responsible for its
having the same meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from interpreter.language.suggestions.amounts import NounForms, digits, indented, repeated, without_article
from interpreter.language.suggestions.everyday_pieces import (
    Candidates,
    LineMatch,
    captured,
    chosen,
    each_piece,
    moved,
    placed,
    removed,
    returned,
    turned_over,
)

MOST_NAMED = 20
"""Maximum number of combinations of a game's names that are tried in a line."""
TemplateRule = tuple[str, Callable[[LineMatch, NounForms], Candidates], str | None]


@dataclass(frozen=True, slots=True)
class EverydayTranslation:
    """The translation of a line.

    Attributes:
        texts: Texts that can be read, each with the version that is shown.
        message: Advice for the author, perhaps without any text.
    """

    texts: tuple[tuple[str, str], ...]
    message: str | None


class EverydayTranslator:
    """A translator for one game.

    Args:
        singular: Singular of each noun.
        examples: Names of the game, each with its placeholder.
        adjectives: Words of the game that precede a noun; last those that things can gain.
    """

    def __init__(self, singular: Mapping[str, str], examples: Mapping[str, str], adjectives: Sequence[str]) -> None:
        space = next(
            (told.lower() for told in examples.values() if told.lower() in singular and told.isupper()), "space"
        )
        self._nouns = NounForms(singular, space)
        zones = [name for name, told in examples.items() if name == told]
        common = [zone for zone in zones if not zone.startswith("your ")]
        own = [zone for zone in zones if zone.startswith("your ")]
        piles = [zone for zone in common if _PILE.search(zone)]
        self._names = {
            "SPACE": {name: told for name, told in examples.items() if told == space.upper()},
            "BOX": {name: told for name, told in examples.items() if told == "BOX"},
            "DECK": {zone: zone for zone in common[:1]},
            "HAND": {zone: zone for zone in own},
            "THEIRS": {zone.removeprefix("your "): zone.removeprefix("your ") for zone in own},
            "PILE": {zone: zone for zone in piles} or dict.fromkeys(common, "ZONE"),
            "STATE": dict.fromkeys(adjectives[-MOST_NAMED:], "STATE"),
        }

    def translate(self, line: str, fits: Callable[[str], bool]) -> EverydayTranslation | None:
        """Translate a line. `fits` tells if a text can be read in its place.

        A noun after `1` may be the singular of a number's name, as in `1 coin`.
        """
        spoken = _SPACE.sub(self._space, line)
        if spoken != line and fits(spoken):
            return EverydayTranslation(((spoken, spoken),), None)
        return self._found(spoken, fits) or self._found(_SINGLE.sub(r"\1 \2s", spoken), fits)

    def _space(self, said: re.Match[str]) -> str:
        """Replace another word for a space by the game's own."""
        if said[0] in self._nouns.singular:
            return said[0]
        return self._nouns.many(self._nouns.space) if said[1] else self._nouns.space

    def _found(self, line: str, fits: Callable[[str], bool]) -> EverydayTranslation | None:
        for pattern, ways_of, message in _RULES:
            said = pattern.fullmatch(line)
            if said is None:
                continue
            if ways_of is _no_candidates:
                return EverydayTranslation((), message)
            for group in ways_of(said, self._nouns):
                texts = tuple(found for way in group if (found := self._named(way, fits)) is not None)
                if texts:
                    several = any("\n" in told for _, told in texts)
                    return EverydayTranslation(texts[:1] if several else texts, message)
        return None

    def suggestion(self, form: str) -> str | None:
        """Return a form with placeholders as a suggestion; None if it needs a zone and the game has none."""
        return f"`{form}`" if self._names["DECK"] or "ZONE" not in form else None

    def hint(self, line: str) -> str | None:
        """Return advice about a line for which nothing else was found."""
        for pattern, ways_of, message in _RULES:
            said = pattern.fullmatch(line) if message is not None else None
            if said is not None and (ways_of is _unless_own_words or ways_of(said, self._nouns)):
                return message
        return None

    def _named(self, way: str, fits: Callable[[str], bool]) -> tuple[str, str] | None:
        """Fill a candidate with names of the game; return a readable text and the version that is shown."""
        holes = list(dict.fromkeys(_HOLE.findall(way)))
        for names in islice(product(*(self._names[hole].items() for hole in holes)), MOST_NAMED):
            text = told = way
            for hole, (name, shown) in zip(holes, names, strict=True):
                text, told = _put(name, hole, text), _put(shown, hole, told)
            if fits(text):
                return text, told
        return None


def _put(name: str, hole: str, line: str) -> str:
    return re.sub(rf"\b{hole}\b", lambda _: name, line)


def is_core(line: str) -> bool:
    """True if a line begins with a verb of the language."""
    return line.split(" ")[0] in _CORE


def _no_candidates(said: LineMatch, nouns: NounForms) -> Candidates:
    """Return no candidates, for lines that the language can't express in a few lines."""
    return ()


def _unless_own_words(said: LineMatch, nouns: NounForms) -> Candidates:
    """Return no candidates, for lines that only a game's own words may express."""
    return ()


def _templates(*ways: str) -> Callable[[LineMatch, NounForms], Candidates]:
    """Return a function that fills templates with parts of the line: numbers in digits, names without an article."""

    def filled(said: LineMatch, nouns: NounForms) -> Candidates:
        parts = {name: without_article(part or "") for name, part in said.groupdict().items()}
        number = digits(said["number"] or "1") if "number" in parts else "1"
        if not number.isdigit():
            return ()
        by = "" if number == "1" else f" by {number}"
        parts |= {"number": number, "by": by, "cards": "card" if number == "1" else "cards"}
        return tuple((way.format(**parts),) for way in ways)

    return filled


def _stolen_from(said: LineMatch, ways: Callable[[str], str], choice: str) -> Candidates:
    """Candidates for taking from the seat that the line names, or else from the opponent or a chosen seat."""
    loser = without_article(said["loser"] or "opponent").removeprefix("your ")
    loser = "the opponent" if loser == "opponent" else loser
    return ((ways(loser),), (f"choose another seat where {choice}, to rob\n{ways('seat')}",))


def _stolen(said: LineMatch, nouns: NounForms) -> Candidates:
    number, what = digits(said["number"]), said["what"]
    by = "" if number == "1" else f" by {number}"
    return _stolen_from(
        said, lambda loser: f"lower {what} of {loser}{by}\nraise your {what}{by}", f"{what} of it >= {number}"
    )


def _stolen_cards(said: LineMatch, nouns: NounForms) -> Candidates:
    number = digits(said["number"])

    def way(loser: str) -> str:
        return repeated(number, f"move a random one of cards in THEIRS of {loser} to HAND")

    return _stolen_from(said, way, "THEIRS of it has cards")


def _discarded(said: LineMatch, nouns: NounForms) -> Candidates:
    way = "move cards in HAND to PILE"
    if not said["all"]:
        way = repeated(digits(said["number"] or "1"), "choose a card in HAND, to discard\nmove card to PILE")
    return ((f"as the opponent:\n{indented(way)}" if said["who"] else way,),)


def _given(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for giving something to another seat."""
    number, what = digits(said["number"]), said["what"]
    by = "" if number == "1" else f" by {number}"
    given = f"lower your {what}{by}\nraise {what} of {{}}{by}"
    if what in ("card", "cards"):
        given = repeated(number, "choose a card in HAND, to give\nmove card to THEIRS of {}")
    seat = without_article(said["seat"]).removeprefix("your ")
    known = () if said["any"] else ((given.format("the opponent" if seat == "opponent" else seat),),)
    return (*known, (f"choose another seat, to help\n{given.format('seat')}",))


def _from_all(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for taking something from every other seat."""
    number, what = digits(said["number"]), said["what"]
    by = "" if number == "1" else f" by {number}"
    return ((f"for each other seat, as s:\n  lower {what} of s{by}\n  raise your {what}{by}",),)


def _of_the_first(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for gains or losses of the seats that have the most or the least of something."""
    number, what = digits(said["number"]), said["what"]
    by = "" if number == "1" else f" by {number}"
    verb = "lower" if said["verb"].casefold() == "lose" else "raise"
    extreme = "highest" if said["most"].casefold() == "most" else "lowest"
    who = f"for each seat in (seats with the {extreme} {said['of']} of it), as s"
    return ((f"{who}: {verb} {what} of s{by}",),)


def _paid(said: LineMatch, nouns: NounForms) -> Candidates:
    number, then = digits(said["number"]), said["then"]
    if then and (drawn := re.fullmatch(r"draw (an?|one|\d+) cards?", then)):
        cards = digits(drawn[1])
        then = f"draw {cards} card{'' if cards == '1' else 's'} from DECK to HAND"
    way = f"must lower your {said['what']}" + ("" if number == "1" else f" by {number}")
    way = f"{way}\n{then}" if then else way
    return ((f'may "pay":\n{indented(way)}' if said["may"] else way,),)


def _for_each(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for points for each of some things."""
    yours = re.sub(r"^(?:of )?(?:your )?(\w+) (?:that )?you have\b", r"your \1", said["things"])
    counted = re.fullmatch(
        r"(?:of )?(?P<before>(?:[a-z_]+ ){0,2}?)(?P<noun>[a-z_]+)(?P<rest>(?: (?:in|on|with|of|where|from) .+)?)",
        yours,
    )
    if counted is None or counted["noun"] not in nouns.singular:
        return ()
    things = f"{counted['before']}{nouns.many(counted['noun'])}{counted['rest'].replace(' on ', ' in ')}"
    times = "" if digits(said["number"]) == "1" else f"{digits(said['number'])} * "
    verb = "lower" if said["verb"].casefold().startswith("lose") else "raise"
    begin = f"{verb} your {said['what']} by {times}"
    sets = (things, f"{things} in {nouns.many(nouns.space)}", f"number of {things}")
    own = tuple((f"{said['verb']} ({times}{each}) {said['what']}",) for each in sets)
    return (*own, *((f"{begin}{each}",) for each in sets))


def _drawn_or_chosen(said: LineMatch, nouns: NounForms) -> Candidates:
    """Candidates for moving cards to another zone: drawn from the top, or chosen from a hand."""
    one, other = without_article(said["one"]), without_article(said["other"])
    number = digits(said["number"] or ("all" if said["cards"].casefold() == "cards" else "1"))
    if number == "all":
        return ((f"move cards in {one} to {other}",),)
    drawn = f"draw {number} card{'' if number == '1' else 's'} from {one} to {other}"
    chosen = repeated(number, f"choose a card in {one}, to move\nmove card to {other}")
    return ((chosen,), (drawn,)) if one.startswith("your ") else ((drawn,), (chosen,))


def _swapped(said: LineMatch, nouns: NounForms) -> Candidates:
    one, other = said["one"], without_article(said["other"])
    if other.removeprefix("your ") == "opponent":
        other = f"{one.removeprefix('your ')} of the opponent"
    return ((f"let mine be {one}\nset {one} to {other}\nset {other} to mine",),)


_HOLE = re.compile(r"\b(?:SPACE|BOX|DECK|HAND|THEIRS|PILE|STATE)\b")
"""Placeholders of a template, which are replaced by names of the game."""
_SPACE = re.compile(r"\b(?:square|space|field|tile|spot|location|cell|hex)(s|es)?\b")
_SINGLE = re.compile(r"\b(1|an?|one) ([a-z_]+)\b")
_PILE = re.compile(r"discard|graveyard|trash")
_CORE = frozenset(["choose", "move", "draw", "shuffle", "reveal", "set", "raise", "lower", "add", "for"])
_NUMBER = r"(?P<number>\d+|an?|one|two|three|four|five)"
_LOSER = r"(?: (?:from|of) (?P<loser>(?:the |your )?opponent|[a-z_]+))?"
_PLACE = r"(?: (?:from|in|on|at) (?P<place>.+))?"
_INTO = r"(?: (?:in|on|at|to|into|onto) (?P<place>.+))?"
_HAND = r"(?: (?:from|in) (?:your |their |the )?hand)?"
_TABLE: list[TemplateRule] = [
    (
        r"(?P<who>(?:(?:the|your) )?opponent (?:must )?)?discards? "
        r"(?:(?P<all>(?:all|your|their) (?:hand|(?:your |the )?cards))"
        rf"|(?:{_NUMBER} )?(?:of )?(?:your )?cards?){_HAND}",
        _discarded,
        "a card is moved to the zone where it goes",
    ),
    (rf"(?:steal|take|rob) {_NUMBER}(?: random)? cards?{_LOSER}", _stolen_cards, None),
    (
        rf"(?:steal|take|rob) {_NUMBER} (?P<what>(?!turns?\b)[a-z_]+){_LOSER}",
        _stolen,
        "what one seat takes another one loses, and both are said",
    ),
    (
        rf"(?:steal|take) {_NUMBER} (?P<what>[a-z_]+) from (?:each|every|all)(?: other)? (?:player|seat|opponent)s?",
        _from_all,
        "what one seat takes another one loses, and both are said",
    ),
    (rf"(?:steal|take|capture|rob) (?P<what>.+?){_PLACE}", captured, None),
    (
        rf"give {_NUMBER} (?P<what>[a-z_]+) to (?P<seat>(?P<any>another|an?|any) (?:player|seat|opponent)"
        r"|(?:the |your )?opponent|[a-z_]+)",
        _given,
        None,
    ),
    (
        r"(?:the )?(?:player|seat)s? with (?:the )?(?P<most>most|fewest|least) (?P<of>[a-z_]+)"
        rf" (?P<verb>gain|get|score|lose)s? {_NUMBER} (?P<what>[a-z_]+)",
        _of_the_first,
        None,
    ),
    (
        rf"(?:put|place|return) (?:an?|one|1) card{_HAND} (?:on|at|to) (?:the )?(?P<end>top|bottom) of (?P<zone>.+)",
        _templates("choose a card in HAND, to put back\nmove card to the {end} of {zone}"),
        None,
    ),
    (
        r"(?:move|put|take|place|return) (?:(?P<number>all(?: the)?|every|\d+|an?|one|two|three) )?(?:the )?"
        r"(?P<cards>cards?) (?:from|in|of) (?P<one>.+?) (?:in)?to (?P<other>.+)",
        _drawn_or_chosen,
        None,
    ),
    (
        r"shuffle (?P<one>.+?) (?:back )?(?:into|in|to|with) (?P<other>.+)",
        _templates("move cards in {one} to {other}\nshuffle {other}"),
        None,
    ),
    (
        r"search (?P<one>(?:the |your )?\w+) for (?:an?|any|one|1) card",
        _templates("choose a card in {one}, to take\nmove card to HAND\nshuffle {one}"),
        None,
    ),
    (
        r"draw (?:cards )?(?:until|till|up to(?=.* hand$)) (?:you have )?"
        r"(?P<number>\d+)(?: cards)?(?: in (?:your )?hand)?",
        _templates("while number of cards in HAND < {number}: draw 1 card from DECK to HAND"),
        None,
    ),
    (
        r"(?:look at|see|reveal|inspect) (?:the )?(?:top|first) (?:\d+|two|three|four|five) cards.*",
        _no_candidates,
        "only the top card of a zone can be looked at: several are drawn to a zone of their own",
    ),
    (
        r"(?:flip|turn over|reveal) (?:the |an? )?(?:top )?card",
        _templates("reveal the top card of DECK to everyone"),
        None,
    ),
    (
        rf"(?P<may>you may )?(?:must )?(?:pay|spend) {_NUMBER} (?P<what>[a-z_]+)"
        r"(?:(?:: |, then | to |, and | and )(?P<then>.+))?",
        _paid,
        "what is paid is lowered with `must`, or else the rest is not done",
    ),
    (
        rf"(?:you )?(?P<verb>gain|get|score|receive|lose)s? {_NUMBER} (?P<what>[a-z_]+)"
        r" for (?:each|every) (?P<things>.+)",
        _for_each,
        None,
    ),
    (
        rf"for (?:each|every) (?P<things>[^:,]+)(?:, |: )(?:you )?(?P<verb>gain|get|score|receive|lose)s? {_NUMBER}"
        r" (?P<what>[a-z_]+)",
        _for_each,
        None,
    ),
    (r"(?:you )?gain (?P<what>\w+) equal to (?P<value>.+)", _templates("raise your {what} by {value}"), None),
    (
        r"(?:you )?gain (?P<what>\w+) equal to (?:the )?number of (?P<value>.+)",
        _templates("raise your {what} by {value}"),
        None,
    ),
    (
        rf"deal {_NUMBER} cards? to (?:each|every|all) (?:players?|seats?)",
        _templates("draw {number} {cards} from DECK to THEIRS of each seat"),
        None,
    ),
    (r"(?:you )?lose all (?:your )?(?P<what>\w+)", _templates("set your {what} to 0"), None),
    (r"add (?P<number>\d+) to (?P<what>.+)", _templates("raise {what}{by}"), None),
    (rf"draw {_NUMBER} cards?", _templates("draw {number} {cards} from DECK to HAND"), None),
    (
        r"draw (?:the )?top card(?: (?:of|from|in) (?P<zone>.+))?",
        _templates("draw 1 card from {zone} to HAND", "draw 1 card from DECK to HAND"),
        None,
    ),
    (
        r"end (?:your|the) turn|pass(?: your turn)?",
        _no_candidates,
        "a turn is over when nothing more is to be done in it; `stop` ends this text",
    ),
    (
        r".*\byou (?:control|own|occupy|hold|lead)s?\b.*",
        _unless_own_words,
        "a game says itself what that means: by a condition of its own, under `words:`, with `say` and `when`",
    ),
    (r"double (?P<what>.+)", _templates("raise {what} by {what}"), None),
    (r"triple (?P<what>.+)", _templates("raise {what} by 2 * {what}"), None),
    (
        r".*\b(?:(?:by|to) half|half of|half (?:your|the|as|its)|halve|a third)\b.*",
        _no_candidates,
        "there is no division: `(2 if CONDITION, otherwise 1)` says how much it is",
    ),
    (r"reset (?P<what>.+)", _no_candidates, "`set … to …` puts a number back to what is said"),
    (r"choose an? empty (?P<what>[a-z_]+)(?P<rest>, .*)?", _templates("choose a {what} without pieces{rest}"), None),
    (
        r"choose an? (?:adjacent|neighbou?ring) [a-z_]+(?P<rest>, .*)?",
        _templates("choose a neighbour of SPACE{rest}"),
        None,
    ),
    (
        r"(?:swap|exchange|switch|trade) (?P<one>.+?) (?:with|and|for) (?P<other>.+)",
        _swapped,
        "nothing is swapped in one step: one is put aside, then the other takes its place",
    ),
    (
        r"(?:swap|exchange|switch|trade)\b.*",
        _no_candidates,
        "nothing is swapped in one step: one is put aside, then the other takes its place",
    ),
    (
        r"(?:take|get|have|play|do) (?:an?|another|your|the)(?: extra| additional)? turn",
        _templates("take a turn"),
        None,
    ),
    (
        r"(?:take|get|have|play|do) (?:an?|another|your|the)(?: extra| additional)? turn",
        _no_candidates,
        "a game says itself what a turn is: by a phrase of its own, under `words:`, with `say` and `do`",
    ),
    (
        r"skip\b.*|(?:(?:the|your) )?opponent (?:skip|lose|misse)s (?:an?|their|the next) turn"
        r"|(?:lose|miss) (?:an?|your) .*turn",
        _no_candidates,
        "a turn is skipped where turns are taken, by an `if` on a variable that is set here",
    ),
    (r"(?:return|send|take|bring) (?P<what>.+?) (?:back )?to (?P<place>.+)", returned, None),
    (r"for each (?P<what>.+?)(?: (?:in|on|at) (?P<place>.+?))?: (?P<then>.+)", each_piece, None),
    (
        rf"(?:remove|destroy|kill|eliminate|sink|return|discard|lose|sacrifice|defeat|take off) (?P<what>.+?){_PLACE}",
        removed,
        "pieces leave the map by a move to a box",
    ),
    (
        rf"(?:place|put|add|build|station|set up|create|bring) (?P<what>.+?){_INTO}",
        placed,
        "pieces come by a move from a box",
    ),
    (r"move (?P<limit>up to )?(?P<what>.+?)(?: from (?P<start>.+?))?(?: to (?P<target>.+))?", moved, None),
    (
        r"(?:flip|turn over|turn|rotate) (?P<what>.+?)",
        turned_over,
        "pieces are turned over by `make`, if their kind has `states`",
    ),
    (r"choose (?P<what>.+?)(?: (?:in|on|at|from) (?P<place>.+?))?(?P<rest>, .*)?", chosen, None),
]
_RULES = [(re.compile(pattern, re.IGNORECASE), ways, message) for pattern, ways, message in _TABLE]
