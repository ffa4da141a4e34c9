"""Ring: fractions of exact rational polynomials in generators that may obey relations, as values that cannot be seen.

An :class:`Indeterminate` stands for an arbitrary number in a computation: it can be added, multiplied and divided, and
nothing else.  Every question about its value (a comparison, a truth value, a hash, a conversion) raises TypeError, so
that a function which branches on its input is never decided from one branch.

A generator g may obey a relation g^q = r with r in the ring, such as i² = −1, s² = 2 or cos² = 1 − sin²; numerators and
denominators are kept reduced.  Arithmetic is python-flint's ``fmpq_mpoly``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np
from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz

from verify.errors import Unevaluable, shorten

ANY = frozenset((-1, 0, 1))
"""The signs that a real number of unknown sign may have."""
_ROUNDS = 60
"""How often one polynomial is reduced before the reduction is given up."""


@dataclass(slots=True, eq=False)
class Generator:
    """A generator: what it stands for and what is known of its values.

    ``relation`` is (q, r) for g^q = r; ``signs`` are the possible signs of a real generator; ``low`` and ``high`` are
    rational bounds; ``meaning`` is what a rule needs to know again, such as the argument of a logarithm.
    """

    index: int
    kind: str
    meaning: Any
    real: bool = False
    integer: bool = False
    signs: frozenset[int] = ANY
    low: Any = None
    high: Any = None
    names: frozenset[str] = frozenset()
    relation: tuple[int, Any] | None = None


@dataclass(slots=True, eq=False)
class Algebra:
    """The generators met so far, the largest number of terms, the work allowed and done, and what was divided by."""

    limit: int = 200_000
    work: int = 40_000_000
    done: int = 0
    generators: list[Generator] = field(default_factory=list)
    divisors: list[Any] = field(default_factory=list)
    context: Any = field(default_factory=lambda: _context(8))

    def generator(self, kind: str, meaning: Any = None, **facts: Any) -> Indeterminate:
        """Add a generator and return it as an element."""
        new = Generator(len(self.generators), kind, meaning, **facts)
        self.generators.append(new)
        while len(self.generators) > self.context.nvars():
            self.context = _context(2 * self.context.nvars())
        return Indeterminate(self, self.context.gen(new.index), self.context.constant(1))

    def constant(self, value: int | Fraction | Any) -> Indeterminate:
        """Return a rational number as an element."""
        number = value if isinstance(value, fmpq) else fmpq(value.numerator, value.denominator)
        return Indeterminate(self, self.context.constant(number), self.context.constant(1))


def _context(size: int) -> Any:
    return fmpq_mpoly_ctx.get(tuple(f"g{k}" for k in range(size)), Ordering.lex)


def _refuse(*_: Any) -> NoReturn:
    raise TypeError("an indeterminate has no value to look at")


@dataclass(frozen=True, slots=True, eq=False)
class Indeterminate:
    """An element of an algebra; immutable.

    >>> x = Algebra().generator("variable")
    >>> vanishes((x + 1) ** 2 - x * x - 2 * x - 1)
    True
    >>> x == x
    Traceback (most recent call last):
    ...
    TypeError: an indeterminate has no value to look at
    """

    _algebra: Algebra
    _top: Any
    _bottom: Any

    def __add__(self, other: Any) -> Indeterminate:
        right = _lift(self._algebra, other)
        if right is None:
            return NotImplemented
        (a, b), (c, d) = parts(self), parts(right)
        if b == d:
            self._algebra.done += 100 + len(a) + len(c)
            return quotient(self._algebra, a + c, b)
        _check_size(self._algebra, a, d)
        _check_size(self._algebra, c, b)
        return quotient(self._algebra, a * d + c * b, b * d)

    def __mul__(self, other: Any) -> Indeterminate:
        right = _lift(self._algebra, other)
        if right is None:
            return NotImplemented
        (a, b), (c, d) = parts(self), parts(right)
        _check_size(self._algebra, a, c)
        _check_size(self._algebra, b, d)
        return quotient(self._algebra, a * c, b if d.is_one() else b * d)

    def __neg__(self) -> Indeterminate:
        return Indeterminate(self._algebra, -self._top, self._bottom)

    def __pos__(self) -> Indeterminate:
        return self

    def __sub__(self, other: Any) -> Indeterminate:
        right = _lift(self._algebra, other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: Any) -> Indeterminate:
        return (-self) + other

    def __truediv__(self, other: Any) -> Indeterminate:
        right = _lift(self._algebra, other)
        if right is None:
            return NotImplemented
        return self * _inverse(right)

    def __rtruediv__(self, other: Any) -> Indeterminate:
        left = _lift(self._algebra, other)
        return NotImplemented if left is None else left * _inverse(self)

    def __pow__(self, exponent: Any) -> Indeterminate:
        if isinstance(exponent, bool) or not isinstance(exponent, int | np.integer | fmpz):
            return NotImplemented
        base = self if exponent >= 0 else _inverse(self)
        return _natural_power(base, abs(int(exponent)))

    __radd__ = __add__
    __rmul__ = __mul__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __bool__ = __hash__ = __float__ = __int__ = __index__ = __complex__ = _refuse
    __abs__ = __round__ = __floor__ = __ceil__ = __trunc__ = _refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __rpow__ = _refuse

    def __repr__(self) -> str:
        return "an indeterminate"


def _lift(algebra: Algebra, value: Any) -> Indeterminate | None:
    if isinstance(value, Indeterminate):
        return value if value._algebra is algebra else None
    if isinstance(value, int | Fraction | fmpq):
        return algebra.constant(value)
    if isinstance(value, np.integer | fmpz):
        return algebra.constant(int(value))
    return None


def parts(element: Indeterminate) -> tuple[Any, Any]:
    """Return numerator and denominator over the algebra's present generators."""
    context = element._algebra.context
    top, bottom = element._top, element._bottom
    if top.context() is not context:
        top = top.project_to_context(context)
    if bottom.context() is not context:
        bottom = bottom.project_to_context(context)
    return top, bottom


def _check_size(algebra: Algebra, left: Any, right: Any) -> None:
    """Refuse products that are too large, and more work than is allowed; an operation counts at least 100."""
    algebra.done += 100 + len(left) * len(right)
    if algebra.done > algebra.work:
        raise Unevaluable("more work than is allowed in a normal form")
    if min(len(left), len(right)) > 1 and len(left) * len(right) > 4 * algebra.limit:
        raise Unevaluable(f"more than {algebra.limit} terms")


def _inverse(element: Indeterminate) -> Indeterminate:
    top, bottom = parts(element)
    if not top.is_constant():
        element._algebra.divisors.append(element)
        if not regular(element):
            raise Unevaluable("a division by what the relations of its parts may make 0")
    return quotient(element._algebra, bottom, top)


def regular(element: Indeterminate) -> bool:
    """Tell whether an element is no divisor of zero: its norm, down to generators without relations, is not 0.

    Where s² = 1 neither 1 + s nor 1 − s is 0, but their product is, so that nothing may be divided by either.

    >>> algebra = Algebra()
    >>> s = algebra.generator("variable")
    >>> algebra.generators[0].relation = (2, algebra.constant(1))
    >>> regular(s + 2), regular(s + 1)
    (True, False)
    """
    algebra, norm = element._algebra, fresh(element)._top
    for _ in range(2 * len(algebra.generators) + 1):
        if len(norm) == 1:
            return True
        bound = [g for g in algebra.generators if g.relation is not None and norm.degrees()[g.index] > 0]
        if norm.is_zero() or not bound:
            return not norm.is_zero()
        degree, value = bound[-1].relation  # type: ignore[misc]
        above, below = parts(value)
        _check_size(algebra, norm, norm)
        norm = norm.resultant(algebra.context.gen(bound[-1].index) ** degree * below - above, bound[-1].index)
        norm = fresh(Indeterminate(algebra, norm, algebra.context.constant(1)))._top
    return False


def _natural_power(base: Indeterminate, exponent: int) -> Indeterminate:
    """Square and multiply, so that relations are applied on the way."""
    if exponent > 10_000:
        raise Unevaluable(f"the exponent {shorten(exponent)} in a normal form")
    result = base._algebra.constant(1)
    square = base
    while exponent:
        if exponent & 1:
            result = result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result


def quotient(algebra: Algebra, top: Any, bottom: Any) -> Indeterminate:
    """Return top/bottom, reduced by the relations and in lowest terms with a monic denominator."""
    for _ in range(_ROUNDS):
        top, below = _reduce(algebra, top)
        bottom, above = _reduce(algebra, bottom)
        if below is None and above is None:
            break
        top = top if above is None else top * above
        bottom = bottom if below is None else bottom * below
    else:
        raise Unevaluable("relations that do not settle")
    if bottom.is_zero():
        raise ZeroDivisionError("a denominator that is identically 0")
    if len(top) > algebra.limit or len(bottom) > algebra.limit:
        raise Unevaluable(f"more than {algebra.limit} terms")
    if bottom.is_one():
        return Indeterminate(algebra, top, bottom)
    if top.is_zero():
        return Indeterminate(algebra, top, algebra.context.constant(1))
    if not bottom.is_constant():
        common = top.gcd(bottom)
        if not common.is_constant():
            top, bottom = top / common, bottom / common
    leading = bottom.leading_coefficient()
    return Indeterminate(algebra, top / leading, bottom / leading)


def _reduce(algebra: Algebra, polynomial: Any) -> tuple[Any, Any]:
    """Apply the first relation that applies; return the new polynomial and the factor it was multiplied by, or None."""
    related = [generator for generator in algebra.generators if generator.relation is not None]
    if not related or polynomial.is_constant():
        return polynomial, None
    degrees = polynomial.degrees()
    for generator in reversed(related):
        assert generator.relation is not None
        if degrees[generator.index] >= generator.relation[0]:
            return _rewrite(algebra, polynomial, generator)
    return polynomial, None


def _rewrite(algebra: Algebra, polynomial: Any, generator: Generator) -> tuple[Any, Any]:
    assert generator.relation is not None
    degree, value = generator.relation
    above, below = parts(value)
    buckets: dict[int, dict[tuple[int, ...], Any]] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        times, rest = divmod(exponents[generator.index], degree)
        key = (*exponents[: generator.index], rest, *exponents[generator.index + 1 :])
        buckets.setdefault(times, {})[key] = coefficient
    most = max(buckets)
    total = algebra.context.constant(0)
    for times, terms in buckets.items():
        part = algebra.context.from_dict(terms)
        _check_size(algebra, part, above)
        total = total + part * above**times * below ** (most - times)
    return total, below**most


def fresh(element: Indeterminate) -> Indeterminate:
    """Return the element reduced by the relations known now."""
    top, bottom = parts(element)
    return quotient(element._algebra, top, bottom)


def vanishes(element: Indeterminate) -> bool:
    """Tell whether an element is zero in the ring, hence wherever every denominator is non-zero."""
    return bool(fresh(element)._top.is_zero())


def partial(element: Indeterminate, index: int) -> Indeterminate:
    """Return the formal derivative of an element by the generator of an index.

    >>> x = Algebra().generator("variable")
    >>> vanishes(partial(x**3 / (x + 1), 0) * (x + 1) ** 2 - 2 * x**3 - 3 * x**2)
    True
    """
    top, bottom = parts(element)
    slope = top.derivative(index) * bottom - top * bottom.derivative(index)
    return quotient(element._algebra, slope, bottom * bottom)


def rational(element: Indeterminate) -> Any | None:
    """Return a constant element's value as ``fmpq``, else None."""
    top, bottom = element._top, element._bottom
    if not (top.is_constant() and bottom.is_constant()):
        return None
    return fmpq(0) if top.is_zero() else top.leading_coefficient() / bottom.leading_coefficient()
