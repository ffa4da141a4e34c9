"""Magnification: which trials are looked at again, with how many digits, and what is told of them."""

import pytest

from verify import Integers, Reals, equal
from verify.builder import make_claim
from verify.evidence import Outcome, Rigour
from verify.trial import attempt
from verify.values.magnification import DEEP, DEEPEST, agrees, magnified, magnify


def claim(statement, **variables):
    return make_claim("c", statement, {}, at="p. 1", forall=variables)


def trials(made, numbers):
    return [attempt(made, {"n": n}) for n in numbers]


def test_only_what_agrees_is_looked_at():
    made = claim("tanh(n) = 1", n=Integers(1, 500))
    tried = trials(made, [1, 400, 401])
    assert [agrees(trial) for trial in tried] == [False, True, True]
    found = magnify(made, tried)
    assert found.against is not None
    assert found.against.instance == {"n": 400}
    assert found.against.comparison.rigour is Rigour.ENCLOSED
    floats = claim(equal(lambda n: 0.1 * n, "n/10"), n=Integers(1, 3))
    assert not any(map(agrees, trials(floats, [1, 2, 3])))


def test_how_far_agreement_goes():
    made = claim("erf(n) + erfc(n) = 1", n=Integers(1, 9))
    found = magnify(made, trials(made, range(1, 10)))
    assert found.against is None
    assert found.count == 5
    assert found.remark.startswith("agrees to 19")
    assert magnify(made, []).remark == ""


@pytest.mark.parametrize(("statement", "bits"), [
    ("erf(n) + erfc(n) = 1", DEEPEST), ("digamma(n + 1/2) = digamma(n - 1/2) + 1/(n - 1/2)", DEEP),
    ("sum(sqrt(k), k, 1, 100*n) = sqrt(1) + sum(sqrt(k), k, 2, 100*n)", DEEPEST // 4),
])
def test_more_digits_where_they_cost_little(statement, bits):
    made = claim(statement, n=Integers(1, 9))
    digits = magnified(made, attempt(made, {"n": 1})).comparison.digits
    assert 0.9 < digits / (bits * 0.30103) <= 1


def test_every_entry_counts():
    """1 - tanh 40 is about 3.6e-35, less than 2^-64."""
    made = claim("tanh(n) = 1 = 1", n=Integers(40, 41))
    assert attempt(made, {"n": 40}).outcome is Outcome.FAILS
    real = claim("x^2 = x*x", x=Reals(0, 1))
    assert attempt(real, {"x": 1}).outcome is Outcome.HOLDS
