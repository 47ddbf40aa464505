package transport

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

func gaussian(rng *rand.Rand, n, dim int, mean, deviation float64) *points.Set {
	set := points.New(n, dim)
	for k := range set.Data {
		set.Data[k] = mean + deviation*rng.NormFloat64()
	}
	return set
}

// BenchmarkSolve measures uniform points against uniform points, and Gaussian points against shifted ones, as the
// figures in results/benchmarks.md: go test -run - -bench Solve -cpu 1 -benchmem ./metrics/transport
func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{2000, 4000} {
		for _, dim := range []int{2, 3, 16} {
			for _, shift := range []float64{0, 1} {
				for name, cost := range map[string]Cost{"euclidean": Euclidean, "squared": SquaredEuclidean} {
					b.Run(fmt.Sprintf("%s/n=%d/dim=%d/shift=%g", name, n, dim, shift), func(b *testing.B) {
						rng := rand.New(rand.NewPCG(1, 2))
						from, to := gaussian(rng, n, dim, 0, 1), gaussian(rng, n, dim, shift, 1)
						b.ReportAllocs()
						for b.Loop() {
							result, err := Solve(context.Background(), Problem{From: from, To: to, Cost: cost})
							if err != nil {
								b.Fatal(err)
							}
							b.ReportMetric(float64(result.Pivots), "pivots")
							b.ReportMetric(float64(result.Pricings), "pricings")
						}
					})
				}
			}
		}
	}
}
