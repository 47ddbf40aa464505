"""Pictures and profiles with noise, for run.py: python3 pictures.py FOLDER [SEED]

Curves and surfaces in 20 to 64 columns, each of which tells something: bumps, edges, lines, rings and steps in pictures
of 5 by 5 to 8 by 8 pixels, and peaks in profiles, at any place, with noise of 1 to 4 % of the range.
"""
import json, math, os, random, sys

TAU = 2 * math.pi


def bell(d, width):
    return math.exp(-d * d / (2 * width * width))


def grid(side):
    """Middles of pixels in [0, 1]^2."""
    return [((i + 0.5) / side, (j + 0.5) / side) for i in range(side) for j in range(side)]


def step(v):
    return 1 / (1 + math.exp(-v))


def bump(x, y, side, width=0.16):
    return [bell(math.hypot(x - u, y - v), width) for u, v in grid(side)]


def disc(draw, inner, outer):
    while True:
        x, y = (outer * draw.uniform(-1, 1) for _ in range(2))
        if inner <= math.hypot(x, y) <= outer:
            return x, y


def orbit(draw):
    """A bump that goes around: a closed curve."""
    a = TAU * draw.random()
    return bump(0.5 + 0.3 * math.cos(a), 0.5 + 0.22 * math.sin(a), 6)


def pointer(draw):
    """A pointer at any angle: a closed curve."""
    a = TAU * draw.random()
    s, c = math.sin(a), math.cos(a)
    return [bell((u - 0.5) * s - (v - 0.5) * c, 0.1) * step(((u - 0.5) * c + (v - 0.5) * s) / 0.08) for u, v in grid(7)]


def tide(draw):
    """An edge that moves through a picture: a curve with two ends."""
    a = draw.uniform(0.1, 0.9)
    return [step((u + 0.3 * v - a - 0.15) / 0.1) for u, v in grid(6)]


def peak(draw):
    """A peak that wanders and grows in a spectrum: a curve with two ends."""
    a = draw.random()
    return [(0.6 + 0.4 * a) * bell(k / 39 - 0.15 - 0.7 * a, 0.06) for k in range(40)]


def rounds(draw):
    """A pulse that travels around 24 sensors, and a weaker one against it: a closed curve."""
    a = draw.random()
    near = lambda k, at: (k / 24 - at + 0.5) % 1 - 0.5
    return [bell(near(k, a), 0.07) + 0.5 * bell(near(k, 0.3 - a), 0.07) for k in range(24)]


def anywhere(draw):
    """A bump anywhere in a square: a surface with one edge."""
    return bump(draw.uniform(0.2, 0.8), draw.uniform(0.2, 0.8), 7)


def around(draw):
    """A bump anywhere about a pillar: a surface with two edges."""
    x, y = disc(draw, 0.16, 0.36)
    return bump(0.5 + x, 0.5 + y, 8)


def pair(draw):
    """Two dials: a torus."""
    row = []
    for a in (TAU * draw.random(), TAU * draw.random()):
        row += bump(0.5 + 0.26 * math.cos(a), 0.5 + 0.26 * math.sin(a), 5, 0.2)
    return row


def lamp(draw):
    """A pointer over three fourths of a turn, in any light: a surface with one edge."""
    a, light = draw.uniform(-0.75, 0.75) * math.pi, draw.uniform(0.5, 1)
    return [light * v for v in bump(0.5 + 0.3 * math.sin(a), 0.5 - 0.3 * math.cos(a), 6)]


def bar(draw):
    """A bar through a picture, at any angle and place: a band with half a twist."""
    a, at = math.pi * draw.random(), draw.uniform(-0.22, 0.22)
    return [bell((u - 0.5) * math.cos(a) + (v - 0.5) * math.sin(a) - at, 0.13) for u, v in grid(7)]


def lines(draw):
    """Two peaks of a spectrum, each anywhere in its half: a surface with one edge."""
    a, b = draw.uniform(0.1, 0.4), draw.uniform(0.6, 0.9)
    return [bell(k / 47 - a, 0.05) + 0.8 * bell(k / 47 - b, 0.05) for k in range(48)]


def sky(draw):
    """A flash from any direction, in 20 eyes: a sphere."""
    z, a = draw.uniform(-1, 1), TAU * draw.random()
    r = math.sqrt(1 - z * z)
    d, row = (r * math.cos(a), r * math.sin(a), z), []
    for k in range(20):
        h = -0.95 + 1.9 * k / 19
        s = math.sqrt(1 - h * h)
        eye = (s * math.cos(2.39996 * k), s * math.sin(2.39996 * k), h)
        row.append(math.exp(2.5 * (sum(p * q for p, q in zip(d, eye)) - 1)))
    return row


# Each with its dimension, boundary, Euler characteristic, whether it has two sides, rows and noise.
KINDS = {
    orbit: (1, 0, 0, True, 700, 0.04), pointer: (1, 0, 0, True, 900, 0.03), tide: (1, 2, 1, True, 500, 0.03),
    peak: (1, 2, 1, True, 600, 0.02), rounds: (1, 0, 0, True, 800, 0.03), anywhere: (2, 1, 1, True, 2000, 0.02),
    around: (2, 2, 0, True, 2500, 0.03), pair: (2, 0, 0, True, 2600, 0.02), lamp: (2, 1, 1, True, 1800, 0.015),
    bar: (2, 1, 0, False, 2400, 0.02), lines: (2, 1, 1, True, 1600, 0.02), sky: (2, 0, 2, True, 1500, 0.015),
}


def main(folder, seed):
    os.makedirs(folder, exist_ok=True)
    truths = {}
    for of, (dimension, boundary, euler, orientable, count, noise) in KINDS.items():
        draw, name = random.Random("%s %d" % (of.__name__, seed)), of.__name__
        rows = [[v + draw.gauss(0, noise) for v in of(draw)] for _ in range(count)]
        with open(os.path.join(folder, name + ".csv"), "w") as f:
            f.write(",".join("p%d" % k for k in range(len(rows[0]))) + "\n")
            f.writelines(",".join("%.4f" % v for v in row) + "\n" for row in rows)
        truths[name] = dict(doc=of.__doc__.split(":")[0], points=count, columns=len(rows[0]), unfit=False,
                            half="pictures", dimension=dimension, components=1, boundary=boundary, euler=euler,
                            orientable=orientable)
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
