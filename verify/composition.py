"""Composition: several relations that hold together, what they come to, and how each link fared where it was tried.

A chain goes one way: a ≤ b < c comes to a < c, while a ≤ b ≥ c comes to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verify.errors import AssayError, ClaimError, Indeterminate, Undefined, cut
from verify.evidence import Outcome
from verify.values.comparison import Comparison, compare

if TYPE_CHECKING:
    from verify.claim import Claim, Link
    from verify.trial import Trial

_UP, _DOWN = ("<", "<="), (">", ">=")
_WAYS = (_UP, _DOWN, ("⪯", "⪯"), ("⪰", "⪰"))


def composed(operators: Sequence[str]) -> str | None:
    """Return the operator between a chain's ends, None where the chain turns round.

    >>> composed(["<=", "<"]), composed(["==", ">="]), composed(["==", "=="]), composed(["<=", ">="])
    ('<', '>=', '==', None)
    """
    for strict, weak in _WAYS:
        if all(operator in (strict, weak, "==") for operator in operators):
            return strict if strict in operators else weak if weak in operators else "=="
    return None


def require_one_way(operators: Sequence[str], shown: str) -> None:
    """Raise ClaimError for a chain that turns round, since its ends are then not compared."""
    if composed(operators) is None:
        raise ClaimError(f"the chain {shown}", rule="a chain goes one way, so that its ends are compared",
                         given=" ".join(operators), hint="one claim for each direction")


def conclusion(links: Sequence[Link]) -> str | None:
    """Return what a chain of links comes to, as text; None for one link or links that do not meet."""
    meet = all(links[k].rhs is links[k + 1].lhs for k in range(len(links) - 1))
    operator = composed([link.operator for link in links])
    if len(links) < 2 or not meet or operator is None:
        return None
    return f"{links[0].lhs.source} {operator} {links[-1].rhs.source}"


def remarks(claim: Claim, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return one line for each link of a chain: where it is broken first, else its smallest slack."""
    number = min((len(trial.sides) for trial in trials if trial.sides), default=0)
    if number < 2:
        return ()
    return tuple(f"{_name(claim, k)}: {_fate(k, trials)}" for k in range(number))


def hints(claim: Claim, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the first broken link of a broken chain."""
    judged = [trial for trial in trials if len(trial.sides) > 1]
    number = min((len(trial.sides) for trial in judged), default=0)
    for k in range(number):
        broken = _first_broken(k, judged)
        if broken is not None:
            return (f"the first broken link is {_name(claim, k)}, broken first{_at(broken)}",)
    return ()


def _name(claim: Claim, k: int) -> str:
    return f"link {k + 1}, {claim.links[k]}" if k < len(claim.links) else f"link {k + 1}"


def _fate(k: int, trials: Sequence[Trial]) -> str:
    broken = _first_broken(k, trials)
    if broken is not None:
        return f"broken first{_at(broken)}"
    found = [(trial, comparison) for trial in trials if (comparison := _link(trial, k))]
    held = [(trial, comparison) for trial, comparison in found if comparison.outcome is Outcome.HOLDS]
    slacks = [(comparison.slack, n) for n, (_, comparison) in enumerate(held) if comparison.slack is not None]
    text = f"holds on {len(held)} of {len(found)} instances looked at"
    if len(held) < len(found):
        text += f", {len(found) - len(held)} too close to call"
    if slacks:
        slack, n = min(slacks)
        text += f", smallest slack {slack:.6g}{_at(held[n][0])}"
    return text


def _first_broken(k: int, trials: Sequence[Trial]) -> Trial | None:
    return next((trial for trial in trials if (found := _link(trial, k)) and found.outcome is Outcome.FAILS), None)


def _link(trial: Trial, k: int) -> Comparison | None:
    if not trial.admitted or len(trial.sides) <= k:
        return None
    side = trial.sides[k]
    return _compared(side.operator, side.lhs, side.rhs)


def _compared(operator: str, left: Any, right: Any) -> Comparison | None:
    try:
        return compare(operator, left, right)
    except (Undefined, Indeterminate, AssayError):
        return None


def _at(trial: Trial) -> str:
    from verify.trial import instance_text

    at = ", ".join(f"{name} = {text}" for name, text in instance_text(trial.instance))
    return f" at {cut(at, 200)}" if at else ""
