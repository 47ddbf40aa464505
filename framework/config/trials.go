package config

import (
	"fmt"
	"strconv"

	"ebim/framework/random"
)

// unswept is the index of an axis's value where a point keeps what the document says.
const unswept = -1

// draw returns the document as it stands, trial 0, and random points of the product. Each axis draws for itself, every
// value about as often: a random order of its values, then another. More trials leave the earlier ones as they are.
func (d *Document) draw() []Variant {
	var variants []Variant
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
		variants = append(variants, d.variant("trial="+strconv.Itoa(trial), point))
	}
	return variants
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
