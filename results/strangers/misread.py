"""27 tables whose headers and ranges fit a rule by accident: python3 misread.py FOLDER

Made to refute what `ebim new` takes for angles, clocks, encoders, rotations, places and numbers of
rows, by somebody who had read its rules. Writes NAME.csv and truth.json, for run.py; the truths
were written down before any was run. It needs nothing but Python's standard library.
"""
import csv, json, math, os, random, sys
from math import cos, exp, pi, sin, sqrt

OPEN, LOOP, DISC, SPHERE = (1, 1, 2, 1), (1, 1, 0, 0), (2, 1, 1, 1), (2, 1, 0, 2)
rng = random.Random(7)
gauss, share = rng.gauss, rng.random
tables = {}


def put(name, doc, header, rows, truth, unfit=False):
    """A table, and its dimension, components, boundary and Euler characteristic."""
    keys = ("dimension", "components", "boundary", "euler")
    tables[name] = header, rows, dict(zip(keys, truth), doc=doc, unfit=unfit, points=len(rows),
                                      columns=len(header), half="tuning", orientable=True)


def ends(name, doc, header, row):
    """A curve with two ends, of 600 rows."""
    put(name, doc, header, [row(share()) for _ in range(600)], OPEN)


def loop(name, doc, header, row, n=600):
    put(name, doc, header, [row(2 * pi * share()) for _ in range(n)], LOOP)


def clamp(x, low, high):
    return min(high, max(low, x))


def bump(s, middle, width):
    return exp(-((s - middle) / width) ** 2 / 2)


def unit(v, noise=0.0):
    v = [x + gauss(0, noise) for x in v] if noise else v
    length = sqrt(sum(x * x for x in v))
    return [x / length for x in v]


# ---- clocks, phases and angles

ends("melt", "Fraction melted (phase, 0 to 1), heat flow and strain, small at start and end",
     ["phase", "heat_flow_mW", "strain_pct"],
     lambda s: (clamp(s + gauss(0, .003), .001, .999), 20 * bump(s, .55, .17) + gauss(0, .2),
                3 * bump(s, .35, .13) + gauss(0, .03)))


def since_dose(s):
    t = 24 * s
    return (clamp(t + gauss(0, .05), 0.02, 23.97),
            60 * (exp(-.28 * t) - exp(-1.4 * t)) + gauss(0, .3), 30 * bump(t, 6, 3) + gauss(0, .3))


ends("dose_day", "Hour since a dose (0 to 24), concentration and effect, near nothing at both ends",
     ["hour", "conc_mg_L", "effect_pct"], since_dose)


def project():
    month = rng.randrange(1, 13)
    s = (month - .5) / 12
    return (month, 100 * 4 * s * (1 - s) + gauss(0, 2),
            20 * sin(pi * s) ** 2 * (1.3 - .6 * s) + gauss(0, .3))


put("project", "Month 1 to 12 of 60 projects, cost and staff, which rise and fall",
    ["month", "cost_kEUR", "staff"], [project() for _ in range(720)], OPEN)
ends("tilt", "Tilt (orientation, 0 upright to 180 upside down), torque and drag",
     ["orientation [deg]", "torque_Nm", "drag_N"],
     lambda s: (clamp(180 * s + gauss(0, .5), .1, 179.9), 4 * sin(pi * s) + gauss(0, .04),
                9 * sin(pi * s) ** 2 * (1 - .4 * cos(pi * s)) + gauss(0, .09)))
ends("torsion", "Torsion test: twist from 0 to 360 degrees at fracture, torque and acoustic energy",
     ["angle [deg]", "torque_Nm", "acoustic_mV"],
     lambda s: (clamp(360 * s + gauss(0, 1), 0.2, 359.5),
                50 * (1 - exp(-s * 12)) * (1 - s ** 8) + gauss(0, .5),
                7 * bump(s, .75, .1) + gauss(0, .07)))

# ---- units and lengths

loop("daq", "Channels of a recorder: ch1 in N, ch2 in mm, ch3 in V, a hysteresis loop",
     ["ch1", "ch2", "ch3"],
     lambda a: (250 * cos(a) + gauss(0, 2), 1.5 * sin(a) + gauss(0, .015),
                .3 + .05 * sin(2 * a) + gauss(0, .0006)))
loop("doses", "dose1 in mg, dose2 in ug, dose3 in IU through a cycle of therapy",
     ["dose1", "dose2", "dose3"],
     lambda a: (500 + 80 * cos(a) + gauss(0, .8), 2 + .6 * sin(a) + gauss(0, .006),
                12 + 3 * cos(2 * a + 1) + gauss(0, .03)))


def modal(s):
    a = pi * s
    return unit(unit([cos(a), sin(a) * .6, sin(a) * .8, .35 * sin(2 * a)]), .01)


def on_sphere():
    v = [gauss(0, 1) for _ in range(3)]
    while sqrt(sum(x * x for x in v)) <= .1:
        v = [gauss(0, 1) for _ in range(3)]
    v = unit(v)
    return .6 * v[0], .8 * v[0], v[1], v[2]


ends("modal", "Modal coordinates q0 to q3 of a beam, of length 1, from one shape to its opposite",
     ["q0", "q1", "q2", "q3"], modal)
put("feature4", "Unit vectors of four features that lie on a sphere in a space of three",
    ["dir_w", "dir_x", "dir_y", "dir_z"], [unit(on_sphere(), .005) for _ in range(1200)], SPHERE)

# ---- places, counts and percent

loop("starch", "DE (dextrose equivalent) and Ra (roughness) through a process' cycle", ["Ra", "DE"],
     lambda a: (11 + 10.5 * cos(a) + gauss(0, .1), 45 + 40 * sin(a) + gauss(0, .4)))
loop("ggv", "Lateral and longitudinal acceleration in g, an eight, apart in speed",
     ["lat", "long", "speed_kmh"],
     lambda a: (.8 * sin(2 * a) + gauss(0, .008), .8 * sin(a) + gauss(0, .008),
                150 + 60 * cos(a) + gauss(0, .6)), 800)
loop("quadrature", "Two detectors of an interferometer in quadrature, 12 bits",
     ["det_a [counts]", "det_b [counts]"],
     lambda a: (int(clamp(2048 + 2035 * cos(a) + gauss(0, 20), 0, 4095)),
                int(clamp(2048 + 2035 * sin(a) + gauss(0, 20), 0, 4095))), 800)
ends("duty", "Duty cycle 0 to 100 %, ripple and losses of a converter",
     ["duty cycle [%]", "ripple_A", "loss_W"],
     lambda s: (clamp(100 * s + gauss(0, .3), 0.1, 99.9), 8 * s * (1 - s) + gauss(0, .02),
                1 + 5 * (s * (1 - s)) ** 1.5 * (1 + s) + gauss(0, .01)))
ends("stage", "A linear encoder of 10 bits along a stage, force and gap the same at both ends",
     ["encoder", "force_N", "gap_um"],
     lambda s: (int(clamp(1023 * s + gauss(0, 3), 0, 1023)), 12 * sin(pi * s) + gauss(0, .12),
                40 * sin(pi * s) ** 2 * (1 + .5 * s) + gauss(0, .4)))
ends("mine", "Depth in a mine's shaft, 0 to 1000 m, air speed and dust, small at both ends",
     ["shaft_depth", "air_m_s", "dust_mg"],
     lambda s: (int(clamp(1000 * s + gauss(0, 3), 0, 1000)), 6 * sin(pi * s) + gauss(0, .06),
                2 * bump(s, .6, .13) + gauss(0, .02)))

# ---- grids and sweeps


def height(x, y):
    return 4 * bump(x, 12, 5) * bump(y, 14, 6) + 3 * bump(x, 28, 6) * bump(y, 20, 5)


put("dem", "Grid of heights, x y z row by row, 40 by 30", ["x", "y", "z"],
    [(x, y, 100 + height(x, y) + gauss(0, .03)) for y in range(30) for x in range(40)], DISC)
put("topo", "Micro topography px, py, height by lines, 40 by 30", ["px", "py", "height_um"],
    [(x, y, 10 * height(x, y) / 4 + gauss(0, .05)) for y in range(30) for x in range(40)], DISC)
put("scans", "Four scans of one profile of 250 pixels, with noise", ["x_px", "height_um"],
    [(x, 60 * bump(x, 90, 25) + 40 * bump(x, 180, 20) + gauss(0, .6))
     for _ in range(4) for x in range(250)], OPEN)
put("roundness", "Roundness: three turns, radius each degree", ["angle [deg]", "radius_mm"],
    [(d, 50 + 2 * cos(2 * d * pi / 180) + 1.2 * sin(3 * d * pi / 180) + gauss(0, .03))
     for _ in range(3) for d in range(360)], LOOP)
put("doy3", "Three years by the day: day of year, sea temperature, length of day",
    ["doy", "sst_C", "daylength"],
    [(d, 15 + 7 * cos(2 * pi * (d - 220) / 365) + gauss(0, .15),
      12 + 4 * cos(2 * pi * (d - 172) / 365) + gauss(0, .02))
     for _ in range(3) for d in range(1, 366)], LOOP)
put("hourly", "40 days hourly: hour, load and solar height", ["hour", "load_kW", "sun_deg"],
    [(h, 300 + 120 * cos(2 * pi * (h - 18) / 24) + gauss(0, 4),
      30 * cos(2 * pi * (h - 12) / 24) + 25 * cos(4 * pi * (h - 12) / 24) + gauss(0, .6))
     for _ in range(40) for h in range(24)], LOOP)
loop("lst", "Land surface temperature and NDVI through years: a loop", ["LST [C]", "NDVI"],
     lambda a: (12 + 11.4 * cos(a) + gauss(0, .1), .5 + .3 * sin(a) + gauss(0, .003)))
loop("pump", "Pressure in psi and flow in gpm through a pump's cycle: a loop", ["psi", "flow_gpm"],
     lambda a: (178 + 174 * cos(a) + gauss(0, 1.5), 40 + 25 * sin(a) + gauss(0, .25)))
ends("joint", "A robot's joint from stop to stop, -180 to 180, torque and cable",
     ["joint angle [deg]", "torque_Nm", "cable_mm"],
     lambda s: (clamp(360 * s - 180 + gauss(0, 1), -179.9, 179.9),
                20 * sin(2 * pi * s) + gauss(0, .2), 15 * (2 * s - 1) ** 2 + gauss(0, .15)))
put("fill", "Hour, load and price that fill a box", ["hour", "load", "price"],
    [(24 * share(), 100 * share(), 50 * share()) for _ in range(900)], (None, 1, 0, 0), True)


def shares(s):
    weights = [exp(-8 * (s - c) ** 2) + .02 for c in (0, .33, .66, 1)]
    return unit([sqrt(w / sum(weights)) for w in weights], .004)


ends("shares", "Square roots of four shares q0 to q3 along a gradient", ["q0", "q1", "q2", "q3"],
     shares)
ends("latency", "Latency in ms (lat) and longevity in months (long)", ["lat", "long"],
     lambda s: (20 + 45 * sin(pi * s) ** 2 + 8 * sin(2 * pi * s) + gauss(0, .5),
                clamp(2 + 356 * s + gauss(0, 2), 0.5, 359.5)))

if __name__ == "__main__":
    for name, (header, rows, _) in tables.items():
        with open(os.path.join(sys.argv[1], name + ".csv"), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows([x if isinstance(x, int) else "%.5g" % x for x in row] for row in rows)
    with open(os.path.join(sys.argv[1], "truth.json"), "w") as file:
        json.dump({name: truth for name, (_, _, truth) in tables.items()}, file, indent=1)
