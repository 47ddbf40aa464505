package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxVariants bounds the number of points of a sweep.
const MaxVariants = 1000

// axis is one swept setting.
type axis struct {
	path   string
	at     Origin
	values []*node
}

// Variant is one point of a document's sweep.
type Variant struct {
	Name     string // such as "rank_weight=10,steps=5"; fit for a file's name; empty without a sweep
	Settings string // the same as paths and values as written: "models.ebim.manifold.loss.rank_weight=10"
	Document *Document
}

// Sweep returns the document's variants: the cartesian product of the axes, sorted by path, the last varying
// fastest. A document without a sweep is its own only variant.
func (d *Document) Sweep() ([]Variant, error) {
	if err := d.mistakes.about("sweep").err(); err != nil {
		return nil, err
	}
	if len(d.axes) == 0 {
		return []Variant{{Document: d}}, nil
	}
	names := axisNames(d.axes)
	used, point := map[string]bool{}, make([]int, len(d.axes))
	var variants []Variant
	for {
		variants = append(variants, d.variant(names, point, used))
		k := len(point) - 1
		for k >= 0 && point[k] == len(d.axes[k].values)-1 {
			point[k] = 0
			k--
		}
		if k < 0 {
			return variants, nil
		}
		point[k]++
	}
}

func (d *Document) variant(names []string, point []int, used map[string]bool) Variant {
	document := *d
	document.axes, document.read, document.overrides = nil, nil, slices.Clone(d.overrides)
	var parts, settings []string
	for i, a := range d.axes {
		value := a.values[point[i]]
		document.overrides = append(document.overrides, override{a.path, value, value.at, true})
		parts = append(parts, names[i]+"="+readable(value.flow()))
		settings = append(settings, a.path+"="+value.flow())
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
	return Variant{name, strings.Join(settings, " "), &document}
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

// axisNames shortens paths to their last names, as many as tell them apart.
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

// about returns the mistakes below a top-level key.
func (m Mistakes) about(key string) Mistakes {
	return slices.DeleteFunc(slices.Clone(m), func(one Mistake) bool {
		return one.Path != key && !strings.HasPrefix(one.Path, key+".")
	})
}

// readSweep takes the sweep out of the layers, merges it, and keeps the overrides. An override of a swept path
// replaces its axis; `--set sweep=null` drops the sweep.
func (d *Document) readSweep(overrides []override) {
	axes := map[string]axis{}
	for _, layer := range d.layers {
		if i := layer.find("sweep"); i >= 0 {
			d.mergeAxes(axes, layer.entries[i].value)
			layer.entries = slices.Delete(layer.entries, i, i+1)
		}
	}
	for _, o := range overrides {
		switch {
		case o.path == "extends" || strings.HasPrefix(o.path, "sweep."):
			d.mistakes = append(d.mistakes, mistakeAt(o.at, o.path, "an override of "+o.path,
				"sweep=null or sweep={path: [values]}", ""))
		case o.path == "sweep" && o.value.kind == nullNode:
			clear(axes)
		case o.path == "sweep":
			d.mergeAxes(axes, o.value)
		default:
			delete(axes, o.path)
			d.overrides = append(d.overrides, o)
		}
	}
	total := 1
	for _, a := range axes {
		d.axes = append(d.axes, a)
		total = min(total*len(a.values), MaxVariants*maxBytes)
	}
	slices.SortFunc(d.axes, func(a, b axis) int { return cmp.Compare(a.path, b.path) })
	if total > MaxVariants {
		d.mistakes = append(d.mistakes, mistakeAt(d.axes[0].at, "sweep", fmt.Sprintf("more than %d variants", MaxVariants),
			fmt.Sprintf("%d at most", MaxVariants), ""))
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
			d.mistakes = append(d.mistakes, mistakeAt(e.value.at, "sweep."+clip(e.key), e.value.describe(), "a list of values", ""))
			continue
		}
		seen := map[string]bool{}
		for _, item := range e.value.items {
			if text := item.flow(); seen[text] {
				d.mistakes = append(d.mistakes, mistakeAt(item.at, "sweep."+clip(e.key), "the value "+clip(text)+" a second time",
					"each value once", ""))
			} else {
				seen[text] = true
			}
		}
		axes[e.key] = axis{e.key, e.at, e.value.items}
	}
}
