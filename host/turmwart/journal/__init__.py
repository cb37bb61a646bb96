"""The journal: one SQLite file with the events, evidence and printed values of all tables."""
