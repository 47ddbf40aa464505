"""A seventeenth blind batch of tables as they are brought, with known truth.

python3 twentyfirst.py FOLDER [tuning|held_out|NAME ...]

Like twentieth.py, with its tools and those of nineteenth.py, sixteenth.py, ninth.py, eighth.py,
seventh.py, sixth.py, fifth.py, fourth.py and make.py. 30 are plain, of which nine have 16 to 72
rows and three have 10,000; 10 tempt a verdict. As there, what the scientist expects is true: a
torsion, a loudspeaker's angle and a thimble close; a date, a name, the number of a row, a color, an
error, a status and a time of the clock are no coordinates. Some are as programs write them: in
UTF-16 or Latin-1, with Macintosh's ends of lines, as a database prints them, as ROS or R writes
them, with a spreadsheet's errors in cells, without names, with an oscilloscope's settings beside
the rows, or with contours as blocks.
"""
import functools, json, os, sys
from math import atan, atan2, cos, degrees, dist, exp, hypot, log2, pi, radians, sin, sqrt, tau

import edits, make, seventh
from make import box, line, noisy, spline, surface
from fourth import bell
from fifth import logistic, lost, rough, turns
from sixth import stamp
from seventh import rewrite
from eighth import evenly
from ninth import revolved, tube
from thirteenth import on_earth
from sixteenth import beat, shared
from nineteenth import polar
from twentieth import circle

PLAIN, TEMPTING, EDITS, CODED = {}, {}, edits.Edits(), {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

# ---- tools

def coded(encoding):
    """Registers an encoding of a set's text, other than UTF-8."""
    def keep(f):
        CODED[f.__name__] = encoding
        return f
    return keep

def recode(folder):
    """Writes the tables that a folder's truth.json names in their encodings."""
    with open(os.path.join(folder, "truth.json")) as f:
        written = json.load(f)
    for name in CODED.keys() & written.keys():
        path = os.path.join(folder, name + ".csv")
        with open(path, newline="", encoding="utf-8") as f:
            text = f.read()
        with open(path, "w", newline="", encoding=CODED[name]) as f:
            f.write(text)

def macintosh(text):
    """With the ends of lines that spreadsheets wrote on old Macintoshes, and still offer."""
    return text.replace("\r\n", "\r")

def nameless(text):
    """Without the names of columns."""
    return text.split("\r\n", 1)[1]

def from_r(text):
    """As R's write.csv does it: with quotes around names, and rows that are counted."""
    names, *rows = text.splitlines()
    names = ",".join('"%s"' % v for v in names.split(","))
    return '"",%s\n' % names + "".join('"%d",%s\n' % (k + 1, r) for k, r in enumerate(rows))

def queried(text):
    """As psql prints what a query finds."""
    rows = [r.split(",") for r in text.splitlines()]
    wide = [max(map(len, c)) for c in zip(*rows)]
    lines = [" " + " | ".join(map(str.rjust, r, wide)) for r in rows]
    lines[0] = " " + " | ".join(map(str.center, rows[0], wide))
    lines.insert(1, "+".join("-" * (w + 2) for w in wide))
    return "\n".join(lines + ["(%d rows)" % (len(rows) - 1), "", ""])

def scope(text):
    """As an oscilloscope saves a trace: its settings beside the first rows, and no names."""
    head = [("Record Length", "2.500000e+03"), ("Sample Interval", "4.000000e-07"),
            ("Trigger Point", "1.500000000000e+02"), ("", ""), ("", ""), ("", ""),
            ("Source", "CH1"), ("Vertical Units", "V"), ("Vertical Scale", "1.000000e+00"),
            ("Vertical Offset", "0.000000e+00"), ("Horizontal Units", "s"),
            ("Horizontal Scale", "1.000000e-04"), ("Pt Fmt", "Y"), ("Yzero", "0.000000e+00"),
            ("Probe Atten", "1.000000e+01"), ("Model Number", "TDS2014"),
            ("Serial Number", "C031788"), ("Firmware Version", "FV:v4.12")]
    rows = text.splitlines()[1:]
    head += [("", "")] * (len(rows) - len(head))
    return "".join("%s,%s,,%s,\r\n" % (*h, r) for h, r in zip(head, rows))

def contoured(text):
    """As gnuplot writes contours: a comment for each height, blank lines between curves."""
    out, at, high = ["# Surface 0 of 1 surfaces\n"], None, None
    for x, y, z in (r.split(",") for r in text.splitlines()[1:]):
        if z != high:
            out.append("\n# Contour %d, label: %8s\n" % (high is not None, z))
        elif dist(at, (float(x), float(y))) > 0.1:
            out.append("\n")
        at, high = (float(x), float(y)), z
        out.append(" %s  %s  %s \n" % (x, y, z))
    return "".join(out + ["\n"])

# ---- plain, of 16 to 72 rows

@before("Praktikum Mechanik, Versuch M3, Gruppe 7", "je 10 Schwingungen, Amplitude unter 5 Grad")
@shape(1, "Nr.|l (cm)|10 T (s)|T (s)", write=";,", boundary=2, euler=1, ordered=True)
def pendulum_lab(rng):
    """How long a pendulum of 12 to 150 cm swings, by hand, 16 rows, noise 0.3 %"""
    for k in range(16):
        long = 12 + 9.2 * k + rng.uniform(-2, 2)
        ten = 20 * pi * sqrt(long / 981) + rng.gauss(0, 0.05)
        yield ["%d" % (k + 1), "%.1f" % long, "%.2f" % ten, "%.3f" % (ten / 10)]
BODIES = """Mercury 0.3871 Venus 0.7233 Earth 1 Mars 1.5237 Jupiter 5.2029 Saturn 9.5367 Uranus
19.189 Neptune 30.070 Pluto 39.482 Ceres 2.7660 Pallas 2.7720 Juno 2.6698 Vesta 2.3615 Astraea 2.574
Hebe 2.425 Flora 2.2014 Hygiea 3.1415 Cybele 3.426 Hilda 3.972 Hektor 5.264 Eros 1.4583 Apophis
0.9224 Icarus 1.0779 Geographos 1.2456 Hidalgo 5.734 Chiron 13.65 Chariklo 15.75 Echeclus 10.68
Damocles 11.82 Pholus 20.29 Nessus 24.65 Haumea 43.12 Makemake 45.43 Quaoar 43.69 Eris 67.86
Okyrhoe 8.35 Cyllarus 26.2 Typhon 37.62 TL8 52.4 TC302 55.84 FY27 59.26""".split()
@shape(1, "body,a (AU),period (yr),mean speed (km/s)".split(","), boundary=2, euler=1)
def kepler_table(rng):
    """How far from the sun 41 bodies are, how long they take, and how fast they go, no noise"""
    for name, far in zip(BODIES[::2], map(float, BODIES[1::2])):
        yield [name, "%.4f" % far, "%.4g" % far ** 1.5, "%.2f" % (29.785 / sqrt(far))]
@coded("latin-1")
@before("Confederación Hidrográfica - Estación de aforo nº 9047", "Cero de escala: 412,36 m.s.n.m.")
@shape(1, "Fecha|Método|Nivel (m)|Área (m²)|Velocidad (m/s)|Caudal (m³/s)", write=";,", boundary=2,
       euler=1, digits=2, ordered=True)
def rating_curve(rng):
    """A river's area, speed and flow over its level, 57 rows, more at low ones, noise 1.2 %"""
    for k in range(57):
        h = 0.45 + 4.3 * ((k + rng.random()) * 22 % 57 / 57) ** 1.6
        area = 13 * h ** 1.35 * rng.gauss(1, 0.012)
        fast = 0.6 * (h - 0.2) ** 0.55 * rng.gauss(1, 0.012)
        yield ["%02d/%02d/%d" % (rng.randrange(1, 29), rng.randrange(1, 13), 2004 + k // 3),
               "molinete" if area < 30 else "ADCP", h, area, fast, area * fast]
@edited(from_r)
@shape(1, "easting,northing,fallen".split(","), digits=2, ordered=True)
def stone_ring(rng):
    """Where the 39 stones of a ring of 28 m stand, evenly and not quite round, noise 0.2 m"""
    for k in range(39):
        a = tau * (k + rng.uniform(-0.12, 0.12)) / 39
        x, y = polar(13.8 + 0.9 * cos(a - 0.6) ** 2 + rng.gauss(0, 0.2), a)
        yield [328140 + x, 672915 + y, rng.choice(("TRUE", "FALSE", "FALSE"))]
@shape(1, "Stahl|Anlasstemp. (°C)|Härte (HRC)|KV (J)", write="\t,", components=2, boundary=4,
       euler=2, digits=1, ordered=True)
def tempering(rng):
    """Hardness and toughness of two steels by the heat they were tempered at, 46 rows, noise 1 %"""
    for name, hard, fall, tough, gain in (("100Cr6", 64, 25, 5, 24), ("42CrMo4", 54, 25, 24, 96)):
        for k in range(23):
            s = (k + rng.uniform(-0.2, 0.2)) / 22
            row = [150 + 530 * s, hard - fall * (0.4 * s + 0.6 * s * s), tough + gain * s ** 2]
            yield [name] + rough([row], [2, 0.3, 1], rng)[0]
@before("* Horizontal polar, measured 2 m, 1/3 oct. smoothed, dB re on axis", "* HF: 25 mm dome")
@shape(1, "angle (deg)|250 Hz|1 kHz|4 kHz|10 kHz", digits=1, ordered=True)
def loudspeaker_polar(rng):
    """What a loudspeaker sends each 5 degrees around it, in four bands, 72 rows, noise 0.15 dB"""
    for k in range(72):
        a = radians(5 * k)
        row = [-deep * (sin(a / 2) ** 2) ** steep + lobe * (1 - cos(n * a)) + 0.6 * sin(a)
               for deep, steep, lobe, n in ((2.5, 1, 0, 1), (9, 1, 0.3, 2), (19, 0.9, 0.8, 3),
                                            (26, 0.8, 1, 5))]
        yield ["%d" % (5 * k)] + noisy([row], 0.15, rng)[0]
@before("PART NAME : base plate rev C", "SER NUMBER : 0418", "UNITS : MM")
@shape(1, "feature,pt,X,Y".split(","), components=4, digits=3, ordered=True)
def bolt_holes(rng):
    """Four bores of 11 mm in a plate of 80 by 60, probed at 16 places each, errors of 10 um"""
    for k, (x, y) in enumerate(((10, 10), (70, 10), (70, 50), (10, 50))):
        for j in range(16):
            p, q = polar(5.5, tau * (j + rng.uniform(-0.1, 0.1)) / 16)
            yield ["BORE_%d" % (k + 1), "%d" % (j + 1)] + noisy([[x + p, y + q]], 0.01, rng)[0]
@shape(None, "Month|Ad spend|Visits|Newsletter opens|Returns|Revenue", unfit=True, ordered=True)
def shop_months(rng):
    """Spending, visits, mails, returns and revenue of a shop in 30 months, which vary: a cloud"""
    money = lambda v: "$" + format(round(v), ",")
    for k in range(30):
        s = rng.gauss(0, 1)
        yield ["JanFebMarAprMayJunJulAugSepOctNovDec"[k % 12 * 3:][:3] + "-%d" % (22 + k // 12),
               money(8200 + 1900 * s + rng.gauss(0, 900)),
               format(round(41000 + 5200 * s + rng.gauss(0, 6100)), ","),
               "%.1f%%" % rng.gauss(24, 3.5), "%.1f%%" % rng.gauss(7.2, 1.4),
               money(96000 + 9000 * s + rng.gauss(0, 14000))]
@before("Apparent polar wander path, running mean, 20 Ma windows", "lon east, N = poles averaged")
@shape(1, "Age_Ma Plat Plon A95 N".split(), write="\t.", boundary=2, euler=1, digits=1,
       ordered=True)
def polar_wander(rng):
    """Where a continent saw the pole through 480 Ma, with two bends, 48 rows, off by 0.7 degrees"""
    stops = [(81, 170), (74, 190), (68, 182), (64, 150), (66, 104), (59, 80), (50, 98), (42, 118),
             (35, 124), (29, 117), (21, 128), (12, 142), (4, 150)]
    way = spline([polar(cos(radians(a)), radians(b)) + [sin(radians(a))] for a, b in stops], 4)
    for k, p in enumerate(noisy(way[:48], 0.012, rng)):
        yield ["%d" % (10 * k + 10)] + on_earth(p) + [
            "%.1f" % rng.uniform(2.4, 6.5), "%d" % rng.randrange(4, 31)]

# ---- plain curves

@edited(macintosh)
@shape(1, "take|slide (cm)|f0 (Hz)|mouth pressure (kPa)", components=6, boundary=12, euler=6,
       digits=2)
def trombone(rng):
    """Pitch and pressure of six harmonics of a trombone over its slide, 1200 tones, noise 0.8 Hz"""
    for k in range(1200):
        n, s = 2 + k % 6, rng.uniform(0, 58)
        f = n * 58.3 / (1 + s / 137)
        row = [s, f, 0.7 + 0.21 * n + 0.0022 * f + 0.004 * s]
        yield ["t%02d" % rng.randrange(1, 25)] + rough([row], [0.3, 0.8, 0.03], rng)[0]
@before("CASSY Lab 2", "Franck-Hertz-Rohr Hg, 175 °C, U1 = 1,50 V, U3 = 1,50 V", "")
@shape(1, "U2 / V|IA / nA", write=";,", boundary=2, euler=1, digits=3, ordered=True)
def franck_hertz(rng):
    """Current of a tube of mercury over 30 V, which falls at each 4.9 V, 900 rows, noise 0.6 %"""
    for k in range(900):
        u = k / 30
        fall = beat(tau * (u - 8) / 4.9, 0, 1.2)
        yield [u + rng.gauss(0, 0.02), 0.02 * u ** 2 * (1 - 0.75 * fall * logistic((u - 4) / 1.5)) +
               rng.gauss(0, 0.07)]
@before("# ALA7 in a tetrapeptide, 400 K; couplings by Karplus relations, averaged over 2 ps")
@shape(1, "frame|phi (deg)|3J(HN,HA)|3J(HN,CB)|3J(HN,C')|3J(HA,C')", digits=2)
def karplus(rng):
    """A torsion, all around, mostly near -80 degrees, and four couplings, 800 frames, 1.5 %"""
    for k in range(800):
        a = rng.gauss(-1.4, 0.6) if rng.random() < 0.5 else rng.uniform(-pi, pi)
        row = [p * cos(a + radians(t)) ** 2 + q * cos(a + radians(t)) + r for p, q, r, t in (
            (6.51, -1.76, 1.6, -60), (3.06, -0.74, 0.13, 60), (4.29, -1.01, 0, 180),
            (3.72, -2.18, 1.28, -120))]
        row = rough([[degrees(a)] + row], [1.5, 0.1, 0.05, 0.07, 0.09], rng)[0]
        yield ["%d" % (250 * k), (row[0] + 180) % 360 - 180] + row[1:]
def minutes(v, ends):
    """Degrees and minutes with a hemisphere."""
    whole = round(600 * abs(v))
    return "%02d°%04.1f'%s" % (whole // 600, whole % 600 / 10, ends[v < 0])
@shape(1, "UT|central line, lat|central line, lon|alt (°)|width (km)|duration", write=";.",
       boundary=2, euler=1, digits=0, ordered=True)
def eclipse_path(rng):
    """The middle of an eclipse's shadow from the Pacific to the Atlantic, 190 minutes, no noise"""
    for k in range(190):
        u = (k - 94.5) / 96
        far = sqrt(1 - u * u)
        lat, lon = 21 + 24 * u - 9 * u * u + 5 * u ** 3, -104 + 40 * u + 30 * u ** 5
        seconds = 150 + 118 * far
        yield ["%02d:%02d" % divmod(1002 + k, 60), minutes(lat, "NS"), minutes(lon, "EW"),
               "%d" % (72 * far), "%d" % (142 + 57 * far),
               "%02dm%04.1fs" % divmod(seconds, 60)]
@shape(1, "t_s|left_mm|right_mm|velocity_mm_s", digits=2, ordered=True)
def pupil_light(rng):
    """Both pupils through ten flashes, from rest to rest, 1800 rows, #N/A for blinks, noise 1 %"""
    def wide(t):
        ago = [t % 6 + 6 * j - 0.25 for j in range(3)]
        return 5.8 - 4.1 * sum((1 - exp(-v / 0.35)) ** 3 * exp(-v / 1.4) for v in ago if v > 0)
    for k in range(1800):
        t = 0.0334 * k
        row = [wide(t), 0.96 * wide(t) + 0.15, (wide(t + 0.02) - wide(t - 0.02)) / 0.04]
        row = rough([row], [0.025, 0.025, 0.07], rng)[0]
        yield ["%.3f" % t] + (["#N/A"] * 3 if k % 317 > 313 else row)
@shape(1, "frame,copML_mm,copAP_mm".split(","), euler=-1, digits=1)
def gait_butterfly(rng):
    """Where feet press a treadmill: a closed line that crosses itself, 1800 frames, noise 2 mm"""
    stops = [[-68, 150], [-76, 70], [-74, -20], [-70, -100], [-58, -150], [-28, -90], [0, -5],
             [28, 85], [55, 152], [68, 150], [76, 70], [74, -20], [70, -100], [58, -150],
             [28, -90], [0, -5], [-28, 85], [-55, 152]]
    for k, r in enumerate(noisy(line(spline(stops, closed=True), 1800, rng, True), 2, rng)):
        yield ["%d" % (k + 1)] + r
@shape(1, "t [s]|height [m]|velocity [m/s]|bed force [kN]", digits=3, ordered=True)
def trampoline(rng):
    """Like jumps on a trampoline at 500 Hz: height, speed and force, 10,000 rows, noise 1 %"""
    v, w, g = 7.0, 9.6, 9.81
    air, bed = 2 * v / g, 2 * (pi - atan(v * w / g)) / w
    for k in range(10000):
        t = k / 500 % (air + bed)
        if t < air:
            row = [v * t - g * t * t / 2, v - g * t, 0]
        else:
            a = w * (t - air)
            row = [-g / w ** 2 * (1 - cos(a)) - v / w * sin(a), -g / w * sin(a) - v * cos(a)]
            row.append(-0.062 * w * w * row[0])
        yield ["%.3f" % (k / 500)] + rough([row], [0.02, 0.07, 0.03], rng)[0]
@before("Bildfahrplan Ist, Strecke 4120, zweigleisig, 08:00 = 0 min")
@shape(1, "Zug|t (min)|km", write=";,", boundary=12, euler=-3, digits=2)
def train_graph(rng):
    """Three trains each way on a line of 96 km, which meet, with stops, 3600 fixes, noise 0.1"""
    ways = []
    for start, way in ((0, 1), (23, 1), (54, 1), (0, -1), (26, -1), (53, -1)):
        t, at, stops = start, 0, [[start, 0]]
        for far, rest in ((23, 2), (40, 1.5), (74, 2), (96, 0)):
            t += (far - at) / 1.35
            stops += [[t, far], [t + rest, far]]
            t, at = t + rest, far
        ways.append([[t, far if way > 0 else 96 - far] for t, far in stops[:-1]])
    for t, far, k in shared(ways, [1] * 6, 3600, rng):
        yield ["RE %d" % (4701 + 2 * k if k < 3 else 4696 + 2 * k)] + noisy([[t, far]], 0.1, rng)[0]
@edited(nameless)
@shape(1, "x, y".split(", "), euler=-16)
def front_wheel(rng):
    """A wheel's rim, its hub of 70 mm and 16 spokes, from a picture, 5200 points, noise 0.5 mm"""
    ways = [circle(0, 0, 311), circle(0, 0, 35)]
    ways += [[polar(35, a), polar(311, a)] for a in (tau * k / 16 + 0.1 for k in range(16))]
    for x, y, _ in shared(ways, [1, 2.5] + [1] * 16, 5200, rng):
        x, y = noisy([[x, y]], 0.5, rng)[0]
        yield ["%.15g" % (412.5 + x), "%.15g" % (388.2 + 0.997 * y)]
@coded("utf-16")
@shape(1, ["Zeit (s)", "Platte"] + ["TC%d (°C)" % k for k in range(1, 6)], write="\t,", boundary=2,
       euler=1, digits=1)
def reflow_oven(rng):
    """Five thermocouples on three boards in an oven for solder, 360 s, 1080 rows, noise 0.5 %"""
    for k in range(1080):
        row = []
        for j in range(5):
            t = k // 3 - 3.5 * j
            row.append(25 + (1 - 0.012 * j) * (128 * logistic((t - 55) / 16) + 32 * logistic(
                (t - 165) / 25) + 66 * logistic((t - 238) / 9) - 190 * logistic((t - 312) / 19)))
        yield ["%d" % (k // 3), "ABC"[k % 3]] + noisy([row], 0.9, rng)[0]
@shape(1, ["%time", "field.header.seq", "field.header.frame_id", "field.range_max"] +
       ["field.ranges%d" % k for k in range(48)], digits=3, ordered=True)
def sonar_ring(rng):
    """48 echoes about a robot that turns on the spot in a room of six walls, 900 rows, 1.5 cm"""
    room = [[-2.4, -1.6], [1.9, -2.3], [3.6, 0.4], [2.2, 2.6], [-1.2, 2.9], [-3.1, 0.9]]
    def echo(a):
        u, v, far = cos(a), sin(a), 9
        for (x, y), (p, q) in zip(room, room[1:] + room[:1]):
            den = u * (q - y) - v * (p - x)
            t = (x * (q - y) - y * (p - x)) / den if den else 0
            far = min(far, t) if t > 0 else far
        return far
    for k in range(900):
        t = 0.0731 * k + 0.3 * sin(k / 90)
        yield ["%d" % (1718031904000000000 + 100000000 * k + rng.randrange(9000000)), "%d" % k,
               "sonar", "6"] + noisy([[echo(t + tau * j / 48) for j in range(48)]], 0.015, rng)[0]

# ---- plain surfaces, and one of three dimensions

@shape(2, "//X Y Z".split(), write=" .", components=6, boundary=12, digits=4)
def u_tubes(rng):
    """Six bent tubes of a heat exchanger, 19 mm thick, 15 mm apart, open, 10,000 points, 0.25 mm"""
    ways = []
    for side in (0, 42):
        for r in (34, 68, 102):
            bow = [[side, r * cos(a), 110 + r * sin(a)] for a in (pi * k / 60 for k in range(61))]
            ways.append([[side, r, 11 * k] for k in range(10)] + bow + [
                [side, -r, 99 - 11 * k] for k in range(10)])
    long = [sum(map(dist, w, w[1:])) for w in ways]
    ends = [round(10000 * sum(long[:k]) / sum(long)) for k in range(7)]
    for w, a, b in zip(ways, ends, ends[1:]):
        for x, y, z in noisy(tube(w, lambda t: 9.5, b - a, rng), 0.25, rng):
            yield [x + 1200, 0.8 * y - 0.6 * z + 340, 0.6 * y + 0.8 * z + 75]
@before("Scan Eierhöcker, Ausschnitt, nur Oberseite, mm")
@shape(2, "x;y;z".split(";"), write=";,", boundary=1, euler=1, digits=2)
def egg_tray(rng):
    """The upper side of a tray for eggs, 100 by 144 mm, 30 mm deep, 5000 points, noise 0.3 mm"""
    f = lambda u, v: [u, v, 15 * cos(tau * u / 46) * cos(tau * v / 46)]
    for x, y, z in noisy(surface(f, (-50, 50), (-72, 72), 5000, rng), 0.3, rng):
        yield [0.98 * x + 0.2 * y + 88, 0.98 * y - 0.2 * x + 91, z + 22]
@before("Photogrammetry, 214 images; datum: subreflector axis", "m; sigmas in mm")
@shape(2, "Target,X,Y,Z,sX,sY,sZ,Rays".split(","), boundary=2, digits=5)
def dish_antenna(rng):
    """1600 targets on a dish of 12 m with a hole of 2 m in its middle, errors of 0.4 mm"""
    f = lambda a, r: polar(r, a) + [r * r / 17]
    for k, (x, y, z) in enumerate(noisy(surface(f, (0, tau), (1, 6), 1600, rng), 4e-4, rng)):
        yield ["T%04d" % (k + 1), x, 0.64 * y - 0.768 * z, 0.768 * y + 0.64 * z] + [
            "%.3f" % rng.uniform(0.2, 0.7) for _ in range(3)] + ["%d" % rng.randrange(5, 60)]
@edited(queried)
@shape(2, "ts,level_m,flow_cm_s,water_degc,do_mg_l,gape_mm".split(","), digits=3)
def mussel_bed(rng):
    """A mussel's gape, and its water, by tide and time of day, 3000 rows, noise 2 %: a torus"""
    for t in sorted(rng.uniform(0, 17000) for _ in range(3000)):
        a, b = tau * t / 12.42, tau * t / 24
        row = [2.1 + 1.5 * cos(a) + 0.1 * cos(2 * a), 31 * sin(a) + 3 * cos(2 * a),
               14.2 + 1.7 * cos(b - 2.6), 8.9 - 1.1 * cos(b - 1),
               3.1 + 0.9 * cos(a - 0.5) + 0.4 * sin(b)]
        yield [stamp(int(t * 60))] + rough([row], [0.03, 0.6, 0.035, 0.022, 0.02], rng)[0]
TONES = [40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000,
         2500, 3150, 4000, 5000, 6300, 8000]
@shape(2, ["preset"] + ["%d Hz" % f for f in TONES], boundary=1, euler=1, digits=2)
def tone_stack(rng):
    """Levels in 24 bands of an amplifier, bass and treble at any place, 1500, noise 0.12 dB"""
    for k in range(1500):
        bass, high = rng.random(), rng.random()
        row = [-15 + 16 * bass / (1 + (f / (150 + 120 * bass)) ** 2) - 5 * bell(
            log2(f / 500), 0, 1) * (1 - 0.4 * high) + 15 * high / (1 + (1900 - 500 * high) ** 2 /
                                                                   f ** 2) for f in TONES]
        yield ["P%04d" % (k + 1)] + noisy([row], 0.12, rng)[0]
@shape(2, "X;Y;Z;R;G;B".split(";"), write=";.", components=2, boundary=4, digits=2)
def hi_hat(rng):
    """Two cymbals of 356 mm, 19 mm apart or more, without their middles, in color, 6000, 0.3 mm"""
    for side, lean in ((1, 0.03), (-1, 0)):
        bow = [[r, side * (12 + 26 * (1 - r / 178) + 16 * bell(r, 0, 48))] for r in range(32, 179)]
        for x, y, z in noisy(revolved(bow, 3000, rng), 0.3, rng):
            shade = rng.gauss(0, 14)
            yield [x - lean * z + 40, y - 310, z + lean * x + 905] + [
                "%d" % max(0, min(255, v + shade + rng.gauss(0, 5))) for v in (186, 152, 84)]
@shape(3, "t_ms|J4_sin (V)|J4_cos (V)|J5_sin (V)|J5_cos (V)|J6_sin (V)|J6_cos (V)", digits=3)
def wrist_resolvers(rng):
    """Resolvers of a robot's three endless axes, at any angles, 3000 rows, noise 1 %: a 3-torus"""
    for k in range(3000):
        row = [v for a in turns(3, rng) for v in (4.9 * sin(a), 4.9 * cos(a))]
        yield ["%d" % (k * 250)] + noisy([row], 0.05, rng)[0]

# ---- plain, without a manifold

@shape(None, "ticker|sector|P/E|P/B|ROE (%)|debt/equity|margin (%)|growth (%)|beta", unfit=True,
       digits=2)
def company_ratios(rng):
    """Seven ratios of 420 companies, NM where there are no gains, which vary in all: a cloud"""
    for _ in range(420):
        s, t = rng.gauss(0, 1), rng.gauss(0, 1)
        row = [exp(2.9 + 0.25 * s + rng.gauss(0, 0.5)), exp(0.9 + 0.4 * s + rng.gauss(0, 0.5)),
               12 + 6 * t + rng.gauss(0, 7), exp(-0.4 + rng.gauss(0, 0.8)),
               10 + 4 * t + rng.gauss(0, 6), 6 + 3 * s + rng.gauss(0, 7), rng.gauss(1, 0.3)]
        yield ["".join(rng.choice("ABCDEFGHIKLMNOPRSTUVWX") for _ in range(4)), rng.choice(
            ("Energy", "Tech", "Health", "Banks"))] + lost([row], 0, 0.05, ["NM"], rng)[0]
@shape(None, "track,onset_s,pitch,velocity,duration_s,interval_s".split(","), unfit=True, digits=3,
       ordered=True)
def midi_notes(rng):
    """Pitch, loudness, length and wait of 1400 notes of a piano, some in whole numbers: a cloud"""
    t = 0
    for _ in range(1400):
        hand, wait = rng.random() < 0.4, 0.11 * exp(rng.gauss(0, 0.7))
        t += wait
        yield ["LR"[hand], t, "%d" % rng.gauss(72 if hand else 53, 7), "%d" % min(
            127, rng.gauss(66 + 4 * hand, 13)), 0.24 * exp(rng.gauss(0, 0.8)), wait]
@shape(None, "pickup_datetime,passengers,trip_miles,pickup_lon,pickup_lat,dropoff_lon,dropoff_lat,"
       "payment,fare,tip".split(","), unfit=True)
def taxi_trips(rng):
    """Where 10,000 trips by taxi began and ended, how far and how dear they were: a cloud"""
    def place():
        u, v = rng.gauss(0, 2.1), rng.gauss(0, 0.75)  # miles along the avenues and across
        if rng.random() < 0.12:
            u, v = u + rng.gauss(0, 3), v + abs(rng.gauss(0, 4))
        return u, v
    for _ in range(10000):
        (a, b), (c, d) = place(), place()
        miles = (0.3 + abs(a - c) + abs(b - d)) * exp(rng.gauss(0, 0.12))
        fare = 3 + 0.5 * round(2 * (2.4 * miles + 0.4 * miles * exp(rng.gauss(0, 0.7))))
        row = [w for x, y in ((a, b), (c, d)) for w in (
            -73.977 + (0.48 * x + 0.88 * y) / 52.4, 40.757 + (0.88 * x - 0.48 * y) / 69)]
        paid = rng.choice(("CRD", "CRD", "CSH"))
        yield [stamp(rng.randrange(2500000), 1), "%d" % rng.choice((1, 1, 1, 2, 2, 3, 5)),
               "%.2f" % miles] + ["%.6f" % w for w in row] + [paid, "%.2f" % fare, "%.2f" % (
                   fare * rng.choice((0.15, 0.2, 0.2, 0.25, 0.1)) if paid == "CRD" else 0)]

# ---- what tempts verdicts

@before("necklace 1987.14.3, clasp undone, photo scale 0.11 mm/px, bead centres")
@tempts(1, "bead,x_mm,y_mm".split(","), boundary=2, euler=1, digits=1, ordered=True)
def bead_string(rng):
    """76 beads of a string that lies almost closed: its ends are five beads apart, noise 0.35 mm"""
    stops = [[-15, 78], [-62, 66], [-92, 22], [-84, -34], [-40, -52], [-14, -84], [38, -86],
             [80, -50], [70, -4], [92, 38], [62, 74], [17, 80]]
    for k, r in enumerate(noisy(evenly(spline(stops), 76), 0.35, rng)):
        yield ["%d" % (k + 1), r[0] + 140, r[1] + 120]
@before("# CT colonography, patient prone, centreline after cleansing; RAS, mm")
@tempts(1, "R,A,S".split(","), boundary=2, euler=1, digits=2)
def colon_line(rng):
    """Middle of a bowel whose bends pass each other by 14 mm, 2600 points, noise 0.9 mm"""
    stops = [[0, -52, -150], [4, -70, -110], [-8, -58, -66], [-42, -20, -48], [-34, 28, -76],
             [14, 42, -92], [48, 26, -60], [34, 8, -20], [-14, 10, -8], [-62, 4, -34],
             [-104, -8, -12], [-126, -26, 52], [-124, -36, 120], [-132, -50, 186],
             [-112, -30, 214], [-84, 10, 180], [-54, 36, 90], [-14, 22, 12], [36, 24, 0],
             [84, 26, 88], [112, -8, 164], [134, -30, 142], [124, -24, 82], [120, -8, 20],
             [104, 8, -34]]
    yield from noisy(line(spline(stops, 30), 2600, rng), 0.9, rng)
@tempts(2, "x (mm)|y (mm)|z (mm)", write="\t.", euler=2, digits=3)
def pencil(rng):
    """A pencil of six sides, 7 mm thick and 122 mm long, its tip and its flat end, 7000, 0.04 mm"""
    def f(a, z):
        flat = a % (tau / 6) - tau / 12
        return polar(min(3.5 / cos(flat), 0.2 * z), a) + [z]
    rows = surface(f, (0, tau), (0, 122), 6890, rng)
    while len(rows) < 7000:
        x, y = box(1, [-4.1, -4.1], [4.1, 4.1], rng)[0]
        if hypot(x, y) < f(atan2(y, x), 122)[0] / cos(atan2(y, x)):
            rows.append([x, y, 122])
    for x, y, z in noisy(rows, 0.04, rng):
        yield [0.6 * x + 0.8 * z - 12, y + 40, 0.6 * z - 0.8 * x + 7]
@tempts(1, "Nr.|Trommel (°)|Spindel (mm)|Drehmoment (Ncm)", write=";,", boundary=2, euler=1,
        digits=3)
def micrometer(rng):
    """A micrometer's spindle over six turns of its drum, 0 to 360 degrees, 900 rows, 0.6 %"""
    for k in range(900):
        s = rng.uniform(0, 6)
        row = [360 * s, 0.5 * s + 0.003 * sin(tau * s), 0.8 + 0.15 * cos(2 * tau * s) + 0.06 * s]
        row = rough([row], [0.8, 0.003, 0.006], rng)[0]
        yield ["%d" % (k + 1), "%.1f" % (row[0] % 360)] + row[1:]
@edited(scope)
@tempts(1, "t,v".split(","), boundary=2, euler=1, ordered=True)
def scope_trace(rng):
    """A trace of an oscilloscope that rings down, 2500 samples of 8 bits, settings beside them"""
    for k in range(2500):
        t = (k - 150) * 4e-4
        v = 3.4 * exp(-2.6 * t) * sin(tau * 7.3 * t) if t > 0 else 0
        yield ["%018.15f" % (t / 1000), "%10.5f" % (round((v + rng.gauss(0, 0.02)) / 0.04) * 0.04)]
@before("# static test, ignition off, hand brake on, antenna on roof; 1 Hz; WGS 84")
@tempts(None, "utc|lat|lon|alt_m|hdop|nsat|fix", unfit=True, ordered=True)
def parked_car(rng):
    """Fixes of a car at rest for 50 minutes, whose errors wander by 2 m: a cloud, no track"""
    off = [0, 0, 0]
    for k in range(3000):
        off = [0.985 * v + rng.gauss(0, 0.36 * s) for v, s in zip(off, (1, 0.8, 1.7))]
        y, x, z = rough([off], [0.4, 0.35, 0.7], rng)[0]
        yield [stamp(k, 1), "%.7f" % (48.2071 + y / 111200), "%.7f" % (16.3726 + x / 74200)] + [
            "%.1f" % v for v in (188 + z, rng.uniform(0.8, 1.3))] + [rng.choice(("9", "10")), "3D"]
@tempts(None, "draw|date|n1|n2|n3|n4|n5|n6|bonus", unfit=True, ordered=True)
def lottery(rng):
    """2100 draws of a lottery, six of 49 in order and one more: chance, though it is sorted"""
    for k in range(2100):
        drawn = rng.sample(range(1, 50), 7)
        yield ["%d" % (k + 1), stamp(k * 7 // 2 - 7350, 86400)[:10]] + [
            "%d" % v for v in sorted(drawn[:6]) + drawn[6:]]
@tempts(2, "x [mm],y [mm],z [mm]".split(","), components=8, euler=16, digits=3)
def blueberries(rng):
    """Eight berries of 12 to 15 mm in a box, 2 mm apart or more, by X-rays, 8800, 0.05 mm"""
    berries = [(0, 0, 0, 7.2), (16.5, 1, 1.5, 7.4), (33, -1.5, 0, 7), (7, 15, 1, 7.3),
               (24.6, 15.5, -1, 7.6), (40.6, 14, 1.5, 6.7), (14.5, 7.5, 16.6, 7),
               (31.5, 6, 13.8, 6.2)]
    for x, y, z, r in berries:
        a, b = rng.uniform(0, tau), rng.uniform(0.3, 1.2)
        def f(u, v):
            far = r * (0.94 + 0.05 * sin(v) ** 2 - 0.1 * bell(v, 0, 0.3))
            p, q, s = far * cos(u) * sin(v), far * sin(u) * sin(v), far * cos(v)
            q, s = q * cos(b) - s * sin(b), q * sin(b) + s * cos(b)
            return [x + p * cos(a) - q * sin(a), y + p * sin(a) + q * cos(a), z + s]
        yield from noisy(surface(f, (0, tau), (1e-4, pi), 1100, rng), 0.05, rng)
@edited(contoured)
@tempts(1, "x|y|potential", components=3, digits=5, ordered=True)
def roche_contours(rng):
    """Two heights of a potential about two stars: two lobes, and one waist around both, no noise"""
    share = 0.34
    def height(x, y):
        return -(1 - share) / hypot(x, y) - share / hypot(x - 1, y) - (
            (x - share) ** 2 + y * y) / 2
    neck = max((height(k / 1000, 0), k / 1000) for k in range(300, 800))
    for low, starts, n in ((neck[0] - 0.1, (0, 1), 300), (neck[0] + 0.012, (neck[1],), 800)):
        for start in starts:
            way = []
            for k in range(1441):
                u, v = polar(1, tau * k / 1440)
                near = far = 0.001
                while height(start + far * u, far * v) < low:
                    near, far = far, far + 0.004
                for _ in range(40):
                    half = (near + far) / 2
                    if height(start + half * u, half * v) < low:
                        near = half
                    else:
                        far = half
                way.append([start + far * u, far * v])
            for x, y in evenly(way, n):
                yield [x, y, "%.4f" % low]
@tempts(1, "Timestamp|FIC-2104.OP (mA)|ZT-2104 (%)|FT-2104 (m3/h)|Status", digits=2, ordered=True)
def sticky_valve(rng):
    """A valve that sticks by 4 % of its way, eight times up and down, and its flow, 2400, 0.3 %"""
    at = 12
    for k in range(2400):
        s = k / 301.7 % 1
        op = 10 + 80 * (2 * s if s < 0.5 else 2 - 2 * s)
        at = max(at, op - 2) if s < 0.5 else min(at, op + 2)
        row = [4 + 0.16 * op, at, 4.2 * 36 ** (at / 100)]
        yield [stamp(k, 5)] + rough([row], [0.02, 0.25, 0.5], rng)[0] + ["Good"]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20270124), (TEMPTING, 20270125))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
    recode(sys.argv[1])
