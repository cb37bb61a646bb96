"""Fights of Wallenstein and the tower that decides them: what it taught, odds, luck."""
