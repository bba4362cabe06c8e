"""Pictures of everything that people share: who is there, words, questions, calls, plans, days and puzzles.

python tools/company_pictures.py [SCENE …]      they land in screenshots/company, at five sizes in both languages
"""

from __future__ import annotations

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from browser.scenes import SCENES, Stage  # noqa: E402
from server.test_calls import calling  # noqa: E402

FOLDER = ROOT / "screenshots" / "company"
SIZES = ((1440, 900), (1366, 768), (820, 1180), (390, 844), (844, 390))
IN_HAND = SIZES[2:]
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        calling(Path(folder), "--tables-per-hour", "100000") as (server, *_),
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, ((width, height), language) in product(wanted or SCENES, product(SIZES, LANGUAGES)):
            device: dict[str, Any] = {"has_touch": True, "is_mobile": True} if (width, height) in IN_HAND else {}
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=LANGUAGES[language],
                reduced_motion="reduce",
                **device,
            )
            page = context.new_page()
            page.set_default_timeout(20_000)
            try:
                SCENES[name](Stage(server, page, language))
            except Exception as error:  # the others are still worth a look
                print(f"{name} {width} {language}: {str(error).splitlines()[0]}", flush=True)
            page.evaluate("document.fonts.ready.then(() => undefined)")
            page.screenshot(path=FOLDER / f"{name}-{width}x{height}-{language}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
