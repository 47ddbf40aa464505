package conformance_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

var update = flag.Bool("update", false, "write the golden file anew")

// recorded are the processors whose bits the golden file holds: on graphs as small as these, they agree.
var recorded = []string{"amd64 avx512", "amd64 avx2"}

// TestBits: a refactoring leaves trained parameters, their histories, samples, meshes and metrics as they are, to the
// bit, for a model of each kind of loss, sampler, solver, network, optimizer, schedule and model. Names of metrics'
// figures and of histories' columns are not looked at. Where bits change on purpose, versions are raised, and
//
//	go test ./registry/conformance -run TestBits -update
//
// writes the file anew.
func TestBits(t *testing.T) {
	const file = "testdata/bits.golden"
	if !slices.Contains(recorded, backend.Processor()) {
		t.Skipf("results round otherwise with other vector instructions (%s) than those recorded in %s: %q",
			backend.Processor(), file, recorded)
	}
	folder := t.TempDir()
	writeCurve(t, filepath.Join(folder, "curve.csv"))
	var loaded []*experiment.Experiment
	for _, name := range []string{"plane.yaml", "space.yaml"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(filepath.Join(folder, name)))
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, read...)
	}
	results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(folder, "runs")})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, result := range results {
		got += bitsOf(t, result)
	}
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s", file, diff)
	}
}

// writeCurve writes a closed curve around the third axis.
func writeCurve(t *testing.T, file string) {
	t.Helper()
	const n = 80
	var rows strings.Builder
	for i := range n {
		angle := 2 * math.Pi * float64(i) / n
		fmt.Fprintf(&rows, "%v,%v,%v\n", math.Cos(angle), math.Sin(angle), math.Sin(2*angle)/2)
	}
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// bitsOf is a line of a run, with the first digits of a hash of what each stage left.
func bitsOf(t *testing.T, result stage.Result) string {
	t.Helper()
	record := result.Record
	if record.Status != stage.Done || len(record.Failures) > 0 {
		t.Fatalf("%s of %s: %s, %v, %v", record.Model, record.Experiment, record.Status, record.Failure,
			record.Failures)
	}
	line := record.Experiment + " " + record.Model + ":"
	for _, s := range record.Stages {
		line += fmt.Sprintf(" %s %s", s.Name, leftBy(t, filepath.Join(result.Folder, s.Name)))
	}
	return line + "\n"
}

// leftBy is the beginning of a hash of a stage's files.
func leftBy(t *testing.T, folder string) string {
	t.Helper()
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return "nothing"
	}
	hash := sha256.New()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch name := entry.Name(); {
		case name == "metrics.json":
			content = valuesOf(t, content)
		case name == "history.csv":
			_, content, _ = bytes.Cut(content, []byte("\n"))
		case filepath.Ext(name) == ".json" || filepath.Ext(name) == ".txt": // with dates, and with words
			return nil
		}
		_, err = hash.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:3])
}

// valuesOf are the numbers of a stage's metrics, sorted.
func valuesOf(t *testing.T, encoded []byte) []byte {
	t.Helper()
	var metrics stage.Metrics
	if err := json.Unmarshal(encoded, &metrics); err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, figures := range metrics {
		for _, value := range figures {
			if value == nil {
				values = append(values, "null")
			} else {
				values = append(values, fmt.Sprint(*value))
			}
		}
	}
	slices.Sort(values)
	return []byte(strings.Join(values, "\n"))
}
