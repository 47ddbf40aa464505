package train

import (
	"fmt"

	"ebim/framework/network"
)

// Demand is memory that a training asks for, counted from settings without allocating it. Counts are float64: those of
// absurd settings overflow no integer.
type Demand struct {
	Field      string // to blame, below the model's settings, such as "manifold.network.hidden"
	What       string // what the memory is for
	Parameters float64
	Bytes      float64
}

// Bytes of a number.
const (
	Bytes64 = 8 // float64
	Bytes32 = 4 // float32
)

// parameterCopies are the arrays of the parameters' size that a training holds at its peak beside the optimizer's
// moments and the average, as measured (11 to 21): initial values, their flat copies, the gradient in pieces and
// joined, what an update makes on its way, and garbage.
const parameterCopies = 12

// activationCopies are the arrays of the size of a network's activations that a derivative of a loss holds for each
// row: the activations themselves, their derivatives, and those that a gradient of a derivative makes of them.
const activationCopies = 2

// Ledger adds up the demands of a training.
type Ledger struct {
	Training *Training
	Demands  []Demand
}

// NewLedger is the empty ledger of a training.
func NewLedger(t *Training) *Ledger { return &Ledger{Training: t} }

// Network adds a network below field that is trained, from R^in to R^out, and the rows that it sees in one step.
func (f *Ledger) Network(field string, n network.Network, in, out int, rows float64, rowsField string) {
	cost := network.CostOf(n, in, out)
	copies := float64(parameterCopies + f.Training.Optimizer.Moments())
	if f.Training.Average > 0 {
		copies++
	}
	if f.Training.ValidateEvery > 0 {
		copies++
	}
	f.Demands = append(f.Demands, Demand{Field: field + "." + cost.Setting, Parameters: cost.Parameters,
		Bytes: copies * Bytes32 * cost.Parameters,
		What:  fmt.Sprintf("%.0f copies of %.4g parameters", copies, cost.Parameters)})
	f.Rows(rowsField, n, in, out, rows)
}

// Rows adds activations.
func (f *Ledger) Rows(field string, n network.Network, in, out int, rows float64) {
	width := network.CostOf(n, in, out).Activations + float64(in)
	f.Add(field, activationCopies*Bytes32*rows*width, "%.4g rows of %.4g numbers in the network", rows, width)
}

// Add adds bytes that a setting asks for.
func (f *Ledger) Add(field string, bytes float64, format string, arguments ...any) {
	f.Demands = append(f.Demands, Demand{Field: field, Bytes: bytes, What: fmt.Sprintf(format, arguments...)})
}
