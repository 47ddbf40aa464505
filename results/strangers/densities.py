"""Data sets of strangers whose density on their manifold is known.

python3 densities.py FOLDER [tuning|held_out|NAME ...]

Writes, for each set, NAME.csv to learn from, NAME_test.csv with 2000 more points, without noise, NAME_density.csv with
the logarithm of the true density at each of these, and truth.json. A density is with respect to length or area in the
units of the columns; of angles it is per radian of each, of places on the Earth per steradian or radian, and of those
within some kilometers per meter. With noise, it is that of the points before noise was added. judge_densities.py
judges what is made of them. It needs nothing but Python's standard library.
"""
import csv, json, math, os, random, sys
from math import atan2, cos, degrees, exp, log, pi, sin, tau

from fourth import bell, harmonics
from make import sphere, torus
from measured import Curve, Surface, stretch

SETS = {}
TEST = 2000
LOT = 20261201


def known(count, columns=None, noise=0, units=None, row=None):
    """Registers a set of count points: units multiply its columns, or row makes its columns of a point."""
    def register(make):
        SETS[make.__name__] = dict(make=make, doc=make.__doc__, count=count, columns=columns, noise=noise, units=units,
                                   row=row)
        return make
    return register


def log_density(s, shape, at):
    """The logarithm of the true density at parameters, in the units of the columns."""
    found = log(shape.weight(*at)) - shape.log_total
    if s["units"]:
        in_units = lambda *at: [u * v for u, v in zip(s["units"], shape.f(*at))]
        found -= log(stretch(in_units, at) / stretch(shape.f, at))
    return found


def draws(name):
    """A set with its manifold, and the parameters of the points to learn from and to test by."""
    s, rng = SETS[name], random.Random(name)
    shape = s["make"](rng)
    return s, shape, shape.draw(s["count"], rng), shape.draw(TEST, rng), rng


def written(s, x):
    if s["row"]:
        return s["row"](x)
    return [u * v for u, v in zip(s["units"], x)] if s["units"] else x


def angles(x):
    """Degrees of points (cos, sin, cos, sin, ...) of circles."""
    return [degrees(atan2(s, c)) for c, s in zip(x[::2], x[1::2])]


def places(x):
    """Latitude and longitude of a point of the unit sphere."""
    return [degrees(math.asin(x[2])), degrees(atan2(x[1], x[0]))]


def in_town(x):
    """Latitude and longitude of a place so many meters east and north of a corner."""
    return [48.13 + degrees(x[1] / 6371e3), 11.57 + degrees(x[0] / 6371e3 / cos(math.radians(48.13)))]


def on_circles(*angles):
    return [g(a) for a in angles for g in (cos, sin)]


def peak(x, at, concentration):
    """Von Mises' and Fisher's density about a direction, up to a factor."""
    r = math.hypot(*at)
    return exp(concentration * (sum(p * q for p, q in zip(x, at)) / r - 1))


# ---- closed curves

@known(800, "x [mm]|y [mm]", units=(30, 30))
def pebble(rng):
    """The outline of a pebble, in mm, ten times as dense on one side"""
    f = lambda t: [(1 + 0.2 * cos(2 * t) + 0.08 * sin(3 * t)) * g(t) for g in (cos, sin)]
    return Curve(f, (0, tau), lambda t: exp(1.15 * cos(t - 1)), closed=True)


@known(1500, noise=0.01)
def bean(rng):
    """A bean with two peaks, eight times as dense as between, noise 1 %"""
    f = lambda t: [cos(t) + 0.3 * cos(2 * t), 0.8 * sin(t)]
    return Curve(f, (0, tau), lambda t: 1 + 7 * bell(t, 2, 0.4) + 4 * bell(t, 4.6, 0.6), closed=True)


@known(300)
def plain_ellipse(rng):
    """An ellipse of axes 3 and 1, 300 points, nearly uniform"""
    return Curve(lambda t: [3 * cos(t), sin(t)], (0, tau), lambda t: 1 + 0.1 * cos(t), closed=True)


@known(2000, noise=0.02)
def knot(rng):
    """A trefoil knot with three peaks, ten times as dense as between, noise 0.02"""
    f = lambda t: [sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)]
    return Curve(f, (0, tau), lambda t: 1 + 0.82 * cos(3 * t), closed=True)


@known(900, "flow [m3/s]|voltage [mV]|pressure [Pa]", units=(0.02, 90, 1500))
def cycle(rng):
    """A machine's cycle in m3/s, mV and Pa, which differ by 75000: two peaks, five times as dense"""
    return Curve(lambda t: [cos(t), sin(t) + 0.3 * cos(2 * t), 0.6 * cos(t - 1)], (0, tau),
                 lambda t: exp(0.8 * cos(2 * t)), closed=True)


@known(1000, noise=0.01)
def tones(rng):
    """A closed curve in R^10, five times as dense on one side, noise 0.01"""
    return Curve(harmonics(10, 2, rng), (0, tau), lambda t: exp(0.8 * sin(t)), closed=True)


# ---- open curves

@known(600)
def rising(rng):
    """An S whose density rises six times to one end"""
    return Curve(lambda t: [sin(2 * t), t], (-2, 2), lambda t: 1 + 1.25 * (t + 2))


@known(1200, noise=0.004)
def spiral(rng):
    """A spiral whose density falls by 30 outward, noise 0.004"""
    f = lambda t: [(0.3 + 0.1 * t) * cos(t), (0.3 + 0.1 * t) * sin(t)]
    return Curve(f, (0, 10), lambda t: exp(-0.34 * t))


@known(400, noise=0.01)
def helix(rng):
    """A helix of two turns, 400 points, nearly uniform, noise 0.01"""
    return Curve(lambda t: [cos(t), sin(t), 0.25 * t], (0, 2 * tau), lambda t: 1 + 0.1 * sin(t))


@known(1500, noise=0.005)
def step(rng):
    """An open curve in R^10, along half of which the density is five times that of the other, noise 0.005"""
    f = harmonics(10, 2, rng)
    return Curve(lambda t: f(0.8 * t), (0, 5), lambda t: 1 if t < 2.4 else 5)


# ---- surfaces

@known(3000)
def lit_sphere(rng):
    """A sphere eight times as dense at one pole as at the other"""
    return Surface(sphere, (0, tau), (0, pi), lambda u, v: exp(1.04 * cos(v)))


@known(5000)
def spotted_torus(rng):
    """A torus with two spots, ten times as dense as elsewhere, 5000 points"""
    spots = [(on_circles(a, b), w) for a, b, w in ((1, 0, 9), (4, 2, 6))]
    return Surface(torus, (0, tau), (0, tau), lambda u, v: 1 + sum(
        w * exp(2 * (sum(p * q for p, q in zip(on_circles(u, v), at)) - 2)) for at, w in spots))


@known(2500, "east [km]|north [km]|height [km]", units=(4, 4, 4))
def tilted(rng):
    """A hill over a square, in km, whose density rises five times from west to east"""
    return Surface(lambda x, y: [x, y, 0.6 * exp(-x * x - y * y)], (-1.5, 1.5), (-1.5, 1.5), lambda x, y: 3 + 1.33 * x)


@known(2000, "x [mm]|y [mm]|depth [m]", units=(1000, 1000, 1))
def gutter(rng):
    """Half a tube, two columns in mm and one in m, uniform"""
    return Surface(lambda u, v: [cos(u), v, sin(u)], (0, pi), (-1.5, 1.5), lambda u, v: 1)


@known(2500, "p|q|r", units=(10, 0.2, 3))
def ellipsoid(rng):
    """An ellipsoid of axes 1, 0.8 and 0.6 in units that differ by 50, six times as dense at one side"""
    return Surface(lambda u, v: [a * b for a, b in zip((1, 0.8, 0.6), sphere(u, v))], (0, tau), (0, pi),
                   lambda u, v: exp(0.9 * cos(u) * sin(v)))


@known(2500, noise=0.01)
def moebius(rng):
    """A Moebius band, four times as dense at one side, noise 0.01"""
    f = lambda u, v: [(1.5 + v * cos(u / 2)) * cos(u), (1.5 + v * cos(u / 2)) * sin(u), v * sin(u / 2)]
    return Surface(f, (0, tau), (-0.5, 0.5), lambda u, v: exp(0.7 * cos(u)))


@known(3000)
def torus_in_six(rng):
    """A torus in R^6, five times as dense at one side"""
    f = lambda u, v: [cos(u), sin(u), 0.7 * cos(v), 0.7 * sin(v), 0.3 * cos(u + v), 0.3 * sin(u + v)]
    return Surface(f, (0, tau), (0, tau), lambda u, v: exp(0.4 * cos(u) + 0.4 * sin(v)))


@known(1500, noise=0.005)
def dish(rng):
    """A dish with a round edge, twelve times as dense in the middle, noise 0.005"""
    return Surface(lambda r, u: [r * cos(u), r * sin(u), 0.7 * r * r], (0, 1), (0, tau), lambda r, u: exp(-2.5 * r * r))


# ---- angles, and places on the Earth

@known(400, "direction [deg]", row=angles)
def wind(rng):
    """Directions of the wind in degrees, 400 hours, from the west and less from the north-east"""
    return Curve(on_circles, (0, tau), lambda t: 0.05 + exp(3 * cos(t - 4.7) - 3) + 0.4 * exp(6 * cos(t - 0.8) - 6),
                 closed=True)


@known(2000, "phi [deg]|psi [deg]", row=angles)
def basins(rng):
    """Two torsions in degrees that fill their torus, with three basins"""
    wells = [(-1.2, -0.7, 5), (-1.4, 2.4, 4), (1.0, 0.8, 1)]
    return Surface(on_circles, (-pi, pi), (-pi, pi), lambda u, v: 0.15 + sum(
        w * exp(4 * (cos(u - a) + cos(v - b) - 2)) for a, b, w in wells))


@known(900, "phi [deg]|psi [deg]", row=angles)
def together(rng):
    """Two torsions in degrees that turn together, a closed curve, four times as dense at one place"""
    return Curve(lambda t: on_circles(t + 0.4 * sin(t), t + 0.8 * cos(t)), (0, tau), lambda t: exp(0.7 * cos(t - 2)),
                 closed=True)


@known(1500, "latitude|longitude", row=places)
def events(rng):
    """Latitude and longitude of 1500 events all over the Earth, mostly in two regions"""
    return Surface(sphere, (0, tau), (0, pi), lambda u, v: 0.1 + peak(sphere(u, v), (1, 1, 0.5), 6) +
                   0.6 * peak(sphere(u, v), (-1, 0.5, -0.3), 12))


@known(700, "lat|lon", row=places)
def ship(rng):
    """Latitude and longitude of a ship across an ocean, four times as often at its end"""
    return Curve(lambda t: sphere(-1.2 + t, 0.9 + 0.15 * sin(3 * t)), (0, 1), lambda t: exp(1.4 * t))


@known(1000, "lat|lon", noise=3, row=in_town)
def walk(rng):
    """A walk of 3 km by GPS, in degrees, slower and slower by three, errors of 3 m: meters"""
    return Curve(lambda t: [900 * t + 250 * sin(3 * t), 700 * t + 300 * cos(2 * t)], (0, 2),
                 lambda t: exp(0.55 * t))


def halves():
    """The names that the lot has for tuning."""
    return set(random.Random(LOT).sample(sorted(SETS), len(SETS) // 2))


def main(folder, wanted):
    tuning, truths = halves(), {}

    def write(name, columns, rows):
        with open(os.path.join(folder, name + ".csv"), "w", newline="") as f:
            w = csv.writer(f)
            w.writerow(columns)
            w.writerows(["%.10g" % v for v in row] for row in rows)

    for name in SETS:
        half = "tuning" if name in tuning else "held_out"
        if wanted and name not in wanted and half not in wanted:
            continue
        s, shape, train, test, rng = draws(name)
        x = [[v + rng.gauss(0, s["noise"]) for v in shape.f(*at)] for at in train]
        rows = [written(s, p) for p in x]
        columns = s["columns"].split("|") if s["columns"] else ["x%d" % (k + 1) for k in range(len(rows[0]))]
        write(name, columns, rows)
        write(name + "_test", columns, [written(s, shape.f(*at)) for at in test])
        write(name + "_density", ["log_density"], [[log_density(s, shape, at)] for at in test])
        truths[name] = dict(half=half, doc=s["doc"], points=s["count"], columns=len(columns),
                            dimension=shape.dimension)
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)
    for h in ("tuning", "held_out"):
        print(h, [n for n in truths if truths[n]["half"] == h])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
