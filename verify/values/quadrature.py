"""Quadrature: integrals as balls; where no ball is proven, :mod:`verify.values.estimate` has estimates.

Between finite ends python-flint integrates the continued integrand rigorously.  An infinite end, or one at which the
integrand has no bound, is moved to infinity, t = x or t = 1/|x − end|; the part up to N is integrated in y = log t
(:mod:`verify.values.expansion`), where powers fall exponentially, and the rest is bounded by
:mod:`verify.values.growth`. Integrals with a larger lower end have the opposite sign; improper ones are limits, taken
at each end on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq

from verify import work
from verify.errors import Indeterminate, Unevaluable, Unproven
from verify.formulas.formula import names
from verify.symbolic.rebuild import put
from verify.values import number
from verify.values.dual import Dual, Level, latest, parts
from verify.values.estimate import digits, estimate
from verify.values.expansion import far_out
from verify.values.growth import Place, tail
from verify.values.holomorphic import Continued, continued
from verify.values.majorant import Unbounded

BITS = 128
"""Integrals are evaluated at no more than this many bits."""
LEAST_BITS = 64
EVALUATIONS = 20_000
"""The integrand of one integral is evaluated at most about this often."""
_FURTHEST = 2048
_CELLS = 32
_KEPT = 2000
_cache: dict[Any, Any] = {}
_LARGE, _LOGARITHM = "t#", "y#"
_NOT_BOUNDED = ("the integrand is not shown to be bounded between the ends of its integral; write one integral for "
                "each part between the points where it is not, or state an antiderivative F: diff(F, x) == …")
Value = Callable[[Any, Mapping[str, Any]], Any]


class _Costly(Exception):
    """An integral takes more evaluations than it may."""

    def __str__(self) -> str:
        return f"an integral that takes more than {EVALUATIONS} evaluations of its integrand"


@dataclass(frozen=True, slots=True)
class _Integrand:
    """A body in the variable ``name`` at an instance, with its value function."""

    body: Any
    name: str
    environment: Mapping[str, Any]
    value: Value

    def at(self, point: Any) -> Any:
        """The value at a real number."""
        return self.value(self.body, {**self.environment, self.name: point})

    def continued(self) -> Continued:
        """The body on complex balls."""
        return continued(self.body, self.name, self.environment, self.value)


def integrate(tree: Any, environment: Mapping[str, Any], value: Value) -> Any:
    """Return the ball of an integral at an instance.

    Raises Undefined where it diverges, Unproven where only an estimate is at hand, Unevaluable where not even that.
    """
    if len(tree.limits) != 1 or len(tree.limits[0]) != 3:
        raise Unevaluable("an integral without ends, or over several variables; state one integral inside another")
    variable, low, high = tree.limits[0]
    ends = [_end(bound, environment, value) for bound in (low, high)]
    inner = {name: entry for name, entry in environment.items() if name != variable.name}
    integrand = _Integrand(tree.function, variable.name, inner, value)
    if any(isinstance(end, Dual) for end in ends) or _depends(tree.function, variable.name, inner):
        return _differentiated(integrand, ends)
    key = _key(tree, inner, ends)
    if key is None or key not in _cache:
        found = _at_most(BITS, integrand, ends)
        if key is None:
            return found
        if len(_cache) >= _KEPT:
            _cache.clear()
        _cache[key] = found
    return _cache[key]


def _at_most(bits: int, integrand: _Integrand, ends: list[Any]) -> Any:
    """An integral at no more than so many bits, or at fewer where the evaluations do not suffice."""
    before, ctx.prec = ctx.prec, min(ctx.prec, bits)
    try:
        return _between(integrand, *ends)
    except _Costly:
        if ctx.prec <= LEAST_BITS:
            raise Unevaluable(str(_Costly())) from None
    finally:
        ctx.prec = before
    return _at_most(LEAST_BITS, integrand, ends)


def _end(bound: Any, environment: Mapping[str, Any], value: Value) -> Any:
    if bound in (sympy.oo, -sympy.oo):
        return arb.pos_inf() if bound is sympy.oo else arb.neg_inf()
    found = value(bound, environment)
    return found if isinstance(found, Dual) else number.real(found)


def _depends(body: Any, name: str, environment: Mapping[str, Any]) -> bool:
    return any(_is_dual(environment.get(other)) for other in names(body) - {name})


def _is_dual(entry: Any) -> bool:
    return isinstance(entry, Dual) or (isinstance(entry, list) and any(map(_is_dual, entry)))


def _key(tree: Any, environment: Mapping[str, Any], ends: list[Any]) -> Any:
    used = tuple(sorted((name, environment[name]) for name in names(tree) if name in environment))
    plain = all(isinstance(entry, int | Fraction | fmpq | tuple) for _, entry in used)
    exact = all(isinstance(end, fmpq) or not end.is_finite() for end in ends)
    return (tree, repr(used), repr(ends), min(ctx.prec, BITS), digits()) if plain and exact else None


def _differentiated(integrand: _Integrand, ends: list[Any]) -> Any:
    """The derivative by an end is the integrand there; by anything else it is left to the author."""
    if _depends(integrand.body, integrand.name, integrand.environment):
        raise Unevaluable("the derivative of an integral by a variable of its integrand; write the derivative inside")
    level = latest(ends)
    (low, p), (high, q) = (parts(end, level) for end in ends)
    slope = _continuous(integrand, high) * q - _continuous(integrand, low) * p
    fixed = [sympy.Dummy(name) for name in ("low", "high")]
    whole = sympy.Basic.__new__(sympy.Integral, integrand.body, sympy.Tuple(sympy.Symbol(integrand.name), *fixed))
    inner = {**integrand.environment, **{symbol.name: end for symbol, end in zip(fixed, (low, high), strict=True)}}
    return Dual(level, integrate(whole, inner, integrand.value), slope)


def _continuous(integrand: _Integrand, end: Any) -> Any:
    """The integrand at an end where it is shown to be continuous: there its slope is known from one side."""
    if isinstance(end, arb) and not end.is_finite():
        return fmpq(0)
    level = Level()
    found = integrand.value(integrand.body, {**integrand.environment, integrand.name: Dual(level, end, fmpq(1))})
    if level.kinked:
        raise Unevaluable("the derivative of an integral at an end where its integrand has a kink or jump")
    return parts(found, level)[0]


def _between(integrand: _Integrand, low: Any, high: Any) -> Any:
    if low == high:
        return fmpq(0)
    if low > high:
        return -_between(integrand, high, low)
    if not low < high:
        raise Indeterminate("the ends of an integral, whose order is not known")
    try:
        return _rigorous(integrand, low, high)
    except Unbounded as problem:
        if digits():
            return estimate(integrand.at, low, high)
        raise Unproven(f"an integral for which {problem}; an antiderivative F can decide it, stated as "
                       f"diff(F, {integrand.name}) == …") from None


def _rigorous(integrand: _Integrand, low: Any, high: Any) -> Any:
    """Cut off the ends that are improper; the middle is regular or refused."""
    function = integrand.continued()
    pieces = []
    improper = [not end.is_finite() if isinstance(end, arb) and not end.is_finite() else not _regular(function, end)
                for end in (low, high)]
    cut_low, cut_high = _cuts(low, high, *improper)
    if improper[0]:
        pieces.append(_improper(integrand, low, cut_low, side=1))
    if improper[1]:
        pieces.append(_improper(integrand, high, cut_high, side=-1))
    empty = cut_low == cut_high
    if not empty:
        pieces.append(_regular_part(function, cut_low, cut_high))
    return sum(pieces[1:], pieces[0])


def _regular(function: Continued, end: Any) -> bool:
    return bool(function(acb(number.ball(end)), False).is_finite())


def _cuts(low: Any, high: Any, low_improper: bool, high_improper: bool) -> tuple[Any, Any]:
    """Where the improper ends are cut off: one unit from a finite end or from 0, or in the middle between them."""
    finite_low, finite_high = (number.ball(end).is_finite() for end in (low, high))
    if finite_low and finite_high:
        middle = (low + high) / 2
        return (middle if low_improper else low), (middle if high_improper else high)
    if finite_low:
        return (low + 1 if low_improper else low), (_beyond(low) + 1)
    if finite_high:
        return -(_beyond(-high) + 1), (high - 1 if high_improper else high)
    return fmpq(-1), fmpq(1)


def _beyond(end: Any) -> Any:
    """An integer above 0 and above a finite end."""
    return max(fmpq(number.ball(end).upper().ceil().unique_fmpz()), fmpq(0)) + 1


def _regular_part(function: Continued, low: Any, high: Any) -> Any:
    found = _integral(function, acb(number.ball(low)), acb(number.ball(high)))
    if not found.is_finite():
        raise Unevaluable(_NOT_BOUNDED)
    return _real_where_shown(function, number.ball(low), number.ball(high), found)


def _integral(function: Continued, low: Any, high: Any) -> Any:
    """Accurate to so many bits of 1; once more, to so many bits of its value, where that is small."""
    found = _accurate(function, low, high, arb(1))
    size = found.abs_upper() if found.is_finite() else arb(0)
    small = 0 < size < arb(2) ** -(ctx.prec // 4)
    return _accurate(function, low, high, size) if small else found


def _accurate(function: Continued, low: Any, high: Any, size: Any) -> Any:
    count = [0]

    def counted(z: Any, analytic: bool) -> Any:
        count[0] += 1
        return function(z, analytic)

    try:
        found = acb.integral(counted, low, high, abs_tol=size * arb(2) ** -ctx.prec, eval_limit=EVALUATIONS)
    finally:
        work.charge(2 * count[0])
    radius = found.real.rad().max(found.imag.rad())
    rough = not found.is_finite() or radius > arb(2) ** -20 * size.max(abs(found.mid()))
    if rough and count[0] >= EVALUATIONS - 1000:
        raise _Costly
    return found


def _real_where_shown(function: Continued, low: Any, high: Any, found: Any) -> Any:
    """The real part, where the integrand is shown to be real between the ends."""
    step = (high - low) / _CELLS
    cells = ((low + k * step).union(low + (k + 1) * step) for k in range(_CELLS))
    return found.real if all(function(acb(cell), False).imag.is_zero() for cell in cells) else found


def _improper(integrand: _Integrand, end: Any, cut: Any, side: int) -> Any:
    """The part between an improper end and a cut, as ∫_T^∞ F(t) dt with F ≥ N bounded by its growth."""
    t = sympy.Symbol(_LARGE, positive=True)
    environment = {**integrand.environment, "end#": end, "side#": side}
    infinite = not number.ball(end).is_finite()
    if infinite:
        x, scale, start = sympy.Mul(-side, t, evaluate=False), sympy.S.One, number.ball(cut * -side)
    else:
        inverse = sympy.Pow(t, sympy.S.NegativeOne, evaluate=False)
        x = sympy.Add(sympy.Symbol("end#"), sympy.Mul(side, inverse, evaluate=False), evaluate=False)
        x = sympy.Mul(side, inverse, evaluate=False) if number.is_exact(end) and end == 0 else x
        scale, start = sympy.Pow(t, sympy.Integer(-2), evaluate=False), 1 / abs(number.ball(cut - end))
    body = sympy.Mul(put(integrand.body, {integrand.name: x}), scale, evaluate=False)
    moved = _Integrand(body, _LARGE, environment, integrand.value)
    return _up_to_infinity(moved, start)


def _up_to_infinity(moved: _Integrand, start: Any) -> Any:
    last, rest = _last(moved, start)
    y = sympy.Symbol(_LOGARITHM, real=True)
    body = far_out(sympy.Mul(moved.body, sympy.Symbol(_LARGE), evaluate=False), _LARGE, y,
                   lambda part: moved.value(part, moved.environment))
    function = continued(body, _LOGARITHM, moved.environment, moved.value)
    low, high = start.log(), last.log()
    found = _integral(function, acb(low), acb(high))
    if not found.is_finite():
        raise Unbounded("the integrand falls too slowly")
    return _real_where_shown(function, low, high, found) + arb(0, rest.upper())


def _last(moved: _Integrand, start: Any) -> tuple[Any, Any]:
    """Return N and the bound of the tail from N on, N as small as makes the tail negligible."""
    power, best, problem = 1, None, "the tail has no known bound"
    while power <= _FURTHEST:
        last = start * arb(2) ** power
        try:
            rest = tail(moved.body, Place(_LARGE, last, moved.environment, moved.value))
        except Unbounded as found:
            problem = str(found)
        else:
            best = (last, rest)
            if rest < arb(2) ** -(ctx.prec + 8):
                break
        power += 1 + power // 8
    if best is None:
        raise Unbounded(problem)
    return best
