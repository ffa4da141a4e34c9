"""More heads: the loss of three heads on a parity of three inputs."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

import numerics
from verify import Integers, Subsets, Vectors, equal, oo
from verify.papers.sparse_xor.model import form
from verify.papers.sparse_xor.paper import paper


def gram(*heads: str) -> str:
    """The sum over the inputs of a product of heads, as a formula."""
    return f"sum({'*'.join(f'{head}[l]' for head in heads)}, l, 1, d)"


g, h, c = "ghc"
PAIRINGS = (f"{gram(g, g)}*{gram(h, h)}*{gram(c, c)} + 2*({gram(g, h)}^2*{gram(c, c)} + {gram(g, c)}^2*{gram(h, h)}"
            f" + {gram(h, c)}^2*{gram(g, g)}) + 8*{gram(g, h)}*{gram(h, c)}*{gram(g, c)}")
"""Six factors in three pairs: 15 ways."""
FOURS = (f"{gram(g, g)}*{gram(h, h, c, c)} + {gram(h, h)}*{gram(g, g, c, c)} + {gram(c, c)}*{gram(g, g, h, h)}"
         f" + 4*({gram(g, h)}*{gram(g, h, c, c)} + {gram(g, c)}*{gram(g, h, h, c)} + {gram(h, c)}*{gram(g, g, h, c)})")
"""Six factors in one block of four and a pair: 15 ways."""
SIX = gram(g, g, h, h, c, c)
PERMANENT = " + ".join("*".join(f"{head}[trio[{place}]]" for head, place in zip("ghc", order, strict=True))
                       for order in permutations((1, 2, 3)))
CLOSED = PAIRINGS + " - 2*({fours}) + {sixth}*{six} - {cross}*({permanent}) + 1"


def closed(sixth: str = "16", cross: int = 2) -> str:
    """The loss as a formula, with the sixth cumulant of a sign."""
    return CLOSED.format(fours=FOURS, six=SIX, permanent=PERMANENT, sixth=sixth, cross=cross)


def loss_of_three_heads(g: np.ndarray, h: np.ndarray, c: np.ndarray, trio: np.ndarray) -> float:
    """E (f − y)² for f = −(g·x)(h·x)(c·x) and y = −x_i x_j x_k."""
    return float(numerics.heads_loss([g, h, c], [int(place) for place in trio]))


def derive_three(steps: Any) -> None:
    """Joint cumulants of six linear forms in signs."""
    model, target = f"(-{form('g')}*{form('h')}*{form('c')})", "(-x[trio[1]]*x[trio[2]]*x[trio[3]])"
    steps(f"expectation(({model} - {target})^2, x, d)", "the definition")
    steps(f"expectation({model}^2, x, d) - 2*expectation({model}*{target}, x, d) + 1", "multiplied out, with y² = 1")
    steps(f"{PAIRINGS} - 2*({FOURS}) + 16*{SIX} - 2*expectation({model}*{target}, x, d) + 1",
          "joint cumulants of six linear forms in signs: κ₂ = 1, κ₄ = −2, κ₆ = 16")
    steps(closed(), "i, j and k are different, so that each pairs with another head")


paper.claim(
    "three-heads", equal(loss_of_three_heads, closed()),
    forall={"d": Integers(3, oo, window=5), "trio": Subsets("d", 3), "g": Vectors("d", -9, 9), "h": Vectors("d", -9, 9),
            "c": Vectors("d", -9, 9)},
    at="Summary, more than two heads", origin="ours", tier="full", derive=derive_three,
    says="Closed form of the population loss of three heads on a parity of three inputs",
    wrong=[equal(loss_of_three_heads, closed(sixth="0")), equal(loss_of_three_heads, closed(cross=1)),
           equal(loss_of_three_heads, closed(cross=4))],
)
