"""The printed parts, each a function of the design."""
