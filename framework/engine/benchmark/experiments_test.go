package benchmark_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ebim/framework/runs/stage"
)

// trainings are the stages whose time has a column.
var trainings = []string{"manifold", "energy", "autoencoder", "latent_energy"}

// BenchmarkExperiments runs whole experiments as users do, on one core, in a process each. The floods need their data
// in the folder that EBIM_DATA names.
func BenchmarkExperiments(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "ebim")
	if out, err := exec.Command("go", "build", "-o", binary, "ebim").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	lines := []string{
		"| one seed of EBIM and pushforward | backend | manifold, s | energy | autoencoder | latent energy | " +
			"trainings | everything | peak memory, MB |",
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
	}
	for _, experiment := range []string{"von_mises_mixture", "floods"} {
		for _, engine := range engines {
			b.Run(experiment+"/"+engine, func(b *testing.B) {
				lines = append(lines, fmt.Sprintf("| %s | `%s` | %s |", experiment, engine,
					runExperiment(b, binary, experiment, engine)))
			})
		}
	}
	if complete := len(lines) == 2+2*len(engines); *write && complete {
		replace(b, "experiments", lines)
	} else if *write {
		b.Error("the table is written only when all of its rows are measured, each once (-benchtime 1x)")
	}
}

// runExperiment returns the rest of the table's row. Stages tell their time on the clock, of which other processes
// take their part: the whole process's processor time is divided as they divide the clock's.
func runExperiment(b *testing.B, binary, experiment, engine string) string {
	runs := b.TempDir()
	command := exec.Command(binary, "run", "../../../../experiments/paper/"+experiment+".yaml", "--only",
		"ebim,pushforward",
		"--seeds", "0", "--jobs", "1", "--figures=false", "--quiet", "--backend", engine, "--runs", runs)
	command.Env = append(os.Environ(), "GOMAXPROCS=1")
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	records, err := filepath.Glob(filepath.Join(runs, experiment, "*", "*", "record.json"))
	if err != nil || len(records) != 2 {
		b.Fatalf("the runs left the records %v (%v)", records, err)
	}
	seconds, all, peak := map[string]float64{}, 0.0, uint64(0)
	for _, file := range records {
		record, err := stage.ReadRecord(file)
		if err != nil {
			b.Fatal(err)
		}
		peak = max(peak, record.PeakMemory())
		for _, s := range record.Stages {
			if !s.Reused {
				seconds[s.Name] += s.Seconds
				all += s.Seconds
			}
		}
	}
	used := (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	columns, trained := "", 0.0
	for _, name := range trainings {
		share := used * seconds[name] / all
		columns += fmt.Sprintf("%.2f | ", share)
		trained += share
	}
	b.ReportMetric(trained, "trainings-s")
	b.ReportMetric(used, "everything-s")
	b.ReportMetric(0, "ns/op")
	return fmt.Sprintf("%s%.1f | %.1f | %d", columns, trained, used, peak>>20)
}
