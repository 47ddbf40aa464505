package transport

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ebim/framework/points"
)

// totalMass is the integer that stands for all mass when masses differ: masses are then right to 2^-60 of the total,
// finer than the rounding of the weights themselves.
const totalMass = 1 << 60

// integerMasses turns supply and demand into integers of equal total. Equal masses on both sides become exact.
func integerMasses(supply, demand []float64, n, m int) (from, to []int64, err error) {
	sum := [2]float64{1, 1}
	for side, masses := range [2][]float64{supply, demand} {
		if masses == nil {
			continue
		}
		name, want := [2]string{"supply", "demand"}[side], [2]int{n, m}[side]
		if len(masses) != want {
			return nil, nil, fmt.Errorf("%s has %d masses for %d points", name, len(masses), want)
		}
		if sum[side], err = total(masses); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if math.Abs(sum[0]-sum[1]) > 1e-9*max(sum[0], sum[1]) {
		return nil, nil, fmt.Errorf("supply totals %g and demand %g; they must be equal", sum[0], sum[1])
	}
	if allEqual(supply) && allEqual(demand) {
		common := gcd(n, m)
		return repeated(int64(m/common), n), repeated(int64(n/common), m), nil
	}
	return rounded(supply, sum[0], n), rounded(demand, sum[1], m), nil
}

// total returns the sum of masses, checked to be finite, not negative and positive in all.
func total(masses []float64) (float64, error) {
	sum := 0.0
	for i, mass := range masses {
		if !(mass >= 0) || math.IsInf(mass, 0) {
			return 0, fmt.Errorf("mass %d is %v; masses must be finite and not negative", i, mass)
		}
		sum += mass
	}
	if math.IsInf(sum, 0) {
		return 0, errors.New("the masses' total is beyond float64's range; rescale them")
	}
	if sum == 0 {
		return 0, errors.New("all masses are zero; their total must be positive")
	}
	return sum, nil
}

func normalized(masses []float64) ([]float64, error) {
	if masses == nil {
		return nil, nil
	}
	sum, err := total(masses)
	if err != nil {
		return nil, err
	}
	shares := make([]float64, len(masses))
	for i, mass := range masses {
		shares[i] = mass / sum
	}
	return shares, nil
}

// rounded scales masses to integers that sum to totalMass; what rounding leaves goes to the largest.
func rounded(masses []float64, sum float64, n int) []int64 {
	integers := make([]int64, n)
	largest, left := 0, int64(totalMass)
	for i := range integers {
		share := 1 / float64(n)
		if masses != nil {
			share = masses[i] / sum
		}
		integers[i] = int64(math.Round(share * totalMass))
		left -= integers[i]
		if integers[i] > integers[largest] {
			largest = i
		}
	}
	integers[largest] += left
	return integers
}

func allEqual(masses []float64) bool {
	return !slices.ContainsFunc(masses, func(mass float64) bool { return mass != masses[0] })
}

func repeated(value int64, n int) []int64 {
	values := make([]int64, n)
	for i := range values {
		values[i] = value
	}
	return values
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// merged is a set's points with those that are equal made one: the simplex takes many pivots without gain among points
// that are the same.
type merged struct {
	mass    []int64           // of each point; the first of equal points has the mass of all, the others have none
	first   []int32           // the first point that is equal to each
	members map[int32][]share // by the first point, where there are several
}

// share is a point's own mass.
type share struct {
	point int32
	mass  int64
}

func mergeEqual(set *points.Set, mass []int64) merged {
	m := merged{mass: make([]int64, len(mass)), first: make([]int32, len(mass)), members: map[int32][]share{}}
	for i, known := range set.FirstEqual() {
		first := int32(known)
		m.first[i] = first
		m.mass[first] += mass[i]
		m.members[first] = append(m.members[first], share{int32(i), mass[i]})
	}
	for first, members := range m.members {
		if len(members) == 1 {
			delete(m.members, first)
		}
	}
	return m
}

// moved is an integer mass that goes from one point to another.
type moved struct {
	from, to int32
	mass     int64
}

// split shares flows between the points that were made one, in their order; end gives the end of a flow at which they
// are. It adds at most one flow for each point that was merged into another.
func (m merged) split(plan []moved, end func(*moved) *int32) []moved {
	if len(m.members) == 0 {
		return plan
	}
	left := make(map[int32][]share, len(m.members))
	for first, members := range m.members {
		left[first] = append([]share(nil), members...)
	}
	var out []moved
	for _, f := range plan {
		members := left[*end(&f)]
		if members == nil {
			out = append(out, f)
			continue
		}
		first := *end(&f)
		for rest := f.mass; rest > 0; {
			part := f
			part.mass = min(rest, members[0].mass)
			*end(&part) = members[0].point
			if part.mass > 0 {
				out = append(out, part)
			}
			rest -= part.mass
			if members[0].mass -= part.mass; members[0].mass == 0 && len(members) > 1 {
				members = members[1:]
			}
		}
		left[first] = members
	}
	return out
}
