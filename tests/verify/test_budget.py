"""Budgets: amounts of work, never of time, and more of everything for the full tier."""

import dataclasses

import pytest

from verify.budget import BUDGETS, Budget
from verify.builder import TIERS


def test_every_tier_has_a_budget():
    assert set(BUDGETS) == set(TIERS)


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Budget)])
def test_the_full_tier_never_does_less(field):
    assert getattr(BUDGETS["full"], field) >= getattr(BUDGETS["fast"], field) > 0
    assert isinstance(getattr(BUDGETS["fast"], field), int)


def test_nothing_is_counted_in_seconds():
    assert not any("second" in field.name or "time" in field.name for field in dataclasses.fields(Budget))


def test_a_budget_is_immutable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        BUDGETS["fast"].instances = 1
