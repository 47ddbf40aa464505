package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/experiments"
	"ebim/registry"
	"ebim/registry/command/cli"
)

func TestPatternsOfFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.yaml", "a.yaml", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(circle), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	zoo := 0
	for _, name := range experiments.Names() {
		if strings.HasPrefix(name, "experiments/zoo/") {
			zoo++
		}
	}
	for pattern, want := range map[string]int{filepath.Join(folder, "*"): 2, filepath.Join(folder, "[b]*"): 1,
		"zoo/*": zoo, "experiments/zoo/*.yaml": zoo, "experiments/quickst?rt.yaml": 1} {
		if found, err := cli.Expanded([]string{pattern, pattern}, experiments.Names()); err != nil ||
			len(found) != want {
			t.Errorf("%s: %d files, want %d (%v)", pattern, len(found), want, err)
		}
	}
	out := must(t, "validate", filepath.Join(folder, "*"))
	if strings.Count(out, "is valid") != 2 {
		t.Error(out)
	}
	for _, test := range []struct{ line, want string }{
		{"validate zo/*",
			`"zo/*" matches no YAML file here, and none that the program comes with: these are in experiments, experiments/paper, `},
		{"validate zoo/[", "is not a pattern"},
		{"best zoo/*", `"zoo/*" matches `},
		{"figure figure_1*", `"figure_1*" matches `},
		{"table nothing*", `"nothing*" matches no YAML file here`},
	} {
		if code, out, messages := ebim(t, strings.Fields(test.line)...); code != ExitUsage || out != "" ||
			!strings.Contains(messages, test.want) {
			t.Errorf("ebim %s: code %d, %s%s", test.line, code, out, messages)
		}
	}
}

// Several tables are one answer.
func TestSeveralTables(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	const table = "title: T\nrows: [{label: a, experiment: circle, metric: wasserstein.value}]\n" +
		"columns: [{label: m, model: ebm}]\n"
	for _, name := range []string{"one.yaml", "two.yaml"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), name), []byte(strings.Replace(table, "T", name, 1)),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	pattern := filepath.Join(filepath.Dir(file), "[ot]*.yaml")
	if out := must(t, "table", pattern, "--runs", runs); !strings.Contains(out, "one.yaml\n") ||
		!strings.Contains(out, "two.yaml\n") {
		t.Error(out)
	}
	if tables, ok := decoded(t, must(t, "table", pattern, "--runs", runs, "--format", "json")).([]any); !ok ||
		len(tables) != 2 {
		t.Errorf("%v", tables)
	}
}

// An experiment on the standard input is checked, and resolved, with its mistakes' places.
func TestStandardInput(t *testing.T) {
	with := func(text string, arguments ...string) (code int, out, messages string) {
		var stdout, stderr bytes.Buffer
		p := &Program{Registry: registry.Standard(), Out: &stdout, Messages: &stderr, In: strings.NewReader(text),
			Now: time.Now}
		code = p.Run(t.Context(), arguments)
		return code, stdout.String(), stderr.String()
	}
	if code, out, messages := with(circle, "validate", "-"); code != 0 ||
		!strings.HasPrefix(out, "standard_input is valid: experiment standard_input; models ebim, ebm;") {
		t.Errorf("code %d, %s%s", code, out, messages)
	}
	if code, out, messages := with(circle, "resolve", "-"); code != 0 ||
		!strings.Contains(out, "spectral_norm: false") {
		t.Errorf("code %d, %s%s", code, out, messages)
	}
	if code, _, messages := with(circle+strings.Repeat("#\n", cli.MostInput/2), "validate", "-"); code == 0 ||
		!strings.Contains(messages, "longer than") {
		t.Errorf("an endless text: code %d, %s", code, messages)
	}
	if code, _, messages := with(circle+"sedes: 1\n", "validate", "-"); code != ExitUsage ||
		!strings.Contains(messages, "standard_input:13:1: sedes: unknown setting") {
		t.Errorf("code %d, %s", code, messages)
	}
	if code, _, messages := with(circle, "run", "-", "--runs", t.TempDir()); code != ExitUsage ||
		!strings.Contains(messages, "cannot read -") {
		t.Errorf("code %d, %s", code, messages)
	}
}

func TestDidYouMean(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"points.csv", "own_table.yaml", "circle.yaml"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("0,0\n1,1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	for _, test := range []struct{ want, line string }{
		{"did you mean --jobs?", "run --jbs 2 x.yaml"},
		{"did you mean --format?", "runs list --fromat json"},
		{"did you mean " + in("circle.yaml") + "?", "run " + in("cirle.yaml")},
		{"did you mean " + in("points.csv") + "?", "metric wasserstein " + in("points.csv") + " " + in("point.csv")},
		{"did you mean " + in("points.csv") + "?", "new " + in("ponts.csv")},
		{"did you mean " + in("own_table.yaml") + "?", "table " + in("my_table.yaml")},
		{"did you mean " + in("own_table.yaml") + "?", "figure " + in("on_table.yaml")},
	} {
		if code, _, messages := ebim(t, strings.Fields(test.line)...); code == 0 ||
			!strings.Contains(messages, test.want) {
			t.Errorf("ebim %s: code %d, %s, want %q", test.line, code, messages, test.want)
		}
	}
	if code, _, messages := ebim(t, "run", "--zzzzzz", "x.yaml"); code != ExitUsage ||
		strings.Contains(messages, "did you mean") {
		t.Error(messages)
	}
}

// EBIM_RUNS says where runs are, unless --runs does.
func TestFolderOfRunsByVariable(t *testing.T) {
	file, runs, other := write(t, "circle.yaml", circle), t.TempDir(), t.TempDir()
	t.Setenv(cli.RunsVariable, runs)
	must(t, "run", file, "--figures=false", "--only", "ebm")
	must(t, "run", file, "--figures=false", "--only", "ebm", "--set", changed, "--runs", other)
	if len(list(t)) != 1 || len(list(t, "--runs", other)) != 1 || strings.Contains(must(t, "runs", "list"), changed) {
		t.Error("runs are elsewhere")
	}
	table := filepath.Join(filepath.Dir(file), "t.yaml")
	if err := os.WriteFile(table,
		[]byte("title: T\nrows: [{label: a, experiment: circle, metric: wasserstein.value}]\ncolumns: [{label: m, "+
			"model: ebm}]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "table", table); strings.Contains(out, "missing") {
		t.Error(out)
	}
}

// decoded is what a JSON answer says.
func decoded(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}
