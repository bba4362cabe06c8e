"""Three ways of touching a page. A player has one of them and no other."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

FURTHEST = 400


class Touch(Protocol):
    """How something is pressed."""

    reaches_map: bool

    def press(self, what: Locator) -> None: ...
    def press_at(self, page: Page, x: float, y: float) -> None: ...


class Mouse:
    reaches_map = True

    def press(self, what: Locator) -> None:
        what.click()

    def press_at(self, page: Page, x: float, y: float) -> None:
        page.mouse.click(x, y)


class Finger:
    reaches_map = True

    def press(self, what: Locator) -> None:
        what.tap()

    def press_at(self, page: Page, x: float, y: float) -> None:
        page.touchscreen.tap(x, y)


class Keys:
    """Tab to it, then Enter or Space: no pointer at all."""

    reaches_map = False

    def press(self, what: Locator) -> None:
        what.wait_for()
        keyboard = what.page.keyboard
        for _ in range(FURTHEST):
            if what.evaluate("node => node === document.activeElement"):
                break
            keyboard.press("Tab")
        else:
            raise AssertionError(f"the Tab key never reaches {what}")
        box = what.evaluate("node => node.matches('input, [role=checkbox]')")
        keyboard.press("Space" if box else "Enter")

    def press_at(self, page: Page, x: float, y: float) -> None:
        raise AssertionError("a keyboard points at nothing")
