"""Scalar domains: integers, reals, rationals, signs and listed values, and the strategies that draw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, final

import sympy
from flint import ctx, fmpq
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.domains.domain import (
    SIZE,
    Domain,
    Environment,
    bound,
    bound_value,
    closed_form,
    closed_value,
    exact_value,
    needs,
)
from verify.errors import DomainError, Indeterminate
from verify.formulas.formula import is_infinity
from verify.values import number

DEFAULT_WINDOW = 12
"""How many members of an infinite set of integers are listed where the author names no window."""


def _limit(expression: Any, environment: Environment) -> Fraction | None:
    return None if is_infinity(expression) else exact_value(expression, environment)


def _check_order(low: Any, high: Any) -> None:
    if low is sympy.oo or high is -sympy.oo:
        raise DomainError("an empty domain", rule="infinity is not a member", given=(low, high))
    if _above(closed_value(low), closed_value(high)):
        raise DomainError("an empty domain", rule="the lower bound comes first", given=(low, high))


def _above(left: Any, right: Any) -> bool:
    """Whether a bound is certainly larger than another."""
    try:
        return left is not None and right is not None and number.compare(left, right) > 0
    except Indeterminate:
        return False


def _interval(low: Any, high: Any) -> str:
    left = "(-oo" if is_infinity(low) else f"[{low}"
    right = "oo)" if is_infinity(high) else f"{high}]"
    return f"{left}, {right}"


def _sign_assumptions(low: Any, high: Any) -> dict[str, bool]:
    """Only ever assert; SymPy infers the rest."""
    least, most = _facts(low), _facts(high)
    found = [*(least & {"positive"}), *(most & {"negative"}), *(least & {"nonnegative"}), *(most & {"nonpositive"})]
    return {found[0]: True} if found else {}


def _facts(bound: Any) -> set[str]:
    """What is known of a bound's sign; SymPy is asked only where it means by a formula what we mean."""
    value = closed_value(bound)
    if value is not None:
        try:
            return ({"negative"}, {"nonnegative", "nonpositive"}, {"positive"})[number.sign(value) + 1]
        except Indeterminate:
            return set()
    if bound.has(sympy.Sum, sympy.Product, sympy.Piecewise):
        return set()
    return {fact for fact in ("positive", "negative", "nonnegative", "nonpositive") if getattr(bound, f"is_{fact}")}


@final
@dataclass(frozen=True, init=False)
class Integers(Domain):
    """The integers from ``low`` to ``high``; ``window`` is the largest absolute value that is listed and drawn.

    >>> list(Integers(1, sympy.oo, window=4).members({}))
    [1, 2, 3, 4]
    >>> Integers(1, sympy.oo, window=4).window()
    '1..4'
    """

    low: Any
    high: Any
    largest: int | None

    def __init__(self, low: Any = -sympy.oo, high: Any = sympy.oo, *, window: int | None = None) -> None:
        low, high = bound(low, "lower bound"), bound(high, "upper bound")
        _check_order(low, high)
        if window is not None and (isinstance(window, bool) or not isinstance(window, int) or window < 0):
            raise DomainError("the window of Integers", rule="the largest value tried, an int ≥ 0", given=window)
        if window is not None and not number.is_moderate(fmpq(window)):
            raise DomainError("the window of Integers", rule=SIZE)
        if window is not None and _above(closed_value(low), fmpq(window)):
            raise DomainError("the window of Integers", rule=f"it reaches the lower bound {low}", given=window)
        if window is not None and _above(fmpq(-window), closed_value(high)):
            raise DomainError("the window of Integers", rule=f"it reaches the upper bound {high}", given=window)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "largest", window)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return self.low, self.high

    @property
    def assumptions(self) -> dict[str, bool]:
        return {"integer": True, **_sign_assumptions(self.low, self.high)}

    @property
    def finite(self) -> bool:
        return not is_infinity(self.low) and not is_infinity(self.high) and self.largest is None

    def ends(self, environment: Environment, extra: int = 0) -> tuple[int, int]:
        """The least and the largest member of the window, with ``extra`` more where the author named no window."""
        low, high = _limit(self.low, environment), _limit(self.high, environment)
        first = None if low is None else -((-low.numerator) // low.denominator)
        last = None if high is None else high.numerator // high.denominator
        if self.largest is not None:
            first = -self.largest if first is None else first
            last = self.largest if last is None else min(last, self.largest)
            return first, last
        reach = DEFAULT_WINDOW - 1 + extra
        if first is None and last is None:
            return -(DEFAULT_WINDOW // 2) - extra, DEFAULT_WINDOW // 2 + extra
        if first is None:
            return (last or 0) - reach, last or 0
        return first, first + reach if last is None else last

    def members(self, environment: Environment) -> Iterator[int]:
        first, last = self.ends(environment)
        if is_infinity(self.low) and is_infinity(self.high):
            return iter(sorted(range(first, last + 1), key=lambda value: (abs(value), value < 0)))
        return iter(range(last, first - 1, -1) if is_infinity(self.low) else range(first, last + 1))

    def cardinality(self, environment: Environment) -> int:
        first, last = self.ends(environment)
        return max(0, last - first + 1)

    def corners(self, environment: Environment) -> list[int]:
        first, last = self.ends(environment)
        special = [0, 1, -1, 2, first, last, first + 1, last - 1]
        return list(dict.fromkeys(value for value in special if first <= value <= last))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[int]:
        first, last = self.ends(environment)
        if first > last:
            return st.nothing()
        near = st.integers(first, last)
        if not extra or self.finite or self.largest is not None:
            return near
        return near | st.integers(*self.ends(environment, extra))

    def contains(self, value: object, environment: Environment) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and _inside(value, self, environment)

    def describe(self) -> str:
        return f"integers in {_interval(self.low, self.high)}"

    def window(self, extra: int = 0) -> str:
        if self.finite:
            return f"{self.low}..{self.high}"
        if needs(self):
            return self.describe() + (f" up to {self.largest}" if self.largest is not None else "")
        first, last = self.ends({}, 0 if self.largest is not None else extra)
        return f"{first}..{last}"


def _inside(value: Any, domain: Any, environment: Environment) -> bool:
    low, high = _limit(domain.low, environment), _limit(domain.high, environment)
    return (low is None or low <= value) and (high is None or value <= high)


_SCALES = tuple(Fraction(10) ** k for k in (-12, -9, -6, -4, -3, -2, -1, 1, 2, 3, 4, 6))


@lru_cache(maxsize=256)
def rationals(low: Fraction | None, high: Fraction | None) -> SearchStrategy[Fraction]:
    """Rationals of every kind between two bounds: simple ones, ones with large random denominators, tiny and huge."""
    simple = st.tuples(st.integers(0, 60), st.sampled_from((1, 2, 3, 4, 5, 7, 12)), st.booleans())
    generic = st.tuples(st.integers(0, 10**12), st.integers(1, 10**9), st.booleans())
    scale = st.tuples(st.sampled_from(_SCALES), st.just(1), st.booleans())
    return (simple | generic | scale).map(lambda drawn: place(Fraction(drawn[0]) / drawn[1], drawn[2], low, high))


def place(size: Fraction, flip: bool, low: Fraction | None, high: Fraction | None) -> Fraction:
    """Map a size ≥ 0 and a direction into the interval; short intervals are met through the fractional part."""
    if low is not None and high is not None:
        share = size - int(size) if size > 1 else size
        return high - (high - low) * share if flip else low + (high - low) * share
    if low is not None:
        return low + size
    if high is not None:
        return high - size
    return -size if flip else size


@dataclass(frozen=True, init=False)
class _Line(Domain):
    """Shared by Reals and Rationals: an interval of the line, met at rational points."""

    low: Any
    high: Any

    def __init__(self, low: Any = -sympy.oo, high: Any = sympy.oo) -> None:
        low, high = bound(low, "lower bound"), bound(high, "upper bound")
        _check_order(low, high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return self.low, self.high

    def ends(self, environment: Environment) -> tuple[Fraction | None, Fraction | None]:
        """The rational end points; an irrational one is replaced by a rational just inside."""
        return _rational_end(self.low, environment, 1), _rational_end(self.high, environment, -1)

    def corners(self, environment: Environment) -> list[Fraction]:
        low, high = self.ends(environment)
        tiny = Fraction(1, 10**6)
        special: list[Fraction] = [Fraction(v) for v in (0, 1, -1, 2, -2)] + [Fraction(1, 2), Fraction(-1, 2)]
        special = [value for value in (low, high) if value is not None] + special
        special += [low + tiny] if low is not None else [Fraction(-10), Fraction(-1000)]
        special += [high - tiny] if high is not None else [Fraction(10), Fraction(1000)]
        special += [tiny, -tiny, Fraction(10), Fraction(1, 3)]
        inside = [v for v in special if (low is None or low <= v) and (high is None or v <= high)]
        return list(dict.fromkeys(inside))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Fraction]:
        low, high = self.ends(environment)
        return st.nothing() if low is not None and high is not None and low > high else rationals(low, high)

    def contains(self, value: object, environment: Environment) -> bool:
        if not isinstance(value, int | Fraction) or isinstance(value, bool):
            return False
        low, high = self.ends(environment)
        return (low is None or low <= value) and (high is None or value <= high)


def _rational_end(expression: Any, environment: Environment, inward: int) -> Fraction | None:
    """The bound where it is rational, else the exact end of a narrow ball around it, on the inner side."""
    if is_infinity(expression):
        return None
    value = bound_value(expression, environment)
    if number.is_exact(value):
        return Fraction(number.to_python(value))
    with ctx.workprec(64):
        mantissa, exponent = (value.upper() if inward > 0 else value.lower()).man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@final
class Reals(_Line):
    """The reals from ``low`` to ``high``, end points included; instances are rational points.

    >>> str(Reals(0, sympy.oo))
    'reals in [0, oo)'
    """

    def closed_ends(self, environment: Environment) -> list[Any]:
        ends = (closed_form(end, environment) for end in (self.low, self.high))
        return [end for end in ends if end is not None]

    @property
    def assumptions(self) -> dict[str, bool]:
        return {"real": True, **_sign_assumptions(self.low, self.high)}

    def describe(self) -> str:
        return f"reals in {_interval(self.low, self.high)}"


@final
class Rationals(_Line):
    """The rationals from ``low`` to ``high``, end points included.

    >>> Rationals(0, 1).contains(Fraction(1, 3), {})
    True
    """

    @property
    def assumptions(self) -> dict[str, bool]:
        return {"rational": True, **_sign_assumptions(self.low, self.high)}

    def describe(self) -> str:
        return f"rationals in {_interval(self.low, self.high)}"


@final
@dataclass(frozen=True, init=False)
class OneOf(Domain):
    """A finite set of listed values: numbers (exact) or any other objects that a definition understands.

    >>> list(OneOf(64, 256).members({}))
    [64, 256]
    """

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        if not values:
            raise DomainError("OneOf without values", rule="at least one", hint="OneOf(64, 256)")
        object.__setattr__(self, "values", tuple(_listed(value) for value in values))

    @property
    def finite(self) -> bool:
        return True

    @property
    def assumptions(self) -> dict[str, bool]:
        if not all(isinstance(value, int | Fraction) for value in self.values):
            return {}
        kind = {"integer": True} if all(isinstance(value, int) for value in self.values) else {"rational": True}
        return {**kind, **_sign_assumptions(sympy.Rational(min(self.values)), sympy.Rational(max(self.values)))}

    def members(self, environment: Environment) -> Iterator[Any]:
        return iter(self.values)

    def cardinality(self, environment: Environment) -> int:
        return len(self.values)

    def corners(self, environment: Environment) -> list[Any]:
        return list(self.values)

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        return st.sampled_from(self.values)

    def contains(self, value: object, environment: Environment) -> bool:
        return any(value is member or value == member for member in self.values)

    def describe(self) -> str:
        return "{" + ", ".join(str(value) for value in self.values) + "}"


def _listed(value: Any) -> Any:
    if isinstance(value, float):
        raise DomainError("a float in OneOf", rule="listed numbers are exact", given=value,
                          hint=f"Rational('{value!r}')" if isfinite(value) else "an exact number")
    if isinstance(value, sympy.Basic) and value.is_Rational:
        value = int(value.p) if value.q == 1 else Fraction(int(value.p), int(value.q))
    if isinstance(value, int | Fraction) and not number.is_moderate(number.exact(value)):
        raise DomainError("a member of OneOf", rule=SIZE)
    return value


@final
@dataclass(frozen=True)
class Signs(Domain):
    """The set {−1, +1}.

    >>> list(Signs().members({}))
    [1, -1]
    """

    @property
    def finite(self) -> bool:
        return True

    @property
    def assumptions(self) -> dict[str, bool]:
        return {"integer": True, "nonzero": True}

    def members(self, environment: Environment) -> Iterator[int]:
        return iter((1, -1))

    def cardinality(self, environment: Environment) -> int:
        return 2

    def corners(self, environment: Environment) -> list[int]:
        return [1, -1]

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[int]:
        return st.sampled_from((1, -1))

    def contains(self, value: object, environment: Environment) -> bool:
        return value in (1, -1) and not isinstance(value, bool)

    def describe(self) -> str:
        return "{-1, 1}"
