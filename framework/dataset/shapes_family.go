package dataset

import "math"

var (
	_ Family = (*Curve)(nil)
	_ Family = (*Ellipsoid)(nil)
	_ Family = (*DoubleTorus)(nil)
	_ Family = (*Product)(nil)
	_ Family = (*Embedded)(nil)
)

// Parameters are the concentration times the cosine and the sine of the mode's angle.
func (c *Curve) Parameters() []float64 {
	sin, cos := math.Sincos(2 * math.Pi * c.Mode)
	return []float64{c.Concentration * cos, c.Concentration * sin}
}

// With keeps the shape.
func (c *Curve) With(parameters []float64) (member Family, inside bool) {
	concentration := math.Hypot(parameters[0], parameters[1])
	mode := math.Atan2(parameters[1], parameters[0]) / (2 * math.Pi)
	return &Curve{Ellipse: c.Ellipse, Lobes: c.Lobes, Polygon: c.Polygon, TorusKnot: c.TorusKnot, Fourier: c.Fourier,
			Mode: mode - math.Floor(mode), Concentration: min(concentration, mostConcentrated)},
		concentration <= mostConcentrated*roundedRange
}

// Score adds the direction of the angle of x less its mean, as of VonMises.
func (c *Curve) Score(x []float64, weight float64, gradient []float64) {
	curve := c.curve()
	mean := besselQuotient(c.Concentration)
	sin, cos := math.Sincos(2 * math.Pi * curve.nearest(x) / curve.length())
	modeSin, modeCos := math.Sincos(2 * math.Pi * c.Mode)
	gradient[0] += weight * (cos - mean*modeCos)
	gradient[1] += weight * (sin - mean*modeSin)
}

// Parameters are none.
func (*Ellipsoid) Parameters() []float64 { return nil }

// With is the distribution itself.
func (e *Ellipsoid) With([]float64) (member Family, inside bool) { return e, true }

// Score adds nothing.
func (*Ellipsoid) Score([]float64, float64, []float64) {}

// Parameters are none.
func (*DoubleTorus) Parameters() []float64 { return nil }

// With is the distribution itself.
func (d *DoubleTorus) With([]float64) (member Family, inside bool) { return d, true }

// Score adds nothing.
func (*DoubleTorus) Score([]float64, float64, []float64) {}

// Parameters are those of all factors.
func (p *Product) Parameters() []float64 {
	var parameters []float64
	for _, factor := range p.Factors {
		parameters = append(parameters, factor.(Family).Parameters()...)
	}
	return parameters
}

// With is the product of the factors' members.
func (p *Product) With(parameters []float64) (member Family, inside bool) {
	product, inside := &Product{Factors: make([]Source, len(p.Factors))}, true
	for i, factor := range p.Factors {
		own := len(factor.(Family).Parameters())
		changed, within := factor.(Family).With(parameters[:own])
		product.Factors[i], inside, parameters = changed, inside && within, parameters[own:]
	}
	return product, inside
}

// Score adds each factor's to its part of the gradient.
func (p *Product) Score(x []float64, weight float64, gradient []float64) {
	p.each(x, func(factor Distribution, x []float64) {
		own := len(factor.(Family).Parameters())
		factor.(Family).Score(x, weight, gradient[:own])
		gradient = gradient[own:]
	})
}

// Parameters are the source's.
func (e *Embedded) Parameters() []float64 { return e.Source.(Family).Parameters() }

// With embeds the source's member alike.
func (e *Embedded) With(parameters []float64) (member Family, inside bool) {
	changed, inside := e.Source.(Family).With(parameters)
	return &Embedded{Source: changed, Dimension: e.Dimension, Rotation: e.Rotation}, inside
}

// Score is the source's.
func (e *Embedded) Score(x []float64, weight float64, gradient []float64) {
	e.Source.(Family).Score(e.in(x), weight, gradient)
}
