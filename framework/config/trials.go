package config

import (
	"fmt"
	"strconv"

	"ebim/framework/random"
)

// unswept is the index of an axis's value where a point keeps what the document says.
const unswept = -1

// draw is the document as it stands, trial 0, and random points of the product. Each axis draws for itself, every value
// about as often: a random order of its values, then another. More trials leave the earlier ones as they are.
func (d *Document) draw() []Variant {
	var variants []Variant
	for trial, point := range d.Drawn() {
		variants = append(variants, d.Trial(trial, point))
	}
	return variants
}

// Drawn returns the points of the document's trials: the index of each axis's value, -1 where a trial keeps what the document says.
func (d *Document) Drawn() [][]int {
	var points [][]int
	orders := make([][]int, len(d.axes))
	for trial := range d.trials {
		point := make([]int, len(d.axes))
		for i, a := range d.axes {
			point[i] = unswept
			if drawn := trial - 1; drawn >= 0 {
				round, at := drawn/len(a.values), drawn%len(a.values)
				if at == 0 {
					orders[i] = random.New(0, "sweep/"+a.path, round).Perm(len(a.values))
				}
				point[i] = orders[i][at]
			}
		}
		points = append(points, point)
	}
	return points
}

// Axis is a swept setting and how many values it has.
type Axis struct {
	Path   string // as written
	Values int
}

// Axes returns the swept settings, sorted by path.
func (d *Document) Axes() []Axis {
	var axes []Axis
	for _, a := range d.axes {
		axes = append(axes, Axis{a.path, len(a.values)})
	}
	return axes
}

// Trial returns the variant of a trial's number at a point of the axes, as of Drawn.
func (d *Document) Trial(trial int, point []int) Variant {
	return d.variant("trial="+strconv.Itoa(trial), point)
}

// readTrials takes the number of trials from what the last layer or override says of it, if any does.
func (d *Document) readTrials(n *node, swept bool) {
	if n == nil || n.kind == nullNode {
		return
	}
	mistake := func(found, allowed string) {
		d.mistakes = append(d.mistakes, mistakeAt(n.at, "trials", found, allowed, ""))
	}
	trials, _, ok := parseWhole(n.text)
	switch {
	case n.kind != scalarNode || n.quoted || !ok || trials < 1 || trials > MaxVariants:
		mistake(n.describe(), fmt.Sprintf("a whole number from 1 to %d", MaxVariants))
	case !swept:
		mistake("trials without a sweep", "a sweep that they are drawn from, or no trials")
	default:
		d.trials = int(trials)
	}
}
