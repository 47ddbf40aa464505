package metrics

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/random"
)

// DensityError compares a learned density with the true one all over the true manifold. Each true point takes the
// learned density q at the nearest point of the learned manifold; divided by its integral, q is a density there:
//
//	mass = integral of q,   L1 = integral of |p - q/mass|,   KL = integral of p log(p mass / q).
//
// The integrals are sums over evenly spaced points. mass is 1 where the nearest points cover the learned manifold once
// without stretching it. It differs where the learned manifold lacks parts, or has parts without true points near; L1
// and KL alone don't show that.
type DensityError struct {
	Points int `yaml:"points" default:"2000" range:"[1, 1000000]" doc:"evenly spaced points of the true manifold"`
}

// CodeVersion implements experiment.Metric.
func (*DensityError) CodeVersion() int { return 4 }

// Needs refuses data whose distribution is not known.
func (*DensityError) Needs(s *experiment.Settings) (needs experiment.Needs, err error) {
	if _, known := s.Data.Source.(dataset.Distribution); known {
		return needs, nil
	}
	return needs, &config.FieldError{Found: "a data set whose distribution is not known",
		Allowed: "a synthetic data set, such as von_mises or a mixture"}
}

// Outputs implements experiment.Metric.
func (*DensityError) Outputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: output.Value, Role: output.Main, Better: output.Lowest,
			Meaning: "L1 distance of the densities, from 0 to 2, twice the total variation"},
		{Name: "kl", Unit: "nats", Better: output.Lowest, Meaning: "Kullback-Leibler divergence of the learned " +
			"distribution from the true one; missing where the learned density is 0 at true points"},
		{Name: "mass", Meaning: "integral of the learned density at the nearest points over the true manifold, 1 " +
			"where they cover the learned one once"},
	}, densityOutputs()...)
}

// Measure integrates over the true manifold. KL is infinite where the learned density is 0 at true points.
func (d *DensityError) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	distribution, known := comparableDistribution(s)
	if s.Derived || !known || s.Trained.Density == nil {
		return nil, experiment.ErrNotApplicable
	}
	x, shares := distribution.Evenly(d.Points)
	values, figures, err := densitiesAt(ctx, s, random.New(s.Seed, "metric/density_error", 0), x)
	if err != nil {
		return nil, err
	}
	logMasses, trueLogMasses := make([]float64, x.Len()), logDensities(distribution, x)
	for i, share := range shares {
		logMasses[i] = math.Log(share) + values[i]
		trueLogMasses[i] += math.Log(share)
	}
	logMass := floats.LogSumExp(logMasses)
	if math.IsInf(logMass, -1) {
		return nil, errors.New("the learned density is 0 at all points of the true manifold")
	}
	figures["mass"] = math.Exp(logMass)
	figures["value"], figures["kl"] = divergences(trueLogMasses, logMasses)
	return &experiment.Measurement{Values: figures}, nil
}

// divergences are the L1 distance and the Kullback-Leibler divergence of two discrete distributions, given by the
// logarithms of masses up to a factor.
func divergences(p, q []float64) (l1, kl float64) {
	totalP, totalQ := floats.LogSumExp(p), floats.LogSumExp(q)
	for i := range p {
		logP, logQ := p[i]-totalP, q[i]-totalQ
		l1 += math.Abs(math.Exp(logP) - math.Exp(logQ))
		if mass := math.Exp(logP); mass > 0 {
			kl += mass * (logP - logQ)
		}
	}
	return l1, kl
}
