"""The fast form of the edge detection; equal to ``_edge_plain`` line by line."""

import micropython


@micropython.viper
def step(raw: ptr8, st: ptr32) -> int:  # noqa: F821
    """Join one sample to the passing cube; see ``edge``."""
    clear = int(raw[0]) | (int(raw[1]) << 8)
    if int(st[2]) == 0:
        if clear < int(st[0]):
            return 0
        st[2] = 1
        st[3] = 0
        st[4] = 0
    elif clear < int(st[1]):
        st[2] = 0
        return 1
    if int(st[3]) < 65535:
        st[3] = int(st[3]) + 1
    if clear > int(st[4]):
        st[4] = clear
        st[5] = int(raw[2]) | (int(raw[3]) << 8)
        st[6] = int(raw[4]) | (int(raw[5]) << 8)
        st[7] = int(raw[6]) | (int(raw[7]) << 8)
    return 0
