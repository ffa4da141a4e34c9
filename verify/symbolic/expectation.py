"""Expectation: the mean of an element over the points x of the cube {−1, 1}^n, for symbolic n, by joint cumulants.

The signs x_1, …, x_n are independent, so the joint cumulant of linear forms L_r = Σ_k c_r(k)·x_k is
κ(L_r : r ∈ B) = κ_|B| · Σ_k Π_{r ∈ B} c_r(k), where κ_m is the m-th cumulant of one sign, and
E Π_r L_r is the sum over all set partitions of the factors of the product of the cumulants of their blocks.  An entry
x_p is the form with c(k) = 1 where k = p, else 0.  (Leonov and Shiryaev, On a method of calculation of semi-invariants,
1959.)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import sympy
from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.assumption import Known, Range
from verify.symbolic.entry import entry, indexed
from verify.symbolic.field import Field, index, names, single
from verify.symbolic.monomial import denominator, element_of, numerator, terms
from verify.symbolic.ring import Generator, Indeterminate, rational, vanishes
from verify.symbolic.rule import apply
from verify.symbolic.series import total
from verify.symbolic.substitution import substitute

DEGREE = 12
"""The most linear forms whose product has a mean; the work grows like 3 to this power where all are different."""


@cache
def cumulant(order: int) -> int:
    """Return κ_m of a uniform sign, m! times the coefficient of t^m in log cosh t, for m ≥ 1; odd ones are 0.

    From cosh t · (log cosh t)' = sinh t, that is κ_m = μ_m − Σ_{0<j<m} C(m−1, j−1)·κ_j·μ_{m−j}, with the moments
    μ_m = 1 for even m, else 0.

    >>> [cumulant(m) for m in (1, 2, 4, 6, 8)]
    [0, 1, -2, 16, -272]
    """
    lower = (math.comb(order - 1, j - 1) * cumulant(j) for j in range(order - 2, 0, -2))
    return 0 if order % 2 else 1 - sum(lower)


def cube_known(known: Known, name: str) -> Known:
    """Return what is known once every entry of ``name`` is −1 or 1."""
    sign = Range(True, True, fmpq(-1), fmpq(1), frozenset((-1, 1)), unit=True)
    return Known({**known.ranges, name: sign}, known.relations)


@dataclass(frozen=True, slots=True, eq=False)
class _Form:
    """A linear form: the entry at ``place``, or Σ coefficient(k)·x_k over all k, with ``bound`` for k."""

    place: Indeterminate | None
    coefficient: Indeterminate | None = None
    bound: Indeterminate | None = None


def expectation(field: Field, body: Indeterminate, name: str, size: Indeterminate, depth: int = 0) -> Indeterminate:
    """Return the mean of an element over the points ``name`` of the cube {−1, 1}^size.

    The element is a polynomial in entries and linear forms of the point; sums in the result stand at a nesting depth.
    Raises Unevaluable for any other element.
    """
    bottom = denominator(body)
    if name in names(bottom):
        raise Unevaluable(f"an expectation of a fraction whose denominator depends on {name}")
    result = field.constant(0)
    for coefficient, powers in terms(numerator(body)):
        free = element_of(field.algebra, tuple((g, e) for g, e in powers if name not in g.names)) * coefficient
        bounded = [(_form(field, g, name, size), e) for g, e in powers if name in g.names]
        result = result + free * _moment(field, bounded, size, depth)
    return result / bottom


def _form(field: Field, generator: Generator, name: str, size: Indeterminate) -> _Form:
    """Read a generator as a linear form in the entries of a point."""
    if generator.kind == "variable":
        return _Form(field.constant(generator.meaning[1][0]))
    if indexed(generator.kind) == name and name not in names(*generator.meaning):
        return _Form(generator.meaning[0])
    if generator.kind == "sum":
        body, bound, low, high = generator.meaning
        coefficient = body * entry(field, name, [bound])
        if name not in names(coefficient, low, high) and rational(low) == 1 and vanishes(high - size):
            return _Form(None, coefficient, bound)
    raise Unevaluable(f"an expectation of what is no polynomial in entries and full linear forms of {name}")


def _moment(field: Field, factors: Sequence[tuple[_Form, int]], size: Indeterminate, depth: int) -> Indeterminate:
    """E Π L_r^{e_r}: the first form is in a block B with others; κ(B) times the moment of what is left, over all B."""
    forms = [form for form, _ in factors]
    start = tuple(exponent for _, exponent in factors)
    if sum(start) > DEGREE and sum(start) % 2 == 0 and not _distinct(forms, start):
        raise Unevaluable(f"an expectation of a product of more than {DEGREE} linear forms")
    blocks: dict[tuple[int, ...], Indeterminate] = {}

    @cache
    def moment(counts: tuple[int, ...]) -> Indeterminate:
        if not any(counts) or sum(counts) % 2:
            return field.constant(int(not any(counts)))
        first = next(k for k, count in enumerate(counts) if count)
        result = field.constant(0)
        for block in itertools.product(*(range(int(k == first), count + 1) for k, count in enumerate(counts))):
            if sum(block) % 2 == 0:
                ways = math.prod(math.comb(count - (k == first), chosen - (k == first))
                                 for k, (count, chosen) in enumerate(zip(counts, block, strict=True)))
                if block not in blocks:
                    blocks[block] = _joint(field, forms, block, size, depth)
                rest = moment(tuple(count - chosen for count, chosen in zip(counts, block, strict=True)))
                result = result + blocks[block] * rest * ways
        return result

    return field.constant(0) if _distinct(forms, start) else moment(start)


def _distinct(forms: Sequence[_Form], exponents: Sequence[int]) -> bool:
    """Whether the factors are entries at different constant places, of whose product the mean is 0."""
    places = [None if form.place is None else rational(form.place) for form in forms]
    return bool(forms) and None not in places and max(exponents) == 1


def _joint(field: Field, forms: Sequence[_Form], block: Sequence[int], size: Indeterminate, depth: int,
           ) -> Indeterminate:
    """The joint cumulant of a block, in which each form occurs so often."""
    inside = [(form, count) for form, count in zip(forms, block, strict=True) if count]
    places = [form.place for form, _ in inside if form.place is not None]
    one = field.constant(1)
    at = places[0] if places else index(field, depth, one)
    value = field.constant(cumulant(sum(block)))
    for form, count in inside:
        if form.coefficient is not None and form.bound is not None:
            value = value * _moved(field, form.coefficient, form.bound, at) ** count
    for other in places[1:]:
        value = value * apply(field, sympy.KroneckerDelta, (at, other))
    return value if places else total(field, value, at, one, size)


def _moved(field: Field, coefficient: Indeterminate, bound: Indeterminate, place: Indeterminate) -> Indeterminate:
    first, second = single(bound), single(place)
    return coefficient if first is second else substitute(field, coefficient, bound, place)
