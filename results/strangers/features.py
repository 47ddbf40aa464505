"""Small features on or beside surfaces of 1800 to 3800 points, with known truth: python3 features.py FOLDER [NAME ...]

Like links.py, of surfaces, with make.py's tools. Points are as dense in a feature as elsewhere; a spacing is the root
of the area per point. Noise is 0.005, at a radius of 1 or half a width of 0.8 to 1.3. The number is of spacings or
points; the smallest features are near what so many points can show.
"""
import sys
from math import cos, dist, hypot, pi, sin, sqrt, tau

import make
from make import noisy, sphere, surface

SETS = {}
SMALL, WIDE, COUNTS = (1, 2, 4, 8), (2, 4, 8, 16), (15, 40, 100, 250)


def feature(sizes, boundary, euler, components=1):
    """Registers a kind for each size."""
    def register(draw):
        for size in sizes:
            def of(rng, size=size):
                return noisy(draw(size, rng), 0.005, rng)
            of.__name__, of.__doc__ = "%s_%d" % (draw.__name__, size), draw.__doc__ % size
            make.shape(2, components=components, boundary=boundary, euler=euler, sets=SETS)(of)
    return register


# ---- parts

def ball(radius, s, rng, n=None):
    """A sphere's points, about the origin."""
    n = n or round(2 * tau * (radius / s) ** 2)
    return [[radius * p for p in x] for x in surface(sphere, (0, tau), (0.0001, pi), n, rng)]


def moved(x, by):
    return [[p + q for p, q in zip(v, by)] for v in x]


def curled(u, v):
    """A plane rolled to a part of a cylinder of radius 2, which keeps lengths and areas."""
    return [2 * sin(u / 2), v, 2 * (1 - cos(u / 2))]


def sheet(s, rng, keep=lambda u, v: True):
    """A curled sheet of 2.6 by 2, of which a part is kept."""
    x = [(rng.uniform(-1.3, 1.3), rng.uniform(-1, 1)) for _ in range(round(2.6 * 2 / s ** 2))]
    return [curled(u, v) for u, v in x if keep(u, v)]


# ---- closed surfaces

@feature(SMALL, 0, 0)
def handle(across, rng):
    """A sphere of 3000 points with a handle, a bent tube 35 spacings long and %d thick"""
    s, R = 0.065, 0.6
    r = across * s / 2
    def ring(u, v):
        return [1 + (R + r * cos(v)) * cos(u), r * sin(v), (R + r * cos(v)) * sin(u)]
    tube = surface(ring, (0, tau), (0, tau), round(tau * R * tau * r / s ** 2), rng)
    return ([x for x in ball(1, s, rng) if hypot(hypot(x[0] - 1, x[2]) - R, x[1]) > r] +
            [x for x in tube if hypot(*x) > 1])


@feature(SMALL, 0, 2)
def neck(across, rng):
    """Two spheres of radii 1 and 0.7, 3300 points, and a tube between, 8 spacings long, %d thick: one surface"""
    s, far = 0.075, 2.3
    r = across * s / 2
    tube = surface(lambda u, x: [x, r * cos(u), r * sin(u)], (0, tau), (0, far), round(tau * r * far / s ** 2), rng)
    return ([x for x in ball(1, s, rng) + moved(ball(0.7, s, rng), (far, 0, 0))
             if not (0 < x[0] < far and hypot(x[1], x[2]) < r)] +
            [x for x in tube if hypot(*x) > 1 and dist(x, (far, 0, 0)) > 0.7])


@feature(COUNTS, 0, 4, components=2)
def moon(count, rng):
    """A sphere of 3000 points and, five spacings off, a small one of %d"""
    r = sqrt(count / 3000)
    return ball(1, 0, rng, 3000) + moved(ball(r, 0, rng, count), [(1.32 + r) * p for p in (0.48, 0.6, 0.64)])


# ---- sheets

@feature((4, 6, 9, 14), 2, 0)
def hole(across, rng):
    """A bent sheet of 2000 points with a round hole, %d spacings across"""
    return sheet(0.05, rng, lambda u, v: hypot(u - 0.2, v + 0.1) > 0.05 * across / 2)


@feature((2, 3, 5, 8), 2, 2, components=2)
def slit(across, rng):
    """A bent sheet of 2000 points, cut in two by a straight slit of %d spacings"""
    return sheet(0.05, rng, lambda u, v: abs(u * cos(0.3) + v * sin(0.3) - 0.25) > 0.05 * across / 2)


@feature(COUNTS, 2, 2, components=2)
def island(count, rng):
    """A bent sheet of 2080 points and a tilted round patch of %d over it, at least five spacings off"""
    r, out = 0.05 * sqrt(count / pi), []
    for _ in range(count):
        a, b = r * sqrt(rng.random()), rng.uniform(0, tau)
        x, y = a * cos(b), a * sin(b)
        out.append([0.4 + x, -0.2 + y * cos(0.35), 0.37 + r * sin(0.35) + y * sin(0.35)])
    return sheet(0.05, rng) + out


@feature(WIDE, 1, 1)
def hinge(across, rng):
    """Two square plates of 1000 points each, 8 spacings apart, and a bent strip from edge to edge, %d spacings wide"""
    s, r, out = 0.05, 0.2, []
    for z in (-r, r):
        out += [[rng.uniform(0, 1.6), rng.uniform(-0.8, 0.8), z] for _ in range(round((1.6 / s) ** 2))]
    for _ in range(round(pi * r * across / s)):
        a, y = rng.uniform(0, pi), rng.uniform(-across * s / 2, across * s / 2)
        out.append([-r * sin(a), y, r * cos(a)])
    return out


@feature(WIDE, 2, 0)
def basket(across, rng):
    """A bowl, half a sphere, of 2080 points with a strip from rim to rim high over it, %d spacings wide"""
    s, y = 0.055, 0.055 * across / 2
    def arch(t, v):
        return [sqrt(1 - v * v) * cos(t), v, 1.4 * sqrt(1 - v * v) * sin(t)]
    strip = surface(arch, (0, pi), (-y, y), round(arched(arch, y) / s ** 2), rng)
    return surface(sphere, (0, tau), (pi / 2, pi), round(tau / s ** 2), rng) + strip


def arched(f, y, steps=200):
    """The area of f(t, v), 0 < t < pi, |v| < y, by triangles."""
    def cross(a, b, c):
        p, q = [i - j for i, j in zip(b, a)], [i - j for i, j in zip(c, a)]
        return hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]) / 2
    x = [[f(pi * i / steps, y * (2 * j / steps - 1)) for j in range(steps + 1)] for i in range(steps + 1)]
    return sum(cross(a, b, c) + cross(b, c, d) for p, q in zip(x, x[1:])
               for a, b, c, d in zip(p, q, p[1:], q[1:]))


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 33))
