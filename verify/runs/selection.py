"""Selection: which claims are asked for, by exact id or by an expression over parts of ids."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from verify.errors import PaperError

Test = Callable[[str], bool]
_TOKEN = re.compile(r"\s*([()]|[^\s()]+)")


def expression(text: str) -> Test:
    """Return the test that an expression stands for: parts of ids, joined by ``and``, ``or``, ``not`` and brackets.

    Letters count without case.  Raises PaperError where the expression is not well-formed.

    >>> test = expression("lem and not (2 or 3)")
    >>> test("lem:1"), test("Lem:2"), test("thm:1")
    (True, False, False)
    """
    tokens = _TOKEN.findall(text)
    test, rest = _either(tokens, text)
    if rest:
        raise _malformed(text, f"nothing can follow before {rest[0]!r}")
    return test


def _either(tokens: Sequence[str], text: str) -> tuple[Test, Sequence[str]]:
    first, tokens = _both(tokens, text)
    while tokens and tokens[0] == "or":
        second, tokens = _both(tokens[1:], text)
        first = _any(first, second)
    return first, tokens


def _both(tokens: Sequence[str], text: str) -> tuple[Test, Sequence[str]]:
    first, tokens = _one(tokens, text)
    while tokens and tokens[0] == "and":
        second, tokens = _one(tokens[1:], text)
        first = _all(first, second)
    return first, tokens


def _one(tokens: Sequence[str], text: str) -> tuple[Test, Sequence[str]]:
    if not tokens or tokens[0] in ("and", "or", ")"):
        raise _malformed(text, f"part of an id is missing before {tokens[0]!r}" if tokens else "it ends too early")
    if tokens[0] == "not":
        inner, tokens = _one(tokens[1:], text)
        return (lambda name: not inner(name)), tokens
    if tokens[0] == "(":
        inner, tokens = _either(tokens[1:], text)
        if not tokens or tokens[0] != ")":
            raise _malformed(text, "a bracket is not closed")
        return inner, tokens[1:]
    part = tokens[0].lower()
    return (lambda name: part in name.lower()), tokens[1:]


def _any(first: Test, second: Test) -> Test:
    return lambda name: first(name) or second(name)


def _all(first: Test, second: Test) -> Test:
    return lambda name: first(name) and second(name)


def _malformed(text: str, why: str) -> PaperError:
    return PaperError(f"the expression {text!r} cannot be read", rule=why, hint="'lem and not slow'")


def select(heads: Iterable[Mapping[str, Any]], expressions: Iterable[str] = (),
           identifiers: Iterable[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the ids that are asked for of each paper, by its key, with the claims that they rest on, in order.

    Without expressions and identifiers everything is asked for.  Raises PaperError for an id that no paper has.
    """
    heads, identifiers = list(heads), list(identifiers)
    tests = [expression(text) for text in expressions]
    known = [claim["id"] for head in heads for claim in head["claims"]]
    for identifier in identifiers:
        if identifier not in known:
            close = difflib.get_close_matches(identifier, known, 3)
            raise PaperError(f"there is no claim {identifier!r}", hint=" or ".join(map(repr, close)))

    def wanted(name: str) -> bool:
        return name in identifiers or (bool(tests) and all(test(name) for test in tests)) or not (tests or identifiers)

    return {head["key"]: _with_support(head, [c["id"] for c in head["claims"] if wanted(c["id"])]) for head in heads}


def _with_support(head: Mapping[str, Any], chosen: list[str]) -> tuple[str, ...]:
    """A claim is capped by those it uses, so they are checked too."""
    uses = {claim["id"]: claim["uses"] for claim in head["claims"]}
    closed: set[str] = set()
    while chosen:
        name = chosen.pop()
        if name not in closed:
            closed.add(name)
            chosen += uses[name]
    return tuple(name for name in uses if name in closed)
