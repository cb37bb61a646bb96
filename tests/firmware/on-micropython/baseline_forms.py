"""Run the plain and the viper form of the baseline over the same long run of samples."""

from array import array

from turmwart_fw import _baseline_plain, _baseline_viper, baseline, selfcheck

assert baseline.learn is _baseline_viper.learn
assert baseline.subtract is _baseline_viper.subtract
assert selfcheck.difference() == -1

state = 1
raw = bytearray(8)
plain, viper = baseline.new_state(), baseline.new_state()
over_plain, over_viper = array("i", bytes(32)), array("i", bytes(32))
count = 0
for number in range(30000):
    for index in range(8):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        raw[index] = state >> 16 & 0xFF
    if number % 11:
        for index in range(1, 8, 2):
            raw[index] = 0
    span = state % 9000
    for each in (plain, viper):
        each[baseline.SPAN] = span
        each[baseline.PLACE] = 4 * (number & 1)
        each[baseline.LIMIT] = 1024
    a = _baseline_plain.subtract(raw, plain, over_plain)
    b = _baseline_viper.subtract(raw, viper, over_viper)
    assert a == b, (number, a, b)
    assert over_plain == over_viper, number
    assert _baseline_plain.learn(raw, plain) == _baseline_viper.learn(raw, viper), number
    assert plain == viper, number
    count += 1
print(count)
