package model

import (
	"fmt"
	"math"
	"strings"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/train"
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
	bytes64 = 8 // float64
	bytes32 = 4 // float32
)

// parameterCopies are the arrays of the parameters' size that a training holds at its peak beside the optimiser's moments and
// the average, as measured (11 to 21): initial values, their flat copies, the gradient in pieces and joined, what an update makes
// on its way, and garbage.
const parameterCopies = 12

// activationCopies are the arrays of the size of a network's activations that a derivative of a loss holds for each row: the
// activations themselves, their derivatives, and those that a gradient of a derivative makes of them.
const activationCopies = 2

// ledger adds up the demands of a training.
type ledger struct {
	training *train.Training
	demands  []Demand
}

// network adds a network below field that is trained, from R^in to R^out, and the rows that it sees in one step.
func (f *ledger) network(field string, n network.Network, in, out int, rows float64, rowsField string) {
	cost := network.CostOf(n, in, out)
	copies := float64(parameterCopies + f.training.Optimizer.Moments())
	if f.training.Average > 0 {
		copies++
	}
	if f.training.ValidateEvery > 0 {
		copies++
	}
	f.demands = append(f.demands, Demand{Field: field + "." + cost.Setting, Parameters: cost.Parameters, Bytes: copies * bytes32 * cost.Parameters,
		What: fmt.Sprintf("%.0f copies of %.4g parameters", copies, cost.Parameters)})
	f.rows(rowsField, n, in, out, rows)
}

// rows adds activations.
func (f *ledger) rows(field string, n network.Network, in, out int, rows float64) {
	width := network.CostOf(n, in, out).Activations + float64(in)
	f.add(field, activationCopies*bytes32*rows*width, "%.4g rows of %.4g numbers in the network", rows, width)
}

func (f *ledger) add(field string, bytes float64, format string, arguments ...any) {
	f.demands = append(f.demands, Demand{Field: field, Bytes: bytes, What: fmt.Sprintf(format, arguments...)})
}

// chains adds a sampler's chains and its replay buffer.
func (f *ledger) chains(field string, s sampler.Course, n network.Network, in, out, codimension int, points int) {
	batch := float64(f.training.BatchOf(points))
	steps := float64(max(s.Unroll, 1))
	f.add(field+".unroll", bytes32*batch*steps*float64(in), "noise of %.4g steps of %.4g chains in R^%d", steps, batch, in)
	if codimension > 0 {
		f.rows("energy.training.batch", n, in, out, batch*float64(codimension))
	}
	// Kept in single precision, and copied twice for a checkpoint.
	kept := math.Min(float64(s.Buffer.Size), batch*float64(f.training.Epochs)*float64(f.training.StepsPerEpoch(points)))
	f.add(field+".buffer.size", (2*bytes32+bytes64)*kept*float64(in), "a replay buffer of %.4g points in R^%d", kept, in)
}

// demands are those of fitting F to so many points in R^ambient.
func (m *Manifold) demands(ambient, points int) []Demand {
	f := &ledger{training: &m.Training}
	batch, out := float64(m.Training.BatchOf(points)), ambient-m.Dimension
	f.network("manifold.network", m.Network, ambient, out, 2*batch, "manifold.training.batch")
	if moves := m.Sampler.Negatives(); moves != nil {
		f.chains("manifold.sampler", moves.Course(), m.Network, ambient, out, 0, points)
	}
	return f.demands
}

// demands are those of fitting E to so many points in R^dim, on a manifold or, of codimension 0, in a box.
func (e *Energy[S]) demands(dim, codimension, points int) []Demand {
	f := &ledger{training: &e.Training}
	on := loss.Support{Manifold: codimension > 0, Dimension: dim - codimension, Ambient: dim}
	needs, batch, rowsField := e.Loss.Needs(on), float64(e.Training.BatchOf(points)), "energy.training.batch"
	each := 1. // row or more beside a data point
	for _, amount := range []loss.Amount{needs.Uniform, needs.Probes} {
		each = math.Max(each, float64(amount.Count))
		if amount.Count > 1 {
			rowsField = blamed(amount)
		}
	}
	rows := batch * (1 + each)
	if pool := float64(needs.Pool.Count); pool > 0 && on.Manifold {
		f.add(blamed(needs.Pool), (bytes64+bytes32)*pool*float64(dim), "a pool of %.4g points in R^%d", pool, dim)
	}
	if needs.Quadrature != nil {
		rowsField = blamed(needs.Quadrature.Cells)
		rows = f.quadrature(needs.Quadrature.Cells.Count, on, rowsField)
	}
	f.network("energy.network", e.Network, dim, 1, rows, rowsField)
	if needs.Samples && any(e.Sampler) != nil { // Check refuses none
		f.chains("energy.sampler", e.Sampler.Course(), e.Network, dim, 1, codimension, points)
	}
	return f.demands
}

// blamed is the setting of a loss that an amount comes from.
func blamed(amount loss.Amount) string { return strings.TrimSuffix("energy.loss."+amount.Setting, ".") }

// quadrature adds the nodes of an integral over the support, and those of its check in cells of half the size; it returns the
// number of the former. A curve or surface meets some of the box's cells only.
func (f *ledger) quadrature(cells int, on loss.Support, field string) float64 {
	const perCell = 6                                      // triangles that a surface has for each cell of a face of the box, or so
	if on.Dimension < 1 || on.Dimension > exactDimension { // CheckDimension refuses it
		return 0
	}
	nodes, factor := float64(cells), 1.0
	if on.Manifold {
		factor = perCell
	}
	count := func(cells float64) float64 { return factor * math.Pow(cells, float64(on.Dimension)) }
	each := float64(bytes64*(on.Ambient+3) + bytes32*on.Ambient) // coordinates, weight, its logarithm and the sums that draw by it
	f.add(field, each*(2*count(nodes)+count(2*nodes)), "a quadrature of %.4g nodes and its check of %.4g", count(nodes), count(2*nodes))
	return count(nodes)
}

// demands are those of fitting encoder and decoder to so many points in R^ambient.
func (a *Autoencoder) demands(ambient, latent, points int) []Demand {
	f := &ledger{training: &a.Training}
	outputs, batch := a.Loss.EncoderOutputs(latent), float64(a.Training.BatchOf(points))
	f.network("autoencoder.encoder", a.Encoder, ambient, outputs, batch, "autoencoder.training.batch")
	f.network("autoencoder.decoder", a.Decoder, latent, ambient, batch, "autoencoder.training.batch")
	return f.demands
}

// Evaluations are what evaluating an experiment's models takes at least, each found once.
type Evaluations struct {
	models  map[string]Model
	ambient int
	bytes   map[string]float64
}

// NewEvaluations is for models whose data lie in R^ambient, and whose operands don't lead back to them.
func NewEvaluations(models map[string]Model, ambient int) *Evaluations {
	return &Evaluations{models, ambient, map[string]float64{}}
}

// Of is the least memory that evaluating a model takes: the parameters of the trained models below it, each as often as
// operands lead to it.
func (e *Evaluations) Of(label string) Demand {
	return Demand{Field: "of", Bytes: e.find(label), What: "the networks of all models that it is made of, as often as operands lead to them"}
}

func (e *Evaluations) find(label string) float64 {
	if bytes, ok := e.bytes[label]; ok {
		return bytes
	}
	total := 0.0
	switch m := e.models[label].(type) {
	case Trainable:
		for _, part := range m.Parts() {
			if part.Demands == nil {
				continue
			}
			for _, d := range part.Demands(e.ambient, 1) {
				total += 2 * bytes32 * d.Parameters
			}
		}
	case Derived:
		for _, operand := range m.Operands() {
			total += e.find(operand)
		}
	}
	e.bytes[label] = total
	return total
}
