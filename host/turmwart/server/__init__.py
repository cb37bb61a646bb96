"""The web view of a table."""
