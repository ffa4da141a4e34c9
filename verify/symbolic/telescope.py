"""Telescope: Σ_k F(n, k) = S(n) for all integers n ≥ a, by a WZ certificate that is found by Gosper's algorithm.

With t(k) = F(n+1, k)·S(n) − F(n, k)·S(n+1), a rational function R(n, k) such that t(k) = G(k+1) − G(k), where
G(k) = R(n, k)·F(n, k)·S(n), reduces the step from n to n + 1 to a few terms at the ends of the range.  SymPy only
proposes R; what it proposes is decided in the normal form, and its denominator is shown to have no zero in the range.
(Wilf and Zeilberger 1990, "Rational functions certify combinatorial identities"; Gosper 1978.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy
from flint import fmpq
from sympy.polys.polyerrors import BasePolynomialError

from verify.errors import Undefined, Unevaluable
from verify.symbolic.assumption import Known, Range
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import Answer, decide, element, learn
from verify.symbolic.ring import vanishes
from verify.symbolic.side_condition import nonzero

DEGREE = 20
"""The largest degree, above and below together, of a ratio that Gosper's algorithm is tried on."""
WIDEST = 50
"""The largest shift that is looked for between the factors of a ratio."""
TRIED = 3
"""How many terms at each end of the range may be left out of the telescope."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """Σ_{k=low}^{high} of a term, which is claimed to be ``closed``; ``n`` is the letter of the induction."""

    term: Any
    k: Any
    low: int
    high: Any
    closed: Any
    n: Any
    known: Known
    limit: int

    def after(self, tree: Any) -> Any:
        """A tree at n + 1."""
        return tree.xreplace({self.n: self.n + 1})


def telescope(left: Any, right: Any, n: Any, start: int, known: Known, *, limit: int = 200_000,
              ) -> tuple[str, ...] | None:
    """Return the steps of a proof that left = right for every integer n ≥ start, or None.

    One side must be a single sum whose bounds are an integer and an integer multiple of n plus an integer, or such a
    sum times a factor without sums that is never 0.  ``known`` must hold for every such n.
    """
    try:
        given = _read(left, right, n, known, limit)
        if given is None:
            return None
        certificate = _certificate(given)
        if certificate is None:
            return None
        for head, tail in sorted(((h, t) for h in range(TRIED) for t in range(1, TRIED + 1)), key=sum):
            first = _first(given, start, head, tail)
            if _step(given, certificate, head, tail, first):
                based = all(_base(given, value) for value in range(start, first + 1))
                return _steps(given, certificate, start, first) if based else None
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError, BasePolynomialError, NotImplementedError):
        return None
    return None


def _read(left: Any, right: Any, n: Any, known: Known, limit: int) -> _Sum | None:
    for side, closed in ((left, right), (right, left)):
        series, factor = _taken_out(side)
        if series is None or len(series.limits) != 1 or (factor * closed).has(sympy.Sum, sympy.Product):
            continue
        if factor != 1 and not _nonzero(factor, known, limit):
            continue
        k, low, high = series.limits[0]
        rise = sympy.expand(high - high.xreplace({n: n - 1}))
        nested = series.function.has(sympy.Sum, sympy.Product)
        if low.is_Integer and rise.is_Integer and rise > 0 and high.free_symbols == {n} and not nested:
            letter = sympy.Symbol(k.name, integer=True)
            right_side = closed if factor == 1 else closed / factor
            return _Sum(series.function.xreplace({k: letter}), letter, int(low), high, right_side, n, known, limit)
    return None


def _taken_out(side: Any) -> tuple[Any, Any]:
    """The sum in a product and the product of its other factors; None for a side that is no such product."""
    if isinstance(side, sympy.Sum):
        return side, sympy.S.One
    if not isinstance(side, sympy.Mul):
        return None, side
    parts = [_taken_out(argument) for argument in side.args]
    series = [found for found, _ in parts if found is not None]
    return (series[0] if len(series) == 1 else None), sympy.Mul(*(factor for _, factor in parts))


def _certificate(given: _Sum) -> Any:
    """R(n, k) with t(k) = Δ(R·F·S), where t = F(n+1, k)·S(n) − F(n, k)·S(n+1); None where Gosper finds none."""
    along, across = _ratio(given.term, given.k), _ratio(given.term, given.n)
    growth = _ratio(given.closed, given.n)
    if None in (along, across, growth):
        return None
    weight = sympy.together(across - growth)
    if weight == 0:
        return sympy.S.Zero
    ratio = sympy.cancel(along * weight.xreplace({given.k: given.k + 1}) / weight)
    if sum(sympy.Poly(part, given.k).degree() for part in sympy.fraction(ratio)) > DEGREE:
        return None
    factor = _gosper(ratio, given.k)
    return None if factor is None else sympy.factor(sympy.cancel(factor * weight))


def _ratio(term: Any, letter: Any) -> Any:
    """term(letter + 1)/term(letter) as a rational function, None where it is none."""
    ratio = sympy.gammasimp(sympy.expand_func((term.xreplace({letter: letter + 1}) / term).rewrite(sympy.gamma)))
    ratio = sympy.cancel(sympy.powsimp(ratio))
    return ratio if ratio.is_rational_function(*ratio.free_symbols) else None


def _gosper(ratio: Any, k: Any) -> Any:
    """R with t = Δ(R·t), for a term t of the given ratio t(k+1)/t(k); None where there is none."""
    above, below = sympy.fraction(sympy.together(ratio))
    a, b, c = _normal(above, below, k)
    shifted = b.shift(-1)
    bound = _degree(a, shifted, c)
    if bound is None:
        return None
    unknowns = sympy.symbols(f"c:{bound + 1}", cls=sympy.Dummy)
    x = sum((unknown * k**j for j, unknown in enumerate(unknowns)), sympy.S.Zero)
    equation = a.as_expr() * x.subs(k, k + 1) - shifted.as_expr() * x - c.as_expr()
    solved = sympy.solve(sympy.Poly(sympy.expand(equation), k).coeffs(), unknowns, dict=True)
    if not solved:
        return None
    x = x.subs(solved[0]).subs(dict.fromkeys(unknowns, 0))
    return sympy.cancel(shifted.as_expr() * x / c.as_expr())


def _normal(above: Any, below: Any, k: Any) -> tuple[Any, Any, Any]:
    """Polynomials with above/below = a/b·c(k+1)/c, and no common zero of a(k) and b(k+h) for h = 0, 1, 2, …"""
    field = sympy.QQ.frac_field(*sorted((above.free_symbols | below.free_symbols) - {k}, key=str) or [sympy.Dummy()])
    a, b = (sympy.Poly(part, k, domain=field) for part in (above, below))
    c = sympy.Poly(1, k, domain=field)
    for shift in _shifts(above, below, k):
        common = a.gcd(b.shift(shift))
        a, b = a.quo(common), b.quo(common.shift(-shift))
        for step in range(1, shift + 1):
            c = c * common.shift(-step)
    return a, b, c


def _shifts(above: Any, below: Any, k: Any) -> list[int]:
    """The integers h ≥ 0 at which a factor of above(k) may be one of below(k + h), read off their leading terms."""
    lists = [[sympy.Poly(f, k) for f, _ in sympy.factor_list(part)[1] if f.has(k)] for part in (above, below)]
    found = set()
    for p in lists[0]:
        for q in lists[1]:
            d = p.degree()
            if d == q.degree():
                h = sympy.cancel((p.nth(d - 1) / p.LC() - q.nth(d - 1) / q.LC()) / d)
                found |= {int(h)} if h.is_Integer and 0 <= h <= WIDEST else set()
    return sorted(found)


def _degree(a: Any, b: Any, c: Any) -> int | None:
    """The largest degree that a polynomial solution x of a·x(k+1) − b·x = c may have."""
    n, m, target = a.degree(), b.degree(), c.degree()
    if n != m or a.LC() != b.LC():
        found = target - max(n, m)
    elif n == 0:
        found = target + 1
    else:
        found = target - n + 1
        critical = sympy.cancel((b.nth(n - 1) - a.nth(n - 1)) / a.LC())
        if critical.is_Integer and critical >= 0:
            found = max(found, int(critical))
    return int(found) if found >= 0 else None


def _first(given: _Sum, start: int, head: int, tail: int) -> int:
    """The least n ≥ start at which the telescope from low + head to high − tail is not empty."""
    value = start
    while given.high.xreplace({given.n: sympy.Integer(value)}) - tail < given.low + head - 1:
        value += 1
    return value


def _step(given: _Sum, certificate: Any, head: int, tail: int, first: int) -> bool:
    """Decide Σ(n+1)·S(n) = Σ(n)·S(n+1) for every n ≥ first, and that S(n) is not 0."""
    facts, limit = _from(given, first), given.limit
    k, term, closed = given.k, given.term, given.closed
    low, top = given.low + head, given.high - tail
    inside = Known({**facts.ranges, k.name: Range(True, True, fmpq(low), None)},
                   (*facts.relations, (">=", top + 1, k)))
    flow = certificate * term * closed
    change = given.after(term) * closed - term * given.after(closed)
    if decide(change - (flow.xreplace({k: k + 1}) - flow), inside, limit=limit).answer is not Answer.ZERO:
        return False
    ends = [change.xreplace({k: sympy.Integer(j)}) for j in range(given.low, low)]
    ends += [change.xreplace({k: given.high - j}) for j in range(tail)]
    ends += [given.after(term).xreplace({k: given.high + j}) * closed for j in range(1, _rise(given) + 1)]
    rest = sympy.Add(flow.xreplace({k: top + 1}), -flow.xreplace({k: sympy.Integer(low)}), *ends, evaluate=False)
    if decide(rest, facts, limit=limit).answer is not Answer.ZERO:
        return False
    return _nonzero(sympy.fraction(certificate)[1], inside, limit) and _nonzero(closed, facts, limit)


def _rise(given: _Sum) -> int:
    return int(sympy.expand(given.after(given.high) - given.high))


def _from(given: _Sum, first: int) -> Known:
    ranges = given.known.ranges
    return Known({**ranges, given.n.name: replace(ranges[given.n.name], low=fmpq(first))}, given.known.relations)


def _nonzero(tree: Any, facts: Known, limit: int) -> bool:
    """Every factor is proven not to be 0, a linear one in the letters also through the relations that are known."""
    field = new_field(facts, limit)
    learn(field, {})
    return all(nonzero(field, element(field, factor.as_base_exp()[0], {}))
               for factor in sympy.Mul.make_args(sympy.factor(tree)))


def _base(given: _Sum, value: int) -> bool:
    """Decide the equality at n = value, term by term."""
    at = {given.n: sympy.Integer(value)}
    facts = Known({name: kept for name, kept in given.known.ranges.items() if name != given.n.name}, ())
    terms = [given.term.xreplace({given.k: sympy.Integer(j)}).xreplace(at)
             for j in range(given.low, int(given.high.xreplace(at)) + 1)]
    field = new_field(facts, given.limit)
    return vanishes(element(field, sympy.Add(*terms, -given.closed.xreplace(at), evaluate=False), {}))


def _steps(given: _Sum, certificate: Any, start: int, first: int) -> tuple[str, ...]:
    values = str(start) if start == first else f"{start}, …, {first}"
    return (f"induction on {given.n} ≥ {start}, by a WZ certificate",
            f"base: both sides are the same at {given.n} = {values}",
            f"step: with F({given.n}, {given.k}) the term and S({given.n}) = {sympy.sstr(given.closed)}, "
            f"F({given.n} + 1, {given.k})"
            f"·S({given.n}) − F({given.n}, {given.k})·S({given.n} + 1) = G({given.k} + 1) − G({given.k}) for "
            f"G({given.k}) = R·F·S, R = {sympy.sstr(certificate)}; the ends of the range cancel")
