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

// NatureOf is the nature of one of an experiment's models, whose data lie in R^ambient. The error, a *config.FieldError,
// says what is wrong with a derived model's operands.
func NatureOf(models map[string]Model, label string, ambient int) (Nature, error) {
	return natureOf(models, label, ambient, nil)
}

func natureOf(models map[string]Model, label string, ambient int, path []string) (Nature, error) {
	if slices.Contains(path, label) {
		return Nature{}, &config.FieldError{Found: "a model that is derived from itself: " + strings.Join(append(path, label), " of "),
			Allowed: "operands that lead to trained models"}
	}
	switch m := models[label].(type) {
	case Trainable:
		return m.Nature(ambient), nil
	case Derived:
		var operands []Nature
		var errs []error
		for _, operand := range m.Operands() {
			if models[operand] == nil {
				errs = append(errs, unknownOperand(models, operand))
				continue
			}
			nature, err := natureOf(models, operand, ambient, append(path, label))
			operands, errs = append(operands, nature), append(errs, err)
		}
		if err := errors.Join(errs...); err != nil {
			return Nature{}, err
		}
		return m.Nature(operands)
	}
	return Nature{}, fmt.Errorf("%s is no model of the experiment", label)
}

func unknownOperand(models map[string]Model, operand string) error {
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
