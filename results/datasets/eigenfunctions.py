"""What runs of eigenfunctions_spot and eigenfunctions_bunny are worth by an estimate from outside of the program.

python3 eigenfunctions.py EBIM MESH SCALE K:RUN ...

It finds the eigenfunctions of MESH, times SCALE, by a dense decomposition, draws points with the density of the K-th
one's positive part, and lets `ebim score` and `ebim project` say what the run of the folder RUN makes of them. Prints
the entropy; by how much the run's negative log likelihood of the draws is above the truth's at the same points; by how
much it would be without what projections to the learned surface shrink (the mean of log |det DP| along the triangles);
the median distance; and the share of the run's samples that lie beyond the lines where the density ends, by the nearest
of 200,000 points of the mesh: a density that is right but for these is -log(1 - share) above the truth.
"""
import os, subprocess, sys, tempfile

import numpy as np

DRAWS, SHRUNK, STEP, COVER = 4000, 1000, 1e-3, 200000


def read(path, scale):
    lines = [line.split() for line in open(path)]
    vertices = np.array([w[1:4] for w in lines if w and w[0] == "v"], float) * scale
    return vertices, np.array([[int(c.split("/")[0]) - 1 for c in w[1:4]] for w in lines if w and w[0] == "f"])


def eigenfunctions(v, f):
    stiffness, mass = np.zeros((len(v), len(v))), np.zeros(len(v))
    area = np.linalg.norm(np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]]), axis=1) / 2
    for k in range(3):
        i, j, o = f[:, k], f[:, (k + 1) % 3], f[:, (k + 2) % 3]
        half = ((v[i] - v[o]) * (v[j] - v[o])).sum(1) / (4 * area)
        for a, b, w in ((i, j, -half), (j, i, -half), (i, i, half), (j, j, half)):
            np.add.at(stiffness, (a, b), w)
        np.add.at(mass, i, area / 3)
    root = 1 / np.sqrt(mass)
    return root[:, None] * np.linalg.eigh(root[:, None] * stiffness * root)[1], area


def integral(f, area, phi):
    """Of the positive part: where one corner of a triangle is above 0, or one below, that part is a triangle, too."""
    low, middle, high = np.sort(phi[f], axis=1).T
    mean = (low + middle + high) / 3
    with np.errstate(invalid="ignore", divide="ignore"):
        one, two = (np.array(c) ** 3 / (3 * (c - middle) * (c - d)) for c, d in ((high, low), (low, high)))
    return (area * np.select([high <= 0, low >= 0, middle <= 0], [0, mean, one], mean - two)).sum()


def draws(v, f, area, phi, rng):
    """Points, the normalized log densities there, and their triangles, by rejection from the highest value."""
    points, logs, of, kept = [], [], [], 0
    while kept < 50 * DRAWS:
        t = rng.choice(len(f), 100000, p=area / area.sum())
        u = rng.random((len(t), 2))
        over = u.sum(1) > 1
        u[over] = 1 - u[over]
        shares = np.column_stack([1 - u.sum(1), u])
        value = (shares * phi[f[t]]).sum(1)
        keep = rng.random(len(t)) * phi.max() < value
        points.append((shares[keep][:, :, None] * v[f[t[keep]]]).sum(1))
        logs.append(np.log(value[keep])), of.append(t[keep])
        kept += keep.sum()
    return np.concatenate(points), np.concatenate(logs) - np.log(integral(f, area, phi)), np.concatenate(of)


def answers(ebim, command, run, x):
    with tempfile.TemporaryDirectory() as scratch:
        points, out = os.path.join(scratch, "x.npy"), os.path.join(scratch, "out.csv")
        np.save(points, x)
        subprocess.run([ebim, command, run, points, "--output", out], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return np.genfromtxt(out, delimiter=",", names=True)


def stretches(ebim, run, v, f, x, of):
    """log |det DP| of the projection P at points x of triangles, and the distances."""
    e1 = v[f[of, 1]] - v[f[of, 0]]
    normal = np.cross(e1, v[f[of, 2]] - v[f[of, 0]])
    e1 /= np.linalg.norm(e1, axis=1)[:, None]
    e2 = np.cross(normal / np.linalg.norm(normal, axis=1)[:, None], e1)
    found = answers(ebim, "project", run, np.concatenate([x, x + STEP * e1, x + STEP * e2]))
    y = np.column_stack([found[name] for name in found.dtype.names[:3]]).reshape(3, -1, 3)
    logs = np.log(np.linalg.norm(np.cross(y[1] - y[0], y[2] - y[0]), axis=1) / STEP ** 2)
    return logs[np.abs(logs) < 2 * np.log(10)], np.linalg.norm(y[0] - x, axis=1)


def beyond(run, v, f, area, phi, rng):
    """Which of the samples of a run have a nearest point of the mesh where phi is not above 0."""
    t, u = rng.choice(len(f), COVER, p=area / area.sum()), np.sort(rng.random((COVER, 2)), axis=1)
    shares = np.column_stack([u[:, 0], u[:, 1] - u[:, 0], 1 - u[:, 1]])
    cover, value = (shares[:, :, None] * v[f[t]]).sum(1), (shares * phi[f[t]]).sum(1)
    half, samples = (cover ** 2).sum(1) / 2, np.load(os.path.join(run, "samples.npy"))
    return np.concatenate([value[(half - part @ cover.T).argmin(1)] <= 0 for part in np.array_split(samples, 40)])


def shown(x):
    return "%.3f +- %.3f" % (x.mean(), x.std(ddof=1) / len(x) ** 0.5)


ebim, mesh, scale, *runs = sys.argv[1:]
v, f = read(mesh, float(scale))
functions, area = eigenfunctions(v, f)
for k, run in (argument.split(":", 1) for argument in runs):
    phi = functions[:, int(k)]
    phi = phi if phi.max() > -phi.min() else -phi
    x, logs, of = draws(v, f, area, phi, np.random.default_rng(7))
    gap = logs[:DRAWS] - answers(ebim, "score", run, x[:DRAWS])["log_density"]
    logs_det, distance = stretches(ebim, run, v, f, x[:SHRUNK], of[:SHRUNK])
    over = beyond(run, v, f, area, phi, np.random.default_rng(8)).astype(float)
    print(k, "entropy", shown(-logs), "above the truth", shown(gap), "shrunk", shown(-logs_det), "distance",
          "%.4f" % np.median(distance), "beyond", shown(over), flush=True)
