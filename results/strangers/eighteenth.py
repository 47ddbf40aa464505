"""An eighteenth batch of tables as they are brought, drawn blind, with known truth.

python3 eighteenth.py FOLDER [tuning|held_out|NAME ...]

Like seventeenth.py, with tools of sixteenth.py, ninth.py, eighth.py, seventh.py, sixth.py, fifth.py, fourth.py
and make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a drum's angle, the
direction of the wind, the share of a heart's beat and a pitch in cents of the octave close; a date, the number of a
row, of an order or of a stroke, a tone's name and an error beside a number are no coordinates. Some are as programs
write them: with lines before the header or after the last row, rows of units and of what was done, apostrophes
between thousands, errors in cells, cells for what is missing, or rows that come twice.
"""
import functools, sys
from math import atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt, tau

import edits, make, seventh
from make import box, curve, integrate, line, noisy, sphere, spline, surface
from fourth import bell, cloud
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from eighth import evenly
from ninth import off_line, revolved, tube
from sixteenth import shared

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

# ---- plain curves

@before("Ertragstafel Fichte, Probeflächen 1957-2021", "Bonität: absolute Höhe im Alter 100", "")
@shape(1, "Fläche|Bonität|Alter (J)|H100 (m)|dg (cm)|N (1/ha)|V (m³/ha)", write=";,", components=3, boundary=6,
       euler=3, digits=1)
def yield_table(rng):
    """Stands of spruce on good, middling and poor soil from 25 to 140 years, 960 surveys, noise 0.6 %"""
    for k in range(960):
        grade, age = k % 3, rng.uniform(25, 140)
        high = (36, 28, 20)[grade] * (1 - exp(-0.021 * age)) ** 1.3 / 0.847
        thick = 0.62 * high ** 1.12 * (age / 60) ** 0.18
        many = 92000 / thick ** 1.45
        row = [age, high, thick, many, 0.00004 * many * thick ** 2 * high]
        row = rough([row], [0.3, 0.12, 0.12, 14, 4], rng)[0]
        yield ["V%03d" % rng.randrange(1, 90), ("I", "II", "III")[grade]] + row[:3] + ["%d" % v for v in row[3:]]
@before("Glocke 3 (Marienglocke, 2,4 t) - Messung Glockenstuhl Ebene 5", "Rate 100 Hz, Tiefpass 12 Hz")
@shape(1, "Zeit|Winkel (°)|Drehrate (°/s)|F horizontal (kN)|F vertikal (kN)", write="\t,", digits=2, ordered=True)
def bell_tower(rng):
    """A church bell that swings by 66 degrees: angle, rate, and forces on its tower, 1500 rows, noise 1 %"""
    way = integrate(lambda s: [s[1], -8.1 * sin(s[0])], [radians(66), 0], 0.01, 1500)
    for k, (a, w) in enumerate(way):
        pull = 8.1 * cos(a) + w * w
        row = [degrees(a), degrees(w), -1.7 * (pull * sin(a)), 9 + 1.7 * pull * cos(a)]
        yield [stamp(k // 100, 1) + ",%02d" % (k % 100)] + rough([row], [0.7, 2, 0.22, 0.25], rng)[0]
@before("# Markups fiducial file version = 5.6", "# CoordinateSystem = LPS", "# volume: woggle_recon_0.12mm")
@shape(1, "label,x [mm],y [mm],z [mm]".split(","), digits=3)
def turks_head(rng):
    """Middle of a cord that is plaited to a ring, one strand that goes thrice around, by X-rays, 1500, noise 0.3 mm"""
    def f(t):
        r = 26 + 9.5 * cos(5 * t / 3)
        return [r * cos(t), r * sin(t), 5.2 * sin(10 * t / 3)]
    for k, r in enumerate(noisy(curve(f, 0, 3 * tau, 1500, rng, True), 0.3, rng)):
        yield ["F-%d" % (k + 1)] + r
@shape(1, "obs|date|dRA cosDec (mas)|dDec (mas)|filter", boundary=2, euler=-4)
def parallax_star(rng):
    """A near star's place as the Earth goes around and it moves on, a loop each year, 1100, with errors of 0.9 mas"""
    for k in range(1100):
        t = 5.45 * rng.random()
        x = 88 * t - 31 * sin(tau * t) + rng.gauss(0, 0.9)
        y = -37 * t + 20 * cos(tau * t) + rng.gauss(0, 0.9)
        yield ["%d" % (k + 1), stamp(int(t * 365.25), 86400)[:10]] + [
            "%.2f ± %.2f" % (v, rng.uniform(0.7, 1.1)) for v in (x, y)] + [rng.choice("gr")]
@shape(1, "speaker|syllable|tone|time (ms)|F0 (st re 100 Hz)|intensity (dB)|H1-H2 (dB)", write="\t.", components=4,
       boundary=8, euler=4, digits=2)
def mandarin_tones(rng):
    """Pitch, loudness and timbre through the four tones of Mandarin, of like speakers, 1500 frames, noise 1.2 %"""
    for k in range(1500):
        tone, t = rng.randrange(4), rng.random()
        long, f0, loud, breath = (
            (250, 14.5 + 0.4 * sin(3 * t), 72 - 3 * (t - 0.4) ** 2 * 4, 1.5 + 0.8 * t),
            (280, 7.5 + 6 * t ** 2, 63 + 6 * t, 5.5 - 1.2 * t),
            (350, 6 - 7 * sin(2.6 * t) + 1.5 * t, 66 - 13 * sin(pi * t * 0.85), 9 + 3 * sin(pi * t) - t),
            (200, 15.5 - 12 * t ** 1.3, 76 - 13 * t ** 2, -2.5 + 2 * t))[tone]
        row = rough([[long * t, f0, loud, breath]], [2.5, 0.16, 0.18, 0.15], rng)[0]
        yield ["S%02d" % rng.randrange(1, 13), ("mā", "má", "mǎ", "mà")[tone], "T%d" % (tone + 1)] + row
@shape(1, ["stamp"] + ["q%d [deg]" % k for k in range(1, 11)] + ["state"], digits=2, ordered=True)
def snake_robot(rng):
    """Ten joints of a robot like a snake that glides in waves, 1600 rows, noise 2 %, NaN for 0.2 % of cells"""
    for k in range(1600):
        t = 0.0731 * k
        row = [4 + (27 + 0.8 * j) * sin(t - 0.62 * j) + 3.5 * sin(2 * t - 1.3 * j + 0.4) for j in range(10)]
        yield ["%.2f" % (1718.4 + 0.02 * k)] + lost(noisy([row], 0.6, rng), None, 0.002, ["NaN"], rng)[0] + ["GLIDE"]
@before("oGTT 75 g, Studie KETO-2, Visite 1;;;;;;", "n.b. = nicht bestimmt;;;;;;")
@shape(1, "Proband|Zeit (min)|Glukose (mg/dl)|Insulin (µU/ml)|C-Peptid (ng/ml)|FFS (mmol/l)|Labor", write=";,",
       boundary=2, euler=1, digits=2)
def glucose_test(rng):
    """Blood of 26 like people through three hours after a drink of sugar, 520 samples, n.b. for 1 %, noise 2 %"""
    for k in range(520):
        t = rng.uniform(0, 180)
        u = t / 42
        row = [t, 86 + 92 * u * exp(1 - u) * (1 - 0.06 * u), 6 + 78 * (t / 55) ** 1.6 * exp(1.6 * (1 - t / 55)),
               1.4 + 7.2 * (t / 75) ** 1.3 * exp(1.3 * (1 - t / 75)), 0.08 + 0.5 * exp(-t / 38) + 0.0006 * t]
        row = lost(rough([row], [1.5, 1.6, 1.3, 0.1, 0.008], rng), None, 0.01, ["n.b."], rng)[0]
        yield ["P%02d" % (k % 26 + 1)] + row + [rng.choice("AB")]
@shape(1, ["UTC"] + ["T_%gm" % d for d in (2, 4, 6, 7, 8, 9, 10, 11, 12, 14, 17, 21)] + ["u_20m [cm/s]"],
       write=" .", digits=3, ordered=True)
def seiche(rng):
    """Heat at twelve depths of a lake whose layers swing, and the current below, 1500 rows, noise 1.5 %"""
    for k in range(1500):
        t = 0.0657 * k
        deep, wide = 9.6 + 2.6 * cos(t) + 0.5 * cos(2 * t + 0.9), 1.7 + 0.5 * sin(t)
        row = [6.2 + 14.6 * logistic((deep - d) / wide) for d in (2, 4, 6, 7, 8, 9, 10, 11, 12, 14, 17, 21)]
        yield [stamp(k, 600).replace(" ", "T")] + noisy([row], 0.12, rng)[0] + [
            7 * sin(t) + 1.2 * sin(2 * t + 0.9) + rng.gauss(0, 0.12)]
@after("-,cm,cm")
@shape(1, "beat|baton X|baton Y", euler=-2, digits=2)
def baton(rng):
    """The tip of a conductor's baton that beats four in a bar, over and over, 1500 places, noise 3 mm"""
    way = spline([[0, 62], [1, 30], [-2, 2], [-11, -1], [-12, 9], [-22, 14], [-33, 4], [-41, 8], [-33, 19], [-8, 17],
                  [22, 8], [38, 3], [47, 9], [38, 22], [20, 22], [6, 24], [-4, 30], [-9, 45], [-6, 60]], closed=True)
    for x, y in noisy(line(way, 1500, rng, True), 0.3, rng):
        yield ["2" if x < -15 else "3" if x > 15 else "1" if y < 10 else "4", x, y]
@before("# wavelength calibration, arm = red, 12 orders traced", "# detector 2k x 1k, overscan removed")
@shape(1, "order|x_pix|y_pix", write=" .", components=12, boundary=24, euler=12, digits=2)
def echelle(rng):
    """Twelve orders of a star's spectrum on a detector, 60 pixels apart and more, 3360 points, noise 0.8 px"""
    for k in range(12):
        f = lambda x: [x, 70 + 60 * k + 0.8 * k * k + 0.012 * x + (7.2e-5 + 1e-6 * k) * (x - 1010) ** 2]
        for r in noisy(curve(f, 24, 2020, 280, rng), 0.8, rng):
            yield ["%d" % (97 - k)] + r
@shape(1, "stroke|x (mm)|y (mm)|pen", components=2, boundary=2, euler=-4, digits=2)
def tanaka(rng):
    """A name of two characters on a tablet: boxes with a cross and a stroke through, 2300, noise 0.6 %"""
    ways = [[[5, 37], [5, 4]], [[5, 37], [38, 37], [38, 4]], [[5, 21], [38, 21.5]], [[21.5, 37], [21.5, 4]],
            [[5, 4], [38, 4]], [[60, 30], [60, 15]], [[60, 30], [94, 30], [94, 15]], [[60, 15], [94, 15]],
            [[77, 40], [77, 1]]]
    for x, y, k in shared(ways, [1] * 9, 2300, rng):
        yield ["%d" % (k % 5 + 1)] + noisy([[x, y]], 0.22, rng)[0] + ["down"]
@shape(1, "Pt No.,X mm,Y mm".split(","), components=6, euler=0, digits=2)
def footprint(rng):
    """The outline of a bare foot's print in clay, its sole and five toes, from a picture, 2600 points, noise 0.25 mm"""
    sole = [[2, -112], [24, -100], [31, -62], [27, -15], [36, 40], [47, 78], [42, 104], [18, 117], [-16, 117],
            [-42, 104], [-46, 74], [-32, 35], [-10, -10], [-14, -58], [-20, -98]]
    ways = [spline(sole, closed=True)]
    for x, y, a, b in ((-31, 144, 13, 17), (-3, 152, 9, 12), (19, 147, 8, 10.5), (38, 136, 7.5, 9), (54, 119, 7, 8.5)):
        ways.append([[x + a * cos(tau * j / 90), y + b * sin(tau * j / 90)] for j in range(90)])
    ways = [w + w[:1] for w in ways]
    for k, (x, y, _) in enumerate(shared(ways, [1] * 6, 2600, rng)):
        yield ["%d" % (k + 1)] + noisy([[x + 140, y + 130]], 0.25, rng)[0]
@shape(1, ["Fruit", "Lot", "Firmness (N)"] + ["%d nm" % w for w in range(420, 1001, 15)], boundary=2, euler=1, digits=4)
def bananas(rng):
    """Light in 39 bands off 560 bananas, green to brown, and how firm they are, noise 1 %, saturated for 0.1 %"""
    for k in range(560):
        s = rng.random()
        green, brown = logistic((0.42 - s) / 0.11), max(0, s - 0.5) ** 1.4
        row = []
        for w in range(420, 1001, 15):
            r = 0.1 + 0.5 * logistic((w - 520) / 14) - 0.34 * green * bell(w, 674, 24) - 0.22 * green * bell(w, 610, 40)
            row.append(r - 0.62 * brown * logistic((760 - w) / 70) * r - 0.05 * bell(w, 970, 22) * (1 + s))
        row = noisy([row], 0.005, rng)[0]
        yield ["B%04d" % (k + 1), rng.choice(("EC-17", "EC-18", "CO-04")),
               "%.1f" % (6 + 52 * logistic((0.4 - s) / 0.14) + rng.gauss(0, 0.9))] + lost(
                   [row], None, 0.001, ["SAT"], rng)[0]
@shape(1, "time|latitude|longitude|elevation (m)|lap", boundary=2, euler=-1, ordered=True)
def orienteering(rng):
    """A runner's way with two loops from one post, by satellites, once a second, 2600 fixes, errors of 2.5 m"""
    legs = [[[-900, -420], [-610, -230], [-300, -105], [0, 0]],
            [[0, 0], [60, 330], [260, 430], [430, 270], [330, 80], [0, 0]],
            [[0, 0], [300, -230], [430, -470], [170, -570], [-60, -330], [0, 0]],
            [[0, 0], [-230, 200], [-420, 520], [-180, 860]]]
    way = [p for leg in legs for p in spline(leg)]
    for k, (x, y) in enumerate(evenly(way, 2600)):
        z = 462 + 0.05 * x - 0.04 * y + 14 * sin(x / 260) + 9 * cos(y / 210)
        x, y, z = rough([[x, y, z]], [2.5, 2.5, 1], rng)[0]
        yield [stamp(k, 1).replace(" ", "T") + "Z", "%.6f" % (60.391 + y / 111430), "%.6f" % (
            10.712 + x / 55080), "%.1f" % z, "1"]
@shape(1, "Nr.|Trommelwinkel (°)|ax (m/s²)|az (m/s²)|I_Motor (A)|Programm", write=";,", digits=2)
def washing_drum(rng):
    """How a washing machine's drum shakes, and its current, by its angle from 0 to 360, 1300 rows, noise 2 %"""
    for k, t in enumerate(turns(1300, rng)):
        row = [degrees(t), 1.8 * cos(t + 0.4) + 0.3 * cos(2 * t), 1.2 * sin(t + 0.1) + 0.25 * sin(3 * t),
               3.1 + 0.5 * sin(t - 1) + 0.2 * cos(2 * t)]
        row = rough([row], [2, 0.035, 0.025, 0.012], rng)[0]
        yield ["%d" % (k + 1), row[0] % 360] + row[1:] + ["Schleudern 600"]

# ---- plain surfaces

@shape(2, ["token", "speaker"] + ["mfcc_%d" % k for k in range(1, 14)], boundary=1, euler=1, digits=4)
def vowels(rng):
    """Thirteen numbers of the sound of a synthetic voice, the tongue at any height, front to back, 1900, noise 1.5 %"""
    mix = [[rng.gauss(0, s) for s in (9, 9, 1.8, 1.8, 1.8)] for _ in range(13)]
    for k, (a, b) in enumerate(box(1900, [-1, -1], [1, 1], rng)):
        row = [sum(p * q for p, q in zip(m, (a, b, a * a, a * b, b * b))) - 4 for m in mix]
        yield ["tok%04d.wav" % (k + 1), "synth"] + noisy([row], 0.12, rng)[0]
@before("Stammanalysen Kiefer, Revier 7", "Kluppung durch Harvester, Rinde gemessen")
@last("n = 1900", "Stand: 11.03.2024")
@shape(2, "Baum|BHD (cm)|Höhe am Stamm (m)|d m.R. (cm)|Rinde (mm)|V bis d (m³)", write=";,", boundary=1, euler=1,
       digits=2)
def stem_taper(rng):
    """How thick pines of 18 to 56 cm are, and their bark, at any height of the trunk, 1900 measures, noise 1 %"""
    for _ in range(1900):
        wide, u = rng.uniform(18, 56), rng.uniform(0.03, 0.95)
        tall = 6 + 27 * (1 - exp(-0.045 * wide))
        d = wide * (1.12 * (1 - u) ** 0.72 + 0.16 * exp(-u / 0.05))
        sum_ = wide ** 2 * 0.000079 * tall * (1 - (1 - u) ** 2.4) / 2
        row = [wide, u * tall, d, 3 + 0.5 * d * (0.35 + 0.65 * exp(-u / 0.25)), sum_]
        yield ["K%04d" % rng.randrange(1, 400)] + rough([row], [0.3, 0.2, 0.35, 0.25, 0.012], rng)[0]
@shape(2, "job_id|x+|x-|y+|y-|z+|z-|shots|backend", euler=2, digits=0)
def qubit(rng):
    """Counts of a qubit's six outcomes, in 4000 shots of each of three bases, 2500 pure states: Bloch's sphere"""
    for v in map(unit, cloud(2500, [1] * 3, rng)):
        row = []
        for c in v:
            p = 0.5 + 0.475 * c
            n = round(rng.gauss(4000 * p, sqrt(4000 * p * (1 - p))))
            row += [n, 4000 - n]
        yield ["%08x" % rng.randrange(2 ** 32)] + row + ["4000", "lab_q3"]
@before("# synchro readout, both axes, 10 V full scale", "# slew test 2023-11-02, tube removed")
@shape(2, "utc,S1_ra,S2_ra,S3_ra,S1_dec,S2_dec,S3_dec,status".split(","), digits=4)
def telescope_mount(rng):
    """Voltages of two axes of a telescope, three for each, that turn all around, 2600 rows, noise 1 %: a torus"""
    for k, (a, b) in enumerate(zip(turns(2600, rng), turns(2600, rng))):
        row = [8.1 * cos(a - j * tau / 3) + 0.25 * cos(2 * a + j) for j in range(3)]
        row += [7.4 * cos(b + j * tau / 3) + 0.2 * cos(3 * b - j) for j in range(3)]
        yield [stamp(rng.randrange(20000), 1)[11:]] + noisy([row], 0.08, rng)[0] + ["0x00"]
@shape(3, ["frame"] + ["R%d (kOhm)" % k for k in range(1, 11)], boundary=1, euler=1, digits=3)
def smart_sleeve(rng):
    """Ten knitted sensors of a shirt on a shoulder that is lifted, spread and turned, 3500 frames, noise 0.6 %"""
    for k, p in enumerate(box(3500, [-1] * 3, [1] * 3, rng)):
        row = []
        for j in range(10):
            d = unit([cos(2.4 * j), sin(2.4 * j), 0.9 - 0.2 * j])
            s = sum(u * v for u, v in zip(d, p))
            row.append(14 + 0.4 * j + 3 * s + 0.35 * s * s + 0.2 * p[j % 3] * p[(j + 1) % 3])
        yield ["%06d" % (k * 7)] + noisy([row], 0.03, rng)[0]
@shape(2, "X,Y,Z".split(","), write="\t.", boundary=2, digits=2)
def didgeridoo(rng):
    """Outside of a didgeridoo of 1.3 m, bent, wider below, open at both ends, in mm, 4000 points, noise 0.5 mm"""
    way = spline([[0, 0, 0], [14, -8, 330], [-10, 12, 660], [18, 24, 1000], [30, 10, 1320]], 40)
    radius = lambda t: 27 + 9 * t + 2 * sin(9 * t) + 26 * max(0, t - 0.72) ** 2 / 0.0784
    return noisy(tube(way, radius, 4000, rng), 0.5, rng)
@shape(2, "x_mm;y_mm;z_mm;label".split(";"), write=";.", boundary=5, euler=-3, digits=2)
def heart_atrium(rng):
    """The wall of a heart's left atrium, open at its valve and at four veins, by X-rays, 4200 points, noise 0.15 mm"""
    veins = [([15 * s, 10 * t, 5], [60 * s, 19 * t, 10 + 3 * t]) for s in (1, -1) for t in (1, -1)]
    def f(x, y, z):
        body = (hypot(x / 25, y / 20, (z - 0.004 * x * x) / 18) - 1) * 19
        return melt(0.8, body, *(off_line([x, y, z], a, b) - 5.4 - 0.3 * (b[1] > 0) for a, b in veins))
    for r in noisy(skin(f, [-38, -30, -12], [38, 30, 30], 4200, rng, 0.4), 0.15, rng):
        yield r + ["LA"]
@shape(2, "Punkt|E (LV95)|N (LV95)|H (LN02)", write=";.", boundary=2)
def stadium_roof(rng):
    """The roof of a stadium about its open middle, from a drone, in meters, 3800 points, noise 0.15 m"""
    mark = lambda v: "%d'%03d'%06.2f" % (v // 1000000, v // 1000 % 1000, v % 1000)
    n = 0
    while n < 3800:
        x, y = box(1, [-132, -108], [132, 108], rng)[0]
        a, r = atan2(y, x), (abs(x / 130) ** 2.4 + abs(y / 105) ** 2.4) ** (1 / 2.4)
        if r < 1 and abs(x / 66) ** 3 + abs(y / 44) ** 3 > 1:
            n += 1
            z = 447 + 5 * cos(2 * a) * r - 9 * (1 - r) + 1.2 * cos(16 * a) * (r - 0.4)
            x, y, z = noisy([[x, y, z]], 0.15, rng)[0]
            yield ["D%05d" % n, mark(2600340 + 0.8 * x - 0.6 * y), mark(1200870 + 0.6 * x + 0.8 * y), "%.2f" % z]
@shape(2, "x/mm|y/mm|z/mm|object", components=4, euler=8, digits=3)
def pill_pack(rng):
    """Two tablets and two capsules in a pack, 4 mm or more apart, by X-rays, 4400 points, 3 % twice, noise 0.05 mm"""
    disc = spline([[0, -2.6], [2.6, -2.4], [4.6, -1.7], [5.5, 0], [4.6, 1.7], [2.6, 2.4], [0, 2.6]], 20)
    rod = [[3.4 * sin(pi / 2 * k / 20), -6 - 3.4 * cos(pi / 2 * k / 20)] for k in range(21)]
    rod += [[r, -z] for r, z in reversed(rod)]
    for k, (profile, n, x, y) in enumerate(((disc, 880, 0, 0), (disc, 880, 15.5, 0.4), (rod, 1260, 7.2, 13.5),
                                            (rod, 1260, 8.4, 26))):
        for a, b, c in revolved(profile, n, rng):
            p = [a + x, b + y, c] if k < 2 else [c + x, a + y + 0.06 * c, b - 0.05 * c]
            row = noisy([p], 0.05, rng)[0] + ["obj_%d" % (k + 1)]
            yield row
            if rng.random() < 0.03:
                yield row
@before("Artec export - skate_bowl_low.obj", "units: m")
@shape(2, "X Y Z".split(), write=" .", boundary=1, euler=1, digits=3)
def skate_bowl(rng):
    """A bowl for skaters, like a bean, flat in its middle and steep at its wall, 3600 points, noise 1.5 cm"""
    def f(a, s):
        wide = 7.6 + 1.7 * cos(2 * a) + 0.9 * sin(a) ** 3
        b = radians(66) * max(0, s - 0.72) / 0.28
        r = min(1, s / 0.72) * (wide - 2) + 2.2 * sin(b)
        return [r * cos(a), r * sin(a), 0.02 * r * cos(a) + 2.2 * (1 - cos(b))]
    return noisy(surface(f, (0, tau), (0.0001, 0.9999), 3600, rng), 0.015, rng)
@before('"TOA5","stack_04","CR6","2881","CR6.Std.12","CPU:stack_taps.CR6","51773","Avg10"')
@after('"TS","RN","m/s","Deg",' + ",".join(['"Pa"'] * 12), '"","","Avg","Avg",' + ",".join(['"Avg"'] * 12))
@shape(2, ["TIMESTAMP", "RECORD", "WS", "WindDir"] + ["P(%d)" % k for k in range(1, 13)], boundary=2, digits=2)
def chimney_taps(rng):
    """Pressure at twelve places around a chimney in winds of 12 to 25 m/s from anywhere, 2500 means, noise 1.3 %"""
    for k in range(2500):
        v, a = rng.uniform(12, 25), rng.uniform(0, tau)
        q = 0.61 * v * v
        row = [v, degrees(a)]
        for j in range(12):
            b = a - tau * j / 12
            row.append(q * (-0.35 + 0.5 * cos(b) + 0.7 * cos(2 * b) + 0.12 * cos(3 * b)))
        row = rough([row], [0.15, 1.5] + [3] * 12, rng)[0]
        yield ["2024-01-%02d %02d:%02d:00" % (k // 144 % 28 + 1, k // 6 % 24, k % 6 * 10), "%d" % (88110 + k),
               row[0], row[1] % 360] + row[2:]
@shape(2, "x,y,z".split(","), euler=-2, digits=3)
def spectacles(rng):
    """The front of a frame for glasses without its lenses, from all sides, in mm, 4400 points, noise 0.06 mm"""
    def f(x, y, z):
        z -= 0.0012 * x * x
        rims = []
        for s in (1, -1):
            u, v = (x - 34 * s) / 25, (y - 0.08 * s * (x - 34 * s)) / 20
            g = (u * u + v * v + 0.15 * u * u * v * v - 1) / 2
            slope = hypot(u / 25, v / 20)
            rims.append(hypot(g / max(slope, 0.015), z) - 2.6)
        return melt(2, off_line([x, y, z], [-9, 5, 0], [9, 5, 0]) - 2.6, *rims)
    return noisy(skin(f, [-64, -28, -3], [64, 28, 10], 4400, rng, 0.3), 0.06, rng)

# ---- plain, without a manifold

@shape(None, "Sample|Style|malty|hoppy|bitter|sweet|sour|body|fruity|overall", unfit=True, digits=1)
def beer_panel(rng):
    """What a panel says of 760 beers in eight ways, from 0 to 9, each of which varies by itself too: a cloud"""
    for k in range(760):
        dark, strong, wild = (rng.gauss(0, 1) for _ in range(3))
        row = [m + a * dark + b * strong + c * wild + rng.gauss(0, 0.8) for m, a, b, c in (
            (4.6, 1, 0.3, 0), (4.4, -0.5, 0.8, 0.1), (4.2, -0.2, 1, -0.2), (4.4, 0.6, -0.3, 0.1), (3.6, -0.1, 0, 1),
            (4.8, 0.7, 0.5, -0.2), (4.3, -0.3, 0.2, 0.8), (5.3, 0.2, 0.2, 0))]
        yield ["%04d" % rng.randrange(10 ** 4), rng.choice(("Stout", "IPA", "Lager", "Saison", "Bock"))] + [
            min(9, max(0, v)) for v in row]
@shape(None, "bird|syllable|dur (ms)|fmin (kHz)|fmax (kHz)|fpeak (kHz)|entropy|FM (Hz/ms)|AM (1/ms)|SNR", unfit=True,
       write="\t,", digits=3)
def great_tits(rng):
    """Seven measures of 1700 syllables of birds' songs of nine kinds: clusters, each spread in all of them"""
    kinds = [[rng.uniform(40, 210), rng.uniform(2.2, 4.2), rng.uniform(0.6, 3.4), rng.uniform(0.2, 0.8),
              rng.uniform(-4, -1), rng.uniform(-25, 25), rng.uniform(0.01, 0.12)] for _ in range(9)]
    for _ in range(1700):
        long, low, band, at, noise, fm, am = rng.choice(kinds)
        low, band = low + rng.gauss(0, 0.15), max(0.2, band + rng.gauss(0, 0.2))
        yield ["GT%02d" % rng.randrange(1, 40), "%d" % rng.randrange(1, 30), long * exp(rng.gauss(0, 0.09)), low,
               low + band, low + band * min(1, max(0, at + rng.gauss(0, 0.1))), noise + rng.gauss(0, 0.25),
               fm + rng.gauss(0, 3), max(0, am + rng.gauss(0, 0.009)), "%d" % rng.randrange(12, 40)]
@before("# XTENSION= 'BINTABLE' EVENTS  OBS_ID 0742931  EXPOSURE 18230.4 s")
@shape(None, "TIME X Y PI GRADE".split(), unfit=True, write=" .", digits=2)
def photon_events(rng):
    """Places and energies of 2300 photons in a telescope's X-ray picture: a few sources, and others all over it"""
    stars = [box(1, [150, 150], [870, 870], rng)[0] for _ in range(5)]
    for _ in range(2300):
        x, y = box(1, [1, 1], [1024, 1024], rng)[0]
        if rng.random() < 0.2:
            x, y = noisy([rng.choice(stars)], 14, rng)[0]
        yield ["%.4f" % (5.2081e8 + rng.uniform(0, 18230)), x, y, "%d" % min(1024, 30 + rng.expovariate(1 / 160)),
               "%d" % rng.choice((0, 0, 2, 3, 4, 6))]

# ---- what tempts verdicts

@tempts(1, "tag|time|X (m)|Y (m)|quality", euler=-1, digits=2, ordered=True)
def skating_lanes(rng):
    """A skater who changes lanes, 4 m apart, on one straight of each lap: one line that crosses itself, 4200, 0.2 m"""
    def lap(start, end):
        r, s = start, 56.0
        shift = lambda x: start + (end - start) * (1 - cos(pi * (s - x) / (2 * s))) / 2
        way = [[-s + k, -r] for k in range(112)]
        way += [[s + r * sin(a), -r * cos(a)] for a in (pi * k / 60 for k in range(60))]
        way += [[s - k, shift(s - k)] for k in range(112)]
        return way + [[-s - end * sin(a), end * cos(a)] for a in (pi * k / 60 for k in range(60))]
    way = lap(27.5, 31.5) + lap(31.5, 27.5)
    way.append(way[0])
    places = evenly(way, 6983)
    for k in range(4200):
        row = noisy([places[17 * k % 6983]], 0.2, rng)[0]
        yield ["A7", stamp(k // 6, 1)[11:] + ".%d" % (k % 6 * 1.67)] + row + ["%d" % rng.randrange(92, 100)]
@tempts(2, "x_mm|y_mm|z_mm|scan", boundary=6, euler=-4, digits=3)
def ocarina(rng):
    """The outside of an ocarina of 124 mm with five holes of 8 to 13 mm, open at its mouth, 5200 points, noise 0.08"""
    holes = [(30, -13, 1, 4.6), (12, 14, 1, 5.2), (-10, -15, 1, 5.6), (-30, 10, 1, 4.2), (16, 2, -1, 6.5)]
    f = lambda u, v: [p * q for p, q in zip((62, 34, 24), sphere(u, v))]
    def keep(u, v):
        x, y, z = f(u, v)
        return x < 58.5 and all(hypot(x - a, y - b) > r or z * side < 0 for a, b, side, r in holes)
    for r in noisy(surface(f, (0, tau), (0.0001, pi), 5200, rng, keep), 0.08, rng):
        yield r + [rng.choice("ab")]
@tempts(None, "boat|UTC|lat|lon|status", unfit=True)
def lake_and_canal(rng):
    """Boats all over a lake of 5 by 3 km, 1800 fixes, and along a canal of 7 km from it, 800: a region and a curve"""
    # (2, 1, 1, 1) and (1, 1, 2, 1), which meet
    rows = []
    while len(rows) < 1800:
        x, y = box(1, [-2600, -1900], [2600, 1900], rng)[0]
        a = atan2(y, x)
        if hypot(x / 2400, y / 1500) < 1 + 0.08 * cos(3 * a) + 0.06 * sin(2 * a):
            rows.append([x, y])
    canal = spline([[2560, 0], [3700, 250], [4900, -300], [6300, -150], [7700, 700], [9200, 800]])
    for x, y in rows + noisy(line(canal, 800, rng), 8, rng):
        yield ["%d" % (211000000 + rng.randrange(70) * 1471), stamp(rng.randrange(80000), 1)[11:], "%.6f" % (
            53.46 + y / 111300), "%.6f" % (12.68 + x / 66300), "under way"]
@tempts(1, "Patient|Phase (% RR)|LV (ml/m2)|RV (ml/m2)|LA (ml/m2)|RA (ml/m2)", write=";,", digits=1)
def cardiac_mri(rng):
    """Volumes of a heart's four chambers by the share of the beat, of seven like rowers: 175 rows, noise 2.5 %"""
    def room(p, at, back, kick, low):  # how far a chamber is from rest
        return logistic((p - at) / 0.04) * (1 - low * logistic((p - back) / 0.04) - (1 - low) * logistic(
            (p - kick) / 0.018))
    for k in range(175):
        p = (k // 7 + k % 7 / 7 + 0.06 * rng.random()) / 25 % 1
        row = [100 * p, 96 - 54 * room(p, 0.19, 0.51, 0.89, 0.78), 102 - 56 * room(p, 0.2, 0.53, 0.9, 0.74),
               27 + 24 * room(p, 0.24, 0.54, 0.88, 0.6), 31 + 23 * room(p, 0.26, 0.56, 0.89, 0.55)]
        yield ["R%d" % (k % 7 + 1)] + rough([row], [0, 1.2, 1.3, 0.6, 0.7], rng)[0]
@tempts(2, "loggingSample|accelX (g)|accelY (g)|accelZ (g)", euler=2, digits=3)
def shaky_phone(rng):
    """What a telephone in shaking hands says is down, turned in all ways, 3000 rows, noise 5 % of the radius"""
    k = 0
    while k < 3000:
        v = unit(cloud(1, [1] * 3, rng)[0])
        if rng.random() < 0.6 + 0.4 * v[2]:
            k += 1
            yield ["%d" % (k * 13)] + noisy([v], 0.05, rng)[0]
@tempts(None, "frame|particle|x (um)|y (um)", unfit=True, digits=3, ordered=True)
def tracked_bead(rng):
    """The way of a bead of latex that water shakes, 3000 pictures of it: chance at all scales, no curve"""
    x, y = 31.0, 22.0
    for k in range(3000):
        x, y = x + rng.gauss(0, 0.12), y + rng.gauss(0, 0.12)
        yield ["%d" % (k + 1), "3"] + noisy([[x, y]], 0.01, rng)[0]
@tempts(1, ["barcode"] + ["%s%d" % (g, k) for g in ("Krt", "Wnt", "Bmp", "Sox", "Lef") for k in range(1, 13)],
        write="\t.", digits=3)
def hair_cycle(rng):
    """Sixty genes, log counts, of 900 cells of hairs through their cycle, each gene with noise of half its swing"""
    genes = [(rng.uniform(1, 4), rng.uniform(0.5, 1.3), rng.uniform(0, tau), rng.uniform(0, 0.3), rng.uniform(0, tau))
             for _ in range(60)]
    for _ in range(900):
        t = rng.uniform(0, tau)
        t += 0.5 * sin(t)
        bases = "".join(rng.choice("ACGT") for _ in range(12))
        yield [bases + "-1"] + [m + a * cos(t - p) + b * cos(2 * t - q) + rng.gauss(0, 0.42) for m, a, p, b, q in genes]
@tempts(1, ["file", "pitch class (cent)"] + ["%d Hz" % f for f in (125, 160, 200, 250, 315, 400, 500, 630, 800)],
        digits=2)
def shepard_tone(rng):
    """Nine bands of tones that rise for ever, by their pitch of 0 to 1200 cents in the octave, 700, noise 1.5 %"""
    for k in range(700):
        c = rng.random()
        row = [1200 * c + rng.gauss(0, 6)]
        for b in range(9):
            row.append(4 + 60 * sum(bell(j + c, 4, 1.4) * bell(j + c, 2.7 + b / 3, 0.26) for j in range(-1, 10)))
        row = [row[0] % 1200] + noisy([row[1:]], 0.5, rng)[0]
        yield ["sh_%03d.wav" % (k + 1)] + row
@tempts(2, "Id|X|Y|Z|dev", write=";.", components=2, boundary=2, euler=2, digits=1)
def radome(rng):
    """Both skins of a radar's half ball of 1.8 m, 85 mm apart, not joined below, in mm, 6200 points, noise 4 mm"""
    k = 0
    for radius, n in ((900, 3400), (815, 2800)):
        for r in noisy(revolved([[radius * sin(pi / 2 * j / 60), radius * cos(pi / 2 * j / 60)] for j in range(61)], n,
                                rng), 4, rng):
            k += 1
            yield ["%d" % k] + r + ["%.2f" % abs(rng.gauss(0, 0.5))]
@tempts(1, "scan|angle (deg)|E (eV)|FWHM (meV)", components=2, boundary=4, euler=2)
def polariton(rng):
    """Two branches of light in a cavity that miss each other by 4.5 meV of 80, over the angle, 1500 fits, noise 0.3"""
    for k in range(1500):
        a = rng.uniform(0, 46)
        cavity, side = 1452 / sqrt(1 - (sin(radians(a)) / 2.35) ** 2), rng.choice((1, -1))
        gap = hypot(cavity - 1485, 4.5)
        share = (1 + side * (cavity - 1485) / gap) / 2  # of the cavity's light
        e, wide = (cavity + 1485 + side * gap) / 2, 1.1 * share + 3.2 * (1 - share)
        yield ["%d" % (k // 90), "%.2f" % (a + rng.gauss(0, 0.15)), "%.5f" % ((e + rng.gauss(0, 0.3)) / 1000),
               "%.2f" % (wide + rng.gauss(0, 0.06))]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261223), (TEMPTING, 20261224))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
