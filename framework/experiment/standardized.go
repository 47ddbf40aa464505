package experiment

import (
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/points"
)

// Standardized returns the subject in standardized units, those in which networks see the data, and how they become
// the data's; itself and nil where the data are not standardized, or where their distribution is known, which is so in
// the data's units alone.
func (s *Subject) Standardized() (*Subject, *points.Scaling) {
	if _, known := s.Source.(dataset.Distribution); s.Scaling == nil || known {
		return s, nil
	}
	by, inner := s.Scaling, *s
	inner.Scaling = nil
	inner.Box = by.InBox(s.Box)
	for _, set := range []**points.Set{&inner.Train, &inner.Held, &inner.Validation, &inner.Samples} {
		if *set != nil {
			*set = by.In(*set)
		}
	}
	if s.Mesh != nil {
		moved := *s.Mesh
		moved.Vertices, moved.Values = by.In(s.Mesh.Vertices), nil
		inner.Mesh = &moved
	}
	if s.Trained != nil {
		inner.Trained = s.Trained.Within(by)
	}
	if s.Other != nil {
		inner.Other = func(label string) (*model.Trained, error) {
			other, err := s.Other(label)
			if err != nil {
				return nil, err
			}
			return other.Within(by), nil
		}
	}
	return &inner, by
}
