"""Compare what MLflow and TensorBoard have of runs with the runs' files.

usage: track.py RUNS MLFLOW BOARD
"""
import csv
import json
import math
import pathlib
import sys

from mlflow import MlflowClient
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

runs, client, board = pathlib.Path(sys.argv[1]), MlflowClient(sys.argv[2]), pathlib.Path(sys.argv[3])


def expected(folder):
    """The curves of a run, {name: {step: value}}, its numbers, {name: value}, and its record."""
    found = {}
    for training in (stage["name"] for stage in json.loads((folder / "record.json").read_text())["stages"]):
        if (folder / training / "history.csv").exists():
            with open(folder / training / "history.csv", newline="") as file:
                header, *rows = csv.reader(file)
            for row in rows:
                for column, cell in zip(header[1:], row[1:], strict=True):
                    if cell and math.isfinite(float(cell)):
                        found.setdefault(f"{training}/{column}", {})[int(row[0])] = float(cell)
    record = json.loads((folder / "record.json").read_text())
    numbers = {"run/seconds": record["seconds"]}
    for metric, values in record["metrics"].items():
        numbers |= {f"metrics/{metric}.{name}": value for name, value in values.items() if value is not None}
    return {name: curve for name, curve in found.items() if len(curve) > 1}, numbers, record


def compare(where, want, got, tolerance):
    assert set(got) == set(want), f"{where}: the curves {set(got) ^ set(want)}"
    for name, curve in want.items():
        assert sorted(got[name]) == sorted(curve), f"{where}: {name} has other steps: {len(got[name])}, not {len(curve)}"
        for step, value in curve.items():
            assert math.isclose(got[name][step], value, rel_tol=tolerance, abs_tol=1e-12), (where, name, step)
    return sum(map(len, want.values()))


folders = sorted(path.parent for path in runs.glob("tracked/*/*/record.json"))
assert len(folders) == 4, folders
experiment = client.get_experiment_by_name("tracked")
there = {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}
assert len(there) == 4, list(there)
points = 0
for folder in folders:
    want, numbers, record = expected(folder)
    assert len(want) > 3, want
    name = f"{record['model']}/{folder.name}"
    run = there[name]
    ident = run.info.run_id
    history = {key: {m.step: m.value for m in client.get_metric_history(ident, key)} for key in run.data.metrics}
    points += compare(f"MLflow, {name}", want | {k: {0: v} for k, v in numbers.items()}, history, 1e-9)
    assert run.info.status == "FINISHED", run.info
    params = run.data.params
    assert params["name"] == record["model"] and params["seed"] == str(record["seed"]), params
    assert params["data.source.von_mises.concentration"] == "2", params
    part = "manifold" if record["model"] == "ebim" else "autoencoder"
    assert any(key.startswith(f"model.{record['model']}.{part}.training.") for key in params), sorted(params)
    assert [file.path for file in client.list_artifacts(ident)] == ["config.yaml"]

    events = EventAccumulator(str(board / "tracked" / name), size_guidance={"scalars": 0}).Reload()
    tags = events.Tags()
    points += compare(f"TensorBoard, {name}", want, {t: {e.step: e.value for e in events.Scalars(t)} for t in tags["scalars"]}, 1e-5)
    settings = EventAccumulator(str(board / "tracked" / name / "parameters")).Reload()
    assert "_hparams_/session_start_info" in settings.summary_metadata, settings.Tags()
    beside = {tag: settings.Scalars(tag)[0].value for tag in settings.Tags()["scalars"]}
    assert len(beside) < len(numbers) and "metrics/wasserstein.ratio" in beside, beside
    assert all(math.isclose(value, numbers[tag], rel_tol=1e-5) for tag, value in beside.items()), beside
    table = events.Tensors("numbers/text_summary")[0].tensor_proto.string_val[0].decode()
    assert all(f"| {name} | " in table for name in numbers), table
print(f"MLflow and TensorBoard have {len(folders)} runs as they are: {points} points")
