"""How near the densities that ebim learns with no knob turned are to the true ones of densities.py.

python3 judge_densities.py EBIM FOLDER [tuning|held_out|NAME ...]

In a folder that densities.py has filled, each NAME.csv goes through `ebim new` and, with one seed, `ebim run`;
`ebim score` gives the log densities q of the points in NAME_test.csv, whose true ones p are known. Prints a table in
Markdown, with standard errors over these points:

    loss      mean of log p - log q, the Kullback-Leibler divergence in nats
    mass      mean of q / p: q's integral over the true manifold, 1 if the learned manifold covers that once
    beyond    of a manifold with edges, what `trust` says that densities add up to beyond them (mass_beyond)
    kernels   the loss of a plain kernel density that is given the true manifold and the points without noise
    baseline  loss and mass of the pushforward model that `ebim new` writes beside the other
"""
import csv, glob, json, math, os, re, subprocess, sys
from bisect import bisect_left
from math import exp, log, pi, sqrt

import densities
from run import VERDICTS, spent

REACH = 4  # widths after which a kernel ends


def read(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def mean(values):
    """With its standard error."""
    m = sum(values) / len(values)
    return m, sqrt(sum((v - m) ** 2 for v in values) / len(values) / (len(values) - 1))


# ---- the program

def learned(ebim, folder, name):
    """The models that `new` writes, each with its verdict, seconds, metrics and the log densities of the test."""
    drafted, seconds = spent([ebim, "new", name + ".csv"], folder)
    with open(os.path.join(folder, name + ".yaml"), "w") as f:
        f.write(drafted.stdout)
    models = re.search(r"^models:\n((?:  .*\n)+)", drafted.stdout, re.M)
    labels = re.findall(r"^  (\w+):", models[1], re.M) if models else []
    for label in labels:
        _, more = spent([ebim, "run", name + ".yaml", "--seeds", "0", "--figures=false", "--only", label], folder)
        records = glob.glob(os.path.join(folder, "results", "runs", name, label, "seed-0-*", "metrics.json"))
        if not records:
            yield dict(model=label, seconds=seconds + more)
            continue
        metrics = json.load(open(max(records, key=os.path.getmtime)))
        scores = label + "_" + name + "_scores.csv"
        if os.path.exists(os.path.join(folder, scores)):
            os.remove(os.path.join(folder, scores))
        done = subprocess.run([ebim, "score", name + ".yaml", name + "_test.csv", "--model", label, "--output", scores],
                              cwd=folder, capture_output=True, text=True)
        found = dict(model=label, seconds=seconds + more, verdict=metrics.get("trust", {}).get("verdict"),
                     normalizer=metrics.get("likelihood", {}).get("normalizer_error"),
                     beyond=[metrics.get("trust", {}).get(k) for k in ("mass_beyond", "mass_beyond_error")])
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            yield found
            continue
        yield dict(found, logs=[float(row["log_density"]) for row in read(os.path.join(folder, scores))])


# ---- a kernel density on the true manifold

def on_curve(shape, train, test):
    """The log densities of the test by length: of the width that points left out choose, folded back at ends."""
    s, at = (sorted(shape.place(*t) for t in train), [shape.place(*t) for t in test])
    ends = [lambda v: v - shape.length, lambda v: v + shape.length] if shape.closed else [
        lambda v: -v, lambda v: 2 * shape.length - v]
    all = sorted(s + [end(v) for end in ends for v in s])

    def density(v, h, left_out=0):
        near = all[bisect_left(all, v - REACH * h):bisect_left(all, v + REACH * h)]
        total = sum(exp(-((v - c) / h) ** 2 / 2) for c in near) - left_out
        return max(total, 1e-9) / ((len(s) - left_out) * h * sqrt(2 * pi))
    widths = [shape.length * 0.005 * 1.4 ** k for k in range(10)]
    h = max(widths, key=lambda h: sum(log(density(v, h, 1)) for v in s))
    return [log(density(v, h)) for v in at]


class Cells:
    """Points by cells of a size in their first three coordinates."""

    def __init__(self, points, size):
        self.size, self.of = size, {}
        for k, x in enumerate(points):
            self.of.setdefault(self.cell(x), []).append((x, k))

    def cell(self, x):
        return tuple(math.floor(v / self.size) for v in (list(x) + [0])[:3])

    def near(self, x):
        a, b, c = self.cell(x)
        return [p for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)
                for p in self.of.get((a + i, b + j, c + k), ())]


def on_surface(shape, train, test):
    """The same by distance in space, each kernel over its integral on the surface."""
    x, at = [shape.f(*t) for t in train], [shape.f(*t) for t in test]
    nodes = shape.nodes(60)
    area = sum(a for _, a in nodes)
    grid = [shape.f(*n) for n, _ in nodes]
    best = None
    for h in (sqrt(area) * 0.03 * 1.35 ** k for k in range(6)):
        kernel = lambda p, q: exp(-(math.dist(p, q) / h) ** 2 / 2)
        among, cells = Cells(grid, 3 * h), Cells(x, 3 * h)
        integrals = [sum(nodes[k][1] * kernel(p, q) for q, k in among.near(p)) for p in x]

        def density(p, left_out=None):
            total = sum(kernel(p, q) / integrals[k] for q, k in cells.near(p) if k != left_out)
            return max(total, 1e-9) / (len(x) - (left_out is not None))
        score = sum(log(density(x[k], k)) for k in range(0, len(x), max(1, len(x) // 500)))
        if best is None or score > best[0]:
            best = score, [log(density(p)) for p in at]
    return best[1]


def rival(name, truth):
    s, shape, train, test, _ = densities.draws(name)
    logs = (on_curve if shape.dimension == 1 else on_surface)(shape, train, test)
    # From the shape's own units to those of the columns.
    for k, at in enumerate(test):
        logs[k] += truth[k] - (log(shape.weight(*at)) - shape.log_total)
    return logs


# ---- the table

def compared(truth, of):
    """Loss and mass, in words."""
    if "logs" not in of:
        return "–", "–"
    gaps = [p - q for p, q in zip(truth, of["logs"])]
    if not all(math.isfinite(g) for g in gaps):
        return "none at %d points" % sum(not math.isfinite(g) for g in gaps), "–"
    return "%.3f ± %.3f" % mean(gaps), "%.3f ± %.3f" % mean([exp(-g) for g in gaps])


def main(ebim, folder, wanted):
    truths = json.load(open(os.path.join(folder, "truth.json")))
    print("| set | points | model | loss | mass | beyond edges | kernels | baseline: loss, mass | normalizer known to "
          "| time |")
    print("|:--|:--|:--|--:|--:|--:|--:|--:|--:|--:|")
    for name, of in truths.items():
        if wanted and name not in wanted and of["half"] not in wanted:
            continue
        truth = [float(row["log_density"]) for row in read(os.path.join(folder, name + "_density.csv"))]
        found = list(learned(os.path.abspath(ebim), folder, name)) or [dict(model="none", seconds=0)]
        best, baseline = found[0], next((f for f in found if f["model"] == "pushforward"), {})
        loss, mass = compared(truth, best)
        normalizer = best.get("normalizer")
        beyond = best.get("beyond", [None])
        print("| %s | %d in R^%d | %s, %s | %s | %s | %s | %.3f | %s | %s | %.0f s |" % (
            of["doc"], of["points"], of["columns"], best["model"], VERDICTS.get(best.get("verdict"), "–"), loss, mass,
            "–" if None in beyond else "%.3f ± %.3f" % tuple(beyond),
            mean([p - q for p, q in zip(truth, rival(name, truth))])[0], ", ".join(compared(truth, baseline)),
            "–" if normalizer is None else "%.2g" % normalizer, best["seconds"]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
