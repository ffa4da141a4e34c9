"""Budget: how much work a check may do, counted in instances, boxes, terms and bits, never in seconds.

Counting work instead of time makes a record the same on every machine and for any number of workers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one check of one claim."""

    instances: int = 300
    """Random instances drawn by a search."""
    corners: int = 200
    """Corner instances tried before random ones."""
    listed: int = 100_000
    """Instances of a finite domain that are listed one by one."""
    climbs: int = 2_000
    """Evaluations of a local ascent."""
    boxes: int = 4_000
    """Boxes that branch-and-bound may examine."""
    terms: int = 200_000
    """Terms of a polynomial in a normal form."""
    trials: int = 20_000
    """Trials of a claim with a probability, all its outer instances together."""
    precision: int = 1024
    """Largest working precision in bits."""


BUDGETS = {"fast": Budget(), "full": Budget(instances=3000, corners=1000, listed=1_000_000, climbs=20_000, boxes=50_000,
                                         trials=1_000_000)}
