package dataset

import (
	"fmt"
	"math"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// OutlierChoice says what becomes of points that lie far from all others.
type OutlierChoice string

// Choices of OutlierChoice.
const (
	OutliersAuto OutlierChoice = "auto"
	OutliersKeep OutlierChoice = "keep"
	OutliersDrop OutlierChoice = "drop"
)

// Choices implements config.Enum.
func (OutlierChoice) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(OutliersAuto), Doc: "drop for own data (csv, npy, table), keep for data sets that are known"},
		{Name: string(OutliersKeep), Doc: "all points are data; a note says how many lie far from all others"},
		{Name: string(OutliersDrop),
			Doc: "points that lie alone, or up to five together, farther from all others than five times the data's " +
				"scale are left out of everything, as long as they are no more than five, or 1 % of the points; a " +
				"note names them"},
	}
}

// Drops reports whether outliers of some data are left out.
func (c OutlierChoice) Drops(source Source) bool {
	if c == OutliersAuto {
		_, file := source.(FileSource)
		_, known := source.(Manifold)
		return file && !known
	}
	return c == OutliersDrop
}

// WithoutOutliers returns the points that do not lie far from all others, by the scale of those that are left, as of
// Standardize, and a note that says what was left out; the set itself and nothing where there are none, or too many to
// be outliers.
func WithoutOutliers(set *points.Set, by Standardization, blocks []int) (kept *points.Set, note string) {
	rows, kept := points.Range(0, set.Len()), set
	for {
		seen := kept
		if scaling, _ := Standardize(kept, by, blocks); scaling != nil {
			seen = scaling.In(kept)
		}
		found := farFromOthers(seen)
		if len(found) == 0 {
			break
		}
		if float64(set.Len()-kept.Len()+len(found)) > max(mostTogether, mostOutliers*float64(set.Len())) {
			return set, ""
		}
		for _, i := range slices.Backward(found) {
			rows = slices.Delete(rows, i, i+1)
		}
		kept = set.Select(rows) // whose scale may be a thousandth of what it was, and show others
	}
	dropped := set.Len() - kept.Len()
	if dropped == 0 {
		return set, ""
	}
	first := 0
	for first < len(rows) && rows[first] == first {
		first++
	}
	return kept,
		fmt.Sprintf("%s and %s left out, the first of them point %d (from 0) at %.6g; data.outliers: keep keeps them",
			lieFar(dropped, set.Len(), "points"), are(dropped), first, set.At(first))
}

func lieFar(count, of int, what string) string {
	lie := "lie"
	if count == 1 {
		lie = "lies"
	}
	return fmt.Sprintf("%d of the %d %s %s far from all others", count, of, what, lie)
}

func are(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

const (
	mostTogether = 5    // places that may lie near each other and still be outliers
	mostOutliers = 0.01 // of all points; more are a part of the data
)

// farFromOthers are the points that lie alone, or few together: the [mostTogether]th nearest place is farther than
// five times the data's standard deviation, which it never is in the tail of a normal distribution, and than five
// times what it is for most points among a few. Only those that are far from these few are compared with all, so that
// the time grows with the number of points alone.
func farFromOthers(set *points.Set) []int {
	const few, times = 256, 5
	n := set.Len()
	if n < 20 {
		return nil
	}
	_, deviation := moments(set)
	places, of := set.Places()
	var chosen []int
	for i := 0; i < len(places); i += max(1, len(places)/few) {
		chosen = append(chosen, places[i])
	}
	near := make([]float64, 0, len(places))
	for _, i := range places {
		near = append(near, distanceOf(set, i, chosen))
	}
	least := times * max(rootMeanSquare(deviation), slices.Sorted(slices.Values(near))[len(near)*9/10])
	var candidates []int
	for k, off := range near {
		if off > least {
			candidates = append(candidates, places[k])
		}
	}
	if float64(len(candidates)) > max(mostTogether, mostOutliers*float64(n)) {
		return nil
	}
	far := map[int]bool{}
	for _, i := range candidates {
		if distanceOf(set, i, places) > least {
			far[i] = true
		}
	}
	var found []int
	for i, place := range of {
		if far[places[place]] {
			found = append(found, i)
		}
	}
	return found
}

// distanceOf is the distance of a point to the [mostTogether]th nearest of the given other ones, infinite where there
// are fewer.
func distanceOf(set *points.Set, i int, others []int) float64 {
	var nearest [mostTogether]float64 // squared, ascending
	for k := range nearest {
		nearest[k] = math.Inf(1)
	}
	x := set.At(i)
	for _, k := range others {
		if k == i {
			continue
		}
		square := points.SquaredDistance(set.At(k), x)
		for p := len(nearest) - 1; p >= 0 && square < nearest[p]; p-- {
			if p+1 < len(nearest) {
				nearest[p+1] = nearest[p]
			}
			nearest[p] = square
		}
	}
	return math.Sqrt(nearest[len(nearest)-1])
}
