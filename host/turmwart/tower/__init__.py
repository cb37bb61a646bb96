"""What the tower says: colours of samples, what it lets go, which witnesses agree."""
