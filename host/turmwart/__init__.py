"""Turmwart keeps the books at a real game table."""

__version__ = "0.1.0"
