"""Von Mises-Fisher kernels on the given sphere, on the very points of runs: what a few lines of NumPy score.

python3 kernels.py RUNS EXPERIMENT[:MODEL] ...

For each seed of an experiment's model (ebim) in the folder RUNS, it reads the training, validation and held-out points
of the run's data stage. A kernel's concentration is (h / distance to the k-th distinct neighbor)^2, and a density is
the mean of kernels around the training points. "one" is that of the h and k that validation points like best. "mixed"
mixes all 36 and the uniform density, with weights that maximize the likelihood of the validation points (50 steps of
expectation maximization). Prints negative log likelihoods in nats, of all held-out points and, "unseen", of those that
equal no training point, beside the run's.
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


def shapes(train):
    """The concentrations of every k and h."""
    for k in K:
        near = spacing(train, k)
        yield from ((h / near) ** 2 for h in H)


def fit(train, validation):
    """The concentrations that validation points like best."""
    return max(shapes(train), key=lambda kappa: log_densities(validation, train, kappa).mean())


def mixed(train, validation, x):
    """Log densities of the mixture of all shapes and the uniform density at x."""
    uniform = -np.log(4 * np.pi)
    each, at = ([log_densities(points, train, kappa) for kappa in shapes(train)] + [np.full(len(points), uniform)]
                for points in (validation, x))
    weights = np.full(len(each), 1 / len(each))
    for _ in range(50):
        shares = weights[:, None] * np.exp(each)
        weights = (shares / shares.sum(axis=0)).mean(axis=1)
    return np.log(weights @ np.exp(at))


def finished(runs, experiment, model):
    """The newest record of a model's finished run for each seed, with its folder and its three sets of points."""
    newest = {}
    for path in sorted(glob.glob(os.path.join(runs, experiment, model, "seed-*", "record.json")), key=os.path.getmtime):
        record = json.load(open(path))
        if record["status"] == "done":
            newest[record["seed"]] = record, os.path.dirname(path)
    for seed in sorted(newest):
        record, folder = newest[seed]
        key = next(s["key"] for s in record["stages"] if s["name"] == "data")
        yield record, folder, [np.load(os.path.join(runs, "stages", "data-" + key, part + ".npy"))
                               for part in ("train", "validation", "held_out")]


def scores(runs, experiment, model):
    for record, _, (train, validation, held) in finished(runs, experiment, model):
        known = set(map(bytes, train + 0.0))
        unseen = np.array([bytes(x) not in known for x in held + 0.0])
        of, row = record["metrics"]["likelihood"], [record["seed"]]
        for logs in (log_densities(held, train, fit(train, validation)), mixed(train, validation, held)):
            row += [-logs.mean(), -logs[unseen].mean()]
        yield row + [-of["value"], -of.get("without_repeats", of["value"])]


def main():
    for name in sys.argv[2:]:
        experiment, _, model = name.partition(":")
        rows = np.array(list(scores(sys.argv[1], experiment, model or "ebim")))
        print(f"{name}\nseed      one   unseen    mixed   unseen    model   unseen")
        for row in rows:
            print("%4d" % row[0] + " %8.3f" * 6 % tuple(row[1:]))
        print("mean" + " %8.3f" * 6 % tuple(rows.mean(axis=0)[1:]))
        print("s.e." + " %8.3f" * 6 % tuple(error(rows)[1:]))
        for k, kernels in ((1, "one"), (3, "mixed")):
            paired = rows[:, 5:] - rows[:, k:k + 2]
            print("model minus %s, paired: %.3f +- %.3f; unseen %.3f +- %.3f" % (kernels, *np.ravel(np.column_stack(
                [paired.mean(axis=0), error(paired)]))))


def error(rows):
    return rows.std(axis=0, ddof=1) / len(rows) ** 0.5


if __name__ == "__main__":
    main()
