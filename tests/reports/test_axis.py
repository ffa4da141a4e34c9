"""Axes: every number has a place, and ticks stand at numbers that are easily read."""

import pytest

from reports.axis import axis, label


@pytest.mark.parametrize("numbers", [[0], [5, 5], [-1e300, 1e300], [-1.7e308, 1.7e308], [1e-300, 2e-300],
                                     [1e15, 1e15 + 1], [0.1, 0.30000001], [3, 1000]])
def test_every_number_is_seen_and_there_are_ticks(numbers):
    made = axis(numbers)
    assert all(0 <= made.place(number) <= 1 for number in numbers)
    assert 2 <= len(made.ticks) <= 10
    assert all(-1e-9 <= made.place(tick) <= 1 + 1e-9 for tick in made.ticks)


@pytest.mark.parametrize("numbers", [[1], [1e-300, 1e300], [3, 5], [1, 9], [5e-324, 1], [999, 1001], [1.4, 7.8]])
def test_the_same_on_a_logarithmic_scale(numbers):
    made = axis(numbers, log=True)
    assert all(0 <= made.place(number) <= 1 for number in numbers)
    assert 2 <= len(made.ticks) <= 12
    assert all(-1e-9 <= made.place(tick) <= 1 + 1e-9 for tick in made.ticks)


def test_a_factor_takes_the_same_length_everywhere():
    made = axis([1, 16], log=True)
    assert made.place(4) - made.place(2) == pytest.approx(made.place(8) - made.place(4))
    assert made.place(4) == pytest.approx(1 / 2)


def test_measured_sizes_are_marked_where_they_are_few_and_apart():
    assert axis([0, 100], prefer=[20, 50]).ticks == (20.0, 50.0)
    assert axis([0, 100], prefer=[20, 20.1]).ticks == (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)
    assert axis([4, 1024], log=True, prefer=[4, 1024, 64]).ticks == (4.0, 64.0, 1024.0)


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (10000, "10000"), (-0.5, "−0.5"), (100000, "10⁵"),
                                              (2e-5, "2·10⁻⁵"), (-1e-9, "−10⁻⁹"), (0.1 + 0.2, "0.3")])
def test_numbers_are_short(number, text):
    assert label(number) == text
