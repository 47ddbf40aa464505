package dataset

import "ebim/framework/points"

// Drafter is a source that drafts experiments for data by itself, for `ebim new`.
type Drafter interface {
	Source
	// Draft looks at the data; nil where they are not of its kind.
	Draft(DraftRequest) (*Draft, error)
}

// DraftRequest is the data that an experiment is drafted for: a folder, or the source's published ones.
type DraftRequest struct {
	Folder bool
	Name   string // the folder, from the working folder, or the source's name
	Path   string // the folder as the experiment's YAML names it
	Env    Env
}

// Draft is an experiment for data, but for the dimension of their manifold.
type Draft struct {
	Found  []string // what is reported of the data, a line each
	Seeds  Line
	Source []Line      // below `source:`
	Set    *points.Set // from which the dimension is estimated
	// Rest is what follows the source, for a dimension; comments are to be aligned.
	Rest func(dimension int) string
}

// Line is a line of YAML with a comment.
type Line struct{ Text, Comment string }
