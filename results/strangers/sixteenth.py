"""A sixteenth batch of tables as they are brought, drawn blind, with known truth.

python3 sixteenth.py FOLDER [tuning|held_out|NAME ...]

Like fifteenth.py, with tools of it, fourteenth.py, thirteenth.py, ninth.py, seventh.py, sixth.py, fifth.py,
fourth.py and make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a
time of day, a heading, a shaft's angle and the moon's age close, an angle of polarization is one after
180 degrees, a lamp's angles C and gamma are directions, places are on the Earth or in the sky, and a date,
a stroke, a vein, the number of a row, a precision or an error is no coordinate. Some are as programs
write them: with lines before the header or after the last row, with a row of units, with letters for
north and south, or with commas between thousands. Where networks of curves are denser in some places
than in others, each of their ways has its own share of points.
"""
import collections, functools, sys
from math import atan2, cos, copysign, degrees, dist, exp, hypot, log, pi, radians, sin, sqrt, tanh, tau

import edits, make, seventh
from make import box, curve, line, noisy, sphere, spline, surface
from fourth import bell, cloud
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from ninth import off_line, revolved, tube
from thirteenth import clock, on_earth
from fourteenth import in_space

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

def shared(ways, shares, n, rng):
    """n points by length along several polylines, each with its own share, and the number of the polyline."""
    long = [s * sum(map(dist, w, w[1:])) for w, s in zip(ways, shares)]
    counts = collections.Counter(rng.choices(range(len(ways)), long, k=n))
    return [p + [k] for k in sorted(counts) for p in line(ways[k], counts[k], rng)]

def bowed(a, b, bow):
    """A way from a to b in the plane, whose middle is off the straight line by a share of its length."""
    (x, y), (p, q) = a, b
    return spline([a, [(x + p) / 2 - bow * (q - y), (y + q) / 2 + bow * (p - x)], b], 20)

beat = lambda t, at, sharp: exp(sharp * (cos(t - at) - 1))  # a bell that repeats

# ---- plain curves

@before("Laboratorium piekarnicze - fermentacja zakwasu żytniego", "seria: 8 prób; mąka typ 720; wydajność 180")
@shape(1, "próba|czas (h)|pH|kwasowość (ml NaOH)|objętość (%)|temp. ciasta (°C)", write=";,", boundary=2, euler=1,
       digits=2)
def sourdough(rng):
    """Acid, volume and heat of eight like doughs with leaven over 14 h, 620 rows, noise 1.5 %"""
    for t in (rng.uniform(0, 14) for _ in range(620)):
        row = [t, 3.72 + 2.35 * logistic((4.6 - t) / 1.6), 3.4 + 11.5 * logistic((t - 7) / 2.1),
               100 + 165 * logistic((t - 5.6) / 1.1) - 62 * logistic((t - 11.6) / 0.8),
               24.2 + 3.1 * bell(t, 6.2, 2.9)]
        yield ["Z%d" % rng.randrange(1, 9)] + rough([row], [0.1, 0.03, 0.15, 2.3, 0.05], rng)[0]
@before("sep=;")
@shape(1, "meetpunt|tijdstip|waterstand (m NAP)|afvoer (m3/s)|troebelheid (NTU)|EGV (uS/cm)", write=";,", digits=2)
def flood_waves(rng):
    """A brook's level, flow, mud and salts through like floods, from base flow to base flow, 1100 rows, noise 1 %"""
    for t in turns(1100, rng):
        row = [11.3 + 3.2 * beat(t, pi, 1.1), 14 + 88 * beat(t, pi - 0.35, 1.4), 22 + 310 * beat(t, pi - 0.9, 1.7),
               640 - 330 * beat(t, pi + 0.55, 1.1)]
        row = lost(rough([row], [0.03, 0.9, 3.2, 3.2], rng), 2, 0.006, ["-999"], rng)[0]
        yield [rng.choice(("Epen", "Gulpen")), stamp(rng.randrange(40000), 900)] + row
@shape(1, "dikiş|ana mil açısı (°)|iğne (mm)|horoz kolu (mm)|iplik gerginliği (cN)|dişli (mm)", write="\t,", digits=2)
def sewing_machine(rng):
    """Needle, lever, thread and feed of a sewing machine by its shaft's angle, 1200 rows, noise 1.5 %"""
    for t in turns(1200, rng):
        row = [degrees(t), 15.5 * cos(t), 27 * cos(t - 1.1) + 8 * cos(2 * t + 0.4), 32 + 64 * beat(t, 1, 3)
               + 21 * beat(t, 4, 2.2), 1.3 * cos(t + 2.5) + 0.5 * cos(2 * t)]
        row = rough([row], [1.2, 0.2, 0.4, 0.9, 0.02], rng)[0]
        yield ["%d" % rng.randrange(1, 241), row[0] % 360] + row[1:]
@shape(1, "bande|couche|log H (lx·s)|densité (statut M)|opérateur", write=";,", components=3, boundary=6, euler=3,
       digits=3)
def film_layers(rng):
    """Density over exposure of the three layers of a negative film, at least 0.4 apart, 990 rows, noise 0.5 %"""
    for layer, base, slope, knee in (("rouge", 0.22, 0.52, -2.1), ("verte", 0.63, 0.6, -2.2),
                                     ("bleue", 1.04, 0.66, -2.35)):
        for h in (rng.uniform(-3.4, 0.6) for _ in range(330)):
            d = base + slope * 0.28 * log(1 + exp((h - knee) / 0.28)) - 0.05 * logistic((h + 0.1) / 0.2)
            yield ["B%02d" % rng.randrange(1, 13), layer] + rough([[h, d]], [0.014, 0.012], rng)[0] + [
                rng.choice(("JM", "AL"))]
@shape(1, "frame|vein|x (mm)|y (mm)", boundary=4, euler=-3, digits=2)
def slime_mold(rng):
    """Veins of a slime mold in a dish: four meshes, and four ends outside, 2600 points, noise 0.3 mm"""
    at = dict(a=(20, 45), b=(33, 63), c=(51, 71), d=(70, 60), e=(75, 39), f=(59, 22), g=(36, 20), h=(41, 44),
              i=(57, 45), j=(7, 50), k=(53, 86), l=(87, 33), m=(29, 6))
    ways = [bowed(list(at[p]), list(at[q]), 0.05 * sin(3 * k)) for k, (p, q) in enumerate(
        "ab bc cd de ef fg ga hb hg hi id if aj ck el gm".split())]
    thick = [2, 2, 1.2, 1.2, 1, 1.5, 2, 1.5, 0.8, 1.2, 0.7, 1, 0.8, 1, 0.7, 0.9]
    for x, y, k in shared(ways, thick, 2600, rng):
        yield ["t0420.tif", "v%02d" % (k + 1)] + noisy([[x, y]], 0.3, rng)[0]
@shape(1, "scan|X [m]|Y [m]|Z [m]", boundary=4, euler=-7, digits=3)
def rope_ladder(rng):
    """A rope ladder of nine rungs that hangs in the wind, denser above by 2.5, 3000 points, noise 5 mm"""
    def f(s, v):
        a = 0.7 + 0.25 * s
        return [12.4 + v * cos(a) + 0.14 * sin(1.3 * s), 3.3 + v * sin(a) + 0.1 * s, 4.6 - s]
    marks = [0] + [0.35 + 0.3 * k for k in range(9)] + [3.1]
    ways = [[f(p + (q - p) * k / 12, v) for k in range(13)] for v in (-0.19, 0.19) for p, q in zip(marks, marks[1:])]
    shares = [2.4 - 0.16 * k for k in range(10)] * 2 + [2.4 - 0.16 * k for k in range(9)]
    ways += [[f(s, -0.19), f(s, 0.19)] for s in marks[1:-1]]
    for x, y, z, _ in shared(ways, shares, 3000, rng):
        yield ["%d" % rng.randrange(1, 4)] + noisy([[x, y, z]], 0.005, rng)[0]
@before("# centerlines of the airways, threshold -870 HU", "# RAS, mm")
@shape(1, "branch\tX\tY\tZ".split("\t"), write="\t.", boundary=10, euler=1, digits=3)
def bronchi(rng):
    """Middle lines of a windpipe and its branches: nine ends below, half as dense there, 2200 points, noise 0.7 mm"""
    tree = {"trachea": [[0, 0, 0], [0, -2, -55], [2, 4, -110]], "RMB": [[2, 4, -110], [26, 8, -130]],
            "RUL": [[26, 8, -130], [39, 6, -130], [50, 5, -125]],
            "RB1": [[50, 5, -125], [58, 16, -108], [62, 22, -92]],
            "RB3": [[50, 5, -125], [64, -6, -128], [80, -12, -124]], "BI": [[26, 8, -130], [35, 11, -156]],
            "RML": [[35, 11, -156], [43, 30, -170], [48, 49, -178]], "RLL": [[35, 11, -156], [43, 2, -184]],
            "RB9": [[43, 2, -184], [56, -8, -203], [66, -15, -222]],
            "RB8": [[43, 2, -184], [40, 12, -208], [41, 16, -230]],
            "LMB": [[2, 4, -110], [-18, 4, -128], [-42, 6, -140]],
            "LUL": [[-42, 6, -140], [-54, 13, -136], [-64, 17, -134]],
            "LB3": [[-64, 17, -134], [-74, 30, -122], [-83, 38, -108]],
            "LB4": [[-64, 17, -134], [-76, 24, -146], [-86, 28, -162]], "LLL": [[-42, 6, -140], [-52, -8, -168]],
            "LB6": [[-52, -8, -168], [-64, -22, -184], [-78, -32, -196]],
            "LB9": [[-52, -8, -168], [-51, -4, -192], [-48, 2, -214]]}
    shares = [1.4 if len(n) == 7 else 1.2 if n in ("RMB", "LMB", "BI") else 0.7 for n in tree]
    for x, y, z, k in shared([spline(w, 20) for w in tree.values()], shares, 2200, rng):
        yield [list(tree)[k]] + noisy([[x, y, z]], 0.7, rng)[0]
@shape(1, "Punkt nr.|Øst (m)|Nord (m)|DN|PDOP|Målt", write=";,", components=2, boundary=7, digits=2)
def heating_pipes(rng):
    """Pipes of two heating works: a ring with a chord and four ends, and 190 points with three, 2500 points, 0.5 m"""
    big = [[[0, 0], [220, 30]], [[220, 30], [450, 10]], [[450, 10], [470, 260]], [[470, 260], [230, 290]],
           [[230, 290], [20, 250]], [[20, 250], [0, 0]], [[220, 30], [215, 160], [230, 290]],
           [[0, 0], [-90, -70], [-90, -150]], [[450, 10], [560, -40]], [[470, 260], [540, 330], [620, 330]],
           [[20, 250], [-60, 310]]]
    small = [[[660, -120], [720, -60]], [[720, -60], [730, 30]], [[720, -60], [820, -90]]]
    rows = [r + ["150"] for r in shared(big, [1, 1, 1.6, 1.6, 1, 1, 0.7, 0.8, 0.6, 0.8, 0.6], 2310, rng)]
    for x, y, _, wide in rows + [r + ["80"] for r in shared(small, [1, 1, 1], 190, rng)]:
        yield ["%d" % rng.randrange(10000, 100000)] + noisy([[573200 + x, 6223900 + y]], 0.5, rng)[0] + [
            wide, "%.1f" % rng.uniform(1.1, 2.4), stamp(rng.randrange(9000), 600)[:10]]
@before("Route position list, rev. D", "Datum WGS 84")
@shape(1, "Pos.|Latitude|Longitude|Cable", boundary=5, euler=1)
def sea_cable(rng):
    """A cable on the floor of the Pacific, past 180 degrees, with five shores, 1500 places, errors of 0.15 degrees"""
    shores = dict(LA=(33.8, -118.4), A=(31, -157), Hawaii=(20.5, -157.5), B=(15, 178), Fiji=(-17.5, 178), C=(16, 150),
                  Japan=(34.9, 140.2), Manila=(14.5, 121.5))
    at = {k: in_space(*v) for k, v in shores.items()}
    ways = [[unit([p + (q - p) * t / 60 + 0.02 * k * sin(tau * t / 60) for p, q, k in zip(at[a], at[b], (-1, 0, 1))])
             for t in range(61)] for a, b in (("LA", "A"), ("A", "Hawaii"), ("A", "B"), ("B", "Fiji"), ("B", "C"),
                                              ("C", "Japan"), ("C", "Manila"))]
    for k, (x, y, z, w) in enumerate(shared(ways, [1.2, 1.5, 1, 0.8, 1, 0.8, 0.8], 1500, rng)):
        a, b = on_earth(noisy([[x, y, z]], radians(0.15), rng)[0])
        yield ["%04d" % (k + 1), "%.3f%s" % (abs(a), "NS"[a < 0]), "%.3f%s" % (abs(b), "EW"[b < 0]),
               rng.choice(("LW", "LWP", "SA"))]
@shape(1, "fid|E [m]|N [m]|shore", components=5, digits=1)
def atoll(rng):
    """Shores of an atoll: its reef from outside and from its lagoon, and three islets of 70 points, noise 12 m"""
    rim = lambda r, n, a: [r * (1 + 0.13 * cos(2 * a + 0.4) + n * cos(3 * a) + 0.5 * n * sin(7 * a)) * g(a)
                           for g in (cos, sin)]
    parts = [("ocean", 1500, lambda a: rim(4300, 0.03, a), 0, 0), ("lagoon", 1100, lambda a: rim(3150, 0.045, a), 0, 0)]
    parts += [("islet %d" % (k + 1), 70, lambda a, r=r: rim(r, 0.05, a), x, y) for k, (x, y, r) in enumerate((
        (-900, 700, 260), (1100, -300, 310), (-300, -1300, 240)))]
    for name, n, f, east, north in parts:
        while n:
            (x, y), = curve(f, 0, tau, 1, rng, True, 900)
            if rng.random() < (1 if x < 0 or n < 71 else 0.45):  # denser to windward
                n -= 1
                x, y = noisy([[x, y]], 12, rng)[0]
                yield ["%d" % rng.randrange(10 ** 6), 412300 + x + east, 1650900 + y + north, name]
@shape(1, ["spectrum"] + ["I%d" % (1045 + 15 * k) for k in range(30)], components=2, boundary=4, euler=2, digits=4)
def raman_melts(rng):
    """Light in 30 bands off 660 flakes of one plastic and 66 of another, each from -10 to 170 degrees, noise 1 %"""
    for k in range(726):
        t, row = rng.uniform(-10, 170), []
        m, s = logistic((t - 118) / 9), logistic((t - 85) / 24)
        for v in (1045 + 15 * j for j in range(30)):
            if k < 660:
                y = (1 - m) * (0.9 * bell(v, 1062, 11) + bell(v, 1130, 11) + 0.7 * bell(v, 1416, 10)) + 0.6 * m * bell(
                    v, 1080, 28) + (1.3 - 0.7 * m) * bell(v, 1296, 11 + 8 * m) + 0.8 * bell(v, 1440, 13 + 6 * m)
            else:
                y = (0.9 - 0.6 * s) * bell(v, 1128, 12) + (0.8 - 0.5 * s) * bell(v, 1236, 14) + 0.7 * bell(
                    v, 1282, 12 + 12 * s) + (0.2 + 0.5 * s) * bell(v, 1380, 24) + 0.9 * bell(v, 1444, 14)
            row.append(0.1 + y * (1 - 0.0016 * t))
        yield ["MP_%05d.spc" % rng.randrange(100000)] + noisy([row], 0.011, rng)[0]
@shape(1, ["deglutição", "t (s)"] + ["P%02d (mmHg)" % k for k in range(1, 23)], write=";,", digits=1)
def swallows(rng):
    """Pressure at 22 places of a gullet through like swallows, from rest to rest, 900 rows, noise 1.2 %"""
    for t in (rng.uniform(0, 10) for _ in range(900)):
        c, row = -5 + 3.05 * t, []
        for k in range(22):
            rest = 58 * bell(k, 1, 0.9) * (1 - bell(c, -0.5, 0.9)) + 31 * bell(k, 19, 1.1) * (
                1 - 0.9 * logistic((c + 0.5) / 0.7) * logistic((18.5 - c) / 0.7))
            row.append(6 + rest + (62 + 1.5 * k) * bell(k, c, 1.5) * logistic((21.5 - c) * 3))
        yield ["%d" % rng.randrange(1, 11), "%.2f" % (17 * rng.randrange(1, 40) + t)] + noisy([row], 1, rng)[0]
@before("Well,Hagen 14-7H", "SPM,6.2", "Pump,25-175-RHBC", "")
@shape(1, "Stroke|Time|Polished rod position (in)|Load (lbf)", digits=2)
def pump_card(rng):
    """A sucker rod's place and load through strokes of an oil well's pump, 1000 rows, noise 1 %"""
    card = spline([[0, 9.1], [3, 12.4], [9, 16.2], [18, 18.9], [32, 18.2], [46, 17.3], [62, 18.0], [80, 17.2],
                   [94, 16.9], [100, 15.4], [98, 12.2], [90, 9.4], [78, 7.5], [62, 8.6], [45, 7.9], [28, 7.2],
                   [12, 7.6]], 30, True)
    for x, y in line([[p, 8 * q] for p, q in card], 1000, rng, True):
        row = rough([[x, y]], [0.9, 0.8], rng)[0]
        yield ["%d" % rng.randrange(1, 60), stamp(rng.randrange(40000), 1)[11:], row[0], "{:,.0f}".format(125 * row[1])]
@shape(1, "Datum|Kompasskurs (°)|Deviation (°)|Hx (µT)|Hy (µT)", write=";,", digits=2)
def compass_swing(rng):
    """A ship's compass: its error and two fields by the heading while she is swung, 540 rows, noise 1.5 %"""
    for t in turns(540, rng):
        row = [degrees(t), 1.2 - 5.4 * sin(t) + 3.1 * cos(t) + 1.9 * sin(2 * t), 16.4 * cos(t) + 2.1 + 0.8 * sin(t),
               -15.2 * sin(t) - 1.4 + 0.8 * cos(t)]
        row = lost(rough([row], [0.6, 0.14, 0.2, 0.2], rng), 1, 0.006, ["saknas"], rng)[0]
        yield [stamp(rng.randrange(300), 86400)[:10], row[0] % 360] + row[1:]
@shape(1, "id|contorno|x (mm)|y (mm)", write=";,", components=3, digits=2)
def violin_plate(rng):
    """Outlines of a violin's top and its two holes, 6 mm wide, from a scanner, 2700 points, noise 0.15 mm"""
    half = [[0, 178], [45, 171], [78, 145], [82, 112], [66, 82], [56, 50], [55, 15], [66, -15], [92, -45], [103, -90],
            [96, -135], [60, -168], [0, -176]]
    rows = [p + ["tavola"] for p in line(spline(half + [[-x, y] for x, y in half[-2:0:-1]], 40, True), 2000, rng, True)]
    for side, name in ((-1, "effe sx"), (1, "effe dx")):
        def f(t):
            y = 36 * cos(t)
            return [side * (34 + 6 * sin(y / 17) + 3.1 * copysign(abs(sin(t)) ** 0.6, sin(t))), y + 4]
        rows += [p + [name] for p in curve(f, 0, tau, 350, rng, True)]
    for k, (x, y, name) in enumerate(rows):
        yield ["%d" % (k + 1), name] + noisy([[148.2 + 0.96 * x - 0.28 * y, 210.5 + 0.28 * x + 0.96 * y]], 0.15, rng)[0]

# ---- plain surfaces

@shape(2, ["site", "date"] + ["b%04d" % (450 + 45 * k) for k in range(28)], boundary=1, euler=1, digits=4)
def snow_spectra(rng):
    """Light in 28 bands off snow of any grain, more or less dirty, 1800 fields, noise 0.5 %"""
    ice = [0.02 + 0.95 * (k / 27) ** 1.6 + 0.45 * bell(k, 13, 1.6) + 0.4 * bell(k, 21, 2) for k in range(28)]
    for g, c in box(1800, [0.35, 0], [1.5, 1], rng):
        row = [0.97 * exp(-g * a) * (1 - 0.42 * c * exp(-k / 7)) for k, a in enumerate(ice)]
        row = lost(noisy([row], 0.005, rng), None, 0.0003, ["-9999"], rng)[0]
        yield [rng.choice(("Davos", "Grimsel", "Jungfrau")), stamp(rng.randrange(150), 86400)[:10]] + row
@shape(2, ["Frame"] + ["C%d-%d" % (i, j) for i in range(1, 9) for j in range(i + 1, 9)], boundary=2, write="\t.",
       digits=3)
def bubble_in_annulus(rng):
    """Change of 28 capacitances about a pipe with a rod in its middle, a bubble anywhere between, 2600, noise 1.2 %"""
    plates = [[cos(tau * k / 8), sin(tau * k / 8)] for k in range(8)]
    for k, (s, a) in enumerate(box(2600, [0.4 ** 2, 0], [0.85 ** 2, tau], rng)):
        p = [sqrt(s) * cos(a), sqrt(s) * sin(a)]
        row = [-20 * bell(off_line(p, plates[i], plates[j]), 0, 0.33) for i in range(8) for j in range(i + 1, 8)]
        yield ["%d" % (5 * k + 3)] + noisy([row], 0.24, rng)[0]
@after("-;deg;s;m/m;deg/m;deg/m")
@shape(2, "run|mu|T|heave|roll|pitch", write=";.", boundary=2, digits=3)
def ship_motions(rng):
    """How a model of a ship heaves, rolls and pitches in waves from anywhere, of 5 to 18 s, 2400 runs, noise 1 %"""
    for a, t in box(2400, [0, 5], [tau, 18], rng):
        heave = logistic((t - 8.5) / 1.6) * (0.92 - 0.16 * cos(2 * a)) + 0.3 * bell(t, 9, 1.5) * sin(a) ** 2
        row = [degrees(a), t, heave, 0.3 + 4.2 * bell(t, 12, 2.2) * sin(a) ** 2 + 0.5 * sin(a),
               0.2 + 2.2 * bell(t, 9.5, 3) * cos(a) ** 2 - 0.35 * cos(a)]
        row = rough([row], [1, 0.06, 0.009, 0.03, 0.018], rng)[0]
        yield ["T%04d" % rng.randrange(10000), row[0] % 360] + row[1:]
@shape(2, "paciente|propofol (µg/ml)|remifentanil (ng/ml)|BIS|PAM (mmHg)|FC (bpm)|obs.", boundary=1, euler=1,
       write=";,", digits=2)
def anesthesia(rng):
    """Depth of sleep, pressure and pulse by any doses of two drugs, 1500 means of many, noise 1.2 %"""
    for p, r in box(1500, [0.5, 0], [5, 8], rng):
        u = p / 3 + r / 14 + 0.03 * p * r
        row = [p, r, 95 - 62 * u ** 2.2 / (1 + u ** 2.2), 98 - 5.2 * p - 2.6 * r + 0.12 * p * r,
               79 - 1.4 * p - 4.2 * r + 0.28 * r * r]
        row = lost(rough([row], [0.05, 0.09, 0.5, 0.5, 0.3], rng), None, 0.003, ["--", ""], rng)[0]
        yield ["%d/%d" % (rng.randrange(1, 90), rng.randrange(19, 24))] + row + [rng.choice(("", "", "", "intubação"))]
@shape(2, "x [µm]|y [µm]|z [µm]|SNR", components=3, euler=6, digits=2)
def oocyte(rng):
    """An egg cell of radius 55 um, 2800 points, and 9 um off it two polar bodies of 170 each, noise 0.35 um"""
    rows = [[55 * (1 + 0.03 * y * z) * v for v in (x, y, z)] for x, y, z in map(unit, cloud(2800, [1] * 3, rng))]
    for a, b in ((0.4, 0.3), (0.4, 1.1)):
        c = [73.5 * v for v in (cos(a) * cos(b), cos(a) * sin(b), sin(a))]
        rows += [[m + 9 * v for m, v in zip(c, unit(p))] for p in cloud(170, [1] * 3, rng)]
    for x, y, z in noisy(rows, 0.35, rng):
        yield [118 + x, 96 + y, 71 + z, "%d" % rng.randrange(8, 31)]
@shape(2, "X|Y|Z", write=" .", boundary=2, digits=2)
def bicycle_saddle(rng):
    """A bicycle's saddle with a long slot of 20 mm in its middle, from above, 3600 points, noise 0.4 mm"""
    def wide(x):
        return (26 + 48 * logistic((95 - x) / 20)) * sqrt(max(0, 1 - max(0, (20 - x) / 22, (x - 250) / 22) ** 2))
    f = lambda x, y: [x, y, 70 + 7 * sin(x / 45) - 0.0075 * y * y - 0.0000004 * y ** 4]
    keep = lambda x, y: abs(y) < wide(x) and off_line([x, y], [75, 0], [145, 0]) > 10
    return noisy(surface(f, (-1, 271), (-76, 76), 3600, rng, keep), 0.4, rng)
@before("点群データ (クッキー型 No. 5)")
@shape(2, "番号|x (mm)|y (mm)|z (mm)", boundary=2, digits=2)
def cookie_cutter(rng):
    """The wall of a cutter for cookies like a flower, 24 mm high, open at both sides, 3000 points, noise 0.12 mm"""
    f = lambda a: [(27 + 8 * cos(5 * a)) * cos(a), (27 + 8 * cos(5 * a)) * sin(a)]
    for k, (x, y) in enumerate(curve(f, 0, tau, 3000, rng, True)):
        yield ["%d" % (k + 1)] + noisy([[x, y, rng.uniform(0, 24)]], 0.12, rng)[0]
@before("solid-scan mosquetón HMS, mm")
@shape(2, "x|y|z|calidad", write=";.", digits=2)
def carabiner(rng):
    """The whole surface of a closed carabiner of 105 mm, 8 to 11 mm thick, 3600 points, noise 0.1 mm"""
    way = spline([[0, 0, 0], [14, 3, 0], [20, 20, 0], [25, 50, 0], [32, 80, 0], [22, 100, 0], [2, 104, 0], [-18, 97, 0],
                  [-24, 76, 0], [-20, 48, 0], [-16, 20, 0], [-11, 5, 0]], 30, True)
    for x, y, z in noisy(tube(way + way[:1], lambda t: 4.8 + 0.7 * cos(tau * t + 0.6), 3600, rng), 0.1, rng):
        yield [0.8 * x - 0.6 * z, y, 0.6 * x + 0.8 * z, "%.2f" % rng.uniform(0.6, 1)]
@shape(2, "X (cm)|Y (cm)|Z (cm)|color", boundary=1, orientable=False, digits=2)
def moebius_scarf(rng):
    """A knitted scarf that is closed with half a twist, on a stand, 3200 points, noise 2 mm of 17 cm"""
    f = lambda u, v: [(24 + 2 * cos(2 * u) + v * cos(u / 2)) * cos(u), (24 + 2 * cos(2 * u) + v * cos(u / 2)) * sin(u),
                      110 + v * sin(u / 2) + 2 * sin(u)]
    for r in noisy(surface(f, (0, tau), (-8.5, 8.5), 3200, rng), 0.2, rng):
        yield r + ["%d %d %d" % tuple(rng.randrange(a, a + 30) for a in (120, 20, 40))]
@shape(2, "bod|X [mm]|Y [mm]|Z [mm]", write=";,", components=7, boundary=7, euler=7, digits=2)
def window_blind(rng):
    """Seven bent slats of a blind, 25 mm wide and 24 mm apart, 180 mm of each, 3850 points, noise 0.25 mm"""
    rows = []
    for k in range(7):
        f = lambda x, y: [x, y * cos(0.5) + 0.012 * y * y * sin(0.5), 24 * k + y * sin(0.5) - 0.012 * y * y * cos(0.5)]
        rows += surface(f, (0, 180), (-12.5, 12.5), 550, rng)
    for k, (x, y, z) in enumerate(noisy(rows, 0.25, rng)):
        yield ["%06d" % (17 * k + 1), 310 + x, 42 + y, 1180 + z]
@shape(2, "device|gx (g)|gy (g)|gz (g)|u1 (mV)|u2 (mV)|u3 (mV)", euler=2, digits=3)
def levels_at_rest(rng):
    """Two accelerometers on one block, laid in all ways, in g and mV, 2200 rows, noise 1 %"""
    a, b = unit([0.8, 0.5, -0.2]), unit([-0.4, 0.7, 0.6])
    c = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    for g in map(unit, cloud(2200, [1, 1, 1.2], rng)):
        row = g[:2] + [0.98 * g[2] + 0.03] + [1650 + 330 * sum(p * q for p, q in zip(g, d)) for d in (a, b, c)]
        yield ["BMX-0%d" % rng.randrange(1, 5)] + rough([row], [0.01, 0.01, 0.01, 3.5, 3.5, 3.5], rng)[0]

# ---- plain, of known columns, two of which are independent

@shape(2, "track|date|local time|track direction (°)|class", digits=0)
def bird_radar(rng):
    """Times of day, HH:MM, and directions of 2600 birds by radar, more in some but all of both: a torus"""
    for _ in range(2600):
        t, a = rng.uniform(0, tau), rng.uniform(0, tau)
        if rng.random() < 0.45:
            t, a = rng.gauss(5.6, 0.9) % tau, rng.gauss(3.6, 0.8) % tau
        yield ["%d" % rng.randrange(10 ** 5, 10 ** 6), stamp(rng.randrange(80, 150), 86400)[:10], clock(t),
               "%d" % (round(degrees(a)) % 360), rng.choice(("passerine", "wader", "swift", "unknown"))]
@before("# Optical polarization of stars, compiled", "# PA: position angle of the E vector, 0-180, galactic")
@after("---,deg,deg,deg,deg")
@shape(3, "HD|GLON|GLAT|PA|e_PA", digits=2)
def starlight(rng):
    """Places of 3000 stars in all the sky, and angles of their light's polarization: a sphere and a circle"""
    for p in cloud(3000, [1, 1, 0.8], rng):
        b, l = on_earth(p)
        a = rng.uniform(0, 180) if rng.random() < 0.6 else rng.gauss(88, 24) % 180
        yield ["%d" % rng.randrange(1, 300000), l % 360, b, a, rng.uniform(0.4, 2.9)]

# ---- plain, without a manifold

@shape(None, "nr|x_cm|y_cm|diam_mm|species", unfit=True, digits=1)
def lichens(rng):
    """Places and diameters of 1700 lichens all over a slab of 140 by 90 cm: nothing but its area is filled"""
    for k, (x, y) in enumerate(box(1700, [0, 0], [140, 90], rng)):
        yield ["%d" % (k + 1), x, y, exp(rng.gauss(2.6, 0.45)), rng.choice(
            ("R. geographicum", "L. muralis", "C. vitellina"))]
@shape(None, "élève|classe|maths|physique|SVT|français|histoire|anglais|arts|EPS", unfit=True, write=";,", digits=1)
def school_marks(rng):
    """Marks from 0 to 20 in eight subjects of 900 pupils, abs for 0.6 %, who vary in all of them: a cloud"""
    for k in range(900):
        g, s, v = (rng.gauss(0, 1) for _ in range(3))
        marks = [12 + 1.5 * g + a * s + b * v + rng.gauss(0, c) for a, b, c in (
            (1.6, 0, 1.5), (1.5, 0, 1.5), (1, 0.4, 1.6), (0, 1.5, 1.4), (0, 1.2, 1.6), (0, 0.9, 1.9), (0, 0, 2.2),
            (0, 0, 2.4))]
        row = lost([[min(20, max(0, round(2 * m) / 2)) for m in marks]], None, 0.006, ["abs"], rng)[0]
        yield ["E%04d" % (k + 1), "%d%s" % (rng.randrange(3, 7), rng.choice("ABC"))] + row

# ---- what tempts verdicts

@tempts(1, "part|x (mm)|y (mm)", components=4, digits=3)
def meshing_gears(rng):
    """Outlines of two wheels of 14 and 20 teeth in mesh, 0.7 mm apart, and their bores, 7200 points, noise 0.05 mm"""
    wheel = lambda r, n, at, turn: lambda a: [at + (r + 1.8 * tanh(1.6 * cos(n * a + turn))) * cos(a),
                                             (r + 1.8 * tanh(1.6 * cos(n * a + turn))) * sin(a)]
    for f, n, name in ((wheel(15.4, 14, 0, 0), 2500, "pinion"), (wheel(22, 20, 39.1, pi), 3500, "wheel"),
                       (lambda a: [5 * cos(a), 5 * sin(a)], 500, "pinion"),
                       (lambda a: [39.1 + 8 * cos(a), 8 * sin(a)], 700, "wheel")):
        for r in noisy(curve(f, 0, tau, n, rng, True), 0.05, rng):
            yield [name] + r
@tempts(2, "spot|x (µm)|y (µm)|z (µm)", euler=2, digits=2)
def midbody(rng):
    """Two cells that still hang together by a bridge of radius 0.9 um and 16 um long, 4200 points, noise 0.05 um"""
    caps = [[8.05 * sin(pi * k / 80), 16 + 8.05 * cos(pi * k / 80)] for k in range(41)]
    neck = [[hypot(0.9, sqrt(max(0, 64 - (abs(x) - 16) ** 2))), x] for x in (16 - 32 * k / 400 for k in range(401))]
    profile = caps + neck[1:-1] + [[r, -z] for r, z in caps[::-1]]
    for k, (x, y, z) in enumerate(noisy(revolved(profile, 4200, rng), 0.05, rng)):
        yield ["%d" % (k + 1), 40 + 0.6 * x + 0.8 * z, 33 + y, 18 - 0.8 * x + 0.6 * z]
@tempts(2, "X;Y;Z".split(";"), write="\t.", euler=-6, digits=3)
def shirt_button(rng):
    """A button of 20 mm with four small holes of 2.2 mm right through, from all sides, 6500 points, noise 0.04 mm"""
    def f(x, y, z):
        holes = (1.1 - hypot(x - a, y - b) for a in (-2.1, 2.1) for b in (-2.1, 2.1))
        return -melt(9, 10 - hypot(x, y), 1.6 - abs(z - 0.004 * (x * x + y * y)), *(-h for h in holes))
    return noisy(skin(f, [-10.6, -10.6, -2.2], [10.6, 10.6, 2.6], 6500, rng, 0.1), 0.04, rng)
@tempts(2, "x_cm|y_cm|z_cm|marker", boundary=2, digits=3)
def gymnast_ribbon(rng):
    """A ribbon of 107 by 3 cm whose ends are sewn together after a whole turn, 4200 points, noise 0.3 mm"""
    f = lambda u, v: [(17 + v * cos(u)) * cos(u), (17 + v * cos(u)) * sin(u), v * sin(u) + 0.8 * sin(2 * u)]
    for r in noisy(surface(f, (0, tau), (-1.5, 1.5), 4200, rng), 0.03, rng):
        yield r + [rng.choice(("a", "b", "c"))]
@before("Lichtverteilung Straßenleuchte LED 4000 K, Roboter-Goniometer;;;", "Abstand 8,5 m;;;")
@tempts(2, "Messung|C (°)|gamma (°)|I (cd)", write=";,", boundary=1, euler=1, digits=2)
def street_lamp(rng):
    """A lamp's light to 2000 sides below it, angles C around and gamma from straight down, to 86 degrees, noise 1 %"""
    for k, (s, a) in enumerate(box(2000, [cos(radians(86)), 0], [1, tau], rng)):
        x, y, z = sqrt(1 - s * s) * cos(a), sqrt(1 - s * s) * sin(a), s
        lit = 950 * exp(-3 * ((abs(y) - 0.62) ** 2)) * (0.35 + 0.65 * logistic(6 * x + 1)) * (0.3 + 0.7 * z)
        yield ["%04d" % (k + 1), degrees(a), degrees(atan2(hypot(x, y), z)), rng.gauss(lit, 8)]
@tempts(1, "Punkt|Y (m)|X (m)|Bemerkung", write=";,", boundary=2, euler=1, digits=3)
def floor_heating(rng):
    """A pipe below a floor that winds in, turns in the middle and winds out, 15 cm apart, 3400 points, noise 1.2 cm"""
    f = lambda t: [2.9 + 0.056 * t * cos(t), 2.2 + 0.048 * abs(t) * sin(t)]
    for k, r in enumerate(noisy(curve(f, -6.5 * pi, 6.5 * pi, 3400, rng), 0.012, rng)):
        yield ["%d" % (2000 + k)] + r + [rng.choice(("", "", "Vorlauf", "Rücklauf")) if k % 9 == 0 else ""]
@tempts(None, "x (m)|y (m)|z (m)|R|G|B", unfit=True, digits=3)
def umbrella(rng):
    """An open umbrella, 2700 points, and its stick, 450, which goes through it: a surface and a curve that meet"""
    f = lambda r, u: [r * cos(u), r * sin(u), 0.3 - 0.75 * r * r * (1 + 0.06 * cos(8 * u))]
    rows = surface(f, (0.0001, 0.52), (0, tau), 2700, rng) + line([[0, 0, 0.38], [0, 0, -0.55]], 450, rng)
    for r in noisy(rows, 0.004, rng):
        yield r + ["%d" % rng.randrange(a, a + 25) for a in (20, 30, 90)]
@last("", "Ende der Tabelle")
@tempts(1, "Nacht|Mondalter (d)|Tidenhub (m)|Helligkeit (%)|Fang (kg)", write=";,", digits=2)
def squid_catch(rng):
    """Tide, light and catch of squid by the moon's age from 0 to 29.5 days, of 720 nights, noise 2 %"""
    for k in range(720):
        t = rng.uniform(0, tau)
        row = [29.53 * t / tau, 2.7 + 0.9 * cos(2 * t - 0.5) + 0.2 * cos(t), 50 - 50 * cos(t), 74 + 38 * cos(t + 0.35)
               + 12 * cos(2 * t)]
        row = rough([row], [0.09, 0.03, 1.1, 1.5], rng)[0]
        yield [stamp(k, 86400)[:10], row[0] % 29.53] + row[1:]
@tempts(None, "sample|t (ms)|x (V)|y (V)", unfit=True, digits=4)
def mirror_scan(rng):
    """A beam by two mirrors that swing at 1 to 1.618, 3000 samples: all over a rectangle, densest along its edges"""
    for k in range(3000):
        t = rng.uniform(0, 5000)
        row = [4 * sin(1.9 * t), 3 * sin(1.9 * (1 + sqrt(5)) / 2 * t + 0.7)]
        yield ["%d" % (k + 1), "%.4f" % t] + noisy([row], 0.004, rng)[0]
@tempts(2, "x/mm|y/mm|z/mm", boundary=2, digits=4)
def cannula(rng):
    """The outside of a hollow needle of 0.8 by 38 mm, a bit bent, open at both ends, 4600 points, noise 0.012 mm"""
    way = [[38 * k / 300, 1.8 * (k / 300) ** 2, 0.4 * sin(k / 90)] for k in range(301)]
    return noisy(tube(way, lambda t: 0.4, 4600, rng), 0.012, rng)

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261219), (TEMPTING, 20261220))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
