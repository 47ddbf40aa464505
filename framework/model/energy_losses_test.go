package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"
	gocmp "github.com/google/go-cmp/cmp"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// scaledCoordinate is the family of energies -k x_0 + b, whose densities on circles and spheres are von Mises-Fisher's. k
// starts at 0.
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

// concentration trains -k x_0 + b on data of a known manifold, or in a box if there is none, and gives k.
func concentration(t *testing.T, l loss.Energy, data *points.Set, box [][2]float64, manifold *learnedManifold) float64 {
	t.Helper()
	e := energy.InBox{Network: scaledCoordinate{}, Loss: l, Training: training(400, data.Len(), 0.1, nil)}
	e.Training.Schedule = &train.Cosine{}
	work := task(t, data, box)
	if err := e.fit(background, work, "energy", manifold, nil); err != nil {
		t.Fatal(err)
	}
	trained, err := e.load(data.Dim, work.Folder)
	if err != nil {
		t.Fatal(err)
	}
	return float64(trained.Parameters[0].Values[0])
}

// matched is k for which the mean of x_0 under exp(k x_0) is that of the data, where the maximum of the likelihood is.
func matched(data *points.Set, mean func(k float64) float64) float64 {
	low, high, want := 0.0, 50.0, meanOf(data, 0)
	for range 60 {
		if middle := (low + high) / 2; mean(middle) < want {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// The means of x_0: I_1(k)/I_0(k), the derivative of log I_0, on the circle; coth k - 1/k on the sphere.
func meanOnCircle(k float64) float64 {
	return integral(func(a float64) float64 { return math.Cos(a) * math.Exp(k*math.Cos(a)) }, -math.Pi, math.Pi) / (2 * math.Pi * supporttest.Bessel(k))
}

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

// Every loss finds the concentration of von Mises and von Mises-Fisher data on the true circle and sphere. The likelihood's
// is the one that matches the data's mean. By scores, with E = -k x_0, it is that of the quadratic form that they have: k =
// (n - 1) mean x_0 / mean(1 - x_0^2). With noise it varies by the choice of noise: the tolerance is five times 0.03, the standard
// deviation over seeds.
func TestLossesRecoverConcentrations(t *testing.T) {
	onCircle, onSphere := circle(1000, 3), fisher(1000, 2, 1)
	for _, test := range []struct {
		manifold networktest.Manifold
		data     *points.Set
		mean     func(k float64) float64
	}{{networktest.Sphere(2, 1), onCircle, meanOnCircle}, {networktest.Sphere(3, 1), onSphere, meanOnSphere}} {
		spread := 0.0
		for i := range test.data.Len() {
			spread += (1 - test.data.At(i)[0]*test.data.At(i)[0]) / float64(test.data.Len())
		}
		likelihood := matched(test.data, test.mean)
		manifold := learned(t, test.manifold)
		for name, c := range map[string]struct {
			loss            loss.Energy
			want, tolerance float64
		}{
			"mesh likelihood":   {&loss.MeshLikelihood{}, likelihood, 0.01},
			"fixed nodes":       {&loss.MeshLikelihood{Nodes: "fixed"}, likelihood, 0.01},
			"noise contrastive": {&loss.NoiseContrastive{Ratio: 10, Pool: 4096}, likelihood, 0.15},
			"score matching":    {&loss.ScoreMatching{}, float64(test.manifold.Ambient-1) * meanOf(test.data, 0) / spread, 0.01},
		} {
			t.Run(fmt.Sprintf("%s in R^%d", name, test.manifold.Ambient), func(t *testing.T) {
				got := concentration(t, c.loss, test.data, test.manifold.Box, manifold)
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
	box := [][2]float64{{-1, 1}}
	want := matched(z, meanOnSphere)
	if got := concentration(t, &loss.MeshLikelihood{}, z, box, nil); math.Abs(got-want) > 0.01 {
		t.Errorf("by likelihood, k = %v, want %v", got, want)
	}
	if got := concentration(t, &loss.NoiseContrastive{Ratio: 10}, z, box, nil); math.Abs(got-want) > 0.15 {
		t.Errorf("by noise, k = %v, want %v", got, want)
	}
}

// Data off the manifold count at their nearest points: pushed outwards by a tenth, they give the same fit, and a
// normal slope of the energy gains nothing.
func TestDataAreTakenAtTheManifold(t *testing.T) {
	data, circleManifold := circle(500, 3), networktest.Sphere(2, 1)
	pushed := points.New(data.Len(), 2)
	for i, v := range data.Data {
		pushed.Data[i] = 1.1 * v
	}
	manifold := learned(t, circleManifold)
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{}, "score matching": &loss.ScoreMatching{},
		"noise contrastive": &loss.NoiseContrastive{Ratio: 2, Pool: 1000}} {
		on, off := concentration(t, l, data, square, manifold), concentration(t, l, pushed, square, manifold)
		if math.Abs(on-off) > 1e-3 {
			t.Errorf("%s: concentration %v of data on the manifold, %v of data off it", name, on, off)
		}
	}
}

// energyOf is a model of the circle whose energy is trained by a loss.
func energyOf(l loss.Energy, epochs int) *EBIM {
	m := singleVonMises(60, 0)
	m.Energy = energy.OnManifold{Network: mlp(16, 16), Loss: l, Training: training(epochs, 50, 0.01, ptr(1))}
	return m
}

// allLosses are those that need no sampler, and a decaying penalty, with all their optional parts.
func allLosses() map[string]Trainable {
	probes := 2
	decayed := singleVonMises(60, 3)
	decayed.Energy.Loss = &loss.Contrastive{MagnitudeWeight: 0.1, MagnitudeDecay: ptr(0.1)}
	latent := pushforward(&loss.Reconstruction{}, 4, 3, 60)
	latent.Energy.Loss, latent.Energy.Sampler = &loss.MeshLikelihood{Smoothness: 0.01}, nil
	inBox := ambient(3, 60)
	inBox.Energy.Loss, inBox.Energy.Sampler = &loss.NoiseContrastive{Ratio: 3}, nil
	return map[string]Trainable{
		"decayed":           decayed,
		"mesh likelihood":   energyOf(&loss.MeshLikelihood{Smoothness: 0.01}, 3),
		"fixed nodes":       energyOf(&loss.MeshLikelihood{Nodes: "fixed"}, 3),
		"noise contrastive": energyOf(&loss.NoiseContrastive{Ratio: 3, Pool: 500}, 3),
		"score matching":    energyOf(&loss.ScoreMatching{Probes: &probes}, 3),
		"latent":            latent,
		"ambient":           inBox,
	}
}

// Trainings by every loss are resumed to the same bits, and draw by chains without a declared sampler.
func TestLossesResume(t *testing.T) {
	s := setting(t, circle(120, 1), square)
	for name, m := range allLosses() {
		t.Run(name, func(t *testing.T) {
			trained, whole := fit(t, m, s, 0)
			_, resumed := fit(t, m, s, 5)
			if diff := gocmp.Diff(everything(t, whole, m), everything(t, resumed, m)); diff != "" {
				t.Errorf("an interrupted training differs (-uninterrupted +resumed):\n%s", diff)
			}
			set, _, err := trained.Energy().SampleByChains(background, rand.New(rand.NewPCG(9, 1)), 20)
			if err != nil || set.Len() != 20 {
				t.Errorf("%v", err)
			}
		})
	}
}

// A network learns the density on a learned circle and in a latent space: the mean log density of new points is within 0.1
// nats of the true law's, -log(2 pi I_0(2)) + 2 I_1(2)/I_0(2) = -1.27, on the circle (the uniform law has -1.84).
func TestNetworksLearnDensities(t *testing.T) {
	s, fresh := setting(t, circle(500, 1), square), circle(500, 2)
	truth := 2*meanOnCircle(2) - math.Log(supporttest.OverCircle)
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{}, "noise contrastive": &loss.NoiseContrastive{Ratio: 10, Pool: 4096},
		"score matching": &loss.ScoreMatching{}} {
		t.Run(name, func(t *testing.T) {
			m := energyOf(l, 40)
			m.Manifold.Training.Epochs = 150
			trained, _ := fit(t, m, s, 0)
			density, err := trained.Density.LogDensity(background, rand.New(rand.NewPCG(1, 1)), fresh)
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for _, v := range density.Values {
				mean += v / float64(len(density.Values))
			}
			if math.Abs(mean-truth) > 0.1 {
				t.Errorf("the mean log density is %v, the true law's %v", mean, truth)
			}
		})
	}
}

// A network learns a mixture of two von Mises-Fisher distributions at opposite poles of the sphere, of half the mass each: the
// mean log density of new points is within 0.05 nats of the true law's, log(k cosh(k x_0) / (4 pi sinh k)).
func TestNetworksLearnAMixtureOnTheSphere(t *testing.T) {
	const k = 8
	twoPoles := func(seed uint64) *points.Set {
		set := fisher(1000, k, seed)
		for i := 0; i < set.Len(); i += 2 {
			set.At(i)[0] = -set.At(i)[0]
		}
		return set
	}
	data, fresh, sphere := twoPoles(1), twoPoles(2), on(t, networktest.Sphere(3, 1))
	truth := 0.0
	for i := range fresh.Len() {
		truth += math.Log(k*math.Cosh(k*fresh.At(i)[0])/(4*math.Pi*math.Sinh(k))) / float64(fresh.Len())
	}
	for name, l := range map[string]loss.Energy{"mesh likelihood": &loss.MeshLikelihood{}, "noise contrastive": &loss.NoiseContrastive{Ratio: 10, Pool: 4096}} {
		t.Run(name, func(t *testing.T) {
			e := energy.InBox{Network: mlp(16, 16), Loss: l, Training: training(30, 100, 0.01, ptr(1))}
			work := task(t, data, sphere.Box)
			work.Validation = fresh
			if err := e.fit(background, work, "energy", sphere.manifold, nil); err != nil {
				t.Fatal(err)
			}
			trained, err := e.load(3, work.Folder)
			if err != nil {
				t.Fatal(err)
			}
			work.Environment = sphere.Environment
			validate, err := likelihoodOf(background, work, trained, sphere)
			if err != nil {
				t.Fatal(err)
			}
			state, _ := network.StateOf([]network.Trained{trained})
			if got, err := validate(state); err != nil || math.Abs(got+truth) > 0.05 {
				t.Errorf("the mean log density is %v (%v), the true law's %v", -got, err, truth)
			}
		})
	}
}

// Validation is the mean negative log density of the validation points at the parameters, whatever the loss: -k x_0 with
// k = 2 on the circle, and in a box.
func TestEnergiesAreValidatedByLikelihood(t *testing.T) {
	n := network.Trained{Network: scaledCoordinate{}, Parameters: scaledCoordinate{}.Initialize(2, 1, nil)}
	n.Parameters[0].Values[0] = 2
	at := rows(t, []float64{1, 0}, []float64{0, 1.1})
	for _, test := range []struct {
		name    string
		support support
		want    float64
	}{
		{"circle", on(t, networktest.Sphere(2, 1)), math.Log(supporttest.OverCircle) - 1},
		{"box", support{Environment: setting(t, at, square)}, math.Log(3*math.Sinh(3)) - 1},
	} {
		work := task(t, at, square)
		work.Validation = at
		validate, err := likelihoodOf(background, work, n, test.support)
		if err != nil {
			t.Fatal(err)
		}
		state, _ := network.StateOf([]network.Trained{n})
		if got, err := validate(state); err != nil || math.Abs(got-test.want) > 1e-3 {
			t.Errorf("%s: %v (%v), want %v", test.name, got, err, test.want)
		}
	}
}

// What can't be integrated or sampled is refused before any training.
func TestLossesFitTheirSupport(t *testing.T) {
	exact := energyOf(&loss.MeshLikelihood{}, 1)
	if err := exact.Check(); err != nil {
		t.Errorf("an exact likelihood without a sampler: %v", err)
	}
	if err := exact.CheckDimension(3); err != nil {
		t.Errorf("a curve in R^3: %v", err)
	}
	samples := energyOf(&loss.Contrastive{}, 1)
	latent := pushforward(&loss.Reconstruction{}, 1, 1, 1)
	latent.Dimension, latent.Energy.Loss = 4, &loss.MeshLikelihood{}
	box := ambient(1, 1)
	box.Energy.Loss = &loss.MeshLikelihood{}
	for name, err := range map[string]error{
		"contrastive divergence without a sampler": samples.Check(),
		"an exact likelihood on a curve in R^4":    exact.CheckDimension(4),
		"one in four latent dimensions":            latent.CheckDimension(9),
		"one in a box of R^4":                      box.CheckDimension(4),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := exact.Load(train.Environment{Data: points.New(3, 2), Box: square}, func(part string) string { return filepath.Join("nowhere", part) }); err == nil {
		t.Error("a model that was never trained is loaded")
	}
}
