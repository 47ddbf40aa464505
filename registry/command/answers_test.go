package command

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"ebim/registry"
)

var update = flag.Bool("update", false, "write the schemas of answers")

// The schemas are there for those who have no program, and say what this one answers.
func TestSchemasOfAnswersAreCurrent(t *testing.T) {
	for _, a := range answers() {
		file := filepath.Join("schemas", strings.TrimPrefix(a.name(), answerPrefix)+".json")
		want := must(t, "schema", a.name())
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is not current (%v): go test ./registry/command -run TestSchemasOfAnswersAreCurrent -update", file, err)
		}
	}
	if found, _ := filepath.Glob("schemas/*"); len(found) != len(answers()) {
		t.Errorf("%d files for %d answers: %q", len(found), len(answers()), found)
	}
}

// fits checks a command's answer against its schema, and returns it.
func fits(t *testing.T, name, out string) any {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(must(t, "schema", answerPrefix+strings.ReplaceAll(name, " ", "-"))))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("schema.json", text); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(out)) // which refuses text after the value
	if err != nil {
		t.Fatalf("%s answers what is not one JSON value (%v):\n%s", name, err, out)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
	return value
}

// answering lists the answers that the help names.
func answering(t *testing.T) (names []string) {
	for line := range strings.Lines(must(t, "schema", "--help")) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), answerPrefix); ok {
			names = append(names, name)
		}
	}
	return names
}

// Every command that answers anything does so as its schema says.
func TestAnswersFitTheirSchemas(t *testing.T) {
	t.Setenv("EBIM_DATA", t.TempDir())
	swept := circle + "sweep: {models.ebm.energy.training.epochs: [2, 3]}\nselect: {metric: wasserstein.value, best: lowest}\n"
	file, runs, folder := write(t, "circle.yaml", swept), t.TempDir(), t.TempDir()
	points := write(t, "a.csv", "x,y\n0,0\n1,0\n1,1\n2,1\n5,1\n")
	table := write(t, "own.yaml", "title: T\nrows: [{label: a, experiment: \"circle,*\", metric: wasserstein.value}]\ncolumns: [{label: m, model: ebim}, {label: n, model: none}]\n")
	sheet := write(t, "sheet.yaml", "panels: [{experiment: "+file+", model: truth, figure: scatter}]\n")
	var asked []string
	ask := func(name string, arguments ...string) any {
		t.Helper()
		if asked = append(asked, strings.ReplaceAll(name, " ", "-")); arguments == nil {
			arguments = strings.Fields(name)
		}
		return fits(t, name, must(t, append(arguments, "--format", "json")...))
	}
	run := ask("run", "run", file, "--runs", runs).(map[string]any)
	if len(run["runs"].([]any)) != 4 || len(run["tables"].([]any)) != 2 || len(run["variants"].([]any)) != 1 || run["report"] != filepath.Join(runs, reportFile) {
		t.Errorf("%v", run)
	}
	ask("validate", "validate", file)
	ask("resolve", "resolve", file)
	ask("new", "new", points, "--dimension", "1")
	ask("list")
	for _, arguments := range []string{"model ebim", "metric wasserstein", "data.holdout", "sweep", "models"} {
		ask("describe", append([]string{"describe"}, strings.Fields(arguments)...)...)
	}
	ask("table", "table", table, "--runs", runs)
	if tables := ask("best", "best", file, "--runs", runs).([]any); len(tables) != 1 {
		t.Errorf("%d models have variants, want 1", len(tables))
	}
	ask("figure", "figure", sheet, "--runs", runs)
	ask("report", "report", "--runs", runs)
	ask("export", "export", file, "ebim", "--runs", runs, "--npz", filepath.Join(folder, "e.npz"), "--set", "sweep=null")
	ask("metric", "metric", "wasserstein", points, points)
	ask("metric", "metric", "sliced_wasserstein", points, points)
	ask("data list")
	ask("data verify")
	ask("backend list")
	all := ask("runs list", "runs", "list", "--runs", runs).([]any)
	name := all[0].(map[string]any)["run"].(string)
	other := all[1].(map[string]any)["run"].(string)
	ask("runs show", "runs", "show", name, "--runs", runs)
	ask("runs diff", "runs", "diff", name, other, "--runs", runs)
	ask("runs export", "runs", "export", "--runs", runs, "--output", filepath.Join(folder, "a.tar.gz"))
	ask("runs import", "runs", "import", filepath.Join(folder, "a.tar.gz"), "--runs", runs)
	ask("runs rm", "runs", "rm", name, "--runs", runs, "--yes")
	ask("runs gc", "runs", "gc", "--runs", runs)
	ask("version")
	for _, name := range answering(t) {
		if !slices.Contains(asked, name) && name != "data-get" && name != "runs-cancel" { // which downloads, or needs a queue
			t.Errorf("%s was not asked", name)
		}
	}
	fits(t, "data get", `[{"name": "floods", "state": "present", "path": "f.csv", "description": "d", "url": "u", "sha256": "0"}]`)
}

// What a failed run answers is JSON, too, beside the exit code.
func TestFailedRunAnswers(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	code, out, messages := ebim(t, "run", file, "--runs", runs, "--format", "json", "--set", "models.ebim.manifold.training.optimizer.adam.rate=1e30")
	value := fits(t, "run", out).(map[string]any)
	if code != ExitFailed || !strings.Contains(messages, "1 of 2 runs failed") || !strings.Contains(out, `"status": "failed"`) || len(value["tables"].([]any)) != 1 {
		t.Errorf("code %d, %s%s", code, out, messages)
	}
	if code, out, _ := ebim(t, "run", file+"x", "--format", "json"); code != ExitUsage || out != "" {
		t.Errorf("code %d, %s", code, out)
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	third := 1.0
	third /= 3
	type inner struct {
		List []int  `json:"list"`
		Text string `json:"text"`
	}
	value := struct {
		X, Y, Z number
		Inner   []inner
		None    []string
		Pointer *inner
	}{number(math.NaN()), number(math.Inf(1)), number(third), []inner{{nil, "a\u009bb<"}}, nil, &inner{}}
	if err := writeJSON(&out, value); err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	want := `{"X":null,"Y":null,"Z":0.3333333333333333,"Inner":[{"list":[],"text":"a\u009bb<"}],"None":[],"Pointer":{"list":[],"text":""}}`
	if diff := cmp.Diff(want, compact.String()); diff != "" {
		t.Error(diff)
	}
}

// Files of the program itself are found by their names, in a program of one's own, too.
func TestSchemasOfFiles(t *testing.T) {
	for name, want := range map[string]string{"experiment": "models", "table": "columns", "figure": "panels"} {
		if text := must(t, "schema", name); !strings.Contains(text, `"`+want+`": {`) {
			t.Errorf("%s: %.200s", name, text)
		}
	}
	if code, _, messages := ebimWith(t, registry.Standard(), "schema", "tabel"); code != ExitUsage || !strings.Contains(messages, "did you mean table?") {
		t.Errorf("code %d, %s", code, messages)
	}
}
