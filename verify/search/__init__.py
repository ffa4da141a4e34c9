"""Search: where instances come from that meet the hypotheses and come near to breaking a claim."""
