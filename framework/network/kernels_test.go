package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/kernels"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// Kernels around data on a line in the plane have the dimensions that Empty gives, whatever the number of points is,
// and others are refused as networks to train.
func TestKernelsArePlaced(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	k := &network.Kernels{Members: 2, Most: 30, Floor: 2e-3}
	for _, count := range []int{2, 20, 50} {
		data, tangents := points.New(k.Sees(count), 2), []float64(nil)
		for i := range data.Len() {
			data.At(i)[0] = rng.NormFloat64()
			tangents = append(tangents, 1, 0)
		}
		found, err := k.Place(&network.Site{Data: data, Tangents: tangents, Dimension: 1}, 1, rng)
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
	for _, at := range []float64{0, -0.945745050907135} { // whose mean differs from the latter by rounding
		equal := points.New(21, 2)
		for i := range equal.Data {
			equal.Data[i] = at
		}
		if scale := equal.Scale(); (scale > 0) != (at != 0) {
			t.Fatalf("21 points at %v have the scale %v", at, scale)
		}
		site := &network.Site{Data: equal, Tangents: make([]float64, len(equal.Data)), Dimension: 1}
		if _, err := k.Place(site, 1, rng); err == nil {
			t.Errorf("21 points at %v have kernels", at)
		}
	}
	if network.CheckTrained("manifold.network", k, 3, 1) == nil ||
		network.CheckShape("energy.network", k, 3, 2) == nil {
		t.Error("kernels are taken for a network to train, or to R^2")
	}
}

// The graph of kernels with a smooth density is the sum that its parameters tell, of data on the unit circle and its
// quadrature. In many dimensions rounding leaves a thousandth.
func TestSmoothDensityOfKernels(t *testing.T) {
	for n, tolerance := range map[int]float64{2: 1e-6, 80: 1e-3} {
		testSmoothDensity(t, n, tolerance)
	}
}

func testSmoothDensity(t *testing.T, n int, tolerance float64) {
	t.Helper()
	circle := func(angle float64) []float64 { // off the origin
		x := slices.Repeat([]float64{3}, n)
		x[n-1], x[n-2] = math.Sincos(angle)
		return x
	}
	rng := rand.New(rand.NewPCG(2, 1))
	k := &network.Kernels{Members: 1, Smooth: 2, Most: 1000, Floor: 2e-3}
	site := &network.Site{Data: points.New(400, n), Dimension: 1, Nodes: &kernels.Nodes{At: points.New(300, n)}}
	for i := range site.Data.Len() {
		copy(site.Data.At(i), circle(rng.NormFloat64()))
		tangent := make([]float64, n)
		tangent[n-2], tangent[n-1] = -site.Data.At(i)[n-1], site.Data.At(i)[n-2]
		site.Tangents = append(site.Tangents, tangent...)
	}
	for i := range site.Nodes.At.Len() {
		copy(site.Nodes.At.At(i), circle(2*math.Pi*float64(i)/300))
		site.Nodes.LogWeights = append(site.Nodes.LogWeights, math.Log(2*math.Pi/300))
	}
	found, err := k.Place(site, 1, rng)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string][]float32{}
	for _, p := range found {
		named[p.Name] = p.Values
	}
	integral := 0.0
	got := networktest.Bound(t, k, func(f network.Function,
		in []*graph.Node) []*graph.Node {
		return []*graph.Node{f.Apply(in[0])}
	}, found,
		networktest.Array{Dimensions: []int{300, n}, Data: site.Nodes.At.Data})[0]
	for i := range site.Nodes.At.Len() {
		sum := 0.0
		for c := range site.Data.Len() {
			z, a := named["centers"][n*c:n*(c+1)], named["axes"][n*c:n*(c+1)]
			square, along := 0.0, 0.0
			for j, v := range site.Nodes.At.At(i) {
				square += (v - float64(z[j])) * (v - float64(z[j]))
				along += float64(a[j]) * (v - float64(z[j]))
			}
			sum += math.Exp(float64(named["logs"][c]) - (square*float64(named["across"][c])+
				along*along*float64(named["along"][c]))/2)
		}
		for s, log := range named["smooth_logs"] {
			value := float64(log)
			for j, c := range named["coefficients"][s*kernels.Landmarks : (s+1)*kernels.Landmarks] {
				square, z := 0.0, named["landmarks"][n*j:n*(j+1)]
				for l, v := range site.Nodes.At.At(i) {
					square += (v - float64(z[l])) * (v - float64(z[l]))
				}
				value += float64(c) * math.Exp(-square/(2*float64(named["widths"][s])*float64(named["widths"][s])))
			}
			sum += math.Exp(value)
		}
		if math.Abs(got.Data[i]+math.Log(sum)) > tolerance {
			t.Fatalf("the energy at %v is %v, want %v", site.Nodes.At.At(i), got.Data[i], -math.Log(sum))
		}
		integral += sum * 2 * math.Pi / 300
	}
	if math.Abs(integral-1) > 0.03 {
		t.Errorf("the density integrates to %v", integral)
	}
	if alone, _ := (&network.Kernels{Members: 1, Most: 1000, Floor: 2e-3}).Place(site, 1, rng); len(alone) != 5 {
		t.Errorf("kernels without smooth densities have %d parameters, want 5", len(alone))
	}
}

// The graph of kernels with clusters is the sum that its parameters give, of points in R^3.
func TestClustersOfKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	k := &network.Kernels{Members: 1, Clusters: 1, Most: 1000, Floor: 2e-3}
	site := &network.Site{Data: points.New(400, 3), Dimension: 3}
	for i := range site.Data.Data {
		site.Data.Data[i] = rng.NormFloat64() + 4*float64(i/3%2)
	}
	for range site.Data.Len() {
		site.Tangents = append(site.Tangents, 1, 0, 0, 0, 1, 0, 0, 0, 1)
	}
	found, err := k.Place(site, 1, rng)
	if err != nil {
		t.Fatal(err)
	}
	mixture := k.Mixture(found)
	if len(found) != len(k.Empty(400, 3, 3)) || len(mixture.Clusters.Logs) == 0 {
		t.Fatalf("%d parameters, %d clusters", len(found), len(mixture.Clusters.Logs))
	}
	got := networktest.Bound(t, k, func(f network.Function, in []*graph.Node) []*graph.Node {
		return []*graph.Node{f.Apply(in[0])}
	}, found, networktest.Array{Dimensions: []int{400, 3}, Data: site.Data.Data})[0]
	for i := range site.Data.Len() {
		sum := 0.0
		for _, all := range []*kernels.Normals{&mixture.Normals, &mixture.Clusters} {
			for c, log := range all.Logs {
				square := all.Across[c] * points.SquaredDistance(site.Data.At(i), all.Centers.At(c))
				for j := range 3 {
					along := 0.0
					for l, a := range all.Axes[9*c+3*j : 9*c+3*j+3] {
						along += a * (site.Data.At(i)[l] - all.Centers.At(c)[l])
					}
					square += all.Along[3*c+j] * along * along
				}
				sum += math.Exp(log - square/2)
			}
		}
		if math.Abs(got.Data[i]+math.Log(sum)) > 1e-4 {
			t.Fatalf("the energy of point %d is %v, want %v", i, got.Data[i], -math.Log(sum))
		}
	}
}
