"""Draw: the same instances on every run, each once, moved onto equalities."""

from verify.builder import make_claim
from verify.domains.draw import drawn, reach
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, Reals
from verify.domains.vector_domain import Vectors
from verify.relation import equal


def claim(relation, given=(), **domains):
    return make_claim("c", relation, {}, at="p. 1", forall=domains, given=given)


def test_the_same_on_every_run_and_different_for_another_salt():
    made = claim("x >= 0", x=Reals(0, 1))
    assert drawn(made, 30) == drawn(made, 30)
    assert drawn(made, 30) != drawn(made, 30, salt=2)


def test_each_instance_comes_once():
    found = drawn(claim("x >= y", x=Integers(0, 2), y=Integers(0, 2)), 200)
    assert len({tuple(instance.values()) for instance in found}) == len(found) <= 9


def test_moved_onto_an_equality():
    found = drawn(claim("x*y <= 1", "x + y == 2", x=Reals(), y=Reals()), 40)
    assert len(found) > 10
    assert all(instance["x"] + instance["y"] == 2 for instance in found)


def test_samples_are_told_apart_by_their_seed():
    made = claim(equal(lambda v: v, lambda v: v + 0), v=Drawn(lambda generator: generator.standard_normal(2)))
    assert len(drawn(made, 20)) > 5


def test_functions_are_drawn_within_the_window():
    assert reach(claim(equal(lambda n: n, "n"), n=Integers(1))) == {}
    assert reach(claim("n == n", n=Integers(1))) == {"n": 1000}


def test_sizes_of_vectors_stay_within_the_window_and_bounds_of_integers_do_not():
    assert reach(claim("k <= n", n=Integers(1), k=Integers(1, "n"))) == {"n": 1000, "k": 1000}
    assert not {"n", "k"} & set(reach(claim("k + g[1] <= n + g[1]", n=Integers(1), k=Integers(1, "n"), g=Vectors("k"))))
