"""Translations of lines that people type: normal forms, frames, and sentences put together from their parts.

A part is looked up by a function that tries each text in its place. The translation of a whole line must keep its
names, numbers, negations and conditions (content.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from interpreter.language.suggestions.condition_reader import ConditionReader
from interpreter.language.suggestions.content import ContentGuard
from interpreter.language.suggestions.frames import KNOWN_WORDS, FrameReader
from interpreter.language.suggestions.hints import HintSearch
from interpreter.language.suggestions.named_things import NamedThings, longest_first
from interpreter.language.suggestions.own_phrases import PhraseSearch
from interpreter.language.suggestions.pasted import SuggestionWords
from interpreter.language.suggestions.rewrites import Rewrites
from interpreter.language.suggestions.slots import bare_verb, with_article

MOST_VERSIONS = 12
"""Maximum number of versions of a line in other words."""
_CONDITION = re.compile(r"^(if|when|whenever|unless|only if|while|as long as|otherwise if) (.+)$")
_THEN = re.compile(r"(?:,? then |, |: ?)(?=\S|$)|:$")
_BEFORE_VERB = re.compile(
    r" (?=(?:you (?:may|must|can) )?"
    r"(?:raise|lower|gain|lose|pay|move|draw|discard|choose|set|make|place|remove|end)s? )"
)
"""Matches the place of a colon that is missing before a statement."""
_AFTER = re.compile(r",? (if|unless|when|whenever|as long as) ")
_ELSE = re.compile(r",? ?(?:else|otherwise|or else):? ")
_JOINTS = re.compile(r"(?:,? and then |,? then |;|,? and |, | (?:in order )?to (?=(?:get|gain|draw|receive)s? ))\s*")
_PRONOUN = re.compile(r"\b(?:it|them|there|that \w+|the same \w+|this \w+)\b")
_CHOSEN = re.compile(r"choose an? (?:\w+ )*?(\w+)(?= |,|$)")
_COUNTED = (
    re.compile(r"^for (?:each|every) (?:(?P<size>\d+) )?(?P<set>.+?)[,:] (?P<do>.+)$"),
    re.compile(r"^(?P<do>.+?),? (?:for each|for every|per|each time for) (?:(?P<size>\d+) )?(?P<set>.+)$"),
)
_CHANGE = re.compile(r"^(raise|lower) (.+?)(?: by (\d+))?$")
_GAIN = re.compile(r"^(gain|pay) (\d+) (\w+)$")
_LOOP = re.compile(
    r"for ?(?:each|every|all)? ?"
    r"(?:(?P<name>\w+) (?:in|of) (?:all |the )?(?P<noun>\w+)|(?P<noun2>\w+) (?P<name2>\w+)) ?[:,] ?(?P<do>.*)$"
)
Find = Callable[[str, list[str]], str | None]
"""A function that returns the text that is meant by a statement, if lines come before it."""


class Translator:
    """The translations of lines for one game."""

    def __init__(self, words: SuggestionWords, hints: HintSearch, phrases: PhraseSearch) -> None:
        """Prepare the search."""
        things = NamedThings(words.symbols)
        nouns = things.symbols.nouns.values()
        pieces = frozenset(word for noun in nouns if noun.kind == "pieces" for word in (noun.one, noun.many))
        kinds = frozenset(word for noun in nouns for word in (noun.one, noun.many))
        digits = hints.slots.digits
        self.things, self._singular, self._hints = things, words.singular, hints
        self._rewrites = Rewrites(things, pieces, kinds, words.dictionary.keywords)
        self.known_words = self._rewrites.known_words | KNOWN_WORDS
        self._frames = FrameReader(things, hints.slots, words.singular, pieces)
        self._guard = ContentGuard(things, words.singular, frozenset(words.adjectives), digits)
        self._conditions = ConditionReader(things, words.singular, self._rewrites, phrases, hints)

    def is_kept(self, line: str, meant: str) -> bool:
        """Return whether a text keeps the content of a line."""
        return self._guard.is_kept(line, meant)

    def has_its_small_words(self, line: str, meant: str) -> bool:
        """Return whether a text has the number words, negations and `else` of a line."""
        return self._guard.has_small_words(line, meant)

    def adds_names(self, line: str, meant: str) -> bool:
        """Return whether a text has a name that is not in the line, not even misspelt."""
        return self._guard.adds_names(line, meant)

    def normal_forms(self, line: str) -> list[str]:
        """Return the line after each of the rules for normal forms that changes it, the last one first."""
        return self._rewrites.steps(line)

    def versions(self, line: str) -> list[str]:
        """Return the line in other words: normal forms and frames."""
        found = dict.fromkeys(self._rewrites.steps(line))
        for each in (*islice(found, 2), line):
            found.update(dict.fromkeys(self._frames.lines(each)))
        for each in (*islice(found, 1), line):
            found[self.things.with_owners(each)] = None
        found.pop(line, None)
        return list(islice(found, MOST_VERSIONS))

    def composed(self, line: str, find: Find, fits: Callable[[str], bool]) -> Iterator[str]:
        """Yield texts put together from those of the parts of a line.

        Args:
            line: The line.
            find: Returns the text of a part.
            fits: Returns True if a text can be read in the place of the line.
        """
        for each in dict.fromkeys((*islice(self._rewrites.steps(line), 1), line)):
            yield from self._counted(each, find, fits)
            yield from self._loop(each, find)
            yield from self._in_loop(each, find, fits)
            yield from self._transferred(each)
            yield from self._changes(each)
            yield from self._under_condition(each, find, fits)
            yield from self._joined(each, find)
            yield from self._subject(each, find)
            yield from self._such_seats(each, find, fits)

    def _under_condition(self, line: str, find: Find, fits: Callable[[str], bool]) -> Iterator[str]:
        """Yield a statement under a condition."""
        if (found := _CONDITION.match(line)) is not None:
            word, rest = found.groups()
            for joint in [*_THEN.finditer(rest), *_BEFORE_VERB.finditer(rest)][:5]:
                head, then = rest[: joint.start()], rest[joint.end() :]
                if word == "only if":
                    continue
                opening = self._opening(word, head, fits)
                if opening is not None:
                    yield from self._blocks(opening, then, find)
            if word == "only if" or not _THEN.search(rest):
                for condition in self.conditions(rest):
                    if fits(f"{word} {condition}"):
                        yield f"{word} {condition}"
                if word != "only if" and (opening := self._opening(word, rest, fits)) is not None:
                    yield f"{opening}:"
            return
        for joint in _AFTER.finditer(line):
            word = "if" if joint[1] == "as long as" else joint[1]  # what is done once isn't repeated
            opening = self._opening(word, line[joint.end() :], fits)
            if opening is not None:
                yield from self._blocks(opening, line[: joint.start()], find)

    def _blocks(self, opening: str, then: str, find: Find) -> Iterator[str]:
        if not then:
            yield f"{opening}:"
            return
        if (done := find(then, [])) is not None:
            yield _block(opening, done)
        if (parts := _ELSE.split(then, maxsplit=1)) and len(parts) == 2:
            first = find(parts[0], [])
            changed = _CHANGE.match(first or "")
            second = find(parts[1] if changed is None else re.sub(r"\bit\b", changed[2], parts[1]), [])
            if first is not None and second is not None:
                yield f"{_block(opening, first)}\n{_block('otherwise', second)}"

    def _opening(self, word: str, condition: str, fits: Callable[[str], bool]) -> str | None:
        """Return the beginning of a block with the condition that is meant."""
        opening = {"while": "while", "as long as": "while", "otherwise if": "otherwise if"}.get(word, "if")
        for each in self.conditions(condition):
            if not fits(f"if {each}: stop"):
                continue
            return f"{opening} not ({each})" if word == "unless" else f"{opening} {each}"
        return None

    def conditions(self, typed: str) -> Iterator[str]:
        """Yield conditions that may be meant, the likeliest first."""
        return self._conditions.conditions(typed)

    def _counted(self, line: str, find: Find, fits: Callable[[str], bool]) -> Iterator[str]:
        """Yield a change of a number by as many as there are of something."""
        for pattern in _COUNTED:
            if (found := pattern.match(line)) is None:
                continue
            done = find(found["do"], [])
            gain = _GAIN.match(done or "")
            change = _CHANGE.match(done if gain is None else f"raise {gain[3]} by {gain[2]}") if done else None
            if change is None:
                continue
            verb, cell, factor = change.groups()
            factor = None if factor == "1" else factor
            things = self._plural(found["set"])
            amounts = (line for line, _ in islice(self._hints.rewritten(f"number of {things}"), MOST_VERSIONS))
            for amount in (f"number of {things}", things, *amounts):
                if found["size"]:
                    value = f"{f'({amount})' if amount != things else amount} divided by {found['size']}, rounded down"
                    value = f"{factor} * ({value})" if factor else value
                else:
                    value = f"{factor} * {amount}" if factor else amount
                text = f"{verb} {cell} by {value}" if gain is None else f"{gain[1]} ({value}) {cell}"
                if fits(text):
                    yield text
                    return

    def _loop(self, line: str, find: Find) -> Iterator[str]:
        """Yield a statement for each of several things."""
        if (found := _LOOP.match(line)) is not None:
            name, noun = (found["name"], found["noun"]) if found["name"] else (found["name2"], found["noun2"])
            one = self._singular.get(noun)
            if one is None or (one == noun and found["name"]):
                return
            naming = f", as {name}" if name != one else ", as you" if one in ("seat", "player") else ""
            opening, then = f"for each {one}{naming}", found["do"]
            if not then:
                yield f"{opening}:"
            else:
                known = [] if naming == ", as you" else [f"choose {with_article(one)}{naming}"]
                if (done := find(then, known)) is not None:
                    yield _block(opening, done)
        each = re.match(r"(.+) (from|in|on|to|onto|into) each (?:of the )?((?:\w+ ){0,2}?(\w+))$", line)
        if each is not None and each[4] in self._singular:
            one = self._singular[each[4]]
            things = f"{each[3].removesuffix(each[4])}{one}"
            if (done := find(f"{each[1]} {each[2]} {one}", [f"choose {with_article(things)}"])) is not None:
                yield _block(f"for each {things}", done)

    def _in_loop(self, line: str, find: Find, fits: Callable[[str], bool]) -> Iterator[str]:
        """Yield a loop that can be read, with the text of its statement."""
        each = re.match(r"(for each (?P<thing>[^,:]+)(?P<name>, as (?!you\b)\w+)?[^:]*): (?P<do>.+)$", line)
        if each is None or not fits(f"{each[1]}: stop"):
            return
        known = [] if "as you" in each[1] else [f"choose {with_article(each['thing'])}{each['name'] or ''}"]
        chosen = re.match(r"(?:\w+ )*?(\w+)(?= with| where| in| of| without|$)", each["thing"])
        noun = each["name"].split(" ")[-1] if each["name"] else chosen[1] if chosen is not None else ""
        for do in (each["do"], f"{each['do']} from {noun}", f"{each['do']} in {noun}"):
            done = find(do, known)
            if done is not None and not re.search(rf"\bchoose an? (?:(?!of\b)\w+ )*{noun}\b", done):
                yield _block(each[1], done)
                return

    def _transferred(self, line: str) -> Iterator[str]:
        """Yield the transfer of a number from one seat to another one."""
        seat = longest_first(self.things.seats)
        cells = longest_first(self.things.cells)
        verb = "(?:transfer|move|give|pay|send|take|shift)"
        pattern = rf"{verb} (\d+) ({cells}) from ({seat}) to ({seat}|you)$"
        if (found := re.match(pattern, line)) is not None:
            cell, giver = self.things.cells[found[2]], self.things.seats[found[3]]
            taker = self.things.seats.get(found[4], found[4])
            by = "" if found[1] == "1" else f" by {found[1]}"
            yield f"lower {cell} of {giver}{by}\nraise {cell} of {taker}{by}"

    def _changes(self, line: str) -> Iterator[str]:
        """Yield the same change of each of several numbers."""
        cells = longest_first(self.things.cells)
        pattern = rf"(raise|lower|set) ((?:(?:{cells}|your|the|and|of \w+),? )+)((?:by|to) .+)$"
        if (found := re.match(pattern, line)) is None:
            return
        verb, several, change = found.groups()
        named = [*re.finditer(rf"(your )?(?:the )?\b({cells})(?: of (\w+))?(?!\w)", several)]
        owner = next((each[3] for each in reversed(named) if each[3]), None)
        parts = [(self.things.cells[each[2]], each[3] or owner) for each in named]
        if len(parts) > 1 and "and " in several:
            owned = [f"{cell} of {whose}" if whose else f"{named[0][1] or ''}{cell}" for cell, whose in parts]
            yield "\n".join(f"{verb} {each} {change}" for each in owned)
            own = [f"{each[1] or ''}{cell}" for each, (cell, _) in zip(named, parts, strict=True)]
            yield "\n".join(f"{verb} {each} {change}" for each in own)
            yield "\n".join(f"{verb} your {cell} {change}" for cell, _ in parts)

    def _plural(self, things: str) -> str:
        """Return words for things with the plural of the first noun."""
        many = {one: word for word, one in self._singular.items() if word != one}
        words = re.sub(r"^(\w+) (?:that )?you have\b", r"your \1", things.removeprefix("of ")).split(" ")
        at = next((at for at, word in enumerate(words) if word in self._singular), None)
        if at is not None:
            words[at] = many.get(self._singular[words[at]], words[at])
        return " ".join(words)

    def _joined(self, line: str, find: Find) -> Iterator[str]:
        """Yield the texts of two statements in one line."""
        for joint in [*_JOINTS.finditer(line)][:4]:
            first, second = line[: joint.start()], line[joint.end() :]
            if " " not in first or " " not in second or _CONDITION.match(first):
                continue
            if (done := find(first, [])) is None:
                continue
            chosen = _CHOSEN.findall(done)
            seconds = [second]
            if chosen:
                said = re.sub(r"\bthere\b", f"in {chosen[-1]}", second)
                seconds.append(_PRONOUN.sub(chosen[-1], said))
            for each in dict.fromkeys(reversed(seconds)):
                if (then := find(each, done.split("\n"))) is not None:
                    yield f"{done}\n{then}"
                    return

    def _subject(self, line: str, find: Find) -> Iterator[str]:
        """Yield what a seat does that is the subject of the line."""
        if (yours := re.match(r"you (?:must |shall |have to |then )?(.+)", line)) is not None:
            if (done := find(yours[1], [])) is not None:
                yield done
            return
        seat = re.match(rf"({longest_first(self.things.seats)}) (\w+?)(s?) (.+)", line)
        if seat is not None and (done := find(f"{seat[2]} {seat[4]}", [])) is not None:
            yield _block(f"as {self.things.seats[seat[1]]}", done)

    def _such_seats(self, line: str, find: Find, fits: Callable[[str], bool]) -> Iterator[str]:
        """Yield what each seat does that has something."""
        such = re.match(r"(?:each|every|all|for each) (?:player|seat)s? (who|that|which) (.+)", line)
        words = such[2].split(" ") if such is not None else []
        for at in range(2, len(words) - 1):
            start = f"for each seat who {' '.join(words[:at])}, as you"
            if fits(f"{start}: stop") and (done := find(bare_verb(" ".join(words[at:])), [])) is not None:
                yield _block(start, done)
        found = re.match(r"(?:each|every|all) (?:player|seat)s? (?:with|who has|who have|that has|having) (.+)", line)
        if found is None:
            return
        words = found[1].split(" ")
        for at in range(1, len(words) - 1):
            done = find(bare_verb(" ".join(words[at:])), [])
            if (
                done is not None
                and (opening := self._opening("if", f"you have {' '.join(words[:at])}", fits)) is not None
            ):
                yield _block("for each seat, as you", _block(opening, done))


def _block(opening: str, done: str) -> str:
    """Return a text under the beginning of a block."""
    rows = done.split("\n")
    if len(rows) == 1 and not re.match(r"(?:if|for|repeat|while|either|may|as) ", done):
        return f"{opening}: {done}"
    return "\n".join([f"{opening}:", *(f"  {row}" for row in rows)])
