"""Wallenstein, second edition: the base game for three to five players."""
