package model

import (
	"ebim/framework/config"
	"ebim/framework/support/zeroset"
)

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
