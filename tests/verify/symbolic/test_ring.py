"""Indeterminates: exact arithmetic, no look at values, and relations that are applied."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.monomial import factors, key, terms
from verify.symbolic.ring import Algebra, fresh, rational, vanishes


def pair() -> tuple[Any, Any, Algebra]:
    algebra = Algebra()
    return algebra.generator("variable"), algebra.generator("variable"), algebra


def test_rational_functions_are_put_in_lowest_terms() -> None:
    x, y, _ = pair()
    assert vanishes((x**2 - y**2) / (x - y) - x - y)
    assert vanishes(1 / x + 1 / y - (x + y) / (x * y))
    assert not vanishes(1 / (x + y) - 1 / x - 1 / y)


def test_numbers_of_every_exact_kind_mix_in() -> None:
    x, _, _ = pair()
    assert vanishes(x * Fraction(1, 3) * 3 - x)
    assert vanishes(2 * x - x - np.int64(1) * x)
    assert vanishes(fmpq(1, 2) * x + x / 2 - x)
    assert vanishes(3 - x + x - 3)
    assert vanishes(1 / (2 / x) - x / 2)


def test_object_arrays_multiply_and_sum() -> None:
    x, y, _ = pair()
    vector = np.empty(2, dtype=object)
    vector[:] = (x, y)
    assert vanishes(vector @ vector - x**2 - y**2)
    assert vanishes(np.dot(vector, vector) - sum(vector * vector))
    assert vanishes(np.outer(vector, vector)[0, 1] - x * y)
    assert vanishes(np.mean(vector) - (x + y) / 2)


@pytest.mark.parametrize("look", [
    lambda x: x == +x, lambda x: x != 1, lambda x: x < 1, lambda x: x >= 0, bool, hash, float, int, complex, abs, round,
    lambda x: x % 2, lambda x: x // 2, lambda x: 2**x, lambda x: x**0.5, lambda x: 0.5 * x, lambda x: np.float64(2) * x,
    lambda x: {x: 1}, lambda x: 1 in [x], lambda x: np.max(np.array([x, x], dtype=object)),
    lambda x: np.sqrt(np.array([x], dtype=object)), lambda x: np.asarray([x], dtype=float), range,
    lambda x: np.abs(np.array([x], dtype=object)), lambda x: [1, 2][x], divmod, lambda x: max(x, 0),
], ids=["equal to itself", "unequal", "less", "at least", "bool", "hash", "float", "int", "complex", "abs", "round",
        "remainder", "floor division", "exponent", "float exponent", "float factor", "float64 factor", "key", "member",
        "array maximum", "array root", "array of floats", "range", "array absolute", "index", "divmod", "maximum"])
def test_every_look_at_the_value_is_refused(look: Callable[..., Any]) -> None:
    x, _, _ = pair()
    with pytest.raises(TypeError):
        look(x, 2) if look is divmod else look(x)


def test_relations_reduce_powers() -> None:
    i, _, algebra = pair()
    algebra.generators[0].relation = (2, algebra.constant(-1))
    assert vanishes((1 + i) ** 4 + 4)
    assert not vanishes((1 + i) ** 4 - 4)


def test_a_relation_given_later_applies_to_elements_made_before() -> None:
    x, y, algebra = pair()
    early = x - y**2
    algebra.generators[0].relation = (1, y**2)
    assert vanishes(fresh(early))


def test_division_by_the_zero_element_is_an_error() -> None:
    x, y, _ = pair()
    with pytest.raises(ZeroDivisionError):
        1 / (x * y - y * x)


def test_divisors_are_remembered() -> None:
    x, y, algebra = pair()
    (x + y) / 2
    assert algebra.divisors == []
    x / (y + 1)
    assert len(algebra.divisors) == 1
    assert vanishes(algebra.divisors[0] - y - 1)


def test_elements_of_different_algebras_do_not_mix() -> None:
    x, _, _ = pair()
    y, _, _ = pair()
    with pytest.raises(TypeError):
        x + y


def test_the_number_of_terms_is_limited() -> None:
    algebra = Algebra(limit=100)
    letters = [algebra.generator("variable") for _ in range(6)]
    with pytest.raises(Unevaluable, match="more than 100 terms"):
        sum(letters[1:], letters[0]) ** 12


def test_many_generators_enlarge_the_ring() -> None:
    algebra = Algebra()
    first = algebra.generator("variable")
    letters = [algebra.generator("variable") for _ in range(40)]
    assert vanishes(sum(letters, first) - sum(reversed(letters), first))
    assert not vanishes(first - letters[-1])


def test_factors_multiply_back() -> None:
    x, y, algebra = pair()
    constant, parts = factors((6 * x**2 - 6 * y**2) / (x + 1))
    product = algebra.constant(constant)
    for factor, exponent in parts:
        product = product * factor**exponent
    assert vanishes(product - (6 * x**2 - 6 * y**2) / (x + 1))
    assert sorted(exponent for _, exponent in parts) == [-1, 1, 1]


def test_keys_terms_and_constants() -> None:
    x, y, algebra = pair()
    assert key(x + y) == key(y + x) != key(x - y)
    assert rational(x - x + Fraction(2, 3)) == fmpq(2, 3)
    assert rational(x) is None
    (coefficient, powers), = terms(5 * x**2 * y)
    assert coefficient == 5
    assert [(g.index, e) for g, e in powers] == [(0, 2), (1, 1)]
    assert repr(x) == "an indeterminate"
    assert len(algebra.generators) == 2


def test_too_high_a_degree_is_not_factored():
    """1 + t^10000 would take minutes; exp(1234567/10^6) at an instance is such a power."""
    algebra = Algebra()
    t = algebra.generator("variable")
    assert len(factors(t**6 + 1)[1]) == 2
    with pytest.raises(Unevaluable, match="degree"):
        factors(t**10000 + 1)
