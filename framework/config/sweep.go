package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/random"
)

// MaxVariants bounds the number of points of a sweep.
const MaxVariants = 1000

// Sweep returns the document's variants: the cartesian product of the axes, sorted by path, the last varying
// fastest, or as many random points of it as there are trials. A document without a sweep is its own only variant.
func (d *Document) Sweep() ([]Variant, error) {
	if err := d.mistakes.about("sweep", "trials").Err(); err != nil {
		return nil, err
	}
	if len(d.axes) == 0 {
		return []Variant{{Document: d}}, nil
	}
	if d.trials > 0 {
		return d.draw(), nil
	}
	names, used := axisNames(d.axes), map[string]bool{}
	var variants []Variant
	for _, point := range d.grid() {
		variants = append(variants, d.variant(pointName(d.axes, names, point, used), point))
	}
	return variants, nil
}

// grid is every point of the product, as the index of each axis's value.
func (d *Document) grid() [][]int {
	var points [][]int
	point := make([]int, len(d.axes))
	for {
		points = append(points, slices.Clone(point))
		k := len(point) - 1
		for k >= 0 && point[k] == len(d.axes[k].values)-1 {
			point[k] = 0
			k--
		}
		if k < 0 {
			return points
		}
		point[k]++
	}
}

// variant is the document with each axis's value of the given index.
func (d *Document) variant(name string, point []int) Variant {
	document := *d
	document.axes, document.read, document.overrides = nil, nil, slices.Clone(d.overrides)
	v := Variant{Name: name, Document: &document}
	for i, a := range d.axes {
		if point[i] == unswept {
			continue
		}
		value := a.values[point[i]]
		document.overrides = append(document.overrides, override{a.path, value, value.at, a.at, true})
		v.Swept = append(v.Swept, Swept{a.path, value.flow()})
	}
	return v
}

// pointName names a point of the grid by its values, as no other in used.
func pointName(axes []axis, names []string, point []int, used map[string]bool) string {
	var parts []string
	for i, a := range axes {
		parts = append(parts, names[i]+"="+readable(a.values[point[i]].flow()))
	}
	base := strings.Join(parts, ",")
	if len(base) > maxName {
		base = base[:maxName]
	}
	name := base
	for n := 2; used[strings.ToLower(name)]; n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	used[strings.ToLower(name)] = true
	return name
}

const maxName = 150

// readable keeps of a value what is fit for a file's name.
func readable(text string) string {
	const longest = 40
	var b strings.Builder
	gap := false
	for _, r := range text {
		plain := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("._+-", r)
		if plain && b.Len() < longest {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
		}
		gap = !plain
	}
	return b.String()
}

// axisNames shortens paths to as many of their last names as make them distinct.
func axisNames(axes []axis) []string {
	names := make([]string, len(axes))
	for i, a := range axes {
		parts := strings.Split(a.path, ".")
		for n := 1; n <= len(parts); n++ {
			names[i] = strings.Join(parts[len(parts)-n:], ".")
			clash := slices.ContainsFunc(axes, func(b axis) bool {
				return b.path != a.path && ("."+b.path == "."+names[i] || strings.HasSuffix(b.path, "."+names[i]))
			})
			if !clash {
				break
			}
		}
		names[i] = readable(names[i])
	}
	return names
}

// about returns the mistakes at or below top-level keys.
func (m Mistakes) about(keys ...string) Mistakes {
	return slices.DeleteFunc(slices.Clone(m), func(one Mistake) bool {
		key, _, _ := strings.Cut(one.Path, ".")
		return !slices.Contains(keys, key)
	})
}

// readSweep takes the sweep and its trials out of the layers, merges them, and keeps the overrides. An override of a
// swept path replaces its axis; `--set sweep=null` drops the sweep, `--set trials=null` the trials.
func (d *Document) readSweep(overrides []override) {
	axes, swept := map[string]axis{}, false
	var trials *node
	for _, layer := range d.layers {
		if i := layer.find("sweep"); i >= 0 {
			swept = true
			d.mergeAxes(axes, layer.entries[i].value)
			layer.entries = slices.Delete(layer.entries, i, i+1)
		}
		if i := layer.find("trials"); i >= 0 {
			trials = layer.entries[i].value
			layer.entries = slices.Delete(layer.entries, i, i+1)
		}
	}
	for _, o := range overrides {
		switch {
		case o.path == "trials":
			trials = o.value
		case o.path == "extends" || strings.HasPrefix(o.path, "sweep."):
			d.mistakes = append(d.mistakes, mistakeAt(o.at, o.path, "an override of "+o.path,
				"sweep=null or sweep={path: [values]}", ""))
		case o.path == "sweep" && o.value.kind == nullNode:
			clear(axes)
		case o.path == "sweep":
			swept = true
			d.mergeAxes(axes, o.value)
		default:
			delete(axes, o.path)
			d.overrides = append(d.overrides, o)
		}
	}
	d.readTrials(trials, swept)
	total := 1
	for _, a := range axes {
		d.axes = append(d.axes, a)
		total = min(total*len(a.values), MaxVariants*maxBytes)
	}
	slices.SortFunc(d.axes, func(a, b axis) int { return cmp.Compare(a.path, b.path) })
	if total > MaxVariants && d.trials == 0 {
		d.mistakes = append(d.mistakes, mistakeAt(d.axes[0].at, "sweep",
			fmt.Sprintf("more than %d variants", MaxVariants),
			fmt.Sprintf("%d at most", MaxVariants), "trials: N draws N of them at random"))
	}
}

func (d *Document) mergeAxes(axes map[string]axis, sweep *node) {
	const allowed = "a mapping from paths to lists of values, as in {data.size: [100, 1000]}"
	if sweep.kind != mapNode {
		d.mistakes = append(d.mistakes, mistakeAt(sweep.at, "sweep", sweep.describe(), allowed, ""))
		return
	}
	for _, e := range sweep.entries {
		delete(axes, e.key)
		switch {
		case e.value.kind == nullNode:
			continue
		case e.value.kind != listNode || len(e.value.items) == 0:
			d.mistakes = append(d.mistakes, mistakeAt(e.value.at, "sweep."+clip(e.key), e.value.describe(),
				"a list of values", ""))
			continue
		}
		seen := map[string]bool{}
		for _, item := range e.value.items {
			if text := item.flow(); seen[text] {
				d.mistakes = append(d.mistakes, mistakeAt(item.at, "sweep."+clip(e.key),
					"the value "+clip(text)+" a second time",
					"each value once", ""))
			} else {
				seen[text] = true
			}
		}
		axes[e.key] = axis{e.key, e.at, e.value.items}
	}
}

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
