package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/network"
	"ebim/framework/points"
)

// Kernels around data on a line in the plane have the dimensions that Empty tells, whatever the number of points is, and others are refused
// as networks to train.
func TestKernelsArePlaced(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	k := &network.Kernels{Members: 2, Most: 30, Floor: 2e-3}
	for _, count := range []int{2, 20, 50} {
		data, tangents := points.New(count, 2), []float64(nil)
		for i := range count {
			data.At(i)[0] = rng.NormFloat64()
			tangents = append(tangents, 1, 0)
		}
		found, err := k.Place(data, tangents, 1, 1, rng)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range k.Empty(count, 2, 1) {
			if len(found[i].Values) != len(p.Values) || found[i].Name != p.Name || !p.Frozen {
				t.Errorf("%s has %d values, want %d of %s", found[i].Name, len(found[i].Values), len(p.Values), p.Name)
			}
			for _, v := range found[i].Values {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					t.Fatalf("%s of %d points holds %v", p.Name, count, v)
				}
			}
		}
	}
	if _, err := k.Place(points.New(5, 2), make([]float64, 10), 1, 1, rng); err == nil {
		t.Error("five equal points have kernels")
	}
	if network.CheckTrained("manifold.network", k, 3, 1) == nil || network.CheckShape("energy.network", k, 3, 2) == nil {
		t.Error("kernels are taken for a network to train, or to R^2")
	}
}
