"""±1 tables packed into 64-bit words, 64 rows a word, to count edges of the cube where the value changes.

Row r is bit r mod 64 of word r // 64; bit 1 means the value -1. Tables of fewer than 64 rows fill the low bits.
"""

from __future__ import annotations

import numpy as np

from numerics.ring import Array

_LOW_HALVES = tuple(
    sum(1 << row for row in range(64) if not (row >> bit) & 1) for bit in range(6)
)  # rows of a word whose given bit is 0


def is_sign_table(table: Array) -> bool:
    """Whether an int64 table takes only the values +1 and -1.

    >>> is_sign_table(np.array([1, -1])), is_sign_table(np.array([1, 0])), is_sign_table(np.array([1.0, -1.0]))
    (True, False, False)
    """
    return table.dtype == np.int64 and bool(np.all(np.abs(table) == 1))


def pack(table: Array) -> Array:
    """The uint64 words of a ±1 table (2^n,).

    >>> pack(np.array([1, -1, -1, 1])).tolist()
    [6]
    """
    octets = np.packbits(table < 0, bitorder="little")
    padded = np.zeros(-(-octets.size // 8) * 8, dtype=np.uint8)
    padded[: octets.size] = octets
    return padded.view("<u8").astype(np.uint64, copy=False)


def boundary_edges(words: Array, n: int, bit: int) -> int:
    """Number of edges {x, x^i} in direction bit = i-1 at whose ends the packed table differs.

    >>> boundary_edges(pack(np.array([1, -1, -1, 1])), 2, 0)
    2
    """
    if bit >= 6:
        halves = words.reshape(-1, 2, 2 ** (bit - 6))
        return int(np.bitwise_count(halves[:, 0] ^ halves[:, 1]).sum(dtype=np.int64))
    low = _LOW_HALVES[bit] & ((1 << min(64, 2**n)) - 1)
    changed = (words ^ (words >> np.uint64(1 << bit))) & np.uint64(low)
    return int(np.bitwise_count(changed).sum(dtype=np.int64))
