"""Line drawings of rail vehicles, one per card colour, for cards on the screen and on paper.

They stand on a rail at y = 0, reach 40 to either side and 40 up. Each is five layers of path data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final


@dataclass(frozen=True)
class Vehicle:
    """Layers in the order in which they are drawn."""

    dark: str
    """Underframes, roofs, smoke boxes: filled with ink."""
    body: str
    """What the vehicle's colour is seen on."""
    light: str
    """Windows and lamps: filled with paper."""
    line: str
    """Pen lines."""
    fine: str
    """Hairlines, left out where the card is small."""


def n(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text


def ring(x: float, y: float, r: float) -> str:
    return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 1 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 1 {n(-2 * r)} 0Z"


def box(x: float, y: float, width: float, height: float) -> str:
    return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}Z"


def each(items: Iterable[float], draw: Callable[[float], str]) -> str:
    return "".join(draw(item) for item in items)


def steps(first: float, last: float, step: float) -> list[float]:
    count = int((last - first + 0.001) / step) + 1
    return [round(first + number * step, 2) for number in range(count)]


def spoked(x: float, r: float, spokes: int) -> str:
    """A wheel with its tyre and spokes."""
    drawn = ring(x, -r, r) + ring(x, -r, r - 1.1) + ring(x, -r, 1)
    for spoke in range(spokes):
        angle = 2 * pi * (spoke + 0.3) / spokes
        across, up = cos(angle), sin(angle)
        drawn += f"M{n(x + across)} {n(-r + up)}L{n(x + (r - 1.1) * across)} {n(-r + (r - 1.1) * up)}"
    return drawn


def discs(places: Iterable[float], r: float) -> str:
    return each(places, lambda x: ring(x, -r, r))


TRAM: Final = Vehicle(
    dark=("M-17-7H17L14-3.4H-14ZM-35.5-29C-35-32-31-33.4-27-33.4H27C31-33.4 35-32 35.5-29Z" + discs([-9.5, 9.5], 4.2)),
    body=(
        "M-34.5-9C-35.4-14-34.6-18-33-20.5H33C34.6-18 35.4-14 34.5-9L32-6.5H-32Z"
        "M-20-33.4C-19-35.6-18-36-16-36H16C18-36 19-35.6 20-33.4Z"
    ),
    light=(
        box(-33, -29, 66, 8.5) + ring(-34, -14, 1.7) + ring(34, -14, 1.7) + ring(-9.5, -4.2, 2) + ring(9.5, -4.2, 2)
    ),
    line=(
        "M-33-29V-20.5M33-29V-20.5M-24.5-29V-6.5M24.5-29V-6.5M-33-20.5H33"
        + each(steps(-14.7, 14.7, 9.8), lambda x: f"M{n(x)}-29V-20.5")
        + "M1-36L-21-41.5M-3-36H5M-32-6.5L-34-2.5M32-6.5L34-2.5"
    ),
    fine=(
        "M-41-41.8H41M-24.5-26.5H24.5M-34.3-17.5H34.3M-34.8-11.5H34.8M-22-15H22M-22-13.6H22"
        + each(steps(-22, 22, 2), lambda x: f"M{n(x)}-33.4V-29.6")
        + "M-29-20V-8M29-20V-8M-31-5.5H-26M26-5.5H31M-12-6H12"
    ),
)

PLOUGH: Final = Vehicle(
    dark=("M-10-7H37V-4.4H-10ZM-1-28.5C8-32.5 30-32.5 38.5-28.5Z" + discs([2, 10, 25, 33], 3.6)),
    body=("M-4-7V-28.5H37V-7ZM4-30V-37H18V-30ZM-4-30L-9-33C-13-22-24-10-39-3.5L-37-.6H-9L-4-6Z"),
    light=(box(6, -35, 4, 4) + box(12, -35, 4, 4) + box(16, -25, 6, 7) + box(27, -25, 6, 7) + ring(-1, -24, 1.6)),
    line=(
        "M2.5-37H19.5M-9-33C-7.5-22-10-10-9-.6M-4-30V-6M-4-17H37"
        + ring(2, -3.6, 1.2)
        + ring(10, -3.6, 1.2)
        + ring(25, -3.6, 1.2)
        + ring(33, -3.6, 1.2)
    ),
    fine=(
        "M-11-27.5C-10.5-19-12-9-12.5-.6M-14-22.7C-14-15-16-7-17-.6M-18-17.7C-18.5-11-21-5-22.5-.6"
        "M-23-13.2C-24.5-9-27-4-28.5-.6M-29-9C-30.5-6-33-3-34-.6"
        + each(steps(0, 36, 3), lambda x: f"M{n(x)}-16.5V-7.5")
        + "M-41-5C-38-14-33-19-31-15.5-30-13-33-12-33.5-14M-37-10C-34-22-26-27-24-23-23-20.5-26-19.5-26.5-21.5"
        "M-29-22C-26-31-18-37-15.5-33-14.5-30.5-17-29.5-18-31.5"
    ),
)

RAILCAR: Final = Vehicle(
    dark=("M-33-6H39V-3.8H-30Z" + discs([-26, -17, 20, 29], 3.6) + "M-29-6.5H-14V-3H-29ZM17-6.5H32V-3H17Z"),
    body=("M-38-5.5C-41.5-9-40.5-14-37.5-18.5-33-26-27-30-18-30.5H39.5V-5.5Z"),
    light=(
        "M-35.5-18C-32.5-23.5-29-26-24.5-26.6V-18Z"
        + each(steps(-20.5, 34, 7.8), lambda x: f"M{n(x)}-25.5h4.4q1 0 1 1v5q0 1-1 1h-4.4q-1 0-1-1v-5q0-1 1-1Z")
        + ring(-37.2, -11.5, 1.6)
    ),
    line=(
        "M-38.8-15H39.5M-39.5-12.5H39.5M-22.8-29.5V-6M-30-23.8V-18M39.5-30.5V-5.5"
        + ring(-37.2, -11.5, 1.6)
        + "M-40-5.5L-35-2.5H-31"
    ),
    fine=(
        "M-39.8-10.8H39.5M-39.8-9.1H39.5M-39.2-7.4H39.5M-28-28H39M-16-29.3H39"
        + each(steps(-10, 26, 12), lambda x: f"M{n(x)}-30.7v-2h6v2")
        + each([-26, -17, 20, 29], lambda x: ring(x, -3.6, 1.4))
    ),
)

HOPPER: Final = Vehicle(
    dark=("M-39-8.5H39V-6.2H-39Z" + discs([-33, -25, 25, 33], 3.7) + "M-35-6.5H-23V-3H-35ZM23-6.5H35V-3H23Z"),
    body=("M-36.5-27H36.5V-17L21.5-4.5H8.5L1.5-13H-1.5L-8.5-4.5H-21.5L-36.5-17Z"),
    light=("M-34-27C-28-34-20-37-12-33.5-6-38 6-38 12-33.5 20-37 28-34 34-27Z"),
    line=(
        "M-37.5-27H37.5M-37.5-24.8H37.5M-36.5-17H36.5M-21.5-4.5H-8.5M8.5-4.5H21.5"
        + each(steps(-27, 27, 9), lambda x: f"M{n(x)}-24.8V-17")
        + "M-39-8.5V-21M39-8.5V-21M-41-7.5H-39M39-7.5H41"
    ),
    fine=(
        "M-26-17L-17-5.5M-17-17L-14-5.5M26-17L17-5.5M17-17L14-5.5M-7-17L-12-9M7-17L12-9M-35-22.5H35M-35-19.5H35"
        + "M-26-29.5l1 .5M-20-32l1 .5M-21-29l1 .4M-14-31.5l1 .4M-15-28.7l1 .5M-8-33l1 .5M-9-30l1 .5"
        "M-3-34.5l1 .5M-2-31l1 .4M-4-28.5l1 .5M4-33.5l1 .5M3-29.8l1 .5M9-31.5l1 .5M10-28.8l1 .4M15-32l1 .5"
        "M17-29.5l1 .5M22-31.5l1 .5M25-29l1 .4" + each([-33, -25, 25, 33], lambda x: ring(x, -3.7, 1.4))
    ),
)

CRANE: Final = Vehicle(
    dark=(
        "M-32-10H35V-6.5H-32ZM3-13.5H16V-10H3ZM22-38H26V-31H22Z"
        "M-38.5-18.5C-38.5-16-35.5-15.5-34.6-17.4L-33.6-16.8C-35-13.8-39.8-14.2-39.9-18.5L-38-21H-36.5L-36.2"
        "-19H-38Z" + discs([-24, -14, 14, 25], 4)
    ),
    body=("M-3-13.5V-22L3-30.5H30V-13.5ZM1-15L-4-19.5-37.5-40.5-35.5-41.5Z"),
    light=("M0-22L4.5-28.5H10V-22Z" + ring(-24, -4, 1.5) + ring(-14, -4, 1.5) + ring(14, -4, 1.5) + ring(25, -4, 1.5)),
    line=(
        "M12.5-30.5V-13.5M-3-22H12.5M2-30.5H32M-36.5-41L24-33M-36.5-41L12-30.5M-37.2-40V-21M21-38H27"
        "M-35-8H-32M35-8H38M-37-10V-6M40-10V-6M-34-10V-6"
        + "M-1-18.5L-2.5-17.2-6-20.5-7.5-18.8-11-23.6-13.5-22.3-16-26.8-19-25.5-21.5-30.2-25-29-27-33.6-30.5"
        "-32.5-32.5-37"
    ),
    fine=(
        each(steps(15, 28, 2.2), lambda x: f"M{n(x)}-29V-15")
        + "M13.5-26.5H29M13.5-18.5H29M-3-17.5H12M0-20H12M-28-10V-6.5M-20-10V-6.5M-8-10V-6.5M0-10V-6.5M8-10V-6.5"
        "M20-10V-6.5M30-10V-6.5M24-39.5C26-42 29-41 30-43M25.5-40C29-41.5 32-40.5 34-42.5"
    ),
)

SADDLE: Final = Vehicle(
    dark=(
        "M-37-10H36V-7.5H-37ZM-31-26.5H-22.5V-11H-31Z"
        "M-29.6-26.5L-28.6-35.5H-30V-37.5H-22V-35.5H-23.4L-22.6-26.5ZM5-33.5C10-36.8 26-36.8 31-33.5Z"
        "M-39-12H-37V-6H-39ZM36-12H38V-6H36Z"
    ),
    body=(
        "M-22.5-15V-24.5C-22.5-28-20-29.5-17-29.5H4C7-29.5 9-28 9-24.5V-15ZM-22.5-13.5H9V-10H-22.5Z"
        "M9-10V-33.5H13V-23H23V-33.5H27V-10ZM27-10V-24H35L34-21V-10ZM-33-9H-25V-3.5H-33Z"
    ),
    light=(ring(-16, -5.6, 3.6) + ring(-2.5, -5.6, 3.6) + ring(11, -5.6, 3.6) + ring(-35.5, -15, 1.5)),
    line=(
        spoked(-16, 5.6, 8)
        + spoked(-2.5, 5.6, 8)
        + spoked(11, 5.6, 8)
        + "M-27-6L11-3.5M-16-3.5H11M-12-29.5V-15M-1-29.5V-15M13-23V-10M23-23V-10M-10-29.5C-10-34-4-34-4-29.5"
        "M-41-9H-39M38-9H41M25-24C28-27 32-27 34-24"
    ),
    fine=(
        "M-21-26.5H8M-22-24H8.5M-22-21.5H8.5M-22-19H8.5M-22-16.5H8.5M14-20H22M14-17H22M14-14H22M28-21H34"
        "M28-18H34M28-15H34"
        + "M-26-38.5C-29-41-24-43-21-41.5-20-44.5-13-44-13-41.5-10-43-6-41.5-7-39.5-3-40.5 2-39.5 1-37.5"
        "M-24-39C-20-39.5-18-41-13-40M-12-38.5C-8-38-5-39-2-38"
    ),
)

METRO: Final = Vehicle(
    dark=(
        "M-33-6.5H41V-4H-33Z"
        + discs([-26, -17, 27, 36], 3.4)
        + "M-30-6.5H-13V-2.8H-30ZM23-6.5H40V-2.8H23ZM-8-4.5H16V-2H-8Z"
    ),
    body=("M-37-6C-38.8-7-39.2-10-38.8-13L-36.6-26C-36-29-34.5-30.5-31-30.5H41V-6Z"),
    light=(
        "M-36.2-25C-35.8-27-34.8-28-33-28H-29.5V-17.5H-37.3Z"
        + each([-23.5, -1.5, 20.5], lambda x: box(x, -27, 3.4, 9) + box(x + 4.8, -27, 3.4, 9))
        + each([-12.8, 9.2, 31.2], lambda x: f"M{n(x)}-26.5h7.6q1 0 1 1v6.5q0 1-1 1h-7.6q-1 0-1-1v-6.5q0-1 1-1Z")
        + ring(-36.7, -11.5, 1.4)
    ),
    line=(
        each([-24.6, -2.6, 19.4], lambda x: f"M{n(x)}-28.5h10.4V-6M{n(x)}-28.5V-6M{n(x + 5.2)}-28.5V-6")
        + "M-38.6-14.5H-24.6M-14.2-14.5H-2.6M7.8-14.5H19.4M29.8-14.5H41M-27.5-30V-6.5"
        + ring(-36.7, -11.5, 1.4)
    ),
    fine=(
        "M-38.9-12.8H-24.6M-14.2-12.8H-2.6M7.8-12.8H19.4M29.8-12.8H41M-34-29.3H41M-39-9H-24.6M-14.2-9H-2.6"
        "M7.8-9H19.4M29.8-9H41" + "M-20-30.8v-1.8h12v1.8M4-30.8v-1.8h12v1.8M-41-36C-30-41-12-43 0-43S30-41 41-36"
        "M-41-38.5C-30-43-14-44.5 0-44.5S30-43 41-38.5"
        + each(steps(-36, 36, 6), lambda x: f"M{n(x)}{n(-43 + (x * x) / 235)}V{n(-44.6 + (x * x) / 260)}")
    ),
)

DINING: Final = Vehicle(
    dark=(
        "M-39-8.5H39V-6H-39Z"
        + discs([-33.5, -27, -20.5, 20.5, 27, 33.5], 3.3)
        + "M-36-6.5H-18V-3H-36ZM18-6.5H36V-3H18ZM-10-6H10V-3H-10Z"
        "M-40.5-30C-40-32.5-38-33.2-35-33.2H35C38-33.2 40-32.5 40.5-30Z"
    ),
    body=("M-39.5-8.5V-30H39.5V-8.5ZM-34-33.2C-33-36-31.5-36.8-29-36.8H29C31.5-36.8 33-36 34-33.2Z"),
    light=(
        each(steps(-25.5, 17, 10.5), lambda x: box(x, -27.5, 8, 10))
        + box(-36.5, -27.5, 4.4, 17)
        + box(32, -27.5, 4.4, 17)
        + each(steps(-27, 24, 8.5), lambda x: box(x, -35.6, 4, 1.6))
    ),
    line=(
        "M-39.5-14.5H-32M-30.5-14.5H30.5M-39.5-29H39.5M-31-30V-8.5M30.5-30V-8.5"
        + each(steps(-21.5, 21, 10.5), lambda x: f"M{n(x)}-17.5v-2.7M{n(x - 1.9)}-20.2h3.8l-1-2.6h-1.8Z")
        + "M-41-8H-39.5M39.5-8H41"
    ),
    fine=(
        "M-30.5-12.8H30.5M-30.5-16H30.5M-30.5-10.2H30.5M-34.3-27.5V-10.5M34.2-27.5V-10.5"
        + each(
            steps(-25.5, 17, 10.5),
            lambda x: (
                f"M{n(x + 0.3)}-22C{n(x + 1.6)}-23.5 {n(x + 1.8)}-25.5 {n(x + 1.8)}-27.3"
                f"M{n(x + 7.7)}-22C{n(x + 6.4)}-23.5 {n(x + 6.2)}-25.5 {n(x + 6.2)}-27.3"
            ),
        )
        + each([-33.5, -27, -20.5, 20.5, 27, 33.5], lambda x: ring(x, -3.3, 1.2))
    ),
)

EXPRESS: Final = Vehicle(
    dark=(
        "M-36-11H16V-8.5H-36ZM17-9H40V-6.5H17ZM-33-27H-25V-12H-33Z"
        "M-31.6-27L-31-35H-32.5V-36.8H-25.5V-35H-27L-26.4-27ZM0-33.5H18V-31.5H0ZM-38-11L-41-.8H-35L-33-11Z"
        + discs([22, 34.5], 3.6)
    ),
    body=(
        "M-25-13V-26H2V-13ZM2-10V-32H15.5V-10ZM18-9.5V-25H40V-9.5ZM-36-9.5H-28.5V-4.5H-36ZM-17-26C-17-31-11-31-11-26Z"
    ),
    light=(box(5, -28.5, 7, 6.5) + ring(-11.5, -7.2, 5) + ring(5, -7.2, 5) + ring(-30, -3, 1.6) + ring(-22, -3, 1.6)),
    line=(
        spoked(-11.5, 7.2, 10)
        + spoked(5, 7.2, 10)
        + spoked(-30, 3, 6)
        + spoked(-22, 3, 6)
        + "M-31-7L5-4.5M-11.5-4.5H5M-25-20H2M-19-26V-13M-7-26V-13M-4-26V-29H-1.5V-26M15.5-12H18M18-22.5H40"
        "M19-25C22-28.5 28-29 32-28S38-27 39-25"
    ),
    fine=(
        "M-24-24H2M-24-22H2M-24-18H2M-24-16H2M3-19.5H15M3-17H15M3-14.5H15M19-20H39M19-17.5H39M19-15H39"
        "M19-12.5H39M21-26.5l1.5.5M25-27.5l1.5.6M29-27.2l1.5.6M33-26.8l1.5.6"
        + "M-29-38C-32-40.5-27-43-24-41.5-22-44.5-14-44-15-41-11-43-5-41.5-7-39M-26-39C-21-39.5-18-41-13-40"
        + ring(22, -3.6, 1.4)
        + ring(34.5, -3.6, 1.4)
    ),
)

TANKER: Final = Vehicle(
    dark=(
        "M-37-9.5H37V-7H-37ZM-30-7H-14L-16-3.4H-28ZM14-7H30L28-3.4H16ZM-6-29.5H6V-32.5H-6Z"
        + discs([-26, -18, 18, 26], 3.6)
    ),
    body=("M-34-28C-38.5-28-38.5-11-34-11H34C38.5-11 38.5-28 34-28ZM-4.5-32.5H4.5V-35H-4.5Z"),
    light=(
        ring(-26, -3.6, 1.6) + ring(-18, -3.6, 1.6) + ring(18, -3.6, 1.6) + ring(26, -3.6, 1.6) + box(20, -23, 9, 6)
    ),
    line=(
        "M-22-28V-11M0-28V-11M-34-19.5H-22M-38-9.5L-41-6M38-9.5L41-6M9-29.5V-8M12.5-29.5V-8M9-26H12.5M9-22H12.5M9-18H12.5"
        "M9-14H12.5M-12-30.5H20M-12-30.5V-28M20-30.5V-28"
    ),
    fine=(
        "M-33-25.5H33M-33-14H33M-20-23H-3M-20-21.3H-3M-20-17H-3M-11-28V-11M17-28V-11M30-28V-11M22-21H27M22-19H27"
        + each(steps(-34, 34, 4), lambda x: f"M{n(x)}-9.5V-7.3")
    ),
)

CABOOSE: Final = Vehicle(
    dark=(
        "M-38-8.5H38V-6H-38ZM-34-29.5C-33-31.5-30-32-28-32H28C30-32 33-31.5 34-29.5Z"
        "M-12-39.5C-11-41-9-41.5-7-41.5H9C11-41.5 13-41 14-39.5ZM20-32V-37.5H23.5V-32Z" + discs([-25, -16, 16, 25], 3.6)
    ),
    body=("M-29-8.5V-29.5H29V-8.5ZM-10.5-32V-39.5H12.5V-32Z"),
    light=(
        box(-7.5, -38, 6, 4.5)
        + box(3.5, -38, 6, 4.5)
        + box(-22, -25, 8, 8)
        + box(14, -25, 8, 8)
        + box(-3.5, -25, 7, 14)
    ),
    line=(
        "M-36-29V-8.5M36-29V-8.5M-36-18H-29M29-18H36M-36-13H-29M29-13H36M-18-25V-17M18-25V-17M-22-21H-14M14-21H22"
        "M-29-11.5H29M-41-6.5H-38M38-6.5H41"
        + ring(-25, -3.6, 1.4)
        + ring(-16, -3.6, 1.4)
        + ring(16, -3.6, 1.4)
        + ring(25, -3.6, 1.4)
    ),
    fine=(
        each(steps(-27, -24, 3), lambda x: f"M{n(x)}-29V-11.5")
        + each(steps(-12, -6, 3), lambda x: f"M{n(x)}-29V-11.5")
        + each(steps(6, 12, 3), lambda x: f"M{n(x)}-29V-11.5")
        + each(steps(24, 27, 3), lambda x: f"M{n(x)}-29V-11.5")
        + "M-34-29V-8.5M34-29V-8.5M21-38.5C22-41 25-40.5 26-43M-38-4H-30M30-4H38M1.5-18H2.5"
    ),
)

VEHICLES: Final = {
    "pink": TRAM,
    "white": PLOUGH,
    "blue": RAILCAR,
    "yellow": HOPPER,
    "orange": CRANE,
    "black": SADDLE,
    "red": METRO,
    "green": DINING,
    "lilac": CABOOSE,
    "mint": TANKER,
    "wild": EXPRESS,
}
"""By the colour of the card; `wild` too."""
