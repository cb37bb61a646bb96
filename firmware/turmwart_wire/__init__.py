"""Frames and messages on the wire: one source for the board and for the host."""
