package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// circle is an experiment whose trainings take some tenths of a second.
const circle = `
title: Circle
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 100}
models:
  ebim:
    manifold: {dimension: 1, starts: 1, loss: implicit, network: {mlp: {hidden: [8]}}, training: {epochs: 75, batch: 50, optimizer: {adam: {rate: 0.01}}}}
    energy: {network: {mlp: {hidden: [4]}}, sampler: {constrained_langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  ebm:
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
samples: 50
metrics: {wasserstein: {samples: 50, repeats: 1}}
`

func TestRunTwiceComputesOnce(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	code, first, messages := ebim(t, "run", file, "--runs", runs)
	if code != 0 || !strings.HasPrefix(messages, "circle: 2 runs (models ebim, ebm; seed 0), recorded in "+
		filepath.Join(runs, "circle")+"\n") {
		t.Fatalf("code %d, %s", code, messages)
	}
	for _, want := range []string{"wasserstein [data units]", " ebim │", " ebm │", "1 done"} {
		if !strings.Contains(first, want) {
			t.Errorf("the table lacks %q:\n%s", want, first)
		}
	}
	if recorded := strings.Replace(folderOf(t, runs, "circle", "ebm", 0), "seed-0", "seed-*",
		1); !strings.Contains(messages, "Recorded in "+recorded+"\n") {
		t.Errorf("no %s in %s", recorded, messages)
	}
	drawn := filepath.Join(runs, "figures", "circle", "density-seed-0.png")
	before, err := os.Stat(drawn)
	if err != nil {
		t.Fatal(err)
	}
	code, second, messages := ebim(t, "run", file, "--runs", runs)
	if code != 0 || !strings.Contains(messages, "Nothing was left to compute; --fresh computes everything again.\n") {
		t.Errorf("again: code %d, %s", code, messages)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Error(diff)
	}
	if after, err := os.Stat(drawn); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the figure was drawn again (%v)", err)
	}
	if err := os.WriteFile(drawn, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	drawing := strings.TrimSuffix(drawn, ".png") + ".svg"
	for range 2 { // a damaged picture, then a missing one
		if code, _, messages := ebim(t, "run", file, "--runs", runs); code != 0 {
			t.Fatalf("code %d, %s", code, messages)
		}
		if after, err := os.Stat(drawn); err != nil || after.Size() != before.Size() {
			t.Errorf("the damaged figure was not drawn again (%v)", err)
		}
		if _, err := os.Stat(drawing); err != nil {
			t.Error(err)
		}
		if err := os.Remove(drawing); err != nil {
			t.Fatal(err)
		}
	}
	if code, third, messages := ebim(t, "run", file, "--runs", runs, "--quiet"); code != 0 || messages != "" ||
		third != first {
		t.Errorf("quietly: code %d, messages %q", code, messages)
	}
	if code, _, messages := ebim(t, "run", file, "--runs", runs, "--fresh", "--only", "ebm", "--jobs",
		"1"); code != 0 || strings.Contains(messages, "Nothing") {
		t.Errorf("afresh: code %d, %s", code, messages)
	}
}

// A finished run shows its table where nothing can be written.
func TestFinishedRunIsReadOnly(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	first := must(t, "run", file, "--runs", runs)
	forbid := func(rights, folderRights os.FileMode) {
		err := filepath.WalkDir(runs, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return errors.Join(err, os.Chmod(path, folderRights))
			}
			return os.Chmod(path, rights)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	forbid(0o444, 0o555)
	defer forbid(0o644, 0o755)
	before := listing(t, runs)
	code, second, messages := ebim(t, "run", file, "--runs", runs)
	if code != 0 || second != first || !strings.Contains(messages, "Nothing was left to compute") {
		t.Errorf("code %d, %s%s", code, second, messages)
	}
	after := listing(t, runs)
	if os.Geteuid() == 0 { // who may write everywhere
		for _, path := range []string{runs, filepath.Join(runs, "report.html"), filepath.Join(runs, "locks", "users")} {
			delete(before, path)
			delete(after, path)
		}
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("written: %s", diff)
	}
}

// listing is when everything below a folder was changed.
func listing(t *testing.T, folder string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		found[path] = info.ModTime()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFailedRun(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	arguments := []string{"run", file, "--runs", runs, "--seeds", "0,3", "--set",
		"models.ebim.manifold.training.optimizer.adam.rate=1e30"}
	code, out, messages := ebim(t, arguments...)
	if code != ExitFailed {
		t.Errorf("code %d", code)
	}
	for _, want := range []string{"2 of 4 runs failed:\n  circle ebim seed 0",
		"stage manifold, step 2: loss is NaN or infinite; its last finite value was 0.",
		"likely cause: a learning rate that is too high"} {
		if !strings.Contains(messages, want) {
			t.Errorf("messages lack %q:\n%s", want, messages)
		}
	}
	for _, want := range []string{"failed (loss is NaN or", "2 failed", "2 done"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
	record, err := stage.ReadRecord(filepath.Join(folderOf(t, runs, "circle", "ebim", 3), "record.json"))
	if err != nil || record.Failure == nil || record.Failure.Step != 2 {
		t.Errorf("%+v, %v", record, err)
	}
}

// folderOf is the folder of the one run of a model with a seed.
func folderOf(t *testing.T, runs, experiment, model string, seed int) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(runs, experiment, model, fmt.Sprintf("seed-%d-*", seed)))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	return found[0]
}

// unmeasurable is a metric that fails.
type unmeasurable struct{}

func (*unmeasurable) Outputs() []experiment.Output { return nil }

func (*unmeasurable) Measure(context.Context, *experiment.Subject) (*experiment.Measurement, error) {
	return nil, fmt.Errorf("no quadrature")
}

func (*unmeasurable) CodeVersion() int { return 1 }

func (*unmeasurable) Needs(*experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, nil
}

func TestFailedMetric(t *testing.T) {
	r, err := registry.New(registry.Add(registry.Kinds, registry.Entry[experiment.Metric]{Name: "unmeasurable",
		Settings: new(unmeasurable)}))
	if err != nil {
		t.Fatal(err)
	}
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	arguments := []string{"run", file, "--runs", runs, "--only", "ebm", "--set", "metrics.mass={unmeasurable: {}}"}
	// trained once, failed twice
	for _, arguments := range [][]string{arguments, append(arguments, "--figures=false")} {
		code, out, messages := ebimWith(t, r, arguments...)
		if code != ExitFailed || !strings.Contains(messages,
			"done, but without:\n  circle ebm seed 0 mass: stage metric_mass: no quadrature\n") {
			t.Errorf("code %d, %s", code, messages)
		}
		for _, want := range []string{"failed (no quadrature in", "1 done", "wasserstein [data units]"} {
			if !strings.Contains(out, want) {
				t.Errorf("the table lacks %q:\n%s", want, out)
			}
		}
	}
	if page, err := os.ReadFile(filepath.Join(runs, "report.html")); err != nil ||
		!strings.Contains(string(page), `"run":"ebm, seed 0","metric":"mass"`) {
		t.Errorf("the report does not say what could not be measured (%v)", err)
	}
	if _, err := os.Stat(filepath.Join(runs, "figures", "circle", "density-seed-0.png")); err != nil {
		t.Error(err)
	}
}

func TestFolderOfAnotherVersion(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	must(t, "run", file, "--runs", runs, "--figures=false")
	record := filepath.Join(folderOf(t, runs, "circle", "ebm", 0), "record.json")
	const content = `{"format": 99}`
	if err := os.WriteFile(record, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, messages := ebim(t, "run", file, "--runs", runs)
	if code != ExitFailed || out != "" || !strings.Contains(messages,
		record+" has format 99, this program reads and writes format 1") ||
		!strings.Contains(messages, "--fresh") {
		t.Errorf("code %d, output %q, %s", code, out, messages)
	}
	if left, err := os.ReadFile(record); err != nil || string(left) != content {
		t.Errorf("the record was written over: %s, %v", left, err)
	}
	if code, _, messages := ebim(t, "table", "wasserstein", "--runs", runs); code != ExitFailed ||
		!strings.Contains(messages, "has format 99") {
		t.Errorf("table: code %d, %s", code, messages)
	}
}

// A file in the place of a plugin harms no command; one that needs the plugin says what is wrong with it.
func TestBrokenPluginsHarmNoCommand(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", folder)
	if err := os.WriteFile(filepath.Join(folder, "pjrt_c_api_cpu_plugin.so"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		"--version": 0, "backend list": 0, "validate experiments/quickstart.yaml": 0,
		"validate experiments/quickstart.yaml --backend xla:cpu": ExitFailed,
		"backend test xla:cpu": ExitFailed,
	} {
		p := start(t, strings.Fields(line)...)
		if code := p.code(); code != want || strings.Contains(p.messages.String(), "goroutine") {
			t.Errorf("ebim %s: code %d, want %d, %s", line, code, want, &p.messages)
		}
	}
}

// Neither the number of threads nor what runs beside changes a bit of what is computed.
func TestSameBitsOnAnyNumberOfThreads(t *testing.T) {
	file := write(t, "circle.yaml", circle)
	kept := map[string]string{}
	for _, threads := range []string{"1", "2"} {
		t.Setenv("GOMAXPROCS", threads)
		runs := t.TempDir()
		p := start(t, "run", file, "--runs", runs, "--jobs", threads, "--figures=false")
		if code := p.code(); code != 0 {
			t.Fatalf("code %d, %s", code, &p.messages)
		}
		names, err := filepath.Glob(filepath.Join(runs, "stages", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		// whose names hold the time
		parameters, _ := filepath.Glob(filepath.Join(runs, "stages", "*", "parameters", "*.bin"))
		for _, name := range append(names, parameters...) {
			stageFolder, _, _ := strings.Cut(strings.TrimPrefix(name,
				filepath.Join(runs, "stages")+string(filepath.Separator)), string(filepath.Separator))
			key := stageFolder + " " + filepath.Base(name)
			if filepath.Ext(name) == ".bin" {
				key = stageFolder + " parameters"
			}
			data, err := os.ReadFile(name)
			if err != nil || filepath.Base(name) == "stage.json" { // a folder, or a record of times
				continue
			}
			if first, known := kept[key]; threads != "1" && (!known || first != string(data)) {
				t.Errorf("%s differs between 1 and %s threads (there with 1: %v)", key, threads, known)
			}
			kept[key] = string(data)
		}
	}
	for _, needed := range []string{"parameters", "samples.npy", "history.csv"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(kept)),
			func(key string) bool { return strings.HasSuffix(key, needed) }) {
			t.Errorf("no %s was compared: %v", needed, slices.Sorted(maps.Keys(kept)))
		}
	}
}
