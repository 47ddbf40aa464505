package experiment_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/registry"
)

// What `ebim run` does, from a Go program.
func ExampleRun() {
	runs, err := os.MkdirTemp("", "runs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(runs)
	files := fstest.MapFS{"circle.yaml": {Data: []byte(small)}} // config.Disk for files on the disk

	loaded, err := experiment.Load(registry.Standard(), files, "circle.yaml", "seeds=0-1")
	if err != nil {
		log.Fatal(err) // config.Mistakes: every mistake with its file, line and column
	}
	results, err := experiment.Run(context.Background(), loaded, experiment.Options{Runs: runs, Only: []string{"plain"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range results {
		run := result.Record // as in record.json of result.Folder
		fmt.Println(run.Experiment, run.Model, run.Seed, run.Status, *run.Metrics["wasserstein"]["value"] < 2)
	}
	// Output:
	// circle plain 0 done true
	// circle plain 1 done true
}

func ExampleLoad() {
	files := fstest.MapFS{"circle.yaml": {Data: []byte(small)}}
	_, err := experiment.Load(registry.Standard(), files, "circle.yaml", "data.sise=10")
	fmt.Println(err)
	loaded, err := experiment.Load(registry.Standard(), files, "circle.yaml", "data.size=10")
	fmt.Println(loaded[0].Name, loaded[0].ModelLabels(), *loaded[0].Data.Size, err)
	// Output:
	// --set data.sise=10: data.sise: unknown setting "sise"; allowed: source, size, holdout, validation, box, padding; did you mean size?
	// circle [ebim plain pushforward] 10 <nil>
}
