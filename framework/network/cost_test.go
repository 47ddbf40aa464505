package network_test

import (
	"fmt"
	"testing"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

func TestCosts(t *testing.T) {
	for i, n := range []network.Network{
		&network.MLP{}, &network.MLP{Hidden: []int{7, 3}},
		&network.FourierMLP{Features: 5, Scales: []float64{1}, Hidden: []int{4}, IncludeInput: true},
		&network.InjectiveFlow{Layers: 1, Hidden: []int{3}}, &network.InjectiveFlow{Layers: 5, Hidden: []int{3, 2}},
		&network.Shortcuts{Network: &network.MLP{}}, &network.Shortcuts{Network: &network.MLP{Hidden: []int{3}},
			Radial: true, Squares: 5},
		&network.Shortcuts{Network: &network.FourierMLP{Features: 3, Scales: []float64{1}}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) { networktest.CheckCost(t, n) })
	}
}
