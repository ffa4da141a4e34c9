"""Room: the interval that orders leave to a number, by hand."""

from fractions import Fraction

from verify import Integers, Reals
from verify.builder import make_claim
from verify.search.condition import conditions
from verify.search.room import inside, interval
from verify.search.spot import spots


def setting(given, instance, **domains):
    claim = make_claim("c", "0 <= 1", {}, given=given, at="p. 1", forall=domains)
    return conditions(claim), {spot.variable.name: spot for spot in spots(claim, instance)}


def test_the_interval_of_a_number_given_the_others():
    instance = {"x": 3, "y": 9}
    parts, places = setting("2*x < y and y <= x + 5", instance, x=Reals(), y=Reals())
    assert interval(parts, places["y"], instance) == (6, 8)
    assert interval(parts, places["x"], instance) == (4, Fraction(9, 2))


def test_numbers_are_moved_strictly_inside():
    instance = {"x": 3, "n": 9}
    parts, places = setting("0 < x and x < 1 and n > 1000", instance, x=Reals(), n=Integers())
    moved = list(inside(parts, [p for p in parts if not p.met(instance)], list(places.values()), instance))
    assert any(0 < one["x"] < 1 for one in moved)
    assert any(one["n"] > 1000 and isinstance(one["n"], int) for one in moved)
