package results

import (
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
)

// Table is a table filled from run records, ready to be written in any format.
type Table struct {
	Title   string    `json:"title"`
	Caption string    `json:"caption,omitempty"`
	Columns []Heading `json:"columns"`
	Rows    []Row     `json:"rows"`
	Remarks []string  `json:"remarks,omitempty"` // on the whole table
	Notes   []string  `json:"notes,omitempty"`   // footnote n is Notes[n-1]
}

// Heading is the head of a column.
type Heading struct {
	Label     string    `json:"label"`
	Group     string    `json:"group,omitempty"`
	Aggregate Aggregate `json:"aggregate,omitempty"`
	Best      Best      `json:"best,omitempty"`
	Against   []string  `json:"against,omitempty"` // models that the column's is compared with
	Printed   bool      `json:"printed,omitempty"` // some cell has a printed value
	Notes     []int     `json:"notes,omitempty"`
}

// Row is a line of a table: one cell per column.
type Row struct {
	Label string `json:"label"`
	Notes []int  `json:"notes,omitempty"`
	Cells []Cell `json:"cells"`
}

// Cell is one value of a table with all that it is made of. Values are scaled as the table file says.
type Cell struct {
	Text    string   `json:"text"`
	Printed string   `json:"printed,omitempty"`
	Value   *float64 `json:"value"` // aggregated; null without any
	// of the mean, the common error included; null with fewer than two seeds
	StandardError *float64    `json:"standard_error"`
	CommonError   float64     `json:"common_error,omitempty"` // that all seeds share, see commonError
	Comparison    *Comparison `json:"comparison,omitempty"`
	Best          bool        `json:"best,omitempty"`
	Seeds         []SeedValue `json:"seeds,omitempty"` // of a comparison, their differences
	Expected      int         `json:"seeds_expected"`
	Notes         []int       `json:"notes,omitempty"`
	// a metric has something to say of the numbers of a run: a footnote
	Caveat bool `json:"caveat,omitempty"`
	// a run has other settings than its experiment's file: a footnote
	Differs bool `json:"other_settings,omitempty"`
}

// SeedValue is what one run contributes to a cell.
type SeedValue struct {
	Seed    int      `json:"seed"`
	Status  string   `json:"status"`          // of the run
	Value   *float64 `json:"value"`           // null when the run has none
	Error   *float64 `json:"error,omitempty"` // of the value, as far as its metric knows it
	Problem string   `json:"problem,omitempty"`
	Caveat  string   `json:"caveat,omitempty"`
	Differs string   `json:"other_settings,omitempty"`

	failure *stage.Failure
	data    *stage.Data
}

// note returns the number of a footnote, adding it if it is new.
func (t *Table) note(text string) int {
	text = plaintext.OneLine(text)
	for i, known := range t.Notes {
		if known == text {
			return i + 1
		}
	}
	t.Notes = append(t.Notes, text)
	return len(t.Notes)
}

// values lists the seeds' values.
func (c *Cell) values() []float64 {
	var values []float64
	for _, seed := range c.Seeds {
		if seed.Value != nil {
			values = append(values, *seed.Value)
		}
	}
	return values
}

// Comparison says which model a cell's model is compared with, and how sure the difference is: the two-sided paired
// t-test over the seeds that both have values for. The cell's value is the mean difference, model minus the other.
//
// Where every seed draws new data, the differences are independent and the variance of their mean is s²/k, for the
// sample variance s² of k differences. Where seeds divide one data set anew, the differences share points, and the
// variance is taken as (1/k + n2/n1) s², with n1 training and n2 test points (Nadeau and Bengio, Inference for the
// generalization error, Machine Learning 52, 2003). An error that both models' values have as a common factor, such as
// that of one noise floor, can't turn the sign of a difference and is left out.
type Comparison struct {
	Against string `json:"against"`
	Seeds   int    `json:"common_seeds"`
	// Draws says how the data of the seeds belong together; empty if unknown, which is tested as new data.
	Draws stage.Draws `json:"draws,omitempty"`
	// TestShare is n2/n1 of seeds that divide one data set, and 0 otherwise.
	TestShare float64 `json:"test_share,omitempty"`
	// T is the mean difference over its standard error; null where the differences don't vary.
	T                *float64 `json:"t"`
	DegreesOfFreedom int      `json:"degrees_of_freedom"`
	PValue           *float64 `json:"p_value"`    // of this comparison by itself; null without T
	Adjusted         *float64 `json:"p_adjusted"` // by Holm's method for all comparisons of the table

	seeds string // what the cell says of seeds that lack
}
