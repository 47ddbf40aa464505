"""Changes of the text of tables that a batch has written: lines as programs put before, among or after the rows."""
import json, os

class Edits:
    """Changes by the names of a batch's sets."""

    def __init__(self):
        self.changes = {}

    def edited(self, change):
        """Registers a change of a set's text; the one nearest to the set comes first."""
        def keep(f):
            self.changes.setdefault(f.__name__, []).append(change)
            return f
        return keep

    def before(self, *lines):
        """Lines before the header."""
        return self.edited(lambda t: "".join(v + "\r\n" for v in lines) + t)

    def after(self, *lines):
        """Lines after the header."""
        return self.edited(lambda t: t.replace("\r\n", "\r\n" + "".join(v + "\r\n" for v in lines), 1))

    def last(self, *lines):
        """Lines after the last row."""
        return self.edited(lambda t: t + "".join(v + "\r\n" for v in lines))

    def apply(self, folder):
        """Changes the tables that a folder's truth.json names."""
        with open(os.path.join(folder, "truth.json")) as f:
            written = json.load(f)
        for name in self.changes.keys() & written.keys():
            path = os.path.join(folder, name + ".csv")
            with open(path, newline="", encoding="utf-8") as f:
                text = f.read()
            for change in self.changes[name]:
                text = change(text)
            with open(path, "w", newline="", encoding="utf-8") as f:
                f.write(text)
