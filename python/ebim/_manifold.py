"""Manifold, an estimator in scikit-learn's manner."""

import csv
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import weakref
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import _program
from ._estimator import BaseEstimator, DensityMixin, OneToOneFeatureMixin, TransformerMixin, check_is_fitted, validate_data

worker = _program.worker


class Mesh(NamedTuple):
    """A manifold as simplices."""

    vertices: np.ndarray  #: [v, n]
    elements: np.ndarray  #: [e, m + 1] indices of vertices: segments of a curve, triangles of a surface
    log_density: np.ndarray  #: [v] in nats; None where the model has no density


class Manifold(OneToOneFeatureMixin, DensityMixin, TransformerMixin, BaseEstimator):
    """The curve or surface that points lie on, and the density there.

    Parameters
    ----------
    dimension : dimension of the manifold, or "auto" to estimate it
    model : "ebim" for closed manifolds, "ridge" for those that end, cross, have one side or noise, or "auto" to choose
    random_state : seed of the training; None is 0, so the same points and settings give the same run, which is kept
    runs : folder of runs; None is that of the variable EBIM_RUNS, or results/runs
    name : what the runs are called
    progress : whether to say on the standard error how far the training is; "auto" does so in terminals and notebooks

    Attributes
    ----------
    verdict_ : "good", "doubtful" or "wrong", which needs no truth; None where the metric trust was not measured
    reason_ : why it is not good
    dimension_ : of the manifold; n_features_in_ where none of a lower dimension was found
    topology_ : dictionary of components, euler_characteristic, closed, boundary and others; empty where it was not measured
    mesh_ : a Mesh; None where the model has none
    model_ : "ebim", "ridge", or "ebm" for a density on the whole space
    run_ : folder of the run; record_ what it says of itself
    n_features_in_, feature_names_in_ : number of columns, and their names in data frames
    """

    def __init__(self, dimension="auto", model="auto", *, random_state=None, runs=None, name="points", progress="auto"):
        self.dimension = dimension
        self.model = model
        self.random_state = random_state
        self.runs = runs
        self.name = name
        self.progress = progress

    def fit(self, X, y=None):
        """Trains on points [n_samples, n_features], or finds the run that has. y is not used. Ctrl-C saves the training."""
        self.__dict__.pop("run_", None)  # not fitted until it has ended
        X = self._points(X, reset=True)
        varies = (X != X[0]).any(axis=0)
        self._varies = varies if varies.any() else ~varies
        self._constant = X[0].copy()
        seed = seed_of(self.random_state)
        runs = os.path.abspath(self.runs or os.environ.get("EBIM_RUNS") or os.path.join("results", "runs"))
        file = self._experiment(np.ascontiguousarray(X[:, self._varies]), runs)
        model = re.search(r"^models:\n  (\w+):", file.read_text("utf-8"), re.M).group(1)
        progress = _program.watched() if self.progress == "auto" else self.progress
        self._adopt(_program.train(file, runs, model, seed, progress)["folder"])
        return self

    def score_samples(self, X):
        """Log density at the points' feet, in nats with respect to length, area or volume; nan where there is none."""
        return self.measure(X)["log_density"]

    def score(self, X, y=None):
        """Mean log density."""
        return float(np.mean(self.score_samples(X)))

    def distance(self, X):
        """Distance of each point to the manifold."""
        return self._search(X)[1]

    def project(self, X):
        """The foot of each point: the nearest point of the manifold that a search from it finds."""
        return self._search(X)[0]

    def transform(self, X):
        """As project."""
        return self.project(X)

    def is_anomaly(self, X, rate=0.01):
        """Whether points are farther from the manifold than all but a share of the data's own held-out points."""
        return self.measure(X, rate)["anomaly"].astype(bool)

    def measure(self, X, rate=0.01):
        """All that is said of points: log_density, distance, quantile, edge_distance and anomaly, as `ebim score` does."""
        off, found = self._use("score", X, "--rate", repr(float(rate)))
        columns = dict(zip(("log_density", "distance", "quantile", "edge_distance", "anomaly"), found.T.copy()))
        columns["distance"] = np.hypot(columns["distance"], off)
        columns["quantile"][off > 0] = 1
        columns["anomaly"][off > 0] = 1
        return columns

    def sample(self, n_samples=1, random_state=None):
        """Draws new points [n_samples, n_features]; others at each call unless a random_state is given."""
        check_is_fitted(self)
        seed = int(np.random.default_rng().integers(2**31)) if random_state is None else seed_of(random_state)
        with tempfile.TemporaryDirectory(prefix="ebim-") as folder:
            file = os.path.join(folder, "drawn.npy")
            worker.call("sample", self._folder(), "-n", str(n_samples), "--random-seed", str(seed), "--output", file)
            return self._whole(np.load(file)[:, :-1])

    @property
    def mesh_(self):
        check_is_fitted(self)
        with tempfile.TemporaryDirectory(prefix="ebim-") as folder:
            file = os.path.join(folder, "mesh.npz")
            try:
                worker.call("mesh", self._folder(), "--output", file)
            except _program.Error:
                return None
            with np.load(file) as arrays:
                logs = arrays["log_density"] if "log_density" in arrays else None
                return Mesh(self._whole(arrays["vertices"]), arrays["elements"].astype(np.intp), logs)

    def _points(self, X, reset=False):
        return validate_data(self, X, dtype=np.float64, reset=reset, ensure_min_samples=2 if reset else 1)

    def _experiment(self, X, runs):
        """The file that `ebim new` writes for points, in a folder that is named by them and by the settings."""
        names = named(n for n, varies in zip(getattr(self, "feature_names_in_", []), self._varies) if varies)
        asked = f"{X.shape} {self.dimension} {self.model} {names} {worker.call('--version')}"
        name = f"{self.name}-{hashlib.sha256(asked.encode() + X.tobytes()).hexdigest()[:8]}"
        folder = Path(runs, name)
        file = folder / f"{name}.yaml"
        if file.exists():
            return file
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / f"{name}.npy", X)
        draft = folder / f"draft-{os.getpid()}.yaml"
        chosen = [f"--{flag}={value}" for flag, value in (("dimension", self.dimension), ("model", self.model))
                  if value != "auto"]
        try:
            worker.call("new", folder / f"{name}.npy", "--output", draft, *chosen)
        except _program.Error:
            shutil.rmtree(folder)
            raise
        text = draft.read_text("utf-8").replace(draft.stem, name)
        if names:  # which a table has, and an array has not
            with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as table:
                csv.writer(table).writerow(names)
                np.savetxt(table, X, fmt="%.17g", delimiter=",")
            text = re.sub(r"    npy:\n      file: .*\n", lambda _: f"    csv:\n      file: {name}.csv\n      columns: "
                          f"{json.dumps(names)}\n", text, count=1)
        draft.write_text(text, "utf-8")
        os.replace(draft, file)
        return file

    def _adopt(self, folder):
        """Takes what a run says of itself."""
        record = json.loads(worker.call("inspect", folder, "--format", "json"))
        metrics = record.get("metrics") or {}
        self.model_, self.dimension_ = record["model"], record["dimension"]
        self.topology_ = {k: int(v) for k, v in metrics.get("topology", {}).items() if v is not None and v == int(v)}
        self.verdict_ = record.get("verdict")
        self.reason_ = (record.get("caveats") or {}).get("trust", "")
        if record["dimension"] == record["ambient"]:
            self.verdict_ = "wrong"
            self.reason_ = (f"there is no manifold of a lower dimension than {record['ambient']}: this is a density on the "
                            "whole space")
        self.record_, self.run_ = record, os.path.abspath(folder)
        return record

    def __sklearn_is_fitted__(self):
        return hasattr(self, "run_")

    def _use(self, command, X, *flags):
        """What a command says of points, a row for each, and how far their constant columns are off."""
        check_is_fitted(self)
        X = self._points(X)
        with tempfile.TemporaryDirectory(prefix="ebim-") as folder:
            points, output = os.path.join(folder, "points.npy"), os.path.join(folder, "output.npy")
            np.save(points, X[:, self._varies])
            worker.call(command, self._folder(), points, "--output", output, *flags)
            return np.linalg.norm((X - self._constant)[:, ~self._varies], axis=1), np.load(output)

    def _search(self, X):
        off, found = self._use("project", X)
        return self._whole(found[:, :-2]), np.hypot(found[:, -2], off)

    def _whole(self, X):
        """Points with the columns that do not vary."""
        whole = np.tile(self._constant, (len(X), 1))
        whole[:, self._varies] = X
        return whole

    def _folder(self):
        """The folder of the run: for what was pickled a temporary one."""
        if not hasattr(self, "_archive"):
            return self.run_
        if self not in unpacked:
            unpacked[self] = tempfile.mkdtemp(prefix="ebim-")
            weakref.finalize(self, shutil.rmtree, unpacked[self], ignore_errors=True)
            with zipfile.ZipFile(io.BytesIO(self._archive)) as archive:
                archive.extractall(unpacked[self])
        return unpacked[self]

    def __getstate__(self):
        """The run's files travel with the estimator, so it can be used on another machine."""
        state = self.__dict__.copy()
        if "run_" in state and "_archive" not in state:
            state["_archive"] = archived(Path(self.run_))
        return state


unpacked = weakref.WeakKeyDictionary()  # folders of estimators that were pickled


def archived(run):
    """The files of a run without those that only people look at."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(run.rglob("*")):
            if file.is_file() and file.suffix not in (".png", ".obj") and file.name not in ("history.csv", "samples.npy"):
                archive.write(file, file.relative_to(run))
    return written.getvalue()


def load(run, model=None, seed=None, runs=None):
    """A Manifold from a run's folder, or from an experiment's file, of which model and seed choose a run: by `ebim run`."""
    flags = [f"--{flag}={value}" for flag, value in (("model", model), ("seed", seed), ("runs", runs)) if value is not None]
    found = json.loads(worker.call("inspect", os.path.abspath(run), "--format", "json", *flags))
    manifold = Manifold(dimension=found["dimension"], random_state=found["seed"], runs=runs, name=found["experiment"])
    columns = manifold._adopt(found["folder"])["columns"]
    manifold.n_features_in_ = len(columns)
    if columns != [f"x{i + 1}" for i in range(len(columns))]:
        manifold.feature_names_in_ = np.array(columns, dtype=object)
    manifold._varies, manifold._constant = np.ones(len(columns), bool), np.zeros(len(columns))
    return manifold


def named(columns):
    """The names of columns, where a table's header can have them."""
    names = [str(c) for c in columns]
    numbers = [n for n in names if re.fullmatch(r"\W*|[-+.\d\s]*|[-+]?(nan|inf|infinity)", n.lower())]
    return [] if numbers or len(set(names)) < len(names) or any("\n" in n or "\r" in n for n in names) else names


def seed_of(random_state):
    """A seed from a number, a RandomState or a Generator; 0 for None."""
    if hasattr(random_state, "integers"):
        return int(random_state.integers(2**31))
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    return int(random_state or 0)
