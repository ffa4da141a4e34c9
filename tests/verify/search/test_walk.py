"""Walk: where integers go."""

import sympy

from verify import Integers
from verify.builder import make_claim
from verify.search.hill import Meter
from verify.search.walk import walks

N = Integers(0, sympy.oo)


def test_two_integers_in_a_valley():
    claim = make_claim("c", "(n - m)^2 + (m - 1234)^2 >= 1", {}, at="p. 1", forall={"n": N, "m": N})
    ends = list(walks(claim, {"n": 5, "m": 5}, 0, Meter(5000)))
    assert ends[0] == {"n": 1234, "m": 1234}


def test_parity_is_kept():
    claim = make_claim("c", "(n - 101)^2 >= 2", {}, given="n % 2 == 1", at="p. 1", forall={"n": N})
    assert next(walks(claim, {"n": 3}, 0, Meter(300)))["n"] % 2 == 1


def test_work_is_counted():
    claim = make_claim("c", "(n - 10^9)^2 >= 1", {}, at="p. 1", forall={"n": N})
    meter = Meter(10)
    list(walks(claim, {"n": 3}, 0, meter))
    assert meter.used == 10
