package metrics_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"ebim/framework/dataset"
	"ebim/framework/random"
	"ebim/metrics"
)

// The exact Wasserstein-1 distance between samples of two circles, one of radius 1 and one of radius 1.5.
func ExampleWasserstein1() {
	draw := func(purpose string, radius float64) metrics.Sample {
		circle := &dataset.VonMises{Center: []float64{0, 0}, Radius: radius}
		return metrics.Sample{Points: circle.Sample(random.New(0, purpose, 0), 2000)}
	}
	distance, err := metrics.Wasserstein1(context.Background(), draw("inner", 1), draw("outer", 1.5))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", distance)
	// Output: 0.5
}

// Chains that explore the same distribution have an R-hat near 1; one that stays elsewhere raises it.
func ExampleRHat() {
	chains := make([][]float64, 4)
	for i := range chains {
		rng := random.New(0, "chain", i)
		for range 1000 {
			chains[i] = append(chains[i], rng.NormFloat64())
		}
	}
	fmt.Println("mixed:", math.Abs(metrics.RHat(chains)-1) < 0.01)
	for i := range chains[3] {
		chains[3][i] += 2
	}
	fmt.Println("with a chain 2 standard deviations off:", metrics.RHat(chains) > 1.1)
	// Output:
	// mixed: true
	// with a chain 2 standard deviations off: true
}
