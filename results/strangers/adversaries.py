"""Data sets that were made up to refute verdicts, each with known truth: python3 adversaries.py FOLDER [NAME ...]

Like make.py, whose tools these are: narrow, small, thin, near, sparse and uneven things in otherwise usual data.
"""
import functools, math, sys
from math import cos, sin, pi, sqrt, exp, tau

import make
from make import box, curve, embed, line, noisy, sphere, spline, surface, torus

SETS, SECOND, THIRD = {}, {}, {}
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


# ---- the third batch, drawn when all of the above had been run: half tempt a verdict, half are plain

shape = functools.partial(make.shape, sets=THIRD)


@shape(1, boundary=2, euler=1)
def paper_clip(rng):
    """A paper clip of three bends, strands 0.2 apart or more, 1200 points, noise 0.01"""
    bend = lambda x, y, r, a, b: [[x + r * cos(t), y + r * sin(t)] for t in (a + (b - a) * i / 60 for i in range(61))]
    way = [[0.2, 0.5]] + bend(2, 0.3, 0.2, pi / 2, -pi / 2) + bend(0, 0.4, 0.3, -pi / 2, -3 * pi / 2) + \
        bend(2.2, 0.3, 0.4, pi / 2, -pi / 2) + [[0, -0.1]]
    return noisy(line(way, 1200, rng), 0.01, rng)


@shape(1, components=2, boundary=2, euler=1)
def letter_i(rng):
    """An i: a bar of 600 points, and a ring of radius 0.08 and 100 points for its dot"""
    return noisy(line([[0, 0], [0.05, 1]], 600, rng) + ring(100, rng, (0.07, 1.25), 0.08), 0.005, rng)


@shape(1, components=6, boundary=12, euler=6)
def stitches(rng):
    """A bow of six stitches of 0.5 with 0.12 between, 900 points, noise 0.004"""
    return noisy([[x, 0.2 * sin(x)] for x in (0.62 * rng.randrange(6) + 0.5 * rng.random() for _ in range(900))],
                 0.004, rng)


@shape(1, components=3, boundary=6, euler=3)
def braid(rng):
    """Three strands plaited once and a half, 0.35 apart where they pass, 2000 points, noise 0.02"""
    f = lambda k: (lambda t: [sin(t + k * tau / 3), t / 2, 0.35 * sin(2 * (t + k * tau / 3))])
    return noisy([p for k in range(3) for p in curve(f(k), 0, 3 * pi, 667, rng)], 0.02, rng)


@shape(1, components=2, boundary=4, euler=2)
def nearly_t(rng):
    """A stem that stops 0.08 below its bar, 1000 points, noise 0.003"""
    return noisy(line([[-1, 1], [1, 1]], 600, rng) + line([[0, -0.5], [0, 0.92]], 400, rng), 0.003, rng)


@shape(1)
def almond(rng):
    """Two arcs that meet at both ends at 40 degrees, 900 points, noise 0.5 %"""
    f = lambda s: [[cos(t), s * (sin(t) - 0.94)] for t in (1.22 + (1.92 - 1.22) * i / 200 for i in range(201))]
    return noisy(line(f(1) + f(-1)[::-1], 900, rng, True), 0.0015, rng)


@shape(1, boundary=1, euler=0)
def racket(rng):
    """An oval with a handle, 900 points, noise 1.5 %"""
    oval = line([[1 + 0.7 * cos(t), 0.5 * sin(t)] for t in (tau * i / 300 for i in range(300))], 620, rng, True)
    return noisy(oval + line([[0.3, 0], [-0.9, 0]], 280, rng), 0.012, rng)


@shape(1)
def lognormal_ring(rng):
    """A circle with lognormal noise to the outside, 1500 points"""
    return [[r * cos(a), r * sin(a)] for r, a in ((1 + 0.03 * exp(0.7 * rng.gauss(0, 1)), rng.uniform(0, tau))
                                                 for _ in range(1500))]


@shape(1, components=2, boundary=4, euler=2)
def tram(rng):
    """Two arcs 0.25 apart, 800 points each, noise 0.05: five deviations"""
    return noisy(ring(800, rng, radius=2, end=4) + ring(800, rng, radius=2.25, end=4), 0.05, rng)


@shape(1, components=3, boundary=6, euler=3)
def three_lanes(rng):
    """Three bent lanes 0.12 apart, 1000 points each, noise 0.035: 3.4 deviations"""
    return noisy([[x, 0.12 * k + 0.3 * cos(x)] for k in range(3) for x in (rng.uniform(0, 5) for _ in range(1000))],
                 0.035, rng)


@shape(2)
def flat_tire(rng):
    """A torus whose tube is flattened to half axes of 0.5 and 0.06, 3000 points, no noise"""
    f = lambda u, v: [(2 + 0.5 * cos(v)) * cos(u), (2 + 0.5 * cos(v)) * sin(u), 0.06 * sin(v)]
    return surface(f, (0, tau), (0, tau), 3000, rng)


@shape(2, unfit=True)
def blister(rng):
    """A sheet with a dome on it, which encloses air, 2500 points: no manifold"""
    dome = [[0.5 * c for c in p[:2]] + [0.5 * p[2]] for p in surface(sphere, (0, tau), (0.0001, pi / 2), 900, rng)]
    return [[x, y, 0] for x, y in box(1600, [-1, -1], [1, 1], rng)] + dome


@shape(2, boundary=2, euler=0)
def mask(rng):
    """A sphere with two holes of radius 0.25 with a bridge of 0.15 between, 3500 points"""
    eyes = [(sin(a), 0, cos(a)) for a in (0.33, -0.33)]
    out = surface(sphere, (0, tau), (0.0001, pi), 3600, rng)
    return [p for p in out if all(math.dist(p, e) > 0.25 for e in eyes)]


@shape(2, unfit=True)
def sieve(rng):
    """Sierpinski's triangle, 2500 points"""
    x, out = [0.3, 0.2], []
    for k in range(2520):
        x = [(v + w) / 2 for v, w in zip(x, rng.choice(([0, 0], [1, 0], [0.5, 0.87])))]
        out.append(x)
    return out[20:]


@shape(1, unfit=True)
def galaxy(rng):
    """A bulge of 700 points and two arms of 500 that scatter"""
    arm = lambda s: [[s * exp(0.25 * t) * cos(t), s * exp(0.25 * t) * sin(t)] for t in
                     (rng.uniform(0, 4) for _ in range(500))]
    return noisy([[0, 0]] * 700, 0.5, rng) + noisy(arm(1) + arm(-1), 0.15, rng)


@shape(1)
def belt(rng):
    """A belt around two wheels of unlike size, 800 points, noise 1 %"""
    a = math.asin(0.3)  # radii 1 and 0.4, 2 apart
    rim = [[cos(t), sin(t)] for t in (pi / 2 - a + (pi + 2 * a) * i / 150 for i in range(151))]
    rim += [[2 + 0.4 * cos(t), 0.4 * sin(t)] for t in (-pi / 2 + a + (pi - 2 * a) * i / 80 for i in range(81))]
    return noisy(line(rim, 800, rng, True), 0.01, rng)


@shape(1, columns=["east [km]", "north [km]"], digits=2)
def coast(rng):
    """An island's coast: harmonics up to 15 that fall off as k^-1.6, in kilometers with two decimals, 2000 points"""
    phases = [rng.uniform(0, tau) for _ in range(16)]
    def f(t):
        r = 20 * (1 + 0.35 * sum(k ** -1.6 * cos(k * t + phases[k]) for k in range(2, 16)))
        return [r * cos(t), r * sin(t)]
    return curve(f, 0, tau, 2000, rng, True)


@shape(1, columns=["time [s]", "voltage [mV]"], boundary=2, euler=1)
def heart_beats(rng):
    """Three heart beats over time, 1500 points by length, noise of 2 ms and 2 microvolts"""
    wave = lambda t, c, w, h: h * exp(-((t % 0.8 - c) / w) ** 2)
    f = lambda t: [t, wave(t, 0.2, 0.03, 0.15) + wave(t, 0.35, 0.012, 1.1) - wave(t, 0.38, 0.012, 0.25) +
                   wave(t, 0.6, 0.05, 0.3)]
    return noisy(curve(f, 0, 2.4, 1500, rng), 0.002, rng)


@shape(1, columns=["equation of time [min]", "declination [deg]"], digits=2, euler=-1)
def analemma(rng):
    """The sun at noon on 1000 days, in minutes and degrees with two decimals: a figure of eight"""
    f = lambda d: [9.87 * sin(2 * d) - 7.53 * cos(d) - 1.5 * sin(d), 23.45 * sin(d)]
    return [f(rng.uniform(0, tau)) for _ in range(1000)]


@shape(1)
def hysteresis(rng):
    """A loop of magnetization with two tips, 900 points, noise 0.5 %"""
    f = lambda t: [1.5 * cos(t), math.tanh(2 * (1.5 * cos(t) + 0.4 * sin(t)))]
    return noisy(curve(f, 0, tau, 900, rng, True), 0.005, rng)


@shape(1, columns=["red", "green", "blue"], digits=0)
def hues(rng):
    """Hues of full saturation, red, green and blue from 0 to 255, 900 points: a hexagon in R^3"""
    corners = [[255, 0, 0], [255, 255, 0], [0, 255, 0], [0, 255, 255], [0, 0, 255], [255, 0, 255]]
    return line(corners, 900, rng, True)


@shape(2, boundary=2)
def phase_cylinder(rng):
    """A pendulum that turns: cosine and sine of its angle, and its speed, for energies in a range, 2500 points"""
    return surface(lambda u, v: [cos(u), sin(u), sqrt(v + cos(u))], (0, tau), (1.6, 4), 2500, rng)


@shape(1)
def turntable(rng):
    """Sixteen features of a thing on a turntable: three harmonics, 360 points, noise 1.5 %"""
    x = [[h * g(k * t) for k, h in ((1, 1), (2, 0.5), (3, 0.3)) for g in (cos, sin)] for t in
         (rng.uniform(0, tau) for _ in range(360))]
    return noisy(embed(x, 16, rng), 0.015, rng)


@shape(2, boundary=1, euler=1)
def shell_roof(rng):
    """A roof that is a saddle, 2000 points, noise 1 %"""
    return noisy([[x, y, 0.4 * x * y] for x, y in box(2000, [-1, -1.5], [1, 1.5], rng)], 0.01, rng)


@shape(2, euler=2)
def egg(rng):
    """Scan of an egg, noise 0.5 %, 2500 points"""
    f = lambda u, v: [(0.8 + 0.1 * cos(v)) * c if j < 2 else 1.1 * c for j, c in enumerate(sphere(u, v))]
    return noisy(surface(f, (0, tau), (0.0001, pi), 2500, rng), 0.005, rng)


@shape(2, boundary=1, euler=1)
def peel(rng):
    """A lemon's peel: a strip 0.35 wide around a sphere, two and a half turns 0.55 apart, 3000 points"""
    f = lambda u, v: sphere(2.5 * tau * u, 0.6 + 1.4 * u + 0.35 * v)
    return surface(f, (0, 1), (0, 1), 3000, rng)


@shape(2, boundary=2)
def elbow(rng):
    """A pipe's elbow of 90 degrees, open at both ends, 2500 points, noise 0.8 %"""
    f = lambda u, v: [(1.5 + 0.5 * cos(v)) * cos(u), (1.5 + 0.5 * cos(v)) * sin(u), 0.5 * sin(v)]
    return noisy(surface(f, (0, pi / 2), (0, tau), 2500, rng), 0.008, rng)


@shape(1, columns=["log dose", "response [%]"], digits=1, boundary=2, euler=1)
def dose(rng):
    """A response to doses, 600 points, noise of 3 %, both to one decimal"""
    return [[t, 100 / (1 + exp(-2.2 * t)) + rng.gauss(0, 3)] for t in (rng.uniform(-3, 3) for _ in range(600))]


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 28), (SECOND, 29), (THIRD, 30))
