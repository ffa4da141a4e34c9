"""Far: which integers are tried."""

import sympy

from verify import Integers, Reals
from verify.builder import make_claim
from verify.search.far import far, special


def values(free=("n",), **domains):
    claim = make_claim("c", " + ".join(domains) + " >= 0", {}, at="p. 1", forall=domains)
    return [instance["n"] for instance in far(claim, free)]


def test_all_small_ones_and_special_ones():
    found = values(n=Integers(1, sympy.oo))
    assert set(range(1, 1201)) <= set(found)
    assert {65536, 40320, 65537, 30030} <= set(found)
    assert found == sorted(found)


def test_domains_are_kept():
    assert max(values(n=Integers(5, 2000))) <= 2000
    assert min(values(n=Integers(-sympy.oo, 3))) < -40000
    assert {-65536, 65536} <= set(values(n=Integers()))
    assert values((), n=Integers(1, sympy.oo)) == []
    assert values(n=Integers(1, sympy.oo), x=Reals()) == []


def test_special_integers():
    assert {2**20, 2**20 - 1, 720, 30030, 341, 561, 961, 10**6} <= set(special())


def pairs(**domains):
    claim = make_claim("c", " + ".join(domains) + " >= 0", {}, at="p. 1", forall=domains)
    return [tuple(instance.values()) for instance in far(claim, list(domains))]


def test_several_integers_climb_together():
    found = pairs(n=Integers(1, sympy.oo), k=Integers(1, "n"))
    assert {(40, 39), (91, 10), (900, 57), (900, 450), (900, 900)} <= set(found)
    assert all(1 <= k <= n for n, k in found)
    assert [max(pair) for pair in found] == sorted(max(pair) for pair in found)
    triples = pairs(a=Integers(), b=Integers(), c=Integers(0, "a^2"))
    assert {(5, -4, 12), (-5, 0, 25), (10, 10, 87)} <= set(triples)
    assert len(triples) <= 6000
    assert pairs(a=Integers(1, 2), b=Integers(), c=Integers(), d=Integers()) == []
