"""Von Mises-Fisher kernels on the given sphere, on the very points of runs: what a few lines of NumPy score.

python3 kernels.py RUNS EXPERIMENT ...

For each seed of an experiment in the folder RUNS, it reads the training, validation and held-out points of the run's
data stage. A kernel's concentration is (h / distance to the k-th distinct neighbor)^2; h and k are chosen by the
validation points, the mean is over training points. Prints negative log likelihoods in nats: of all held-out points, of
those that equal no training point, and both of the run.
"""
import glob, json, os, sys

import numpy as np

H, K = (0.5, 0.7, 1, 1.4, 2, 2.8), (1, 2, 4, 8, 16, 32)


def log_densities(x, centers, kappa):
    """Of the mean of kernels: kappa / (2 pi (1 - exp(-2 kappa))) exp(kappa (x.c - 1))."""
    logs = np.log(kappa / (2 * np.pi * -np.expm1(-2 * kappa))) - kappa / 2 * squared(x, centers)
    top = logs.max(axis=1)
    return top + np.log(np.exp(logs - top[:, None]).mean(axis=1))


def squared(a, b):
    """Squared distances, from differences where the product of unit vectors would be rounded."""
    return sum((a[:, None, j] - b[None, :, j]) ** 2 for j in range(a.shape[1]))


def spacing(centers, k):
    """Each center's distance to its k-th neighbor at another place."""
    found = []
    for part in np.array_split(centers, max(1, len(centers) // 1000)):
        d = squared(part, centers)
        d[d < 1e-18] = np.inf
        found.append(np.sqrt(np.partition(d, k - 1, axis=1)[:, k - 1]))
    return np.concatenate(found)


def fit(train, validation):
    """The concentrations that validation points like best."""
    tried = []
    for k in K:
        near = spacing(train, k)
        tried += [(log_densities(validation, train, (h / near) ** 2).mean(), k, h) for h in H]
    _, k, h = max(tried)
    return (h / spacing(train, k)) ** 2


def scores(runs, experiment):
    for path in sorted(glob.glob(os.path.join(runs, experiment, "ebim", "seed-*", "record.json"))):
        record = json.load(open(path))
        if record["status"] != "done":
            continue
        key = next(s["key"] for s in record["stages"] if s["name"] == "data")
        train, validation, held = (np.load(os.path.join(runs, "stages", "data-" + key, part + ".npy"))
                                   for part in ("train", "validation", "held_out"))
        logs = log_densities(held, train, fit(train, validation))
        known = set(map(bytes, train + 0.0))
        unseen = np.array([bytes(x) not in known for x in held + 0.0])
        of = record["metrics"]["likelihood"]
        yield record["seed"], -logs.mean(), -logs[unseen].mean(), -of["value"], -of.get("without_repeats", of["value"])


for name in sys.argv[2:]:
    rows = np.array(list(scores(sys.argv[1], name)))
    print(f"{name}\nseed  kernels  unrepeated  ebim    unrepeated")
    for row in rows:
        print("%4d  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(row))
    mean, error = rows.mean(axis=0), rows.std(axis=0, ddof=1) / len(rows) ** 0.5
    print("mean  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(mean[1:]))
    print("s.e.  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(error[1:]))
    paired = rows[:, 3:] - rows[:, 1:3]
    print("ebim minus kernels, paired: %.3f +- %.3f; unrepeated %.3f +- %.3f" % tuple(np.ravel(np.column_stack(
        [paired.mean(axis=0), paired.std(axis=0, ddof=1) / len(rows) ** 0.5]))))
