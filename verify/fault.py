"""Fault: a claim in the place of one that is not well-formed, so that a file with one bad line is still checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from verify.caption import title
from verify.claim import Claim
from verify.definition import Definition
from verify.errors import AssayError, shorten
from verify.relation import Chain, Quantified, Relation


def unreadable(identifier: str, relation: Any, problem: AssayError, words: Mapping[str, Any]) -> Claim:
    """Return a claim in the place of one that is not well-formed: wherever it is evaluated, it raises the problem."""

    def unread() -> None:
        raise problem

    said, at, expect = (words.get(name) for name in ("says", "at", "expect"))
    said, at = (text if isinstance(text, str) else "" for text in (said, at))
    return Claim(identifier, (), Definition(unread, (), _spelled(relation)), (), paper=words["paper"],
                 file=words["file"], line=words["line"], expect="refuted" if expect == "refuted" else None,
                 at=at.strip() or "no place", says=said, fault=str(problem))


def _spelled(relation: Any) -> str:
    """A relation in words, however it was given."""
    if isinstance(relation, Quantified):
        return _spelled(relation.relation)
    if isinstance(relation, Relation):
        return f"{_spelled(relation.lhs)} {relation.operator} {_spelled(relation.rhs)}"
    if isinstance(relation, Chain):
        return " and ".join(map(_spelled, relation.links))
    return title(relation) if callable(relation) and not isinstance(relation, sympy.Basic) else shorten(relation)
