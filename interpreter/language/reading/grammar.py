"""The grammar of one game, as LALR tables: the core of the language with the game's nouns and patterns.

Nothing that an author writes is inserted in the text of the grammar: words of patterns become numbered tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib.resources import files
from itertools import pairwise, product, takewhile, zip_longest
from typing import TYPE_CHECKING

from lark import Token, Tree
from lark.exceptions import GrammarError, UnexpectedInput

from interpreter.language.diagnostics import source_lines_of
from interpreter.language.ir.types import BOARD_LINES
from interpreter.language.reading.captured_words import CORE, CapturedWords, find_captured_words
from interpreter.language.reading.joined_words import (
    BEFORE_OTHER,
    BOARD_LINE,
    BOARD_LINE_NOUNS,
    COST_TOKENS,
    EDGE,
    EDGE_TOKENS,
    JOINED_TOKENS,
    LINE_TOKENS,
    LOOP_WORDS,
    NAMING_TOKENS,
    WORD_VARIANTS,
    join_with_blanks,
)
from interpreter.language.reading.lark_parser import GameRules, ParseRun
from interpreter.language.reading.lexeme import DIRECTION
from interpreter.language.reading.lexeme import Lexeme as Lexeme
from interpreter.language.reading.lexer import ANSWERS, Lexer
from interpreter.language.reading.patterns import HOLE, Pattern, PatternShape, split_verb
from interpreter.language.reading.relative_clauses import ANY_WORD, RELATIVE_PRONOUNS, OwnClauses
from interpreter.language.reading.rewriting import lift_set_endings, normalize_possessives
from interpreter.language.reading.shared_parser import MOST_TREES, SharedParser, shared_parser
from interpreter.language.symbols import EMPTY, OCCUPIED, Symbols, ValueAdjective
from interpreter.rulebook.model import Text
from interpreter.support.errors import Problem, RulebookError
from interpreter.support.name_lists import quote_names
from interpreter.support.noun_forms import plural_of

if TYPE_CHECKING:  # imported where they are needed, because most texts can be read
    from interpreter.language.reading.diagnosis import SyntaxDiagnosis
    from interpreter.language.suggestions.lines.line_search import SuggestionSearch

Alternative = tuple[tuple[str, ...], str | None]
"""Symbols of an alternative of a grammar rule, and the name of its tree if that differs from the rule's."""
DICE_WORDS = frozenset({"roll", "showing", "show", "same"})
"""Keywords that have a meaning only in games with dice, so that other games can use them as they like."""
POSITION_WORDS = frozenset({"remember", "forget", "position", "positions", "occurred", "before"})
"""Keywords that have a meaning only in games that remember positions."""
CARD_VERBS = frozenset({"refill", "exchange"})
"""Words of the language that begin statements about zones, unless a wording of the game begins with them."""
PIECE_VERBS = frozenset({"capture", "turn", "replace"})
"""Words that begin statements about single pieces, unless a wording of the game begins with them."""
ROLL = "roll"
ROLLING_VERBS = frozenset({ROLL, "flip", "toss"})
"""Words that begin rolls, and can therefore also be names: `roll 2 dice, as roll`, `flip the coin, as toss`."""
FLAG_VERB = re.compile(r"[a-z]+[^s\W\d]s")
"""Flags that are verbs, such as `floats`."""
KEYWORD = re.compile(r'"([a-z]+)"')
WAYS: Mapping[str, list[Alternative]] = {
    "way": [((DIRECTION,), None), (("_LPAR", "val", "_RPAR"), None)],
    "steps": [(("num",), None)],
}
"""Rules that only games have whose board has directions: a direction, and how many steps are made in it."""
_PLAIN_SIGNS = ("COLON", "COMMA", "PLUS", "MINUS", "STAR", "LPAR", "RPAR", "AND_OR", "OWNS")
_ALL_TOKENS = (*JOINED_TOKENS.values(), *ANSWERS.values(), *COST_TOKENS.values(), BEFORE_OTHER)
_JOINED_SIGNS = (joined[1:] for joined in _ALL_TOKENS if joined != EDGE)
SIGN = re.compile(rf"\b({'|'.join([*_PLAIN_SIGNS, *_JOINED_SIGNS])})\b")


def _unused_words(symbols: Symbols, patterns: list[Pattern]) -> frozenset[str]:
    """Return the words of the language that a game has no use for, or that begin a wording of its own."""
    unused = frozenset() if symbols.rulebook.dice else DICE_WORDS
    unused |= frozenset() if symbols.rulebook.remembered_positions else POSITION_WORDS
    begins_own = {str(pattern.parts[0]) for pattern in patterns}
    unused |= CARD_VERBS & begins_own if symbols.rulebook.zones else CARD_VERBS
    return unused | (PIECE_VERBS & begins_own if symbols.rulebook.pieces else PIECE_VERBS)


class Grammar:
    """The parser for the texts of one game, built once for each game.

    Attributes:
        symbols: The game's symbol table.
        own_adjectives: Conditions of the vocabulary such as `{cell} is open`, by the word that can stand before a noun.
        rules: Names of trees, each with the rule that reads it: its own, or the rule that has a game's wordings as
            alternatives.
    """

    def __init__(self, symbols: Symbols, patterns: list[Pattern]) -> None:
        """Build the grammar; `patterns` are the wordings of the game's vocabulary."""
        self.symbols = symbols
        self.words_before_of = frozenset(
            str(word)
            for pattern in patterns
            for word, of, hole in zip(pattern.parts, pattern.parts[1:], pattern.parts[2:], strict=False)
            if of == "of" and isinstance(hole, int)
        )
        """Words that precede `of` and a hole in a wording."""
        unused = _unused_words(symbols, patterns)
        core = (files("interpreter.language.reading") / "core.lark").read_text("utf-8")
        self._keywords: dict[str, list[str]] = {}
        self._readable: dict[str, str] = {
            "NAME": "a name",
            DIRECTION: "a direction",
            "NUMBER": "a number",
            "STRING": "a label in quotes",
            "ADJ": "an adjective",
            "_NL": "the end of the line",
            "_INDENT": "an indented block",
            "_DEDENT": "the end of the block",
            "$END": "the end",
            "OP": "<=, >=, < or >",
            "_COLON": ":",
            "_COMMA": ",",
            "_LPAR": "(",
            "_RPAR": ")",
            "_PLUS": "+",
            "_MINUS": "-",
            "_STAR": "*",
            "_OWNS": "'s",
            "_AND_OR": "and/or",
            **{kind: word for word, kind in ANSWERS.items()},
            **{kind: join_with_blanks(words) for words, kind in COST_TOKENS.items()},
            BEFORE_OTHER: "before",
            **{
                kind: join_with_blanks(words)
                for words, kind in JOINED_TOKENS.items()
                if kind == "_AT_SAME_TIME" or unused.isdisjoint(words)
            },
            EDGE: "an edge of the board",
            BOARD_LINE: "a column or row with its number",
        }
        for keyword in set(KEYWORD.findall(core)) - unused:
            self._token(keyword, f"_K_{keyword.upper()}")
        core = KEYWORD.sub(lambda match: f"_K_{match.group(1).upper()}", SIGN.sub(r"_\1", core))
        if not symbols.directions.names:
            absent = "|".join([DIRECTION, EDGE, BOARD_LINE, *LINE_TOKENS.values()])
            core = re.sub(rf"\b({absent})\b", r"_NEVER_\1", core)
        self._noun_tokens: dict[str, tuple[str, str]] = {}
        self.noun_of: dict[str, str] = {}
        for number, (noun_id, noun) in enumerate(symbols.nouns.items()):
            tokens = (f"N{number}_ONE", f"N{number}_MANY")
            for text, token in zip((noun.one, noun.many), tokens, strict=True):
                self._token(text, token)
                self.noun_of[token] = noun_id
                self._noun_tokens[text] = tokens
        self._players()
        self._flips(patterns)
        for adjective in symbols.adjectives:
            self._token(adjective, "ADJ", first=True)
        self._pattern_tokens: dict[str, str] = {}
        self.shapes: dict[str, PatternShape] = {}
        pairs = sorted(set(self._noun_tokens.values()))
        own: dict[str, list[Alternative]] = {
            "singular": [((one,), None) for one, _ in pairs],
            "plural": [((many,), None) for _, many in pairs],
        }
        of_pieces = {self._noun_tokens[noun.one] for noun in symbols.nouns.values() if noun.kind == "pieces"}
        own["one_piece"] = [((one,), None) for one, _ in sorted(of_pieces)]
        own["plural_pieces"] = [((many,), None) for _, many in sorted(of_pieces)]
        own |= WAYS if symbols.directions.names else {rule: [] for rule in WAYS}
        wordings = ("phrase", "condition", "computed", "quantified")
        own |= {part: [] for part in wordings}
        by_skeleton: dict[tuple[str, ...], str] = {}
        for pattern in patterns:
            kind = self._kind(pattern)
            bodies = self._bodies(kind, pattern)
            alias = by_skeleton.get((kind, *bodies[0][0]))
            if alias is None:
                alias = f"p{len(self.shapes)}"
                by_skeleton[(kind, *bodies[0][0])] = alias
                self.shapes[alias] = PatternShape()
                for body, negated in bodies:
                    ending = "_not" if negated else ""
                    own[kind] += ((symbols, f"{alias}{ending}") for symbols in _written_out(body))
                    if kind == "condition" and body[0] == "sum" and len(body) > 1:
                        of_all = _written_out(["quantifier", "pick", *body[1:]])
                        own["quantified"] += ((symbols, f"{alias}_of_all{ending}") for symbols in of_all)
            self.shapes[alias].patterns.append(pattern)
        own["possible_phrase"] = [(("phrase",), None)]
        self.own_adjectives = self._own_adjectives(patterns)
        try:
            self._shared = self._parser(core, own)
        except GrammarError as error:
            raise RulebookError(self._clash(str(error), patterns, partial(self._has_clash, core, own))) from None
        self.parser, self._trees = self._shared.parser, self._shared.trees
        self.rules = self.parser.tree_names(wordings)
        keywords = {word: tuple(kinds) for word, kinds in self._keywords.items()}
        titles = {**{title: title for title in symbols.ambiguous_titles}, **symbols.titles}
        printed = symbols.adjective_titles
        unused_lines = () if symbols.directions.names else (*LINE_TOKENS, *EDGE_TOKENS)
        separate = frozenset([*self._own_sequences(patterns), *unused_lines])
        self.lexer = Lexer(
            keywords,
            titles,
            printed,
            self._own_clauses(patterns),
            (DIRECTION, "NAME") if symbols.directions.names else ("NAME",),
            separate,
        )
        self._known = self._shared.texts(keywords, titles, printed, separate)
        self._patterns = patterns

    def _parser(self, core: str, own: dict[str, list[Alternative]]) -> SharedParser:
        """Return the parser, without forms of the core that the game's wordings can't be told apart from.

        Raises:
            GrammarError: Two rules can't be told apart.
        """
        for left_out in (), ("possible_phrase",), ("quantified",):
            with suppress(GrammarError):
                return shared_parser(core, _fixed({**own, **{part: [] for part in left_out}}))
        own |= {"possible_phrase": [], "quantified": []}
        return shared_parser(core, _fixed(own))

    @cached_property
    def _diagnosis(self) -> SyntaxDiagnosis:
        """The diagnosis of texts that can't be read; made on first use, as `wordings` is."""
        from interpreter.language.reading.diagnosis import SyntaxDiagnosis

        holes = {hole for pattern in self._patterns for hole in HOLE.findall(pattern.text)}
        known = {*self.lexer.titles, *self.symbols.names, *(name for name, _ in holes)}
        phrases = [str(pattern.text) for pattern in self._patterns if self._kind(pattern) == "phrase"]
        nouns = self.symbols.nouns.items()
        forms = ((word, (noun.one, noun.many)) for noun_id, noun in nouns for word in (noun_id, plural_of(noun_id)))
        noun_forms = {word: pair for word, pair in forms if word not in self._noun_tokens}
        return SyntaxDiagnosis(
            self._keywords, self._readable, self._noun_tokens, known, phrases, noun_forms, self.captured_words
        )

    @cached_property
    def captured_words(self) -> list[CapturedWords]:
        """Words of the core that the game's own wordings take from all other texts."""
        columns = self.symbols.attributes
        return find_captured_words(self.parser, self._patterns, self.terminal, columns, self.noun_of)

    def wordings_of_owned(self, word: str) -> list[Pattern]:
        """Return the wordings that consist of a word, `of` and a hole, such as `fares of {seat}`."""
        return [each for each in self._patterns if each.parts[:2] == (word, "of") and each.parts[2:] == (0,)]

    def is_phrase_before_of(self, word: str) -> bool:
        """Return whether a word precedes `of` and a hole only in wordings of phrases."""
        kinds = {
            self._kind(each) for each in self._patterns if any(pair == (word, "of") for pair in pairwise(each.parts))
        }
        return kinds == {"phrase"}

    @cached_property
    def wordings(self) -> SuggestionSearch:
        """The search for the sentences nearest to a line that can't be read."""
        from interpreter.language.suggestions.lines.line_search import SuggestionSearch
        from interpreter.language.suggestions.pasted import SuggestionWords

        singular = {word: self._readable[tokens[0]] for word, tokens in self._noun_tokens.items()}
        phrases = [str(pattern.text) for pattern in self._patterns]
        names, statements = frozenset(self._diagnosis.names), self._diagnosis.phrases
        examples, lines = self.symbols.examples, partial(source_lines_of, self.symbols.rulebook)
        conditions = [str(pattern.text) for pattern in self._patterns if self._kind(pattern) == "condition"]
        own = (phrases, statements, conditions)
        words = SuggestionWords(self.lexer, self.parser, names, singular, examples, lines, *own, self.symbols)
        return SuggestionSearch(words)

    def _players(self) -> None:
        """Let `player` name a seat, too."""
        seat = self.symbols.nouns["seat"]
        pair = self._noun_tokens[seat.one]
        for word, meant in self.symbols.player_words.items():
            self._token(word, pair[meant == seat.many])
            self._noun_tokens[word] = pair

    def _flips(self, patterns: list[Pattern]) -> None:
        """Let coins be flipped and tossed as dice are rolled, unless a wording of the game has that word."""
        verbs = ROLLING_VERBS - {ROLL} if self.symbols.rulebook.dice else frozenset()
        for verb in sorted(verbs.difference(*(pattern.parts for pattern in patterns))):
            self._token(verb, f"_K_{ROLL.upper()}")

    def _own_adjectives(self, patterns: list[Pattern]) -> dict[str, list[Pattern]]:
        """Let the last word of conditions such as `{cell} is open` stand before a noun.

        Return these conditions by the word; all of them have one hole.
        """
        found: dict[str, list[Pattern]] = {}
        several = {pattern.word for pattern in patterns if 1 in pattern.parts}
        for pattern in patterns:
            is_condition = self._kind(pattern) == "condition" and pattern.word not in several
            if is_condition and pattern.adjective in self._pattern_tokens:
                self._token(pattern.adjective, "ADJ")
                found.setdefault(pattern.adjective, []).append(pattern)
        return found

    def _own_relatives(self, patterns: list[Pattern]) -> Iterator[tuple[str, str]]:
        """Yield the relative pronouns of the game's wordings, each with the word before it there.

        Behind a noun or a hole, a pronoun is yielded with the word that follows.
        """
        for pattern in patterns:
            for at, (before, word) in enumerate(pairwise(pattern.parts), 2):
                if word not in RELATIVE_PRONOUNS:
                    continue
                if isinstance(before, str) and before not in self._noun_tokens:
                    yield before, str(word)
                else:
                    after = pattern.parts[at] if at < len(pattern.parts) else ANY_WORD
                    bare, ending = split_verb(after) if isinstance(after, str) else (ANY_WORD, "")
                    yield from ((str(word), each) for each in {bare, bare + ending})

    def _own_clauses(self, patterns: list[Pattern]) -> OwnClauses:
        """Return the words of the game's wordings that stand in relative clauses, or look as if they did."""
        conditions = [pattern for pattern in patterns if self._kind(pattern) == "condition"]
        begins_own = {str(pattern.parts[0]) for pattern in patterns}
        states, verbs = set[tuple[str, ...]](), set[str]()
        for pattern in conditions:
            subject, *words = pattern.parts
            if not isinstance(subject, int) or not words:
                continue
            if words[0] == "is" and len(said := tuple(self._state(words[1:]))) > 1:
                states.add(said)
            if 1 in pattern.verbs:
                bare, ending = split_verb(str(words[0]))
                verbs |= {bare, bare + ending} - begins_own
        pronouns, flags = frozenset(self._own_relatives(patterns)), tuple(self._flag_verbs())
        states -= {state for state in states if self._describes_noun(state, patterns)}
        return OwnClauses(pronouns, frozenset(states), frozenset(verbs), flags)

    def _state(self, words: Sequence[str | int]) -> Iterator[str]:
        """Yield what can stand behind a noun of the words of a condition after `is`.

        These are all words, or those before the first hole, unless they begin like a form of the core.
        """
        said = list(takewhile(lambda word: isinstance(word, str), words))
        if len(said) == len(words) or (said and not self.terminal(str(said[0])).startswith(CORE)):
            yield from map(str, said)

    def _describes_noun(self, state: tuple[str, ...], patterns: list[Pattern]) -> bool:
        """Return True if a wording has the first word of a state behind a noun or a hole."""
        pairs = (pair for pattern in patterns for pair in pairwise(pattern.parts))
        return any(word == state[0] and (isinstance(each, int) or each in self._noun_tokens) for each, word in pairs)

    def _flag_verbs(self) -> Iterator[tuple[str, str]]:
        """Yield the forms of flags that are verbs, such as `floats` and `float`, each with the flag."""
        for word, meanings in self.symbols.adjectives.items():
            if ValueAdjective(word, True) in meanings.values() and FLAG_VERB.fullmatch(word):
                yield word, word
                if word[:-1] not in self._keywords and word[:-1] not in self.symbols.names:
                    yield word[:-1], word

    def _own_sequences(self, patterns: list[Pattern]) -> Iterator[tuple[str, ...]]:
        """Yield the sequences of words that would be one token if the game didn't use them for something else."""
        for words in COST_TOKENS:
            behind = (pattern.parts[at + 1 : at + 3] for pattern in patterns for at in _places(words[-1], pattern))
            if any(len(parts) == 2 and not any(isinstance(part, str) for part in parts) for parts in behind):
                yield words  # as in `pay {n} {kind}`
        for noun in BOARD_LINE_NOUNS:
            behind = (pattern.parts[at + 1 : at + 2] for pattern in patterns for at in _places(noun, pattern))
            if any(parts and not isinstance(parts[0], str) for parts in behind):
                yield "in", noun  # as in `drop in column {n}`
        own = {*self.symbols.names, *self.symbols.attributes, *self._noun_tokens}
        for words in (*NAMING_TOKENS, LOOP_WORDS):
            size = len(words)
            starts = ((pattern, at) for pattern in patterns for at in range(len(pattern.parts) - size + 1))
            if words[0] in own or any(pattern.parts[at : at + size] == words for pattern, at in starts):
                yield words

    def _token(self, word: str, token: str, first: bool = False) -> None:
        kinds = self._keywords.setdefault(WORD_VARIANTS.get(word, word), [])
        if token not in kinds:
            kinds.insert(0 if first else len(kinds), token)
        self._readable.setdefault(token, word)

    @property
    def pattern_words(self) -> tuple[str, ...]:
        """Words of the patterns that are not words of the language."""
        return tuple(self._pattern_tokens)

    def is_reserved(self, word: str) -> bool:
        """True if the word already has a meaning in this game's language, so that no local name may use it."""
        of_column = self._noun_tokens.get(word, ())
        meanings = [kind for kind in self._keywords.get(word, ()) if kind not in of_column or not self._is_value(kind)]
        return bool(meanings) and word not in {*ROLLING_VERBS, EMPTY, OCCUPIED}

    def _is_value(self, token: str) -> bool:
        """True if a token is a noun that texts may use as a name, too: of values of a column, or lines of a board."""
        return self.symbols.nouns[self.noun_of[token]].kind in ("value", *BOARD_LINES)

    def owner_of(self, word: str) -> str:
        """Return where a reserved word comes from, as a message names it: a wording, the language, or this game."""
        for pattern in self._patterns:
            if word in self._pattern_tokens and any(str(part).partition("(")[0] == word for part in pattern.parts):
                return f"`{pattern.text}` ({pattern.text.where})"
        return "the language" if self._keywords[word][0].startswith("_K_") else "this game"

    def _word(self, text: str) -> str:
        """Return the token of a word in a pattern: that of the core or of a noun if there is one, else its own."""
        if text in self._noun_tokens:
            return "(" + "|".join(self._noun_tokens[text]) + ")"
        bare, ending = split_verb(text)
        core = next((token for token in self._keywords.get(bare, ()) if token.startswith("_K_")), None)
        if core is not None and not ending:
            return core
        token = self._pattern_tokens.setdefault(bare, f"_W{len(self._pattern_tokens)}")
        self._token(bare, token)
        if ending:
            self._token(bare + ending, token)
        return token

    def terminal(self, word: str) -> str:
        """Return the token of a word of a pattern; for a noun, that of the number in which it is written."""
        if word in self._noun_tokens:
            return next(
                token for token in self._keywords[WORD_VARIANTS.get(word, word)] if token in self._noun_tokens[word]
            )
        return self._word(word)

    def parse_terminals(self, terminals: list[str], start: str) -> str | None:
        """Parse a sequence of tokens, and return the name of the tree's first rule; None if it can't be read."""
        key = (start, *terminals)
        if key not in self._shared.readings:
            self._shared.readings[key] = self._parse_terminals(terminals, start)
        return self._shared.readings[key]

    def _parse_terminals(self, terminals: list[str], start: str) -> str | None:
        reading = self.parser.begin(start)
        try:
            for terminal in terminals:
                reading.feed(Token(terminal, "0" if terminal == "NUMBER" else terminal))
            tree = reading.end()
        except UnexpectedInput:
            return None
        first = tree.children[0]
        return str(first.data) if isinstance(first, Tree) else None

    def pattern_hiding(self, name: str) -> Pattern | None:
        """Return a pattern whose word takes precedence wherever `name` could be a name, if there is one."""
        token = next((token for token in self._keywords.get(name, ()) if token.startswith("_W")), None)
        if token is None or not any(
            token in accepted and "NAME" in accepted for accepted in self.parser.accepted.values()
        ):
            return None
        patterns = [pattern for shape in self.shapes.values() for pattern in shape.patterns]
        return next(
            (
                pattern
                for pattern in patterns
                for at, part in enumerate(pattern.parts)
                if isinstance(part, str) and split_verb(part)[0] == name and not self._is_told_apart(name, pattern, at)
            ),
            None,
        )

    def _is_told_apart(self, name: str, pattern: Pattern, at: int) -> bool:
        """Return whether the word behind a name in a wording stands only there, so that it shows which one is meant."""
        after = pattern.parts[at + 1] if at + 1 < len(pattern.parts) else None
        if pattern.parts[at] != name or not isinstance(after, str) or not self._word(after).startswith("_W"):
            return False
        if after in self.symbols.names:
            return False
        pairs = (pair for each in self._patterns for pair in pairwise((None, *each.parts)))
        return all(before == name for before, word in pairs if word == after)

    def _kind(self, pattern: Pattern) -> str:
        """Return the grammar rule that has a pattern as an alternative."""
        return {"do": "phrase", "when": "condition", "means": "computed"}[
            self.symbols.rulebook.words[pattern.word].kind
        ]

    def _bodies(self, kind: str, pattern: Pattern) -> list[tuple[list[str], bool]]:
        """Return the grammar's alternatives for a pattern: as it is and, for a condition, its negation."""
        body: list[str] = []
        negated: list[str] = []
        last = len(pattern.parts) - 1
        for at, part in enumerate(pattern.parts):
            if isinstance(part, str):
                token = self._word(part)
                if kind == "condition" and not negated:
                    if token in ("_K_IS", "_K_CAN"):
                        negated = [*body, token, "_K_NOT"]
                    elif token == "_K_HAS" or at in pattern.verbs:
                        negated = [*body, "_K_DO", "_K_NOT", token]
                    else:
                        body.append(token)
                        continue
                    body.append(token)
                    continue
            else:
                after = pattern.parts[at + 1] if at < last else None
                before_noun = isinstance(after, str) and (
                    after in self._noun_tokens or after in ("enemy", "your", "of")
                )
                if kind == "phrase":
                    token = "num" if before_noun else "expr"
                elif kind == "condition":
                    token = "sum" if at == 0 else "chain"
                else:
                    token = "chain" if at == last else "atom"
            body.append(token)
            if negated:
                negated.append(token)
        return [(body, False)] + ([(negated, True)] if negated else [])

    def _clash(self, message: str, patterns: list[Pattern], clashes: Callable[[int], bool]) -> Problem:
        """Report patterns that can't be told apart, from Lark's report of a conflict.

        If the report names no pattern, the first one that causes a conflict is found by bisection: `clashes` tells if
        there is a conflict with only the first N wordings.
        """
        named = []
        for pattern in patterns:
            kind = self._kind(pattern)
            rules = (f"<{kind} : {' '.join(body)}>" for body, _ in self._bodies(kind, pattern))
            if any(re.search(rule, message) for rule in rules):
                named.append(pattern)
        if not named:
            fewest = bisect_left(range(1, len(self.shapes)), True, key=clashes)
            named = self.shapes[f"p{fewest}"].patterns[:1]
        text = quote_names((pattern.text for pattern in named[:2]), " and ")
        message = f"{text} can't be told apart from other forms of the language"
        words = (part for part in named[0].parts if isinstance(part, str))
        core = next((word for word in words if self._word(word).startswith("_K_")), None)
        message += "" if core is None else f"; `cahier language {core}` lists them"
        return Problem(named[0].text.where, "ambiguous-pattern", message)

    def _has_clash(self, core: str, own: Mapping[str, Iterable[Alternative]], count: int) -> bool:
        """True if there is a conflict with only the first `count` of the game's own wordings."""
        some = {
            rule: [(symbols, alias) for symbols, alias in each if alias is None or int(alias[1:].split("_")[0]) < count]
            for rule, each in own.items()
        }
        try:
            shared_parser(core, _fixed(some))
        except GrammarError:
            return True
        return False

    def parse(self, text: Text, start: str) -> Tree[Token]:
        """Parse a text to a syntax tree.

        `start` is `program` (statements), `body` (statements that end in answers) or `value` (one expression).

        Raises:
            RulebookError: The text can't be read; the message gives the first wrong place and a probable correction.
        """
        if (before := self._known.get((start, text))) is not None:
            return before
        lexemes = self.lexer.tokenize(text, block=start != "value", answers=start == "body")
        if not any(word.kinds[0] not in ("_NL", "_INDENT", "_DEDENT") for word in lexemes):
            raise RulebookError(Problem(text.where, "empty-text", "this text is empty"))
        key = (start, *lexemes)
        tree = self._trees.get(key)
        if tree is None:
            tree = self._tree(text, start, lexemes)
            if len(self._trees) < MOST_TREES:
                self._trees[key] = tree
        if len(self._known) < MOST_TREES:
            self._known[start, str(text)] = tree
        return tree

    def _tree(self, text: Text, start: str, lexemes: list[Lexeme]) -> Tree[Token]:
        reading = self.parser.begin("value" if start == "value" else "program")
        taken = self.parser.accepted
        read: list[str] = []
        offered: list[Collection[str]] = []
        for word, following in zip_longest(lexemes, lexemes[1:]):
            accepted = taken[reading.state]
            offered.append(accepted)
            kind = _kind_read(reading, accepted, word, following)
            token = Token(kind, word.text, line=word.line, column=word.column, end_line=word.line, end_column=word.end)
            try:
                reading.feed(token)
            except UnexpectedInput:
                raise RulebookError(
                    self._diagnosis.problem(text, lexemes, read, offered, reading.accepted_terminals())
                ) from None
            read.append(kind)
        try:
            tree = reading.end()
        except UnexpectedInput:
            raise RulebookError(
                self._diagnosis.problem(text, lexemes, read, offered, reading.accepted_terminals())
            ) from None
        if any(word.kinds == ("_OWNS",) or word.text == "its" for word in lexemes):
            tree = normalize_possessives(tree)
        return lift_set_endings(tree) if any("_K_WHERE" in word.kinds for word in lexemes) else tree


def _kind_read(reading: ParseRun, accepted: Collection[str], word: Lexeme, following: Lexeme | None) -> str:
    """Return the reading of a word: the first one that is possible here and before the following word."""
    kinds = [kind for kind in word.kinds if kind in accepted]
    if len(kinds) > 1:
        after = ("$END",) if following is None else following.kinds
        return next((kind for kind in kinds if reading.can_read(kind, after)), kinds[0])
    return kinds[0] if kinds else word.kinds[0]


def _places(word: str, pattern: Pattern) -> list[int]:
    """Return where a word stands in a wording."""
    return [at for at, part in enumerate(pattern.parts) if part == word]


def _written_out(body: list[str]) -> Iterator[tuple[str, ...]]:
    """Expand an alternative in which a word may be one of several tokens, once for each."""
    return product(*(token.strip("()").split("|") for token in body))


def _fixed(rules: Mapping[str, list[Alternative]]) -> GameRules:
    return tuple((name, tuple(alternatives)) for name, alternatives in rules.items())
