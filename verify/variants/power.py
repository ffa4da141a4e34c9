"""Power: what a check would have caught, measured on variants of the claim that are false if the claim is true.

For an equality the right side is moved by t and by a factor 1 + t; for an order the relation is reversed and the bound
is pushed past the tightest instance.  Variants are compared, by the same comparison, on the instances that the claim
was checked on; corner instances, often degenerate, count for nothing.  The author's own ``wrong``
variants are tried on the same instances.  The detection limit is the smallest t on the ladder that is still refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from flint import acb, arb, ctx, fmpq

from verify.claim import Claim, statement
from verify.errors import AssayError, Indeterminate, Undefined
from verify.evidence import UNTESTED, WRONG, Outcome, Power
from verify.side import Sides
from verify.trial import PRECISIONS, Trial, attempt
from verify.values.comparison import FLIPPED, Comparison, compare
from verify.values.loewner_comparison import pushed
from verify.values.value import Approximate, Discrete

LADDER = tuple(Fraction(1, 10**k) for k in (0, 3, 6, 9, 12, 15, 20, 30, 50, 100, 200, 300))
"""Relative errors that the detection limit is looked for on."""
MADE = LADDER[:2]
"""Relative errors whose survival makes a verdict weak."""
SAMPLE = 48
"""How many instances variants are tried on: the tightest and an even spread."""


def power(claim: Claim, trials: Sequence[Trial], least: int = 1) -> Power:
    """Return the fate of every false variant on the trials at which the claim held; nothing below ``least`` of them."""
    held = [trial for trial in trials if trial.admitted and trial.outcome is Outcome.HOLDS and trial.sides]
    sample = _spread([trial for trial in held if not trial.corner])
    if len(sample) < least:
        return Power()
    variants: list[tuple[str, str]] = []
    caught: dict[str, Fraction] = {}
    for name, kind, t, change in _changes(sample[0].sides):
        fate = _fate(sample, change)
        if t is None or t in MADE:
            variants.append((name, fate))
        if t is not None and fate == "refuted":
            caught[kind] = min(t, caught.get(kind, t))
    variants += [_wrong_fate(claim, links, sample) for links in claim.wrong]
    return Power(tuple(variants), _detection(sample, caught))


def _spread(trials: Sequence[Trial]) -> list[Trial]:
    if len(trials) <= SAMPLE:
        return list(trials)
    step = len(trials) / (SAMPLE - 1)
    chosen = [trials[int(k * step)] for k in range(SAMPLE - 1)]
    tight = min(trials, key=lambda t: (t.comparison.slack if t.comparison and t.comparison.slack is not None
                                       else float("inf")))
    return [*chosen, tight]


def _detection(sample: Sequence[Trial], caught: Mapping[str, Fraction]) -> str | None:
    """The smallest error of the most telling kind that was caught: relative before absolute."""
    if all(_exact(side.lhs) and _exact(side.rhs) for trial in sample for side in trial.sides):
        return "any difference (exact arithmetic)"
    for kind in ("a relative error", "an absolute error", "a bound wrong"):
        if kind in caught:
            word = "by" if kind == "a bound wrong" else "of"
            return f"{kind} {word} {float(caught[kind]):.0e}"
    return None


def _exact(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_exact(entry) for entry in value)
    return isinstance(value, fmpq | bool | frozenset)


Change = Callable[[Trial], tuple[Sides, ...] | None]


def _changes(sides: tuple[Sides, ...]) -> Iterable[tuple[str, str, Fraction | None, Change]]:
    """Yield (name, kind, t, change) for every variant that is false by construction."""
    for k, side in enumerate(sides):
        prefix = f"link {k + 1}: " if len(sides) > 1 else ""
        if side.operator == "==":
            if _categorical(side.lhs):
                yield f"{prefix}the right side negated", "", None, _on(k, _negated)
                continue
            for t in LADDER:
                yield f"{prefix}rhs + {t}", "an absolute error", t, _on(k, partial(_moved, t=t))
                yield f"{prefix}rhs·(1 + {t})", "a relative error", t, _on(k, partial(_scaled, t=t))
        else:
            yield f"{prefix}the relation reversed", "", None, _on(k, _reversed)
            for t in LADDER:
                name = f"{prefix}the bound pushed {t} past the tightest instance"
                yield name, "a bound wrong", t, _on(k, partial(_pushed, t=t))


def _moved(side: Sides, t: Fraction) -> Sides:
    return replace(side, rhs=_shifted(side.rhs, t))


def _reversed(side: Sides) -> Sides:
    reversed_side = replace(side, operator=FLIPPED[side.operator])
    return replace(reversed_side, lhs=fmpq(0), rhs=fmpq(0)) if side.tied else reversed_side


def _on(k: int, change: Callable[[Sides], Sides | None]) -> Change:
    def apply(trial: Trial) -> tuple[Sides, ...] | None:
        if k >= len(trial.sides):
            return None
        changed = change(trial.sides[k])
        return None if changed is None else (changed,)

    return apply


def _categorical(value: Any) -> bool:
    inner = value.value if isinstance(value, Discrete) else value
    if isinstance(inner, tuple):
        return bool(inner) and all(_categorical(entry) for entry in inner)
    return isinstance(inner, bool | frozenset)


def _negated(side: Sides) -> Sides:
    return replace(side, operator="!=")


def _shifted(value: Any, t: Fraction) -> Any:
    """value + t·max(1, |value|), entrywise."""
    if isinstance(value, tuple):
        return tuple(_shifted(entry, t) for entry in value)
    if isinstance(value, Discrete):
        return Discrete(_shifted(value.value, t), value.robust)
    if isinstance(value, bool | frozenset):
        return value
    if isinstance(value, Approximate):
        return replace(value, value=value.value + float(t) * max(1.0, abs(value.value)))
    exact = fmpq(t.numerator, t.denominator)
    return value + exact * _size(value)


def _size(value: Any) -> Any:
    """A number between max(1, |value|)/2 and twice that, exact for exact values."""
    if isinstance(value, fmpq):
        return max(fmpq(1), abs(value))
    if isinstance(value, acb):
        return arb(abs(complex(value.mid()))).max(arb(1))
    return abs(value).max(arb(1))


def _scaled(side: Sides, t: Fraction) -> Sides | None:
    """rhs·(1 + t); void where the right side is zero, since nothing changes there."""
    changed = _times(side.rhs, t)
    return None if changed is None else replace(side, rhs=changed)


def _times(value: Any, t: Fraction) -> Any:
    if isinstance(value, tuple):
        entries = [_times(entry, t) for entry in value]
        if all(entry is None for entry in entries):
            return None
        return tuple(old if new is None else new for old, new in zip(value, entries, strict=True))
    if isinstance(value, Discrete):
        inner = _times(value.value, t)
        return None if inner is None else Discrete(inner, value.robust)
    if isinstance(value, Approximate):
        return None if abs(value.value) <= value.radius else replace(value, value=value.value * (1 + float(t)))
    if isinstance(value, bool | frozenset) or (isinstance(value, arb | acb) and value.contains(0)):
        return None
    return None if value == 0 else value * (1 + fmpq(t.numerator, t.denominator))


def _pushed(side: Sides, t: Fraction) -> Sides:
    """Replace the bound by one that this instance already breaks, by t·max(1, |lhs|)."""
    if side.operator in ("⪯", "⪰"):
        return pushed(side, t)
    downward = side.operator in ("<=", "<")
    return replace(side, rhs=_shifted(side.lhs, -t if downward else t))


def _fate(sample: Sequence[Trial], change: Change) -> str:
    fates = set()
    for trial in sample:
        try:
            changed = _compare_wide(trial, change)
            if changed is None:
                continue
            outcome = changed.outcome
        except (Undefined, Indeterminate, AssayError, TypeError, OverflowError):
            continue
        if outcome is Outcome.FAILS:
            return "refuted"
        fates.add(outcome)
    return "survived" if fates else "void"


def _compare_wide(trial: Trial, change: Change) -> Comparison | None:
    """Change and compare at the largest precision: the detection limit is that of the values, not of the arithmetic."""
    before, ctx.prec = ctx.prec, PRECISIONS[-1]
    try:
        sides = change(trial)
        return compare(sides[0].operator, sides[0].lhs, sides[0].rhs) if sides else None
    finally:
        ctx.prec = before


def _wrong_fate(claim: Claim, links: Any, sample: Sequence[Trial]) -> tuple[str, str]:
    """The fate of an author's false variant; a crash or an undefined side refutes nothing."""
    variant = replace(claim, links=links, body=None, wrong=())
    name = WRONG + statement(links)
    seen, problem = False, ""
    for trial in sample:
        result = attempt(variant, trial.instance)
        if result.outcome is Outcome.FAILS:
            return name, "refuted"
        seen = seen or result.outcome in (Outcome.HOLDS, Outcome.UNDECIDED)
        problem = problem or result.reason
    return (name, "survived") if seen else (f"{name}{UNTESTED}{problem})", "void")
