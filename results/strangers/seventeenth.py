"""A seventeenth batch of tables as they are brought, drawn blind, with known truth.

python3 seventeenth.py FOLDER [tuning|held_out|NAME ...]

Like sixteenth.py, with tools of it, fourteenth.py, thirteenth.py, ninth.py, seventh.py, sixth.py, fifth.py,
fourth.py and make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a phase,
a day of the year, an azimuth in degrees or in mils of 6400 to the turn, and a phase that is wrapped at 180 degrees
close; places on the Earth and in the sky are on spheres; a date, the number of a row, a strand's name, an intensity
of an echo, a tracker's likelihood or a dilution of precision is no coordinate. Some are as programs write them: with
lines before the header or after the last row, rows of units and rules, several rows of names, Fortran's exponents,
cells for what is missing, or rows that come twice.
"""
import functools, sys
from math import acos, atan2, cos, degrees, exp, hypot, log, pi, radians, sin, sqrt, tan, tanh, tau

import edits, make, seventh
from make import box, curve, integrate, line, noisy, sphere, spline, surface
from fourth import bell, cloud
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import rewrite
from ninth import revolved
from sixteenth import bowed, shared

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after, last = EDITS.edited, EDITS.before, EDITS.after, EDITS.last

around = lambda t, at, width: bell((t - at + 0.5) % 1, 0.5, width)  # a bell on the circle of phases from 0 to 1
ramped = lambda t, *knots: next((b + (q - b) * (t - a) / (p - a) for (a, b), (p, q) in zip(knots, knots[1:])
                                 if t <= p), knots[-1][1])  # straight from knot to knot

# ---- plain curves

@before("Brennprotokoll Rohbrand, Blase 2 (1200 l)", "Brenner: Hr. Ammann;;;;;;;", "")
@shape(1, "Charge|Datum|min|Kopf (°C)|Blase (°C)|Alkohol (% vol)|Ablauf (l/h)|Bemerkung", write=";,", boundary=2,
       euler=1, digits=2)
def pot_still(rng):
    """Heat of head and wash, strength and flow of a still through like runs of seven hours, 640 rows, noise 1.2 %"""
    for t in (rng.uniform(0, 420) for _ in range(640)):
        on = logistic((t - 48) / 6)
        row = [t, 19 + 59 * on + 20.5 * logistic((t - 270) / 55), 21 + 71 * logistic((t - 30) / 13) + 0.018 * t,
               on * (72 - 70 * logistic((t - 255) / 52)), 64 * on * (1 - 0.0011 * t)]
        row = lost(rough([row], [3, 0.6, 0.6, 0.6, 0.6], rng), 3, 0.008, ["", "--"], rng)[0]
        yield ["R%02d" % rng.randrange(1, 13), stamp(rng.randrange(200), 86400)[:10]] + row + [
            rng.choice(("Vorlauf", "Probe ok")) if rng.random() < 0.02 else ""]
@before("Machine: ALLROUNDER 470 A;Mold: W-2231, 2 cavities;Material: PA66 GF30", "Export: all cycles;;")
@shape(1, "cycle|timestamp|screw [mm]|p_inj [bar]|p_cav [bar]|T_mold [°C]|torque [Nm]", write=";.", digits=1)
def injection_molding(rng):
    """Screw, pressures, heat of the mold and torque of a molding machine through like cycles, 1600 rows, noise 1.2 %"""
    for _ in range(1600):
        t = rng.random() ** 1.3  # logged more often while it fills
        row = [ramped(t, (0, 62), (0.12, 9), (0.34, 6), (0.4, 6), (0.72, 62), (1, 62)),
               ramped(t, (0, 20), (0.1, 880), (0.14, 460), (0.32, 430), (0.38, 70), (0.7, 70), (0.76, 20), (1, 20)),
               ramped(t, (0, 0), (0.08, 0), (0.16, 390), (0.34, 270), (0.58, 0), (1, 0)),
               41 + 21 * logistic((t - 0.09) / 0.015) * exp(-2.6 * max(0, t - 0.09)) * (1 - max(0, t - 0.6) / 0.4),
               4 + 86 * logistic((t - 0.41) / 0.012) * logistic((0.71 - t) / 0.012)]
        yield ["%d" % rng.randrange(10400, 10460), stamp(rng.randrange(10 ** 5), 1)] + rough(
            [row], [0.6, 9, 4, 0.25, 0.9], rng)[0]
@shape(1, "Nr|tube|x (mm)|y (mm)|z (mm)", boundary=2, euler=-2, digits=1)
def bicycle_frame(rng):
    """Middle lines of a bicycle's frame and fork: three meshes and two ends, 2600 points, noise 2.5 mm"""
    b, s, h, c = [0, 0, 0], [-170, 0, 520], [400, 0, 560], [440, 0, 430]
    ways = [("top", [h, s]), ("head", [h, c]), ("down", [c, b]), ("seat", [s, b])]
    for side, k in (("left", 1), ("right", -1)):
        rear = [-410, 68 * k, 40]
        ways += [("chain stay " + side, [b, [-40, 38 * k, 5], rear]),
                 ("seat stay " + side, [s, [-190, 32 * k, 488], rear]),
                 ("fork " + side, [c, [447, 52 * k, 400], [470, 52 * k, 200], [520, 52 * k, 32]])]
    for j, (x, y, z, k) in enumerate(shared([w for _, w in ways], [1] * 10, 2600, rng)):
        x, y, z = noisy([[x, y, z]], 2.5, rng)[0]
        yield ["%d" % (j + 1), ways[k][0], 812 + 0.9 * x - 0.436 * y, 95 + 0.436 * x + 0.9 * y, 300 + z]
@shape(1, "PRN|GPS time|Az (°)|El (°)|C/N0 (dB-Hz)|lock", components=5, boundary=10, euler=5, digits=2)
def sky_plot(rng):
    """Directions and signals of five satellites from rise to set, 6 % of the rows twice, errors of 0.4 degrees"""
    for k, stops in enumerate((((-70, 30), (-30, 35), (10, 45), (60, 50)), ((-75, -5), (-30, 0), (20, 10), (74, 22)),
                               ((-65, -40), (-20, -35), (20, -25), (72, -15)), ((-35, -70), (0, -62), (60, -50)),
                               ((-40, 65), (0, 72), (25, 74)))):
        for x, y in noisy(line(spline(stops), (330, 330, 330, 220, 160)[k], rng), 0.4, rng):
            row = ["G%02d" % (5 * k + 2), stamp(rng.randrange(9000), 30), degrees(atan2(x, y)) % 360, 90 - hypot(x, y),
                   rng.gauss(31 + 19 * cos(radians(hypot(x, y))), 0.3), "1"]
            yield row
            if rng.random() < 0.06:
                yield row
@shape(1, "x (mm)|y (mm)", euler=-21, digits=3)
def guilloche(rng):
    """A rosette of a bank note, one line of seven lobes that crosses itself 21 times, 3400 points, noise 0.3 %"""
    f = lambda t: [31 + 10 * cos(t) + 8 * cos(6 * t), 24 + 10 * sin(t) - 8 * sin(6 * t)]
    return noisy(curve(f, 0, tau, 3400, rng, True), 0.045, rng)
@before("Sample Name,PK-117 polyphenols", "Inj. Volume (µl),5.00", "Method,C18_gradient_14min.M", "Operator,SB", "")
@shape(1, "RT [min]|A254 [mAU]|A280 [mAU]|A320 [mAU]", boundary=2, euler=1, digits=3, ordered=True)
def chromatogram(rng):
    """Light that five substances take as they leave a column, at three wavelengths, 2400 rows, noise 0.3 %"""
    for k in range(2400):
        t = 14 * k / 2399
        row = [t] + [2 + 0.6 * t + sum(a[j] * bell(t, at, 0.3 + 0.012 * at) for at, *a in (
            (2.2, 210, 90, 20), (4.6, 320, 400, 60), (7.1, 90, 160, 250), (9.4, 300, 120, 130), (11.8, 120, 260, 30)))
            for j in range(3)]
        yield rough([row], [0, 1.2, 1.2, 0.8], rng)[0]
@shape(1, "core|rep|h (hPa)|pF|theta (cm3/cm3)|K (cm/d)|method", boundary=2, euler=1, digits=4)
def water_retention(rng):
    """Water and conductance of three like cores of soil over suction from 1 to 16000 hPa, 540 rows, noise 1 %"""
    for k in range(540):
        u = rng.uniform(0, 4.2)
        wet = (1 + (0.021 * 10 ** u) ** 1.55) ** -0.355
        k_rel = sqrt(wet) * (1 - (1 - wet ** (1 / 0.355)) ** 0.355) ** 2
        yield ["B%d" % (k % 3 + 1), "abc"[k // 3 % 3], "%.4g" % 10 ** rng.gauss(u, 0.02), rng.gauss(u, 0.02),
               rng.gauss(0.055 + 0.385 * wet, 0.004), "%.3E" % (24 * k_rel * exp(rng.gauss(0, 0.06))),
               "pressure plate" if u > 2.8 else "sand box"]
@before("Bode 100, Gain/Phase", "Source level,0 dBm", "Receiver bandwidth,100 Hz", "DUT,piezo stage, loop open")
@shape(1, "Trace|Frequency (Hz)|Gain (dB)|Phase (°)", boundary=2, euler=1, digits=3)
def bode_plot(rng):
    """Gain and phase, wrapped at 180 degrees, of a stage from 10 Hz to 100 kHz, 1000 rows evenly by the logarithm"""
    for k in range(1000):
        u = rng.uniform(1, 5)
        f = 10 ** u
        h = 1j * f / 30 / (1 + 1j * f / 30)
        for at, q, z in ((210, 2.2, 1), (3900, 3, 1)):
            h *= 1 / (1 - (f / at) ** 2 + 1j * f / at / q)
        angle = degrees(atan2(h.imag, h.real)) - 360 * f * 4e-6 + rng.gauss(0, 1.5)
        yield ["Tr%d" % (k % 2 + 1), "%.5E" % f, 8.686 * log(abs(h)) + rng.gauss(0, 0.5), (angle + 180) % 360 - 180]
@shape(1, "interleaf|kx [1/m]|ky [1/m]", boundary=4, euler=1, digits=2)
def k_space(rng):
    """Four spirals in which a scanner reads, from one middle, one and a half turns each, 2400 points, noise 0.7 %"""
    for k in range(4):
        f = lambda t: [250 * t / (3 * pi) * g(t + k * pi / 2) for g in (cos, sin)]
        for r in noisy(curve(f, 0, 3 * pi, 600, rng), 1.8, rng):
            yield ["#%d" % (k + 1)] + r
@before("10393 Lindenberg Observations at 12Z 14 Mar 2024", "-" * 63)
@after("s m hPa C C deg m/s", "-" * 63)
@shape(1, "TIME HGHT PRES TEMP DWPT DRCT SPED".split(), write=" .", boundary=2, euler=1, digits=2, ordered=True)
def radiosonde(rng):
    """A balloon's ascent to 17 km: height, pressure, heat, dew point and wind, past north, 950 rows, noise 1 %"""
    for k in range(950):
        z = 0.112 + 17 * k / 949
        heat = 13 - 6.4 * min(z, 11.2) + 5.5 * logistic((z - 1.3) / 0.12) + 1.5 * max(0, z - 11.2)
        row = [3400 * k / 949, 1000 * z, 1006 * exp(-z / 7.9 - 0.0011 * z * z), heat,
               heat - 2 - 16 * logistic((z - 1.4) / 0.15) + 9 * bell(z, 5.5, 1.2),
               308 + 95 * logistic((z - 5) / 2.2), 4 + 41 * bell(z, 10.4, 2.6) + 9 * bell(z, 1.3, 0.5)]
        row = rough([row], [0, 30, 2, 0.4, 0.5, 1.5, 0.4], rng)[0]
        yield row[:5] + [row[5] % 360, row[6]]
@shape(1, ["Sample_ID", "sex"] + ["cg%08d" % (1193457 * k % 27000000 + 16867) for k in range(1, 49)], boundary=2,
       euler=1, digits=4)
def methylation(rng):
    """Shares of marks at 48 places of the genome of 620 people from birth to 95 years, NA for 0.4 %, noise 2 %"""
    site = [(rng.uniform(0.3, 0.7), rng.uniform(-0.32, 0.32), rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2))
            for _ in range(48)]
    for k in range(620):
        a = rng.uniform(0, 95)
        young, old = logistic((a - 13) / 4), max(0, a - 50) / 45
        row = [m + p * (a / 47.5 - 1) + q * (young - 0.5) + r * (4 * (a / 95) * (1 - a / 95) - old ** 2)
               for m, p, q, r in site]
        yield ["GSM%d" % rng.randrange(10 ** 6, 10 ** 7), rng.choice("FM")] + lost(
            noisy([row], 0.013, rng), None, 0.004, ["NA"], rng)[0]
@edited(lambda t: "\ufeff" + t)
@shape(1, "Strecke|km|Krümmung (1/km)|Überhöhung (mm)|Spurweite (mm)|Fahrt", write=";,", boundary=2, euler=1,
       digits=3, ordered=True)
def track_geometry(rng):
    """Bend, cant and gauge of 1.9 km of a railway with two bends, one each way, 1580 rows, noise 1.2 %"""
    for k in range(1580):
        s = 1.2 * k
        bend = ramped(s, (0, 0), (280, 0), (400, 1.54), (640, 1.54), (760, 0), (1020, 0), (1160, -2.08), (1500, -2.08),
                      (1640, 0), (1900, 0))
        row = [41.2 + s / 1000, bend, 72 * bend + 3 * sin(s / 90), 1435.5 + 4.5 * bend ** 2 / (1 + bend ** 2)]
        yield ["4721"] + rough([row], [0, 0.04, 2.6, 0.06], rng)[0] + ["%d" % (k % 2 + 1)]
@before("# pdv -t J1744-1134_L.ar.F.b512", "# Src: J1744-1134  Freq: 1400 MHz  P = 4.07 ms  RM = 0.4")
@shape(1, "sub|pulse_phase|I|Q|U|V", write=" .", digits=4)
def pulsar(rng):
    """Light of a pulsar and its polarization over the pulse's phase from 0 to 1, 1500 rows, noise 1.2 % of the peak"""
    for k in range(1500):
        p = rng.random()
        main, inter = around(p, 0.36, 0.055), around(p, 0.83, 0.075)
        swing = radians(140) * tanh((p - 0.36) / 0.06)
        row = [p, 6 + 100 * main + 38 * inter, 62 * main * cos(swing) + 19 * inter, 62 * main * sin(swing) - 14 * inter,
               -20 * main * tanh((p - 0.36) / 0.03) + 12 * inter]
        yield ["%d" % (k % 5)] + rough([row], [0, 1.2, 1, 1, 1], rng)[0]
@before("scorer,DLC_resnet50_waggleMay3shuffle1,DLC_resnet50_waggleMay3shuffle1,DLC_resnet50_waggleMay3shuffle1",
        "bodyparts,thorax,thorax,thorax")
@shape(1, "coords|x|y|likelihood", euler=-1, digits=3)
def waggle_dance(rng):
    """A bee that dances: a straight run, and back on its left or its right, tracked in 1600 pictures, noise 2.5 px"""
    turn = lambda x, y: [512 + 14 * (0.8 * x - 0.6 * y), 380 + 14 * (0.6 * x + 0.8 * y)]
    loop = [[0, 6], [3, 8.6], [7, 8.4], [9.6, 4], [9.6, -2.5], [7, -7.6], [3.2, -8.4], [0, -6]]
    ways = [[turn(*p) for p in w] for w in ([[0, -6], [0, 6]], spline(loop), spline(
        [[-x, y] for x, y in loop]))]
    for k, (x, y, _) in enumerate(shared(ways, [2, 1, 1], 1600, rng)):
        yield ["%d" % k] + noisy([[x, y]], 2.5, rng)[0] + ["%.4f" % min(1, rng.betavariate(30, 1))]
@shape(1, "line|X (m)|Y (m)|Z (m)|tension (kN)", components=6, boundary=12, euler=6, digits=1)
def mooring_lines(rng):
    """Six lines from a platform to the sea's floor and along it to their anchors, 3000 points, noise 1.3 m"""
    for k in range(6):
        a, far = radians(60 * k + 8 + 5 * sin(2 * k)), 560 + 70 * cos(3 * k + 1)
        way = [[r * cos(a), r * sin(a), -318 + 300 * max(0, (far - r) / (far - 62)) ** 2] for r in range(62, 905, 6)]
        for x, y, z in line(way, 500, rng):
            yield ["ML%d" % (k + 1)] + noisy([[x, y, z]], 1.3, rng)[0] + [rng.gauss(880 + 1.15 * (z + 318), 3)]

# ---- plain surfaces

@shape(2, "Station|Dauer D (min)|T (Jahre)|i (mm/h)|hN (mm)", write=";,", boundary=1, euler=1)
def rainfall(rng):
    """Strength and sum of rains that last 5 to 4320 minutes and come each 1 to 500 years, by 1500 fits, noise 2 %"""
    for d, t in box(1500, [log(5), 0], [log(4320), log(500)], rng):
        i = 900 * (1 + 0.42 * t) / (exp(d) + 11) ** 0.74
        yield [rng.choice(("Aigen", "Mallnitz", "Retz"))] + [("%.4g" % v).replace(".", ",") for v in (
            exp(d), exp(t), i * exp(rng.gauss(0, 0.03)), i * exp(d + rng.gauss(0, 0.03)) / 60)]
@before(" evolutionary models, Z = 0.017, alpha_MLT = 1.82")
@shape(2, "model logM Xc logTe logL R logg".split(), write=" .", boundary=1, euler=1)
def star_models(rng):
    """Models of stars of 0.9 to 3.2 suns with any hydrogen left, 1700, with Fortran's exponents, noise 1 %"""
    for k, (m, x) in enumerate(box(1700, [-0.05, 0.02], [0.5, 0.7], rng)):
        used = 1 - x / 0.7
        light = 3.9 * m + 0.02 + 0.32 * used + 0.18 * used ** 3
        heat = 3.765 + 0.55 * m - 0.3 * m * m - 0.05 * used ** 2 - 0.2 * used ** 2 * m
        radius = 10 ** (light / 2 - 2 * (heat - 3.762))
        row = rough([[m, x, heat, light, radius, 4.438 + m - 2 * log(radius) / log(10)]],
                    [0.005, 0.006, 0.0025, 0.02, 0.04, 0.008], rng)[0]
        yield ["%d" % (k + 1)] + [("%.5E" % v).replace("E", "D") for v in row]
@shape(2, "OBC time|I_px [mA]|I_mx [mA]|I_py [mA]|I_my [mA]|I_pz [mA]|I_mz [mA]|mode", euler=2, digits=1)
def cube_satellite(rng):
    """Currents of six sides of a small satellite that tumbles in the sun, in all attitudes, 2500, noise 1.3 %"""
    for g in map(unit, cloud(2500, [1] * 3, rng)):
        row = [4 + 470 * log(1 + exp(7 * s * c)) / 7 for c in g for s in (1, -1)]
        yield [stamp(rng.randrange(5400), 1)] + lost(noisy([row], 6, rng), None, 0.0006, ["ERR"], rng)[0] + ["SAFE"]
@shape(2, ["image"] + ["%s_%d%d" % (d, i, j) for d in "AB" for i in range(5) for j in range(5)], digits=0)
def gas_meter(rng):
    """Pictures of 5 by 5 pixels of two dials, each pointer at any angle, 2600 pairs, noise 4 of 255: a torus"""
    for k in range(2600):
        row = []
        for a in turns(2, rng):
            row += [28 + 205 * bell(hypot(i - 2 - 1.4 * sin(a), j - 2 - 1.4 * cos(a)), 0, 0.95)
                    for i in range(5) for j in range(5)]
        yield ["meter_%05d.jpg" % (k + 1)] + [min(255, max(0, rng.gauss(v, 4))) for v in row]
@last("# source: computed, solar constant 1361 W/m2")
@shape(2, "day of year|lat (°)|Q (W/m²)|day length (h)|noon height (°)", boundary=2, digits=2)
def insolation(rng):
    """The sun's power, hours and height on any day of the year from 58 south to 58 north, 2400 rows, no noise"""
    for _ in range(2400):
        n, a = rng.randrange(1, 366), rng.uniform(-58, 58)
        d, p = radians(23.45 * sin(tau * (284 + n) / 365)), radians(a)
        h = acos(-tan(p) * tan(d))
        q = 1361 / pi * (1 + 0.033 * cos(tau * n / 365)) * (h * sin(p) * sin(d) + cos(p) * cos(d) * sin(h))
        yield ["%d" % n, a, q, 24 / pi * h, 90 - abs(a - degrees(d))]
@shape(2, ["cell"] + ["%s@%gHz" % (p, f) for f in (0.02, 0.1, 0.5, 2, 8, 30, 100, 400, 1500, 6000) for p in (
    "ReZ", "-ImZ")] + ["flag"], write=";.", boundary=1, euler=1, digits=3)
def cell_impedance(rng):
    """Impedance, in mOhm, at ten frequencies of cells of any charge from -5 to 45 degrees, 1900 rows, noise 0.6 %"""
    for s, t in box(1900, [0.05, -5], [1, 45], rng):
        cold = exp((20 - t) / 26)
        film, r, w = 5 * cold, 9 * cold * (0.6 + 1.6 * (s - 1) ** 2), 2.6 * (1.9 - 1.5 * s)
        row = []
        for f in (0.02, 0.1, 0.5, 2, 8, 30, 100, 400, 1500, 6000):
            z = 14 + 3 * cold + film / (1 + 1j * f / 700) + r / (1 + (1j * f / (3 + 9 * s)) ** 0.9) + w / (
                1j * tau * f) ** 0.5
            row += [z.real, -z.imag]
        yield ["M1A-%03d" % rng.randrange(1, 40)] + noisy([row], 0.1, rng)[0] + ["ok"]
@shape(2, ["take"] + [v + " [°]" for v in ("T_CMC T_MCP T_IP I_MCP I_PIP I_DIP I_ABD M_MCP M_PIP M_DIP R_MCP R_PIP "
                                           "R_DIP L_MCP L_PIP L_ABD").split()], boundary=1, euler=1, digits=1)
def hand_glove(rng):
    """Sixteen joints of a hand that closes, and pinches or spreads, by any degree, 2200 frames, noise 1 degree"""
    shut = [14, 32, 41, 66, 74, 48, -4, 70, 82, 52, 72, 80, 50, 76, 70, -9]
    fine = [22, 17, -12, 21, 19, 14, 6, 8, -13, -9, -16, -21, -15, -24, -22, 11]
    for a, b in box(2200, [0, -1], [1, 1], rng):
        row = [3 + p * (a + 0.16 * sin(pi * a + k)) + q * (b + 0.5 * a * b - 0.3 * b * b * cos(k))
               for k, (p, q) in enumerate(zip(shut, fine))]
        row = lost(noisy([row], 1, rng), None, 0.0008, ["NaN"], rng)[0]
        yield [rng.choice(("grasp_01", "grasp_02", "free_01"))] + row
@shape(2, "E[m]|N[m]|H[m]|Intensity|ReturnNo", boundary=2, digits=3)
def roundabout(rng):
    """The asphalt of a roundabout about an island of 18 m, and of its four roads, 4500 echoes, noise 2 cm"""
    n = 0
    while n < 4500:
        x, y = box(1, [-42, -42], [42, 42], rng)[0]
        r, a = hypot(x, y), 0.15
        p, q = x * cos(a) + y * sin(a), y * cos(a) - x * sin(a)
        if 9 < r < 16.5 or r > 12 and (abs(q) < 3.6 and abs(p) < 41 or abs(p - 0.02 * q) < 3.6 and abs(q) < 38):
            n += 1
            z = 412.3 + 0.035 * x - 0.02 * y - 0.0006 * x * x + 0.0009 * y * y
            yield rough([[701300 + x, 5337200 + y, z]], [0.02, 0.02, 0.015], rng)[0] + [
                "%d" % rng.randrange(180, 900), "1"]
@before("ply2csv scan_ride_07.ply (decimated)")
@shape(2, "x [m]|y [m]|z [m]", write=";.", boundary=2, digits=3)
def water_slide(rng):
    """A water slide of 1.2 m: a trough, then a tunnel of 6 m, then a trough, from within, 3800 points, noise 1 cm"""
    def f(t, a):
        r = 3.1 + 0.35 * sin(2 * t) + 0.6 * sin(a)
        return [r * cos(t), r * sin(t), 5.6 - 0.85 * t + 0.12 * sin(3 * t) - 0.6 * cos(a)]
    return noisy(surface(f, (0, 5.2), (-pi, pi), 3800, rng, lambda t, a: 1.7 < t < 3.6 or abs(a) < 1.75), 0.01, rng)
@shape(2, "X(mm)|Y(mm)|Z(mm)", write="\t.", components=2, boundary=2, euler=2, digits=2)
def saturn_lamp(rng):
    """A lamp like Saturn: a ball of radius 120 mm, 2300 points, and a flat ring from 158 to 235, 1500, noise 0.8 mm"""
    rows = surface(lambda u, v: [120 * c for c in sphere(u, v)], (0, tau), (0.0001, pi), 2300, rng)
    for s, u in box(1500, [158 ** 2, 0], [235 ** 2, tau], rng):
        rows.append([sqrt(s) * cos(u), sqrt(s) * sin(u), 0])
    for x, y, z in noisy(rows, 0.8, rng):
        yield [410 + 0.9 * x - 0.436 * z, 265 + y, 900 + 0.436 * x + 0.9 * z]
@shape(2, "pt|x|y|z|conf", boundary=3, euler=-1, digits=3)
def phone_case(rng):
    """A telephone's case, open to the screen, with a window for the camera and a round one, in mm, 4000, noise 0.12"""
    rim = []
    for x, y, a in ((25.5, 63, 0), (-25.5, 63, 1), (-25.5, -63, 2), (25.5, -63, 3)):
        rim += [[x + 12 * cos(pi / 2 * (a + k / 12)), y + 12 * sin(pi / 2 * (a + k / 12))] for k in range(13)]
    within = lambda x, y: hypot(max(0, abs(x) - 25.5), max(0, abs(y) - 63)) < 12
    flat = [[x, y, 0] for x, y in box(6000, [-37.5, -75], [37.5, 75], rng) if within(x, y) and not (
        abs(x + 14) < 16 and abs(y - 50) < 17) and hypot(x, y + 12) > 12][:2800]
    rows = flat + [r + [rng.uniform(0, 9.5)] for r in line(rim, 1200, rng, True)]
    for k, r in enumerate(noisy(rows, 0.12, rng)):
        yield ["%d" % (k + 1)] + r + ["%.2f" % rng.uniform(0.7, 1)]
@shape(2, "Punto;X (cm);Y (cm);Z (cm)".split(";"), write=";,", boundary=1, euler=1, digits=2)
def open_carton(rng):
    """A carton of 40 by 30 by 24 cm from within, its four flaps of 14 cm bent outward, 4200 points, noise 1.2 mm"""
    rows = [[x, y, 0] for x, y in box(720, [-20, -15], [20, 15], rng)]
    for wide, off, turn, n in ((40, 15, 0, 990), (30, 20, 1, 750)):
        for side in (-1, 1):
            for u, s in box(n, [-wide / 2, 0], [wide / 2, 38], rng):
                out = max(0, s - 24)
                x, y, z = u, side * (off + 0.82 * out), min(s, 24) + 0.57 * out
                rows.append([y, x, z] if turn else [x, y, z])
    for k, r in enumerate(noisy(rows, 0.12, rng)):
        yield ["%04d" % (k + 1)] + r

# ---- plain, without a manifold

@shape(None, "start|src|dst|proto|sport|dport|packets|bytes|duration (s)", unfit=True, digits=3)
def net_flows(rng):
    """Ports, packets, bytes and seconds of 1800 flows in a network, which vary by orders of magnitude: a cloud"""
    for _ in range(1800):
        port, many, size = rng.choice(((443, 3.2, 6.4), (443, 3.2, 6.4), (80, 2.6, 6), (53, 0.5, 4.6), (22, 4.2, 5),
                                       (8443, 2.2, 5.7)))
        packets = 1 + int(exp(rng.gauss(many, 1.2)))
        yield [stamp(rng.randrange(86400), 1), "10.0.%d.%d" % (rng.randrange(4), rng.randrange(1, 255)),
               "172.16.8.%d" % rng.randrange(1, 40), "UDP" if port == 53 else "TCP", "%d" % rng.randrange(32768, 61000),
               "%d" % port, "%d" % packets, "%d" % (packets * exp(rng.gauss(size, 0.5))), exp(rng.gauss(0, 1.9))]
@shape(None, ["epoch", "stage"] + ["%s %s (dB)" % (c, b) for c in ("C3", "O1") for b in (
    "delta", "theta", "alpha", "sigma", "beta")], unfit=True, write="\t,", digits=2)
def brain_waves(rng):
    """Power in five bands at two places of the head in 1300 epochs of sleep, which vary in all of them: a cloud"""
    for k in range(1300):
        deep, calm, loud = (rng.gauss(0, 1) for _ in range(3))
        row = [m + a * deep + b * calm + 1.5 * loud + rng.gauss(0, 1.7) for m in (0, -1.5) for m, a, b in (
            (m + 17, 3.2, 0), (m + 11, 1.5, 0.8), (m + 9, -0.8, 2.8), (m + 5, 1.2, -1), (m + 2, -1.8, -0.6))]
        yield ["%d" % (k + 1), rng.choice("W N1 N2 N2 N3 R".split())] + row
@shape(None, "frame|bird|X (m)|Y (m)|Z (m)", unfit=True, digits=2)
def starlings(rng):
    """Places of 1900 starlings all through a flock of 70 by 30 by 18 m, which is filled with them"""
    k = 0
    while k < 1900:
        x, y, z = box(1, [-1] * 3, [1] * 3, rng)[0]
        if x * x + y * y + z * z < 1 and rng.random() < 0.7 + 0.3 * x:
            k += 1
            yield ["118", "%d" % k, 35 * x, 15 * y + 3 * x * x, 62 + 9 * z - 4 * x]

# ---- what tempts verdicts

@tempts(1, "line|fix|lat|lon|depth (m)|HDOP", components=3, boundary=4, euler=2)
def metro_tunnels(rng):
    """Tunnels of a ring and two lines, which pass 14 m or more below each other, 2600, errors of 8 and 0.5 m"""
    ring = [[3100 * (1 + 0.08 * cos(3 * a)) * cos(a), 2600 * (1 + 0.06 * sin(2 * a)) * sin(a)] for a in (
        tau * k / 120 for k in range(121))]
    cross = [bowed([-4600, -500], [4900, 300], 0.06), bowed([-700, -4300], [400, 4400], -0.05)]
    for k, (x, y, j) in enumerate(shared([ring] + cross, [1] * 3, 2600, rng)):
        deep = (21 + 3 * sin(x / 900), 39 + 2 * cos(x / 800), 57 + 2 * sin(y / 900))[j]
        x, y, deep = rough([[x, y, deep]], [8, 8, 0.5], rng)[0]
        yield [("U2", "U4", "U6")[j], "%d" % (k + 1), "%.6f" % (50.08 + y / 111230), "%.6f" % (14.43 + x / 71500),
               "%.1f" % deep, "%.1f" % rng.uniform(0.8, 2.2)]
@tempts(2, "sample|mx [uT]|my [uT]|mz [uT]", euler=2, digits=2)
def full_scale(rng):
    """Field of a magnetometer that is turned in all ways, and reads 40 at most along one axis, 2700 rows, noise 1 %"""
    for k, (x, y, z) in enumerate(map(unit, cloud(2700, [1] * 3, rng))):
        row = noisy([[14 + 44 * x + 4 * y, -9 + 47 * y, 5 + 49 * z - 3 * x]], 0.45, rng)[0]
        yield ["%d" % (k + 1)] + [min(40, row[0])] + row[1:]
@tempts(1, ["cuvette", "urea (M)"] + ["F%d" % w for w in range(300, 392, 2)], write=";,", boundary=2, euler=1, digits=2)
def unfolding(rng):
    """Light of a protein, at 46 wavelengths, that urea unfolds in two steps, 560 spectra, rays of the sky in 9 %"""
    for k in range(560):
        u = rng.uniform(0, 9)
        a, b = logistic((u - 3) / 0.4), logistic((u - 6.2) / 0.5)
        row = [12 + (1 - a) * 180 * bell(w, 332, 14) + a * (1 - b) * 235 * bell(w, 341, 17) + b * 130 * bell(w, 356, 20)
               + 2.2 * u for w in range(300, 392, 2)]
        row = noisy([row], 2, rng)[0]
        if rng.random() < 0.09:
            row[rng.randrange(46)] += rng.uniform(120, 700)
        yield ["%s%d" % (rng.choice("ABCDEFGH"), rng.randrange(1, 13)), "%.3f" % max(0, rng.gauss(u, 0.06))] + row
@tempts(1, "Pt|Richtung (mil)|Höhenwinkel (mil)|Helligkeit|Kontrast (%)", write=";,", digits=1)
def skyline(rng):
    """The skyline about a hill: azimuth from 0 to 6400 mils, height, two measures of haze, 900, noise 1.5 %"""
    for k, t in enumerate(turns(900, rng)):
        row = [6400 * t / tau, 58 + 41 * cos(t - 2.2) + 22 * sin(3 * t) + 9 * cos(5 * t + 1), 141 + 46 * cos(t + 0.7)
               + 8 * sin(2 * t), 44 - 21 * cos(t - 1.1) + 6 * cos(2 * t + 0.4)]
        row = rough([row], [14, 1.6, 1.6, 0.8], rng)[0]
        yield ["%d" % (k + 1), row[0] % 6400] + row[1:]
@tempts(None, "time|E_Pt (mV)|E_Br (mV)|A_400", unfit=True, digits=4, ordered=True)
def stirred_reactor(rng):
    """A stirred reaction that swings without a period: layers of a folded band, 3000 rows, noise 0.2 %"""
    f = lambda s: [-s[1] - s[2], s[0] + 0.2 * s[1], 0.2 + s[2] * (s[0] - 5.7)]
    for k, (x, y, z) in enumerate(integrate(f, [1, 1, 0], 0.01, 3000, 20000, 17)):
        yield [stamp(k, 3)] + rough([[910 + 11 * x, 160 - 4 * y, 0.2 + 0.03 * z]], [0.2, 0.08, 0.001], rng)[0]
@tempts(2, "x_mm|y_mm|z_mm|scan", euler=2, digits=3)
def mortar(rng):
    """A mortar of 60 mm with a wall of 5 mm, from within and without, all of it, 6000 points, noise 0.1 mm"""
    arc = lambda r, lift: [[r * sin(pi / 2 * k / 60), lift - r * cos(pi / 2 * k / 60)] for k in range(61)]
    rim = [[27.5 + 2.5 * cos(pi * k / 12), 36 + 2.5 * sin(pi * k / 12)] for k in range(13)]
    profile = arc(30, 30) + rim + arc(25, 30)[::-1]
    for r in noisy(revolved(profile, 6000, rng), 0.1, rng):
        yield r + [rng.choice(("up", "down"))]
@tempts(2, "X,Y,Z".split(","), write="\t,", euler=2, digits=3)
def wood_screw(rng):
    """The whole of a large screw of 58 mm with a thread of 5 mm from turn to turn, 5800 points, noise 0.03 mm"""
    way = [[0, 0], [1.6, 2.4], [3.4, 6], [4.6, 11], [5, 16], [5, 28], [5, 40], [5, 46], [6.2, 48.5], [9.4, 50.5],
           [10.2, 53], [9, 55.4], [5, 57.2], [0, 58]]
    way = spline(way, 30)
    def f(u, s):
        k = min(len(way) - 2, int(s))
        r, z = (a + (s - k) * (b - a) for a, b in zip(way[k], way[k + 1]))
        r += 0.85 * logistic((z - 5) / 1.2) * logistic((41 - z) / 0.8) * cos(u - tau * z / 5)
        return [r * cos(u), z, r * sin(u)]
    return noisy(surface(f, (0, tau), (0.0001, len(way) - 1.0001), 5800, rng), 0.03, rng)
@tempts(1, "drop|T(n) [ms]|T(n+1) [ms]|T(n+2) [ms]", boundary=2, euler=1, digits=3, ordered=True)
def dripping_tap(rng):
    """Times between drops of a tap, with the next two, 2400 drops, which are chaos, but each follows from the last"""
    x, drops = 0.31, []
    for _ in range(2502):
        drops.append(118 + 46 * x)
        x = min(0.97, max(0.03, 3.87 * x * (1 - x) + rng.gauss(0, 0.0008)))
    for k, row in enumerate(zip(drops[100:], drops[101:], drops[102:])):
        yield ["%d" % (k + 1)] + noisy([row], 0.06, rng)[0]
@before("Polysomnograph export, 8 channels, arbitrary units", "fs = 64 Hz, decimated; filter 0.05-10 Hz")
@tempts(2, ["sample"] + ["ch%d" % k for k in range(1, 9)], digits=4)
def pulse_and_breath(rng):
    """Eight clips that see the pulse, and the breath at a fifth of its height, 2800 rows, noise 1.3 %: a torus"""
    for k, (a, b) in enumerate(zip(turns(2800, rng), turns(2800, rng))):
        f = [(1 + 0.05 * cos(b)) * (cos(a - 0.8 * j) + 0.3 * cos(2 * a + 0.5 * j)) + 0.22 * cos(b + 2.4 * j) for j in
             range(8)]
        yield ["%d" % (k * 37)] + noisy([f], 0.018, rng)[0]
@tempts(1, "epoch|East (m)|North (m)|Up (m)|PDOP|sats", write=";,", digits=2)
def lift_rope(rng):
    """The rope of a chair lift, up and, 5 m beside, down again for 600 m, 4200 places, errors of 0.2 m"""
    def at(s, side):
        sag = 7 * sin(pi * (s / 150 % 1)) ** 2
        return [0.8 * s - 0.6 * side, 0.6 * s + 0.8 * side, 0.34 * s + 12 - sag - 0.15 * side]
    way = [at(k * 4, -2.5) for k in range(151)]
    way += [at(600 + 2.5 * cos(a), 2.5 * sin(a)) for a in (-pi / 2 + pi * k / 12 for k in range(1, 12))]
    way += [at(600 - k * 4, 2.5) for k in range(151)]
    way += [at(-2.5 * sin(a), 2.5 * cos(a)) for a in (pi * k / 12 for k in range(1, 12))]
    for k, r in enumerate(noisy(line(way, 4200, rng, True), 0.2, rng)):
        yield ["%d" % (k + 1), 688200 + r[0], 5197400 + r[1], 1310 + r[2], "%.1f" % rng.uniform(1, 2.4),
               "%d" % rng.randrange(9, 19)]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261221), (TEMPTING, 20261222))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
