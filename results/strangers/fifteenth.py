"""A fifteenth batch of tables as they are brought, drawn blind, with known truth.

python3 fifteenth.py FOLDER [tuning|held_out|NAME ...]

Like fourteenth.py, with tools of it, thirteenth.py, ninth.py, seventh.py, sixth.py, fifth.py, fourth.py and
make.py. 30 are plain, 10 tempt a verdict. As there, what the scientist expects is true: a time of day,
a crank's, a crane's and a joint's angle close, places are on the Earth or in the sky, and a date, a
cycle, a shot, a frame or the number of a row is no coordinate. Some are as programs write them: with
lines before the header, with two rows of units, with a rule below the header, with no header at all,
with names for all columns but that of the rows, or with a comma at the end of each line. One is a
surface with a curve (bacterium), which run.py can't judge, so that its truth is "no manifold"; a
comment gives the components, boundary and Euler characteristic of its surface and of its curve.
"""
import cmath, functools, re, sys
from math import atan2, cos, degrees, dist, exp, floor, hypot, log, pi, radians, sin, sqrt, tau

import edits, make, seventh
from make import box, curve, line, noisy, sphere, spline, surface
from fourth import bell, cloud, scaled
from fifth import logistic, lost, rough, turns, unit
from sixth import stamp
from seventh import melt, rewrite, skin
from ninth import off_line, revolved, tube
from thirteenth import clock, on_earth
from fourteenth import in_space, some

PLAIN, TEMPTING, EDITS = {}, {}, edits.Edits()
shape = functools.partial(seventh.shape, sets=PLAIN)
tempts = functools.partial(seventh.shape, sets=TEMPTING)

edited, before, after = EDITS.edited, EDITS.before, EDITS.after
bare = edited(lambda t: t.split("\r\n", 1)[1])  # without a header

# ---- plain curves

@shape(1, "shot|elapsed (s)|pressure (bar)|flow (ml/s)|weight (g)|basket (°C)", boundary=2, euler=1, digits=2)
def espresso(rng):
    """Pressure, flow, weight and heat of like shots of espresso over 30 s, 800 rows, noise 1.5 %"""
    for t in (rng.uniform(0, 30) for _ in range(800)):
        row = [t, 2.8 * logistic((t - 2) / 0.7) + 6.2 * logistic((t - 8.5) / 0.9) - 2.9 * logistic((t - 24) / 2.6),
               5.2 * bell(t, 2.6, 1.5) + 2.3 * logistic((t - 11) / 1.5), 2.35 * log(1 + exp((t - 11.5) / 1.1)),
               93.2 - 4.6 * exp(-t / 5) - 0.03 * t]
        yield ["2024-%02d-%02d #%d" % (rng.randrange(1, 13), rng.randrange(1, 29), rng.randrange(1, 4))] + rough(
            [row], [0.15, 0.13, 0.07, 0.5, 0.07], rng)[0]
@before("#RESULT=viz-bin/asu-tsv", "#Table\tJ_MNRAS_507_stream", "#-ref\tmembers with p > 0.9")
@after("\tdeg\tdeg\tmas/yr\tmas/yr\tkpc", "-" * 19 + "\t" + "\t".join(["-" * 10] * 2 + ["-" * 7] * 2 + ["-" * 6]))
@shape(1, "Source|RA_ICRS|DE_ICRS|pmRA|pmDE|Dist", write="\t.", boundary=2, euler=1, digits=4)
def stellar_stream(rng):
    """A stream of stars along 85 degrees of the sky, past 0 h, their motions and distances, 650, noise 1 %"""
    p, q = in_space(-8, 345), unit([c - 0.25 * s for c, s in zip(in_space(42, 60), in_space(-8, 345))])
    for t in (rng.uniform(-40, 45) for _ in range(650)):
        a = radians(t)
        x = noisy([[c * cos(a) + s * sin(a) for c, s in zip(p, q)]], radians(0.4), rng)[0]
        dec, ra = on_earth(x)
        row = rough([[-4.2 - 0.055 * t + 0.0011 * t * t, -1.8 + 0.048 * t + 0.0006 * t * t,
                      8.4 + 0.0016 * (t + 12) ** 2]], [0.07, 0.06, 0.06], rng)
        yield ["%d" % rng.randrange(10 ** 18, 9 * 10 ** 18), ra % 360, dec] + lost(row, 2, 0.006, [""], rng)[0]
@before("EC-Lab ASCII FILE", "Nb header lines : 4", "Technique : PEIS, Ewe = 3.612 V, Va = 10 mV", "")
@shape(1, "cycle number|freq/Hz|Re(Z)/mOhm|-Im(Z)/mOhm|Phase(Z)/deg", write="\t.", boundary=2, euler=1, digits=4)
def impedance(rng):
    """A cell's impedance from 20 mHz to 10 kHz, evenly by the logarithm, 720 rows, noise 0.8 %"""
    for k in range(720):
        f = 10 ** rng.uniform(-1.7, 4)
        w = 1j * tau * f
        z = 18 + 14 / (1 + (w / tau / 400) ** 0.9) + 30 / (1 + (w / tau / 5) ** 0.92) + 9 / w ** 0.5
        z = complex(rng.gauss(z.real, 0.35), rng.gauss(z.imag, 0.2))
        yield ["%d" % rng.randrange(1, 21), "%.5E" % f, z.real, -z.imag, degrees(cmath.phase(z))]
@shape(1, "tuffo|tempo (s)|profondità (m)|acqua (°C)|polso (1/min)|SpO2 (%)", boundary=2, euler=1, digits=1)
def freedive(rng):
    """A free diver's depth, water, pulse and oxygen through like dives of 150 s, 640 rows, noise 2 %"""
    for t in (rng.uniform(0, 150) for _ in range(640)):
        d = 42 * sin(pi * t / 150)
        row = [t, d, 24.5 - 9 * logistic((d - 17) / 3.5), 98 - 46 * logistic((t - 32) / 13) + 36 * logistic(
            (t - 139) / 4.5), 98.5 - 27 * logistic((t - 122) / 12)]
        yield ["%d/%d" % (rng.randrange(1, 31), rng.randrange(5, 10))] + rough([row], [1, 0.6, 0.25, 0.9, 0.5], rng)[0]
@before("Tables de mortalité par région, 2018-2020", "Deux sexes ensemble")
@shape(1, "Région|Âge|Survivants|Décès|Taux (p. 1000)|Espérance de vie", write=";,", boundary=2, euler=1, digits=2)
def life_table(rng):
    """Survivors, deaths and years to live by age to 104 in nine like regions, 945 rows, noise 0.6 %"""
    q = lambda x: min(1, 0.003 * exp(-2 * x) + 0.00006 + 0.000018 * exp(0.1 * x))
    alive = [100000]
    for k in range(1200):
        alive.append(alive[-1] * (1 - q(k / 10)) ** 0.1)
    for k in range(945):
        age = k % 105
        j = round(10 * min(105, max(0, rng.gauss(age, 0.45))))
        row = rough([[alive[j], alive[j] * q(j / 10), 1000 * q(j / 10), sum(alive[j:]) / alive[j] / 10]],
                    [500, 20, 2.5, 0.3], rng)[0]
        many = ["{:,d}".format(max(0, round(v))).replace(",", "\u00a0") for v in row[:2]]
        yield ["Alsace Bretagne Centre Corse Limousin Lorraine Picardie Auvergne Bourgogne".split()[k // 105],
               "%d" % age] + many + [max(0, v) for v in row[2:]]
@shape(1, "Estación|Periodo|T media (°C)|T mín (°C)|P (mm)|Insolación (h)|ETP (mm)", digits=1)
def ten_days(rng):
    """Weather of each third of a month, as ene-1 to dic-3, at 28 like stations, 1008 rows, noise 4 %"""
    names = "ene feb mar abr may jun jul ago sep oct nov dic".split()
    for k in range(1008):
        t = tau * (k % 36 + 0.5) / 36 + rng.gauss(0, 0.06)
        row = [16.2 - 9.1 * cos(t - 0.55), 9.8 - 7.6 * cos(t - 0.7), 16 + 9 * cos(t + 0.5) + 5 * cos(2 * t - 3.2),
               78 - 32 * cos(t + 0.1) + 3 * cos(2 * t), 41 - 29 * cos(t - 0.2)]
        yield ["EMA-%02d" % (k // 36 + 1), "%s-%d" % (names[k % 36 // 3], k % 3 + 1)] + rough(
            [row], [0.35, 0.3, 0.6, 1.3, 1.1], rng)[0]
@shape(1, "time|BRG2 X (um)|BRG2 Y (um)", euler=-1, digits=2)
def journal_bearing(rng):
    """A shaft's orbit in its bearing, by two probes, with an inner loop, 1300 samples, noise 1.5 %"""
    for t in turns(1300, rng):
        row = [-212 + 36 * cos(t) + 29 * cos(2 * t + 0.5), 148 + 30 * sin(t) + 31 * sin(2 * t + 0.5)]
        yield [stamp(rng.randrange(90), 1) + ".%06d" % rng.randrange(10 ** 6)] + noisy([row], 0.8, rng)[0]
@before("Instrument,4200A-SCS", "Test,Hysteresis sweep,dual", "Device,TiO2 50 nm,die 3/7", "Compliance,10 mA")
@shape(1, "Index|Cycle|Voltage (V)|Current (A)", euler=-1, digits=4)
def memristor(rng):
    """Current through a memristor over 12 like cycles of the voltage: a pinched loop, 1200 rows, noise 1 %"""
    for k, t in enumerate(turns(1200, rng)):
        yield ["%d" % (k + 1), "%d" % (k // 100 + 1), rng.gauss(1.2 * sin(t), 0.012),
               "%.4E" % (1e-4 * rng.gauss(sin(t) * (0.55 - 0.45 * cos(t)), 0.006))]
@before("Ephemeris / JPL Horizons, heliocentric, ecliptic of J2000", "Output units: AU-D")
@edited(lambda t: t.replace(",", ", "))
@shape(1, ["JDTDB", "Calendar Date (TDB)", "Target", "X", "Y", "Z", ""], components=4, digits=6)
def inner_planets(rng):
    """Places of Mercury, Venus, the Earth and Mars on 1700 days, commas at the ends of lines, noise 0.1 %"""
    for name, n, a, e, tilt, node, at, period in (("Mercury", 300, 0.3871, 0.2056, 7, 48.3, 77.5, 87.97),
                                                  ("Venus", 350, 0.7233, 0.0068, 3.4, 76.7, 131.5, 224.7),
                                                  ("Earth", 450, 1, 0.0167, 0, 0, 102.9, 365.26),
                                                  ("Mars", 600, 1.5237, 0.0934, 1.85, 49.6, 336, 686.98)):
        for _ in range(n):
            day = rng.randrange(5000)
            m = u = tau * (day / period + 0.13 * len(name))
            for _ in range(40):
                u = m + e * sin(u)
            x, y, w = a * (cos(u) - e), a * sqrt(1 - e * e) * sin(u), radians(at)
            x, y = x * cos(w) - y * sin(w), x * sin(w) + y * cos(w)
            z = sin(radians(tilt)) * (y * cos(radians(node)) - x * sin(radians(node)))
            yield ["%.1f" % (2460310.5 + day), "A.D. %s.0000" % stamp(day - 154, 86400), name] + noisy(
                [[x, y, z]], 0.001, rng)[0] + [""]
@shape(1, "piece|x (mm)|y (mm)", components=6, digits=2)
def jigsaw(rng):
    """Outlines of six pieces of a jigsaw that lie apart, from a scanner, 2800 points, noise 0.15 mm"""
    knob = [[0, 0], [6, -0.2], [12, -0.4], [12.6, 1.5], [11, 4], [11.2, 6.6], [15, 8.6], [18.8, 6.6], [19, 4],
            [17.4, 1.5], [18, -0.4], [24, -0.2]]
    for k, sides in enumerate(((0, 1, -1, 0), (0, -1, 1, 1), (0, 1, 1, -1), (1, -1, -1, 1), (-1, 1, -1, 0),
                               (1, 1, -1, -1))):
        stops, turn = [], rng.uniform(0, tau)
        for j, sign in enumerate(sides):
            a = pi / 2 * j + turn
            for x, y in knob if sign else [[0, 0], [8, 0], [16, 0], [24, 0]]:
                x, y = x - 15, -15 - sign * y
                stops.append([x * cos(a) - y * sin(a) + 62 * (k % 3), x * sin(a) + y * cos(a) + 62 * (k // 3)])
        for r in noisy(line(spline(stops, 20, True), 467 if k < 4 else 466, rng, True), 0.15, rng):
            yield ["P%d" % (k + 1)] + r
@shape(1, "photo|wall|x (px)|y (px)", euler=-9, digits=1)
def honeycomb(rng):
    """Walls of ten cells of a bees' comb, traced from a picture, 2700 points, noise 0.9 px of cells of 76"""
    walls, moved = set(), {}
    for x, y in [(a + b, c) for b, c, n in ((0.5, 0, 3), (0, 1, 4), (0.5, 2, 3)) for a in range(n)]:
        ring = [(round(76 * (x + sin(a) / sqrt(3))), round(76 * (y * sqrt(3) / 2 + cos(a) / sqrt(3))))
                for a in (pi / 3 * k for k in range(6))]
        walls |= {tuple(sorted(w)) for w in zip(ring, ring[1:] + ring[:1])}
    for p in sorted({p for w in walls for p in w}):
        moved[p] = [v + rng.uniform(-4, 4) + 160 for v in p]
    for k, w in enumerate(sorted(walls)):
        for r in noisy(line([moved[p] for p in w], 66, rng), 0.9, rng):
            yield ["IMG_2207.jpg", "w%02d" % (k + 1)] + r
@shape(1, "x_cm|y_cm|thread", boundary=9, euler=-27, digits=2)
def orb_web(rng):
    """A spider's web: a hub, nine rays, and a thread that goes thrice around over them, 3600 points, noise 0.6 mm"""
    rays = [tau * k / 9 + rng.uniform(-0.08, 0.08) for k in range(9)]
    at = lambda k, r: [r * cos(rays[k % 9]) + 31, r * sin(rays[k % 9]) + 28]
    ways = [[at(k, 2.4) for k in range(10)], [at(k, 5.5 + k / 2) for k in range(28)]]
    for w, name in [(w, "hub spiral".split()[j]) for j, w in enumerate(ways)] + [
            ([at(k, 2.4), at(k, 23 + 3 * (k % 2))], "radius") for k in range(9)]:
        for r in noisy(line(w, round(8.2 * sum(map(dist, w, w[1:]))), rng), 0.06, rng):
            yield r + [name]
@shape(1, "step_id|latitude|longitude|class", euler=-5, digits=3)
def plate_boundaries(rng):
    """Where seven plates of a planet's crust meet, 2600 places all over it, errors of 0.5 degrees"""
    top = [in_space(42 + 7 * cos(2.2 * k), 72 * k - 130 + 9 * sin(3 * k)) for k in range(5)]
    low = [in_space(-36 + 8 * sin(1.7 * k), 72 * k - 117 + 9 * cos(2 * k)) for k in range(5)]
    ways = []
    for a, b in zip(top + low + top, top[1:] + top[:1] + low[1:] + low[:1] + low):
        side = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        ways.append([unit([p + (q - p) * t / 60 + 0.07 * s * sin(tau * t / 60) for p, q, s in zip(a, b, side)])
                     for t in range(61)])
    for k, p in enumerate(noisy(some(ways, 2600, rng), radians(0.5), rng)):
        yield ["%05d" % (k + 1)] + on_earth(p) + [rng.choice(("OSR", "OTF", "SUB", "CCB"))]
@shape(1, "station|x (m)|y (m)|z (m)", boundary=4, euler=-15, digits=3)
def climbing_frame(rng):
    """Middle lines of the bars of a climbing frame of four cubes with four feet, 2800 points, noise 1.2 cm"""
    at = lambda i, j, z: [8.2 + 0.78 * i - 0.45 * j, 3.1 + 0.45 * i + 0.78 * j, z]
    ways = [[at(*p), at(*q)] for z in (0.4, 1.3) for i in range(3) for p, q in (
        ((i, 0, z), (i, 1, z)), ((i, 1, z), (i, 2, z)), ((0, i, z), (1, i, z)), ((1, i, z), (2, i, z)))]
    ways += [[at(i, j, 0.4 if i == 1 or j == 1 else 0), at(i, j, 1.3)] for i in range(3) for j in range(3)]
    for r in noisy(some(ways, 2800, rng), 0.012, rng):
        yield ["ST-%02d" % rng.randrange(1, 5)] + r
@shape(1, "番号|x (mm)|y (mm)", components=2, boundary=4, euler=2, digits=2)
def mosquito_coils(rng):
    """Two coils against mosquitoes that lie in each other, three turns each, 3400 points, noise 0.35 mm"""
    f = lambda s: lambda a: [(11 + 15 * a / tau) * g(a + s) + 70 for g in (cos, sin)]
    rows = curve(f(0), 0, 6 * pi, 1700, rng) + curve(f(pi), 0, 6 * pi, 1700, rng)
    for k, r in enumerate(noisy(rows, 0.35, rng)):
        yield ["%04d" % (k + 1)] + r

# ---- plain surfaces

@shape(2, "x (cm)|y (cm)|z (cm)", boundary=2, euler=-1, orientable=False, digits=2)
def paper_cross(rng):
    """A paper cross whose arms are joined in pairs, each with half a twist, 3800 points, noise 0.5 mm"""
    way = spline([[-2.4, 0], [-1.2, 0], [0, 0], [1.2, 0], [2.4, 0], [6.5, 2.2], [8.2, 7], [5, 11.6], [0, 13.2],
                  [-5, 11.6], [-8.2, 7], [-6.5, 2.2]], 30, True)
    way = way[60:] + way[:61]  # from the middle of the cross to it
    def band(u, v):
        k = min(floor(u), 359)
        (a, b), (c, d), s = way[k], way[k + 1], min(1, max(0, (u - 70) / 220))
        p, q = (d - b) / hypot(c - a, d - b), (a - c) / hypot(c - a, d - b)
        turn = pi * s * s * (3 - 2 * s)
        return [v * cos(turn), a + (u - k) * (c - a) + v * sin(turn) * p, b + (u - k) * (d - b) + v * sin(turn) * q]
    rows = surface(band, (0, 360), (-1.6, 1.6), 1970, rng)
    rows += [[y, x, -z] for x, y, z in surface(band, (0, 360), (-1.6, 1.6), 1970, rng) if abs(y) > 1.6 or z > 1]
    return noisy(rows, 0.05, rng)
@shape(2, "stamp|q1 [deg]|q2 [deg]|x_tool [m]|y_tool [m]", boundary=1, euler=-1, digits=3)
def arm_and_post(rng):
    """An arm of two joints that turn all around, but where it would hit a post, 3000 poses, noise 0.5 %"""
    k = 0
    while k < 3000:
        a, b = turns(2, rng)
        x, y = 0.5 * cos(a), 0.5 * sin(a)
        p, q = x + 0.4 * cos(a + b), y + 0.4 * sin(a + b)
        if off_line([0.56, 0.3], [x, y], [p, q]) > 0.125:
            k += 1
            row = rough([[degrees(a), degrees(b), p, q]], [0.7, 0.7, 0.004, 0.004], rng)[0]
            yield [stamp(rng.randrange(40000), 1)] + [(v + 180) % 360 - 180 for v in row[:2]] + row[2:]
@before("# gmx angle -f meta.xtc -n ring.ndx -type dihedral -all", '@    title "Ring dihedrals"',
        '@    xaxis  label "Time (ps)"', '@    yaxis  label "Angle (degrees)"', "@TYPE xy")
@edited(lambda t: t.replace(" ", "    "))
@bare
@shape(2, "t|d1|d2|d3|d4|d5|d6", write=" .", euler=2, digits=3, ordered=True)
def cyclohexane(rng):
    """Six torsions of a ring through all its chairs, boats and twists: a sphere, 2200 frames, noise 1.5 degrees"""
    for k, (x, y, z) in enumerate(map(unit, cloud(2200, [1] * 3, rng))):
        a, s = atan2(y, x), hypot(x, y)
        yield ["%.3f" % (50 * k)] + noisy([[57 * z * (-1) ** j + 62 * s * cos(a + tau * j / 3) + 4 * z * s * cos(
            a - tau * j / 6) for j in range(6)]], 1.5, rng)[0]
@edited(lambda t: "\ufeff" + t)
@shape(2, "Fahrt|Kurbel [°]|Steuerung [%]|Kreuzkopf [mm]|Schieber [mm]", write=";,", boundary=2, digits=2)
def valve_gear(rng):
    """A steam engine's crosshead and valve, for any crank's angle and any setting of its gear, 2200 rows, noise 1 %"""
    for a, c in box(2200, [0, -0.75], [tau, 0.75], rng):
        row = [degrees(a), 100 * c, 330 * (1 - cos(a)) + 21 * sin(a) ** 2, 27 * cos(a) + 68 * c * sin(a) + 2 * c]
        row = rough([row], [1, 0.8, 4, 0.5], rng)[0]
        yield ["%d" % rng.randrange(1, 7), row[0] % 360, row[1]] + (row[2:] if rng.random() > 0.004 else ["", ""])
@before("Tilgungspläne - Darlehen 250.000,00 € - Laufzeit 25 Jahre;;;;;;", ";;;;;;")
@shape(2, "Variante|Sollzins|Monat|Rate|Zinsen|Tilgung|Restschuld", write=";,", boundary=1, euler=1)
def annuities(rng):
    """Interest, repayment and rest of loans of 250.000 at 1 to 6 %, in any of 300 months, 1400 rows, no noise"""
    for k in range(1400):
        rate, m = rng.uniform(1, 6), rng.randrange(1, 301)
        i = rate / 1200
        pay = 250000 * i / (1 - (1 + i) ** -300)
        rest = lambda m: 250000 * (1 + i) ** m - pay * ((1 + i) ** m - 1) / i
        euro = ["{:,.2f} €".format(abs(v)).translate({44: ".", 46: ","}) for v in (
            pay, rest(m - 1) * i, pay - rest(m - 1) * i, rest(m))]
        yield ["A-%04d" % (k + 1), ("%.3f %%" % rate).replace(".", ","), "%d" % m] + euro
@shape(2, "x|y|z", euler=-8, digits=3)
def sponge_cube(rng):
    """A printed cube of 27 mm with three square tunnels that meet in its middle, 4200 points, noise 0.1 mm"""
    for _ in range(4200):
        k, s = rng.randrange(3), rng.choice((-1, 1))
        if rng.random() < 2 / 3:  # its faces
            a, b = box(1, [-13.5] * 2, [13.5] * 2, rng)[0]
            while max(abs(a), abs(b)) < 4.5:
                a, b = box(1, [-13.5] * 2, [13.5] * 2, rng)[0]
            r = [s * 13.5, a, b]
        else:  # the tunnels' walls
            a, b = 4.5 * rng.choice((-1, 1)), rng.uniform(-4.5, 4.5)
            r = [s * rng.uniform(4.5, 13.5)] + rng.choice(([a, b], [b, a]))
        yield noisy([r[-k:] + r[:-k]], 0.1, rng)[0]
@shape(2, "X (mm)|Y (mm)|Z (mm)", boundary=1, euler=1, digits=3)
def spirula(rng):
    """A squid's shell: a horn that winds one and a half times, open at its end, 4500 points, noise 30 um"""
    k = log(3) / tau
    way = [[2.6 * exp(k * a) * cos(a), 2.6 * exp(k * a) * sin(a), 0] for a in (3 * pi * j / 900 for j in range(901))]
    rows = list(tube(way, lambda t: 0.65 * exp(k * 3 * pi * t), 4486, rng))
    while len(rows) < 4500:
        x = unit(cloud(1, [1] * 3, rng)[0])
        if x[0] * k + x[1] < 0:
            rows.append([2.6 + 0.65 * x[0], 0.65 * x[1], 0.65 * x[2]])
    return noisy(rows, 0.03, rng)
@after(",deg C,PSU,mS/cm,kg/m3,m/s,", ",SBE 38,Autosal,SBE 4,DMA 5000,SVP 70,Abbe 589 nm")
@shape(2, "Bottle|T|SP|C|rho|c|nD", boundary=1, euler=1, digits=5)
def seawater(rng):
    """Sea water of any salt and heat: conductance, density, sound and light, 1500 bottles, noise 1 %"""
    for t, s in box(1500, [0, 5], [30, 40], rng):
        row = [t, s, s * (0.9 + 0.026 * t) * (1 - 0.0022 * s), 999.9 + 0.8 * s - 0.0049 * t * t - 0.0018 * s * t,
               1402.4 + 4.95 * t - 0.055 * t * t + 1.3 * s - 0.009 * s * t, 1.334 + 1.95e-4 * s - 2.4e-6 * t * t]
        row = rough([row], [0.12, 0.14, 0.3, 0.15, 0.7, 0.00004], rng)
        yield ["B%05d" % rng.randrange(20000, 40000)] + lost(row, 4, 0.008, ["-9.990e-29"], rng)[0]
@shape(2, ["file"] + ["r%dc%d" % (i, j) for i in range(6) for j in range(9)], boundary=1, euler=1, digits=0)
def eye_pictures(rng):
    """Pictures of 6 by 9 pixels of an eye that looks anywhere within its lids, 2000 of them, noise 2.5 of 255"""
    white = [[logistic((1 - hypot((j - 4) / 4.2, (i - 2.5) / 2.6)) * 6) for j in range(9)] for i in range(6)]
    for k, (x, y) in enumerate(box(2000, [-1.9, -0.9], [1.9, 0.9], rng)):
        yield ["eye_%06d.png" % (k + 1)] + [min(255, max(0, rng.gauss(95 + white[i][j] * (125 - 170 * logistic(
            (1.75 - hypot(j - 4 - x, i - 2.5 - y)) * 2.2)), 2.5))) for i in range(6) for j in range(9)]
@bare
@shape(2, "d1|d2|d3|d4|d5", boundary=3, euler=-1, digits=3)
def robot_mower(rng):
    """How far a robot that mows is from five beacons, anywhere on a lawn but house and pond, 2800, errors of 0.1 m"""
    inside = lambda x, y: not (13 < x < 24 and 9 < y < 17) and hypot((x - 32) / 1.2, y - 15) > 3.4 and y < 30 - 0.2 * x
    rows = [p for p in box(4500, [0, 0], [42, 28], rng) if inside(*p)][:2800]
    for x, y in rows:
        yield noisy([[dist([x, y, 0.2], p) for p in (
            [-1, -1, 2], [43, -1, 1.2], [43, 22, 2.4], [-1, 29, 1.2], [18.5, 17, 4])]], 0.1, rng)[0]
@shape(2, "X|Y|Z|label", components=3, euler=6, digits=2)
def dice(rng):
    """Three dice apart, from all sides, in mm, two of 16 and one of 22, 4000 points, noise 0.12 mm"""
    for side, n, turn, at in ((8, 1030, 0.4, [0, 0, 8]), (8, 1030, 1.1, [29, 6, 8]), (11, 1940, 0.8, [10, 36, 11])):
        f = lambda u, v: [side * c / sum(abs(d) ** 9 for d in sphere(u, v)) ** (1 / 9) for c in sphere(u, v)]
        for x, y, z in noisy(surface(f, (0, tau), (0.0001, pi), n, rng), 0.12, rng):
            yield [at[0] + x * cos(turn) - y * sin(turn), at[1] + x * sin(turn) + y * cos(turn), at[2] + z,
                   "d6" if side < 9 else "d6 large"]
@edited(lambda t: re.sub(r"(?m)^(\d+) ", r'"\1" ', re.sub(r"(a\d)", r'"\1"', t)))
@shape(2, "a1|a2|a3|a4|a5|a6", write=" .", digits=4, ordered=True)
def twin_fans(rng):
    """Six sensors on a frame with two fans that turn at their own speeds: a torus, 2600 rows, noise 1.5 %"""
    mix = [[rng.gauss(0, 1) for _ in range(6)] for _ in range(6)]
    for k in range(6):  # orthonormal
        for j in range(k):
            d = sum(p * q for p, q in zip(mix[k], mix[j]))
            mix[k] = [p - d * q for p, q in zip(mix[k], mix[j])]
        mix[k] = unit(mix[k])
    for k, (a, b) in enumerate(zip(turns(2600, rng), turns(2600, rng))):
        f = [1.4 * cos(a), 1.4 * sin(a), cos(b), sin(b), 0.4 * cos(2 * a + 1), 0.3 * sin(a - b)]
        row = noisy([[sum(p * q for p, q in zip(r, f)) for r in mix]], 0.02, rng)
        yield ["%d" % (k + 1)] + lost(row, 3, 0.005, ["NA"], rng)[0]

# ---- plain, of three dimensions

@shape(3, "time (UTC)|lat|lon|local solar time", digits=3)
def flashes(rng):
    """Where on the Earth, and at what time of day there, HH:MM, 2800 flashes were: a sphere and a circle"""
    for p in cloud(2800, [1, 1, 0.85], rng):
        t = (tau * 15.5 / 24 + rng.gauss(0, 1.7)) % tau
        yield [stamp(rng.randrange(10 ** 7), 3)] + on_earth(p) + [clock(t)]
@shape(3, ["sample"] + ["T%d" % k for k in range(1, 10)] + ["Fx (N)", "Fy (N)", "Fz (N)"], boundary=1, euler=1,
       digits=2)
def fingertip(rng):
    """Nine counts of a robot's fingertip, pressed and pushed aside with any force, 3000 rows, noise 1 %"""
    for k, (x, y, z) in enumerate(box(3000, [-4, -4, 6], [4, 4, 20], rng)):
        row = [410 + 36 * z * bell(hypot(i - 0.22 * x, j - 0.22 * y), 0, 1.15) for j in (-1, 0, 1) for i in (-1, 0, 1)]
        yield ["%06d" % (k * 7)] + noisy([row], 5, rng)[0] + rough([[x, y, z]], [0.06, 0.06, 0.1], rng)[0]

# ---- plain, of a surface and a curve

@shape(None, "id|x [nm]|y [nm]|z [nm]", unfit=True, digits=1)  # 2, 1, 0, 2 and 1, 1, 2, 1
def bacterium(rng):
    """The skin of a bacterium, 2500 points, and 300 nm off it its flagellum, 500, noise 12 nm"""
    arc = [[450 * sin(pi * k / 80), 450 * cos(pi * k / 80)] for k in range(41)]
    body = revolved([[r, 800 + h] for r, h in arc] + [[r, -800 - h] for r, h in arc[::-1]], 2500, rng)
    f = lambda t: [(60 + 260 * logistic(3 * t - 4)) * cos(t), (60 + 260 * logistic(3 * t - 4)) * sin(t), 1560 + 290 * t]
    for k, (x, y, z) in enumerate(noisy(list(body) + curve(f, 0, 5.2 * pi, 500, rng), 12, rng)):
        yield ["%d" % (31 * k + 7), 5200 + 0.8 * x + 0.6 * z, 4100 + y, 2400 - 0.6 * x + 0.8 * z]

# ---- what tempts verdicts

@before("# EARTH ORIENTATION PARAMETERS, C04 series, each 5 days")
@tempts(None, "Date|MJD|x(as)|y(as)|LOD(ms)", write=" .", unfit=True, digits=5, ordered=True)
def polar_motion(rng):
    """The Earth's pole and the day's length in 30 years, 2200 rows: two cycles, one driven by chance, and drift"""
    z = complex(0.14, 0.05)
    for k in range(2200):
        t = 5 * k / 365.25
        z = 0.997 * z * cmath.exp(tau * 5j / 433) + complex(rng.gauss(0, 0.008), rng.gauss(0, 0.008))
        w = z + 0.09 * cmath.exp(tau * 1j * t) + complex(0.04 + 0.0025 * t, 0.33 + 0.002 * t)
        yield [stamp(k - 2500, 432000)[:10], "%.1f" % (47891 + 5 * k)] + rough(
            [[w.real, w.imag, 1 + 0.35 * cos(tau * t) + 0.3 * cos(2 * tau * t)]], [0.0002, 0.0002, 0.35], rng)[0]
@tempts(None, "x|y|z|n_images", unfit=True, digits=3)
def double_bubble(rng):
    """Two soap bubbles with the film between them, in cm, 3600 points, noise 0.8 %: three films meet in a ring"""
    f = lambda u, v: [5.2 * c for c in sphere(u, v)]
    rows = [[s * (z + 2.6), x, y] for s in (-1, 1) for x, y, z in surface(f, (0, tau), (0, 2 * pi / 3), 1490, rng)]
    for r, a in ((4.503 * sqrt(rng.random()), rng.uniform(0, tau)) for _ in range(620)):
        rows.append([0, r * cos(a), r * sin(a)])
    for r in noisy(rows, 0.04, rng):
        yield r + ["%d" % rng.randrange(3, 6)]
@tempts(None, "track_id|artists|genre|danceability|energy|loudness|acousticness|liveness|valence|tempo", unfit=True,
        digits=3)
def songs(rng):
    """Measures from 0 to 1, loudness and tempo of 1700 songs, which vary in all of them: a cloud"""
    for _ in range(1700):
        e = rng.betavariate(3, 1.8)
        yield ["%022x" % rng.randrange(16 ** 22), rng.choice(("Vega, Lia", "The Ohms", "Kó & Rune", "DJ 40")),
               rng.choice("pop rock techno folk jazz".split()), rng.betavariate(5, 3.5), e,
               -16 + 12 * e + rng.gauss(0, 2.4), rng.betavariate(0.6 + 2 * (1 - e), 0.7 + 2.5 * e),
               rng.betavariate(1.6, 6), rng.betavariate(2, 2.2), rng.choice((95, 122, 140)) + rng.gauss(0, 15)]
@tempts(None, "beat|time|RR(n) [ms]|RR(n+1) [ms]|RR(n+2) [ms]", unfit=True, digits=0, ordered=True)
def rr_intervals(rng):
    """Times from beat to beat of a heart, with the next two, 2000 beats: a comet of chance with beats too early"""
    slow, beats, t = 0, [], 0
    for k in range(2002):
        slow = 0.985 * slow + rng.gauss(0, 9)
        early = beats and rng.random() < 0.012
        beats.append(840 + slow + 28 * sin(1.35 * k + 0.02 * slow) + rng.gauss(0, 22) - 260 * bool(early))
    for k, row in enumerate(zip(beats, beats[1:], beats[2:])):
        t += row[0] / 1000
        yield ["%d" % (k + 1), stamp(int(t), 1)] + list(row)
@tempts(None, "id|x (mm)|y (mm)|z (mm)", unfit=True, digits=2)
def drum_grains(rng):
    """Grains all through the lower part of a mixer's drum of radius 100 and length 120 mm, 2600: a filled body"""
    rows = [[r * cos(a), r * sin(a), z] for r, a, z in (
        (97 * sqrt(rng.random()), rng.uniform(0, tau), rng.uniform(3, 117)) for _ in range(7000))]
    rows = [r for r in rows if r[1] < 0.45 * r[0] - 12 + 0.001 * r[0] ** 2]
    for k, r in enumerate(rows[:2600]):
        yield ["%d" % (k + 1)] + r
@tempts(2, "Pkt|E (m)|N (m)|H (m)", euler=-4, digits=3)
def bronze_rings(rng):
    """A bronze of three thick rings in a row, grown together, by hand at 170 points: too few, noise 1 cm of 5 m"""
    f = lambda x, y, z: melt(9, *(hypot(hypot(x - c, z) - 0.78, y) - 0.3 for c in (-1.56, 0, 1.56)))
    for k, (x, y, z) in enumerate(noisy(skin(f, [-2.8, -0.5, -1.3], [2.8, 0.5, 1.3], 170, rng, 0.05), 0.01, rng)):
        yield ["%d" % (1001 + k), 412.3 + 0.9 * x - 0.436 * y, 608.8 + 0.436 * x + 0.9 * y, 33.1 + z]
@tempts(2, "x|y|z", euler=2, digits=3)
def potato_chip(rng):
    """A bent potato chip of 60 by 42 mm and 1.4 mm thick, both faces and the rim, 3500 points, noise 0.05 mm"""
    rows = []
    while len(rows) < 3500:
        x, y = rng.uniform(-30, 30), rng.uniform(-21, 21)
        z, rim = 0.011 * x * x - 0.019 * y * y, rng.random() < 0.075
        if hypot(x / 30, y / 21) < 1:
            if rim:
                a = rng.uniform(0, tau)
                x, y = 30 * cos(a), 21 * sin(a)
                if rng.random() * 30 < hypot(30 * sin(a), 21 * cos(a)):
                    rows.append([x, y, 0.011 * x * x - 0.019 * y * y + rng.uniform(-0.7, 0.7)])
            elif rng.random() * 1.45 < sqrt(1 + (0.022 * x) ** 2 + (0.038 * y) ** 2):
                rows.append([x, y, z + rng.choice((-0.7, 0.7))])
    return noisy(rows, 0.05, rng)
@tempts(1, "slice|x (mm)|y (mm)|z (mm)", boundary=2, euler=1, digits=3)
def key_ring(rng):
    """Middle of a key ring's wire, twice around, radius 14 mm, its turns 1.8 mm apart, 900 points, noise 0.2"""
    f = lambda a: [14 * cos(a), 14 * sin(a), 1.8 * a / tau]
    for r in noisy(curve(f, 0, 1.97 * tau, 900, rng), 0.2, rng):
        yield ["%04d" % (100 + 10 * r[2])] + r
@tempts(1, "Zeit|Drehwinkel [°]|Kabelverdrehung [%]|Motorstrom [A]|Öldruck [bar]", write=";,", boundary=2, euler=1,
        digits=2)
def tower_crane(rng):
    """A crane that turns by 2.4 turns at most, and its cable's twist, current and oil, 1300 rows, noise 1.5 %"""
    for u in (rng.uniform(-1.2, 1.2) for _ in range(1300)):
        row = [360 * u + 75, 50 + 40 * u, 21 + 5 * u * u + 2.2 * cos(tau * u), 118 + 6 * u + 9 * sin(tau * u - 0.5)]
        row = lost(rough([row], [1.5, 0.7, 0.12, 0.3], rng), 3, 0.007, ["---"], rng)[0]
        yield [stamp(rng.randrange(30000), 10), row[0] % 360] + row[1:]
@tempts(2, "x [mm]|y [mm]|z [mm]|HU", components=3, euler=6, digits=2)
def matryoshka(rng):
    """Skins of three dolls within each other, at least 2.8 mm apart, by X-rays, 6000 points, noise 0.12 mm"""
    half = spline([[0, -50], [12, -50], [21, -48], [27, -36], [30, -18], [26, 0], [17.5, 12], [18.5, 24], [19, 36],
                   [12, 47], [0, 50]], 20)
    for s in (1, 0.78, 0.58):
        for r in noisy(revolved(scaled(half, [s, s]), round(3088 * s * s), rng), 0.12, rng):
            yield r + ["-%d" % rng.randrange(480, 530)]

if __name__ == "__main__":
    make.main(sys.argv[1], sys.argv[2:], (PLAIN, 20261217), (TEMPTING, 20261218))
    rewrite(sys.argv[1])
    EDITS.apply(sys.argv[1])
