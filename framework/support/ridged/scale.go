package ridged

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Spectrum is the eigenvalues of dh/dx at data blurred by a noise: medians over points, ascending. Those below 1/2
// count as tangents: at noise t in the data, directions across a manifold have s^2/(s^2 + t^2), so above 1/2 for s >
// t.
type Spectrum struct {
	Noise  float64
	Values []float64
}

// Dimension is the number of tangents.
func (s Spectrum) Dimension() int {
	count := 0
	for _, v := range s.Values {
		if v < 0.5 {
			count++
		}
	}
	return count
}

const (
	spectrumPoints = 300
	mostNoise      = 0.5 // of the data's scale
	spectrumNoises = 8
)

// Spectra are those at noises from the least one to half of the data's scale, in equal ratios.
func (f *Field) Spectra(ctx context.Context, data *points.Set, least float64, rng *rand.Rand) ([]Spectrum, error) {
	some := points.New(0, data.Dim)
	for range spectrumPoints {
		some.Data = append(some.Data, data.At(rng.IntN(data.Len()))...)
	}
	most, ratio := max(mostNoise*data.Scale(), least), 0.0
	ratio = math.Pow(most/least, 1.0/(spectrumNoises-1))
	var all []Spectrum
	for k := range spectrumNoises {
		noise := least * math.Pow(ratio, float64(k))
		values := make([][]float64, some.Len())
		err := f.At(noise).eachJacobian(ctx, blurred(some, noise, rng), func(i int, _ []float64, s *mat.SymDense) {
			var eigen mat.EigenSym
			if eigen.Factorize(s, false) {
				values[i] = eigen.Values(nil)
			}
		})
		if err != nil {
			return nil, err
		}
		s := Spectrum{Noise: noise}
		for j := range data.Dim {
			var column []float64
			for _, v := range values {
				if v != nil {
					column = append(column, v[j])
				}
			}
			if len(column) == 0 {
				column = []float64{math.NaN()}
			}
			s.Values = append(s.Values, statistics.Median(column))
		}
		all = append(all, s)
	}
	return all, nil
}

// tangentShare is the share of points, of some hundred, at which as many eigenvalues as the ridge has dimensions are
// below 1/2.
func (f *Field) tangentShare(ctx context.Context, x *points.Set) (float64, error) {
	count, step := 0, max(1, x.Len()/spectrumPoints)
	some := points.New(0, x.Dim)
	for i := 0; i < x.Len(); i += step {
		some.Data = append(some.Data, x.At(i)...)
	}
	as := make([]bool, some.Len())
	err := f.eachJacobian(ctx, some, func(i int, _ []float64, s *mat.SymDense) {
		var eigen mat.EigenSym
		as[i] = eigen.Factorize(s, false) && Spectrum{Values: eigen.Values(nil)}.Dimension() == f.Dimension
	})
	for _, is := range as {
		if is {
			count++
		}
	}
	return float64(count) / float64(some.Len()), err
}

// Choose is the least noise at which there are as many tangents as the ridge has dimensions; false, and the noise whose
// spectrum has the clearest gap there, where none is.
func Choose(all []Spectrum, dimension int) (noise float64, found bool) {
	for _, s := range all {
		if s.Dimension() == dimension {
			return s.Noise, true
		}
	}
	clearest := slices.MaxFunc(all, func(a, b Spectrum) int {
		gap := func(s Spectrum) float64 { return s.Values[dimension] - s.Values[dimension-1] }
		switch {
		case gap(a) < gap(b):
			return -1
		case gap(a) > gap(b):
			return 1
		}
		return 0
	})
	return clearest.Noise, false
}

// Table is the spectra as text: the dimension at each noise.
func Table(all []Spectrum, scale float64) string {
	var parts []string
	for _, s := range all {
		parts = append(parts, fmt.Sprintf("%.3g: %d", s.Noise/scale, s.Dimension()))
	}
	return strings.Join(parts, ", ")
}

// blurred is points with normal noise.
func blurred(x *points.Set, noise float64, rng *rand.Rand) *points.Set {
	y := points.New(x.Len(), x.Dim)
	for i, v := range x.Data {
		y.Data[i] = v + noise*rng.NormFloat64()
	}
	return y
}
