"""Ellipses in equal steps, of which some are missing, for run.py: python3 steps.py FOLDER

24 end before they close, by 3, 6 or 12 steps of 60 to 1500, with noise of 0 and 0.3 steps; 12 are closed, a tenth of
whose rows were lost at random.
"""
import json, math, os, random, sys


def write(folder, name, points, closed, truths):
    with open(os.path.join(folder, name + ".csv"), "w") as f:
        f.write("x,y\n" + "".join("%.5f,%.5f\n" % p for p in points))
    truths[name] = dict(doc=name.replace("_", " "), points=len(points), columns=2, unfit=False, dimension=1,
                        components=1, boundary=0 if closed else 2, euler=0 if closed else 1, orientable=True,
                        half="closed" if closed else "open")


def ellipse(draw, count, missing, noise):
    """Points in steps of the angle, with noise in shares of a step."""
    step = 2 * math.pi / (count + missing - 1 if missing else count)
    for k in range(count):
        r = 1 + noise * step * draw.gauss(0, 1)
        yield 3 * r * math.cos(k * step), 2 * r * math.sin(k * step)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    draw, truths = random.Random(5), {}
    for count in (60, 120, 400, 1500):
        for noise in (0, 0.3):
            for missing in (3, 6, 12):
                name = "%d_steps_%d_missing_noise_%g" % (count, missing, noise)
                write(folder, name, list(ellipse(draw, count, missing, noise)), False, truths)
        for noise in (0, 0.3, 0.6):
            points = [p for p in ellipse(draw, count, 0, noise) if draw.random() < 0.9]
            write(folder, "%d_steps_closed_noise_%g" % (count, noise), points, True, truths)
    with open(os.path.join(folder, "truth.json"), "w") as f:
        json.dump(truths, f, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
