"""Equivalence: two models on the same inputs: their values and, where asked, their gradients.

Gradients are taken by PyTorch's automatic differentiation in float64 of a fixed random combination of the outputs, so
that a wrong derivative of any output shows; their noise is measured as that of any float.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from verify.budget import Budget
from verify.checks.base import weigh
from verify.checks.search import both_functions, search, searched_text
from verify.claim import Claim, Link
from verify.definition import Definition
from verify.domains.draw import claim_seed
from verify.domains.instance import count
from verify.evidence import Coverage, Evidence, Outcome
from verify.trial import Trial, attempt
from verify.variants.necessity import necessity


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Compare two functions on corner and random inputs; None where a side is a formula or all inputs are listed."""
    if not both_functions(claim):
        return None
    listed = all(v.domain.finite for v in claim.variables) and count(claim.variables, budget.listed) is not None
    if listed and not claim.gradients:
        return None
    if claim.gradients and importlib.util.find_spec("torch") is None:
        return Evidence("equivalence", Outcome.NOT_RUN, note="gradients need PyTorch: pip install 'assay[torch]'")
    derived = _gradient_claim(claim) if claim.gradients else None

    def judge(instance: dict[str, Any], corner: bool) -> Trial:
        trial = attempt(claim, instance, corner, budget.precision)
        if derived is None or trial.outcome is not Outcome.HOLDS:
            return trial
        slopes = attempt(derived, instance, corner, budget.precision)
        return trial if slopes.outcome is Outcome.HOLDS else replace(slopes, reason=f"gradients: {slopes.reason}")

    tally = search(claim, budget, judge)
    note = f"values and gradients in {', '.join(claim.gradients)}" if claim.gradients else "values"
    found = weigh("equivalence", claim, tally, Coverage.SAMPLE, window=searched_text(claim), note=note)
    if found.outcome is not Outcome.HOLDS:
        return found
    return replace(found, needs=necessity(claim, tally.outside, whole=False))


def _gradient_claim(claim: Claim) -> Claim:
    """The claim that the gradients of the two functions are equal."""
    link = claim.links[0]
    sides = [_gradient(side, claim) for side in (link.lhs, link.rhs) if isinstance(side, Definition)]
    return replace(claim, links=(Link("==", sides[0], sides[1]),), wrong=(), gradients=())


def _gradient(side: Definition, claim: Claim) -> Definition:
    places = tuple(k for k, name in enumerate(side.parameters) if name in claim.gradients)
    return replace(side, function=_differentiated(side.function, places, claim_seed(claim)), captured={})


def _differentiated(function: Callable[..., Any], places: tuple[int, ...], seed: int) -> Callable[..., Any]:
    def gradient(*arguments: Any) -> Any:
        import torch

        tensors = list(arguments)
        for place in places:
            array = np.asarray(arguments[place], dtype=np.float64).copy()
            tensors[place] = torch.tensor(array, dtype=torch.float64, requires_grad=True)
        output = function(*tensors).reshape(-1)
        weights = np.random.default_rng(seed).standard_normal(output.shape[0])
        (output @ torch.tensor(weights, dtype=output.dtype)).backward()
        return tuple(tensors[place].grad.numpy() for place in places)

    return gradient
