"""Poles: a claim is not true at an instance where one of its sides has no value, however the pole is hidden."""

from __future__ import annotations

import pytest

from verify import Integers, Reals, check, oo

POLES = {
    "harmonic numbers go back to -1": ("harmonic(n) = harmonic(n-1) + 1/n", {"n": Integers(0, oo)}, {"n": "0"}),
    "an empty sum beside a pole": ("sum(1/k, k, 1, n) = harmonic(n)", {"n": Integers(-3, oo)}, {"n": "-3"}),
    "log-gamma at 0": ("loggamma(x) >= -1", {"x": Reals(0, oo)}, {"x": "0"}),
    "log-gamma at a negative integer": ("loggamma(n)*0 = 0", {"n": Integers(-4, -2)}, {"n": "-4"}),
    "the tangent of right angles": ("0*tan(pi*n/2) = 0", {"n": Integers(0, 5)}, {"n": "1"}),
    "a divisor that no ball tells from 0": ("n/(sqrt(2)*sqrt(3) - sqrt(6)) = n", {"n": Integers(0, 5)}, {"n": "0"}),
    "an integer that no ball tells": ("gamma(n - sqrt(2)^2)*0 = 0", {"n": Integers(0, 5)}, {"n": "0"}),
    "a pole behind a value not known": ("0*tan(pi*n/2) + 1/(n - 1) >= -1", {"n": Integers(0, 3)}, {"n": "1"}),
    "a pole on the other side": ("sqrt(2)^2 - 2 = 0/(n - 1)", {"n": Integers(0, 3)}, {"n": "1"}),
    "a pole in a later term": ("sum(sqrt(2)^2 - 2 + 0/(k - 3), k, 1, n) <= 1", {"n": Integers(1, 4)}, {"n": "3"}),
}


@pytest.mark.parametrize("mistake", POLES)
def test_a_pole_is_shown(mistake):
    statement, domains, witness = POLES[mistake]
    answer = check(statement, **domains)
    assert answer.verdict == "ill-posed"
    assert answer.counterexample == witness


@pytest.mark.parametrize(("statement", "domains"), [
    ("harmonic(n) = harmonic(n-1) + 1/n", {"n": Integers(1, oo)}),
    ("sum(1/k, k, 1, n) = harmonic(n)", {"n": Integers(0, oo)}),
    ("loggamma(x) >= -1", {"x": Reals(1, oo)}),
    ("tan(pi*n/4) = n*0", {"n": Integers(0, 0)}),
    ("piecewise(1, n = 1, tan(pi*n/2) + 1) = 1", {"n": Integers(1, 2)}),
])
def test_a_value_beside_a_pole_holds(statement, domains):
    assert check(statement, **domains).verdict in ("derived", "exhausted", "enclosed", "supported")


def test_a_doubtful_guard_hides_what_it_guards():
    """Where it is not known whether a guard is true, it is not known whether what follows has a value."""
    answer = check("tan(3) = x or tan(pi/3)^2 > 3 and 1/0 > x", x=Reals(1, 2))
    assert answer.verdict in ("undecided", "supported", "refuted")
    assert answer.verdict != "ill-posed"
