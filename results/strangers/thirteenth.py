"""A thirteenth batch of tables as they are brought, drawn blind, with known truth.

python3 thirteenth.py FOLDER [tuning|held_out|NAME ...]

Like twelfth.py, with tools of ninth.py, eighth.py, seventh.py, sixth.py, fifth.py, fourth.py and
make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a time of
day, a day of the year, a week of the year, the seconds of a lap and a bar's angle close, axes
without a head and quaternions are one with their negatives, places are on the Earth, doses are
told by their logarithms, and an ear tag, a year, a lap or a player is no coordinate. Some cells
have units, letters for north and south, or points between thousands. One is a surface with a curve
(flagpole), which run.py can't judge, so that its truth is "no manifold"; a comment gives the
components, boundary and Euler characteristic of its surface and of its curve.
"""
import functools, sys
from math import asin, atan2, cos, degrees, dist, exp, floor, hypot, pi, radians, sin, sqrt, tau

import make, seventh
from make import box, curve, line, noisy, sphere, spline, surface, torus
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin
from ninth import off_line

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

def clock(t):
    """The time of day, HH:MM, of a phase from 0 to tau."""
    return "%02d:%02d" % divmod(round(1440 * t / tau) % 1440, 60)

def on_earth(p):
    """Latitude and longitude of a point in space."""
    x, y, z = unit(p)
    return [degrees(asin(z)), degrees(atan2(y, x))]

# ---- plain curves

@shape(1, "Ohrmarke|Laktation|Tag|Milch [kg]|Fett [%]|Eiweiß [%]|Laktose [%]|Zellzahl [1000/ml]",
       boundary=2, euler=1, write=";,", digits=3)
def lactation(rng):
    """Milk of 40 cows in their second lactation, days 5 to 305, 640 rows, noise 2 %"""
    for d in (5 + 300 * rng.random() ** 1.6 for _ in range(640)):
        s = d / 300
        row = [38.5 * (1 - 0.48 * exp(-d / 17)) * exp(-0.55 * s), 3.55 + 1.5 * exp(-d / 24) + s,
               3.05 + 0.9 * exp(-d / 19) + 0.75 * s ** 1.4, 4.97 - 0.25 * exp(-d / 15) - 0.22 * s * s,
               55 + 150 * exp(-d / 13) + 170 * s ** 1.8]
        row = lost(rough([row], [0.4, 0.03, 0.018, 0.006, 4], rng), None, 0.004, ["-", ""], rng)[0]
        yield ["DE 09 %03d %05d" % (rng.randrange(540, 544), rng.randrange(10) * 4021), "2",
               "%d" % d] + row
@shape(1, "Stall|Zeit|NH3 [ppm]|CH4 [ppm]|T [°C]|Wiederkäuen [min/h]", write=";,", digits=2)
def barn_day(rng):
    """Air and chewing in a barn by the time of day, HH:MM, of 30 like days, 1200 rows, noise 3 %"""
    for t in turns(1200, rng):
        row = [6.4 + 2.1 * cos(t - 3.9) + 0.3 * cos(2 * t - 1), 41 + 14 * cos(t - 5.4) + 2.5 * sin(2 * t),
               14.2 + 3.6 * cos(t - 4.2), 24 + 11 * cos(t - 0.9) + 2.5 * cos(2 * t + 0.5)]
        yield [rng.choice(("Nord", "Süd")), clock(t)] + rough([row], [0.07, 0.45, 0.1, 0.4], rng)[0]
@shape(1, "Punkt|x [cm]|y [cm]|z [cm]", write=";.", boundary=2, euler=1, digits=3)
def overhand(rng):
    """Middle of a rope with an overhand knot, its ends free, by X-rays, 900 points, noise 1 %"""
    f = lambda t: [3 * (t ** 3 - 3 * t), 2.4 * (t ** 4 - 4 * t * t), 0.9 * (t ** 5 - 10 * t)]
    for k, r in enumerate(noisy(curve(f, -2.12, 2.12, 900, rng), 0.09, rng)):
        yield ["P%04d" % (7 * k % 900 + 1)] + r
@shape(1, "Nr|Rechtswert|Hochwert|Tiefe", write=";,", boundary=6, euler=-1, digits=1)
def delta(rng):
    """Channels of a delta: one comes in, five go out, two islands, 2400 points, noise 0.3 %"""
    a, b, c, d, e, f, g, k = [0, 0], [5, 1], [12, 7], [12, -4], [20, 11], [19, 2], [20, -9], [27, 1.5]
    ways = [[a, [2, 1.5], b], [b, [8, 4.5], c], [b, [8, -1], d], [c, [16, 10], e], [c, [15, 4], f],
            [d, [15, -2], f], [d, [16, -7], g], [e, [26, 14], [31, 14]], [e, [25, 9], [32, 8.5]],
            [f, [23, 4.4], k], [f, [23, -1.2], k], [k, [30, 1], [34, 2.5]], [g, [26, -7], [32, -6]],
            [g, [24, -14], [30, -15]]]
    for n, (x, y) in enumerate(noisy(paths([spline(w) for w in ways], 2400, rng), 0.1, rng)):
        east, north = ("{:,.1f}".format(1000 * v).translate({44: ".", 46: ","}) for v in (
            x + 3412.3, y + 5871.6))
        yield ["%d" % (100000 + 17 * n), east, north, ""]
@shape(1, "u|v", components=4, boundary=6, euler=2, digits=0)
def neon(rng):
    """OPEN in four letters of light, in whole pixels, 2000 points, noise 2 px"""
    ways = [[[150 + 95 * cos(tau * k / 400), 250 + 150 * sin(tau * k / 400)] for k in range(401)],
            [[330, 400], [330, 100], [420, 100]] + [
                [420 + 78 * sin(pi * k / 90), 178 - 78 * cos(pi * k / 90)] for k in range(91)] + [
                [330, 256]],
            [[720, 100], [580, 100], [580, 400], [720, 400]], [[580, 250], [690, 250]],
            [[810, 400], [810, 100], [980, 400], [980, 100]]]
    return noisy(paths(ways, 2000, rng), 2, rng)
@shape(1, "x_um|y_um", write="\t.", boundary=30, euler=1, digits=1)
def snowflake(rng):
    """Ridges of a snow crystal: six arms with four side branches each, 2600 points, noise 0.3 %"""
    ways, at = [], lambda r, a, s, b: [1100 * (r * g(a) + s * g(b)) for g in (cos, sin)]
    for a in (0.2 + pi / 3 * k for k in range(6)):
        ways.append([[0, 0], at(1, a, 0, 0)])
        ways += [[at(r, a, 0, 0), at(r, a, s, a + d * pi / 3)] for r, s in ((0.45, 0.28), (0.72, 0.2))
                 for d in (-1, 1)]
    return noisy(paths(ways, 2600, rng), 3.3, rng)
@shape(1, "bateau|heure (TU)|latitude|longitude", digits=3)
def round_the_world(rng):
    """Yachts from France around the Antarctic and back to their port, 1600 fixes, errors of 0.25 deg"""
    stops = ((46.5, -1.8), (44.3, -7), (41, -12), (28, -19), (12, -24), (-6, -26), (-23, -24),
             (-37, -8), (-43, 15), (-45, 45), (-48, 80), (-50, 115), (-53, 150), (-56, 180), (-57, -150),
             (-57, -115), (-58, -85), (-57, -66), (-46, -50), (-32, -41), (-18, -35), (-4, -34),
             (14, -38), (32, -40), (45, -28), (50, -12))
    way = [unit([cos(radians(a)) * cos(radians(b)), cos(radians(a)) * sin(radians(b)), sin(radians(a))])
           for a, b in stops]
    way = spline(way[:1] + way + way[:1], 60)
    for p in noisy(line(map(unit, way), 1600, rng), radians(0.25), rng):
        yield [rng.choice(("Alcyon", "Grand Large", "Ker Mor", "Noroît")),
               stamp(rng.randrange(7 * 10 ** 4), 100)] + on_earth(p)
@shape(1, ["video"] + [c + "%02d" % k for k in range(17) for c in "xy"], boundary=2, euler=1, digits=1)
def face_turn(rng):
    """Seventeen marks of a face that turns from one side to the other, 420 frames, noise 1.2 px"""
    marks = [[75 * cos(a), 90 * sin(a), 70 - 0.009 * (75 * cos(a)) ** 2] for a in (
        tau * k / 9 for k in range(9))]
    marks += [[x, y, z] for x, y, z in ((-32, 30, 62), (32, 30, 62), (0, 25, 74), (0, 0, 98),
                                        (-13, -5, 78), (13, -5, 78), (-24, -40, 66), (24, -40, 66))]
    for t in (rng.uniform(-0.95, 0.95) for _ in range(420)):
        row, tilt = [], 0.14 * t * t - 0.05
        for x, y, z in marks:
            x, z = x * cos(t) + z * sin(t), z * cos(t) - x * sin(t)
            y, z = y * cos(tilt) - z * sin(tilt), y * sin(tilt) + z * cos(tilt)
            row += [320 + 620 * x / (700 - z), 240 - 620 * y / (700 - z)]
        yield ["clip_%d" % rng.randrange(1, 4)] + noisy([row], 1.2, rng)[0]
@shape(1, "Athlet|Stange [°]|Schulter [°]|Hüfte [°]|Fx [N]|Fz [N]", write="\t,", digits=1)
def giant_swing(rng):
    """A gymnast around a bar: its angle from 0 to 360, joints and forces, 1100 rows, noise 3 %"""
    for t in turns(1100, rng):
        row = [degrees(t), 168 + 13 * cos(t - 1) - 9 * cos(2 * t), 178 + 24 * sin(t + 0.4) - 8 * cos(2 * t),
               900 * sin(t) + 260 * sin(2 * t), 1150 - 1180 * cos(t + 0.2) + 240 * cos(2 * t)]
        row = rough([row], [1.5, 0.4, 0.7, 28, 35], rng)[0]
        yield [rng.choice(("AB", "LK", "TN")), row[0] % 360] + row[1:]
@shape(1, "Patient|Drawn|Urea [mg/dL]|K [mmol/L]|HCO3 [mmol/L]|Hct [%]|UF [mL]", boundary=2, euler=1,
       digits=2)
def dialysis(rng):
    """Blood through like sessions of four hours, with times in AM and PM, 180 samples, noise 2.5 %"""
    for k in range(180):
        s = rng.random()
        row = [48 + 104 * exp(-2 * s), 3.7 + 2.1 * exp(-3.2 * s), 27.5 - 8 * exp(-1.3 * s),
               30.5 + 4.6 * s ** 1.5, 2900 * s]
        minute = round(410 + 240 * s)
        yield ["HD-%02d" % rng.randrange(1, 13), "%d/%d/2024 %d:%02d %s" % (
            k % 12 + 1, k % 28 + 1, (minute // 60 - 1) % 12 + 1, minute % 60, "AP"[minute > 719] + "M")
        ] + rough([row], [2, 0.05, 0.14, 0.11, 60], rng)[0]
@shape(1, "slice|x [mm]|y [mm]|z [mm]", components=7, boundary=14, euler=7, digits=3)
def wire_rope(rng):
    """Seven strands of a rope of steel, six wound about one, 2.2 mm apart, 2800 points, noise 0.05 mm"""
    ways = [[[0, 0, z / 8] for z in range(401)]]
    for j in range(6):
        ways.append([[2.2 * cos(z / 50 + pi / 3 * j), 2.2 * sin(z / 50 + pi / 3 * j), z / 8]
                     for z in range(401)])
    for x, y, z in noisy(paths(ways, 2800, rng), 0.05, rng):
        yield ["ct%04d.tif" % round(20 * z + 12), x + 31.2, y + 28.9, z]
@shape(1, "id|E [m]|N [m]", euler=-9, digits=2)
def football_pitch(rng):
    """The white lines of a football pitch but for spots and corners, 3000 points, noise 4 cm"""
    ways = [[[-52.5, -34], [52.5, -34], [52.5, 34], [-52.5, 34], [-52.5, -34]], [[0, -34], [0, 34]],
            [[9.15 * cos(tau * k / 200), 9.15 * sin(tau * k / 200)] for k in range(201)]]
    for s in (-1, 1):
        for deep, half in ((16.5, 20.16), (5.5, 9.16)):
            x = 52.5 - deep
            ways.append([[s * 52.5, -half], [s * x, -half], [s * x, half], [s * 52.5, half]])
        ways.append([[s * (41.5 - 9.15 * cos(a)), 9.15 * sin(a)] for a in (
            0.926 * k / 50 for k in range(-50, 51))])
    for k, (x, y) in enumerate(noisy(paths(ways, 3000, rng), 0.04, rng)):
        yield ["L%05d" % (13 * k), 583120 + 0.93 * x - 0.37 * y, 4507844 + 0.37 * x + 0.93 * y]
@shape(1, "take|f0 [cent]|level [dB]|centroid [Hz]|bow force [N]", write=";.", digits=2)
def vibrato(rng):
    """Pitch, loudness, color and force of a violin's note through its vibrato, 1500 rows, noise 7 %"""
    for t in turns(1500, rng):
        row = [22 * cos(t) - 4 + 3 * cos(2 * t), 71 + 2.4 * cos(t - 1.9) + 0.3 * sin(2 * t),
               1840 + 210 * cos(t - 2.6), 0.9 + 0.05 * sin(t + 0.5)]
        row = rough([row], [1.5, 0.17, 14, 0.0035], rng)[0]
        yield ["vn_" + rng.choice(("A4", "D5"))] + ["%.4g" % v for v in row]

# ---- plain surfaces

@shape(2, "x [cm]|y [cm]|z [cm]", write=";,", euler=-6, digits=2)
def stool(rng):
    """A child's stool with four legs and a ring about them, from all sides, 3500 points, noise 0.8 mm"""
    def f(x, y, z):
        seat = hypot(max(0, hypot(x, y) - 14), max(0, abs(z - 29) - 1)) - 2
        leg = off_line([abs(x), abs(y), z], [8.5, 8.5, 27], [11.5, 11.5, 0]) - 2.6
        return melt(1.5, seat, leg, hypot(hypot(x, y) - 14.6, z - 10) - 2.2)
    return noisy(skin(f, [-19, -19, -4], [19, 19, 34], 3500, rng, 0.3), 0.08, rng)
@shape(2, "X|Y|Z", write=" .", boundary=4, euler=-2, digits=1)
def pumpkin(rng):
    """A hollow pumpkin, open above, with two eyes and a mouth, in mm, 3500 points, noise 1 mm"""
    def keep(u, v):
        up = pi / 2 - v
        eye = min(hypot((u - pi - s) * cos(up), up - 0.4) for s in (-0.55, 0.55))
        mouth = max(abs(u - pi) / 0.85, abs(up + 0.55) / 0.27)
        return up < 1.05 and eye > 0.3 and mouth > 1
    f = lambda u, v: [(150 + 6 * cos(10 * u) * sin(v) ** 2) * c * s for c, s in zip(
        sphere(u, v), (1, 1, 0.9))]
    return noisy(surface(f, (0, tau), (0.0001, pi), 3500, rng, keep), 1, rng)
@shape(2, "x [cm]|y [cm]|z [cm]", boundary=2, euler=-1, orientable=False, digits=2)
def paper_model(rng):
    """A closed band of paper with half a twist and an oval window, 3400 points, noise 0.6 mm"""
    f = lambda u, v: [(11 + v * cos(u / 2)) * cos(u), (11 + v * cos(u / 2)) * sin(u), v * sin(u / 2)]
    keep = lambda u, v: hypot((u - 2) / 0.4, v / 1.9) > 1
    return noisy(surface(f, (0, tau), (-4.2, 4.2), 3400, rng, keep), 0.06, rng)
@shape(2, ["t"] + ["PD%d [mV]" % k for k in range(1, 13)], boundary=1, euler=1, digits=1, ordered=True)
def two_lamps(rng):
    """Twelve cells along a bench with two like lamps anywhere on it, 2600 rows, noise 1 %"""
    for k, (a, b) in enumerate(box(2600, [0, 0], [10, 10], rng)):
        yield [stamp(k, 5)] + [rng.gauss(90 + 800 * (bell(a, j, 1.7) + bell(b, j, 1.7)), 8)
                               for j in (0.95 * i - 0.2 for i in range(12))]
@shape(2, "DOY|UTC|T2m [K]|RH2m [%]|u10 [m/s]", digits=2)
def climate_normals(rng):
    """Air's heat, damp and wind by day of the year and time of day, HH:MM, 3200 rows, noise 2 %"""
    for d, t in box(3200, [0, 0], [365, tau], rng):
        a = tau * d / 365
        row = [281 - 9 * cos(a - 0.4) + (4.2 - 0.8 * cos(a)) * cos(t - 3.9),
               72 + 6 * cos(a) - (14 - 2 * cos(a)) * cos(t - 3.2), 1.5 + 1.4 * cos(t - 5.1) + 0.5 * cos(a + 1)]
        yield ["%d" % (1 + floor(d)), clock(t)] + rough([row], [0.2, 0.45, 0.04], rng)[0]
@shape(2, "frame|qw|qx|qy|qz", boundary=2, digits=4)
def camera_head(rng):
    """Quaternions, qw >= 0, of a camera that pans all around and tilts by -30 to 60 degrees, 2600, noise 0.6 %"""
    for k, (a, b) in enumerate(box(2600, [0, -pi / 6], [tau, pi / 3], rng)):
        q = [cos(a / 2) * cos(b / 2), cos(a / 2) * sin(b / 2), sin(a / 2) * sin(b / 2), sin(a / 2) * cos(b / 2)]
        q = unit(rough([q], [0.006] * 4, rng)[0])
        yield ["f%06d" % (31 * k)] + [v if q[0] >= 0 else -v for v in q]
@shape(2, "PLATFORM|JULD|LATITUDE|LONGITUDE|TEMP|PSAL", boundary=2, digits=3)
def southern_ocean(rng):
    """Heat and salt of the sea all around the Antarctic, 42 to 68 S, 2400 profiles, noise 1.5 %"""
    for s, b in box(2400, [sin(radians(42)), -180], [sin(radians(68)), 180], rng):
        a = degrees(asin(s))
        front = logistic((53 + 3 * sin(radians(2 * b)) - a) / 4)
        row = rough([[-1 + 10.5 * front + 0.06 * (68 - a), 33.95 + 0.5 * front - 0.1 * cos(radians(b))]],
                    [0.15, 0.01], rng)[0]
        yield ["59%05d" % rng.randrange(4000, 4090), stamp(rng.randrange(40000))[:10], -a, b] + lost(
            [row], None, 0.003, ["99999.0"], rng)[0]
@shape(2, "x|y|z|rgb", components=3, boundary=1, euler=3, digits=2)
def breakfast(rng):
    """A ring of bread, an egg and a bowl, open above, apart, in mm, 3500 points, noise 0.3 mm"""
    egg = lambda u, v: [21 * sin(v) * (1 - 0.12 * cos(v)) * cos(u), 21 * sin(v) * (1 - 0.12 * cos(v)) * sin(u),
                        28 * cos(v)]
    bowl = lambda u, v: [58 * sin(v) * cos(u), 58 * sin(v) * sin(u), -48 * cos(v)]
    for f, far, n, at, c in ((lambda u, v: torus(u, v, 34, 15), tau, 1720, [0, 0, 15], "c8a060"),
                             (egg, pi, 540, [84, 56, 28], "f0e4d2"), (bowl, 1.32, 1240, [140, -40, 48], "ffffff")):
        for r in noisy(surface(f, (0, tau), (0.0001, far), n, rng), 0.3, rng):
            yield scaled([r], [1] * 3, at)[0] + [c]
@shape(2, ["Punkt", "X [m]", "Y [m]", "Z [m]", ""], write=";,", boundary=10, euler=-8, digits=4)
def trellis(rng):
    """A bent trellis of 62 cm with nine windows of 14 cm, a last column empty, 3500 points, noise 1 mm"""
    keep = lambda x, y: abs(x % 0.19 - 0.12) > 0.07 or abs(y % 0.19 - 0.12) > 0.07
    f = lambda x, y: [0.5 * sin(x / 0.5), y, 0.5 * cos(x / 0.5)]
    rows = surface(lambda x, y: f(x - 0.31, y), (0, 0.62), (0, 0.62), 3500, rng, keep)
    for k, r in enumerate(noisy(rows, 0.001, rng)):
        yield ["%d" % (k + 1)] + r + [""]
@shape(2, "Düse|Druck|Neigung|Durchfluss|Weite|Höhe|Flugzeit", write=";,", boundary=1, euler=1, digits=2)
def sprinkler(rng):
    """A sprinkler by pressure and tilt, each cell with its unit, 1300 trials, noise 1 %"""
    for p, a in box(1300, [2, 14], [6.5, 40], rng):
        v, c, s = 12.6 * sqrt(p), cos(radians(a)), sin(radians(a))
        row = [p, a, 7.1 * sqrt(p), v * v * s * c / 4.905 / (1 + v * s / 20), v * v * s * s / 19.62 / (1 + v / 90),
               v * s / 4.905 / (1 + v / 120)]
        row = rough([row], [0.04, 0.25, 0.08, 0.35, 0.12, 0.04], rng)[0]
        yield ["D%d" % rng.randrange(3, 6)] + [
            ("%.3f %s" % (v, u)).replace(".", ",") for v, u in zip(row, ("bar", "°", "l/min", "m", "m", "s"))]
@shape(2, ["jpg"] + ["p%d%d" % (i, j) for i in range(7) for j in range(8)], boundary=1, euler=1, digits=0)
def gauge_photos(rng):
    """Pictures of 7 by 8 pixels of a dial, its pointer over 270 degrees, in any light, 2200, noise 3 of 255"""
    for k, (a, light) in enumerate(box(2200, [-0.75 * pi, 0.45], [0.75 * pi, 1], rng)):
        tip = [3.3 * sin(a), -3.3 * cos(a)]
        yield ["DSC%05d" % (3 * k)] + [min(255, max(0, rng.gauss(light * (225 - 150 * bell(off_line(
            [j - 3.5, i - 3], [0, 0], tip), 0, 0.9)), 3))) for i in range(7) for j in range(8)]

# ---- plain, of three and four dimensions

@shape(3, ["event"] + ["dt%d [ms]" % k for k in range(1, 9)], boundary=1, euler=1, digits=2)
def woodpecker(rng):
    """Delays of a bird's drumming at eight microphones to a ninth, anywhere in a wood, 2500 rows, noise 0.5 ms"""
    ears = [[30, 30, 1], [0, 0, 2], [60, 0, 14], [0, 60, 12], [60, 60, 3], [30, -5, 16], [-5, 30, 1], [30, 65, 9],
            [64, 30, 20]]
    for k, p in enumerate(box(2500, [8, 8, 3], [52, 52, 24], rng)):
        far = [dist(p, e) / 0.343 for e in ears]
        yield ["W%04d" % k] + [rng.gauss(v - far[0], 0.5) for v in far[1:]]
@shape(4, "Schwenk [°]|Ausleger [mm]|Stiel [mm]|Löffel [mm]|x [m]|y [m]|z [m]", boundary=1, euler=0,
       write=";,", digits=2)
def excavator(rng):
    """An excavator that turns all around, with three cylinders at any length, 3500 rows, noise 0.5 %"""
    for t, *u in box(3500, [0, 0, 0, 0], [tau, 1, 1, 1], rng):
        a, b, c = 1 - 1.3 * u[0], -0.6 - 1.4 * u[1], -0.2 - 1.5 * u[2]
        r, z = (1 + 5.7 * g(a) + 2.9 * g(a + b) + 1.5 * g(a + b + c) for g in (cos, sin))
        row = [1800 + 900 * u[0], 1500 + 1100 * u[1], 1300 + 800 * u[2], r * cos(t), r * sin(t), z + 0.8]
        row = rough([row], [5, 6, 4, 0.04, 0.04, 0.03], rng)[0]
        yield [degrees(t + rng.gauss(0, 0.01)) % 360] + row

# ---- plain, without a manifold

@shape(None, "Artefakt|Fundort|Rb [ppm]|Sr [ppm]|Y [ppm]|Zr [ppm]|Nb [ppm]|Mn [ppm]|Fe [%]", write=";,",
       unfit=True, digits=2)
def obsidian(rng):
    """Seven elements in 656 blades of obsidian from eight mountains: clusters"""
    for k in range(8):
        c = [m * exp(0.55 * rng.gauss(0, 1)) for m in (140, 80, 28, 190, 18, 380, 1.1)]
        for _ in range(rng.randrange(60, 100)):
            yield ["OBS-%04d" % rng.randrange(9999), rng.choice(("Tell A", "Tell B", "Höhle"))] + [
                m * exp(0.05 * rng.gauss(0, 1)) for m in c]
@shape(None, "rent_eur|area_m2|rooms|floor|year_built|km_to_center|balcony", unfit=True, digits=1)
def apartments(rng):
    """Rent, area, rooms, floor, age and place of 1500 apartments, which vary in all of them"""
    for g, *p in cloud(1500, [1] * 5, rng):
        area, far = 62 * exp(0.38 * g), 6.5 * exp(0.5 * p[0])
        yield [area * 13 * exp(0.2 * p[1] - 0.03 * far), area, "%d" % max(1, round(area / 26 + 0.6 * p[2])),
               "%d" % min(9, rng.expovariate(0.4)), "%d" % min(2024, 1968 + 27 * p[3]), far,
               rng.choice(("yes", "no"))]

# ---- plain, of a known manifold, and of a surface and a curve

@shape(2, "Peak Brightness Date/Time (UT)|Latitude (deg.)|Longitude (deg.)", euler=2, digits=1)
def fireballs(rng):
    """Where 1400 fireballs were seen, all over the Earth, with N, S, E and W: the sphere"""
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    for p in cloud(1400, [1] * 3, rng):
        a, b = on_earth(p)
        yield ["20%02d-%s-%02d %02d:%02d:%02d" % (rng.randrange(4, 24), rng.choice(months), *(
            rng.randrange(*r) for r in ((1, 29), (24,), (60,), (60,)))),
            "%.1f%s" % (abs(a), "NS"[a < 0]), "%.1f%s" % (abs(b), "EW"[b < 0])]
@shape(None, "X [m]|Y [m]|Z [m]", unfit=True, digits=3)  # 1, 1, 1 and 1, 2, 1
def flagpole(rng):
    """A flag in the wind, 2400 points, 0.3 m from its pole, 500: surface and curve, noise 1 cm"""
    f = lambda u, v: [0.3 + 0.97 * u, 0.1 * u * sin(1.6 * u), v - 0.05 * u]
    rows = surface(f, (0, 4), (5.6, 8.4), 2400, rng) + line([[0, 0, 0], [0, 0, 9]], 500, rng)
    return [[14.2 + 0.8 * x - 0.6 * y, 31.7 + 0.6 * x + 0.8 * y, z] for x, y, z in noisy(rows, 0.01, rng)]

# ---- what tempts verdicts

@tempts(1, "Station|Trend [°]|Plunge [°]|Unit", digits=0)
def bedding_poles(rng):
    """Poles of beds about a fold, trend and plunge of axes without a head, 900 measures, errors of 2 deg"""
    p, q = [sin(2.4), -cos(2.4), 0], [cos(2.4) * 0.45, sin(2.4) * 0.45, -0.893]
    for t in turns(900, rng):
        x, y, z = unit(noisy([[cos(t) * a + sin(t) * b for a, b in zip(p, q)]], 0.035, rng)[0])
        x, y, z = [v if z < 0 else -v for v in (x, y, z)]
        yield ["S%03d" % rng.randrange(1, 212), degrees(atan2(x, y)) % 360, degrees(asin(-z)),
               rng.choice(("shale", "quartzite"))]
@tempts(1, "Runde|t [s]|x [m]|y [m]|v [km/h]", write=";,", digits=2, ordered=True)
def kart_laps(rng):
    """A kart through 25 laps, with the seconds since the line, each near 60, 1500 rows, errors of 0.7 m"""
    stops = [[0, 0], [60, -4], [120, 0], [148, 22], [130, 48], [92, 44], [70, 58], [84, 88], [60, 112],
             [18, 104], [6, 72], [-30, 62], [-52, 34], [-38, 6]]
    way = spline(stops, 60, True)
    lap, t, last = 1, 0.4, 60.3
    for _ in range(1500):
        at = t / last * len(way)
        x, y = way[int(at) % len(way)]
        a, b = way[int(at - 12) % len(way)], way[int(at + 12) % len(way)]
        yield ["%d" % lap, t] + noisy([[x, y]], 0.7, rng)[0] + [rng.gauss(2.09 * dist(a, b), 0.6)]
        t += 1
        if t >= last:
            lap, t, last = lap + 1, t - last, rng.gauss(60.3, 0.5)
@tempts(1, "tag|time|x [m]|y [m]", boundary=2, euler=1, digits=2, ordered=True)
def museum_tour(rng):
    """A visitor's way through a museum, who stands still at seven works, 1500 fixes, errors of 0.2 m"""
    way = spline([[0, 0], [6, 1], [12, 0.5], [17, 4], [16, 11], [10, 13], [4, 11], [1, 16], [4, 22], [12, 23],
                  [19, 20], [25, 17], [27, 9], [24, 2], [31, -2], [37, 3], [38, 12], [35, 21]], 50)
    rows = []
    for k, p in enumerate(way[::2] + way[-1:]):
        rest = 134 if k in (31, 74, 131, 190, 262, 330, 391) else 1 + (k % 3 < 1)
        rows += [p] * rest
    for k, r in enumerate(noisy(rows, 0.2, rng)):
        yield ["0xA41F", stamp(k, 3)[11:]] + r
@tempts(1, "plate|well|c [mol/l]|cAMP [%]|Ca [RFU]|ERK [%]", boundary=2, euler=1, digits=1)
def agonist(rng):
    """Three responses to a drug from 1E-11 to 1E-4 mol/l, evenly by its logarithm, 560 wells, noise 2.5 %"""
    for k in range(560):
        s = rng.uniform(-11, -4)
        row = [100 * logistic(2.3 * (s + 8.6)), 240 + 3100 * logistic(2 * (s + 6.6)),
               90 * bell(s, -7.4, 1.1) + 25 * logistic(2 * (s + 6))]
        yield ["P%d" % (k // 96 + 1), "%s%02d" % ("ABCDEFGH"[k % 8], k // 8 % 12 + 1), "%.2E" % 10 ** s] + rough(
            [row], [2.2, 65, 2], rng)[0]
@tempts(1, "Jahr|KW|Grippe [1/100000]|Krankenstand [%]|Temperatur [°C]|Birke [1/m3]", write=";,", digits=2,
       ordered=True)
def flu_weeks(rng):
    """Flu, absence, heat and pollen by the week of the year, from 1 to 52, of twelve like years, noise 3 %"""
    for k in range(624):
        w = k % 52 + 1
        t = tau * w / 52
        wave = lambda at, wide: sum(bell(w + d, at, wide) for d in (-52, 0, 52))
        row = [4 + 96 * wave(6, 6.5), 4.1 + 1.4 * wave(7, 8) + 0.9 * wave(44, 7), 10.2 - 9.3 * cos(t - 0.42),
               6 + 240 * wave(17, 6)]
        yield ["%d" % (2008 + k // 52), "%d" % w] + [max(0, v) for v in rough([row], [2.5, 0.045, 0.5, 6], rng)[0]]
@tempts(2, "x [mm]|y [mm]|z [mm]", boundary=1, euler=1, digits=2)
def parchment(rng):
    """A strip that is rolled up at both its ends, turns 18 mm apart, 3500 points, noise 0.25 mm"""
    roll = [[-70 - (36 - 18 * a / tau) * sin(a), 36 - (36 - 18 * a / tau) * cos(a)] for a in (
        2.5 * pi * k / 400 for k in range(401))]
    way = roll[::-1] + [[-x, y] for x, y in roll]
    rows = [[x, rng.uniform(0, 40), y] for x, y in line(way, 3500, rng)]
    return noisy(rows, 0.25, rng)
@tempts(2, "X|Y|Z", write="\t.", boundary=1, euler=1, digits=3)
def folded_map(rng):
    """A map with six by six sharp folds, half open, in mm, 3300 points, noise 0.1 mm"""
    for u, v in box(3300, [0, 0], [6, 6], rng):
        saw = lambda t: abs((t + 1) % 2 - 1)
        yield noisy([[20 * u, 15 * v + 8 * saw(u), 12 * saw(v)]], 0.1, rng)[0]
@tempts(2, "buoy|date|lat|lon|ice [m]|snow [cm]", boundary=1, euler=1, digits=2)
def arctic_ice(rng):
    """Ice and snow about the north pole, from 66 degrees on, by 2200 drillings, noise 2 %"""
    for s, b in box(2200, [sin(radians(66)), -180], [1, 180], rng):
        a = radians(90) - asin(s)
        x, y = a * cos(radians(b)), a * sin(radians(b))
        yield ["IMB%d" % rng.randrange(2012, 2024), stamp(rng.randrange(90000), 900)[:10], degrees(asin(s)), b,
               3.3 + 2.2 * x - 1.4 * y - 5 * a * a + rng.gauss(0, 0.04), 28 + 30 * y + 14 * x + rng.gauss(0, 0.4)]
@tempts(None, "collar|fix (UTC)|lat|lon", unfit=True, digits=6)
def paddocks(rng):
    """Where 30 cows were on three pastures, 40 m apart, 2100 fixes, all over each: filled fields"""
    fields = (([0, 0], [180, 0], [210, 140], [20, 160]), ([0, 205], [150, 200], [130, 330], [-30, 310]),
              ([255, 20], [420, 50], [400, 210], [270, 190]))
    inside = lambda p, f: all((b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0])
                              for a, b in zip(f, f[1:] + f[:1]))
    rows = [p for p in box(6500, [-30, 0], [420, 330], rng) if any(inside(p, f) for f in fields)]
    for x, y in rows[:2100]:
        yield ["C%02d" % rng.randrange(1, 31), stamp(rng.randrange(9000), 300), 53.2144 + y / 111280,
               7.8031 + x / 66700]
@tempts(None, "Player|GP|G|A|S|HIT|PIM|TOI/GP", unfit=True, digits=2)
def hockey(rng):
    """Games, goals, assists, shots, hits and penalties of 820 players: whole numbers that vary"""
    count = lambda m: "%d" % max(0, rng.gauss(m, sqrt(m)))
    for k, (g, *p) in enumerate(cloud(820, [1] * 7, rng)):
        games, time = min(82, max(8, round(54 + 20 * p[0]))), max(6, 14.8 + 3.4 * g)
        share = games * time / 820
        yield ["skater %d" % (1000 + 7 * k), "%d" % games, count(11 * share * exp(0.5 * p[1])), count(
            17 * share * exp(0.45 * p[2])), count(105 * share * exp(0.3 * p[3])), count(
            80 * share * exp(0.7 * p[4])), count(26 * share * exp(0.7 * p[5])), time]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261213), (TEMPTING, 20261214))
    rewrite(sys.argv[1])
