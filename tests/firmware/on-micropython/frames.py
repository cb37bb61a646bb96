"""Encode and decode vectors made elsewhere; file: lines ``KIND SEQ PAYLOAD FRAME`` in hex."""

import sys
from binascii import unhexlify

from turmwart_wire import frame

out = bytearray(frame.FRAME_MAX)
decoder = frame.Decoder()
count = 0
with open(sys.argv[1]) as vectors:
    for line in vectors:
        kind, seq, payload, encoded = line.rstrip("\n").split(" ")
        kind, seq = int(kind, 16), int(seq, 16)
        payload, encoded = unhexlify(payload), unhexlify(encoded)
        assert frame.encode(kind, seq, payload) == encoded, line
        assert list(decoder.feed(encoded)) == [(kind, seq, payload)], line
        spoilt = bytearray(encoded)
        spoilt[1 + count % (len(spoilt) - 2)] ^= 1 << (count % 8)
        bad = decoder.bad
        assert list(decoder.feed(spoilt)) == [], line
        assert list(decoder.feed(b"\x00")) == [], line
        assert decoder.bad > bad, line
        count += 1
print(count)
