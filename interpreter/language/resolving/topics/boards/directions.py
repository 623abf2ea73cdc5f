"""Resolution of directions of a board: steps and rays from a space, spaces between two, and spaces in line."""

from __future__ import annotations

from lark import Token

from interpreter.language.directions import FORWARD
from interpreter.language.ir.builders import constant, local, negation
from interpreter.language.ir.expressions import (
    AttributeValue,
    Bearing,
    Compare,
    Const,
    Equal,
    Expr,
    FarStep,
    Filter,
    ForwardDirection,
    HasSight,
    IsMember,
    Ray,
    RaysFrom,
    SpacesALeapAway,
    SpacesBetween,
    StepInDirection,
    StepsBeside,
)
from interpreter.language.ir.nullness import null_safe
from interpreter.language.ir.types import NOTHING, SEAT, Local, Type
from interpreter.language.ir.written import BoardEdge, WrittenLine, WrittenNoun
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.resolving.topics.boards.map_searches import check_through
from interpreter.language.resolving.topics.naming import noun_of, resolve_name, words_of
from interpreter.language.symbols import DirectionAdjective, NounSymbol
from interpreter.support.similar_words import closest_match

DIRECTIONS = Handlers[Resolver]()
DIRECTIONS.part(
    "towards", "diagonally", "in_direction", "in_all", "leap", "leaper", "between", "for_seat", "way", "steps"
)
MOST_SPACES = 1_000
"""Most spaces of a board of which the direction from each to each other one is known."""
MOST_ACROSS = 100
"""Most columns, and most rows, of a board with lines of sight."""
SPACES = Type("space", many=True)


@DIRECTIONS.expression("step")
def _step(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the square north of X`."""
    noun_node, direction, space_node, seat = node.children
    noun, _, token = noun_of(resolver, scope, noun_node)
    _check_space(resolver, scope, token, noun)
    way = _direction(resolver, scope, direction, seat)
    return _steps_from(resolver, _space(resolver, scope, space_node), way)


@DIRECTIONS.expression("far_step")
def _far_step(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the square 2 squares north of X`."""
    one, steps, many, direction, space_node, seat = node.children
    for noun_node in (one, many):
        noun, _, token = noun_of(resolver, scope, noun_node)
        _check_space(resolver, scope, token, noun)
    way = _direction(resolver, scope, direction, seat)
    number, known = resolver.number(scope, steps.children[0]), resolver.symbols.directions
    most, space = known.longest_ray, _space(resolver, scope, space_node)
    towards = way.number if isinstance(way, Const) else None
    if isinstance(number, Const) and number.number > 0 and (number.number <= most or known.leads_round(towards)):
        return _steps_from(resolver, space, way, number.number)
    if isinstance(number, Const) and steps.children[0].data == "number":
        said = f"at least 1 and at most {most} are possible"
        message = f"no straight line of this board has {number.number} steps: {said}"
        resolver.fail(scope, steps, "bad-number", message)
    return null_safe(FarStep(space, way, number))


def step_from(resolver: Resolver, scope: Scope, token: Token, space: Expr) -> Expr:
    """Return the space that lies in the direction with this name from a space."""
    return _steps_from(resolver, space, _named_direction(resolver, scope, token, None))


def _steps_from(resolver: Resolver, space: Expr, direction: Expr, number: int = 1) -> Expr:
    """Return the space that lies a number of steps in a direction from a space."""
    step = StepInDirection(space, direction, number=number)
    if isinstance(space, Const) and isinstance(direction, Const) and space.value is not None:
        there = resolver.symbols.directions.far_steps(number)[direction.number][space.number]
        return constant(there, step.type._replace(optional=there is None), step)
    return null_safe(step)


def spaces_in_line(resolver: Resolver, scope: Scope, token: Token, noun: NounSymbol, line: Syntax) -> Expr:
    """Return the spaces in a direction from one, or between two; `token` is that of their noun."""
    _check_space(resolver, scope, token, noun)
    if line.data == "between":
        space, other = (_space(resolver, scope, part) for part in line.children)
        _check_size(resolver, scope, line)
        return null_safe(SpacesBetween(space, other, longest=resolver.symbols.directions.longest_ray, type=SPACES))
    if line.data == "in_all":
        return _rays(resolver, scope, line)
    if line.data == "leap":
        return _leap(resolver, scope, line)
    if line.data == "in_direction":
        noun_node, direction, space_node, seat = *line.children, None
        _check_direction_noun(resolver, scope, noun_node)
    else:
        direction, space_node, seat = line.children
    space = _space(resolver, scope, space_node)
    way = _direction(resolver, scope, direction, seat)
    if line.data == "diagonally":
        return null_safe(StepsBeside(space, way, longest=2, type=SPACES))
    return null_safe(Ray(space, way, longest=resolver.symbols.directions.longest_ray, type=SPACES))


def _rays(resolver: Resolver, scope: Scope, line: Syntax) -> Expr:
    """Resolve `in all diagonal directions from X`."""
    adjectives, noun_node, space_node = line.children
    _check_direction_noun(resolver, scope, noun_node)
    known, chosen = resolver.symbols.directions, list(range(len(resolver.symbols.directions.names)))
    for word in words_of(adjectives):
        meaning = resolver.symbols.adjectives[str(word)].get("direction")
        if not isinstance(meaning, DirectionAdjective):
            resolver.fail(scope, word, "wrong-type", f"directions can't be `{word}` here", "`orthogonal`")
        chosen = [number for number in chosen if known.orthogonal[number] == meaning.orthogonal]
    longest = max(sum(map(len, rays)) for rays in zip(*(known.rays[number] for number in chosen), strict=True))
    space = _space(resolver, scope, space_node)
    return null_safe(RaysFrom(space, tuple(chosen), longest=longest, type=SPACES))


def _leap(resolver: Resolver, scope: Scope, line: Syntax) -> Expr:
    """Resolve `a knight's move from X`."""
    leaper, space_node = line.children
    return _spaces_a_leap_away(resolver, scope, leaper, space_node)


@DIRECTIONS.expression("is_leap", negative="is_no_leap")
def _is_leap(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `X is a knight's move from Y`."""
    space_node, leaper, start_node = node.children
    space = _space(resolver, scope, space_node)
    spaces = _spaces_a_leap_away(resolver, scope, leaper, start_node)
    noun = WrittenNoun("space", True, "", (), None, None)
    return IsMember(space, spaces.replace(written=WrittenLine(noun, spaces)))


def _spaces_a_leap_away(resolver: Resolver, scope: Scope, leaper: Syntax, space_node: SyntaxPart) -> Expr:
    """Return the spaces that a leap leads to; `leaper` is the tree of its name."""
    token = next(leaper.scan_values(lambda part: isinstance(part, Token)))
    leaps = resolver.symbols.directions.leaps
    if token not in leaps:
        meant = closest_match(str(token), leaps)
        said = f"they are {', '.join(leaps)}" if leaps else f"the `grid` can name some: `moves: {{{token}: [1, 2]}}`"
        message = f"`{token}` is no move of this board; {said}"
        resolver.fail(scope, token, "unknown-move", message, f"`{meant}`" if meant else None)
    longest = max(map(len, leaps[str(token)]))
    return null_safe(SpacesALeapAway(_space(resolver, scope, space_node), str(token), longest=longest, type=SPACES))


@DIRECTIONS.expression("edge")
def _edge(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the north edge`."""
    token = token_of(node.children[0])
    name, edges = token.split()[0], resolver.symbols.directions.edges
    if name not in edges:
        known = f"its edges are {', '.join(edges)}" if edges else "its edges are joined"
        resolver.fail(scope, token, "unknown-edge", f"this board has no {name} edge; {known}")
    return constant(edges[name], SPACES).replace(written=BoardEdge(name))


@DIRECTIONS.expression("bearing")
def _bearing(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the direction from X to Y`."""
    return _bearing_between(resolver, scope, node, node.children)


@DIRECTIONS.expression("sight", negative="no_sight")
def _sight(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `X has a line of sight to Y through SET`, and its opposite."""
    check_through(resolver, scope, node)
    _check_sight(resolver, scope, node)
    space, other, through = node.children
    ends = _space(resolver, scope, space), _space(resolver, scope, other)
    return null_safe(HasSight(*ends, resolver.value(scope, through, SPACES)))


@DIRECTIONS.expression("board_line")
def _board_line(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `column 3` or `row r`, in which spaces are."""
    token, number_node = token_of(node.children[0]), node.children[1]
    number = resolver.number(scope, number_node)
    values = resolver.symbols.attribute_values("space", str(token))
    spaces = range(len(values))
    it = Local("it", Type("space"))
    value = AttributeValue("space", str(token), local(it), type=resolver.symbols.attribute_type("space", str(token)))
    found = Filter(constant(tuple(spaces), SPACES), it, Compare("==", value, number), type=SPACES)
    if not isinstance(number, Const):
        return null_safe(found)
    return constant(tuple(at for at in spaces if values[at] == number.value), SPACES).replace(written=found)


@DIRECTIONS.expression("in_line", negative="not_in_line")
def _in_line(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return negation(Equal(_bearing_between(resolver, scope, node, node.children), constant(None, NOTHING)))


def _bearing_between(resolver: Resolver, scope: Scope, node: Syntax, spaces: list[SyntaxPart]) -> Expr:
    _check_size(resolver, scope, node)
    return null_safe(Bearing(*(_space(resolver, scope, part) for part in spaces)))


def _space(resolver: Resolver, scope: Scope, node: SyntaxPart) -> Expr:
    return resolver.value(scope, node, Type("space"))


def _direction(resolver: Resolver, scope: Scope, way: Syntax, seat_node: Syntax | None) -> Expr:
    """Return a direction: one with a name, or the value that stands in parentheses."""
    (part,) = way.children
    name = part if isinstance(part, Token) else part.children[0] if part.data == "name" else None
    if name is not None:
        return _named_direction(resolver, scope, token_of(name), seat_node)
    direction = resolver.value(scope, part)
    _check_direction(resolver, scope, part, direction)
    _check_for_all(resolver, scope, "this", seat_node)
    return direction


def _named_direction(resolver: Resolver, scope: Scope, token: Token, seat_node: Syntax | None) -> Expr:
    """Return the direction with a name; forward and backward for a seat, or else for the acting one."""
    symbols = resolver.symbols
    if token in FORWARD and token not in scope.names and token not in symbols.names:
        if not symbols.directions.forward:
            one = symbols.directions.names[0]
            message = f"which way is {token}? say so for each seat where it is declared, such as `forward: {one}`"
            resolver.fail(scope, token, "no-forward", message)
        seat = resolver.you(scope, token) if seat_node is None else resolver.value(scope, seat_node.children[0], SEAT)
        return null_safe(ForwardDirection(seat, str(token) == "backward"))
    _check_for_all(resolver, scope, f"`{token}`", seat_node)
    if (name := symbols.names.get(token)) is not None and name.holds == "direction" and name.per:
        message = f"each {name.per[0]} has its own `{token}`: put it in parentheses, `({token} of X)`"
        resolver.fail(scope, token, "whose", message)
    direction = resolve_name(resolver, scope, token)
    _check_direction(resolver, scope, token, direction)
    return direction


def _check_direction(resolver: Resolver, scope: Scope, part: SyntaxPart, direction: Expr) -> None:
    if direction.type.kind != "direction" or direction.type.many:
        if isinstance(part, Token) and direction.type.kind == "number":
            message = "a direction is needed here, and this is a number"
            message += f"; in a wording of yours, put it in parentheses: `({part})`"
            resolver.fail(scope, part, "wrong-type", message)
        resolver.refuse_type(scope, part, "a direction is needed here", direction.type)


def _check_for_all(resolver: Resolver, scope: Scope, called: str, seat_node: Syntax | None) -> None:
    """Refuse to say for whom a direction leads on that is the same one for all seats."""
    if seat_node is not None:
        message = f"{called} is the same direction for all seats: leave out for whom"
        resolver.fail(scope, seat_node, "wrong-type", message)


def _check_space(resolver: Resolver, scope: Scope, token: Token, noun: NounSymbol) -> None:
    if noun.kind != "space" or noun.one in ("neighbour", "entrance"):
        board = resolver.symbols.rulebook.map.noun
        resolver.fail(scope, token, "wrong-type", f"only {board.many} lie in a direction from one, or between two")


def _check_direction_noun(resolver: Resolver, scope: Scope, node: Syntax) -> None:
    noun, _, token = noun_of(resolver, scope, node)
    if noun.kind != "direction":
        resolver.fail(scope, token, "wrong-type", f"`{token}` can't stand here", "`direction`")


def _check_size(resolver: Resolver, scope: Scope, node: Syntax) -> None:
    """Refuse a question about two spaces on a map without directions, or on a very large one."""
    symbols = resolver.symbols
    if not symbols.directions.names:
        resolver.fail(scope, node, "no-grid", "only a map that is a `grid` has directions and lines")
    if symbols.space_count > MOST_SPACES:
        message = f"lines between two {symbols.rulebook.map.noun.many} are for boards with at most {MOST_SPACES:,}"
        resolver.fail(scope, node, "too-many", message)


def _check_sight(resolver: Resolver, scope: Scope, node: Syntax) -> None:
    """Refuse lines of sight on a very large board, and on one where two cells lie on several straight lines."""
    _check_size(resolver, scope, node)
    grid = resolver.symbols.directions.grid
    if grid is None:
        return
    if grid.has_joined_edges:
        message = "where the edges of a board are joined, several straight lines lead from one place to another"
        resolver.fail(scope, node, "joined-edges", f"{message}: lines of sight are for boards without `wrap`")
    if max(max(board.columns, board.rows) for board in grid.boards) > MOST_ACROSS:
        message = f"lines of sight are for boards with at most {MOST_ACROSS} columns and {MOST_ACROSS} rows"
        resolver.fail(scope, node, "too-many", message)


def is_direction(resolver: Resolver, scope: Scope, word: str) -> bool:
    """Return True if a word names a direction: one of the board's, or one that a text has named."""
    if word in scope.names:
        return scope.names[word].type.kind == "direction"
    return word in resolver.symbols.directions.all_names and word not in resolver.symbols.names
