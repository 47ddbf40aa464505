"""An eighth batch of tables as they are brought, drawn blind, with known truth.

python3 eighth.py FOLDER [tuning|held_out|NAME ...]

Like seventh.py, whose tools and those of sixth.py, fifth.py, fourth.py and make.py these are. 34
are plain, 14 tempt a verdict. As there, what the scientist expects is true: a clock's hand, a phase
and a longitude close, and a date, a row's number, a flight or a device is no coordinate.
"""
import functools, sys
from math import asin, atan2, ceil, cos, degrees, dist, exp, hypot, log10, pi, radians, sin, sqrt
from math import tau

import make, seventh
from make import box, curve, integrate, line, noisy, sphere, spline, surface
from fourth import bell, cloud, harmonics, numbered, scaled
from fifth import logistic, lost, rough, turns
from sixth import paths, stamp, stamped
from seventh import melt, rewrite, skin

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

# ---- tools

def along(stops, scales, n, rng, noise=0.01, closed=False):
    """n points by length along a spline through stops, length and noise in these scales."""
    way = spline(scaled(stops, [1 / s for s in scales]), 60, closed)
    return scaled(noisy(line(way, n, rng, closed), noise, rng), scales)

def evenly(way, n):
    """n points in even steps along a polyline, from its start on."""
    out, k, done, long = [], 0, 0, sum(map(dist, way, way[1:]))
    for j in range(n):
        at = long * j / n
        while at > done + dist(way[k], way[k + 1]):
            done, k = done + dist(way[k], way[k + 1]), k + 1
        t = (at - done) / dist(way[k], way[k + 1])
        out.append([a + t * (b - a) for a, b in zip(way[k], way[k + 1])])
    return out

def off_line(x, a, b):
    """How far x is from the segment from a to b."""
    d = [q - p for p, q in zip(a, b)]
    t = sum(v * (w - p) for v, w, p in zip(d, x, a)) / sum(v * v for v in d)
    return dist(x, [p + min(1, max(0, t)) * v for p, v in zip(a, d)])

# ---- plain curves

@shape(1, "Kreis|Alter [Mon.]|Größe [cm]|Gewicht [kg]|Kopf [cm]", write=";,", boundary=2, euler=1,
       digits=1)
def growth_chart(rng):
    """Means of girls' height, weight and head by their age to 18 years, 900 rows, noise 1.5 %"""
    stops = [[0, 50, 3.3, 34.5], [6, 66, 7.5, 42.5], [12, 74, 9.3, 45], [24, 86, 12, 47.5],
             [48, 102, 16, 49.8], [84, 121, 23, 51.5], [120, 138, 33, 52.8], [156, 156, 46, 54.2],
             [180, 162, 54, 55], [216, 165, 59, 55.6]]
    rows = lost(along(stops, [216, 115, 56, 21], 900, rng, 0.012), 3, 0.02, ["-", "k.A."], rng)
    return [["LK %02d" % rng.randrange(1, 45), max(0, r[0])] + r[1:] for r in rows]
@shape(1, "h [kJ/kg]|p [bar]|T [degC]", digits=2)
def refrigerator(rng):
    """Enthalpy, pressure and temperature around a refrigerator's cycle, 1400 rows, noise 1 %"""
    way = [[402, 0.505, 8], [435, 1, 57], [420, 1, 40], [257, 1, 40], [250, 1, 36],
           [250, 0.505, 2], [397, 0.505, 2]]
    scales = [90, 0.25, 22]
    rows = line(scaled(way, [1 / s for s in scales]), 1400, rng, True)
    return [[h, 10 ** p, t] for h, p, t in scaled(noisy(rows, 0.015, rng), scales)]
@shape(1, "time|flight|E [m]|N [m]|Up [m]|yaw [deg]", digits=2, ordered=True)
def tower_drone(rng):
    """Two flights: three turns up a tower and down beside it to the start, errors of 0.3 m"""
    way = [[9 * cos(pi * k / 60), 9 * sin(pi * k / 60), 0.15 * k + 3] for k in range(361)]
    way += [[13, 0, 56], [18, 0, 52], [18, 0, 6], [13, 0, 2], [9, 0, 3]]
    for k, (x, y, z) in enumerate(evenly(way, 800) * 2):
        yaw = (degrees(atan2(y, x)) + 180 + rng.gauss(0, 1)) % 360
        yield [stamp(k, 1), "F%d" % (k // 800 + 1)] + noisy([[x, y, z]], 0.3, rng)[0] + [yaw]
@shape(1, "skier|time|lat|lon|ele [m]", euler=-2, digits=5, ordered=True)
def ski_resort(rng):
    """One lift and three slopes between its ends, by GPS of skiers, errors of 6 m, 2400 fixes"""
    low, top = [0, 0], [2.2, 0.5]
    ways = [[low, top], spline([top, [1.9, 1.3], [1.1, 1.5], [0.4, 0.9], low]),
            spline([top, [1.75, -0.1], [1.2, -0.45], [0.6, -0.4], low]),
            spline([top, [2.5, -0.5], [1.7, -1.3], [0.6, -1.2], low])]
    high = lambda x, y: 1100 + 950 * (x * 2.2 + y * 0.5) / 5.09
    rows = [[x, y, high(x, y)] for x, y in paths(ways, 2400, rng)]
    rng.shuffle(rows)
    for k, (x, y, z) in enumerate(rough(rows, [0.006, 0.006, 5], rng)):
        yield ["#%03d" % rng.randrange(200), stamp(k, 9), 46.61 + y / 111.2, 8.02 + x / 76.4,
               "%.1f" % z]
@shape(1, "frame|phi [deg]|theta [deg]|alpha [deg]", digits=1, ordered=True)
def wingbeat(rng):
    """Stroke, deviation and rotation of a fly's wing through 45 beats, noise 3 %"""
    for k in range(1575):
        t = tau * k / 34.83
        yield ["%d" % (k + 1)] + rough([[62 * cos(t) + 4 * cos(2 * t), 9 * sin(2 * t + 0.5),
                                         52 * sin(t + 0.25) + 9 * sin(3 * t)]],
                                       [1.5, 0.4, 1.5], rng)[0]
@shape(1, "replica|T [K]|S_CD|APL [nm^2]|D_HH [nm]", boundary=2, euler=1, digits=4)
def bilayer(rng):
    """Order, area and thickness of a membrane that melts, from 290 to 335 K, noise 1.5 %"""
    for t in (rng.uniform(290, 335) for _ in range(1100)):
        m = logistic((t - 314) / 2.6)
        yield ["rep%d" % rng.randrange(1, 6)] + rough(
            [[t, 0.32 - 0.16 * m - 0.0007 * (t - 290), 0.47 + 0.15 * m + 0.0005 * (t - 290),
              4.5 - 0.85 * m - 0.004 * (t - 290)]], [0.25, 0.003, 0.003, 0.015], rng)[0]
@shape(1, "obs|lambda [deg]|beta [deg]|r [AU]|m1 [mag]", boundary=2, euler=1, digits=3)
def comet(rng):
    """A comet's longitude, past 360, latitude, distance and brightness, 1000 rows"""
    for f in (rng.uniform(-125, 125) for _ in range(1000)):
        r = 1.2 / (1 + cos(radians(f)))
        b = degrees(asin(sin(radians(38)) * sin(radians(f + 40))))
        lon = degrees(atan2(cos(radians(38)) * sin(radians(f + 40)), cos(radians(f + 40)))) + 330
        yield [rng.choice(("HER02", "LEH", "Q97", "J22")), (lon + rng.gauss(0, 0.5)) % 360] + \
            rough([[b, r, 6.5 + 9 * log10(r)]], [0.4, 0.015, 0.06], rng)[0]
@shape(1, "Fx|LR [mm]|AP [mm]|SI [mm]|RPM [a.u.]", digits=2, ordered=True)
def tumor(rng):
    """A tumor's place, and a belt's signal, through the breaths of 30 sessions, noise 3 %"""
    t = 0
    for k in range(1800):
        t += tau / 16 * rng.uniform(0.7, 1.3)
        yield ["%02d" % (k // 60 + 1)] + rough(
            [[0.9 * cos(t + 0.6), 2.6 * cos(t - 0.7), 6 - 12 * cos(t / 2) ** 4,
              50 + 31 * cos(t - 0.3)]], [0.05, 0.1, 0.25, 1], rng)[0]
@shape(1, "lote|pH|Humedad [%]|NS/NT [%]|Lactosa [g/kg]|Dureza [N]", boundary=2, euler=1, digits=2)
def cheese(rng):
    """Five measures of a cheese that ripens for a year, 520 samples, n.d. for 1 %, noise 1.5 %"""
    stops = [[6.5, 48, 4, 46, 6], [5.3, 45, 5, 21, 14], [5.1, 43, 7, 6, 22], [5.2, 41, 12, 1.5, 28],
             [5.35, 39, 19, 0.6, 37], [5.5, 37.2, 27, 0.3, 49], [5.6, 36, 33, 0.2, 60]]
    rows = along(stops, [1.4, 12, 29, 46, 54], 520, rng, 0.015)
    return [["Q-%03d" % rng.randrange(1000)] + r for r in lost(rows, None, 0.01, ["n.d."], rng)]
@shape(1, "date|elongation [deg]|phase|diameter [arcsec]", digits=3, ordered=True)
def venus(rng):
    """Venus' elongation, lit part and diameter each second day of eight years, errors of 1 %"""
    for k in range(1460):
        a, t = 0.7233, tau * 2 * k / 583.92
        x, y = 1 - a * cos(t), a * sin(t)
        d = hypot(x, y)
        e, p, w = rough([[degrees(atan2(y, x)), ((a + d) ** 2 - 1) / (4 * a * d), 16.8 / d]],
                        [0.5, 0.008, 0.5], rng)[0]
        yield [stamp(k, 172800)[:10], e, max(0, p), w]
@shape(1, "X [um]|Y [um]|Z [um]", write="\t.", components=6, boundary=12, euler=6, digits=1)
def wire_bonds(rng):
    """Six wires from a chip to its frame, by X-rays, 1500 points, noise of 3 micrometers"""
    way = lambda k: [[(150 + 110 * s) * (k - 2.5), 950 * s, 260 * sin(pi * s ** 0.7) - 90 * s]
                     for s in (j / 80 for j in range(81))]
    return noisy(paths([way(k) for k in range(6)], 1500, rng), 3, rng)
@shape(1, "x [mm]|y [mm]|z [mm]", boundary=5, euler=1, digits=1)
def aorta(rng):
    """Middle lines of an aorta and the three vessels from its arch, 1800 points, noise 0.5 mm"""
    trunk = spline([[0, 0, 0], [6, -8, 40], [2, -4, 75], [-6, 18, 100], [-14, 50, 96],
                    [-18, 68, 65], [-16, 70, 0], [-8, 64, -110]])
    tip = [[22, 4, 185], [-6, 34, 190], [-34, 72, 185]]
    twigs = [spline([trunk[k], [(a + b) / 2 + 4 for a, b in zip(trunk[k], p)], p])
             for k, p in zip((108, 136, 166), tip)]
    return noisy(paths([trunk] + twigs, 1800, rng), 0.5, rng)
@shape(1, "X|Y", euler=-3, digits=2)
def peace(rng):
    """An engraved sign: a ring of 40 mm, its upright, and two arms down from its middle"""
    ring = [[40 * sin(tau * k / 400), 40 * cos(tau * k / 400)] for k in range(401)]
    arms = [[[0, 0], [s * 40 * sin(pi / 4), -40 * cos(pi / 4)]] for s in (-1, 1)]
    return noisy(paths([ring, [[0, 40], [0, -40]]] + arms, 2200, rng), 0.25, rng)
@shape(1, "Bild|kleiner Zeiger [°]|großer Zeiger [°]", digits=1, ordered=True)
def clock_hands(rng):
    """Both hands of a clock in 3000 pictures, from 0 to 360 degrees, errors of 0.8 degrees"""
    for k, t in enumerate(turns(3000, rng)):
        yield ["uhr_%04d.jpg" % k] + [(degrees(v) + rng.gauss(0, 0.8)) % 360 for v in (t, 12 * t)]
@shape(1, "Ux [V]|Uy [V]", boundary=6, euler=1, digits=3)
def gear_lever(rng):
    """Two sensors of a lever that is moved to six gears through neutral, 1600 rows, noise 1 %"""
    ways = [[[1.5, 2.5], [3.5, 2.5]]] + [[[x, 1], [x, 4]] for x in (1.5, 2.5, 3.5)]
    return noisy(paths(ways, 1600, rng), 0.02, rng)
@shape(1, "Tiefe [cm]|Betula|Pinus|Corylus|Alnus|Quercus|Ulmus|Fagus|Poaceae|Artemisia", digits=1,
       write=";,", boundary=2, euler=1, ordered=True)
def pollen(rng):
    """Shares of nine kinds of pollen in a lake's mud over 620 cm, 470 samples, noise 1.5 %"""
    kinds = [(560, 50, 60), (470, 60, 70), (380, 55, 50), (270, 80, 35), (230, 110, 40),
             (330, 50, 18), (110, 60, 45), (10, 70, 55), (620, 45, 40)]
    for d in sorted(rng.uniform(0, 620) for _ in range(470)):
        s = [4 + h * bell(d, at, w) for at, w, h in kinds]
        yield [d] + [max(0, 100 * v / sum(s) + rng.gauss(0, 0.5)) for v in s]
@shape(1, "Uhrzeit|Last [GW]|Preis [€/MWh]|PV [GW]", write=";,", digits=2, ordered=True)
def load_curve(rng):
    """Load, price and sun's power each five minutes of five like days, noise 2 %"""
    for k in range(1440):
        h = k % 288 / 12
        sun = max(0, sin(pi * (h - 5.5) / 14.5)) ** 1.3
        row = [57 - 8 * cos(tau * (h - 3.5) / 24) - 2 * cos(2 * tau * (h - 2.5) / 24),
               74 - 20 * cos(tau * (h - 9) / 24) * 0.6 + 24 * bell(h, 8, 1.8) +
               38 * bell(h, 19.5, 2.2) - 22 * sun, 31 * sun]
        yield ["%02d:%02d" % (h, k % 12 * 5)] + [max(0, v) for v in rough(
            [row], [0.25, 1.2, 0.4 if sun else 0], rng)[0]]
@shape(1, "Este|Norte", boundary=2, euler=1, digits=0)
def meander(rng):
    """The middle line of a river with five bends, traced from a picture, errors of 12 m"""
    way, x, y = [], 0, 0
    for k in range(1000):
        a = 1.75 * cos(tau * k / 380) + 0.2 * sin(tau * k / 870)
        way.append([x, y])
        x, y = x + 14 * cos(a), y + 14 * sin(a)
    return scaled(noisy(line(way, 1500, rng), 12, rng), [1, 1], [612400, 9571300])
@shape(1, "theta_e [rad]|ia [A]|ib [A]|ic [A]|Te [Nm]", digits=3)
def motor(rng):
    """Three currents and the torque of a motor over its electrical angle, 1500 rows, noise 1.5 %"""
    for t in turns(1500, rng):
        i = [18 * cos(t - tau * k / 3) + 1.6 * cos(5 * t + tau * k / 3) for k in range(3)]
        yield [(t + rng.gauss(0, 0.015)) % tau] + rough([i + [14 + 1.5 * cos(6 * t)]],
                                                       [0.25] * 3 + [0.05], rng)[0]
@shape(1, "x [mm]|y [mm]", components=6, digits=1)
def tree_rings(rng):
    """Six rings of a trunk, 11 mm apart, that are not quite round, traced, noise 0.35 mm"""
    r = lambda k, t: (12 + 11 * k) * (1 + 0.07 * cos(2 * t + 0.4) + 0.03 * cos(3 * t + k / 5))
    f = lambda k: lambda t: [r(k, t) * cos(t), r(k, t) * sin(t)]
    rows = [p for k in range(6) for p in curve(f(k), 0, tau, 120 + 110 * k, rng, True)]
    return noisy(rows, 0.35, rng)

# ---- plain surfaces

@shape(2, "n [1/min]|m [kg/s]|pi [-]|eta [%]|T2 [°C]", boundary=1, euler=1, digits=3)
def compressor(rng):
    """Flow, pressure, efficiency and heat of a compressor from surge to choke, noise 1 %"""
    for n, x in box(1600, [0.5, 0], [1, 1], rng):
        p = 1 + 2.6 * n * n * (1 - 0.7 * x ** 3)
        e = 0.81 - 0.3 * (x - 0.45) ** 2 - 0.25 * (n - 0.8) ** 2
        row = [62000 * n, 0.4 * n * (0.5 + 0.5 * x), p, 100 * e,
               15 + 288 * (p ** 0.286 - 1) / e]
        yield rough([row], [250, 0.002, 0.02, 0.1, 1.2], rng)[0]
@shape(2, "X [mm]|Y [mm]|Z [mm]", digits=2)
def eye_bolt(rng):
    """Scan of a bolt with an eye from all sides, 4500 points, noise 0.1 mm"""
    def f(x, y, z):
        ring = hypot(hypot(x, z) - 14, y) - 4
        return melt(1.2, ring, off_line([x, y, z], [0, 0, -16], [0, 0, -48]) - 5)
    return noisy(skin(f, [-21, -8, -56], [21, 8, 21], 4500, rng, 0.4), 0.1, rng)
@shape(2, "E [m]|N [m]|H [m]", boundary=4, euler=-2, digits=2)
def dam(rng):
    """An arch dam's face of 96 by 45 m with three openings of 9 by 7 m, by pictures, noise 5 cm"""
    f = lambda s, h: [(120 + 0.2 * h) * sin(s / 120), (120 + 0.2 * h) * cos(s / 120), h]
    keep = lambda s, h: not (30 < h < 37 and any(abs(s - c) < 4.5 for c in (-25, 0, 25)))
    rows = surface(f, (-48, 48), (0, 45), 4600, rng, keep)
    return scaled(noisy(rows, 0.05, rng), [1] * 3, [2684120, 1172400, 1410])
@shape(2, "x [pm]|y [pm]|z [pm]|sign", components=2, euler=4, digits=1)
def orbital(rng):
    """Where a p orbital has one value, and its negative: two lobes, 3600 points, noise 1 pm"""
    f = lambda x, y, z: 0.45 - abs(z) * exp(-hypot(x, y, z) / 2)
    rows = scaled(skin(f, [-3, -3, -5.2], [3, 3, 5.2], 3600, rng, 0.03), [52.9] * 3)
    return [r + ["plus" if r[2] > 0 else "minus"] for r in noisy(rows, 1, rng)]
@shape(2, ["px%d%d" % (i, j) for i in range(7) for j in range(7)], boundary=1, euler=1, digits=0)
def lit_ball(rng):
    """Pictures of 7 by 7 pixels of a ball with a lamp within 70 degrees of the camera, 2000"""
    at = [(i / 3.2, j / 3.2) for i in range(-3, 4) for j in range(-3, 4)]
    for a, c in box(2000, [0, cos(radians(70))], [tau, 1], rng):
        l = [sqrt(1 - c * c) * cos(a), sqrt(1 - c * c) * sin(a), c]
        yield [rng.gauss(12, 1.5) if hypot(x, y) > 1 else rng.gauss(20 + 200 * max(
            0, x * l[0] + y * l[1] + sqrt(1 - x * x - y * y) * l[2]), 2) for x, y in at]
@shape(2, "x|y|z", boundary=5, euler=-3, digits=2, write="\t.")
def exhaust(rng):
    """Scan of the outside of pipes that lead from four ports into one, open at all ends, in mm"""
    ways = [[[x, 0, -40], [x, 0, 40], [0, 0, 190]] for x in (-96, -32, 32, 96)]
    ways.append([[0, 0, 190], [0, 0, 300]])
    def f(*x):
        return melt(0.25, *(min(off_line(x, a, b) for a, b in zip(w, w[1:])) - (
            15 if len(w) > 2 else 20) for w in ways))
    return noisy(skin(f, [-125, -45, 0], [125, 45, 260], 6000, rng, 0.8), 0.3, rng)
@shape(2, "l [deg]|b [deg]|dT [mK]", euler=2, digits=3)
def sky_dipole(rng):
    """Temperature of all the sky by galactic longitude and latitude, 2500 rows, noise 3 %"""
    for a, s in box(2500, [0, -1], [tau, 1], rng):
        b = asin(s)
        c = sin(b) * sin(radians(48)) + cos(b) * cos(radians(48)) * cos(a - radians(264))
        yield [degrees(a), degrees(b), rng.gauss(3.36 * c + 0.5 * cos(b) ** 2 * cos(2 * a), 0.1)]
@shape(2, "X [mm]|Y [mm]|Z [mm]", boundary=2, digits=2)
def blade(rng):
    """Scan of a blade all around, open at both ends: chord 300 to 200 mm, 700 long, noise 0.4"""
    def f(t, h):
        x = (1 + cos(t)) / 2
        y = 1.2 * (0.2969 * sqrt(abs(x)) - 0.126 * x - 0.3516 * x * x + 0.2843 * x ** 3 -
                   0.1036 * x ** 4) * (1 if sin(t) > 0 else -1) + 0.16 * x * (1 - x)
        c, w = 300 - h / 7, radians(18 - h / 35)
        x, y = c * (x - 0.3), c * y
        return [x * cos(w) + y * sin(w), y * cos(w) - x * sin(w), h]
    return noisy(surface(f, (0, tau), (0, 700), 6000, rng), 0.4, rng)
@shape(2, "leaf|PPFD|Ci [ppm]|A [umol/m2/s]|ETR|NPQ", boundary=1, euler=1, digits=2)
def photosynthesis(rng):
    """A leaf's uptake, electrons and heat by light and carbon dioxide, 1300 rows, noise 1.2 %"""
    rows = []
    for i, c in box(1300, [20, 60], [1800, 1000], rng):
        a = 0.3 * i
        j = (a + 190 - sqrt((a + 190) ** 2 - 4 * 0.8 * a * 190)) / 1.6
        p, q = 95 * (c - 43) / (c + 700), j / 4 * (c - 43) / (c + 86)
        up = (p + q - sqrt((p + q) ** 2 - 3.8 * p * q)) / 1.9
        e = 4 * up * (c + 86) / (c - 43)
        rows.append(rough([[i, c, up - 1.2, e, 0.2 + 2.6 * (1 - e / (a + 20)) ** 2]],
                          [12, 7, 0.3, 1.5, 0.02], rng)[0])
    return [["L%d" % rng.randrange(1, 9)] + r for r in lost(rows, None, 0.004, [""], rng)]
@shape(2, ["time"] + ["S%02d [kPa]" % k for k in range(1, 17)], boundary=1, euler=1, digits=1,
       ordered=True)
def insole(rng):
    """Sixteen cells below a foot while its load sways all about an oval, 1800 rows, noise 1.5 %"""
    cells = [(rng.uniform(-3.5, 3.5), k - 7.5 + rng.uniform(-0.4, 0.4), rng.uniform(70, 160))
             for k in range(16)]
    rows = [[g * exp(-((x - 2.6 * u) ** 2 / 18 + (y - 6 * v) ** 2 / 32)) for x, y, g in cells]
            for u, v in box(2500, [-1, -1], [1, 1], rng) if u * u + v * v < 1][:1800]
    return stamped(noisy(rows, 1.5, rng), 1)

# ---- plain, without a manifold

@shape(None, "Vertrag|Alter|Einkommen [€]|Betrag [€]|Zins [%]|Score", unfit=True, digits=2,
       write=";,", ordered=True)
def loans(rng):
    """1500 loans: age, income, sum, interest and score, each of which says little of the others"""
    for k in range(1500):
        g, h = rng.gauss(0, 1), rng.gauss(0, 1)
        yield ["K-%06d" % (311200 + 7 * k), "%d" % rng.uniform(19, 70), 2600 * exp(0.45 * g),
               9000 * exp(0.35 * g + 0.6 * rng.gauss(0, 1)), 5.2 - 0.9 * h + rng.gauss(0, 0.9),
               "%d" % (610 + 55 * h + 20 * g + rng.gauss(0, 45))]
@shape(None, ["#OTU ID"] + ["OTU_%d" % k for k in range(1, 13)], unfit=True, digits=0, write="\t.")
def microbes(rng):
    """Counts of twelve kinds of microbes in 420 guts, each of which varies by itself"""
    means = [rng.uniform(40, 600) for _ in range(12)]
    return [["S%03d" % k] + [rng.gammavariate(2.2, m / 2.2) for m in means] for k in range(420)]
@shape(None, "objid|ra|dec|z", unfit=True, digits=5)
def galaxies(rng):
    """1800 galaxies in a piece of the sky and their redshifts: groups, and others all between"""
    rows = box(1000, [150, 0, 0.02], [170, 16, 0.12], rng)
    for c in box(10, [152, 2, 0.03], [168, 14, 0.11], rng):
        rows += rough([c] * 80, [0.7, 0.7, 0.004], rng)
    return [["12376%08d" % rng.randrange(10 ** 8)] + r for r in rows]
@shape(None, "scooter_id|lat|lon|battery", unfit=True, digits=5)
def scooters(rng):
    """Where 1700 scooters were left in a city: many about five squares, others everywhere"""
    rows = box(600, [48.10, 11.50], [48.18, 11.64], rng)
    for a, b in box(5, [48.115, 11.53], [48.165, 11.61], rng):
        rows += rough([[a, b]] * 220, [0.005, 0.007], rng)
    return [["%05d" % rng.randrange(100000)] + r + ["%d" % rng.uniform(5, 101)] for r in rows]

# ---- what tempts verdicts

@tempts(1, "device|T [°C]|RH [%]|CO2 [ppm]|light [klx]", digits=2)
def greenhouse(rng):
    """A greenhouse's day by three devices of noise 0.5, 1 and 4 %, 1300 rows: a closed curve"""
    for name, n, s in (("GH-A", 500, 0.005), ("GH-B", 450, 0.01), ("TFA 3012", 350, 0.04)):
        for t in turns(n, rng):
            yield [name] + rough([[22 - 7 * cos(t - 0.6) + cos(2 * t), 68 + 15 * cos(t - 0.8),
                                   430 + 95 * cos(t + 0.9), 24 * logistic(-3 * cos(t) - 0.5)]],
                                 [14 * s, 30 * s, 190 * s, 22 * s], rng)[0]
@tempts(1, "x|y|z", components=3, boundary=6, euler=3, digits=2)
def power_lines(rng):
    """Three wires of three spans of 130 m, 4.5 m apart, by a laser, noise 7 cm, 2400 points"""
    ways = [[[s, o, 23 + (2.5 if o == 0 else 0) - 20 * (s % 130 / 130) * (1 - s % 130 / 130)]
             for s in range(391)] for o in (-4.5, 0, 4.5)]
    rows = noisy(paths(ways, 2400, rng), 0.07, rng)
    return [[512300 + x * cos(0.6) - y * sin(0.6), 5403800 + x * sin(0.6) + y * cos(0.6), 430 + z]
            for x, y, z in rows]
@tempts(1, "x [mm]|y [mm]|z [mm]", digits=2)
def choke(rng):
    """A wire in 18 turns around a ring of iron, whose ends are joined: closed, 3200 points"""
    r = lambda t: 20 + 6 * cos(18 * t)
    f = lambda t: [r(t) * cos(t), r(t) * sin(t), 6 * sin(18 * t)]
    return noisy(curve(f, 0, tau, 3200, rng, True), 0.1, rng)
@tempts(1, "P [kN]|w [mm]|eps [um/m]", boundary=4, euler=1, digits=2)
def buckling(rng):
    """A column that buckles at 6 kN to either side, or, computed, stays straight, noise 1 %"""
    ways = [[[s, 0, 4 * s] for s in (k / 20 for k in range(201))]]
    ways += [[[6 + 4 * s * s, d * 6 * s, 24 + 16 * s * s + 12 * s * s] for s in (
        k / 100 for k in range(101))] for d in (-1, 1)]
    rows = paths([[[p, w, e / 5] for p, w, e in way] for way in ways], 1700, rng)
    return scaled(noisy(rows, 0.07, rng), [1, 2, 50])
@tempts(2, "x [mm]|y [mm]|z [mm]", boundary=1, euler=1, digits=3)
def cornea(rng):
    """Heights of a cornea on 20 rings 0.25 mm apart about its apex, each 2.4 degrees: a cap"""
    yield [0, 0, 0]
    for r, a in ((0.25 * k, tau * j / 150) for k in range(1, 21) for j in range(150)):
        x, y = r * cos(a), r * sin(a)
        yield rough([[x, y, -x * x / 15.2 - y * y / 16.4 - r ** 4 / 4500]], [0.006, 0.006, 0.003],
                    rng)[0]
@tempts(2, "R [mm]|A [mm]|S [mm]", euler=2, digits=2)
def muscle(rng):
    """A muscle's outlines in 30 slices 4 mm apart, which taper to a tip at both ends: closed"""
    for z in range(-58, 60, 4):
        r = 24 * cos(pi * z / 124)
        for k in range(ceil(tau * r / 1.9)):
            t = tau * (k + 0.3 * rng.random()) / ceil(tau * r / 1.9)
            q = r * (1 + 0.2 * cos(2 * t + z / 60) + 0.06 * cos(3 * t))
            yield noisy([[-112 + q * cos(t) + 0.002 * z * z, 40 + 0.8 * q * sin(t)]], 0.25, rng)[
                0] + [z - 233.5]
@tempts(2, "Inline|Crossline|TWT [ms]", components=3, boundary=3, euler=3, digits=1)
def horizons(rng):
    """Three layers that were picked in echoes, two of which come within 28 ms, noise 2 ms"""
    for k in range(3):
        for x, y in box(1500, [0, 0], [5, 5], rng):
            t = 1180 + 50 * sin(x / 1.6) + 35 * cos(y / 1.9 + x / 3)
            t += (0, 48 + 20 * cos(1.1 * y), 330 - 18 * x)[k]
            yield ["%d" % (1200 + 80 * x), "%d" % (640 + 80 * y), rng.gauss(t, 2)]
@tempts(2, "X|Y|Z", boundary=13, euler=-11, digits=2)
def sieve_plate(rng):
    """A bent plate of 60 by 45 mm with twelve holes of radius 3.2, 5500 points, noise 0.1 mm"""
    at = [(x, y) for x in (-21, -7, 7, 21) for y in (-14, 0, 14)]
    rows = [[x, y, 8 * cos(x / 25)] for x, y in box(6500, [-30, -22.5], [30, 22.5], rng)
            if all(hypot(x - a, y - b) > 3.2 for a, b in at)]
    return noisy(rows[:5500], 0.1, rng)
@tempts(2, "Wafer|die_x|die_y|t_ox [nm]|n", boundary=1, euler=1, digits=4, ordered=True)
def wafer(rng):
    """An oxide's thickness and index on the dies of three like wafers: a disc, 2 % noise"""
    for k in range(3):
        for i, j in ((i, j) for i in range(-18, 19) for j in range(-14, 15)):
            x, y = 8 * i / 146, 10 * j / 146
            if hypot(x, y) < 1:
                d = 30 * (x * x + y * y) + 11 * x - 6 * y + 8 * cos(4 * x + 1)
                yield ["W%02d" % (k + 7), "%d" % i, "%d" % j, "%.1f" % rng.gauss(980 + d, 0.8),
                       rng.gauss(1.46 + 0.0004 * d + 0.006 * x * y, 0.0003)]
@tempts(2, "ts|p1 [bar]|p2 [bar]|T [°C]|I [A]|vib [mm/s]", boundary=2, digits=3, ordered=True)
def wearing(rng):
    """A pump's cycle of 30 rows, 110 times, while it wears: phase and wear, a closed strip"""
    for k in range(3300):
        t, w = tau * (k % 30 + rng.random()) / 30, k / 3300
        yield [stamp(k, 2)] + rough(
            [[6 + 2 * cos(t), 3 + sin(t) + 0.2 * cos(2 * t) - 0.3 * w, 41 + 16 * w + 2 * cos(t),
              12 + 2.5 * w * w + 1.4 * sin(t - 1), 1.5 + (1 + 0.4 * w) * 0.6 * cos(t - 0.5)]],
            [0.04, 0.02, 0.15, 0.03, 0.012], rng)[0]
@tempts(2, "X [m]|Y [m]|Z [m]", boundary=2, digits=2)
def oculus(rng):
    """A dome of radius 21.7 m with a round opening of radius 4.2 at its top, noise 5 cm"""
    f = lambda u, v: [(21.7 - 0.25 * sin(14 * u) * sin(10 * v)) * c for c in sphere(u, v)]
    return noisy(surface(f, (0, tau), (asin(4.2 / 21.7), pi / 2), 3200, rng), 0.05, rng)
@tempts(None, "sample|X raw|Y raw", unfit=True, digits=0)
def genotypes(rng):
    """Two colors' light of 1400 samples of three genotypes, and some that failed: clusters"""
    for _ in range(1400):
        kind = rng.choices(range(4), (30, 46, 20, 4))[0]
        a = (0.16, 0.78, 1.4, 0.8)[kind] + rng.gauss(0, 0.07)
        r = 300 * rng.gammavariate(2, 1) if kind == 3 else 9000 * exp(rng.gauss(0, 0.16))
        yield ["NA%05d" % rng.randrange(7000, 20000), r * cos(a) + rng.gauss(300, 150),
               r * sin(a) + rng.gauss(300, 150)]
@tempts(None, "x|y|z|class", unfit=True, digits=2)
def field_and_cables(rng):
    """A field of 1700 points by a laser, and two cables of 300 each over it: surface and curves"""
    f = lambda x, y: [x, y, 1.5 * sin(x / 18) + cos(y / 13), "2"]
    rows = [f(x, y) for x, y in box(1700, [0, 0], [80, 60], rng)]
    rows += [[x, y + 0.3 * x, 11 + 0.002 * (x - 40) ** 2, "14"] for y in (15, 21) for x in (
        rng.uniform(0, 80) for _ in range(300))]
    return [noisy([r[:3]], 0.05, rng)[0] + r[3:] for r in rows]
@tempts(None, ["P(t-%d)" % (6 * k) for k in range(4)], unfit=True, digits=4)
def blood_cells(rng):
    """Mackey and Glass' blood count, which is chaos, in four delays, 2600 rows"""
    x, out = [0.9 + 0.1 * rng.random()] * 171, []
    for _ in range(102000):
        late = x[-171]
        x.append(x[-1] + 0.1 * (0.2 * late / (1 + late ** 10) - 0.1 * x[-1]))
    return [[x[k - 60 * j] for j in range(4)] for k in range(20000, 98000, 30)]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261203), (TEMPTING, 20261204))
    rewrite(sys.argv[1])
