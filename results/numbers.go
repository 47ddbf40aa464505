package results

import (
	"cmp"
	"maps"
	"slices"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
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
	type placed struct {
		Number
		place int
	}
	var all []Number
	for _, label := range slices.Sorted(maps.Keys(record.Metrics)) {
		outputs, own := d.of(record, label), []placed{}
		note := caveat(record, label)
		for name, value := range record.Metrics[label] {
			n := placed{Number{Metric: label, Output: output.Output{Name: name}, Value: value, Caveat: note}, -1}
			for i := range outputs {
				if o, ok := outputs[i : i+1].Find(name); ok {
					n.Output, n.place = o, i
					break
				}
			}
			if value != nil && !finite(*value) {
				n.Value = nil
			}
			own = append(own, n)
		}
		slices.SortFunc(own, func(a, b placed) int {
			return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.Output.Name, b.Output.Name))
		})
		for _, n := range own {
			if i := slices.IndexFunc(outputs, func(e output.Output) bool {
				return e.ErrorOf == n.Output.Name
			}); i >= 0 {
				n.Error, _ = numberOf(record.Metrics[label], outputs[i])
			}
			all = append(all, n.Number)
		}
	}
	return all
}
