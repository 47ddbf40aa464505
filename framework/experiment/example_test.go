package experiment_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/registry"
)

// declared is an experiment: 200 points of a circle, one model, and how far its samples are from the circle.
const declared = `
title: A circle
data: {source: {von_mises: {concentration: 2}}, size: 200}
models:
  ebim:
    manifold:
      {dimension: 1, network: {mlp: {hidden: [16]}}, training: {epochs: 200, batch: 50, optimizer: {adam: {rate: 0.01}}}}
    energy: {network: {mlp: {hidden: [8]}}, sampler: {constrained_langevin: {steps: 2}}, training: {epochs: 20, batch: 50}}
samples: 200
metrics: {manifold_distance: {}}
`

// What `ebim run` does, from a Go program: the model is trained with two seeds, sampled and measured.
func ExampleRun() {
	runs, err := os.MkdirTemp("", "runs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(runs)
	files := fstest.MapFS{"circle.yaml": {Data: []byte(declared)}} // config.Disk for files on the disk

	loaded, err := experiment.Load(registry.Standard(), files, "circle.yaml", "seeds=0-1")
	if err != nil {
		log.Fatal(err) // config.Mistakes: every mistake with its file, line and column
	}
	results, err := execute.Run(context.Background(), loaded, plan.Options{Runs: runs})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range results {
		// as in record.json of result.Folder, which also holds the samples and the trained networks
		run := result.Record
		if run.Failure != nil {
			log.Fatal(run.Failure)
		}
		median := *run.Metrics["manifold_distance"]["median"]
		fmt.Printf("%s %s, seed %d: %s, median distance %.1f\n", run.Experiment, run.Model, run.Seed,
			run.Status, median)
	}
	// Output:
	// circle ebim, seed 0: done, median distance 0.0
	// circle ebim, seed 1: done, median distance 0.0
}

func ExampleLoad() {
	files := fstest.MapFS{"circle.yaml": {Data: []byte(declared)}}
	_, err := experiment.Load(registry.Standard(), files, "circle.yaml", "data.size=ten")
	fmt.Println(err)
	loaded, err := experiment.Load(registry.Standard(), files, "circle.yaml", "data.size=10")
	fmt.Println(loaded[0].Name, loaded[0].ModelLabels(), *loaded[0].Data.Size, err)
	// Output:
	// --set data.size=ten: data.size: text "ten"; allowed: a whole number in [1, 100000000]
	// circle [ebim] 10 <nil>
}
