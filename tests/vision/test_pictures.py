"""Pictures from strangers: each is read as it is meant, or refused with one code."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart_vision.api import VisionError, load_image, save_image
from turmwart_vision.headers import size_of

FRAME = np.zeros((40, 60, 3), np.uint8)
FRAME[:20, :30] = (10, 200, 90)
FRAME[20:, 30:] = (200, 30, 60)


def encoded(ending: str, frame: np.ndarray = FRAME) -> bytes:
    done, data = cv2.imencode(ending, frame)
    assert done
    return data.tobytes()


ENDINGS = [".png", ".jpg", ".webp", ".bmp", ".tiff", ".ppm"]


def png(width: int, height: int) -> bytes:
    """A PNG that states a size and holds almost nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"IDAT", zlib.compress(b"\0" * 1000)),
            chunk(b"IEND", b""),
        ]
    )


OUTCOMES = {"picture", "unreadable", "not_a_picture", "too_large"}


def outcome(data: bytes) -> str:
    """The code of the error, or ``picture`` where a well-formed one came out."""
    try:
        frame = load_image(data)
    except VisionError as error:
        return error.code
    return "picture" if frame.ndim == 3 and frame.shape[2] == 3 else f"shape {frame.shape}"


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The same JPEG with an EXIF header that says how the camera was held."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("ending", ENDINGS)
def test_common_formats(ending: str, tmp_path: Path) -> None:
    data = encoded(ending)
    path = tmp_path / f"picture{ending}"
    path.write_bytes(data)
    assert size_of(data) == (60, 40)
    for source in (data, path, str(path)):
        frame = load_image(source)
        assert frame.shape == FRAME.shape
        assert frame.dtype == np.uint8
        assert np.abs(frame[10, 15].astype(int) - FRAME[10, 15]).max() < 12


def test_grey_deep_and_transparent_pictures_become_plain() -> None:
    grey = load_image(encoded(".png", FRAME[:, :, 1]))
    assert grey.shape == FRAME.shape
    assert np.array_equal(grey[:, :, 0], FRAME[:, :, 1])
    deep = load_image(encoded(".png", FRAME.astype(np.uint16) * 257))
    assert np.abs(deep.astype(int) - FRAME).max() <= 1
    veil = np.dstack([FRAME, np.full(FRAME.shape[:2], 255, np.uint8)])
    veil[:5, :, 3] = 0
    mixed = load_image(encoded(".png", veil))
    assert (mixed[:5] == 255).all()
    assert np.array_equal(mixed[5:], FRAME[5:])
    deep_veil = load_image(encoded(".png", veil.astype(np.uint16) * 257))
    assert np.abs(deep_veil.astype(int) - mixed).max() <= 1


@pytest.mark.parametrize("ending", [".webp", ".gif", ".tiff", ".bmp"])
def test_transparent_parts_are_white_in_every_format(ending: str) -> None:
    """What is stored below them, often black, nobody was to see."""
    veil = np.dstack([FRAME, np.full(FRAME.shape[:2], 255, np.uint8)])
    veil[:5] = 0
    options = [cv2.IMWRITE_WEBP_QUALITY, 101] if ending == ".webp" else []
    data = cv2.imencode(ending, veil, options)[1].tobytes()
    assert ending != ".webp" or data[8:16] == b"WEBPVP8L"
    seen = load_image(data)
    assert (seen[:5] == 255).all()
    # A GIF mixes what it has not from its few colours.
    assert np.abs(seen[5:].astype(int) - FRAME[5:]).max() <= (90 if ending == ".gif" else 0)


def test_a_deep_tiff_with_transparency() -> None:
    veil = np.dstack([FRAME, np.full(FRAME.shape[:2], 255, np.uint8)]).astype(np.uint16) * 257
    veil[:5] = 0
    seen = load_image(encoded(".tiff", veil))
    assert (seen[:5] == 255).all()
    assert np.abs(seen[5:].astype(int) - FRAME[5:]).max() <= 1


def test_the_orientation_of_the_camera_is_honoured() -> None:
    plain = encoded(".jpg")
    turned = load_image(with_orientation(plain, 6))
    assert turned.shape == (60, 40, 3)
    assert np.array_equal(turned, np.rot90(load_image(plain), -1))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(VisionError) as refused:
        load_image(png(100_000, 100_000))
    assert refused.value.code == "too_large"
    assert refused.value.values["found"] == 100_000 * 100_000


def test_a_file_of_too_many_bytes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart_vision.pictures.MAX_BYTES", 500)
    path = tmp_path / "large.bmp"
    path.write_bytes(encoded(".bmp"))
    with pytest.raises(VisionError) as refused:
        load_image(path)
    assert refused.value.code == "too_large"
    assert refused.value.values["path"] == str(path)


def test_what_is_not_there_or_no_picture(tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("no picture at all")
    (tmp_path / "empty.png").write_bytes(b"")
    for name, code in (
        ("missing.jpg", "not_found"),
        ("notes.jpg", "not_a_picture"),
        ("empty.png", "not_a_picture"),
        ("", "unreadable"),
    ):
        with pytest.raises(VisionError) as refused:
            load_image(tmp_path / name)
        assert refused.value.code == code
        assert refused.value.values["path"] == str(tmp_path / name)


@pytest.mark.parametrize("ending", [".png", ".jpg"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_picture_cut_short_is_refused(ending: str, share: float) -> None:
    """OpenCV decodes such a JPEG with a grey rest, where dice may have lain."""
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    data = encoded(ending, noise)
    with pytest.raises(VisionError) as refused:
        load_image(data[: int(len(data) * share)])
    assert refused.value.code in {"unreadable", "not_a_picture"}


@pytest.mark.parametrize(
    "trailer", [b"\0\0\0\x18ftypmp42" + b"\xff\xda\0\x08film" * 9, encoded(".jpg"), b"\xff\xd9"]
)
def test_what_comes_after_a_jpeg_is_not_looked_at(trailer: bytes) -> None:
    """A telephone appends the film of a moment; the picture before it is whole, or is not."""
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    for options in ([], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2]):
        data = cv2.imencode(".jpg", noise, options)[1].tobytes()
        assert np.array_equal(load_image(data + trailer), load_image(data))
        assert outcome(data[:-200] + trailer[:-2]) != "picture"


def test_a_thumbnail_has_an_end_of_its_own() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    thumbnail = b"Exif\0\0" + encoded(".jpg")
    data = encoded(".jpg", noise)
    head = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    assert outcome(data[:2] + head + data[2:]) == "picture"
    assert outcome(data[:2] + head + data[2:-400]) == "unreadable"


def test_only_zeros_may_fill_the_room_before_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    """Anything else was left over by a damaged scan, and dice may be missing before it."""
    noise = np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)
    data = encoded(".jpg", noise)
    filled = load_image(data[:-2] + bytes(60) + data[-2:])
    assert np.array_equal(filled, load_image(data))
    assert outcome(data[:-2] + b"left" * 15 + data[-2:]) == "unreadable"
    assert capfd.readouterr().err == ""


def test_decoders_do_not_speak_on_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    """A PNG whose data do not suffice: libpng says so, and we do."""
    assert outcome(png(60, 40)) == "unreadable"
    jpeg = bytearray(encoded(".jpg"))
    # The scan states parts of a progressive one.
    jpeg[jpeg.rfind(b"\xff\xda") + 12] = 5
    assert outcome(bytes(jpeg)) == "picture"
    assert capfd.readouterr().err == ""


@settings(max_examples=200, deadline=None)
@given(start=st.sampled_from([b"", *(encoded(e)[:32] for e in ENDINGS)]), rest=st.binary())
def test_random_bytes_give_a_picture_or_one_error(start: bytes, rest: bytes) -> None:
    assert outcome(start + rest) in OUTCOMES


@settings(max_examples=200, deadline=None)
@given(
    data=st.sampled_from([encoded(e) for e in ENDINGS]),
    hits=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8),
    keep=st.floats(0.2, 1.0),
)
def test_damaged_pictures_give_a_picture_or_one_error(
    data: bytes, hits: list[tuple[int, int]], keep: float
) -> None:
    damaged = bytearray(data[: max(1, int(len(data) * keep))])
    for at, value in hits:
        damaged[at % len(damaged)] = value
    assert outcome(bytes(damaged)) in OUTCOMES


def test_what_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "folder.png", tmp_path / "picture.xyz"):
        with pytest.raises(VisionError) as refused:
            save_image(path, FRAME)
        assert refused.value.code == "not_written"
    with pytest.raises(ValueError, match="float"):
        save_image(tmp_path / "picture.png", FRAME.astype(np.float32))
