"""The web view of a table: a page that follows it live, and the same as JSON. Read only."""
