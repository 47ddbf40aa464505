package model

import "ebim/framework/points"

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
