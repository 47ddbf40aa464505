"""A twelfth batch of tables as they are brought, drawn blind, with known truth.

python3 twelfth.py FOLDER [tuning|held_out|NAME ...]

Like eleventh.py, with tools of ninth.py, eighth.py, seventh.py, sixth.py, fifth.py, fourth.py and
make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a day of
the year, an hour of the week, and an analyzer from 0 to 180 degrees close, roll, pitch and yaw are
a rotation, and the number of a beat, a bird or a nest is no coordinate. One is a surface with
curves (parachute), which run.py can't judge, so that its truth is "no manifold"; a comment gives
the components, boundary and Euler characteristic of its surface and of its curves.
"""
import functools, sys
from math import acos, asin, atan2, cos, degrees, dist, exp, hypot, log, pi, radians, sin, sqrt, tau

import make, seventh
from make import box, curve, embed, line, noisy, sphere, spline, surface
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin
from eighth import along, evenly
from ninth import off_line, revolved

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

def counted(rows, rng):
    """Rows in any order, with their numbers first."""
    rows = list(rows)
    rng.shuffle(rows)
    return [["%d" % (k + 1)] + r for k, r in enumerate(rows)]

# ---- plain curves

@shape(1, "Sud|Extrakt [°P]|Alkohol [% vol]|pH|Hefe [Mio/ml]|O2 [mg/l]|T [°C]", write=";,",
       boundary=2, euler=1, digits=2)
def beer(rng):
    """Wort that becomes beer in 21 like tanks, cooled at last, 700 samples, noise 1.2 %"""
    for s in (rng.random() for _ in range(700)):
        done = logistic((s - 0.4) / 0.13)
        row = [12.6 - 9.8 * done, 5.1 * logistic((s - 0.43) / 0.12),
               5.25 - 0.85 * logistic((s - 0.22) / 0.08), 8 + 52 * bell(s, 0.45, 0.2),
               8.5 * exp(-s / 0.13),
               12 + 1.5 * bell(s, 0.42, 0.15) - 8.5 * logistic((s - 0.86) / 0.06)]
        row = rough([row], [0.12, 0.06, 0.011, 0.65, 0.09, 0.1], rng)[0]
        yield ["T%02d" % rng.randrange(1, 22)] + lost([row], None, 0.004, ["n/a"], rng)[0]
@shape(1, ["frame"] + ["psi_%02d (rad)" % k for k in range(1, 25)], digits=3)
def flagellum(rng):
    """Directions of a sperm's tail at 24 places while it beats, 900 frames, noise 2 %"""
    for t in turns(900, rng):
        row = []
        for s in ((j + 1) / 24 for j in range(24)):
            w = tau * 1.15 * s - t
            row.append(0.35 * s + 0.95 * sqrt(s) * cos(w) + 0.16 * s * cos(2 * w + 0.9))
        yield ["s3_%05d.tif" % rng.randrange(20000)] + lost(
            noisy([row], 0.035, rng), None, 0.001, ["NA"], rng)[0]
@shape(1, "Pkt|X [mm]|Y [mm]", components=8, write=";,", digits=2, ordered=True)
def wankel(rng):
    """A rotary engine's bore, its shaft's hole and six of bolts, 2600 points, noise 0.08 mm"""
    ring = lambda x, y, r: [[x + r * cos(tau * k / 300), y + r * sin(tau * k / 300)]
                            for k in range(301)]
    way = [[15 * cos(3 * t) + 105 * cos(t), 15 * sin(3 * t) + 105 * sin(t)]
           for t in (tau * k / 1500 for k in range(1501))]
    bolts = [ring(x, y, 8) for x, y in ((0, 112), (0, -112), (92, 102), (-92, 102), (92, -102),
                                        (-92, -102))]
    return counted(noisy(paths([way, ring(0, 0, 38)] + bolts, 2600, rng), 0.08, rng), rng)
@shape(1, "src|x_km|y_km|z_km", write="\t.", boundary=6, euler=1, digits=3)
def lightning(rng):
    """A flash to the ground with two branches, and one that forks, 2200 sources, noise 20 m"""
    main = [[0, 0, 7], [0.4, 0.3, 6.5], [0.3, 0.7, 6], [0.8, 0.9, 5.4], [0.7, 0.6, 4.8],
            [1.2, 0.5, 4.2], [1.1, 0.9, 3.6], [1.5, 1.2, 3], [1.3, 1.5, 2.4], [1.6, 1.4, 1.7],
            [1.5, 1.1, 0.9], [1.8, 1.2, 0]]
    fork = [2.9, 1.9, 3.3]
    ways = [main, [main[3], [1.5, 1.4, 5.2], [1.9, 2.1, 4.9], [2.6, 2.4, 4.8]],
            [main[5], [1.9, 0.7, 3.9], [2.3, 1.4, 3.8], fork],
            [fork, [3.5, 1.7, 2.9], [3.9, 2.1, 2.3], [4.6, 2, 2]],
            [fork, [3, 2.6, 2.8], [2.8, 3, 2.1], [3.1, 3.4, 1.5]],
            [main[8], [0.7, 1.6, 2.2], [0.2, 2.1, 1.7], [-0.4, 2, 1.4]]]
    for r in noisy(paths(ways, 2200, rng), 0.02, rng):
        yield ["LMA-%s%04d" % (rng.choice("ABC"), rng.randrange(10000))] + r
@shape(1, "scan|B [G]|E/h [MHz]", components=2, boundary=5, euler=2, digits=1)
def breit_rabi(rng):
    """Hydrogen's four levels over the field, three of them one at 0 G, 1800 points, noise 4 MHz"""
    way = lambda f: [[x, f(x)] for x in (1.6 * k / 400 for k in range(401))]
    ways = [way(f) for f in (lambda x: 0.25 + x / 2, lambda x: 0.25 - x / 2,
                             lambda x: -0.25 + sqrt(1 + x * x) / 2,
                             lambda x: -0.25 - sqrt(1 + x * x) / 2)]
    for x, e in paths(ways, 1800, rng):
        yield ["run%02d" % rng.randrange(1, 31), 507 * x + rng.gauss(0, 1.2),
               1420.4 * e + rng.gauss(0, 4)]
@shape(1, "epoch (UTC)|X_km|Y_km|Z_km|VX_m/s|VY_m/s|VZ_m/s", digits=1, ordered=True)
def halo_orbit(rng):
    """A probe about a point on the way to the sun, five rounds of 178 days, 1400 rows, noise 1 %"""
    for k in range(1400):
        t, w = tau * k / 280.0037, tau / (178 * 86.4)
        row = [-206e3 * cos(t) + 25e3 * cos(2 * t), 665e3 * sin(t) + 14e3 * sin(2 * t),
               110e3 * cos(t) + 18e3 * cos(2 * t + 0.3)]
        row += [w * (206e3 * sin(t) - 50e3 * sin(2 * t)), w * (665e3 * cos(t) + 28e3 * cos(2 * t)),
                -w * (110e3 * sin(t) + 36e3 * sin(2 * t + 0.3))]
        yield [stamp(k, 54926)] + rough([row], [2e3, 4e3, 1.5e3, 1, 2.5, 0.8], rng)[0]
@shape(1, "beat|V_LV (ml)|P_LV (mmHg)|P_Ao (mmHg)", write=";.", digits=1)
def ventricle(rng):
    """A ventricle's volume and pressure, and the aorta's, through 45 beats, 1500 rows, noise 1 %"""
    stops = [[130, 10, 79], [132, 40, 77], [131, 78, 77], [118, 104, 101], [98, 121, 118],
             [74, 121, 119], [56, 104, 105], [51, 74, 101], [51, 36, 97], [53, 9, 94], [66, 5, 91],
             [88, 6, 87], [110, 7, 83]]
    for r in along(stops, [30, 40, 14], 1500, rng, 0.03, True):
        yield ["%d" % rng.randrange(1, 46)] + lost([r], 3, 0.006, [""], rng)[0]
@shape(1, "x/mm|y/mm", components=5, boundary=12, euler=5, digits=2)
def chladni(rng):
    """Sand on a plate that sounds: a cross, and an arc at each corner, 2000 points, noise 0.6 mm"""
    arc = [[acos(c) / tau, acos(1 - c) / tau] for c in (sin(pi * k / 600) ** 2 for k in range(301))]
    ways = [[[0.5, 0], [0.5, 1]], [[0, 0.5], [1, 0.5]]] + [
        [[abs(i - x), abs(j - y)] for x, y in arc] for i in (0, 1) for j in (0, 1)]
    return noisy(scaled(paths(ways, 2000, rng), [240] * 2), 0.6, rng)
@shape(1, "image|R|G|B", boundary=2, euler=1, digits=1)
def quartz_wedge(rng):
    """Colors along a wedge of quartz between crossed polarizers, 900 spots, noise 1 %"""
    f = lambda d: [126 * (1 - cos(tau * d / w) * exp(-2 * (pi * d * s / w / w) ** 2)) + 2
                   for w, s in ((605, 26), (535, 30), (455, 24))]
    for r in noisy(curve(f, 60, 1240, 900, rng), 1.3, rng):
        yield ["IMG_%04d.CR2" % rng.randrange(3000, 3040)] + r
@shape(1, ["P%02d_bar" % k for k in range(1, 37)], digits=3)
def detonation(rng):
    """Pressure at 36 places around a ring in which a detonation runs, 800 rows, noise 2 %"""
    for t in turns(800, rng):
        row = []
        for a in (t - tau * j / 36 for j in range(36)):
            row.append(1.6 + 5.2 * exp(2 * (cos(a + 0.5 * sin(a)) - 1)) + 0.25 * cos(2 * a))
        yield noisy([row], 0.1, rng)[0]
@shape(1, "event-id|tag-local-identifier|location-lat|location-long", digits=4)
def godwits(rng):
    """Waders from Alaska to New Zealand, China and back, 1100 fixes, errors of 0.6 degrees"""
    stops = ((61, -163), (40, -168), (12, -172), (-15, -179), (-36, 175), (-24, 162), (-2, 148),
             (20, 132), (38, 122), (42, 138), (50, 158), (58, 180))
    at = lambda a, b: [cos(radians(a)) * cos(radians(b)), cos(radians(a)) * sin(radians(b)),
                       sin(radians(a))]
    way = [unit(p) for p in spline([at(*s) for s in stops], 60, True)]
    for k, p in enumerate(noisy(line(way, 1100, rng, True), 0.0105, rng)):
        x, y, z = unit(p)
        yield ["%d" % (28170044351 + 7 * k), rng.choice(("E7", "H4", "Z0", "4BBRW")),
               degrees(asin(z)), degrees(atan2(y, x))]
@shape(1, "Probe|w(Cu) [%]|T [°C]", write=";,", boundary=2, euler=-1, digits=2)
def silver_copper(rng):
    """Lines between the phases of silver with copper, of which two end, 2400 points, noise 0.4 %"""
    a, b, c, d, e = [0, 962], [28.1, 780], [100, 1085], [8.8, 780], [92, 780]
    ways = [[a, [15, 876], b], [a, [5.2, 880], d], [b, [55, 905], [80, 1005], c],
            [c, [94.5, 930], e], [d, b], [b, e],
            [d, [4.5, 600], [1.5, 400]], [e, [95.5, 600], [98.5, 400]]]
    ways = [scaled(spline(w), [1 / 100, 1 / 700]) for w in ways]
    for r in scaled(noisy(paths(ways, 2400, rng), 0.004, rng), [100, 700]):
        yield ["AC%03d" % rng.randrange(1, 180)] + r

# ---- plain surfaces

@shape(2, "x [mm]|y [mm]|z [mm]", euler=0, digits=2)
def kettlebell(rng):
    """A kettlebell from all sides, its handle too, 4000 points, noise 0.2 mm"""
    way = [[-34, 0, 34], [-44, 0, 66], [-32, 0, 92], [0, 0, 99], [32, 0, 92], [44, 0, 66],
           [34, 0, 34]]
    f = lambda *p: melt(0.35, hypot(*p) - 52,
                        *(off_line(p, a, b) - 14 for a, b in zip(way, way[1:])))
    return noisy(skin(f, [-72, -62, -62], [72, 62, 124], 4000, rng, 0.4), 0.2, rng)
@shape(2, "X|Y|Z|quality", write=" .", boundary=1, euler=1, digits=2)
def glove(rng):
    """A glove on a hand that is spread, open at the wrist, in mm, 4000 points, noise 0.2 mm"""
    fingers = [([s * 31, 38, 0], [s * 76, h, 6], 8.5) for s, h in ((-1, 88), (1, 96))]
    fingers += [([s * 10, 42, 0], [s * 26, h, 5], 9) for s, h in ((-1, 118), (1, 124))]
    fingers.append(([30, -15, 6], [92, 22, 22], 10.5))
    def f(x, y, z):
        palm = 17 * (((x / 42) ** 4 + (y / 62) ** 4 + (z / 17) ** 4) ** 0.25 - 1)
        return melt(0.5, palm, *(off_line([x, y, z], a, b) - r for a, b, r in fingers))
    rows = [r for r in skin(f, [-90, -66, -26], [110, 140, 40], 5400, rng, 0.35) if r[1] > -42]
    return [r + ["ok"] for r in noisy(rows[:4000], 0.2, rng)]
@shape(2, ["t"] + ["C%02d [cts]" % k for k in range(1, 13)], boundary=1, orientable=False,
       digits=0)
def wire_across(rng):
    """Twelve sensors about a pipe that a wire crosses in any way, 2600 rows, noise 1 %"""
    for _ in range(2600):
        a, s = rng.uniform(0, pi), rng.uniform(-0.6, 0.6)
        row = [1850 + 2200 * bell(1.08 * cos(tau * j / 12 - a) - s, 0, 0.4) for j in range(12)]
        yield [stamp(rng.randrange(10 ** 6), 1)] + noisy([row], 22, rng)[0]
@shape(2, "Zeile|T (°C)|p (bar)|v (dm³/kg)|h (kJ/kg)|s (kJ/kg K)", write=";,", boundary=1,
       euler=1, digits=3, ordered=True)
def superheat(rng):
    """Steam by temperature, and pressure of 20 to 120 bar, 1500 rows, k.A. for 0.3 %, noise 1 %"""
    rows = []
    for t, u in box(1500, [350, 0], [600, 1], rng):
        k, p = t + 273.15, 20 + 100 * u ** 1.2
        b = 0.03 * p * (640 / k) ** 3
        row = [t, p, 4.615 * k / p - 10 * (640 / k) ** 3, 2470 + 2.02 * t - 24 * b,
               6.1 + 2.05 * log(k / 500) - 0.4615 * log(p / 20) - 0.035 * b]
        rows.append(rough([row], [1.2, 0.5, 0.5, 2.5, 0.006], rng)[0])
    return counted(lost(rows, None, 0.003, ["k.A."], rng), rng)
@shape(2, "X (mm)|Y (mm)|Z (mm)", boundary=8, euler=-6, digits=2)
def whiffle(rng):
    """A ball of radius 36 mm with eight round holes of 9 mm, 4000 points, noise 0.15 mm"""
    corners = [unit([i, j, k]) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    keep = lambda u, v: all(dist(sphere(u, v), c) > 0.252 for c in corners)
    rows = surface(sphere, (0, tau), (0.0001, pi), 4000, rng, keep)
    return noisy(scaled(embed(rows, 3, rng), [36] * 3), 0.15, rng)
@shape(2, "Nr.|Ost [m]|Nord [m]|Höhe [m]", components=2, boundary=2, euler=2, write=";,", digits=3,
       ordered=True)
def twin_ramp(rng):
    """Two ramps of a car park that are wound in each other, 4000 points, noise 2.5 cm"""
    rows = []
    for k in (0, 1):
        f = lambda t, r: [r * cos(t + pi * k), r * sin(t + pi * k), 6.6 * t / tau]
        rows += surface(f, (0, 1.5 * tau), (6, 12), 2000, rng)
    return counted(scaled(noisy(rows, 0.025, rng), [1] * 3, [3512.4, 5404.1, 112.8]), rng)
@shape(2, "x|y|z", boundary=3, euler=-1, digits=1)
def tote_bag(rng):
    """A bag, open above, with two handles 5 cm wide, in mm, 4000 points, noise 0.8 mm"""
    def face(s):
        while True:
            x, z = rng.uniform(-95, 95), rng.uniform(220, 395)
            if abs(x) > 45 and z < 300 or z >= 300 and 45 < hypot(x, z - 300) < 95:
                return [x, 45 * s, z]
    def side():
        t, z = rng.uniform(0, 380 + 90 * pi), rng.uniform(0, 220)
        if t < 380:
            return [t % 190 - 95, 45 if t < 190 else -45, z]
        a = (t - 380) / 45 - pi / 2
        far = 95 if a < pi / 2 else -95
        return [far + 45 * cos(a), 45 * sin(a), z]
    def floor():
        while True:
            x, y = rng.uniform(-140, 140), rng.uniform(-45, 45)
            if hypot(max(0, abs(x) - 95), y) < 45:
                return [x, y, 0]
    kinds = rng.choices((0, 1, 2), (146e3, 38e3, 23.5e3), k=4000)
    return noisy([(side, lambda: face(rng.choice((-1, 1))), floor)[k]() for k in kinds], 0.8, rng)
@shape(2, "Auge|x [mm]|y [mm]|z_ILM [mm]", write=";,", boundary=2, digits=3)
def retina(rng):
    """An eye's floor with its pit, but the nerve's disc of 1.8 mm, 2600 points, noise 10 um"""
    rows = [p for p in box(3200, [-3, -3], [6.5, 3], rng) if dist(p, [4.1, 0.3]) > 0.9][:2600]
    for x, y in rows:
        z = (x * x + y * y) / 23 - 0.16 * bell(hypot(x, y), 0, 0.5)
        yield ["OD"] + noisy([[x, y, z]], 0.01, rng)[0]
@shape(2, "logger|DOY|depth_m|T_degC", boundary=2, digits=2)
def soil_heat(rng):
    """Heat of the ground by day of the year, to 6 m of depth, 2600 rows, noise 0.12 degrees"""
    for d, z in box(2600, [0, 0.05], [365.25, 6], rng):
        t = 9.4 + 11.5 * exp(-z / 2.6) * cos(tau * (d - 203) / 365.25 - z / 2.6)
        yield ["HOBO-%d" % rng.randrange(1, 5), 1 + d, z, t + rng.gauss(0, 0.12)]
@shape(2, ["id"] + ["B%d%s [uT]" % (k, c) for k in (1, 2, 3) for c in "xyz"], euler=2, digits=2)
def pill_magnet(rng):
    """Field of a magnet that turns all ways in one place, at three sensors, 2200 rows, noise 1 %"""
    for m in map(unit, cloud(2200, [1] * 3, rng)):
        row = []
        for r in ([0.6, 0.7, -0.7], [-0.9, 0.3, -0.5], [0.2, -0.8, -0.6]):
            d, n = hypot(*r), unit(r)
            along = 3 * sum(a * b for a, b in zip(m, n))
            row += [90 * (along * b - a) / d ** 3 + e for a, b, e in zip(m, n, (19.5, 1.2, 44))]
        yield ["m%06d" % rng.randrange(10 ** 6)] + lost(
            noisy([row], 1.2, rng), None, 0.002, ["NULL"], rng)[0]

# ---- plain, known manifolds and of three dimensions

@shape(2, "Name|Lat (deg N)|Lon (deg E)", euler=2, digits=2)
def craters(rng):
    """2200 craters all over Mercury, by latitude, and longitude from 0 to 360: the sphere"""
    for k in range(2200):
        yield ["HC-%05d" % (5 * k + rng.randrange(5)), degrees(asin(rng.uniform(-1, 1))),
               rng.uniform(0, 360)]
@shape(3, "time|mode|roll [deg]|pitch [deg]|yaw [deg]", digits=1, ordered=True)
def aerobatics(rng):
    """Roll, pitch and yaw of a drone that is flown in all attitudes, 3000 rows: all rotations"""
    for k in range(3000):
        yield [stamp(k, 4), rng.choice(("ACRO", "ACRO", "HOLD")), rng.uniform(-180, 180),
               degrees(asin(rng.uniform(-1, 1))), rng.uniform(0, 360)]
@shape(3, "pt|p_c [Pa]|p_up [Pa]|p_down [Pa]|p_left [Pa]|p_right [Pa]", boundary=1, euler=1,
       digits=0)
def five_holes(rng):
    """A probe's five pressures in winds within 24 degrees, at any speed, 3000 rows, noise 0.5 %"""
    for a, b, q in box(3000, [-0.42, -0.42, 900], [0.42, 0.42, 2400], rng):
        row = [q * (1 - 1.9 * (a * a + b * b))]
        for s, t in ((a, b), (-a, b), (b, a), (-b, a)):
            row.append(q * (0.12 + 1.75 * s - 0.5 * s * s - 0.9 * t * t))
        yield ["V%04d" % rng.randrange(10000)] + lost(
            noisy([row], 6, rng), None, 0.002, ["NaN"], rng)[0]

# ---- plain, without a manifold, and of a surface and curves

@shape(None, ["nest", "ant"] + ["C%d%s" % (n, k) for n in (25, 27, 29, 31) for k in (
    "", "_me", "_ene")], unfit=True, digits=3)
def ants(rng):
    """Logarithms of twelve waxes on 420 ants of 14 nests, which differ: clusters"""
    for nest in range(14):
        mean = cloud(1, [1] * 12, rng)[0]
        for k in range(30):
            yield ["N%d" % (nest + 1), "a%02d" % k] + cloud(1, [0.3] * 12, rng, mean)[0]
@shape(None, "Label|X_um|Y_um", unfit=True, digits=1, ordered=True)
def nuclei_slide(rng):
    """Middles of 1800 nuclei all over a slice of 1000 by 700 um, none within 9 um of another"""
    rows, taken = [], {}
    while len(rows) < 1800:
        p = box(1, [0, 0], [1000, 700], rng)[0]
        i, j = (int(v // 9) for v in p)
        near = [q for a in (-1, 0, 1) for b in (-1, 0, 1) for q in taken.get((i + a, j + b), [])]
        if all(dist(p, q) > 9 for q in near):
            rows.append(p)
            taken.setdefault((i, j), []).append(p)
    return counted(rows, rng)
@shape(None, "Schlag|pH|P2O5 [mg/100g]|K2O [mg/100g]|Mg [mg/100g]|Humus [%]|Ton [%]", unfit=True,
       write=";,", digits=1)
def soil_tests(rng):
    """Six measures of 900 fields' soils, which hardly depend on one another, n.n. for traces"""
    for k in range(900):
        g = rng.gauss(0, 1)
        some = lambda m, s, t=0.15: m * exp(s * rng.gauss(0, 1) + t * g)
        row = [rng.gauss(6.4, 0.6) + 0.15 * g, some(17, 0.5), some(21, 0.5), some(9, 0.45),
               some(2.6, 0.35, 0), some(21, 0.4, 0.1)]
        yield ["F%03d" % rng.randrange(1, 400)] + [
            "n.n." if k and v < 3.5 else v for k, v in enumerate(row[:4])] + row[4:]
@shape(None, "pat_id|sex|age|BMI|CRP|IL6|ferritin|gait_s|grip_kg|MoCA", unfit=True, digits=1)
def pilot_study(rng):
    """Eight measures of 46 patients: too few to say of what form they are"""
    for k in range(46):
        g = rng.gauss(0, 1)
        yield ["P-%02d" % (k + 1), rng.choice("mf"), rng.gauss(71, 7), rng.gauss(27, 4),
               4 * exp(0.8 * rng.gauss(0, 1) + 0.3 * g), 6 * exp(0.7 * rng.gauss(0, 1) + 0.3 * g),
               140 * exp(0.7 * rng.gauss(0, 1)), rng.gauss(5.2, 1.1) + 0.4 * g,
               rng.gauss(29, 7) - 2 * g, "%d" % min(30, round(rng.gauss(24, 3)))]
@shape(None, "x [m]|y [m]|z [m]", unfit=True, digits=3)  # 1, 1, 1 and 1, 6, 1
def parachute(rng):
    """A parachute of 2600 points, and six lines that meet below, 150 each: surface and curves"""
    f = lambda u, v: [4 * sin(v) * cos(u), 4 * sin(v) * sin(u), 3 * cos(v) + 7]
    rows = surface(f, (0, tau), (0.0001, 1.35), 2600, rng)
    rows += paths([[f(tau * k / 6, 1.35), [0, 0, 0]] for k in range(6)], 900, rng)
    return noisy(rows, 0.02, rng)

# ---- what tempts verdicts

@tempts(1, "time|fix|Easting [m]|Northing [m]", boundary=2, euler=1, digits=2, ordered=True)
def tractor(rng):
    """A tractor up and down ten rows, 6 m apart, and its turns, 2400 fixes, errors of 0.12 m"""
    way = []
    for j in range(10):
        s = 1 if j % 2 == 0 else -1
        way += [[s * (k - 70), 6 * j] for k in range(0, 141, 2)]
        way += [[s * (70 + 3 * sin(a)), 6 * j + 3 - 3 * cos(a)] for a in (
            pi * k / 30 for k in range(1, 30))] if j < 9 else []
    for k, (x, y) in enumerate(noisy(evenly(way, 2400), 0.12, rng)):
        yield [stamp(k, 1)[11:], "RTK", 447210.3 + 0.8 * x - 0.6 * y, 5411870.5 + 0.6 * x + 0.8 * y]
@tempts(2, "x [mm]|y [mm]|z [mm]", boundary=2, digits=2)
def blown_egg(rng):
    """A hen's egg with a hole of 9 and one of 12 mm at its ends, 4000 points, noise 0.08 mm"""
    f = lambda u, v: [22 * sin(v) * (1 - 0.14 * cos(v)) * cos(u),
                      22 * sin(v) * (1 - 0.14 * cos(v)) * sin(u), 29 * cos(v)]
    rows = surface(f, (0, tau), (0.24, pi - 0.242), 4000, rng)
    return noisy(embed(rows, 3, rng), 0.08, rng)
@tempts(1, "Analysator [Grad]|I_A [µA]|I_B [µA]|I_C [µA]", write=";,", digits=2)
def analyzer(rng):
    """Three beams behind a polarizer at 0 to 180 degrees, which repeats, 900 rows, noise 1.5 %"""
    for t in (rng.uniform(0, pi) for _ in range(900)):
        row = [44 + 38 * cos(2 * t - 0.5), 31 + 22 * cos(2 * t - 2.3), 20 + 9 * cos(
            2 * t + 1.4) + 4 * cos(4 * t)]
        yield [degrees((t + rng.gauss(0, 0.008)) % pi)] + rough([row], [0.8, 0.5, 0.25], rng)[0]
@tempts(1, "rider|knee [deg]|ankle [deg]|force_l [N]|force_r [N]|EMG [mV]", digits=2)
def pedaling(rng):
    """A cyclist's joints, forces and a bad electrode, 1500 rows, noise 1.2 %, and there 12 %"""
    for t in turns(1500, rng):
        force = lambda a: 60 + 290 * exp(1.6 * (cos(a - 1.6) - 1)) - 25 * cos(a + 0.6)
        row = [98 + 36 * cos(t) + 5 * cos(2 * t), 92 + 14 * cos(t - 1.2) + 4 * cos(2 * t - 0.3),
               force(t), force(t + pi), 0.4 + 0.8 * exp(2 * (cos(t - 1) - 1))]
        yield ["CS"] + rough([row], [0.9, 0.4, 4, 4, 0.1], rng)[0]
@tempts(2, "x/mm|y/mm|z/mm", write="\t.", euler=2, digits=2)
def hourglass(rng):
    """The outside of an hourglass of 60 mm whose neck is 11 mm thick, 4000 points, noise 0.12 mm"""
    half = [[5.5, 0], [11, 8], [23, 21], [30, 39], [27, 56], [15, 68], [0, 71]]
    way = spline([[r, -z] for r, z in half[:0:-1]] + half, 40)
    rows = list(revolved([[abs(r), z] for r, z in way], 4000, rng))
    return noisy(embed(rows, 3, rng), 0.12, rng)
@tempts(1, "date|X [au]|Y [au]|Z [au]", digits=4, ordered=True)
def periapsis(rng):
    """A comet each 14 days for three revolutions, eccentric by 0.86: 420 rows, few near the sun"""
    for k in range(420):
        m = tau * k / 140.37
        e = m
        for _ in range(60):
            e -= (e - 0.86 * sin(e) - m) / (1 - 0.86 * cos(e))
        x, y = 3.1 * (cos(e) - 0.86), 3.1 * sqrt(1 - 0.86 ** 2) * sin(e)
        row = [0.8 * x - 0.6 * y, 0.58 * x + 0.77 * y, 0.15 * x + 0.21 * y]
        yield [stamp(k, 1227744)[:10]] + noisy([row], 0.006, rng)[0]
@tempts(1, ["cell"] + ["g%d" % k for k in range(1, 16)], boundary=3, euler=1, digits=3)
def rare_fate(rng):
    """Fifteen genes of 660 cells along a path, of which 60 leave it in its middle, noise 1 %"""
    bow = lambda s: [s, 0.9 * sin(1.1 * s), 0.25 * cos(2.2 * s), 0]
    side = lambda s: [1.6 + 0.35 * s, bow(1.6)[1] - 0.5 * s, bow(1.6)[2] + 0.45 * s, 0.9 * s]
    rows = curve(bow, 0, 3.2, 600, rng) + curve(side, 0, 0.9, 60, rng)
    for r in noisy(embed(rows, 15, rng), 0.03, rng):
        yield ["".join(rng.choices("ACGT", k=12)) + "-1"] + [v + 4 for v in r]
@tempts(2, "X|Y|Z", euler=2, digits=2)
def croissant(rng):
    """A croissant from all sides whose tips are 17 mm from each other, 3800 points, noise 0.2 mm"""
    def f(x, y, z):
        a = max(-2.84, min(2.84, atan2(y, x)))
        return dist([x, y, z], [45 * cos(a), 45 * sin(a), 0]) - 5 - 14 * cos(a / 2 * pi / 2.84) ** 2
    return noisy(skin(f, [-58, -68, -24], [70, 68, 24], 3800, rng, 0.4), 0.2, rng)
@tempts(1, "counter_week|hour_of_week [h]|in [1/h]|out [1/h]|ring [1/h]|bikes [1/h]", digits=1)
def traffic_week(rng):
    """Counts of four roads by the hour of the week, from 0 to 168, 2016 rows, noise 1.5 %"""
    for h in (rng.uniform(0, 168) for _ in range(2016)):
        free = sum(bell(h + d, 144, 17) for d in (-168, 0, 168))
        row = []
        for top, at, less in ((900, 8, 0.6), (980, 17, 0.5), (640, 13, 0.3), (310, 11, -0.4)):
            v = exp(1.3 * (cos(tau * (h - at) / 24) - 1))
            row.append(top * (0.12 + v * (1 - less * free)) * rng.gauss(1, 0.006))
        yield ["2023"] + [h] + rough([row], [10, 11, 7, 4], rng)[0]
@tempts(None, "sym|I [V]|Q [V]", unfit=True, digits=4)
def qam16(rng):
    """Voltages of 3200 symbols of a radio, four levels of each: sixteen spots in a square"""
    for _ in range(3200):
        i, j = rng.randrange(4), rng.randrange(4)
        x, y = (0.2 * (v - 1.5) + rng.gauss(0, 0.024) for v in (i, j))
        yield ["s%X" % (4 * i + j), 0.97 * x - 0.24 * y, 0.24 * x + 0.97 * y]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261211), (TEMPTING, 20261212))
    rewrite(sys.argv[1])
