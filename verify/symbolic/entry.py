"""Entry: an entry of a vector or matrix as a generator: a letter at constant indices, an atom at others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.symbolic.assumption import Range
from verify.symbolic.field import Field, atom, letter, only
from verify.symbolic.ring import Indeterminate, rational

_KIND = "entry of "


def entry(field: Field, name: str, places: Sequence[Indeterminate]) -> Indeterminate:
    """Return the generator that stands for name[places]."""
    numbers = [rational(place) for place in places]
    whole = [int(number.p) for number in numbers if number is not None and number.q == 1]
    if len(whole) == len(numbers):
        return letter(field, name, tuple(whole))
    facts = field.known.ranges.get(name)
    made = atom(field, _KIND + name, tuple(places), **_known_of(facts))
    only(made).names |= {name}
    if facts and facts.unit:
        only(made).relation = (2, field.constant(1))
    return made


def _known_of(facts: Range | None) -> dict[str, Any]:
    """What is known of every entry."""
    return {"real": True, "integer": facts.integer, "signs": facts.signs, "low": facts.low, "high": facts.high,
            } if facts else {}


def indexed(kind: str) -> str | None:
    """Return the name of what a generator of some kind is an entry of, None for another kind.

    >>> indexed("entry of x"), indexed("sum")
    ('x', None)
    """
    return kind.removeprefix(_KIND) if kind.startswith(_KIND) else None
