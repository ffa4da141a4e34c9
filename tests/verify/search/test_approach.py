"""Approach: instances that meet hypotheses, reached by descent."""

from verify import Reals
from verify.builder import make_claim
from verify.search.approach import approach
from verify.trial import attempt


def test_a_small_place_is_found():
    claim = make_claim("c", "x <= 1", {}, given="(x - 12)^2 + (y - 7/2)^2 <= 1/10^4", at="p. 1",
                       forall={"x": Reals(), "y": Reals()})
    found, evaluations = approach(claim, [{"x": 0, "y": 0}], 2000)
    assert attempt(claim, found[0]).admitted
    assert evaluations <= 2000


def test_nothing_is_found_where_nothing_is():
    claim = make_claim("c", "x <= 1", {}, given="x^2 <= -1", at="p. 1", forall={"x": Reals()})
    assert approach(claim, [{"x": 1}], 500)[0] == []
