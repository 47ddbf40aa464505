"""Regions that points fill evenly, and curves and surfaces with noise as wide, with known truth: python3 regions.py FOLDER

A region of the plane or of space has no manifold; on the Earth, where the sphere is known, it is a part of that.
"""
import functools, sys
from math import asin, atan2, cos, degrees, pi, radians, sin, sqrt, tau

import make
from make import noisy, sphere, surface

SETS = {}
shape = functools.partial(make.shape, sets=SETS)
places = dict(columns=["latitude", "longitude"], digits=3)


def ring(low, high, n, rng, end=tau):
    """n points of a part of the plane between two radii, by area."""
    return [[r * cos(a), r * sin(a)] for r, a in
            ((sqrt(rng.uniform(low ** 2, high ** 2)), rng.uniform(0, end)) for _ in range(n))]


def strip(length, width, turn, at, n, rng):
    """n places of a turned rectangle around a place, in degrees of a great circle."""
    out = []
    for _ in range(n):
        u, v = rng.uniform(-length / 2, length / 2), rng.uniform(-width / 2, width / 2)
        out.append([at[0] + u * sin(turn) + v * cos(turn),
                    at[1] + (u * cos(turn) - v * sin(turn)) / cos(radians(at[0]))])
    return out


def around(deviation, tilt, n, rng):
    """n places about a great circle at an angle to the equator, with normal noise in degrees."""
    out = []
    for _ in range(n):
        a, b = rng.uniform(0, tau), radians(rng.gauss(0, deviation))
        x, y, z = cos(b) * cos(a), cos(b) * sin(a), sin(b)
        y, z = y * cos(tilt) - z * sin(tilt), y * sin(tilt) + z * cos(tilt)
        out.append([degrees(asin(z)), degrees(atan2(y, x))])
    return out


# ---- regions

@shape(2, unfit=True)
def washer(rng):
    """A plane ring of radii 0.87 and 1.13, 1200 points"""
    return ring(0.87, 1.13, 1200, rng)


@shape(2, unfit=True)
def rainbow(rng):
    """Half a plane ring of radii 0.9 and 1.1, 900 points"""
    return ring(0.9, 1.1, 900, rng, pi)


@shape(2, unfit=True)
def ruler(rng):
    """A plane rectangle of 12 by 1, 1000 points"""
    return [[rng.uniform(0, 12), rng.uniform(0, 1)] for _ in range(1000)]


@shape(3, unfit=True)
def shell(rng):
    """A ball's shell of radii 0.86 and 1.14, 3000 points"""
    out = []
    while len(out) < 3000:
        x = [rng.uniform(-1.14, 1.14) for _ in range(3)]
        if 0.86 ** 2 < sum(v * v for v in x) < 1.14 ** 2:
            out.append(x)
    return out


@shape(3, unfit=True)
def hose(rng):
    """A solid ring of radius 1 and tube 0.22, 2500 points"""
    out = []
    while len(out) < 2500:
        x = [rng.uniform(-1.22, 1.22), rng.uniform(-1.22, 1.22), rng.uniform(-0.22, 0.22)]
        if (sqrt(x[0] ** 2 + x[1] ** 2) - 1) ** 2 + x[2] ** 2 < 0.22 ** 2:
            out.append(x)
    return out


@shape(2, euler=2, **places)
def tropics(rng):
    """Places up to 8 degrees from the equator, evenly, 1000 points"""
    z = sin(radians(8))
    return [[degrees(asin(rng.uniform(-z, z))), rng.uniform(-180, 180)] for _ in range(1000)]


@shape(2, euler=2, **places)
def long_country(rng):
    """A country of 35 by 4 degrees, places evenly, 800 points"""
    return strip(35, 4, 1.2, (-30, -65), 800, rng)


@shape(2, euler=2, **places)
def square_country(rng):
    """A country of 12 by 9 degrees, places evenly, 1000 points"""
    return strip(12, 9, 0.3, (47, 8), 1000, rng)


@shape(2, euler=2, **places)
def towns(rng):
    """30 towns of a continent, of 5 to 120 places each, and 100 places between them"""
    out = strip(40, 25, 0, (48, 15), 100, rng)
    for middle in strip(40, 25, 0, (48, 15), 30, rng):
        s = rng.uniform(0.1, 0.5)
        out += [[middle[0] + rng.gauss(0, s), middle[1] + rng.gauss(0, s)] for _ in range(rng.randint(5, 120))]
    return out


# ---- noise as wide

@shape(1)
def hairy_oval(rng):
    """An oval of half axes 1.3 and 1 with normal noise of 0.07, 1200 points"""
    return noisy([[1.3 * cos(t), sin(t)] for t in (rng.uniform(0, tau) for _ in range(1200))], 0.07, rng)


@shape(1, boundary=2, euler=1)
def hairy_arc(rng):
    """Two thirds of a circle with noise of Laplace's distribution, of deviation 0.07, 1000 points"""
    out = []
    for _ in range(1000):
        r, t = 1 + 0.05 * rng.expovariate(1) * rng.choice((-1, 1)), rng.uniform(0, 2 / 3 * tau)
        out.append([r * cos(t), r * sin(t)])
    return out


@shape(2, euler=2)
def hairy_ball(rng):
    """An ellipsoid of half axes 1.2, 1 and 1 with normal noise of 0.06, 2500 points"""
    f = lambda u, v: [h * c for h, c in zip((1.2, 1, 1), sphere(u, v))]
    return noisy(surface(f, (0, tau), (0.0001, pi), 2500, rng), 0.06, rng)


@shape(1, **places)
def storm_belt(rng):
    """Places about a great circle at 50 degrees to the equator, normal noise of 4 degrees, 1200 points"""
    return around(4, radians(50), 1200, rng)


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 31))
