"""Wallenstein on the screens."""
