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

// BenchmarkSolve measures normal points against normal points, shifted or not; "pivots" and "pricings" are those of the
// finest level.
//
//	go test -run - -bench Solve -cpu 1 -benchmem ./metrics/transport
func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{2000, 4000} {
		for _, dim := range []int{2, 3, 16} {
			for _, shift := range []float64{0, 1} {
				for cost, name := range []string{Euclidean: "euclidean", SquaredEuclidean: "squared"} {
					b.Run(fmt.Sprintf("n=%d/dim=%d/shift=%g/%s", n, dim, shift, name), func(b *testing.B) {
						benchmarkSolve(b, n, dim, shift, Cost(cost))
					})
				}
			}
		}
	}
}

// BenchmarkSolveHard measures what is slow: many dimensions, and points that are drawn again and again.
//
//	go test -run - -bench SolveHard -cpu 1 -benchmem ./metrics/transport
func BenchmarkSolveHard(b *testing.B) {
	for _, n := range []int{2000, 4000} {
		b.Run(fmt.Sprintf("n=%d/dim=50", n), func(b *testing.B) { benchmarkSolve(b, n, 50, 0, Euclidean) })
	}
	b.Run("n=4000/dim=3/distinct=500", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 2))
		few := gaussian(rng, 500, 3, 0, 1)
		rows := make([]int, 4000)
		for i := range rows {
			rows[i] = rng.IntN(500)
		}
		benchmark(b, Problem{From: few.Select(rows), To: gaussian(rng, 4000, 3, 0, 1)})
	})
}

func benchmarkSolve(b *testing.B, n, dim int, shift float64, cost Cost) {
	rng := rand.New(rand.NewPCG(1, 2))
	benchmark(b, Problem{From: gaussian(rng, n, dim, 0, 1), To: gaussian(rng, n, dim, shift, 1), Cost: cost})
}

func benchmark(b *testing.B, p Problem) {
	b.ReportAllocs()
	for b.Loop() {
		result, err := Solve(context.Background(), p)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(result.Pivots), "pivots")
		b.ReportMetric(float64(result.Pricings), "pricings")
	}
}
