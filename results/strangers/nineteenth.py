"""A nineteenth batch of tables as they are brought, drawn blind, with known truth.

python3 nineteenth.py FOLDER [tuning|held_out|NAME ...]

Like eighteenth.py, with tools of sixteenth.py, ninth.py, seventh.py, sixth.py, fifth.py, fourth.py and
make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a rotor's angle in gon, a day
of the year and a longitude close; a date, the number of a row, an event or a branch, the name of a part or a phase, a
grade of quality and an error beside a number are no coordinates. Some are as programs write them: with lines before
the header or after the last row, rows of units, a header that comes again, apostrophes between thousands, or cells
for what is missing. In many, the density varies by three to ten, as where one samples evenly in time or from one place.
"""
import functools, sys
from math import asin, cos, degrees, exp, hypot, log, pi, radians, sin, sqrt, tanh, tau

import edits, make, seventh
from make import box, curve, line, noisy, spline, surface
from fourth import bell, cloud
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from ninth import off_line
from sixteenth import shared

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

def again(text, every=300):
    """The header again after each so many rows, as where a logger was started again."""
    rows = text.splitlines(True)
    return "".join(r if not k or k % every else r + rows[0] for k, r in enumerate(rows))

eased = lambda u: (3 - 2 * min(1, max(0, u))) * min(1, max(0, u)) ** 2  # from 0 to 1, level at both
polar = lambda r, a: [r * cos(a), r * sin(a)]
arc = lambda x, y, r, a, b, n=80: [[x + p, y + q] for p, q in (polar(r, a + (b - a) * k / n) for k in range(n + 1))]
rect = lambda x, y, a, b: [[x, y], [x + a, y], [x + a, y + b], [x, y + b], [x, y]]

# ---- plain curves

@shape(1, "N°|X Lambert 93 (m)|Y Lambert 93 (m)|ouvrage|relevé", write=";,", components=7, digits=2)
def star_fort(rng):
    """The edges of a fortress: its five bastions, five ravelins, and the moat's far side, 3200 points, noise 1.2 m"""
    wall, moat, ways = [], [], []
    for a in (tau * k / 5 + 0.3 for k in range(5)):
        wall += [polar(r, a + t) for r, t in ((140, -0.16), (172, -0.17), (215, 0), (172, 0.17), (140, 0.16))]
        moat += [polar(250, a), polar(212, a + pi / 10), polar(246, a + pi / 5), polar(212, a + 3 * pi / 10)]
        ways.append([polar(r, a + pi / 5 + t) for r, t in ((215, 0), (168, 0.18), (168, -0.18), (215, 0))])
    ways += [wall + wall[:1], moat + moat[:1]]
    for k, (x, y, w) in enumerate(shared(ways, [1.5] * 5 + [2.4, 0.8], 3200, rng)):
        x, y = noisy([[x, y]], 1.2, rng)[0]
        yield ["%d" % (k + 1), 716240 + x, 6871455 + y, "demi-lune" if w < 5 else ("enceinte", "contrescarpe")[w - 5],
               rng.choice(("mai 2023", "mai 2023", "oct. 2023"))]
@before("# ridge skeleton, impression L-04-2 (left loop), 1000 dpi", "# minutiae not listed")
@shape(1, "px_x,px_y,ridge,quality".split(","), components=9, boundary=19, euler=8, digits=1)
def fingerprint(rng):
    """Nine ridges of a finger, 16 px apart: one forks, one has a lake, one begins between, 5400 points, noise 0.8"""
    def leg(k, side, y):  # how far out a ridge's leg is
        late = eased((-38 - y) / 45) if side < 0 and k > 3 else eased((-24 - y) / 60) if side > 0 and k > 5 else 0
        return 9 + 16 * (k + late)
    shore = lambda y, s: [leg(2, 1, y) + 5.5 * s * sin(pi * min(1, max(0, (-50 - y) / 64))) ** 0.7, y]
    ways = [[shore(y, -1) for y in range(-50, -115, -2)]]  # of the lake, 11 px wide
    for k in range(8):
        up = [shore(y, 1) if k == 2 else [leg(k, 1, y), y] for y in range(0, -182, -2)]
        ways.append([[-leg(k, -1, y), y] for y in range(-190, 0, 2)] + arc(0, 0, 9 + 16 * k, pi, 0) + up)
    ways.append([[-leg(3, -1, y) - 16 * eased((-52 - y) / 45), y] for y in range(-52, -192, -2)])
    ways.append([[leg(5, 1, y) + 16, y] for y in range(-76, -182, -2)])
    for x, y, k in shared(ways, [1] * 11, 5400, rng):
        x, y = noisy([[x + 0.0006 * y * y, y]], 0.8, rng)[0]
        yield [312 + x, 286 - y, "r", "%d" % rng.randrange(55, 99)]
@before("Leica Cyclone PTX slice, plane fitted", "units = m")
@shape(1, "along wall|height|intensity", components=2, euler=-4, write="\t.", digits=3)
def gothic_window(rng):
    """Middle lines of a church's window: arch, mullion, transom, and a ring above, denser below, 2800, noise 1.5 cm"""
    top = asin(sqrt(7) / 4)  # where the mullion's arcs meet the arch
    ways = [[[-2, 3], [-2, 0], [2, 0], [2, 3]], [[0, 0], [0, 3]], [[-2, 2], [2, 2]],
            arc(-2, 3, 4, 0, pi / 3), arc(2, 3, 4, pi, 2 * pi / 3), arc(4, 3, 4, pi, pi - top), arc(-4, 3, 4, 0, top),
            arc(0, 5.35, 0.4, 0, tau)]
    for x, y, _ in shared(ways, [2.5, 2, 1.8, 1, 1, 1, 1, 1], 2800, rng):
        yield noisy([[17.4 + x, 2.2 + y]], 0.015, rng)[0] + ["%d" % rng.randrange(900, 1600)]
@after("-,K,MPa,-,K,MPa")
@shape(1, "run,T,p,phases,err_T,err_p".split(","), boundary=4, euler=-1, digits=2)
def ice_phases(rng):
    """Where ices I to VI and water border on one another, six triple points, 1900 transitions, noise 0.45 K, 4 MPa"""
    at = dict(a=(251.2, 210), b=(238.5, 213), c=(256.2, 350), d=(248.9, 344), e=(273.3, 632), f=(218, 620),
              w=(272.8, 6), x=(196, 174), y=(191, 770), z=(301, 935))
    ways = [("wa", "I-L", (263.5, 118)), ("ab", "I-III", None), ("bx", "I-II", (217, 196)),
            ("ac", "III-L", (254.3, 282)), ("bd", "II-III", (244.6, 280)), ("cd", "III-V", None),
            ("ce", "V-L", (266.4, 490)), ("df", "II-V", (235, 478)), ("ef", "V-VI", (246, 628)),
            ("fy", "II-VI", (205, 694)), ("ez", "VI-L", (287.5, 771))]
    lines = [spline([[p[0], p[1] / 8] for p in (at[k[0]], via, at[k[1]]) if p]) for k, _, via in ways]
    for t, p, k in shared(lines, [1, 2, 0.8, 1.5, 1.5, 2, 1, 1, 1, 0.8, 0.8], 1900, rng):
        yield ["%03d" % rng.randrange(1, 400)] + rough([[t, 8 * p]], [0.45, 4], rng)[0] + [
            ways[k][1], rng.uniform(0.3, 0.6), rng.uniform(3, 5)]
@shape(1, "tag|tid|x (m)|y (m)|gangart|ankare", write=";,", euler=-3, digits=2)
def dressage(rng):
    """A horse around a ring of 20 by 40 m and over both diagonals, slower in its ends, 2400 fixes, noise 0.12 m"""
    ring = arc(4, 4, 3.2, pi, 1.5 * pi, 20) + arc(16, 4, 3.2, 1.5 * pi, tau, 20)
    far = arc(16, 36, 3.2, 0, pi / 2, 20) + arc(4, 36, 3.2, pi / 2, pi, 20)
    ways = [ring, far, [ring[-1], far[0]], [far[-1], ring[0]], [[0.8, 6], [19.2, 34]], [[19.2, 6], [0.8, 34]]]
    for x, y, k in shared(ways, [3, 3, 1.2, 1.2, 1, 1], 2400, rng):
        yield ["0x4F", "%02d:%04.1f" % (rng.randrange(3, 41), rng.uniform(0, 59.9))] + noisy([[x, y]], 0.12, rng)[0] + [
            ("samlad trav", "ökad trav")[k > 3], "%d" % rng.randrange(5, 9)]
@before("ply2txt: AMM-1187_suture.ply (whorl 5, left)", "mm")
@shape(1, "x y z quality".split(), write=" .", boundary=2, euler=1, digits=3)
def ammonite_suture(rng):
    """The suture of an ammonite along 134 degrees of a whorl: frills on lobes, 3200 points, noise 0.06 mm"""
    x, y, way = 0.0, 0.0, []
    for k in range(4200):
        s = k / 4200
        a = 1.45 * sin(5 * tau * s) + 1.6 * sin(35 * tau * s + 0.5)
        x, y = x + 0.05 * cos(a), y + 0.05 * sin(a)
        way.append([22 * sin(x / 22), y, 22 * cos(x / 22)])
    for r in noisy(line(way, 3200, rng), 0.06, rng):
        yield r + ["%d" % rng.randrange(3)]
@before("Name;B6U_netz.csv;;;", "Abtastrate;10 kHz;;;", "")
@shape(1, "Nr.|u_L1 (V)|i_L1 (A)|i_L2 (A)|i_L3 (A)|i_d (A)", write=";,", digits=2, ordered=True)
def rectifier(rng):
    """Voltage and currents of a rectifier of three phases: flat, then sudden, 2000 samples, noise 1.5 %"""
    def current(t):  # on for a third of the turn, then reversed
        t = (t + pi) % tau - pi
        up = lambda at: min(1, max(0, (t - at) / 0.36 + 0.5))
        return up(-pi / 3) - up(pi / 3) - up(2 * pi / 3) + up(-2 * pi / 3) - 1
    for k in range(2000):
        t = tau * k / 200.37
        d = 18.6 + 1.6 * cos(6 * t + 0.4)
        row = [325 * cos(t + 0.2)] + [d * current(t - tau * j / 3) for j in range(3)] + [d]
        yield ["%d" % (k + 1)] + rough([row], [4.5, 0.28, 0.28, 0.28, 0.12], rng)[0]
@shape(1, "glacier|date|H_up (m)|H_low (m)|front (km)|v (m/a)|src", digits=1)
def glacier_surge(rng):
    """Like glaciers through their cycles: 80 years of rest and 12 of a surge: ice, front, speed, 900 rows, noise 2 %"""
    for s in (rng.random() for _ in range(900)):
        a, b = s / 0.86, (s - 0.86) / 0.14
        row = [182 + 84 * a - 8 * a * a, 142 - 66 * a + 6 * a * a, 31.2 - 3.8 * a ** 0.8, 46 + 60 * a ** 4]
        if b > 0:
            row = [258 - 76 * eased(b), 82 + 60 * eased(1.15 * b - 0.15), 27.4 + 3.8 * eased(1.3 * b - 0.3),
                   106 - 60 * b + 1750 * sin(pi * b) ** 2 * (1.3 - 0.6 * b)]
        row = rough([row], [1.6, 1.3, 0.08, 0], rng)[0]
        yield ["SV-%02d" % rng.randrange(1, 15), "%d-%02d" % (rng.randrange(1936, 2024), rng.randrange(1, 13))] + row[
            :2] + ["%.2f" % row[2], max(5, row[3] * rng.gauss(1, 0.02) + rng.gauss(0, 16)), rng.choice(("L", "S", "A"))]
@before("# AUTO-07p  b.swift-hohenberg35  snakes-and-ladders, nu=2")
@shape(1, "BR PT r L2-norm u(0) F".split(), write=" .", boundary=4, euler=-4, digits=5)
def snaking(rng):
    """Two snakes of localized states, which wind about each other, and a zigzag of six rungs, 2800 rows, noise 0.6 %"""
    def snake(j, n):
        w = tau * n / 0.7 + pi * j
        return [0.27 + 0.045 * cos(w), n, (0.5, -0.5)[j] + 0.22 * sin(w + 0.5), 0.02 * n - 0.05 * cos(w + 1.1)]
    scales = [0.045, 0.7, 0.5, 0.05]
    ways = [[snake(j, 0.62 + 2.6 * k / 900) for k in range(901)] for j in (0, 1)]
    ways += [[snake(k % 2, 0.7 + 0.35 * k), snake(1 - k % 2, 1.05 + 0.35 * k)] for k in range(6)]  # from fold to fold
    ways = [[[v / s for v, s in zip(p, scales)] for p in w] for w in ways]
    for k, r in enumerate(shared(ways, [1, 1] + [1.4] * 6, 2800, rng)):
        yield ["%d" % (2 * r[4] + 1), "%d" % (k + 1)] + [v * s for v, s in zip(noisy([r[:4]], 0.012, rng)[0], scales)]
@before("Steuerverwaltung - Stichprobe natürliche Personen, anonymisiert", "Steuerjahr 2022, Tarif A")
@shape(1, "Dossier|Einkommen (CHF)|Steuer (CHF)|Durchschnitt (%)|Grenzsatz (%)|Gemeinde", write=";.", components=5,
       boundary=10, euler=5, digits=2)
def tax_brackets(rng):
    """What 1500 people pay of their income, on average and of the last franc, in five brackets, noise 0.3 points"""
    marks, rates = (0, 18, 42, 75, 120, 200), (6, 15, 25, 34, 45)
    mark = lambda v: "%d'%03d" % divmod(round(v), 1000) if v > 999 else "%d" % v
    for k in range(1500):
        x = min(180, max(6, exp(rng.gauss(4.1, 0.48)))) if k % 4 else rng.uniform(6, 30 if k % 8 else 180)
        tax = sum(r * max(0, min(x, b) - a) / 100 for r, a, b in zip(rates, marks, marks[1:]))
        yield ["D-%06d" % rng.randrange(10 ** 6), mark(1000 * x), mark(1000 * tax * rng.gauss(1, 0.01)),
               100 * tax / x + rng.gauss(0, 0.25), rates[sum(x >= m for m in marks[1:])] + rng.gauss(0, 0.3),
               rng.choice(("Au", "Egg", "Stans"))]
@before("ISC-style picks, shallow events 2019-2022", "phase names as reported; tt = travel time")
@shape(1, "evid|sta|delta (deg)|tt (min)|phase|qual", components=4, boundary=12, euler=4, digits=3)
def travel_times(rng):
    """When waves of earthquakes come, by distance: six phases, of which two pairs cross, 2900 picks, noise 2 s"""
    ways = [("P", [[20, 4.6], [30, 6.2], [40, 7.63], [50, 8.95], [60, 10.15], [70, 11.22], [80, 12.18], [98, 13.6]]),
            ("PcP", [[27, 9.08], [35, 9.3], [45, 9.75], [53, 10.2]]),
            ("PP", [[36, 8.5], [42, 9.52], [50, 10.84], [60, 12.4], [80, 15.26], [98, 17.65]]),
            ("S", [[28, 10.6], [40, 13.75], [50, 16.2], [60, 18.45], [70, 20.5], [80, 22.3], [90, 23.85]]),
            ("ScP", [[26, 12.62], [35, 13], [45, 13.55], [55, 14.25]]), ("ScS", [[29, 16.65], [42, 17.6], [54, 18.8]])]
    lines = [spline([[x / 20, y / 5] for x, y in w]) for _, w in ways]
    for x, y, k in shared(lines, [1.4, 1, 1, 1.2, 1, 0.8], 2900, rng):
        yield ["%d" % rng.randrange(610000, 640000), "".join(rng.choice("ABKLNOSTV") for _ in range(4))] + rough(
            [[20 * x, 5 * y]], [0.12, 0.033], rng)[0] + [ways[k][0], rng.choice("AAB")]
@shape(1, "punto;X;Y;Z;arcata".split(";"), write=";,", components=2, boundary=4, euler=2, digits=2)
def dental_arches(rng):
    """The ridge of both rows of teeth, 5 mm apart and open behind, from a scan, 1100 points, noise 0.3 mm"""
    for k in range(1100):
        up = k < 560
        a, b, c = (28.5, 46, 5.6) if up else (26, 43, 0)
        f = lambda t: [a * sin(t) * (1 + 0.1 * sin(t) ** 2), b * cos(t) - 12, c + 2.2 * cos(t) ** 2 + 0.5 * cos(9 * t)]
        (x, y, z), = curve(f, -1.8, 1.8, 1, rng, False, 300)
        yield ["P%04d" % (k + 1)] + noisy([[x, y, z]], 0.3, rng)[0] + ["sup." if up else "inf."]
@shape(1, ["survey", "date", "DOY"] + ["z_%03dm" % (8 * k) for k in range(26)], digits=2)
def beach_profiles(rng):
    """Heights of a beach at 26 places from the dune on, through like years, 620 surveys, -99.99 for none, noise 2 %"""
    for k in range(620):
        d = rng.randrange(365) if rng.random() < 0.5 else int(rng.gauss(235, 55)) % 365
        t = tau * (d + rng.random()) / 365.25
        row = [5.4 - 0.34 * j + 0.003 * j * j + (0.62 * cos(t - 3.6) + 0.1 * cos(2 * t)) * (bell(j, 7, 2.6) -
               0.75 * bell(j, 15, 3)) + 0.4 * sin(t - 3.2) * (bell(j, 19, 2.4) - 0.6 * bell(j, 11, 2.2))
               for j in range(26)]
        yield ["B%04d" % (k + 1), stamp(d + 365 * rng.randrange(4) + 212, 86400)[:10], "%d" % (d + 1)] + lost(
            noisy([row], 0.03, rng), None, 0.002, ["-99.99"], rng)[0]
@after("-;gon;hPa;hPa;hPa;ml/min;Ncm")
@shape(1, "Zyklus;Rotor;p1;p2;p3;Q;M".split(";"), write=";,", digits=2)
def peristaltic(rng):
    """Pressures, flow and torque of a pump that squeezes its hose, by its rotor's angle, 400 gon, 1200 rows, 1 %"""
    for t in turns(1200, rng):
        row = [400 * t / tau] + [310 + (150 + 20 * j) * exp(2.2 * (cos(t - 1.3 * j) - 1)) - 60 * sin(t + j)
                                 for j in range(3)]
        row += [42 + 11 * cos(t + 0.6) + 6 * cos(2 * t), 61 + 9 * sin(t) - 7 * cos(2 * t + 1)]
        row = rough([row], [1.5, 2.4, 2.6, 2.8, 0.25, 0.25], rng)[0]
        yield ["%d" % rng.randrange(1, 500), row[0] % 400] + row[1:]
@edited(again)
@shape(1, "próbka|czas (h)|T rdzeń (°C)|moc (mW/g)|v ultradźw. (m/s)|fc (MPa)|uwagi", write=";,", boundary=2, euler=1,
       digits=2)
def concrete_cure(rng):
    """Concrete that hardens for 72 h, with its header again where the logger restarted, 1100 rows, noise 1.5 %"""
    for t in (72 * rng.random() ** 1.6 for _ in range(1100)):
        row = [t, 20.4 + 19 * bell(log(t + 3), log(17), 0.42) + 1.4 * logistic((t - 5) / 2),
               0.25 + 2.6 * bell(log(t + 1.5), log(11), 0.5), 1150 + 2900 * logistic((t - 8) / 2.6) + 4.5 * t,
               41 * (1 - exp(-max(0, t - 6) ** 1.5 / 190))]
        yield ["C35-%d" % rng.randrange(1, 4)] + rough([row], [0.35, 0.22, 0.035, 32, 0.5], rng)[0] + [
            rng.choice(("", "", "", "ok"))]
@shape(1, ["Campione", "Data", "Operatore"] + ["phi %.1f" % (-4 + 0.4 * k) for k in range(26)], write=";,", boundary=2,
       euler=1, digits=2)
def grain_sizes(rng):
    """Weights in 26 sieves of sands and gravels down a river of 48 km, 520 samples, more near its mouth, noise 1.5 %"""
    for k in range(520):
        s, row = 1 - rng.random() ** 1.7, []
        for f in (-4 + 0.4 * j for j in range(26)):
            coarse, fine = bell(f, -2.9 + 1.9 * s, 0.9 - 0.2 * s), bell(f, 1.1 + 2 * s, 1.1 - 0.35 * s)
            row.append(16 * (1 - logistic((s - 0.45) / 0.14)) * coarse + (3 + 12 * s) * fine)
        yield ["T%03d" % (k + 1), stamp(rng.randrange(140), 86400)[:10], rng.choice(("GB", "LR"))] + [
            max(0, v) for v in noisy([row], 0.2, rng)[0]]
@before("Target body: 2010 SO16-like test particle", "Frame: corotating with Earth, mean elements", "$$SOE")
@last("$$EOE")
@shape(1, "JDTDB,dlon (deg),a (AU),delta (AU),e,".split(","), digits=6)
def horseshoe(rng):
    """A body that shares the Earth's orbit: to 22 degrees before it and back, closed, 1300 rows, noise 1.2 %"""
    for t in turns(1300, rng):
        lon = 180 - 157 * sin(pi / 2 * cos(t))
        row = [lon, 1.00006 + 0.0052 * tanh(2.2 * sin(t)), 2 * sin(radians(lon / 2)), 0.0752 + 0.006 * cos(t + 0.7)]
        row = rough([row], [1.6, 0.00012, 0.015, 0.00012], rng)[0]
        yield ["%.1f" % rng.uniform(2451545, 2579000), "%.2f" % row[0]] + row[1:] + [""]
@shape(1, ["session"] + ["unit_%02d (Hz)" % k for k in (2, 3, 5, 8, 9, 11, 14, 15, 19, 21, 22, 26)], boundary=5,
       euler=1, digits=2)
def choice_units(rng):
    """Mean rates of twelve neurons while a monkey sees one of two things and chooses either, 1700 bins, noise 1.5 %"""
    units = [[rng.uniform(48, 66)] + [rng.choice((-1, 1)) * rng.uniform(a, b) for a, b in (
        (5, 12), (3, 7), (6, 11), (6, 11), (6, 11))] for _ in range(12)]
    rates = lambda t, saw, chose: [m + 2 * a * t + b * sin(4 * t) + 2.4 * saw * c * max(0, t - 0.36) + 3 * chose *
                                   (d if saw > 0 else e) * max(0, t - 0.7) for m, a, b, c, d, e in units]
    ways = [[rates(s + (e - s) * k / 40, saw, chose) for k in range(41)] for saw, chose, s, e in (
        (0, 0, 0, 0.36), (1, 0, 0.36, 0.7), (-1, 0, 0.36, 0.7), (1, 1, 0.7, 1), (1, -1, 0.7, 1), (-1, 1, 0.7, 1),
        (-1, -1, 0.7, 1))]
    for r in shared(ways, [1.5, 1, 1, 0.8, 1, 1, 0.8], 1700, rng):
        yield ["m%d_%s" % (rng.randrange(1, 3), rng.choice(("0412", "0413", "0419")))] + noisy([r[:12]], 0.35, rng)[0]
@shape(1, ["frame"] + ["w%02d_mm" % k for k in range(1, 12)] + ["EGG_V", "Psub_hPa"], digits=3, ordered=True)
def vocal_folds(rng):
    """Width of a voice's cleft at eleven places, closed for two fifths of its beat, 1600 frames, noise 1.5 %"""
    for k in range(1600):
        t = tau * k / 22.13
        row = [max(0, (0.45 + 0.1 * j - 0.009 * j * j) * (sin(t - 0.07 * j) + 0.25)) for j in range(11)]
        row += [0.9 - 0.8 * tanh(2.2 * (sin(t - 0.5) + 0.1)), 7.6 + 0.9 * cos(t + 0.4) + 0.25 * cos(2 * t)]
        yield ["%05d" % (k + 812)] + rough([row], [0.013] * 11 + [0.025, 0.03], rng)[0]

# ---- plain surfaces

@before("FARO SCENE export, 2 stations registered", "rows 3900")
@shape(2, "X,Y,Z,station".split(","), boundary=2, digits=3)
def cooling_tower(rng):
    """A cooling tower's shell of 110 m by a laser, eight times denser to the near side, 3900 points, noise 0.15 m"""
    f = lambda u, z: polar(24 * hypot(1, (z - 82) / 52), u) + [z]
    for r in noisy(surface(f, (0, tau), (9, 114), 3900, rng, weight=lambda u, z: exp(1.05 * cos(u - 0.8))), 0.15, rng):
        yield r + ["S1" if r[0] + r[1] > 0 else "S2"]
@shape(2, "Punkt|x/cm|y/cm|z/cm", write=";,", boundary=2, digits=3)
def bundt_tin(rng):
    """The sheet of a fluted tin for ring cakes, its chimney open above, 3800 points, noise 0.6 mm"""
    way = spline([[12, 0], [11.4, -3], [10.2, -6.3], [7.6, -8.6], [5, -7.4], [3.5, -4.4], [2.7, -0.6]], 30)
    def f(u, s):
        k = min(int(s), len(way) - 2)
        r, z = [p + (s - k) * (q - p) for p, q in zip(way[k], way[k + 1])]
        return polar(r + 0.32 * cos(12 * u + 0.25 * z) * min(1, (r - 2.6) / 5), u) + [z]
    for k, r in enumerate(noisy(surface(f, (0, tau), (0, len(way) - 1.001), 3800, rng), 0.06, rng)):
        yield ["%d" % (k + 1)] + r
@shape(2, "x [cm]|y [cm]|z [cm]|cell|reflectance", components=2, boundary=4, digits=1)
def box_kite(rng):
    """A box kite in the air: two square tubes of cloth, 40 cm apart, drawn in, 3600 points, noise 4 mm"""
    for k in range(3600):
        s, h, cell = rng.uniform(0, 4), rng.uniform(0, 38), rng.randrange(2)
        t, a = 2 * (s % 1) - 1, int(s) * pi / 2
        out = 30 - 2.8 * (1 - t * t) * sin(pi * (h + 8) / 54)
        p = [out * cos(a) - 30 * t * sin(a), out * sin(a) + 30 * t * cos(a), h + 78 * cell]
        x, y, z = noisy([p], 0.4, rng)[0]
        yield [210 + 0.7 * x - 0.714 * z, 95 + y, 1480 + 0.714 * x + 0.7 * z, "AF"[cell], "%d" % rng.randrange(20, 95)]
@shape(2, "x_mm,y_mm,z_mm".split(","), euler=-2, digits=2)
def cinder_block(rng):
    """A concrete block of 39 by 19 by 19 cm with two holes of 11 by 10 right through, all of it, 6000, noise 1 mm"""
    ways = [rect(-195, -95, 390, 190), rect(-138, -50, 110, 100), rect(28, -50, 110, 100)]
    rows = [[x, y, rng.uniform(0, 190)] for x, y, _ in shared(ways, [1] * 3, 4710, rng)]
    while len(rows) < 6000:
        x, y = box(1, [-195, -95], [195, 95], rng)[0]
        if abs(y) > 50 or abs(abs(x) - 83) > 55:
            rows.append([x, y, rng.choice((0, 190))])
    for x, y, z in noisy(rows, 1, rng):
        yield [0.94 * x - 0.34 * z, y, 0.34 * x + 0.94 * z]
@before("Vuelo dron 14, duna 7 (barján), datum WGS 84 / UTM 29R")
@shape(2, "id|Este (m)|Norte (m)|Cota (m)|precisión (m)", write=";,", boundary=1, euler=1, digits=2)
def barchan(rng):
    """A dune like a crescent with its sharp crest, and the flat ground about it, 3200 points, noise 0.1 m"""
    for k in range(3200):
        r, a = sqrt(rng.random()), rng.uniform(0, tau)
        x, y = 80 * r * cos(a) - 5, 62 * r * sin(a)
        edge, high = 0.011 * y * y, 8.5 * max(0, 1 - (y / 46) ** 2)
        z = high * (1 - min(1, ((x - edge) / 58) ** 2)) if x < edge else high - 0.62 * (x - edge)
        x, y, z = noisy([[x, y, max(0, z) + 0.01 * x + 0.15 * sin(x / 17 + y / 23)]], 0.1, rng)[0]
        yield ["%d" % (k * 3), 245810 + x, 2987340 + y, 41 + z, rng.uniform(0.03, 0.2)]
@shape(2, ["spot", "frame"] + ["I%d" % k for k in range(1, 9)] + ["chi2"], boundary=1, orientable=False, digits=1)
def emitters(rng):
    """Light of 3000 dipoles, axes without heads at least 27 degrees off one axis, in eight channels, noise 1.3 %"""
    sides = [unit([cos(0.83 * k * k + k), sin(0.83 * k * k + k), 0.9 * cos(1.9 * k)]) for k in range(8)]
    axes = [n for n in map(unit, cloud(4000, [1] * 3, rng)) if abs(n[2]) < cos(radians(27))]
    for k, n in enumerate(axes[:3000]):
        row = [55 + 940 * sum(p * q for p, q in zip(n, d)) ** 2 for d in sides]
        yield ["%d" % k, "%d" % rng.randrange(1, 200)] + noisy([row], 12, rng)[0] + ["%.2f" % rng.gauss(1, 0.1)]
@before("* offsets from the planet, arcsec; probe 40 deg above the ring plane", "* t0 = 2032-03-01T00:00")
@shape(2, "utc|Io E|Io N|Callisto E|Callisto N", digits=1)
def galilean(rng):
    """Places of two moons about their planet, of 1.8 and 16.7 days, from above, 2600 pictures, noise 1.2 %: a torus"""
    for t in (rng.uniform(0, 400) for _ in range(2600)):
        a, b = tau * t / 1.769, tau * t / 16.689 + 0.012 * sin(tau * t / 16.689)
        row = [138 * cos(a), 138 * 0.64 * sin(a), 616 * cos(b), 616 * 0.64 * sin(b)]
        yield [stamp(int(t * 1440)).replace(" ", "T")] + rough([row], [1.7, 1.7, 6, 6], rng)[0]
@shape(2, "Messpunkt|A (°C)|W (°C)|Qh (kW)|Pel (kW)|COP|p_hd (bar)|p_nd (bar)|Bem.", write=";,", boundary=1, euler=1,
       digits=2)
def heat_pump(rng):
    """A heat pump by the air and the water it heats, but not hot ones in frost, 1600 means, noise 1 %"""
    for k, (a, w) in enumerate([p for p in box(4200, [-18, 28], [18, 62], rng) if p[1] < min(62, 57 + 0.9 * p[0]) and
                                p[1] - p[0] > 16 and rng.random() < 0.35 + 0.65 * bell(p[0], 3, 7)][:1600]):
        cop, q = 0.46 * (w + 277) / (w - a + 11), 8.6 + 0.2 * a - 0.035 * (w - 35) + 0.004 * a * a
        row = [a, w, q, q / cop, cop, 6.3 * exp(0.0265 * (w - 20)), 5.4 * exp(0.031 * (a - 6))]
        row = lost(rough([row], [0.2, 0.2, 0.06, 0.025, 0.04, 0.18, 0.06], rng), None, 0.001, ["---"], rng)[0]
        yield ["%d" % (k + 41)] + row + ["Abtauung vor 20 min" if rng.random() < 0.03 else ""]
@shape(2, "UTC|ride|phi (deg)|omega (deg/s)|F_left (N)|F_right (N)|a_tan (m/s²)", boundary=2, digits=2)
def swings(rng):
    """A swing at any amplitude from 16 to 68 degrees, at any phase: angle, rate, forces, 2600 rows, noise 1 %"""
    for k in range(2600):
        m, t = radians(sqrt(rng.uniform(16 ** 2, 68 ** 2))), rng.uniform(0, tau)
        a = m * cos(t)
        w = sqrt(max(0, 2 * 9.81 / 2.4 * (cos(a) - cos(m)))) * (1 if sin(t) > 0 else -1)
        f = 31 * (9.81 * cos(a) + 2.4 * w * w)
        row = [degrees(a), degrees(w), f * 0.5 + 22 * a, f * 0.5 - 22 * a, -9.81 * sin(a)]
        yield [stamp(k, 7), "R%d" % rng.randrange(1, 20)] + rough([row], [0.8, 1.3, 3.2, 3.2, 0.12], rng)[0]
@shape(2, "X|Y|Z|label", write="\t.", euler=2, digits=3)
def starfish(rng):
    """A starfish from all sides, five arms that taper, three of them bent, by X-rays, 5000 points, noise 0.12 mm"""
    arms = []
    for k in range(5):
        a, bend = tau * k / 5 + 0.2, (0.25, 0, -0.3, 0.1, 0)[k]
        stops = [polar(9 * j, a + bend * (j / 5) ** 2) + [0.6 * bend * j * j] for j in range(6)]
        arms += [(p, q, 8.2 - 1.2 * j) for j, (p, q) in enumerate(zip(stops, stops[1:]))]
    f = lambda x, y, z: melt(0.9, *(off_line([x, y, z], p, q) - r + 1.5 for p, q, r in arms))
    for r in noisy(skin(f, [-56, -56, -12], [56, 56, 14], 5000, rng, 0.5), 0.12, rng):
        yield r + ["1"]

# ---- plain, without a manifold

@shape(None, "lot|cut|color|clarity|carat|depth_pct|table_pct|price_usd|fluor", unfit=True, digits=2)
def diamonds(rng):
    """Weight, proportions and price of 1500 stones, of which each varies by itself: a cloud"""
    for _ in range(1500):
        g, deep = 0.3 + rng.gammavariate(2, 0.32), rng.gauss(61.8, 1.3)
        yield ["%06d" % rng.randrange(10 ** 6), rng.choice(("Ideal", "Premium", "Good")), rng.choice("DEFGHIJ"),
               rng.choice(("SI1", "VS2", "VVS1")), g, "%.1f" % deep, "%d" % rng.gauss(57.5, 2),
               "%.0f" % (4700 * g ** 1.7 * exp(rng.gauss(0, 0.38))), rng.choice(("none", "faint", "strong"))]

# ---- what tempts verdicts

@before("Geomagnetik Kastell, Anomalien nachgezeichnet", "lokales Netz, Nord = +y")
@tempts(1, "Objekt|x (m)|y (m)|Güte", write=";,", components=7, boundary=8, euler=3, digits=2)
def roman_fort(rng):
    """A fort's wall with four gates of 6 m, and three houses, one with a wall within, 2800 points, noise 0.45 m"""
    ways = []
    for s, t in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        ways.append([[s * x, t * y] for x, y in [[62, 3]] + arc(48, 32, 14, 0, pi / 2, 30) + [[3, 46]]])
    ways += [rect(-16, -17, 32, 34), [[-16, 3], [16, 3]], rect(26, -32, 11, 30), rect(-38, 2, 11, 30)]
    for k, (x, y, w) in enumerate(shared(ways, [1.4] * 4 + [1, 1, 0.8, 0.8], 2800, rng)):
        x, y = noisy([[x, y]], 0.45, rng)[0]
        yield ["A%d" % (k % 90), 250 + 0.96 * x - 0.28 * y, 180 + 0.28 * x + 0.96 * y, rng.choice("123")]
@tempts(2, "x (mm)|y (mm)|z (mm)|pass", euler=2, digits=2)
def bowling_ball(rng):
    """A ball of 124 mm with three holes of 22 mm that end after 24 mm, their walls and floors too, 6000, noise 0.2"""
    big, r = 62, 11
    axes, rim, rows = [unit(d) for d in ([1, 0, 0], [0.54, 0.84, 0], [0.36, 0.2, 0.82])], sqrt(big * big - r * r), []
    while len(rows) < 6000:
        k, d = rng.choices(range(3), (4 * big * big, 6 * r * 24, 3 * r * r))[0], rng.choice(axes)
        side = unit([d[1] - d[2], d[2] - d[0], d[0] - d[1]])
        other = [d[1] * side[2] - d[2] * side[1], d[2] * side[0] - d[0] * side[2], d[0] * side[1] - d[1] * side[0]]
        a, h, s = rng.uniform(0, tau), rim - (24 if k == 2 else rng.uniform(0, 24)), r * sqrt(rng.random())
        p = [h * u + (s if k == 2 else r) * (cos(a) * v + sin(a) * w) for u, v, w in zip(d, side, other)]
        if k == 0:
            p = [big * v for v in unit(cloud(1, [1] * 3, rng)[0])]
        if k or all(sum(u * v for u, v in zip(p, d)) < rim for d in axes):
            rows.append(noisy([p], 0.2, rng)[0] + [rng.choice("12")])
    return rows
@before("micro-CT, Federring DIN 127 A24, Isofläche")
@tempts(2, "x|y|z", write=" .", euler=2, digits=3)
def spring_washer(rng):
    """A spring lock washer of 36 mm, 4.4 mm thick, cut through by 2.2 mm, all of it, 5200 points, noise 0.06 mm"""
    gap, rows = 2.2 / 15.8, []
    while len(rows) < 5200:
        u, side, v = rng.uniform(gap, tau), rng.randrange(4), rng.uniform(-2.2, 2.2)
        r, z = ((15.8 + v, 2.2), (15.8 + v, -2.2), (18, v), (13.6, v))[side]
        if rng.random() < 4 * 4.4 / 4 / (tau * 15.8):  # one of the ends
            u, r, z = rng.choice((gap, tau)), 15.8 + v, rng.uniform(-2.2, 2.2)
        elif rng.random() > r / 18:
            continue
        rows.append(polar(r, u) + [z + 1.4 * (u - gap) / tau])
    return noisy(rows, 0.06, rng)
@tempts(2, "x;y;z".split(";"), write=";,", components=4, boundary=4, euler=4, digits=3)
def roof_tiles(rng):
    """Four bent tiles of a model roof, each over a fifth of the next, 3.2 mm apart, 5800 points, noise 0.1 mm"""
    for k in range(4):
        f = lambda x, y: [x, 33 * k + y, 1.8 * sin(tau * x / 24) + 4.4 * (1 - y / 41)]
        for x, y, z in noisy(surface(f, (0, 24), (0, 41), 1450, rng), 0.1, rng):
            yield [x + 4, y + 7, z + 0.3 * y]
@tempts(1, "ts|mode|hall_A (mV)|hall_B (mV)|hall_C (mV)|trans (V)", write=",.", digits=3)
def filter_wheel(rng):
    """Sensors of a wheel of eight filters, at rest at these in six of ten rows, 3200 rows, noise 1.2 %"""
    glass = (0.2, 2.4, 1.1, 3.1, 0.7, 1.9, 2.8, 1.5)
    for _ in range(3200):
        u = (rng.randrange(8) + rng.gauss(0, 0.012) if rng.random() < 0.62 else rng.uniform(0, 8)) % 8
        a, b, t = glass[int(u)], glass[(int(u) + 1) % 8], tau * u / 8
        light = a + (b - a) * eased((u - int(u) - 0.3) / 0.4)
        row = [900 * cos(t) + 110 * cos(3 * t), 880 * cos(t - 2.1), 910 * cos(t + 2.1) + 60 * sin(2 * t), light]
        yield [stamp(rng.randrange(90000), 1), "auto"] + rough([row], [11, 11, 11, 0.014], rng)[0]
@before("Formation, Zelle 0117, Zyklus 1 (C/20)", "Q netto = Ladung minus Entladung")
@tempts(1, "Datensatz|Q netto (mAh)|U (V)|Druck (kPa)|Schritt", write="\t,", boundary=2, euler=1, digits=3)
def formation_cycle(rng):
    """A cell's first charge and discharge, which ends 9 mAh from where it began, of 100, 1800 rows, noise 1 %"""
    way = [[0, 2.98, 100], [1.5, 3.3, 103], [5, 3.58, 108], [15, 3.68, 122], [35, 3.76, 148], [60, 3.9, 166],
           [85, 4.08, 192], [98, 4.2, 208], [99.5, 4.19, 210], [98, 4.12, 208], [85, 3.94, 188], [62, 3.74, 160],
           [40, 3.6, 142], [26, 3.5, 126], [17, 3.36, 114], [11.5, 3.15, 108], [9, 2.98, 106]]
    way = spline([[q / 30, u / 0.35, p / 38] for q, u, p in way], 30)
    for k, (q, u, p) in enumerate(line(way, 1800, rng)):
        yield ["%d" % (k + 1)] + rough([[30 * q, 0.35 * u, 38 * p]], [0.7, 0.009, 0.9], rng)[0] + ["CC"]
@tempts(1, "idx|X|Y|Z|conf", write=",.", boundary=2, euler=1, digits=2)
def hot_wire(rng):
    """The wire of a game for steady hands, 52 cm wide, which passes itself twice by 8 mm, 2600 points, noise 0.7 mm"""
    way = spline([[0, 0, 0], [0, 0, 120], [40, 6, 190], [110, 14, 200], [170, 2, 150], [180, -14, 80], [130, -16, 60],
                  [105, -2, 120], [150, 19, 185], [230, 18, 230], [320, 0, 220], [370, -8, 150], [340, -10, 85],
                  [290, -4, 120], [318, 6, 200], [395, 12, 262], [480, 0, 230], [520, 0, 120], [520, 0, 0]], 60)
    for k, r in enumerate(noisy(line(way, 2600, rng), 0.7, rng)):
        yield ["%d" % (k + 1)] + r + ["%.2f" % rng.uniform(0.8, 1)]
@after("mm,mm,-")
@tempts(1, "X,Y,net".split(","), digits=3)
def koch_antenna(rng):
    """Middle of a printed antenna's closed track: Koch's snowflake of 192 sides of 2.5 mm, 4600 points, noise 0.1 mm"""
    way = [polar(39, a) for a in (0.4, 0.4 - tau / 3, 0.4 + tau / 3)]
    for _ in range(3):
        sides = [(x, y, (p - x) / 3, (q - y) / 3) for (x, y), (p, q) in zip(way, way[1:] + way[:1])]
        way = [[x + s * u - h * v, y + s * v + h * u] for x, y, u, v in sides for s, h in (
            (0, 0), (1, 0), (1.5, sqrt(3) / 2), (2, 0))]
    for x, y in noisy(line(way, 4600, rng, True), 0.1, rng):
        yield [60 + x, 45 + y, "ANT1"]
@before("# hypoDD relocations, cluster 7, cc > 0.85")
@tempts(None, "id|lat|lon|depth_km|mag|ez_m|nst", unfit=True, write=" .")
def fault_planes(rng):
    """2600 small earthquakes on two bent faults of 9 km that cross each other like an X, errors of 0.1 km"""
    for _ in range(2600):
        s, z = rng.uniform(-4.5, 4.5), rng.uniform(2.5, 9.5)
        x, y = (s, 0.05 * s * s + 0.25 * (z - 6)) if rng.random() < 0.55 else (0.35 * s - 0.2 * (z - 6), 0.92 * s)
        x, y, z = noisy([[x, y, z]], 0.1, rng)[0]
        row = (rng.randrange(10 ** 7, 10 ** 8), 38.42 + y / 111.2, -119.3 + x / 87.2, z, min(3.9, rng.expovariate(1.6)))
        yield ("%d %.5f %.5f %.3f %.1f" % row).split() + ["%d" % rng.randrange(30, 140), "%d" % rng.randrange(9, 44)]
@before("Flight 23 telemetry (decommutated), 10 Hz", "vehicle frame, geodetic altitude")
@tempts(1, "UTC|alt (km)|range (km)|speed (m/s)|accel (m/s2)|pitch (deg)|lock", boundary=2, euler=1, digits=3,
        ordered=True)
def rocket_ascent(rng):
    """A rocket of two stages from 10 s to orbit, whose thrust ends within 8 s: few of 5200 rows, noise 0.8 %"""
    knots = [(0, 13), (150, 36), (158, 0), (168, 0), (173, 7), (478, 30), (486, 0), (540, 0)]
    z, x, v = 0.0, 0.0, 0.0
    for t in (k / 10 for k in range(5300)):
        a = next(b + (d - b) * (eased if b * d == 0 else float)((t - s) / (e - s))
                 for (s, b), (e, d) in zip(knots, knots[1:]) if t <= e)
        path = radians(90 - 58 * eased(t / 190) - 32 * eased((t - 90) / 390))
        v += 0.1 * (a - 9.81 * sin(path) * (1 - (v * cos(path) / 7800) ** 2))
        z, x = z + 1e-4 * v * sin(path), x + 1e-4 * v * cos(path)
        if t > 9.95:
            row = rough([[z, x, v, a, degrees(path)]], [1.5, 8, 35, 0.25, 0.6], rng)[0]
            yield [stamp(int(t), 1) + ".%d" % (10 * t % 10)] + row + ["OK"]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261225), (TEMPTING, 20261226))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
