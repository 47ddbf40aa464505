package model_test

import (
	"testing"

	"ebim/framework/arithmetic"
	"ebim/framework/model"
)

// The data are drawn from a mixture of their strata, each once, and from no other derived model.
func TestOfData(t *testing.T) {
	ridge := func(dimension int, points *model.PointChoice) *model.Ridge {
		m := &model.Ridge{Points: points}
		m.Displacement.Dimension = dimension
		return m
	}
	own := model.OwnStratum
	of := func(labels ...string) []string { return labels }
	models := map[string]model.Model{"surface": ridge(2, &own), "curves": ridge(1, &own), "again": ridge(1, &own),
		"all":        ridge(2, nil),
		"whole":      &arithmetic.Mixture{Of: of("surface", "curves")},
		"twice":      &arithmetic.Mixture{Of: of("curves", "again")},
		"three":      &arithmetic.Mixture{Of: of("surface", "curves", "again")},
		"other":      &arithmetic.Mixture{Of: of("all", "curves")},
		"overlapped": &arithmetic.Union{Of: of("surface", "curves")},
		"deep":       &arithmetic.Mixture{Of: of("whole", "curves")},
	}
	for label := range models {
		want := label == "surface" || label == "curves" || label == "again" || label == "all" || label == "whole"
		if got := model.OfData(models, label); got != want {
			t.Errorf("%s: %v", label, got)
		}
	}
	traits, err := model.TraitsOf(models, "whole", 3)
	if err != nil || traits.Dimension != 2 || !traits.Mixed || traits.CheckMesh() == nil {
		t.Errorf("%+v, %v: curves and surfaces have no single mesh", traits, err)
	}
	if same, err := model.TraitsOf(models, "twice", 3); err != nil || same.Mixed {
		t.Errorf("%+v, %v: both are curves", same, err)
	}
	solid := ridge(3, &own)
	if err := solid.Check(); err == nil {
		t.Error("there is no stratum of dimension 3")
	}
}
