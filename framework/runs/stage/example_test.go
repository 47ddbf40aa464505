package stage_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"ebim/framework/runs/stage"
)

// A run of two stages: the second one reads what the first one wrote, and measures it. What is finished is not computed
// again.
func ExampleEngine_Execute() {
	root, err := os.MkdirTemp("", "runs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(root)

	data := &stage.Stage{Name: "data", Version: 1, Settings: []byte("text: hello\n"), Run: func(_ context.Context,
		w *stage.Work) error {
		fmt.Println("computing data")
		return os.WriteFile(filepath.Join(w.Dir, "text.txt"), []byte("hello"), 0o644)
	}}
	length := &stage.Stage{Name: "length", Version: 1, Metric: "length", Inputs: []*stage.Stage{data},
		Run: func(_ context.Context, w *stage.Work) error {
			fmt.Println("computing length")
			text, err := os.ReadFile(filepath.Join(w.Input("data"), "text.txt"))
			if err != nil {
				return err
			}
			return stage.WriteMetrics(w.Dir, map[string]map[string]float64{"length": {"value": float64(len(text))}})
		}}
	run := stage.Run{Experiment: "greeting", Model: "plain", Seed: 0, Stages: []*stage.Stage{data, length}}

	engine := &stage.Engine{Root: root, Jobs: 1}
	for range 2 {
		results, err := engine.Execute(context.Background(), []stage.Run{run})
		if err != nil {
			log.Fatal(err) // what could not be recorded; a stage that fails shows in its run's record
		}
		record := results[0].Record
		fmt.Println(record.Status, *record.Metrics["length"]["value"])
	}
	// Output:
	// computing data
	// computing length
	// done 5
	// done 5
}
