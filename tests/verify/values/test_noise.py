"""Noise: the measured radius holds errors that are known, is small where arithmetic is exact, and leaves no trace."""

import ctypes
import ctypes.util
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.side import measured, runs
from verify.values import noise
from verify.values.value import Approximate

calm = settings(max_examples=80, deadline=None, database=None, derandomize=True)


def radius(function, *arguments):
    """The measured value of a function at arguments, as a check sees it."""
    return measured(runs(function, arguments), lambda raw: raw)


def rounding_mode():
    return ctypes.CDLL(ctypes.util.find_library("m")).fegetround()


def naive(values):
    total = 0.0
    for value in values:
        total += value
    return total


@calm
@given(st.integers(0, 2**31), st.integers(2, 400), st.floats(0, 12))
def test_naive_summation_error_is_covered(seed, length, decades):
    generator = random.Random(seed)
    values = np.array([generator.uniform(-1, 1) * 10 ** generator.uniform(0, decades) for _ in range(length)])
    found = radius(naive, values)
    assert abs(found.value - math.fsum(values)) <= found.radius


@pytest.mark.parametrize(("function", "reference"), [
    (lambda t: math.sqrt(1 + t) - 1, lambda t: t / (math.sqrt(1 + t) + 1)),
    (lambda t: math.log(1 + t), math.log1p),
    (lambda t: (1 + t) ** 2 - 1 - 2 * t, lambda t: t * t),
    (lambda t: (math.sqrt(1 + t) - 1) / t, lambda t: 1 / (math.sqrt(1 + t) + 1)),
], ids=["root", "log", "square", "quotient"])
@calm
@given(st.floats(1e-9, 1.5))
def test_cancellation_is_covered(function, reference, x):
    found = radius(function, x)
    assert abs(found.value - reference(x)) <= found.radius + 4 * math.ulp(reference(x))


@pytest.mark.parametrize(("function", "reference", "x"), [
    (lambda t: 1 - math.cos(float(t)), lambda t: 2 * math.sin(t / 2) ** 2, Fraction(1629, 156250000000)),
    (lambda t: math.sin(float(t)) - float(t), lambda t: -(t**3) / 6 + t**5 / 120, Fraction(21347, 10**12)),
    (lambda t: 1 / (1 + math.exp(-float(t))) - 0.5, lambda t: math.tanh(t / 2) / 2, Fraction(243, 10**13)),
    (lambda t: 1 - math.cos(t), lambda t: 2 * math.sin(t / 2) ** 2, 1e-9),
], ids=["cosine", "sine", "sigmoid", "cosine of a float"])
def test_the_error_of_library_functions_is_never_taken_for_a_refutation(function, reference, x):
    """A gap refutes from 2^20 times the radius or floor on, so the true error must stay below that."""
    found = radius(function, x)
    assert abs(found.value - reference(float(x))) < 2**20 * max(found.radius, found.floor)


@calm
@given(st.floats(-30, -1))
def test_alternating_series_of_the_exponential_is_covered(x):
    """The textbook disaster: terms of size e^|x| that cancel down to e^x."""
    def series(t):
        term = total = 1.0
        for k in range(1, 200):
            term *= t / k
            total += term
        return total

    found = radius(series, x)
    assert abs(found.value - math.exp(x)) <= found.radius


@calm
@given(st.fractions(-100, 100, max_denominator=10**6), st.fractions(-100, 100, max_denominator=10**6))
def test_rounded_rational_arithmetic_is_covered(a, b):
    """Exact inputs are converted inside the function: conversion and product are both rounded."""
    found = radius(lambda x, y: float(x) * float(y) + float(x), a, b)
    assert abs(Fraction(found.value) - (a * b + a)) <= Fraction(found.radius)


@pytest.mark.parametrize(("function", "arguments"), [
    (lambda x: x + x, (0.5,)), (lambda x: x * 0 + 3.0, (2.0,)), (float, (7,)), (lambda n: n / 4, (3,)),
    (np.sum, (np.array([1.0, 2.0, 4.0]),)),
], ids=["doubling", "constant", "float", "quarter", "sum"])
def test_exact_results_have_a_tiny_radius(function, arguments):
    found = radius(function, *arguments)
    assert found.radius <= 64 * math.ulp(abs(found.value))


def test_an_ill_conditioned_result_has_a_large_radius():
    found = radius(lambda x: (x + 1e16) - 1e16, 0.3)
    assert found.radius >= 1
    assert abs(found.value - 0.3) <= found.radius


def test_the_rounding_mode_is_restored():
    before = rounding_mode()
    radius(naive, np.array([0.1, 0.2, 0.3]))
    assert rounding_mode() == before


def test_the_rounding_mode_is_restored_after_a_crash():
    before = rounding_mode()
    state = {"calls": 0}

    def crash(x):
        state["calls"] += 1
        if state["calls"] in (2, 3):
            raise RuntimeError("in a directed mode")
        return x / 3

    radius(crash, 0.5)
    assert rounding_mode() == before
    for mode in (0x800, 0x400):
        with pytest.raises(ZeroDivisionError), noise.rounding(mode):
            1 / 0  # noqa: B018
        assert rounding_mode() == before


def test_directed_modes_really_round():
    one, tiny = np.array([1.0]), np.array([2.0**-60])
    with noise.rounding(0x800):
        up = (one + tiny)[0]
    with noise.rounding(0x400):
        down = (one - tiny)[0]
    assert up == 1.0 + 2**-52
    assert down == 1.0 - 2**-53


@pytest.mark.parametrize("argument", [3, Fraction(1, 3), "text", None, np.array([1, 2])])
def test_only_floats_are_perturbed(argument):
    moved = noise.perturbed(argument, 1, 1)
    assert moved is argument
    assert not noise.has_float_input(argument)


def test_perturbation_is_of_the_size_asked_and_repeats():
    vector = np.linspace(1.0, 2.0, 50)
    moved = noise.perturbed(vector, 2**20, 3)
    assert np.array_equal(moved, noise.perturbed(vector, 2**20, 3))
    assert np.all(moved != vector)
    assert np.max(np.abs(moved / vector - 1)) < 2.0**-31
    assert noise.perturbed((1.0, [2.0]), 1, 1) != (1.0, [2.0])
    assert noise.perturbed(np.float32([1]), 1, 1).dtype == np.float32
    assert noise.perturbed(1.0, 1, 1) > 1.0 > noise.perturbed(1.0, 1, 2)


def test_floats_come_from_exact_arguments():
    assert noise.as_floats(Fraction(1, 4)) == 0.25
    assert noise.as_floats(np.array([Fraction(1, 2), 1], dtype=object)).dtype == np.float64
    assert noise.as_floats(3) == 3


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_the_error_of_a_rounded_constant_is_covered(n):
    found = radius(lambda k: math.sin(math.pi * k), n)
    assert abs(found.value) <= 2**20 * max(found.radius, found.floor)


def test_where_the_noise_cannot_be_measured_the_radius_is_not_small(monkeypatch):
    monkeypatch.setattr(noise, "_LIBM", None)
    found = radius(lambda n: (1e16 + n) - 1e16, 1)
    assert not isinstance(found, Approximate) or found.radius * 2**20 >= 1


def test_a_boundary_point_is_not_a_crash():
    assert isinstance(radius(lambda x: math.sqrt(1 - x), 1.0), Approximate)


def test_an_index_is_a_float_exactly_and_is_not_moved():
    """Truncation turns an integer moved down by a unit in the last place into the one before."""
    table = (1.0, 10.0, 100.0)
    for index in (Fraction(2), np.array([Fraction(2)], dtype=object)):
        found = radius(lambda i: table[int(i[0] if isinstance(i, np.ndarray) else i)] / 3, index)
        assert isinstance(found, Approximate)
        assert found.radius < 1e-12


def test_a_fraction_that_is_no_float_is_moved():
    """(1 - cos x)/x^2 at x = 10^-6: the cosine forgets where x was."""
    assert radius(lambda x: (1 - math.cos(x)) / x**2, Fraction(1, 10**6)).radius > 1e-5
