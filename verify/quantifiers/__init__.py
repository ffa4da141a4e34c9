"""Quantifiers: there is, up to a constant, the supremum over, with probability."""
