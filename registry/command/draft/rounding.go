package draft

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"ebim/framework/dataset"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/registry/command/cli"
)

// findRounding finds columns that are rounded to steps wider than their points lie apart, and how wide. Points lie in
// layers then, which look like as many pieces. The result is the noise that is to be added, as a share of the data's
// scale.
func (t *table) findRounding(p *cli.Program, s sketch, file dataset.Line) (noise float64) {
	if s.source = t.plain(file); loadPoints(p, &s) != nil || s.set.Dim < 2 {
		return 0
	}
	scaling, _ := dataset.Standardize(s.set, s.choice, nil)
	if scaling == nil {
		return 0
	}
	found, widest := make([]float64, len(t.taken)), 0.0
	for k := range t.taken {
		found[k] = stepOf(s.set, k)
		widest = max(widest, found[k]/scaling.Scale[k])
	}
	if widest < leastStep {
		return 0
	}
	x := scaling.In(s.set)
	apart := distanceApart(x)
	steps, coarse := map[int]float64{}, ""
	for k, i := range t.taken {
		step, wide := found[k], found[k]/scaling.Scale[k]
		layers := wide >= leastStep && wide > apart
		of := fmt.Sprintf("Steps of %s in column %s are wider than the points lie apart", decimal(step), t.label(i))
		switch {
		case step == 0, t.mayBeLabel(i) && !t.isQuantity(i):
		case isBound(x, k):
			steps[i] = step
			if layers {
				coarse, noise = cmp.Or(coarse, of), max(noise, wide/math.Sqrt(6)) // of rounding, and of what is added
			}
		case layers:
			t.notes = append(t.notes, fmt.Sprintf("%s, so that they lie in layers; if it is no label, but rounded, "+
				"write rounded: [%s] and steps: [%s] below its file's line.", of, yamlText(t.name(i)), decimal(step)))
		}
	}
	if coarse == "" {
		return 0
	}
	t.rounding = steps
	columns := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return steps[i] == 0 })
	for _, i := range columns {
		t.withdraw(t.layers(i))
	}
	t.notes = append(t.notes, fmt.Sprintf("%s: a number from within half a step is added to %s, or they would lie in "+
		"layers.", coarse, t.forFlag(columns...)))
	return noise
}

// leastStep is the width of steps, by the data's scale, below which models see none: rounding moves points by a step
// over the root of 12 then, which is less than the finest noise that a ridge is asked at.
const leastStep = 0.05

// distanceApart is that of points from the third nearest, in the median.
func distanceApart(x *points.Set) float64 {
	const looked, nearest = 500, 3
	tree, some := neighbors.New(x), x.Evenly(looked)
	var distances []float64
	for i := range some.Len() {
		distances = append(distances, tree.Distance(some.At(i), min(nearest+1, x.Len()))) // itself is the first
	}
	return statistics.Median(distances)
}

// stepOf is the step that all numbers of a column are multiples of, from the least one on; 0 where there is none, or
// few numbers differ, or many.
func stepOf(x *points.Set, column int) float64 {
	const (
		fewest, most = 8, 500
		filled       = 0.7  // share of the steps that occur; of set points fewer may
		uneven       = 1e-4 // of a step, by how numbers are written
	)
	seen := map[float64]bool{}
	for i := range x.Len() {
		if seen[x.At(i)[column]] = true; len(seen) > most {
			return 0
		}
	}
	if len(seen) < fewest {
		return 0
	}
	values := slices.Sorted(maps.Keys(seen))
	step := math.Inf(1)
	for k, v := range values[1:] {
		step = min(step, v-values[k])
	}
	for _, v := range values {
		if steps := (v - values[0]) / step; math.Abs(steps-math.Round(steps)) > uneven*max(1, steps) {
			return 0
		}
	}
	if float64(len(values)) < filled*(values[len(values)-1]-values[0])/step {
		return 0
	}
	return step
}

// isBound says that the other columns tell something of one: points that are near each other in them have fewer of its
// numbers than points drawn at random. Labels of equal pieces are told nothing of.
func isBound(x *points.Set, column int) bool {
	const fewer = 0.8
	var own, any float64
	eachVicinity(x, column, func(_ int, near, drawn []int) {
		own, any = own+differing(x, column, near), any+differing(x, column, drawn)
	})
	return own < fewer*any
}

// isFollowed is isBound for numbers most of which differ: by their ranks, those of points near each other are nearer.
func isFollowed(x *points.Set, column int) bool {
	const nearer = 0.9
	rank := ranks(x, column)
	var own, any float64
	eachVicinity(x, column, func(i int, near, drawn []int) {
		for k := range near {
			own, any = own+math.Abs(rank[near[k]]-rank[i]), any+math.Abs(rank[drawn[k]]-rank[i])
		}
	})
	return own < nearer*any
}

// ranks are those of a column's numbers.
func ranks(x *points.Set, column int) []float64 {
	order := points.Range(0, x.Len())
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x.At(i)[column], x.At(j)[column]) })
	rank := make([]float64, x.Len())
	for k, i := range order {
		rank[i] = float64(k)
		if before := order[max(0, k-1)]; x.At(before)[column] == x.At(i)[column] {
			rank[i] = rank[before]
		}
	}
	return rank
}

// differing is how many different numbers of a column points have.
func differing(x *points.Set, column int, of []int) float64 {
	numbers := map[float64]bool{}
	for _, i := range of {
		numbers[x.At(i)[column]] = true
	}
	return float64(len(numbers))
}

// eachVicinity visits some points, each with those nearest to it in all columns but one, and as many at random.
func eachVicinity(x *points.Set, column int, visit func(i int, near, drawn []int)) {
	const looked, count = 300, 16
	others := points.New(x.Len(), x.Dim-1)
	for i := range x.Len() {
		copy(others.At(i), x.At(i)[:column])
		copy(others.At(i)[column:], x.At(i)[column+1:])
	}
	tree := neighbors.New(others)
	shuffled := random.New(0, "rounding", column).Perm(x.Len())
	for _, i := range points.EvenlySpaced(x.Len(), looked) {
		near, _ := tree.Nearest(others.At(i), min(count, x.Len()))
		drawn := make([]int, len(near))
		for k, j := range near {
			drawn[k] = shuffled[j]
		}
		visit(i, near, drawn)
	}
}
