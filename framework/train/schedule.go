package train

import "math"

// Schedule changes the learning rate over a training (kind "schedule").
type Schedule interface {
	// Factor of the optimizer's rate at a step (from 0) of total steps.
	Factor(step, total int) float64
}

// Constant keeps the rate.
type Constant struct{}

// Factor implements Schedule.
func (*Constant) Factor(int, int) float64 { return 1 }

// Cosine lowers the rate along half a cosine (Loshchilov and Hutter 2017), after a linear rise.
type Cosine struct {
	Warmup float64 `yaml:"warmup" default:"0" range:"[0, 1)" doc:"fraction of the training over which the rate rises from 0"`
	End    float64 `yaml:"end" default:"0" range:"[0, 1]" doc:"factor of the rate at the end"`
}

// Factor implements Schedule.
func (c *Cosine) Factor(step, total int) float64 {
	progress := float64(step) / float64(max(total-1, 1))
	if progress < c.Warmup {
		return (float64(step) + 1) / (c.Warmup*float64(total) + 1)
	}
	done := (progress - c.Warmup) / (1 - c.Warmup)
	return c.End + (1-c.End)*(1+math.Cos(math.Pi*done))/2
}

// Exponential lowers the rate by the same factor each step, to a factor at the end.
type Exponential struct {
	End float64 `yaml:"end" default:"0.01" range:"(0, 1]" doc:"factor of the rate at the end"`
}

// Factor implements Schedule.
func (e *Exponential) Factor(step, total int) float64 {
	return math.Pow(e.End, float64(step)/float64(max(total-1, 1)))
}

// Steps lowers the rate at given points of the training.
type Steps struct {
	At []float64 `yaml:"at" default:"[0.5, 0.75]" range:"(0, 1)" doc:"fractions of the training at which the rate is lowered"`
	By float64   `yaml:"by" default:"0.1" range:"(0, 1]" doc:"what the rate is multiplied with each time"`
}

// Factor implements Schedule.
func (s *Steps) Factor(step, total int) float64 {
	factor := 1.0
	for _, at := range s.At {
		if float64(step) >= at*float64(total) {
			factor *= s.By
		}
	}
	return factor
}

var _ = []Schedule{(*Constant)(nil), (*Cosine)(nil), (*Exponential)(nil), (*Steps)(nil)}
