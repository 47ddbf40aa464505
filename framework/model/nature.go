package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ebim/framework/config"
)

// Nature is what is known of a model before it is trained.
type Nature struct {
	Ambient   int  // dimension of the data's space
	Dimension int  // of the model's support
	Implicit  bool // the support is the zero set of a manifold-defining function
	Density   bool // the model has a density on its support
}

// Codimension of the support.
func (n Nature) Codimension() int { return n.Ambient - n.Dimension }

// CheckMesh says why the support can't be meshed, or nil.
func (n Nature) CheckMesh() error {
	const possible = "curves in two or three dimensions and surfaces in three"
	switch {
	case n.Ambient > 3:
		return &config.FieldError{Found: fmt.Sprintf("a manifold in R^%d", n.Ambient), Allowed: possible}
	case n.Dimension == n.Ambient:
		return &config.FieldError{Found: "a model of the whole space, which has no manifold", Allowed: possible}
	}
	return nil
}

// NatureOf is the nature of one of an experiment's models, whose data lie in R^ambient. The error says, in one or several
// *config.FieldError, what is wrong with a derived model itself. Of mistakes in models that it is made of it says nothing but
// that there are some: they are told of those.
func NatureOf(models map[string]Model, label string, ambient int) (Nature, error) {
	derived, ok := models[label].(Derived)
	if !ok {
		if trainable, ok := models[label].(Trainable); ok {
			return trainable.Nature(ambient), nil
		}
		return Nature{}, fmt.Errorf("%s is no model of the experiment", label)
	}
	if err := checkLoop(models, label); err != nil {
		return Nature{}, err
	}
	var operands []Nature
	var errs []error
	for _, operand := range derived.Operands() {
		if err := checkKnown(models, operand); err != nil {
			errs = append(errs, err)
			continue
		}
		nature, err := NatureOf(models, operand, ambient)
		if err != nil {
			err = brokenOperand(operand)
		}
		operands, errs = append(operands, nature), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return Nature{}, err
	}
	return derived.Nature(operands)
}

// CheckOperands says what is wrong with the labels that a derived model names, whatever the data: unknown ones, and loops.
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

// loopOf is the shortest way that operands lead from a model back to itself, both ends included, or nil.
func loopOf(models map[string]Model, label string) []string {
	ways, seen := [][]string{{label}}, map[string]bool{}
	for len(ways) > 0 {
		way := ways[0]
		ways = ways[1:]
		derived, ok := models[way[len(way)-1]].(Derived)
		if !ok {
			continue
		}
		for _, operand := range derived.Operands() {
			further := append(slices.Clone(way), operand)
			if operand == label {
				return further
			}
			if !seen[operand] {
				seen[operand] = true
				ways = append(ways, further)
			}
		}
	}
	return nil
}

// brokenOperand is the label of an operand that has mistakes of its own.
type brokenOperand string

func (b brokenOperand) Error() string {
	return "there are mistakes in " + string(b) + ", which it is made of"
}

// Unwrap is the mistakes that it adds: none, so that a report of all models tells of each mistake once.
func (brokenOperand) Unwrap() []error { return nil }

func checkKnown(models map[string]Model, operand string) error {
	if models[operand] != nil {
		return nil
	}
	var labels []string
	for label := range models {
		labels = append(labels, label)
	}
	slices.Sort(labels)
	hint := ""
	if near, ok := config.Nearest(operand, labels); ok {
		hint = "did you mean " + near + "?"
	}
	return &config.FieldError{Field: "of", Found: fmt.Sprintf("%q, which is no model of the experiment", operand),
		Allowed: strings.Join(labels, ", "), Hint: hint}
}

// Bases are the labels of the trained models that a model is made of: itself, or those of its operands, each once.
func Bases(models map[string]Model, label string) []string {
	derived, ok := models[label].(Derived)
	if !ok {
		return []string{label}
	}
	var bases []string
	for _, operand := range derived.Operands() {
		for _, base := range Bases(models, operand) {
			if !slices.Contains(bases, base) {
				bases = append(bases, base)
			}
		}
	}
	return bases
}
