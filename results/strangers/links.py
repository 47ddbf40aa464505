"""Strands of 10, 15, 25 or 50 points that link, or stand beside, strands of hundreds, each with known truth:
python3 links.py FOLDER [NAME ...]

Like make.py, whose tools these are; noise is 0.01. The last two kinds are no straight rows off the others: a bent
link, and a strand along another.
"""
import sys
from math import cos, sin, pi, tau

import make
from make import curve, line, noisy

SETS = {}


def link(boundary, euler, components=1):
    """Registers a kind for each number of points."""
    def register(draw):
        for count in (10, 15, 25, 50):
            def of(rng, count=count):
                return noisy(draw(count, rng), 0.01, rng)
            of.__name__, of.__doc__ = "%s_%d" % (draw.__name__, count), draw.__doc__ % count
            make.shape(1, components=components, boundary=boundary, euler=euler, sets=SETS)(of)
    return register


circle = lambda n, rng: curve(lambda t: [cos(t), sin(t)], 0, tau, n, rng, closed=True)


@link(4, 1)
def bar(count, rng):
    """An H of two strands of 250 points and a bar of %d"""
    return (line([[-1, -1.5], [-1, 1.5]], 250, rng) + line([[1, -1.5], [1, 1.5]], 250, rng) +
            line([[-1, 0], [1, 0]], count, rng))


@link(4, 1)
def bridge(count, rng):
    """Two coils of 400 points each, and a bridge of %d between them"""
    coil = lambda phase: lambda t: [cos(t + phase), sin(t + phase), t / 5]
    return (curve(coil(0), 0, 2 * tau, 400, rng) + curve(coil(pi), 0, 2 * tau, 400, rng) +
            line([coil(0)(tau), coil(pi)(tau)], count, rng))


@link(4, -1)
def rungs(count, rng):
    """A ladder of two poles of 300 points and three rungs of %d"""
    out = line([[-0.5, -2], [-0.5, 2]], 300, rng) + line([[0.5, -2], [0.5, 2]], 300, rng)
    for y in (-1.2, 0, 1.2):
        out += line([[-0.5, y], [0.5, y]], count, rng)
    return out


@link(0, -1)
def chord(count, rng):
    """A circle of 500 points and a chord of %d"""
    return circle(500, rng) + line([[-0.8, 0.6], [0.8, 0.6]], count, rng)


@link(1, 0)
def hair(count, rng):
    """A circle of 500 points and a hair of %d"""
    return circle(500, rng) + line([[1, 0], [2, 0.3]], count, rng)


@link(2, 1, components=2)
def splinter(count, rng):
    """A circle of 300 points and a splinter of %d beside it"""
    return circle(300, rng) + line([[2, -1], [2.3, 1]], count, rng)


@link(2, 0)
def handle(count, rng):
    """A line of 400 points and a handle of %d, half a circle, over it"""
    return (line([[-2, 0], [2, 0]], 400, rng) + curve(lambda t: [0.8 * cos(t), 0.8 * sin(t)], 0, pi, count, rng))


@link(4, 2, components=2)
def siding(count, rng):
    """A line of 400 points and a siding of %d along it, 0.3 apart"""
    return line([[-2, 0], [2, 0]], 400, rng) + line([[-1.5, 0.3], [1.5, 0.3]], count, rng)


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 31))
