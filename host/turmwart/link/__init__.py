"""The way to the board: frames in order, exactly once, over a serial port that may vanish."""
