"""Slope: the partial derivatives of the functions of a formula, as numbers at a point.

One line a function: for each argument, its partial derivative from the values of the arguments.  The symbolic table in
:mod:`verify.symbolic.derivative` is another route to the same and shares nothing with this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy
from flint import acb, arb, fmpq

from verify.errors import Unevaluable
from verify.formulas import node
from verify.values import number

Apply = Callable[..., Any]
_ONE, _HALF, _MINUS = fmpq(1), fmpq(1, 2), fmpq(-1)


def partial(function: Any, place: int, values: Sequence[Any], apply: Apply, power: Apply) -> Any:
    """Return ∂function/∂(argument number ``place``) at numbers, computed with ``apply(class, …)`` and ``power``.

    Raises Unevaluable where no derivative is known.
    """
    rules = _RULES.get(function, ())
    rule = rules[place] if place < len(rules) else None
    if rule is None:
        raise Unevaluable(f"the derivative of {function.__name__} is not known here")
    return rule(_Table(apply, power), *values)


class _Table:
    """The functions and powers that partial derivatives are made of."""

    def __init__(self, apply: Apply, power: Apply) -> None:
        self.of, self.power = apply, power

    def inverse(self, x: Any) -> Any:
        """1/x."""
        return self.power(x, _MINUS)

    def arc(self, x: Any) -> Any:
        """(1 − x²)^(−1/2) for −1 < x < 1."""
        _real_domain(x, lambda point: 1 - point * point)
        return self.power(1 - x * x, -_HALF)


def _real_domain(x: Any, positive: Callable[[Any], Any]) -> None:
    """Refuse points where ``positive`` is not: on their cuts arc functions have the root of another sign."""
    while hasattr(x, "value"):
        x = x.value
    if isinstance(x, acb) or number.sign(positive(x)) < 0:
        raise Unevaluable("the derivative of an arc function outside its real domain")


def _acosh(t: _Table, x: Any) -> Any:
    _real_domain(x, lambda point: point - 1)
    return t.power(x * x - 1, -_HALF)


def _gamma(t: _Table, x: Any) -> Any:
    return t.of(sympy.gamma, x) * t.of(node.digamma, x)


def _bessel(function: Any, sign: int) -> Callable[..., Any]:
    return lambda t, n, x: (t.of(function, n - 1, x) + t.of(function, n + 1, x) * sign) * _HALF


def _gauss(sign: int) -> Callable[..., Any]:
    def rule(t: _Table, x: Any) -> Any:
        return t.of(sympy.exp, -(x * x)) * 2 * sign * t.power(arb.pi(), -_HALF)

    return rule


_RULES: dict[Any, tuple[Callable[..., Any] | None, ...]] = {
    sympy.exp: (lambda t, x: t.of(sympy.exp, x),),
    sympy.log: (lambda t, x: t.inverse(x),),
    sympy.sin: (lambda t, x: t.of(sympy.cos, x),),
    sympy.cos: (lambda t, x: -t.of(sympy.sin, x),),
    sympy.tan: (lambda t, x: t.power(t.of(sympy.cos, x), fmpq(-2)),),
    sympy.cot: (lambda t, x: -t.power(t.of(sympy.sin, x), fmpq(-2)),),
    sympy.sec: (lambda t, x: t.of(sympy.sec, x) * t.of(sympy.tan, x),),
    sympy.csc: (lambda t, x: -(t.of(sympy.csc, x) * t.of(sympy.cot, x)),),
    sympy.asin: (lambda t, x: t.arc(x),),
    sympy.acos: (lambda t, x: -t.arc(x),),
    sympy.atan: (lambda t, x: t.inverse(x * x + 1),),
    sympy.sinh: (lambda t, x: t.of(sympy.cosh, x),),
    sympy.cosh: (lambda t, x: t.of(sympy.sinh, x),),
    sympy.tanh: (lambda t, x: t.power(t.of(sympy.cosh, x), fmpq(-2)),),
    sympy.asinh: (lambda t, x: t.power(x * x + 1, -_HALF),),
    sympy.acosh: (_acosh,),
    sympy.atanh: (lambda t, x: t.inverse(1 - x * x),),
    sympy.erf: (_gauss(1),),
    sympy.erfc: (_gauss(-1),),
    sympy.gamma: (_gamma,),
    sympy.loggamma: (lambda t, x: t.of(node.digamma, x),),
    sympy.factorial: (lambda t, x: _gamma(t, x + 1),),
    sympy.harmonic: (lambda t, x: t.of(node.polygamma, _ONE, x + 1),),
    sympy.binomial: (
        lambda t, n, k: t.of(sympy.binomial, n, k) * (t.of(node.digamma, n + 1) - t.of(node.digamma, n - k + 1)),
        lambda t, n, k: t.of(sympy.binomial, n, k) * (t.of(node.digamma, n - k + 1) - t.of(node.digamma, k + 1))),
    node.digamma: (lambda t, x: t.of(node.polygamma, _ONE, x),),
    node.polygamma: (None, lambda t, m, x: t.of(node.polygamma, m + 1, x)),
    sympy.besseli: (None, _bessel(sympy.besseli, 1)),
    sympy.besselj: (None, _bessel(sympy.besselj, -1)),
    sympy.LambertW: (lambda t, x: t.inverse(t.of(sympy.exp, t.of(sympy.LambertW, x)) * (t.of(sympy.LambertW, x) + 1)),),
    sympy.beta: (lambda t, a, b: t.of(sympy.beta, a, b) * (t.of(node.digamma, a) - t.of(node.digamma, a + b)),
                 lambda t, a, b: t.of(sympy.beta, a, b) * (t.of(node.digamma, b) - t.of(node.digamma, a + b))),
}
