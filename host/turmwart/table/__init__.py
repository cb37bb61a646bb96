"""The one owner of a table's state, and all it joins: game, tower, journal, link, camera."""
