package results

import (
	"cmp"
	"maps"
	"slices"

	"ebim/framework/output"
	"ebim/framework/stage"
)

// Number is one that a run has measured.
type Number struct {
	Metric string        // label of the metric
	Output output.Output // by its present name; the name alone where nothing is known of it
	Value  *float64      // nil where it is not finite
	Error  *float64      // standard error that its metric knows of it; nil without one
	Caveat string        // what the metric has to say against it
}

// Name returns what tables call the number, such as wasserstein.ratio.
func (n Number) Name() string { return n.Metric + "." + n.Output.Name }

// Numbers returns all that a run has measured, by metric, in the order in which outputs are declared.
func (d *Declared) Numbers(record *stage.Record) []Number {
	var all []Number
	for _, label := range slices.Sorted(maps.Keys(record.Metrics)) {
		outputs, own := d.of(record, label), []Number{}
		for name, value := range record.Metrics[label] {
			o, known := outputs.Find(name)
			if !known {
				o = output.Output{Name: name}
			}
			if value != nil && !finite(*value) {
				value = nil
			}
			e := d.with(record, label, func(e output.Output) bool { return e.ErrorOf == o.Name })
			own = append(own, Number{label, o, value, e, caveat(record, label)})
		}
		place := func(n Number) int {
			return slices.IndexFunc(outputs, func(o output.Output) bool { _, same := output.List{o}.Find(n.Output.Name); return same })
		}
		slices.SortFunc(own, func(a, b Number) int {
			return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Output.Name, b.Output.Name))
		})
		all = append(all, own...)
	}
	return all
}
