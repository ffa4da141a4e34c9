"""Draw: random instances of a claim's variables, the same on every run: the seed is made from the claim's name."""

from __future__ import annotations

import contextlib
import hashlib
import warnings
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.strategies import SearchStrategy

from verify.claim import Claim
from verify.domains.domain import needs
from verify.domains.sample import Sample
from verify.domains.scalar_domain import Integers
from verify.errors import DomainError
from verify.formulas.formula import Formula
from verify.formulas.node import BINDERS
from verify.search.constraint import meet

WIDE = {0: 1000, 1: 200, 2: 20}
"""How far beyond an unnamed window integers are drawn, by the nesting of sums in the formulas."""


def claim_seed(claim: Claim) -> int:
    """The random seed of a claim, from its paper's key and its id."""
    return name_seed(claim.paper, claim.id)


def name_seed(paper: str, identifier: str) -> int:
    """The random seed of whatever has this id in a paper."""
    return int.from_bytes(hashlib.sha256(f"{paper}\0{identifier}".encode()).digest()[:8], "big")


def reach(claim: Claim) -> dict[str, int]:
    """How far beyond an unnamed window each integer is drawn: far in formulas, less the deeper their sums nest.

    Sizes of vectors and the like, and arguments of definitions, whose cost is unknown, stay within the window.
    """
    if not claim.formulas_only:
        return {}
    depth = max((nesting(side.tree) for link in claim.links for side in (link.lhs, link.rhs)
                 if isinstance(side, Formula)), default=0)
    inner = claim.quantifier.variables if claim.quantifier else ()
    sizes = {name for variable in inner for name in needs(variable.domain)}
    for variable in claim.variables[::-1]:  # a variable's domain mentions earlier ones alone
        if variable.name in sizes or not isinstance(variable.domain, Integers):
            sizes |= needs(variable.domain)
    return {variable.name: WIDE.get(depth, 0) for variable in claim.variables if variable.name not in sizes}


def nesting(tree: Any) -> int:
    """The number of sums, products and the like inside each other."""
    below = max((nesting(argument) for argument in tree.args), default=0)
    return below + len(tree.limits) if isinstance(tree, BINDERS) else below


def instances(claim: Claim) -> SearchStrategy[dict[str, Any]]:
    """A Hypothesis strategy for instances of a claim's variables, hypotheses not yet asked for."""
    extra = reach(claim)

    @st.composite
    def drawn_instances(draw: Any) -> dict[str, Any]:
        environment: dict[str, Any] = {}
        for variable in claim.variables:
            environment[variable.name] = draw(variable.domain.strategy(environment, extra.get(variable.name, 0)))
        return environment

    return drawn_instances()


def run_quietly(test: Callable[[Any], None], claim: Claim, examples: int, phases: tuple[Phase, ...],
                salt: int = 0) -> None:
    """Let Hypothesis call ``test`` with instances of a claim; what ``test`` raises comes through."""
    decorated = settings(max_examples=examples, database=None, deadline=None, verbosity=Verbosity.quiet, phases=phases,
                         print_blob=False, report_multiple_bugs=False, suppress_health_check=list(HealthCheck))(test)
    if hasattr(providers, "_get_local_constants"):
        # Hypothesis mixes constants from modules on the path into what it draws; a record must not depend on those.
        providers._get_local_constants = providers.Constants
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed(claim_seed(claim) + salt)(given(instances(claim))(decorated))()


def drawn(claim: Claim, number: int, salt: int = 1) -> list[dict[str, Any]]:
    """Return at most ``number`` different random instances, moved onto the claim's linear equalities.

    >>> from verify import Integers
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "n >= 0", {}, at="p. 1", forall={"n": Integers(0, 3)})
    >>> sorted(instance["n"] for instance in drawn(claim, 30))
    [0, 1, 2, 3]
    """
    found: dict[Any, dict[str, Any]] = {}

    def keep(instance: dict[str, Any]) -> None:
        moved = meet(claim, instance)
        found.setdefault(key(moved), moved)

    with contextlib.suppress(Unsatisfiable, DomainError):
        run_quietly(keep, claim, number, (Phase.generate,), salt)
    return list(found.values())


def key(instance: dict[str, Any]) -> Any:
    """What tells instances apart: one that comes again is not counted again."""
    return tuple(("seed", entry.seed) if isinstance(entry, Sample) else _hashable(entry) for entry in instance.values())


def _hashable(entry: Any) -> Any:
    try:
        hash(entry)
    except TypeError:
        return object()  # nothing tells it apart, so it is never taken for one seen before
    return entry
