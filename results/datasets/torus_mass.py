"""The mass of a density on the torus of RNA's seven angles, from outside: 1 if its normalizer is right.

python3 torus_mass.py EBIM rna.tsv SEED RUN [DRAWS]

Draws are normal around training points of the split of that seed, with the covariance of 24 neighbors, of which a part
is drawn to its mean variance, times 0.1 to 3, and some are uniform; those that leave the torus cut open at half a
turn from their point weigh nothing, so that the density of the others is known. The mass is the mean of what
`EBIM score RUN` says of them over that density, with its standard error.
"""
import csv, os, subprocess, sys, tempfile

import numpy as np

from torus_kernels import nearest, read, split, wrapped

PARTS, UNIFORM, NEIGHBORS, DRAWN = ((0.25, 0.1), (0.25, 0.4), (0.25, 1.2), (0.2, 3.0)), 0.05, 24, 0.15


def shapes(train):
    """Covariances of the neighbors' differences, as Cholesky factors, and their inverses."""
    m = train.shape[1]
    apart = wrapped(train[nearest(train, train, NEIGHBORS + 1)[:, 1:]] - train[:, None])
    covariance = np.einsum("ikj,ikl->ijl", apart, apart) / NEIGHBORS
    mean = np.trace(covariance, axis1=1, axis2=2)[:, None, None] / m * np.eye(m)
    factor = np.linalg.cholesky((1 - DRAWN) * covariance + DRAWN * mean + 1e-4 * np.eye(m))
    return factor, np.linalg.inv(factor)


def draw(train, factor, count, rng):
    """Points, and whether they count."""
    m = train.shape[1]
    part = rng.choice(len(PARTS) + 1, count, p=[share for share, _ in PARTS] + [UNIFORM])
    at = rng.integers(len(train), size=count)
    steps = np.einsum("ijk,ik->ij", factor[at], rng.standard_normal((count, m)))
    steps *= np.sqrt([width for _, width in PARTS] + [0])[part][:, None]
    uniform = (part == len(PARTS))[:, None]
    x = np.where(uniform, rng.uniform(-np.pi, np.pi, (count, m)), wrapped(train[at] + steps))
    return x, (np.abs(steps) <= np.pi).all(axis=1)


def log_density(train, factor, inverse, x):
    m, volume = train.shape[1], np.log(np.diagonal(factor, axis1=1, axis2=2)).sum(1)
    square = np.square(np.einsum("kab,kb->ka", inverse, wrapped(x - train))).sum(1)
    logs = [[np.log(UNIFORM) - m * np.log(2 * np.pi)]]
    for share, width in PARTS:
        logs.append(np.log(share / len(train)) - m / 2 * np.log(2 * np.pi * width) - volume - square / (2 * width))
    return np.logaddexp.reduce(np.concatenate(logs))


def scored(ebim, run, x):
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "points.csv")
        np.savetxt(name, np.degrees(x), delimiter=",")
        out = subprocess.run([ebim, "score", run, name], capture_output=True, text=True, check=True).stdout
    return np.array([row["log_density"] for row in csv.DictReader(out.splitlines())], float)


if __name__ == "__main__":
    ebim, table, seed, run = sys.argv[1:5]
    train, _, _ = split(read(table), int(seed))
    factor, inverse = shapes(train)
    x, counts = draw(train, factor, int(sys.argv[5]) if len(sys.argv) > 5 else 12000, np.random.default_rng(1))
    weights = counts * np.exp(scored(ebim, run, x) - [log_density(train, factor, inverse, one) for one in x])
    print("mass %.3f +- %.3f" % (weights.mean(), weights.std() / len(weights) ** 0.5))
