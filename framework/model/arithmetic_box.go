package model

import (
	"math"
	"slices"
)

// boxed is a derived model that covers another box than the data's.
type boxed interface {
	Derived
	box(operands [][][2]float64) [][2]float64
}

// BoxOf is the box that one of an experiment's models covers, where data in the given box have been trained on. Models
// whose operands have nothing in common cover none: an axis ends before it begins.
func BoxOf(models map[string]Model, label string, data [][2]float64) [][2]float64 {
	derived, ok := models[label].(boxed)
	if !ok {
		return data
	}
	var operands [][][2]float64
	for _, operand := range derived.Operands() {
		operands = append(operands, BoxOf(models, operand, data))
	}
	return derived.box(operands)
}

// hull is the least box that holds all.
func hull(boxes [][][2]float64) [][2]float64 { return bounded(boxes, math.Min, math.Max) }

// common is the box that lies in all: a model has no points outside of its own. An axis ends before it begins where the
// boxes have nothing in common.
func common(boxes [][][2]float64) [][2]float64 { return bounded(boxes, math.Max, math.Min) }

// bounded is the box of combined lower and combined upper bounds.
func bounded(boxes [][][2]float64, lower, upper func(a, b float64) float64) [][2]float64 {
	whole := slices.Clone(boxes[0])
	for _, box := range boxes[1:] {
		for j, axis := range box {
			whole[j] = [2]float64{lower(whole[j][0], axis[0]), upper(whole[j][1], axis[1])}
		}
	}
	return whole
}
