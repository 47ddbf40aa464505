"""A sixteenth blind batch of tables as they are brought, with known truth.

python3 twentieth.py FOLDER [tuning|held_out|NAME ...]

Like nineteenth.py, with its tools and those of sixteenth.py, ninth.py, seventh.py, sixth.py,
fifth.py, fourth.py and make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist
expects is true: meridians of an eye, bearings of a scanner and of the wind, angles of an orrery
and a longitude close; a gait, a name, a quality and the number of a row are no coordinates. Some
are as programs write them: a line that says what parts the columns, a byte order mark, percent
signs before comments or behind numbers, names in two rows, quotes around all cells, blanks between
thousands, plus signs, exponents, hemispheres, or cells for what is missing.
"""
import functools, sys
from math import atan2, cos, degrees, dist, exp, hypot, pi, radians, sin, sqrt, tanh, tau

import edits, make, seventh
from make import box, line, noisy, spline, surface
from fourth import bell, cloud
from fifth import lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from ninth import off_line, revolved
from sixteenth import shared
from nineteenth import arc, eased, polar

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

def marked(text):
    """With the mark that some programs put before text in UTF-8."""
    return "\ufeff" + text

def quoted(text):
    """With quotes around all cells."""
    return "".join(",".join('"%s"' % v for v in r.split(",")) + "\r\n" for r in text.splitlines())

def commented(text):
    """With a percent sign before the names of columns."""
    return "% " + text

def spaced(v):
    """A number as the French write it, with blanks between thousands."""
    return format(v, ",.2f").replace(",", " ").replace(".", ",")

circle = lambda x, y, r: arc(x, y, r, 0, tau)

# ---- plain curves

@before("sep=;")
@shape(1, "Nr|x (mm)|y (mm)|Bemerkung", write=";,", euler=-9, digits=2)
def brooch(rng):
    """Middle lines of a brooch: a strand of three loops, a ring through them, 2800, noise 1 %"""
    knot = [[9 * (sin(t) + 1.7 * sin(2 * t)), 9 * (cos(t) - 1.7 * cos(2 * t))]
            for t in (tau * k / 400 for k in range(401))]
    for k, (x, y, w) in enumerate(shared([knot, circle(0, 0, 17.5)], [1, 1], 2800, rng)):
        yield ["%d" % (k + 1)] + noisy([[x + 31, y + 28]], 0.2, rng)[0] + [
            "Patina" if rng.random() < 0.05 else ""]
@before("Goldmann-Perimetrie, Normkollektiv 40-49 J, rechtes Auge",
        "Meridian 0 = temporal, 90 = oben")
@shape(1, "Auge|Marke|Meridian (°)|Exzentrizität (°)|Prüfer", write=";,", components=5, digits=1)
def isopters(rng):
    """How far out an eye sees four marks, all around, and its blind spot, 1700, noise 0.5"""
    def edge(k, a):
        far = 67 + 14 * cos(a) - 9 * cos(2 * a) * 0.6 - 8 * sin(a) + 2 * cos(3 * a)
        return polar(far * (1, 0.8, 0.6, 0.4)[k], a)
    ways = [[edge(k, tau * j / 200) for j in range(201)] for k in range(4)]
    ways.append([[15.6 + 3.1 * cos(a), -1.6 + 4.3 * sin(a)]
                 for a in (tau * j / 80 for j in range(81))])
    for x, y, k in shared(ways, [1, 1, 1, 1.3, 4], 1700, rng):
        x, y = noisy([[x, y]], 0.5, rng)[0]
        yield ["R%02d" % rng.randrange(1, 31), ("V4e", "III4e", "I4e", "I2e", "BF")[k],
               degrees(atan2(y, x)) % 360, hypot(x, y), rng.choice(("KS", "ML"))]
@edited(marked)
@shape(1, "instrument|note|f (Hz)|length (mm)|diameter (mm)|tension (N)|wire", write="|.",
       components=2, boundary=4, euler=2, digits=2)
def piano_strings(rng):
    """Strings of pianos of like scale at pitches of three centuries: wound and plain, 1300, 1 %"""
    for _ in range(1300):
        key = rng.randrange(1, 89)
        s = (key - 1 + rng.uniform(-1.5, 1.5)) / 12
        if key < 27:
            row = [1880 - 190 * s - 20 * s * s, 5.4 * 2 ** (-0.6 * s), 1140 - 120 * s]
        else:
            row = [1330 * 2 ** (-0.9 * (s - 2.2)), 1.09 - 0.058 * (s - 2.2),
                   905 - 40 * (s - 2.2) + 3 * (s - 2.2) ** 2]
        row = rough([[27.5 * 2 ** s] + row], [12, 14, 0.03, 4], rng)[0]
        yield ["MIM-%d" % rng.randrange(200, 240), "A A# B C C# D D# E F F# G G#".split()[
            (key - 1) % 12] + "%d" % ((key + 8) // 12)] + row + ["Cu/Fe" if key < 27 else "Fe"]
@before("# micro-CT of 2/2 twill, yarn centre lines, voxel 8 um", "# lengths in mm")
@shape(1, "yarn x y z radius".split(), write=" .", components=12, boundary=24, euler=12, digits=4)
def twill(rng):
    """Middle lines of a twill's threads, six across six, 0.33 mm apart, 5400 points, noise 0.02"""
    ways = []
    for k in range(6):
        high = [0.2 if (k - j) % 4 < 2 else -0.2 for j in range(6)]
        ways.append(spline([[0.8 * k + 0.03 * sin(j), 0.8 * j, h] for j, h in enumerate(high)]))
        high = [-0.2 if (j - k) % 4 < 2 else 0.2 for j in range(6)]
        ways.append(spline([[0.8 * j, 0.8 * k + 0.03 * cos(j), h] for j, h in enumerate(high)]))
    for x, y, z, k in shared(ways, [1] * 12, 5400, rng):
        x, y, z = noisy([[x, y, z]], 0.02, rng)[0]
        yield ["%s%d" % ("PW"[k % 2], k // 2 + 1), x + 1.2, y + 0.9, z + 2.1, "0.16"]
@shape(1, "point|X (m)|Y (m)|date", write=";,", boundary=2, euler=1)
def labyrinth(rng):
    """The way through a labyrinth of turf, seven rounds, to its middle, 2600 points, noise 5 cm"""
    at = lambda level: 1.2 * (10.5 - level)  # radius of a round; 0 is outside, 8 the middle
    half, way, side = radians(44), [], 1
    rounds = [3, 2, 1, 4, 7, 6, 5]
    for level, then in zip(rounds, rounds[1:] + [8]):
        a, b = (-half, half - tau) if side > 0 else (half - tau, -half)
        way += arc(0, 0, at(level), a, b, 150)
        r, bow = (at(level) + at(then)) / 2, (at(then) - at(level)) / 2
        for t in (pi * k / 40 for k in range(1, 40)):
            far, off = r - bow * cos(t), side * abs(bow) * sin(t)
            way.append([far * cos(b) + off * sin(b), far * sin(b) - off * cos(b)])
        side = -side
    a = -half
    mouth = [[r * cos(a) - off * sin(a), r * sin(a) + off * cos(a)] for r, off in (
        (at(0) + 1.5, 1.6), (at(0), 1.6), (at(1), 1.55), (at(2), 1.3), (at(2.7), 0.8))]
    way = spline(mouth + [way[0]], 20) + way[1:] + arc(0, 0, at(8), b, b + 1.9, 30) + [[0.2, 0]]
    for k, (x, y) in enumerate(noisy(line(way, 2600, rng), 0.05, rng)):
        yield ["%d" % (k + 1), spaced(587412 + y), spaced(6719230 - x),
               rng.choice(("12/05", "13/05"))]
@shape(1, ["scan", "angle [deg]", "range [m]", "intensity"], components=8, boundary=16, euler=8,
       digits=3, ordered=True)
def lidar_room(rng):
    """Three scans of a room with three pillars and a bay, by angle, 4320 rows, noise 1 cm"""
    walls = [[0, 0], [9.2, 0], [9.2, 4.1], [11.4, 4.1], [11.4, 6.4], [3.1, 6.4],
             [3.1, 7.9], [0, 7.9]]
    pillars, x, y = [[6.2, 2.1], [6.9, 4.7], [2.2, 5.2]], 4.1, 3.2
    for k in range(4320):
        deg = k % 1440 / 4
        u, v = polar(1, radians(deg))
        far = []
        for (a, b), (c, d) in zip(walls, walls[1:] + walls[:1]):
            den = u * (d - b) - v * (c - a)
            if den:
                t = ((a - x) * (d - b) - (b - y) * (c - a)) / den
                s = ((a - x) * v - (b - y) * u) / den
                far += [t] if t > 0 and 0 <= s <= 1 else []
        for a, b in pillars:
            t, off = (a - x) * u + (b - y) * v, (a - x) * v - (b - y) * u
            far += [t - sqrt(0.09 - off * off)] if t > 0 and abs(off) < 0.3 else []
        yield ["%d" % (k // 1440), "%.2f" % deg, min(far) + rng.gauss(0, 0.01),
               "%d" % rng.randrange(40, 190)]
@shape(1, ["time", "alpha (deg)"] + ["q%02d (N/m)" % k for k in range(1, 19)] + ["i_motor (A)"],
       write="\t.", digits=2, ordered=True)
def wiper(rng):
    """A wiper up and down: its angle, its blade's load at 18 places, current, 1400, noise 1.5 %"""
    for k in range(1400):
        t = 0.0811 * k
        row = [58 - 49 * cos(t)]
        row += [15.5 + 0.22 * j - 0.013 * j * j + 2.6 * sin(t - 0.09 * j) +
                0.9 * cos(2 * t + 0.2 * j) for j in range(18)]
        row.append(3.9 + 1.5 * sin(t - 0.4) + 0.5 * cos(2 * t))
        yield ["%.3f" % (0.01 * k)] + rough([row], [0.9] + [0.07] * 18 + [0.04], rng)[0]
@shape(1, "sample|SiO2|TiO2|Al2O3|FeO|MgO|CaO|Na2O|K2O|Total|series", boundary=3, euler=1, digits=2)
def lava_trends(rng):
    """Oxides, in %, of lavas that part into two series, 900, b.d. for traces, noise 0.2"""
    trunk = [[46.5, 1.0, 11.0, 10.2, 18.5, 10.3, 1.8, 0.3],
             [47.8, 1.2, 13.4, 10.3, 13.2, 11.3, 2.1, 0.35],
             [49.2, 1.4, 15.4, 10.3, 8.6, 11.6, 2.5, 0.4]]
    iron = [[49.4, 2.2, 14.6, 12.8, 6.9, 10.6, 2.7, 0.5],
            [50.6, 3.3, 13.2, 15.2, 5.2, 9.2, 2.9, 0.7],
            [55.5, 2.4, 13.3, 13.3, 3.0, 7.0, 3.5, 1.2],
            [62.5, 1.1, 13.6, 9.2, 1.2, 4.6, 4.2, 2.2]]
    calm = [[52.6, 1.2, 17.0, 8.6, 6.6, 9.9, 2.9, 0.9],
            [57.4, 0.9, 17.3, 6.6, 4.4, 7.5, 3.6, 1.6],
            [64.2, 0.6, 16.4, 4.2, 2.1, 4.7, 4.2, 2.8],
            [71.5, 0.3, 14.3, 2.0, 0.6, 2.0, 4.3, 4.2]]
    ways = [spline(trunk), spline(trunk[-1:] + iron), spline(trunk[-1:] + calm)]
    for k, row in enumerate(shared(ways, [1, 1, 1], 900, rng)):
        total = rng.gauss(99.6, 0.25)
        row = [total * v / sum(row[:8]) for v in row[:8]]
        row = rough([row], [0.22, 0.03, 0.16, 0.14, 0.14, 0.13, 0.06, 0.04], rng)[0]
        yield ["KR%03d" % (k + 1)] + row[:7] + [row[7] if row[7] > 0.3 else "b.d."] + [
            sum(row), rng.choice(("Krafla", "Hverfjall", "N rift"))]
@shape(1, "marker\tX (mm)\tY (mm)\tZ (mm)\tpart".split("\t"), write="\t,", components=3, boundary=2,
       euler=1, digits=2)
def wire_puzzle(rng):
    """Middle lines of a puzzle's wires: a heart, a ring in it, an open hook, 2100, noise 1 %"""
    around = [tau * k / 300 for k in range(301)]
    heart = [[30 * sin(t) ** 3, 25 * cos(t) - 9.5 * cos(2 * t) - 3.8 * cos(3 * t) -
              1.9 * cos(4 * t), 3 * sin(2 * t)] for t in around]
    ring = [[2 * sin(t), -33 + 14 * cos(t), 14 * sin(t)] for t in around]
    hook = [[-24 + 15 * cos(t), 12 + 8 * cos(t), 17 * sin(t)] for t in around[:240]]
    for k, (x, y, z, w) in enumerate(shared([heart, ring, hook], [1, 1, 1], 2100, rng)):
        yield ["M%d" % (k + 1)] + noisy([[x + 140, y - 55, z + 410]], 0.3, rng)[0] + ["wire"]
@before("aixPES S-mode; sample PZT-5H #14; thickness 1.00 mm; 0.1 Hz", "averaged: no")
@shape(1, "cycle|E (kV/cm)|S (permille)", euler=-1, digits=4, ordered=True)
def pzt_butterfly(rng):
    """A piezo's strain over twelve cycles of its field, a butterfly, 1800 rows, noise 0.6 %"""
    for k in range(1800):
        t = tau * k / 150.3
        e = 20 * sin(t)
        s = 3.3 * tanh((e - 10 * cos(t)) / 9) ** 2 + 0.012 * e
        yield ["%d" % (k * 12 // 1800 + 1)] + rough([[e, s]], [0.2, 0.018], rng)[0]
@before(",,fore L,fore L,fore R,fore R,hind L,hind L,hind R,hind R")
@shape(1, ["frame", "gait"] + ["upper (deg)", "lower (deg)"] * 4, components=3, digits=1)
def horse_gaits(rng):
    """Eight joints of horses at a walk, a trot and a canter, 1900, names in two rows, 2 %"""
    gaits = (("walk", (0, 0.5, 0.75, 0.25), 15, 21, 0), ("trot", (0, 0.5, 0.5, 0), 21, 33, 9),
             ("canter", (0, 0.14, 0.86, 0.52), 29, 40, -13))
    for k in range(1900):
        name, shift, swing, bend, lean = gaits[k % 19 // 7]
        t, row = rng.uniform(0, tau), []
        for j, s in enumerate(shift):
            a = t - tau * s
            row += [62 + 18 * (j > 1) + lean * (-1) ** (j // 2) + swing * cos(a) +
                    3 * cos(2 * a + 1),
                    138 + 8 * (j > 1) + lean - bend * exp(1.4 * (cos(a - 1.9) - 1)) -
                    4 * sin(2 * a)]
        yield ["%d" % (k + 1), name] + noisy([row], 0.9, rng)[0]
@before("WinRHIZO-like skeleton export;;;", "leaf: Ginkgo biloba, cleared;;;")
@shape(1, "seg;x_mm;y_mm".split(";"), write=";.", boundary=9, euler=1, digits=3)
def ginkgo(rng):
    """Stalk and veins of a ginkgo's leaf, which fork three times, 2600 points, noise 0.1 mm"""
    ways = [[[0, 0], [0.6, 12], [0, 26]]]
    tips = [(0, 26, 90)]
    for turn, long in ((29, 15), (14, 17), (9, 22)):
        fresh = []
        for x, y, a in tips:
            for b in (a - turn, a + turn):
                p, q = polar(long, radians(b))
                ways.append([[x, y], [x + p, y + q]])
                fresh.append((x + p, y + q, b))
        tips = fresh
    for x, y, k in shared(ways, [1] * len(ways), 2600, rng):
        yield ["%d" % (k + 1)] + noisy([[x + 42, y + 8]], 0.1, rng)[0]
def struts():
    """The struts of half a ball of 80 triangles, by their ends."""
    top = [[0, 0, 1]] + [polar(2 / sqrt(5), tau * k / 5) + [1 / sqrt(5)] for k in range(5)]
    hubs = top + [[-v for v in p] for p in top]
    side = 1.1 * dist(hubs[0], hubs[1])
    near = [(a, b) for a in range(12) for b in range(a) if dist(hubs[a], hubs[b]) < side]
    hubs += [unit([p + q for p, q in zip(hubs[a], hubs[b])]) for a, b in near]
    joins = []
    for n, (a, b) in enumerate(near):
        joins += [(a, 12 + n), (b, 12 + n)]
        joins += [(12 + m, 12 + n) for m in range(n) if dist(hubs[12 + m], hubs[12 + n]) < 0.7]
    return [[hubs[a], hubs[b]] for a, b in joins if min(hubs[a][2], hubs[b][2]) > -0.01]
@edited(quoted)
@shape(1, "X,Y,Z,Intensity".split(","), euler=-39, digits=3)
def dome_struts(rng):
    """Middle lines of a dome's 65 struts between 26 hubs, in m, by laser, 7500, noise 2 cm"""
    for *p, k in shared(struts(), [1] * 65, 7500, rng):
        x, y, z = noisy([[4.6 * v for v in p]], 0.02, rng)[0]
        yield [x + 21.3, y - 8.1, z + 0.4, "%d" % rng.randrange(20, 200)]
@shape(1, "Zeile|Io (°)|Europa (°)|Ganymed (°)|Foto", write=";,", digits=1)
def laplace_moons(rng):
    """Arms of an orrery that turn four times, twice and once, 1500 pictures, off by 2 degrees"""
    for k, t in enumerate(turns(1500, rng)):
        row = [4 * t + 0.3, 2 * t + 0.06 * sin(2 * t), t + 2.4 + 0.12 * sin(t)]
        yield ["%d" % (k + 1)] + [(degrees(v) + rng.gauss(0, 2)) % 360 for v in row] + [
            "DSC_%04d.JPG" % (k + 2210)]
@before("# dip equator crossings (I = 0), low-orbit vector data 2018-2023", "# F at 110 km")
@shape(1, "orbit|epoch|lat|lon|F (nT)|quality", digits=0)
def dip_equator(rng):
    """Where a satellite met no dip, around the Earth, and the field there, 950, off by 0.4"""
    for a in turns(950, rng):
        lat = -0.3 + 6.6 * cos(a - 1.1) + 4.6 * cos(2 * a + 0.4) + 1.5 * sin(3 * a)
        strong = 33800 + 5600 * cos(a - 1.9) + 1300 * cos(2 * a - 0.6)
        lat, lon, strong = rough([[lat, degrees(a), strong]], [0.4, 0.4, 140], rng)[0]
        lon = (lon + 180) % 360 - 180
        yield ["%d" % rng.randrange(10000, 39000), "%.3f" % rng.uniform(2018, 2023),
               "%.2f%s" % (abs(lat), "NS"[lat < 0]), "%.2f%s" % (abs(lon), "EW"[lon < 0]), strong,
               rng.choice("112")]
@shape(1, ["file"] + ["p%d%d" % (i, j) for i in range(7) for j in range(7)], digits=0)
def moon_pictures(rng):
    """Pictures of 7 by 7 pixels of the moon through its month, 0 to 255, 700 nights, noise 3"""
    grid = [(-1.25 + 2.5 * (k + 0.5) / 28) for k in range(28)]
    seas = lambda x, y: 1 - 0.35 * exp(-4 * ((x + 0.3) ** 2 + (y - 0.3) ** 2)) - 0.2 * exp(
        -9 * ((x - 0.5) ** 2 + (y - 0.1) ** 2))
    ball = [(int(i / 4), int(j / 4), x, sqrt(1 - x * x - y * y), seas(x, y))
            for i, y in enumerate(grid) for j, x in enumerate(grid) if x * x + y * y < 1]
    for k, a in enumerate(turns(700, rng)):
        row = [9.0] * 49
        for i, j, x, z, light in ball:
            row[7 * i + j] += light * (0.7 + 14 * max(0, x * sin(a) - z * cos(a)) ** 0.7)
        yield ["IMG_%05d.fits" % (20311 + 7 * k)] + [
            min(255, max(0, v)) for v in noisy([row], 3, rng)[0]]
@before("Morningstar-style extract: target-date series, glide paths",
        "as of 2024-06-30; weights in %")
@shape(1, "fund|years to target|equity home|equity abroad|bonds|inflation-linked|cash|fee (bp)",
       boundary=2, euler=1, digits=1)
def target_date(rng):
    """Shares, as 34.2 %, of assets in funds, 45 years before to 20 after their date, 640"""
    for k in range(640):
        y = rng.uniform(-20, 45)
        stocks = 43 - 13 * eased((4 - y) / 20) + 49 * eased((y + 2) / 32)
        linked = 15 * (1 - eased((y - 3) / 16)) + 5 * bell(y, 2, 8)
        cash = 2 + 8 * (1 - eased((y + 14) / 18))
        row = [0.58 * stocks, 0.42 * stocks, 100 - stocks - linked - cash, linked, cash]
        row = [max(0.1, v) for v in noisy([row], 0.5, rng)[0]]
        yield ["TD%04d" % (k + 1), y] + ["%.1f %%" % (100 * v / sum(row)) for v in row] + [
            "%.1f" % (18 + 0.4 * y + rng.gauss(0, 0.4))]

# ---- plain surfaces

@before("% Model:              hex_nut_M24.mph", "% Version:            COMSOL-like 6.1",
        "% Dimension:          3", "% Nodes:              5200", "% Length unit:        mm")
@edited(commented)
@shape(2, "x,y,z".split(","), digits=4)
def hex_nut(rng):
    """The whole skin of a nut of 36 mm, 19 high, with a bore of 22, 5200 points, noise 0.1 mm"""
    outline = [polar(20.8, tau * k / 6) for k in range(7)]
    rows = [[x, y, rng.uniform(-9.5, 9.5)] for x, y, _ in shared(
        [outline, circle(0, 0, 11)], [1, 1], 3680, rng)]
    while len(rows) < 5200:
        x, y = box(1, [-21, -19], [21, 19], rng)[0]
        inside = max(abs(x * cos(a) + y * sin(a)) for a in (pi / 6, pi / 2, 5 * pi / 6)) < 18.01
        if inside and hypot(x, y) > 11:
            rows.append([x, y, rng.choice((-9.5, 9.5))])
    for x, y, z in noisy(rows, 0.1, rng):
        yield [0.8 * x - 0.6 * z, y, 0.6 * x + 0.8 * z]
@shape(2, "X (um)|Y (um)|Z (um)", write="\t.", euler=2)
def pollen_grain(rng):
    """A grain of pollen with 32 blunt spines, by confocal microscopy, 6500 points, noise 0.08 um"""
    tips = [unit([sqrt(1 - z * z) * cos(2.39996 * k), sqrt(1 - z * z) * sin(2.39996 * k), z])
            for k, z in ((k, 1 - (2 * k + 1) / 32) for k in range(32))]
    def f(u, v):
        p = [cos(u) * sin(v), sin(u) * sin(v), cos(v)]
        r = 12 + 3.2 * sum(exp(42 * (sum(a * b for a, b in zip(p, t)) - 1)) for t in tips)
        return [r * c for c in p]
    for r in noisy(surface(f, (0, tau), (1e-4, pi), 6500, rng), 0.08, rng):
        yield ["%.4E" % (v + 40) for v in r]
@shape(2, "x/cm;y/cm;z/cm".split(";"), write=";,", boundary=5, euler=-3, digits=2)
def monstera(rng):
    """A bent leaf of 35 cm with six clefts from its edge and four holes, 5000, noise 0.7 mm"""
    holes = [(-4.2, 3.5, 0.5), (4.4, 2, -0.5), (-4, -6, 0.6), (4.2, -7.5, -0.6)]
    clefts = [(s, y) for s in (-1, 1) for y in (-5.5, 2, 9)]
    count = 0
    while count < 5000:
        x, y = box(1, [-17.5, -20], [17.5, 20], rng)[0]
        a, r = atan2(x, y), hypot(x, y)
        keep = r < 17.5 + 1.5 * cos(2 * a) - 3.5 * bell(abs(a), pi, 0.35)
        for p, q, tilt in holes:
            u, v = x - p + tilt * (y - q), y - q
            keep = keep and hypot(u / 1.5, v / 2.1) > 1
        for s, q in clefts:
            across, along = y - q - 0.25 * abs(x) - 0.4 * (1 + s), s * x
            keep = keep and not (along > 9.5 and abs(across) < 1.05 + 0.05 * (along - 9.5))
        if keep:
            count += 1
            z = 0.011 * x * x + 2.2 * sin(y / 11) - 0.06 * y
            yield noisy([[x + 20, y + 24, z + 3]], 0.07, rng)[0]
@before("# vtkPolyData to text: MRA_0093, level set 180", "# RAS, mm")
@shape(2, "x y z".split(), write=" .", boundary=3, euler=-1, digits=3)
def aneurysm(rng):
    """An artery's wall where it parts in two, with a sac, open at three ends, 4600, 0.1 mm"""
    def f(x, y, z):
        p = [x, y, z]
        tubes = [off_line(p, [0, 0, 0], end) - r for *end, r in (
            (0, 0, -20, 2.3), (15, -3, 16, 1.8), (-14, -2, 16, 1.7))]
        return melt(1.6, dist(p, [0.5, 6.2, 1.5]) - 4.3, *tubes)
    for r in noisy(skin(f, [-16, -9, -11], [16, 13, 9], 4600, rng, 0.3), 0.1, rng):
        yield [r[0] - 23, r[1] + 11, r[2] + 58]
@shape(2, ["drop", "t_ms"] + ["ph%02d" % k for k in range(1, 11)], boundary=2, euler=-1,
       orientable=False, digits=1)
def needle_flow(rng):
    """Light of needles, axes without heads, none near two directions, ten channels, 3400, 1 %"""
    sides = [unit([cos(0.83 * k * k + k), sin(0.83 * k * k + k), 0.9 * cos(1.9 * k)])
             for k in range(10)]
    axes = [n for n in map(unit, cloud(5000, [1] * 3, rng))
            if max(abs(n[2]), abs(0.6 * n[0] + 0.8 * n[1])) < cos(radians(24))]
    for k, n in enumerate(axes[:3400]):
        row = [80 + 1100 * sum(p * q for p, q in zip(n, d)) ** 2 for d in sides]
        yield ["%d" % (k + 1), "%.2f" % (0.4 * k)] + noisy([row], 12, rng)[0]
@before("Modellversuch Francis nq 48, Kennfeld", "Unruhezone ausgespart")
@after("-;m;%;m³/s;MW;%;kPa;µm;°C")
@shape(2, "Punkt|H|Leitrad|Q|P|eta|dp Saugrohr|Wellenschw.|T Lager", write=";,",
       boundary=2, digits=3)
def hydro_turbine(rng):
    """A turbine at any head and gate but where it shakes: eight measures, 2300 rows, noise 0.7 %"""
    count = 0
    while count < 2300:
        h, g = rng.uniform(60, 110), rng.uniform(20, 100)
        if hypot((h - 86) / 9, (g - 55) / 15) > 1:
            count += 1
            q = 0.021 * g ** 0.93 * sqrt(h) * 10
            eta = 94 - 0.0065 * (g - 74) ** 2 - 0.011 * (h - 88) ** 2
            row = [h, g, q, 9.81e-3 * q * h * eta / 100, eta,
                   9 + 34 * bell(g, 55, 20) + 0.12 * (h - 60),
                   60 + 1.1 * (h - 60) + 60 * bell(g, 30, 18),
                   41 + 0.0022 * q * h + 0.05 * (h - 60)]
            row = rough([row], [0.35, 0.55, 0.15, 0.12, 0.25, 0.3, 0.8, 0.08], rng)
            yield ["V%04d" % count] + lost(row, None, 0.0005, ["-9999"], rng)[0]
@shape(2, ["ts"] + ["px_%d_%d" % (i, j) for i in range(8) for j in range(8)] + ["board"],
       boundary=2, digits=2)
def person_sensor(rng):
    """Heat of 8 by 8 pixels as somebody walks anywhere about a table, 2600 pictures, noise 2.5 %"""
    count = 0
    while count < 2600:
        x, y = box(1, [-1.75, -1.75], [1.75, 1.75], rng)[0]
        if 0.85 < hypot(x, y) < 1.75:
            row = [21.4 + 0.5 * (abs(i - 3.5) + abs(j - 3.5) < 2.5) + 8 * exp(
                -((x + 1.75 - 0.5 * j) ** 2 + (y + 1.75 - 0.5 * i) ** 2) / 0.5)
                for i in range(8) for j in range(8)]
            yield [stamp(count, 2)] + noisy([row], 0.2, rng)[0] + ["A2"]
            count += 1
@before("open water test, 4 blades, Ae/A0 0.55, stock propeller family")
@shape(2, "Run|P/D|J|KT|10KQ|eta0|Rn*1e-6|Remark", boundary=1, euler=1, digits=4)
def propeller_chart(rng):
    """Ship's propellers of any pitch, at any advance at which they drive, 1500, noise 0.7 %"""
    for k in range(1500):
        pitch = rng.uniform(0.6, 1.4)
        free = 1.09 * pitch + 0.06
        j = free * rng.uniform(0.05, 0.9)
        kt = 0.43 * pitch ** 1.1 * (1 - (j / free) ** 1.25)
        kq = 0.62 * pitch ** 1.8 * (1 - 0.82 * (j / free) ** 1.5) + 0.035
        row = [pitch, j, kt, kq, 10 * j / tau * kt / kq]
        row = rough([row], [0.005, 0.009, 0.004, 0.008, 0.005], rng)[0]
        yield ["%d" % (1000 + k)] + row + ["0.620", ""]
@shape(2, ["burst", "trigger"] + ["det%02d (1/s)" % k for k in range(1, 13)], euler=2, digits=1)
def gamma_bursts(rng):
    """Like bursts of gamma rays from all the sky, as twelve crystals count them, 2400, 1.3 %"""
    looks = [unit([sqrt(max(0, 1 - z * z)) * cos(2.39996 * k + 0.4), sqrt(max(0, 1 - z * z)) * sin(
        2.39996 * k + 0.4), z]) for k, z in ((k, 0.95 - 1.9 * k / 11) for k in range(12))]
    for n in map(unit, cloud(2400, [1] * 3, rng)):
        row = [310 + 900 * ((1 + sum(p * q for p, q in zip(n, d))) / 2) ** 2.3 for d in looks]
        yield ["GRB%02d%02d%02d" % tuple(map(rng.randrange, (18, 1, 1), (24, 13, 29))),
               stamp(rng.randrange(10 ** 6), 120)] + noisy([row], 11, rng)[0]
@shape(2, "Point_ID X Y Z".split(), write=" ,", components=2, boundary=2, euler=2, digits=2)
def lampshade(rng):
    """A lamp's shade, open at both ends, and in it, apart, the bulb, in cm, 4200, noise 0.8 mm"""
    shade = [[10 + 0.42 * z - 0.006 * z * z + 0.9 * sin(z / 3.2), 30 - z] for z in range(25)]
    way = spline([[0, 9.5], [1.3, 9.7], [1.5, 11.5], [1.9, 13], [3.1, 15.4], [3.6, 17.5], [3, 19.9],
                  [1.7, 21.3], [0, 21.8]], 20)
    bulb = [[max(0, r), z] for r, z in way]
    rows = list(revolved(shade, 3200, rng)) + list(revolved(bulb, 1000, rng))
    for k, r in enumerate(noisy(rows, 0.08, rng)):
        yield ["p%05d" % (k + 1)] + [r[0] + 50, r[1] + 35, r[2] + 92]

# ---- plain, of three dimensions, or without a manifold

@shape(3, "t_us|th1 (deg)|th2 (deg)|th3 (deg)|x (mm)|y (mm)|z (mm)|grip", boundary=1, euler=1,
       digits=2)
def delta_robot(rng):
    """A delta robot's three arms, and its tool anywhere in a cylinder, 3000 poses, noise 0.4 %"""
    arm, rod, off, count = 200, 450, 90, 0
    while count < 3000:
        x, y, z = box(1, [-220, -220, -480], [220, 220, -330], rng)[0]
        if hypot(x, y) < 220:
            row = []
            for a in (0, tau / 3, 2 * tau / 3):
                u, v = x * cos(a) + y * sin(a) - off, y * cos(a) - x * sin(a)
                # the arm's end (arm cos t, 0, -arm sin t) is as far as the rod from the tool
                w = (u * u + v * v + z * z + arm * arm - rod * rod) / (2 * arm)
                row.append(degrees(atan2(-z, u) - atan2(sqrt(u * u + z * z - w * w), w)))
            count += 1
            row = rough([row + [x, y, z]], [0.3] * 3 + [1.2] * 3, rng)[0]
            yield ["%d" % (count * 4000)] + row + [rng.choice("01")]
MERIDIANS = ("0", "22,5", "45", "67,5", "90", "112,5", "135", "157,5")
@shape(3, ["ID", "Auge"] + ["Pw %s° (dpt)" % m for m in MERIDIANS] + ["Ring (px)"],
       write=";,", boundary=1, euler=1)
def autorefractor(rng):
    """Eyes of any sphere and cylinder: power in eight meridians, a ring's size, 3200, noise 1 %"""
    for k in range(3200):
        mean, (p, q) = rng.uniform(-6, 3), polar(2 * sqrt(rng.random()), rng.uniform(0, tau))
        power = [mean + p * cos(pi * j / 4) + q * sin(pi * j / 4) + 0.02 * mean * mean * cos(j)
                 for j in range(8)]
        power = noisy([power], 0.06, rng)[0]
        power = [("%+.2f" % v).replace(".", ",") for v in power]
        yield ["K%05d" % (k + 1), rng.choice("RL")] + power + [
            "%.1f" % (212 * exp(0.045 * mean) + 0.4 * (p * p + q * q) + rng.gauss(0, 0.9))]
@shape(None, "Inv.-Nr.|Ware|Rand-Dm (cm)|Wand (mm)|Härte|L*|a*|b*|Magerung (%)",
       write=";,", unfit=True, digits=1)
def sherds(rng):
    """Seven measures of 1100 sherds, most of which vary by themselves: a cloud"""
    for _ in range(1100):
        burnt, coarse = rng.gauss(0, 1), rng.gauss(0, 1)
        yield ["%d-%03d" % (rng.randrange(1971, 1999), rng.randrange(1, 900)), rng.choice("ABBC"),
               9 + rng.gammavariate(4, 2.4), 6.4 + 1.1 * coarse + rng.gauss(0, 0.9),
               3.2 + 0.4 * burnt + rng.gauss(0, 0.5), 48 + 5 * burnt + rng.gauss(0, 6),
               12 + 2 * burnt + rng.gauss(0, 3), 19 + rng.gauss(0, 4),
               max(1, 17 + 4 * coarse + rng.gauss(0, 4))]

# ---- what tempts verdicts

@before("merged cloud: UAV lidar (above) + multibeam (below), local m, z = 0 sea level")
@tempts(2, "E N z source".split(), write=" .", components=2, boundary=2, euler=2, digits=2)
def growler(rng):
    """A piece of ice of 26 m above and below the sea, but 3 m about its level, 5200, noise 7 cm"""
    def f(u, v):
        r = 12.5 + 1.6 * sin(2 * u + 1) * sin(v) ** 2 + cos(v)
        r += 1.1 * cos(3 * u + 2 * cos(v)) * sin(v) ** 3
        return [r * cos(u) * sin(v), 0.85 * r * sin(u) * sin(v), r * cos(v) - 5.5]
    keep = lambda u, v: abs(f(u, v)[2] - 0.2) > 1.5
    for r in noisy(surface(f, (0, tau), (1e-4, pi), 5200, rng, keep), 0.07, rng):
        yield r + ["lidar" if r[2] > 0 else "mbes"]
@tempts(2, "x (mm),y (mm),z (mm)".split(","), components=4, boundary=4, euler=4, digits=2)
def stacked_bowls(rng):
    """Four bowls in one another, at least 10 mm apart, 6800 points, noise 0.3 mm"""
    profile = [[r, r * r / 145] for r in range(57)]
    for k in range(4):
        for x, y, z in noisy(revolved(profile, 1700, rng), 0.3, rng):
            yield [x + 0.8 * k, y - 0.5 * k, z + 13 * k + 0.012 * x]
@tempts(1, "entity|X|Y", components=18, digits=3)
def cycloid_drive(rng):
    """A drive's disc of nine lobes, its holes, and ten pins 0.5 mm off it, 7600, noise 0.04 mm"""
    disc, n = [], 1800
    rolled = [[40 * cos(t) - 1.5 * cos(10 * t), 40 * sin(t) - 1.5 * sin(10 * t)]
              for t in (tau * k / n for k in range(n))]
    for k, (x, y) in enumerate(rolled):
        (a, b), (c, d) = rolled[k - 1], rolled[(k + 1) % n]
        u, v = unit([c - a, d - b])
        disc.append([x - 4.5 * v + 1.5, y + 4.5 * u])
    ways = [disc + disc[:1], circle(1.5, 0, 9.5)]
    ways += [circle(1.5 + x, y, 5) for x, y in (polar(21, tau * k / 6 + 0.2) for k in range(6))]
    ways += [circle(*polar(40, tau * k / 10), 4) for k in range(10)]
    for x, y, k in shared(ways, [1] * 18, 7600, rng):
        yield ["L%d" % rng.randrange(100, 104)] + noisy([[x, y]], 0.04, rng)[0]
@before("RTK-opname kruin, RD New / NAP")
@tempts(1, "punt|X (m)|Y (m)|kruin (m NAP)|fix", write=";,", boundary=2, euler=1, digits=2,
        ordered=True)
def dyke_breach(rng):
    """A dyke of 3 km about a polder, with a breach of 20 m, walked, 2500 places, noise 0.6 m"""
    corners = [[0, 0], [310, -60], [620, 30], [840, 240], [790, 520], [560, 640], [290, 600],
               [160, 700], [-60, 560], [-120, 240]]
    way = spline(corners, 40, True)
    far = [0]
    for a, b in zip(way, way[1:] + way[:1]):
        far.append(far[-1] + dist(a, b))
    whole, s, count = far[-1], 0, 0
    while s < whole:
        if abs(s - 0.31 * whole) > 10:
            count += 1
            k = max(j for j, v in enumerate(far) if v <= s)
            t = (s - far[k]) / (far[k + 1] - far[k])
            x, y = [p + t * (q - p) for p, q in zip(way[k], way[(k + 1) % len(way)])]
            row = [x, y, 3.6 + 0.3 * sin(tau * s / whole * 2)]
            row = rough([row], [0.6, 0.6, 0.05], rng)[0]
            yield ["%d" % count, 142300 + row[0], 501800 + row[1], row[2], rng.choice("445")]
        s += rng.uniform(0.35, 1.05) / (0.625 + 0.375 * cos(tau * s / whole * 3))
@tempts(1, "ping|easting|northing|depth|flag", write="\t.", components=2, boundary=4, euler=2,
        digits=2)
def pipe_pair(rng):
    """Two pipes on the sea's floor, 3 m apart for 420 m, errors of 0.07 to 0.42 m, 3600"""
    def f(s, side):
        a = 0.3 * sin(s / 160)
        return [s - side * 1.5 * sin(a), 48 * (1 - cos(s / 160)) + side * 1.5 * cos(a),
                0.8 * sin(s / 70)]
    for k in range(3600):
        s, side = rng.uniform(0, 420), rng.choice((-1, 1))
        x, y, z = noisy([f(s, side)], 0.07 + 0.35 * s / 420, rng)[0]
        yield ["%d" % (k * 3 + 11), 415200 + x, 6620400 + y, 84 + z,
               rng.choice(("ok", "ok", "edit"))]
@tempts(2, "x[mm];y[mm];z[mm]".split(";"), write=";,", digits=4)
def glass_bead(rng):
    """A bead of glass of 14 mm and its bore of 1.3 mm right through, 6400 points, noise 0.02"""
    half = sqrt(49 - 0.65 ** 2)
    top = atan2(0.65, half)
    ball = [[7 * sin(a), 7 * cos(a)] for a in (top + (pi - 2 * top) * k / 120 for k in range(121))]
    rows = list(revolved(ball + [[0.65, -half + half * k / 20] for k in range(1, 41)], 6400, rng))
    for x, y, z in noisy(rows, 0.02, rng):
        yield [x + 11, 0.96 * y - 0.28 * z + 9, 0.28 * y + 0.96 * z + 12]
@tempts(1, "X_mm,Y_mm,layer".split(","), components=4, digits=3)
def saw_blade(rng):
    """A saw's blade of 36 sharp teeth, its four slits of 2.4 mm, and three holes, 8000, 0.08 mm"""
    rim = []
    for k in range(36):
        a = tau * k / 36
        rim += [polar(r, a + t) for r, t in ((95, 0), (90, 0.012), (85.5, 0.03))]
        if k % 9 == 4:  # a slit from the gullet inward, which ends in a round hole
            u = a + 0.06
            slit = [[85, -1.2], [62.75, -1.2]]
            slit += [[60 + 3 * cos(t), 3 * sin(t)] for t in (
                -0.41 - (tau - 0.82) * j / 30 for j in range(31))]
            slit += [[62.75, 1.2], [85, 1.2]]
            rim += [[p * cos(u) - q * sin(u), p * sin(u) + q * cos(u)] for p, q in slit]
        rim += [polar(r, a + t) for r, t in ((85.5, 0.09), (88.5, 0.12), (92.5, 0.15))]
    ways = [rim + rim[:1], circle(0, 0, 15), circle(30, 0, 3.5), circle(-30, 0, 3.5)]
    for x, y, _ in shared(ways, [1] * 4, 8000, rng):
        yield noisy([[x + 120, y + 120]], 0.08, rng)[0] + ["0"]
@before("tribometer log, PTFE/steel dry, spring 2.1 N/mm, drive 0.5 mm/s", "fs 200 Hz; raw")
@tempts(1, "n|F_spring (N)|v_slider (mm/s)|AE (dB)", digits=3, ordered=True)
def stick_slip(rng):
    """A slider that sticks for 95 of 100 samples, then slips: force, speed, sound, 7000, 0.8 %"""
    for k in range(7000):
        s = k / 211.7 % 1
        if s < 0.95:
            row = [19 + 28 * s / 0.95, 0.4 + 2 * eased((s - 0.85) / 0.1) ** 2, 34 + 1.2 * s]
        else:
            u = (s - 0.95) / 0.05
            row = [33 + 14 * cos(pi * u), 2.4 * (1 - u) + 0.4 * u + 61 * sin(pi * u),
                   35.14 * (1 - u) + 34 * u + 24 * sin(pi * u * u)]
        yield ["%d" % k] + rough([row], [0.2, 0.45, 0.2], rng)[0]
@tempts(1, "Nr.|Windrichtung (°)|U1/U2|TI (%)|Anströmwinkel (°)|Status", write=";,",
        boundary=2, euler=1, digits=3)
def mast_shadow(rng):
    """Two anemometers by the wind's direction but for 14 degrees behind the mast, 1500, 1.5 %"""
    for k in range(1500):
        a = radians(298 + rng.uniform(0, 346))
        row = [degrees(a), 1.004 + 0.021 * cos(a - 1.2) + 0.008 * cos(2 * a + 0.4),
               9.8 + 2.6 * cos(a - 2.6) + 0.8 * sin(2 * a),
               0.4 + 1.7 * cos(a + 0.8) + 0.5 * cos(3 * a)]
        row = rough([row], [1, 0.0006, 0.07, 0.05], rng)[0]
        yield ["%d" % (k + 1), row[0] % 360] + row[1:] + ["ok"]
@tempts(1, "id,x,y,z".split(","), boundary=2, euler=1, digits=2)
def shoelace(rng):
    """Middle of a lace through twelve eyelets, its halves 3 mm apart, 3000 points, noise 0.3 mm"""
    foot = lambda y, z: z + 26 - 26 * (1 - y / 110) ** 2
    halves = []
    for start in (-1, 1):
        half = []
        for i in range(6):
            side = start * (-1) ** i
            half.append([side * 18, 15 * i, foot(15 * i, -1)])
            half.append([side * 14, 15 * i + 4, foot(15 * i + 4, 1)])
            if i < 5:
                half += [[0, 15 * i + 8.5, foot(15 * i + 8.5, 2 + 2 * start * (-1) ** i)],
                         [-side * 14, 15 * i + 12, foot(15 * i + 12, 1.5)]]
        out = -start
        half += [[out * 27, 90, foot(90, 5)], [out * 44, 84, 14], [out * 55, 66, 4 + start],
                 [out * 50, 40, 2]]
        halves.append(half)
    way = spline(halves[0][::-1] + [[0, -3, foot(-3, -4)]] + halves[1], 30)
    for k, r in enumerate(noisy(line(way, 3000, rng), 0.3, rng)):
        yield ["%d" % k] + r

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261227), (TEMPTING, 20261228))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
