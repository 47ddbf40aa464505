"""Tables as a scientist or an engineer brings them, with known truth, and a third that tempts verdicts.

python3 fourth.py FOLDER [tuning|held_out|NAME ...]

Like make.py, whose tools these are. Here tables have columns of text, of time and of numbers that count rows, cells
that are missing, rows that come twice, degrees, and columns of unlike units.
"""
import functools, math, sys
from math import asin, cos, degrees, exp, pi, radians, sin, sqrt, tau

import make
from make import box, curve, embed, integrate, line, noisy, sphere, spline, surface, torus

SETS = {}
shape = functools.partial(make.shape, sets=SETS)


# ---- tools

def numbered(rows, rng):
    """Shuffled rows with a first column that counts them."""
    rng.shuffle(rows)
    return [[str(k + 1)] + list(r) for k, r in enumerate(rows)]


def harmonics(columns, top, rng, decay=1.0):
    """A closed curve in R^columns of tones up to top, as a function of its angle."""
    tones = [[(rng.gauss(0, 1) / (k + 1) ** decay, rng.gauss(0, 1) / (k + 1) ** decay) for k in range(top)]
             for _ in range(columns)]
    return lambda t: [sum(a * cos((k + 1) * t) + b * sin((k + 1) * t) for k, (a, b) in enumerate(c)) for c in tones]


def bell(t, at, width):
    return exp(-0.5 * ((t - at) / width) ** 2)


def scaled(rows, factors, shift=None):
    shift = shift or [0] * len(factors)
    return [[s + f * v for v, f, s in zip(r, factors, shift)] for r in rows]


def cloud(n, deviations, rng, center=None):
    return [[c + rng.gauss(0, s) for c, s in zip(center or [0] * len(deviations), deviations)] for _ in range(n)]


# ---- plain curves

@shape(1, columns=["x [m]", "y [m]", "heading [deg]"], digits=3)
def patrol(rng):
    """Poses of a robot on rounds of a bean-shaped course: place and heading in degrees, from 0 to 360, 1200 points"""
    out = []
    for _ in range(1200):
        t = rng.uniform(0, tau)
        f = lambda t: ((3 + 0.8 * cos(2 * t)) * cos(t), (2 + 0.5 * cos(2 * t)) * sin(t))
        (x, y), (p, q) = f(t), f(t + 1e-5)
        out.append([x + rng.gauss(0, 0.02), y + rng.gauss(0, 0.02),
                    (degrees(math.atan2(q - y, p - x)) + rng.gauss(0, 1)) % 360])
    return out


@shape(1, columns=["hip [deg]", "knee [deg]", "ankle [deg]"], digits=1)
def gait(rng):
    """Joint angles of 40 strides in degrees with one decimal, noise of 1.2 degrees, 2000 points in equal time steps"""
    def pose(t):
        p = tau * t
        return [12 + 22 * cos(p), 28 + 10 * cos(2 * p + 2.6) + 22 * cos(p + 2.1), 3 * cos(2 * p) - 9 * sin(p) + 2]
    return [[v + rng.gauss(0, 1.2) for v in pose(k / 50 + 0.004 * rng.random())] for k in range(2000)]


@shape(1, columns=["cell"] + ["gene %d" % k for k in range(1, 16)], digits=3, ordered=True)
def cell_cycle(rng):
    """Fifteen genes of 600 cells in their cycle, log counts, noise 0.25, with the names of the cells"""
    phases = [(rng.uniform(0, tau), rng.uniform(0.6, 1.6), rng.uniform(1, 4)) for _ in range(15)]
    out = []
    for k in range(600):
        t = rng.gauss(1, 1.1)
        out.append(["C%04d" % rng.randrange(10000)] + [m + a * cos(t - p) + rng.gauss(0, 0.25) for p, a, m in phases])
    return out


@shape(1, columns=["gene%d" % k for k in range(1, 21)] + ["type"], boundary=3, euler=1, digits=3, ordered=True)
def lineage(rng):
    """Twenty genes of 900 cells that branch into two fates, noise 2 % of the tree in each, with the cells' type"""
    arms = [spline([[0, 0, 0], [1, 0.2, 0.1], [2, 0, 0.3]]),
            spline([[2, 0, 0.3], [2.7, 0.9, 0.4], [2.9, 2, 1.0]]),
            spline([[2, 0, 0.3], [2.9, -0.6, 0.1], [3.9, -0.8, -0.8]])]
    points = [p for a in arms for p in line(a, 300, rng)]
    out = noisy(embed(points, 20, rng), 0.05, rng)
    labels = [("stem", "early A", "late B")[k // 300] for k in range(900)]
    rows = [list(p) + [t] for p, t in zip(out, labels)]
    rng.shuffle(rows)
    return rows


@shape(1, columns=["timestamp", "latitude", "longitude", "elevation [m]"], digits=6, ordered=True)
def ride(rng):
    """A round trip by bicycle: times, places with errors of 4 m, heights with errors of 3 m, 1400 points in order"""
    course = spline([[0, 0, 300], [2, 0.8, 340], [4.2, 0.4, 420], [5.6, 2.0, 510], [5.0, 3.9, 450], [3.1, 4.6, 380],
                     [1.6, 3.4, 350], [-0.4, 2.6, 310]], 200, True)
    out = []
    for k in range(1400):
        x, y, z = course[int(k / 1400 * len(course))]
        x, y, z = x + rng.gauss(0, 0.004), y + rng.gauss(0, 0.004), z + rng.gauss(0, 3)
        out.append(["2024-05-11T%02d:%02d:%02dZ" % (9 + k // 1200, k // 20 % 60, k % 20 * 3),
                    47.37 + y / 111.2, 8.54 + x / (111.2 * cos(radians(47.37))), "%.1f" % z])
    return out


@shape(1, columns=["wind direction [deg]"], digits=0)
def wind(rng):
    """Directions of the wind in whole degrees, 1500 hours, mostly from the west: a circle that is known"""
    return [[(rng.gauss(250, 50) if rng.random() < 0.7 else rng.uniform(0, 360)) % 360] for _ in range(1500)]


@shape(1, columns=["date", "air [degC]", "soil [degC]", "radiation [W/m2]"], digits=1, ordered=True)
def seasons(rng):
    """Daily means of a year's air, soil and radiation, smoothed, over four years, with dates: a closed curve"""
    out = []
    for d in range(1461):
        p = tau * d / 365.25
        out.append(["%d-%03d" % (2019 + d // 365, d % 365 + 1), 9 - 10 * cos(p - 0.8) + rng.gauss(0, 0.6),
                    10 - 6.5 * cos(p - 1.7) + rng.gauss(0, 0.4),
                    150 - 120 * cos(p) + 12 * cos(2 * p) + rng.gauss(0, 7)])
    return out


@shape(1, columns=["x [km]", "y [km]", "z [km]", "vx [km/s]", "vy [km/s]", "vz [km/s]"], digits=4)
def satellite(rng):
    """Places and speeds of a satellite on an ellipse of eccentricity 0.6, 1500 equal time steps"""
    f = lambda s: s[3:] + [-398600.4 * v / sqrt(s[0] ** 2 + s[1] ** 2 + s[2] ** 2) ** 3 for v in s[:3]]
    return integrate(f, [7000, 0, 0, 0, 7.2, 6.27], 20.0, 1500, 0, 7)


@shape(1, columns=["%s%d [nm]" % (a, k) for k in range(1, 6) for a in "xyz"], digits=4)
def five_ring(rng):
    """A ring of five atoms that puckers around, 500 frames: 15 coordinates in nm, noise of 3 pm: a closed curve"""
    out = []
    for _ in range(500):
        p, row = rng.uniform(0, tau), []
        for j in range(5):
            a = tau * j / 5
            row += [0.13 * cos(a), 0.13 * sin(a), 0.04 * sqrt(0.4) * cos(2 * a + p)]
        out.append([v + rng.gauss(0, 0.003) for v in row])
    return out


@shape(1, columns=["red", "green", "blue"], digits=0, boundary=2, euler=1)
def color_map(rng):
    """A map of 256 colors from dark violet over green to yellow, whole numbers from 0 to 255"""
    stops = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137],
             [53, 183, 121], [109, 205, 89], [180, 222, 44], [253, 231, 37]]
    path = spline(stops, 100)
    return [path[round(k * (len(path) - 1) / 255)] for k in range(256)]


@shape(1, columns=["position", "velocity"])
def two_wells(rng):
    """An orbit around both wells of Duffing's oscillator, 1200 points in equal time steps, noise 1 %"""
    return noisy(integrate(lambda s: [s[1], s[0] - s[0] ** 3], [0, 0.45], 0.01, 1200, 0, 7), 0.01, rng)


@shape(1, columns=["s(t)", "s(t-40ms)", "s(t-80ms)", "s(t-120ms)"], digits=0)
def pulse(rng):
    """A finger's pulse in four delay coordinates, in counts of a converter, 1800 points, noise 1 %"""
    def wave(t):
        t %= 1
        return sum(h * (bell(t, a, w) + bell(t - 1, a, w) + bell(t + 1, a, w))
                   for h, a, w in ((1.0, 0.22, 0.10), (0.45, 0.55, 0.13), (-0.15, 0.85, 0.12)))
    out = []
    for _ in range(1800):
        t = rng.random()
        out.append([2000 + 1200 * wave(t - 0.05 * k) + rng.gauss(0, 12) for k in range(4)])
    return out


@shape(1, components=2, columns=["x [mm]", "y [mm]"], digits=2)
def plate(rng):
    """The outline of an angled plate with sharp corners, and its slot, 1500 points, in mm with two decimals"""
    out = line([[0, 0], [80, 0], [80, 25], [30, 25], [30, 60], [0, 60]], 1100, rng, True)
    slot = [[40 + 5 * sin(a), 12.5 + 5 * cos(a)] for a in (pi + pi * k / 30 for k in range(31))]
    slot += [[65 + 5 * sin(a), 12.5 + 5 * cos(a)] for a in (pi * k / 30 for k in range(31))]
    return out + line(slot, 400, rng, True)


@shape(1, columns=["x", "y", "z"], digits=3, boundary=2, euler=1)
def backbone(rng):
    """Backbone atoms of two helices and the turn between them, in Angstrom, 15 models that differ by 0.15"""
    turned = radians(100) / 3
    helix = lambda n: [[2.3 * cos(turned * k), 2.3 * sin(turned * k), 0.5 * k] for k in range(3 * n)]
    up = helix(14)
    down = [[p[0] + 11, -p[1], p[2]] for p in reversed(helix(14))]
    turn = spline([up[-1], [2.5, 0.5, 24.5], [5.5, 0.5, 26], [8.5, 0.5, 24.5], down[0]], 6)[1:-1]
    return [r for _ in range(15) for r in noisy(up + turn + down, 0.15, rng)]


@shape(1, columns=["qw", "qx", "qy", "qz"], digits=6)
def coning(rng):
    """Unit quaternions of a top that nods while its axis goes around, 1000 points, noise of half a degree"""
    out = []
    for _ in range(1000):
        t = rng.uniform(0, tau)
        a = 0.5 + 0.15 * cos(2 * t)
        q = [cos(a / 2), sin(a / 2) * cos(t), sin(a / 2) * sin(t), 0.3 * sin(t)]
        q = [v + rng.gauss(0, 0.004) for v in q]
        r = sqrt(sum(v * v for v in q))
        out.append([v / r for v in q])
    return out


@shape(1, columns=["A", "B", "C", "D", "E"], digits=3, boundary=2, euler=1)
def reaction(rng):
    """Shares of five substances that react in a chain, which sum to 1, three decimals, 700 points, errors of 0.5 %"""
    rates = [1.0, 0.8, 0.6, 0.5]
    f = lambda s: [-rates[0] * s[0]] + [rates[k] * s[k] - rates[k + 1] * s[k + 1] for k in range(3)] + [rates[3] * s[3]]
    path = integrate(f, [1, 0, 0, 0, 0], 0.02, 450)
    out = []
    for p in line(path, 700, rng):
        p = [max(0, v + rng.gauss(0, 0.005)) for v in p]
        out.append([v / sum(p) for v in p])
    return out


@shape(1, columns=["sample", "x", "y", "z", "batch"], digits=4, ordered=True)
def knot_of_batches(rng):
    """A knotted curve in three columns, with a first that counts the rows, and the number of the batch, 900 points"""
    f = lambda t: [sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)]
    return [r + [str(rng.randrange(1, 4))] for r in numbered(noisy(curve(f, 0, tau, 900, rng, True), 0.03, rng), rng)]


@shape(1, columns=["p1", "p2", "p3", "p4", "p5", "p6"], digits=4)
def holes_in_the_log(rng):
    """A closed curve of two tones in six columns, 1200 rows, noise 2 %, of whose cells 2 % are empty or NA"""
    f = harmonics(6, 2, rng)
    rows = noisy([f(rng.uniform(0, tau)) for _ in range(1200)], 0.03, rng)
    return [[v if rng.random() > 0.02 else rng.choice(["", "NA"]) for v in r] for r in rows]


@shape(1, columns=["calcium [mol/l]", "potential [V]", "force [uN]"])
def pacemaker(rng):
    """A cell that beats: calcium of 1e-7 mol/l, a potential of 0.06 V, a force of 300 uN, 1000 points, noise 1.5 %"""
    f = lambda t: [1 + cos(t) + 0.4 * cos(2 * t + 1), sin(t) + 0.3 * sin(2 * t), cos(t - 0.8) + 0.2 * sin(3 * t)]
    return scaled(noisy(curve(f, 0, tau, 1000, rng, True), 0.015, rng), [1e-7, 0.03, 150.0], [1e-7, -0.05, 300.0])


@shape(1)
def few(rng):
    """A bent closed curve in R^3 of 150 points, noise 1.5 %"""
    f = lambda t: [cos(t), sin(t), 0.4 * cos(2 * t)]
    return noisy([f(rng.uniform(0, tau)) for _ in range(150)], 0.015, rng)


@shape(1, columns=["c%d" % k for k in range(1, 7)], digits=4)
def many(rng):
    """A closed curve of two tones in six columns, 50000 points, noise 2 %"""
    f = harmonics(6, 2, rng)
    return noisy([f(rng.uniform(0, tau)) for _ in range(50000)], 0.03, rng)


@shape(1, columns=["%d nm" % (400 + 4 * k) for k in range(80)], digits=4, boundary=2, euler=1)
def absorption(rng):
    """Absorption at 80 wavelengths while A turns to B and B to C, 600 spectra, noise 0.4 % of the highest peak"""
    def spectrum(t):
        a, b = exp(-t), exp(-0.45 * t) - exp(-t)
        c = 1 - a - b
        return [a * bell(k, 20, 7) + 1.6 * b * bell(k, 42, 9) + c * (bell(k, 62, 6) + 0.3 * bell(k, 30, 5))
                for k in range(80)]
    return noisy(line([spectrum(0.02 * k) for k in range(400)], 600, rng), 0.004, rng)


@shape(1, columns=["east [m]", "north [m]"], digits=2, boundary=2, euler=1)
def parking(rng):
    """A car that parks in three moves, twice reversing: an open curve with two tips, 700 points, errors of 3 cm"""
    a = spline([[0, 0], [4, 0.2], [8, 1.2], [10.5, 3.2]])
    b = spline([[10.5, 3.2], [8.6, 0.9], [7.4, -1.6], [7.0, -3.6]])
    c = spline([[7.0, -3.6], [7.8, -1.9], [9.4, -1.1], [11.6, -0.9]])
    return noisy(line(a + b[1:] + c[1:], 700, rng), 0.03, rng)


@shape(1, columns=["px", "py"], digits=0, boundary=2)
def pen_loop(rng):
    """A written l with its loop, in whole pixels, 800 points of which a third come twice"""
    path = spline([[20, 60], [60, 75], [110, 130], [135, 200], [115, 235], [95, 200], [105, 120], [140, 70], [190, 62]])
    rows = line(path, 600, rng)
    return rows + rows[:200]


@shape(1, columns=["day", "temperature [degC]", "humidity [%]"], digits=1, boundary=2, euler=1)
def five_years(rng):
    """Days from 0 to 1825, temperature and humidity through five years: a helix, noise of 5 %"""
    return [[d, 10 - 9 * cos(tau * d / 365) + rng.gauss(0, 0.6), 70 + 12 * sin(tau * d / 365) + rng.gauss(0, 0.8)]
            for d in (rng.uniform(0, 1825) for _ in range(1800))]


@shape(1, columns=["channel 1 [V]", "channel 2 [V]"], digits=3)
def clipped(rng):
    """Two channels of a resolver of which one saturates at 0.8 of its height, 1000 points, noise 1 %"""
    return [[cos(t) + rng.gauss(0, 0.01), min(sin(t) + rng.gauss(0, 0.01), 0.8 + rng.gauss(0, 0.002))]
            for t in (rng.uniform(0, tau) for _ in range(1000))]


# ---- plain surfaces

@shape(2, columns=["p%d%d" % (i, j) for i in range(8) for j in range(8)], digits=0, boundary=1, euler=1)
def spot_images(rng):
    """Images of 8 by 8 pixels, 0 to 255, of a spot at any place of the middle, 1800 images"""
    out = []
    for _ in range(1800):
        x, y = rng.uniform(2, 5), rng.uniform(2, 5)
        out.append([250 * bell(i, x, 1.6) * bell(j, y, 1.6) + rng.gauss(0, 1) for i in range(8) for j in range(8)])
    return out


@shape(2, columns=["X", "Y", "Z"], digits=4, boundary=1, euler=1)
def bust(rng):
    """Scan of a lumpy head from the front, which sees half of it, 3000 points, noise 0.4 %"""
    def f(u, v):
        r = 1 + 0.12 * cos(3 * v) * sin(v) + 0.08 * cos(2 * u) * sin(v) ** 2
        return [r * c for c in sphere(u, v)]
    return noisy(surface(f, (-pi / 2, pi / 2), (0.0001, pi), 3000, rng), 0.004, rng)


@shape(2, columns=["nx", "ny", "nz"], digits=4, euler=2)
def normals(rng):
    """Unit normals of grains, in all directions, more along one axis, four decimals, 1500 points"""
    out = []
    while len(out) < 1500:
        v = [rng.gauss(0, 1) for _ in range(3)]
        r = sqrt(sum(c * c for c in v))
        if rng.random() < 0.35 + 0.65 * (v[2] / r) ** 4:
            out.append([c / r for c in v])
    return out


@shape(2, columns=["joint 1 [deg]", "joint 2 [deg]"], digits=2)
def two_joints(rng):
    """Two joints of an arm that turn all around, in degrees from -180 to 180, 1000 points, evenly: a known torus"""
    return box(1000, [-180, -180], [180, 180], rng)


@shape(2, columns=["sand [%]", "silt [%]", "clay [%]"], digits=1, boundary=1, euler=1)
def soils(rng):
    """Shares of sand, silt and clay, which sum to 100, evenly over the middle of the triangle, 1200 points"""
    out = []
    while len(out) < 1200:
        a, b = rng.random(), rng.random()
        p = [a, b, 1 - a - b]
        if min(p) > 0.08:
            out.append([100 * v for v in p])
    return out


@shape(2, columns=["f%d" % k for k in range(1, 21)], digits=4, boundary=2)
def turned_and_tilted(rng):
    """Twenty features of a thing that turns around and is tilted by up to 50 degrees, 2500 points, noise 1 %"""
    rows = [[cos(u), sin(u), 0.9 * v, 0.4 * cos(2 * u) * v, 0.4 * sin(2 * u), 0.3 * v * v]
            for u, v in box(2500, [0, -0.9], [tau, 0.9], rng)]
    return noisy(embed(rows, 20, rng), 0.01, rng)


@shape(2, columns=["x [m]", "y [m]", "z [m]"], digits=2, euler=2)
def asteroid(rng):
    """A lumpy body of 500 m from 50000 points in meters, noise 1 m"""
    def f(u, v):
        r = 500 * (1 + 0.15 * cos(2 * u + 0.5) * sin(v) ** 2 + 0.1 * cos(3 * v))
        return [r * c for c in sphere(u, v)]
    return noisy(surface(f, (0, tau), (0.0001, pi), 50000, rng), 1.0, rng)


# ---- plain, without a manifold

@shape(None, unfit=True, columns=["flow", "pressure", "temp in", "temp out", "level", "vibration"], digits=3)
def plant(rng):
    """Six sensors of a plant, normal and correlated, 1500 rows: no manifold"""
    mix = [[rng.gauss(0, 1) for _ in range(6)] for _ in range(6)]
    return [[sum(m * z for m, z in zip(r, zs)) for r in mix] for zs in cloud(1500, [1] * 6, rng)]


@shape(None, unfit=True, columns=["height [cm]", "mass [kg]"], digits=1)
def regression(rng):
    """Heights and masses of 1200 people, correlation 0.75: no manifold"""
    return [[172 + 9 * a, 72 + 11 * (0.75 * a + 0.66 * b)] for a, b in cloud(1200, [1, 1], rng)]


@shape(None, unfit=True, columns=["m%d" % k for k in range(1, 11)] + ["class"], digits=3, ordered=True)
def cell_types(rng):
    """Ten markers of five kinds of cells, 1000 cells in clusters, with their kind: no manifold"""
    centers = [[rng.uniform(0, 6) for _ in range(10)] for _ in range(5)]
    out = [p + ["type %d" % k] for k, c in enumerate(centers) for p in cloud(200, [0.5] * 10, rng, c)]
    rng.shuffle(out)
    return out


# ---- what tempts verdicts

@shape(None, unfit=True)
def kite(rng):
    """A square sheet of 1500 points with a tail of 300, noise 1 %: surface and curve"""
    sheet = [[a, b, 0.2 * a * b] for a, b in box(1500, [-1, -1], [1, 1], rng)]
    tail = curve(lambda t: [1 + t, 1 + 0.6 * t, 0.2 + 0.3 * sin(3 * t)], 0, 2, 300, rng)
    return noisy(sheet + tail, 0.01, rng)


@shape(None, unfit=True)
def crescent(rng):
    """A filled crescent, as wide as 0.5 at its middle, 1500 points: a region"""
    out = []
    while len(out) < 1500:
        x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        if x * x + y * y < 1 and (x - 0.5) ** 2 + y * y > 1:
            out.append([x, y])
    return out


@shape(1, components=2, boundary=4, euler=2)
def double_strand(rng):
    """Two strands wound around each other, 0.3 apart all along, two turns, 900 points each, noise 0.04"""
    f = lambda s: lambda t: [0.15 * cos(t + s), 0.15 * sin(t + s), 0.25 * t]
    return noisy(curve(f(0), 0, 2 * tau, 900, rng) + curve(f(pi), 0, 2 * tau, 900, rng), 0.04, rng)


@shape(1, boundary=2, euler=1)
def tight_spring(rng):
    """A coil spring of eight turns, 0.2 apart, of radius 0.6, 2400 points, noise 0.025"""
    return noisy(curve(lambda t: [0.6 * cos(t), 0.6 * sin(t), 0.2 * t / tau], 0, 8 * tau, 2400, rng), 0.025, rng)


@shape(1)
def frayed(rng):
    """A circle whose noise grows from 0.5 % at one side to 15 % at the other, 1500 points"""
    return [[(1 + (0.005 + 0.145 * (1 - cos(t)) / 2) * rng.gauss(0, 1)) * c for c in (cos(t), sin(t))]
            for t in (rng.uniform(0, tau) for _ in range(1500))]


@shape(1, components=2)
def crumbs(rng):
    """Two circles 0.5 apart with noise of 1 %, 600 points each, and 25 crumbs between them"""
    out = [[c + cos(t), sin(t)] for c in (-1.25, 1.25) for t in (rng.uniform(0, tau) for _ in range(600))]
    return noisy(out, 0.01, rng) + box(25, [-0.35, -0.4], [0.35, 0.4], rng)


@shape(None, unfit=True)
def book(rng):
    """Three pages that meet in a spine at 120 degrees, 800 points each, noise 0.5 %: no manifold"""
    out = [[r * cos(tau * k / 3), r * sin(tau * k / 3), z] for k in range(3)
           for r, z in box(800, [0, -0.8], [1, 0.8], rng)]
    return noisy(out, 0.005, rng)


@shape(1, boundary=12, euler=1)
def star_of_rays(rng):
    """Twelve rays from a center, 120 points each, noise 0.4 %"""
    return noisy([[r * cos(tau * k / 12), r * sin(tau * k / 12)] for k in range(12)
                  for r in (rng.random() for _ in range(120))], 0.004, rng)


@shape(2, euler=2)
def thin_pole(rng):
    """A sphere whose density falls by 25 from pole to pole, 3000 points, noise 0.5 %: no hole"""
    return noisy(surface(sphere, (0, tau), (0.0001, pi), 3000, rng, weight=lambda u, v: exp(-1.61 * (1 + cos(v)))),
                 0.005, rng)


@shape(2, boundary=3, euler=-1)
def drilled_pipe(rng):
    """A pipe of radius 1 and length 2.4 with one hole of radius 0.22, 3500 points, no noise"""
    f = lambda u, v: [cos(u), sin(u), v]
    return surface(f, (-pi, pi), (-1.2, 1.2), 3500, rng, lambda u, v: u * u + v * v > 0.22 ** 2)


@shape(1, boundary=2)
def seven_crossings(rng):
    """Lissajous' figure of 3 to 2 at the phase where it runs back on itself, 2000 points, noise 0.8 %"""
    return noisy(curve(lambda t: [sin(3 * t + pi / 4), sin(2 * t)], 0, tau, 2000, rng, True), 0.008, rng)


@shape(2, boundary=1, euler=1)
def tight_roll(rng):
    """A sheet rolled up one and a half times, layers 0.35 apart, 3000 points, noise 0.03"""
    f = lambda t, h: [(0.5 + 0.35 * t / tau) * cos(t), (0.5 + 0.35 * t / tau) * sin(t), h]
    return noisy(surface(f, (0, 1.5 * tau), (-0.7, 0.7), 3000, rng), 0.03, rng)


@shape(1, digits=0)
def coarse(rng):
    """A circle of radius 9 with noise of 0.3 in whole numbers, 1500 points"""
    return noisy([[9 * cos(t), 9 * sin(t)] for t in (rng.uniform(0, tau) for _ in range(1500))], 0.3, rng)


@shape(None, unfit=True)
def lattice(rng):
    """A square lattice of 35 by 35 atoms, each moved by a tenth of its spacing: no manifold"""
    return [[i + rng.gauss(0, 0.1), j + rng.gauss(0, 0.1)] for i in range(35) for j in range(35)]


if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (SETS, 20261126))
