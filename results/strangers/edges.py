"""Surfaces with edges whose density is known: plates with notches and slits, and densities that fall by 20 to an edge.

python3 edges.py FOLDER              draws them, as densities.py does
python3 edges.py FOLDER EBIM [NAME ...]   judges what EBIM makes of them, as judge_densities.py does, without a baseline
"""
import itertools, sys
from math import atan2, cos, exp, hypot, pi, sin, tau

import densities, judge_densities
from densities import known
from measured import Surface

densities.SETS.clear()
densities.halves = set


class Plate(Surface):
    """A part of a bent rectangle, uniform."""
    def __init__(self, inside, xs=(-1, 1), ys=(-1, 1), bend=0.3):
        self.inside = inside
        super().__init__(lambda x, y: [x, y, bend * x * x], xs, ys, lambda x, y: 1 if inside(x, y) else 0)

    def nodes(self, n):
        return [(at, a) for at, a in super().nodes(n) if self.inside(*at)]


# ---- notches

@known(2500)
def star(rng):
    """A star-shaped plate of five points"""
    def inside(x, y):  # corners at radii 1 and 0.42
        half = pi / 5
        a, r = abs((atan2(y, x) + half) % (2 * half) - half), hypot(x, y)
        p, q = 0.42 * cos(half), 0.42 * sin(half)
        return (p - 1) * r * sin(a) - q * (r * cos(a) - 1) > 0
    return Plate(inside)


@known(2000)
def mouth(rng):
    """A flat ring but for a mouth of four spacings"""
    return Plate(lambda x, y: 0.5 < hypot(x, y) < 1 and not (x > 0 and abs(y) < 0.08))


@known(2500)
def comb(rng):
    """A comb of five teeth, with slits of four spacings"""
    return Plate(lambda x, y: y < -0.3 or ((x + 1) * 2.5) % 1 > 0.35, ys=(-0.7, 0.7))


@known(2000, noise=0.01)
def gear(rng):
    """A gear of eight teeth with a hole, noise 0.01"""
    return Plate(lambda x, y: 0.3 < hypot(x, y) < (1 if 8 * (atan2(y, x) % tau) / tau % 1 < 0.5 else 0.72))


@known(1500)
def heart(rng):
    """A plate like a heart, with one sharp notch"""
    return Plate(lambda x, y: hypot(x, y) < 0.25 + 0.75 / pi * abs((atan2(y, x) + pi / 2) % tau - pi))


@known(2500)
def cross(rng):
    """Two bars that cross"""
    return Plate(lambda x, y: min(abs(x), abs(y)) < 0.25)


# ---- densities that fall to an edge

@known(2000)
def sail(rng):
    """A sail whose density falls by 20 to its top"""
    return Surface(lambda u, v: [u * (1.2 - v), v, 0.4 * u * u + 0.2 * v * v], (-1, 1), (0, 1.1),
                   lambda u, v: exp(-2.7 * v))


@known(2500, noise=0.005)
def bowl(rng):
    """A bowl twenty times as dense at its bottom as at its rim, noise 0.005"""
    return Surface(lambda u, v: [sin(v) * cos(u), sin(v) * sin(u), 1 - cos(v)], (0, tau), (0, 1.4),
                   lambda u, v: exp(-2.14 * v))


@known(2500)
def ribbon(rng):
    """A twisted ribbon in R^5 twenty times as dense at one end"""
    return Surface(lambda u, v: [cos(u), sin(u), v * cos(u / 2), v * sin(u / 2), 0.3 * u], (0, 4), (-0.5, 0.5),
                   lambda u, v: exp(0.75 * u))


@known(3000)
def slope(rng):
    """A hilly square, thirty times as dense at one corner as at the opposite"""
    return Surface(lambda x, y: [x, y, 0.3 * sin(2 * x) * cos(1.5 * y)], (-1, 1), (-1, 1),
                   lambda x, y: exp(0.85 * (x + y)))


@known(1500)
def disc(rng):
    """A flat disc, even"""
    return Surface(lambda r, u: [r * cos(u), r * sin(u), 0.1 * r * cos(u)], (0, 1), (0, tau), lambda r, u: 1)


if __name__ == "__main__":
    folder, wanted = sys.argv[1], sys.argv[3:]
    if len(sys.argv) == 2:
        densities.main(folder, [])
    else:
        whole = judge_densities.learned
        judge_densities.learned = lambda *of: itertools.islice(whole(*of), 1)
        judge_densities.main(sys.argv[2], folder, wanted)
