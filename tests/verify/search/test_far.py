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
