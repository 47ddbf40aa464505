package results

import "ebim/framework/runs/stage"

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
	Text          string      `json:"text"`
	Printed       string      `json:"printed,omitempty"`
	Value         *float64    `json:"value"`                  // aggregated; null without any
	StandardError *float64    `json:"standard_error"`         // of the mean, the common error included; null with fewer than two seeds
	CommonError   float64     `json:"common_error,omitempty"` // that all seeds share, see commonError
	Comparison    *Comparison `json:"comparison,omitempty"`
	Best          bool        `json:"best,omitempty"`
	Seeds         []SeedValue `json:"seeds,omitempty"` // of a comparison, their differences
	Expected      int         `json:"seeds_expected"`
	Notes         []int       `json:"notes,omitempty"`
	Caveat        bool        `json:"caveat,omitempty"`         // a metric has something to say of the numbers of a run: a footnote
	Differs       bool        `json:"other_settings,omitempty"` // a run has other settings than its experiment's file: a footnote
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
	text = oneLine(text)
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
