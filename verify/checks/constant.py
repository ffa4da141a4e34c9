"""Constant: along a ladder of sizes, the smallest C with lhs ≤ C·rhs, and whether it grows.

A C that serves the whole scope is proven by the enclosure check where it can be.  A constant that grows on the ladder
decides nothing: the statement is about all sizes, and no finite ladder refutes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy
from flint import fmpq

from verify.budget import Budget
from verify.checks import enclosure
from verify.checks.base import weigh
from verify.checks.tally import Tally
from verify.claim import Claim, Link, statement
from verify.domains.draw import nesting
from verify.domains.instance import count, listing
from verify.domains.scalar_domain import DEFAULT_WINDOW
from verify.errors import DomainError, Indeterminate, Undefined, cut
from verify.evidence import WRONG, Coverage, Evidence, Outcome, Power, Rigour
from verify.formulas.formula import Formula
from verify.quantifiers.ladder import Reading, Trend, read, rungs
from verify.quantifiers.witness import positive, scaled
from verify.search.candidate import candidates
from verify.trial import Trial, attempt, instance_text
from verify.values import number
from verify.values.value import Approximate
from verify.variable import Variable

REACH = {0: 2**40, 1: 2**11, 2: 2**6}
"""How far formulas are evaluated where no window is named, by the nesting of their sums."""
BESIDE = 6
"""Sizes tried at each rung: the rung and those just below it."""
LARGEST = 1e100
"""A ladder ends where it needs a constant beyond this."""
LONG = 10_000
"""Numbers of more bits are divided as balls."""
OTHERS = 64
"""Instances of the other variables at each size."""
_HIDDEN: tuple[tuple[str, Callable[[float], float]], ...] = (
    ("n", lambda n: n), ("n^(1/2)", lambda n: n**0.5), ("n^(1/4)", lambda n: n**0.25), ("n^(1/8)", lambda n: n**0.125),
    ("log n", lambda n: math.log(n + 1)), ("log log n", lambda n: math.log(math.log(n + 1) + 1)))


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Measure the constant along the ladder and, where it does not grow, try to prove one for the whole scope."""
    climbed = climb(claim, budget)
    tally, window = climbed.tally, _window(claim, climbed)
    if not tally.counts.get(Outcome.HOLDS) or set(tally.counts) - {Outcome.HOLDS, Outcome.UNDECIDED}:
        return weigh("constant", claim, tally, Coverage.WINDOW, window=window, powered=lambda *_: Power())
    reading = read(climbed.sizes, climbed.needed)
    evidence = Evidence(
        "constant", Outcome.HOLDS, Rigour.NUMERICAL, Coverage.WINDOW, tried=tally.tried, admitted=tally.admitted,
        window=window, steps=_table(claim, climbed), power=_power(claim, climbed, budget))
    settled = reading.trend in (Trend.BOUNDED, Trend.SETTLES)
    proof = _proof(claim, climbed, reading, budget) if reading.trend is not Trend.GROWS else None
    if proof is not None:
        return replace(evidence, rigour=proof.rigour, coverage=Coverage.SCOPE, note=proof.note,
                       steps=(*evidence.steps, *proof.steps))
    note = _told(claim, climbed, reading)
    return replace(evidence, note=note) if settled else replace(evidence, outcome=Outcome.UNDECIDED, rigour=None,
                                                                note=note, power=Power())


@dataclass(frozen=True, slots=True)
class Climb:
    """What was measured: the sizes of the ladder, the constant needed up to each, and the instance that needs it."""

    tally: Tally
    sizes: tuple[int, ...]
    needed: tuple[float, ...]
    worst: Trial | None
    sampled: bool


def climb(claim: Claim, budget: Budget) -> Climb:
    """Evaluate both sides along the ladder."""
    bare = replace(claim, quantifier=None)
    tally, sizes, needed = Tally(), [], []
    worst: Trial | None = None
    largest = -math.inf
    sampled = False
    for size, places in _ladder(claim):
        if largest > LARGEST:
            break
        seen = False
        for place in places:
            instances, all_listed = _others(claim, place, budget)
            sampled = sampled or not all_listed
            for instance in instances:
                trial = _judged(attempt(bare, instance, precision=128))
                tally.add(trial)
                if trial.outcome is Outcome.HOLDS and trial.admitted:
                    seen = True
                    ratio = ratio_of(trial)
                    if largest < ratio < math.inf:
                        worst, largest = trial, ratio
        if tally.counts.get(Outcome.ILL_POSED) or tally.counts.get(Outcome.ERROR):
            break
        if seen:
            sizes.append(size)
            needed.append(max(largest, 0.0))
    return Climb(tally, tuple(sizes), tuple(needed), worst, sampled)


def _sizes(claim: Claim) -> list[Variable]:
    names = claim.quantifier.details["sizes"] if claim.quantifier else ()
    return [v for v in claim.variables if v.name in names]


def _ladder(claim: Claim) -> Iterator[tuple[int, list[dict[str, int]]]]:
    """Yield sizes, each with the values of the size variables at which it is measured."""
    variables = _sizes(claim)
    lows, tops = zip(*(ends(claim, v) for v in variables), strict=True)
    before = [low - 1 for low in lows]
    span = min(top - low for low, top in zip(lows, tops, strict=True)) + 1
    last = 0
    for step in rungs(1, span):
        beside = list(range(max(last + 1, step - BESIDE + 1), step + 1))
        places = [{v.name: base + g for v, base in zip(variables, before, strict=True)} for g in beside]
        for k, variable in enumerate(variables if len(variables) > 1 else ()):
            places.append({v.name: base + (step if v is variable else 1)
                           for v, base in zip(variables, before, strict=True)})
            places.append({v.name: base + (step if j <= k else max(1, step // 2))
                           for j, (v, base) in enumerate(zip(variables, before, strict=True))})
        yield before[0] + step, [dict(items) for items in dict.fromkeys(tuple(p.items()) for p in places)]
        last = step


def ends(claim: Claim, variable: Variable) -> tuple[int, int]:
    domain: Any = variable.domain
    low, top = domain.ends({})
    if domain.largest is None and claim.formulas_only:
        depth = max(nesting(side.tree) for link in claim.links for side in (link.lhs, link.rhs)
                    if isinstance(side, Formula))
        return low, low + REACH.get(depth, DEFAULT_WINDOW) - 1
    return low, top


def _others(claim: Claim, place: dict[str, int], budget: Budget) -> tuple[list[dict[str, Any]], bool]:
    """Instances of all variables at given sizes, in the variables' order, and whether these are all there are."""
    others = [v for v in claim.variables if v.name not in place]
    try:
        number = count(others, OTHERS, place)
        found = list(listing(others, place)) if number is not None else list(candidates(others, place))[:OTHERS]
    except DomainError:
        return [], True
    finite = number is not None and all(v.domain.finite for v in others)
    return [{v.name: full[v.name] for v in claim.variables} for full in found], finite


def _judged(trial: Trial) -> Trial:
    """A trial of lhs ≤ rhs as one of lhs ≤ C·rhs: it holds for some C where the right side is positive."""
    if not trial.admitted or not trial.sides or trial.outcome not in (Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED):
        return trial
    right = trial.sides[0].rhs
    try:
        ratio_of(trial)
        sign = _sign(right)
    except (Undefined, TypeError):
        return replace(trial, outcome=Outcome.ERROR, reason="a bound up to a constant compares real numbers")
    except (Indeterminate, ValueError, OverflowError) as problem:
        return replace(trial, outcome=Outcome.UNDECIDED, comparison=None, reason=str(problem))
    if sign <= 0:
        return replace(trial, outcome=Outcome.ILL_POSED, comparison=None,
                       reason=f"the bound is not positive: it is {right.value if sign and _floats(right) else right}")
    return replace(trial, outcome=Outcome.HOLDS, reason="")


def _floats(value: Any) -> bool:
    return isinstance(value, Approximate)


def _sign(value: Any) -> int:
    if not _floats(value):
        return number.sign(value)
    if abs(value.value) <= value.radius:
        raise Indeterminate("the bound is 0 within its noise")
    return 1 if value.value > 0 else -1


def ratio_of(trial: Trial) -> float:
    """lhs/rhs as a float, rounded to the larger side where it is not exact."""
    left, right = trial.sides[0].lhs, trial.sides[0].rhs
    if _floats(left) or _floats(right):
        values = [v.value if _floats(v) else float(number.ball(number.real(v)).mid()) for v in (left, right)]
        return math.inf if values[1] == 0 else values[0] / values[1]
    left, right = number.real(left), number.real(right)
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        if not right:
            return math.inf
        if max(left.height_bits(), right.height_bits()) <= LONG:
            return float(Fraction(int(left.p), int(left.q)) / Fraction(int(right.p), int(right.q)))
    return float((number.ball(left) / number.ball(right)).mid())


def _told(claim: Claim, climbed: Climb, reading: Reading) -> str:
    name = "sizes" if len(_sizes(claim)) > 1 else _sizes(claim)[0].name
    text = f"C = {_shown(climbed.needed[-1])} suffices on the window{_at(climbed)}"
    if reading.trend is Trend.SHORT:
        return f"{text}; {reading.trend} to see growth: {len(climbed.sizes)} sizes; a wider window would show it"
    drift = f"the last log-log slope is {reading.slope:.2g}"
    if reading.kept is not None:
        drift += f", and from each doubling of {name} to the next it changes by a factor {reading.kept:.2g}"
    if reading.trend is Trend.BOUNDED:
        return f"{text}; no growth from {name} = {climbed.sizes[len(climbed.sizes) // 2]} on" + _caution(climbed)
    if reading.trend is Trend.SETTLES:
        return f"{text}; {reading.trend} ({drift}), towards about {reading.limit:.3g}" + _caution(climbed)
    return (f"the constant needed keeps rising ({_pairs(climbed)}); {drift}; {reading.trend} on this ladder, which "
            "refutes nothing: a proof, or a stated constant (at_most=…), would decide it")


def _caution(climbed: Climb) -> str:
    return "; at each size a maximum over sampled instances, which is a lower bound" if climbed.sampled else ""


def _at(climbed: Climb) -> str:
    at = ", ".join(f"{name} = {text}" for name, text in instance_text(climbed.worst.instance)) if climbed.worst else ""
    return f", attained at {cut(at, 160)}" if at else ""


def _shown(value: float) -> str:
    """A number rounded up to three digits."""
    return f"{float(_above(value, 3)):.3g}"


def _above(value: float, digits: int) -> Fraction:
    """The least decimal of so many digits that is at least a value ≥ 0."""
    if value <= 0:
        return Fraction(0)
    unit = Fraction(10) ** (math.floor(math.log10(value)) - digits + 1)
    return math.ceil(Fraction(value) / unit) * unit


def _pairs(climbed: Climb) -> str:
    step = max(1, len(climbed.sizes) // 5)
    chosen = list(zip(climbed.sizes, climbed.needed, strict=True))[::-step][:6][::-1]
    return ", ".join(f"{needed:.4g} at {size}" for size, needed in chosen)


def _table(claim: Claim, climbed: Climb) -> tuple[str, ...]:
    name = "size" if len(_sizes(claim)) > 1 else _sizes(claim)[0].name
    pairs = list(zip(climbed.sizes, climbed.needed, strict=True))
    shown = pairs[:: max(1, len(pairs) // 12)]
    return tuple(f"up to {name} = {size}: C = {_shown(needed)}" for size, needed in shown)


def _window(claim: Claim, climbed: Climb) -> str:
    sizes = [f"{v.name} on a ladder from {ends(claim, v)[0]} to {climbed.sizes[-1] if climbed.sizes else '–'}"
             for v in _sizes(claim)]
    names = {v.name for v in _sizes(claim)}
    return "; ".join([*sizes, *(f"{v.name} in {v.domain.window()}" for v in claim.variables if v.name not in names)])


def _power(claim: Claim, climbed: Climb, budget: Budget) -> Power:
    """Would a factor hidden in the constant have shown?  A factor n must; finer ones are the detection limit."""
    noticed = {name: read(climbed.sizes, [needed * factor(max(1, size)) for size, needed in zip(
        climbed.sizes, climbed.needed, strict=True)]).trend is Trend.GROWS for name, factor in _HIDDEN}
    variants = [("the bound divided by n", "refuted" if noticed["n"] or not climbed.needed[-1] else "survived")]
    for links in claim.wrong:
        other = climb(replace(claim, links=links, wrong=()), budget)
        grows = read(other.sizes, other.needed).trend is Trend.GROWS
        variants.append((WRONG + statement(links), "refuted" if grows else "survived"))
    seen = [name for name, found in noticed.items() if found]
    powers = [name for name in seen if name.startswith("n")]
    limit = " or ".join([*powers[-1:], *(name for name in seen if name.startswith("log"))])
    return Power(tuple(variants), f"a factor {limit} hidden in the constant" if limit else None)


def _proof(claim: Claim, climbed: Climb, reading: Reading, budget: Budget) -> Evidence | None:
    """Prove lhs ≤ C·rhs on the whole scope for a constant a little above what the ladder needs; all tries share."""
    if not claim.formulas_only:
        return None
    link: Link = claim.links[0]
    top = climbed.needed[-1]
    near = max(top, reading.limit or 0) * 1.001
    wanted = [_above(top, 2), _above(near, 2), _above(top * 1.25, 2), _above(2 * top, 1), _above(10 * top, 1)]
    share = replace(budget, boxes=budget.boxes // len(wanted))
    for constant in dict.fromkeys(c for c in wanted if c > 0):
        exact = sympy.Rational(constant.numerator, constant.denominator)
        bound = scaled(link.rhs, Formula(str(exact), exact))
        plain = replace(claim, quantifier=None, links=(Link("<=", link.lhs, bound),), obligations=(positive(link.rhs),))
        found = enclosure.check(plain, share)
        if found is not None and found.outcome is Outcome.HOLDS:
            return replace(found, note=f"C = {exact} suffices for every instance in the scope; {found.note}")
    return None
