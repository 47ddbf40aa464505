package model

import "ebim/framework/train"

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
