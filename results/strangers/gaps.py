"""Curves of random points with gaps, and closed ones, for run.py: python3 gaps.py FOLDER [SEED]

Rings of 80 to 700 points that end 8, 12 and 18 mean steps before they close, in two and in five dimensions, waves of
three to five dashes, and as many closed curves: rings, ellipses, Lissajous figures, thin on one side, or in clumps.
"""
import json, math, os, random, sys

COUNTS = (80, 150, 300, 700)


def ring(turn):
    a = 2 * math.pi * turn
    return [math.cos(a), math.sin(a)]


def raised(point):
    """A ring's point in five dimensions."""
    x, y = point
    return [x, y, 0.6 * x - 0.3 * y, 0.4 * x * y, 0.5 * (x * x - y * y)]


def ends(count, gap):
    return lambda draw: ring(draw.random() * (count - 1) / (count - 1 + gap))


def dashes(pieces, count, gap):
    """A wave of pieces of as many points, each some mean steps from the next."""
    def at(draw):
        x = (draw.randrange(pieces) + draw.random() * count / (count + gap)) / pieces
        return [4 * x, 0.5 * math.sin(5 * x)]
    return at


def thin(concentration):
    """A ring of a von Mises distribution."""
    def at(draw):
        a = draw.vonmisesvariate(0, concentration)
        return [math.cos(a), math.sin(a)]
    return at


def ellipse(draw):
    x, y = ring(draw.random())
    return [3 * x, y]


def lissajous(draw):
    a = 2 * math.pi * draw.random()
    return [math.cos(a), math.sin(2 * a + 0.4), math.sin(3 * a)]


def clumps(count, of):
    """A ring's points, some of a place each, a third of the mean step apart."""
    state = [0, 0]

    def at(draw):
        if state[0] % of == 0:
            state[1] = draw.random()
        state[0] += 1
        return ring(state[1] + draw.gauss(0, 0.3) / count)
    return at


def kinds(count):
    """Points, and how many pieces they have; none for a closed curve."""
    for gap in (8, 12, 18):
        yield "ring_gap_%d" % gap, ends(count, gap), 1, gap == 12 and count > 100
    yield "dashes_3_gap_9", dashes(3, count // 3, 9), 3, False
    yield "dashes_5_gap_9", dashes(5, count // 5, 9), 5, False
    yield "ring", ends(count, 1), 0, count == 300
    yield "ellipse", ellipse, 0, False
    yield "lissajous", lissajous, 0, False
    yield "thin_0.7", thin(0.7), 0, False
    yield "thin_1.3", thin(1.3), 0, False
    yield "pairs", clumps(count, 2), 0, False


def main(folder, seed):
    os.makedirs(folder, exist_ok=True)
    draw, truths = random.Random(seed), {}
    for count in COUNTS:
        for kind, at, pieces, raise_ in kinds(count):
            name = "%s_of_%d" % (kind, count)
            points = [at(draw) for _ in range(count)]
            if raise_:
                points = [raised(p) for p in points]
            with open(os.path.join(folder, name + ".csv"), "w") as f:
                f.write(",".join("abcde"[:len(points[0])]) + "\n")
                for p in points:
                    f.write(",".join("%.5f" % (x + 0.008 * draw.gauss(0, 1)) for x in p) + "\n")
            truths[name] = dict(doc=name.replace("_", " "), points=count, columns=len(points[0]), unfit=False,
                                dimension=1, components=max(pieces, 1), boundary=2 * pieces, euler=pieces, orientable=True,
                                half="gap" if pieces else "closed")
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
