"""Words of a text joined to the tokens that the parser needs.

Some sequences of words are one token, such as `at least`; some words are read in another way beside certain others,
such as `before` behind a noun; and relative clauses become conditions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from interpreter.language.reading.lexeme import DIRECTION, NOUN, Lexeme
from interpreter.language.reading.listed_things import with_listed_things
from interpreter.language.reading.relative_clauses import NEXT_PLAYER, RELATIVE_PRONOUNS, OwnClauses, with_clauses
from interpreter.rulebook.model import Text
from interpreter.rulebook.text import slug

WORD_VARIANTS = {
    "are": "is",
    "have": "has",
    "does": "do",
    "fewer": "less",
    "another": "other",
    "winners": "winner",
    "chooses": "choose",
    "seats'": "seats",
    "shows": "show",
}
"""Words that are read as another one."""
_CANNOT = frozenset({"can't", "can’t", "cannot"})
_PARTS_OF_CANNOT = {"can": "_K_CAN", "not": "_K_NOT"}
SIGHT_TOKENS: dict[tuple[str, ...], str] = {
    ("line", "of", "sight", "to"): "_LINE_OF_SIGHT_TO",
    ("line", "of", "sight", "from"): "_LINE_OF_SIGHT_FROM",
}
"""Tokens of lines of sight."""
LINE_TOKENS: dict[tuple[str, ...], str] = {
    ("direction", "from"): "_DIRECTION_FROM",
    ("up", "to", "first"): "_UP_TO_FIRST",
    ("before", "first"): "_BEFORE_FIRST",
    ("in", "line", "with"): "_IN_LINE_WITH",
    **SIGHT_TOKENS,
}
"""Joined tokens that only games have whose board has directions."""
EDGE = "EDGE"
"""The token of the name of an edge of a board, such as `north edge`."""
EDGE_TOKENS: dict[tuple[str, ...], str] = {
    (name, "edge"): EDGE
    for name in ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
}
"""Tokens of the names of edges, which only games have whose board has directions."""
BOARD_LINE = "BOARD_LINE"
"""The token of `column` or `row` before the number of one, as in `in column 3`."""
NAMING_TOKENS: dict[tuple[str, ...], str] = {
    ("group", "of"): "_GROUP_OF",
    ("groups", "of"): "_GROUPS_OF",
    ("largest", "group", "of"): "_LARGEST_GROUP_OF",
    ("longest", "route", "of"): "_LONGEST_ROUTE_OF",
    ("distance", "from"): "_DISTANCE_FROM",
    ("shortest", "path", "from"): "_SHORTEST_PATH_FROM",
    ("connected", "to"): "_CONNECTED_TO",
    ("at", "random"): "_AT_RANDOM",
    ("absolute", "value", "of"): "_ABSOLUTE_VALUE_OF",
    ("absolute", "difference", "between"): "_DIFFERENCE_BETWEEN",
    ("next", "seat"): NEXT_PLAYER,
    ("next", "player"): NEXT_PLAYER,
    ("number", "of", "this", "game"): "_NUMBER_OF_THIS_GAME",
    ("this", "is", "first", "game"): "_THIS_IS_FIRST_GAME",
    ("this", "is", "not", "first", "game"): "_THIS_IS_NOT_FIRST_GAME",
    ("this", "is", "last", "game"): "_THIS_IS_LAST_GAME",
    ("this", "is", "not", "last", "game"): "_THIS_IS_NOT_LAST_GAME",
    **EDGE_TOKENS,
    **SIGHT_TOKENS,
}
"""Joined tokens that a game's own words take precedence over."""
_CANNOT_WORDS = ("if", "you", "can", "not")
"""Words before the colon of what is done in place of something impossible; elsewhere a condition begins there."""
IF_YOU_CANNOT = "_IF_YOU_CANNOT"
_COSTS_TESTED, _COSTS_NOT_TESTED, _AND_COST = ("can", "pay"), ("can", "not", "pay"), ("and",)
_AFTER_COST = ("_NL", "_COMMA", "_K_AND", "_COLON", "_RPAR")
"""Tokens that may stand behind the name of a cost that is a word of the game, too."""
COST_TOKENS: dict[tuple[str, ...], str] = {
    ("pay",): "_PAY",
    ("gain",): "_GAIN",
    _COSTS_TESTED: "_CAN_PAY",
    _COSTS_NOT_TESTED: "_CAN_NOT_PAY",
    _AND_COST: "_AND_COST",
}
"""Joined tokens before an amount and a name: `pay 2 wood`, `you can pay 2 wood and 1 stone`."""
BEFORE_OTHER = "_BEFORE_OTHER"
"""The token of `before` behind a noun, as in `the seat before X`; elsewhere it may be a name."""
_FURTHER_COSTS = (_AND_COST, (",",))
"""Words between the costs of a test: `you can pay 2 wood, 1 stone and 1 coin`."""
_ALSO = "_AND_ALSO"
_BEFORE_STATEMENTS = frozenset({"_NL", "_COLON", "_K_MUST", "_TO_PLAY", "_IF_YOU_CAN"})
AT_SAME_TIME = ("at", "same", "time", ",")
"""Words before what several seats do at the same time."""
LOOP_WORDS = ("again", "and", "again")
BOARD_LINE_NOUNS = ("column", "row")
JOINED_TOKENS: dict[tuple[str, ...], str] = {
    ("at", "least"): "_AT_LEAST",
    ("at", "most"): "_AT_MOST",
    ("more", "than"): "_MORE_THAN",
    ("less", "than"): "_LESS_THAN",
    ("higher", "than"): "_HIGHER_THAN",
    ("lower", "than"): "_LOWER_THAN",
    ("and", "with"): "_AND_WITH",
    ("and", "without"): "_AND_WITHOUT",
    (",", "preferably"): "_PREFERABLY",
    (",", "and"): _ALSO,
    (",", "or", "any"): "_OR_ANY",
    (",", "all", "at", "once"): "_ALL_AT_ONCE",
    ("if", "there", "is", "none"): "_IF_THERE_IS_NONE",
    ("or", ",", "if", "there", "is", "none", ","): "_OR_IF_THERE_IS_NONE",
    (",", "ties", "to"): "_TIES_TO",
    ("to", "play", "this", "event", ",", "first"): "_TO_PLAY",
    ("play", "this", "event", "only", "if"): "_PLAY_ONLY_IF",
    ("if", "you", "can", ","): "_IF_YOU_CAN",
    _CANNOT_WORDS: IF_YOU_CANNOT,
    ("none", "of"): "_NONE_OF",
    ("how", "many", "of"): "_HOW_MANY_OF",
    ("not", "showing"): "_NOT_SHOWING",
    ("half", "of"): "_HALF_OF",
    ("room", "for"): "_ROOM_FOR",
    ("but", "not", "both"): "_BUT_NOT_BOTH",
    (",", "but", "not", "both"): "_BUT_NOT_BOTH",
    ("best", "hand", "of"): "_BEST_HAND_OF",
    ("remainder", "of"): "_REMAINDER_OF",
    ("difference", "between"): "_DIFFERENCE_BETWEEN",
    (",", "as"): "_CALLED",
    ("players", "take", "turns"): "_TAKE_TURNS",
    LOOP_WORDS: "_AGAIN_AND_AGAIN",
    ("after", "moving"): "_AFTER_MOVING",
    ("after", "capturing"): "_AFTER_CAPTURING",
    ("and", "moving"): "_AND_MOVING",
    ("and", "capturing"): "_AND_CAPTURING",
    AT_SAME_TIME: "_AT_SAME_TIME",
    ("secretly", "choose"): "_SECRETLY_CHOOSE",
    (",", "starting", "with"): "_BEGINNING_WITH",
    (",", "beginning", "with"): "_BEGINNING_WITH",
    **LINE_TOKENS,
    **NAMING_TOKENS,
}
_AT_SAME_TIME, _SECRETLY_CHOOSE = "_AT_SAME_TIME", "_SECRETLY_CHOOSE"
_AFTER_COMMAS = ("as", "or")
"""Words after a comma that are never part of a label."""
_NAMES_CANDIDATE = (",", "as")
"""Words before a name for each thing of a set; elsewhere they are two tokens, before the name of a result."""
_RESTRICTIONS = frozenset({"where", "with", "without", ")", *RELATIVE_PRONOUNS})
"""Words that follow the name of each thing of a set, with or without a comma."""
_AFTER_RESULT = frozenset({"to", "or", "as", "in", "and", "again", "beginning", "starting"})
"""Words that follow the name of a result, after a comma."""
_BY_FIRST: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _words in sorted(JOINED_TOKENS, key=len, reverse=True):
    _BY_FIRST[_words[0]].append(_words)


def join_words(
    words: list[Lexeme],
    text: Text,
    readings: Callable[[str], tuple[str, ...]],
    own: OwnClauses,
    separate: frozenset[tuple[str, ...]],
) -> list[Lexeme]:
    """Return the words of a text as the parser needs them. `readings` returns the possible tokens of a word.

    Sequences that are one token are joined unless they are in `separate`, and so is the label of a choice after `, to`.
    Relative clauses become conditions (`with_clauses`). Where several seats choose at the same time, `their` is `your`.
    Before an edge, `on` may mean `in`. After `in`, `column` and `row` may have a number.
    """
    joined = _with_own(
        _in_board_lines(list(_on_edges([*with_listed_things([*_together(words, separate)])])), separate), readings
    )
    joined = _before_others(list(joined))
    joined = _with_costs(list(_with_last_costs(list(joined))), separate)
    return list(with_clauses(list(_labelled(list(joined), text)), readings, own))


def join_with_blanks(words: tuple[str, ...]) -> str:
    """Join words with blanks, without one before a comma."""
    return " ".join(words).replace(" ,", ",")


JOINED_WORDS = frozenset(map(join_with_blanks, JOINED_TOKENS))
"""The text of each joined token."""


def _together(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    at = 0
    while at < len(words):
        word = words[at]
        found: tuple[str, ...] = ()
        for candidate in _BY_FIRST.get(WORD_VARIANTS.get(word.text, word.text), ()):
            there = words[at : at + len(candidate)]
            said = tuple(map(_word_read, there))
            if candidate == said and candidate not in separate and all(each.kinds != ("STRING",) for each in there):
                if candidate == _NAMES_CANDIDATE and not _names_candidate(words[at + 2 : at + 5]):
                    continue
                if candidate == _CANNOT_WORDS and words[at + 4 : at + 5] and words[at + 4].kinds != ("_COLON",):
                    continue
                found = candidate
                break
        if found:
            last = words[at + len(found) - 1]
            whole = " ".join({each.column: each.text for each in words[at : at + len(found)]}.values())
            yield replace(word, kinds=(JOINED_TOKENS[found],), text=whole, end=last.end)
        else:
            yield word
        at += len(found) or 1
        if word.text == "choose" and _is_any_one(words[at : at + 2]):
            at += 1
        if found == _NAMES_CANDIDATE:
            yield words[at]
            at += 1
            if words[at].kinds == ("_COMMA",) and words[at + 1].text != "preferably":
                at += 1


def _is_any_one(words: list[Lexeme]) -> bool:
    """Return whether `any` stands there as an article, as in `choose any town`."""
    return len(words) == 2 and words[0].text == "any" and words[1].text != "of"


def _on_edges(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Let `on` before an edge of the board mean `in`, where it has no other meaning."""
    for word, following in zip_longest(words, words[1:]):
        if word.text == "on" and following is not None and following.kinds == (EDGE,):
            own = (kind for kind in word.kinds if kind not in (DIRECTION, "NAME"))
            yield replace(word, kinds=(*own, "_K_IN"))
        else:
            yield word


def _before_others(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Let `before` behind a noun of one thing come before another thing in an order."""
    behind_noun = False
    for word in words:
        if behind_noun and word.text == "before" and "NAME" in word.kinds:
            at = word.kinds.index("NAME") if DIRECTION not in word.kinds else word.kinds.index(DIRECTION)
            yield replace(word, kinds=(*word.kinds[:at], BEFORE_OTHER, *word.kinds[at:]))
        else:
            yield word
        behind_noun = any(NOUN.match(kind) and kind.endswith("_ONE") for kind in word.kinds)


def _in_board_lines(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    """Let `column` and `row`, where they are nouns, be followed by the number of one after `in`.

    A sequence such as `in column` in `separate` belongs to the game's own wordings.
    """
    for at, word in enumerate(words):
        is_line = word.text in BOARD_LINE_NOUNS and any(map(NOUN.match, word.kinds)) and at > 0
        is_line = is_line and ("in", word.text) not in separate
        if is_line and "_K_IN" in words[at - 1].kinds and _is_amount(words[at + 1 : at + 2]):
            yield replace(word, kinds=(BOARD_LINE,))
        else:
            yield word


def _is_amount(words: list[Lexeme]) -> bool:
    """Return whether words begin with a number, a name, or a value in parentheses."""
    return any(word.kinds in (("NUMBER",), ("_LPAR",)) or word.is_only_a_name for word in words)


def _word_read(word: Lexeme) -> str:
    """Return the word as which a word is read; `can't` is two words with the same text."""
    parts = (part for part, kind in _PARTS_OF_CANNOT.items() if word.text in _CANNOT and kind in word.kinds)
    return next(parts, WORD_VARIANTS.get(word.text, word.text))


def _with_own(words: Iterable[Lexeme], readings: Callable[[str], tuple[str, ...]]) -> Iterator[Lexeme]:
    """Read `their` as `your` in lines in which several seats choose at the same time.

    Put `at the same time,` before `each` in such a line, if it only says that they choose secretly.
    """
    line: list[Lexeme] = []
    for word in words:
        line.append(word)
        if word.kinds == ("_NL",):
            yield from _own_line(line, readings)
            line = []
    yield from line


def _own_line(line: list[Lexeme], readings: Callable[[str], tuple[str, ...]]) -> list[Lexeme]:
    kinds = [word.kinds for word in line]
    is_said, is_secret = (_AT_SAME_TIME,) in kinds, (_SECRETLY_CHOOSE,) in kinds
    if not is_said and not is_secret:
        return line
    line = [replace(word, kinds=readings("your")) if word.text == "their" else word for word in line]
    at = next((at for at, word in enumerate(line) if word.text == "each"), None)
    if not is_said and at is not None:
        line.insert(at, replace(line[at], kinds=(_AT_SAME_TIME,), end=line[at].column))
    return line


def _with_last_costs(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Read `, and` before the last cost like the commas between the others."""
    is_cost = False
    for at, word in enumerate(words):
        if word.kinds in (("_NL",), ("_COLON",)):
            is_cost = False
        is_cost = is_cost or word.text in ("pay", "gain")
        is_last = is_cost and word.kinds == (_ALSO,) and _begins_cost(words[at + 1 :])
        yield replace(word, kinds=("_COMMA",), text=",") if is_last else word


def _with_costs(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    """Join the words before costs to one token; elsewhere, they are names, or words of the game's own wordings."""
    at, tests = 0, False
    while at < len(words):
        word = words[at]
        if word.kinds in (("_NL",), ("_COLON",)):
            tests = False
        begins = at == 0 or words[at - 1].kinds[0] in _BEFORE_STATEMENTS
        candidates: tuple[tuple[str, ...], ...] = (_COSTS_TESTED, _COSTS_NOT_TESTED) if "_K_CAN" in word.kinds else ()
        if begins and (word.text,) in COST_TOKENS:
            candidates = ((word.text,),)
        elif tests and word.text in ("and", ","):
            candidates = _FURTHER_COSTS
        found = next((each for each in candidates if _precedes_cost(words[at:], each) and each not in separate), ())
        if found in (_COSTS_TESTED, _COSTS_NOT_TESTED):
            tests = True
        elif word.text == "and" and not found:
            tests = False
        if found:
            yield replace(
                word, kinds=(COST_TOKENS.get(found, COST_TOKENS[_AND_COST]),), end=words[at + len(found) - 1].end
            )
        else:
            yield word
        at += len(found) or 1


def _precedes_cost(words: list[Lexeme], joined: tuple[str, ...]) -> bool:
    """Return whether these words stand there, before a number, or a value in parentheses, and a name."""
    for word, text in zip(words, joined, strict=False):
        if word.text != text and f"_K_{text.upper()}" not in word.kinds:
            return False
    return _begins_cost(words[len(joined) :])


def _begins_cost(words: list[Lexeme]) -> bool:
    """Return whether words begin with a number, or a value in parentheses, and a name."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word.kinds == ("_LPAR",)) - (word.kinds == ("_RPAR",))
        if depth <= 0:
            is_amount = at > 0 or word.kinds == ("NUMBER",) or word.is_only_a_name
            return is_amount and at + 1 < len(words) and _names_number(words[at + 1 :])
    return False


def _names_number(words: list[Lexeme]) -> bool:
    """Return whether words begin with a name that no noun follows; a value of a column can have it as well."""
    name, *rest = words
    ends = not rest or rest[0].kinds[0] in _AFTER_COST
    return name.is_only_a_name or (ends and set(name.kinds) == {"ADJ", "NAME"})


def _names_candidate(words: list[Lexeme]) -> bool:
    """Return whether the words after `, as` are a name for each thing of a set, with what is said of the thing."""
    if len(words) < 3 or words[0].kinds[-1] != "NAME":
        return False
    _, after, next_word = words
    if after.kinds == ("_COMMA",):
        return next_word.kinds != ("_NL",) and next_word.text not in _AFTER_RESULT
    return after.text in _RESTRICTIONS and after.kinds != ("STRING",)


def _labelled(words: list[Lexeme], text: Text) -> Iterator[Lexeme]:
    """Join a label after a comma to one name: `, to look out` to `look_out`."""
    at = 0
    while at < len(words):
        yield words[at]
        at += 1
        if at < 2 or words[at - 2].kinds != ("_COMMA",) or words[at - 1].text != "to":
            continue
        end = at
        while end < len(words) and words[end].kinds[-1] == "NAME" and words[end].text not in _AFTER_COMMAS:
            end += 1
        if end - at > 1:
            first, last = words[at], words[end - 1]
            said = text.split("\n")[first.line - 1][words[at - 1].end - 1 : last.end - 1]
            yield Lexeme(("NAME",), slug(said), first.line, first.column, last.end)
            at = end
