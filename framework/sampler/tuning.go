package sampler

import "math"

// Tuning is how the step size of a chain is found.
type Tuning struct {
	StepSize float64 // to begin with
	Target   float64 // mean probability of acceptance
	Warmup   int     // transitions, 0: the step size stays
}

// Constants of dual averaging (Hoffman and Gelman, "The No-U-Turn Sampler", 2014, section 3.2.1), and the bounds of
// the step size, all in terms of the first one. Their shrinkage is 0.05, for the acceptance of one chain; with that of
// a batch, which says more, the step size would swing so far that its mean has another acceptance than the swings.
const (
	shrinkage     = 0.2  // gamma
	stabilization = 10   // t_0
	forgetting    = 0.75 // kappa
	center        = 10   // exp(mu): it is cheap to find a step size too large
	smallest      = 1e-3
	largest       = 100
)

// failureWeight is the number of refusals that a transition counts as which could not be integrated. These are not
// spread over the chains as other refusals are: a chain that has come to where the step size is too long for the
// manifold's bend, or to an energy from which it runs too fast, stays there for long. With a weight of 1, on the
// learned circle of a von Mises distribution, a fourth to a third of all transitions fail and R-hat is 1.4; with 10, 2
// % fail and almost every draw counts.
const failureWeight = 10

// tuned adapts the logarithm of a step size by dual averaging: it follows the mean of target - acceptance, in which
// early updates count less and less, and failures are taken off the acceptance. After the warm-up, if it is not
// frozen, the weight of an update stays what it is, so that the step size follows an energy that changes. The state is
// in single precision, as checkpoints keep it.
type tuned struct {
	Tuning
	transitions float32 // seen
	updates     float32 // t, not counted beyond the warm-up
	shortfall   float32 // the mean of target - acceptance
	average     float32 // of the logarithms of step sizes
	frozen      bool
}

// size is the step size of the next transitions: the average one once it is frozen.
func (t *tuned) size() float32 {
	switch {
	case t.updates == 0:
		return float32(t.StepSize)
	case t.frozen:
		return float32(math.Exp(float64(t.average)))
	}
	return float32(math.Exp(t.logarithm()))
}

// logarithm is that of the current step size.
func (t *tuned) logarithm() float64 {
	return math.Log(center*t.StepSize) - math.Sqrt(float64(t.updates))/shrinkage*float64(t.shortfall)
}

// update takes the mean acceptance of some transitions into account, and the fraction that could not be integrated.
func (t *tuned) update(acceptance, impossible float64, transitions int) {
	if t.frozen || t.Warmup == 0 {
		return
	}
	if !t.warm() {
		t.updates++
		t.transitions += float32(transitions)
	}
	acceptance = max(acceptance-failureWeight*impossible, -1)
	count := float64(t.updates)
	weight := 1 / (count + stabilization)
	t.shortfall = float32((1-weight)*float64(t.shortfall) + weight*(t.Target-acceptance))
	// A bound that is reached is taken back into the mean, which would go on growing otherwise.
	unit := shrinkage / math.Sqrt(count)
	t.shortfall = float32(min(max(float64(t.shortfall), unit*math.Log(center/largest)), unit*math.Log(center/smallest)))
	keep := 1 - math.Pow(count, -forgetting)
	t.average = float32(keep*float64(t.average) + (1-keep)*t.logarithm())
}

// warm reports whether the warm-up is over.
func (t *tuned) warm() bool { return int(t.transitions) >= t.Warmup }
