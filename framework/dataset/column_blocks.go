package dataset

import (
	"fmt"
	"slices"

	"ebim/framework/config"
)

// ColumnBlocks says which columns of a table are one quantity, such as a spectrum or a profile: each block has one
// scale, so that its narrow columns, which may be noise, stay narrow beside its wide ones.
type ColumnBlocks struct {
	BlockSizes []int `yaml:"blocks" default:"null" range:"[1, inf)" doc:"how many of columns, one after the other, share a scale, such as [32, 1] for a spectrum and a temperature; none unless given"`
}

// sizes are those of the blocks of columns; of one each unless given.
func (b *ColumnBlocks) sizes(columns []string) []int {
	if b.BlockSizes != nil {
		return b.BlockSizes
	}
	return slices.Repeat([]int{1}, len(columns))
}

// checkBlocks refuses blocks that are not all of columns, and blocks of several with one of some columns that have a
// block of their own.
func (b *ColumnBlocks) checkBlocks(columns, own []string) error {
	if b.BlockSizes == nil {
		return nil
	}
	refuse := func(found, allowed string) error {
		return &config.FieldError{Field: "blocks", Found: found, Allowed: allowed}
	}
	rest := columns
	for _, size := range b.BlockSizes {
		if size > len(rest) {
			return refuse(fmt.Sprintf("%v, which has more than %d columns", b.BlockSizes, len(columns)),
				"sizes that add up to the number of columns, which are given")
		}
		for _, name := range rest[:size] {
			if size > 1 && slices.Contains(own, name) {
				return refuse(fmt.Sprintf("%q in a block of %d", name, size),
					"a block of 1 for each column that turns, of places, or of a rotation")
			}
		}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return refuse(fmt.Sprintf("%v, which leaves %d columns", b.BlockSizes, len(rest)),
			"sizes that add up to the number of columns, which are given")
	}
	return nil
}
