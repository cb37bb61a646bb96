"""The command line. Each command imports what it needs when it runs."""

from turmwart.cli.main import main

__all__ = ["main"]
