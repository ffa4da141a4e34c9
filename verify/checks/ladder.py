"""Ladder: a quantity along growing sizes against a law: consistent, inconsistent on this ladder, or too short to tell.

The largest size is held out: the law predicts it from the one before.  Whatever is seen, the statement about all sizes
is neither confirmed nor refuted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify import doubt
from verify.budget import Budget
from verify.checks.base import weigh
from verify.checks.constant import ends
from verify.checks.tally import Tally
from verify.claim import Claim, Link, Side, statement
from verify.domains.scalar_domain import OneOf
from verify.errors import AssayError, Indeterminate, Nonsense, Undefined, Unevaluable
from verify.evidence import WRONG, Coverage, Evidence, Ladder, LawFit, Outcome, Power, Rigour, Rung
from verify.quantifiers import drift, rate
from verify.quantifiers.drift import Drift, Finding
from verify.quantifiers.ladder import rungs
from verify.quantifiers.urn import Urn
from verify.side import Crash, Memo, evaluate_sides, side_value
from verify.trial import Trial, excluded
from verify.values import number, value
from verify.values.value import Approximate

BITS = 128
MOST = 24
"""So many listed sizes are all used; of more, near-geometric ones."""
EXACT = 1e-6
"""A prediction that misses by less is told as exact."""
_HIDDEN = (("n", 1.0), ("n^(1/2)", 0.5), ("n^(1/4)", 0.25), ("n^(1/8)", 0.125))


@dataclass(frozen=True, slots=True)
class Climb:
    """What was measured: the trials, and the rungs of those that gave positive numbers."""

    tally: Tally
    rungs: tuple[Rung, ...]


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Measure the quantity along its ladder, and judge the law that is claimed, false ones and rivals by it."""
    if claim.quantifier is None or claim.quantifier.kind != rate.NAME:
        return None
    climbed = climb(claim, budget)
    window = _window(claim, climbed)
    if set(climbed.tally.counts) - {Outcome.HOLDS} or not climbed.rungs:
        return weigh("ladder", claim, climbed.tally, Coverage.WINDOW, window=window, powered=lambda *_: Power())
    first = judged(climbed.rungs, [rung.law for rung in climbed.rungs])
    rivals = [(law, _fit(law, climbed)) for law in claim.quantifier.details["rivals"]]
    ladder = Ladder(claim.quantifier.details["along"], tuple(map(_rounded, climbed.rungs)),
                    (_told(claim.links[0].rhs.source, first), *(_told(law.source, fit) for law, fit in rivals)))
    consistent = first.finding is Finding.CONSISTENT
    leans = first.finding is Finding.INCONSISTENT
    return Evidence(
        "ladder", Outcome.HOLDS if consistent else Outcome.UNDECIDED, coverage=Coverage.WINDOW,
        rigour=Rigour.NUMERICAL if consistent or leans else None, tried=climbed.tally.tried,
        admitted=climbed.tally.admitted, window=window, ladder=ladder, steps=_steps(ladder),
        note=_note(first, ladder), power=_power(claim, climbed) if consistent else Power())


def judged(values: Sequence[Rung], laws: Sequence[float]) -> Drift:
    """What the values say of a law with these values."""
    ratios = [math.log(r.value) - math.log(law) for r, law in zip(values, laws, strict=True)]
    return drift.read([r.size for r in values], ratios, [r.error / r.value for r in values])


def climb(claim: Claim, budget: Budget) -> Climb:
    """Evaluate the quantity and the law at every size that meets the hypotheses."""
    tally, found = Tally(), []
    sizes = _sizes(claim)
    for size in sizes:
        instance = {claim.variables[0].name: size}
        trial, rung = _measured(claim, instance, budget.trials // len(sizes))
        tally.add(trial)
        if trial.outcome is not Outcome.HOLDS and trial.admitted:
            break
        if rung is not None:
            found.append(rung)
    return Climb(tally, tuple(found))


def _sizes(claim: Claim) -> list[int]:
    """The sizes in order: all that are listed where they are few, else near-geometric ones."""
    variable = claim.variables[0]
    if isinstance(variable.domain, OneOf):
        return sorted(set(variable.domain.values))
    low, top = ends(claim, variable)
    low = max(1, low)
    return list(range(low, top + 1)) if top - low < MOST else list(rungs(low, top))


def _measured(claim: Claim, instance: dict[str, Any], limit: int) -> tuple[Trial, Rung | None]:
    """A trial at a size: it holds where both sides are positive numbers."""
    trial = excluded(claim, instance)
    if trial is not None:
        return trial, None
    size = int(next(iter(instance.values())))
    try:
        rung = _values(claim, instance, size, limit)
    except _Flaky as problem:
        return Trial(instance, False, True, Outcome.FLAKY, reason=str(problem)), None
    except Undefined as problem:
        return Trial(instance, False, True, Outcome.ILL_POSED, reason=str(problem)), None
    except (Unevaluable, Indeterminate) as problem:
        return Trial(instance, False, True, Outcome.UNDECIDED, reason=str(problem)), None
    except (AssayError, Crash) as problem:
        return Trial(instance, False, True, Outcome.ERROR, reason=str(problem)), None
    for name, found in (("the quantity", rung.value), ("the law", rung.law)):
        if not 0 < found < math.inf:
            return Trial(instance, False, True, Outcome.ILL_POSED, reason=f"{name} is {found:.6g}"), None
    return Trial(instance, False, True, Outcome.HOLDS), rung


def _values(claim: Claim, instance: dict[str, Any], size: int, limit: int) -> Rung:
    link = claim.links[0]
    law = _real(side_value(link.rhs, instance))
    if claim.quantifier is not None and claim.quantifier.variables:
        return Rung(size, *_mean(claim, link.lhs, instance, limit), law)
    found = evaluate_sides(replace(claim, quantifier=None), instance, BITS, Memo())
    if size == _sizes(claim)[0] and (why := doubt.unstable(replace(claim, quantifier=None), instance, found)):
        raise _Flaky(why)
    raw = found[0].lhs
    noise = raw.radius if isinstance(raw, Approximate) else 0.0
    return Rung(size, _real(raw), noise, law)


class _Flaky(Exception):
    """A quantity that has two values at one size."""


def _mean(claim: Claim, quantity: Side, instance: dict[str, Any], limit: int) -> tuple[float, float]:
    """The mean of the quantity over draws, and its standard error."""
    assert claim.quantifier is not None
    draws = max(2, min(claim.quantifier.details["draws"], limit))
    urn = Urn(claim, instance)
    values = [_real(side_value(quantity, urn.draw(k))) for k in range(draws)]
    mean = math.fsum(values) / draws
    spread = math.fsum((one - mean) ** 2 for one in values) / (draws - 1)
    return mean, math.sqrt(spread / draws)


def _real(raw: Any) -> float:
    """A float near a value of either kind."""
    found = raw if isinstance(raw, Approximate) else value.leaves(raw)
    if isinstance(found, bool | float):
        return float(found)
    if isinstance(found, Approximate) and isinstance(found.value, float):
        return found.value
    if isinstance(found, tuple | frozenset | complex):
        raise Nonsense("a quantity on a ladder", rule="one real number at each size", given=raw)
    return float(number.ball(number.real(found)).mid())


def _fit(law: Side, climbed: Climb) -> Drift:
    """How a rival law fares on the same values; one without a positive value somewhere is too short to tell."""
    try:
        name = next(iter(law.names), "") if hasattr(law, "names") else ""
        values = [_real(side_value(law, {name: rung.size} if name else {})) for rung in climbed.rungs]
        return judged(climbed.rungs, values)
    except (Undefined, Unevaluable, Indeterminate, AssayError, Crash, ValueError):
        return Drift(Finding.SHORT)


def _rounded(rung: Rung) -> Rung:
    """The digits that are printed, which are the same on any machine."""
    return Rung(rung.size, *(float(f"{x:.6g}") for x in (rung.value, rung.error, rung.law)))


def _told(text: str, fit: Drift) -> LawFit:
    return LawFit(text, str(fit.finding), *(float(f"{x:.3g}") for x in (fit.slope, fit.margin, fit.early, fit.missed)))


def _note(first: Drift, ladder: Ladder) -> str:
    """The finding of the law, then those of its rivals."""
    law = ladder.laws[0]
    if len(ladder.rungs) < 2 or (first.finding is Finding.SHORT and not (law.slope or law.margin)):
        return f"{first.finding}: it has {len(ladder.rungs)} sizes; five that span a factor of eight are needed"
    along = ladder.along
    said = f"{first.finding}: beside {law.text} a factor {along}^({_signed(law.slope)} ± {law.margin:.1g}) is left"
    said += f", after {along}^({_signed(law.early)}) on smaller sizes; {_prediction(law, ladder)}"
    return "; ".join([said, *(f"the rival {other.text}: {other.finding}, {along}^({_signed(other.slope)}) is left"
                              for other in ladder.laws[1:])])


def _prediction(law: LawFit, ladder: Ladder) -> str:
    last, before = ladder.rungs[-1], ladder.rungs[-2]
    off = f"{100 * abs(law.missed):.2g} % too {'high' if law.missed > 0 else 'low'}"
    return (f"from {ladder.along} = {before.size} it predicts {ladder.along} = {last.size} "
            f"{off if abs(law.missed) > EXACT else 'exactly'}")


def _signed(slope: float) -> str:
    return f"{round(slope, 3):+g}".replace("-", "−") if abs(slope) >= 0.0005 else "0"


def _steps(ladder: Ladder) -> tuple[str, ...]:
    """The values and the local exponents between neighbouring sizes."""
    lines = []
    for before, rung in zip((None, *ladder.rungs), ladder.rungs, strict=False):
        error = f" ± {rung.error:.2g}" if rung.error else ""
        exponent = math.log(rung.value / before.value) / math.log(rung.size / before.size) if before else None
        slope = "" if exponent is None else f", local exponent {exponent:.3g}"
        lines.append(f"{ladder.along} = {rung.size}: {rung.value:.6g}{error}{slope}")
    return tuple(lines)


def _window(claim: Claim, climbed: Climb) -> str:
    name = claim.variables[0].name
    sizes = ", ".join(str(rung.size) for rung in climbed.rungs)
    return f"{name} = {sizes}" if sizes else f"{name} in {claim.variables[0].domain.window()}"


def _power(claim: Claim, climbed: Climb) -> Power:
    """Would a law off by a power have shown?  One off by a factor n must; finer ones are the detection limit."""
    noticed = {}
    for name, power in _HIDDEN:
        laws = [rung.law * rung.size**power for rung in climbed.rungs]
        noticed[name] = judged(climbed.rungs, laws).finding is Finding.INCONSISTENT
    variants = [("the law times n", "refuted" if noticed["n"] else "survived")]
    for links in claim.wrong:
        rival: Link = links[0]
        found = _fit(rival.rhs, climbed).finding
        variants.append((WRONG + statement(links), "refuted" if found is Finding.INCONSISTENT else "survived"))
    seen = [name for name, found in noticed.items() if found]
    return Power(tuple(variants), f"a law off by a factor {seen[-1]}" if seen else None)
