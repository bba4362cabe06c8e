"""Pictures of strangers: made anew from their pixels, and nothing but a plain JPEG gets into a look."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from ferrovia.boards.limits import MOST_PICTURE
from ferrovia.boards.pictures import jpeg_fault, picture_fault
from ferrovia.studio.photos import WIDEST, PhotoError, made_anew

SECRET = b"taken at 52.52 N"


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), **more: object) -> bytes:
    stream = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(stream, kind, **more)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_a_plain_jpeg(kind: str) -> None:
    made = made_anew(picture(kind))
    assert (made["width"], made["height"]) == (60, 40)
    assert picture_fault(made["data"]) is None


def test_nothing_but_pixels_is_left() -> None:
    sent = picture("JPEG", comment=SECRET) + b"<script>alert(1)</script>"
    assert SECRET in sent
    made = base64.b64decode(made_anew(sent)["data"])
    assert SECRET not in made
    assert b"script" not in made


def test_a_large_picture_is_made_small() -> None:
    made = made_anew(picture(size=(3000, 1000)))
    assert (made["width"], made["height"]) == (WIDEST, 533)
    stream = io.BytesIO()
    Image.effect_noise((900, 900), 60).convert("RGB").save(stream, "PNG")
    assert len(made_anew(stream.getvalue())["data"]) <= MOST_PICTURE * 4 // 3 + 4


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"<svg onload='alert(1)'/>",
        b"GIF89a<script>",
        b"\x89PNG\r\n\x1a\n" + bytes(40),
        b"BM" + bytes(90),
        picture()[:60],
        picture("JPEG")[:200],
        picture("GIF"),
        picture("BMP"),
        picture("TIFF"),
    ],
)
def test_what_is_no_picture_is_refused(sent: bytes) -> None:
    with pytest.raises(PhotoError):
        made_anew(sent)


def test_a_look_takes_no_other_jpeg() -> None:
    plain = base64.b64decode(made_anew(picture())["data"])
    assert jpeg_fault(plain) is None
    for fault in (
        b"", b"x", plain[:-1], plain[:90], plain + b"<script>", plain[:2] + b"\xff\xfe\x00\x06evil" + plain[2:],
        plain[:2] + b"\xff\xe1\x00\x08Exif\x00\x00" + plain[2:], plain + plain, picture(),
        picture("JPEG", comment=SECRET), plain.replace(b"JFIF", b"JFXX"),
    ):  # fmt: skip
        assert jpeg_fault(fault) is not None, fault[:30]
    assert picture_fault("%%%") is not None
    assert picture_fault("A" * (2 * MOST_PICTURE)) is not None
