"""Run the plain and the viper form of the edge detection over the same long run of samples."""

from turmwart_fw import _edge_plain, _edge_viper, edge, selfcheck

assert edge.step is _edge_viper.step
assert selfcheck.edge_difference() == -1

state = 1
left = 0
raw = bytearray(8)
plain = edge.new_state(32, 22)
viper = edge.new_state(32, 22)
for number in range(30000):
    for index in range(8):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        raw[index] = state >> 16 & 0xFF
    # Around the thresholds for the most part, the whole range now and then.
    if number % 7:
        raw[0] %= 48
        raw[1] = 0
    results = _edge_plain.step(raw, plain), _edge_viper.step(raw, viper)
    assert results[0] == results[1], (number, bytes(raw), results)
    assert plain == viper, (number, bytes(raw), plain, viper)
    left += results[0]

# A cube that never leaves: the count of samples stays in its 16 bits.
raw[0] = raw[1] = 200
for _ in range(70000):
    _edge_viper.step(raw, viper)
assert viper[edge.SAMPLES] == 65535
print(left)
