"""Series: sums and products of field elements with symbolic bounds, as atoms that are linear and shift by single terms.

A sum over low..high is 0 where high < low.  Rules that use high ≥ low − 1 apply only where that is proven: Σ 1 =
high − low + 1, Σ k^j by Bernoulli polynomials, and Σ_{low}^{high+1} = Σ_{low}^{high} + the last term.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import fmpq, fmpq_poly

from verify.errors import Undefined, Unevaluable
from verify.symbolic.combinatorial import factorial
from verify.symbolic.field import Field, atom, deepest, index, is_integral, is_real, names, only, single, split
from verify.symbolic.monomial import denominator, factors
from verify.symbolic.power import power
from verify.symbolic.ring import Indeterminate, rational, vanishes
from verify.symbolic.sign import non_negative, signs
from verify.symbolic.substitution import MAKERS, substitute

_LISTED = 2000
_SHIFT = 60


def listed(low: Indeterminate, high: Indeterminate) -> range | None:
    """Return the range of a sum whose bounds are integers, or None."""
    first, last = rational(low), rational(high)
    if first is None or last is None:
        return None
    if first.q != 1 or last.q != 1:
        raise Unevaluable("a sum whose bounds are not integers")
    if last - first > _LISTED:
        raise Unevaluable(f"a sum of more than {_LISTED} terms in a normal form")
    return range(int(first.p), int(last.p) + 1)


def depends(element: Indeterminate, bound: Indeterminate) -> bool:
    """Tell whether an element depends on a bound index."""
    return bool(names(element) & names(bound))


def total(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
          ) -> Indeterminate:
    """Return Σ body over bound = low..high for symbolic bounds."""
    _check_bounds(low, high)
    bottom, outside = denominator(body), field.constant(1)
    if not depends(bottom, bound):
        outside, body = 1 / bottom, body * bottom
    result = field.constant(0)
    for coefficient, basis in split(body):
        free, bounded = _separate(basis, bound)
        result = result + free * coefficient * _basic(field, bounded, bound, low, high)
    return result * outside


def _check_bounds(low: Indeterminate, high: Indeterminate) -> None:
    if not (is_integral(low) and is_integral(high)):
        raise Unevaluable("a sum whose bounds are not known to be integers")


def _separate(basis: Indeterminate, bound: Indeterminate) -> tuple[Indeterminate, Indeterminate]:
    """Write a basis element as (free of the index) · (made of factors that depend on it)."""
    constant, parts = factors(basis)
    free, bounded = basis * 0 + constant, basis * 0 + 1
    for factor, exponent in parts:
        if depends(factor, bound):
            bounded = bounded * factor**exponent
        else:
            free = free * factor**exponent
    return free, bounded


def _basic(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
           ) -> Indeterminate:
    body, bound = _outermost(field, body, bound, low, high)
    sifted = _sifted(field, body, bound, low, high)
    if sifted is not None:
        return sifted
    count = high - low + 1
    if non_negative(field, count):
        degree = _degree(body, bound)
        if degree is not None:
            return _power_sum(degree, high) - _power_sum(degree, low - 1)
        closed = _geometric(field, body, bound, low, high)
        if closed is not None:
            return closed
        shifted = _shifted(field, body, bound, low, high, kind="sum")
        if shifted is not None:
            made, terms_between, direction = shifted
            for term in terms_between:
                made = made + term * direction
            return made
    return _atom(field, body, bound, low, high, kind="sum")


def _outermost(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
               ) -> tuple[Indeterminate, Indeterminate]:
    """The body and its index at the least depth below the indices it depends on, so that equal sums are one atom."""
    place = index(field, 1 + deepest(names(body, low, high) - names(bound)), low)
    return (body, bound) if names(place) == names(bound) else (substitute(field, body, bound, place), place)


def _atom(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate, *,
          kind: str) -> Indeterminate:
    facts: dict[str, Any] = {"real": is_real(body)}
    found = signs(field, body)
    if found is not None and found <= {0, 1}:
        certain = kind == "product" or (0 not in found and non_negative(field, high - low))
        facts["signs"] = found if certain else frozenset((0, 1))
    made = atom(field, kind, (body, bound, low, high), **facts)
    only(made).names = names(low, high) | (names(body) - names(bound))
    return made


def _sifted(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
            ) -> Indeterminate | None:
    """Σ δ(k, j)·f(k) = f(j), where j is shown to be an integer of the range."""
    for factor, exponent in factors(body)[1]:
        delta = single(factor)
        if delta is None or delta.kind != "KroneckerDelta" or not depends(factor, bound) or exponent < 1:
            continue
        for place in (bound - delta.meaning[0], bound + delta.meaning[0]):
            inside = (not depends(place, bound) and is_integral(place) and non_negative(field, place - low)
                      and non_negative(field, high - place))
            if inside:
                try:
                    return substitute(field, body / factor**exponent, bound, place)
                except (Unevaluable, Undefined, ZeroDivisionError):
                    return None
    return None


def _geometric(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
               ) -> Indeterminate | None:
    """Σ r^k = (r^(high+1) − r^low)/(r − 1) for a constant rational ratio r ≠ 1 of successive terms."""
    try:
        following = substitute(field, body, bound, bound + 1)
        ratio = rational(following / body)
        if ratio is None or ratio == 1:
            return None
        ends = [substitute(field, body, bound, end) for end in (high + 1, low)]
    except (Unevaluable, Undefined, ZeroDivisionError):
        return None
    return (ends[0] - ends[1]) / (ratio - 1)


def _degree(body: Indeterminate, bound: Indeterminate) -> int | None:
    """Return j if the body is the j-th power of the index, else None."""
    if rational(body) == 1:
        return 0
    value = body
    for degree in range(1, 13):
        value = value / bound
        if rational(value) == 1:
            return degree
    return None


@lru_cache(maxsize=32)
def _sum_polynomial(degree: int) -> Any:
    """The polynomial S with S(n) − S(n − 1) = n^degree and S(0) = 0."""
    shifted = fmpq_poly.bernoulli_poly(degree + 1)(fmpq_poly([1, 1]))
    return (shifted - shifted(fmpq(0))) / (degree + 1)


def _power_sum(degree: int, end: Indeterminate) -> Indeterminate:
    result = end * 0
    for coefficient in reversed(_sum_polynomial(degree).coeffs()):
        result = result * end + coefficient
    return result


def _shifted(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate, *,
             kind: str) -> tuple[Indeterminate, list[Indeterminate], int] | None:
    """Find the same sum with another upper end: the atom, the terms between, and whether they are added or removed."""
    for (other_body, other_bound, other_low, other_high), made in field.atoms.get(kind, []):
        step = rational(high - other_high)
        if step is None or step.q != 1 or abs(step) > _SHIFT or names(other_bound) != names(bound):
            continue
        same = vanishes(other_body - body) and vanishes(other_low - low)
        if not same or not non_negative(field, other_high - low + 1):
            continue
        start, direction = (other_high, 1) if step > 0 else (high, -1)
        try:
            between = [substitute(field, body, bound, start + k) for k in range(1, abs(int(step.p)) + 1)]
        except (Unevaluable, Undefined, ZeroDivisionError):
            continue
        return made, between, direction
    return None


def product(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
            ) -> Indeterminate:
    """Return Π body over bound = low..high for symbolic bounds."""
    _check_bounds(low, high)
    body, bound = _outermost(field, body, bound, low, high)
    count = high - low + 1
    if not non_negative(field, count):
        return _atom(field, body, bound, low, high, kind="product")
    constant, parts = factors(body)
    result = power(field, field.constant(constant), count)
    for factor, exponent in parts:
        value = (_basic_product(field, factor, bound, low, high) if depends(factor, bound)
                 else power(field, factor, count))
        result = result * value**exponent
    return result


def _basic_product(field: Field, body: Indeterminate, bound: Indeterminate, low: Indeterminate, high: Indeterminate,
                   ) -> Indeterminate:
    offset = body - bound
    first = low + offset
    if not depends(offset, bound) and is_integral(offset) and non_negative(field, first - 1):
        return factorial(field, high + offset) / factorial(field, first - 1)
    shifted = _shifted(field, body, bound, low, high, kind="product")
    if shifted is None:
        return _atom(field, body, bound, low, high, kind="product")
    made, between, direction = shifted
    for term in between:
        if vanishes(term):
            return _atom(field, body, bound, low, high, kind="product")
        made = made * term**direction
    return made


MAKERS["sum"] = total
MAKERS["product"] = product
