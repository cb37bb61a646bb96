"""How scenario files are read and compared; one package for each game's words."""
