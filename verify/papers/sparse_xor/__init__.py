"""One-step learning of sparse XOR by a two-head softmax transformer.  Every part states one subject's claims."""

# The order of the imports is the order of the claims.
# isort: off
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor import model, transformer, one_step, capacity

__all__ = ["capacity", "model", "one_step", "paper", "transformer"]
