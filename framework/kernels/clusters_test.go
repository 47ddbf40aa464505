package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// onTorus is points of two clusters, of which one is wide, on the product of m circles in R^2m, with their tangents.
func onTorus(count, m int, rng *rand.Rand) (x *points.Set, tangents []float64) {
	x = points.New(0, 2*m)
	for i := range count {
		for j := range m {
			angle := 0.35 * rng.NormFloat64()
			if i%2 == 0 {
				angle = 2 + 0.8*rng.NormFloat64()
			}
			sin, cos := math.Sincos(angle)
			x.Data = append(x.Data, cos, sin)
			tangent := make([]float64, 2*m)
			tangent[2*j], tangent[2*j+1] = -sin, cos
			tangents = append(tangents, tangent...)
		}
	}
	return x, tangents
}

// torusNodes are points on a lattice of three circles, and their weights.
func torusNodes(steps int) *Nodes {
	nodes := &Nodes{At: points.New(0, 6)}
	for k := range steps * steps * steps {
		for _, j := range []int{k % steps, k / steps % steps, k / steps / steps} {
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / float64(steps))
			nodes.At.Data = append(nodes.At.Data, cos, sin)
		}
		nodes.LogWeights = append(nodes.LogWeights, 3*math.Log(2*math.Pi/float64(steps)))
	}
	return nodes
}

// mass is what a density integrates to.
func (n *Nodes) mass(log func(x []float64) float64) (sum float64) {
	for i, weight := range n.LogWeights {
		sum += math.Exp(weight + log(n.At.At(i)))
	}
	return sum
}

// Clusters as wide as circles are curved integrate to their weights where points of the manifold are known, and to more
// by what flat space would have.
func TestIntegralsOfClusters(t *testing.T) {
	x, tangents := onTorus(600, 3, rand.New(rand.NewPCG(1, 9)))
	nodes := torusNodes(16)
	for name, of := range map[string]struct {
		nearby      *Nodes
		least, most float64
	}{"flat": {nil, 1.1, 2}, "nearby": {nodes, 0.97, 1.03}} {
		o := &Options{Dimension: 3, Floor: 1e-3, nearby: of.nearby}
		found, err := o.clusters(placesOf(x, tangents, o), 10, 2, rand.New(rand.NewPCG(2, 9)))
		if err != nil {
			t.Fatal(err)
		}
		mass := nodes.mass(func(x []float64) float64 { return found.logsAt(x, make([]float64, len(found.Logs))) })
		t.Logf("%s: %d clusters, mass %.3f", name, len(found.Logs), mass)
		if mass < of.least || mass > of.most {
			t.Errorf("%s: the mass is %.3f, want %v to %v", name, mass, of.least, of.most)
		}
	}
}

// With clusters a mixture is closer to a law that consists of some: the mean log density of unseen points is higher,
// and it stays one.
func TestFitWithClusters(t *testing.T) {
	x, tangents := onTorus(500, 3, rand.New(rand.NewPCG(3, 9)))
	unseen, _ := onTorus(1000, 3, rand.New(rand.NewPCG(4, 9)))
	nodes, scores := torusNodes(16), map[int]float64{}
	for _, clusters := range []int{0, 1} {
		o := Options{Dimension: 3, Members: 1, Floor: 1e-3, Clusters: clusters,
			Nearby: func() (*Nodes, error) { return nodes, nil }}
		m, err := Fit(x, tangents, o, rand.New(rand.NewPCG(5, 9)))
		if err != nil {
			t.Fatal(err)
		}
		if has := len(m.Clusters.Logs) > 0; has != (clusters > 0) {
			t.Errorf("%d mixtures of clusters: %d clusters", clusters, len(m.Clusters.Logs))
		}
		scores[clusters] = -math.Log(nodes.mass(m.log))
		for i := range unseen.Len() {
			scores[clusters] += m.log(unseen.At(i)) / float64(unseen.Len())
		}
	}
	t.Logf("without %.3f, with clusters %.3f", scores[0], scores[1])
	if scores[1] < scores[0]+0.01 {
		t.Errorf("the mean log density is %.3f with clusters, %.3f without", scores[1], scores[0])
	}
}

// Where the manifold is known nearby, kernels that are as wide as circles are curved are chosen by what they give
// there, and integrate to 1: with the integral counted, the mean log density of unseen points is higher than by what
// flat space would have.
func TestFitDividesKernelsByIntegrals(t *testing.T) {
	x, tangents := onTorus(300, 3, rand.New(rand.NewPCG(3, 9)))
	unseen, _ := onTorus(1000, 3, rand.New(rand.NewPCG(4, 9)))
	nodes, scores, masses := torusNodes(16), map[bool]float64{}, map[bool]float64{}
	for _, known := range []bool{false, true} {
		o := Options{Dimension: 3, Members: 1, Floor: 1e-3}
		if known {
			o.Nearby = func() (*Nodes, error) { return nodes, nil }
		}
		m, err := Fit(x, tangents, o, rand.New(rand.NewPCG(5, 9)))
		if err != nil {
			t.Fatal(err)
		}
		masses[known] = nodes.mass(m.log)
		scores[known] = -math.Log(masses[known])
		for i := range unseen.Len() {
			scores[known] += m.log(unseen.At(i)) / float64(unseen.Len())
		}
	}
	t.Logf("flat: mean log density %.3f, mass %.3f; known: %.3f, %.3f", scores[false], masses[false], scores[true],
		masses[true])
	if scores[true] < scores[false]+0.01 || math.Abs(masses[true]-1) > 0.05 { // the farthest kernels are not counted
		t.Errorf("the mean log density is %.3f and the mass %.3f, by flat space %.3f and %.3f", scores[true],
			masses[true], scores[false], masses[false])
	}
}

// Kernels far narrower than the nodes lie apart have the integrals of flat space, also among wide ones: sums over nodes
// miss most of them, and by those the mixture would count many times.
func TestIntegralsOfKernelsBetweenNodes(t *testing.T) {
	for lonely, tolerance := range map[int]float64{0: 0.05, 100: 0.2} { // wide ones integrate to more than flat
		rng := rand.New(rand.NewPCG(8, 9))
		x, tangents := points.New(0, 6), []float64(nil)
		for spike := range 60 + lonely {
			at := [3]float64{2 * math.Pi * rng.Float64(), 2 * math.Pi * rng.Float64(), 2 * math.Pi * rng.Float64()}
			count := 5
			if spike >= 60 {
				count = 1
			}
			for range count {
				for j, angle := range at {
					sin, cos := math.Sincos(angle + 0.003*rng.NormFloat64())
					x.Data = append(x.Data, cos, sin)
					tangent := make([]float64, 6)
					tangent[2*j], tangent[2*j+1] = -sin, cos
					tangents = append(tangents, tangent...)
				}
			}
		}
		nodes := torusNodes(16)
		o := Options{Dimension: 3, Members: 1, Floor: 1e-3, Nearby: func() (*Nodes, error) { return nodes, nil }}
		m, err := Fit(x, tangents, o, rand.New(rand.NewPCG(9, 9)))
		if err != nil {
			t.Fatal(err)
		}
		if flat := m.Normals.flatMass(); math.Abs(flat-1) > tolerance {
			t.Errorf("%d points alone: the mixture integrates to %.3f, want 1", lonely, flat)
		}
	}
}

// flatMass is what kernels integrate to on flat space.
func (s *Normals) flatMass() (sum float64) {
	m := s.Dimension
	for i, log := range s.Logs {
		log += float64(m) / 2 * math.Log(2*math.Pi)
		for _, along := range s.Along[m*i : m*(i+1)] {
			log -= math.Log(s.Across[i]+along) / 2
		}
		sum += math.Exp(log)
	}
	return sum
}

// A thin cluster that lies between nodes keeps the integral of flat space: many nodes see its tails, and by the sum
// over those it would outweigh all else.
func TestIntegralOfThinCluster(t *testing.T) {
	sin, cos := math.Sincos(math.Pi / 16) // between two of the nodes
	center, axes := []float64{cos, sin, 1, 0, 1, 0}, make([]float64, 3*6)
	axes[0], axes[1], axes[6+3], axes[12+5] = -sin, cos, 1, 1
	for _, deviation := range []float64{0.02, 0.4} {
		f := &clusterFit{Normals: emptyNormals(3, 6), weights: []float64{0}}
		covariance := mat.NewSymDense(3, []float64{deviation * deviation, 0, 0, 0, 0.16, 0, 0, 0, 0.16})
		if err := f.add(center, axes, covariance, 1, 0); err != nil {
			t.Fatal(err)
		}
		if f.calibrate(torusNodes(16)); math.Abs(f.flatMass()-1) > 0.15 {
			t.Errorf("deviation %v: it integrates to %.3g on flat space, want 1 or so", deviation, f.flatMass())
		}
	}
}

// A manifold without points around its data has no clusters.
func TestNoClustersWithoutPointsNearby(t *testing.T) {
	x, tangents := onTorus(400, 3, rand.New(rand.NewPCG(6, 9)))
	o := Options{Dimension: 3, Members: 1, Floor: 1e-3, Clusters: 1,
		Nearby: func() (*Nodes, error) { return nil, nil }}
	m, err := Fit(x, tangents, o, rand.New(rand.NewPCG(7, 9)))
	if err != nil || len(m.Clusters.Logs) != 0 {
		t.Errorf("%d clusters, %v", len(m.Clusters.Logs), err)
	}
}

// Few points have no clusters, nor have curves and surfaces.
func TestNoClusters(t *testing.T) {
	for _, of := range []struct{ dimension, count, want int }{{2, 10000, 0}, {3, 299, 0}, {3, 300, 1}, {7, 10000, 2}} {
		o := &Options{Dimension: of.dimension, Clusters: 1}
		if got := len(o.clusterings(of.count)); got != of.want {
			t.Errorf("%d points in %d dimensions: %d candidates, want %d", of.count, of.dimension, got, of.want)
		}
	}
	if MostClusters(1, 2) != 0 || MostClusters(2, 3) != 2*MostClusters(1, 3) {
		t.Error("the most clusters are others")
	}
}
