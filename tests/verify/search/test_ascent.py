"""Ascent: what is reached, with counted work, the same each time."""

from verify import Reals, at_most
from verify.builder import make_claim
from verify.evidence import Outcome
from verify.search.ascent import climb, starts
from verify.trial import attempt


def climbed(relation, evaluations=600, given=(), start=(5, 3), **domains):
    claim = make_claim("c", relation, {}, given=given, at="p. 1", forall=domains or {"x": Reals(), "y": Reals()})
    trials = [attempt(claim, dict(zip([v.name for v in claim.variables], start, strict=True)))]
    return climb(claim, trials, lambda instance: attempt(claim, instance), evaluations)


def test_a_narrow_minimum_is_reached_and_rounded():
    done = climbed("(x - 1/3)^2 + (y + 2/7)^2 >= 1/10^8")
    assert done.trials[-1].outcome is Outcome.FAILS
    assert {name: str(value) for name, value in done.trials[-1].instance.items()} == {"x": "1/3", "y": "-2/7"}


def test_hypotheses_are_kept():
    done = climbed("x >= 21/10", given="x >= 2", start=(5,), x=Reals())
    assert 2 <= done.trials[-1].instance["x"] < 2.1


def test_kinks():
    done = climbed("abs(x - 1/7) + abs(y - 2/9) >= 1/10^6")
    assert done.trials[-1].outcome is Outcome.FAILS


def test_functions_in_floats():
    done = climbed(at_most(lambda x, y: 1 / (1 + (float(x) - 2) ** 2 + (float(y) - 1) ** 2), "99/100"))
    assert done.trials[-1].outcome is Outcome.FAILS


def test_a_true_bound_is_never_broken_and_work_is_bounded():
    done = climbed("x^2 + y^2 >= 2*x*y", evaluations=500)
    assert all(trial.outcome is Outcome.HOLDS for trial in done.trials)
    assert done.evaluations <= 560
    assert str(done) == str(climbed("x^2 + y^2 >= 2*x*y", evaluations=500))


def test_an_equality_that_holds_is_left_alone():
    assert climbed("(x + y)^2 == x^2 + 2*x*y + y^2").starts == 0


def test_starts_are_tight_ones():
    claim = make_claim("c", "x <= 10", {}, at="p. 1", forall={"x": Reals()})
    trials = [attempt(claim, {"x": k}) for k in range(-50, 10)]
    assert starts(trials)[0].instance == {"x": 9}
