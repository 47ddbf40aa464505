package zeroset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	miss, n := 0, 0
	for i := range 70 {
		m := 2 + i%6
		concentration := 0.3 * math.Exp(rng.Float64()*math.Log(100))
		data := 300 + rng.IntN(700)
		d := onCircles(t, m, concentration, data)
		got, err := zeroSet(d).integralByKernels(t.Context(), rng, d.Log)
		if err != nil {
			t.Log(err)
			continue
		}
		off := got.Log - overCircles(m, concentration)
		n++
		if math.Abs(off) > got.Error {
			miss++
		}
		fmt.Printf("m %d k %.2f N %d off %.4f told %.4f ratio %.2f  missed %d of %d\n", m, concentration, data, off, got.Error, math.Abs(off)/got.Error, miss, n)
	}
}
