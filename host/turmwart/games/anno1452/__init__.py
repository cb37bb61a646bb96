"""Anno 1452: two to four players, with the Ottokar scenario and the variants A to I."""
