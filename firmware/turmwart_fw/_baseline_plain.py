"""The reference form of the baseline; see ``baseline``."""


def subtract(raw, st, out) -> int:
    """Move the phases on and write what is above the baseline; see ``baseline``."""
    span = st[8]
    st[0] = (st[0] + span) % 10000
    st[1] = (st[1] + span + (span >> 12) + (span >> 14)) % 8336
    best = st[6]
    at = 12
    if best == 1:
        at = 16 + (st[0] // 625) * 4
    elif best == 2:
        at = 80 + (st[1] // 521) * 4
    to = st[7]
    limit = st[9]
    full = 0
    for channel in range(4):
        value = raw[2 * channel] | (raw[2 * channel + 1] << 8)
        if value >= limit:
            full = 1
        over = value - ((st[at + channel] + 32) >> 6)
        out[to + channel] = over
    return ((st[at] >> 6) << 1) | full


def learn(raw, st) -> int:
    """Take a sample of the empty window in; see ``baseline``."""
    phase_a = 16 + (st[0] // 625) * 4
    phase_b = 80 + (st[1] // 521) * 4
    first = st[5] == 0
    if st[5] < 65535:
        st[5] += 1
    clear = (raw[0] | (raw[1] << 8)) << 6
    for index in range(3):
        at = 12 if index == 0 else phase_a if index == 1 else phase_b
        error = clear - st[at]
        if error < 0:
            error = -error
        st[2 + index] += (error - st[2 + index]) >> 5
    for channel in range(4):
        value = (raw[2 * channel] | (raw[2 * channel + 1] << 8)) << 6
        if first:
            for each in range(12 + channel, 144, 4):
                st[each] = value
        else:
            st[12 + channel] += (value - st[12 + channel]) >> 4
            st[phase_a + channel] += (value - st[phase_a + channel]) >> 2
            st[phase_b + channel] += (value - st[phase_b + channel]) >> 2
    # The plain mean is calmer, so a rhythm has to be clearly better.
    best = 0
    if st[3] + (st[3] >> 2) < st[2]:
        best = 1
    if st[4] + (st[4] >> 2) < st[2] and st[4] < st[3]:
        best = 2
    st[6] = best
    return best
