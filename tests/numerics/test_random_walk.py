from fractions import Fraction
from itertools import accumulate, product
from math import comb, sqrt

import pytest

from numerics.random_walk import passage_probability


@pytest.mark.parametrize(("steps", "level"), [(0, 1), (1, 1), (4, 2), (7, 3), (9, 1)])
def test_all_paths_are_counted(steps, level):
    paths = [max(accumulate(path, initial=0)) >= level for path in product((1, -2), repeat=steps)]
    assert passage_probability(steps, level) == Fraction(sum(paths), len(paths))


@pytest.mark.parametrize(("steps", "level"), [(10, 1), (15, 4), (30, 6)])
def test_the_simple_walk_obeys_the_reflection_principle(steps, level):
    """P(max ≥ m) = P(S ≥ m) + P(S > m) (Feller 1968, Section III.7)."""
    ends = {2 * ups - steps: comb(steps, ups) for ups in range(steps + 1)}
    paths = sum(count * ((end >= level) + (end > level)) for end, count in ends.items())
    assert passage_probability(steps, level, 1, 1) == Fraction(paths, 2**steps)


def test_the_limit_is_a_power_of_the_golden_ratio():
    """For steps +1 and -2, z^S is a martingale at the golden ratio, so the walk reaches m with probability z^-m."""
    found = [float(passage_probability(300, m)) for m in (1, 2, 5)]
    assert found == pytest.approx([((1 + sqrt(5)) / 2) ** -m for m in (1, 2, 5)], rel=1e-9)


def test_a_level_that_is_not_above_the_start_is_reached_at_once():
    assert passage_probability(0, 0) == passage_probability(5, -3) == 1


@pytest.mark.parametrize("wrong", [(-1, 1, 1, 1), (3, 1, 0, 1), (3, 1, 1, 0)])
def test_walks_have_steps(wrong):
    with pytest.raises(ValueError, match="a walk has"):
        passage_probability(*wrong)
