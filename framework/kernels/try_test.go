package kernels

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"ebim/framework/points"
)

func (m *Mixture) at(x []float64) float64 {
	s := &shape{m: m.Dimension, n: len(x), axes: m.Axes, along: m.Along, across: m.Across, logs: m.Logs}
	sum, largest := 0.0, math.Inf(-1)
	for k := range m.Centers.Len() {
		log := s.log(k, x, m.Centers.At(k))
		if log > largest {
			sum, largest = sum*math.Exp(largest-log), log
		}
		sum += math.Exp(log - largest)
	}
	return largest + math.Log(sum)
}

func TestTryReal(t *testing.T) {
	for _, name := range []string{"rna", "floods", "earthquakes", "fires"} {
		f, err := os.Open("/tmp/h/energy/" + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := csv.NewReader(f).ReadAll()
		all := points.New(len(rows), len(rows[0]))
		for i, row := range rows {
			for j, v := range row {
				all.At(i)[j], _ = strconv.ParseFloat(v, 64)
			}
		}
		m := 2
		if name == "rna" {
			m = 7
		}
		for seed := range 2 {
			rng := rand.New(rand.NewPCG(uint64(seed), 1))
			order := rng.Perm(all.Len())
			tenth := all.Len() / 10
			test, train := all.Select(order[:tenth]), all.Select(order[2*tenth:])
			start := time.Now()
			mix, err := Fit(train, Options{Dimension: m, Members: 3, Floor: 2e-3}, rng)
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(start)
			mean := 0.0
			for i := range test.Len() {
				mean += mix.at(test.At(i)) / float64(test.Len())
			}
			fmt.Printf("%s %d: NLL %.3f fit %v\n", name, seed, -mean, took)
		}
	}
}
