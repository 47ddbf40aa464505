package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// WithLogarithms is an own table of which some columns become their decadic logarithms, such as concentrations and
// frequencies that were chosen evenly by these. The others are coordinates.
type WithLogarithms struct {
	File        string   `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns     []string `yaml:"columns" length:"[1, inf)" doc:"columns to take, in this order, by name or by index from 0"`
	Logarithmic []string `yaml:"logarithmic" length:"[1, inf)" doc:"those of them whose decadic logarithms are taken; all of their numbers are above 0"`
	ColumnBlocks
	FilePart
	TableFormat
}

var (
	_ FileSource = (*WithLogarithms)(nil)
	_ Charted    = (*WithLogarithms)(nil)
	_ Named      = (*WithLogarithms)(nil)
	_ Blocked    = (*WithLogarithms)(nil)
)

// Check refuses logarithms of columns that are not taken, and a column twice.
func (w *WithLogarithms) Check() error {
	for i, name := range w.Logarithmic {
		found, allowed := fmt.Sprintf("%q", name), "some of columns"
		if slices.Contains(w.Logarithmic[:i], name) {
			found, allowed = found+" twice", "each column once"
		} else if slices.Contains(w.Columns, name) {
			continue
		}
		return &config.FieldError{Field: "logarithmic", Found: found, Allowed: allowed}
	}
	if err := w.checkBlocks(w.Columns, nil); err != nil {
		return err
	}
	return w.TableFormat.Check()
}

// Load reads the table. A number that has no logarithm is an error with its line.
func (w *WithLogarithms) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return w.table().placed(env, rng, size, w.Place)
}

func (w *WithLogarithms) table() *Table {
	return tableOf(w.File, w.Columns, w.FilePart, w.TableFormat)
}

// Files is the one file that is read.
func (w *WithLogarithms) Files(env Env) ([]string, error) { return []string{env.Resolve(w.File)}, nil }

// ColumnNames are those that the file gives, with log10 before those of logarithms.
func (w *WithLogarithms) ColumnNames(env Env) ([]string, error) {
	names, err := w.table().ColumnNames(env)
	for i, name := range names {
		if name != "" && w.isLogarithmic(i) {
			names[i] = "log10 " + name
		}
	}
	return names, err
}

func (w *WithLogarithms) isLogarithmic(i int) bool {
	return slices.Contains(w.Logarithmic, w.Columns[i])
}

// Blocks implements Blocked: logarithms have no unit in common with the others.
func (w *WithLogarithms) Blocks() []int { return w.sizes(w.Columns) }

// RowNames implements Charted.
func (w *WithLogarithms) RowNames() []string { return withoutIndices(w.Columns) }

// Place implements Charted.
func (w *WithLogarithms) Place(row []float64) ([]float64, error) {
	point := slices.Clone(row)
	for i, v := range point {
		if !w.isLogarithmic(i) {
			continue
		}
		if v <= 0 {
			return nil, fmt.Errorf("column %s: found %v, which has no logarithm; allowed: numbers above 0",
				w.Columns[i], v)
		}
		point[i] = math.Log10(v)
	}
	return point, nil
}

// Row implements Charted.
func (w *WithLogarithms) Row(point []float64) []float64 {
	row := slices.Clone(point)
	for i := range row {
		if w.isLogarithmic(i) {
			row[i] = math.Pow(10, row[i])
		}
	}
	return row
}
