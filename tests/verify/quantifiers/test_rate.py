"""Rate: the words of a claim on a ladder."""

from verify import Drawn, OneOf, check, on_ladder

SIZES = OneOf(4, 8, 16, 32, 64)


def test_the_statement_says_what_is_averaged_and_along_what():
    answer = check(on_ladder("n^2", exponent=2, along="n"), n=SIZES)
    assert answer.record["statement"] == "as n grows, up to a constant factor: n^2 == n^(2)"
    over = {"z": Drawn(lambda generator: generator.random())}
    drawn = check(on_ladder("n + z", "n", along="n", over=over, draws=9), n=SIZES)
    assert drawn.record["statement"] == ("as n grows, up to a constant factor, in the mean over z in samples of "
                                         "generator.random(): n + z == n")


def test_the_scope_is_all_sizes_that_are_named_and_the_window_those_that_were_climbed():
    answer = check(on_ladder("n^2", "n^2", along="n"), n=SIZES)
    assert answer.record["window"] == "n = 4, 8, 16, 32, 64"
    assert "as n grows, up to a constant factor" in answer.record["scope"]
