"""The app at the table."""
