"""Small tables, of 25, 50 and 90 rows, for run.py: python3 few.py FOLDER

Nine shapes without noise and with 0.03 and 0.06, which is 2 to 20 % of the columns' spreads, and five kinds of clouds,
which no model fits. Others are drawn by a seed, and of other numbers of rows: python3 few.py FOLDER SEED [15,25,40]
"""
import csv, json, math, os, random, sys

CLOSED, OPEN = (1, 1, 0, 0), (1, 1, 2, 1)


def shapes(draw):
    """Points of each, and their dimension, components, boundary and Euler characteristic."""
    turn, around = draw.uniform(0, 2 * math.pi), draw.uniform(0.6, 2 * math.pi - 0.6)
    t, u, z = draw.uniform(-1, 1), draw.random(), draw.uniform(-1, 1)
    side, along = draw.randrange(4), draw.random()
    ring = 3 * draw.randrange(2)
    corners = [(0, 0), (1.5, 0), (1.5, 1.5), (0, 1.5), (0, 0)]
    (a, b), (c, d) = corners[side], corners[side + 1]
    r = math.sqrt(1 - z * z)
    return {
        "ellipse": ((1.6 * math.cos(turn), 0.8 * math.sin(turn)), CLOSED),
        "wave": ((math.pi * t / 2, math.sin(math.pi * t)), OPEN),
        "parabola": ((1.5 * t, t * t), OPEN),
        "decay": ((u, math.exp(-3 * u), 1 / (1 + 4 * u), math.sqrt(u)), OPEN),
        "rings": ((math.cos(turn) + ring, math.sin(turn) + ring / 6), (1, 2, 0, 0)),
        "square": ((a + (c - a) * along, b + (d - b) * along), CLOSED),
        "arc": ((math.cos(around), math.sin(around)), OPEN),
        "sheet": ((1.3 * t, z, 0.4 * t * t), (2, 1, 1, 1)),
        "ball": ((r * math.cos(turn), r * math.sin(turn), 1.3 * z), (2, 1, 0, 2)),
    }


def clouds(draw):
    """A point of each."""
    normal = lambda count: [draw.gauss(0, 1) for _ in range(count)]
    shared, (x, y, z), turn = draw.gauss(0, 1), normal(3), draw.uniform(0, 2 * math.pi)
    radius, group = math.sqrt(draw.random()), 3 if draw.random() < 0.4 else 0
    return {
        "normal": (x, 0.5 * x + y, z - 0.3 * y),
        "factor": tuple(shared + 0.6 * v for v in normal(3)),
        "mixed": (x + group, y + group),
        "skewed": tuple(math.exp(0.8 * v) for v in normal(3)),
        "disk": (radius * math.cos(turn), radius * math.sin(turn)),
    }


def write(folder, name, rows, shape, truths):
    with open(os.path.join(folder, name + ".csv"), "w", newline="") as f:
        writer = csv.writer(f)
        writer.writerow("abcdef"[:len(rows[0])])
        writer.writerows([["%.4f" % v for v in row] for row in rows])
    dimension, components, boundary, euler = shape or (0, 0, 0, 0)
    truths[name] = dict(doc=name.replace("_", " "), points=len(rows), columns=len(rows[0]), unfit=not shape,
                        dimension=dimension, components=components, boundary=boundary, euler=euler, orientable=True,
                        half="clouds" if not shape else name.split("_")[0])


def main(folder, seed=1, counts="25,50,90"):
    os.makedirs(folder, exist_ok=True)
    draw, truths = random.Random(int(seed)), {}
    for count in map(int, counts.split(",")):
        for noise in (0, 3, 6):
            drawn = [shapes(draw) for _ in range(count)]
            for kind, (_, shape) in drawn[0].items():
                rows = [[v + noise / 100 * draw.gauss(0, 1) for v in one[kind][0]] for one in drawn]
                write(folder, "%s_%d_%d" % (kind, count, noise), rows, shape, truths)
        drawn = [clouds(draw) for _ in range(count)]
        for kind in drawn[0]:
            write(folder, "%s_%d" % (kind, count), [one[kind] for one in drawn], None, truths)
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
