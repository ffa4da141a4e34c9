"""The built-in papers, written with the public names only, as any author's file is."""
