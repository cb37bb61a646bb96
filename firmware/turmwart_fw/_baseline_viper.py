"""The fast form of the baseline; equal to ``_baseline_plain`` line by line."""

import micropython


@micropython.viper
def subtract(raw: ptr8, st: ptr32, out: ptr32) -> int:  # noqa: F821
    """Move the phases on and write what is above the baseline; see ``baseline``."""
    span = int(st[8])
    st[0] = (int(st[0]) + span) % 10000
    st[1] = (int(st[1]) + span + (span >> 12) + (span >> 14)) % 8336
    best = int(st[6])
    at = 12
    if best == 1:
        at = 16 + (int(st[0]) // 625) * 4
    elif best == 2:
        at = 80 + (int(st[1]) // 521) * 4
    to = int(st[7])
    limit = int(st[9])
    full = 0
    for channel in range(4):
        value = int(raw[2 * channel]) | (int(raw[2 * channel + 1]) << 8)
        if value >= limit:
            full = 1
        over = value - ((int(st[at + channel]) + 32) >> 6)
        out[to + channel] = over
    return ((int(st[at]) >> 6) << 1) | full


@micropython.viper
def learn(raw: ptr8, st: ptr32) -> int:  # noqa: F821
    """Take a sample of the empty window in; see ``baseline``."""
    phase_a = 16 + (int(st[0]) // 625) * 4
    phase_b = 80 + (int(st[1]) // 521) * 4
    first = int(st[5]) == 0
    if int(st[5]) < 65535:
        st[5] = int(st[5]) + 1
    clear = (int(raw[0]) | (int(raw[1]) << 8)) << 6
    for index in range(3):
        at = 12
        if index == 1:
            at = phase_a
        elif index == 2:
            at = phase_b
        error = clear - int(st[at])
        if error < 0:
            error = -error
        st[2 + index] = int(st[2 + index]) + ((error - int(st[2 + index])) >> 5)
    for channel in range(4):
        value = (int(raw[2 * channel]) | (int(raw[2 * channel + 1]) << 8)) << 6
        if first:
            each = 12 + channel
            while each < 144:
                st[each] = value
                each += 4
        else:
            at = 12 + channel
            st[at] = int(st[at]) + ((value - int(st[at])) >> 4)
            at = phase_a + channel
            st[at] = int(st[at]) + ((value - int(st[at])) >> 2)
            at = phase_b + channel
            st[at] = int(st[at]) + ((value - int(st[at])) >> 2)
    # The plain mean is calmer, so a rhythm has to be clearly better.
    best = 0
    if int(st[3]) + (int(st[3]) >> 2) < int(st[2]):
        best = 1
    if int(st[4]) + (int(st[4]) >> 2) < int(st[2]) and int(st[4]) < int(st[3]):
        best = 2
    st[6] = best
    return best
