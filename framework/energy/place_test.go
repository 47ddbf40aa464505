package energy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/framework/train/traintest"
)

// The energy that is made from 500 points of exp(2 x_0) on the sphere is close to the law: to 0.01 nats, where kernels
// alone are 0.03 off. With an error of the normalizer that covers what the mesh gives it.
func TestPlacedEnergyOnTheSphere(t *testing.T) {
	const concentration = 2
	rng := rand.New(rand.NewPCG(8, 1))
	data := fisher(500, concentration, 2)
	env, f, codimension := supporttest.Learned(t, networktest.Sphere(3, 1))
	env.Data = data
	on := zeroset.New(env, f, codimension)
	density := &Density{Support: on, Energy: fitted(t, &InBox{}, traintest.Task(t, data, on.Environment().Box), on),
		NearData: true, Sampling: Sampling{Sampler: Automatic}}
	q, err := on.(support.Quadrable).Quadrature(t.Context(), 64)
	if err != nil {
		t.Fatal(err)
	}
	logs, err := density.Log(t.Context(), q.Nodes)
	if err != nil {
		t.Fatal(err)
	}
	truth := func(x []float64) float64 {
		return concentration*x[0] - math.Log(4*math.Pi*math.Sinh(concentration)/concentration)
	}
	integral, divergence := 0.0, 0.0
	for i, log := range logs {
		integral += math.Exp(log + q.LogWeights[i])
		divergence += math.Exp(truth(q.Nodes.At(i))+q.LogWeights[i]) * (truth(q.Nodes.At(i)) - log)
	}
	divergence += math.Log(integral)
	t.Logf("integral %.4f, divergence %.4f", integral, divergence)
	if divergence > 0.01 {
		t.Errorf("the divergence from the law is %.4f nats", divergence)
	}
	found, err := density.logIntegral(t.Context(), rng)
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Abs(found.Log - math.Log(integral)); off > found.Error || found.Error > 0.05 {
		t.Errorf("the normalizer is off by %.4f, and its reported error is %.4f", off, found.Error)
	}
	drawn, _, err := density.Sample(t.Context(), rng, 2000)
	if err != nil {
		t.Fatal(err)
	}
	// The data's mean has a standard error of 0.02.
	if off := supporttest.Mean(drawn, 0) - meanOnSphere(concentration); math.Abs(off) > 0.08 {
		t.Errorf("the mean of draws is off by %.3f", off)
	}
}

// The normalizer of kernels in clusters a thousandth wide is known: draws from kernels around the data alone have
// weights with a heavy tail.
func TestNormalizerOfNarrowKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	data := fisher(60, 1, 2).Select(slices.Repeat(points.Range(0, 60), 5))
	for i := range data.Len() {
		x, length := data.At(i), 0.0
		for j := range x {
			x[j] += 1e-3 * rng.NormFloat64()
			length += x[j] * x[j]
		}
		for j := range x {
			x[j] /= math.Sqrt(length)
		}
	}
	env, f, codimension := supporttest.Learned(t, networktest.Sphere(3, 1))
	env.Data = data
	on := zeroset.New(env, f, codimension)
	density := &Density{Support: on, Energy: fitted(t, &InBox{}, traintest.Task(t, data, on.Environment().Box), on),
		NearData: true}
	found, err := density.logIntegral(t.Context(), rng)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(found)
	// A mixture of densities on the sphere, of which those that are wide miss some hundredths.
	if !(found.Error <= 0.05) || math.Abs(found.Log) > 0.05+found.Error {
		t.Errorf("the normalizer's logarithm is %.4f, and its reported error is %.4f", found.Log, found.Error)
	}
}
