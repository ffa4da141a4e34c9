import numpy as np
import pytest

from numerics.bit_table import boundary_edges, changing_coordinates, is_sign_table, pack


@pytest.mark.parametrize("n", range(11))
def test_counts_against_comparison_row_by_row(n):
    table = np.random.default_rng(n).choice([-1, 1], 2**n).astype(np.int64)
    words = pack(table)
    changes = [[int(table[row] != table[row ^ (1 << bit)]) for bit in range(n)] for row in range(2**n)]
    assert changing_coordinates(table).tolist() == [sum(row) for row in changes]
    for bit in range(n):
        assert 2 * boundary_edges(words, bit) == sum(row[bit] for row in changes)


def test_packed_bits():
    table = np.ones(128, dtype=np.int64)
    table[[0, 63, 65]] = -1
    assert pack(table).tolist() == [1 + 2**63, 2]


@pytest.mark.parametrize("last", [0, 2, -2, 3, -(2**63)])
def test_one_wrong_value_among_many_is_seen(last):
    table = np.ones(2**16, dtype=np.int64)
    assert is_sign_table(table)
    table[-1] = last
    assert not is_sign_table(table)
