package implicit

import "math"

// Annealing draws points of a manifold that was learned by denoising, by diffusion: x less the noise in it, J^T F or
// what the network says itself, estimates the data point behind x, whatever the noise, so that noise of many times the
// data's scale is taken away little by little. Each step goes to the estimate and adds the noise of the next level. At
// last there is none, and the sample lies near F = 0.
type Annealing struct {
	Steps       int      `yaml:"steps" default:"200" range:"[1, 100000]" draft:"2" doc:"levels of noise, each a factor below the last"`
	Fresh       *float64 `yaml:"fresh" range:"[0, 1]" doc:"share of each level's variance that is new noise; by default 1 - r^2, with r the ratio of levels, which is exact for many levels"`
	Highest     *float64 `yaml:"highest" range:"(0, inf)" doc:"standard deviation to start with, in units of the data; five times their scale unless given"`
	Lowest      *float64 `yaml:"lowest" range:"(0, inf)" doc:"standard deviation of the last level, in units of the data; a tenth of their scale unless given"`
	Corrections int      `yaml:"corrections" default:"5" range:"[0, 1000]" draft:"1" doc:"further steps to the estimate at the end, without noise, where they lower |F|"`
}

// Version is raised when the same settings draw otherwise; it is 1 where nothing is annealed.
func (a *Annealing) Version() int {
	if a == nil {
		return 1
	}
	return 2
}

// noiseOf returns what is kept of the noise of a level, as a factor, and the standard deviation of what is added for
// the next one. As noise grows by independent increments, that of the level t < s, given the point and the noise n of
// s, is normal about (t/s)^2 n with variance t^2 (1 - (t/s)^2), as in the reverse process of Ho et al. (2020). With
// all noise new, many levels are steps of Langevin's with twice the drift that belongs to their noise: draws of about
// the square of the density.
func (a *Annealing) noiseOf(level, next float64) (kept, fresh float32) {
	ratio := next / level
	share := 1 - ratio*ratio
	if a.Fresh != nil {
		share = *a.Fresh
	}
	return float32(math.Sqrt(1-share) * ratio), float32(math.Sqrt(share) * next)
}

// levels are the standard deviations of the noise, highest first.
func (a *Annealing) levels(scale float64) []float64 {
	highest, lowest := 5*scale, scale/10
	if a.Highest != nil {
		highest = *a.Highest
	}
	if a.Lowest != nil {
		lowest = *a.Lowest
	}
	levels := make([]float64, a.Steps)
	for k := range levels {
		levels[k] = highest * math.Pow(min(lowest, highest)/highest, float64(k)/float64(max(1, a.Steps-1)))
	}
	return levels
}

// scaled is the annealing in units that are smaller by a factor.
func (a Annealing) scaled(factor float64) Annealing {
	for _, bound := range []**float64{&a.Highest, &a.Lowest} {
		if *bound != nil {
			scaled := **bound * factor
			*bound = &scaled
		}
	}
	return a
}
