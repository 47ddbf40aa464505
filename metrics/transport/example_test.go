package transport_test

import (
	"context"
	"fmt"
	"log"

	"ebim/framework/points"
	"ebim/metrics/transport"
)

// Two units of mass at 0 and 1 move to 3, where three quarters of it are wanted, and to 0.
func ExampleSolve() {
	from, _ := points.FromRows([][]float64{{0}, {1}})
	to, _ := points.FromRows([][]float64{{3}, {0}})
	result, err := transport.Solve(context.Background(), transport.Problem{
		From: from, To: to, Supply: []float64{1, 1}, Demand: []float64{1.5, 0.5}, Cost: transport.Euclidean,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, flow := range result.Plan {
		fmt.Printf("%g -> %g: %g of the mass\n", from.At(flow.From)[0], to.At(flow.To)[0], flow.Mass)
	}
	fmt.Println("mean cost:", result.Cost, "lower bound from the potentials:", result.Dual)
	// Output:
	// 0 -> 3: 0.25 of the mass
	// 0 -> 0: 0.25 of the mass
	// 1 -> 3: 0.5 of the mass
	// mean cost: 1.75 lower bound from the potentials: 1.75
}
