"""A tenth batch of tables as they are brought, drawn blind, with known truth.

python3 tenth.py FOLDER [tuning|held_out|NAME ...]

Like ninth.py, with tools of it, seventh.py, sixth.py, fifth.py, fourth.py and make.py. 30 are
plain, 10 tempt a verdict. As there, what the scientist expects is true: both angles of a direction
make a sphere, an axis without a head is one after half a turn, and a file's name, a bore, a lap or
the day of a flight is no coordinate.
"""
import functools, sys
from itertools import accumulate, product
from operator import mul
from math import cos, dist, exp, hypot, log, log10, pi, radians, sin, sqrt, tau

import make, seventh
from make import box, curve, embed, line, noisy, spline, sphere, surface
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin
from ninth import off_line

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

# ---- plain curves

@shape(1, "Zeit|v [m/s]|n [U/min]|Pitch [°]|P [kW]|Status", write=";,", boundary=2, euler=1,
       digits=2, ordered=True)
def turbine(rng):
    """Wind, turns, pitch and power of a wind turbine, means of 10 minutes, noise 1.5 %"""
    rows = [[v, 6 + 10.2 * logistic((v - 6.5) / 1.1), 1.6 * log(1 + exp((v - 11.6) / 0.7)),
             2050 * logistic((v - 8.6) / 1.15)] for v in (
                 rng.weibullvariate(9, 2.2) for _ in range(1770)) if 3 < v < 18]
    rows = lost(rough(rows, [0.12, 0.12, 0.2, 25], rng), None, 0.004, ["#NV"], rng)
    return [[stamp(k, 600)] + r + ["Betrieb"] for k, r in enumerate(rows)]
@shape(1, "Vol [%]|Ret [%]|w_Bonds|w_Gold|w_EU|w_US|w_EM|w_Tech", boundary=2, euler=1, digits=4)
def frontier(rng):
    """Risk, return and six weights of 500 portfolios along an efficient frontier, noise 0.8 %"""
    ends = [[74, 14, 8, 4, 0, 0], [56, 16, 12, 16, 0, 0], [34, 15, 8, 33, 10, 0], [
        10, 10, 0, 42, 20, 18], [0, 0, 0, 38, 20, 42], [0, 0, 0, 0, 14, 86], [0, 0, 0, 0, 0, 100]]
    sigma, gain = (4, 15, 16, 15, 21, 25), (2.2, 3.4, 6, 7.5, 8.5, 11)
    for w in line([[v / 100 for v in e] for e in ends], 500, rng):
        risk = hypot(0.67 * sum(map(mul, w, sigma)), 0.74 * hypot(*map(mul, w, sigma)))
        yield rough([[risk, sum(map(mul, w, gain))]], [0.12, 0.05], rng)[0] + [
            max(0, rng.gauss(a, 0.007)) if a else 0 for a in w]
@shape(1, "sweep|TT_x [mm]|TT_y [mm]|TB_x|TB_y|TD_x|TD_y|LL_x|LL_y", digits=2)
def tongue(rng):
    """Four coils on a tongue and a lip while one syllable is said again and again, noise 2 %"""
    coils = [(-12, 2.5, 0.3, 2), (4, 6.5, 1.6, 4), (-24, 3.5, 0.9, 1), (9, 4.5, 2.3, 0), (
        -37, 3, 1.7, 5), (12, 3.5, 3.4, 3), (6, 1.2, 0.1, 2), (-14, 5, 1.1, 1)]
    for t in (v + 0.5 * sin(v) for v in turns(1500, rng)):
        row = [rng.gauss(x + a * cos(t - p) + 0.28 * a * cos(2 * t + q), 0.1)
               for x, a, p, q in coils]
        yield ["ata_%02d" % rng.randrange(1, 13)] + lost([row], None, 0.004, ["NaN"], rng)[0]
@shape(1, ["file"] + ["px%d%d" % (i, j) for i in range(7) for j in range(7)], digits=0)
def rotated_letter(rng):
    """Pictures of 7 by 7 pixels of an F that is turned all around, 600 of them, noise 3 of 255"""
    ink = [(-1, 0.5 * k - 2.3) for k in range(10)] + [(0.5 * k - 0.5, s) for s, n in (
        (2.2, 5), (0.2, 3)) for k in range(n)]
    for k, t in enumerate(turns(600, rng)):
        dots = [(x * cos(t) - y * sin(t), x * sin(t) + y * cos(t)) for x, y in ink]
        yield ["F_%04d.png" % k] + [rng.gauss(20 + 30 * sum(bell(hypot(i - x, j - y), 0, 0.8) for (
            x, y) in dots), 3) for i in range(-3, 4) for j in range(-3, 4)]
@shape(1, "ball|x [px]|y [px]", euler=-1, digits=1, ordered=True)
def cascade(rng):
    """Three balls that are juggled, from one hand to the other and back: an eight, noise 2 px"""
    for k in range(1500):
        s = rng.random() / 0.6
        x, y = 0.13 - 0.49 * s, 2.2 * s * (1 - s)
        if s > 1:
            x, y = -0.245 - 0.115 * cos(1.5 * pi * (s - 1)), -0.17 * sin(1.5 * pi * (s - 1))
        x = 640 + 420 * x * rng.choice((-1, 1))
        yield ["rgb"[k % 3]] + noisy([[x, 520 - 420 * y]], 2, rng)[0]
@shape(1, "X [mm]|Y [mm]", write=";,", components=2, digits=3)
def gear(rng):
    """The outline of a gear of 17 teeth, and its bore with a keyway, 2600 points, noise 0.2 mm"""
    rim = []
    for k in range(17):
        for a, r in ((-0.5, 29.5), (-0.31, 29.5), (-0.11, 38.5), (0.11, 38.5), (0.31, 29.5)):
            rim.append([r * cos(tau * (k + a) / 17), r * sin(tau * (k + a) / 17)])
    bore = [[12 * cos(t), 12 * sin(t)] for t in (0.26 + (tau - 0.52) * k / 200 for k in range(201))]
    bore += [[15.2, bore[-1][1]], [15.2, bore[0][1]], bore[0]]
    return noisy(paths([rim + rim[:1], bore], 2600, rng), 0.2, rng)
@shape(1, "x [mm]|y [mm]|z [mm]", boundary=10, digits=2)
def willis(rng):
    """Middle lines of the arteries below a brain: a ring, and ten vessels from it, noise 0.2 mm"""
    ways = [spline([[0, -6, -25], [0.5, -4, -12], [0, 0, 0]])]
    for s in (-1, 1):
        p, c, t, a = [9 * s, 3, 2], [12 * s, 16, 3], [12.5 * s, 22, 10], [3.2 * s, 32, 14]
        ways += [spline([[13 * s, -10, -47], [7 * s, -8, -36], [0, -6, -25]]),
                 spline([[0, 0, 0], [5 * s, 1, 1.5], p]), spline([p, [11 * s, 10, 1.5], c]),
                 spline([p, [19 * s, -4, 6], [23 * s, -22, 10]]),
                 spline([[15 * s, 8, -32], [15 * s, 17, -16], [11 * s, 10, -9], c]), [c, t],
                 spline([t, [26 * s, 25, 9], [43 * s, 24, 14]]), spline([t, [8 * s, 28, 13], a]),
                 spline([a, [3.5 * s, 41, 22], [3.2 * s, 42, 45]])]
    return noisy(paths(ways + [[[-3.2, 32, 14], a]], 2600, rng), 0.2, rng)
@shape(1, "Bore|MD [m]|N [m]|E [m]|TVD [m]", boundary=5, euler=1, digits=1)
def multilateral(rng):
    """A well and three bores that leave it below: depths along and down, places, errors of 7 m"""
    def bore(deep, *stops):
        way = spline(stops)
        deep = accumulate(map(dist, way, way[1:]), initial=deep)
        return [[d] + p for d, p in zip(deep, way)]
    main = bore(0, [0, 0, 0], [10, 5, 500], [60, 20, 1050], [400, 120, 1750], [1100, 320, 2150],
                [1900, 500, 2250])
    ways = [main] + [bore(main[k][0], main[k][1:], *stops) for k, *stops in (
        (80, [-180, 60, 1500], [-800, 300, 1950], [-1300, 420, 2050]),
        (120, [560, 420, 1950], [700, 1000, 2250], [760, 1600, 2300]),
        (150, [1150, 60, 2220], [1500, -600, 2350], [1700, -1100, 2380]))]
    return [["15/9-F%s" % rng.choice("1ABC")] + r for r in noisy(paths(ways, 1800, rng), 7, rng)]
@shape(1, "barcode|cluster|SOX2|PAX6|HES1|NES|MKI67|EOMES|NEUROD2|TBR1|BCL11B|SATB2|GAD1|DLX2|DLX5"
       "|LHX6|SST|PVALB|AQP4|GFAP|S100B|OLIG2", boundary=4, euler=1, digits=3)
def organoid(rng):
    """Twenty genes of 1700 cells of an organoid that become three kinds in two steps, noise 2 %"""
    step = lambda p, s: [v + rng.gauss(0, s) for v in p]
    fork = step([4] * 20, 0.7)
    second = step(fork, 0.6)
    for name, p, q, n in (("RG", [4] * 20, fork, 450), ("IP", fork, second, 250), (
            "Astro", fork, step(fork, 0.9), 300), ("ExN", second, step(second, 0.8), 400), (
            "InN", second, step(second, 0.8), 300)):
        way = spline([p, step([(a + b) / 2 for a, b in zip(p, q)], 0.12), q])
        for r in noisy(line(way, n, rng), 0.055, rng):
            yield ["".join(rng.choices("ACGT", k=16)) + "-1", name] + r
@shape(1, "ID|date|drogue|lat|lon", components=3, boundary=6, euler=-12, digits=4, ordered=True)
def drifters(rng):
    """Three drifting buoys that loop five, four and six times on their ways, errors of 0.006 deg"""
    for name, at, n, r in (("6411342", 38.2, 5, 0.2), ("6411361", 39.7, 4, 0.22), (
            "6411587", 36.8, 6, 0.18)):
        f = lambda t: [at + r * cos(tau * t) + 0.03 * t, r * (2.5 * t - sin(tau * t)) - 52]
        for k, p in enumerate(noisy(curve(f, 0.5, n + 0.5, 200 * n, rng), 0.006, rng)):
            yield [name, stamp(k, 3600), "yes" if k < 300 else "no"] + p
@shape(1, "segment|E [km]|N [km]", components=2, euler=-2, digits=3)
def cantons(rng):
    """Borders of three cantons, within one, and of a village of another, noise 0.15"""
    def wind(a, b):
        way = [[p + (q - p) * k / 7 for p, q in zip(a, b)] for k in range(1, 7)]
        return spline([a] + noisy(way, 1.6, rng) + [b], 20)
    at = lambda d, r: [r * cos(radians(d)), r * sin(radians(d))]
    mid, out = [3, -2], [at(85, 55), at(215, 60), at(330, 58)]
    ways = [wind(mid, p) for p in out]
    for p, q, d, e in zip(out, out[1:] + out[:1], (85, 215, 330), (215, 330, 445)):
        stops = noisy([at(d + (e - d) * k / 14, 58) for k in range(1, 14)], 1.8, rng)
        ways.append(spline([p] + stops + [q], 20))
    loop = noisy([at(40 * k, 9) for k in range(9)], 0.7, rng)
    loop = spline(scaled(loop, [1, 1], [-31, 20]), 20, True)
    rows = noisy(paths(ways + [loop + loop[:1]], 2600, rng), 0.15, rng)
    return [["L-%04d" % rng.randrange(3000), 640 + x, 210 + y] for x, y in rows]

# ---- plain surfaces, and two of three dimensions

@shape(2, "X|Y|Z", euler=-2, digits=3, write="\t.")
def spanner(rng):
    """Scan of a spanner with a ring at either end, from all sides, in mm, noise 0.2 mm"""
    def f(x, y, z):
        ring = hypot(hypot(abs(x) - 85, y) - 17.5, z) - 6
        return melt(2, ring, off_line([abs(x), y, 1.4 * z], [0, 0, 0], [65, 0, 0]) - 6.5)
    return noisy(skin(f, [-111, -26, -8], [111, 26, 8], 5000, rng, 0.4), 0.2, rng)
@shape(2, ["utc"] + ["mic%d [dB]" % k for k in range(1, 9)], euler=2, digits=2, ordered=True)
def microphones(rng):
    """Levels of eight microphones on a ball for sounds from all sides, noise 1.2 %"""
    ears = [unit(v) for v in product((-1, 1), repeat=3)]
    rows = surface(sphere, (0, tau), (0.0001, pi), 2400, rng, weight=lambda u, v: 1.5 + cos(u))
    for k, d in enumerate(rows):
        c = [sum(map(mul, d, e)) for e in ears]
        yield [stamp(k, 7)] + [rng.gauss(71 + 6 * v + 1.5 * v * v, 0.15) for v in c]
@shape(2, ["image"] + ["f%d" % k for k in range(24)], digits=4)
def mug_embeddings(rng):
    """Embeddings in 24 columns of pictures of a mug from all sides, in any hue, noise 3 %"""
    rows = [[cos(a), sin(a), 0.4 * cos(2 * a), 0.4 * sin(2 * a), 0.8 * cos(b), 0.8 * sin(b),
             0.3 * cos(a) * cos(b), 0.3 * sin(a + b)] for a, b in box(3000, [0, 0], [tau] * 2, rng)]
    return [["render_%05d.jpg" % rng.randrange(100000)] + r
            for r in noisy(embed(rows, 24, rng), 0.03, rng)]
@shape(2, "voxel|Dxx|Dyy|Dzz|Dxy|Dxz|Dyz", boundary=1, orientable=False, digits=4)
def felt(rng):
    """Tensors of fibers in a felt, axes without a head near its plane, noise 1.5 %"""
    for a, s in box(2600, [0, -0.56], [tau, 0.56], rng):
        x, y, z = sqrt(1 - s * s) * cos(a), sqrt(1 - s * s) * sin(a), s
        row = [x * x + 0.2, y * y + 0.2, z * z + 0.2, x * y, x * z, y * z]
        yield ["v%05d" % rng.randrange(99999)] + [rng.gauss(1.4 * v, 0.02) for v in row]
@shape(2, "x [cm]|y [cm]|z [cm]", boundary=4, euler=-2, digits=2)
def vest(rng):
    """Scan of a vest on a dummy, open at the neck, both arms and the waist, noise 1.5 mm"""
    def f(x, y, z):
        body = 12 * (((x / 18) ** 2 + (y / 11) ** 2 + ((z - 18) / 36) ** 4) ** 0.5 - 1)
        neck = off_line([x, y, z], [0, 0, 40], [0, 0, 80]) - 6
        arm = off_line([abs(x), y, z], [8, 0, 44], [44, 0, 30]) - 6.5
        return melt(0.9, body, neck, arm)
    return noisy(skin(f, [-25, -16, 0], [25, 16, 62], 5000, rng, 0.7), 0.15, rng)
@shape(2, "Easting|Northing|Elev", boundary=1, euler=-1, digits=2, write=";.")
def rock_arch(rng):
    """Ground of 50 by 36 m with an arch of rock on it, by laser, 5000 points, noise 5 cm"""
    def f(x, y, z):
        arch = hypot(hypot(x, 1.1 * z) - 12, y) - 2.5 - 0.3 * sin(x)
        return melt(2.5, 0.95 * (z - 1.2 * sin(x / 9) * cos(y / 11)), arch)
    rows = noisy(skin(f, [-25, -18, -6], [25, 18, 18], 5000, rng, 0.4), 0.05, rng)
    return scaled(rows, [1] * 3, [622140, 4283310, 1574])
@shape(2, ["point"] + ["AP%02d [dBm]" % k for k in range(1, 11)], boundary=2, digits=1)
def wifi_hall(rng):
    """Ten senders' strengths in a hall of 40 by 26 m about a court of 14 by 10, noise 0.4 dB"""
    senders = [[-2, 3], [12, -3], [30, -2], [42, 6], [41, 22], [27, 29], [10, 28], [-3, 20],
               [14, 13], [26, 13]]
    for k, (x, y) in enumerate(box(3000, [0, 0], [40, 26], rng)):
        if abs(x - 20) > 7 or abs(y - 13) > 5:
            yield ["P%04d" % k] + [rng.gauss(-38 - 27 * log10(hypot(x - a, y - b, 5)), 0.4)
                                   for a, b in senders]
@shape(2, ["Feld"] + ["R%d" % k for k in range(400, 701, 20)], write=";,", boundary=1, euler=1,
       digits=4)
def inks(rng):
    """Reflectance in 16 bands of 1500 patches of two inks, each from none to full, noise 0.5 %"""
    band = lambda at, wide, deep: [1 - deep * bell(400 + 20 * k, at, wide) for k in range(16)]
    cyan, yellow = band(640, 70, 0.93), band(430, 45, 0.94)
    for k, (a, b) in enumerate(box(1500, [0, 0], [1, 1], rng)):
        a, b = (v + 0.6 * v * (1 - v) for v in (a, b))
        yield ["%s%d" % ("ABCDEFGHIJ"[k % 10], k // 10)] + [rng.gauss(0.9 * (
            ((1 - a) + a * sqrt(c)) * ((1 - b) + b * sqrt(y))) ** 2, 0.004)
            for c, y in zip(cyan, yellow)]
@shape(2, "x [mm]|y [mm]|z [mm]|part", components=2, boundary=2, euler=2, digits=2)
def cockle(rng):
    """Both shells of a cockle, side by side, with their ribs, scanned outside, noise 0.12 mm"""
    def f(u, v):
        r = 1 + 0.012 * cos(20 * u) * sin(v) ** 2
        return [27 * r * sin(v) * cos(u), 24 * r * sin(v) * (sin(u) + 0.2 * cos(v)), 17 * cos(v)]
    for s in (-1, 1):
        for x, y, z in noisy(surface(f, (0, tau), (0.0001, 1.5), 2300, rng), 0.12, rng):
            yield [s * (x + 36), y + 4 * s, z * (1 + 0.03 * s), "left" if s < 0 else "right"]
@shape(2, "Nr|v [m/s]|HüfteR|KnieR|FußR|HüfteL|KnieL|FußL", boundary=2, digits=2, write="\t,")
def treadmill(rng):
    """Six joints of a leg and the other at any moment of a step, from 0.6 to 2 m/s, noise 1.5 %"""
    def leg(p, s):
        return [9 + (13 + 7 * s) * cos(p), 26 + (6 + 2 * s) * cos(2 * p + 2.6) + (13 + 6 * s) * cos(
            p + 2.1), 2 + 3 * cos(2 * p) - (5 + 4 * s) * sin(p)]
    for s, p in box(2600, [0.6, 0], [2, tau], rng):
        yield ["S%03d" % rng.randrange(300)] + rough(
            [[s] + leg(p, s) + leg(p + pi + 0.1, 0.95 * s)], [0.015] + [0.7, 0.9, 0.5] * 2, rng)[0]
@shape(2, "x [km]|y [km]|z [km]", euler=2, digits=4)
def comet_nucleus(rng):
    """A comet of two lobes with a neck, four times denser in the north, noise 20 m"""
    def f(x, y, z):
        big = 1.5 * (hypot(x / 2.1, y / 1.7, z / 1.5) - 1)
        small = 1.1 * (hypot((x - 2.5) / 1.15, (y - 0.3) / 1.25, (z - 1) / 1.1) - 1)
        return melt(7, big, small, off_line([x, y, z], [1.2, 0, 0.4], [2.2, 0.2, 0.9]) - 0.75)
    rows = skin(f, [-2.3, -1.9, -1.8], [3.9, 1.9, 2.4], 8500, rng, 0.06)
    rows = [r for r in rows if rng.random() < 0.25 + 0.75 * logistic(2 * r[2])]
    return noisy(rows[:5000], 0.02, rng)
@shape(3, ["t"] + ["R%d%d" % (i, j) for i in (1, 2, 3) for j in (1, 2, 3)], digits=4, ordered=True)
def debris(rng):
    """Rotation matrices of a piece of scrap in orbit, seen in all attitudes, noise 1 %"""
    for k in range(3000):
        a, b, c, d = unit(cloud(1, [1] * 4, rng)[0])
        m = [0.5 - c * c - d * d, b * c - a * d, b * d + a * c, b * c + a * d, 0.5 - b * b - d * d,
             c * d - a * b, b * d - a * c, c * d + a * b, 0.5 - b * b - c * c]
        yield [stamp(k, 3700)] + [rng.gauss(2 * v, 0.01) for v in m]
@shape(3, ["vial"] + ["T%d" % (420 + 12 * k) for k in range(24)], boundary=1, euler=1, digits=4)
def dyes(rng):
    """Light through 3500 vials with three dyes, any amount of each, in 24 bands, noise 0.4 %"""
    for k, c in enumerate(box(3500, [0.05] * 3, [1] * 3, rng)):
        yield ["V%04d" % k] + [rng.gauss(exp(-1.4 * sum(v * (bell(j, a, 3) + 0.04) for v, a in zip(
            c, (3, 11, 19)))), 0.004) for j in range(24)]

# ---- plain, without a manifold

@shape(None, "Datum|Spur|q [Kfz/h]|v [km/h]|Lkw [%]", unfit=True, digits=0, ordered=True)
def loop_detector(rng):
    """Flow, speed and lorries on a motorway by the minute: free, and with jams, all scattered"""
    for k in range(2200):
        jam = rng.random() < 0.3
        d = rng.uniform(22, 95) if jam else rng.gammavariate(4, 3.2)
        v = 1750 / d * rng.gauss(1, 0.22) if jam else rng.gauss(121 - 0.9 * d, 8)
        q = max(0, 60 * round(d * v / 60 + rng.gauss(0, 2)))
        yield [stamp(k), "HFB%d" % rng.randrange(1, 4), q, max(3, v), max(0, rng.gauss(14, 6))]
@shape(None, ["ticket", "queue"] + ["v%02d" % k for k in range(32)], unfit=True, digits=5)
def tickets(rng):
    """Embeddings in 32 columns of 1300 tickets on nine matters: clusters, some wide, some narrow"""
    for k in range(9):
        c, s = cloud(1, [0.16] * 32, rng)[0], rng.uniform(0.03, 0.07)
        for p in cloud(rng.randrange(110, 180), [s] * 32, rng, c):
            yield ["INC%07d" % rng.randrange(10 ** 7), "Q%d" % (k // 2)] + p
@shape(None, "athlete|100m [s]|LJ|SP|HJ|400m|110mH|DT|PV|JT|1500m", unfit=True, digits=2)
def decathlon(rng):
    """Ten results of 700 decathletes, some better at all, and each in ways of his own"""
    usual = (11.1, 7.1, 14, 1.97, 49.5, 14.9, 42, 4.7, 58, 276)
    wide = (-0.18, 0.17, 0.8, 0.04, -0.8, -0.35, 2.7, 0.2, 3.2, -4)
    for k, (g, *p) in enumerate(cloud(700, [0.6] + [1] * 10, rng)):
        row = [m + s * (g + v) for m, s, v in zip(usual, wide, p)]
        yield ["A%04d" % k] + lost([row], None, 0.006, ["NM", "DNF"], rng)[0]
@shape(None, "time|WVHT|DPD|WSPD|PRES|WTMP", unfit=True, digits=1, ordered=True)
def wave_buoy(rng):
    """Waves, wind, pressure and water by the hour at a buoy, MM for what is missing"""
    x = [0] * 5
    for k in range(2500):
        x = [0.85 * v + rng.gauss(0, 0.53) for v in x]
        row = [1.9 * exp(0.35 * x[0] + 0.15 * x[2]), max(2, 8.5 + 1.7 * x[1] + 0.5 * x[0]),
               max(0, 7 + 2.6 * x[2]), 1013 + 7 * x[3] - 3 * x[2], 14 + 1.5 * x[4]]
        yield [stamp(k, 3600)] + lost([row], None, 0.01, ["MM"], rng)[0]
@shape(None, "word|log_freq|letters|AoA [y]|concrete|RT [ms]|valence", unfit=True, digits=2)
def lexicon(rng):
    """Frequency, length, age, concreteness, time to name and feeling of 1400 words, which vary"""
    for g, *p in cloud(1400, [1] * 6, rng):
        n = max(2, round(6.8 - 0.8 * g + 1.8 * p[0]))
        yield ["".join(rng.choices("aeiounrstldmk", k=n)), 2.6 + 0.9 * g, "%d" % n,
               9 - 1.3 * g + 1.7 * p[1], 3.3 + p[2] - 0.2 * p[1], 650 - 25 * g + 9 * n + 45 * p[3],
               5 + 1.3 * p[4]]
@shape(None, "die|X [mm]|Y [mm]", unfit=True, digits=3)
def wafer_defects(rng):
    """Defects all over a wafer of 300 mm, more at one side, and a scratch across, 1600 in all"""
    rows = [p for p in box(5000, [-147] * 2, [147] * 2, rng)
            if hypot(*p) < 147 and rng.random() < 0.6 + 0.4 * p[0] / 147][:1460]
    rows += noisy(line(spline([[-60, 90], [-20, 40], [30, 25]]), 140, rng), 0.4, rng)
    return [["%d_%d" % (x // 12, y // 9), x, y] for x, y in rows]

# ---- what tempts verdicts

@tempts(1, "lap|E [m]|N [m]|H [m]", digits=2)
def flyover(rng):
    """A test track like an eight, which passes 8 m above itself, by twelve laps, noise 0.35 m"""
    f = lambda t: [470 * sin(t), 180 * sin(2 * t) + 30 * cos(t) - 30 * cos(3 * t), 318 + 4 * cos(t)]
    for r in noisy(curve(f, 0, tau, 3600, rng, True), 0.35, rng):
        yield ["R%02d" % rng.randrange(1, 13)] + r
@tempts(1, "Gleis|Rechts [m]|Hoch [m]", boundary=7, euler=1, digits=2, write=";,")
def rail_yard(rng):
    """A track that parts into six, 5 m apart, one after another at 6 degrees, errors of 0.2 m"""
    ways = [[[45 * k, 5 * k], [430, 5 * k]] for k in range(6)] + [[[-150, 0], [0, 0], [225, 25]]]
    for x, y in noisy(paths(ways, 5000, rng), 0.2, rng):
        yield ["Gl. %d" % max(1, round(y / 5 + 1)), 3567 + 0.8 * x - 0.6 * y,
               5934 + 0.6 * x + 0.8 * y]
@tempts(1, "run|phase|mol fraction|T [degC]", euler=-1, digits=4)
def azeotrope(rng):
    """Where a mixture boils and dews, over its share of one part: two lenses, noise 0.4 %"""
    def boil(x, low=300, high=400):
        g, h = x * exp(1.55 * (1 - x) ** 2), (1 - x) * exp(1.55 * x * x)
        for _ in range(40):
            t = (low + high) / 2
            y, z = g * exp(12.5 * (1 - 356 / t)), h * exp(12.5 * (1 - 362 / t))
            low, high = (t, high) if y + z < 1 else (low, t)
        return t - 273.15, y
    for name, j in (("L", 0), ("V", 2)):
        way = [(k / 400, *boil(k / 400)) for k in range(401)]
        for x, t in noisy(line([[r[j], r[1] / 30] for r in way], 1100, rng), 0.004, rng):
            yield ["r%02d" % rng.randrange(1, 40), name, x, 30 * t]
@tempts(2, "Theta [deg]|Phi [deg]|Gain [dBi]", euler=2, digits=2, ordered=True)
def antenna(rng):
    """What an antenna sends to each side, each 5 degrees of theta and phi: values on a sphere"""
    for j in range(37):
        for k in range(72):
            x, y, z = sphere(tau * k / 72, pi * j / 36)
            gain = 2 + 4.5 * z + 2 * z * z - 1.5 * x * x + 1.2 * x + 0.8 * y * z
            yield ["%d" % (5 * j), "%d" % (5 * k), rng.gauss(gain, 0.08)]
@tempts(2, "X [mm]|Y [mm]|Z [mm]", boundary=3, euler=-1, digits=2)
def cracked_pipe(rng):
    """A pipe of radius 50 and length 260 mm with a crack 120 long and 26 wide, noise 0.4 mm"""
    return noisy(surface(lambda a, z: [50 * cos(a), 50 * sin(a), z], (0, tau), (0, 260), 5000, rng,
                         lambda a, z: hypot((z - 120) / 60, 50 * (a - 2) / 13) > 1), 0.4, rng)
@tempts(2, "flight|E [m]|N [m]|H [m]", components=2, boundary=2, euler=2, digits=2)
def snow_cover(rng):
    """A slope of 300 by 200 m without snow, and with 2 to 3.6 m of it, from a drone, noise 6 cm"""
    for name, snow in (("2024-09-14", 0), ("2025-03-02", 1)):
        for x, y in box(2400, [0, 0], [300, 200], rng):
            z = 0.25 * x + 9 * sin(x / 70 + 0.5) * cos(y / 80) + snow * (2.8 + 0.8 * sin(y / 50))
            yield [name, 782300 + x, 188450 + y, 2311 + z + rng.gauss(0, 0.06)]
@tempts(None, "x [cm]|y [cm]|z [cm]", unfit=True, digits=2)
def crate(rng):
    """A crate for bottles, open above, with thin walls between six places: sheets that meet"""
    walls = [(0, 0), (0, 13.5), (0, 27), (0, 40.5), (1, 0), (1, 13.5), (1, 27), (2, 0)]
    for axis, v in rng.choices(walls, [648] * 4 + [972] * 3 + [1094], k=5000):
        x = [rng.uniform(0, 40.5), rng.uniform(0, 27), rng.uniform(0, 24)]
        x[axis] = v
        yield noisy([x], 0.1, rng)[0]
@tempts(None, ["digit"] + ["z%d" % k for k in range(1, 9)], unfit=True, digits=4)
def latent_codes(rng):
    """Codes of 3000 digits in eight columns: some along bows, some on sheets, some in clouds"""
    for k in range(10):
        at, rows = cloud(1, [1.6] * 8, rng)[0], []
        for a, b in box(300, [-1, -1], [1, 1], rng):
            bow, sheet = [a, a * a, 0.2 * sin(3 * a), 0], [a, b, 0.5 * a * a, 0.3 * a * b]
            rows.append(bow if k in (1, 7, 9) else sheet if k in (0, 3, 6) else cloud(
                1, [0.4] * 4, rng)[0])
        yield from (["%d" % k] + [p + q for p, q in zip(r, at)]
                    for r in noisy(embed(rows, 8, rng), 0.02, rng))
@tempts(None, "trip|Re E|Im E", unfit=True, digits=5, ordered=True)
def ring_laser(rng):
    """Light in a ring at 4000 trips, which is chaos: strands of strands, folded again and again"""
    x, y = 0.1, 0.1
    for k in range(4200):
        t = 0.4 - 6 / (1 + x * x + y * y)
        x, y = 1 + 0.9 * (x * cos(t) - y * sin(t)), 0.9 * (x * sin(t) + y * cos(t))
        if k >= 200:
            yield ["%d" % k] + noisy([[x, y]], 0.004, rng)[0]
@tempts(None, "cell|x [um]|y [um]|z [um]|Ki67", unfit=True, digits=1)
def spheroid(rng):
    """Cells that divide in the outer part of a ball of cells, from 60 % of its radius on: a rind"""
    for k, p in enumerate(cloud(2600, [1] * 3, rng)):
        r = 250 * (0.22 + 0.78 * rng.random()) ** (1 / 3)
        yield ["c%04d" % k] + [r * v for v in unit(p)] + [rng.choice(("high", "mid"))]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261207), (TEMPTING, 20261208))
    rewrite(sys.argv[1])
