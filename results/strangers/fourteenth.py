"""A fourteenth batch of tables as they are brought, drawn blind, with known truth.

python3 fourteenth.py FOLDER [tuning|held_out|NAME ...]

Like thirteenth.py, with tools of it, ninth.py, eighth.py, seventh.py, sixth.py, fifth.py, fourth.py
and make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a time
of day, a phase from 0 to 1 and a crank's angle close, places are on the Earth, and a scan, a net, a
cup, a year or the date of an observation is no coordinate. Some have lines before the header, with
or without #, or codes that devices write for what is missing. Two are a surface with a curve
(climbing_wall, pacemaker), which run.py can't judge, so that their truth is "no manifold"; comments
give the components, boundary and Euler characteristic of surface and curve.
"""
import functools, os, sys
from math import atan2, cos, degrees, dist, exp, floor, hypot, log, log2, log10, pi, radians, sin, sqrt, tau

import make, seventh
from make import box, curve, line, noisy, sphere, spline, surface
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import paths, stamp
from seventh import melt, rewrite, skin
from eighth import along
from ninth import revolved
from thirteenth import clock, on_earth

PLAIN, TEMPTING, BEFORE = {}, {}, {}
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

before = lambda *lines: lambda f: BEFORE.update({f.__name__: lines}) or f  # lines before the header

def some(ways, n, rng):
    """n points by length along several polylines."""
    return rng.sample(paths(ways, n + 20, rng), n)

def in_space(a, b):
    """The point of the unit sphere at latitude a and longitude b in degrees."""
    a, b = radians(a), radians(b)
    return [cos(a) * cos(b), cos(a) * sin(b), sin(a)]

# ---- plain curves

@before("# Kalibrierung im Ölbad, Multimeter 2000/E", "# 9.9E37 = Überlauf (Leitung offen)")
@shape(1, "Lauf|Zeit|T [°C]|K [mV]|J [mV]|S [mV]|Pt100 [Ohm]", write=";,", boundary=2, euler=1, digits=4)
def thermocouples(rng):
    """Three thermocouples and a resistor in a bath from -30 to 420 degrees, 640 rows, noise 0.3 %"""
    for t in (rng.uniform(-30, 420) for _ in range(640)):
        row = [t, 0.0396 * t + 3.5e-6 * t * t, 0.0504 * t + 1.1e-5 * t * t, 0.0056 * t + 6.4e-6 * t * t,
               100 * (1 + 3.9083e-3 * t - 5.775e-7 * t * t)]
        row = lost(rough([row], [0.35, 0.016, 0.02, 0.0035, 0.14], rng), 3, 0.005, ["9.9E37"], rng)[0]
        yield ["%d" % rng.randrange(1, 5), stamp(rng.randrange(9000), 20)] + row
@shape(1, "SN|MJD|phase [d]|g [mag]|r [mag]|i [mag]|z [mag]|survey", boundary=2, euler=1, digits=3)
def supernovae(rng):
    """Light of 40 like supernovae in four colors, 12 days before to 75 after the peak, 800 rows, noise 3 %"""
    stops = [[-12, 17.6, 17.5, 17.4, 17.1], [-8, 18.6, 18.4, 18.2, 17.9], [-3, 19.15, 18.95, 18.6, 18.3],
             [2, 19.15, 19.1, 18.55, 18.35], [8, 18.8, 18.95, 18.1, 18.0], [14, 18.2, 18.5, 17.85, 17.95],
             [20, 17.5, 18.3, 18.0, 18.2], [26, 16.9, 18.15, 18.1, 18.2], [34, 16.45, 17.5, 17.5, 17.5],
             [45, 16.2, 17.0, 16.9, 16.8], [60, 15.95, 16.5, 16.3, 16.1], [75, 15.7, 16.0, 15.7, 15.4]]
    for t, *m in along(stops, [25, 1, 1, 1, 1], 800, rng, 0.03):
        k = rng.randrange(40)
        yield ["SN%d%s%s" % (2017 + k % 6, "abcdefgh"[k % 8], "klmno"[k // 8]),
               "%.2f" % (57900 + 41.37 * k + t)] + [t] + [-v for v in m] + [rng.choice(("ZTF", "PS1"))]
@shape(1, "net|layer|width_mm|x_mm|y_mm", components=5, boundary=14, euler=4, digits=3)
def circuit_board(rng):
    """Middle lines of five tracks of a board of 60 by 40 mm, from an X-ray, 2400 points, noise 0.05 mm"""
    nets = {"GND": [[[2, 2], [58, 2]], [[14, 2], [14, 8]], [[30, 2], [30, 10]], [[46, 2], [46, 8]]],
            "VCC": [[[2, 38], [50, 38], [56, 32], [56, 12]], [[20, 38], [20, 31]], [[38, 38], [38, 30]]],
            "SDA": [[[6, 8], [6, 20], [12, 26], [24, 26]]], "SCL": [[[10, 14], [18, 14], [22, 18], [22, 21]]],
            "GUARD": [[[30, 14], [40, 14], [42, 16], [42, 24], [40, 26], [30, 26], [28, 24], [28, 16], [30, 14]],
                      [[42, 20], [50, 20]]]}
    for x, y, n in some([[p + [k] for p in w] for k, ways in enumerate(nets.values()) for w in ways], 2400, rng):
        yield [list(nets)[round(n)], "Top", "0.25"] + noisy([[x, y]], 0.05, rng)[0]
@shape(1, "Punkt|Rechtswert [m]|Hochwert [m]|Höhe [m]|Status", write=";,", boundary=7, euler=0, digits=2)
def corn_maze(rng):
    """The ways of a maze in a field of maize, 6 m apart, by satellites, 2400 points, errors of 0.25 m"""
    ways = [[[1, -1], [1, 0], [0, 0], [0, 5], [3, 5], [3, 4]], [[1, 0], [7, 0], [7, 2], [5, 2]],
            [[0, 2], [3, 2], [3, 1], [5, 1]], [[5, 2], [5, 4], [8, 4], [8, 6]], [[3, 2], [4, 2], [4, 3]],
            [[5, 4], [4, 4], [4, 6], [7, 6], [7, 4]], [[0, 4], [2, 4], [2, 3], [1, 3]], [[7, 1], [6, 1]]]
    for k, (x, y) in enumerate(noisy(scaled(some(ways, 2400, rng), [6, 6]), 0.25, rng)):
        yield ["M%04d" % (7 * k % 2411 + 1), 571300 + 0.96 * x - 0.28 * y, 5389410 + 0.28 * x + 0.96 * y,
               rng.gauss(412.6 + 0.012 * x, 0.15), "fixed"]
@shape(1, "image|plant|type|x [mm]|depth [mm]", write="\t.", components=2, boundary=16, euler=2, digits=1)
def rhizotron(rng):
    """Roots of two plants behind glass: main roots, eleven from these, one from one, 2200 points, noise 0.6 mm"""
    ways = []
    for x, count in ((80, 6), (220, 5)):
        main = spline([[x, 0], [x + 5, 100], [x - 4, 220], [x + 2, 360]], 60)
        ways.append([[x, 0] + p for p in main])
        for j in range(count):
            a, s = main[24 + 23 * j], (-1) ** j * (1 if x < 100 else -1)
            way = spline([a, [a[0] + 20 * s, a[1] + 6], [a[0] + (44 + j) * s, a[1] + 26 + 2 * j]], 30)
            ways.append([[x, 1] + p for p in way])
            if x < 100 and j == 1:
                ways.append([[x, 2] + way[30], [x, 2, way[30][0] - 3, way[30][1] + 26]])
    for k, kind, *r in some(ways, 2200, rng):
        yield ["rt_0611.tif", "LW%d" % (1 + k // 200), ("tap", "1st", "2nd")[round(kind)]] + noisy([r], 0.6, rng)[0]
@shape(1, "frame|x|y|r|g|b|status", euler=-5, digits=0)
def laser_show(rng):
    """A star of five points that a laser draws in one stroke, 1600 whole steps of -32768 to 32767, noise 0.5 %"""
    tips = [[28000 * sin(2 * tau / 5 * k), 28000 * cos(2 * tau / 5 * k) - 1500] for k in range(6)]
    for r in noisy(line(tips, 1600, rng), 160, rng):
        yield ["%d" % rng.randrange(1, 4)] + r + ["0", "255", "40", "0"]
@shape(1, ["frame", "patch"] + ["%d Hz" % f for f in (
    80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300,
    8000, 10000)] + ["gain"], boundary=2, euler=1, digits=1)
def filter_sweep(rng):
    """Levels in 22 bands of a synthesizer whose filter opens from 150 to 7000 Hz, 600 frames, noise 0.4 dB"""
    for k in range(600):
        s = log2(150 / 80) + log2(7000 / 150) * rng.random()
        row = [-1.5 * j - 10 * log10((1 - 4 ** (j / 3 - s)) ** 2 + 4 ** (j / 3 - s) / 4.84) for j in range(22)]
        yield ["f%05d" % (37 * k), "SAW BASS"] + [rng.gauss(10 * log10(10 ** (v / 10) + 10 ** -6), 0.4) - 12
                                                  for v in row] + ["0.0"]
@shape(1, "Zeit|Volumen [ml]|Fluss [l/s]|Paw [cmH2O]|CO2 [mmHg]", write=";,", digits=2, ordered=True)
def capnogram(rng):
    """A ventilated patient's volume, flow, pressure and carbon dioxide, 1500 rows at 25 Hz, noise 1.5 %"""
    def breath(s):
        if s < 0.36:
            u = s / 0.36
            return [480 * (1 - cos(pi * u)) / 2, 0.52 * sin(pi * u), 6 + 12.2 * (1 - exp(-4 * u)),
                    38 * logistic((0.13 - u) / 0.028)]
        v = (s - 0.36) / 0.64
        w = exp(-6 * v ** 1.5)
        return [480 * w, -0.187 * 9 * sqrt(v) * w, 6 + 12 * exp(-9 * v ** 1.3),
                34 * logistic((v - 0.16) / 0.025) + 4 * v]
    s = 0
    for k in range(1500):
        yield [stamp(k // 25, 1)[11:] + ",%03d" % (k % 25 * 40)] + rough([breath(s)], [6, 0.008, 0.14, 0.5], rng)[0]
        s = (s + 0.0097 * rng.gauss(1, 0.02)) % 1
@shape(1, ["scan", "exp_s"] + ["I(%.2f)" % (18 + 0.07 * k) for k in range(20)] + [
    "I(%.2f)" % (36.2 + 0.09 * k) for k in range(20)], boundary=2, euler=1, digits=0)
def cathode_scans(rng):
    """X-rays from a battery's cathode while it is charged, counts in 40 bins about two peaks, 560 scans, noise 2 %"""
    for k, (s,) in enumerate(box(560, [0], [1], rng)):
        a, b, wide = 18.78 - 0.46 * sin(2.3 * s) ** 2, 36.65 + 0.95 * s, 0.13 + 0.05 * s
        row = [90 + 2600 * (1 - 0.3 * s) * bell(18 + 0.07 * j, a, wide) for j in range(20)]
        row += [70 + (1700 + 500 * s) * bell(36.2 + 0.09 * j, b, 0.17) for j in range(20)]
        yield ["%05d" % (k * 3 + 211), "30"] + [max(0, rng.gauss(v, sqrt(v))) for v in row]
@shape(1, "callsign|icao24|time|lat|lon|onground", boundary=5, euler=1, digits=4)
def hub_flights(rng):
    """Flights between Iceland and New York, Seattle, London, Helsinki and Lisbon, 1500 fixes, off by 0.2 degrees"""
    hub, ways = in_space(63.98, -22.6), []
    for a, b in ((40.64, -73.78), (47.45, -122.3), (51.47, -0.45), (60.32, 24.95), (38.77, -9.13)):
        ways.append([unit([p + (q - p) * k / 60 for p, q in zip(hub, in_space(a, b))]) for k in range(61)])
    for p in noisy(some(ways, 1500, rng), radians(0.2), rng):
        k = rng.randrange(60)
        yield ["ICE%d" % (420 + 7 * k), "4cc%03x" % (640 + k), stamp(rng.randrange(20000))] + on_earth(p) + ["false"]
@shape(1, "Nr|Zeit|Breite|Länge|Bemerkung", write=";,", digits=0, ordered=True)
def ring_road(rng):
    """Once around Iceland by car, 900 places in degrees and minutes, errors of 400 m"""
    stops = ((64.13, -21.85), (64.54, -21.92), (65.1, -21.1), (65.66, -20.28), (65.55, -19.45), (65.68, -18.1),
             (65.6, -17.0), (65.4, -15.7), (65.27, -14.4), (64.8, -14.05), (64.66, -14.4), (64.25, -15.2),
             (64.05, -16.18), (64.0, -16.97), (63.79, -18.05), (63.42, -19.0), (63.7, -20.2), (63.93, -21.0))
    way = spline([[a, 0.43 * b] for a, b in stops], 50, True)
    for k in range(900):
        a, b = noisy([way[k]], 0.0036, rng)[0]
        dm = lambda v: ("%d°%04.1f'" % divmod(round(abs(v) * 600) / 10, 60)).replace(".", ",")
        yield ["%d" % (k + 1), stamp(k, 440), dm(a) + " N", dm(b / 0.43) + " W", "" if k % 211 else "Tankstelle"]
@shape(1, ["site", "date", "km", "reads"] + ["L%02d" % k for k in range(1, 13)], boundary=2, euler=1, digits=3)
def hybrid_zone(rng):
    """Shares of an allele at twelve loci in 420 ponds of toads across a border of two kinds, noise up to 2.5 %"""
    loci = [(rng.gauss(41, 3), rng.uniform(3, 11), rng.random() < 0.4) for _ in range(12)]
    for k, (x,) in enumerate(box(420, [0], [80], rng)):
        row = [logistic((-1) ** down * (x - c) / (w / 2)) for c, w, down in loci]
        row = [min(1, max(0, rng.gauss(0.01 + 0.98 * p, sqrt((p - p * p + 0.004) / 400)))) for p in row]
        yield ["POND%03d" % (k + 1), stamp(rng.randrange(60), 86400)[:10], rng.gauss(x, 0.2), "400"] + lost(
            [row], None, 0.002, ["NA"], rng)[0]
@shape(1, "embryo|nucleus|x/L [%]|Bcd|Hb|Kr|Gt|Kni|Cad", boundary=2, euler=1, digits=3)
def gap_genes(rng):
    """Six proteins along a fly's embryo, from 10 to 90 % of its length, 1500 nuclei, noise 1.5 % of the highest"""
    for x, in box(1500, [10], [90], rng):
        row = [exp(-(x - 10) / 19), logistic((46 - x) / 2.6) * (0.75 + 0.25 * bell(x, 44, 5)) + 0.55 * bell(x, 77, 4),
               bell(x, 52, 6), 0.9 * bell(x, 30, 5) + 0.85 * bell(x, 73, 5), bell(x, 64, 4.5),
               0.85 * logistic((x - 42) / 6) * logistic((87 - x) / 3)]
        yield ["E%02d" % rng.randrange(1, 19), "n%05d" % rng.randrange(99999)] + rough(
            [[x] + row], [0.4] + [0.015] * 6, rng)[0]
@shape(1, ["Region", "Year"] + ["%d-%d" % (a, a + 4) for a in range(0, 80, 5)] + ["80+", "Total"],
       boundary=2, euler=1, digits=2)
def age_pyramids(rng):
    """Shares of 17 ages, in %, in 640 regions and years, from young to old ones, noise 1.5 %"""
    for d, in box(640, [0], [1], rng):
        row = [exp(-(0.034 - 0.042 * d) * a - (a / (62 + 24 * d)) ** (3 + 4 * d) + 0.5 * d * bell(a, 42, 14))
               for a in range(2, 87, 5)]
        row = [100 * v / sum(row) + rng.gauss(0, 0.06) for v in row]
        yield [rng.choice("TCD KEN PER IND TUR CHL POL ITA JPN".split()) + "%02d" % rng.randrange(1, 20),
               "%d" % rng.randrange(1950, 2021)] + row + ["100"]
@before("# EB 4417, P = 12.3827 d, T0 = 2455400.17", "# RV by cross-correlation, V from LCO 1 m")
@shape(1, "BJD|phase|V [mag]|RV1 [km/s]|RV2 [km/s]|instr", digits=4)
def eclipsing_binary(rng):
    """Brightness and both speeds of two stars that eclipse each other, by phase from 0 to 1, 1300 rows, noise 1.5 %"""
    for k in range(1300):
        p = rng.random() if k % 13 < 7 else rng.choice((0.179, 0.767)) + rng.uniform(-0.07, 0.07)
        m = e = tau * (p - 0.11)
        for _ in range(30):
            e = m + 0.22 * sin(e)
        x, y = cos(e) - 0.22, sqrt(1 - 0.22 ** 2) * sin(e)
        c = (x * cos(0.9) - y * sin(0.9)) / hypot(x, y)
        dip = lambda at, wide: sum(bell(p + j, at, wide) for j in (-1, 0, 1))
        row = [p, 11.31 + 0.45 * dip(0.179, 0.022) + 0.27 * dip(0.767, 0.025) + 0.02 * cos(2 * tau * (p - 0.17)),
               -21 + 62 * (c + 0.137), -21 - 88 * (c + 0.137)]
        row = rough([row], [0.0015, 0.005, 0.7, 0.9], rng)[0]
        yield ["%.4f" % (2455400.17 + 12.3827 * (rng.randrange(90) + p)), row[0] % 1] + row[1:] + [
            rng.choice(("HARPS", "HERMES"))]
@shape(1, "run|crank [deg]|x [mm]|y [mm]|rocker [deg]", components=2, digits=2)
def four_bar(rng):
    """A linkage of four bars, put together in both ways: crank, coupler's point, rocker, 1400 rows, noise 0.7 %"""
    for t in turns(1400, rng):
        side, x, y = rng.choice((-1, 1)), 35 * cos(t), 35 * sin(t)
        d = hypot(100 - x, y)
        a = (d * d + 90 * 90 - 80 * 80) / (2 * d)
        h = side * sqrt(90 * 90 - a * a)
        p, q = (a * (100 - x) + h * y) / d, (h * (100 - x) - a * y) / d
        row = [degrees(t), x + p / 2 - 28 * q / 90, y + q / 2 + 28 * p / 90, degrees(atan2(y + q, x + p - 100))]
        row = rough([row], [0.6, 0.3, 0.3, 0.5], rng)[0]
        yield ["%s-%d" % ("AB"[side > 0], rng.randrange(1, 4)), row[0] % 360] + row[1:]

# ---- plain surfaces

@shape(2, "pose|x0 [cm]|y0 [cm]|x1 [cm]|y1 [cm]|x2 [cm]|y2 [cm]|x3 [cm]|y3 [cm]|x4 [cm]|y4 [cm]", euler=-6, digits=2)
def five_bar(rng):
    """Pins of five bars of 20 cm that pass each other freely, one bar fixed, 3000 poses, noise 0.5 %"""
    k = 0
    while k < 3000:
        t = turns(4, rng)
        for j in range(6):
            c, s = [cos(v) for v in t], [sin(v) for v in t]
            p, q = sum(c) - 1, sum(s)
            if not j and hypot(p, q) > 0.15:
                break
            a, b, m = sum(v * v for v in s), sum(v * v for v in c), -sum(v * w for v, w in zip(c, s))
            det = a * b - m * m
            if det < 1e-3:
                break
            f, g = (b * p - m * q) / det, (a * q - m * p) / det
            t = [v + w * f - u * g for v, u, w in zip(t, c, s)]
        else:
            if rng.random() < sqrt(det) / 2:
                pins = [20 * sum(h(v) for v in t[:n]) for n in (1, 2, 3) for h in (cos, sin)]
                yield ["p%04d" % k, "0.00", "0.00"] + noisy([pins], 0.1, rng)[0] + ["20.00", "0.00"]
                k += 1
@shape(2, ["particle", "micrograph"] + ["PC%d" % k for k in range(1, 13)], euler=1, orientable=False, digits=3)
def cryo_particles(rng):
    """Twelve features of pictures of a virus from any side, from behind as from before, 2600 particles, noise 2 %"""
    axes = [(unit(p), unit(q), rng.uniform(0.6, 1)) for p, q in zip(cloud(12, [1] * 3, rng), cloud(12, [1] * 3, rng))]
    dot = lambda p, q: sum(v * w for v, w in zip(p, q))
    for k, d in enumerate(map(unit, cloud(2600, [1, 1, 1.25], rng))):
        yield ["%06d@stack" % (k + 1), "mic_%04d" % rng.randrange(310)] + [
            rng.gauss(10 * w * (dot(p, d) ** 2 + 0.3 * dot(q, d) ** 4 - 0.4), 0.12) for p, q, w in axes]
@before("# EPSG:25832, DHHN2016", "# depth below 395.2 m, -999 = no echo")
@shape(2, "E|N|depth_m|SV_m_s|beam", write=" .", boundary=3, euler=-1, digits=2)
def lake_floor(rng):
    """The floor of a lake of 1500 by 1000 m with two islands, 2600 soundings, errors of 1.5 and 0.15 m"""
    isles, rows = ((-300, 60, 115), (330, -90, 140)), []
    while len(rows) < 2600:
        x, y = rng.uniform(-800, 800), rng.uniform(-560, 560)
        a = atan2(y / 500, x / 750)
        r = hypot(x / 750, y / 500) / (1 + 0.07 * cos(3 * a + 1) + 0.04 * sin(5 * a))
        off = [hypot(x - p, y - q) - s for p, q, s in isles]
        if r < 1 and min(off) > 0:
            d = 0.6 + 21 * (1 - r ** 3) * (1 - exp(-off[0] / 90)) * (1 - exp(-off[1] / 110))
            rows.append(lost(rough([[x, y, d]], [1.5, 1.5, 0.15], rng), 2, 0.004, ["-999"], rng)[0])
    for x, y, d in rows:
        yield [674200 + x, 5298350 + y, d, "1452.0", "%d" % rng.randrange(1, 257)]
@before("Logger;HL-4B;;;;;;", "Seriennummer;00417;;;;;;", "Export;14.02.2024 08:11;;;;;;")
@shape(2, "Raum|Zeit|T [°C]|rF [%]|Td [°C]|x [g/kg]|h [kJ/kg]|p [hPa]", write=";,", boundary=1, euler=1, digits=2)
def humid_air(rng):
    """Air of 18 rooms: heat, damp, dew point, vapor and enthalpy, 1500 rows, noise 1 %"""
    for t, h in box(1500, [8, 25], [32, 85], rng):
        e = h / 100 * 6.112 * exp(17.62 * t / (243.1 + t))
        g, x = log(e / 6.112), 622 * e / (1013 - e)
        row = rough([[t, h, 243.1 * g / (17.62 - g), x, 1.006 * t + x * (2.501 + 0.00186 * t)]],
                    [0.08, 0.2, 0.1, 0.05, 0.2], rng)[0]
        yield ["R %d.%02d" % (rng.randrange(3), rng.randrange(1, 7)), stamp(rng.randrange(9000))] + row + ["1013"]
@shape(2, "time|cup|x [m]|y [m]|heading [deg]", digits=2)
def teacups(rng):
    """A rider of a ride whose table turns, and whose cups do as they are turned, 2400 rows, errors of 0.08 m"""
    for k, (a, b) in enumerate(zip(turns(2400, rng), turns(2400, rng))):
        row = rough([[5 * cos(a) + 1.6 * cos(b), 5 * sin(a) + 1.6 * sin(b), 90 + degrees(b)]],
                    [0.08, 0.08, 1.5], rng)[0]
        yield [stamp(rng.randrange(40000), 7), "%d" % rng.randrange(1, 7)] + row[:2] + [row[2] % 360]
@shape(2, "station|time|km|level [m]|current [m/s]|salinity [PSU]", boundary=2, digits=3)
def estuary(rng):
    """Level, current and salt at any state of the tide along 60 km of an estuary, 2600 rows, noise 1.5 %"""
    for x, t in box(2600, [0, 0], [60, tau], rng):  # t counts from each place's own high water
        row = [x, (1.9 - 0.008 * x) * cos(t) + 0.12 * cos(2 * t - 0.6), (1.05 - 0.011 * x) * cos(t + 1.15) - 0.04,
               33 * logistic((24 + 5 * cos(t - 0.4) - x) / 7)]
        yield ["K%02d" % floor(x), stamp(rng.randrange(99999))[:16]] + rough([row], [0.3, 0.02, 0.012, 0.15], rng)[0]
@shape(2, "x [cm]|y [cm]|z [cm]|HU", write=";.", euler=-4, digits=2)
def pelvis(rng):
    """The surface of a pelvis, smoothed: its ring and two holes below, by X-rays, 3000 points, noise 0.5 mm"""
    def f(x, y, z):
        x = abs(x)
        ring = hypot(hypot(x / 1.08, y) - 6.3, z + 0.12 * y) - 1.45
        loop = hypot(hypot(x - 3.5, z + 3.6) - 3.1, (y - 5.4 - 0.1 * z) * 0.9) - 1.15
        wing = (sqrt(((x - 6.6) / 1.6) ** 2 + ((y + 1) / 4) ** 2 + ((z - 3.2) / 4.2) ** 2) - 1) * 1.6
        return melt(2.2, ring, loop, wing, dist([x, y, z], [0, 5.6, -2.4]) - 1.9,
                    dist([x, y, z * 0.6], [0, -6.5, -0.6]) - 2.2)
    return [r + ["226"] for r in noisy(skin(f, [-10, -10, -9], [10, 9, 9], 3000, rng, 0.3), 0.05, rng)]
@shape(2, "Bohrung|Rechts|Hoch|Liegendes [m NN]|Flöz", write=";,", components=2, boundary=2, euler=2, digits=1)
def faulted_seam(rng):
    """A seam of coal that a fault of 60 m has cut, in 1700 borings over 900 by 600 m, errors of 1 m"""
    rows = []
    while len(rows) < 1700:
        x, y = rng.uniform(0, 900), rng.uniform(0, 600)
        off = x - 400 - 0.22 * y - 12 * sin(y / 90)
        if abs(off) > 24:
            z = -310 + 0.09 * x + 0.05 * y + 14 * sin(x / 160) * cos(y / 190) - (60 if off > 0 else 0)
            rows.append(noisy([[x, y, z]], 1, rng)[0])
    for k, (x, y, z) in enumerate(rows):
        yield ["B%d" % (1200 + 3 * k), 2571200 + x, 5712800 + y, z, "Sonnenschein"]
@shape(2, ["take", "f0 [Hz]", "SPL [dB]"] + ["H%d [dB]" % k for k in range(1, 15)], boundary=1, euler=1, digits=1)
def saxophone(rng):
    """Fourteen harmonics of a saxophone's tones of any pitch and loudness, 2200 tones, noise 0.6 dB"""
    for p, d in box(2200, [0, 0], [1.5, 1], rng):
        f = 140 * 2 ** p
        row = [62 + 34 * d - (19 - 9 * d) * log2(k) * 0.8 + 7 * bell(k * f, 950, 330) + (3 + 6 * d) * bell(
            k * f, 2600, 700) - 5 * bell(k * f, 1650, 300) for k in range(1, 15)]
        total = 10 * log10(sum(10 ** (v / 10) for v in row))
        yield ["T%02d" % rng.randrange(1, 31)] + [rng.gauss(f, 1.5), rng.gauss(total, 0.4)] + noisy([row], 0.6, rng)[0]
@shape(2, "X|Y|Z|nx", write="\t.", boundary=2, digits=2)
def sock(rng):
    """A sock on a form, open above, with a hole at its heel, in cm, 2800 points, noise 0.5 mm"""
    def f(u, t):
        a = min(max(t - 19, 0) / 7, pi / 2)
        x = 7 * (1 - cos(a)) + max(0, t - 19 - 3.5 * pi)
        z = 7 + min(max(19 - t, 0), 19) - 7 * sin(a)
        r = 4.4 * sqrt(max(0, 1 - max(0, (t - 38) / 5) ** 2))
        return [x + r * cos(a) * cos(u), r * sin(u) * 0.9, z + r * sin(a) * cos(u)]
    keep = lambda u, t: hypot(4.4 * (u - pi), 1.5 * (t - 24.5)) > 2.7
    return [r + [""] for r in noisy(surface(f, (0, tau), (0, 42.999), 2800, rng, keep), 0.05, rng)]

# ---- plain, of three dimensions

@shape(3, "time|W1 [m]|W2 [m]|W3 [m]|W4 [m]|p [hPa]", boundary=1, euler=1, digits=2)
def cable_camera(rng):
    """Lengths of the four ropes of a camera anywhere over a pitch, and the air's pressure, 3000 rows, noise 0.5 %"""
    for p in box(3000, [-46, -33, 3], [46, 33, 23], rng):
        ropes = [dist(p, [55 * a, 41 * b, 33]) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        yield [stamp(rng.randrange(9 * 10 ** 6), 1)] + noisy([ropes], 0.08, rng)[0] + [
            rng.gauss(1009.4 - 0.119 * p[2], 0.01)]
@shape(3, "tree|time|VPD [kPa]|psi_soil [MPa]|gs [mmol/m2/s]|T_leaf [°C]|sap flow [g/h]", boundary=1, digits=3)
def sap_flow(rng):
    """Spruces by the time of day, HH:MM, the air's dryness and the soil's: leaves and sap, 3000 rows, noise 1.5 %"""
    for t, v, s in box(3000, [0, 0.3, -1.1], [tau, 2.6, -0.1], rng):
        light = 0.5 - 0.5 * cos(t - 0.25)
        g = (40 + 190 * light) * exp(-0.32 * v) * (0.35 + 0.65 * logistic((s + 0.6) / 0.14))
        row = [v, s, g, 11 + 3.6 * v + 6 * cos(t - 3.9) - 0.01 * g, 0.55 * g * v * (1 + 0.25 * sin(t - 3.5)) + 8]
        yield ["PA%02d" % rng.randrange(1, 13), clock(t)] + rough([row], [0.01, 0.005, 1.2, 0.1, 1.2], rng)[0]

# ---- plain, of a surface and a curve

@shape(None, "X [m]|Y [m]|Z [m]|Intensity", unfit=True, digits=3)  # 2, 1, 1, 1 and 1, 1, 2, 1
def climbing_wall(rng):
    """A wall of 8 by 12 m that leans over, 2400 points, and a rope before it, 450, 1 m off, noise 1 cm"""
    f = lambda u, v: [u, 0.9 * logistic((v - 7) / 0.7) + 0.08 * sin(1.7 * u) * cos(v), v]
    rope = spline([[4, 2.3, 11.8], [4.1, 2.15, 8], [4.3, 1.7, 3], [4.8, 1.5, 0.3]], 60)
    for r in noisy(surface(f, (0, 8), (0, 12), 2400, rng) + line(rope, 450, rng), 0.01, rng):
        yield r + ["255"]
@shape(None, "x|y|z", write=";,", unfit=True, digits=2)  # 2, 1, 1, 1 and 1, 1, 2, 1
def pacemaker(rng):
    """A ventricle's wall, open above, 2500 points, and a pacemaker's lead in it, 400, in mm, noise 0.25 mm"""
    f = lambda u, v: [c * s for c, s in zip(sphere(u, v), (25, 22, 39))]
    lead = spline([[3, 2, 68], [5, 0, 45], [-4, 3, 16], [2, -3, -8], [6, -2, -22]], 60)
    return noisy(surface(f, (0, tau), (0.75, pi - 0.0001), 2500, rng) + line(lead, 400, rng), 0.25, rng)

# ---- what tempts verdicts

@tempts(1, "step|x [mm]|y [mm]|pen", euler=-31, digits=1)
def drawing_robot(rng):
    """A closed line that crosses itself 31 times, drawn by a robot, 340 points: too few, noise 0.5 mm of 200"""
    for k, t in enumerate(turns(340, rng)):
        yield ["%d" % (1000 + 7 * k)] + noisy([[100 * cos(4 * t), 100 * cos(5 * t + 0.39)]], 0.5, rng)[0] + ["down"]
@tempts(None, "Year|Month|Nino3.4 [K]|WWV [1e14 m3]|SOI", unfit=True, digits=2, ordered=True)
def el_nino(rng):
    """Heat of a sea, warm water and pressure by month of 72 years: a cycle that chance drives, a cloud"""
    x = y = 0
    for k in range(964):
        x, y = 0.93 * (x * cos(0.14) + y * sin(0.14)) + rng.gauss(0, 0.3), 0.93 * (
            y * cos(0.14) - x * sin(0.14)) + rng.gauss(0, 0.3)
        if k > 99:
            yield ["%d" % (1950 + (k - 100) // 12), "%d" % ((k - 100) % 12 + 1), x, 0.9 * y, rng.gauss(-x, 0.6)]
@tempts(1, "x [mm]|y [mm]|z [mm]", boundary=2, euler=1, digits=4)
def filament(rng):
    """A lamp's coil that is coiled: 64 small turns along two and a half large ones, 3000 points, noise 8 um"""
    f = lambda a: [0.16 * a + 0.17 * sin(25.6 * a)] + [(0.9 + 0.17 * cos(25.6 * a)) * g(a) for g in (cos, sin)]
    return noisy(curve(f, 0, 2.5 * tau, 3000, rng, steps=12000), 0.008, rng)
@tempts(1, "T [K]|a [A]|c [A]|M [emu/g]|rho [uOhm cm]", components=2, boundary=4, euler=2, digits=4)
def magnetic_alloy(rng):
    """An alloy that is warmed past a sudden transition, which parts its course in two, 700 rows, noise 2 %"""
    for t in (rng.uniform(215, 325) for _ in range(700)):
        s, up = (t - 270) / 55, t > 270
        row = [t, 7.58 + 0.02 * s + 0.003 * up, 7.79 - 0.011 * s * s + 0.0015 * up, 55 - 32 * s - 6 * s * s - 2.5 * up,
               1.6e3 + 210 * s - 18 * up]
        yield rough([row], [0.4, 0.0004, 0.0003, 0.5, 3], rng)[0]
@tempts(None, "R|G|B|alpha", unfit=True, digits=0)
def photo_pixels(rng):
    """Colors of 3000 pixels of a picture of a meadow and its sky, 0 to 255: regions that are filled"""
    for _ in range(3000):
        k, v = rng.random(), rng.random()
        if k < 0.3:
            c = [90 + 120 * v + rng.gauss(0, 9), 140 + 85 * v + rng.gauss(0, 9), 215 + 30 * v + rng.gauss(0, 9)]
        elif k < 0.8:
            c = [m * (0.2 + v) * exp(0.28 * rng.gauss(0, 1)) for m in (95, 135, 50)]
        else:
            c = [m * (0.15 + v) * exp(0.22 * rng.gauss(0, 1)) for m in (205, 165, 120)]
        yield [min(255, max(0, w)) for w in c] + ["255"]
@before("# SELECT objID, z, ... FROM Galaxy WHERE z < 0.08", "# -9999 = not measured")
@tempts(None, "objID|z|M_r|u-r|g-i|log_Re [kpc]|c", unfit=True, digits=3)
def galaxy_colors(rng):
    """Light, colors, size and form of 1600 galaxies: a red sequence with a blue cloud, mixed"""
    for _ in range(1600):
        m, red = rng.gauss(-20, 1.3), rng.random() < 0.45
        row = [2.5 - 0.08 * (m + 20), 1.14 - 0.03 * (m + 20), 0.5 - 0.2 * (m + 20), 2.95] if red else [
            1.6 - 0.1 * (m + 20), 0.68 - 0.06 * (m + 20), 0.62 - 0.14 * (m + 20), 2.3]
        row = rough([row], [0.1, 0.04, 0.17, 0.2] if red else [0.3, 0.16, 0.2, 0.22], rng)
        yield ["58772%06d" % rng.randrange(10 ** 6), 0.02 + 0.06 * rng.random() ** 0.5, m] + lost(
            row, None, 0.003, ["-9999"], rng)[0]
@tempts(2, "X [mm]|Y [mm]|Z [mm]", write=" .", euler=2, digits=4)
def contact_lens(rng):
    """Both faces and the edge of a contact lens of 14 mm, which is at most 0.16 mm thick, 3000 points, noise 4 um"""
    front = [[7 * k / 200, sqrt(8.6 ** 2 - (7 * k / 200) ** 2)] for k in range(201)]
    edge = [[7 + 0.04 * sin(pi * k / 10), front[-1][1] - 0.1 * k / 10] for k in range(1, 10)]
    back = [[r, h - 0.16 + 0.06 * (r / 7) ** 2] for r, h in front]
    return noisy(revolved(front + edge + back[::-1], 3000, rng), 0.004, rng)
@tempts(None, "Date|ALV|BAS|BMW|DTE|EOAN|LIN|MRK|RWE|SAP|SIE|VIX", write=";,", unfit=True, digits=3, ordered=True)
def stock_returns(rng):
    """Returns in % of ten shares on 1500 days, which move with the market and on their own, with heavy tails"""
    v, level = 0, 18
    for k in range(1500):
        v = 0.96 * v + rng.gauss(0, 0.16)
        m = exp(v) * rng.gauss(0, 0.9)
        level = 17 * exp(0.8 * v + rng.gauss(0, 0.08))
        yield [stamp(k + k // 5 * 2, 86400)[:10]] + [b * m + exp(0.6 * v) * rng.gauss(0, 1.1) / sqrt(
            rng.gammavariate(2, 0.5)) for b in (1, 1.2, 1.15, 0.7, 0.6, 0.9, 0.6, 0.75, 1, 1.2)] + [level]
@tempts(1, "Zeit|T_Brut [°C]|T_Flugloch [°C]|rF [%]|Ton [Hz]|Flüge [1/min]|dm [g/h]", write=";,", digits=2)
def bee_hive(rng):
    """A hive by the time of day, HH:MM, of like days, 1400 rows, a tenth of each column lost, noise 3 %"""
    for t in turns(1400, rng):
        day = logistic(4.5 * (-cos(t - 0.2) - 0.25))
        row = [34.6 + 0.45 * cos(t - 4.2), 18 + 7.5 * cos(t - 4), 61 - 8 * cos(t - 3.4) + 2 * cos(2 * t),
               248 - 24 * cos(t - 0.6) + 7 * sin(2 * t), 2 + 85 * day, 160 * sin(t - 3.1) * day - 25 * (1 - day)]
        row = lost(rough([row], [0.012, 0.22, 0.25, 0.8, 1.3, 3.5], rng), None, 0.08, ["", "NaN"], rng)
        yield [clock(t)] + lost(row, 1, 0.04, ["-127"], rng)[0]
@tempts(None, "voxel|x [mm]|y [mm]|z [mm]|HU", unfit=True, digits=2)
def femur_voxels(rng):
    """Voxels of a thigh bone's shaft, 120 mm of it, from 8 to 13.5 mm off its middle, 2800 of them: a filled wall"""
    for k in range(2800):
        a, z = rng.uniform(0, tau), rng.uniform(0, 120)
        r = sqrt(rng.uniform(8 ** 2, 13.5 ** 2))
        yield ["%07d" % rng.randrange(10 ** 7), r * cos(a) + 6 * sin(z / 80), r * 0.93 * sin(a), z,
               rng.gauss(1480 + 20 * (r - 11), 130)]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261215), (TEMPTING, 20261216))
    rewrite(sys.argv[1])
    for name, lines in BEFORE.items():
        path, head = os.path.join(sys.argv[1], name + ".csv"), "\r\n".join(lines) + "\r\n"
        text = open(path, newline="").read() if os.path.exists(path) else head
        if not text.startswith(head):
            with open(path, "w", newline="") as f:
                f.write(head + text)
