"""Rebuild: replace subterms of an unevaluated tree without letting SymPy evaluate anything, and split into cases.

|u| is u where u ≥ 0 and −u where u ≤ 0; max(a, b, …) is one of its arguments where that is the largest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sympy

from verify.errors import Unevaluable
from verify.formulas.formula import distinction, junction, names
from verify.formulas.formula import series as unevaluated_series
from verify.formulas.node import BINDERS

_PLAIN = (sympy.Add, sympy.Mul, sympy.Pow, sympy.Function, sympy.core.relational.Relational, sympy.And, sympy.Or,
          sympy.Not)


def rebuild(tree: Any, change: Callable[[Any], Any | None]) -> Any:
    """Return the tree with ``change(subterm)`` in place of every outermost subterm for which it is not None.

    >>> x = sympy.Symbol("x")
    >>> rebuild(sympy.Mul(x, sympy.Pow(x, -1, evaluate=False), evaluate=False), {x: sympy.Integer(2)}.get)
    2/2
    """
    new = change(tree)
    if new is not None:
        return new
    if not tree.args or not isinstance(tree, _PLAIN):
        return tree
    parts = [rebuild(part, change) for part in tree.args]
    if all(a is b for a, b in zip(parts, tree.args, strict=True)):
        return tree
    if isinstance(tree, sympy.And | sympy.Or | sympy.Max | sympy.Min):
        return junction(tree.func, list(parts))
    return tree.func(*parts, evaluate=False)


def put(tree: Any, values: Mapping[str, Any]) -> Any:
    """Return the tree with numbers or trees in place of letters, also inside sums, case distinctions and derivatives.

    Raises Unevaluable where a bound name would be taken for one of a value.
    """

    def change(part: Any) -> Any | None:
        if isinstance(part, sympy.Symbol):
            return values.get(part.name)
        if isinstance(part, BINDERS):
            return _put_series(part, values)
        if isinstance(part, sympy.Indexed):
            return sympy.Indexed(part.base, *(put(index, values) for index in part.indices))
        if isinstance(part, sympy.Derivative):
            return _put_derivative(part, values)
        if isinstance(part, sympy.Piecewise):
            return distinction([(put(value, values), put(condition, values)) for value, condition in part.args])
        return None

    return rebuild(tree, change)


def _put_series(series: Any, values: Mapping[str, Any]) -> Any:
    """Bound indices hide letters of the same name, in the body and in the bounds further in."""
    inner = dict(values)
    limits = []
    for index, low, high in reversed(series.limits):
        limits.append((index, put(low, inner), put(high, inner)))
        inner.pop(index.name, None)
        if any(index.name in names(value) for value in inner.values()):
            raise Unevaluable(f"a substitution of something that mentions {index.name} where that is bound")
    body = put(series.function, inner)
    return unevaluated_series(series.func, body, *(sympy.Tuple(*part) for part in reversed(limits)))


def _put_derivative(part: Any, values: Mapping[str, Any]) -> Any:
    """A derivative is taken first where its variable is among the letters, or a value mentions that."""
    body, *variables = part.args
    places = frozenset().union(*(names(place) for place, _ in variables))
    if places & frozenset(values).union(*map(names, values.values())):
        from verify.symbolic.derivative import differentiated

        return put(differentiated(part), values)
    return unevaluated_series(sympy.Derivative, put(body, values), *variables)


def kinks(tree: Any) -> list[Any]:
    """Return the subterms |u|, max and min outside sums and case distinctions, innermost first."""
    found: list[Any] = []

    def visit(part: Any) -> None:
        if isinstance(part, _PLAIN):
            for argument in part.args:
                visit(argument)
        if isinstance(part, sympy.Abs | sympy.Max | sympy.Min) and part not in found:
            found.append(part)

    visit(tree)
    return found


def cases(kink: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield (value, conditions) for a kink; the conditions of all cases together cover every real instance."""
    if isinstance(kink, sympy.Abs):
        inside = kink.args[0]
        yield inside, (sympy.Ge(inside, 0, evaluate=False),)
        yield sympy.Mul(sympy.S.NegativeOne, inside, evaluate=False), (sympy.Le(inside, 0, evaluate=False),)
        return
    relation = sympy.Ge if isinstance(kink, sympy.Max) else sympy.Le
    for chosen in kink.args:
        yield chosen, tuple(relation(chosen, other, evaluate=False) for other in kink.args if other is not chosen)
