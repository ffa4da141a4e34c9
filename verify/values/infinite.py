"""Infinite: sums over k from some integer to ∞ whose terms have a rational ratio, as balls with a proven tail.

If t(k + 1)/t(k) = r(k) with |r(k)| ≤ q < 1 for all k ≥ K, then |Σ_{k ≥ K} t(k)| ≤ |t(K)|/(1 − q).  The ratio is read
off the term: powers with exponents linear in k, factorials, binomials and gammas of such, and rational functions.
A sum whose ratio tends to more than 1 in absolute value diverges; where it tends to 1 nothing is concluded.
(Graham, Knuth, Patashnik 1994, "Concrete Mathematics", section 5.5, for terms with rational ratio.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq, fmpq_poly

from verify import work
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import is_infinity, names
from verify.values import number, rational_sum
from verify.values.dual import is_dual
from verify.values.expansion import fraction

Constant = Callable[[Any, Mapping[str, Any]], Any]
_HINT = "state its partial sums, or a bound on its tail"
_FURTHEST = 1 << 16
_TERMS = 1 << 14
BITS = 128
"""Infinite sums are evaluated at no more than this many bits."""
_K = fmpq_poly([0, 1])


class _Diverges(Undefined):
    """The sum is shown to diverge."""


class _NoRatio(Exception):
    """The ratio of consecutive terms is not read off here."""


@dataclass(frozen=True, slots=True)
class _Ratio:
    """factor·top(k)/bottom(k), the ratio of consecutive terms for k ≥ ``start``."""

    factor: Any
    top: Any
    bottom: Any
    start: int = 0


@dataclass(frozen=True, slots=True)
class _Term:
    """A term in the index ``name`` at an instance."""

    name: str
    environment: Mapping[str, Any]
    constant: Constant

    def value(self, tree: Any, k: int | None = None) -> Any:
        inner = self.environment if k is None else {**self.environment, self.name: k}
        found = self.constant(tree, inner)
        if is_dual(found):
            raise Unevaluable("the derivative of an infinite sum; write the sum of the derivatives")
        return found


def total(tree: Any, environment: Mapping[str, Any], constant: Constant) -> Any:
    """Return the ball of an infinite sum at an instance.

    Raises Undefined where it diverges, and Unevaluable with what would decide it where its ratio tells nothing.
    """
    index, low, high = tree.limits[0]
    if high is not sympy.oo or is_infinity(low):
        raise Unevaluable(f"a sum from minus infinity or to it; {_HINT}")
    first = constant(low, environment)
    if not number.is_integer(first):
        raise Undefined(f"a sum or product whose bound {low} is not an integer")
    term = _Term(index.name, {n: v for n, v in environment.items() if n != index.name}, constant)
    before, ctx.prec = ctx.prec, min(ctx.prec, BITS)
    try:
        whole = _slow(tree.function, term, int(first.p)) if isinstance(tree.function, sympy.Add) else None
        return _together(list(_summands(tree.function)), term, int(first.p)) if whole is None else whole
    finally:
        ctx.prec = before


def _slow(tree: Any, term: _Term, first: int) -> Any:
    """The sum of a rational function of the index and the like; None where the term is no such."""
    summand = rational_sum.read(tree, term.name, term.value)
    if summand is None:
        return None
    if not rational_sum.converges(summand):
        raise _Diverges("the sum diverges: its terms fall too slowly")
    return rational_sum.total(summand, first, lambda k: term.value(tree, k))


def _together(summands: list[Any], term: _Term, first: int) -> Any:
    """One divergent summand makes the sum diverge; two may cancel."""
    found: Any = fmpq(0)
    diverging: list[_Diverges] = []
    for part in summands:
        try:
            found = found + _one(part, term, first)
        except _Diverges as problem:
            diverging.append(problem)
    if len(diverging) > 1:
        raise Unevaluable(f"an infinite sum with several summands that diverge on their own; {_HINT}")
    if diverging:
        raise diverging[0]
    return found


def _summands(tree: Any) -> Iterator[Any]:
    """The summands of the term, which are added up one by one."""
    if not isinstance(tree, sympy.Add):
        yield tree
        return
    for part in tree.args:
        yield from _summands(part)


def _one(tree: Any, term: _Term, first: int) -> Any:
    slow = _slow(tree, term, first)
    if slow is not None:
        return slow
    try:
        ratio = _ratio(tree, term)
    except _NoRatio as problem:
        raise Unevaluable(f"an infinite sum {problem}; {_HINT}") from None
    start = max(first, ratio.start, _past_roots(ratio.top, ratio.bottom))
    if start - first > _FURTHEST:
        raise Unevaluable(f"an infinite sum whose ratio settles too late; {_HINT}")
    result = fmpq(0)
    for k in range(first, start):
        result = result + term.value(tree, k)
    work.charge(start - first)
    here = term.value(tree, start)
    if number.is_exact(here) and here == 0:
        return result
    last, bound = _settled(ratio, start)
    return result + _rest(number.ball(here), ratio, start, last, bound)


def _lead(polynomial: Any) -> Any:
    return polynomial[polynomial.degree()]


def _past_roots(*polynomials: Any) -> int:
    """An integer beyond every real root, by Cauchy's bound, found among small ones first."""
    bound = 0
    for polynomial in polynomials:
        size = max((abs(c / _lead(polynomial)) for c in polynomial.coeffs()[:-1]), default=fmpq(0))
        bound = max(bound, int((size + 2).floor()))
    return bound


def _settled(ratio: _Ratio, start: int) -> tuple[int, Any]:
    """Return K and a bound q < 1 of |r(k)| for all k ≥ K."""
    factor, degree = abs(number.ball(ratio.factor)), ratio.top.degree() - ratio.bottom.degree()
    limit = factor * abs(arb(_lead(ratio.top) / _lead(ratio.bottom))) if degree == 0 else arb(0)
    if (degree > 0 and factor > 0) or (degree == 0 and limit > 1):
        raise _Diverges("the sum diverges: the ratio of consecutive terms tends to more than 1")
    if limit == 1 and ratio.top.degree() == 0:
        raise _Diverges("the sum diverges: its terms do not tend to 0")
    if degree == 0 and not limit < 1:
        if limit == 1 or number.is_exact(ratio.factor):
            raise Unevaluable(f"an infinite sum whose ratio of terms tends to 1, which decides nothing; {_HINT}")
        raise Indeterminate("the ratio of consecutive terms of a sum, whose limit may be 1")
    last = max(start, 1)
    while last <= _FURTHEST + start:
        bound = factor * _largest(ratio, last, -degree)
        if bound < (limit + 1) / 2:
            return last, bound.upper()
        last *= 2
    raise Unevaluable(f"an infinite sum whose ratio settles too late; {_HINT}")


def _largest(ratio: _Ratio, last: int, fall: int) -> Any:
    """A bound of |top/bottom| for k ≥ last, by u = 1/k in [0, 1/last]."""
    u = arb(0).union(1 / arb(last))
    top, bottom = (abs(_reversed(polynomial, u)) for polynomial in (ratio.top, ratio.bottom))
    return top * u**fall / bottom if bottom > 0 else arb.pos_inf()


def _reversed(polynomial: Any, u: Any) -> Any:
    return reduce(lambda value, c: value * u + arb(c), polynomial.coeffs(), arb(0))


def _rest(here: Any, ratio: _Ratio, start: int, last: int, bound: Any) -> Any:
    """Σ_{k ≥ start} t(k) from t(start), up to where the tail is negligible."""
    result: Any = arb(0)
    k = start
    while True:
        tail = abs(here) / (1 - bound) if k >= last else None
        if tail is not None and (tail < abs(result) * arb(2) ** -(ctx.prec + 4) or tail < arb(2) ** -(4 * ctx.prec)):
            around = arb(0, tail.upper())
            return result + (acb(around, around) if isinstance(here, acb) else around)
        if k - start > _TERMS:
            raise Unevaluable(f"an infinite sum that takes more than {_TERMS} terms; {_HINT}")
        work.charge(1)
        result = result + here
        here = here * ratio.factor * ratio.top(fmpq(k)) / ratio.bottom(fmpq(k))
        k += 1


def _ratio(tree: Any, term: _Term) -> _Ratio:
    """Return t(k + 1)/t(k) of a product of simple factors."""
    if term.name not in names(tree):
        term.value(tree)
        return _Ratio(fmpq(1), fmpq_poly([1]), fmpq_poly([1]))
    found = fraction(tree, term.name, term.value)
    if found is not None:
        (top, bottom), following = found, _K + 1
        return _Ratio(fmpq(1), top(following) * bottom, bottom(following) * top)
    if isinstance(tree, sympy.Mul):
        return reduce(_times, (_ratio(part, term) for part in tree.args))
    if isinstance(tree, sympy.Pow) and term.name not in names(tree.exp):
        return _to_power(_ratio(tree.base, term), term.value(tree.exp))
    if isinstance(tree, sympy.Pow | sympy.exp):
        return _exponential(tree, term)
    rule = _FACTORIALS.get(tree.func)
    if rule is None:
        raise _NoRatio(f"over {tree.func.__name__}, whose ratio of consecutive terms is not known here")
    return rule(*(_linear(part, term) for part in tree.args))


def _times(left: _Ratio, right: _Ratio) -> _Ratio:
    return _Ratio(left.factor * right.factor, left.top * right.top, left.bottom * right.bottom,
                  max(left.start, right.start))


def _over(left: _Ratio, right: _Ratio) -> _Ratio:
    return _times(left, _to_power(right, fmpq(-1)))


def _to_power(base: _Ratio, exponent: Any) -> _Ratio:
    if not number.is_integer(exponent) or abs(exponent) > 64:
        raise _NoRatio("over a power that is not whole")
    size = abs(int(exponent.p))
    top, bottom = (base.top, base.bottom) if exponent >= 0 else (base.bottom, base.top)
    return _Ratio(number.power(base.factor, exponent), top**size, bottom**size, base.start)


def _linear(tree: Any, term: _Term) -> tuple[int, Any]:
    """Return (a, b) of a·k + b with an integer a and a rational b."""
    if term.name not in names(tree):
        value = term.value(tree)
        if not number.is_exact(value):
            raise _NoRatio(f"with {tree}, which is not rational")
        return 0, value
    found = fraction(tree, term.name, term.value)
    if found is None or found[1].degree() > 0 or found[0].degree() > 1:
        raise _NoRatio(f"with {tree}, which is not linear in {term.name}")
    slope, offset = found[0][1] / found[1][0], found[0][0] / found[1][0]
    if slope.q != 1 or abs(slope) > 16:
        raise _NoRatio(f"with {tree}, whose slope is not a small integer")
    return int(slope.p), offset


def _exponential(tree: Any, term: _Term) -> _Ratio:
    """b^(a·k + c) has the ratio b^a; 0^(a·k + c) is 0 once the exponent is positive."""
    base = sympy.E if isinstance(tree, sympy.exp) else tree.base
    if term.name in names(base):
        raise _NoRatio("over a power whose base and exponent both run")
    slope, offset = _linear(tree.args[-1], term)
    start = int(((-offset) / slope).floor()) + 1 if slope > 0 else 0
    return _Ratio(number.power(term.value(base), fmpq(slope)), fmpq_poly([1]), fmpq_poly([1]), max(start, 0))


def _factorial(place: tuple[int, Any]) -> _Ratio:
    """(a(k+1) + b)!/(a·k + b)! = Π_{i=1}^{a} (a·k + b + i)."""
    slope, offset = place
    if slope < 0:
        raise _NoRatio("over a factorial of something that decreases")
    product = reduce(lambda a, b: a * b, (fmpq_poly([offset + i, slope]) for i in range(1, slope + 1)), fmpq_poly([1]))
    start = int((-offset / slope).floor()) + 1 if slope else 0
    return _Ratio(fmpq(1), product, fmpq_poly([1]), max(start, 0))


def _binomial(above: tuple[int, Any], below: tuple[int, Any]) -> _Ratio:
    """C(n, k + b) with fixed n has the ratio (n − k − b)/(k + b + 1); others are quotients of factorials."""
    if above[0] == 0 and below[0] == 1 and below[1].q == 1:
        start = max(0, int((-below[1]).p))
        return _Ratio(fmpq(1), fmpq_poly([above[1] - below[1], -1]), fmpq_poly([below[1] + 1, 1]), start)
    rest = (above[0] - below[0], above[1] - below[1])
    return _over(_factorial(above), _times(_factorial(below), _factorial(rest)))


_FACTORIALS: dict[Any, Callable[..., _Ratio]] = {
    sympy.factorial: _factorial,
    sympy.gamma: lambda place: _factorial((place[0], place[1] - 1)),
    sympy.binomial: _binomial,
}
