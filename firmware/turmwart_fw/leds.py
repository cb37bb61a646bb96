"""What the board's own LED says.

| pattern | meaning |
|---|---|
| one short flash every 2 s | runs, no host has asked yet |
| lit, dark for 60 ms at each passage | runs, a host listens |
| two flashes every second | a sensor is out |
| quick flashing | events gave way unacknowledged: the host was away for too long |
"""

_FLASH_MS = 60


class StatusLed:
    """Chooses and shows the pattern.

    Args:
        show: function of 0 or 1 that switches the LED.
        clock: has ``ticks_diff``.
    """

    def __init__(self, show, clock) -> None:
        self._show = show
        self._diff = clock.ticks_diff
        self._lit = -1
        self._passed = 0
        self._passed_ms = 0

    def step(self, ticks_ms: int, answered: bool, faulty: bool, evicted: bool, passed: int) -> None:
        """Show what holds now."""
        if passed != self._passed:
            self._passed = passed
            self._passed_ms = ticks_ms
        if evicted:
            lit = (ticks_ms // _FLASH_MS) & 1
        elif faulty:
            beat = ticks_ms % 1000 // _FLASH_MS
            lit = 1 if beat in (0, 2) else 0
        elif answered:
            lit = 1 if self._diff(ticks_ms, self._passed_ms) >= _FLASH_MS or passed == 0 else 0
        else:
            lit = 1 if ticks_ms % 2000 < _FLASH_MS else 0
        if lit != self._lit:
            self._lit = lit
            self._show(lit)
