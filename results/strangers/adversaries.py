"""Data sets that were made up to refute verdicts, each with known truth: python3 adversaries.py FOLDER [NAME ...]

Like make.py, whose tools these are: narrow, small, thin, near, sparse and uneven things in otherwise usual data.
"""
import functools, math, sys
from math import cos, sin, pi, sqrt, exp, tau

import make
from make import box, curve, embed, line, noisy, sphere, spline, surface, torus

SETS, SECOND = {}, {}
shape = functools.partial(make.shape, sets=SETS)


# ---- tools

def ring(n, rng, center=(0, 0), radius=1.0, start=0.0, end=tau):
    """n points of an arc in the plane."""
    return [[center[0] + radius * cos(a), center[1] + radius * sin(a)] for a in (rng.uniform(start, end) for _ in
                                                                                range(n))]


def level(h, low, high, n, rng, thin=0.01, steepest=1.5):
    """n points of h = 0 in a box, by area: those of a thin shell, taken with probability as h is steep."""
    out, e = [], 1e-4
    while len(out) < n:
        x = [rng.uniform(a, b) for a, b in zip(low, high)]
        if abs(h(*x)) > thin:
            continue
        for _ in range(5):
            at = h(*x)
            grad = [(h(*[v + e * (i == j) for j, v in enumerate(x)]) - at) / e for i in range(3)]
            square = sum(v * v for v in grad)
            x = [v - at / square * w for v, w in zip(x, grad)]
        if rng.random() * steepest < sqrt(square):
            out.append(x)
    return out


def thinned(x, chance, rng):
    """The points that are kept, each by its chance."""
    return [p for p in x if rng.random() < chance(p)]


# ---- curves: gaps and what nearly touches

@shape(1, boundary=2, euler=1)
def bracelet(rng):
    """A circle of 1000 points with a gap of 0.12 radians, which would hold 19 of them"""
    return ring(1000, rng, start=0.12)


@shape(1, boundary=2, euler=1)
def clasp(rng):
    """A bent closed band in R^5 but for a gap of 5 % of it, 800 points, noise 1.5 %"""
    f = lambda t: [2 * cos(t), sin(t), 0.5 * sin(2 * t), 0.4 * cos(3 * t), 0.3 * sin(3 * t)]
    return noisy(curve(f, 0, 0.95 * tau, 800, rng), 0.015, rng)


@shape(1, components=2)
def kissing_rings(rng):
    """Two circles of radius 1 that come within 0.05 of each other, 500 points each"""
    return ring(500, rng) + ring(500, rng, (2.05, 0))


@shape(1, components=2)
def kissing_noisy_rings(rng):
    """Two circles of radius 1 that come within 0.25 of each other, 700 points each, noise 3 %"""
    return noisy(ring(700, rng) + ring(700, rng, (2.25, 0)), 0.03, rng)


@shape(1, components=2)
def two_lanes(rng):
    """Two closed lanes side by side, 0.2 apart all along, 1500 points each, noise 0.05 each"""
    return noisy(ring(1500, rng, radius=2.0) + ring(1500, rng, radius=2.2), 0.05, rng)


@shape(1)
def keyhole(rng):
    """The outline of a disc with a slot: two straight strands 0.08 apart, 1000 points, noise 0.4 %"""
    a = 0.04
    rim = [[cos(t), sin(t)] for t in (a + (tau - 2 * a) * i / 400 for i in range(401))]
    return noisy(line(rim + [[0.2, -0.04], [0.2, 0.04]], 1000, rng, True), 0.004, rng)


@shape(1, boundary=2, euler=1)
def nearly_six(rng):
    """A pen's 6 that stops 0.1 short of its own stem, 900 points, noise 0.5 %"""
    x = spline([[0.8, 2], [0.2, 1.5], [-0.1, 0.7], [0.2, 0.05], [0.7, 0], [1, 0.45], [0.7, 0.85], [0.3, 0.8],
                [0.03, 0.68]])
    return noisy(line(x, 900, rng), 0.005, rng)


@shape(1, boundary=2, euler=1)
def watch_spring(rng):
    """A spiral of seven turns 0.1 apart, 3000 points, noise 0.012"""
    f = lambda t: [(0.2 + 0.1 * t / tau) * cos(t), (0.2 + 0.1 * t / tau) * sin(t)]
    return noisy(curve(f, 0, 7 * tau, 3000, rng), 0.012, rng)


@shape(1)
def needle(rng):
    """An ellipse of axes 3 and 0.08, 700 points, noise 0.01"""
    return noisy(curve(lambda t: [3 * cos(t), 0.08 * sin(t)], 0, tau, 700, rng, True), 0.01, rng)


# ---- curves: junctions, corners, scales, density

@shape(1, boundary=1, euler=0)
def touching_six(rng):
    """A 6 whose bow ends on its stem, 900 points, noise 0.5 %"""
    stem = spline([[0.8, 2], [0.2, 1.5], [-0.1, 0.7], [0.2, 0.05], [0.7, 0], [1, 0.45], [0.7, 0.85], [0.3, 0.8],
                   [-0.1, 0.7]])
    return noisy(line(stem, 900, rng), 0.005, rng)


@shape(1, euler=-1)
def theta(rng):
    """A ring with a bar across it from rim to rim, 1200 points, noise 1 %"""
    return noisy(ring(900, rng) + line([[-1, 0], [1, 0]], 300, rng), 0.01, rng)


@shape(1, boundary=3, euler=1)
def uneven_star(rng):
    """Three arms that meet, of 900, 300 and 90 points, equally long"""
    return [p for k, n in enumerate((900, 300, 90)) for p in
            line([[0, 0, 0], [cos(k * tau / 3), sin(k * tau / 3), 0.3]], n, rng)]


@shape(1, boundary=7, euler=1)
def comb(rng):
    """A back with five teeth 0.4 apart, each as long as that twice, 1500 points, noise 0.6 %"""
    back = line([[-0.3, 0], [1.9, 0]], 550, rng)
    return noisy(back + [p for k in range(5) for p in line([[0.4 * k, 0], [0.4 * k, -0.8]], 190, rng)], 0.006, rng)


@shape(1, boundary=8, euler=0)
def hash_sign(rng):
    """Two bars across two, four crossings, 1200 points, noise 1 %"""
    bars = [[[a, -1], [a, 1]] for a in (-0.35, 0.35)] + [[[-1, a], [1, a]] for a in (-0.35, 0.35)]
    return noisy([p for b in bars for p in line(b, 300, rng)], 0.01, rng)


@shape(1, euler=-3)
def four_petals(rng):
    """A rose of four petals, whose four strands cross in one point, 1600 points"""
    return curve(lambda t: [cos(2 * t) * cos(t), cos(2 * t) * sin(t)], 0, tau, 1600, rng, True)


@shape(1, boundary=2, euler=1)
def zigzag(rng):
    """A polyline of seven corners of 20 degrees, 1400 points, noise 0.5 %"""
    return noisy(line([[0.176 * k, k % 2] for k in range(9)], 1400, rng), 0.005, rng)


@shape(1, components=2)
def planet_and_dust_ring(rng):
    """A circle of radius 1 of 1500 points, and one of radius 0.04 of 120 points beside it"""
    return ring(1500, rng) + ring(120, rng, (1.5, 0.2), 0.04)


@shape(1, boundary=2, euler=1)
def fading_coil(rng):
    """A helix of six turns whose density falls by 30 from end to end, 1500 points, noise 0.5 %"""
    f = lambda t: [cos(t), sin(t), 0.08 * t]
    density = math.log(30)
    at = lambda: 6 * tau * -math.log(1 - rng.random() * (1 - exp(-density))) / density
    return noisy([f(at()) for _ in range(1500)], 0.005, rng)


@shape(1)
def spotlit_ring(rng):
    """A circle in R^3 whose density varies by 25, 600 points, noise 1 %"""
    x = [[cos(a), sin(a), 0.3 * cos(2 * a)] for a in (rng.uniform(0, tau) for _ in range(6000))]
    return noisy(thinned(x, lambda p: exp(1.6 * (p[0] - 1)), rng)[:600], 0.01, rng)


# ---- curves: few, many columns, outliers, digits

@shape(1)
def sixty(rng):
    """A bean of 60 points, noise 2 %"""
    return noisy(curve(lambda t: [(1 + 0.3 * cos(t)) * cos(t), 0.8 * sin(t)], 0, tau, 60, rng, True), 0.02, rng)


@shape(1)
def dirty_ring(rng):
    """An ellipse of 1000 points, noise 3 %, and 90 outliers all over"""
    x = noisy(curve(lambda t: [2 * cos(t), sin(t)], 0, tau, 1000, rng, True), 0.03, rng)
    return x + box(90, [-2.6, -1.6], [2.6, 1.6], rng)


@shape(1, columns=["x [mm]", "y [mm]"], digits=1)
def caliper(rng):
    """An oval of 9 by 6 mm in tenths of a millimeter, 400 points, each three times"""
    return curve(lambda t: [9 * cos(t), 6 * sin(t) + cos(2 * t)], 0, tau, 400, rng, True) * 3


@shape(1)
def loop_in_twenty(rng):
    """A closed curve of three tones in R^20, 400 points, noise 2 % in each column"""
    x = curve(lambda t: [cos(t), sin(t), 0.6 * cos(2 * t), 0.6 * sin(2 * t), 0.4 * cos(3 * t), 0.4 * sin(3 * t)], 0,
              tau, 400, rng, True)
    return noisy(embed(x, 20, rng), 0.02, rng)


@shape(1)
def torus_knot(rng):
    """A knot that goes five times along a torus and twice around, 900 points, noise 1 %"""
    f = lambda t: [(2 + 0.8 * cos(5 * t)) * cos(2 * t), (2 + 0.8 * cos(5 * t)) * sin(2 * t), 0.8 * sin(5 * t)]
    return noisy(curve(f, 0, tau, 900, rng, True), 0.02, rng)


@shape(1, components=3)
def rings_of_borromeo(rng):
    """Three ellipses that hang together and in pairs do not, 250 points each, noise 2 %"""
    out = []
    for k in range(3):
        for _ in range(250):
            t = rng.uniform(0, tau)
            p = [0, 1.0 * cos(t), 0.5 * sin(t)]
            out.append([p[k], p[(k + 1) % 3], p[(k + 2) % 3]])
    return noisy(out, 0.02, rng)


# ---- surfaces: small holes, narrow necks, thin handles, horns

@shape(2, boundary=1, euler=1)
def punctured(rng):
    """A sphere with a round hole of radius 0.25, 3000 points"""
    return surface(sphere, (0, tau), (0.25, pi), 3000, rng)


@shape(2, boundary=4, euler=-2)
def button(rng):
    """A bent disc with three holes of an eighth of its radius, 3000 points, noise 0.5 %"""
    holes = [(0.45 * cos(k * tau / 3), 0.45 * sin(k * tau / 3)) for k in range(3)]
    out = []
    while len(out) < 3000:
        x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        if x * x + y * y < 1 and all((x - a) ** 2 + (y - b) ** 2 > 0.125 ** 2 for a, b in holes):
            out.append([x, y, 0.2 * x * x - 0.2 * y * y])
    return noisy(out, 0.005, rng)


@shape(2)
def pinched_torus(rng):
    """A torus whose tube narrows from 0.6 to 0.07, 4000 points"""
    def f(u, v):
        r = 0.07 + 0.53 * (1 - exp(-4 * (1 - cos(u))))
        return [(2 + r * cos(v)) * cos(u), (2 + r * cos(v)) * sin(u), r * sin(v)]
    return surface(f, (0, tau), (0, tau), 4000, rng)


@shape(2, euler=2)
def dumbbell(rng):
    """Two balls' surfaces and the neck of radius 0.08 between them, 3500 points"""
    def f(u, v):
        r = sqrt(max(0, (1 - v ** 8))) * (0.08 + 0.6 * sin(pi * v) ** 2)
        return [r * cos(u), r * sin(u), 2 * v]
    return surface(f, (0, tau), (-0.99999, 0.99999), 3500, rng)


@shape(2)
def teacup(rng):
    """A ball with a thin handle, of radius 0.09, 4000 points of a level set"""
    def h(x, y, z):
        ball = 1 - sqrt(x * x + y * y + z * z)
        handle = 0.09 - sqrt((sqrt((x - 1) ** 2 + z * z) - 0.55) ** 2 + y * y)
        return math.log(exp(25 * ball) + exp(25 * handle)) / 25
    return level(h, [-1.1, -1.1, -1.1], [1.8, 1.1, 1.1], 4000, rng)


@shape(2, euler=2)
def horned(rng):
    """A ball with two thin horns as long as its radius, 3000 points"""
    def f(u, v):
        p = sphere(u, v)
        r = 1 + sum(1.0 * exp(-(math.acos(max(-1, min(1, p[0] * s + p[2] * 0.8))) / 0.16) ** 2) for s in (0.6, -0.6))
        return [r * c for c in p]
    return surface(f, (0, tau), (0.0001, pi), 3000, rng)


# ---- surfaces: near sheets, slits, corners, density

@shape(2, components=2, euler=4)
def nut_in_shell(rng):
    """Spheres of radius 1 and 0.85, 2000 points each"""
    return [[r * c for c in p] for r in (1, 0.85) for p in surface(sphere, (0, tau), (0.0001, pi), 2000, rng)]


@shape(2, components=2, boundary=2, euler=2)
def two_sheets(rng):
    """Two bent sheets 0.15 apart, 1500 points each, noise 0.03"""
    f = lambda z: [[x, y, z + 0.3 * x * x] for x, y in box(1500, [-1, -1], [1, 1], rng)]
    return noisy(f(0) + f(0.15), 0.03, rng)


@shape(2, boundary=1, euler=1)
def slit_pipe(rng):
    """A pipe with a slit all along, a sixteenth of its girth wide, 3000 points, noise 1 %"""
    x = [[cos(a), sin(a), z] for a, z in box(3000, [0, 0], [tau * 15 / 16, 3], rng)]
    return noisy(x, 0.01, rng)


@shape(2)
def lopsided_torus(rng):
    """A torus whose density varies by 20, 3000 points"""
    return surface(torus, (0, tau), (0, tau), 3000, rng, weight=lambda u, v: exp(1.5 * cos(u)))


@shape(2, boundary=1, orientable=False)
def three_half_twists(rng):
    """A band of three half twists, 2500 points, noise 1 %"""
    def f(u, v):
        return [(2 + v * cos(1.5 * u)) * cos(u), (2 + v * cos(1.5 * u)) * sin(u), v * sin(1.5 * u)]
    return noisy(surface(f, (0, tau), (-0.6, 0.6), 2500, rng), 0.01, rng)


@shape(2, euler=2)
def brick(rng):
    """The faces of a brick of 3 by 2 by 1, 2500 points, noise 0.5 %"""
    out = []
    for k, (a, b, c) in enumerate(((3, 2, 1), (2, 1, 3), (1, 3, 2))):
        for _ in range(round(2500 * a * b / 11)):
            p = [rng.uniform(0, a), rng.uniform(0, b), rng.choice((0, c))]
            out.append([p[-k % 3], p[(1 - k) % 3], p[(2 - k) % 3]])
    return noisy(out, 0.005, rng)


@shape(2, boundary=1, euler=1)
def carpet(rng):
    """A rolled carpet of two and a half turns, 0.25 apart, 4000 points, noise 0.015"""
    f = lambda t: [(0.4 + 0.25 * t / tau) * cos(t), (0.4 + 0.25 * t / tau) * sin(t)]
    x = [p + [rng.uniform(0, 2)] for p in curve(f, 0, 2.5 * tau, 4000, rng)]
    return noisy(x, 0.015, rng)


@shape(2, euler=2, digits=1)
def rounded_ball(rng):
    """A sphere of radius 5 in tenths, 3000 points"""
    return [[5 * c for c in p] for p in surface(sphere, (0, tau), (0.0001, pi), 3000, rng)]


@shape(2, euler=2)
def ball_in_ten(rng):
    """A sphere in R^10, 800 points, noise 2 % in each column"""
    return noisy(embed(surface(sphere, (0, tau), (0.0001, pi), 800, rng), 10, rng), 0.02, rng)


@shape(2, boundary=1, euler=1)
def flat_disc(rng):
    """A flat disc in R^8, 1200 points, noise 1 %"""
    x = [[sqrt(s) * cos(a), sqrt(s) * sin(a)] for s, a in box(1200, [0, 0], [1, tau], rng)]
    return noisy(embed(x, 8, rng), 0.01, rng)


@shape(2)
def twenty_thousand(rng):
    """A torus of 20000 points, noise 3 % of its tube, 5 % of them outliers"""
    x = noisy(surface(torus, (0, tau), (0, tau), 19000, rng), 0.02, rng)
    return x + box(1000, [-3, -3, -1], [3, 3, 1], rng)


# ---- what is no manifold, or not one of one dimension

@shape(2, unfit=True)
def shelf(rng):
    """A sheet that ends on another at a right angle, 2000 points: a T, no manifold"""
    return [[x, y, 0] for x, y in box(1300, [-1, -1], [1, 1], rng)] + \
           [[0, y, z] for y, z in box(700, [-1, 0], [1, 1], rng)]


@shape(1, unfit=True)
def barbell_of_discs(rng):
    """Two filled discs joined by a line, 1800 points"""
    discs = [[c + 0.6 * sqrt(s) * cos(a), 0.6 * sqrt(s) * sin(a)] for c in (-1.5, 1.5) for s, a in
             box(700, [0, 0], [1, tau], rng)]
    return discs + line([[-0.9, 0], [0.9, 0]], 400, rng)


@shape(2, unfit=True)
def attractor(rng):
    """Henon's attractor, 2000 points: layers in layers"""
    x, y, out = 0.1, 0.1, []
    for k in range(2100):
        x, y = 1 - 1.4 * x * x + y, 0.3 * x
        out.append([x, y])
    return out[100:]


@shape(2, unfit=True)
def whiskered(rng):
    """A sphere of 2500 points with a whisker of 60"""
    return surface(sphere, (0, tau), (0.0001, pi), 2500, rng) + \
        [[0.1 * t * t, 0, 1 + t] for t in (rng.random() for _ in range(60))]


@shape(1, unfit=True)
def brownian(rng):
    """A random walk in the plane of 2000 steps"""
    x, out = [0.0, 0.0], []
    for _ in range(2000):
        x = [v + rng.gauss(0, 1) for v in x]
        out.append(x)
    return out


@shape(1, unfit=True)
def lens(rng):
    """A ring of 800 points around a cloud of 500"""
    return ring(800, rng, radius=3) + noisy([[0, 0]] * 500, 0.7, rng)


# ---- the second batch, made up after the first one's tuning half had run: what merges, and what is lost in much

shape = functools.partial(make.shape, sets=SECOND)


@shape(1, components=2)
def lanes_apart(rng):
    """Two closed lanes 0.16 apart, 2000 points each, noise 0.04 each: four deviations"""
    return noisy(ring(2000, rng, radius=2.0) + ring(2000, rng, radius=2.16), 0.04, rng)


@shape(1, components=2, boundary=4, euler=2)
def lanes_of_a_road(rng):
    """Two bent lanes 0.1 apart, 1500 points each, noise 0.03 each: three deviations"""
    f = lambda z: [[x, z + 0.5 * sin(x)] for x in (rng.uniform(0, 5) for _ in range(1500))]
    return noisy(f(0) + f(0.1), 0.03, rng)


@shape(2)
def hose(rng):
    """A torus whose tube has a twentieth of its radius, 2000 points, no noise"""
    return surface(lambda u, v: torus(u, v, 1.0, 0.05), (0, tau), (0, tau), 2000, rng)


@shape(2, boundary=2, euler=0)
def straw(rng):
    """A bent tube of radius 0.06 and length 3, open at both ends, 2500 points, noise 0.006"""
    f = lambda u, v: [(1 + 0.06 * cos(v)) * cos(u), (1 + 0.06 * cos(v)) * sin(u), 0.06 * sin(v)]
    return noisy(surface(f, (0, 3), (0, tau), 2500, rng), 0.006, rng)


@shape(2, euler=2)
def pancake(rng):
    """A flat ellipsoid of half axes 1, 1 and 0.06, 4000 points, noise 0.012"""
    f = lambda u, v: [cos(u) * sin(v), sin(u) * sin(v), 0.06 * cos(v)]
    return noisy(surface(f, (0, tau), (0.0001, pi), 4000, rng), 0.012, rng)


@shape(2, components=2, boundary=2, euler=2)
def plywood(rng):
    """Two bent sheets 0.1 apart, 2000 points each, noise 0.025"""
    f = lambda z: [[x, y, z + 0.3 * x * y] for x, y in box(2000, [-1, -1], [1, 1], rng)]
    return noisy(f(0) + f(0.1), 0.025, rng)


@shape(1)
def hairpin(rng):
    """A loop pulled out to a hairpin whose sides are 0.1 apart, 1500 points, noise 0.02"""
    rim = [[cos(t), sin(t)] for t in (0.05 + (tau - 0.1) * i / 400 for i in range(401))]
    return noisy(line(rim + [[3, -0.05], [3, 0.05]], 1500, rng, True), 0.02, rng)


@shape(1, euler=-2)
def charm(rng):
    """A circle of 1500 points with a ring of radius 0.04 and 200 points around one of its points"""
    return ring(1500, rng) + ring(200, rng, (1, 0), 0.04)


@shape(1, components=2)
def atom(rng):
    """A circle of radius 1 of 1000 points, and one of radius 0.01 of 200 points at 0.035 off it"""
    return ring(1000, rng) + ring(200, rng, (1.035, 0), 0.01)


@shape(1, boundary=1, euler=0)
def thorn(rng):
    """A circle of 20000 points with a thorn of 40 points, 0.1 long"""
    return ring(20000, rng) + line([[1, 0], [1.1, 0]], 40, rng)


@shape(1, components=2)
def lost_ring(rng):
    """A circle of 20000 points, and one of a twentieth of its radius with 60 points"""
    return ring(20000, rng) + ring(60, rng, (1.4, 0), 0.05)


@shape(2, unfit=True)
def big_ball_with_hair(rng):
    """A sphere of 15000 points with a hair of 50"""
    return surface(sphere, (0, tau), (0.0001, pi), 15000, rng) + line([[0, 0, 1], [0, 0.1, 1.35]], 50, rng)


@shape(2, components=2, euler=4)
def seed_in_ball(rng):
    """A sphere of 12000 points, and one of a twentieth of its radius with 80 points in it"""
    return surface(sphere, (0, tau), (0.0001, pi), 12000, rng) + \
        [[0.3 + 0.05 * c for c in p] for p in surface(sphere, (0, tau), (0.0001, pi), 80, rng)]


@shape(1)
def bridge(rng):
    """A figure of eight in R^3 whose strands pass 0.16 above each other, 1200 points, noise 0.03"""
    return noisy(curve(lambda t: [cos(t), sin(2 * t) / 2, 0.08 * sin(t)], 0, tau, 1200, rng, True), 0.03, rng)


@shape(1)
def tangle(rng):
    """A trefoil knot of a thin tube, whose strands pass 0.3 from each other, 1500 points, noise 0.05"""
    f = lambda t: [(2 + 0.5 * cos(3 * t)) * cos(2 * t), (2 + 0.5 * cos(3 * t)) * sin(2 * t), 0.15 * sin(3 * t)]
    return noisy(curve(f, 0, tau, 1500, rng, True), 0.05, rng)


@shape(1, boundary=2, euler=1)
def ringdown(rng):
    """An oscillation that decays over eight turns in the phase plane, 2500 points, noise 0.01"""
    f = lambda t: [exp(-0.05 * t) * cos(t), exp(-0.05 * t) * sin(t)]
    return noisy(curve(f, 0, 8 * tau, 2500, rng), 0.01, rng)


@shape(1, components=3)
def bubbles(rng):
    """Rings of radius 1, 0.3 and 0.1, 500, 150 and 100 points, noise 0.03 each"""
    return noisy(ring(500, rng) + ring(150, rng, (1.8, 0), 0.3) + ring(100, rng, (0, 0), 0.1), 0.03, rng)


@shape(2, components=2, euler=4)
def soap(rng):
    """Two spheres of radius 1 that come within 0.12, 2000 points each, noise 0.02"""
    f = lambda c: [[p[0] + c, p[1], p[2]] for p in surface(sphere, (0, tau), (0.0001, pi), 2000, rng)]
    return noisy(f(0) + f(2.12), 0.02, rng)


@shape(2, boundary=2)
def watch_strap(rng):
    """A closed strap of width 0.3 and girth 6, 1500 points, noise 0.01"""
    return noisy([[cos(a), sin(a), z] for a, z in box(1500, [0, -0.15], [tau, 0.15], rng)], 0.01, rng)


@shape(1, columns=["east [km]", "north [m]", "depth [m]"], boundary=4, euler=2, components=2)
def crossing_pipes(rng):
    """Two pipes that cross at different depths, columns of very different units, 600 points each, noise 2 %"""
    a = [[0.4 * t, 30 * t * t, 100.0] for t in (rng.uniform(-1, 1) for _ in range(600))]
    b = [[0.4 * t, -30 * t + 10, 160.0] for t in (rng.uniform(-1, 1) for _ in range(600))]
    return [[p[0] + rng.gauss(0, 0.008), p[1] + rng.gauss(0, 0.6), p[2] + rng.gauss(0, 3)] for p in a + b]


@shape(1)
def uniform_band(rng):
    """A closed curve with even noise of 6 % to both sides, 2000 points"""
    return [[2 * r * cos(a), r * sin(a)] for r, a in box(2000, [0.94, 0], [1.06, tau], rng)]


@shape(1, boundary=2, euler=1, digits=1)
def tenths(rng):
    """A bow of 20 in tenths, noise 0.1, 2500 points"""
    return noisy([[x, 3 + 2 * sin(0.2 * x)] for x in (rng.uniform(0, 20) for _ in range(2500))], 0.1, rng)


@shape(2, boundary=1, euler=1, digits=1)
def terraced(rng):
    """A gentle slope of 20 by 20 with heights in tenths that rise by 1, 3000 points"""
    return [[x, y, 0.05 * x + 0.3 * sin(0.3 * y)] for x, y in box(3000, [0, 0], [20, 20], rng)]


@shape(2, boundary=1, euler=1)
def rough_sheet(rng):
    """A bent sheet with noise of 6 % that is heavier to one side, 2500 points"""
    return [[x, y, 0.4 * x * x + 0.06 * (rng.expovariate(1) - 1)] for x, y in box(2500, [-1, -1], [1, 1], rng)]


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 28), (SECOND, 29))
