"""Urn: the instances behind a probability, from seeds that nobody can pick.

The seed of a drawn variable is SHA-256 of the paper's key, the claim's id, its statement, the outer instance, the
variable's name and the number of the trial; the generator is NumPy's default_rng.  So a claim meets the same samples in
every run, with any number of workers, and other ones only when it becomes another claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from verify.claim import Claim
from verify.domains.domain import needs
from verify.domains.sample import Drawn, Sample
from verify.errors import Nonsense, Unowned
from verify.runs.dependency import fold
from verify.side import call
from verify.trial import instance_text
from verify.variable import Variable

ORIGIN = "SHA-256 of paper, claim, statement, outer instance, variable and trial number"
REPEATED = 3
"""So many draws at each outer instance are drawn twice, to see that nothing else is random in them."""
Instance = Mapping[str, Any]


@dataclass(slots=True)
class Urn:
    """Where the inner variables of a claim are drawn from at one outer instance; remembers listed domains."""

    claim: Claim
    outer: dict[str, Any]
    origin: str = ""
    listed: dict[Any, tuple[Any, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        where = repr(instance_text({variable.name: self.outer[variable.name] for variable in self.claim.variables}))
        self.origin = fold(self.claim.paper, self.claim.id, self.claim.statement, where)

    def seed(self, name: str, number: int) -> int:
        """Return the seed of a variable in a trial: 128 bits."""
        return int(fold(self.origin, name, str(number))[:32], 16)

    def draw(self, number: int) -> dict[str, Any]:
        """Return the instance of a trial.  Raises what the author's function raises, wrapped; Unowned."""
        environment = dict(self.outer)
        for variable in self.claim.quantifier.variables if self.claim.quantifier else ():
            seed = self.seed(variable.name, number)
            if isinstance(variable.domain, Drawn):
                environment[variable.name] = self._sample(variable, seed, environment, number)
            else:
                members = self._members(variable, environment)
                environment[variable.name] = members[np.random.default_rng(seed).integers(len(members))]
        return environment

    def _sample(self, variable: Variable, seed: int, environment: Instance, number: int) -> Any:
        domain = variable.domain
        assert isinstance(domain, Drawn)
        drawn = call(domain.sample, (seed, environment), f"drawing {variable.name}")
        if number < REPEATED:
            _check(variable, seed, environment, drawn)
        return _exact(drawn) if self.claim.formulas_only else drawn

    def _members(self, variable: Variable, environment: Instance) -> tuple[Any, ...]:
        key = (variable.name, *(environment[name] for name in sorted(needs(variable.domain))))
        if key not in self.listed:
            self.listed[key] = tuple(variable.domain.members(environment) or ())
        if not self.listed[key]:
            raise Nonsense(f"{variable.name} ranges over nothing", rule="what is drawn has at least one value")
        return self.listed[key]


def _check(variable: Variable, seed: int, environment: Instance, drawn: Sample) -> None:
    """Raise Unowned where a draw does not use its generator, or is not decided by it."""
    domain = variable.domain
    assert isinstance(domain, Drawn)
    generator = domain.generator(seed)
    before = generator.bit_generator.state
    again = call(domain.draw_from, (generator, environment), f"drawing {variable.name}")
    sequence: Any = generator.bit_generator.seed_seq
    if generator.bit_generator.state == before and not sequence.n_children_spawned:
        raise Unowned(f"drawing {variable.name} does not use its generator", rule="all randomness comes from it",
                       hint="generator.standard_normal(…)")
    if not _same(drawn.value, again):
        raise Unowned(f"drawing {variable.name} twice with one seed gives two values",
                       rule="all randomness comes from the generator")


def _same(one: Any, two: Any) -> bool:
    """Whether two values are the same, as far as they are numbers, text and arrays of them."""
    if isinstance(one, np.ndarray) and isinstance(two, np.ndarray):
        return one.shape == two.shape and (one.dtype == object or one.tobytes() == two.tobytes())
    if isinstance(one, tuple | list) and isinstance(two, tuple | list):
        return len(one) == len(two) and all(map(_same, one, two))
    comparable = isinstance(one, int | float | str | Fraction) and isinstance(two, int | float | str | Fraction)
    return not comparable or repr(one) == repr(two)


def _exact(drawn: Sample) -> Any:
    """A number that formulas can use: the double that was drawn is an exact number."""
    value = drawn.value.item() if isinstance(drawn.value, np.generic) else drawn.value
    if isinstance(value, float) and np.isfinite(value):
        return Fraction(value)
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else drawn


def outcomes(variables: Sequence[Variable], environment: Instance) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """Yield every value of finite variables, each drawn uniformly after the one before, with its probability.

    >>> from verify import Integers
    >>> from verify.variable import variable
    >>> pairs = outcomes([variable("n", Integers(1, 2)), variable("k", Integers(1, "n"))], {})
    >>> [(instance["n"], instance["k"], str(chance)) for instance, chance in pairs]
    [(1, 1, '1/2'), (2, 1, '1/4'), (2, 2, '1/4')]
    """
    if not variables:
        yield dict(environment), Fraction(1)
        return
    first, rest = variables[0], variables[1:]
    size = first.domain.cardinality(environment)
    for value in first.domain.members(environment) or ():
        for instance, chance in outcomes(rest, {**environment, first.name: value}):
            yield instance, chance / (size or 1)
