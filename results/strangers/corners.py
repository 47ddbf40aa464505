"""Narrow corners, and forks with short stems that look like them, each with known truth:
python3 corners.py FOLDER [NAME ...]

Like make.py, whose tools these are. A blur has one strand for both sides of a corner where they are near each other;
a fork has one. Stems are as dense as one arm, or as both together.
"""
import sys
from math import cos, dist, pi, radians, sin

import make
from make import line, noisy

SETS = {}


def graph(name, doc, places, joins, count, noise, denser=None, within=None):
    """Registers straight strands between places, of a number of points in all, perhaps turned in R^within."""
    degree, part = {v: 0 for v in places}, {v: v for v in places}

    def root(v):
        while part[v] != v:
            v = part[v]
        return v

    for a, b in joins:
        degree[a], degree[b] = degree[a] + 1, degree[b] + 1
        part[root(a)] = root(b)

    def of(rng):
        shares, out = [dist(places[a], places[b]) * (denser or {}).get((a, b), 1) for a, b in joins], []
        for (a, b), share in zip(joins, shares):
            out += line([places[a], places[b]], max(2, round(count * share / sum(shares))), rng)
        return noisy(make.embed(out, within, rng) if within else out, noise, rng)

    of.__name__, of.__doc__ = name, doc
    make.shape(1, components=len({root(v) for v in places}), boundary=sum(d == 1 for d in degree.values()),
               euler=len(places) - len(joins), sets=SETS)(of)


def arms(degrees):
    """A place and two at distance 1 from it."""
    half = radians(degrees) / 2
    return {0: (0, 0), 1: (sin(half), cos(half)), 2: (-sin(half), cos(half))}


for degrees in (15, 20, 25, 30, 40, 60):
    for noise in (4, 12):
        half = radians(degrees) / 2
        graph("zig%d_%d" % (degrees, noise), "A zigzag of corners of %d degrees, 1500 points, noise 0.%03d" % (
            degrees, noise), {k: (k * sin(half), k % 2 * cos(half)) for k in range(6)},
              [(k, k + 1) for k in range(5)], 1500, noise / 1000)
for degrees in (15, 25, 35):
    graph("needle%d" % degrees, "A triangle with one corner of %d degrees, 1200 points, noise 0.01" % degrees,
          arms(degrees), [(0, 1), (1, 2), (2, 0)], 1200, 0.01)
for tips, depth in ((5, 0.38), (6, 0.35), (8, 0.45)):
    graph("star%d" % tips, "The outline of a star of %d tips, 2000 points, noise 0.012" % tips,
          {k: (r * sin(pi * k / tips), r * cos(pi * k / tips)) for k in range(2 * tips)
           for r in [depth if k % 2 else 1]},
          [(k, (k + 1) % (2 * tips)) for k in range(2 * tips)], 2000, 0.012)
for degrees in (20, 30):
    graph("vspace%d" % degrees, "Two sides of a corner of %d degrees in R^4, 900 points, noise 0.012" % degrees,
          {v: (*at, 0) for v, at in arms(degrees).items()}, [(1, 0), (0, 2)], 900, 0.012, within=4)
for degrees in (20, 30, 50):
    for length in (8, 15, 25):
        for denser in (1, 2):
            graph("y%d_%d_%d" % (degrees, length, denser),
                  "A fork of %d degrees with a stem of %d noises, %s, 1000 points, noise 0.012" % (
                      degrees, length, ("as dense as an arm", "as both arms")[denser - 1]),
                  arms(degrees) | {3: (0, -length * 0.012)}, [(1, 0), (0, 2), (0, 3)], 1000, 0.012,
                  {(0, 3): denser})
for degrees in (30, 60):
    for length in (3, 6):
        far = (0, 2 * cos(radians(degrees) / 2))
        graph("kite%d_%d" % (degrees, length), "A rhomb with a corner of %d degrees and a stem of 0.%d on it, 1500 "
              "points, noise 0.01" % (degrees, length), arms(degrees) | {3: far, 4: (0, -length / 10)},
              [(0, 1), (1, 3), (3, 2), (2, 0), (0, 4)], 1500, 0.01)

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 7))
