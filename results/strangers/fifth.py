"""More tables as they are brought, with known truth, by one who did not know the program.

python3 fifth.py FOLDER [tuning|held_out|NAME ...]

Like fourth.py, whose tools and those of make.py these are. 32 are plain, 12 tempt a verdict. The
truth is what the scientist expects: a heading, a phase or a count of an encoder closes, q and -q
are one rotation, and the number of a ship, an image or a row is no coordinate.
"""
import cmath, datetime, functools, sys
from math import asin, atan2, cos, degrees, exp, log, pi, radians, sin, sqrt, tau

import make
from make import box, embed, line, noisy, sphere, spline, surface
from fourth import bell, cloud, numbered, scaled

PLAIN, TEMPTING = {}, {}

def shape(dimension, columns="x1|x2|x3", sets=PLAIN, **more):
    """Like make.shape, for names of columns in one string, and for functions that yield rows."""
    columns = columns.split("|") if isinstance(columns, str) else columns
    register = make.shape(dimension, columns=columns, sets=sets, **more)
    return lambda f: register(functools.wraps(f)(lambda rng: list(f(rng))))

tempts = functools.partial(shape, sets=TEMPTING)

# ---- tools

def rough(rows, deviations, rng):
    """Rows with normal noise, of a deviation for each column."""
    return [[v + rng.gauss(0, s) for v, s in zip(r, deviations)] for r in rows]

def lost(rows, column, share, codes, rng):
    """Rows of which a share has a code for what is missing in a column, or in any if it is None."""
    return [[rng.choice(codes) if column in (None, k) and rng.random() < share else v
             for k, v in enumerate(r)] for r in rows]

def unit(v):
    r = sqrt(sum(c * c for c in v))
    return [c / r for c in v]

def turns(n, rng):
    return [rng.uniform(0, tau) for _ in range(n)]

def logistic(x):
    return 1 / (1 + exp(-x))

# ---- plain curves

@shape(1, columns="Datum|Pegel [cm]|u [m/s]|v [m/s]", digits=2, ordered=True)
def tide_gauge(rng):
    """Level and current of a tide with its overtide, every 12 minutes, 999 for what is missing"""
    start, out = datetime.datetime(2025, 3, 1), []
    for k in range(1200):
        p = tau * 12 * k / 745.2
        x = [180 * cos(p) + 25 * cos(2 * p + 0.8), 0.9 * cos(p - 1.2) + 0.1 * cos(2 * p),
             0.5 * sin(p - 0.7)]
        out.append([(start + datetime.timedelta(minutes=12 * k)).strftime("%d.%m.%Y %H:%M")] +
                   rough([x], [4, 0.02, 0.012], rng)[0])
    return lost(out, 1, 0.01, ["999"], rng)
@shape(1, columns=["HD%02d [Hz]" % k for k in range(1, 25)], digits=2)
def compass_cells(rng):
    """Rates of 24 cells, each with a direction of the head that it prefers, 900 bins of time"""
    cells = [(tau * (k + rng.uniform(-0.4, 0.4)) / 24, rng.uniform(1.5, 3.5), rng.uniform(20, 40))
             for k in range(24)]
    for t in turns(900, rng):
        yield [max(0, h * exp(s * (cos(t - p) - 1)) + rng.gauss(0, 0.8)) for p, s, h in cells]
@shape(1, columns="lambda [nm]|x|y", digits=5, boundary=2, euler=1, ordered=True)
def spectral_locus(rng):
    """Chromaticity of pure light from 450 to 660 nm in steps of half a nm, without noise"""
    g = lambda w, at, a, b: bell(w, at, a if w < at else b)
    for k in range(421):
        w = 450 + k / 2
        x = 1.056 * g(w, 599.8, 37.9, 31.0) + 0.362 * g(w, 442.0, 16.0, 26.7)
        x -= 0.065 * g(w, 501.1, 20.4, 26.2)
        y = 0.821 * g(w, 568.8, 46.9, 40.5) + 0.286 * g(w, 530.9, 16.3, 31.1)
        z = 1.217 * g(w, 437.0, 11.8, 36.0) + 0.681 * g(w, 459.0, 26.0, 13.8)
        yield ["%.1f" % w, x / (x + y + z), y / (x + y + z)]
@shape(1, columns="token|F1 [Hz]|F2 [Hz]|F3 [Hz]", digits=0, boundary=2, euler=1)
def formants(rng):
    """Three formants of a voice that glides from i over a to u, 700 frames of 20 tokens"""
    path = spline([[300, 2300, 3000], [520, 1950, 2700], [800, 1320, 2500], [560, 980, 2400],
                   [320, 720, 2250]])
    return [["iau_%02d" % rng.randrange(1, 21)] + r
            for r in rough(line(path, 700, rng), [12, 30, 25], rng)]
@shape(1, columns="V [l]|Flow [l/s]", digits=2)
def spirometer(rng):
    """Flow over volume of forced breaths out and in, 1000 points, noise 1 %"""
    out = [[0, 0], [0.15, 4], [0.4, 8.5], [0.6, 9.4], [0.9, 9.0], [2, 6.6], [3.5, 3.2], [4.6, 0.9]]
    back = [[5 * (1 + cos(pi * k / 60)) / 2, -6 * sin(pi * k / 60)] for k in range(60)]
    return rough(line(spline(out + [[5, 0]]) + back[1:], 1000, rng, True), [0.03, 0.1], rng)
@shape(1, columns="RA [h]|Dec [deg]", digits=4, boundary=2, ordered=True)
def mars_path(rng):
    """Mars among the stars for 240 days about an opposition, four places a day, with its loop"""
    node, tilt, earth = radians(49.6), radians(1.85), radians(23.44)
    for k in range(-480, 481):
        a, b = radians(145 + k / 4 * 0.98561), radians(145 + k / 4 * 0.52403)
        x = 1.524 * (cos(node) * cos(b - node) - sin(node) * sin(b - node) * cos(tilt)) - cos(a)
        y = 1.524 * (sin(node) * cos(b - node) + cos(node) * sin(b - node) * cos(tilt)) - sin(a)
        z = 1.524 * sin(b - node) * sin(tilt)
        x, y, z = unit([x, y * cos(earth) - z * sin(earth), y * sin(earth) + z * cos(earth)])
        yield [degrees(atan2(y, x)) % 360 / 15, degrees(asin(z))]
@shape(1, components=5, boundary=8, euler=4, columns="x [px]|y [px]", digits=0)
def powder_rings(rng):
    """Two rings of a powder on a square detector, whose edges cut the outer one to four arcs"""
    out = [[320 * cos(t), 312 * sin(t)] for t in turns(900, rng)]
    out += [p for p in ([600 * cos(t), 600 * sin(t)] for t in turns(2800, rng))
            if max(map(abs, p)) < 500]
    return [[min(1000, max(0, 500 + v)) for v in p] for p in noisy(out, 3, rng)]
@shape(1, columns=["J%d [rad]" % k for k in range(1, 7)], digits=4)
def weld_seam(rng):
    """Six joints of a robot that welds around a flange; the last turns once, from -pi to pi"""
    for t in turns(1000, rng):
        q = [0.4 * cos(t), -0.9 + 0.25 * sin(t), 1.4 + 0.2 * cos(2 * t), 0.3 * sin(2 * t + 0.5),
             0.8 + 0.2 * cos(t + 1), t + 0.3 * sin(t) + 1]
        *q, last = noisy([q], 0.004, rng)[0]
        yield q + [(last + pi) % tau - pi]
@shape(1, columns="image|r11|r12|r13|r21|r22|r23|r31|r32|r33|tx|ty|tz", digits=5, ordered=True)
def camera_poses(rng):
    """Rotation matrices and places of 400 photographs all around a thing, with names of files"""
    for k in range(400):
        t = tau * (k + rng.uniform(-0.4, 0.4)) / 400
        c = [2.5 * cos(t), 2.5 * sin(t), 1.1 + 0.3 * cos(2 * t)]
        z = unit([-v for v in c])
        x = unit([z[1], -z[0], 0])
        y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
        yield ["IMG_%04d.JPG" % (k + 1207)] + rough([x + y + z + c], [0.008] * 12, rng)[0]
@shape(1, columns="frame|phi [deg]|psi [deg]|omega [deg]", digits=1, boundary=2, euler=1,
       ordered=True)
def hinge(rng):
    """Three torsions of a hinge; psi passes 180, omega stays about 180; 2 % of cells empty"""
    path = spline([[-60, 70, 180], [-65, 120, 182], [-100, 170, 178], [-155, 195, 180],
                   [-160, 250, 181]])
    rows = [[(v + rng.gauss(180, 3)) % 360 - 180 for v in r] for r in line(path, 900, rng)]
    return numbered(lost(rows, None, 0.02, [""], rng), rng)
@shape(1, columns="exp|G12 1H|G12 15N|L31 1H|L31 15N|V48 1H|V48 15N|K63 1H|K63 15N", digits=4,
       boundary=2, euler=1, ordered=True)
def shifts(rng):
    """Shifts of four residues in 350 spectra while a ligand binds in two steps, noise 1 %"""
    ways = [(c, s * rng.choice((-1, 1)) * rng.uniform(0.6, 1), s * rng.uniform(-1.5, 1.5), s * 0.01)
            for c, s in ((8.3, 0.4), (109, 3)) * 2 + ((7.9, 0.4), (121, 3)) * 2]
    return numbered([[rng.gauss(c + a * t + b * t * (1 - t), s) for c, a, b, s in ways]
                     for t, in box(350, [0], [1], rng)], rng)
@shape(1, columns="Psi [deg]|Delta [deg]", digits=2)
def oxide_growth(rng):
    """Psi and Delta, about 180, of a growing oxide on silicon, evenly along its curve"""
    out, n = [], (1, 1.457, 3.88 - 0.019j)
    c = [cmath.sqrt(1 - (sin(radians(70)) / m) ** 2) for m in n]
    p = [(n[k + 1] * c[k] - n[k] * c[k + 1]) / (n[k + 1] * c[k] + n[k] * c[k + 1]) for k in (0, 1)]
    s = [(n[k] * c[k] - n[k + 1] * c[k + 1]) / (n[k] * c[k] + n[k + 1] * c[k + 1]) for k in (0, 1)]
    for k in range(2000):
        e = cmath.exp(-1j * tau * k / 2000)
        tp, ts = [(r[0] + r[1] * e) / (1 + r[0] * r[1] * e) for r in (p, s)]
        d = degrees(cmath.phase(tp / ts))
        d += 360 * round((out[-1][1] - d) / 360) if out else 0
        out.append([degrees(atan2(abs(tp / ts), 1)), d])
    out.append([out[0][0], out[0][1] + 360 * round((out[-1][1] - out[0][1]) / 360)])
    rows = scaled(line(scaled(out, [0.05, 0.02]), 1400, rng), [20, 50])
    return [[a, b % 360] for a, b in rough(rows, [0.15, 0.6], rng)]
@shape(1, columns="Station|Tiefe [m]|Temp. [°C]|Salz [PSU]|O2 [µmol/kg]", digits=3,
       boundary=2, euler=1, ordered=True)
def ctd_cast(rng):
    """A sonde's way down to 400 m: depth, temperature, salt and oxygen, -999 for what is missing"""
    rows = []
    for d in (k / 3 for k in range(1200)):
        w = logistic((d - 70) / 18)
        rows.append([d, 17 - 9 * w - 0.006 * d, 33.2 + 1.6 * logistic((d - 110) / 30),
                     260 - 130 * bell(d, 210, 80) - 20 * w])
    rows = rough(rows, [0.1, 0.08, 0.015, 2.5], rng)
    return [["MU-07"] + r for r in lost(rows, 3, 0.01, ["-999"], rng)]
@shape(1, columns="MMSI|LAT|LON|SOG|COG|hdg", digits=5, ordered=True)
def ferry(rng):
    """A ship's round trips: place, speed, course and heading, 511 where there is no heading"""
    path = spline([[0, 0], [6, -1.5], [12, 0.5], [14, 5], [10, 8], [5, 6.5], [0, 8.5], [-3.5, 4]],
                  100, True)
    out = []
    for k in range(1300):
        i = int((k * 3.1 + rng.random()) % len(path))
        (x, y), (p, q) = path[i - 1], path[(i + 1) % len(path)]
        c, s = degrees(atan2(p - x, q - y)), 12 + 3 * cos(tau * i / len(path))
        x, y = (x + p) / 2 + rng.gauss(0, 0.04), (y + q) / 2 + rng.gauss(0, 0.04)
        out.append(["211378120", 54.4 + y / 111.2, 11.1 + x / 64.7, "%.1f" % rng.gauss(s, 0.2),
                    "%.1f" % (rng.gauss(c, 2) % 360), "%d" % (rng.gauss(c + 3, 1.5) % 360)])
    return lost(out, 5, 0.03, ["511"], rng)
@shape(1, columns="E vs. Ag/AgCl [V]|j [mA/cm²]", digits=4)
def voltammogram(rng):
    """Three cycles of a voltammogram: two branches with a peak each, 1200 points, noise 0.7 %"""
    f = lambda e: 0.15 + logistic((e - 0.25) / 0.025) * (0.45 + 0.6 * exp(-max(0, e - 0.28) / 0.07))
    there = [[-0.2 + 0.8 * k / 400, f(-0.2 + 0.8 * k / 400)] for k in range(401)]
    path = there + [[0.4 - e, -j] for e, j in there]
    return rough(line(path, 1200, rng, True), [0.004, 0.012], rng)
@shape(1, columns="Az [deg]|Alt [deg]", digits=2, ordered=True)
def midnight_sun(rng):
    """The sun's azimuth and height at 70 degrees north in June, every 4 minutes of 2.5 days"""
    d, north = radians(23.4), radians(70)
    for h in (tau * (k + 0.3 * rng.random()) / 360 for k in range(900)):
        alt = sin(north) * sin(d) + cos(north) * cos(d) * cos(h)
        az = atan2(sin(h), cos(h) * sin(north) - sin(d) / cos(d) * cos(north))
        yield [(degrees(az) + 180) % 360, degrees(asin(alt))]
@shape(1, columns="ID|B-V|V [mag]", digits=3, boundary=2, euler=1)
def isochrone(rng):
    """Colors and magnitudes of 800 stars of a cluster: main sequence, turn, giants, noise 2 %"""
    path = [[1.4, 20.5], [1.0, 19], [0.65, 17.4], [0.45, 16.1], [0.42, 15.5], [0.55, 15.1],
            [0.75, 14.9], [0.9, 14.2], [1.1, 12.9], [1.4, 11.9]]
    rows = line(spline([[4 * c, m / 2] for c, m in path]), 800, rng)
    return [["NGC-%05d" % rng.randrange(100000)] + r for r in
            rough(scaled(rows, [0.25, 2]), [0.015, 0.1], rng)]
@shape(1, boundary=1, columns="Rechtswert [m]|Hochwert [m]", digits=1)
def ring_line(rng):
    """Places of the trams of a ring line and of its branch to a depot, errors of 12 m"""
    ring = spline([[0, 0], [1500, -300], [2900, 400], [3300, 1700], [2400, 2800], [900, 2900],
                   [-400, 1900]], 40, True)
    branch = spline([[3300, 1700], [4100, 1900], [4700, 2500], [5600, 2600]])
    rows = noisy(line(ring, 1100, rng, True) + line(branch, 350, rng), 12, rng)
    return scaled(rows, [1, 1], [3467000, 5534000])

# ---- plain surfaces

@shape(2, columns="Date|1M|3M|6M|1Y|2Y|3Y|5Y|7Y|10Y|30Y", digits=3, boundary=1,
       euler=1, ordered=True)
def yields(rng):
    """Yields of ten maturities by level and slope, whose hump follows from both, noise 2 points"""
    day = datetime.date(2018, 1, 1)
    loads = [((1 - exp(-m / 30)) / (m / 30), exp(-m / 30)) for m in (
        1, 3, 6, 12, 24, 36, 60, 84, 120, 360)]
    for a, b in box(1900, [-1, -1], [1, 1], rng):
        if a * a + b * b < 1:
            day += datetime.timedelta(days=3 if day.weekday() == 4 else 1)
            yield [str(day)] + [rng.gauss(3 + 1.2 * a + 1.5 * b * v + 1.2 * (a * b + 0.3) * (v - e),
                                          0.02) for v, e in loads]
@shape(2, columns="X [m]|Y [m]|Z [m]|Nx|Ny|Nz", digits=4, boundary=2)
def old_column(rng):
    """Scan of a swollen column from all sides, open at both ends, with normals, 3000 points"""
    def f(u, h):
        r, slope = 0.5 - 0.1 * h * h, -0.2 * h
        return [r * cos(u), r * sin(u), h] + unit([cos(u), sin(u), -slope])
    rows = surface(lambda u, h: f(u, h)[:3], (0, tau), (-1.1, 1.1), 3000, rng)
    rows = [f(atan2(y, x), h) for x, y, h in rows]
    return rough(rows, [0.004] * 3 + [0.02] * 3, rng)
@shape(2, columns=["unit%02d" % k for k in range(1, 19)], digits=2)
def lattice_cells(rng):
    """Rates of 18 cells that fire on one hexagonal lattice of places: a torus, 2400 bins"""
    cells = [((k * 0.618 + 0.1 * rng.random()) * tau, (k + rng.random()) / 18 * tau)
             for k in range(18)]
    rate = lambda a, b: 20 * exp(0.5 * (cos(a) + cos(b) + cos(a + b) - 3))
    return [[max(0, rate(u - a, v - b) + rng.gauss(0, 0.4)) for a, b in cells]
            for u, v in box(2400, [0, 0], [tau, tau], rng)]
@shape(2, columns=["px_%d_%d" % (i, j) for i in range(7) for j in range(7)], digits=0, boundary=1,
       orientable=False)
def line_images(rng):
    """Images of 7 by 7 pixels of a blurred line of any direction, off the middle by at most 1.6"""
    return [[255 * bell(i * cos(t) + j * sin(t), r, 1.4) + rng.gauss(0, 2) for i in range(-3, 4)
             for j in range(-3, 4)] for t, r in box(2400, [0, -1.6], [pi, 1.6], rng)]
@shape(2, columns="Probe|SiO2 [wt%]|TiO2|Al2O3|FeO|MgO|CaO|Na2O|K2O", digits=2, boundary=1, euler=1,
       ordered=True)
def magmas(rng):
    """Oxides of rocks that mix from three magmas, noise 1.5 %, n.d. for what is missing"""
    ends = [[47, 2.4, 14, 12, 10, 11, 2.6, 1.0], [74, 0.2, 13, 2, 0.4, 1.4, 4.2, 4.8],
            [57, 0.8, 22, 4, 2, 2, 8, 4.2]]
    out = [[rng.gauss(a * e[0] + b * e[1] + (1 - a - b) * e[2], 0.015 * (max(e) - min(e)))
            for e in zip(*ends)] for a, b in box(2800, [0, 0], [1, 1], rng) if a + b < 1]
    return [["GM%04d" % k] + r for k, r in enumerate(lost(out, None, 0.01, ["n.d."], rng))]
@shape(2, euler=2, columns="Name|RA [h]|Dec [deg]", digits=4)
def quasars(rng):
    """Places of 1500 quasars in all the sky, hours from 0 to 24 and degrees: the sphere"""
    for k in range(1500):
        h, d = rng.uniform(0, 24), degrees(asin(rng.uniform(-1, 1)))
        yield ["QSO J%02d%02d%+03d" % (h, h * 60 % 60, d), h, d]
@shape(2, boundary=2, columns="q1 [deg]|q2 [deg]|X [mm]|Y [mm]|Z [mm]", digits=1)
def palletizer(rng):
    """An arm that turns all around and lifts from -20 to 70 degrees: angles and its tool's place"""
    for a, b in box(1800, [-180, -20], [180, 70], rng):
        r, u, v = 600 + 800 * cos(radians(b)), radians(a), radians(b)
        row = [a, b, r * cos(u), r * sin(u), 400 + 800 * sin(v)]
        a, *row = rough([row], [0.5, 0.4, 6, 6, 6], rng)[0]
        yield [(a + 180) % 360 - 180] + row
@shape(2, euler=2, columns="L*|a*|b*", digits=2)
def gamut(rng):
    """The boundary of what a screen can show, in L*, a*, b*: six faces, 3000 colors, no noise"""
    for _ in range(3000):
        c = [rng.random() for _ in range(3)]
        c[rng.randrange(3)] = rng.choice((0, 1))
        c = [v / 12.92 if v < 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in c]
        m = ((.4124, .3576, .1805, .9505), (.2126, .7152, .0722, 1), (.0193, .1192, .9505, 1.089))
        x, y, z = [(sum(p * q for p, q in zip(r, c)) / r[3]) for r in m]
        x, y, z = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
        yield [116 * y - 16, 500 * (x - y), 200 * (y - z)]
@shape(2, boundary=2, columns="Easting [m]|Northing [m]|Depth [m]", digits=1)
def soundings(rng):
    """Soundings around an island in the middle of a bay, errors of 0.4 m"""
    for x, y in box(2600, [-1500, -1000], [1500, 1000], rng):
        d = sqrt((x / 650) ** 2 + (y / 450) ** 2)
        if d > 1:
            z = 3 + 28 * (1 - exp(1 - d)) + 2 * sin(x / 500)
            yield [432000 + x, 5998000 + y, rng.gauss(z, 0.4)]
@shape(2, boundary=1, euler=1, columns="T [°C]|rF [%]|abs. Feuchte [g/m³]|Taupunkt [°C]", digits=2)
def climate_chamber(rng):
    """Temperature, relative and absolute humidity and dew point over a chamber's range"""
    for t, h in box(1600, [10, 25], [40, 90], rng):
        v = log(h / 100) + 17.62 * t / (243.12 + t)
        row = [t, h, 216.7 * 6.112 * exp(v) / (273.15 + t), 243.12 * v / (17.62 - v)]
        yield rough([row], [0.2, 0.5, 0.3, 0.3], rng)[0]

# ---- plain, without a manifold

@shape(None, unfit=True, columns="Barcode|UMAP_1|UMAP_2|cluster", digits=3)
def umap(rng):
    """Six kinds of cells in a plane embedding, 1500 cells, with the numbers of their clusters"""
    for k, c in enumerate([[-6, 2], [-2, 7], [4, 6], [7, 0], [1, -1], [-3, -6]]):
        for p in cloud(250, [rng.uniform(0.6, 1), rng.uniform(0.6, 1)], rng, c):
            yield ["".join(rng.choices("ACGT", k=12)) + "-1"] + p + ["%d" % k]
@shape(None, unfit=True, columns="Date|DAX|SMI|CAC|FTSE|ATX", digits=3, ordered=True)
def returns(rng):
    """Returns of five indices in percent on 1500 days, with heavy tails and one common factor"""
    for k in range(1500):
        h, m, day = sqrt(4 / rng.gammavariate(2, 2)), rng.gauss(0, 0.8), datetime.date(2019, 1, 2)
        yield [str(day + datetime.timedelta(days=k))] + [
            h * (b * m + rng.gauss(0, 0.6)) for b in (1.1, 0.8, 1.1, 0.9, 1.0)]
@shape(None, unfit=True, columns="x [nm]|y [nm]|z [nm]|frame", digits=0)
def nucleus(rng):
    """Molecules found all through a nucleus of 5 by 4 by 3 micrometers, 2000 points"""
    rows = [p for p in box(4200, [-1] * 3, [1] * 3, rng) if sum(v * v for v in p) < 1][:2000]
    return [r + [rng.randrange(1, 20001)] for r in scaled(rows, [2500, 2000, 1500], [8000] * 3)]
@shape(None, unfit=True, columns="ID|Q1|Q2|Q3|Q4|Q5|Q6|Q7|Q8", digits=0, ordered=True)
def survey(rng):
    """Answers from 1 to 5 to eight questions by 900 people, which two traits move"""
    loads = [(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(8)]
    return numbered([[min(5, max(1, round(rng.gauss(3.2 + p * a + q * b, 0.8)))) for p, q in loads]
                     for a, b in cloud(900, [0.8, 0.8], rng)], rng)

# ---- what tempts verdicts

@tempts(1, components=2, columns=["ch%d" % k for k in range(1, 15)], digits=4)
def twin_rings(rng):
    """A ring and one 0.4 off it all along, in a direction that goes around through ten columns"""
    out = []
    for k in range(1800):
        t = rng.uniform(0, tau)
        n = unit([bell(cos(t - tau * j / 10), 1, 0.08) for j in range(10)])
        out.append([cos(t), sin(t), 0.4 * cos(2 * t), 0.4 * sin(2 * t)] +
                   [0.4 * (k % 2) * v for v in n])
    return noisy(embed(out, 14, rng), 0.02, rng)
@tempts(1, columns="q0|q1|q2|q3", digits=5)
def whole_turn(rng):
    """Quaternions with q0 >= 0 of a body that turns once about an axis that nods: q is -q"""
    for t in turns(1100, rng):
        axis = unit([0.4 * cos(t), 0.4 * sin(t) + 0.2, 1])
        q = unit(noisy([[cos(t / 2)] + [sin(t / 2) * v for v in axis]], 0.006, rng)[0])
        yield [v if q[0] > 0 else -v for v in q]
@tempts(1, boundary=2, columns="Ost [m]|Nord [m]", digits=1)
def cloverleaf(rng):
    """A car through a motorway's loop of 60 m radius, which crosses its way of 3 km"""
    way = spline([[-1500, 150], [-1000, 60], [-400, 0], [-200, 0], [0, 0], [60, 0]])
    way += [[60 + 60 * sin(a), 60 * cos(a) - 60] for a in (pi * k / 60 for k in range(1, 90))]
    way += spline([[0, -60], [0, 0], [0, 200], [20, 500], [160, 1000], [200, 1500]])
    return noisy(line(way, 1700, rng), 2, rng)
@tempts(1, boundary=2, euler=1, columns="Temp [deg]|DSC [mW/mg]", digits=3)
def melting(rng):
    """Heat flow from 0 to 360 degrees Celsius, with two peaks and the same base at both ends"""
    f = lambda t: [t, 0.3 - 2 * bell(t, 130, 14) + 1.2 * bell(t, 235, 20)]
    return rough([f(rng.uniform(0, 360)) for _ in range(1500)], [0.2, 0.02], rng)
@tempts(1, columns="enc [cts]|s [mm]|F [N]", digits=2)
def crank(rng):
    """A crank's encoder, from 0 to 4095 in each turn, its slider's place and force: closed"""
    for t in turns(1200, rng):
        s = 60 * cos(t) + sqrt(180 ** 2 - (60 * sin(t)) ** 2)
        f = 220 * sin(t + 0.4) + 60 * sin(2 * t)
        yield ["%d" % (t / tau * 4096 % 4096), s + rng.gauss(0, 0.8), f + rng.gauss(0, 5)]
@tempts(1, columns="x_utm [m]|y_utm [m]", digits=1)
def race_track(rng):
    """A closed race track, two of whose straights run 18 m apart for 450 m, errors of 1.5 m"""
    way = [[150, 0], [600, 0]] + [[600 + 9 * sin(pi * k / 30), 9 - 9 * cos(pi * k / 30)] for k in
                                 range(1, 30)] + [[600, 18], [150, 18]]
    way += spline([[150, 18], [60, 40], [20, 120], [120, 260], [330, 330], [300, 430], [80, 450],
                   [-150, 330], [-220, 150], [-120, 30], [50, 0], [150, 0]])[1:-1]
    rows = [p for p in line(way, 2600, rng, True)
            if rng.random() < 0.6 + 0.35 * cos((p[0] - 400) / 190)]
    return noisy(rows, 1.5, rng)
@tempts(2, boundary=2, columns="X [mm]|Y [mm]|layer", digits=2)
def printed_vase(rng):
    """Points of a nozzle that prints a vase without a floor; the layer stands for height"""
    for _ in range(2400):
        k, t = rng.randrange(40), rng.uniform(0, tau)
        r = 20 + 5 * sin(k / 7) + rng.gauss(0, 0.15)
        yield [r * cos(t), r * sin(t), "%d" % k]
@tempts(2, boundary=3, euler=-1, columns="x [mm]|y [mm]|z [mm]", digits=2)
def bracket(rng):
    """A bent plate of 60 by 40 with two holes of radius 2.6 for bolts, noise 0.15"""
    rows = [[x, y, 6 * cos(x / 14)] for x, y in box(3500, [-30, -20], [30, 20], rng)
            if (abs(x) - 18) ** 2 + (y - 6) ** 2 > 2.6 ** 2]
    return noisy(rows, 0.15, rng)
@tempts(2, euler=1, orientable=False, columns="Qxx|Qxy|Qxz|Qyy|Qyz|Qzz", digits=4)
def nematic(rng):
    """Tensors of axes without a head in all directions: a projective plane, 2500, noise 1 %"""
    return noisy([[n[i] * n[j] - (i == j) / 3 for i in range(3) for j in range(i, 3)]
                  for n in map(unit, cloud(2500, [1] * 3, rng))], 0.01, rng)
@tempts(2, boundary=1, euler=1)
def hem(rng):
    """A folded cloth whose halves lie 0.26 apart, six times denser at one side, noise 0.012"""
    def f(s, y):
        if abs(s) < 0.13 * pi / 2:
            return [-0.13 * cos(s / 0.13), 0.13 * sin(s / 0.13), y]
        return [abs(s) - 0.13 * pi / 2, 0.13 if s > 0 else -0.13, y]
    rows = surface(f, (-1.2, 1.2), (0, 1.3), 3200, rng, weight=lambda s, y: exp(-1.38 * y))
    return noisy(rows, 0.012, rng)
@tempts(None, unfit=True, columns="stage x [mm]|stage y [mm]|z [um]", digits=4)
def stops(rng):
    """A stage that stops at 20 places of a bow, 60 readings at each, scattered little"""
    ways = [[10 * cos(0.2 * k), 10 * sin(0.2 * k), 4 * cos(0.5 * k)] for k in range(20)]
    return noisy([p for p in ways for _ in range(60)], 0.12, rng)
@tempts(None, unfit=True, columns="chain|alpha|beta|log_sigma", digits=4)
def posterior(rng):
    """2000 draws of four chains from a bent posterior that is wide in every direction"""
    return [["%d" % rng.randrange(1, 5), a, 0.4 * a * a + 0.7 * b, 0.3 * a + 0.8 * c]
            for a, b, c in cloud(2000, [1] * 3, rng)]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261127), (TEMPTING, 20261128))
