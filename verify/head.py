"""Head: what is known of a paper or a claim before anything is checked, as JSON data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from verify.checks import checks_of
from verify.checks.base import order_text, scope_text, window_text
from verify.checks.probability import price
from verify.claim import Claim
from verify.composition import conclusion
from verify.derivation import route
from verify.figure import figure_head
from verify.paper import Paper
from verify.quantifiers import probability


def claim_head(claim: Claim) -> dict[str, Any]:
    """Return what a record says of a claim before it is checked."""
    return {
        "id": claim.id, "at": claim.at, "origin": claim.origin, "says": claim.says, "statement": claim.statement,
        "statement_latex": claim.latex, "expect": claim.expect,
        "conclusion": None if claim.quantifier else conclusion(claim.links),
        "checks": list(checks_of(claim)), "fault": claim.fault,
        "quantifier": claim.quantifier.kind if claim.quantifier else None, "order": order_text(claim),
        "derivation": [{"relation": line.operator, "text": line.formula.source, "latex": line.formula.latex,
                        "why": line.why} for line in (route(claim).lines if claim.derivation else ())],
        "tier": claim.tier, "uses": list(claim.uses),
        "hypotheses": [{"name": h.name, "text": h.condition.source} for h in claim.hypotheses],
        "variables": [{"name": v.name, "domain": v.domain.describe()} for v in claim.variables],
        "where": {"file": claim.file, "line": claim.line}, "scope": scope_text(claim), "window": window_text(claim),
        "price": price(claim) if claim.quantifier and claim.quantifier.kind == probability.NAME else None,
    }


def paper_head(paper: Paper) -> dict[str, Any]:
    """Return what a record says of a paper before it is checked."""
    return {
        "key": paper.key, "title": paper.title, "authors": list(paper.authors), "year": paper.year,
        "arxiv": paper.arxiv, "file": paper.file,
        "conventions": [{"name": name, "text": text} for name, text in paper.conventions.items()],
        "not_checked": [asdict(entry) for entry in paper.left_out],
        "claims": [claim_head(claim) for claim in paper.claims.values()],
        "figures": [figure_head(figure) for figure in paper.figures.values()],
    }
