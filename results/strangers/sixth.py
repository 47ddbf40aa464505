"""A sixth batch of tables as they are brought, drawn blind, with known truth.

python3 sixth.py FOLDER [tuning|held_out|NAME ...]

Like fifth.py, whose tools and those of fourth.py and make.py these are. 34 are plain, 14 tempt a
verdict. As there, what the scientist expects is true: a phase, a heading or a clock closes, q and
-q are one rotation, and a date, the number of a row, a beat or a parent is no coordinate.
"""
import datetime, functools, sys
from math import asin, atan2, cos, degrees, dist, exp, hypot, pi, radians, sin, tanh, tau

import fifth, make
from make import box, curve, line, noisy, sphere, spline, surface
from fourth import bell, cloud, harmonics, numbered, scaled
from fifth import logistic, lost, rough, turns, unit

PLAIN, TEMPTING = {}, {}
shape = functools.partial(fifth.shape, sets=PLAIN)
tempts = functools.partial(fifth.shape, sets=TEMPTING)

# ---- tools

def level(f, low, high, n, rng, thick):
    """n points of f = 0 in a box, by area: of a thin shell, each moved onto f = 0."""
    def slope(x):
        return [(f(*(w + 1e-5 * (i == j) for j, w in enumerate(x))) - f(*x)) * 1e5
                for i in range(len(x))]
    out = []
    while len(out) < n:
        x = box(1, low, high, rng)[0]
        if abs(f(*x)) < thick * hypot(*slope(x)):
            for _ in range(4):
                g = slope(x)
                x = [v - f(*x) * w / sum(u * u for u in g) for v, w in zip(x, g)]
            if all(a < v < b for a, v, b in zip(low, x, high)):
                out.append(x)
    return out

def paths(ways, n, rng):
    """n points by arc length along several polylines."""
    long = [sum(map(dist, w, w[1:])) for w in ways]
    return [p for w, l in zip(ways, long) for p in line(w, round(n * l / sum(long)), rng)]

def stamp(k, seconds=60):
    day = datetime.datetime(2024, 6, 3) + datetime.timedelta(seconds=k * seconds)
    return day.strftime("%Y-%m-%d %H:%M:%S")

def stamped(rows, seconds=60):
    return [[stamp(k, seconds)] + r for k, r in enumerate(rows)]

def wrap(low, high, v):
    """v from the other end on, where it leaves a cycle at one."""
    return low + (v - low) % (high - low)

# ---- plain curves

@shape(1, ["sample", "ZT [h]"] + "Bmal1 Clock Per1 Per2 Cry1 Dbp Nr1d1 Rorc Tef Npas2".split(),
       digits=3, ordered=True)
def circadian(rng):
    """Ten genes of a mouse's clock, log2, with the hour of the day, 480 samples, n/a for 2 %"""
    genes = [(rng.uniform(6, 11), rng.uniform(0.8, 2), p + 0.4 * rng.random()) for p in range(10)]
    rows = [[wrap(0, 24, 24 * t / tau + rng.gauss(0, 0.3))] +
            [m + a * cos(t - tau * p / 10) + 0.2 * a * cos(2 * t - p) + rng.gauss(0, 0.12)
             for m, a, p in genes] for t in turns(480, rng)]
    return [["S%s%03d" % (rng.choice("AB"), k), r[0]] +
            lost([r[1:]], None, 0.02, ["n/a"], rng)[0] for k, r in enumerate(rows)]
@shape(1, "V [cm³]|p [bar]|T [K]", digits=2)
def stirling(rng):
    """Volume, pressure and temperature of a Stirling engine's gas: four legs, noise 1 %"""
    steps = [k / 50 for k in range(51)]
    way = [(60 - 30 * s, 320) for s in steps] + [(30, 320 + 480 * s) for s in steps]
    way += [(30 + 30 * s, 800) for s in steps] + [(60, 800 - 480 * s) for s in steps]
    rows = line([[v / 30, 0.06 * t / v, t / 480] for v, t in way], 1600, rng, True)
    return scaled(noisy(rows, 0.01, rng), [30, 10, 480])
@shape(1, "Nockenwinkel [°]|Hub [mm]|Geschw. [mm/°]", digits=3, ordered=True)
def cam(rng):
    """Lift and speed of a cam that rests for 230 degrees, over its angle, three turns"""
    for k in range(1440):
        a = 0.75 * k + rng.gauss(0, 0.1)
        s = (a % 360 - 180) / 65
        on = abs(s) < 1
        yield [a % 360, (9.5 * cos(s * pi / 2) ** 4 if on else 0) + rng.gauss(0, 0.04),
               (-0.46 * sin(s * pi) * cos(s * pi / 2) ** 2 if on else 0) + rng.gauss(0, 0.004)]
@shape(1, "battito|Vx [mV]|Vy [mV]|Vz [mV]", euler=-1, digits=3)
def vectorcardiogram(rng):
    """Loops of QRS and of T, which start and end at rest, of 50 beats, noise of 12 microvolts"""
    rows = curve(lambda t: [0.8 * (1 - cos(t)), 0.45 * sin(t), 0.3 * (1 - cos(t))], 0, tau, 1100,
                 rng, True)
    rows += curve(lambda t: [0.2 * sin(t), 0.3 * (1 - cos(t)), -0.12 * (1 - cos(t))], 0, tau, 600,
                  rng, True)
    return [["%d" % rng.randrange(1, 51)] + r for r in noisy(rows + [[0, 0, 0]] * 150, 0.012, rng)]
@shape(1, "Datum|Azimut [°]|Höhe [°]", euler=-1, digits=2, ordered=True)
def analemma(rng):
    """The sun's place at noon by the clock on each day of four years: an eight"""
    north = radians(47.5)
    for k in range(1461):
        g = tau * (k - 3) / 365.2422
        s = radians(277.99) + g + radians(1.915) * sin(g) + radians(0.02) * sin(2 * g)
        d = asin(sin(radians(23.44)) * sin(s))
        b = tau * (k - 81) / 365.2422
        h = radians((9.87 * sin(2 * b) - 7.53 * cos(b) - 1.5 * sin(b)) / 4)
        az = atan2(sin(h), cos(h) * sin(north) - sin(d) / cos(d) * cos(north))
        alt = asin(sin(north) * sin(d) + cos(north) * cos(d) * cos(h))
        day = datetime.date(2021, 1, 1) + datetime.timedelta(days=k)
        yield [day.strftime("%d.%m.%Y"), 180 + degrees(az) + rng.gauss(0, 0.03),
               degrees(alt) + rng.gauss(0, 0.03)]
@shape(1, "Obs|PA [deg]|sep [arcsec]", digits=2, ordered=True)
def visual_binary(rng):
    """Position angle and distance of a double star through whole revolutions, 420 measures"""
    for e in turns(420, rng):
        x, y = 1.9 * (cos(e) - 0.35), 1.25 * sin(e)
        x, y = x * cos(0.8) - y * sin(0.8), x * sin(0.8) + y * cos(0.8)
        yield [rng.choice(("STF", "STT", "BU ", "HIP", "Msr")),
               wrap(0, 360, degrees(atan2(y, x)) + rng.gauss(0, 1)),
               hypot(x, y) + rng.gauss(0, 0.03)]
@shape(1, "E [m]|N [m]", components=4, boundary=2, euler=1, digits=1)
def contour(rng):
    """The contour of 300 m on a map: two hills, a hollow, and a slope whose line leaves the map"""
    def f(x, y):
        h = 210 + 190 * exp(-((x - 500) / 350) ** 2 - ((y - 1400) / 280) ** 2)
        h += 170 * exp(-((x - 1550) / 260) ** 2 - ((y - 1500) / 300) ** 2)
        return h + 240 * logistic((500 - y + 120 * sin(x / 330)) / 60) - 250 * exp(
            -((x - 1300) / 200) ** 2 - ((y - 170) / 110) ** 2) - 300
    rows = level(f, [0, 0], [2000, 2000], 1800, rng, 4)
    return scaled(noisy(rows, 3, rng), [1, 1], [2683000, 1246000])
@shape(1, "ts|taxi|lat|lng", boundary=2, euler=-2, digits=6, ordered=True)
def streets(rng):
    """Places of taxis in thirteen streets with nine corners and two dead ends, errors of 4 m"""
    at = [[200 * i + 14 * sin(5 * i + 3 * j), 170 * j + 16 * cos(4 * i + j)] for j in range(3)
          for i in range(3)] + [[560, 190], [-140, 330]]
    way = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), (0, 3), (1, 4), (2, 5), (3, 6), (5, 8),
           (5, 9), (6, 10)]
    rows = noisy(paths([[at[a], at[b]] for a, b in way], 3000, rng), 4, rng)
    rng.shuffle(rows)
    return [[stamp(k, 7), "T-%02d" % rng.randrange(40), 41.39 + y / 111200, 2.16 + x / 83400]
            for k, (x, y) in enumerate(rows)]
@shape(1, "Phase|V [mag]|B-V [mag]|RV [km/s]", digits=3)
def cepheid(rng):
    """Light, color and speed of a pulsating star over its phase, 500 rows, 1 % of them wrong"""
    rows = []
    for t in turns(500, rng):
        u = t + 0.5 * sin(t)
        row = [6.9 - 0.42 * cos(u) - 0.1 * cos(2 * u - 0.8), 0.8 - 0.17 * cos(u - 0.25),
               -12 - 16 * cos(u + 0.2) - 4 * cos(2 * u)]
        bad = 4 if rng.random() < 0.01 else 1
        rows.append([t / tau] + rough([row], [0.015 * bad, 0.008 * bad, 0.5 * bad], rng)[0])
    return lost(rows, 3, 0.02, ["--"], rng)
@shape(1, "atom|x [Å]|y [Å]|z [Å]", components=2, digits=2)
def catenane(rng):
    """Atoms of two rings that are linked, in 12 frames that differ by 0.3 Å"""
    a = [tau * k / 60 for k in range(60)]
    a = [[9 * cos(t), 7 * sin(t), 1.2 * sin(3 * t)] for t in a]
    b = [tau * k / 56 for k in range(56)]
    b = [[8 + 9 * cos(t), 0.9 * sin(2 * t), 7.5 * sin(t)] for t in b]
    return [[("C%d" if k < 60 else "N%d") % (k + 1)] + noisy([p], 0.3, rng)[0] for _ in range(12)
            for k, p in enumerate(a + b)]
@shape(1, "x [mm]|y [mm]|z [mm]", boundary=2, euler=1, digits=2)
def tendril(rng):
    """A vine's tendril, which winds left and then right, four turns each, noise 0.25 mm"""
    f = lambda s: [4 * cos(8 * pi * hypot(s, 0.1)), 4 * sin(8 * pi * hypot(s, 0.1)), 45 * s]
    return noisy(curve(f, -1, 1, 1000, rng), 0.25, rng)
@shape(1, ["file"] + ["emb_%02d" % k for k in range(60)], digits=4, ordered=True)
def turntable(rng):
    """Embeddings in 60 columns of 720 pictures of a thing that turns once around, noise 7 %"""
    f = harmonics(60, 5, rng)
    return [["obj14_%03d.png" % k] + noisy([f(t)], 0.08, rng)[0]
            for k, t in enumerate(turns(720, rng))]
@shape(1, "tag|date|lat|lon", digits=3, ordered=True)
def albatross(rng):
    """Places of three albatrosses that fly around the Antarctic on one way, 1300 fixes"""
    for k in range(1300):
        t = tau * (k / 211 + 0.004 * rng.random())
        lat = -51 + 6 * sin(2 * t + 1) + 3 * sin(3 * t)
        yield ["A%d" % (k * 3 // 1300 + 1), stamp(k, 21600), lat + rng.gauss(0, 0.5),
               wrap(-180, 180, degrees(t) + 37 + 8 * sin(2 * t) + rng.gauss(0, 0.8))]
@shape(1, "Ruderwinkel [°]|Kraft [N]|v Boot [m/s]", digits=2)
def rowing(rng):
    """Angle of the oar, force and the boat's speed through 60 strokes, 1500 rows, noise 1.5 %"""
    for t in turns(1500, rng):
        pull = max(0, sin(t)) ** 1.3
        yield [-12 - 44 * cos(t + 0.25 * sin(t)) + rng.gauss(0, 0.9),
               620 * pull - 18 * max(0, -sin(t)) + rng.gauss(0, 8),
               4.8 - 0.7 * cos(t - 2.4) - 0.2 * cos(2 * t) + rng.gauss(0, 0.02)]
@shape(1, "couleur|L*|a*|b*", digits=1)
def paint_wheel(rng):
    """A painter's circle of colors: swatches mixed from each of ten paints and the next"""
    tubes = [[83, 4, 84], [70, 34, 68], [52, 62, 46], [44, 66, 12], [36, 52, -22], [28, 30, -44],
             [34, -2, -50], [48, -30, -24], [46, -44, 12], [68, -26, 58]]
    return [["n° %d" % rng.randrange(1000)] + r for r in
            noisy(line(spline(tubes, 40, True), 650, rng, True), 1.1, rng)]
@shape(1, "Nr.|V NaOH [ml]|pH|kappa [mS/cm]", boundary=2, euler=1, digits=3, ordered=True)
def titration(rng):
    """A weak acid's titration: volume, pH, conductance, finer steps where the pH leaps"""
    def f(h):
        d, a = 10 ** -h - 10 ** (h - 14), 1 / (1 + 10 ** (4.75 - h))
        v = 25 * (0.1 * a - d) / (0.1 + d)
        return [v / 10, h, 1.5 + 0.07 * v + 0.26 * max(0, v - 25)]
    rows = sorted(curve(f, 2.88, 12.5, 320, rng))
    return [["%d" % (k + 1)] + scaled(rough([r], [0.02, 0.04, 0.05], rng), [10, 1, 1])[0]
            for k, r in enumerate(rows)]
@shape(1, ["F%d" % (400 + 40 * k) for k in range(40)], boundary=2, euler=1, digits=5)
def blackbody(rng):
    """Spectra in 40 bands, of sum one, of bodies from 2800 to 9000 K, 800 rows, noise 1 %"""
    for v in (rng.uniform(1 / 9, 1 / 2.8) for _ in range(800)):
        s = [(1e3 / w) ** 5 / (exp(14388 * v / w) - 1) for w in range(400, 2000, 40)]
        yield noisy([[f / sum(s) for f in s]], 0.0006, rng)[0]
@shape(1, "pez|sexo|Longitud [cm]|Peso [g]|Altura [cm]|Otolito [mm]", boundary=2, euler=1, digits=2,
       ordered=True)
def fish(rng):
    """Length, mass, height and ear stone of 900 fish of 8 to 45 cm, errors of 2.5 % in each"""
    rows = []
    for l in (rng.uniform(8, 45) for _ in range(900)):
        rows.append([v * exp(rng.gauss(0, 0.025)) for v in
                     (l, 0.011 * l ** 3.05, 0.19 * l ** 1.12, 9 * (1 - exp(-l / 22)))])
    return [["P%04d" % k, rng.choice("HM?")] + r for k, r in
            enumerate(lost(rows, 3, 0.03, ["-", "s/d"], rng))]
@shape(1, "X [m]|Y [m]|Z [m]", digits=2)
def coaster(rng):
    """The track of a roller coaster with a loop and a spiral down, surveyed to 0.2 m, closed"""
    way = [[-60, 0, 4], [-30, 0, 3]] + [[20 * sin(a) - 4 + 5 * a / 3, 9 * a / tau, 24 - 21 * cos(a)]
                                       for a in (tau * k / 12 for k in range(13))]
    way += [[50, 8, 3], [90, 12, 12], [120, 30, 38]]
    way += [[95 + 25 * cos(0.6 * k), 45 + 25 * sin(0.6 * k), 40 - 1.92 * k] for k in range(1, 17)]
    way += [[60, 85, 7], [0, 90, 8], [-60, 80, 12], [-100, 50, 10], [-95, 15, 6]]
    return noisy(line(spline(way, 30, True), 1900, rng, True), 0.2, rng)

# ---- plain surfaces

@shape(2, "Länge [m]|Breite [m]|Höhe [m]", boundary=1, euler=1, digits=3)
def hull(rng):
    """Scan of a boat's hull from below, both sides, open at the deck, 3000 points, noise 15 mm"""
    def f(u, v):
        x, y, z = sphere(u, v)
        return [9 * x, 2.3 * y * (1 - 0.25 * x), 1.9 * z * (1 + 0.2 * x)]
    return noisy(surface(f, (0, tau), (pi / 2, pi - 0.0001), 3000, rng), 0.015, rng)
@shape(2, ["R%d%d" % (i, j) for i in (1, 2, 3) for j in (1, 2, 3)], digits=4)
def tumbling(rng):
    """Rotation matrices of a body that spins about an axis which goes around a cone, noise 1 %"""
    c, s = cos(1.2), sin(1.2)
    for a, b in box(2600, [0, 0], [tau, tau], rng):
        ca, sa, cb, sb = cos(a), sin(a), cos(b), sin(b)
        yield noisy([[ca * cb - sa * c * sb, -ca * sb - sa * c * cb, sa * s,
                      sa * cb + ca * c * sb, -sa * sb + ca * c * cb, -ca * s, s * sb, s * cb, c]],
                    0.008, rng)[0]
@shape(3, ["px%d" % k for k in range(1, 6)], digits=4)
def contrast(rng):
    """Five pixels of 2500 patches, of mean zero and length one, of all kinds: a 3-sphere"""
    for p in cloud(2500, [1] * 5, rng):
        yield unit([v - sum(p) / 5 for v in p])
@shape(2, ["s(t-%d)" % (9 * k) for k in range(6)], digits=4)
def two_tones(rng):
    """A flow's signal of two tones without a common period in six delays, 3000 rows, noise 1.5 %"""
    s = lambda t: cos(t) + 0.8 * cos(1.618034 * t)
    return noisy([[s(0.37 * k - 0.9 * j) for j in range(6)] for k in range(3000)], 0.015, rng)
@shape(2, "x [cm]|y [cm]|z [cm]", boundary=1, orientable=False, digits=2)
def belt(rng):
    """Scan of a conveyor's belt that is closed with half a twist, 2500 points, noise 4 mm"""
    def f(u, v):
        r = 60 + v * cos(u / 2)
        return [r * cos(u), r * sin(u), v * sin(u / 2)]
    return noisy(surface(f, (0, tau), (-14, 14), 2500, rng), 0.4, rng)
@shape(2, "timestamp|mx [µT]|my [µT]|mz [µT]", euler=2, digits=1, ordered=True)
def magnetometer(rng):
    """Field of a telephone turned in all ways, before calibration, 1 % wrong, NaN for 1 %"""
    def f(u, v):
        x, y, z = sphere(u, v)
        return [48 * x + 6 * y + 22, 41 * y - 31, 54 * z + 5 * x + 9]
    rows = surface(f, (0, tau), (0.0001, pi), 2200, rng, weight=lambda u, v: 1.3 + cos(v))
    rows = noisy(rows, 0.6, rng) + box(20, [-90] * 3, [110] * 3, rng)
    rng.shuffle(rows)
    return stamped(lost(rows, 2, 0.01, ["NaN"], rng), 1)
@shape(2, "Bohrung|Rechts [m]|Hoch [m]|Teufe [m]", boundary=1, euler=1, digits=1, ordered=True)
def overturned(rng):
    """A layer of rock with a fold that lies over, hit by 2400 borings, errors of 5 m"""
    way, x, z = [], 0, 0
    for k in range(900):
        way.append([x, z])
        a = 1.8 * sin(tau * k / 720 + 0.4)
        x, z = x + 2 * cos(a), z + 2 * sin(a)
    for k, ((x, z), y) in enumerate(zip(line(way, 2400, rng), turns(2400, rng))):
        yield ["B%05d" % (7 * k)] + rough([[3467200 + x, 5534600 + 130 * y, -420 + z + 12 * y]],
                                          [5] * 3, rng)[0]
@shape(2, "x [mm]|y [mm]|z [mm]", euler=-2, digits=2)
def pretzel(rng):
    """Scan of a pastry with two holes from all sides, 4000 points, noise 0.2 mm"""
    f = lambda x, y, z: (x * x * (1 - x * x) - y * y) ** 2 + z * z - 0.0225
    rows = level(f, [-1.2, -0.8, -0.3], [1.2, 0.8, 0.3], 4000, rng, 0.02)
    return noisy(scaled(rows, [60] * 3), 0.2, rng)
@shape(2, "X (mm)|Y (mm)|Z (mm)", boundary=4, euler=-2, digits=2)
def mask(rng):
    """Scan of a carnival mask with holes for the eyes and the mouth, one side, noise 0.3 mm"""
    oval = lambda x, y, a, b: (x / a) ** 2 + (y / b) ** 2 < 1
    keep = lambda x, y: oval(x, y, 70, 95) and not (
        oval(abs(x) - 30, y - 28, 15, 10) or oval(x, y + 48, 24, 10))
    f = lambda x, y: [x, y, 45 - x * x / 120 - y * y / 260 + 14 * bell(x, 0, 9) * bell(y, -5, 16)]
    return noisy(surface(f, (-70, 70), (-95, 95), 3600, rng, keep), 0.3, rng)
@shape(2, ["feuille"] + ["R%d" % (450 + 40 * k) for k in range(36)], boundary=1, euler=1, digits=4,
       ordered=True)
def leaf_spectra(rng):
    """Reflectance of leaves of any chlorophyll and water in 36 bands, nan for 0.3 % of cells"""
    rows = []
    for a, b in box(2200, [0.2, 0.2], [1, 1], rng):
        rows.append([0.5 * logistic((450 + 40 * k - 690) / 35) * exp(-b * (
            1.4 * bell(k, 25, 2.5) + 0.5 * bell(k, 18, 2) + 0.01 * k)) + 0.3 * exp(
                -2 * a * (0.4 + bell(k, 0, 2) + bell(k, 5.5, 1.6))) * bell(k, 2, 4) +
                     rng.gauss(0, 0.002) for k in range(36)])
    return [["F%04d" % k] + r for k, r in enumerate(lost(rows, None, 0.003, ["nan"], rng))]
@shape(2, "event|latitude|longitude|depth [km]", boundary=1, euler=1, digits=3, ordered=True)
def slab(rng):
    """Earthquakes in a plate that sinks below a coast, fewer the deeper, 1700, errors of 5 km"""
    for k in range(1700):
        lat, u = rng.uniform(-27, -17), rng.betavariate(1, 1.4)
        lon = -71 + 0.04 * (lat + 22) ** 2 + 5.5 * u
        yield ["us7000%04x" % (k * 31), lat, lon, 25 + 120 * u + 130 * u * u + rng.gauss(0, 5)]

# ---- plain, without a manifold

@shape(None, "especie|pico largo [mm]|pico alto [mm]|aleta [mm]|masa [g]|sexo", unfit=True,
       digits=1)
def penguins(rng):
    """Bill, flipper and mass of 342 penguins of three kinds, NA for what is missing"""
    for name, n, m in (("Adelie", 151, [38.8, 18.3, 190, 3700]), ("Chinstrap", 68, [
            48.8, 18.4, 196, 3733]), ("Gentoo", 123, [47.5, 15, 217, 5076])):
        for p in cloud(n, [1.9, 0.8, 4, 290], rng, m):
            g = rng.gauss(0, 1)
            row = [v + g * s for v, s in zip(p, (2, 0.8, 4.5, 330))]
            yield [name] + lost([row], None, 0.005, ["NA"], rng)[0] + [rng.choice("hm")]
@shape(None, "Bestellung|Betrag [€]|Lieferzeit [d]|Strecke [km]|Gewicht [kg]", unfit=True, digits=2)
def orders(rng):
    """Price, days, way and weight of 1100 orders, which have nothing to do with one another"""
    return [["2024-%05d" % (10000 + k), rng.gammavariate(3, 22), rng.gauss(4.5, 1.1),
             rng.uniform(5, 400), rng.gammavariate(2, 1.4)] for k in range(1100)]
@shape(None, "Pat.|PAS [mmHg]|PAD [mmHg]|FC [bpm]|IMC|HbA1c [%]", unfit=True, digits=1,
       ordered=True)
def vitals(rng):
    """Pressures, pulse, body mass and sugar of 800 patients, with ?, n.d. and empty cells"""
    rows = []
    for k in range(800):
        g, h = rng.gauss(0, 1), rng.gauss(0, 1)
        rows.append(rough([[132 + 12 * g, 80 + 6 * g, 74 + 3 * h, 26.5 + 2 * h + g, 5.8 + 0.3 * h]],
                          [8, 6, 9, 3, 0.5], rng)[0])
    return numbered(lost(rows, None, 0.02, ["?", "n.d.", ""], rng), rng)
@shape(None, ["doc"] + ["d%02d" % k for k in range(24)], unfit=True, digits=4)
def abstracts(rng):
    """Embeddings in 24 columns of 1200 abstracts, spread in all directions, in some more"""
    rows = cloud(1200, [1.6 / (1 + 0.07 * k) for k in range(24)], rng)
    return [["arXiv:24%02d.%05d" % (rng.randrange(1, 13), rng.randrange(20000))] + r for r in
            make.embed(rows, 24, rng)]

# ---- what tempts verdicts

@tempts(1, "KW [°]|p [bar]|V [cm³]", digits=2)
def four_stroke(rng):
    """Pressure and volume over a crank's angle from 0 to 720, after which a four-stroke repeats"""
    volume = lambda a: 55 + 225 * (1 - cos(radians(a)))
    for a in (rng.uniform(0, 720) for _ in range(2200)):
        v = (volume(180) / volume(a)) ** 1.3
        closed = logistic((a - 190) / 8) * logistic((525 - a) / 8)
        p = 1 + closed * (v - 1 + 2.6 * v * logistic((a - 372) / 9)) + 0.4 * logistic(
            (a - 525) / 10) * logistic((705 - a) / 6)
        yield [wrap(0, 720, a + rng.gauss(0, 0.4))] + rough([[p, volume(a)]], [0.3, 3], rng)[0]
@tempts(2, "Hz [gon]|H [m]|dr [mm]", boundary=2, digits=2)
def silo(rng):
    """Where a silo's wall is off the round, measured all around and from 1 to 19 m of height"""
    for a, h in box(2400, [0, 1], [400, 19], rng):
        t = tau * a / 400
        yield [a, h, 14 * cos(t - 0.6) + 6 * cos(2 * t + 1) + 0.8 * h * sin(t) + rng.gauss(0, 0.7)]
@tempts(1, "id|type|x [um]|y [um]|z [um]|r [um]|parent", boundary=5, euler=1, digits=2,
        ordered=True)
def dendrite(rng):
    """A nerve cell's dendrite in SWC: nodes, radii and parents; it forks twice, into four ends"""
    twigs = [(-1, [[0, 0, 0], [10, 40, 15], [0, 90, 20]], 2.4, 1.7)]
    twigs += [(0, [[0, 90, 20], [s * 35, 130, 20 + 12 * s], [s * 80, 155, 45]], 1.7, 1.1)
              for s in (-1, 1)]
    twigs += [(k, [[s * 80, 155, 45], [s * (85 + 30 * w), 190, 45 + 20 * w],
                   [s * (90 + 55 * w), 245, 60 + 45 * w]], 1.1, 0.4)
              for k, s in ((1, -1), (2, 1)) for w in (-0.7, 1)]
    last, out = {-1: "-1"}, []
    for k, (of, way, thick, thin) in enumerate(twigs):
        way, parent = spline(way, 100), last[of]
        for j, p in enumerate(way):
            out.append(["%d" % (len(out) + 1), "3"] + noisy([p], 0.5, rng)[0] +
                       [thick + (thin - thick) * j / 200 + rng.gauss(0, 0.03), parent])
            parent = out[-1][0]
        last[k] = parent
    return out
@tempts(1, "H [A/m]|B [T]", boundary=2, digits=4)
def saturated(rng):
    """A magnet's hysteresis: the branches are one from 1000 to 2000 A/m, at either side"""
    f = lambda h, s: [h / 1000, 1.1 * tanh((h + 330 * s) / 190) + 0.0002 * h]
    ways = [[f(20 * k - 2000, s) for k in range(201)] for s in (-1, 1)]
    return scaled(noisy(paths(ways, 1800, rng), 0.015, rng), [1000, 1])
@tempts(None, "Fecha|Hora|Clientes|Ventas [€]", unfit=True, digits=2, ordered=True)
def petrol_station(rng):
    """Clients and sales of each hour of 75 days, which follow the hour little, and vary much"""
    for k in range(1800):
        n = max(0, rng.gauss(34 - 8 * cos(tau * (k % 24 - 3) / 24), 9))
        yield [stamp(k, 3600)[:10], "%d" % (k % 24), "%d" % n, max(0, rng.gauss(700 + 11 * n, 280))]
@tempts(2, "C C# D D# E F F# G G# A A# B".split(), boundary=1, orientable=False, digits=4)
def dyads(rng):
    """Strengths of twelve notes as two voices glide, each anywhere: which voice is which is lost"""
    for a, b in box(3600, [0, 0], [tau, tau], rng):
        yield [sum(exp(2.5 * (cos(t - tau * k / 12) - 1)) for t in (a, b)) + rng.gauss(0, 0.012)
               for k in range(12)]
@tempts(1, "time|qw|qx|qy|qz", boundary=2, euler=1, digits=5, ordered=True)
def either_sign(rng):
    """Quaternions of a knee that bends by 110 degrees and back, sent as q or as -q by chance"""
    rows = []
    for k in range(1000):
        t = 1.15 - 0.95 * cos(tau * k / 83.7)
        axis = unit([1, 0.25 * sin(1.3 * t), 0.3 * t - 0.2])
        q = unit(noisy([[cos(t / 2)] + [sin(t / 2) * v for v in axis]], 0.005, rng)[0])
        rows.append([v * s for s in [rng.choice((-1, 1))] for v in q])
    return stamped(rows, 1)
@tempts(1, "Hora [h]|Carga [%]|Temp. [°C]", boundary=2, euler=1, digits=2, ordered=True)
def one_day(rng):
    """A battery's charge and temperature by the minute of a single day, from full to a quarter"""
    for k in range(1440):
        h = k / 60
        yield [h, 98 - 2.4 * h - 0.026 * h * h + rng.gauss(0, 0.6),
               21 - 7 * cos(tau * (h - 3) / 24) + rng.gauss(0, 0.25)]
@tempts(None, "x [µm]|y [µm]|z [µm]|canal", unfit=True, digits=2)
def nucleus_and_skin(rng):
    """A cell's membrane of 1300 points, and within it a nucleus that is filled with 1100"""
    rows = scaled(surface(sphere, (0, tau), (0.0001, pi), 1300, rng), [8, 8, 7])
    fill = [p for p in box(4000, [-4] * 3, [4] * 3, rng) if hypot(*p) < 4][:1100]
    return [r + ["mem"] for r in noisy(rows, 0.08, rng)] + [r + ["nuc"] for r in fill]
@tempts(1, "Füllstand [%]|p [mbar]|Q [l/min]", digits=1)
def coarse_level(rng):
    """A tank's cycle: level in steps of 5, pressure and flow, 1200 rows, noise 1 %"""
    for t in turns(1200, rng):
        yield [5 * round((50 + 42 * cos(t) + rng.gauss(0, 0.8)) / 5),
               140 + 55 * sin(t + 0.3) + 12 * cos(2 * t) + rng.gauss(0, 1),
               32 + 20 * sin(t - 0.5) + rng.gauss(0, 0.4)]
@tempts(1, "x [px]|y [px]", components=2, digits=1)
def pressed_cells(rng):
    """Outlines of two cells that lie flat against each other, 7 pixels apart for 70, noise 0.7"""
    a = [[60 * cos(t), 60 * sin(t)] for t in (0.625 + (tau - 1.25) * k / 400 for k in range(401))]
    b = [[2 * a[0][0] + 7 - x, y] for x, y in a]
    rows = line(a, 1100, rng, True) + line(b, 1100, rng, True)
    return noisy(scaled(rows, [1, 1], [200, 180]), 0.7, rng)
@tempts(1, "X [mm]|Y [mm]", boundary=2, euler=1, digits=2)
def piston_ring(rng):
    """A piston ring of radius 43 mm with a slit of 3.5 mm, probed at 2800 points, errors 0.1"""
    return noisy(curve(lambda t: [43 * cos(t), 43 * sin(t)], 0.9, 0.9 + tau - 3.5 / 43, 2800, rng),
                 0.1, rng)
@tempts(1, "date|CO2 [ppm]|NDVI|T [°C]", boundary=2, euler=1, digits=3, ordered=True)
def rising_air(rng):
    """Carbon dioxide, green and temperature by the day of eight years: seasons on a trend"""
    for k in range(2922):
        p = tau * k / 365.25
        yield [stamp(k, 86400)[:10], 402 + 2.4 * k / 365.25 + 2.2 * cos(p - 2) + rng.gauss(0, 0.12),
               0.5 - 0.22 * cos(p - 0.5) + rng.gauss(0, 0.007), 9 - 10 * cos(p) + rng.gauss(0, 0.3)]
@tempts(2, "x [mm]|y [mm]|z [mm]", boundary=2, digits=2)
def eaten_leaf(rng):
    """A leaf of 120 by 64 mm with one hole of 13 mm, and a patch with a third of the points"""
    rows = surface(lambda x, y: [x, y, x * x / 150 + y * y / 90], (-60, 60), (-32, 32), 3800, rng,
                   lambda x, y: (x / 60) ** 2 + (y / 32) ** 2 < 1 and hypot(x - 18, y - 6) > 6.5,
                   lambda x, y: 0.33 if hypot(x + 24, y + 4) < 9 else 1)
    return noisy(rows, 0.15, rng)

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261129), (TEMPTING, 20261130))
