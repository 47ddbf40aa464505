package dataset

import "math"

var _ Family = (*ProjectedNormal)(nil)

// Parameters are the mean over the deviation: the distribution depends on nothing else.
func (p *ProjectedNormal) Parameters() []float64 {
	scaled := make([]float64, len(p.Mean))
	for i, mean := range p.Mean {
		scaled[i] = mean / p.StandardDeviation
	}
	return scaled
}

// With keeps the deviation. The range ends with means of 10^4 deviations, a spread of 10^-4 on the sphere, or of 10^6,
// or with that of p if that is more.
func (p *ProjectedNormal) With(parameters []float64) (member Family, inside bool) {
	scale, length := p.StandardDeviation, norm(parameters)
	most := max(min(1e4, 1e6/p.StandardDeviation), norm(p.Mean)/p.StandardDeviation)
	if length > most {
		scale *= most / length
	}
	mean := make([]float64, len(p.Mean))
	for i, parameter := range parameters {
		mean[i] = scale * parameter
	}
	return &ProjectedNormal{Mean: mean, StandardDeviation: p.StandardDeviation}, length <= most*roundedRange
}

// Score adds, for the direction u of x and m = mean / deviation, the derivative of -|m|^2/2 + log J_(d-1)(u.m) by m,
// u J_d/J_(d-1) - m: the derivative of J_k is J_(k+1).
func (p *ProjectedNormal) Score(x []float64, weight float64, gradient []float64) {
	u := p.sphere().place(x)
	along := 0.0
	for i, mean := range p.Mean {
		along += u[i] * mean / p.StandardDeviation
	}
	d := len(p.Mean)
	radius := math.Exp(logRayIntegral(d, along) - logRayIntegral(d-1, along)) // mean of |y| given y/|y| = u
	for i, mean := range p.Mean {
		gradient[i] += weight * (radius*u[i] - mean/p.StandardDeviation)
	}
}
