// Package model declares what experiments compare (kind "model"), a file each: implicit manifolds, constrained,
// ambient and pushforward energy-based models, and the known family of synthetic data. Package arithmetic has those
// that are derived from others.
//
// A declared model is settings. It is trained in parts, each a stage of a run with a folder of its own, and loaded
// from these folders:
//
//	model              parts                        support                       density
//	implicit_manifold  manifold                     zero set F = 0                none
//	ebim               manifold, energy             zero set F = 0                exp(-E)/Z on it
//	ridge              displacement, ridge, energy  ridge of a blurred density    exp(-E)/Z on it
//	given_manifold     energy                       zero set of a given F         exp(-E)/Z on it
//	ebm                energy                       the box of the data           exp(-E)/Z on it
//	pushforward        autoencoder, latent_energy   image of a latent box         exp(-E)/Z of codes, decoded
//	nae                autoencoder, normalization   the box of the data           exp(-E)/Z on it
//	true_family        family                       manifold of a distribution    that of the distribution
//
// A trained model is a support with or without a density (Trained). What is known of a model before it is trained, its
// dimensions and whether it has a density, is its Traits, by which metrics, figures and derived models are checked.
package model

import (
	"context"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// Model is a declared model: one that is trained, or one that is derived from others of its experiment.
type Model interface {
	// CheckDimension says what is wrong with the model for data in R^ambient, or nil.
	CheckDimension(ambient int) error
}

// Trainable is a model with parts to train.
type Trainable interface {
	Model
	// Traits is what is known of it for data in R^ambient.
	Traits(ambient int) Traits
	// Parts are its trainings, in order.
	Parts() []Part
	// Load is the trained model; folder gives the folder of each finished part.
	Load(env train.Environment, folder func(part string) string) (*Trained, error)
}

// Selective is a Trainable that may be trained on some classes of the data's images.
type Selective interface {
	Trainable
	// TrainedOn are the classes, none for all images.
	TrainedOn() []int
}

// Stratified is a Trainable that may be trained on one stratum of the data, and is measured by it alone: the points
// along curves, or the others; see neighbors.AlongCurves.
type Stratified interface {
	Trainable
	// Stratum is its dimension, 0 for all points.
	Stratum() int
}

// Derived is a model that is made of trained ones, without training (paper, section 3.1, manifold arithmetic).
type Derived interface {
	Model
	// Operands are the labels of the models that it is made of.
	Operands() []string
	// Traits is what is known of it, from what is known of its operands. The error, a *config.FieldError, says why they
	// can't be combined.
	Traits(operands []Traits) (Traits, error)
	// Box that it covers, of those that its operands cover. One that covers none ends before it begins.
	Box(operands []points.Box) points.Box
	// Combine makes it of its trained operands.
	Combine(operands []*Trained) (*Trained, error)
}

// Joining is a Derived model that stands for all that its operands stand for.
type Joining interface {
	Derived
	Joins()
}

// Moving is a Derived model that is one other, moved.
type Moving interface {
	Derived
	Similarity() support.Similarity
}

// Versioned is a model whose code draws otherwise than it did at first, when its DrawVersion was 1, with the same
// settings and trained parts.
type Versioned interface {
	DrawVersion() int
}

// Part is one training of a model.
type Part struct {
	Name    string // manifold, energy, autoencoder, latent_energy
	Version int    // of the training's code: raised when the same settings give other results
	// VersionIn is Version where it depends on the data's dimension, 0 where that isn't known before they are read;
	// nil otherwise.
	VersionIn func(ambient int) int
	Settings  any      // all that the result depends on beside data, seed and earlier parts
	Needs     []string // earlier parts
	Train     func(ctx context.Context, t train.Task) error
	Fitted    bool // at once, so that there are no curves of a training
	// Demands are the training's memory for the given number of points in R^ambient; nil where that is not known.
	Demands func(ambient, points int) []train.Demand
}

// BoxOf returns the box that one of an experiment's models covers, where data in the given box have been trained on.
// Models whose operands have nothing in common cover none: an axis ends before it begins.
func BoxOf(models map[string]Model, label string, data points.Box) points.Box {
	derived, ok := models[label].(Derived)
	if !ok {
		return data
	}
	var operands []points.Box
	for _, operand := range derived.Operands() {
		operands = append(operands, BoxOf(models, operand, data))
	}
	return derived.Box(operands)
}

// OfData reports whether the data are drawn from what one of an experiment's models stands for: all but derived ones,
// and of these those that join the data's strata, each once.
func OfData(models map[string]Model, label string) bool {
	derived, ok := models[label].(Derived)
	if !ok {
		return true
	}
	met := map[int]bool{}
	for _, operand := range derived.Operands() {
		stratified, ok := models[operand].(Stratified)
		if !ok || stratified.Stratum() == 0 || met[stratified.Stratum()] {
			return false
		}
		met[stratified.Stratum()] = true
	}
	_, joins := derived.(Joining)
	return joins && len(met) == MostStratum
}

// Pieces says which connected pieces of F = 0 belong to a model's support; see package zeroset for the rule.
type Pieces string

// The choices of pieces.
const (
	PiecesWithData Pieces = "with_data"
	AllPieces      Pieces = "all"
)

// Choices implements config.Enumeration.
func (Pieces) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(PiecesWithData),
			Doc: "those on which two different training points lie or more; in more than three dimensions, where " +
				"pieces can't be distinguished, points start at the data"},
		{Name: string(AllPieces), Doc: "all of F = 0 in the box"},
	}
}

// options are those of a zero set.
func (p Pieces) options() []zeroset.Option {
	if p == AllPieces {
		return nil
	}
	return []zeroset.Option{zeroset.WithData}
}

// Evaluations are what evaluating an experiment's models takes at least, each found once.
type Evaluations struct {
	models  map[string]Model
	ambient int
	bytes   map[string]float64
}

// NewEvaluations returns those of models whose data lie in R^ambient, and whose operands don't lead back to them.
func NewEvaluations(models map[string]Model, ambient int) *Evaluations {
	return &Evaluations{models, ambient, map[string]float64{}}
}

// Of returns the least memory that evaluating a model takes: the parameters of the trained models below it, each as
// often as operands lead to it.
func (e *Evaluations) Of(label string) train.Demand {
	return train.Demand{Field: "of", Bytes: e.find(label),
		What: "the networks of all models that it is made of, as often as operands lead to them"}
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
				total += 2 * train.Bytes32 * d.Parameters
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
