from fractions import Fraction

import flint
import numpy as np
import pytest

from numerics.boolean import address, conjunction, first, majority, mean, parity
from numerics.edge import (
    average_indicator_sensitivity,
    average_sensitivity,
    indicator_sensitivity,
    influence,
    sensitivity,
)
from numerics.function_class import boolean_functions
from numerics.ring import vector


def by_hand(values, n):
    """(s(f, x) for every x, count of changing coordinates for every x), by the definition on plain lists."""
    real, count = [], []
    for row in range(2**n):
        jumps = [values[row] - values[row ^ (1 << bit)] for bit in range(n)]
        real.append(sum((jump * jump for jump in jumps), start=Fraction(0)) / 4)
        count.append(sum(jump != 0 for jump in jumps))
    return real, count


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("kind", ["sign", "int64", "object", "fraction"])
def test_against_the_definition_on_lists(n, kind):
    generator = np.random.default_rng(n)
    signs, integers = generator.choice([-1, 1], 2**n).astype(np.int64), generator.integers(-3, 4, 2**n)
    table = {
        "sign": signs,
        "int64": integers,
        "object": integers.astype(object),
        "fraction": vector(Fraction(int(value), 7) for value in integers),
    }[kind]
    real, count = by_hand([Fraction(value) for value in table.tolist()], n)
    assert sensitivity(table).tolist() == real
    assert indicator_sensitivity(table).tolist() == count
    assert average_sensitivity(table) == sum(real) / 2**n
    assert average_indicator_sensitivity(table) == Fraction(sum(count), 2**n)
    assert sum(influence(table).tolist()) == sum(real) / 2**n


def test_majority_of_three_by_hand():
    assert sensitivity(majority(3)).tolist() == [0, 2, 2, 2, 2, 2, 2, 0]
    assert average_sensitivity(majority(3)) == Fraction(3, 2)
    assert influence(majority(3)).tolist() == [Fraction(1, 2)] * 3


@pytest.mark.parametrize("n", range(1, 9))
def test_textbook_values(n):
    assert average_sensitivity(parity(n)) == n
    assert sensitivity(parity(n)).tolist() == [n] * 2**n
    assert average_sensitivity(first(n)) == 1
    assert average_sensitivity(mean(n)) == Fraction(1, n)
    assert influence(first(n)).tolist() == [1] + [0] * (n - 1)
    assert average_sensitivity(conjunction(n)) == Fraction(2 * n, 2**n)


@pytest.mark.parametrize("a", [0, 1, 2, 3])
def test_address_function(a):
    assert average_sensitivity(address(a)) == 1 + Fraction(a, 2)


def test_real_and_indicator_conventions_differ_for_real_values():
    half = [Fraction(1, 2), Fraction(-1, 2)]  # f(x) = x/2
    assert (average_sensitivity(half), average_indicator_sensitivity(half)) == (Fraction(1, 4), 1)


@pytest.mark.parametrize("kind", ["sign", "int64", "large", "fraction", "float"])
@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_stack_gives_what_its_tables_give(kind, n):
    integers = np.random.default_rng(n).integers(-3, 4, (3, 2, 2**n))
    stack = {
        "sign": np.where(integers > 0, 1, -1),
        "int64": integers,
        "large": integers * 2**60,
        "fraction": vector(Fraction(int(value), 7) for value in integers.ravel()).reshape(integers.shape),
        "float": integers.astype(float),
    }[kind]
    for function in (sensitivity, influence, indicator_sensitivity, average_sensitivity, average_indicator_sensitivity):
        each = [[function(table) for table in tables] for tables in stack]
        assert function(stack).tolist() == np.array(each, dtype=object).tolist(), function.__name__


def test_a_stack_of_every_function():
    tables = boolean_functions(2)
    assert average_sensitivity(tables).tolist() == [average_sensitivity(table) for table in tables]
    assert sensitivity(tables[::-1]).tolist() == sensitivity(tables)[::-1].tolist()


def test_fixed_width_integers_do_not_overflow():
    large = 2**62
    assert average_sensitivity(np.array([large, -large])) == Fraction(2**126, 4)
    assert sensitivity(np.array([large, -large])).tolist() == [2**124, 2**124]
    assert influence(np.array([large, -large])).tolist() == [2**124]


def test_symbols():
    a, b = flint.fmpq_mpoly_ctx.get(("a", "b")).gens()
    jump = (a - b) ** 2 / 4
    assert sensitivity(vector([a, b])).tolist() == [jump, jump]
    assert average_sensitivity(vector([a, b])) == jump
    assert influence(vector([a, b])).tolist() == [jump]


def test_floats_stay_floats():
    table = majority(3).astype(float)
    assert sensitivity(table).tolist() == [0.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 0.0]
    assert average_sensitivity(table) == 1.5
    assert influence(table).dtype == np.float64


def test_no_coordinates():
    assert average_sensitivity([5]) == 0
    assert sensitivity([5]).tolist() == [0]
    assert influence([5]).tolist() == []


def test_exact_results_have_exact_types():
    assert type(average_sensitivity(majority(3))) is Fraction
    assert type(average_sensitivity(np.array([3, 1]))) is Fraction
    assert sensitivity(majority(3)).dtype == np.int64


@pytest.mark.parametrize("function", [sensitivity, average_sensitivity, influence, indicator_sensitivity])
def test_wrong_length_is_refused(function):
    with pytest.raises(ValueError, match="2\\^n"):
        function([1, -1, 1])
