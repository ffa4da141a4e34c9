"""Domains: the sets that variables range over, and the instances drawn from them."""
