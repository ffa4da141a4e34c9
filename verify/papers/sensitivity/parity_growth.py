"""The growth law for parity: what the trade-off says where the average sensitivity is n.

C·E Blowup² ≥ as(f)/√(n log n) − H/n, with constants C and H, becomes C·E Blowup² ≥ √(n/log n) − H/n for parity.
"""

from __future__ import annotations

from verify import Integers, Rational, Reals, oo
from verify.papers.sensitivity.paper import paper

LAW = "Corollary 5, applied to parity"

paper.claim(
    "parity-rate", "n/sqrt(n*l) == sqrt(n/l)", forall={"n": Reals(1, oo), "l": Reals(0, oo)}, given="l > 0", at=LAW,
    origin="paper", says="The leading term with as = n, where l stands for log n",
    wrong=["n/sqrt(n*l) == sqrt(n)/l"],
)

paper.claim(
    "parity-growth", "sqrt(n/log(n)) - h >= sqrt(n/log(n))/2",
    forall={"n": Integers(2, oo), "h": Reals(0, Rational(1, 2))}, uses=["parity-rate"], at=LAW, origin="paper",
    says="With h = H/n: from n = max(2, 2H) on, E Blowup² ≥ √(n/log n)/(2C), the printed Ω(√(n/log n))",
    wrong=["sqrt(n/log(n)) - h >= sqrt(n/log(n))", "sqrt(n/log(n)) - 4*h >= sqrt(n/log(n))/2"],
)

paper.claim(
    "parity-growth-printed", "sqrt(n)/log(n) <= sqrt(n/log(n))", forall={"n": Integers(3, oo)}, at="Summary, parity",
    origin="summary", says="The summary prints √n/log n, which is weaker from n = 3 on, so it follows",
    wrong=["sqrt(n/log(n)) <= sqrt(n)/log(n)"],
)

paper.claim(
    "parity-growth-two", "sqrt(n)/log(n) <= sqrt(n/log(n))", forall={"n": Integers(2, oo)}, at="Summary, parity",
    origin="ours", expect="refuted", says="At n = 2 the printed rate is the larger one, since log 2 < 1",
)
