"""Data sets of strangers, each with known truth: python3 make.py FOLDER [tuning|held_out|NAME ...]

Writes NAME.csv and truth.json into a folder. It needs nothing but Python's standard library.
"""
import csv, json, math, os, random, sys
from math import cos, sin, pi, sqrt, exp, tau

SETS = {}


def shape(dimension, components=1, boundary=0, euler=0, orientable=True, unfit=False, columns=None, digits=None,
          ordered=False, sets=SETS):
    """Registers a set: what is true of it, and how it is written."""
    def register(make):
        sets[make.__name__] = dict(make=make, doc=make.__doc__, columns=columns, digits=digits, ordered=ordered,
                                   truth=dict(
                                       dimension=dimension, components=components, boundary=boundary, euler=euler,
                                       orientable=orientable, unfit=unfit))
        return make
    return register


# ---- tools

def line(points, n, rng, closed=False):
    """n points by arc length along a polyline."""
    points = list(points)
    if closed:
        points.append(points[0])
    lengths = [math.dist(a, b) for a, b in zip(points, points[1:])]
    out = []
    for k in rng.choices(range(len(lengths)), lengths, k=n):
        t = rng.random()
        out.append([a + t * (b - a) for a, b in zip(points[k], points[k + 1])])
    return out


def curve(f, a, b, n, rng, closed=False, steps=4000):
    return line([f(a + (b - a) * i / steps) for i in range(steps + (not closed))], n, rng, closed)


def surface(f, us, vs, n, rng, keep=lambda u, v: True, weight=None):
    """n points of f(u, v), by area, times weight(u, v)."""
    def area(u, v):
        h = 1e-5
        x = f(u, v)
        a = [(p - q) / h for p, q in zip(f(u + h, v), x)]
        b = [(p - q) / h for p, q in zip(f(u, v + h), x)]
        aa, bb, ab = (sum(p * q for p, q in zip(s, t)) for s, t in ((a, a), (b, b), (a, b)))
        return sqrt(max(0, aa * bb - ab * ab)) * (weight(u, v) if weight else 1)
    draw = lambda: (rng.uniform(*us), rng.uniform(*vs))
    most = 1.2 * max(area(*draw()) for _ in range(3000))
    out = []
    while len(out) < n:
        u, v = draw()
        if keep(u, v) and rng.random() * most < area(u, v):
            out.append(list(f(u, v)))
    return out


def noisy(x, s, rng):
    return [[v + rng.gauss(0, s) for v in p] for p in x]


def box(n, low, high, rng):
    return [[rng.uniform(a, b) for a, b in zip(low, high)] for _ in range(n)]


def embed(x, n, rng, scale=1.0):
    """Turned into R^n by random orthonormal columns."""
    m = len(x[0])
    basis = []
    while len(basis) < m:
        v = [rng.gauss(0, 1) for _ in range(n)]
        for b in basis:
            d = sum(p * q for p, q in zip(v, b))
            v = [p - d * q for p, q in zip(v, b)]
        r = sqrt(sum(p * p for p in v))
        basis.append([p / r for p in v])
    return [[scale * sum(c * b[j] for c, b in zip(p, basis)) for j in range(n)] for p in x]


def integrate(f, x, step, count, skip=0, every=1):
    """A trajectory by the classical Runge-Kutta method."""
    out = []
    for k in range(skip + count * every):
        if k >= skip and (k - skip) % every == 0:
            out.append(list(x))
        a = f(x)
        b = f([p + step / 2 * q for p, q in zip(x, a)])
        c = f([p + step / 2 * q for p, q in zip(x, b)])
        d = f([p + step * q for p, q in zip(x, c)])
        x = [p + step / 6 * (q + 2 * r + 2 * s + t) for p, q, r, s, t in zip(x, a, b, c, d)]
    return out


def sphere(u, v):
    return [cos(u) * sin(v), sin(u) * sin(v), cos(v)]


def torus(u, v, R=2.0, r=0.7):
    return [(R + r * cos(v)) * cos(u), (R + r * cos(v)) * sin(u), r * sin(v)]


def spline(points, steps=40, closed=False):
    """Catmull and Rom's curve through points, as a polyline."""
    p = list(points)
    p = [p[-1]] + p + p[:2] if closed else [p[0]] + p + [p[-1]]
    out = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        for i in range(steps):
            t = i / steps
            out.append([0.5 * (2 * q + (r - o) * t + (2 * o - 5 * q + 4 * r - s) * t * t + (3 * q - o - 3 * r + s) *
                               t ** 3) for o, q, r, s in zip(a, b, c, d)])
    return out if closed else out + [list(points[-1])]


# ---- curves: trajectories

@shape(1, columns=["v", "w"])
def nerve(rng):
    """Limit cycle of FitzHugh and Nagumo's equations, nine turns in equal time steps, noise 1 %"""
    x = integrate(lambda s: [s[0] - s[0] ** 3 / 3 - s[1] + 0.5, 0.08 * (s[0] + 0.7 - 0.8 * s[1])], [1, 0], 0.05, 1400,
                  4000, 5)
    return noisy(x, 0.012, rng)


@shape(1, components=2, columns=["hares [1000]", "lynxes [1000]"])
def prey(rng):
    """Two orbits of Lotka and Volterra's equations, one in the other, 900 and 300 points"""
    f = lambda s: [s[0] * (1 - s[1]), s[1] * (s[0] - 1)]
    a, b = integrate(f, [2.6, 1], 0.01, 5000), integrate(f, [1.5, 1], 0.01, 5000)
    return [[30 * p for p in x] for x in rng.sample(a, 900) + rng.sample(b, 300)]


@shape(1, boundary=2, euler=1)
def damped(rng):
    """Phase plane of a damped pendulum, five turns inward, an open curve, noise 0.3 %"""
    x = integrate(lambda s: [s[1], -sin(s[0]) - 0.07 * s[1]], [2.5, 0], 0.01, 3200)
    return noisy(line(x, 1500, rng), 0.006, rng)


@shape(1)
def period_two(rng):
    """Periodic orbit of Roessler's equations that closes after two turns, 2500 points in equal time steps"""
    f = lambda s: [-s[1] - s[2], s[0] + 0.2 * s[1], 0.2 + s[2] * (s[0] - 3.5)]
    return noisy(integrate(f, [1, 1, 0], 0.01, 2500, 40000, 7), 0.01, rng)


@shape(1, columns=["x(t)", "x(t-1)", "x(t-2)", "x(t-3)", "x(t-4)"])
def delays(rng):
    """A sum of two tones in five delay coordinates, noise 2 %: a closed curve in R^5"""
    x = lambda t: sin(t) + 0.5 * sin(2 * t + 0.6)
    return noisy([[x(t - 0.7 * k) for k in range(5)] for t in (rng.uniform(0, 60) for _ in range(1500))], 0.015, rng)


@shape(1, boundary=2, euler=1, ordered=True, columns=["t [s]", "x [m]", "y [m]"])
def thrown(rng):
    """A ball that bounces, with its time as the first column: an open curve with corners, 500 points in order"""
    out, t, x, y, v = [], 0.0, 0.0, 0.0, 5.0
    for k in range(500):
        out.append([t, x, y])
        t, x = t + 0.006, x + 0.006 * 1.5
        y, v = y + 0.006 * v, v - 9.81 * 0.006
        if y < 0:
            y, v = -y, -0.8 * v
    return out


@shape(1)
def heart_beat(rng):
    """Phase portrait of a heart beat: a large excursion and two small loops side by side, uneven density"""
    g = lambda t, a, m, s: a * exp(-((t - m) / s) ** 2 / 2)
    dg = lambda t, a, m, s: -g(t, a, m, s) * (t - m) / s ** 2
    peaks = [(0.25, -1.3, 0.35), (1.0, 0, 0.22), (0.45, 1.6, 0.4)]
    out = []
    for _ in range(1800):
        t = rng.uniform(-pi, pi)
        y = sum(g(t, *p) for p in peaks) + 0.35 * cos(t)
        d = sum(dg(t, *p) for p in peaks) - 0.35 * sin(t)
        out.append([y, 0.5 * d, 0.3 * sin(t)])
    return noisy(out, 0.005, rng)


# ---- curves: strokes, tracks, trees, outlines

@shape(1, boundary=4, euler=1, columns=["x", "y"])
def four(rng):
    """A handwritten 4 in two strokes that cross, noise 1 %, pen coordinates"""
    a = spline([[40, 90], [25, 55], [18, 40], [40, 42], [75, 46]])
    b = spline([[58, 75], [55, 45], [50, 5]])
    return noisy(line(a, 500, rng) + line(b, 350, rng), 0.5, rng)


@shape(1, boundary=1, euler=0, columns=["x", "y"])
def letter_e(rng):
    """A printed e: a bar, a bow from its right end around to below; the bar meets the bow at the left"""
    bow = [[50 + 40 * cos(a), 50 + 40 * sin(a)] for a in (2 * pi * 0.86 * i / 400 for i in range(401))]
    return noisy(line([[10, 50], [90, 50]] , 300, rng) + line(bow, 800, rng), 0.3, rng)


@shape(1, boundary=4, euler=1, columns=["x", "y"])
def letter_k(rng):
    """A printed K: a stem, and two arms from one point of it"""
    return noisy(line([[0, 0], [0, 10]], 400, rng) + line([[0, 4.5], [6, 10]], 330, rng) +
                 line([[0, 4.5], [6.5, 0]], 330, rng), 0.08, rng)


@shape(1, components=2, boundary=2, euler=1, columns=["x", "y"])
def ring_and_bar(rng):
    """A ring with 1200 points, and a short bar inside of it with 60"""
    return [[cos(a), sin(a)] for a in (rng.uniform(0, tau) for _ in range(1200))] + line([[-0.2, 0.1], [0.25, -0.1]], 60,
                                                                                        rng)


@shape(1, boundary=2, euler=1, columns=["lat", "lon"])
def walk(rng):
    """A walk by GPS, in degrees, with errors of 3 m and two rests of 60 points each"""
    p = spline([[0, 0], [300, 120], [520, 500], [400, 900], [700, 1300], [1200, 1250], [1500, 1600]])
    x = line(p, 1100, rng)
    for stop in (p[90], p[170]):
        x += [list(stop)] * 60
    return [[48.13 + b / 111e3, 11.57 + a / 74.3e3] for a, b in noisy(x, 3, rng)]


@shape(1, boundary=2, euler=1, columns=["east [m]", "north [m]", "height [m]"])
def switchbacks(rng):
    """A road with six hairpins up a slope, 60 m between turns, errors of 2 m"""
    p = []
    for k in range(7):
        xs = (0, 400) if k % 2 == 0 else (400, 0)
        p += [[xs[0], 60 * k, 12 * k], [sum(xs) / 2, 60 * k + 6, 12 * k + 5], [xs[1], 60 * k + 12, 12 * k + 10]]
    return noisy(line(spline(p), 1800, rng), 1.5, rng)


def branching(rng, depth, x, heading, length, spread, out):
    y = [x[0] + length * cos(heading), x[1] + length * sin(heading)]
    bend = [(x[0] + y[0]) / 2 - 0.1 * length * sin(heading), (x[1] + y[1]) / 2 + 0.1 * length * cos(heading)]
    out.append(spline([x, bend, y], 15))
    if depth:
        for side in (-1, 1):
            branching(rng, depth - 1, y, heading + side * spread, 0.72 * length, spread, out)


@shape(1, boundary=5, euler=1, columns=["x [km]", "y [km]"])
def river(rng):
    """A river network: a mouth and four springs, three confluences, errors of 0.3 %"""
    pieces = []
    branching(rng, 2, [0, 0], pi / 2, 40, 0.55, pieces)
    lengths = [sum(math.dist(a, b) for a, b in zip(p, p[1:])) for p in pieces]
    return noisy([q for p, l in zip(pieces, lengths) for q in line(p, int(1600 * l / sum(lengths)), rng)], 0.25, rng)


@shape(1, boundary=9, euler=1)
def tree_in_space(rng):
    """A tree of three generations in space, 15 branches, nine ends, 3000 points, no noise"""
    out = []
    def grow(x, d, length, depth, turn):
        y = [a + length * b for a, b in zip(x, d)]
        out.append((x, y))
        if depth:
            for k in range(2):
                a, e = turn + pi * k, 0.6
                side = [cos(a), sin(a), 0.0]
                v = [cos(e) * p + sin(e) * q for p, q in zip(d, side)]
                r = sqrt(sum(p * p for p in v))
                grow(y, [p / r for p in v], 0.75 * length, depth - 1, turn + pi / 2)
    grow([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], 1.0, 3, 0.3)
    w = [math.dist(*p) for p in out]
    return [q for p, l in zip(out, w) for q in line(p, int(3000 * l / sum(w)), rng)]


@shape(1, columns=["x [mm]", "y [mm]"], digits=1)
def leaf(rng):
    """Outline of a serrated leaf, in millimeters with one decimal, 900 points"""
    f = lambda a: [55 * cos(a) * (1 + 0.035 * sin(24 * a)), 24 * sin(a) * (1 + 0.3 * cos(a)) * (1 + 0.035 * sin(24 * a))]
    return curve(f, 0, tau, 900, rng, True)


@shape(1, digits=2)
def rounded(rng):
    """An ellipse of axes 1 and 0.4, coordinates rounded to 0.01, 1500 points of which most repeat others"""
    return curve(lambda a: [cos(a), 0.4 * sin(a)], 0, tau, 1500, rng, True)


@shape(1)
def heart(rng):
    """A heart: 250 points, each five times"""
    f = lambda a: [16 * sin(a) ** 3, 13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)]
    return [list(p) for p in curve(f, 0, tau, 250, rng, True) for _ in range(5)]


@shape(1)
def astroid(rng):
    """An astroid: a closed curve with four cusps, 1000 points"""
    return curve(lambda a: [cos(a) ** 3, sin(a) ** 3], 0, tau, 1000, rng, True)


@shape(1, euler=-3)
def spirograph(rng):
    """A hypotrochoid that crosses itself three times, noise 1 %"""
    f = lambda a: [2 * cos(a) + 1.6 * cos(2 * a), 2 * sin(a) - 1.6 * sin(2 * a)]
    return noisy(curve(f, 0, tau, 1600, rng, True), 0.02, rng)


@shape(1, euler=-4)
def rings(rng):
    """Three rings in a row, each crossing the next twice, noise 1.5 %"""
    return noisy([[1.3 * k + cos(a), (k % 2) * 0.4 + sin(a)] for k in range(3) for a in
                  (rng.uniform(0, tau) for _ in range(700))], 0.015, rng)


@shape(1, euler=-1)
def viviani(rng):
    """Viviani's curve: a figure of eight on a sphere, one crossing, 1000 points in R^3"""
    return curve(lambda t: [1 + cos(t), sin(t), 2 * sin(t / 2)], 0, 2 * tau, 1000, rng, True)


@shape(1)
def seam(rng):
    """The seam of a tennis ball, noise 2 %, background 3 %"""
    f = lambda t: [cos(t) + 0.45 * cos(3 * t), sin(t) - 0.45 * sin(3 * t), 1.2 * sin(2 * t)]
    x = noisy(curve(f, 0, tau, 1455, rng, True), 0.025, rng)
    return x + box(45, [-1.8] * 3, [1.8] * 3, rng)


@shape(1, boundary=2, euler=1)
def open_ring(rng):
    """330 degrees of a circle, 1500 points"""
    return [[cos(a), sin(a)] for a in (rng.uniform(0, 330 / 360 * tau) for _ in range(1500))]


@shape(1, components=2, boundary=4, euler=2, columns=["x [m]", "y [m]"])
def rails(rng):
    """Two rails 1.4 m apart in a bend of 30 m, 2000 points"""
    return [[r * cos(a), r * sin(a)] for r in (28.6, 30) for a in (rng.uniform(0, 1.3) for _ in range(1000))]


@shape(1, components=2)
def earth_and_moon(rng):
    """A large circle of 2000 points and a small one of 100 beside it, 0.12 apart"""
    return [[cos(a), sin(a)] for a in (rng.uniform(0, tau) for _ in range(2000))] + \
           [[1.27 + 0.15 * cos(a), 0.15 * sin(a)] for a in (rng.uniform(0, tau) for _ in range(100))]


@shape(1, components=3, boundary=6, euler=3, columns=["time [s]", "speed [km/h]", "torque [Nm]"])
def gears(rng):
    """Three straight lines apart, of 900, 300 and 100 points, in columns of very different units"""
    out = []
    for n, a, b in ((900, [0, 0, 100], [600, 40, 180]), (300, [100, 60, 300], [500, 110, 260]),
                    (100, [300, 130, 60], [600, 160, 20])):
        out += line([a, b], n, rng)
    return out


# ---- curves: noise

@shape(1)
def outlying(rng):
    """A circle of radius 5 with noise of Student's t of two degrees of freedom, scale 0.08"""
    def t2():
        return rng.gauss(0, 1) / sqrt(rng.gammavariate(1, 1))
    return [[5 * cos(a) + 0.08 * t2(), 5 * sin(a) + 0.08 * t2()] for a in (rng.uniform(0, tau) for _ in range(1200))]


@shape(1, boundary=2, euler=1)
def widening(rng):
    """An arc whose noise grows from 0 to a tenth of its radius"""
    out = []
    for _ in range(1500):
        a = rng.uniform(0, 4)
        r = 1 + rng.gauss(0, 0.025 * a)
        out.append([r * cos(a), r * sin(a)])
    return out


@shape(1, boundary=2, euler=1)
def small_s(rng):
    """An S of 200 points with noise of 4 %"""
    x = line(spline([[1, 1.8], [0, 2], [-0.8, 1.4], [0, 0.8], [0.8, 0.2], [0, -0.5], [-1, -0.2]]), 200, rng)
    return noisy(x, 0.04, rng)


@shape(1, boundary=2, euler=1)
def comet(rng):
    """A parabola in a background of a tenth, 1100 points"""
    return curve(lambda t: [t, t * t], -1.2, 1.2, 1000, rng) + box(100, [-1.6, -0.4], [1.6, 1.9], rng)


# ---- curves: many dimensions

@shape(1)
def genes(rng):
    """A cell cycle of 20 genes, 1200 cells, noise 8 % and one value in twenty lost (0)"""
    phase = [tau * k / 20 + 0.3 * sin(k) for k in range(20)]
    out = []
    for _ in range(1200):
        a = rng.uniform(0, tau)
        out.append([0 if rng.random() < 0.05 else max(0, exp(1.2 * (cos(a - p) - 1)) * 3 + rng.gauss(0, 0.15))
                    for p in phase])
    return out


@shape(1, boundary=2, euler=1)
def spectrum_line(rng):
    """Spectra of 30 channels with one peak that moves: an open curve of strong bends, 500 points, noise 1 %"""
    return noisy([[exp(-((k - c) / 2.5) ** 2 / 2) for k in range(30)] for c in (rng.uniform(4, 25) for _ in range(500))],
                 0.01, rng)


@shape(1, boundary=2, euler=1)
def drift(rng):
    """An open curve of low frequencies in R^50, 400 points, noise 2 %"""
    c = [[rng.gauss(0, 1) / (k + 1) for k in range(4)] for _ in range(50)]
    x = [[sum(a * cos(pi * k * t + j) for k, a in enumerate(r, 1)) for j, r in enumerate(c)] for t in
         (rng.random() for _ in range(400))]
    return noisy(x, 0.02, rng)


@shape(1, boundary=4, euler=1)
def cross_in_six(rng):
    """Two segments in R^6 that cross, one twice as long, noise 1 %"""
    x = line([[-2, 0, 0], [2, 0.3, 0]], 800, rng) + line([[0.3, -1, 0.2], [-0.3, 1.05, -0.17]], 400, rng)
    return noisy(embed(x, 6, rng), 0.015, rng)


# ---- surfaces

@shape(2, columns=["elbow x", "elbow y", "hand x", "hand y"])
def arm(rng):
    """Elbow and hand of an arm of two joints that turn freely: a torus in R^4"""
    out = []
    for _ in range(2500):
        a, b = rng.uniform(0, tau), rng.uniform(0, tau)
        out.append([cos(a), sin(a), cos(a) + 0.8 * cos(b), sin(a) + 0.8 * sin(b)])
    return out


@shape(1, columns=["phi [deg]", "psi [deg]"])
def torsions(rng):
    """Two torsions that turn together, once around: a closed curve on the torus of angles, noise of 6 degrees"""
    out = []
    for _ in range(1200):
        t = rng.uniform(0, tau)
        out.append([math.degrees((v + pi) % tau - pi) for v in (t + 0.4 * sin(t) + rng.gauss(0, 0.1),
                                                              t + 0.8 * cos(t) + rng.gauss(0, 0.1))])
    return out


@shape(2, boundary=2, euler=0)
def twisted_ribbon(rng):
    """A closed ribbon with two full twists: two-sided, two edges, 2500 points"""
    return surface(lambda u, v: [(2 + v * cos(2 * u)) * cos(u), (2 + v * cos(2 * u)) * sin(u), v * sin(2 * u)], (0, tau),
                   (-0.5, 0.5), 2500, rng)


@shape(2, boundary=1, euler=1)
def ramp(rng):
    """A spiral ramp of one and a half turns: a strip, 2000 points"""
    return surface(lambda u, v: [v * cos(u), v * sin(u), 0.5 * u], (0, 3 * pi), (1, 2), 2000, rng)


@shape(2, boundary=1, euler=1, columns=["x [mm]", "y [mm]", "z [mm]"])
def vase(rng):
    """Scan of a vase, closed below and open above, noise 0.5 %, 3000 points"""
    def f(u, v):  # v: along the profile, bottom center to rim
        if v < 1:
            return [30 * v * cos(u), 30 * v * sin(u), 0]
        r = 30 + 14 * sin(1.3 * (v - 1))
        return [r * cos(u), r * sin(u), 35 * (v - 1)]
    return noisy(surface(f, (0, tau), (0.001, 3.8), 3000, rng), 0.3, rng)


@shape(2, boundary=2, euler=0)
def seen_torus(rng):
    """A torus seen from above: its upper half, 2500 points, noise 1 % of the tube"""
    return noisy(surface(torus, (0, tau), (0, pi), 2500, rng), 0.007, rng)


@shape(2, boundary=2, euler=0)
def pierced_hill(rng):
    """A hill with a round hole of a third of its width beside the top, 2000 points"""
    f = lambda u, v: [u, v, 0.8 * exp(-(u * u + v * v))]
    return surface(f, (-1.5, 1.5), (-1.5, 1.5), 2000, rng, lambda u, v: math.hypot(u - 0.6, v - 0.5) > 0.5)


@shape(2, euler=2)
def heavy_pole(rng):
    """A sphere with ten times as many points at one pole as at the other, 3000 points"""
    return surface(sphere, (0, tau), (0.0001, pi), 3000, rng, weight=lambda u, v: exp(1.15 * cos(v)))


@shape(2, boundary=1, euler=1, columns=["x [um]", "y [mm]", "depth [m]"])
def dish(rng):
    """A bowl whose three columns have units a factor of 1000 apart, 1500 points"""
    return [[1000 * x, y, z / 1000] for x, y, z in
            surface(lambda r, u: [r * cos(u), r * sin(u), 0.7 * r * r], (0.0001, 1), (0, tau), 1500, rng)]


@shape(2, boundary=1, euler=1)
def wave(rng):
    """A sheet bent to an S, noise 2 %, 2000 points"""
    f = lambda u, v: [sin(u), math.copysign(1, u) * (cos(u) - 1), v]
    return noisy(surface(f, (-1.5 * pi, 1.5 * pi), (0, 3), 2000, rng), 0.03, rng)


@shape(2, euler=0)
def torus_in_fifty(rng):
    """A torus in R^50, turned, noise 1 % in every column, 2500 points"""
    return noisy(embed(surface(torus, (0, tau), (0, tau), 2500, rng), 50, rng), 0.02, rng)


@shape(2, components=2, euler=4)
def planets(rng):
    """A sphere of radius 1 with 2000 points, and one of radius 0.3 with 300, 0.3 apart"""
    return surface(sphere, (0, tau), (0.0001, pi), 2000, rng) + \
        [[0.3 * p + q for p, q in zip(x, (1.6, 0, 0))] for x in surface(sphere, (0, tau), (0.0001, pi), 300, rng)]


@shape(2, boundary=1, euler=1)
def cone(rng):
    """A cone to its tip, noise 1 %, 2000 points"""
    return noisy(surface(lambda r, u: [r * cos(u), r * sin(u), 1.5 * r], (0.0001, 1), (0, tau), 2000, rng), 0.012, rng)


@shape(2, euler=2)
def box_faces(rng):
    """The faces of a box of 1 by 2 by 3, 3000 points"""
    out = []
    for _ in range(3000):
        k = rng.choices((0, 1, 2), (6, 3, 2))[0]
        x = [rng.uniform(0, 1), rng.uniform(0, 2), rng.uniform(0, 3)]
        x[k] = rng.choice((0, 1)) * (1, 2, 3)[k]
        out.append(x)
    return out


@shape(2, boundary=2, euler=0)
def trumpet(rng):
    """A trumpet that narrows from 1 to 0.18, open at both ends, 2500 points"""
    return surface(lambda u, v: [cos(u) / (1 + v), sin(u) / (1 + v), 0.6 * v], (0, tau), (0, 4.5), 2500, rng)


@shape(2, boundary=1, euler=1)
def dirty_cap(rng):
    """A third of a sphere, noise 3 %, background 5 %, 2000 points"""
    x = noisy(surface(sphere, (0, tau), (0.0001, 1.25), 1900, rng), 0.03, rng)
    return x + box(100, [-1.1, -1.1, 0.1], [1.1, 1.1, 1.2], rng)


@shape(2, boundary=1, euler=1, columns=["east [m]", "north [m]", "height [m]"], digits=1)
def terrain(rng):
    """Heights on a grid of 55 by 55, in meters with one decimal"""
    h = lambda x, y: 120 * sin(x / 310) * cos(y / 250) + 40 * sin(x / 120 + y / 200)
    return [[25 * i, 25 * j, h(25 * i, 25 * j)] for i in range(55) for j in range(55)]


@shape(2, boundary=1, euler=1)
def peaks(rng):
    """Spectra of 12 channels, peaks of any place and width: a surface in R^12, 2500 points"""
    return [[exp(-((k - c) / w) ** 2 / 2) for k in range(12)] for c, w in
            ((rng.uniform(3.5, 7.5), rng.uniform(1.5, 3)) for _ in range(2500))]


@shape(2, boundary=1, euler=1)
def flag(rng):
    """A flag in the wind with points in equal rows and small errors, 1800 points"""
    return noisy([[x, y, 0.25 * sin(2.2 * x + 0.5 * y)] for x in (3 * i / 59 for i in range(60)) for y in
                  (1.5 * j / 29 for j in range(30))], 0.004, rng)


@shape(2, boundary=3, euler=-1)
def trousers(rng):
    """A tube that parts into two: three openings, 3500 points of a level set"""
    out = []
    def h(x, y, z):
        a = 0.45 * (1.6 - z) if z < 1.6 else 0
        return -math.log(exp(-6 * ((x - a) ** 2 + y * y)) + exp(-6 * ((x + a) ** 2 + y * y))) / 6 - 0.12
    while len(out) < 3500:
        x = [rng.uniform(-1.5, 1.5), rng.uniform(-1, 1), rng.uniform(-0.5, 2)]
        f = h(*x)
        if abs(f) > 0.01:
            continue
        e = 1e-4
        for _ in range(4):
            grad = [(h(*[v + e * (i == j) for j, v in enumerate(x)]) - h(*x)) / e for i in range(3)]
            s = h(*x) / sum(v * v for v in grad)
            x = [v - s * w for v, w in zip(x, grad)]
        grad = sqrt(sum(v * v for v in grad))
        if -0.5 < x[2] < 2 and rng.random() < min(1, grad / 1.5):
            out.append(x)
    return out


# ---- what is no manifold, or not one of one dimension

@shape(1, unfit=True)
def clusters_and_curve(rng):
    """An arc of 800 points, and two clusters of 300 beside it"""
    x = [[3 * cos(a), 3 * sin(a)] for a in (rng.uniform(0, 2) for _ in range(800))]
    return x + [[rng.gauss(-1, 0.35), rng.gauss(-1, 0.35)] for _ in range(300)] + \
        [[rng.gauss(2, 0.3), rng.gauss(-2, 0.3)] for _ in range(300)]


@shape(2, unfit=True)
def washer(rng):
    """A ring that is filled, from radius 0.5 to 1, in the plane: no manifold of fewer dimensions"""
    return [[sqrt(s) * cos(a), sqrt(s) * sin(a)] for s, a in ((rng.uniform(0.25, 1), rng.uniform(0, tau)) for _ in
                                                            range(2000))]


@shape(2, unfit=True)
def butterfly(rng):
    """Lorenz's attractor, 3000 points in equal time steps: sheets that meet"""
    return integrate(lambda s: [10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]], [1, 1, 20],
                     0.01, 3000, 2000, 3)


@shape(1, unfit=True)
def species(rng):
    """Four measures of three species, 150 points: clusters"""
    out = []
    for m in ([5, 3.4, 1.5, 0.25], [5.9, 2.8, 4.3, 1.3], [6.6, 3, 5.6, 2]):
        for _ in range(50):
            g = rng.gauss(0, 1)
            out.append([a + s * (0.7 * g + 0.7 * rng.gauss(0, 1)) for a, s in zip(m, (0.45, 0.35, 0.3, 0.2))])
    return out


@shape(1, unfit=True)
def hair(rng):
    """A circle with noise of 35 % of its radius, 1500 points: a blob, almost filled"""
    return [[r * cos(a), r * sin(a)] for r, a in ((1 + rng.gauss(0, 0.35), rng.uniform(0, tau)) for _ in range(1500))]


@shape(2, unfit=True)
def balloon(rng):
    """A sphere with a string: a surface of 1800 points and a curve of 300"""
    return surface(sphere, (0, tau), (0.0001, pi), 1800, rng) + \
        [[0.1 * sin(4 * t), 0.1 * (1 - cos(4 * t)), -1 - 2 * t] for t in (rng.random() for _ in range(300))]


def split(sets, seed):
    """The two halves, by lot, curves, surfaces and what is neither apart."""
    rng, tuning = random.Random(seed), set()
    for kind in (1, 2, None):
        names = [n for n, s in sets.items() if (None if s["truth"]["unfit"] else s["truth"]["dimension"]) == kind]
        tuning |= set(rng.sample(sorted(names), len(names) // 2))
    return tuning


def main(folder, wanted, *batches):
    """Writes sets of batches, each a table of sets with the seed of its lot."""
    tuning, sets, truths = set(), {}, {}
    for batch, seed in batches:
        tuning |= split(batch, seed)
        sets |= batch
    for name, s in sets.items():
        half = "tuning" if name in tuning else "held_out"
        if wanted and name not in wanted and half not in wanted:
            continue
        rng = random.Random(name)
        rows = s["make"](rng)
        if not s["ordered"]:
            rng.shuffle(rows)
        columns = s["columns"] or ["x%d" % (k + 1) for k in range(len(rows[0]))]
        form = "%%.%df" % s["digits"] if s["digits"] is not None else "%.8g"
        with open(os.path.join(folder, name + ".csv"), "w", newline="") as f:
            w = csv.writer(f)
            w.writerow(columns)
            w.writerows([v if isinstance(v, str) else form % v for v in r] for r in rows)
        truths[name] = dict(s["truth"], half=half, doc=s["doc"], points=len(rows), columns=len(columns))
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)
    for h in ("tuning", "held_out"):
        print(h, [n for n in truths if truths[n]["half"] == h])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:], (SETS, 20261125))
