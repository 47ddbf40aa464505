"""Von Mises-Fisher kernels on the given sphere, on the very points of runs: what a few lines of NumPy score.

python3 kernels.py RUNS EXPERIMENT[:MODEL] ...

For each seed of an experiment's model (ebim) in the folder RUNS, it reads the training, validation and held-out points
of the run's data stage. A kernel's concentration is (h / distance to the k-th distinct neighbor)^2; h and k are chosen
by the validation points, the mean is over training points. Prints negative log likelihoods in nats: of all held-out
points, of those that equal no training point, and both of the run.
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
        logs = log_densities(held, train, fit(train, validation))
        known = set(map(bytes, train + 0.0))
        unseen = np.array([bytes(x) not in known for x in held + 0.0])
        of = record["metrics"]["likelihood"]
        yield record["seed"], -logs.mean(), -logs[unseen].mean(), -of["value"], -of.get("without_repeats", of["value"])


def main():
    for name in sys.argv[2:]:
        experiment, _, model = name.partition(":")
        rows = np.array(list(scores(sys.argv[1], experiment, model or "ebim")))
        print(f"{name}\nseed  kernels  unrepeated   model  unrepeated")
        for row in rows:
            print("%4d  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(row))
        print("mean  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(rows.mean(axis=0)[1:]))
        print("s.e.  %7.3f  %10.3f  %6.3f  %10.3f" % tuple(error(rows)[1:]))
        paired = rows[:, 3:] - rows[:, 1:3]
        print("model minus kernels, paired: %.3f +- %.3f; unrepeated %.3f +- %.3f" % tuple(np.ravel(np.column_stack(
            [paired.mean(axis=0), error(paired)]))))


def error(rows):
    return rows.std(axis=0, ddof=1) / len(rows) ** 0.5


if __name__ == "__main__":
    main()
