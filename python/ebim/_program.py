"""The program ebim: where it is, a process of it that answers, and one that trains."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path


class Error(ValueError):
    """What the program says against a request."""


def program():
    """The path of the program: that of the variable EBIM_PROGRAM, the one installed with this package, or one on the path."""
    name = "ebim.exe" if os.name == "nt" else "ebim"
    schemes = [sysconfig.get_path("scripts")]
    if hasattr(sysconfig, "get_preferred_scheme"):
        schemes.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    beside = Path(__file__).parents[1] / "bin"  # of pip install --target
    for found in [os.environ.get("EBIM_PROGRAM"), *(os.path.join(s, name) for s in schemes), beside / name]:
        if found and os.path.isfile(found):
            return os.fspath(found)
    found = shutil.which(name)
    if found is None:
        raise Error(f"the program {name} is not in {schemes[0]}; install this package again, or name the program by EBIM_PROGRAM")
    return found


# A terminal sends Ctrl-C to all that it started, except to what is set apart: that, Python ends itself.
APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}


class Worker:
    """A process that runs command lines and keeps the models that they use."""

    def __init__(self):
        self.process = None
        self.owner = None
        self.lock = threading.Lock()

    def call(self, *arguments):
        """Runs a command line and returns what it printed; Error has what it said instead."""
        request = json.dumps({"arguments": [os.fspath(a) for a in arguments]}) + "\n"
        with self.lock:
            line = self._ask(request) or self._ask(request)  # which may have been killed
        if not line:
            raise RuntimeError("the program ebim ended without an answer")
        answer = json.loads(line)
        if answer["code"] in (1, 2):
            raise Error(answer["messages"].strip().splitlines()[-1])
        if answer["code"]:
            raise RuntimeError(answer["messages"].strip())
        return answer["output"]

    def _ask(self, request):
        if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
            self.process = subprocess.Popen([program(), "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            encoding="utf-8", **APART)
            self.owner = os.getpid()  # a process that is forked starts its own
        try:
            self.process.stdin.write(request)
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError:
            line = ""
        except BaseException:  # Ctrl-C: the answer would be taken for the next request's
            self.process.kill()
            raise
        if not line:  # it has ended: the next request starts another
            self.process.kill()
            self.process.wait()
        return line

    def close(self):
        if self.process is not None and self.owner == os.getpid():
            self.process.stdin.close()
            self.process.wait()


worker = Worker()
atexit.register(worker.close)


def train(file, runs, model, seed, progress):
    """Does what `ebim run` does, and returns the run's record. Ctrl-C saves what there is; the same call goes on from there."""
    command = [program(), "run", file, "--runs", runs, "--only", model, "--seeds", str(seed), "--quiet", "--figures=false",
               "--format", "json"]
    show = Progress(runs, Path(file).stem) if progress else None
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=messages, **APART)
        try:
            while process.poll() is None:
                try:
                    process.wait(0.2 if show else None)
                except subprocess.TimeoutExpired:
                    show.update()
        finally:
            end(process)
            if show:
                show.close()
        out.seek(0), messages.seek(0)
        said = messages.read().decode("utf-8", "replace").strip()
        if process.returncode in (-2, 130):
            raise KeyboardInterrupt
        try:
            record = json.load(out)["runs"][0]
        except (ValueError, LookupError):
            raise (Error if process.returncode in (1, 2) else RuntimeError)(said) from None
        if record["status"] != "done":
            raise Error((record.get("failure") or {}).get("reason") or said)
        return record


def end(process):
    """Lets a training that still runs save itself, as after Ctrl-C."""
    if process.poll() is None:
        process.send_signal(signal.CTRL_BREAK_EVENT if os.name == "nt" else signal.SIGINT)
        process.wait()


class Progress:
    """A line on the standard error that says how far a training is."""

    def __init__(self, runs, experiment):
        self.runs, self.experiment, self.shown = Path(runs), experiment, ""

    def update(self):
        for file in sorted(self.runs.glob("stages/*.live/progress.json")):
            try:
                state = json.loads(file.read_text("utf-8"))
            except (OSError, ValueError):
                continue
            if state["experiment"] == self.experiment and state.get("total"):
                done = state["done"] / state["total"]
                left = f", {state['seconds_left']:.0f} s left" if state.get("seconds_left") else ""
                bar = "█" * int(20 * done) + "░" * (20 - int(20 * done))
                self.write(f"{state['model']} seed {state['seed']} {state['stage']}  {bar}  {done:4.0%}{left}")
                return

    def write(self, text):
        if text != self.shown:
            sys.stderr.write("\r" + text.ljust(len(self.shown)))
            sys.stderr.flush()
        self.shown = text

    def close(self):
        if self.shown:
            self.write("")
            sys.stderr.write("\r")
            sys.stderr.flush()


def watched():
    """Whether somebody sees the standard error: in a terminal or a notebook."""
    shell = sys.modules.get("IPython")
    return sys.stderr.isatty() or bool(shell and getattr(shell.get_ipython(), "kernel", None))
