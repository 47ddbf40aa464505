"""A nineteenth blind batch of tables as they are brought, with known truth.

python3 twentythird.py FOLDER [tuning|held_out|NAME ...]

Like twentysecond.py, with its tools and those of nineteenth.py, sixteenth.py, ninth.py, eighth.py,
seventh.py, sixth.py, fifth.py, fourth.py and make.py. 30 are plain, of which eleven have 21 to 120
rows, nine 180 to 1500 and ten 1600 to 7600; 10 tempt a verdict. As there, what the
scientist expects is true: a crane's slewing, a week of the year and an hour about high water close;
a date, a name, a rank, a counter of courses, the number of a row, a quality and what is the same in
all rows are no coordinates. Some files are as programs write them: meshes and clouds of points, an
object of columns, a table that MySQL prints, columns that blanks align, names in two rows, a packed
table, marks for what is missing.
"""
import functools, gzip, json, os, sys
from math import atan2, cos, degrees, dist, exp, hypot, log, pi, sin, sqrt, tau

import edits, make, seventh
from make import box, noisy, spline, surface
from fourth import bell
from fifth import lost, rough
from sixth import stamp
from seventh import melt, rewrite, skin
from eighth import evenly
from ninth import tube
from sixteenth import shared
from nineteenth import eased, polar
from twentysecond import json_list, marked, objects, quoted, turned

PLAIN, TEMPTING, EDITS, ZIPPED = {}, {}, edits.Edits(), []
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

# ---- tools

def zipped(f):
    """Registers a set whose file gzip packs."""
    ZIPPED.append(f.__name__)
    return f

def pack(folder):
    """Packs the tables of a folder that are so, under their names."""
    for name in ZIPPED:
        path = os.path.join(folder, name + ".csv")
        if os.path.exists(path):
            with open(path, "rb") as f:
                table = f.read()
            with open(path, "wb") as f:
                f.write(gzip.compress(table, mtime=0))

def json_columns(text):
    """An object of columns."""
    rows = objects(text)
    return json.dumps({name: [r[name] for r in rows] for name in rows[0]}) + "\n"

def mysql(text):
    """As mysql prints what a query finds."""
    rows = [r.split(",") for r in text.splitlines()]
    wide = [max(map(len, c)) for c in zip(*rows)]
    rule = "+" + "+".join("-" * (w + 2) for w in wide) + "+"
    lines = ["| " + " | ".join(map(str.rjust, r, wide)) + " |" for r in rows]
    return "\n".join([rule, lines[0], rule] + lines[1:] + [rule, ""])

def aligned(text):
    """In columns that end below each other."""
    rows = [r.split(",") for r in text.splitlines()]
    wide = [max(map(len, c)) + 2 for c in zip(*rows)]
    return "".join("".join(map(str.rjust, r, wide)) + "\n" for r in rows)

def two_rows(text):
    """The names of things above those of their coordinates."""
    names, rows = text.split("\r\n", 1)
    names = [(v.split(" ") + [""])[:2] for v in names.split(",")]
    return "".join(",".join(r) + "\r\n" for r in zip(*names)) + rows

def ply(text):
    """As a mesh's vertices in PLY."""
    names, *rows = text.splitlines()
    head = ["ply", "format ascii 1.0", "comment exported mesh vertices",
            "element vertex %d" % len(rows)]
    head += ["property float %s" % v for v in names.split(",")] + ["end_header"]
    return "\n".join(head + [r.replace(",", " ") for r in rows] + [""])

def pcd(text):
    """As a cloud of points in PCD."""
    names, *rows = text.splitlines()
    n = names.count(",") + 1
    head = ["# .PCD v0.7 - Point Cloud Data file format", "VERSION 0.7",
            "FIELDS " + names.replace(",", " "), "SIZE" + " 4" * n, "TYPE" + " F" * n,
            "COUNT" + " 1" * n, "WIDTH %d" % len(rows), "HEIGHT 1", "VIEWPOINT 0 0 0 1 0 0 0",
            "POINTS %d" % len(rows), "DATA ascii"]
    return "\n".join(head + [r.replace(",", " ") for r in rows] + [""])

def obj(text):
    """As a mesh's vertices in OBJ."""
    rows = text.splitlines()[1:]
    return "# Vertices: %d\no scan\n" % len(rows) + "".join(
        "v %s\n" % r.replace(",", " ") for r in rows)

def pts(text):
    """As a scanner's points, whose number comes first."""
    rows = text.splitlines()[1:]
    return "%d\n" % len(rows) + "".join(r.replace(",", " ") + "\n" for r in rows)

# ---- plain, of 21 to 120 rows

@before("Wärmepumpe SW 8.2, Prüfstand 3", "Volumenstrom Senke 0,72 m³/h, Vorlauf geregelt")
@shape(1, "Prüfpunkt|T Quelle (°C)|Heizleistung (kW)|P el. (kW)|COP|T Vorlauf (°C)", write=";,",
       boundary=2, euler=1, digits=2, ordered=True)
def heat_pump(rng):
    """Heat, power and their ratio of a heat pump at sources of -20 to 22 degrees, 24 rows, 0.7 %"""
    for k in range(24):
        t = -20 + 42 * k / 23 + rng.uniform(-0.4, 0.4)
        heat, power = 5.2 * exp(0.021 * (t + 20)), 1.9 + 0.013 * (t + 20) - 1e-4 * (t + 20) ** 2
        yield ["PP%02d" % (k + 1)] + rough(
            [[t, heat, power, heat / power]], [0.15, 0.06, 0.003, 0.03], rng)[0] + ["35,00"]
@before("# AGE=4.50 Gyr  [Fe/H]=+0.07  Y=0.2780  mix.len.=1.938  [a/Fe]=0.00")
@shape(1, "EEP M/Mo LogTeff LogL/Lo LogG B-V V-I Mv".split(), write=" .", boundary=2, euler=1,
       digits=4, ordered=True)
def isochrone(rng):
    """Stars of one age, from dwarfs around a bend to giants, as a model has them, 58 rows"""
    stops = [[0.5, 3.567, -1.36, 1.46, 2.05, 9.3], [0.62, 3.607, -0.98, 1.3, 1.62, 8.0],
             [0.74, 3.652, -0.66, 1.08, 1.17, 6.9], [0.88, 3.707, -0.3, 0.83, 0.88, 5.7],
             [1.02, 3.757, 0.08, 0.64, 0.7, 4.6], [1.13, 3.778, 0.36, 0.57, 0.64, 3.85],
             [1.2, 3.772, 0.53, 0.59, 0.66, 3.45], [1.235, 3.742, 0.6, 0.69, 0.75, 3.3],
             [1.25, 3.707, 0.62, 0.83, 0.88, 3.35], [1.262, 3.688, 0.78, 0.93, 0.96, 3.05],
             [1.272, 3.675, 1.15, 1.02, 1.03, 2.2], [1.28, 3.652, 1.65, 1.16, 1.14, 1.1],
             [1.286, 3.62, 2.2, 1.34, 1.33, -0.05], [1.29, 3.578, 2.75, 1.54, 1.68, -1.0]]
    sizes = [max(c) - min(c) for c in zip(*stops)]
    way = spline([[v / s for v, s in zip(r, sizes)] for r in stops])
    for k, r in enumerate(evenly(way, 58)):
        mass, heat, light, *colors = [v * s for v, s in zip(r, sizes)]
        yield ["%d" % (k + 8), mass, heat, light, 4.44 + log(mass) / log(10) + 4 * (
            heat - 3.761) - light] + colors
@shape(1, "Hour,Spring E (kn),Spring N (kn),Neap E (kn),Neap N (kn),Diamond".split(","),
       write="\t.", digits=2, ordered=True)
def tidal_diamond(rng):
    """A strait's stream each half hour about high water, at springs and neaps, 25 rows, 1 %"""
    for k in range(25):
        a = tau * (k - 12) / 24.84
        east, north = 0.14 + 2.1 * cos(a - 0.3) + 0.16 * cos(2 * a), 1.5 * sin(a - 0.5) + 0.1
        row = [east, north, 0.07 + 1.14 * cos(a - 0.4) + 0.05 * cos(2 * a), 0.85 * sin(a - 0.6)]
        when = "HW%+03d:%02d" % (int(k / 2 - 6), 30 * (k % 2)) if k != 11 else "HW-00:30"
        yield [when] + noisy([row], 0.02, rng)[0] + ["F"]
@last("* corrected to ISO 1585; oil 92-96 degC", "* operator: B.Kowalczyk, cell 4")
@shape(1, "engine|n (rpm)|M (Nm)|P (kW)|be (g/kWh)|fuel", components=3, boundary=6, euler=3,
       digits=1, ordered=True)
def engine_curves(rng):
    """Torque, power and thirst of three diesels over their speeds, 75 rows, noise 0.5 %"""
    for name, low, high, at, wide, most, thirst in (
            ("D3-1.5", 900, 4000, 2100, 3300, 180, 252),
            ("D4-2.2", 900, 3600, 1800, 2900, 375, 225),
            ("D6-4.5", 800, 2500, 1400, 1900, 640, 198)):
        for k in range(25):
            n = low + (high - low) * (k + rng.uniform(-0.15, 0.15)) / 24
            s = (n - at) / wide
            m = most * (1 - s * s)
            yield [name] + rough([[n, m, m * n / 9549, thirst + 55 * s * s]], [8, 2.5, 0.6, 0.5],
                                 rng)[0] + ["B7"]
@before("* Survex-Export, Höhle 1543/27, Magnetische Deklination +3.1", "* Einheit: m")
@shape(1, "Station X Y Z Gang".split(), write=" .", boundary=2, euler=0, digits=2, ordered=True)
def cave_survey(rng):
    """109 stations of a cave whose way parts and joins once, 8 m apart, off by 0.4 m: two ends"""
    fork, join = [230, 60, -45], [395, 70, -66]
    ways = [[[0, 0, 0], [60, 30, -12], [130, 20, -30], [190, 62, -38], fork],
            [fork, [272, 112, -40], [340, 125, -52], join],
            [fork, [270, 8, -60], [340, 0, -72], join],
            [join, [450, 75, -80], [500, 120, -95], [545, 112, -104]]]
    for j, (way, name) in enumerate(zip(ways, ("Haupt", "Oben", "Kluft", "Ende"))):
        way = spline(way)
        rows = evenly(way, round(sum(map(dist, way, way[1:])) / 8))
        if j == 2:
            rows = rows[1:]  # the fork has a station by the other way
        for k, r in enumerate(noisy(rows, 0.4, rng)):
            yield ["%s%d" % (name[0], k), r[0] + 5412, r[1] + 1877, r[2] + 1614, name]
@edited(json_list)
@shape(1, "station,week,temp_0m,temp_20m,oxygen_20m,level_m,years".split(","), digits=3,
       ordered=True)
def lake_weeks(rng):
    """A lake's heat above and below, oxygen and level through the year, 52 means, noise 1.5 %"""
    for k in range(52):
        a = tau * k / 52
        row = [12.6 - 9.3 * cos(a - 0.5) + 0.8 * cos(2 * a), 7.6 - 2.5 * cos(a - 1.4),
               8.8 + 2.6 * cos(a - 1.1) - 0.5 * cos(2 * a - 1), 395.3 - 0.5 * cos(a + 0.2)]
        row = rough([row], [0.25, 0.07, 0.08, 0.015], rng)[0]
        yield ["Obersee Mitte", "%d" % (k + 1)] + row + ["1991-2020"]
@shape(None, "Baum|Reihe|Höhe (m)|Stamm (cm)|Ertrag (kg)|Brix|Festigkeit (N)|Fruchtmasse (g)",
       write=";,", unfit=True, digits=1)
def apple_trees(rng):
    """Six measures of 84 apple trees and what they bear, which vary by themselves: a cloud"""
    for k in range(84):
        big, ripe = rng.gauss(0, 1), rng.gauss(0, 1)
        yield ["%d" % (k + 1), "ABCD"[k % 4], 3.3 + 0.2 * big + rng.gauss(0, 0.3), 28 + 2 * big +
               rng.gauss(0, 2.5), 34 + 5 * big + rng.gauss(0, 9), 12.4 + 0.6 * ripe +
               rng.gauss(0, 0.8), 66 - 4 * ripe + rng.gauss(0, 6), 178 + rng.gauss(0, 24)]
@edited(mysql)
@shape(2, "id,t_dry_c,rh_pct,t_wet_c,t_dew_c,x_g_kg,chamber".split(","), boundary=1, euler=1,
       digits=2, ordered=True)
def psychrometer(rng):
    """Wet bulb, dew and water of moist air at 12 heats and 10 dampnesses, 120 rows, noise 0.5 %"""
    for k in range(120):
        t = 8 + 32 * (k // 10 + rng.uniform(-0.15, 0.15)) / 11
        wet = 14 + 78 * (k % 10 + rng.uniform(-0.15, 0.15)) / 9
        part = wet / 100 * 6.112 * exp(17.62 * t / (243.12 + t))  # hPa
        dew, low, high = log(part / 6.112), -20, t
        for _ in range(40):  # the bulb's heat by Sprung's formula
            half = (low + high) / 2
            over = 6.112 * exp(17.62 * half / (243.12 + half)) - 0.662 * (t - half) > part
            low, high = (low, half) if over else (half, high)
        row = [t, wet, low, 243.12 * dew / (17.62 - dew), 622 * part / (1013 - part)]
        yield ["%d" % (k + 4711)] + rough([row], [0.12, 0.4, 0.12, 0.2, 0.12], rng)[0] + ["KK-2"]
@before("Sensitometry, 21-step wedge, C-41 3:15, status M", "densitometer X-310, aperture 3 mm")
@shape(1, "Step|log H (lx s)|D red|D green|D blue", write="\t.", boundary=2, euler=1, digits=3,
       ordered=True)
def film_wedge(rng):
    """Three densities of a color film below a wedge of 21 steps, 21 rows, noise 0.5 %"""
    for k in range(21):
        x = -3.1 + 0.15 * k
        row = [x] + [low + 2 * wide * log(1 + exp((x - toe) / 0.25)) / 4 - wide * 0.35 * log(
            1 + exp((x - toe - 2.1) / 0.25)) for low, wide, toe in (
                (0.22, 0.26, -2.5), (0.6, 0.3, -2.6), (0.88, 0.34, -2.75))]
        yield ["%d" % (21 - k)] + rough([row], [0.004, 0.009, 0.009, 0.009], rng)[0]
WAVES = range(380, 681, 10)
@shape(1, ["Probe", "h bei 175 °C"] + ["%d nm" % w for w in WAVES], write=";,", boundary=2,
       euler=1, digits=4, ordered=True)
def frying_oil(rng):
    """Absorbances of an oil of rape in 31 colors, fried for 78 hours, 40 rows, k.A., noise 0.8 %"""
    for k in range(40):
        t = 2 * k
        fresh, brown = exp(-t / 26), 1 - exp(-t / 45)
        row = [fresh * (0.7 * bell(w, 455, 32) + 0.25 * bell(w, 482, 9) + 0.2 * bell(w, 428, 10)) +
               exp(-t / 20) * 0.5 * bell(w, 668, 12) + 1.4 * brown * exp(-(w - 380) / 75) +
               0.5 * brown * brown * bell(w, 500, 60) + 0.05 for w in WAVES]
        yield ["FO-%03d" % (k + 1), "%d" % t] + lost(noisy([row], 0.006, rng), None, 0.002,
                                                      ["k.A."], rng)[0]
@edited(json_columns)
@shape(1, "frame,t,kite_x_m,kite_z_m,conf".split(","), euler=-1, digits=2, ordered=True)
def kite_eight(rng):
    """A kite that flies eights over a beach, from a video, 116 frames of 2.3 rounds, noise 0.2 m"""
    for k in range(116):
        s = tau * 2.3 * (k + rng.uniform(-0.2, 0.2)) / 116 + 0.7
        s += 0.06 * sin(2 * s)
        yield ["%d" % (12 * k + 40), "%.2f" % (0.2 * k)] + noisy(
            [[4 + 20 * sin(s), 23 + 8.5 * sin(2 * s)]], 0.2, rng)[0] + [
                "%.2f" % rng.uniform(0.91, 0.99)]

# ---- plain, of 180 to 1500 rows

@before("Fundstelle 117, Bef. 43, Gefäß 12; Profil rechts, Drehachse r = 0")
@shape(1, "Pkt.|r (mm)|z (mm)|Zeichner", write="\t,", digits=2, ordered=True)
def pot_profile(rng):
    """A pot's cut on one side of its axis, inside and out, 7 mm thick, 720 points, noise 0.15 mm"""
    cut = spline([[0, 0], [28, 0], [36, 4], [54, 32], [71, 70], [76, 100], [67, 134], [53, 155],
                  [51, 168], [58, 182], [55, 186], [50, 184], [44, 168], [46, 153], [60, 131],
                  [69, 100], [64, 72], [47, 36], [30, 10], [0, 8]])
    for k, r in enumerate(noisy(evenly(cut + cut[:1], 720), 0.15, rng)):
        yield ["%d" % (k + 1)] + r + ["M.H."]
@edited(marked)
@shape(1, "boat,utc,lat,lon,hdop,src".split(","), boundary=2, euler=-6)
def canal_boats(rng):
    """Boats on a river, three half rings of canals and two across, 1400 fixes, errors of 5 m"""
    half = lambda r: [polar(r, pi * k / 60) for k in range(61)]
    ways = [[[-1650, 0], [1650, 0]], half(600), half(950), half(1300)]
    ways += [[polar(600, a), polar(1300, a)] for a in (1.0, 2.1)]
    for k, (x, y, _) in enumerate(shared(ways, [1] * 6, 1400, rng)):
        x, y = noisy([[x, y + 0.1 * x]], 5, rng)[0]
        yield [rng.choice(("Anna", "Grietje", "Wim II")), stamp(k, 30), "%.6f" % (
            52.3705 - y / 111270), "%.6f" % (4.8952 + x / 68100), "%.1f" % rng.uniform(0.7, 1.6),
               "AIS"]
@edited(pcd)
@shape(1, "x,y,z".split(","), components=7, digits=3, ordered=True)
def chain_links(rng):
    """Middle lines of seven links of a chain, wire of 8 mm, by X-rays, 840 points, noise 0.2 mm"""
    link = [[12 + 12 * cos(a), 12 * sin(a)] for a in (pi / 2 - pi * k / 30 for k in range(31))]
    link += [[-12 - 12 * cos(a), -12 * sin(a)] for a in (pi / 2 - pi * k / 30 for k in range(31))]
    for k in range(7):
        for x, y in evenly(link + link[:1], 120):
            p = [x + 40 * k, y * (k % 2 == 0), y * (k % 2) + 0.0009 * (x + 40 * k - 120) ** 2]
            yield turned(noisy([p], 0.2, rng)[0], 0.4, 0.3)
STICKS = [[[-95, -96], [78, -120]], [[-101, 48], [54, 130]], [[-71, -57], [58, 62]], [[17, -131],
          [75, 34]], [[-42, -134], [-21, 40]], [[35, -30], [-10, 139]], [[74, -95], [-45, 34]],
          [[56, 26], [-103, 98]]]
@shape(1, "x_mm,y_mm,photo".split(","), boundary=16, euler=-3, digits=2)
def pick_up_sticks(rng):
    """Eight sticks of a game as they fell, which cross eleven times, 1500 points, noise 0.3 mm"""
    for x, y, _ in shared(STICKS, [1] * 8, 1500, rng):
        yield noisy([[x, y]], 0.3, rng)[0] + ["DSC_0412"]
@shape(3, "timestamp|slew_deg|trolley_m|hook_m|hook_E_m|hook_N_m|state", boundary=1, euler=0,
       digits=2)
def tower_crane(rng):
    """A tower crane that swings all around, and where its hook is, 1300 rows, noise 0.4 %"""
    for k in range(1300):
        a, r, h = rng.uniform(0, tau), sqrt(rng.uniform(12 ** 2, 48 ** 2)), rng.uniform(2, 38)
        row = [degrees(a), r, h, r * sin(a), r * cos(a)]
        row = rough([row], [0.5, 0.2, 0.2, 0.25, 0.25], rng)[0]
        yield [stamp(k, 137), "%.1f" % (row[0] % 360)] + row[1:] + ["RUN"]
@shape(2, ["frame"] + ["r%dc%d" % (k // 8, k % 8) for k in range(48)] + ["touches"], boundary=1,
       euler=1, digits=0)
def touchpad(rng):
    """A touchpad's 48 electrodes while a finger is anywhere on it, raw, 1500 frames, noise 1.3 %"""
    for k in range(1500):
        x, y = box(1, [0, 0], [7, 5], rng)[0]
        row = [38 + (j * 7 % 11) + 700 * bell(hypot(x - j % 8, y - j // 8), 0, 1)
               for j in range(48)]
        yield ["%d" % (k + 1)] + noisy([row], 9, rng)[0] + ["1"]
@edited(aligned)
@shape(2, "id,x_mm,y_mm,u_mm_s,v_mm_s,quality".split(","), boundary=2, euler=0, digits=3)
def couette_ptv(rng):
    """Places and speeds of grains between two cylinders, the inner turns, 1400 rows, noise 0.8 %"""
    for k in range(1400):
        r, a = sqrt(rng.uniform(40 ** 2, 100 ** 2)), rng.uniform(0, tau)
        v = 0.4 * (1e4 / r - r)
        yield ["%d" % (k + 1)] + rough([polar(r, a) + [-v * sin(a), v * cos(a)]],
                                       [0.5, 0.5, 1, 1], rng)[0] + ["%.2f" % rng.uniform(0.8, 0.98)]
@shape(1, ["well", "pH"] + ["A%d" % w for w in range(400, 681, 10)] + ["T_C"], boundary=2, euler=1,
       digits=3)
def indicator_ph(rng):
    """Absorbances of an indicator in 29 colors at pH 2 to 11, 180 wells, n/a, noise 0.7 %"""
    for k in range(180):
        ph = 2 + 9 * (k + rng.random()) / 180
        first, second = 10 ** (4.6 - ph), 10 ** (ph - 8.4)
        acid, base = first / (1 + first + second), second / (1 + first + second)
        row = [acid * 0.9 * bell(w, 520, 38) + base * 1.2 * bell(w, 600, 34) +
               (1 - acid - base) * 0.75 * bell(w, 436, 40) + 0.04 for w in range(400, 681, 10)]
        row = rough([[ph] + row], [0.03] + [0.006] * 29, rng)
        yield ["ABCDEFGHIJKLMNOP"[k % 16] + "%02d" % (k // 16 + 1)] + lost(
            row, None, 0.001, ["n/a"], rng)[0] + ["25.0"]
MARKERS = (("LASI", 60, 120, 980, 15, 0), ("RASI", 60, -120, 980, 15, pi),
           ("SACR", -80, 0, 1010, 12, 0), ("LKNE", 70, 150, 520, 150, 0),
           ("RKNE", 70, -150, 520, 150, pi), ("LANK", -40, 110, 160, 290, -0.5),
           ("RANK", -40, -110, 160, 290, pi - 0.5), ("LTOE", 90, 120, 90, 310, -0.6),
           ("RTOE", 90, -120, 90, 310, pi - 0.6), ("LSHO", 10, 190, 1440, 20, pi),
           ("RSHO", 10, -190, 1440, 20, 0), ("LELB", -40, 270, 1120, 75, pi - 0.2),
           ("RELB", -40, -270, 1120, 75, -0.2), ("LWRI", 90, 260, 930, 150, pi - 0.4),
           ("RWRI", 90, -260, 930, 150, -0.4))
@edited(two_rows)
@shape(1, ["Frame Nr"] + ["%s %s" % (m[0], c) for m in MARKERS for c in "XYZ"], digits=1,
       ordered=True)
def walk_markers(rng):
    """Fifteen marks on somebody who walks on a belt, 600 frames of five rounds, noise 3 mm"""
    s = 0.4
    for k in range(600):
        s += tau / 117.3 * rng.uniform(0.9, 1.1)
        row = []
        for name, x, y, z, far, at in MARKERS:
            a = s + at
            row += [x + far * cos(a) + 0.12 * far * cos(2 * a + 0.5), y + 22 * sin(s + 0.2),
                    z + 0.22 * far * eased(sin(a) * 1.2) + 21 * cos(2 * s)]
        yield ["%d" % (k + 1)] + lost(noisy([row], 3, rng), None, 3e-4, [""], rng)[0]

# ---- plain, of 1600 and more rows

@edited(ply)
@shape(2, "x,y,z".split(","), euler=-6, digits=3)
def coat_button(rng):
    """The whole skin of a coat's button with four holes of 3.4 mm, by X-rays, 6500, 0.06 mm"""
    def f(x, y, z):
        r, s = hypot(x, y) - 12.5, abs(z) - 1 - 0.6 * bell(hypot(x, y), 12.5, 2)
        whole = hypot(max(r, 0), max(s, 0)) + min(max(r, s), 0) - 1.5
        return -melt(5, -whole, hypot(abs(x) - 3.1, abs(y) - 3.1) - 1.7)
    for p in noisy(skin(f, [-15, -15, -4], [15, 15, 4], 6500, rng, 0.5), 0.06, rng):
        yield turned(p, 0.5, 1.0)
@edited(obj)
@shape(2, "x,y,z".split(","), euler=-4, digits=3)
def pretzel(rng):
    """The whole skin of a pretzel of 18 mm dough, which has three holes, 5200, noise 0.3 mm"""
    side = [[30, -47, 0], [16, -22, 0], [0, 2, 0], [-26, 36, 0], [-56, 42, 0], [-74, 8, 0],
            [-55, -34, 0]]
    way = spline(side + [[0, -56, 0]] + [[-x, y, z] for x, y, z in reversed(side)])
    way = evenly(way, 900) + way[-1:]
    rows = []
    for p in tube(way, lambda t: 9, 8000, rng):
        if min(dist(p, q) for q in way) > 8.95:
            rows.append(p)
    for p in noisy(rows[:5200], 0.3, rng):
        yield turned(p, 0.2, 0.8)
@shape(2, ["time"] + "C C# D D# E F F# G G# A A# B".split() + ["voices"], boundary=1, euler=0,
       orientable=False, digits=3)
def duet_chroma(rng):
    """Strengths of twelve notes while two alike voices glide at will, 2800 frames, noise 1 %"""
    near = lambda k, p: bell((k - p + 6) % 12 - 6, 0, 1.25)
    for j in range(2800):
        one, two = rng.uniform(0, 12), rng.uniform(0, 12)
        row = [near(k, one) + near(k, two) for k in range(12)]
        row = lost(noisy([row], 0.015, rng), None, 5e-4, ["NaN"], rng)[0]
        yield ["%.3f" % (0.0464 * j)] + row + ["2"]
@shape(2, ["image"] + ["p%d%d" % (k // 3, k % 3) for k in range(9)], orientable=False, digits=3)
def image_patches(rng):
    """Patches of 3 by 3 pixels with an edge or a line at any angle, 4000, noise 2 %: Klein's"""
    for _ in range(4000):
        a, b = rng.uniform(0, tau), rng.uniform(0, tau)
        u = [(k % 3 - 1) * cos(a) + (k // 3 - 1) * sin(a) for k in range(9)]
        square = [v * v - 2 / 3 for v in u]
        size = [sqrt(sum(v * v for v in c)) for c in (u, square)]
        row = [sin(b) * v / size[0] + cos(b) * w / size[1] for v, w in zip(u, square)]
        yield ["imk%05d" % rng.randrange(1, 4213)] + noisy([row], 0.02, rng)[0]
@zipped
@shape(3, ["source_id"] + ["J%d_mag" % k for k in range(360, 921, 20)] + ["flags"], boundary=1,
       euler=1, digits=4)
def star_bands(rng):
    """Colors of stars of any heat, gravity and metals in 29 bands, 2600 rows, -99 and noise 0.01"""
    for _ in range(2600):
        t, g, m = [rng.uniform(-1, 1) for _ in range(3)]
        row = [13 + (2.2 - 1.3 * t) * exp(-(w - 360) / 190) + 0.35 * t * t * bell(w, 700, 130) +
               (0.9 + 0.35 * t) * m * bell(w, 395, 28) + 0.5 * m * bell(w, 515, 30) +
               g * (0.85 * bell(w, 440, 45) * (1 + 0.3 * t) - 0.75 * bell(w, 850, 50) +
                    0.4 * bell(w, 620, 35)) for w in range(360, 921, 20)]
        yield ["%d" % (4611686018427387904 + rng.randrange(10 ** 15))] + lost(
            noisy([row], 0.01, rng), None, 2e-4, ["-99.0"], rng)[0] + ["0"]
@shape(3, "t_us;S1;S2;S3;P0_deg;P90_deg;P180_deg;P270_deg;mode".split(";"), write=";.", boundary=1,
       euler=1, digits=2)
def swashplate(rng):
    """A helicopter's three servos and its blades' pitch by its sticks, 1600 rows, noise 0.5 %"""
    for k in range(1600):
        r, a, c = 7 * sqrt(rng.random()), rng.uniform(0, tau), rng.uniform(-4, 13)
        x, y = polar(r, a)
        row = [1520 + 21 * c + 30 * (x * cos(b) + y * sin(b)) for b in (0, tau / 3, 2 * tau / 3)]
        row += [c + x * cos(b) + y * sin(b) + 0.012 * c * c for b in (0, pi / 2, pi, 3 * pi / 2)]
        yield ["%d" % (k * 20000)] + rough([row], [3] * 3 + [0.1] * 4, rng)[0] + ["STAB"]
@shape(1, "lfd. Nr.|Rechtswert|Hochwert|Höhe|Güte", write=";,", digits=3, ordered=True)
def roller_coaster(rng):
    """A coaster's closed track with a loop, from a car, 1700 places in three rides, noise 8 cm"""
    stops = [[0, 0, 4], [40, 0, 4], [80, 0, 12], [130, 2, 36], [162, 24, 42], [156, 66, 14],
             [128, 100, 5], [100, 112, 7], [84, 118, 18], [93, 122, 28], [104, 126, 19],
             [90, 131, 8], [60, 136, 6], [20, 128, 16], [-24, 98, 9], [-42, 56, 18], [-16, 18, 24],
             [30, -24, 20], [72, -52, 8], [40, -74, 6], [-6, -62, 12], [-48, -38, 7], [-58, -10, 5],
             [-34, 0, 4]]
    way = spline(stops, closed=True)
    for j in range(3):
        places = evenly(way + way[:1], 567 - (j == 2))
        k = rng.randrange(200)
        for i, r in enumerate(noisy(places[k:] + places[:k], 0.08, rng)):
            yield ["%d" % (567 * j + i + 1), r[0] + 4468120, r[1] + 5332870, r[2] + 512, rng.choice(
                ("FIX", "FIX", "FIX", "FLT"))]
@before("AS-OCT, swept source 1310 nm, OD, dewarped; mm, apex of cornea = 0")
@shape(2, "layer,x,y,z".split(","), components=3, boundary=4, euler=2, digits=4)
def eye_layers(rng):
    """An eye's cornea of 0.55 mm, front and back, and its iris with its hole, 7500, noise 5 um"""
    ball = lambda r, low: lambda u, v: polar(r * sin(v), u) + [low + r - r * cos(v)]
    iris = lambda u, r: polar(r, u) + [3.1 + 0.25 * bell(r, 2.6, 0.8)]
    for name, f, ends, n in (("cornea_ant", ball(7.8, 0), (1e-4, 0.39), 2650),
                             ("cornea_post", ball(6.5, 0.55), (1e-4, 0.44), 2450),
                             ("iris", iris, (1.8, 4.6), 2400)):
        for p in noisy(surface(f, (0, tau), ends, n, rng), 0.005, rng):
            yield [name] + turned(p, 0.06, 0.4)
def carved(p):
    """Whether a pumpkin has no rind in a direction: its lid, eyes, nose and mouth."""
    x, y, z = p
    around, down = atan2(y, x), atan2(hypot(x, y), z)
    return (down < 0.42 or hypot(abs(around) - 0.44, down - 1.22) < 0.17 or
            hypot(around, down - 1.68) < 0.125 or hypot(around / 0.62, (down - 2.2) / 0.165) < 1)
@edited(pts)
@shape(2, "X,Y,Z,I,R,G,B".split(","), boundary=5, euler=-3, digits=4)
def pumpkin(rng):
    """A carved pumpkin of 28 cm: its lid is off, two eyes, a nose, a mouth, 7600, noise 1 mm"""
    def f(u, v):
        r = 0.14 * (1 + 0.025 * cos(10 * u)) * sin(v) * (1 - 0.06 * cos(v))
        return polar(r, u) + [0.112 * cos(v)]
    rows = [p for p in surface(f, (-pi, pi), (1e-4, pi), 9600, rng) if not carved(p)]
    for x, y, z in noisy(rows[:7600], 0.001, rng):
        shade = rng.gauss(0, 12)
        yield [x - 0.41, y + 1.27, z + 0.83, "%d" % rng.randrange(-1400, -600)] + [
            "%d" % (v + shade) for v in (221, 122, 38)]
@shape(1, "x [mm]|y [mm]|z [mm]|Abtastung", write="\t,", euler=-6, digits=2)
def lampshade_frame(rng):
    """Middle lines of a lampshade's wires: two rings and six bent ribs, 2400, noise 0.7 mm"""
    ring = lambda r, h: [polar(r, tau * k / 120) + [h] for k in range(121)]
    ways = [ring(85, 240), ring(190, 0)]
    ways += [spline([polar(190, a) + [0], polar(168, a) + [85], polar(112, a) + [165], polar(
        85, a) + [240]]) for a in (tau * k / 6 + 0.2 for k in range(6))]
    for x, y, z, _ in shared(ways, [1] * 8, 2400, rng):
        yield turned(noisy([[x, y, z]], 0.7, rng)[0], 0.35, 0.9) + ["2"]

# ---- what tempts verdicts

@before("# Frank XYZ leads, 12 beats, baseline removed, mV")
@tempts(1, "ms,beat,X,Y,Z".split(","), euler=-2, digits=3, ordered=True)
def vectorcardiogram(rng):
    """Three loops of a heart's vector from one rest, of 1.6, 0.6 and 0.25 mV, 7200, noise 0.3 %"""
    loops = ((0.06, 0.15, [0.21, 0.12, -0.04], [0.06, -0.1, 0.02]),
             (0.24, 0.1, [1.2, 0.8, 0.7], [0.25, 0.1, -0.55]),
             (0.44, 0.2, [0.42, 0.16, -0.42], [0.13, 0.03, 0.14]))
    for k in range(7200):
        if k % 600 == 0:
            late = rng.uniform(-6, 6)
        t, row = (k % 600 + late) / 600, [0, 0, 0]
        for at, long, far, wide in loops:
            s = eased(min(1, max(0, (t - at) / long)))
            row = [v + a * sin(pi * s) ** 2 + b * sin(tau * s) for v, a, b in zip(row, far, wide)]
        yield ["%d" % (4 * k // 3), "%d" % (k // 600 + 1)] + noisy([row], 0.005, rng)[0]
@tempts(1, "pt|x (mm)|y (mm)", write="\t.", boundary=2, euler=1, digits=2, ordered=True)
def paper_clip(rng):
    """The middle of a paper clip's wire, whose legs are 2.2 mm apart, 120 points, noise 0.05 mm"""
    bow = lambda x, y, r, a, b: [[x + r * cos(a + (b - a) * k / 40), y + r * sin(
        a + (b - a) * k / 40)] for k in range(41)]
    way = [[-1.4, 10]] + bow(1.0, 25, 2.4, pi, 0) + bow(0, 5, 3.4, 0, -pi) + bow(
        1.1, 29, 4.5, pi, 0) + [[5.6, 11]]
    for k, r in enumerate(noisy(evenly(way, 119) + way[-1:], 0.05, rng)):
        yield ["%d" % k] + turned(r + [0], 0, 0.5)[:2]
@tempts(2, "X;Y;Z;frame".split(";"), write=";.", boundary=1, euler=1, digits=4)
def dance_ribbon(rng):
    """A gymnast's ribbon of 5.4 m by 5 cm in the air, with three rounds, 6000 points, 2 mm"""
    def f(s, v):
        lean = 0.9 * sin(5 * s)
        return polar(0.34 - 0.12 * s + v * sin(lean), 3 * tau * s) + [
            0.9 * s + 0.05 * sin(4 * tau * s) + v * cos(lean)]
    for p in noisy(surface(f, (0, 1), (-0.025, 0.025), 6000, rng), 0.002, rng):
        yield turned(p, 0.4, 0.2) + ["1184"]
@edited(quoted)
@tempts(1, "deviceId,timestampMs,latitude,longitude,accuracy,activity".split(","), ordered=True)
def commute(rng):
    """Out by one way and home by another, ten days, mostly at both ends, 5000 fixes, 6 m"""
    stops = [[0, 0], [900, 700], [2100, 900], [2900, 1700], [4300, 1600], [5600, 700],
             [5900, -300], [4900, -1200], [3600, -900], [2500, -1500], [1300, -1100], [400, -900]]
    way = spline(stops, 1000, True)
    t = 1716168000000
    for leg in range(20):
        t += 3600000 * 9
        for k in range(250):
            s = 6000 * (leg % 2 + max(0, k - 140 + rng.random()) / 110)  # rests, then goes
            x, y = noisy([way[int(s) % len(way)]], 6, rng)[0]
            t += rng.randrange(9000, 11000)
            yield ["a41f", "%d" % t, "%.7f" % (47.3812 + y / 111180), "%.7f" % (
                8.4937 + x / 75400), "%.1f" % rng.uniform(3, 9), "IN_VEHICLE"]
@tempts(1, "uptime_ms|course|yarn tension (cN)|needle (mm)|guide bar (mm)|let-off (mm/s)|beam",
        digits=2)
def warp_knitter(rng):
    """A knitting machine's round, mixed rows with its uptime and its courses, 1400, noise 0.8 %"""
    t = 812044
    for k in range(1400):
        t += rng.randrange(190, 240)
        s = rng.uniform(0, tau)
        row = [14 + 5.2 * cos(s - 0.7) + 2 * cos(2 * s), 9 - 8.4 * cos(s) + 1.1 * cos(2 * s),
               2.6 * sin(s + 0.5) + 0.9 * sin(2 * s + 0.3), 31 + 4 * cos(s - 2.4)]
        yield ["%d" % t, "%d" % (t // 46)] + rough([row], [0.1, 0.12, 0.05, 0.08], rng)[0] + ["A2"]
@tempts(1, "Time(s),Engine RPM(rpm),Vehicle speed(km/h),GPS speed(km/h),Fuel level(%)".split(","),
        components=6, boundary=12, euler=6, digits=1)
def gearbox(rng):
    """Revolutions and speeds of a car in six gears, the clutch engaged, 960 rows, noise 0.3 %"""
    for k in range(960):
        n = 1100 + 5000 * (k // 6 + rng.random()) / 160
        v = n / 1000 * (7.6, 13.4, 19.6, 26.4, 34.1, 42.6)[k % 6]
        yield ["%.1f" % (k * 3.7)] + rough([[n, v, 0.975 * v]], [14, 0.35, 0.35], rng)[0] + ["62"]
@tempts(None, "Rank|Club|Won|Goals for|Goals against|Points|Attendance|Wages (£k)", unfit=True,
        digits=0, ordered=True)
def league_ladder(rng):
    """Games won, goals, points, crowds and wages of 92 clubs, sorted: a cloud, though it is long"""
    towns = """Ash Bram Carl Dun Elm Fern Glen Hart Ives Kel Lang Mar Nor Oak Pem Quin Ros Stan
        Thorn Up Vale Wick Yar""".split()
    rows = []
    for k in range(92):
        s = rng.gauss(0, 1)
        won, drawn = round(16.5 + 3.4 * s + rng.gauss(0, 2.4)), round(rng.gauss(10.5, 2.6))
        rows.append([3 * won + drawn, towns[k % 23] + ("ton", "ford", "by", "ham")[k // 23], won,
                     58 + 7 * s + rng.gauss(0, 9), 57 - 6 * s + rng.gauss(0, 9),
                     exp(9.3 + 0.3 * s + rng.gauss(0, 0.5)),
                     exp(8.4 + 0.4 * s + rng.gauss(0, 0.6))])
    for k, (points, name, won, gained, let, crowd, wages) in enumerate(sorted(rows, reverse=True)):
        yield ["%d" % (k + 1), name, won, gained, let, points, crowd, wages]
TAXA = "Pinus Picea Betula Alnus Corylus Quercus Poaceae Cyperaceae Ericaceae".split()
@tempts(None, ["sample", "collected"] + [t + " %" for t in TAXA] + ["counted"], write=";.",
        unfit=True)
def moss_pollen(rng):
    """Shares of nine pollens, which make 100 %, in mosses from 260 places: a cloud"""
    for k in range(260):
        row = [rng.gammavariate(a, 1) for a in (5, 3, 4, 2.5, 2, 2, 3.5, 1.8, 1.6)]
        day = "2019-0%d-%02d" % (rng.randrange(5, 10), rng.randrange(1, 29))
        yield ["M%03d" % (k + 1), day] + ["%.1f" % (100 * v / sum(row)) for v in row] + [
            "%d" % rng.randrange(480, 560)]
@tempts(2, "x_mm y_mm z_mm".split(), write=" .", boundary=1, euler=1, digits=2)
def roulade(rng):
    """The cream's layer of a rolled cake, three rounds, 12 mm apart, by X-rays, 7600, 0.3 mm"""
    f = lambda a, h: polar(7 + 12 * a / tau, a) + [h]
    for p in noisy(surface(f, (0, 3.1 * tau), (0, 95), 7600, rng), 0.3, rng):
        yield turned(p, 1.2, 0.3)
@before("DIN ISO 6621, ring no. 3 free state, scan ccw, tip radius 1 mm ruby")
@tempts(1, "No;X;Y;F".split(";"), write=";,", boundary=2, euler=1, digits=3)
def piston_ring(rng):
    """A piston's ring of 86 mm, whose ends are 5 mm apart, probed at 1000 places, noise 0.03 mm"""
    way = [polar(43 + 0.8 * cos(2 * a), a) for a in (
        0.059 + (tau - 0.118) * k / 999 + 1.2 for k in range(1000))]
    for k, r in enumerate(noisy(evenly(way, 999) + way[-1:], 0.03, rng)):
        yield ["%d" % (k + 1), r[0] + 150, r[1] + 90, "%.2f" % 0.05]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20270301), (TEMPTING, 20270302))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
    pack(sys.argv[1])
