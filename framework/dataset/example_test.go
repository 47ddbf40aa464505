package dataset_test

import (
	"fmt"
	"log"
	"math"

	"ebim/framework/dataset"
	"ebim/framework/random"
)

// A source draws points; a Distribution also knows its manifold and its density on it.
func ExampleDistribution() {
	source := &dataset.VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 2}
	set, err := source.Load(dataset.Env{}, random.New(0, "data", 0), 100)
	if err != nil {
		log.Fatal(err)
	}
	parts := dataset.SplitRandom.Divide(set.Len(), 0.2, 0, 0)
	fmt.Println(len(parts.Training), "points to train on,", len(parts.Held), "to test on")

	nodes, lengths := source.Evenly(360)
	total := 0.0
	for i, length := range lengths {
		total += length * math.Exp(source.LogDensity(nodes.At(i)))
	}
	fmt.Printf("the density's integral over the circle: %.4f\n", total)
	fmt.Printf("the circle's point nearest to (0, 3): %.4f\n", source.Nearest([]float64{0, 3}))
	// Output:
	// 80 points to train on, 20 to test on
	// the density's integral over the circle: 1.0000
	// the circle's point nearest to (0, 3): [0.0000 1.0000]
}
