"""Writes what all points of a model's axes have given as a table for TestReplayedSearches.

usage: table.py FILE MODEL --grid        prints the experiment: all points of the model's axes, one seed, the metric that `select` names
       table.py FILE MODEL RUNS NAME     prints the table, from the records below RUNS of that experiment, named NAME
"""
import itertools
import json
import pathlib
import sys

import yaml

file, model = sys.argv[1:3]
whole = yaml.safe_load(open(file))
axes = {path: values for path, values in sorted(whole["sweep"].items()) if path.startswith(f"models.{model}.")}
metric = whole["select"]["metric"].split(".")[0]
if sys.argv[3] == "--grid":
    del whole["trials"]
    whole |= {"models": {model: whole["models"][model]}, "sweep": axes, "seeds": 100, "metrics": {metric: whole["metrics"][metric]}}
    print(yaml.safe_dump(whole))
    sys.exit()

runs, name = pathlib.Path(sys.argv[3]), sys.argv[4]


def at(settings, path):
    """The value of a setting in resolved settings; names of components on the way may be left out."""
    for part in path.split("."):
        while part not in settings:
            [settings] = settings.values()
        settings = settings[part]
    return settings


found = {}
for record in runs.glob(f"{name},*/{model}/seed-100-*/record.json"):
    known, settings = json.loads(record.read_text()), yaml.safe_load((record.parent / "config.yaml").read_text())
    point = tuple(values.index(at(settings, path)) for path, values in axes.items())
    assert known["status"] == "done" and point not in found, record
    history = (record.parent / "energy" / "history.csv").read_text()
    found[point] = {"point": point, "value": -known["metrics"][metric]["value"], "steps": history.count("\n") - 1}
points = list(itertools.product(*[range(len(values)) for values in axes.values()]))
table = {"experiment": pathlib.Path(file).stem, "model": model, "axes": [{"path": path, "values": [json.dumps(v) for v in values]} for path, values in axes.items()],
         "trials": [found[point] for point in points]}
assert whole["select"]["best"] == "highest"
text = json.dumps(table)
print(text.replace('{"point"', '\n{"point"'))
