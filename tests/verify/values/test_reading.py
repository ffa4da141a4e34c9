"""Reading: short values exactly, long ones in as many decimals as show the difference."""

import pytest

from verify.values.reading import pair, value


@pytest.mark.parametrize(("text", "read"), [
    ("8", "8"), ("1/3", "1/3"), ("-7/2", "-7/2"), ("4503599627370497/4503599627370496", "about 1.00000"),
    ("123456789012345678901234567890", "about 1.23457e+29"), ("[0.69314718055994531 +/- 2.1e-19]", "about 0.693147"),
    ("0.1 = 0x1.999999999999ap-4 ± 1.2e-17", "about 0.1"), ("(1, 2)", "(1, 2)"), ("true", "true"),
    ("the sample of seed 3: [[1, 2], [3, 4]]", "the sample of seed 3"), ("", ""),
])
def test_values(text, read):
    assert value(text) == read


@pytest.mark.parametrize(("left", "right", "read"), [
    ("8", "9", ("8", "9")),
    ("[1.0000000000000000001 +/- 2e-30]", "1", ("about 1.0000000000000000001", "1")),
    ("(1, 2, 3)", "(1, 5, 3)", ("entry 2: 2", "5")),
    ("((1, 2), (3, 4))", "((1, 2), (3, 5))", ("((1, 2), (3, 4))", "((1, 2), (3, 5))")),
    ("2/3", "[0.6666666666666666 +/- 2e-16]", ("2/3", "about 0.666666666666667")),
])
def test_pairs(left, right, read):
    found = pair(left, right)
    assert found == read or (found[0] == read[0] and found[1].startswith("about 0.6666"))


def test_a_long_vector_is_cut():
    assert len(value("(" + ", ".join(map(str, range(200))) + ")")) <= 90
