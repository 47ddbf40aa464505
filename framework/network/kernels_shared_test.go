package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/kernels"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

// Kernels of three members around points of a plane in R^n, some of which repeat, have the same bits where members
// share centers and axes, with a smooth density beside them or without.
func TestKernelsThatShareHaveTheSameBits(t *testing.T) {
	for _, n := range []int{2, 3, 10, 70} {
		for i, count := range []int{5, 40, 333} {
			testShared(t, n, count, i%2)
		}
	}
	testShared(t, 10, 1500, 1)
}

func testShared(t *testing.T, n, count, smooth int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), uint64(count)))
	k := &network.Kernels{Members: 3, Smooth: smooth, Most: 1 << 20}
	site := &network.Site{Data: plane(rng, count, n), Dimension: 2, Nodes: &kernels.Nodes{At: plane(rng, 500, n)}}
	copy(site.Data.At(1), site.Data.At(0))
	for range count {
		tangents := make([]float64, 2*n)
		tangents[0], tangents[n+1] = 1, 1
		site.Tangents = append(site.Tangents, tangents...)
	}
	for range site.Nodes.At.Len() {
		site.Nodes.LogWeights = append(site.Nodes.LogWeights, math.Log(36./500))
	}
	parameters, err := k.Place(site, 1, rng)
	if err != nil {
		t.Fatal(err)
	}
	trained := network.Trained{Network: k, Parameters: parameters}
	shared, err := network.ForValues(supporttest.Environment(t, nil, nil).Engine, trained)
	if err != nil {
		t.Fatal(err)
	}
	if network.Size(shared.Parameters) >= network.Size(parameters) {
		t.Errorf("%d kernels in R^%d share nothing", count, n)
	}
	x := plane(rng, 600, n)
	want, got := valuesAt(t, trained, x), valuesAt(t, shared, x)
	for i, v := range want {
		if got[i] != v {
			t.Fatalf("the energy of %d kernels in R^%d at %d is %v, want %v", count, n, i, got[i], v)
		}
	}
}

// plane is points of the plane of the first two axes, with normal coordinates there.
func plane(rng *rand.Rand, count, n int) *points.Set {
	x := points.New(count, n)
	for i := range count {
		x.At(i)[0], x.At(i)[1] = rng.NormFloat64(), rng.NormFloat64()
	}
	return x
}

func valuesAt(t *testing.T, n network.Trained, x *points.Set) []float64 {
	t.Helper()
	engine := supporttest.Environment(t, nil, nil).Engine
	found, err := network.Evaluate(t.Context(), engine, "energy", []network.Trained{n}, x,
		func(f []network.Function, x *graph.Node) *graph.Node { return f[0].Apply(x) })
	if err != nil {
		t.Fatal(err)
	}
	return found.Data
}

// Networks that share nothing are given back as they are.
func TestNetworksThatShareNothing(t *testing.T) {
	k := &network.Kernels{Members: 1, Most: 100}
	one := network.Trained{Network: k, Parameters: k.Initialize(3, 1, rand.New(rand.NewPCG(1, 1)))}
	for _, want := range []network.Trained{one, {Network: &network.MLP{}}} {
		got, err := network.ForValues(supporttest.Environment(t, nil, nil).Engine, want)
		if err != nil || got.Network != want.Network {
			t.Errorf("%T is %T, and the error %v", want.Network, got.Network, err)
		}
	}
}
