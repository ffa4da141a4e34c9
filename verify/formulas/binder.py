"""Binder: calls that are read differently from functions, most because they bind a name: sums, derivatives, integrals.

    sum(body, k, low, high)   product(…)   integral(body, x, low, high)   all(condition, k, low, high)   any(…)
    max(body, k, low, high)   min(…)       with a name that is not declared, or max(body, (k, low, high))
    expectation(body, x, n)   the mean over the points x of the cube {−1, 1}^n
    diff(body, x)   diff(body, x, 2)   diff(body, v[k])   piecewise(value, condition, …, otherwise)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.formulas import node
from verify.formulas.formula import distinction, series
from verify.formulas.matrix_formula import MatrixFormula
from verify.formulas.reader import Reader

MAX_ORDER = 8
INFINITIES = ("oo", "∞", "inf", "infinity")


def _bound_name(reader: Reader, place: int, hint: str) -> str:
    """The name after the first comma at this level: it is bound in what stands before it, so it is looked for first."""
    found = _second(reader)
    if found is None:
        what = "a sum without its index" if hint.startswith("sum") else "a call without the name that it binds"
        raise reader.error(what, place, "", hint)
    return found


def _second(reader: Reader) -> str | None:
    """The name that starts the second argument, or a tuple that is the second argument; None if there is none."""
    depth = 0
    for offset in range(len(reader.tokens) - reader.position):
        text = reader.following(offset)[1]
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if depth < 0:
            return None
        if text == "," and depth == 0:
            inner = reader.following(offset + 1)[1] == "("
            kind, name, *_ = reader.following(offset + 1 + inner)
            return name if kind == "name" and reader.following(offset + 2 + inner)[1] == "," else None
    return None


def _over(operator: Any, read: str, hint: str) -> Callable[[Any, int], Any]:
    """Read ``body, k, low, high)`` or ``body, (k, low, high))``; the body is a number or a condition."""

    def over(reader: Any, place: int) -> Any:
        name = _bound_name(reader, place, hint)
        bound = sympy.Symbol(name, real=True) if operator is sympy.Integral else sympy.Symbol(name, integer=True)
        outer = reader.symbols.get(name)
        reader.symbols[name] = bound
        try:
            start = reader.place
            body = reader.condition(reader.statement(), start) if read == "condition" else reader.number(
                reader.sum(), start)
        finally:
            reader.symbols.pop(name)
            if outer is not None:
                reader.symbols[name] = outer
        return series(operator, body, sympy.Tuple(bound, *_bounds(reader, place, hint)))

    return over


def _expectation(reader: Any, place: int) -> Any:
    """Read ``body, x, n)``; the vector x is bound, so its name is no declared one."""
    hint = "expectation(sum(g[k]*x[k], k, 1, n)^2, x, n)"
    name = _bound_name(reader, place, hint)
    if name in reader.symbols:
        raise reader.error(f"an expectation over {name}, which is declared", place, "it binds a name of its own", hint)
    reader.symbols[name] = sympy.IndexedBase(name)
    try:
        start = reader.place
        body = reader.number(reader.sum(), start)
    finally:
        reader.symbols.pop(name)
    reader.expect(",")
    reader.position += 1
    reader.expect(",")
    start = reader.place
    size = reader.number(reader.sum(), start)
    reader.expect(")")
    return series(node.Expectation, body, sympy.Tuple(sympy.Symbol(name), sympy.S.One, size))


def _bounds(reader: Any, place: int, hint: str) -> tuple[Any, Any]:
    reader.expect(",")
    inner = bool(reader.accept("("))
    reader.position += 1
    ends = []
    for _ in range(2):
        reader.expect(",")
        ends.append(_bound(reader))
    if inner:
        reader.expect(")")
    reader.expect(")")
    return ends[0], ends[1]


def _bound(reader: Any) -> Any:
    """Read a bound; infinity is one, and nothing else."""
    minus = reader.following(0)[1] == "-"
    if reader.following(minus)[1] in INFINITIES and reader.following(minus + 1)[1] in (",", ")"):
        reader.position += 1 + minus
        return -sympy.oo if minus else sympy.oo
    start = reader.place
    return reader.number(reader.sum(), start)


def extreme(reader: Any, place: int, name: str) -> Any | None:
    """Read a maximum or minimum over a range, or return None where it is one of its arguments."""
    commas, second = _commas(reader), _second(reader)
    if second is None or commas not in (1, 3):
        return None
    if commas == 3 and second in reader.symbols:
        if _mentioned(reader, second):
            raise reader.error(f"{name}(…) can be read in two ways, since {second} is declared", place,
                               "the extreme of four numbers, or of a body over a range",
                               f"{name}(body, ({second}, low, high)) or {name}({name}(a, b), c, d)")
        return None
    operator = node.Largest if name == "max" else node.Least
    return _over(operator, "number", f"{name}(body, k, 1, n)")(reader, place)


def _commas(reader: Reader) -> int:
    """The commas of this call at its own level."""
    depth = found = 0
    for offset in range(len(reader.tokens) - reader.position):
        text = reader.following(offset)[1]
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if depth < 0:
            break
        found += text == "," and depth == 0
    return found


def _mentioned(reader: Reader, name: str) -> bool:
    """Whether the first argument mentions a name."""
    depth = 0
    for offset in range(len(reader.tokens) - reader.position):
        kind, text, *_ = reader.following(offset)
        depth += (text in ("(", "[")) - (text in (")", "]"))
        if text == "," and depth == 0:
            return False
        if kind == "name" and text == name:
            return True
    return False


def _derivative(reader: Any, place: int) -> Any:
    start = reader.place
    body = reader.number(reader.sum(), start)
    variables: list[Any] = []
    while reader.accept(","):
        start = reader.place
        variable = reader.sum()
        if isinstance(variable, sympy.Integer) and variables and 0 < variable <= MAX_ORDER:
            variables[-1] = sympy.Tuple(variables[-1][0], variable)
            continue
        variables.append(sympy.Tuple(_variable(reader, variable, start), 1))
    reader.expect(")")
    if not variables:
        raise reader.error("a derivative without its variable", place, "", "diff(x^2, x)")
    return series(sympy.Derivative, body, *variables)


def _variable(reader: Any, variable: Any, place: int) -> Any:
    if isinstance(variable, sympy.IndexedBase):
        raise reader.error(f"a derivative by the vector {variable}", place, "a derivative is by a number",
                           f"diff(…, {variable}[k])")
    if not isinstance(variable, sympy.Symbol | sympy.Indexed):
        raise reader.error("a derivative by something that is not a variable", place,
                           f"a variable, an entry of a vector, and an order up to {MAX_ORDER}", "diff(x^2, x, 2)")
    if isinstance(variable, sympy.Symbol) and variable.is_integer:
        raise reader.error(f"a derivative by the integer {variable}", place, "derivatives are by real variables",
                           "the difference f(n + 1) - f(n)")
    return variable


def _piecewise(reader: Any, place: int) -> Any:
    values = reader.arguments(")")
    if len(values) % 2 == 0:
        raise reader.error("piecewise without its last value", place, "", "piecewise(x, x > 0, 0)")
    pairs = [(values[i], reader.condition(values[i + 1], place)) for i in range(0, len(values) - 1, 2)]
    return distinction([*pairs, (values[-1], True)])


def _matrix(reader: Any, place: int) -> Any:
    """Read ``(1, 2), (3, 4))``: the rows of a matrix."""
    rows: list[list[Any]] = []
    while not rows or reader.accept(","):
        reader.expect("(")
        rows.append(reader.arguments(")"))
    reader.expect(")")
    if len({len(row) for row in rows}) != 1:
        raise reader.error("a matrix whose rows differ in length", place, "", "matrix((1, 2), (3, 4))")
    entries = [reader.number(value, place) for row in rows for value in row]
    return MatrixFormula("matrix", sympy.Integer(len(rows)), sympy.Integer(len(rows[0])), *entries)


def _vector(reader: Any, place: int) -> Any:
    """Read ``1, 2, 3)``: the entries of a column."""
    entries = [reader.number(value, place) for value in reader.arguments(")")]
    return MatrixFormula("matrix", sympy.Integer(len(entries)), sympy.S.One, *entries)


def _joined(name: str, operator: Any) -> Callable[[Any, int], Any]:
    """Read iff(a, b) or implies(a, b)."""

    def join(reader: Any, place: int) -> Any:
        values = [reader.condition(value, place) for value in reader.arguments(")")]
        if len(values) != 2:
            raise reader.error(f"{name} takes 2 conditions, not {len(values)}", place, "", f"{name}(x > 0, x^2 > 0)")
        return sympy.Basic.__new__(operator, *values)

    return join


def _refused(what: str, rule: str, hint: str) -> Callable[[Reader, int], Any]:
    def refuse(reader: Reader, place: int) -> Any:
        raise reader.error(what, place, rule, hint)

    return refuse


_LIMIT = _refused("a limit", "a limit is not a number that can be evaluated; a bound on the distance to it can",
                  "abs(f - L) <= C/n")
_ORDER = _refused("a Landau symbol", "it stands for a constant that is not named",
                  "f <= C*g with the constant C, or up_to_constant(f, g, in_='n')")
BINDERS: dict[str, Callable[[Any, int], Any]] = {
    "sum": _over(sympy.Sum, "number", "sum(body, k, 1, n)"),
    "product": _over(sympy.Product, "number", "product(body, k, 1, n)"),
    "integral": _over(sympy.Integral, "number", "integral(body, x, 0, 1)"),
    "all": _over(node.Every, "condition", "all(condition, k, 1, n)"),
    "any": _over(node.Some, "condition", "any(condition, k, 1, n)"),
    "expectation": _expectation, "diff": _derivative, "derivative": _derivative,
    "iff": _joined("iff", node.Iff), "implies": _joined("implies", node.Implication),
    "piecewise": _piecewise, "matrix": _matrix, "vector": _vector,
}
"""What is read after the opening parenthesis of these names, in any case of their letters."""
REFUSED: dict[str, Callable[[Any, int], Any]] = {
    **dict.fromkeys(("limit", "lim", "Limit"), _LIMIT), **dict.fromkeys(("O", "Theta", "Omega", "o"), _ORDER),
}
"""What is no formula, with how to state it; these names are read so only where they are not declared."""
