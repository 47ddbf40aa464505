package model

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/support"
)

// Traits is what is known of a model before it is trained.
type Traits struct {
	Ambient   int  // dimension of the data's space
	Dimension int  // of the model's support
	Implicit  bool // the support is the zero set of a manifold-defining function
	Density   bool // the model has a density on its support
	Denoises  bool // the manifold-defining function estimates what is behind the noise of x
	Given     bool // the data source gives the manifold, of which nothing is learned
	Anywhere  bool // curves and surfaces are meshed whatever space they lie in
	Mixed     bool // the support has pieces of other dimensions, too, so that there is no single mesh
}

// Codimension returns that of the support.
func (n Traits) Codimension() int { return n.Ambient - n.Dimension }

// CheckMesh says why the support can't be meshed, or nil.
func (n Traits) CheckMesh() error {
	if n.Mixed {
		return &config.FieldError{Found: "pieces of several dimensions", Allowed: "curves, or surfaces"}
	}
	if n.Anywhere {
		return support.MeshableAnywhere(n.Dimension)
	}
	return support.Meshable(n.Ambient, n.Dimension)
}

// AllTraits finds the traits of an experiment's models, each once, however many models are made of it.
type AllTraits struct {
	models  map[string]Model
	ambient int
	known   map[string]traitsOrError
}

type traitsOrError struct {
	traits Traits
	err    error
}

// NewTraits returns those of models whose data lie in R^ambient.
func NewTraits(models map[string]Model, ambient int) *AllTraits {
	return &AllTraits{models, ambient, map[string]traitsOrError{}}
}

// TraitsOf returns the traits of one of an experiment's models, whose data lie in R^ambient; see AllTraits.Of.
func TraitsOf(models map[string]Model, label string, ambient int) (Traits, error) {
	return NewTraits(models, ambient).Of(label)
}

// Of returns the traits of a model. The error says, in one or several *config.FieldError, what is wrong with a derived
// model itself. Errors in operands are reported at the operands; here they are only mentioned.
func (n *AllTraits) Of(label string) (Traits, error) {
	if found, ok := n.known[label]; ok {
		return found.traits, found.err
	}
	// Until it is found, a model that leads back to itself, which checkLoop reports where it is declared.
	n.known[label] = traitsOrError{err: brokenOperand(label)}
	traits, err := n.find(label)
	n.known[label] = traitsOrError{traits, err}
	return traits, err
}

func (n *AllTraits) find(label string) (Traits, error) {
	derived, ok := n.models[label].(Derived)
	if !ok {
		if trainable, ok := n.models[label].(Trainable); ok {
			return trainable.Traits(n.ambient), nil
		}
		return Traits{}, fmt.Errorf("%T is neither a model.Trainable nor a model.Derived", n.models[label])
	}
	var operands []Traits
	var errs []error
	for _, operand := range derived.Operands() {
		if err := checkKnown(n.models, operand); err != nil {
			errs = append(errs, err)
			continue
		}
		traits, err := n.Of(operand)
		if err != nil {
			err = brokenOperand(operand)
		}
		operands, errs = append(operands, traits), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		if loop := checkLoop(n.models, label); loop != nil {
			return Traits{}, loop
		}
		return Traits{}, err
	}
	return derived.Traits(operands)
}

// CheckOperands says what is wrong with the labels that a derived model names, whatever the data: unknown ones, and
// loops.
func CheckOperands(models map[string]Model, label string) error {
	derived, ok := models[label].(Derived)
	if !ok {
		return nil
	}
	errs := []error{checkLoop(models, label)}
	for _, operand := range derived.Operands() {
		errs = append(errs, checkKnown(models, operand))
	}
	return errors.Join(errs...)
}

func checkLoop(models map[string]Model, label string) error {
	loop := loopOf(models, label)
	if loop == nil {
		return nil
	}
	return &config.FieldError{Found: "a model that is derived from itself: " + strings.Join(loop, " of "),
		Allowed: "operands that lead to trained models"}
}

// loopOf is a path that operands lead from a model back to itself, both ends included, or nil.
func loopOf(models map[string]Model, label string) []string {
	met := map[string]bool{}
	var from func(path []string) []string
	from = func(path []string) []string {
		derived, ok := models[path[len(path)-1]].(Derived)
		if !ok {
			return nil
		}
		for _, operand := range derived.Operands() {
			further := append(slices.Clip(path), operand)
			if operand == label {
				return further
			}
			if met[operand] {
				continue
			}
			met[operand] = true
			if loop := from(further); loop != nil {
				return loop
			}
		}
		return nil
	}
	return from([]string{label})
}

// brokenOperand is the label of an operand that has mistakes of its own.
type brokenOperand string

func (b brokenOperand) Error() string {
	return "it is made of " + string(b) + ", in which there are mistakes"
}

// Unwrap is the mistakes that it adds: none, so that a report of all models shows each mistake once.
func (brokenOperand) Unwrap() []error { return nil }

func checkKnown(models map[string]Model, operand string) error {
	if models[operand] != nil {
		return nil
	}
	labels := slices.Sorted(maps.Keys(models))
	return &config.FieldError{Field: "of", Found: fmt.Sprintf("%q, which is not a model of the experiment", operand),
		Allowed: strings.Join(labels, ", "), Hint: config.DidYouMean(operand, labels)}
}

// Bases returns the labels of the trained models that a model is made of: itself, or those of its operands, each once.
func Bases(models map[string]Model, label string) []string {
	var bases []string
	met := map[string]bool{}
	var visit func(label string)
	visit = func(label string) {
		if met[label] {
			return
		}
		met[label] = true
		derived, ok := models[label].(Derived)
		if !ok {
			bases = append(bases, label)
			return
		}
		for _, operand := range derived.Operands() {
			visit(operand)
		}
	}
	visit(label)
	return bases
}
