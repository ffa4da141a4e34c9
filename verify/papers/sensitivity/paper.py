"""Paper: sensitivity and LayerNorm blow-up of transformers.

Notation.  f is a real function on {−1, 1}^n; s(f, x) = ¼ Σ_i (f(x) − f(x^i))², where x^i is x with bit i flipped, and
as(f) = E s(f, x).  LayerNorm(y) = (y − mean)/√(σ² + ε) with the population variance σ², and N(y) = 1/√(σ² + ε).  A
transformer has Blowup(x) = Π_k max_w (1 + N_w^(k)) over its layers k and positions w.
"""

from __future__ import annotations

from verify import BooleanFunctions, Integers, Paper, Vectors, oo

paper = Paper("sensitivity", title="Why are Sensitive Functions Hard for Transformers?", authors=("Hahn", "Rofin"),
              year=2024, arxiv="2402.09963v4")
paper.convention("sensitivity", "s(f, x) = ¼ Σ_i (f(x) − f(x^i))²; for values ±1 this counts the sensitive bits.")
paper.convention("table", "A function is the table of its values; row r has x_k = +1 where bit k−1 of r is 0.")
paper.convention("Fourier", "f̂(P) = E f(x) χ_P(x), normalised by 2^−n; W_k is the sum of f̂(P)² over |P| = k.")
paper.convention("majority", "A tie of an even number of bits counts as +1.")
paper.convention("attention", "Logits are (K y_v)·(Q y_w), without 1/√d; every position attends to every position.")
paper.convention("logarithm", "log is the natural logarithm.")
paper.convention("LayerNorm", "σ² is the population variance (divisor d), not the sample variance.")

n, f, b = paper.variables(n=Integers(1, oo, window=13), f=Vectors("2^n"), b=BooleanFunctions("n"))

paper.not_checked("theorem-6", at="Theorem 6", says="Sharpness near any transformer that computes a sensitive function",
                  why="a double limit, in the perturbation and in the length; no finite computation decides it")
paper.not_checked("blowup-constant", at="Section 4, the local bound, and Corollary 5",
                  says="The local bound and the trade-off with the constant of the paper",
                  why="that constant is not explicit in what is known here; local-bound and trade-off derive one")
paper.not_checked("attention-tail-long", at="Section 4, attention",
                  says="J is at most 3 + 6.24 log n at all queries and heads but for a share H/n² of the inputs",
                  why="where all inputs can be listed, n ≤ 23, it cannot fail; for all n it follows from attention-tail"
                      " and attention-exponent by adding up n·H shares of n⁻³")
