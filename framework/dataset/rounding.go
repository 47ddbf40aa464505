package dataset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Rounding says which columns of a table are rounded to wide steps.
type Rounding struct {
	Rounded []string  `yaml:"rounded" default:"null" doc:"those of columns that are rounded to steps wider than the points lie apart, which then lie in layers: a number from within half a step is added to each (uniform dequantization)"`
	Steps   []float64 `yaml:"steps" default:"null" range:"(0, inf)" doc:"the steps, for each of rounded"`
}

// check refuses steps without columns, columns without, and a column twice.
func (r *Rounding) check() error {
	if len(r.Steps) != len(r.Rounded) {
		return &config.FieldError{Field: "steps", Found: fmt.Sprintf("%d numbers", len(r.Steps)),
			Allowed: fmt.Sprintf("one for each of rounded: %d", len(r.Rounded))}
	}
	for i, name := range r.Rounded {
		if slices.Contains(r.Rounded[:i], name) {
			return &config.FieldError{Field: "rounded", Found: fmt.Sprintf("%q twice", name),
				Allowed: "each column once"}
		}
	}
	return nil
}

// of are the steps of each of some columns, 0 for none; without names of columns they are known by their indices.
func (r *Rounding) of(columns []string, count int) ([]float64, error) {
	if columns == nil {
		for i := range count {
			columns = append(columns, strconv.Itoa(i))
		}
	}
	steps := make([]float64, count)
	for k, name := range r.Rounded {
		i := slices.Index(columns, name)
		if i < 0 {
			return nil, &config.FieldError{Field: "rounded", Found: fmt.Sprintf("%q", name),
				Allowed: "some of columns"}
		}
		steps[i] = r.Steps[k]
	}
	return steps, nil
}

// spread adds a number from within half a step, where there is one, to those of rows: uniform dequantization (Uria
// et al. 2013; Theis et al. 2016). Rows that repeat others get the same, so that they go on to do so, but where all
// columns are rounded, as equal rows are different points then. Rows that aren't allowed so, such as one beyond a
// pole, are moved the other way.
func (r *Rounding) spread(rows *points.Set, columns []string, rng *rand.Rand,
	allowed func(row []float64) bool) error {
	if len(r.Rounded) == 0 {
		return nil
	}
	steps, err := r.of(columns, rows.Dim)
	if err != nil {
		return err
	}
	all, shift := !slices.Contains(steps, 0), make([]float64, rows.Dim)
	first := rows.FirstEqual()
	for i := range rows.Len() {
		row := rows.At(i)
		for j, step := range steps {
			shift[j] = step * (rng.Float64() - 0.5)
		}
		if first[i] != i && !all {
			copy(row, rows.At(first[i]))
			continue
		}
		if floats.Add(row, shift); !allowed(row) {
			floats.AddScaled(row, -2, shift)
		}
	}
	return nil
}
