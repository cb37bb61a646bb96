"""Pictures of dice and cubes whose truth is known, for training, tests and demonstrations."""
