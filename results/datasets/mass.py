"""The mass of a run's density on the sphere, by an estimate from outside of the program.

python3 mass.py EBIM RUNS EXPERIMENT[:MODEL] SEED ...

Draws come from q, the kernels of one shape of kernels.py, fitted to the run's points, and from all over the sphere;
`ebim score` gives the densities p at their feet. Prints the mean of p/q, which is 1 of a normalized density, with its
standard error. The learned sphere is taken for the true one.
"""
import os, subprocess, sys, tempfile

import numpy as np

from kernels import finished, fit, log_densities

DRAWS, EVEN = 6000, 600


def draws(centers, kappa, rng):
    """Of von Mises-Fisher distributions on the sphere, by inversion of the cosine's distribution, and all over it."""
    chosen = rng.integers(len(centers), size=DRAWS)
    kappa, centers = kappa[chosen], centers[chosen]
    least = np.exp(-2 * kappa)
    cosine = 1 + np.log(least + rng.random(DRAWS) * (1 - least)) / kappa
    across = rng.normal(size=centers.shape)
    across -= (across * centers).sum(axis=1)[:, None] * centers
    across /= np.linalg.norm(across, axis=1)[:, None]
    even = rng.normal(size=(EVEN, 3))
    return np.concatenate([cosine[:, None] * centers + np.sqrt((1 - cosine) * (1 + cosine))[:, None] * across,
                           even / np.linalg.norm(even, axis=1)[:, None]])


def mass(ebim, folder, train, validation):
    kappa = fit(train, validation)
    x = draws(train, kappa, np.random.default_rng(1))
    with tempfile.TemporaryDirectory() as scratch:
        points, scored = os.path.join(scratch, "x.npy"), os.path.join(scratch, "scores.csv")
        np.save(points, x)
        subprocess.run([ebim, "score", folder, points, "--output", scored], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        p = np.exp(np.genfromtxt(scored, delimiter=",", names=True)["log_density"])
    q = np.exp(np.concatenate([log_densities(part, train, kappa) for part in np.array_split(x, 8)]))
    ratio = p / ((DRAWS * q + EVEN / (4 * np.pi)) / (DRAWS + EVEN))
    return ratio.mean(), ratio.std(ddof=1) / len(ratio) ** 0.5


ebim, runs, name, *seeds = sys.argv[1:]
experiment, _, model = name.partition(":")
for record, folder, (train, validation, _) in finished(runs, experiment, model or "ebim"):
    if str(record["seed"]) in seeds:
        print(name, "seed", record["seed"], "mass %.3f +- %.3f" % mass(ebim, folder, train, validation))
