"""An eleventh batch of tables as they are brought, drawn blind, with known truth.

python3 eleventh.py FOLDER [tuning|held_out|NAME ...]

Like tenth.py, with tools of it, ninth.py, seventh.py, sixth.py, fifth.py, fourth.py and make.py. 30
are plain, 10 tempt a verdict. As there, what the scientist expects is true: an hour, an angle of
the wind and a torsion close, both signs of a quaternion are one rotation, and the name of a loop, a
batch or a plane is no coordinate. Four mix a surface with curves (marquee, gearbox_rig, gimbal,
cactus). run.py can't judge these, so that their truth is "no manifold", as it was for the balloon,
the kite and the field with cables; a comment gives the components, boundary and Euler
characteristic of their surface and of their curves.
"""
import functools, sys
from math import asin, atan2, cos, degrees, dist, exp, hypot, log, pi, radians, sin, sqrt, tan, tau

import make, seventh
from make import box, curve, embed, line, noisy, spline, sphere, surface
from fourth import bell, cloud, harmonics, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin
from ninth import off_line, revolved

PLAIN, TEMPTING = {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

def golden(n):
    """n directions, nearly even, in all of space."""
    for k in range(n):
        z, a = 1 - (2 * k + 1) / n, pi * (3 - sqrt(5)) * k
        yield [sqrt(1 - z * z) * cos(a), sqrt(1 - z * z) * sin(a), z]

# ---- plain curves

@shape(1, "Charge|BT [°C]|ET [°C]|RoR [K/min]|Agtron|Verlust [%]", write=";,", boundary=2, euler=1,
       digits=2)
def roast(rng):
    """Heat, color and loss of coffee from the turning point to its drop, 700 rows, noise 1.2 %"""
    rows = []
    for s in (rng.random() for _ in range(700)):
        row = [94 + 124 * s ** 0.8, 152 + 84 * s - 14 * bell(s, 0.2, 0.12),
               15.5 - 10.5 * s + 1.8 * bell(s, 0.8, 0.05), 112 - 57 * s ** 1.7,
               3.4 * s + 11.5 * logistic((s - 0.72) / 0.09)]
        rows.append(rough([row], [1.4, 1, 0.13, 0.7, 0.18], rng)[0])
    return [["R%02d" % rng.randrange(1, 16)] + r for r in lost(rows, None, 0.004, ["-"], rng)]
@shape(1, "hh_group|income [kUSD]|food|housing|transport|health|clothing|leisure|school|savings",
       boundary=2, euler=1, digits=2)
def engel(rng):
    """Shares of eight kinds of spending over income, means of 640 groups, noise 1.4 %"""
    noise = (0.35, 0.2, 0.12, 0.08, 0.07, 0.13, 0.09, 0.35)
    for k, s in enumerate(rng.random() for _ in range(640)):
        part = [36 - 26 * s, 31 - 13 * s * s, 7 + 26 * s * (1 - s) + 3 * s, 9 - 5 * s, 3 + 5 * s,
                4 + 11 * s * s, 2 + 7 * s ** 3, 1 + 32 * logistic((s - 0.75) / 0.13)]
        row = [100 * v / sum(part) for v in part]
        yield ["G%04d" % (4 * k)] + [exp(2.5 + 2.6 * s) * rng.gauss(1, 0.015)] + [
            max(0, rng.gauss(v, e)) for v, e in zip(row, noise)]
@shape(1, "swimmer|wrist_x [cm]|wrist_y [cm]|wrist_z [cm]|elbow [deg]|roll [deg]", digits=1)
def swim_stroke(rng):
    """A wrist, an elbow and the roll of the body through strokes of crawl, 1400 rows, noise 1.5 %"""
    for t in (v + 0.3 * sin(v) for v in turns(1400, rng)):
        row = [55 * cos(t) + 5 * cos(2 * t), 14 * sin(2 * t + 0.5) + 22 + 6 * cos(t - 0.8),
               38 * sin(t) - 8 * cos(2 * t) - 18, 138 + 29 * cos(t - 1) + 11 * cos(2 * t + 0.4),
               36 * sin(t - 0.6)]
        yield [rng.choice(("AK", "JM", "RS", "TV"))] + lost(
            rough([row], [1.2, 0.5, 1, 1, 0.9], rng), None, 0.003, ["NaN"], rng)[0]
@shape(1, "x [cm]|y [cm]|z [cm]", components=2, boundary=12, euler=2, digits=2)
def antlers(rng):
    """Middle lines of a stag's two antlers, with four tines each, 2600 points, noise 1.5 mm"""
    ways = []
    for s, m in ((-1, 1), (1, 1.05)):
        at = lambda *p: [[s * m * x, m * y, m * z] for x, y, z in p]
        beam = spline(at([5, 0, 0], [11, -6, 14], [24, -14, 30], [37, -14, 50], [42, -4, 70],
                         [38, 8, 88]))
        ways += [beam, spline([beam[24]] + at([10, 10, 13], [13, 22, 23])),
                 spline([beam[62]] + at([22, 0, 27], [27, 14, 37])),
                 spline([beam[112]] + at([40, -4, 42], [50, 10, 50])),
                 spline([beam[160]] + at([51, -13, 77], [55, -22, 90]))]
    return noisy(paths(ways, 2600, rng), 0.15, rng)
@shape(1, "x_um|y_um", euler=-6, digits=1)
def wing_veins(rng):
    """The rim and veins of a fly's wing, with two cross veins, traced, 3000 points, noise 5 um"""
    h, p, q, b, c, d, e = [0, 0], [350, 110], [330, -150], [1700, 330], [2200, 60], [
        2050, -350], [1300, -620]
    f, g, u, v = [1000, 100], [980, -140], [1480, -210], [980, -420]
    ways = [[h, [200, 260], [900, 390], b], [b, [2040, 230], c], [c, [2200, -150], d],
            [d, [1750, -560], e], [e, [850, -640], [350, -460], h], [h, p], [h, q],
            [p, [1000, 250], b], [p, [650, 115], f], [f, [1600, 90], c], [q, [650, -140], g], [g, u],
            [u, [1800, -270], d], [q, [620, -270], v], [v, [1160, -530], e], [f, g], [u, v]]
    return noisy(paths([spline(w) for w in ways], 3000, rng), 5, rng)
@shape(1, "image|X [Mm]|Y [Mm]|Z [Mm]", components=5, boundary=10, euler=5, digits=2)
def coronal_loops(rng):
    """Five loops of hot gas above the sun, each with both feet, 1800 points, noise 0.5 Mm"""
    ways = []
    for x, y, half, high, turn, lean in ((0, 0, 16, 22, 0.2, 0), (4, 22, 22, 36, 0.35, 0.3),
                                         (-6, -24, 20, 30, 0, -0.35), (60, 4, 13, 18, 1.2, 0.1),
                                         (-58, 0, 15, 24, 1.7, -0.1)):
        ways.append([[x + half * cos(t) * cos(turn) - high * sin(t) * lean * sin(turn),
                      y + half * cos(t) * sin(turn) + high * sin(t) * lean * cos(turn),
                      high * sin(t)] for t in (pi * k / 300 for k in range(301))])
    for r in noisy(paths(ways, 1800, rng), 0.5, rng):
        yield ["aia_171_%04d.fits" % rng.randrange(400)] + r
@shape(1, "time|icao24|callsign|lat|lon|onground", boundary=3, euler=-3, digits=6)
def airport(rng):
    """Planes on two runways that cross, a taxiway, four links and a stub, 2600 fixes, errors of 5 m"""
    ways = [[[0, 0], [3200, 0]], [[0, 300], [3200, 300]], [[900, -1100], [2300, 1300]],
            [[700, 300], [700, 1000]]] + [[[x, 0], [x, 300]] for x in (0, 700, 2500, 3200)]
    for k, (x, y) in enumerate(noisy(paths(ways, 2600, rng), 5, rng)):
        x, y = 0.94 * x - 0.34 * y, 0.34 * x + 0.94 * y
        yield [stamp(k, 11), rng.choice(("3c6444", "4ca7b1", "a0f2c3", "4b1815")), rng.choice(
            ("DLH4AX", "RYR71K", "SWR22", "")), 51.27 + y / 111240, 6.74 + x / 69700, "true"]
@shape(1, ["file"] + ["b%02d [dB]" % k for k in range(1, 61)], digits=2)
def hrtf(rng):
    """What an ear gets in 60 bands of sounds from all around its head, 720 of them, noise 2.5 %"""
    f = harmonics(60, 4, rng, 1.2)
    for t in turns(720, rng):
        yield ["subj_021_%04d.wav" % rng.randrange(10000)] + [
            rng.gauss(-12 + 3.2 * v, 0.25) for v in f(t)]
@shape(1, "cycle|strain [%]|force [mN]", euler=-1, digits=3)
def work_loop(rng):
    """A moth's muscle that is stretched and let go: a loop that crosses itself, 1300 rows, noise 1 %"""
    for t in turns(1300, rng):
        yield ["c%02d" % rng.randrange(1, 26)] + rough(
            [[4.5 * cos(t) + 0.3, 62 + 24 * sin(2 * t + 0.35) + 17 * cos(t)]], [0.07, 0.8], rng)[0]
@shape(1, "date|x_east [mm]|y_north [mm]", components=3, boundary=6, euler=3, digits=1)
def sundial(rng):
    """The tip of a rod's shadow on three days, the sun above 12 degrees, 1500 marks, noise 1.5 mm"""
    place = radians(48.1)
    for day, tilt in (("2024-06-21", 0.409), ("2024-09-22", 0), ("2024-12-21", -0.409)):
        way = []
        for t in (2.4 * k / 400 - 1.2 * 2 for k in range(801)):
            up = sin(place) * sin(tilt) + cos(place) * cos(tilt) * cos(t)
            north = cos(place) * sin(tilt) - sin(place) * cos(tilt) * cos(t)
            if up > sin(radians(12)):
                way.append([100 * cos(tilt) * sin(t) / up, -100 * north / up])
        yield from ([day] + r for r in noisy(line(way, 500, rng), 1.5, rng))

# ---- plain surfaces

@shape(2, "x|y|z", write="\t.", boundary=6, euler=-4, digits=2)
def helmet(rng):
    """Outside of a helmet with five vents, open below, scanned, 4000 points, noise 0.5 mm"""
    def keep(u, v):
        x, y = 105 * sin(v) * cos(u), 135 * sin(v) * sin(u)
        return v > pi / 2 or hypot(x / 16, y / 40) > 1 and hypot((abs(x) - 56) / 16,
                                                                 (abs(y) - 48) / 31) > 1
    f = lambda u, v: [105 * sin(v) * cos(u), 135 * sin(v) * sin(u), 95 * cos(v)]
    return noisy(surface(f, (0, tau), (0.0001, 1.75), 4000, rng, keep), 0.5, rng)
@shape(2, "X|Y|Z", euler=-6, digits=3, write=";,")
def spinner(rng):
    """A toy of four rings, three about one, from all sides, in mm, 4000 points, noise 0.15 mm"""
    at = [[0, 0]] + [[36 * cos(tau * k / 3), 36 * sin(tau * k / 3)] for k in range(3)]
    f = lambda x, y, z: melt(1.2, *(hypot(hypot(x - a, y - b) - 15, z) - 5 for a, b in at))
    return noisy(skin(f, [-40, -54, -6], [58, 54, 6], 4000, rng, 0.4), 0.15, rng)
@shape(2, ["ms"] + ["e%d%d" % (i, j) for i in range(4) for j in range(6)], boundary=1, euler=1,
       digits=0, ordered=True)
def touch_pad(rng):
    """Counts of 24 electrodes below a pad while a finger is anywhere on it, 2200 rows, noise 1.3 %"""
    for k, (x, y) in enumerate(box(2200, [0, 0], [5, 3], rng)):
        yield ["%d" % (1717400000000 + 12 * k)] + [
            rng.gauss(40 + 310 * bell(hypot(x - j, y - i), 0, 0.95), 4) for i in range(4)
            for j in range(6)]
@shape(2, "x [mm]|y [mm]|z [mm]", boundary=1, euler=-1, digits=2)
def soap_film(rng):
    """The film of soap in a wire that is knotted: two sides, one edge, 3500 points, noise 0.3 mm"""
    def g(x, y, z):
        d = 1 + x * x + y * y + z * z
        return 1j * ((complex(2 * x, 2 * y) / d) ** 2 + (complex(2 * z, 2 - d) / d) ** 3)
    rows = skin(lambda *p: 0.2 * g(*p).imag, [-2.4] * 3, [2.4] * 3, 9000, rng, 0.05)
    rows = [r for r in rows if g(*r).real > 0][:3500]
    return noisy(scaled(rows, [40] * 3), 0.3, rng)
@shape(2, "particle|I000|I036|I072|I108|I144|Iz", euler=1, orientable=False, digits=0)
def nanorods(rng):
    """Light of 2600 rods of gold, of any axis, through six filters: an axis has no head, noise 1.5 %"""
    ways = [[0.894 * cos(tau * k / 5), 0.894 * sin(tau * k / 5), 0.447] for k in range(5)]
    for a in map(unit, cloud(2600, [1] * 3, rng)):
        yield ["p%05d" % rng.randrange(99999)] + [
            rng.gauss(260 + 1800 * sum(p * q for p, q in zip(a, w)) ** 2, 26)
            for w in ways + [[0, 0, 1]]]
@shape(2, ["t"] + ["hall%d [mT]" % k for k in range(1, 9)], boundary=1, orientable=False, digits=3,
       ordered=True)
def model_trains(rng):
    """Eight sensors below a ring with two like trains, never close: who is who is lost, 3000 rows, noise 1.2 %"""
    for k in range(3000):
        a, gap = rng.uniform(0, tau), rng.uniform(0.7, tau - 0.7)
        yield [stamp(k, 2)] + [rng.gauss(sum(2.4 * exp(2 * (cos(v - tau * j / 8) - 1)) for v in (
            a, a + gap)), 0.035) for j in range(8)]
@shape(2, "subject|T [degC]|melatonin [pg/ml]|cortisol [ug/dl]|E2 [pg/ml]|P4 [ng/ml]|InhA [pg/ml]",
       digits=2)
def two_clocks(rng):
    """Blood at any hour and day of the cycle, 3000 samples of 25 women, <0.05 for none, noise 2 %"""
    for a, b in box(3000, [0, 0], [tau] * 2, rng):
        row = [36.9 + 0.42 * cos(a - 4.4) + 0.12 * cos(b - 4.6), 33 + 29 * cos(a - 0.8) + 3 * cos(
            2 * a), 11 + 7 * cos(a - 2.2), 120 + 70 * cos(b - 2.8) + 20 * cos(2 * b + 1),
            5.95 + 5.8 * cos(b - 4.8), 40 + 28 * cos(b - 3.9) + 5 * cos(a)]
        row = rough([row], [0.016, 0.9, 0.2, 2.6, 0.18, 1], rng)[0]
        yield ["W%02d" % rng.randrange(1, 26)] + [v if v >= 0.05 else "<0.05" for v in row]
@shape(2, "sonde|lat [deg]|p [hPa]|T [K]|u [m/s]|ln q", boundary=1, euler=1, digits=2)
def zonal(rng):
    """Heat, wind and vapor of the air by northern latitude and pressure, 2200 means, noise 1 %"""
    for k, (s, p) in enumerate(box(2200, [5, 200], [75, 1000], rng)):
        c, h = cos(radians(s)) ** 2, 7.5 * log(1000 / p)
        row = [s, p, 258 + 40 * c - 5.6 * h, (5 + 2 * h) * sin(radians(2 * s)) ** 2 - 3 * c,
               1.4 + 1.7 * c - 0.45 * h]
        yield ["Z%04d" % k] + rough([row], [0.7, 7, 0.7, 0.25, 0.04], rng)[0]
@shape(2, "x [mm]|y [mm]|z [mm]|petal", components=5, boundary=5, euler=5, digits=2)
def petals(rng):
    """Five petals of a flower, which do not touch, from above, 2500 points, noise 0.1 mm"""
    wide = lambda s: 2 + 6.5 * sin(pi * (s - 8) / 30) ** 0.8
    for k, name in enumerate("abcde"):
        f = lambda s, w: [s, w * wide(s), 0.012 * s * s - 0.02 * (w * wide(s)) ** 2 + 0.3 * k]
        for x, y, z in noisy(surface(f, (8.01, 37.99), (-1, 1), 500, rng), 0.1, rng):
            c, s = cos(tau * k / 5 + 0.03 * (k % 2)), sin(tau * k / 5 + 0.03 * (k % 2))
            yield [x * c - y * s, x * s + y * c, z, name]
@shape(2, "x [mm]|y [mm]|z [mm]|HU", components=2, euler=4, digits=2)
def avocado(rng):
    """The skin of an avocado, and the stone in it, by X-rays, 4000 points, noise 0.25 mm"""
    skin_of = lambda u, v: [33 * sin(v) * (1 - 0.25 * cos(v)) * cos(u),
                            33 * sin(v) * (1 - 0.25 * cos(v)) * sin(u), 50 * cos(v)]
    stone = lambda u, v: [1 + 17 * sin(v) * cos(u), 18 * sin(v) * sin(u), 20 * cos(v) - 12]
    for f, n in ((skin_of, 3200), (stone, 800)):
        for r in noisy(surface(f, (0, tau), (0.0001, pi), n, rng), 0.25, rng):
            yield scaled([r], [1] * 3, [112, 98, 640])[0] + ["edge"]
@shape(2, "X [cm]|Y [cm]|Z [cm]", boundary=2, euler=-2, digits=2)
def watering_can(rng):
    """Outside of a watering can with a handle, open above and at its spout, 4000 points, noise 0.6 mm"""
    def f(x, y, z):
        body = 9 * (((hypot(x, y) / 9) ** 4 + ((z - 10) / 10) ** 4) ** 0.25 - 1)
        spout = off_line([x, y, z], [5, 0, 4], [23, 0, 24]) - 2.2
        return melt(2.5, body, spout, hypot(hypot(x + 10, z - 7) - 5.6, y) - 1.3)
    rows = skin(f, [-18, -10, -1], [26, 10, 24], 5600, rng, 0.4)
    return noisy([r for r in rows if r[2] < (15 if r[0] < 10.3 else 18)][:4000], 0.06, rng)

# ---- plain, of three dimensions

@shape(3, "utc|ball|qw|qx|qy|qz", digits=4, ordered=True)
def ball_spin(rng):
    """Quaternions of a ball with sensors that is thrown in all ways, 2500 rows, noise 0.5 %"""
    for k in range(2500):
        q = unit(cloud(1, [1] * 4, rng)[0])
        yield [stamp(k, 3), rng.choice(("B1", "B2"))] + unit(rough([q], [0.005] * 4, rng)[0])
@shape(3, "pdb|phi [deg]|psi [deg]|omega [deg]", digits=1)
def glycan(rng):
    """Three torsions of a sugar's link in 3000 frames, all around, with three basins"""
    basins = [(-70, 120, 60), (60, -100, 180), (-80, -60, -60)]
    for _ in range(3000):
        mean = rng.choice(basins)
        yield ["%dG%s" % (rng.randrange(1, 9), "".join(rng.choices("ABCDEFGH", k=2)))] + [
            (m + degrees(rng.vonmisesvariate(0, 0.9)) + 180) % 360 - 180 for m in mean]
@shape(3, ["pose"] + ["L%d [mm]" % k for k in range(1, 7)], boundary=1, euler=1, digits=2)
def hexapod(rng):
    """Lengths of the six legs of a table that is moved, not tilted, 3000 poses, noise 0.4 mm"""
    feet = [[260 * cos(radians(a)), 260 * sin(radians(a)), 0] for a in (-10, 10, 110, 130, 230, 250)]
    tops = [[140 * cos(radians(a)), 140 * sin(radians(a)), 0] for a in (-50, 50, 70, 170, 190, 290)]
    for k, p in enumerate(box(3000, [-70, -70, 330], [70, 70, 450], rng)):
        yield ["p%04d" % k] + [rng.gauss(dist([a + b for a, b in zip(p, t)], s), 0.4)
                               for s, t in zip(feet, tops)]

# ---- plain, without a manifold

@shape(None, "Schaden-Nr|Summe [EUR]|Tage bis Meldung|Reserve [EUR]|Alter|Selbstbehalt [%]",
       unfit=True, digits=2, write=";,")
def claims(rng):
    """Sum, delay, reserve, age and own share of 1600 claims, with heavy tails and little in common"""
    for _ in range(1600):
        loss = 900 * rng.paretovariate(1.3) * exp(0.4 * rng.gauss(0, 1))
        yield ["S-%07d" % rng.randrange(10 ** 7), loss, 1 + 9 * exp(1.2 * rng.gauss(0, 1)),
               0.3 * loss * exp(0.9 * rng.gauss(0, 1)), rng.gauss(46, 15), 10 + 8 * rng.random()]
@shape(None, ["language", "family"] + ["f%02d" % k for k in range(1, 19)], unfit=True, digits=3)
def languages(rng):
    """Eighteen measures of 320 languages that came of a few, and these of fewer: a sparse tree"""
    step = lambda p, s: [v + rng.gauss(0, s) for v in p]
    for a in range(8):
        family = step([0] * 18, 1)
        for b in range(4):
            branch = step(family, 0.8)
            for c in range(10):
                yield ["".join(rng.choices("aeioumnrtks", k=6)).title(), "F%d" % a] + step(branch, 0.6)
@shape(None, "time|player|x [m]|y [m]|v [m/s]", unfit=True, digits=2, ordered=True)
def footballers(rng):
    """Places and speeds of a player of the midfield at 2200 times: all over, most in the middle"""
    rows = [[rng.gauss(54, 19), rng.gauss(36, 15), rng.gammavariate(2.2, 1.1)] for _ in range(3000)]
    rows = [r for r in rows if 0 < r[0] < 105 and 0 < r[1] < 68][:2200]
    return [[stamp(k, 2)[11:], "8"] + r for k, r in enumerate(rows)]

# ---- plain, of a surface and curves

@shape(None, "x [m]|y [m]|z [m]", unfit=True, digits=3)  # 1, 1, 1 and 4, 8, 4
def marquee(rng):
    """A tent's roof of 16 by 10 m by laser, 2400 points, and its four ropes, 600: surface and curves"""
    f = lambda x, y: [x, y, 3.2 + 2.6 * exp(-(x / 5) ** 2 - (y / 4) ** 2)]
    ropes = [[f(8 * a, 5 * b), [12.5 * a, 8.5 * b, 0]] for a in (-1, 1) for b in (-1, 1)]
    rows = surface(f, (-8, 8), (-5, 5), 2400, rng) + paths(ropes, 600, rng)
    return noisy(rows, 0.02, rng)
@shape(None, "Stufe|n [1/min]|M [Nm]|Pv [W]|Oel [°C]|vib [mm/s]", unfit=True, digits=2,
       write=";,")  # 1, 1, 1 and 1, 2, 1
def gearbox_rig(rng):
    """A gearbox over speed and torque, 1900 rows, and without torque, 450: surface and curve, noise 1 %"""
    tests = [(n, m, "Kennfeld") for n, m in box(1900, [800, 70], [4000, 300], rng)]
    tests += [(rng.uniform(800, 4000), 0, "Leerlauf") for _ in range(450)]
    for n, m, name in tests:
        row = [n, m, 20 + 6e-5 * n * n + 0.0016 * n * m, 42 + 0.011 * n + 0.05 * m + 1e-5 * n * m,
               0.4 + 0.0004 * n + 1.1 * bell(n, 2600, 420) + 0.002 * m]
        yield [name] + rough([row], [25, 2.2, 16, 0.5, 0.02], rng)[0]
@shape(None, "X|Y|Z", unfit=True, digits=3)  # 1, 0, 2 and 1, 0, 0
def gimbal(rng):
    """A ball of 20 mm, 2400 points, in a ring of wire of 32 mm, 500: surface and curve, noise 0.15"""
    ball = scaled(surface(sphere, (0, tau), (0.0001, pi), 2400, rng), [20] * 3)
    ring = [[32 * cos(t), 32 * 0.9 * sin(t), 32 * 0.436 * sin(t)] for t in turns(500, rng)]
    return scaled(noisy(ball + ring, 0.15, rng), [1] * 3, [64, 71.5, 50])

# ---- what tempts verdicts

@tempts(1, "x [m]|y [m]", boundary=4, euler=-6, digits=3)
def bike_tracks(rng):
    """What both wheels of a bicycle left on its sinuous way: tracks that cross, 3000 points, noise 8 mm"""
    front = [[0.005 * k, 1.1 * sin(0.005 * k * 1.05)] for k in range(-1200, 4601)]
    x, y, rear = front[0][0] - 0.75, front[0][1] - 0.75, []
    for a, b in front:
        r = hypot(a - x, b - y)
        x, y = a - 1.05 * (a - x) / r, b - 1.05 * (b - y) / r
        rear.append([x, y])
    return noisy(paths([front[1200:], rear[1200:]], 3000, rng), 0.008, rng)
@tempts(1, "detector|hour [h]|calls [1/min]|T [degC]|RH [%]", boundary=2, euler=1, digits=2)
def bats(rng):
    """Calls of bats, heat and damp from dusk at 20 to dawn at 5.5 hours, past 24, 900 rows, noise 2 %"""
    for h in (rng.uniform(20, 29.5) for _ in range(900)):
        row = [h, 4 + 30 * bell(h, 21.6, 0.7) + 17 * bell(h, 28.3, 0.6), 19.5 - 0.9 * (h - 20) + 0.4 * sin(
            h), 58 + 27 * logistic((h - 24) / 1.4)]
        h, *rest = rough([row], [0.05, 0.5, 0.15, 0.5], rng)[0]
        yield [rng.choice(("oak", "pond"))] + [h % 24] + rest
@tempts(1, "Mx|My|Mz", boundary=2, euler=1, digits=4)
def bloch(rng):
    """A spin's magnetization that winds home in six turns, ever closer, 1500 points, noise 1 %"""
    f = lambda t: [exp(-t / 1.7) * cos(tau * 3 * t), exp(-t / 1.7) * sin(tau * 3 * t),
                   1 - exp(-t / 2.2)]
    return noisy(curve(f, 0, 2, 1500, rng), 0.01, rng)
@tempts(1, "x [mm]|y [mm]|z [mm]", components=3, boundary=6, euler=3, digits=3)
def knitting(rng):
    """Three rows of yarn of a knitted cloth, looped in each other, by X-rays, 3600 points, noise 0.04 mm"""
    ways = []
    for j in range(3):
        ways.append([[0.9 * (t + 1.1 * sin(2 * t)), 2 * cos(t) + 2.35 * j, -0.8 * cos(2 * t)]
                     for t in (tau * 5 * k / 2400 for k in range(2401))])
    return noisy(paths(ways, 3600, rng), 0.04, rng)
@tempts(2, "x [mm]|y [mm]|z [mm]", components=2, boundary=2, euler=2, digits=2)
def hip_joint(rng):
    """A hip's head of radius 24 mm, and 5.5 mm off it the socket's bowl, 4000 points, noise 0.15"""
    rows = []
    for r, end, n in ((24, 2.2, 2240), (29.5, 1.4, 1760)):
        rows += scaled(surface(sphere, (0, tau), (0.0001, end), n, rng), [r] * 3)
    return scaled(noisy(embed(rows, 3, rng), 0.15, rng), [1] * 3, [88, -12, 410])
@tempts(2, "boat|TWA [deg]|TWS [kn]|BSP [kn]|heel [deg]", boundary=1, euler=1, digits=2)
def sailing_polar(rng):
    """A boat's speed and heel by the wind's angle, past 180, and speed, 2000 rows, none into it, noise 1 %"""
    for a, w in box(2000, [38, 5], [322, 20], rng):
        off, side = min(a, 360 - a), 1 if a < 180 else -1
        v = 8.4 * (1 - exp(-w / 8)) * (0.72 + 0.28 * bell(off, 100, 38) - 0.1 * bell(off, 38, 12))
        tilt = 1.35 * w * side * sin(radians(off)) * (1 - 0.3 * off / 180)
        a, *rest = rough([[a, w, v, tilt]], [1.5, 0.12, 0.06, 0.3], rng)[0]
        yield ["ESP-%d" % rng.randrange(31, 35), (a + 180) % 360 - 180] + rest
@tempts(2, "X [mm]|Y [mm]|Z [mm]", boundary=2, digits=2)
def bellows(rng):
    """A rubber bellows of four folds, 14 mm from one to the next, open at both ends, 4000 points, noise 0.12"""
    way = [[25 - 5 * cos(tau * z / 14), z] for z in (56 * k / 400 for k in range(401))]
    return noisy(revolved(way, 4000, rng), 0.12, rng)
@tempts(None, "seed|x [px]|y [px]", unfit=True, digits=1)
def sunflower(rng):
    """1500 seeds of a sunflower, each a golden angle on: spirals to the eye, and a filled disc, noise 1 px"""
    for k in range(1, 1501):
        a = pi * (3 - sqrt(5)) * k
        yield ["s%04d" % rng.randrange(10000)] + noisy(
            [[640 + 14 * sqrt(k) * cos(a), 600 + 14 * sqrt(k) * sin(a)]], 1, rng)[0]
@tempts(None, "bib|5K|10K|15K|20K|25K|30K|35K|40K|finish", unfit=True, digits=2)
def marathon(rng):
    """Minutes of 1800 runners to nine marks: slow or fast, each part as it comes, and some walk"""
    for k in range(1800):
        pace, fade, t, row = 5.6 * exp(0.2 * rng.gauss(0, 1)), abs(rng.gauss(0.03, 0.02)), 0, []
        for j in range(9):
            walk = rng.expovariate(0.25) if rng.random() < 0.02 + 0.02 * j else 0
            t += (5 if j < 8 else 2.195) * pace * exp(fade * j / 2) * rng.gauss(1, 0.06) + walk
            row.append(t)
        yield ["%d" % rng.randrange(1, 30000)] + row
@tempts(None, "x [mm]|y [mm]|z [mm]", unfit=True, digits=2)  # 1, 1, 1 and 24, 48, 24
def cactus(rng):
    """A cactus, open below, 2900 points, and 24 spines of 25 points: surface and curves, noise 0.15 mm"""
    f = lambda u, v: [40 * sin(v) * cos(u), 40 * sin(v) * sin(u), 52 * cos(v)]
    rows = surface(f, (0, tau), (0.0001, 2), 2900, rng)
    for d in list(golden(36))[:24]:
        foot = [40 * d[0], 40 * d[1], 52 * d[2]]
        out = unit([d[0] / 40, d[1] / 40, d[2] / 52])
        rows += line([foot, [p + 22 * q for p, q in zip(foot, out)]], 25, rng)
    return noisy(rows, 0.15, rng)

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261209), (TEMPTING, 20261210))
    rewrite(sys.argv[1])
