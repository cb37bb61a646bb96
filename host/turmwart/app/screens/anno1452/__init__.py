"""Anno 1452 on the screens."""
