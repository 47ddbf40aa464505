package meshed

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/onmesh"
	"ebim/framework/support/supporttest"
)

// productRule takes each pair of nodes u and v to the point of a surface with its area element.
func productRule(u, v, weightsU, weightsV []float64, surface func(u, v float64) (x []float64,
	element float64)) *supporttest.Rule {
	r := &supporttest.Rule{Nodes: &points.Set{Dim: 3}}
	for i := range u {
		for j := range v {
			x, element := surface(u[i], v[j])
			r.Nodes.Data = append(r.Nodes.Data, x...)
			r.Weights = append(r.Weights, weightsU[i]*weightsV[j]*element)
		}
	}
	return r
}

func circleRule() *supporttest.Rule {
	r := &supporttest.Rule{Nodes: &points.Set{Dim: 2}}
	angles, weights := supporttest.Turn(2000)
	for _, angle := range angles {
		r.Nodes.Data = append(r.Nodes.Data, math.Cos(angle), math.Sin(angle))
	}
	r.Weights = weights
	return r
}

func sphereRule() *supporttest.Rule {
	u, weightsU := supporttest.Turn(200)
	v, weightsV := supporttest.Gauss(100, -1, 1)
	return productRule(u, v, weightsU, weightsV, func(u, v float64) ([]float64, float64) {
		radius := math.Sqrt(1 - v*v)
		return []float64{radius * math.Cos(u), radius * math.Sin(u), v}, 1
	})
}

func torusRule(major, minor float64) *supporttest.Rule {
	u, weightsU := supporttest.Turn(300)
	v, weightsV := supporttest.Turn(100)
	return productRule(u, v, weightsU, weightsV, func(u, v float64) ([]float64, float64) {
		radius := major + minor*math.Cos(v)
		return []float64{radius * math.Cos(u), radius * math.Sin(u), minor * math.Sin(v)}, minor * radius
	})
}

func TestIntegralErrorOverMeshes(t *testing.T) {
	rng, covered := rand.New(rand.NewPCG(1, 8)), supporttest.Coverage{}
	for _, test := range []struct {
		manifold networktest.Manifold
		rule     *supporttest.Rule
		lengths  []float64
		each     int
	}{
		{networktest.Sphere(2, 1), circleRule(), []float64{0.3, 0.1, 0.05}, 50},
		{networktest.Sphere(3, 1), sphereRule(), []float64{0.3, 0.1}, 10},
		{networktest.Torus(1, 0.4), torusRule(1, 0.4), []float64{0.3, 0.1}, 15},
	} {
		m := tilted(t, test.manifold)
		meshes, err := zeroSet(m).Meshes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, length := range test.lengths {
			for range test.each {
				w := supporttest.NewWaves(rng, 8, test.manifold.Ambient, length)
				d := &energy.Density{Support: m.Support, Energy: w.Network()}
				got, err := onmesh.Integrate(t.Context(), meshes, d.Log)
				if err != nil {
					t.Fatal(err)
				}
				covered.Add(got, test.rule.LogIntegral(w.At))
			}
		}
	}
	covered.Check(t)
}
