"""±1 tables in 64-bit words, to count the edges of the cube where the value changes.

Packed words hold 64 rows: row r is bit r mod 64 of word r // 64, and bit 1 means the value -1. Tables of fewer rows
fill the low bits.
"""

from __future__ import annotations

import numpy as np

from numerics.ring import Array

_PIECE = 2**15  # rows looked at together, small enough for the cache
_LOW_HALVES = tuple(
    sum(1 << row for row in range(64) if not (row >> bit) & 1) for bit in range(6)
)  # rows of a word whose given bit is 0
_LOW_BYTES = tuple(sum(1 << (8 * row) for row in range(8) if not (row >> bit) & 1) for bit in range(3))


def is_sign_table(table: Array) -> bool:
    """Whether an int64 table takes only the values +1 and -1.

    >>> is_sign_table(np.array([1, -1])), is_sign_table(np.array([1, 0])), is_sign_table(np.array([1.0, -1.0]))
    (True, False, False)
    """
    if table.dtype != np.int64:
        return False
    flat = table.ravel()
    pieces = (flat[start : start + _PIECE] for start in range(0, flat.size, _PIECE))
    return all(bool(np.all(np.abs(piece) == 1)) for piece in pieces)


def pack(table: Array) -> Array:
    """The uint64 words of a ±1 table (2^n,).

    >>> pack(np.array([1, -1, -1, 1])).tolist()
    [6]
    """
    octets = np.packbits(table < 0, bitorder="little")
    padded = np.zeros(-(-octets.size // 8) * 8, dtype=np.uint8)
    padded[: octets.size] = octets
    return padded.view("<u8").astype(np.uint64, copy=False)


def boundary_edges(words: Array, bit: int) -> int:
    """Number of edges {x, x^i} in direction bit = i-1 at whose ends the packed table differs.

    >>> boundary_edges(pack(np.array([1, -1, -1, 1])), 0)
    2
    """
    if words.size == 1:
        word = int(words[0])  # Python integers beat arrays of one word
        return ((word ^ (word >> (1 << bit))) & _LOW_HALVES[bit]).bit_count()
    if bit >= 6:
        halves = words.reshape(-1, 2, 2 ** (bit - 6))
        return int(np.bitwise_count(halves[:, 0] ^ halves[:, 1]).sum(dtype=np.int64))
    changed = (words ^ (words >> np.uint64(1 << bit))) & np.uint64(_LOW_HALVES[bit])
    return int(np.bitwise_count(changed).sum(dtype=np.int64))


def changing_coordinates(table: Array) -> Array:
    """Number of i with f(x) != f(x^i) at every x of a ±1 table (2^n,), or stack of tables; int64 array of that shape.

    Eight rows share a word, one byte each, so one addition advances eight counts; none exceeds n < 256.

    >>> changing_coordinates(np.array([1, 1, 1, -1])).tolist()
    [0, 1, 1, 2]
    """
    octets = np.zeros(-(-table.size // 8) * 8, dtype=np.uint8)
    octets[: table.size] = table.ravel() < 0
    words = octets.view("<u8")
    counts = np.zeros_like(words)
    for bit in range(table.shape[-1].bit_length() - 1):
        if bit < 3:
            shift = np.uint64(8 << bit)
            changed = (words ^ (words >> shift)) & np.uint64(_LOW_BYTES[bit])
            counts += changed | (changed << shift)
        else:
            halves = words.reshape(-1, 2, 2 ** (bit - 3))
            counts.reshape(halves.shape)[...] += (halves[:, 0] ^ halves[:, 1])[:, None]
    return counts.view(np.uint8)[: table.size].astype(np.int64).reshape(table.shape)
