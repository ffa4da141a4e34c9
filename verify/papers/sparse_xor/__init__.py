"""One-step learning of sparse XOR by a two-head softmax transformer.  Every part states one subject's claims."""

# The order of the imports is the order of the claims.
# isort: off
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor import model, loss, trap, positions, transformer, start, one_step, mechanism
from verify.papers.sparse_xor import attention, samples, capacity, three_heads, heads

__all__ = ["attention", "capacity", "heads", "loss", "mechanism", "model", "one_step", "paper", "positions", "samples",
           "start", "three_heads", "transformer", "trap"]
