"""An eighteenth blind batch of tables as they are brought, with known truth.

python3 twentysecond.py FOLDER [tuning|held_out|NAME ...]

Like twentyfirst.py, with tools of nineteenth.py, sixteenth.py, ninth.py, seventh.py, sixth.py,
fifth.py, fourth.py and make.py. 30 are plain, of which twelve have 21 to 112 rows; 10 tempt a
verdict. As there, what the scientist expects is true: angles of shafts, a position angle and a time
of the day close; a date, a name, a lap, the number of a row, an error, how many pictures saw a
target, and what is the same in all rows are no coordinates. A set of a surface with a curve has no
manifold. Some files are as programs write them: an object a line or in a list, a NumPy array, names
after slashes, quotes around all cells, units beneath names, numbers for what is missing.
"""
import functools, json, os, struct, sys
from math import asin, atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt, tau

import edits, make, seventh
from make import box, line, noisy, spline, surface
from fourth import bell, cloud
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from eighth import evenly
from ninth import revolved
from sixteenth import shared
from nineteenth import eased, polar

PLAIN, TEMPTING, EDITS, PACKED = {}, {}, edits.Edits(), []
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

# ---- tools

def packed(f):
    """Registers a set that is an array of NumPy's, in single precision."""
    PACKED.append(f.__name__)
    return f

def pack(folder):
    """Writes the tables of a folder that are arrays as such, under their names."""
    for name in PACKED:
        path = os.path.join(folder, name + ".csv")
        if os.path.exists(path):
            with open(path, newline="", encoding="utf-8") as f:
                rows = [list(map(float, r.split(","))) for r in f.read().splitlines()[1:]]
            head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (
                len(rows), len(rows[0]))
            head += " " * (-(len(head) + 11) % 64) + "\n"
            with open(path, "wb") as f:
                f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
                f.writelines(struct.pack("<%df" % len(r), *r) for r in rows)

def objects(text):
    """The rows as objects, with numbers where cells are such."""
    def value(v):
        try:
            return float(v) if "." in v else int(v)
        except ValueError:
            return v or None
    names, *rows = (r.split(",") for r in text.splitlines())
    return [dict(zip(names, map(value, r))) for r in rows]

def json_lines(text):
    """An object a line."""
    return "".join(json.dumps(r) + "\n" for r in objects(text))

def json_list(text):
    """A list of objects."""
    return json.dumps(objects(text), indent=2) + "\n"

def quoted(text):
    """With quotes around all cells."""
    return "".join(",".join('"%s"' % v for v in r.split(",")) + "\r\n" for r in text.splitlines())

def marked(text):
    """With the mark that some programs put before text in UTF-8."""
    return "\ufeff" + text

def slashed(text):
    """With slashes before the names, as programs for clouds of points do."""
    return "//" + text

def turned(p, a, b=0.0):
    """A point turned by an angle about x, then about z."""
    x, y, z = p
    y, z = y * cos(a) - z * sin(a), y * sin(a) + z * cos(a)
    return [x * cos(b) - y * sin(b), x * sin(b) + y * cos(b), z]

# ---- plain, of 21 to 112 rows

@before("Optische Bank, Linse Nr. 12, Gegenstand: Pfeil 20 mm", "Datum: 14.11.2023")
@shape(1, "Nr.|g (mm)|b (mm)|B (mm)|Beob.", write=";,", boundary=2, euler=1, digits=1,
       ordered=True)
def lens_bench(rng):
    """How far a lens puts an arrow's image, and how large it is, 22 rows, noise 0.8 %"""
    for k in range(22):
        g = 150 * (1 + 10 ** (-0.55 + 1.2 * (k + rng.uniform(-0.2, 0.2)) / 21))
        b = 150 * g / (g - 150)
        yield ["%d" % (k + 1)] + rough([[g, b, 20 * b / g]], [1, 4, 0.4], rng)[0] + [
            rng.choice(("MH", "JW"))]
@before("# NTC 10k B3950, oil bath, reference Pt100, divider 10k to 5.00 V")
@shape(1, "run,T_ref (degC),R (kOhm),U (V)".split(","), boundary=2, euler=1, digits=3, ordered=True)
def thermistor(rng):
    """A thermistor's resistance and a divider's voltage from 2 to 98 degrees, 34 rows, 0.5 %"""
    for k in range(34):
        t = 2 + 96 * (k / 16 if k < 17 else (33.5 - k) / 16.5) + rng.uniform(-1.5, 1.5)
        r = 10 * exp(3950 * (1 / (t + 273.15) - 1 / 298.15))
        yield ["heating" if k < 17 else "cooling"] + rough(
            [[t, r, 50 / (r + 10)]], [0.3, 0.12, 0.015], rng)[0]
@before("Nähmaschine Kl. 45, Fadenhebel-Öse, Video 240 fps, Handrad in 5-Grad-Schritten")
@shape(1, "Bild|Hauptwelle (°)|x (mm)|y (mm)", write="\t.", digits=2, ordered=True)
def takeup_lever(rng):
    """Where a sewing machine's lever goes as its shaft turns once, 72 rows, noise 0.2 mm"""
    for k in range(72):
        a = radians(5 * k)
        x, y = polar(12, a)
        u, v = 35 - x, 20 - y
        far = hypot(u, v)
        bend = (far * far + 40 * 40 - 35 * 35) / (80 * far)  # cosine at the crank's end
        p = atan2(v, u) + atan2(sqrt(1 - bend * bend), bend)
        row = [x + 62 * cos(p) - 14 * sin(p) + 80, y + 62 * sin(p) + 14 * cos(p) + 31]
        yield ["IMG_%04d" % (k + 377), "%d" % (5 * k)] + noisy([row], 0.2, rng)[0]
@last("Prüfer: Kranz;;;", "Maschine: Z005, kalibriert 03/2024;;;")
@shape(1, "Feder|Pos|L (mm)|F (N)", write=";,", components=3, boundary=6, euler=3, digits=2,
       ordered=True)
def spring_rates(rng):
    """Length and force of three springs that are pulled, 42 rows, noise 0.4 %: three lines"""
    for name, long, much, force, more in (("A-0450", 45, 65, 8, 52), ("B-0600", 60, 90, 5, 22),
                                          ("C-0300", 30, 30, 15, 75)):
        for k in range(14):
            s = (k + rng.uniform(-0.15, 0.15)) / 13
            yield [name, "%d" % (k + 1)] + rough(
                [[long + much * s, force + more * s]], [0.2, 0.35], rng)[0]
@edited(json_lines)
@shape(1, "elapsed_s,pressure_bar,flow_ml_s,weight_g,basket_c,grind,profile".split(","), boundary=2,
       euler=1, digits=2, ordered=True)
def espresso_shot(rng):
    """Pressure, flow, weight and heat of a cup of espresso, 62 half seconds, noise 1 %"""
    grams = 0
    for k in range(62):
        t = 0.5 * k
        bar = 0.4 + 2.6 * eased(t / 4) + 6.2 * eased((t - 7) / 5) - 3.1 * eased((t - 15) / 16)
        flow = 2.6 * bell(t, 3, 2.1) + 0.5 * eased(t / 6) + 1.9 * eased((t - 8) / 14)
        grams += 0.5 * 0.95 * flow * eased((t - 6) / 5)
        row = [bar, flow, grams, 84.5 + 8 * (1 - exp(-t / 7)) - 0.04 * t]
        yield ["%.1f" % t] + rough([row], [0.08, 0.05, 0.3, 0.08], rng)[0] + ["2.4", "Londinium"]
@shape(None, "Probe|Sorte|Wasser (%)|HMF (mg/kg)|Diastase|Leitf. (mS/cm)|pH", write=";,",
       unfit=True, digits=2)
def honey_lab(rng):
    """Five measures of 64 jars of honey, which vary by themselves: a cloud"""
    for k in range(64):
        dark, old = rng.gauss(0, 1), rng.gauss(0, 1)
        yield ["H23-%03d" % (rng.randrange(100, 900)), rng.choice(
            ("Raps", "Linde", "Wald", "Sommertracht")), rng.gauss(17.2, 0.9),
               exp(1.9 + 0.4 * old + rng.gauss(0, 0.5)), 19 - 2 * old + rng.gauss(0, 5),
               exp(-0.9 + 0.3 * dark + rng.gauss(0, 0.3)), 4.1 + 0.1 * dark + rng.gauss(0, 0.2)]
@after("-;m;m;m;mm;mm;mm;-")
@shape(2, "Target|X|Y|Z|sX|sY|sZ|images", write=";.", boundary=1, euler=1, digits=4, ordered=True)
def dish_targets(rng):
    """112 targets on a round dish of 6 m, by photographs, noise 4 mm: a bowl with a rim"""
    for k in range(112):
        x, y = polar(3 * sqrt((k + 0.5) / 112) * rng.uniform(0.97, 1), 2.39996 * k)
        p = turned([x, y, (x * x + y * y) / 6.4], radians(52), radians(23))
        yield ["T%03d" % (k + 101)] + [v + c for v, c in zip(noisy([p], 0.004, rng)[0], (
            102.4, 48.9, 7.3))] + ["%.2f" % rng.uniform(0.1, 0.4) for _ in range(3)] + [
                "%d" % rng.randrange(4, 15)]
@before("# measures of a visual binary; theta for the equator of date")
@shape(1, "epoch theta rho n tel ref".split(), write=" .", digits=3, ordered=True)
def visual_binary(rng):
    """Position angle and distance of a double star, 72 measures in 1.4 rounds, noise 2 %"""
    for k in range(72):
        t = (k + rng.uniform(-0.4, 0.4)) * 1.4 / 72
        a = tau * t
        for _ in range(20):
            a = tau * t + 0.28 * sin(a)
        x, y = 1.9 * (cos(a) - 0.28), 1.9 * sqrt(1 - 0.28 ** 2) * sin(a)
        u, v = x, y * cos(radians(38))
        x, y = noisy([[u * cos(1.1) - v * sin(1.1), u * sin(1.1) + v * cos(1.1)]], 0.035, rng)[0]
        yield ["%.2f" % (1906.3 + 84.2 * t), "%.1f" % (degrees(atan2(y, x)) % 360), hypot(x, y),
               "%d" % rng.randrange(1, 7), rng.choice(("1.0", "0.8", "0.6")), rng.choice(
                   ("Bgh", "Wor", "Hei", "Cou", "Scx"))]
@edited(json_list)
@shape(1, "name,lat,lon,time,sym".split(","), ordered=True)
def island_round(rng):
    """96 marks on a walk all around an island of 2 km with a bay, by GPS, errors of 5 m"""
    def far(a):
        return 980 + 190 * cos(2 * a + 1) + 90 * cos(3 * a - 0.4) - 420 * bell(a % tau, 4.1, 0.28)
    way = [polar(far(tau * k / 1000), tau * k / 1000) for k in range(1000)]
    long = [0]
    for (a, b), (c, d) in zip(way, way[1:] + way[:1]):
        long.append(long[-1] + hypot(a - c, b - d))
    for k in range(96):
        s = long[-1] * (k + rng.uniform(-0.25, 0.25) + 0.3) / 96
        x, y = noisy([way[max(j for j, v in enumerate(long) if v <= s) % 1000]], 5, rng)[0]
        yield ["WPT%03d" % (k + 1), "%.6f" % (54.6712 + y / 111300), "%.6f" % (
            8.3915 + x / 64400), stamp(k, 97), "Flag Blue"]
@edited(marked)
@shape(1, "stop_id,stop_code,stop_name,stop_lat,stop_lon,zone_id,location_type".split(","),
       boundary=3, euler=1)
def tram_stops(rng):
    """69 stops of a tram whose line parts in two, about 450 m apart, off by 25 m: three ends"""
    knot = [0, 0]
    ways = [[[-8700, -2600], [-6100, -2900], [-3900, -900], [-1700, -600], knot],
            [knot, [1900, 1300], [3100, 3500], [5400, 4500], [6200, 6900]],
            [knot, [2300, -700], [4600, -2900], [7300, -2500], [9600, -3600]]]
    streets = """Market Mill Station Church Bridge Park School Harbor Castle Garden Forest Field
        Spring Tower Brewery Stadium Museum Library Hospital Cemetery""".split()
    n = 0
    for way in ways:
        way = spline(way)
        long = [0]
        for a, b in zip(way, way[1:]):
            long.append(long[-1] + hypot(a[0] - b[0], a[1] - b[1]))
        count = round(long[-1] / 450)
        for k in range(1 if n else 0, count + 1):
            s = long[-1] * min(1, max(0, (k + rng.uniform(-0.2, 0.2) * (0 < k < count)) / count))
            x, y = noisy([way[max(j for j, v in enumerate(long) if v <= s)]], 25, rng)[0]
            n += 1
            yield ["%d" % (8000 + 10 * n), "TR%02d" % n, "%s %s" % (streets[n % 20], (
                "Street", "Square", "Road", "Lane")[n // 20 % 4]), "%.5f" % (51.0512 + y / 111260),
                   "%.5f" % (13.7410 + x / 70000), "10", "0"]
@shape(1, "Marke (m)|Zeit (s)|v (km/h)", write=";,", boundary=2, euler=1, digits=3, ordered=True)
def sprint_splits(rng):
    """Time and speed of a runner each 5 m of 100 m, 21 rows, noise 0.3 %"""
    t, x, v, k = 0.15, 0.0, 0.0, 0
    while k <= 20:
        if x >= 5 * k:
            yield ["%d" % (5 * k), t + rng.gauss(0, 0.004), max(0, 3.6 * v + rng.gauss(0, 0.12))]
            k += 1
        v = 12.1 * (1 - exp(-(t - 0.15) / 1.25)) - 0.09 * max(0, t - 5.5)
        x, t = x + 0.002 * v, t + 0.002
@shape(1, "Clock time|Core temp (°C)|Melatonin (pg/mL)|Cortisol (µg/dL)|n", digits=2,
       ordered=True)
def day_rhythm(rng):
    """Heat and two hormones each half hour of a day, means of eleven people, noise 1.5 %"""
    near = lambda h, at, much: exp(much * (cos(tau * (h - at) / 24) - 1))
    for k in range(48):
        h = k / 2
        row = [36.9 - 0.42 * cos(tau * (h - 4.8) / 24) + 0.1 * cos(2 * tau * (h - 2) / 24),
               3 + 62 * near(h, 2.8, 4), 3.2 + 15 * near(h, 8.2, 2.2) + 2 * near(h, 13.5, 9)]
        yield ["%02d:%02d" % divmod(30 * k, 60)] + rough([row], [0.012, 0.9, 0.2], rng)[0] + ["11"]

# ---- plain, of 140 to 780 rows

@before("Spirometrie, Ruheatmung, 25 Hz, BTPS", "Pat.: anonym")
@shape(1, "t (s)|V (l)|Fluss (l/s)|Pmund (kPa)", write="\t,", digits=3, ordered=True)
def quiet_breathing(rng):
    """Volume, flow and pressure at the mouth through eight like breaths, 800 rows, noise 2 %"""
    for k in range(800):
        a = tau * k / 100.4
        a += 0.25 * sin(a) + 0.1 * sin(2 * a)
        row = [2.6 - 0.31 * cos(a), 0.47 * sin(a) + 0.06 * sin(2 * a),
               -0.052 * sin(a) + 0.012 * cos(2 * a) - 0.02 * cos(a)]
        yield ["%.2f" % (k / 25)] + rough([row], [0.009, 0.012, 0.0016], rng)[0]
@before("cam profile, 4V head, gauge zeroed on base circle", "plunger 5 mm, oil wiped")
@shape(1, "deg,IN1 (mm),IN2 (mm),EX1 (mm),EX2 (mm)".split(","), digits=3, ordered=True)
def camshaft(rng):
    """Lift of four valves at each degree of a camshaft, zero for a third of it, 360 rows, 0.3 %"""
    def lift(a, at, wide, high):
        off = abs((a - at + 180) % 360 - 180) / wide
        return high * (1 - eased(off)) if off < 1 else 0
    for k in range(360):
        row = [lift(k, 156, 68, 9.4), lift(k, 160, 66, 9.1), lift(k, 48, 71, 8.7),
               lift(k, 46, 71, 8.7)]
        yield ["%d" % k] + noisy([row], 0.02, rng)[0]
GENES = (("CCNE2", 1.2, 2), ("MCM5", 1.5, 3), ("PCNA", 1.9, 2), ("RRM2", 2.6, 3), ("HIST1H4C", 2.9,
         4), ("CENPF", 4.1, 3), ("TOP2A", 3.8, 2), ("CCNB1", 4.6, 3), ("PLK1", 4.9, 4))
@shape(1, ["barcode", "plate"] + [g for g, *_ in GENES], write="\t.", digits=3)
def cell_cycle(rng):
    """Nine genes of 460 cells through their cycle, most between divisions, NA, noise 4 %"""
    for _ in range(460):
        a = rng.gauss(0, 0.7) if rng.random() < 0.4 else rng.uniform(0, tau)
        row = [0.4 + 3.1 * exp(0.6 * much * (cos(a - at) - 1)) for _, at, much in GENES]
        row = [max(0, v) for v in noisy([row], 0.12, rng)[0]]
        yield ["".join(rng.choice("ACGT") for _ in range(14)) + "-1", "P%d" % rng.randrange(1, 4)
               ] + lost([row], None, 0.003, ["NA"], rng)[0]
@shape(2, "utc|TWA (deg)|TWS (kn)|BSP (kn)|heel (deg)|leeway (deg)|sails", boundary=1, euler=1,
       digits=2)
def sail_polar(rng):
    """A boat's speed, heel and leeway in winds from any side, 720 rows, blanks, noise 1 %"""
    for k in range(720):
        a, w = 32 + 143 * rng.random() ** 1.25, 5 + 20 * rng.random() ** 0.8
        push = 1 - exp(-w / 8.5)
        row = [a, w, 9.2 * push * sin(radians(20 + 0.72 * a)) ** 0.9 - 0.9 * bell(a, 175, 30),
               3 + 26 * push ** 2 * bell(a, 55, 42), 0.6 + 5.2 * bell(a, 30, 26) * (0.5 + w / 40)]
        row = rough([row], [1, 0.2, 0.07, 0.25, 0.06], rng)[0]
        yield [stamp(k * 7 + rng.randrange(7), 61)] + lost([row], 4, 0.01, [""], rng)[0] + [
            "J2+main" if a < 95 else "A3+main"]
@shape(2, ["swatch", "date"] + ["R%d" % w for w in range(400, 701, 20)] + ["finish"],
       boundary=1, euler=1, digits=2)
def paint_mixes(rng):
    """Sixteen reflectances of mixtures of three paints in any shares, 560 swatches, noise 0.3"""
    inks = ((lambda w: 0.25 + 3.2 * bell(w, 640, 75)), (lambda w: 0.12 + 4.6 * bell(w, 415, 48)),
            (lambda w: 0.2 + 3.6 * bell(w, 525, 38) + 0.5 * bell(w, 420, 40)))
    for k in range(560):
        shares = [rng.gammavariate(0.65, 1) for _ in range(3)]
        row = []
        for w in range(400, 701, 20):
            ks = sum(s * f(w) for s, f in zip(shares, inks)) / sum(shares)
            row.append(100 * (1 + ks - sqrt(ks * ks + 2 * ks)))
        yield ["S-%04d" % (k + 1), "2023-%02d-%02d" % (k // 60 + 2, k % 28 + 1)] + noisy(
            [row], 0.3, rng)[0] + ["matt"]
@shape(1, "x [px],y [px]".split(","), boundary=2, euler=0, digits=1)
def smoke_loop(rng):
    """A plane's trail of smoke with one loop, from a photograph, 430 points, noise 3 px"""
    way = [[120, 310], [420, 290], [760, 330], [1050, 480], [1190, 740], [1080, 1000], [820, 1090],
           [590, 970], [510, 730], [640, 500], [900, 350], [1240, 270], [1640, 300]]
    yield from noisy(line(spline(way), 430, rng), 3, rng)
@before("cross section 14B, felled 2009, image 600 dpi, pith = 0/0")
@shape(1, "ring_year;x_mm;y_mm;reader".split(";"), write=";.", components=5, digits=2,
       ordered=True)
def tree_rings(rng):
    """Five rings of a trunk, out of the middle, 700 points, noise 0.35 mm: closed, in each other"""
    for j, r in enumerate((9, 18, 26.5, 36, 44)):
        n = (60, 105, 140, 180, 215)[j]
        for k in range(n):
            a = tau * (k + rng.uniform(-0.4, 0.4)) / n
            far = r * (1 + 0.05 * cos(a - 0.8) + 0.03 * cos(3 * a + 1) + 0.012 * cos(5 * a))
            x, y = polar(far, a)
            yield ["%d" % (1961 + 10 * j)] + noisy([[x + 0.12 * r, y]], 0.35, rng)[0] + ["AK"]
@before("# MOX array, bench 3; RH 50 %, 24 degC, flow 400 sccm; conductance in uS")
@shape(3, "step CO_ppm NO2_ppm C7H8_ppm s1 s2 s3 s4 s5 s6 s7 s8 rh_set".split(), write=" .",
       boundary=1, euler=1, digits=3)
def gas_array(rng):
    """Three gases in any amounts, and eight sensors that feel them, 780 rows, noise 1 %"""
    feel = [(cos(1.7 * j) ** 2, 0.7 * cos(2.9 * j + 1) ** 2, sin(1.3 * j) ** 2) for j in range(8)]
    for k in range(780):
        co, no, tol = [rng.random() for _ in range(3)]
        row = [50 * co, 2 * no, 20 * tol]
        row += [12 * (0.5 + 3 * p * co + 2.4 * r * tol) ** 0.7 / (1 + 1.6 * q * no)
                for p, q, r in feel]
        yield ["%d" % (k + 1)] + rough([row], [0.4, 0.016, 0.16] + [0.12] * 8, rng)[0] + ["50"]
@shape(1, "storm,date,hour,status,lat,lon".split(","), components=3, boundary=6, euler=3,
       ordered=True)
def storm_tracks(rng):
    """Tracks of three storms that turn back over an ocean, each six hours, 150 fixes, 0.15 deg"""
    tracks = (("AL04", "ANDREA", [[12, -58], [15, -67], [18, -77], [22, -85], [26, -89], [31, -88],
                                  [36, -83]]),
              ("AL07", "GILDA", [[14, -37], [17, -46], [21, -56], [25, -64], [31, -68], [38, -63],
                                 [44, -52]]),
              ("AL11", "ODILE", [[17, -24], [22, -31], [28, -36], [34, -37], [40, -31], [46, -21]]))
    for code, name, stops in tracks:
        way = spline([[a, b * cos(radians(a))] for a, b in stops], 200)
        for k in range(50):
            s = ((k + 0.5) / 50) ** (1.15 if code == "AL07" else 1)
            lat, x = noisy([way[int(s * (len(way) - 1))]], 0.15, rng)[0]
            day = k // 4
            yield [code + "2021 " + name, "202109%02d" % (day + 4), "%02d00" % (k % 4 * 6),
                   "TD" if k < 5 else "HU" if k < 38 else "EX", "%.1fN" % lat,
                   "%.1fW" % -(x / cos(radians(lat)))]

# ---- plain, of 1000 and more rows

@edited(slashed)
@shape(2, "X Y Z Scalar_field".split(), write=" .", boundary=1, orientable=False, digits=4)
def twisted_scarf(rng):
    """A knitted scarf, sewn with one half twist, in mm, 1900 points, noise 1.5 mm: one side"""
    def f(u, v):
        r = 155 + 12 * cos(2 * u) + v * cos(u / 2 + 0.4)
        return [r * cos(u), r * sin(u), v * sin(u / 2 + 0.4) + 9 * sin(2 * u)]
    for r in noisy(surface(f, (0, tau), (-46, 46), 1900, rng), 1.5, rng):
        yield r + ["1.0000"]
@packed
@shape(2, "x|y|z", digits=4)
def kettlebell(rng):
    """The whole skin of a kettlebell with its handle, in mm, 4200 points, noise 0.7 mm: a torus"""
    def f(x, y, z):
        ring = hypot(hypot(x, 0.9 * (z - 112)) - 66, y) - 18
        return melt(0.12, hypot(x, y, z) - 100, ring)
    for r in noisy(skin(f, [-115, -115, -115], [115, 115, 215], 4200, rng, 2.0), 0.7, rng):
        yield turned(r, 0.3, 0.5)
@shape(2, "millis,MagX,MagY,MagZ,TempC".split(","), euler=2, ordered=True)
def compass_raw(rng):
    """A magnetic sensor turned any way by hand, raw counts, 1500 rows, overflows, noise 1.6 %"""
    t = 20411
    for k in range(1500):
        n = unit(cloud(1, [1, 1, 0.75], rng)[0])
        row = [482 * n[0] + 122, 430 * n[1] + 40 * n[0] - 86, 511 * n[2] - 30 * n[1] + 41]
        row = ["%d" % round(v + rng.gauss(0, 7.5)) for v in row]
        if k in (211, 640, 641, 1203):
            row[k % 3] = "-4096"
        t += rng.randrange(98, 103)
        yield ["%d" % t] + row + ["31"]
@shape(2, "x (mm)|y (mm)|z (mm)|ScanPass", write="\t.", boundary=3, euler=-1, digits=3)
def archtop(rng):
    """A guitar's arched top of 52 cm with two openings like eyes, 5000 points, noise 0.5 mm"""
    count = 0
    while count < 5000:
        x, y = box(1, [-230, 0], [230, 520], rng)[0]
        u = (y - 260) / 260
        wide = 190 * sqrt(1 - u * u) * (1 - 0.2 * bell(u, 0.22, 0.25) + 0.14 * bell(u, -0.45, 0.35))
        s = abs(x) - 92 - 0.12 * (y - 225)
        if abs(x) < wide and hypot(s / 19, (y - 225) / 66) > 1:
            count += 1
            z = 24 * (1 - (x / wide) ** 2) * (1 - u ** 4)
            yield noisy([[x + 300, y + 40, z + 85]], 0.5, rng)[0] + ["%d" % (y // 130 + 1)]
@shape(1, "time_s|oar_angle_deg|handle_N|seat_mm|stretcher_N|boat_acc_mss", write=";.", digits=2,
       ordered=True)
def rowing(rng):
    """Strokes of a rower at 25 Hz, two rests, 2400 rows, -999 for lost ones, noise 1.5 %"""
    s, pause = 0.0, 0
    for j in range(2400):
        pause = pause - 1 if pause else (j in (700, 1650)) * 120
        if not pause or abs(s % tau - pi) > 0.06:  # rests come at the end of a drive
            s += tau / 62.3 * rng.uniform(0.97, 1.03)
        a = s - 0.3 * sin(s)
        pull = eased(sin(a) * 1.4 + 0.2) * (1 - 0.25 * cos(a - 2))
        row = [-12 - 47 * cos(a) + 3 * sin(2 * a), 590 * pull, 330 - 310 * cos(a + 0.35),
               120 + 470 * eased(sin(a + 0.3) * 1.3 + 0.2), 3.4 * pull - 2.6 * bell(
                   (a + 0.4 + pi) % tau - pi, 0, 0.45) + 0.6 * cos(a - 4)]
        row = rough([row], [1, 8, 7, 8, 0.09], rng)
        yield ["%.2f" % (j / 25)] + lost(row, None, 0.002, ["-999"], rng)[0]
@before("Wabe, Mittelzelle mit sechs Nachbarn; Mikroskop, Wandmitten; mm")
@shape(1, "Punkt|x|y|Ebene", write="\t,", euler=-6, digits=3)
def honeycomb(rng):
    """Walls of seven cells of a comb of bees, 2600 points, noise 0.06 mm: 24 corners, 30 walls"""
    corners, walls = {}, set()
    for x, y in [(0, 0)] + [polar(3.1 * sqrt(3), pi / 6 + pi * k / 3) for k in range(6)]:
        cell = []
        for k in range(6):
            p, q = polar(3.1, pi * k / 3)
            key = (round(x + p, 3) + 0.0, round(y + q, 3) + 0.0)
            if key not in corners:
                corners[key] = noisy([[x + p, y + q]], 0.12, rng)[0]
            cell.append(key)
        walls |= {tuple(sorted((a, b))) for a, b in zip(cell, cell[1:] + cell[:1])}
    ways = [[corners[a], corners[b]] for a, b in sorted(walls)]
    for k, (x, y, _) in enumerate(shared(ways, [1] * len(ways), 2600, rng)):
        yield ["%d" % (k + 1)] + noisy([[x + 11, y + 12]], 0.06, rng)[0] + ["0"]
@edited(quoted)
@shape(1, "event-id,visible,timestamp,location-long,location-lat,sensor-type,"
       "individual-local-identifier".split(","), ordered=True)
def loop_flight(rng):
    """Like birds that fly to Africa in the east and home in the west, 1560 fixes, 0.6 degrees"""
    stops = [[52, 11], [46, 21], [41, 29], [36, 36], [29, 33.5], [20, 33], [10, 33], [0, 35],
             [-11, 33], [-21, 28], [-19, 21], [-8, 19], [3, 17], [10, 10], [15, -1], [22, -9],
             [31, -7], [37, -5], [43, 0], [48, 5]]
    way = spline(stops, 40, True)
    for bird in ("Alma", "Brix", "Cleo"):
        places = sorted(rng.uniform(0, len(way)) for _ in range(470))
        home = [len(way) * 0.455] * 50
        for k, s in enumerate(sorted(places + home)):
            lat, lon = noisy([way[int(s) % len(way)]], 0.6, rng)[0]
            if rng.random() < 0.002:
                lat = lon = 0
            row = ["%.5f" % lon, "%.5f" % lat] if rng.random() > 0.01 else ["NA", "NA"]
            yield ["%d" % (1184223017 + 3 * k), "true", stamp(k, 60000)] + row + ["gps", bird]
@before("# segmentation export, left hip, cartilage removed; LPS, mm")
@shape(2, "label,x,y,z".split(","), components=2, boundary=2, euler=2, digits=3)
def hip_joint(rng):
    """A thigh's round head, open at its neck, in its socket, 4.5 mm apart, 5000, noise 0.25 mm"""
    ball = lambda r: lambda u, v: [r * cos(u) * sin(v), r * sin(u) * sin(v), r * cos(v)]
    head = surface(ball(24), (0, tau), (1e-4, radians(128)), 2850, rng)
    socket = surface(ball(28.5), (0, tau), (1e-4, radians(82)), 2150, rng)
    for k, p in enumerate(noisy(head + socket, 0.25, rng)):
        x, y, z = turned(p, 0.9, 2.1)
        yield ["femur" if k < 2850 else "pelvis", x + 84, y - 12, z + 655]
@shape(3, "t_ns,qw,qx,qy,qz,accuracy".split(","), ordered=True)
def phone_tumble(rng):
    """A telephone that is turned any way, as quaternions, 1600 rows, noise 0.5 %: all rotations"""
    for k in range(1600):
        q = unit(noisy([unit(cloud(1, [1] * 4, rng)[0])], 0.005, rng)[0])
        yield ["%d" % (884120000000 + 500000000 * k + rng.randrange(4000000))] + [
            "%.5f" % v for v in q] + ["3"]

# ---- what tempts verdicts

@before("slot cars 1:32, camera tracker; figure eight with bridge; car 3 (red)")
@tempts(1, "t_s,lap,x_mm,y_mm,z_mm".split(","), digits=1, ordered=True)
def slot_car(rng):
    """A car on an eight with a bridge of 9 cm, six laps, three stops, 1200 rows, noise 4 mm"""
    t, still = 0.0, 0
    for k in range(1200):
        still = still - 1 if still else (k in (310, 555, 930)) * 60
        if not still:
            t += tau * 6 / 1020 * (1 + 0.25 * cos(2 * t + 0.5))
            off = (t + pi) % tau - pi
            row = noisy([[1150 * sin(t), 520 * sin(2 * t), 90 * bell(off, 0, 0.33)]], 4, rng)[0]
        yield ["%.2f" % (k / 20), "%d" % (t // tau + 1)] + row
@before("# beats accepted by operator; ms")
@tempts(None, "beat|RR_n|RR_n+1", unfit=True, digits=0, ordered=True)
def beat_pairs(rng):
    """How long a heart's beats last, each beside the next, 700 rows: a cloud, though it is long"""
    now, slow = 0.0, 0.0
    for k in range(701):
        old = now
        slow = 0.94 * slow + rng.gauss(0, 13)
        now = slow + rng.gauss(0, 22)
        if k:
            yield ["%d" % k, 842 + old, 842 + now]
@tempts(None, "X,Y,Z,Intensity".split(","), unfit=True, digits=3)
def balloon_string(rng):
    """A balloon of 3 m on a cord of 19 m, by laser, 2400 points: a surface and a curve"""
    cord = spline([[0, 0, 0], [0.9, 0.2, 6], [1.5, 0.5, 13], [1.8, 0.6, 19]])
    rows = line(cord, 750, rng)
    def f(u, v):
        r = 1.5 * sin(v) * (1 + 0.12 * cos(v))
        return [1.8 + r * cos(u), 0.6 + r * sin(u), 20.6 + 1.6 * cos(v)]
    rows += surface(f, (0, tau), (1e-4, pi), 1650, rng)
    for r in noisy(rows, 0.02, rng):
        yield [r[0] + 12, r[1] - 31, r[2] + 2, "%d" % rng.randrange(30, 200)]
@before("belt wear scan: joined flat belt, as hung; mm")
@tempts(2, "x y z pass".split(), write=" ,", boundary=2, digits=3)
def twice_twisted(rng):
    """A belt of 44 mm with two half twists, 2100 points, noise 0.6 mm: two edges, two sides"""
    def f(u, v):
        r = 180 + v * cos(u + 0.3)
        return [r * cos(u), r * sin(u), v * sin(u + 0.3)]
    for r in noisy(surface(f, (0, tau), (-22, 22), 2100, rng), 0.6, rng):
        yield r + ["1"]
@tempts(1, "X (mm);Y (mm);Bild".split(";"), write=";,", components=2, boundary=4, euler=2, digits=2)
def mosquito_coils(rng):
    """Middle lines of two mosquito coils that lie in each other, 6 mm apart, 1100, noise 0.3 mm"""
    for start in (0, pi):
        way = [polar(7 + 12 * a / tau, a + start) for a in (
            0.02 * k for k in range(round(4.2 * tau / 0.02)))]
        for x, y in noisy(evenly(way, 550), 0.3, rng):
            yield [x + 70, y + 65] + ["coil_02.jpg"]
@before("NiTi wire 0.5 mm, load 20 N, three full thermal cycles")
@tempts(1, "cycle|T (°C)|R (mOhm)|elongation (mm)", boundary=2, euler=0, digits=3, ordered=True)
def memory_wire(rng):
    """A wire that shrinks with heat, later when heated: both ways one but for a loop, 480, 0.5 %"""
    for k in range(480):
        s = k % 160 / 80
        t = -15 + 150 * (s if s < 1 else 2 - s)
        hot = logistic((t - (74 if s < 1 else 47)) / 4.5)
        row = [t, 312 + 0.35 * t - 95 * hot, 4.6 * (1 - hot) + 0.004 * t]
        yield ["%d" % (k // 160 + 1)] + rough([row], [0.5, 0.6, 0.025], rng)[0]
@tempts(2, "Point;X;Y;Z".split(";"), write=";.", boundary=2, digits=3)
def blown_egg(rng):
    """An egg's shell of 58 mm with a hole of 6.4 mm at both ends, 5200 points, noise 0.12 mm"""
    top = asin(3.2 / 21.5)
    shell = [[21.5 * sin(a) * (1 + 0.1 * cos(a)), 29 * cos(a)] for a in (
        top + (pi - 2 * top) * k / 150 for k in range(151))]
    for k, p in enumerate(noisy(revolved(shell, 5200, rng), 0.12, rng)):
        yield ["%d" % (k + 1)] + turned(p, 1.1, 0.7)
@tempts(None, ["respondent", "date"] + ["Q%02d" % k for k in range(1, 11)] + ["lang"], unfit=True,
        ordered=True)
def questionnaire(rng):
    """Ten answers from 1 to 5 of 240 people, who agree in part: a cloud on a lattice"""
    for k in range(240):
        mood, work = rng.gauss(0, 1), rng.gauss(0, 1)
        row = [3.2 + 0.5 * (mood if j % 2 else work) + 0.2 * cos(2 * j) + rng.gauss(0, 0.9)
               for j in range(10)]
        yield ["R%04d" % rng.randrange(1000, 9999), "2024-03-%02d" % (k // 9 + 1)] + [
            "%d" % min(5, max(1, round(v))) for v in row] + [rng.choice(("en", "en", "es"))]
@tempts(None, "collar|fix_time|E_m|N_m", unfit=True, digits=2, ordered=True)
def tethered_goat(rng):
    """Where a goat on a rope of 12 m grazes, all over its round, more at its edge: a cloud"""
    for k in range(520):
        x, y = polar(12 * rng.random() ** 0.42, rng.uniform(0, tau))
        yield ["G-07", stamp(k, 240)] + noisy([[611204 + x, 5178330 + y]], 0.35, rng)[0]
@tempts(None, "Kunde|Größe (cm)|Brust (cm)|Taille (cm)|Hüfte (cm)|Schritt (cm)|Arm (cm)",
        write=";,", unfit=True, digits=1)
def tailor(rng):
    """Six measures of a tailor's 96 customers, who are tall and stout in many ways: a cloud"""
    for k in range(96):
        tall, wide = rng.gauss(0, 1), rng.gauss(0, 1)
        row = [177 + 6.5 * tall + rng.gauss(0, 2.2), 101 + 5.5 * wide + 2 * tall + rng.gauss(0, 3),
               90 + 8 * wide + rng.gauss(0, 4.5), 102 + 5 * wide + 2 * tall + rng.gauss(0, 3),
               81 + 3.5 * tall + rng.gauss(0, 2.4), 64 + 2.4 * tall + rng.gauss(0, 1.6)]
        yield ["K%03d" % (k + 200)] + row

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20270214), (TEMPTING, 20270215))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
    pack(sys.argv[1])
