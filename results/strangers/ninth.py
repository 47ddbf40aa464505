"""A ninth batch of tables as they are brought, drawn blind, with known truth.

python3 ninth.py FOLDER [tuning|held_out|NAME ...]

Like eighth.py, with tools of seventh.py, sixth.py, fifth.py, fourth.py and make.py. 28 are plain,
of which 18 are surfaces, 12 tempt a verdict. As there, what the scientist expects is true: an hour,
a longitude and a rotation close, and a date, a name or the number of a buoy is no coordinate.
"""
import functools, sys
from math import asin, atan2, cos, degrees, dist, exp, hypot, log10, pi, radians, sin, sqrt
from math import tanh, tau

import make, seventh
from make import box, curve, embed, line, noisy, sphere, spline, surface, torus
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

# ---- tools

def off_line(x, a, b):
    """How far x is from the segment from a to b."""
    d = [q - p for p, q in zip(a, b)]
    t = sum(v * (w - p) for v, w, p in zip(d, x, a)) / sum(v * v for v in d)
    return dist(x, [p + min(1, max(0, t)) * v for p, v in zip(a, d)])

def tube(way, radius, n, rng):
    """n points of a tube around a polyline; radius(t), t from 0 to 1 along the polyline's steps."""
    steps = len(way) - 1
    weights = [dist(way[k], way[k + 1]) * radius(k / steps) for k in range(steps)]
    for k in rng.choices(range(steps), weights, k=n):
        t, d = rng.random(), unit([q - p for p, q in zip(way[k], way[k + 1])])
        v = [rng.gauss(0, 1) for _ in range(3)]
        along = sum(p * q for p, q in zip(v, d))
        v = unit([p - along * q for p, q in zip(v, d)])
        r = radius((k + t) / steps)
        yield [p + t * (q - p) + r * w for p, q, w in zip(way[k], way[k + 1], v)]

def revolved(profile, n, rng):
    """n points, by area, of a profile of radii and heights that is turned around."""
    weights = [dist(a, b) * (a[0] + b[0]) for a, b in zip(profile, profile[1:])]
    for k in rng.choices(range(len(weights)), weights, k=n):
        (a, b), (c, d), t, u = profile[k], profile[k + 1], rng.random(), rng.uniform(0, tau)
        if rng.random() * max(a, c) > a + t * (c - a):
            t = 1 - t
        r = a + t * (c - a)
        yield [r * cos(u), r * sin(u), b + t * (d - b)]

# ---- plain surfaces

@shape(2, "x [mm]|y [mm]|z [mm]", boundary=6, euler=-4, digits=4)
def scaffold(rng):
    """One cell of a printed scaffold, whose skin opens to six sides, by tomography, noise 1 %"""
    f = lambda x, y, z: (cos(x) + cos(y) + cos(z)) / 1.6
    rows = scaled(skin(f, [-pi] * 3, [pi] * 3, 5000, rng, 0.06), [1.2 / tau] * 3, [7.8, 3, 0.6])
    return noisy(rows, 0.006, rng)
@shape(2, "Probe|pO2 [mmHg]|pCO2 [mmHg]|pH|SO2", boundary=1, euler=1, digits=3)
def blood_gas(rng):
    """Oxygen, carbon dioxide, pH and saturation, with percent signs, of 1400 samples, noise 1 %"""
    rows = []
    for o, c in box(1400, [14, 22], [95, 66], rng):
        h = 6.1 + log10(24 / (0.03 * c))
        s = 100 / (1 + (26.8 * 10 ** (0.48 * (7.4 - h)) / o) ** 2.7)
        rows.append(rough([[o, c, h]], [0.8, 0.4, 0.005], rng)[0])
        rows[-1].append("%.1f%%" % min(99.9, rng.gauss(s, 0.7)))
    return [["B%05d" % rng.randrange(100000)] + r for r in lost(rows, None, 0.004, ["----"], rng)]
@shape(2, "X|Y|Z", digits=2)
def vertebra(rng):
    """A vertebra's surface in mm, with its hole and three processes, 7000 points, noise 0.15 mm"""
    def f(*p):
        x, y, z = p
        body = 16 * (hypot(x / 22, y / 17, z / 14) - 1)
        arch = hypot(hypot(x, y + 27) - 15, z / 1.6) - 3.6
        rods = [off_line(p, [0, -43, 0], [0, -68, -9]) - 4.6]
        rods += [off_line(p, [s * 15, -28, 0], [s * 37, -36, 0]) - 4.2 for s in (-1, 1)]
        return melt(1.2, body, arch, *rods)
    rows = skin(f, [-45, -77, -18], [45, 20, 18], 7000, rng, 0.4)
    return scaled(noisy(rows, 0.15, rng), [1] * 3, [-12.4, 96.1, -418])
@shape(2, "sat|UTC|lat [deg]|lon [deg]", euler=2, digits=3, ordered=True)
def occultations(rng):
    """Where 1700 soundings by navigation satellites touched the air, all over the Earth"""
    for k, (a, s) in enumerate(box(1700, [0, -1], [360, 1], rng)):
        yield [rng.choice(("C2E1", "C2E4", "MTPB")), stamp(k, 51), degrees(asin(s)), a]
@shape(2, "Rechts|Hoch|H", boundary=3, euler=-1, digits=3, write=";,")
def corrugated(rng):
    """A corrugated roof of 6 by 4 m with two openings of 1 by 0.8 m, scanned, noise 8 mm"""
    def f(x, y):
        z = 0.12 * sin(tau * x)
        return [x, y * cos(0.35) - z * sin(0.35), y * sin(0.35) + z * cos(0.35)]
    keep = lambda x, y: not (1.2 < x < 2.2 and 1.2 < y < 2 or 3.9 < x < 4.9 and 2 < y < 2.8)
    rows = noisy(surface(f, (0, 6), (0, 4), 6500, rng, keep), 0.008, rng)
    return [[103.2 + x * cos(0.8) - y * sin(0.8), 88.4 + x * sin(0.8) + y * cos(0.8), 5.1 + z]
            for x, y, z in rows]
@shape(2, "E [m]|N [m]|Z [m]", boundary=2, digits=2)
def velodrome(rng):
    """The banked track of a velodrome, 7.5 m wide and steeper at its ends, 5000 points, noise 3 cm"""
    def f(t, v):
        n, bank = unit([26 * cos(t), 48 * sin(t)]), radians(27 + 15 * cos(2 * t))
        return [48 * cos(t) + v * cos(bank) * n[0], 26 * sin(t) + v * cos(bank) * n[1],
                v * sin(bank)]
    rows = noisy(surface(f, (0, tau), (0, 7.5), 5000, rng), 0.03, rng)
    return scaled(rows, [1] * 3, [391870, 5820460, 38])
@shape(2, "x_mm|y_mm|z_mm", boundary=2, digits=3, write="\t.")
def cochlea(rng):
    """The wall of an ear's duct, two turns and a half that narrow, open at both ends, noise 15 um"""
    r = lambda u: 5.6 - 1.5 * u
    way = [[r(u) * cos(tau * u), r(u) * sin(tau * u), 1.2 * u] for u in (
        k / 240 for k in range(601))]
    return noisy(tube(way, lambda t: 0.6 - 0.25 * t, 8000, rng), 0.015, rng)
@shape(2, "X [m]|Y [m]|Z [m]", boundary=1, orientable=False, digits=3)
def sculpture(rng):
    """A sculptor's closed band with three half twists, scanned, 3500 points, noise 1 cm"""
    f = lambda u, v: [(1.5 + v * cos(1.5 * u)) * cos(u), (1.5 + v * cos(1.5 * u)) * sin(u),
                      2.1 + v * sin(1.5 * u)]
    return noisy(surface(f, (0, tau), (-0.42, 0.42), 3500, rng), 0.01, rng)
@shape(2, ["stim"] + ["unit%02d [Hz]" % k for k in range(1, 13)], orientable=False, digits=2)
def simple_cells(rng):
    """Rates of twelve cells that see gratings of any direction and phase, 3600 stimuli, noise 2 %"""
    for a, b in box(3600, [0, 0], [pi, tau], rng):
        row = []
        for k in range(12):
            c = a - k % 4 * pi / 4
            row.append(rng.gauss(24 + 18 * exp(0.8 * (cos(2 * c) - 1)) * cos(
                b + 2.1 * (k // 4) * cos(c)), 0.5))
        yield ["g%04d.png" % rng.randrange(10000)] + row
@shape(2, "x|y|z|cell", components=4, euler=8, digits=3)
def red_cells(rng):
    """Membranes of four red blood cells, hollow at both sides, in micrometers, noise 0.04"""
    def f(u, w):
        s = sin(w) ** 2
        return [3.91 * sin(w) * cos(u), 3.91 * sin(w) * sin(u),
                0.5 * cos(w) * (1.3 + 7.6 * s - 4.39 * s * s)]
    for name, at in zip("ABCD", ([9, 10, 6], [20.5, 11, 7], [10, 22, 5], [21, 22.5, 8])):
        rows = embed(surface(f, (0, tau), (0.0001, pi), 1900, rng), 3, rng)
        yield from ([p + q for p, q in zip(r, at)] + ["RBC_" + name]
                    for r in noisy(rows, 0.04, rng))
@shape(2, "sc|utc|Xgsm [Re]|Ygsm [Re]|Zgsm [Re]", boundary=1, euler=1, digits=2, ordered=True)
def magnetopause(rng):
    """Where satellites crossed the edge of the Earth's field, more at its nose, noise 2 %"""
    def f(a, t):
        r = 10.5 * (2 / (1 + cos(t))) ** 0.58
        return [r * cos(t), r * sin(t) * cos(a), r * sin(t) * sin(a)]
    rows = surface(f, (0, tau), (0.0001, 2), 2200, rng, weight=lambda a, t: exp(-t))
    for k, r in enumerate(noisy(rows, 0.22, rng)):
        yield ["TH" + rng.choice("ADE"), stamp(k, 20700)] + r
@shape(2, "kx [1/Å]|ky [1/Å]|kz [1/Å]", boundary=8, euler=-6, digits=4)
def copper(rng):
    """Copper's Fermi surface within one zone, with eight necks to its faces, noise 0.5 %"""
    def f(x, y, z):
        q, rods = x * x + y * y + z * z, []
        for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            rods.append(sqrt(max(0, q - (x + a * y + b * z) ** 2 / 3)) - 0.155)
        return melt(25, sqrt(q) - 0.775, *rods)
    rows = [r for r in skin(f, [-0.82] * 3, [0.82] * 3, 10800, rng, 0.012)
            if sum(map(abs, r)) < 1.5][:7800]
    return noisy(scaled(rows, [1.738] * 3), 0.007, rng)
@shape(2, "cell|mouse|Cyp2e1|Cyp2f2|Alb|Glul|Bmal1|Per2|Dbp|Cry1|Elovl3|Pck1", boundary=2, digits=3)
def liver(rng):
    """Ten genes of 2600 liver cells at any place between two veins and any hour, noise 2.5 %"""
    for z, t in box(2600, [0, 0], [1, tau], rng):
        row = [2.6 * z + 0.4, 3 - 2 * z * z, 4 - 0.9 * z, 0.2 + 1.6 * z ** 3, 1.5 + cos(t),
               1.4 + cos(t - 3.3), 1.8 + 1.1 * cos(t - 2.2), 1.2 + 0.7 * cos(t - 5),
               1.6 + 0.9 * cos(t + 0.7) + 0.8 * z, 2 + (0.5 + 0.6 * (1 - z)) * cos(t - 1.2) - z]
        yield ["".join(rng.choices("ACGT", k=12)), "m%d" % rng.randrange(1, 11)] + noisy(
            [row], 0.06, rng)[0]
@shape(2, "run|S1|S2|S3|S4|S5|S6", boundary=1, euler=1, digits=3, ordered=True)
def e_nose(rng):
    """Six sensors in mixtures of ethanol and carbon monoxide, with a row of units, noise 1 %"""
    yield ["-"] + ["kOhm"] * 6
    kinds = [(41, 5, 0.3, 0.55), (28, 0.4, 4, 0.6), (66, 2, 2.2, 0.45), (19, 6, 1, 0.35),
             (52, 0.8, 1.2, 0.8), (33, 0.3, 7, 0.4)]
    for k, (a, b) in enumerate(box(1300, [0.1, 0.1], [1, 1], rng)):
        yield ["%s-%d" % ("ABC"[k % 3], k // 3)] + [
            r * (1 + p * a + q * b) ** -e * rng.gauss(1, 0.006) for r, p, q, e in kinds]
@shape(2, "x|y|z", digits=4)
def stellarator(rng):
    """The skin of a stellarator's plasma, five periods, in meters with exponents, noise 1 cm"""
    def f(t, a):
        r = 5.5 + 0.3 * cos(5 * a) + 0.66 * cos(t) + 0.2 * cos(t - 5 * a)
        return [r * cos(a), r * sin(a), 0.66 * sin(t) - 0.2 * sin(t - 5 * a) - 0.3 * sin(5 * a)]
    return [["%.5E" % v for v in r]
            for r in noisy(surface(f, (0, tau), (0, tau), 6000, rng), 0.01, rng)]
@shape(2, "x [mm]|y [mm]|z [mm]", boundary=2, digits=2)
def archtop(rng):
    """The arched top of a guitar with its oval hole, 4200 points, noise 0.3 mm"""
    w = lambda y: sqrt(1 - (y / 250) ** 6) * (150 - 0.17 * y + 32 * cos(tau * (y + 110) / 260))
    keep = lambda x, y: abs(x) < w(y) and hypot(x / 45, (y - 45) / 34) > 1
    f = lambda x, y: [x, y, 26 * exp(-(x / 120) ** 2 - (y / 160) ** 2)]
    return noisy(surface(f, (-210, 210), (-250, 250), 4200, rng, keep), 0.3, rng)
@shape(2, "X|Y|Z", digits=1, write=";.")
def knotted_hose(rng):
    """A hose that is knotted like an eight, its ends joined, in mm, 7000 points, noise 0.4 mm"""
    way = [[(2 + cos(2 * t)) * cos(3 * t), (2 + cos(2 * t)) * sin(3 * t), 1.3 * sin(4 * t)]
           for t in (tau * k / 900 for k in range(901))]
    return noisy(scaled(tube(way, lambda t: 0.26, 7000, rng), [60] * 3), 0.4, rng)
@shape(2, ["trial"] + ["F%d [N]" % k for k in range(1, 7)], boundary=2, digits=2, ordered=True)
def ring_table(rng):
    """Six load cells of a table with a hole of 0.4 m, a weight at 1800 places on it, noise 1 %"""
    for k in range(1800):
        r, a = sqrt(rng.uniform(0.16, 1)), rng.uniform(0, tau)
        c = [r * cos(a - pi / 3 * j) for j in range(6)]
        yield ["t%04d" % k] + [rng.gauss(20 + 19 * v + 3 * v * v, 0.35) for v in c]

# ---- plain curves

@shape(1, "Frau|LH [IU/l]|FSH [IU/l]|E2 [pg/ml]|P4 [ng/ml]|InhB [pg/ml]", digits=2, write=";,")
def hormones(rng):
    """Five hormones through the cycles of 40 women, <0,1 where there is little, noise 2 %"""
    wave = lambda d, at, s: sum(bell(d + 28 * j, at, s) for j in (-1, 0, 1))
    for d in (rng.uniform(0, 28) for _ in range(1500)):
        r = rough([[5 + 38 * wave(d, 14, 1.3), 4 + 4.5 * wave(d, 2, 4) + 10 * wave(d, 14, 1.4),
                    45 + 240 * wave(d, 12.4, 2.3) + 130 * wave(d, 19.5, 3), 0.4 + 14 * wave(
                        d, 22.3, 2.9), 25 + 95 * wave(d, 7.5, 3.4) + 40 * wave(d, 15, 1.6)]],
                  [0.8, 0.22, 5, 0.22, 1.9], rng)[0]
        yield ["P%02d" % rng.randrange(1, 41)] + [v if v >= 0.1 else "<0,1" for v in r]
@shape(1, "station|hour [h]|direction [deg]|speed [m/s]", digits=2)
def sea_breeze(rng):
    """Hour, direction and speed of a wind that turns once around each day, errors of 6 degrees"""
    for h in (rng.uniform(0, 24) for _ in range(1500)):
        d = 15 * h + 195 + 22 * sin(tau * (h - 3) / 24)
        yield [rng.choice(("Pier", "Dune")), h, (d + rng.gauss(0, 6)) % 360,
               3.9 - 1.9 * cos(tau * (h - 3) / 24) + rng.gauss(0, 0.12)]
@shape(1, "min|910|1035|1105|1182|1247|1296|1362|1414|1460|1508|1607|1730|2920|3035|3400".replace(
    "|", " cm-1|") + " cm-1", boundary=2, euler=1, digits=4)
def resin(rng):
    """Absorbance of a resin that cures in two steps at 15 wave numbers, 450 spectra, noise 1 %"""
    parts = [[rng.uniform(0.05, 0.9) for _ in range(15)] for _ in range(3)]
    for t in (150 * rng.random() for _ in range(450)):
        a, c = exp(-t / 30), logistic((t - 80) / 16)
        b = 1 - a - (1 - a) * c
        yield ["%d" % t] + [sum(v * p[k] for v, p in zip((a, b, 1 - a - b), parts)) + 0.05 + (
            0.004 * rng.gauss(0, 1)) for k in range(15)]
@shape(1, "u [px]|v [px]", euler=-6, digits=1)
def truss(rng):
    """A bridge's truss of 15 bars between nine nodes, traced from a picture, noise 1 px"""
    low = [[80 + 300 * k, 700] for k in range(5)]
    top = [[230 + 300 * k, 440] for k in range(4)]
    bars = [*zip(low, low[1:]), *zip(top, top[1:]), *zip(low, top), *zip(top, low[1:])]
    return noisy(paths(bars, 3000, rng), 1, rng)
@shape(1, "x [mm]|y [mm]|z [mm]", components=2, boundary=7, euler=2, digits=2)
def bubble_chamber(rng):
    """A beam's track, four tracks from where it ends, and a fork of two apart, noise 0.3 mm"""
    def track(at, a, slope, bend, long):
        out, x, y, z = [], *at
        for _ in range(int(long)):
            out.append([x, y, z])
            x, y, z, a = x + cos(a), y + sin(a), z + slope, a + bend
        return out
    ways = [[[-280, 0, 0], [0, 0, 0]], track([0, 0, 0], 0.9, 0.35, 0.002, 230),
            track([0, 0, 0], 0.1, -0.4, -0.001, 260), track([0, 0, 0], -0.9, 0.3, -0.0025, 220),
            track([0, 0, 0], 2.2, -0.2, 0.004, 200), track([90, 45, 70], 0.75, 0.2, 0.003, 170),
            track([90, 45, 70], 0.05, 0.3, -0.002, 190)]
    return noisy(paths(ways, 2000, rng), 0.3, rng)
@shape(1, "SID|NAME|ISO_TIME|LAT|LON", components=3, boundary=6, euler=3, digits=2)
def typhoons(rng):
    """Ways of three storms over the Pacific, two across 180 degrees, errors of 0.15 degrees"""
    ways = {"MALO": [[6, 182], [10, 172], [14, 162], [22, 151], [29, 151], [34, 158]],
            "INES": [[9, 143], [14, 135], [20, 128], [30, 126], [41, 134]],
            "KEPA": [[11, 212], [14, 199], [20, 187], [30, 178], [42, 179]]}
    for name, way in ways.items():
        for k, (a, b) in enumerate(noisy(line(spline(way), 400, rng), 0.15, rng)):
            yield ["2023%03dN" % (len(name) * 40 + ord(name[0])), name, stamp(k, 1800), a,
                   b - 360 if b > 180 else b]
@shape(1, "station|X|Y|Z", boundary=3, digits=2)
def cave(rng):
    """Middle lines of a cave: a way in, a loop, and two passages that end, errors of 0.25 m"""
    a, b, c = [40, 5, -18], [120, 30, -42], [165, 20, -60]
    ways = [spline([[0, 0, 0], [18, 8, -10], a]), spline([a, [62, 30, -20], [95, 42, -30], b]),
            spline([a, [60, -14, -30], [98, -8, -46], b]), spline([b, [142, 30, -55], c]),
            spline([c, [185, 45, -58], [215, 52, -44]]), spline([c, [180, -5, -72], [222, -18, -80]])]
    rows = noisy(paths(ways, 1800, rng), 0.25, rng)
    return [["%s%d" % (rng.choice("ABCD"), rng.randrange(1, 200))] + r for r in rows]

# ---- plain, without a manifold

@shape(None, "u' [m/s]|v' [m/s]|w' [m/s]", unfit=True, digits=4, ordered=True)
def turbulence(rng):
    """Three parts of a wind's gusts at 2000 times, which hardly depend on one another"""
    x = [0, 0, 0]
    for _ in range(2000):
        x = [0.4 * v + rng.gauss(0, s) for v, s in zip(x, (0.9, 0.7, 0.5))]
        yield [x[0], x[1], x[2] - 0.3 * x[0]]
@shape(None, "fixed acidity|volatile acidity|sugar|chlorides|density|pH|alcohol|quality", unfit=True,
       digits=3, write=";.")
def wines(rng):
    """Seven measures and marks of 1000 wines, red and white, which vary in all of them"""
    for g, *p in cloud(1000, [1] * 7, rng):
        red = rng.random() < 0.35
        a = 10.5 + 1.1 * g
        yield [(8.2 if red else 6.8) + p[0], max(0.1, (0.5 if red else 0.28) + 0.09 * p[1]),
               5.1 * exp(0.5 * p[2]), 0.06 * exp(0.25 * p[3]), 0.9985 - 0.0013 * g + 0.0011 * p[4],
               (3.3 if red else 3.18) + 0.14 * p[5] - 0.05 * p[0], a,
               "%d" % min(9, max(3, 5.9 + 0.4 * g + rng.gauss(0, 0.7)))]
@shape(None, "x [um]|y [um]|brightness", unfit=True, digits=3)
def colloids(rng):
    """1500 balls that lie anywhere in a layer, none over another, and how bright each is"""
    out = []
    while len(out) < 1500:
        p = box(1, [0, 0], [60, 45], rng)[0]
        if all(dist(p, q) > 0.85 for q in out):
            out.append(p)
    return [p + [rng.gauss(140, 18)] for p in out]

# ---- what tempts verdicts

@tempts(1, "rx [rad]|ry [rad]|rz [rad]", digits=4)
def turned_body(rng):
    """Rotation vectors of a body that turns once about an axis that nods: closed beyond pi"""
    for t in turns(1200, rng):
        a = [0.5 * sin(t) + 0.2, 0.4 * cos(2 * t) - 0.1, 1]
        s = t if t < pi else t - tau
        v = rough([[s * c for c in unit(a)]], [0.025] * 3, rng)[0]
        r = hypot(*v)
        yield [c * (r - tau) / r for c in v] if r > pi else v
@tempts(1, "x [nm]|y [nm]|z [nm]", digits=2)
def plasmid(rng):
    """A ring of DNA that is wound about itself, its strands 9 nm apart, noise 0.6 nm"""
    def f(s):
        a, z = 4.5 * tanh(3 * sin(s)), 60 * cos(s)
        return [a * cos(z / 10), a * sin(z / 10), z]
    return noisy(curve(f, 0, tau, 1500, rng, True), 0.6, rng)
@tempts(1, "buoy|time|lat|lon", boundary=2, euler=1, digits=4, ordered=True)
def ice_drift(rng):
    """A station on the ice that drifts past the pole at 60 km, errors of 2 km, 900 places"""
    way = spline([[4.2, -2], [2.6, -0.9], [1.2, 0.1], [-0.1, 0.55], [-1.5, 0.5], [-2.6, -0.5],
                  [-3.1, -2]], 150)
    for k in range(900):
        x, y = noisy([way[k]], 0.018, rng)[0]
        yield ["300234065%d" % (k % 3), stamp(k, 10800), 90 - hypot(x, y), degrees(atan2(y, x))]
@tempts(1, "date|T [degC]|O2 [mg/l]|Chl-a [ug/l]|Secchi [m]", digits=2, ordered=True)
def lake_years(rng):
    """Heat, oxygen, green and sight of a lake by days of five like years, dates as numbers, 1.5 %"""
    for k in range(1826):
        t = tau * k / 365.25
        r = rough([[12.5 - 9.5 * cos(t - 0.6), 10 + 2.4 * cos(t - 0.9) + 0.7 * sin(2 * t),
                    9 - 5 * cos(t + 1.6) + 2 * cos(2 * t - 2.4),
                    4.2 + 1.9 * cos(t + 2.6) + 0.5 * cos(2 * t)]], [0.3, 0.09, 0.2, 0.06], rng)[0]
        yield [stamp(k - 2200, 86400)[:10].replace("-", "")] + r
@tempts(1, "x [m]|y [m]", boundary=2, euler=1, digits=4)
def chalk_mark(rng):
    """A mark on a tire that rolls five times around, with its cusps, 1200 points, noise 4 mm"""
    f = lambda t: [0.335 * (t - sin(t)), 0.335 * (1 - cos(t))]
    return noisy(curve(f, -pi, 9 * pi, 1200, rng), 0.004, rng)
@tempts(2, "X [mm]|Y [mm]|Z [mm]", boundary=1, euler=1, digits=3)
def split_sleeve(rng):
    """A sleeve of radius 20 and length 55 mm with a slit of 12 mm all along, noise 0.08 mm"""
    f = lambda a, z: [20 * cos(a), 20 * sin(a), z]
    return noisy(surface(f, (0.3, tau - 0.3), (0, 55), 5000, rng), 0.08, rng)
@tempts(2, "x [mm]|y [mm]|z [mm]", euler=2, digits=2)
def dewar(rng):
    """The glass of a flask as its vacuum sees it: two walls, one in the other, joined at the lip"""
    way = spline([[0, 32], [16, 35], [29, 47], [33, 68], [33, 120], [33, 170], [33, 215], [36, 230],
                  [43, 236], [50, 230], [53, 215], [53, 160], [53, 100], [53, 50], [48, 25],
                  [30, 10], [0, 6]], 30)
    return noisy(revolved([[max(0, r), z] for r, z in way], 8000, rng), 0.3, rng)
@tempts(2, "Easting|Northing|Depth", boundary=1, euler=1, digits=1, ordered=True)
def survey_lines(rng):
    """Soundings each 14 m along 26 lines of a ship, 55 m apart, up and down, errors of 0.15 m"""
    for k in range(26):
        for j in range(104)[::1 if k % 2 else -1]:
            x, y = 55 * k + 6 * sin(j / 9 + k) + rng.gauss(0, 1), 14 * j + rng.gauss(0, 2)
            d = 34 + 9 * sin(x / 330) + 6 * cos(y / 280 + x / 600) + 0.006 * y
            yield [418200 + x, 5991400 + y, -rng.gauss(d, 0.15)]
@tempts(2, "x|y|z|probing", digits=4)
def probed_ring(rng):
    """A ring that was probed at 1000 places, three times each, errors of 2 um, its form of 20"""
    for x in noisy(surface(lambda u, v: torus(u, v, 30, 10), (0, tau), (0, tau), 1000, rng), 0.02,
                   rng):
        yield from (noisy([x], 0.002, rng)[0] + ["p%d" % k] for k in (1, 2, 3))
@tempts(2, "X|Y|Z", euler=2, digits=2, write="\t.")
def apple(rng):
    """An apple's skin with its deep hollow at the stem, in mm, 4500 points, noise 0.2 mm"""
    f = lambda u, v: [(30 - 25 * cos(v) - 2 * cos(2 * v)) * c for c in sphere(u, v)]
    return noisy(surface(f, (0, tau), (0.0001, pi), 4500, rng), 0.2, rng)
@tempts(None, "orbit|theta [rad]|p", unfit=True, digits=4)
def kicked_rotor(rng):
    """A rotor after each kick, from nine starts: closed curves, and a sea that two orbits fill"""
    for k in range(9):
        x, p = (pi + 0.3 * k + 0.25, 0) if k < 7 else (0.05 * k, 0.02)
        for _ in range(250 if k < 7 else 900):
            p = (p + 1.25 * sin(x) + pi) % tau - pi
            x = (x + p) % tau
            yield ["o%d" % (k + 1), x, p]
@tempts(None, "t [s]|x [m]|y [m]", unfit=True, digits=3, ordered=True)
def vacuum(rng):
    """A robot that sweeps a room, straight until a wall and then any way: it goes everywhere"""
    inside = lambda x, y: 0 < x < 6 and 0 < y < 4.5 and not (x > 4 and y > 2.5)
    x, y, a = 1, 1, 0.7
    for k in range(4200):
        while not inside(x + 0.12 * cos(a), y + 0.12 * sin(a)):
            a = rng.uniform(0, tau)
        x, y = x + 0.12 * cos(a), y + 0.12 * sin(a)
        yield [stamp(k, 1)] + noisy([[x, y]], 0.01, rng)[0]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261205), (TEMPTING, 20261206))
    rewrite(sys.argv[1])
