"""A stranger's picture, taken apart and made anew: decoded to pixels, made small enough, and encoded as a plain JPEG.

Whatever else was in the file (places, comments, profiles, what follows its end) is gone."""

from __future__ import annotations

import base64
import io
from typing import Final

from typing_extensions import TypedDict

from ferrovia.boards.limits import MOST_PICTURE, MOST_PIXELS
from ferrovia.engine.errors import FerroviaError

FORMATS: Final = ("JPEG", "PNG", "WEBP")
MOST_SENT_PIXELS: Final = 40_000_000
WIDEST: Final = 1600
QUALITIES: Final = (82, 72, 60, 45, 30)


class PhotoError(FerroviaError):
    """A file that is no picture, or too large a one."""


class Photo(TypedDict):
    data: str
    """A JPEG in base64."""
    width: int
    height: int


def made_anew(sent: bytes) -> Photo:
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = MOST_SENT_PIXELS
    try:
        with Image.open(io.BytesIO(sent), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_SENT_PIXELS:
                raise PhotoError("studio.photo")
            upright = ImageOps.exif_transpose(opened)
            flat = Image.new("RGB", upright.size, "white")
            rgba = upright.convert("RGBA")
            flat.paste(rgba, mask=rgba.getchannel("A"))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise PhotoError("studio.photo") from error
    flat.thumbnail((WIDEST, WIDEST))
    assert flat.width * flat.height <= MOST_PIXELS
    for quality in QUALITIES:
        stream = io.BytesIO()
        flat.save(stream, "JPEG", quality=quality, optimize=True)
        if stream.tell() <= MOST_PICTURE:
            text = base64.b64encode(stream.getvalue()).decode()
            return {"data": text, "width": flat.width, "height": flat.height}
    raise PhotoError("studio.photo")
