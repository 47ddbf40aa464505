"""What ebim makes of the data sets of make.py with no knob turned, judged by their truth.

python3 run.py EBIM FOLDER [tuning|held_out|NAME ...]

In a folder that make.py has filled, each NAME.csv goes through `ebim new` and, with one seed and the model that it
chose, `ebim run`. Prints a table in Markdown, and the verdicts of right and wrong ones with their reasons.
"""
import collections, glob, json, os, re, subprocess, sys

VERDICTS = {2: "good", 1: "doubtful", 0: "wrong"}


def spent(command, folder):
    """The finished process, and its seconds of processor time."""
    before = os.times()
    process = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=dict(os.environ, GOMAXPROCS="1"))
    after = os.times()
    return process, after.children_user + after.children_system - before.children_user - before.children_system


def found(ebim, folder, name):
    """What came out: the model and its dimension, its topology, the verdict, and seconds."""
    drafted, seconds = spent([ebim, "new", name + ".csv"], folder)
    model = re.search(r"^models:\n  (\w+):", drafted.stdout, re.M)
    dimension = re.search(r"^Dimension (\d+)|manifold is known and has dimension (\d+)", drafted.stderr, re.M)
    result = dict(model="none", dimension=int(dimension[1] or dimension[2]) if dimension else None, verdict="", seconds=seconds)
    if drafted.returncode:
        return dict(result, model="refused")
    if not model or model.group(1) == "ebm" or "no manifold to learn" in drafted.stderr:
        return result
    result["model"] = model.group(1)
    with open(os.path.join(folder, name + ".yaml"), "w") as f:
        f.write(drafted.stdout)
    _, more = spent([ebim, "run", name + ".yaml", "--seeds", "0", "--figures=false", "--only", result["model"]], folder)
    result["seconds"] += more
    records = glob.glob(os.path.join(folder, "results", "runs", name, result["model"], "seed-0-*", "metrics.json"))
    if not records:
        return dict(result, verdict="no mesh")
    metrics = json.load(open(max(records, key=os.path.getmtime)))
    topology, trust = metrics.get("topology", {}), metrics.get("trust", {})
    reasons = [name.removeprefix("reason_") for name in trust if name.startswith("reason_")]
    return dict(result, topology=topology, verdict=VERDICTS.get(trust.get("verdict"), ""), reasons=reasons)


def right(of, truth):
    """Whether it is what is true; of what no model fits, whether none was found."""
    if truth["unfit"]:
        return of["model"] == "none"
    is_ = of.get("topology")
    if not is_ and (of["model"] == "given_manifold" or truth["dimension"] > 2):  # which have no mesh
        return of["dimension"] == truth["dimension"]
    return bool(is_) and (of["dimension"], is_["components"], is_["boundary"], is_["euler_characteristic"]) == (
        truth["dimension"], truth["components"], truth["boundary"], truth["euler"]) and (
            truth["dimension"] == 1 or bool(is_["orientable"]) == truth["orientable"])


def shape(dimension, components, boundary, euler, orientable):
    sided = "" if dimension == 1 or orientable else ", one-sided"
    return "%d, %d, %d, %d%s" % (dimension, components, boundary, euler, sided)


def row(name, truth, of):
    """A line of the table."""
    true = "no manifold" if truth["unfit"] else shape(*(truth[k] for k in ("dimension", "components", "boundary",
                                                                           "euler", "orientable")))
    got, is_ = of["model"], of.get("topology")
    if is_:
        got += ": " + shape(of["dimension"], is_["components"], is_["boundary"], is_["euler_characteristic"],
                            is_.get("orientable", 1))
    return "| %s | %d in R^%d | %s | %s | %s | %s | %.0f s |" % (
        truth["doc"], truth["points"], truth["columns"], true, got, "right" if right(of, truth) else "wrong",
        of["verdict"] or "–", of["seconds"])


def main(ebim, folder, wanted):
    truths = json.load(open(os.path.join(folder, "truth.json")))
    counts, fired = collections.Counter(), collections.Counter()
    print("| set | points | truth | found | | verdict | time |\n|:--|:--|:--|:--|:--|:--|--:|")
    for name, truth in truths.items():
        if not wanted or name in wanted or truth["half"] in wanted:
            of = found(os.path.abspath(ebim), folder, name)
            kind = "of no manifold" if truth["unfit"] else "right" if right(of, truth) else "wrong"
            counts[kind, of["verdict"] or of["model"]] += 1
            fired.update((kind, reason) for reason in of.get("reasons", []))
            print(row(name, truth, of), flush=True)
    print()
    for (kind, verdict), count in sorted(counts.items()):
        print("%s, %s: %d" % (kind, verdict, count))
    for (kind, reason), count in sorted(fired.items()):
        print("%s, for the reason %s: %d" % (kind, reason, count))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
