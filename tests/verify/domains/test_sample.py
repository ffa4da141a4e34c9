"""Samples: drawn values, each known by its seed."""

import numpy as np
import pytest

from verify.domains.domain import needs
from verify.domains.sample import Drawn, Sample
from verify.errors import DomainError
from verify.variable import variable


def test_a_drawn_sample_is_known_by_its_seed():
    domain = Drawn(lambda generator, d: generator.standard_normal(d))
    first, again, other = domain.sample(7, {"d": 3}), domain.sample(7, {"d": 3}), domain.sample(8, {"d": 3})
    assert np.array_equal(first.value, again.value)
    assert not np.array_equal(first.value, other.value)
    assert np.array_equal(first.value, np.random.default_rng(7).standard_normal(3))
    assert str(first).startswith("the sample of seed 7: [")
    shown = [float(part) for part in str(first).partition("[")[2].rstrip("]").split(",")]
    assert shown == pytest.approx(list(first.value), abs=1e-6)
    assert domain.contains(first, {})
    assert not domain.contains(first.value, {})
    assert needs(domain) == {"d"}


def test_a_drawn_sample_may_use_an_earlier_sample():
    outer = Drawn(lambda generator: generator.integers(1, 5))
    inner = Drawn(lambda generator, size: generator.random(size))
    drawn = inner.sample(1, {"size": outer.sample(0, {})})
    assert isinstance(drawn, Sample)
    assert len(drawn.value) == np.random.default_rng(0).integers(1, 5)


@pytest.mark.parametrize(("draw", "message"), [
    (3, "Drawn: a function of a random generator"),
    (lambda: 0, "its function takes a random generator first"),
    (lambda generator=None: 0, "its function takes a random generator first"),
], ids=["a number", "no parameter", "an optional parameter"])
def test_misuse_is_explained(draw, message):
    with pytest.raises(DomainError, match=message):
        Drawn(draw)


def test_long_samples_and_objects_are_told_by_their_seed():
    long = Drawn(lambda generator: generator.random((40, 40)))
    assert len(str(long.sample(3, {}))) < 200
    assert str(Drawn(lambda generator: "a graph").sample(5, {})) == "the sample of seed 5"


def test_samples_have_no_corners_and_no_list():
    domain = Drawn(lambda generator: generator.random())
    assert domain.corners({}) == []
    assert domain.members({}) is None
    assert not domain.finite


def test_samples_are_told_apart_by_their_seeds():
    domain = Drawn(lambda generator: generator.standard_normal(3))
    assert domain.sample(7, {}) == domain.sample(7, {}) != domain.sample(8, {})


def test_two_variables_share_no_draws():
    draw = Drawn(lambda generator: generator.standard_normal(3))
    one, two = (variable(name, draw).domain.sample(0, {}) for name in "uv")
    assert not np.array_equal(one.value, two.value)
