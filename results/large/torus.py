"""Writes points on a torus with noise, turned into R^n, as a text table: torus.py POINTS DIMENSION > FILE."""
import math
import random
import sys

RADIUS, TUBE, NOISE = 2, 0.7, 0.005


def frame(rng, dimension):
    """Three orthonormal vectors of R^n: in R^3 the axes, otherwise random ones."""
    if dimension == 3:
        return [[float(i == j) for j in range(3)] for i in range(3)]
    axes = []
    for _ in range(4):
        v = [rng.gauss(0, 1) for _ in range(dimension)]
        for axis in axes:
            along = sum(x * y for x, y in zip(v, axis))
            v = [x - along * y for x, y in zip(v, axis)]
        length = math.sqrt(sum(x * x for x in v))
        axes.append([x / length for x in v])
    return axes[:3]


def main(count, dimension):
    rng = random.Random(1)
    axes = frame(rng, dimension)
    print(",".join(f"x{j}" for j in range(dimension)))
    for _ in range(count):
        a = rng.uniform(0, 2 * math.pi)
        while True:  # evenly by area
            b = rng.uniform(0, 2 * math.pi)
            out = RADIUS + TUBE * math.cos(b)
            if rng.random() * (RADIUS + TUBE) <= out:
                break
        p = [out * math.cos(a), out * math.sin(a), TUBE * math.sin(b)]
        x = [sum(p[k] * axes[k][j] for k in range(3)) + NOISE * rng.gauss(0, 1) for j in range(dimension)]
        print(",".join("%.6f" % v for v in x))


main(int(sys.argv[1]), int(sys.argv[2]))
