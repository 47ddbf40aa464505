package serve_test

import (
	"context"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/progress"
	"ebim/registry"
)

const slow = `
title: Circle
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 100}
models:
  ebm:
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1000000, batch: 50}}
samples: 50
metrics: {}
`

// trainingIsSeen is of a training in this process: its curve grows, and when it is interrupted the page says so.
func trainingIsSeen(b *tab, f folder) {
	t := b.T
	r, err := registry.New(registry.Kinds)
	f.must(err)
	file := filepath.Join(t.TempDir(), "circle.yaml")
	f.must(os.WriteFile(file, []byte(slow), 0o644))
	loaded, err := experiment.Load(r, os.DirFS(filepath.Dir(file)), filepath.Base(file))
	f.must(err)
	training, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		execute.Run(training, loaded, plan.Options{Runs: f.root,
			Progress: progress.New(io.Discard, true, time.Now)})
	}()
	defer func() { stop(); <-ended }()
	b.says("1 run: 1 running")
	b.visit("#run/"+url.PathEscape(evaluate[string](b, `document.querySelector("#runs tbody tr").dataset.key`)), "energy")
	const steps = `(([s]) => s ? s.getAttribute("aria-label") : "")(document.querySelectorAll("#run .chart canvas"))`
	b.until("a curve", steps)
	for range 2 {
		before := evaluate[string](b, steps)
		b.until("a curve that grows", steps+" !== "+strconv.Quote(before))
	}
	stop()
	<-ended
	b.says("interrupted")
}
