package dimension

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Spectrum is what principal components of neighborhoods say at one scale.
type Spectrum struct {
	Neighbors int       // points of a neighborhood
	Length    float64   // median distance to the farthest of them, in data units
	Shares    []float64 // mean share of the variance by component, largest first, at most 32
	// Dimension is the number of components before the first clear gap, or before the widest one where none is clear;
	// Gap is the factor by which the gap is wider than in neighborhoods that fill their space (medians over
	// neighborhoods).
	Dimension int
	Gap       float64
}

// Clear says that the gap is none of chance and of the order of components.
func (s Spectrum) Clear() bool { return s.Gap >= clearGap }

const (
	clearGap    = 3.
	centers     = 300 // neighborhoods that are looked at
	fewCenters  = 60  // where each takes long
	most        = 32  // components that are looked at
	simulations = 100
)

// Spectra are those of neighborhoods of 8, 16, ... 512 distinct points, as far as that is an eighth of the data at
// most (8 of 32 at least), and of 5 of fewer points.
func Spectra(x *points.Set, rng *rand.Rand) ([]Spectrum, error) {
	var spectra []Spectrum
	if x.Dim < 2 {
		return nil, nil
	}
	order, tree := rng.Perm(x.Len()), neighbors.New(x)
	sizes := []int{8}
	if x.Len() < 32 {
		sizes = []int{5}
	}
	for k := 16; k <= 512 && 8*k <= x.Len(); k *= 2 {
		sizes = append(sizes, k)
	}
	for _, k := range sizes {
		count := centers
		if min(k, x.Dim) > 64 {
			count = fewCenters
		}
		s, gaps, err := spectrum(x, tree, order[:min(count, len(order))], k)
		if err != nil {
			return nil, err
		}
		for j := 0; j < len(gaps) && j+3 <= k && !s.Clear(); j++ { // k points have no more than k - 1 components
			null, err := simulated(k, j, rng)
			if err != nil {
				return nil, err
			}
			if gap := gaps[j] / null; gap > s.Gap {
				s.Dimension, s.Gap = j+1, gap
			}
		}
		spectra = append(spectra, s)
	}
	return spectra, nil
}

// spectrum looks at the neighborhoods of some of the points; gaps are the median ratios of successive variances.
func spectrum(x *points.Set, tree *neighbors.Tree, chosen []int, k int) (s Spectrum, gaps []float64, err error) {
	components := min(x.Dim, most, k-1)
	all := make([][]float64, components-1)
	s = Spectrum{Neighbors: k, Shares: make([]float64, components)}
	var lengths []float64
	for _, center := range chosen {
		indices, distances := tree.Nearest(x.At(center), k)
		lengths = append(lengths, distances[len(distances)-1])
		variances, err := neighbors.Variances(x, indices)
		if err != nil {
			return s, nil, err
		}
		total := floats.Sum(variances)
		for j := range s.Shares {
			s.Shares[j] += variances[j] / total / float64(len(chosen))
		}
		for j := range all {
			all[j] = append(all[j], ratio(variances, j))
		}
	}
	for _, of := range all {
		gaps = append(gaps, median(of))
	}
	s.Length = median(lengths)
	return s, gaps, nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return stat.Quantile(0.5, stat.Empirical, values, nil)
}

// ratio of the variance along component j to that along the next; rounding does not count as variance.
func ratio(variances []float64, j int) float64 {
	floor := variances[0] * 1e-10
	return (variances[j] + floor) / (variances[j+1] + floor)
}

// simulated is the median ratio j of k points that fill a ball of R^(j+2).
func simulated(k, j int, rng *rand.Rand) (float64, error) {
	dim := j + 2
	all := points.Range(0, k)
	var found []float64
	for range simulations {
		x := points.New(k, dim)
		for i := range k {
			length := 0.0
			for axis := range dim {
				v := rng.NormFloat64()
				x.At(i)[axis], length = v, length+v*v
			}
			shrink := math.Pow(rng.Float64(), 1/float64(dim)) / math.Sqrt(length)
			for axis := range dim {
				x.At(i)[axis] *= shrink
			}
		}
		variances, err := neighbors.Variances(x, all)
		if err != nil {
			return 0, err
		}
		found = append(found, ratio(variances, j))
	}
	return median(found), nil
}
