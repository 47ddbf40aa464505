package network_test

import (
	"fmt"
	"testing"

	"ebim/framework/network"
	"ebim/framework/random"
)

// Every network counts as many parameters as it draws.
func TestCosts(t *testing.T) {
	check := func(t *testing.T, n network.Network) {
		for _, shape := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {6, 5}} {
			drawn := network.Size(n.Initialize(shape[0], shape[1], random.New(0, "test", 0)))
			cost := network.CostOf(n, shape[0], shape[1])
			if cost.Parameters != float64(drawn) || drawn == 0 {
				t.Errorf("R^%d to R^%d: %v parameters are counted, %d are drawn", shape[0], shape[1],
					cost.Parameters, drawn)
			}
			if cost.Activations < float64(shape[1]) || cost.Setting == "" {
				t.Errorf("%+v", cost)
			}
		}
	}
	everyNetwork(t, check)
	for i, n := range []network.Network{
		&network.MLP{}, &network.MLP{Hidden: []int{7, 3}},
		&network.FourierMLP{Features: 5, Scales: []float64{1}, Hidden: []int{4}, IncludeInput: true},
		&network.InjectiveFlow{Layers: 1, Hidden: []int{3}}, &network.InjectiveFlow{Layers: 5, Hidden: []int{3, 2}},
		&network.Shortcuts{Network: &network.MLP{}}, &network.Shortcuts{Network: &network.MLP{Hidden: []int{3}},
			Radial: true, Squares: 5},
		&network.Ensemble{Members: 4, Network: &network.FourierMLP{Features: 3, Scales: []float64{1}}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) { check(t, n) })
	}
}
