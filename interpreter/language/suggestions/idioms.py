"""Paraphrases of idioms that other languages and printed cards use, in the wording of the effect language.

Replacement of a line in a message by the wording it was meant to have.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from interpreter.language.suggestions.amounts import indented
from interpreter.language.suggestions.near_words import SYNONYMS
from interpreter.rulebook.model import Text
from interpreter.support.errors import NO_RANGE, Location, Problem

_NUMBERS = {"once": 1, "twice": 2, "thrice": 3}
_NAMED = r"(?:your )?\w+(?: of \w+)?"
_OPPONENT = r"(?:the |your )?opponent"
_QUANTITY = r"(?:no|exactly \d+|at least \d+|at most \d+|\d+|an?|any) "


def _at_least(said: re.Match[str]) -> str:
    return f"{said[0].split()[0]} at least {int(said[1]) + 1}"


def _at_most(said: re.Match[str]) -> str:
    return f"{said[0].split()[0]} at most {int(said[1]) - 1}"


def _whose(seat: str) -> str:
    return "your" if seat.casefold() == "you" else "enemy"


def _with_theirs(said: re.Match[str]) -> str:
    return f"with {_whose(said[1])} {said[2]}"


def _extreme(said: re.Match[str]) -> str:
    return f"choose one of {said[1]}s with the {'highest' if said[2] == 'most' else 'lowest'} {said[3]} in it"


def _theirs_in(said: re.Match[str]) -> str:
    quantity = "" if said[2] in (None, "a ", "an ", "any ") else said[2]
    return f"{said[4]} has {quantity}{_whose(said[1])} {said[3]}"


_IDIOMS: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"\b(?:is|are) not empty\b"), "has cards"),
    (re.compile(r"\b(?:is|are) empty\b"), "has no cards"),
    (re.compile(r"\b(?:is|are) empty\b"), "has no pieces"),
    (re.compile(r"^choose an? empty (\w+)\b"), r"choose a \1 without pieces"),
    (re.compile(r"\b(?:with|has|have) more than (\d+)\b"), _at_least),
    (re.compile(r"\b(?:with|has|have) (?:less|fewer) than (\d+)\b"), _at_most),
    (re.compile(rf"\bwhere (you|{_OPPONENT}) (?:has|have) (?:an? |any )?(\w+)\b"), _with_theirs),
    (
        re.compile(
            rf"\b(you|{_OPPONENT}) (?:has|have) ({_QUANTITY})?(\w+) (?:in|on|at) ([^,:]+?)(?=$|[,:]| and | or )"
        ),
        _theirs_in,
    ),
    (re.compile(r"\byou have (?:at least )?(\d+) (\w+)"), r"your \2 >= \1"),
    (re.compile(r"\byou have no (\w+)"), r"your \1 is 0"),
    (re.compile(r"\b(an? \w+) with ([^,:]+?) or ([^,:]+)"), r"\1 where (it has \2 or it has \3)"),
    (re.compile(r"\b(highest|lowest) (\w+)(?=$|[,:])"), r"\1 \2 of it"),
    (re.compile(r"\bthe (?:player|seat) with (?:the )?most (\w+)$"), r"seats with the highest \1 of it"),
    (re.compile(r"\bis (?:greater|bigger|higher) than\b"), "is more than"),
    (re.compile(r"\bis (?:smaller|lower|fewer) than\b"), "is less than"),
    (re.compile(r"\bis (?:adjacent|next|connected) to ([^,:]+)"), r"is in neighbours of \1"),
    (re.compile(r"\bwith (?:the )?most (\w+)(?=$|[,:])"), r"with the highest \1 of it"),
    (re.compile(r"\bwith (?:the )?fewest (\w+)(?=$|[,:])"), r"with the lowest \1 of it"),
    (re.compile(r"^(\w+)$"), r"\1 of it"),
    (re.compile(r"^(?:your )?(\w+)$"), r"\1 of seat"),
    (re.compile(r"^((?:your |enemy )?\w+)$"), r"\1 in it"),
    (re.compile(r"^(?!(?:it|you|there|some|every)\b)([a-z_]+) (is|are|[<>]=?) "), r"\1 of it \2 "),
    (re.compile(r"\b(by|to|than|is) twice (?!as\b)"), r"\1 2 * "),
    (
        re.compile(r"^choose (?:an? |another )?(?:player|seat|opponent) with more (\w+) than you(?:rs)?\b"),
        r"choose another seat where \1 of it > your \1",
    ),
    (
        re.compile(r"^choose (?:an? |another )?(?:player|seat|opponent) with (?:fewer|less) (\w+) than you(?:rs)?\b"),
        r"choose another seat where \1 of it < your \1",
    ),
    (re.compile(r"^(?!if |only |otherwise|either|may |let )([^\":]+?),? (?:if|when) ([^\":]+)$"), r"if \2: \1"),
    (re.compile(r"^(?:raise|lower|increase|decrease|reduce) (.+?) to (\d+)$"), r"set \1 to \2"),
    (re.compile(r"^choose (?:an? )?(?:opponent|rival|enemy|other player)\b"), "choose another seat"),
    (re.compile(rf"({_NAMED}) has (no )?cards where\b"), r"there is \2card in \1 where"),
    (re.compile(r"\belse if\b|\belif\b|\belsif\b"), "otherwise if"),
    (re.compile(r"\belse\b"), "otherwise"),
    (re.compile(r'\bbecause ([^"]+)$'), r'because "\1"'),
    (re.compile(r"\bfor (?:every|all)\b"), "for each"),
    (re.compile(r"\b(?:the )?enemy (\w+)"), r"\1 of the opponent"),
    (re.compile(r"^(?:[Tt]he |[Aa] )?player (\w+?)s\b"), r"\1"),
    (re.compile(r"^(?:do |repeat )?(?:this |it )?(\d+) times\b"), r"repeat \1 times"),
    (re.compile(r"^end the game, (?:the )?(.+?) wins?\b"), r"end the game, winner is \1"),
    (re.compile(r"\b(?:an? |the )?(\w+) (?:adjacent|next) to ([^,:]+)"), r"a neighbour of \2"),
    (re.compile(r"\byou have more (\w+) than (?:the|your) opponent\b"), r"your \1 > \1 of the opponent"),
    (re.compile(r"\byou have (?:less|fewer) (\w+) than (?:the|your) opponent\b"), r"your \1 < \1 of the opponent"),
    (re.compile(r"^draw (?:a|one) card from (?:the )?(\w+)$"), r"draw 1 card from \1 to your hand"),
    (
        re.compile(r"^choose (?:an? |the )?((?:\w+ )?\w+) with (?:the )?(most|fewest|least) ((?:your |enemy )?\w+)"),
        _extreme,
    ),
    (re.compile(r"^choose (?:an? |the )?(\w+) or (\w+) (\w+)\b"), r"choose a \3 where (it is \1 or it is \2)"),
    (re.compile(r"^choose (?:an? |the )?random (\w+ \w+|\w+)\b.*"), r"let chosen be a random one of \1s"),
]
_GAIN = re.compile(r"(?:you )?(?:gains?|gets?|receives?|adds?|increases?|scores?|\+) ?(\d+) (?:(?:to|of|in) )?(.+)")
_LOSE = re.compile(r"(?:you )?(?:loses?|pays?|subtracts?|decreases?|-) ?(\d+) (?:(?:from|of|in) )?(.+)")
_CHANGED = re.compile(r"(.+?) ?([+-])=? ?(\d+)")
_SOMEBODY_GAINS = re.compile(r"((?:(?:the|your) )?\w+) (gains?|gets?|scores?|loses?) (\d+) (\w+)", re.IGNORECASE)
_OFTEN = re.compile(r"^(?:do |repeat )?(?:this |it )?(once|twice|thrice)\b")
_YOUR = re.compile(r"\byour (\w+)")
_LOOK = re.compile(
    r"(?:you )?(?:may )?(?:look at|looks at|see|inspect|view|reveal|show) (?:the )?(?:cards (?:in|of) )?(.+)"
)
NO_DICE = "there are no dice: chance is which card of a shuffled deck comes, or `a random one of` a set"
_INSTEAD = [
    (
        re.compile(r"(?:each|every|all) (?:other )?(?:player|seat)s?\b", re.IGNORECASE),
        "what each seat does stands in a block",
        "for each seat, as you:",
    ),
    (
        re.compile(r"(?:forever|loop|repeat forever|do forever)\b", re.IGNORECASE),
        "what goes on and on is done in a block, until `leave the loop`, `stop` or `end the game`",
        "for each seat, again and again, as you:",
    ),
    (
        re.compile(r"(?:(?:the|your) opponent) (?:must |may )?discards?\b", re.IGNORECASE),
        "a card is moved to the zone where it goes",
        "as the opponent: move CARD to ZONE",
    ),
    (re.compile(r"discards?\b", re.IGNORECASE), "a card is moved to the zone where it goes", "move CARD to ZONE"),
    (
        re.compile(r"(?:\w+ ){0,3}(?:wins?|winner)\b", re.IGNORECASE),
        "who has won is said with the end of the game",
        'end the game, winner is SEAT, because "REASON"',
    ),
    (
        re.compile(r".*\b(?:roll|rolls|die|dice|\d*d\d+)\b", re.IGNORECASE),
        NO_DICE,
        "draw 1 card from DECK to ZONE",
    ),
    (
        re.compile(r".*\b(?:at the same time|simultaneously|secretly)\b", re.IGNORECASE),
        "seats decide one after the other; what is chosen in secret is a card, in a zone with `face: owner`, that is"
        " revealed later",
        "for each seat, as you:",
    ),
]
_EITHER = re.compile(r"(?![Ii]f )(?:[Ee]ither )?(\S.*?),? or (\S.*)")
_IF = re.compile(r"(if .+?)(?:, then |, |: ?)(\S.*)", re.IGNORECASE)
_MAY = re.compile(r"(?:you may|may) ([^\"].*)", re.IGNORECASE)
_EACH_SEAT = re.compile(r"(?:each|every|both|all)(?: of the)? (?:players?|seats?) (\S.*)", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:(?:each|every|all)(?: of the| the)? (?:other (?:player|seat)s?|(?:opponent|rival)s?)"
    r"|((?:the )?next (?:player|seat))|((?:the |your )?opponent)) "
    r"(?!(?:has|have|may|is|can|loses?|gains?|gets?|scores?)\b)(\S.*)",
    re.IGNORECASE,
)
_IN_EACH = re.compile(r"(\S.*?) (?:each|every) ((?:\w+ )?)(\w+)")
_IN_ANY = re.compile(r"\b(in|over) (?:an?|any|each|every) ((?:\w+ )?)(\w+)\b")
_FOR_EACH = re.compile(r"for (?:each|every) ((?:\w+ )?(\w+)\b[^:]*: .*)\bit\b(.*)")
_LIMIT = re.compile(r"(?:but )?(?:no more than|not more than|at most|only|up to|maximum) (\d+ .+)", re.IGNORECASE)
_LIMITS = ("no more than", "at most", "but at most", "but only", "up to")
_NO_ADJECTIVES = frozenset(
    re.findall(
        r"\w+",
        "all any both each every few many more most no none not of one other some that these this those is are",
    )
)
OF = re.compile(r"\bof (?!\()")
CONDITION_WORDS = re.compile(r"\b(?:is|are|has|have)\b|[<>]")
"""Words of a condition, which can't follow `of`."""
MOST_CLOSED = 12


def paraphrases(line: str, nouns: Mapping[str, str]) -> Iterator[str]:
    """Yield every paraphrase of a line."""
    yield from as_loop(line, nouns)
    yield from replace_idioms(line)
    yield from with_plural(line, nouns)
    yield from expand_your(line)
    yield from as_condition(line, nouns)


def replace_idioms(line: str) -> Iterator[str]:
    """Yield the line with each idiom replaced, and with all of them replaced."""
    yield from _as_change(line)
    whole = line
    for said, instead in _IDIOMS:
        if said.search(line):
            yield " ".join(said.sub(instead, line).split())
        whole = said.sub(instead, whole)
    whole = _OFTEN.sub(lambda often: f"repeat {_NUMBERS[often[1]]} times", whole)
    if whole != line:
        yield " ".join(whole.split())
    if looked := _LOOK.fullmatch(whole):
        yield f"reveal the cards in {looked[1]} to you"
        yield f"reveal {looked[1]} to you"


def expand_your(line: str) -> Iterator[str]:
    """Yield the line with a possessive written out: `your income` as `income of you`."""
    for own in _YOUR.finditer(line):
        yield f"{line[: own.start()]}{own[1]} of you{line[own.end() :]}"


def split_off(line: str) -> Iterator[tuple[str, str]]:
    """Split a line that says when, for whom or at whose choice something is done.

    Yields:
        The opening in the language, with a line end if a block follows, and the rest of the line.
    """
    if found := _IF.fullmatch(line):
        yield from ((f"{condition}: ", found[2]) for condition in (found[1], *replace_idioms(found[1])))
    if (found := _MAY.fullmatch(line)) and found[1].isprintable():
        yield f'may "{found[1]}":\n', found[1]
    if found := _OTHERS.fullmatch(line):
        one = "as the seat after you" if found[1] else "as the opponent" if found[2] else None
        yield f"{one or 'for each other seat, as you'}:\n", re.sub(r"^(\w+[^s\W])s\b", r"\1", found[3])
    if found := _EACH_SEAT.fullmatch(line):
        yield "for each seat, as you:\n", re.sub(r"^(\w+[^s\W])s\b", r"\1", found[1])


def as_loop(line: str, nouns: Mapping[str, str]) -> Iterator[str]:
    """Yield the line with `each` as a loop.

    For example `put a piece in every open place` becomes `for each open place: put a piece in place`.
    """
    if (found := _IN_EACH.fullmatch(line)) and not line.startswith("for ") and found[3] in nouns:
        noun = nouns[found[3]]
        yield f"for each {found[2]}{noun}: {found[1]} {noun}"
    if found := _FOR_EACH.fullmatch(line):
        yield f"for each {found[1]}{found[2]}{found[3]}"


def with_plural(line: str, nouns: Mapping[str, str]) -> Iterator[str]:
    """Yield the line with a plural for an indefinite singular: `boats in a port island` as `boats in port islands`."""
    many = {one: word for word, one in nouns.items() if word != one}
    for found in _IN_ANY.finditer(line):
        if found[3] in many:
            yield f"{line[: found.start()]}{found[1]} {found[2]}{many[found[3]]}{line[found.end() :]}"


def with_synonyms(line: str) -> Iterator[str]:
    """Yield the line with each synonym of its first word."""
    verb, _, rest = line.partition(" ")
    yield from (f"{other} {rest}" for other in SYNONYMS.get(verb.casefold(), ()) if rest)


def with_limit(line: str, after: str) -> Iterator[str]:
    """Yield the line joined with the sentence after it that sets an upper limit."""
    if found := _LIMIT.fullmatch(after):
        yield from (f"{line} {limit} {found[1]}" for limit in _LIMITS)


def _as_change(line: str) -> Iterator[str]:
    """Yield a gain, a loss or arithmetic on points as a change of a track or variable."""
    if change := _CHANGED.fullmatch(line):
        verb, number, names = "raise" if change[2] == "+" else "lower", change[3], [change[1]]
    elif change := _GAIN.fullmatch(line) or _LOSE.fullmatch(line):
        verb, number, names = "raise" if _GAIN.fullmatch(line) else "lower", change[1], [change[2]]
    elif change := _SOMEBODY_GAINS.fullmatch(line):
        verb, number, names = "lower" if change[2].startswith("lose") else "raise", change[3], []
        names = [f"{change[4]} of {change[1]}"]
    else:
        return
    for name in (*names, *(f"your {name}" for name in names)):
        yield f"{verb} {name}" if number == "1" else f"{verb} {name} by {number}"


def split_alternatives(line: str) -> tuple[str, str] | None:
    """Return the two alternatives that a line offers."""
    found = _EITHER.fullmatch(line)
    return (found[1], found[2]) if found else None


def as_choice(one: str, other: str) -> str:
    """Return a choice between two actions."""
    return "\n".join((in_block('either "one":\n', one), in_block('or "other":\n', other)))


def in_block(opening: str, text: str) -> str:
    """Join the opening of a block with its text; several lines go below the opening."""
    if "\n" in text or opening.endswith("\n"):
        return f"{opening.rstrip()}\n{indented(text)}"
    return opening + text


def advice_for(line: str) -> tuple[str, str] | None:
    """Return advice about a line that is no sentence in any wording, and the opening of the right form."""
    return next(((message, form) for said, message, form in _INSTEAD if said.match(line)), None)


def parenthesized(line: str, before: int) -> Iterator[str]:
    """Yield the line with parentheses after an `of` that precedes a column: nearest `of` and longest text first."""
    opened = [match.end() for match in OF.finditer(line) if match.end() <= before][-2:]
    for start in reversed(opened):
        rest = line[start:].rstrip(":")
        ends = [start + match.end() for match in re.finditer(r"\w+", rest)]
        for end in reversed(ends[1:][:MOST_CLOSED]):
            if CONDITION_WORDS.search(line[start:end]):
                continue
            yield f"{line[:start]}({line[start:end]}){line[end:]}"


def as_condition(line: str, nouns: Mapping[str, str]) -> Iterator[str]:
    """Yield the line with an adjective as a condition: `open squares` as `squares where it is open`."""
    words = line.split()
    for at, (word, noun) in enumerate(itertools.pairwise(words)):
        bare = noun.rstrip(":,")
        if bare in nouns and word.isalpha() and word not in nouns and word not in _NO_ADJECTIVES:
            end = noun[len(bare) :]
            if at and words[at - 1] == "an":
                words[at - 1] = "a"
            for whose in ("it is", "you are"):
                yield " ".join([*words[:at], bare, f"where {whose} {word}{end}", *words[at + 2 :]])


_COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*')


def without_comment(row: str) -> str:
    """Return a line without its comment."""
    return _COMMENT.sub(r"\1", row)


def is_in_text(problem: Problem, text: Text) -> bool:
    """True if a mistake is in this text, not in another one that was read because of it."""
    rows = text.split("\n")
    last = text.place_at(len(rows), len(rows[-1]) + 1)
    return problem.where.file == text.where.file and text.where.line <= problem.where.line <= last.line


def with_suggestions(
    problem: Problem, suggested: Problem, text: Text, at: int, fits: Callable[[list[str]], bool]
) -> Problem:
    """Return a mistake with the suggestions for its line, which has index `at` in the text.

    If the likeliest wording `fits` there unchanged, it can replace the line.
    """
    wordings = tuple(without_comment(wording).rstrip() for wording in suggested.wordings)
    if wordings and wordings == problem.wordings:  # already reported for the text that contains it
        return problem
    replaced = problem.replaced if suggested.suggestion == problem.suggestion else NO_RANGE
    if wordings:
        replaced = _line_of(text, at, problem.where) if fits(wordings[0].split("\n")) else NO_RANGE
    return replace(
        problem, message=suggested.message, suggestion=suggested.suggestion, wordings=wordings, replaced=replaced
    )


def _line_of(text: Text, at: int, spot: Location) -> tuple[int, int]:
    """Return the column and the length of a line of a text in its file.

    Returns:
        NOWHERE if the line is not on the line of `spot` as it was read: the mistake may be in another text, which this
            one
        uses.
    """
    row = without_comment(text.split("\n")[at])
    body = row.strip()
    where = text.place_at(at + 1, len(row) - len(row.lstrip()) + 1)
    written = text.excerpt(where) or ""
    is_there = (where.file, where.line) == (spot.file, spot.line) and written.startswith(body, where.column - 1)
    return (where.column, len(body)) if is_there else NO_RANGE
