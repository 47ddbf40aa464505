package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestLogLevels(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	const noted = "models.ebim.energy.sampler={constrained_hmc: {leapfrogs: 1}}" // its former name
	log := filepath.Join(t.TempDir(), "run.log")
	arguments := []string{"run", file, "--runs", runs, "--only", "ebim", "--figures=false", "--set", noted}
	code, first, messages := ebim(t, append(arguments, "--log-level", "warning", "--log-file", log)...)
	if code != 0 || !strings.HasPrefix(messages, "Note: ") || strings.Count(messages, "\n") != strings.Count(messages, "Note: ") {
		t.Errorf("warning: code %d, %q", code, messages)
	}
	if code, out, messages := ebim(t, append(arguments, "--log-level", "error", "--log-file", log)...); code != 0 || messages != "" || out != first {
		t.Errorf("error: code %d, %q", code, messages)
	}
	code, out, messages := ebim(t, append(arguments, "--log-level", "debug", "--log-file", log)...)
	if code != 0 || out != first {
		t.Errorf("code %d, %s", code, out)
	}
	for _, want := range []string{"Debug: ebim run, version ", "Recorded in ", "Nothing was left to compute", "Debug: circle ebim seed 0: stage energy, reused, "} {
		if !strings.Contains(messages, want) {
			t.Errorf("debug: no %q in\n%s", want, messages)
		}
	}
	if code, _, messages := ebim(t, "run", file+"x", "--log-level", "error", "--log-file", log); code != ExitUsage || !strings.Contains(messages, "cannot read") {
		t.Errorf("an error at the level error: code %d, %s", code, messages)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	stamp := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ `)
	for line := range bytes.Lines(text) {
		if !stamp.Match(line) {
			t.Errorf("a line without a time: %q", line)
		}
	}
	for _, want := range []string{"Z Note: ", "Z Recorded in ", "Z Debug: ", "Z cannot read "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the file\n%s", want, text)
		}
	}
	for _, test := range []struct {
		code int
		line string
		want string
	}{
		{ExitUsage, "list --log-level loud", `unknown --log-level "loud"; known: error, warning, info, debug`},
		{ExitFailed, "list --log-file " + filepath.Join(file, "x"), "--log-file: "},
	} {
		if code, out, messages := ebim(t, strings.Fields(test.line)...); code != test.code || out != "" || !strings.Contains(messages, test.want) {
			t.Errorf("%s: code %d, %s%s", test.line, code, out, messages)
		}
	}
}
