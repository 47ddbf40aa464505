"""30 tables that somebody made to refute the rules of the third blind batch: levels and rounding,
small angles, curves on what columns give, what trust doubts, and edges of surfaces.

python3 overreach.py FOLDER

Their truths were written down before any was run.
"""
import csv, json, os, random, sys
from math import asin, atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt, tau

OPEN, LOOP, DISC, RING = (1, 1, 2, 1), (1, 1, 0, 0), (2, 1, 1, 1), (2, 1, 2, 0)
SPHERE, TORUS = (2, 1, 0, 2), (2, 1, 0, 0)
tables = {}
rng = random.Random()
gauss, uniform, share = rng.gauss, rng.uniform, rng.random


def table(header, truth, unfit=False):
    def register(f):
        name = f.__name__
        rng.seed("refute4 " + name)
        rows = list(f())
        header_ = header.split("|")
        keys = ("dimension", "components", "boundary", "euler")
        tables[name] = header_, rows, dict(zip(keys, truth), doc=f.__doc__, unfit=unfit, points=len(rows),
                                           columns=len(header_), half="tuning", orientable=True)
    return register


# ---- 1: rounding

@table("x [m]|y [m]|z [m]", (1, 9, 0, 0))
def floors():
    """1 Walks around the corridor of each of nine floors, 3.5 m apart, height of the floor's plan"""
    for k in range(9):
        for _ in range(200):
            a = tau * share()
            yield 20 * cos(a) + gauss(0, .3), 13 * sin(a) + gauss(0, .3), 3.5 * k

@table("Vgs [V]|Vds [V]|Id [mA]", (1, 10, 20, 10))
def transistor():
    """1 Output curves of a transistor at ten gate voltages, 1 to 5.5 V by 0.5"""
    for k in range(10):
        g = 1 + .5 * k
        for _ in range(150):
            d, o = 10 * share(), g - .5
            i = o * d - d * d / 2 if d < o else o * o / 2 * (1 + .02 * (d - o))
            yield g, d + gauss(0, .03), i + gauss(0, .06)

@table("x [m]|y [m]|z [m]", (2, 8, 8, 8))
def terraces():
    """1 Eight level terraces of 25 by 40 m, each 4 m above the last and 5 m behind it"""
    for k in range(8):
        for _ in range(400):
            yield 30 * k + 25 * share(), 40 * share(), 4 * k

@table("dose [mg]|conc [ng/mL]|effect [%]", (1, 8, 0, 0))
def doses():
    """1 Loop of effect over concentration (hysteresis) at eight doses, 10 to 80 mg"""
    for k in range(1, 9):
        for _ in range(180):
            a, d = tau * share(), 10 * k
            yield (d, d * 1.2 * (.55 - .45 * cos(a)) + gauss(0, .4),
                   d * .9 * (.55 - .45 * cos(a - .9)) + gauss(0, .3))

@table("version|load [req/s]|latency [ms]|memory [MB]", (1, 11, 22, 11))
def versions():
    """1 Latency and memory over load of eleven versions of a server, 1.0 to 2.0, better each time"""
    for k in range(11):
        for _ in range(130):
            load, v = 1000 * share(), k / 10
            yield (round(1 + v, 1), load + gauss(0, 4),
                   (15 + 25 / (1.4 - load / 1000)) * (1.6 - .8 * v) + gauss(0, .5),
                   400 - 180 * v + .15 * load + gauss(0, 1.5))

@table("x [mm]|y [mm]|height [um]", RING)
def probe():
    """1 A plate probed five times at each node of a grid of 1 mm, but a bore of 5 by 5 nodes"""
    for _ in range(5):
        for i in range(24):
            for j in range(18):
                if not (8 <= i <= 12 and 6 <= j <= 10):
                    yield i, j, 60 * exp(-((i - 17) / 4) ** 2 - ((j - 8) / 5) ** 2) + 1.5 * i + gauss(0, .6)

@table("x [m]|y [m]|z [m]", (2, 2, 2, 2))
def roofs():
    """1 A slope and a glass roof 1.25 m above it, heights by a laser in steps of 0.5 m"""
    for k in range(3000):
        x, y = 20 * share(), 15 * share()
        z = .14 * x + .5 * sin(y / 4) + 1.25 * (k % 2)
        yield x, y, round(2 * (z + gauss(0, .03))) / 2

@table("x [m]|y [m]", (1, 2, 4, 2))
def lanes():
    """1 Two lanes 5 m apart along a winding road, y in whole 2 m"""
    for k in range(1600):
        x = 60 * share()
        slope = 12 / 9 * cos(x / 9)
        out = (2.5 if k % 2 else -2.5) / sqrt(1 + slope * slope)
        yield (x - out * slope + gauss(0, .15), 2 * round((12 * sin(x / 9) + out + gauss(0, .15)) / 2))

@table("x [mm]|y [mm]", OPEN)
def cring():
    """1 A snap ring of radius 12 mm, whose mouth is 5 mm wide, in whole mm"""
    for _ in range(1200):
        a = .21 + (tau - .42) * share()
        yield round(12 * cos(a) + gauss(0, .1)), round(12 * sin(a) + gauss(0, .1))

# ---- 2: angles below half a turn

@table("orientation [deg]|ellipticity [deg]", LOOP)
def poincare():
    """2 Axis of polarization, -90 to 90, and ellipticity, through a turn of a plate"""
    for _ in range(700):
        a = uniform(-90, 90)
        yield ((a + gauss(0, .4) + 90) % 180 - 90, 18 + 8 * cos(radians(2 * a) + 1) + gauss(0, .3))

@table("hip [deg]|knee [deg]|ankle [deg]", LOOP)
def gait3():
    """2 Hip, knee and ankle through strides: a closed curve"""
    for _ in range(900):
        a = tau * share()
        yield (12 + 22 * cos(a) + gauss(0, .6), 28 - 20 * cos(a - 1.3) - 14 * cos(2 * a + .4) + gauss(0, .6),
               2 + 8 * sin(2 * a) + 6 * cos(a + .5) + gauss(0, .4))

@table("pan [deg]|tilt [deg]|roll [deg]", (None, 1, 0, 0), unfit=True)
def pantilt():
    """2 Where a camera looks: pan, tilt and roll that fill a box of less than half a turn"""
    for _ in range(1200):
        yield uniform(-85, 85), uniform(-35, 35), uniform(-40, 40)

@table("declination [deg]|inclination [deg]", OPEN)
def paleomag():
    """2 Declination and inclination of the field through 3000 years of a lake's mud"""
    for _ in range(600):
        s = share()
        yield 24 * sin(5.2 * s) * (1 - .3 * s) + gauss(0, .4), 62 + 9 * cos(6.1 * s + .4) + 6 * s + gauss(0, .3)

# ---- 3: parts of the sphere and the torus


def place(base, north, east):
    """lat, lon of what lies so many km north and east of a place, nearly."""
    lat = max(-89.9, min(89.9, base[0] + north / 111.2))
    return lat, (base[1] + east / 111.2 / max(cos(radians(lat)), .05) + 180) % 360 - 180

@table("lat|lon", SPHERE)
def faults():
    """3 Shocks at 30 places all over the Earth, 20 each, 60 km along and 8 km across a fault"""
    for _ in range(30):
        at, a = (degrees(asin(uniform(-.95, .95))), uniform(-180, 180)), pi * share()
        for _ in range(20):
            u, v = gauss(0, 60), gauss(0, 8)
            yield place(at, u * cos(a) - v * sin(a), u * sin(a) + v * cos(a))

@table("lat|lon", SPHERE)
def catch_bands():
    """3 Catches all over the oceans, latitude as the middle of its band of 10 degrees"""
    while True:
        for _ in range(2000):
            lat = degrees(asin(uniform(-.98, .98)))
            yield 10 * (lat // 10) + 5, uniform(-180, 180)
        return

@table("lat|lon", SPHERE)
def lane_strip():
    """3 Ships anywhere in a lane of 5000 by 300 km, evenly"""
    for _ in range(2000):
        yield place((5, 50), uniform(-150, 150), uniform(0, 5000))

@table("phi [deg]|psi [deg]", TORUS)
def basins():
    """3 Two torsions in four basins, nine times as long (45 degrees) as wide"""
    for at, a in (((-70, -40), 2.3), ((-110, 130), 2.0), ((60, 45), .9), ((70, -150), .2)):
        for _ in range(400):
            u, v = gauss(0, 45), gauss(0, 5)
            x, y = at[0] + u * cos(a) - v * sin(a), at[1] + u * sin(a) + v * cos(a)
            yield (x + 180) % 360 - 180, (y + 180) % 360 - 180

@table("azimuth [deg]|polarization [deg]", TORUS)
def antenna():
    """3 An antenna's range: azimuth each 15 degrees, polarization turned all around"""
    for k in range(24):
        for _ in range(110):
            yield 15 * k, uniform(0, 360)

# ---- 4: witnesses


def along(ways, n, noise):
    """Points evenly along polylines, with noise."""
    pieces = [(a, b, hypot(*(v - u for u, v in zip(a, b)))) for w in ways for a, b in zip(w, w[1:])]
    for a, b, _ in rng.choices(pieces, [p[2] for p in pieces], k=n):
        t = share()
        yield [u + t * (v - u) + gauss(0, noise) for u, v in zip(a, b)]

@table("a [mm]|b [mm]", LOOP)
def star():
    """4 The outline of a star of five sharp points, noise 0.6 %"""
    corners = [[(30 if k % 2 == 0 else 13) * f(pi * k / 5 + .2) for f in (cos, sin)] for k in range(11)]
    return along([corners], 1400, .18)

@table("s1 [V]|s2 [V]", OPEN)
def skewed():
    """4 An S whose errors all lie on one side, exponential, 3 % on average"""
    for _ in range(900):
        s = uniform(-1, 1)
        slope, e = 1.3 * cos(2.6 * s) * 1.2, rng.expovariate(1 / .035)
        l = hypot(1, slope)
        yield s - e * slope / l, 1.2 * sin(2.6 * s) / 2 + e / l

@table("c1|c2|c3|c4|c5|c6", (3, 1, 1, 1))
def solid3():
    """4 Three parameters in six columns, noise 2 %"""
    for _ in range(2500):
        a, b, c = (uniform(-1, 1) for _ in range(3))
        yield [v + gauss(0, .015) for v in (a, b, c, .4 * a * b, .3 * sin(2 * c) + .2 * a * a, .3 * b * c)]

@table("u [cm]|v [cm]", (1, 1, 0, -1))
def kissing():
    """4 Two circles that touch, noise 1 %"""
    for k in range(1600):
        a = tau * share()
        yield 10 * (cos(a) + (1 if k % 2 else -1)) + gauss(0, .1), 10 * sin(a) + gauss(0, .1)

@table("u [cm]|v [cm]", (1, 1, 4, 1))
def scissors():
    """4 Two lines that cross at 24 degrees, noise 1.2 %"""
    for k in range(1400):
        s, a = uniform(-1, 1), radians(12) * (1 if k % 2 else -1)
        yield 20 * s * cos(a) + gauss(0, .24), 20 * s * sin(a) + gauss(0, .24)

@table("g1|g2|g3", (1, 1, 3, 1))
def branch():
    """4 A path of cells with a branch of 8 % of the cells at 35 degrees, noise 0.8 %"""
    for k in range(1300):
        s = 3 * share()
        if k % 12 == 0:
            t = share()
            p = [1.4 + t * cos(.6), .35 * sin(1.4) + t * sin(.6) + .15 * t, .4 * t]
        else:
            p = [s, .35 * sin(s), .1 * s * s / 3 - .1 * 1.4 * 1.4 / 3]
        yield [v + gauss(0, .01) for v in p]

@table("x|y|z", DISC)
def isthmus():
    """4 Two plates joined by a strip, four spacings of the points wide, noise 0.3 %"""
    n = 0
    while n < 3000:
        x, y = uniform(-1.2, 1.2), uniform(-.5, .5)
        if abs(x) > .2 or abs(y) < .05:
            n += 1
            yield x + gauss(0, .003), y + gauss(0, .003), .25 * x * x + gauss(0, .003)

# ---- 5: edges of surfaces


def sheet(n, low, high, keep, lift, noise):
    while n:
        p = [uniform(a, b) for a, b in zip(low, high)]
        if keep(*p):
            n -= 1
            yield [v + gauss(0, noise) for v in lift(*p)]

@table("x|y|z", RING)
def slit():
    """5 A bent plate with a slit inside, half as long as it and five spacings wide"""
    return sheet(3000, (-.5, -.5), (.5, .5), lambda x, y: not (abs(x) < .25 and abs(y) < .045),
                 lambda x, y: (x, y, .4 * x * x), .002)

@table("x|y|z", DISC)
def cmouth():
    """5 A flat ring, bent, whose mouth is five spacings wide"""
    return sheet(2500, (-.5, -.5), (.5, .5),
                 lambda x, y: .3 < hypot(x, y) < .5 and not (x > 0 and abs(y) < .035),
                 lambda x, y: (x, y, .5 * x * y), .002)

@table("x|y|z", (2, 1, 4, -2))
def holes():
    """5 A bent sheet with three round holes of six spacings"""
    middles = ((-.6, .1), (.05, -.3), (.55, .3))
    return sheet(3000, (-1, -.75), (1, .75), lambda x, y: all(hypot(x - a, y - b) > .095 for a, b in middles),
                 lambda x, y: (sin(x), y, cos(x)), .004)

@table("x|y|z", DISC)
def spiral():
    """5 A strip in a spiral of 2.5 turns, bent; four spacings from turn to turn"""
    def inside(x, y):
        r, a = hypot(x, y), atan2(y, x) % tau
        return any(abs(r - (.25 + .2 * (a / tau + k))) < .065 for k in range(3) if a / tau + k < 2.5)
    return sheet(3500, (-.9, -.9), (.9, .9), inside, lambda x, y: (x, y, .25 * x * x), .002)

@table("x|y|z", DISC)
def tube_slot():
    """5 A tube with a slot all along it, four spacings wide"""
    return sheet(2500, (.14, 0), (tau - .14, 2), lambda a, h: True, lambda a, h: (cos(a), sin(a), h), .01)


if __name__ == "__main__":
    for name, (header, rows, _) in tables.items():
        with open(os.path.join(sys.argv[1], name + ".csv"), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            rng.seed(name)
            rng.shuffle(rows)
            writer.writerows([x if isinstance(x, int) else "%.6g" % x for x in row] for row in rows)
    with open(os.path.join(sys.argv[1], "truth.json"), "w") as file:
        json.dump({name: truth for name, (_, _, truth) in tables.items()}, file, indent=1)
