"""A seventh batch of tables as they are brought, drawn blind, with known truth.

python3 seventh.py FOLDER [tuning|held_out|NAME ...]

Like sixth.py, whose tools and those of fifth.py, fourth.py and make.py these are. 32 are plain, 12
tempt a verdict. As there, what the scientist expects is true: a clock, a day of the year and an
angle that turns all around close, axes without a head are one after half a turn, and a date or the
number of a device is no coordinate. Some files have semicolons or tabs, or commas in numbers.
"""
import csv, functools, heapq, itertools, json, os, re, sys
from math import asin, atan, atan2, cos, degrees, erf, exp, hypot, log, log10, pi, radians, sin
from math import sqrt, tau

import fifth, make
from make import box, curve, integrate, line, noisy, sphere, spline, surface, torus
from fourth import bell, cloud, harmonics, numbered, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp, stamped, wrap

PLAIN, TEMPTING, WRITTEN = {}, {}, {}

def shape(dimension, columns, sets=PLAIN, write=",.", **more):
    """Like fifth.shape, with what parts the columns, and the decimals."""
    register = fifth.shape(dimension, columns, sets, **more)
    def named(f):
        WRITTEN[f.__name__] = write
        return register(f)
    return named

tempts = functools.partial(shape, sets=TEMPTING)

# ---- tools

def rewrite(folder):
    """Writes the tables of a folder with the marks of each."""
    number = lambda v, mark: v.replace(".", mark) if re.fullmatch(r"-?\d+\.\d+", v) else v
    with open(os.path.join(folder, "truth.json")) as f:
        names = [n for n in json.load(f) if WRITTEN[n] != ",."]
    for name in names:
        path, (part, mark) = os.path.join(folder, name + ".csv"), WRITTEN[name]
        with open(path, newline="") as f:
            rows = list(csv.reader(f))
        with open(path, "w", newline="") as f:
            csv.writer(f, delimiter=part).writerows([number(v, mark) for v in r] for r in rows)

def melt(k, *values):
    """A smooth minimum."""
    low = min(values)
    return low - log(sum(exp(-k * (v - low)) for v in values)) / k

def skin(f, low, high, n, rng, thick):
    """Like sixth.level, but looks in those cells of a grid alone that f = 0 may cross."""
    def slope(x, h):
        return [(f(*(w + 1e-5 * (i == j) for j, w in enumerate(x))) - h) * 1e5 for i in range(3)]
    side, out = [(b - a) / 24 for a, b in zip(low, high)], []
    at = lambda cell, shift: [a + (c + t) * s for a, c, t, s in zip(low, cell, shift, side)]
    cells = [c for c in itertools.product(range(24), repeat=3)
             if abs(f(*at(c, [0.5] * 3))) < hypot(*side)]
    while len(out) < n:
        x = at(rng.choice(cells), [rng.random() for _ in range(3)])
        h = f(*x)
        if abs(h) < 1.5 * thick and abs(h) < thick * hypot(*slope(x, h)):
            for _ in range(3):
                g = slope(x, f(*x))
                x = [v - f(*x) * w / sum(u * u for u in g) for v, w in zip(x, g)]
            if all(a < v < b for a, v, b in zip(low, x, high)):
                out.append(x)
    return out

# ---- plain curves

@shape(1, "Zeit|Ladung [Ah]|U [V]|T [°C]|Ri [mOhm]", write=";,", boundary=2, euler=1, digits=3,
       ordered=True)
def battery(rng):
    """A cell's discharge in 1500 steps of 7 s: charge, volts, heat, resistance, noise 4 %"""
    rows = []
    for s in (k / 1500 for k in range(1500)):
        last = exp((s - 1) / 0.09)
        rows.append([2.9 * s, 4.08 - 0.8 * s + 0.1 * exp(-s / 0.06) - 0.5 * last,
                     24 + 9 * s + 3 * last, 31 + 7 * exp(-s / 0.15) + 12 * last])
    return stamped(rough(rows, [0.003, 0.004, 0.1, 0.2], rng), 7)
@shape(1, "commune|date|S|E|I|R", boundary=2, euler=1, digits=0, ordered=True)
def epidemic(rng):
    """Shares, per 100 000, of those who may get ill to those who were, in 25 towns, noise 0.4 %"""
    f = lambda s: [-0.6 * s[0] * s[2], 0.6 * s[0] * s[2] - 0.25 * s[1], 0.25 * s[1] - 0.14 * s[2],
                   0.14 * s[2]]
    way = [p for p in integrate(f, [0.995, 0.003, 0.002, 0], 0.25, 420) if p[1] + p[2] > 0.07]
    for k in range(1250):
        t = k // 25 / 50 + 0.02 * rng.random()
        p = way[int(t * len(way))]
        yield ["Ville %d" % (k % 25 + 1), stamp(k // 25, 110000)[:10]] + [
            max(0, 1e5 * rng.gauss(v, 0.004)) for v in p]
@shape(1, "C C# D D# E F F# G G# A A# B f0".replace(" ", "|") + " [cent]", boundary=2, euler=1,
       digits=3)
def glissando(rng):
    """Twelve strengths of notes, and the pitch, of a voice that glides four octaves, noise 1 %"""
    for p in (rng.uniform(0, 4) for _ in range(1500)):
        yield [exp(2.5 * (cos(tau * (p - k / 12)) - 1)) + rng.gauss(0, 0.012)
               for k in range(12)] + [1200 * p + rng.gauss(0, 8)]
@shape(1, "trial|xL [°]|yL [°]|xR [°]|yR [°]", euler=-2, digits=2)
def pursuit(rng):
    """Both eyes that follow a light, which swings thrice up and once aside, noise 0.12 deg"""
    rows = []
    for t in turns(2200, rng):
        x, y = 9 * sin(t), 6 * sin(3 * t + 0.7)
        rows.append(rough([[x + 0.7, y - 0.1, 0.96 * x - 0.5, 1.02 * y + 0.2]], [0.12] * 4, rng)[0])
    return [["%d" % rng.randrange(1, 9)] + r for r in lost(rows, None, 0.01, [""], rng)]
@shape(1, "Dehnung [%]|Spannung [MPa]|Querdehnung [%]", write="\t,", boundary=2, euler=1, digits=3)
def tensile(rng):
    """A steel bar that is pulled until it necks: strain, stress, strain across, noise 1 %"""
    way = [[0.03 * k, 6 * k] for k in range(51)]
    way += [[1.5 + 23 * s, 306 + 210 * sin(0.68 * pi * s ** 0.75)] for s in (
        k / 200 for k in range(1, 201))]
    for a, b in line([[x / 8, y / 150] for x, y in way], 900, rng):
        yield rough([[8 * a, 150 * b, -0.29 * 8 * a - 0.21 * max(0, 8 * a - 1.5)]],
                    [0.04, 3, 0.03], rng)[0]
@shape(1, "Re|alpha [deg]|cl|cd|cm", components=4, boundary=8, euler=4, digits=4)
def polars(rng):
    """A wing's lift, drag and moment over its angle, at four Reynolds numbers, noise 2 %"""
    for k, flow in enumerate((60000, 120000, 200000, 300000)):
        for a in (-6 + 0.08 * j for j in range(280)):
            top = 9.5 + 1.2 * k
            stall = logistic((a - top - 1.5) / 1.1)
            row = [a, (0.35 + 0.1 * a) * (1 - stall) + (0.75 + 0.1 * k) * stall,
                   0.034 - 0.006 * k + 0.0003 * (a - 2) ** 2 + 0.05 * stall, -0.06 - 0.05 * stall]
            yield ["%d" % rng.gauss(flow, 0.006 * flow)] + rough(
                [row], [0.06, 0.01, 0.0006, 0.0012], rng)[0]
@shape(1, "T [K]|p [MPa]|rho [kg/m3]|h [kJ/kg]", boundary=2, euler=1, digits=3)
def boiling(rng):
    """A fluid that boils, up to its critical point: liquid and vapor in one table, noise 0.8 %"""
    def f(s):
        a = abs(s)
        t, d = 1 - 0.35 * a ** 2.6, 1 if s > 0 else -1
        return [t / 0.1, exp(6.4 * (1 - 1 / t)) / 0.3, (1 + d * 1.05 * a + 0.25 * a ** 2.6) / 0.6,
                (0.2 - d * 0.9 * a - 0.15 * a * a) / 0.5]
    rows = noisy(curve(f, -0.9, 1, 800, rng), 0.012, rng)
    return scaled(rows, [30.4, 2.2, 280, 60], [0, 0, 0, 330])
@shape(1, "scan|q [r.l.u.]|E [meV]", components=3, boundary=6, euler=3, digits=3)
def phonons(rng):
    """Three branches of a crystal's vibrations along one direction, by neutrons, noise 0.05 meV"""
    for n, f in ((380, lambda q: 4.6 * sin(q * pi / 2)), (450, lambda q: 8.4 * sin(q * pi / 2)),
                 (470, lambda q: 12.3 - 1.3 * sin(q * pi / 2) ** 2)):
        for q in (rng.uniform(0.16, 1) for _ in range(n)):
            yield ["n%d" % rng.randrange(40112, 40180), q + rng.gauss(0, 0.003),
                   f(q) + rng.gauss(0, 0.05)]
@shape(1, "X|Y", write="\t.", components=9, boundary=18, euler=9, digits=1)
def star_trails(rng):
    """Trails of nine stars about the pole, 55 degrees each, traced from a picture, noise 0.8 px"""
    stars = [(110, 0.3), (150, 2.9), (205, 1.2), (245, 4.4), (300, 0.2), (340, 3.3), (395, 5.4),
             (445, 2.0), (500, 4.1)]
    ways = [[[812 + r * cos(a + 0.0096 * k), 540 - r * sin(a + 0.0096 * k)] for k in range(101)]
            for r, a in stars]
    return noisy(paths(ways, 1900, rng), 0.8, rng)
@shape(1, ["barcode"] + ["%s_%s" % (g, k) for g in "Actb Ccn Dll Eno Fos Gli Hes Id".split()
                         for k in "us"], digits=3, ordered=True)
def spliced(rng):
    """Unspliced and spliced counts of eight genes that go on and off in turn, noise 2 %"""
    genes = [(0.25 * k + 0.3, 4.2 + 0.35 * k, rng.uniform(0.9, 1.5), rng.uniform(0.7, 1.1))
             for k in range(8)]
    def f(s):
        out = []
        for k, (a, b, beta, gamma) in enumerate(genes):
            u, v = s[2 * k + 1:2 * k + 3]
            on = logistic((s[0] - a) / 0.1) * logistic((b - s[0]) / 0.1)
            out += [on - beta * u, beta * u - gamma * v]
        return [1] + out
    way = integrate(f, [0] * 17, 0.05, 300)
    for p in noisy(line([r[1:] for r in way], 1100, rng), 0.02, rng):
        yield ["".join(rng.choices("ACGT", k=10))] + p
@shape(1, "Feature|m/z|Drift [ms]|z", components=3, boundary=6, euler=3, digits=3, ordered=True)
def mobility(rng):
    """Drift times of peptides of one, two and three charges over m/z, three bands, noise 1 %"""
    rows = []
    for z, n, low, high in ((1, 600, 350, 1400), (2, 450, 400, 1300), (3, 300, 450, 1100)):
        for m in (rng.uniform(low, high) for _ in range(n)):
            rows.append([m, rng.gauss(22 * (m / 1000) ** 0.64 / z ** 0.4, 0.13), "%d" % z])
    return numbered(rows, rng)
@shape(1, "time|lat|lon|depth [m]", boundary=2, euler=1, digits=5, ordered=True)
def glider(rng):
    """A glider's four dives to 200 m along a bent way of 16 km, places to 30 m, depths to 1.5 m"""
    way = spline([[0, 0], [4, 0.8], [8, 3], [11, 6.5], [15, 8]], 400)
    for k in range(1600):
        x, y = way[k]
        yield [stamp(k, 30), 43.21 + y / 111.2 + rng.gauss(0, 3e-4),
               7.64 + x / 81 + rng.gauss(0, 4e-4),
               "%.1f" % rng.gauss(100 - 96 * cos(tau * k / 400), 1.5)]
@shape(1, "UTC|Lat|Lon", euler=-8, digits=2, ordered=True)
def ground_track(rng):
    """Places below a satellite that goes around four times a day, errors of 0.3 degrees"""
    for k in range(2600):
        u = 4 * tau * (k / 173.3 + 0.002 * rng.random())
        lat = asin(sin(radians(55)) * sin(u))
        lon = atan2(cos(radians(55)) * sin(u), cos(u)) - u / 4
        yield [stamp(k, 498), degrees(lat) + rng.gauss(0, 0.3),
               wrap(-180, 180, degrees(lon) + 24 + rng.gauss(0, 0.3))]
@shape(1, "Monat|Preis [€/kg]|Bestand [1000]|Schlachtungen [1000]", write=";,", digits=2,
       ordered=True)
def pork_cycle(rng):
    """Price, herd and slaughters of 22 years by month: a cycle of 44 months, noise 4 %"""
    for k in range(264):
        t = tau * k / 44.3
        row = [1.62 + 0.31 * cos(t) + 0.05 * cos(2 * t), 2480 + 260 * cos(t - 1.7),
               415 + 48 * cos(t - 2.8) + 10 * sin(2 * t)]
        yield ["%02d/%d" % (k % 12 + 1, 1998 + k // 12)] + rough([row], [0.014, 11, 2.5], rng)[0]
@shape(1, ["t"] + ["AP%d [dBm]" % k for k in range(1, 10)], boundary=2, euler=0, digits=0,
       ordered=True)
def corridors(rng):
    """Nine senders' strengths in a corridor that closes and two that end, in whole dBm"""
    senders = [[2, 3], [15, -3], [29, 4], [38, 12], [27, 18], [12, 11], [3, 16], [-9, 5], [20, 7]]
    ways = [[[0, 0], [30, 0], [30, 15], [0, 15], [0, 0]], [[30, 8], [44, 8]], [[0, 10], [-14, 10]]]
    rows = paths(ways, 2400, rng)
    rng.shuffle(rows)
    for k, p in enumerate(rows):
        yield [stamp(k, 2)] + [rng.gauss(-36 - 30 * log10(hypot(p[0] - a, p[1] - b, 5)), 0.4)
                               for a, b in senders]
@shape(1, "R [m]|phi [rad]|Z [m]", digits=3)
def field_line(rng):
    """A magnetic field's line that closes after three times around a tokamak, errors of 8 mm"""
    for s, t in ((s, 2 * s + 0.3 * sin(2 * s)) for s in turns(1500, rng)):
        yield [1.7 + 0.5 * cos(t) + rng.gauss(0, 0.008), (3 * s + rng.gauss(0, 0.006)) % tau,
               0.8 * sin(t) + rng.gauss(0, 0.008)]

# ---- plain surfaces

@shape(2, ["g%d%d" % (i, j) for i in range(6) for j in range(6)], digits=0)
def fabric(rng):
    """Pictures of 6 by 6 pixels of a woven pattern that repeats after 12, at any place, noise 2"""
    w = tau / 12
    for a, b in box(2600, [0, 0], [12, 12], rng):
        yield [128 + 45 * cos(w * (i + a)) + 45 * cos(w * (j + b)) + 18 * cos(w * (i - j + a - b)) +
               rng.gauss(0, 2) for i in range(6) for j in range(6)]
@shape(2, "quote|days|ln(K/S)|IV [%]|delta", boundary=1, euler=1, digits=4)
def options(rng):
    """Volatility and delta of 1600 options of any maturity and strike, noise 0.25 %, N/A for 1 %"""
    rows = []
    for t, k in box(1600, [30, -0.35], [540, 0.35], rng):
        v = 0.18 + 0.02 * sqrt(t / 365) - 0.16 * k + 0.5 * k * k * sqrt(120 / (t + 60))
        d = (-k + v * v * t / 730) / (v * sqrt(t / 365))
        rows.append(["%d" % t, k, rng.gauss(100 * v, 0.25),
                     rng.gauss((1 + erf(d / sqrt(2))) / 2, 0.006)])
    return [["Q%05d" % rng.randrange(100000)] + r for r in lost(rows, None, 0.01, ["N/A"], rng)]
@shape(2, "SA [deg]|FZ [N]|FY [N]|MZ [Nm]", boundary=1, euler=1, digits=2)
def tire(rng):
    """A tire's side force and moment over slip and load, by a rig that sweeps both, noise 1 %"""
    for a, z in box(1800, [-12, 1.5], [12, 8], rng):
        d = z * (1.25 - 0.045 * z)
        y = d * sin(1.4 * atan(a / (1.7 + 0.15 * z)))
        m = 26 * y * z / 8 * exp(-(a / 6) ** 2)
        yield rough([[a, 1000 * z, -1000 * y, m]], [0.08, 25, 60, 0.7], rng)[0]
@shape(2, "x [mm]|y [mm]|z [mm]", components=3, digits=2)
def chain(rng):
    """Three links of a chain, which do not touch, by tomography, 5400 points, noise 0.08 mm"""
    for k in range(3):
        for x, y, z in surface(lambda u, v: torus(u, v, 20, 3), (0, tau), (0, tau), 1800, rng):
            yield noisy([[x + 26.7 * k] + ([z, y] if k == 1 else [y, z])], 0.08, rng)[0]
@shape(2, "X|Y|Z", boundary=1, euler=-3, digits=4)
def amphora(rng):
    """Scan of the outside of a jar with two handles, open above, in meters, noise 1 mm"""
    def f(x, y, z):
        ring = lambda s: hypot(hypot(x - 0.85 * s, z - 1.2) - 0.52, y) - 0.15
        body = (hypot(x, y, z / 1.3) - 1) * 0.9
        return melt(14, body, max(hypot(x, y) - 0.5, 0.4 - z), max(ring(1), 0.35 - x),
                    max(ring(-1), 0.35 + x))
    rows = skin(f, [-1.7, -1.2, -1.5], [1.7, 1.2, 2.05], 6000, rng, 0.02)
    return noisy(scaled(rows, [0.17] * 3, [4.2, 1.1, 0.9]), 0.001, rng)
@shape(2, "x|y|z", write=";.", boundary=1, euler=1, digits=3)
def molar(rng):
    """Scan of a tooth's crown with four cusps, open below, noise 0.03 mm, 1.5 % of it spittle"""
    def f(u, v):
        x, y, z = sphere(u, v)
        bite = bell(v, 0, 0.5) * -1.2 + 0.8 * bell(v, 0.75, 0.3) * cos(2 * u) ** 2
        return [5.2 * x + 0.5 * cos(2 * u) * sin(v), 4.7 * y, 4.4 * z + bite]
    rows = surface(f, (0, tau), (0.0001, 1.9), 2700, rng)
    return scaled(noisy(rows, 0.03, rng) + box(40, [-7, -7, -3], [7, 7, 6], rng), [1] * 3,
                  [31.2, -8.4, 102.7])
@shape(2, ["%s%02d [m/s]" % (c, k) for k in range(1, 25) for c in "uv"], boundary=1, euler=1,
       digits=4)
def wake(rng):
    """Flow at 24 places behind a cylinder that sheds, from rest to full swing, noise 2 %"""
    f = [harmonics(48, 3, rng)(1.7 * k + 0.4) for k in range(6)]
    for r, t in ((sqrt(s), t) for s, t in box(2400, [0, 0], [1, tau], rng)):
        c = [3, r * cos(t), r * sin(t), 0.5 * r * r, 0.3 * r * r * cos(2 * t),
             0.3 * r * r * sin(2 * t)]
        yield [sum(a * m[j] for a, m in zip(c, f)) + rng.gauss(0, 0.02) for j in range(48)]
@shape(2, "Rechtswert|Hochwert|Höhe", write=";,", boundary=3, euler=-1, digits=2)
def tunnel(rng):
    """Laser scan of 60 m of a bent tunnel with a flat floor; a truck hides 6 by 5 m, noise 3 cm"""
    def f(s, w):
        k = w / 0.3534
        a, z = [-4.5 * cos(pi * k / 40), 4.5 * sin(pi * k / 40)] if k < 40 else [18.636 - w, 0]
        t = s / 90
        return [(90 + a) * sin(t), 90 - (90 + a) * cos(t), z + 0.02 * s]
    rows = surface(f, (0, 60), (0, 14.13 + 9), 5000, rng,
                   lambda s, w: not (24 < s < 30 and 1 < w < 6))
    return scaled(noisy(rows, 0.03, rng), [1] * 3, [3459210, 5334800, 611])
@shape(2, "well|S [mol/l]|I [mol/l]|v [mol/(l s)]|A405", boundary=1, euler=1, digits=4,
       ordered=True)
def inhibitor(rng):
    """An enzyme's rate over its substrate and what hinders it, in 900 wells, noise 1.2 %"""
    for k, (s, i) in enumerate(box(900, [0.4, 0], [10, 6], rng)):
        v = s / (s + 1.8 * (1 + i / 1.5))
        yield ["P%d-%s%02d" % (k // 96 + 1, "ABCDEFGH"[k % 8], k // 8 % 12 + 1),
               "%.3E" % (s * 1e-3), "%.3E" % (i * 1e-5), "%.3E" % (rng.gauss(v, 0.009) * 4.2e-7),
               rng.gauss(0.08 + 1.3 * v + 0.04 * s, 0.012)]
@shape(2, "sun_x|sun_y|sun_z", boundary=2, digits=4)
def sun_sensor(rng):
    """The sun within 33 degrees of the equator of a satellite that spins, noise 0.6 %"""
    for a, s in box(1500, [0, -0.545], [tau, 0.545], rng):
        yield noisy([[sqrt(1 - s * s) * cos(a), sqrt(1 - s * s) * sin(a), s]], 0.006, rng)[0]
@shape(2, "H|V|D|A|R|L".split("|"), euler=2, digits=0)
def polarimeter(rng):
    """Counts of six detectors for light of any polarization, more for some, noise 3 %"""
    for p in surface(sphere, (0, tau), (0.0001, pi), 1800, rng, lambda u, v: True,
                     lambda u, v: 1.4 + cos(v)):
        yield [rng.gauss(n, sqrt(n + 25)) for n in (
            2000 * (1 + d * c) + 60 for c in p for d in (1, -1))]

# ---- plain, without a manifold

@shape(None, "unix_time|P [kW]|p [bar]|T [°C]|Q [l/min]|v [mm/s]", unfit=True, digits=2,
       ordered=True)
def machine_log(rng):
    """A machine's log in seconds since 1970: off, idle, at work on two parts, and cleaning"""
    kinds = [[0.1, 0.2, 22, 0.5, 0.1], [3, 5, 36, 4, 0.7], [17, 92, 58, 31, 3.1],
             [22, 118, 61, 38, 2.4], [8, 12, 74, 55, 1.2]]
    state, t = 0, 1716880000
    for _ in range(1800):
        if rng.random() < 0.04:
            state = rng.randrange(5)
        t += rng.randrange(20, 90)
        yield ["%d" % t] + [abs(rng.gauss(v, s + 0.06 * v)) for v, s in
                            zip(kinds[state], (0.2, 0.3, 1.8, 0.3, 0.05))]
@shape(None, "fecha|lluvia [mm]|Tmin [°C]|Tmax [°C]|viento [m/s]|HR [%]", unfit=True, digits=1,
       ordered=True)
def weather(rng):
    """Rain, temperatures, wind and humidity of 1500 days at a coast, which vary from day to day"""
    for k in range(1500):
        g, wet = rng.gauss(0, 1), rng.random() < 0.35
        low = 12 - 3 * cos(tau * k / 365) + 2.2 * g
        yield [stamp(k, 86400)[:10], rng.gammavariate(0.8, 9) if wet else 0, low,
               low + rng.gammavariate(5, 1.5) - 2 * wet, rng.gammavariate(3, 1.3),
               min(100, rng.gauss(66 + 12 * wet, 9))]
@shape(None, "x|y|z|intensity", unfit=True, digits=2)
def forest(rng):
    """A plane's laser over a wood: 1100 points of the ground, and 1300 all through the crowns"""
    out = [[x, y, 2 * sin(x / 14) + 1.5 * cos(y / 11) + rng.gauss(0, 0.08)]
           for x, y in box(1100, [0, 0], [60, 60], rng)]
    trees = [[x, y, rng.uniform(9, 13)] for x, y in box(22, [4, 4], [56, 56], rng)]
    for _ in range(1300):
        p, tree = unit(cloud(1, [1] * 3, rng)[0]), rng.choice(trees)
        r = rng.random() ** (1 / 3)
        out.append([c + s * r * v for c, s, v in zip(tree, (3, 3, 4.5), p)])
    return [p + ["%d" % rng.gammavariate(4, 25)] for p in out]
@shape(None, "user|hold [ms]|next [ms]|back [ms]|speed [1/min]", unfit=True, digits=0)
def keystrokes(rng):
    """How long 1300 keys are held, and the times between them, of many people, with long tails"""
    return [["u%03d" % rng.randrange(60)] + [m * exp(0.3 * g + s * v) for m, s, v in zip(
        (95, 140, 210, 450), (0.22, 0.4, 0.35, 0.3), p)] for g, *p in cloud(1300, [1] * 5, rng)]
@shape(None, "game|x [ft]|y [ft]|shot", unfit=True, digits=1)
def basketball(rng):
    """1600 shots: many all about the basket, some all over, others behind the line of three"""
    for _ in range(1600):
        kind, t = rng.choices("rms", (40, 25, 35))[0], rng.uniform(0.35, pi - 0.35)
        p = cloud(1, [3, 2.5], rng)[0] if kind == "r" else box(1, [-20, -2], [20, 20], rng)[0]
        r = rng.gauss(25, 1.1)
        yield ["G%04d" % rng.randrange(1230)] + (
            [r * cos(t), r * sin(t)] if kind == "s" else p) + [rng.choice(["made", "missed"])]

# ---- what tempts verdicts

@tempts(1, "Site|DOY|GPP [gC/m2/d]|LAI|Ts [°C]", digits=2, ordered=True)
def beeches(rng):
    """A wood's uptake, leaves and soil over the day of the year, four years, noise 3 %"""
    for k in range(1460):
        d = k % 365 + 1
        leaf = logistic((d - 124) / 7) * logistic((295 - d) / 8)
        yield ["DE-Hzd", "%d" % d, 0.6 + leaf * (4 + 7 * bell(d, 165, 50)) + rng.gauss(0, 0.25),
               0.9 + 4.3 * leaf + rng.gauss(0, 0.08), 8 - 7 * cos(tau * (d - 35) / 365) +
               rng.gauss(0, 0.3)]
@tempts(1, "z [µm]|fibre orientation [deg]|retardance [nm]", boundary=2, euler=1, digits=1)
def cuticle(rng):
    """Fibers in a crab's shell, whose axes, from 0 to 180 degrees, turn 3.5 times, errors of 1.5"""
    for s in (rng.random() for _ in range(1000)):
        yield [42 * s + rng.gauss(0, 0.2), (630 * s ** 1.1 + 25 + rng.gauss(0, 1.5)) % 180,
               28 + 9 * s - 4 * s * s + rng.gauss(0, 0.15)]
@tempts(1, "fruit|H [°]|S [%]|V [%]", boundary=2, euler=1, digits=1, ordered=True)
def tomatoes(rng):
    """Hue, saturation and value of 700 tomatoes from green to red, past 360, noise 2 %"""
    way = spline([[112, 48, 52], [85, 58, 66], [50, 74, 82], [22, 86, 78], [2, 88, 64],
                  [-17, 80, 47]])
    rows = scaled(line(scaled(way, [0.025, 0.07, 0.08]), 700, rng), [40, 14.3, 12.5])
    return [["T%03d" % k, r[0] % 360] + r[1:] for k, r in
            enumerate(rough(rows, [2, 1, 1], rng))]
@tempts(1, "S/N|U [V]|I [A]|P [W]", boundary=2, euler=1, digits=3)
def solar_panels(rng):
    """Current and power over voltage of five like panels, by the number of each, noise 0.8 %"""
    for _ in range(1400):
        u = 37.5 * (1 - rng.random() ** 1.4)
        n = rng.choice((40023117, 40023118, 40023151, 40117002, 40117023))
        i = 9.1 - 9.1 * exp((u - 37.6) / 2.6)
        yield ["%d" % n] + rough([[u, i, u * i]], [0.12, 0.05, 1.5], rng)[0]
@tempts(1, "t_epoch [ms]|x [mm]|y [mm]|z [mm]", digits=2, ordered=True)
def chewing(rng):
    """A jaw's way through 22 strokes, at 100 Hz, in milliseconds since 1970, noise 2 %"""
    for k in range(1500):
        t = tau * k / 68.3
        yield ["%d" % (1718273645120 + 10 * k), 3.2 * sin(t) + 1.1 * sin(2 * t - 0.4) +
               rng.gauss(0, 0.12), -9 + 9 * cos(t) + rng.gauss(0, 0.18),
               -2.6 + 2.2 * cos(t - 0.7) + 0.5 * cos(2 * t) + rng.gauss(0, 0.08)]
@tempts(2, ["p%d%d" % (i, j) for i in range(7) for j in range(7)], orientable=False, digits=3)
def gratings(rng):
    """Patches of 7 by 7 pixels of stripes of any direction and shift, noise 3 %"""
    for a, b in box(3600, [0, 0], [pi, tau], rng):
        yield [cos(0.95 * (i * cos(a) + j * sin(a)) + b) + rng.gauss(0, 0.03)
               for i in range(-3, 4) for j in range(-3, 4)]
@tempts(2, "MJD|x [mas]|y [mas]|vx [km/s]|vy [km/s]", digits=2, ordered=True)
def rosette(rng):
    """One star about a black hole, whose ellipse turns by 58 degrees each time, noise 1 %"""
    g = lambda r: -1 / r ** 3 - 0.195 / r ** 4
    f = lambda s: s[2:] + [g(hypot(*s[:2])) * v for v in s[:2]]
    way = integrate(f, [1.4, 0, 0, 0.62], 0.02, 4000, 0, 13)
    for k, r in enumerate(noisy(way, 0.008, rng)):
        yield ["%.1f" % (51544 + 31.7 * k)] + [v * s for v, s in zip(r, (92, 92, 1850, 1850))]
@tempts(2, "X [mm]|Y [mm]|Z [mm]", digits=2)
def mug(rng):
    """A mug with its handle, all its sides, by tomography; walls of 9 mm, noise 0.15"""
    def f(x, y, z):
        r = hypot(x, y)
        cup = max(r - 40, -z, z - 92, -max(r - 31, 9 - z))
        return melt(0.8, cup, max(hypot(hypot(x - 42, z - 47) - 27, y) - 7, 36 - x))
    return noisy(skin(f, [-44, -44, -4], [80, 44, 96], 8000, rng, 0.6), 0.15, rng)
@tempts(2, "R [mm]|A [mm]|S [mm]", euler=2, digits=1)
def fissure(rng):
    """The surface of a brain, smoothed, with the cleft between its halves, 10 mm wide, noise 0.3"""
    def f(x, y, z):
        brain = 66 * (hypot(x / 66, y / 84, z / 62) - 1)
        return -melt(0.5, -brain, -melt(0.5, 5 - abs(x), z - 27))
    return noisy(skin(f, [-72, -90, -68], [72, 90, 68], 6500, rng, 1), 0.3, rng)
@tempts(None, "kx [1/Å]|ky [1/Å]|E-EF [eV]", unfit=True, digits=4)
def dirac_cone(rng):
    """Bands of graphene about the point where both meet, two cones, 2600 points, noise 0.5 %"""
    for s, a in box(2600, [0, 0], [1, tau], rng):
        k, e = 0.12 * sqrt(s), rng.choice((-1, 1))
        yield rough([[k * cos(a), k * sin(a), 5.8 * e * k]], [0.0005, 0.0005, 0.003], rng)[0]
@tempts(None, "pump [mA]|peak [mV]", unfit=True, digits=2)
def doubling(rng):
    """Peaks of a laser that is pumped more and more: one, two, four, and then all heights"""
    for r in (rng.uniform(2.8, 3.95) for _ in range(3000)):
        x = rng.random()
        for _ in range(200 + rng.randrange(8)):
            x = r * x * (1 - x)
        yield [40 * r - 92 + rng.gauss(0, 0.02), 240 * x + rng.gauss(0, 0.5)]
@tempts(None, "x [mm]|y [mm]", unfit=True, digits=2)
def invasion(rng):
    """Pores that water has filled, always the widest next: a fractal of 2600 points"""
    width = functools.lru_cache(None)(lambda x, y: rng.random())
    filled, edge, seen = [], [(0, 0, 0)], {(0, 0)}
    while len(filled) < 2600:
        _, x, y = heapq.heappop(edge)
        filled.append([0.4 * (x + rng.uniform(-0.3, 0.3)), 0.4 * (y + rng.uniform(-0.3, 0.3))])
        for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if p not in seen:
                seen.add(p)
                heapq.heappush(edge, (width(*p), *p))
    return filled

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261201), (TEMPTING, 20261202))
    rewrite(sys.argv[1])
