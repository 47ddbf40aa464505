"""Compares what TensorBoard and MLflow show of runs with what the runs' folders hold.

usage: check.py RUNS MLFLOW TENSORBOARD
"""
import csv
import json
import math
import pathlib
import sys
import time
import urllib.parse
import urllib.request

runs, mlflow, board = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]


def ask(url, body=None, **query):
    if query:
        url += "?" + urllib.parse.urlencode(query)
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def shown(step, row):
    """The steps that are shown: see curve.shown in reader.go."""
    every = 1
    while step >= 1000 * every:
        every *= 10
    return step % every == 0 or row.get("validation", "") != ""


def expected(folder):
    """The curves of a run, {name: {step: value}}."""
    curves = {}
    for history in folder.glob("*/history.csv"):
        with open(history, newline="") as file:
            rows = list(csv.DictReader(file))
        for i, row in enumerate(rows):
            step = int(row.pop("step"))
            if shown(step, row) or i == len(rows) - 1:
                for term, cell in row.items():
                    if cell != "" and math.isfinite(float(cell)):
                        curves.setdefault(f"{history.parent.name}/{term}", {})[step] = float(cell)
    record = json.loads((folder / "record.json").read_text())
    for metric, numbers in record["metrics"].items():
        for name, value in numbers.items():
            if value is not None:
                curves[f"metrics/{metric}.{name}"] = {0: value}
    curves["run/seconds"] = {0: record["seconds"]}
    return curves, record


def compare(where, curves, found, tolerance):
    """found(name) gives the points of a curve in their order."""
    points = 0
    for name, want in curves.items():
        got = found(name)
        steps = [step for step, _ in got]
        assert steps == sorted(want), f"{where}: {name} has the steps {steps[:5]}... ({len(steps)}), not {sorted(want)[:5]}... ({len(want)})"
        for step, value in got:
            assert math.isclose(value, want[step], rel_tol=tolerance, abs_tol=1e-12), f"{where}: {name} at {step} is {value}, not {want[step]}"
        points += len(got)
    return points


folders = sorted(record.parent for record in runs.glob("tracked/*/*/record.json"))
assert len(folders) == 4, folders

# MLflow
[experiment] = [e for e in ask(mlflow + "/api/2.0/mlflow/experiments/search", {"max_results": 100})["experiments"] if e["name"] == "tracked"]
there = ask(mlflow + "/api/2.0/mlflow/runs/search", {"experiment_ids": [experiment["experiment_id"]]})["runs"]
assert len(there) == len(folders), f"MLflow has {len(there)} runs: one that went on must stay one"
by_name = {run["info"]["run_name"]: run for run in there}
points = 0
for folder in folders:
    curves, record = expected(folder)
    run = by_name[f"{record['model']}/{folder.name}"]
    assert run["info"]["status"] == "FINISHED", run["info"]
    ident = run["info"]["run_id"]
    history = lambda name: [(m["step"], m["value"]) for m in ask(mlflow + "/api/2.0/mlflow/metrics/get-history", run_id=ident, metric_key=name, max_results=25000).get("metrics", [])]
    points += compare(f"MLflow, {folder.name}", curves, lambda name: sorted(history(name)), 1e-6)
    names = {m["key"] for m in run["data"]["metrics"]}
    assert all(name in curves or "/start-" in name for name in names), names - set(curves)
    params = {p["key"]: p["value"] for p in run["data"]["params"]}
    assert params["name"] == record["model"] and params["seed"] == str(record["seed"]), params
    assert params["data.source.von_mises.concentration"] == "2", params
    part = "manifold" if record["model"] == "ebim" else "autoencoder"
    assert any(key.startswith(f"model.{record['model']}.{part}.training.") for key in params), sorted(params)
    tags = {t["key"]: t["value"] for t in run["data"]["tags"]}
    assert tags["ebim.settings"] == record["settings"], tags
    files = [f["path"] for f in ask(mlflow + "/api/2.0/mlflow/artifacts/list", run_id=ident).get("files", [])]
    assert "config.yaml" in files, files
print(f"MLflow shows {len(folders)} runs as they are: {points} points of curves, {len(params)} parameters each")

# TensorBoard, which reads in the background
for _ in range(60):
    tags = ask(board + "/data/plugin/scalars/tags")
    if len(tags) >= len(folders) and all("run/seconds" in t for t in tags.values()):
        break
    time.sleep(1)
points = 0
for folder in folders:
    curves, record = expected(folder)
    name = f"tracked/{record['model']}/{folder.name}"
    assert all(tag in curves or "/start-" in tag for tag in tags[name]), set(tags[name]) - set(curves)
    scalars = lambda tag: [(step, value) for _, step, value in ask(board + "/data/plugin/scalars/scalars", run=name, tag=tag)]
    points += compare(f"TensorBoard, {name}", curves, scalars, 1e-5)
images = ask(board + "/data/plugin/images/tags")
assert {"density", "training"} <= set(images["figures/tracked"]), images
groups = ask(board + "/data/plugin/hparams/session_groups", {"experimentName": "", "allowedStatuses": ["STATUS_SUCCESS", "STATUS_UNKNOWN", "STATUS_FAILURE", "STATUS_RUNNING"],
             "colParams": [{"metric": {"group": "", "tag": "metrics/wasserstein.value"}}, {"hparam": "data.size"}], "startIndex": 0, "sliceSize": 100, "aggregationType": "AGGREGATION_AVG"})
groups = groups["sessionGroups"]
assert len(groups) == 2 and all(len(g["sessions"]) == 2 for g in groups), f"the seeds of a model are one group: {groups}"
for group in groups:
    assert group["hparams"]["data.size"] == 200, group["hparams"]
    statuses = [session["status"] for session in group["sessions"]]
    assert statuses == ["STATUS_SUCCESS"] * 2, statuses
    values = [m for m in group["metricValues"] if m["name"]["tag"] == "metrics/wasserstein.value"]
    means = []
    for folder in folders:
        curves, record = expected(folder)
        if record["model"] == group["hparams"]["name"]:
            means.append(curves["metrics/wasserstein.value"][0])
    assert math.isclose(values[0]["value"], sum(means) / len(means), rel_tol=1e-5), (values, means)
print(f"TensorBoard shows {len(folders)} runs as they are: {points} points of curves, {len(images['figures/tracked'])} figures, hyper-parameters with metrics")
