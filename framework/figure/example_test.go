package figure_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/figure"
	"ebim/registry"
)

// Models are trained and measured, then drawn.
func ExampleAlbums() {
	runs, err := os.MkdirTemp("", "runs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(runs)
	files := fstest.MapFS{"circle.yaml": {Data: []byte(circle)}} // config.Disk for files on the disk

	loaded, err := experiment.Load(registry.Standard(), files, "circle.yaml", "seeds=3", "samples=50")
	if err != nil {
		log.Fatal(err)
	}
	options := plan.Options{Runs: runs, Only: []string{"ebm"}}
	results, err := execute.Run(context.Background(), loaded, options)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := figure.Albums(context.Background(), loaded, results, options); err != nil {
		log.Fatal(err)
	}
	pictures, err := filepath.Glob(filepath.Join(runs, "figures", figure.AlbumFolder(loaded[0]), "*.png"))
	if err != nil {
		log.Fatal(err)
	}
	for _, picture := range pictures {
		fmt.Println(results[0].Record.Status, filepath.Base(picture))
	}
	// Output:
	// done density-seed-3.png
	// done training-seed-3.png
}
