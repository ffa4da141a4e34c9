"""The checks, in the order in which they run.  To add one: write its module and name it here.

A check is a function ``check(claim, budget)`` that returns evidence, or None where it does not apply.
"""

from __future__ import annotations

CHECKS = ("identity", "exhaustive", "enclosure", "equivalence", "search")
