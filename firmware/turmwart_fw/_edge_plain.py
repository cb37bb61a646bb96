"""The reference form of the edge detection; see ``edge``."""


def step(raw, st) -> int:
    """Join one sample to the passing cube; see ``edge``."""
    clear = raw[0] | (raw[1] << 8)
    if st[2] == 0:
        if clear < st[0]:
            return 0
        st[2] = 1
        st[3] = 0
        st[4] = 0
    elif clear < st[1]:
        st[2] = 0
        return 1
    if st[3] < 65535:
        st[3] += 1
    if clear > st[4]:
        st[4] = clear
        st[5] = raw[2] | (raw[3] << 8)
        st[6] = raw[4] | (raw[5] << 8)
        st[7] = raw[6] | (raw[7] << 8)
    return 0
