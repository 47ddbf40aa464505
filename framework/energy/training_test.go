package energy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// scaledCoordinate is the family of energies -k x_0 + b, whose densities on circles and spheres are von
// Mises-Fisher's. k starts at 0.
type scaledCoordinate struct{}

func (scaledCoordinate) Initialize(_, _ int, _ *rand.Rand) []network.Parameter {
	return []network.Parameter{{Name: "concentration", Dimensions: []int{1, 1}, Values: []float32{0}},
		{Name: "constant", Dimensions: []int{1, 1}, Values: []float32{0}}}
}

func (scaledCoordinate) Bind(parameters []*graph.Node) network.Function {
	return networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.Sub(parameters[1], graph.Mul(networktest.Coordinate(x, 0), parameters[0]))
	})
}

// concentration trains -k x_0 + b on data in a domain, and gives k.
func concentration(t *testing.T, l loss.Energy, data *points.Set, on support.Domain) float64 {
	t.Helper()
	e := InBox{Network: scaledCoordinate{}, Loss: l, Training: traintest.Training(400, data.Len(), 0.1, nil)}
	e.Training.Schedule = &train.Cosine{}
	return float64(fitted(t, &e, traintest.Task(t, data, on.Environment().Box), on).Parameters[0].Values[0])
}

// fitted is an energy trained on any domain, by a loss that takes no samples and thus needs no sampler that fits the
// domain.
func fitted(t *testing.T, e *InBox, work train.Task, on support.Domain) network.Trained {
	t.Helper()
	if err := e.fit(t.Context(), work, "energy", on, nil); err != nil {
		t.Fatal(err)
	}
	density, err := e.load(on, nil, work.Folder, Sampling{})
	if err != nil {
		t.Fatal(err)
	}
	return density.Energy
}

// matched is k for which the mean of x_0 under exp(k x_0) is that of the data, where the maximum of the likelihood is.
func matched(data *points.Set, mean func(k float64) float64) float64 {
	low, high, want := 0.0, 50.0, supporttest.Mean(data, 0)
	for range 60 {
		if middle := (low + high) / 2; mean(middle) < want {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// meanOnSphere is the mean of x_0 under exp(k x_0), coth k - 1/k.
func meanOnSphere(k float64) float64 { return 1/math.Tanh(k) - 1/k }

// fisher is n points of von Mises-Fisher's distribution on the unit sphere of R^3, by rejection: around x_0 = 1.
func fisher(n int, concentration float64, seed uint64) *points.Set {
	rng, set, sphere := rand.New(rand.NewPCG(7, seed)), points.New(n, 3), networktest.Sphere(3, 1)
	for i := 0; i < n; {
		if x := sphere.Draw(rng); rng.Float64() < math.Exp(concentration*(x[0]-1)) {
			copy(set.At(i), x)
			i++
		}
	}
	return set
}

// Every loss finds the concentration of von Mises and von Mises-Fisher data on the true circle and sphere. The
// likelihood's is the one that matches the data's mean. By scores, with E = -k x_0, it is that of the quadratic form
// that they have: k = (n - 1) mean x_0 / mean(1 - x_0^2). With noise it varies by the choice of noise: the tolerance
// is five times 0.03, the standard deviation over seeds.
func TestLossesRecoverConcentrations(t *testing.T) {
	onCircle, onSphere := traintest.Circle(1000, 3), fisher(1000, 2, 1)
	for _, test := range []struct {
		manifold networktest.Manifold
		data     *points.Set
		mean     func(k float64) float64
	}{{networktest.Sphere(2, 1), onCircle, supporttest.MeanOnCircle},
		{networktest.Sphere(3, 1), onSphere, meanOnSphere}} {
		spread := 0.0
		for i := range test.data.Len() {
			spread += (1 - test.data.At(i)[0]*test.data.At(i)[0]) / float64(test.data.Len())
		}
		likelihood := matched(test.data, test.mean)
		on := learned(t, test.manifold)
		for name, c := range map[string]struct {
			loss            loss.Energy
			want, tolerance float64
		}{
			"mesh likelihood":   {&loss.MeshLikelihood{}, likelihood, 0.01},
			"fixed nodes":       {&loss.MeshLikelihood{Nodes: "fixed"}, likelihood, 0.01},
			"noise contrastive": {&loss.NoiseContrastive{Ratio: 10, Pool: 4096}, likelihood, 0.15},
			"score matching": {&loss.ScoreMatching{}, float64(test.manifold.Ambient-1) * supporttest.Mean(test.data,
				0) / spread, 0.01},
		} {
			t.Run(fmt.Sprintf("%s in R^%d", name, test.manifold.Ambient), func(t *testing.T) {
				got := concentration(t, c.loss, test.data, on)
				if math.Abs(got-c.want) > c.tolerance {
					t.Errorf("concentration %v, want %v", got, c.want)
				}
			})
		}
	}
}

// In a latent box the density exp(k z) on [-1, 1] has the mean coth k - 1/k (as x_0 on the sphere, by Archimedes).
func TestLossesInABox(t *testing.T) {
	z := points.New(2000, 1)
	for i := range z.Data { // quantiles at k = 3
		z.Data[i] = math.Log(math.Exp(-3)+(float64(i)+0.5)/2000*(math.Exp(3)-math.Exp(-3))) / 3
	}
	segment := box.New(supporttest.Environment(t, z, points.Box{{-1, 1}}))
	want := matched(z, meanOnSphere)
	if got := concentration(t, &loss.MeshLikelihood{}, z, segment); math.Abs(got-want) > 0.01 {
		t.Errorf("by likelihood, k = %v, want %v", got, want)
	}
	if got := concentration(t, &loss.NoiseContrastive{Ratio: 10}, z, segment); math.Abs(got-want) > 0.15 {
		t.Errorf("by noise, k = %v, want %v", got, want)
	}
}

// Data off the manifold count at their nearest points: pushed outwards by a tenth, they give the same fit, and a
// normal slope of the energy gains nothing.
func TestDataAreTakenAtTheManifold(t *testing.T) {
	data := traintest.Circle(500, 3)
	pushed := points.New(data.Len(), 2)
	for i, v := range data.Data {
		pushed.Data[i] = 1.1 * v
	}
	circle := learned(t, networktest.Sphere(2, 1))
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{},
		"score matching":    &loss.ScoreMatching{},
		"noise contrastive": &loss.NoiseContrastive{Ratio: 2, Pool: 1000}} {
		on, off := concentration(t, l, data, circle), concentration(t, l, pushed, circle)
		if math.Abs(on-off) > 1e-3 {
			t.Errorf("%s: concentration %v of data on the manifold, %v of data off it", name, on, off)
		}
	}
}

// A network learns a mixture of two von Mises-Fisher distributions at opposite poles of the sphere, of half the mass
// each: the mean log density of new points is within 0.05 nats of the true distribution's, log(k cosh(k x_0) / (4 pi
// sinh k)).
func TestNetworksLearnAMixtureOnTheSphere(t *testing.T) {
	const k = 8
	twoPoles := func(seed uint64) *points.Set {
		set := fisher(1000, k, seed)
		for i := 0; i < set.Len(); i += 2 {
			set.At(i)[0] = -set.At(i)[0]
		}
		return set
	}
	data, fresh, sphere := twoPoles(1), twoPoles(2), learned(t, networktest.Sphere(3, 1))
	truth := 0.0
	for i := range fresh.Len() {
		truth += math.Log(k*math.Cosh(k*fresh.At(i)[0])/(4*math.Pi*math.Sinh(k))) / float64(fresh.Len())
	}
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{},
		"noise contrastive": &loss.NoiseContrastive{Ratio: 10, Pool: 4096}} {
		t.Run(name, func(t *testing.T) {
			e := InBox{Network: traintest.MLP(16, 16), Loss: l, Training: traintest.Training(30, 100, 0.01, new(1.0))}
			work := traintest.Task(t, data, sphere.Environment().Box)
			work.Validation = fresh
			trained := fitted(t, &e, work, sphere)
			validate, err := likelihoodOf(t.Context(), work, trained, sphere)
			if err != nil {
				t.Fatal(err)
			}
			state, _ := network.StateOf([]network.Trained{trained})
			if got, err := validate(state); err != nil || math.Abs(got+truth) > 0.05 {
				t.Errorf("the mean log density is %v (%v), the true distribution's %v", -got, err, truth)
			}
		})
	}
}
