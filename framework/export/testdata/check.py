"""Checks exported models: check.py FOLDER

For every NAME.npz in the folder the functions NAME-FUNCTION.onnx are run by onnxruntime at the archive's examples, whole and row by row, and
compared with the program's own values there. Prints a line for each and ends with 1 where one is off.
"""
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime

ONNX = 1e-5  # of the largest value, in single precision
SINGLE = 1e-4  # the same where points are in single precision, too


def off(values, wanted):
    assert np.abs(wanted).max() > 0
    return float(np.abs(values - wanted).max() / np.abs(wanted).max())


def main(folder):
    wrong = checked = 0
    for archive in sorted(folder.glob("*.npz")):
        p = np.load(archive)
        assert p["settings.yaml"] is not None
        for name in p.files:
            if not name.endswith((".txt", ".yaml")):
                assert np.isfinite(p[name]).all(), name
        assert p["README.txt"]
        for function in sorted({name.split("/")[1] for name in p.files if name.startswith("example/")}):
            x, wanted = p[f"example/{function}/input"], p[f"example/{function}/output"]
            results = []
            file = archive.with_name(f"{archive.stem}-{function}.onnx")
            if file.exists():
                onnx.checker.check_model(str(file), full_check=True)
                session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
                (put,) = session.get_inputs()
                whole = session.run(None, {put.name: x})[0]
                rows = np.concatenate([session.run(None, {put.name: row[None]})[0] for row in x])
                assert session.get_outputs()[0].shape == ["batch", wanted.shape[1]] and put.shape == ["batch", x.shape[1]]
                results += [("onnx", off(whole, wanted), ONNX), ("onnx, rows", off(rows, wanted), ONNX)]
            file = archive.with_name(f"{archive.stem}-{function}-float32.onnx")
            if file.exists():
                onnx.checker.check_model(str(file), full_check=True)
                session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
                single = session.run(None, {session.get_inputs()[0].name: x.astype(np.float32)})[0]
                assert single.dtype == np.float32
                results.append(("onnx, float32", off(single, wanted), SINGLE))
            for kind, error, bound in results:
                checked += 1
                wrong += not error <= bound
                print(f"{'ok   ' if error <= bound else 'WRONG'} {archive.stem} {function} {kind}: {error:.1e}")
    print(f"{checked} checked, {wrong} wrong")
    return 1 if wrong or not checked else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
