"""Paper: a named collection of variables and claims, as an author writes them down."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from verify.builder import make_claim, require_used
from verify.claim import Claim
from verify.domains.domain import Domain
from verify.errors import AssayError, ClaimError, FigureError, PaperError, refuse_unknown, shorten
from verify.fault import unreadable
from verify.figure import Figure, faulty, make_figure
from verify.relation import Quantified
from verify.variable import Variable, order, variable


@dataclass(frozen=True, slots=True)
class NotChecked:
    """A statement of the paper that is not checked, and why."""

    id: str
    at: str
    says: str
    why: str


_COLLECTING = ContextVar("collecting", default=False)


@contextmanager
def collecting() -> Iterator[None]:
    """Let claims that are not well-formed stand, ill-posed with the reason, so that the others are still checked.

    So a file is imported; whoever states a claim by hand gets the error where it is made.
    """
    token = _COLLECTING.set(True)
    try:
        yield
    finally:
        _COLLECTING.reset(token)


_WORDS = ("at", "given", "origin", "says", "uses", "wrong", "expect", "forall", "tier", "derive")


def _require_texts(what: str, **texts: Any) -> None:
    """Refuse what is no text where a text is printed."""
    for name, text in texts.items():
        if not isinstance(text, str):
            raise PaperError(f"{what}: {name}", rule="a text", given=text)


class Paper:
    """The claims of one paper, in the order in which they were stated.

    >>> from verify.domains.scalar_domain import Reals
    >>> paper = Paper("doe2026", title="On logarithms")
    >>> x = paper.variables(x=Reals(0, 10))
    >>> paper.claim("lem:1", "log(1 + x) <= x", at="Lemma 1").statement
    'log(1 + x) <= x'
    """

    def __init__(self, key: str, *, title: str = "", authors: Iterable[str] = (), year: int | None = None,
                 arxiv: str | None = None) -> None:
        if not isinstance(key, str) or not key.strip():
            raise PaperError("a paper without a key", rule="the key is a short name", given=key,
                             hint="Paper('doe2026')")
        self.key, self.title, self.year, self.arxiv = key, title or key, year, arxiv
        self.file = sys._getframe(1).f_code.co_filename
        self.authors = (authors,) if isinstance(authors, str) else tuple(authors)
        _require_texts(f"paper {key!r}", title=title, **({} if arxiv is None else {"arxiv": arxiv}),
                       **{f"authors[{k}]": author for k, author in enumerate(self.authors)})
        if year is not None and (isinstance(year, bool) or not isinstance(year, int)):
            raise PaperError(f"paper {key!r}: year", rule="a whole number", given=year)
        self.declared: dict[str, Variable] = {}
        self.claims: dict[str, Claim] = {}
        self.figures: dict[str, Figure] = {}
        self.conventions: dict[str, str] = {}
        self.left_out: list[NotChecked] = []

    def variables(self, **domains: Domain) -> Any:
        """Declare variables; return the symbol, or a tuple of symbols in the order given."""
        symbols = []
        for name, domain in domains.items():
            if name in self.declared:
                raise PaperError(f"the variable {name!r} is declared twice", rule="one name, one variable",
                                 hint=f"forall={{'{name}': …}} on the claim that needs another domain")
            made = variable(name, domain)
            order({**self.declared, name: made}, [name])
            self.declared[name] = made
            symbols.append(made.symbol)
        return symbols[0] if len(symbols) == 1 else tuple(symbols)

    def claim(self, identifier: str, relation: Any, *, at: str = "", given: Any = (), origin: str = "paper",
              says: str = "", uses: Iterable[str] = (), wrong: Iterable[Any] = (), expect: str | None = None,
              forall: Mapping[Any, Domain] | None = None, tier: str = "fast", derive: Callable[..., Any] | None = None,
              **unknown: Any) -> Claim:
        """State a claim; see the package documentation for the kinds of relation."""
        return self._add(2, identifier, relation, unknown, at=at, given=given, origin=origin, says=says, uses=uses,
                         wrong=wrong, expect=expect, forall=forall, tier=tier, derive=derive)

    def property(self, identifier: str, *, over: Any = None, at: str = "", **details: Any) -> Callable[..., Any]:
        """Decorate a function of the variables that returns a relation on numbers.

        ``over`` maps names to domains, as ``forall`` does, or is left out where the parameters are declared.
        """

        unknown = {word: details.pop(word) for word in list(details) if word not in _WORDS}
        if not _COLLECTING.get():
            refuse_unknown(unknown, f"property {identifier!r}", ("over", *_WORDS), PaperError)

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            forall = dict(over) if isinstance(over, Mapping) else None
            self._add(2, identifier, function, unknown, at=at, forall=forall, **details)
            return function

        if callable(identifier):  # without brackets nothing would be left of it, not even a complaint
            self._add(2, "", identifier, unknown, at=at, **details)
            return identifier
        return decorate

    def figure(self, identifier: str, *, title: str = "", at: str = "", says: str = "",
               illustrates: Iterable[str] = (), tier: str = "fast", **unknown: Any) -> Callable[..., Any]:
        """Decorate a function without arguments that returns a picture: ``lines(…)`` or ``heat(…)``.

        ``illustrates`` names claims, ``says`` is the caption.  A figure is drawn for reports alone and is no evidence.

        >>> from verify import curve, lines
        >>> paper = Paper("doe2026")
        >>> @paper.figure("growth", title="Growth")
        ... def growth():
        ...     return lines(curve("n squared", [1, 2, 3], [1, 4, 9]), x="n", y="size")
        >>> list(paper.figures)
        ['growth']
        """
        frame = sys._getframe(1)
        details = {"title": title, "at": at, "says": says, "illustrates": illustrates, "tier": tier, "paper": self.key,
                   "file": frame.f_code.co_filename, "line": frame.f_lineno}

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            self._add_figure(identifier, function, unknown, details)
            return function

        if callable(identifier):  # without brackets nothing would be left of it, not even a complaint
            self._add_figure("", identifier, unknown, details)
        return decorate

    def convention(self, name: str, text: str) -> None:
        """Add an entry to the paper's ledger of conventions."""
        _require_texts("a convention", name=name, text=text)
        self.conventions[name] = text

    def not_checked(self, identifier: str, *, at: str = "", says: str = "", why: str = "") -> None:
        """List a statement that is not checked, with the reason."""
        for word, text in (("at", at), ("says", says), ("why", why)):
            if not isinstance(text, str) or not text.strip():
                raise PaperError(f"{identifier!r} is listed as not checked without {word}=",
                                 rule="say where it stands, what it says and why it is not checked")
        self.left_out.append(NotChecked(identifier, at, says, why))

    def _add(self, depth: int, identifier: str, relation: Any, unknown: Mapping[str, Any], **details: Any) -> Claim:
        frame = sys._getframe(depth)
        place = {"paper": self.key, "file": frame.f_code.co_filename, "line": frame.f_lineno}
        try:
            claim = self._well_formed(identifier, relation, unknown, **details, **place)
        except AssayError as problem:
            if not _COLLECTING.get():
                problem.args = (f"{place['file']}:{place['line']}: {problem}",)
                raise
            claim = unreadable(_free(identifier, self.claims), relation, problem, {**details, **place})
        self.claims[claim.id] = claim
        return claim

    def _add_figure(self, identifier: Any, function: Any, unknown: Mapping[str, Any], details: dict[str, Any]) -> None:
        place = {name: details[name] for name in ("paper", "file", "line")}
        try:
            figure = make_figure(identifier, function, unknown, self.figures, **details)
        except FigureError as problem:
            if not _COLLECTING.get():
                problem.args = (f"{place['file']}:{place['line']}: {problem}",)
                raise
            figure = faulty(_free(identifier, self.figures), problem, **place)
        self.figures[figure.id] = figure

    def _well_formed(self, identifier: str, relation: Any, unknown: Mapping[str, Any], **details: Any) -> Claim:
        """The claim; what is no list, no mapping or no domain where one is needed is named as such."""
        try:
            return self._made(identifier, relation, unknown, **details)
        except (TypeError, AttributeError, ValueError) as problem:
            raise ClaimError(f"claim {identifier!r} is not well-formed: {shorten(str(problem), 100)}",
                             rule="given, uses and wrong are texts, functions or lists of them; forall and over are "
                                  "mappings from names to domains") from problem

    def _made(self, identifier: str, relation: Any, unknown: Mapping[str, Any], **details: Any) -> Claim:
        refuse_unknown(unknown, f"claim {identifier!r}", _WORDS, PaperError)
        if identifier in self.claims:
            raise ClaimError(f"the id {identifier!r} is used twice", rule="ids are unique in a paper")
        uses = details.pop("uses", ())
        uses = (uses,) if isinstance(uses, str) else tuple(uses)
        kind = relation.kind if isinstance(relation, Quantified) else None
        rank = 1 + sum(c.quantifier is not None and c.quantifier.kind == kind for c in self.claims.values())
        claim = make_claim(identifier, relation, self.declared, uses=uses, rank=rank, **details)
        return require_used(claim, details["forall"])


def _free(identifier: Any, taken: Mapping[str, Any]) -> str:
    """An id that is not taken, for a claim or figure that is only there to say what is wrong with it."""
    name = str(identifier).strip() or "without an id"
    return next(free for k in range(len(taken) + 1) if (free := f"{name} ({k + 1})" if k else name) not in taken)


def check_uses(paper: Paper) -> None:
    """Raise PaperError where a claim uses, or a figure illustrates, an unknown claim, or claims use each other."""
    for claim in list(paper.claims.values()):
        for used in claim.uses:
            if used not in paper.claims:
                near = get_close_matches(used, paper.claims, 3)
                problem = PaperError(f"claim {claim.id!r} uses {used!r}, which the paper does not have",
                                     hint=" or ".join(map(repr, near)))
                if not _COLLECTING.get():
                    problem.args = (f"{claim.file}:{claim.line}: {problem}",)
                    raise problem
                words = {name: getattr(claim, name) for name in ("at", "says", "paper", "file", "line")}
                paper.claims[claim.id] = unreadable(claim.id, claim.statement, problem, words)
    _check_figures(paper)
    state: dict[str, int] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if state.get(name) == 1:
            raise PaperError("claims that use each other in a circle: " + " → ".join((*path, name)),
                             rule="a claim rests on earlier ones")
        if name not in state:
            state[name] = 1
            for used in paper.claims[name].uses:
                visit(used, (*path, name))
            state[name] = 2

    for name in paper.claims:
        visit(name, ())


def _check_figures(paper: Paper) -> None:
    """Raise FigureError where a figure illustrates an unknown claim; claims may be stated after it."""
    for figure in list(paper.figures.values()):
        for name in figure.illustrates:
            if name not in paper.claims:
                near = get_close_matches(name, paper.claims, 3)
                problem = FigureError(f"figure {figure.id!r} illustrates {name!r}, which the paper does not have",
                                      hint=" or ".join(map(repr, near)))
                if not _COLLECTING.get():
                    problem.args = (f"{figure.file}:{figure.line}: {problem}",)
                    raise problem
                known = tuple(name for name in figure.illustrates if name in paper.claims)
                paper.figures[figure.id] = replace(figure, illustrates=known, fault=str(problem))
                break
