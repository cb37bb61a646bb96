"""Which pictures a terminal can show, and how they are sent to it."""

from __future__ import annotations

import base64
from collections.abc import Mapping

KITTY, ITERM, SIXEL, BLOCKS = "kitty", "iterm", "sixel", "blocks"
PROTOCOLS = (KITTY, ITERM, SIXEL, BLOCKS)
WISH = "TURMWART_GRAPHICS"
"""Name of the variable by which the reader chooses a protocol of PROTOCOLS."""

_PICTURE = 1452
_CHUNK = 4096


def protocol_of(environment: Mapping[str, str]) -> str:
    """The protocol for pictures that a terminal understands, by what it says of itself.

    A multiplexer between would swallow pictures, so within one there are blocks only.
    """
    wished = environment.get(WISH, "")
    if wished in PROTOCOLS:
        return wished
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if "TMUX" in environment or term.startswith(("screen", "tmux")):
        return BLOCKS
    if "KITTY_WINDOW_ID" in environment or term in ("xterm-kitty", "xterm-ghostty"):
        return KITTY
    if program in ("iTerm.app", "WezTerm", "mintty"):
        return ITERM
    if term.startswith(("foot", "mlterm", "yaft", "contour")):
        return SIXEL
    return BLOCKS


def kitty(png: bytes, columns: int, rows: int) -> str:
    """A PNG in kitty's protocol, stretched over so many characters; the cursor stays."""
    data = base64.standard_b64encode(png).decode("ascii")
    chunks = [data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK)]
    parts = []
    for number, chunk in enumerate(chunks):
        more = int(number < len(chunks) - 1)
        head = f"a=T,f=100,q=2,C=1,i={_PICTURE},p=1,c={columns},r={rows}," if number == 0 else ""
        parts.append(f"\x1b_G{head}m={more};{chunk}\x1b\\")
    return "".join(parts)


def kitty_gone() -> str:
    """Takes kitty's picture away: it would stay over the next screen."""
    return f"\x1b_Ga=d,d=I,i={_PICTURE},q=2\x1b\\"


def iterm(png: bytes, columns: int, rows: int) -> str:
    """A PNG in iTerm's protocol, over so many characters."""
    data = base64.standard_b64encode(png).decode("ascii")
    size = f"size={len(png)};width={columns};height={rows};preserveAspectRatio=0"
    return f"\x1b]1337;File=inline=1;{size}:{data}\x07"


def placed(picture: str, column: int, row: int) -> str:
    """A picture's sequence at a character of the screen, from 0; the cursor comes back."""
    return f"\x1b7\x1b[{row + 1};{column + 1}H{picture}\x1b8"
