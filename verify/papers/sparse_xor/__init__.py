"""One-step learning of sparse XOR by a two-head softmax transformer.  Every part states one subject's claims."""

# The order of the imports is the order of the claims.
# isort: off
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor import model, loss, error, trap, positions, transformer, start, first_step, one_step
from verify.papers.sparse_xor import mechanism, attention, samples, capacity, three_heads, heads, figure

__all__ = ["attention", "capacity", "error", "figure", "first_step", "heads", "loss", "mechanism", "model", "one_step",
           "paper", "positions", "samples", "start", "three_heads", "transformer", "trap"]
