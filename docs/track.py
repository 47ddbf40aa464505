#!/usr/bin/env python3
"""Send finished runs of ebim to MLflow or TensorBoard.

    pip install mlflow tensorboardX pyyaml
    python track.py results/runs --mlflow http://localhost:5000
    python track.py results/runs --tensorboard board && tensorboard --logdir board

Each run folder becomes one run: its settings are parameters, history.csv of each training is curves, numbers of
metrics and the seconds are metrics, and config.yaml is an artifact. TensorBoard, which draws every number as a curve,
has the main numbers beside the parameters (HPARAMS), and all of them as a table (TEXT).
Run it again for what has been added since: nothing is sent twice. `--every 60` looks again each minute.
Trainings that still run are shown by `ebim serve`.
"""
import argparse
import csv
import json
import math
import pathlib
import time

import yaml


def flatten(value, path=""):
    """The settings by path; a list of plain values is one setting."""
    if isinstance(value, list) and any(isinstance(v, dict) for v in value):
        value = {str(i): v for i, v in enumerate(value)}
    if not isinstance(value, dict) or not value:
        return {path: value}
    return {k: v for key, below in value.items() for k, v in flatten(below, f"{path}.{key}".lstrip(".")).items()}


def parameters(folder, record):
    """The settings that the results depend on; the model's begin with `model`, so that models can be compared."""
    config = yaml.safe_load((folder / "config.yaml").read_text())
    model = config.pop("models")[record["model"]]
    for name in ("title", "description", "seeds", "figures", "select", "search", "track"):
        config.pop(name, None)
    found = {"name": record["model"], "seed": record["seed"], "backend": record["backend"], "settings": record["settings"]}
    return found | flatten(config) | flatten(model or {}, "model")


def curves(folder):
    """The finite numbers of trainings as {name: [(step, value)]}, from the rows of history.csv."""
    found = {}
    for history in sorted(folder.glob("*/history.csv")):
        with open(history, newline="") as file:
            for row in csv.DictReader(file):
                step = int(row.pop("step"))
                for column, cell in row.items():
                    if cell and math.isfinite(float(cell)):
                        found.setdefault(f"{history.parent.name}/{column}", []).append((step, float(cell)))
    return {name: points for name, points in found.items() if len(points) > 1}


def numbers(record):
    """What was measured once, at the end, by name."""
    found = {"run/seconds": record["seconds"]}
    for metric, values in (record.get("metrics") or {}).items():
        found |= {f"metrics/{metric}.{name}": value for name, value in values.items() if value is not None}
    return found


# The numbers that TensorBoard has beside the parameters: each of them is a curve of one point, too.
MAIN = ("seconds", ".verdict", ".value", ".ratio", ".median", ".matches")


def to_mlflow(client, folder, record, name):
    from mlflow.entities import Metric, Param

    experiment = client.get_experiment_by_name(record["experiment"])
    ident = experiment.experiment_id if experiment else client.create_experiment(record["experiment"])
    known = client.search_runs([ident], f"tags.`ebim.key` = '{record['key']}' and status = 'FINISHED'")
    if any(run.info.run_name == name for run in known):
        return False
    for half in client.search_runs([ident], f"attributes.run_name = '{name}' and status = 'RUNNING'"):
        client.delete_run(half.info.run_id)  # sending it was interrupted
    run = client.create_run(ident, run_name=name, tags={"ebim.key": record["key"]}).info.run_id
    settings = [Param(k, str(v)) for k, v in parameters(folder, record).items()]
    for i in range(0, len(settings), 100):
        client.log_batch(run, params=settings[i : i + 100])
    now = int(time.time() * 1000)
    points = [Metric(k, value, now, step) for k, curve in curves(folder).items() for step, value in curve]
    points += [Metric(k, value, now, 0) for k, value in numbers(record).items()]
    for i in range(0, len(points), 1000):
        client.log_batch(run, metrics=points[i : i + 1000])
    client.log_artifact(run, str(folder / "config.yaml"))
    client.set_terminated(run, "FINISHED")
    return True


def to_tensorboard(board, folder, record, name):
    import tensorboardX

    place = pathlib.Path(board, record["experiment"], name)
    sent = place / "sent.txt"
    if sent.exists() and sent.read_text() == record["key"]:
        return False
    for old in place.glob("events*"):
        old.unlink()  # of other results, or of an interrupted sending
    with tensorboardX.SummaryWriter(str(place)) as writer:
        for curve, points in curves(folder).items():
            for step, value in points:
                writer.add_scalar(curve, value, step)
        rows = [f"| {k} | {value:.6g} |" for k, value in sorted(numbers(record).items())]
        writer.add_text("numbers", "\n".join(["| number | value |", "|:--|--:|", *rows]))
        metrics = {k: value for k, value in numbers(record).items() if k.endswith(MAIN)}
        shown = {k: v if isinstance(v, (bool, int, float)) else str(v) for k, v in parameters(folder, record).items()}
        writer.add_hparams(shown, metrics, name="parameters")
    sent.write_text(record["key"])
    return True


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("runs", type=pathlib.Path, help="folder of runs, such as results/runs")
    options.add_argument("--mlflow", metavar="ADDRESS", help="MLflow tracking server, such as http://localhost:5000")
    options.add_argument("--tensorboard", metavar="FOLDER", help="folder for event files")
    options.add_argument("--every", metavar="SECONDS", type=float, help="look again after this time, until interrupted")
    given = options.parse_args()
    if not given.mlflow and not given.tensorboard:
        options.error("say where to: --mlflow ADDRESS, --tensorboard FOLDER, or both")
    client = None
    if given.mlflow:
        from mlflow import MlflowClient

        client = MlflowClient(given.mlflow)
    while True:
        for path in sorted(given.runs.glob("*/*/*/record.json")):
            record = json.loads(path.read_text())
            if record["status"] != "done":
                continue
            name = f"{record['model']}/{path.parent.name}"
            if client and to_mlflow(client, path.parent, record, name):
                print(f"{record['experiment']}/{name} -> {given.mlflow}")
            if given.tensorboard and to_tensorboard(given.tensorboard, path.parent, record, name):
                print(f"{record['experiment']}/{name} -> {given.tensorboard}")
        if not given.every:
            return
        time.sleep(given.every)


if __name__ == "__main__":
    main()
