package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/runstest"
	"ebim/registry"
)

// asProgram makes this test's binary behave as the program itself.
const asProgram = "EBIM_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(Interruptible(), registry.Standard(), os.Args))
	}
	os.Exit(runstest.Main(m))
}

// ebim runs a command line.
func ebim(t *testing.T, arguments ...string) (code int, out, messages string) {
	t.Helper()
	return ebimWith(t, registry.Standard(), arguments...)
}

// lookSteps are those of new's looks at points, enough for what most tests ask of it.
var lookSteps = 500

// lookLonger has new look for as long as noise, or a documented output, needs.
func lookLonger(t *testing.T) {
	t.Helper()
	before := lookSteps
	t.Cleanup(func() { lookSteps = before })
	lookSteps = 2000
}

// ebimWith runs a command line with other components than the standard ones, and shorter looks at points.
func ebimWith(t *testing.T, r *registry.Registry, arguments ...string) (code int, out, messages string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &Program{Registry: r, Out: &stdout, Messages: &stderr, Now: time.Now, LookSteps: lookSteps}
	code = p.Run(t.Context(), arguments)
	return code, stdout.String(), stderr.String()
}

// must runs a command line that ends well and returns its output.
func must(t *testing.T, arguments ...string) string {
	t.Helper()
	code, out, messages := ebim(t, arguments...)
	if code != 0 {
		t.Fatalf("ebim %s: code %d, %s", strings.Join(arguments, " "), code, messages)
	}
	return out
}

// write makes a file of the given name in a new folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestWrongCommandLines(t *testing.T) {
	const quickstart = "experiments/quickstart.yaml"
	runs := filepath.Join(t.TempDir(), "runs")
	for _, test := range []struct{ line, want string }{
		{"rnu", `unknown command of ebim "rnu"; known: `},
		{"rnu", "did you mean run?"},
		{"scor", `unknown command of ebim "scor"; known: `},
		{"data fetch", `unknown command of ebim data "fetch"; known: get, list, verify`},
		{"run", "ebim run got 0 arguments; usage: ebim run FILE..."},
		{"run --jbs 2 " + quickstart, "unknown flag: --jbs; `ebim run --help` lists the flags"},
		{"run --devices 2 " + quickstart, "it was removed: start one process a GPU, each with its --share of the runs"},
		{"run --jobs two " + quickstart, `invalid argument "two" for "--jobs"`},
		{"run --jobs -2 " + quickstart, "--jobs: -2; allowed: 1 or more"},
		{"run --seeds 3-1 " + quickstart, `--seeds: seeds "3-1" run backwards; write 1-3`},
		{"run --seeds= " + quickstart, `--seeds: seeds ""; a range such as 0-4`},
		{"run --only ebin " + quickstart, `--only: "ebin"; allowed: ebim, ebm, pushforward; did you mean ebim?`},
		{"run --backend xla " + quickstart, `--backend: "xla"; allowed: cpu, go, xla:cpu, xla:cuda`},
		{"validate --backend xla " + quickstart, `--backend: "xla"; allowed: cpu, go, xla:cpu, xla:cuda`},
		{"best " + quickstart, "does not say by what to choose; add `select: "},
		{"best --set select={metric:x,best:lowest} " + quickstart, `--set select={metric:x,best:lowest}:`},
		{"best --format html " + quickstart, `unknown --format "html"`},
		{"run --set models " + quickstart, `--set models: no = in "models"; allowed: path=value`},
		{"run --set data.sise=3 " + quickstart, "did you mean size?"},
		{"run quikstart",
			"cannot read quikstart: no such file or directory; did you mean experiments/quickstart.yaml, which the " +
				"program comes with?"},
		{"run d/sphere.yaml", "did you mean experiments/paper/sphere.yaml"},
		{"run my_points.yaml",
			"cannot read my_points.yaml: no such file or directory; the program comes with " +
				"those in experiments, experiments/paper, "},
		{"run " + quickstart + " " + quickstart, "the file is given twice"},
		{"run experiments/tables/wasserstein.yaml", "data.source: a required setting is missing"},
		{"resolve a b", "usage: ebim resolve FILE"},
		{"list dta", `unknown kind "dta"; known: data, network`},
		{"list dta", "did you mean data?"},
		{"describe modle ebim", "did you mean model?"},
		{"describe model ebin",
			`unknown model "ebin"; known: ebm, implicit_manifold, ebim, ridge, given_manifold, pushforward, nae, true_family, `},
		{"describe model", "usage: ebim describe KIND NAME"},
		{"table wassersten", "did you mean wasserstein?"},
		{"table none.yaml", "cannot read none.yaml"},
		{"figure figure_77", `unknown figure "figure_77"; known: figure_1, `},
		{"figure none.yaml", "cannot read none.yaml"},
		{"figure figure_1 --output circle.jpg", "--output circle.jpg; a name that ends in .png is needed"},
		{"table wasserstein --format html", `unknown --format "html"; known: text, markdown, latex, csv, json`},
		{"export " + quickstart + " ebim", "there is nothing to write; give --onnx FILE.onnx, --npz FILE.npz, or both"},
		{"export " + quickstart, "usage: ebim export FILE MODEL"},
		{"export " + quickstart + " ebim --onnx circle.pb", "--onnx circle.pb; a name that ends in .onnx is needed"},
		{"export " + quickstart + " ebim --npz circle", "--npz circle; a name that ends in .npz is needed"},
		{"export " + quickstart + " ebim --onnx c.onnx --function f",
			`--function: unknown function "f"; known: F, denoise, jacobian, project, E, `},
		{"export " + quickstart + " ebim --npz c.npz --function F", "--function F without --onnx"},
		{"export " + quickstart + " ebim --onnx c.onnx --batch -1", "--batch -1; allowed: 1 or more"},
		{"export " + quickstart + " ebim --onnx c.onnx --seed -1", "--seed -1; allowed: 0 or more"},
		{"export " + quickstart + " ebim --onnx c.onnx --backend xla",
			`--backend: unknown backend "xla"; known: cpu, go, xla:cpu, xla:cuda`},
		{"metric wassersten a b",
			"known: wasserstein, optimal_transport, sliced_wasserstein, energy_distance; did you mean wasserstein?"},
		{"data get flods", `unknown data file "flods"; known: floods, `},
		{"backend test xla:gpu", `unknown backend "xla:gpu"; known: cpu, go, xla:cpu, xla:cuda`},
	} {
		arguments := strings.Fields(test.line)
		if arguments[0] == "run" {
			arguments = append(arguments, "--runs", runs)
		}
		code, out, messages := ebim(t, arguments...)
		if strings.Contains(messages, "task") {
			t.Errorf("ebim %s: a command that only jobs call is suggested: %s", test.line, messages)
		}
		if code != ExitUsage || out != "" || !strings.Contains(messages, test.want) {
			t.Errorf("ebim %s: code %d, output %q, messages %q\nwant code 2 and %q", test.line, code, out,
				messages, test.want)
		}
	}
	if _, err := os.Stat(runs); err == nil {
		t.Error("a wrong command line made the folder of runs")
	}
}

func TestLists(t *testing.T) {
	t.Setenv("EBIM_DATA", t.TempDir())
	for line, wants := range map[string][]string{
		"": {"ebim run", "Available Commands", "resolve"},
		"run --help": {"  experiments/\n    quickstart.yaml\n",
			"  experiments/paper/\n    arithmetic.yaml, floods.yaml,", "--set models.ebim.manifold", "--fresh"},
		"figure --help": {"figure_11", "panels:", "ebim list figure"},
		"data":          {"EBIM_DATA", "Available Commands"},
		"list": {"data: ", "  earth ", "solver: ", "  newton ", "metric: ",
			"  published_transport "},
		"list model": {"model: ", "  ebim ", "  pushforward "},
		"describe model ebim": {"manifold.dimension\n", "a whole number in [1, 100000]; required",
			"energy.training.epochs", "Example:\n  ebim:"},
		"describe data von_mises": {"in radians; expressions such as pi/2 are allowed", "default"},
		"describe metric wasserstein": {"held_out: points kept from training",
			"Example:\n  wasserstein: {samples: 2000}", "Outputs:\n  value\n",
			"      in data units; formerly noise_floor_deviation"},
		"backend list": {"cpu       available", "go        available", "xla:cpu   ", "xla:cuda  ",
			runtime.GOARCH},
		"data list": {"floods                     absent ", "amino_acids                absent ",
			"`ebim data get NAME...`"},
		"data verify": {"floods                     absent "},
		"validate experiments/quickstart.yaml --set seeds=0-2": {
			"experiments/quickstart.yaml is valid: experiment quickstart; models ebim, ebm, pushforward; seeds 0-2; " +
				"metrics likelihood, manifold_distance, topology, wasserstein"},
		"validate experiments/paper/sphere.yaml experiments/paper/sphere.yaml --backend go": {"sphere.yaml is valid"},
		"resolve experiments/quickstart.yaml": {"seeds: [0]\n",
			"spectral_norm: false", "beta2: 0.999", "            # step: noise^2",
			"# mesh.resolution: 256 in the plane and 64 in space unless given\nmesh: {}\n"},
	} {
		out := must(t, strings.Fields(line)...)
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("ebim %s lacks %q:\n%s", line, want, out)
			}
		}
	}
}

func TestValidateNotes(t *testing.T) {
	const file = "experiments/quickstart.yaml"
	code, out, messages := ebim(t, "validate", file, "--set", "sweep={data.size: [40, 41]}", "--set",
		"data.holdout=0.5")
	if code != 0 || strings.Count(out, "is valid") != 2 || strings.Count(messages,
		"models.ebm.energy.training.batch is 50, more than the 16 training points") != 1 {
		t.Errorf("code %d, %s%s", code, out, messages)
	}
}

func TestResolvedSweep(t *testing.T) {
	out := must(t, "resolve", "experiments/quickstart.yaml", "--set", "sweep={data.size: [10, 20]}")
	if parts := strings.Split(out, "---\n"); len(parts) != 2 || !strings.Contains(parts[0], "size: 10\n") ||
		!strings.Contains(parts[1], "size: 20\n") {
		t.Errorf("a sweep of two sizes resolves to\n%s", out)
	}
}

// Of several files, one that is missing doesn't hide the mistakes in the others.
func TestEveryFileIsChecked(t *testing.T) {
	folder := t.TempDir()
	wrong, missing := filepath.Join(folder, "wrong.yaml"), filepath.Join(folder, "missing.yaml")
	if err := os.WriteFile(wrong, []byte("sweeps: {}\n\"\\e[2J\": 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"validate", "run"} {
		code, out, messages := ebim(t, command, missing, wrong)
		if code != ExitUsage || out != "" || strings.Contains(messages, "\x1b") {
			t.Errorf("%s: code %d, %q, %q", command, code, out, messages)
		}
		for _, want := range []string{"cannot read " + filepath.ToSlash(missing),
			"models: a required setting is missing", "sweep, trials; did you mean sweep?"} {
			if !strings.Contains(messages, want) {
				t.Errorf("%s: %s\nlacks %q", command, messages, want)
			}
		}
	}
}

func TestMissingOrDamagedData(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("EBIM_DATA", folder)
	runs := filepath.Join(t.TempDir(), "runs")
	code, out, messages := ebim(t, "run", "experiments/paper/floods.yaml", "experiments/paper/glycine.yaml",
		"--runs", runs)
	if code != ExitFailed || out != "" || strings.Count(messages, "\n") != 2 {
		t.Errorf("code %d, output %q, messages\n%s", code, out, messages)
	}
	for _, want := range []string{"floods.yaml:7:3: data.source: the data file flood.csv", "`ebim data get floods`",
		"`ebim data get amino_acids`", folder} {
		if !strings.Contains(messages, want) {
			t.Errorf("%s\nlacks %q", messages, want)
		}
	}
	if _, err := os.Stat(runs); err == nil {
		t.Error("the folder of runs was made")
	}
	if err := os.WriteFile(filepath.Join(folder, "flood.csv"), []byte("1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"data verify", "data list", "run experiments/paper/floods.yaml --runs " + runs} {
		code, _, messages := ebim(t, strings.Fields(line)...)
		if code != ExitFailed || !strings.Contains(messages,
			"4 bytes instead of 84265; `ebim data get floods` replaces it") {
			t.Errorf("ebim %s: code %d, %s", line, code, messages)
		}
	}
}

// repeated is a line of YAML with n copies of a text.
func repeated(n int, text string) string { return "title: " + strings.Repeat(text, n) + "\n" }

// exploding is YAML whose anchors would make nine values of one, nine times over.
func exploding() string {
	text := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ",
			i), 9), ", "))
	}
	return text
}

func TestWrongYAML(t *testing.T) {
	const models = "models: {m: {implicit_manifold: {manifold: {dimension: 1}}}}\n"
	const data = "data: {source: {von_mises: {concentration: 2}}}\n"
	runs := filepath.Join(t.TempDir(), "runs")
	for _, test := range []struct{ name, text, want string }{
		{"unknown key", data + models + "sedes: 0-2\n",
			"x.yaml:3:1: sedes: unknown setting \"sedes\"; allowed: title, "},
		{"misplaced key", data + models + "epochs: 3\n",
			"it belongs at models.m.implicit_manifold.manifold.training.epochs"},
		{"wrong type", data + models + "samples: many\n",
			"x.yaml:3:10: samples: text \"many\"; allowed: a whole number in [1, 1000000]"},
		{"out of range", data + models + "samples: 0\n",
			"x.yaml:3:10: samples: number 0; allowed: a whole number in [1, 1000000]"},
		{"codimension 0", data + strings.Replace(models, "1", "2", 1),
			"models.m.manifold.dimension: 2, which gives codimension 0 in R^2; allowed: 1 to 1"},
		{"unknown amino acid", "data: {source: {amino_acids: {residue: J}}}\n" + models +
			"metrics: {manifold_distance: {}}\n", "text \"J\"; allowed: one of A, R, N,"},
		{"not YAML", "data: [\n", "x.yaml:"},
		{"not UTF-8", "title: \xff\n", "x.yaml:1:8: byte 0xff, which is not UTF-8"},
		{"exploding anchors", exploding(), "more than 500000 values with all aliases expanded"},
		{"too long", repeated(20_000_000, "x"), "x.yaml:1:1: a file of more than 10 MB; allowed: 10 MB at most"},
	} {
		for _, command := range []string{"run", "validate", "resolve"} {
			file := write(t, "x.yaml", test.text)
			arguments := []string{command, file}
			if command == "run" {
				arguments = append(arguments, "--runs", runs)
			}
			code, out, messages := ebim(t, arguments...)
			if code != ExitUsage || out != "" || !strings.Contains(messages, test.want) ||
				strings.Count(messages, "\n") != 1 {
				t.Errorf("%s, %s: code %d, output %q, messages %s\nwant one line with %s", test.name, command, code,
					out, messages, test.want)
			}
		}
	}
	if _, err := os.Stat(runs); err == nil {
		t.Error("a wrong file made the folder of runs")
	}
}

// What a file or a record says must not command the terminal.
func TestNoControlCodesReachTheTerminal(t *testing.T) {
	const record = `{"format":1,"experiment":"e","title":"a\u001b[2Jb","model":"m","seed":0,"status":"done","metrics":{"w\u001b[2J":{"value":1}},"stages":[]}`
	runs := t.TempDir()
	folder := filepath.Join(runs, "e", "m", "seed-0")
	if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, "record.json"),
		[]byte(record), 0o644)); err != nil {
		t.Fatal(err)
	}
	table := write(t, "t.yaml",
		"title: \"a\\e[2Jb\"\nrows: [{label: \"a\\e[2Jb\", experiment: e}]\ncolumns: [{label: c, model: m, metric: "+
			"\"x\\e[2J\"}]\n")
	missing := write(t, "m.yaml", "\"titel\\e[2J\": a\n")
	for _, arguments := range [][]string{{"table", table, "--runs", runs},
		{"table", table, "--runs", runs, "--format", "csv"}, {"validate", missing},
		{"validate", "no\x1b[2Jfile"}, {"report", "no\x1b[2J", "--runs", runs}} {
		if _, out, messages := ebim(t, arguments...); strings.Contains(out+messages, "\x1b") || out+messages == "" {
			t.Errorf("%q: %q", arguments, out+messages)
		}
	}
}

// panicking is a writer that stands for a fault of the program.
type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("index out of range") }

func TestFaultOfTheProgram(t *testing.T) {
	var messages bytes.Buffer
	code := (&Program{Registry: registry.Standard(), Out: panicking{}, Messages: &messages,
		Now: time.Now}).Run(t.Context(), []string{"list"})
	for _, want := range []string{"command_test.go",
		"ebim itself is at fault, not your files: index out of range\nPlease report it"} {
		if code != ExitBroken || !strings.Contains(messages.String(), want) {
			t.Errorf("code %d, %s\nlacks %q", code, &messages, want)
		}
	}
	if help := must(t, "--help"); !strings.Contains(help, "Exit codes: 0 ") {
		t.Errorf("no exit codes in\n%s", help)
	}
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, line := range []string{"list", "schema", "validate experiments/quickstart.yaml",
		"resolve experiments/quickstart.yaml", "backend list", "run --help"} {
		var messages bytes.Buffer
		code := (&Program{Registry: registry.Standard(), Out: full{}, Messages: &messages,
			Now: time.Now}).Run(t.Context(), strings.Fields(line))
		if code != ExitFailed || strings.Count(messages.String(), "the disk is full") != 1 {
			t.Errorf("ebim %s: code %d, %s", line, code, messages.String())
		}
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("the disk is full") }
