"""Magnification: equalities that agree to all digits of the working precision, seen with many times as many.

No number of digits proves two numbers equal, and two that differ by less than 2^-1024 agree to 308 of them; but at a
few instances many more digits cost little, and show a difference such as 1 − tanh 400.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from verify import work
from verify.claim import Claim
from verify.evidence import AGREES, Outcome, Rigour
from verify.formulas.formula import Formula
from verify.trial import PRECISIONS, Trial, attempt
from verify.values import value

SPOTS = 5
"""How many instances are magnified."""
DEEP, DEEPEST = 4096, 65536
"""Bits for any formula or function, and for formulas of elementary functions."""
WORK = 1 << 22
"""Bits times terms of sums and products that one evaluation may take."""
_ELEMENTARY = (sympy.exp, sympy.log, sympy.Abs, sympy.sign, sympy.floor, sympy.ceiling, sympy.Mod, sympy.Max, sympy.Min,
               sympy.Piecewise, sympy.erf, sympy.erfc, sympy.functions.elementary.trigonometric.TrigonometricFunction,
               sympy.functions.elementary.trigonometric.InverseTrigonometricFunction,
               sympy.functions.elementary.hyperbolic.HyperbolicFunction,
               sympy.functions.elementary.hyperbolic.InverseHyperbolicFunction)


@dataclass(frozen=True, slots=True)
class Magnified:
    """The first instance at which the sides differ after all, else to how many digits they agree at how many."""

    against: Trial | None = None
    digits: float = 0.0
    count: int = 0

    @property
    def remark(self) -> str:
        """How far the agreement goes, in words."""
        return f"{AGREES}{self.digits:.0f} digits at {self.count} of them" if self.count else ""


def agrees(trial: Trial) -> bool:
    """Whether a trial holds only as far as the digits of balls go."""
    comparison = trial.comparison
    return (trial.outcome is Outcome.HOLDS and comparison is not None and comparison.rigour is Rigour.NUMERICAL
            and comparison.reason.startswith(AGREES) and any(value.has_ball((s.lhs, s.rhs)) for s in trial.sides))


def magnify(claim: Claim, trials: Sequence[Trial]) -> Magnified:
    """Look at a few of the trials that agree, the first and the last among them."""
    close = [trial for trial in trials if agrees(trial)]
    spots = list(dict.fromkeys(round(k * (len(close) - 1) / (SPOTS - 1)) for k in range(SPOTS))) if close else []
    digits = []
    for spot in spots:
        seen = magnified(claim, close[spot])
        if seen.outcome is Outcome.FAILS:
            return Magnified(against=seen)
        if agrees(seen) and seen.comparison and seen.comparison.digits:
            digits.append(seen.comparison.digits)
    return Magnified(digits=min(digits, default=0.0), count=len(digits))


def magnified(claim: Claim, trial: Trial, deepest: int = DEEPEST) -> Trial:
    """The trial at as many bits as its evaluation can bear."""
    before = work.spent()
    attempt(claim, trial.instance, trial.corner, PRECISIONS[0])
    terms = work.spent() - before
    last = min(deepest, DEEPEST if _elementary(claim) else DEEP)
    while last > PRECISIONS[-1] and last * terms > WORK:
        last //= 4
    return attempt(claim, trial.instance, trial.corner, last) if last > PRECISIONS[-1] else trial


def _elementary(claim: Claim) -> bool:
    """Whether many digits of the claim's values cost little more than few."""
    trees = [side.tree if isinstance(side, Formula) else None for link in claim.links for side in (link.lhs, link.rhs)]
    return bool(trees) and all(tree is not None and not tree.has(sympy.Integral, sympy.Derivative)
                               and all(isinstance(part, _ELEMENTARY) for part in tree.atoms(sympy.Function))
                               for tree in trees)
