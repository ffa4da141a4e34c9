def nonzero_everywhere(tree,claim,budget): return False
