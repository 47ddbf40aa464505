package draft

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/registry/command/cli"
)

// findBlocks gives the columns of a spectrum or profile beside others one scale where each column would have its own:
// noise of the narrow ones, which is nothing beside the wide ones, would be blown up.
func (t *table) findBlocks(p *cli.Program, s sketch, file dataset.Line) {
	profile := t.profile()
	if profile == nil || len(profile) == len(t.taken) {
		return
	}
	first := slices.Index(t.taken, profile[0])
	if !slices.Equal(t.taken[first:min(first+len(profile), len(t.taken))], profile) {
		return
	}
	probe := *t
	if s.source = probe.source(file); loadPoints(p, &s) != nil {
		return
	}
	if s.scaleOfProfile(t); s.choice == dataset.StandardizeScale {
		return
	}
	scaling, _ := dataset.Standardize(s.set, s.choice, s.blocks)
	if scaling == nil { // angles and places are on a manifold that is known
		return
	}
	if _, uniform := scaling.Uniform(); uniform || !t.alikeInNoise(p, s, file, profile) {
		return
	}
	before, behind := slices.Repeat([]int{1}, first), slices.Repeat([]int{1}, len(t.taken)-first-len(profile))
	t.blocks = slices.Concat(before, []int{len(profile)}, behind)
	t.notes = append(t.notes, fmt.Sprintf("One scale for the columns of a spectrum or profile, whose names are its "+
		"places: %s to %s.", t.label(profile[0]), t.label(profile[len(profile)-1])))
}

// alikeInNoise reports whether the noise of a profile's columns, of 40 at most, as far as those near in the others show
// it, is more alike in their unit than beside their spreads.
func (t *table) alikeInNoise(p *cli.Program, s sketch, file dataset.Line, profile []int) bool {
	const most = 40
	probe := *t
	probe.taken = nil
	for _, k := range points.EvenlySpaced(len(profile), most) {
		probe.taken = append(probe.taken, profile[k])
	}
	if s.source = probe.plain(file); loadPoints(p, &s) != nil {
		return false
	}
	own, _ := dataset.Standardize(s.set, dataset.StandardizeColumns, nil)
	within := own.In(s.set)
	var beside, inUnit []float64
	for k := range within.Dim {
		var apart []float64
		eachVicinity(within, k, func(i int, near, _ []int) {
			for _, other := range near {
				apart = append(apart, math.Abs(within.At(other)[k]-within.At(i)[k]))
			}
		})
		if noise := statistics.Median(apart); noise > 0 {
			beside = append(beside, math.Log(noise))
			inUnit = append(inUnit, math.Log(noise*own.Scale[k]))
		}
	}
	return len(beside) > 1 && stat.StdDev(inUnit, nil) < stat.StdDev(beside, nil)
}

// oneScale keeps one scale for columns that are in one unit.
func (s *sketch) oneScale(unit string) {
	if unit == "" || s.choice != dataset.StandardizeAuto {
		return
	}
	scaling, _ := dataset.Standardize(s.set, s.choice, s.blocks)
	if _, uniform := scaling.Uniform(); !uniform {
		s.choice, s.unit = dataset.StandardizeScale, unit
		s.note("One scale for all columns, though they are very unequal in range, as they are in %s.", unit)
	}
}

// scaleOfProfile keeps one scale where most columns are one quantity at places, of which the narrow ones have noise
// alone, and the others vary no less, and not much more than these.
func (s *sketch) scaleOfProfile(t *table) {
	profile := t.profile()
	if s.choice != dataset.StandardizeAuto || 2*len(profile) <= len(t.taken) || s.set.Dim != len(t.taken) {
		return
	}
	const wider = 2
	own, _ := dataset.Standardize(s.set, dataset.StandardizeColumns, nil)
	low, high := math.Inf(1), 0.0
	for k, i := range t.taken {
		if slices.Contains(profile, i) {
			low, high = min(low, own.Scale[k]), max(high, own.Scale[k])
		}
	}
	if floats.Min(own.Scale) >= low && floats.Max(own.Scale) <= wider*high {
		s.oneScale("the unit of a spectrum or profile (their names are its places), or vary as it does")
	}
}

// scaleByNoise keeps one scale where many columns have one name with numbers, in whatever unit, and noise that is more
// alike in their unit than beside their spreads, as pixels and time steps have.
func (t *table) scaleByNoise(p *cli.Program, s *sketch, file dataset.Line) {
	const least = 16
	if s.choice != dataset.StandardizeAuto || len(t.taken) < least || s.set.Dim != len(t.taken) {
		return
	}
	var common family
	for k, i := range t.taken {
		of, _, ok := familyOf(t.Columns[i].Name)
		if k == 0 {
			common = of
		}
		if !ok || of != common {
			return
		}
	}
	scaling, _ := dataset.Standardize(s.set, s.choice, s.blocks)
	if _, uniform := scaling.Uniform(); !uniform && t.alikeInNoise(p, *s, file, t.taken) {
		s.oneScale("one unit, by their noise and names")
	}
}

// ownScales standardizes each of unequal columns that are all in units of their own: one scale would be a matter of
// these. Where some share a unit, or are lengths, only very unequal ones are: a narrow column's noise, which is nothing
// beside a wide one in its unit, would be blown up.
func (s *sketch) ownScales(units, kinds int) {
	if units < 2 || s.choice != dataset.StandardizeAuto {
		return
	}
	unequal := 2.0
	if kinds < s.set.Dim {
		unequal = dataset.MostUnequal
	}
	own, _ := dataset.Standardize(s.set, dataset.StandardizeColumns, s.blocks)
	if floats.Max(own.Scale) > unequal*floats.Min(own.Scale) {
		s.choice, s.separate = dataset.StandardizeColumns, true
		s.note("Each column has a scale of its own, as they are unequal in range and in different units.")
	}
}
