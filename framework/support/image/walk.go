package image

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
)

// leastStretch is the smallest singular value of a decoder's Jacobian along which walks go, relative to the largest.
const leastStretch = 1e-3

// Walk implements support.Walker, by codes in the latent box: where a walk meets its wall, it goes on along that as far
// as it can. It starts at the reconstruction, in the direction of the largest singular value of the decoder's Jacobian.
func (m *Image) Walk(ctx context.Context, x *points.Set, s support.Steps) (*points.Set, error) {
	codes, err := m.Encode(ctx, m.engine(), x)
	if err != nil {
		return nil, err
	}
	m.latent.Environment().Box.Clip(codes)
	decoding, err := m.newDecodingOf(min(network.BatchOf(m.Ambient()), 2*x.Len()))
	if err != nil {
		return nil, err
	}
	start, err := decode(ctx, decoding, codes)
	if err != nil {
		return nil, err
	}
	directions := points.New(x.Len(), x.Dim)
	for i, jacobian := range start.jacobians {
		if values, u, _ := m.factorize(jacobian); values != nil {
			mat.Col(directions.At(i), 0, u)
			support.Unit(directions.At(i), true)
		}
	}
	codes, err = s.Along(codes, directions, func(z, directions *points.Set, length float64) (to,
		onward *points.Set, err error) {
		here, err := decode(ctx, decoding, z)
		if err != nil {
			return nil, nil, err
		}
		to, onward = points.New(z.Len(), z.Dim), points.New(z.Len(), directions.Dim)
		for i, jacobian := range here.jacobians {
			m.advance(jacobian, directions.At(i), to.At(i), onward.At(i))
			for j, v := range z.At(i) {
				to.At(i)[j] = v + length*to.At(i)[j]
			}
		}
		m.latent.Environment().Box.Clip(to)
		return to, onward, nil
	})
	if err != nil {
		return nil, err
	}
	return m.Decode(ctx, m.engine(), codes)
}

// factorize returns singular values and vectors of a Jacobian [n, m], [n, m] and [m, m]; nil where numbers are not
// finite.
func (m *Image) factorize(jacobian []float64) (values []float64, u, v *mat.Dense) {
	var svd mat.SVD
	latent := m.Dimension()
	if !points.AllFinite(jacobian) ||
		!svd.Factorize(mat.NewDense(len(jacobian)/latent, latent, jacobian), mat.SVDThin) {
		return nil, nil, nil
	}
	u, v = new(mat.Dense), new(mat.Dense)
	svd.UTo(u)
	svd.VTo(v)
	return svd.Values(nil), u, v
}

// advance finds the part of a direction [n] in the range of a Jacobian J [n, m], of length 1, as onward, and the
// velocity c of the code, J c = onward. Both stay 0 where there is none.
func (m *Image) advance(jacobian, direction, velocity, onward []float64) {
	values, u, v := m.factorize(jacobian)
	parts := make([]float64, len(values))
	for k, value := range values {
		if value <= leastStretch*values[0] {
			continue
		}
		for j, d := range direction {
			parts[k] += u.At(j, k) * d
		}
	}
	support.Unit(parts, false)
	for k, part := range parts {
		if part == 0 {
			continue
		}
		for j := range velocity {
			velocity[j] += v.At(j, k) * part / values[k]
		}
		for j := range onward {
			onward[j] += u.At(j, k) * part
		}
	}
}

var _ support.Walker = (*Image)(nil)
