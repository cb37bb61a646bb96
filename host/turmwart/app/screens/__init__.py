"""The screens; each game has a folder of its own."""
