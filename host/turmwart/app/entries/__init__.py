"""What is being entered for one slot of a prompt: keys in, answer out, drawn as lines.

Entries know no screen: they take names of keys and give lines of text, so that every prompt of
every game is filled in the same way.
"""

from turmwart.app.entries.base import Entry, Pressed, Problem
from turmwart.app.entries.make import entry_of

__all__ = ["Entry", "Pressed", "Problem", "entry_of"]
