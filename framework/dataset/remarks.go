package dataset

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"ebim/framework/points"
)

const (
	// FewPoints is the number of training points below which a note says so.
	FewPoints = 50
	// notedRepeats is the share of repeated rows from which a note reports them.
	notedRepeats = 0.01
	// narrow is the share of the data's scale below which a column is hardly seen by networks: they miss data by as
	// much.
	narrow = 1e-3
	// digits is the share of its own size over which a column must range, or double precision has few digits of its
	// variation.
	digits = 1e-10
)

// Remarks say in sentences what of checked data is likely to spoil a training or a comparison: few points, rows that
// repeat, also from one part of the split to another, outliers, and columns that hardly vary. The scaling is the one
// that networks see the data by, nil for none; validation and held may be empty.
func Remarks(training, validation, held *points.Set, scaling *points.Scaling) []string {
	var notes []string
	add := func(note string) {
		if note != "" {
			notes = append(notes, note)
		}
	}
	if n := training.Len(); n < FewPoints {
		add(fmt.Sprintf("there are only %d training points; from fewer than %d, gaps between them can't be "+
			"distinguished "+
			"from gaps in the manifold", n, FewPoints))
	}
	add(repeats(training))
	add(shared("held-out", held, training))
	add(shared("validation", validation, training))
	for j := range training.Dim {
		add(hardlyVaries(training, j, scaling))
	}
	seen := training
	if scaling != nil {
		seen = scaling.In(training)
	}
	if found := farFromOthers(seen); len(found) > 0 {
		add(fmt.Sprintf("%s, the first of them at %.6g: outliers widen the box and the scale, and models go through "+
			"them; "+
			"data.outliers: drop leaves them out", lieFar(len(found), training.Len(), "training points"),
			training.At(found[0])))
	}
	return notes
}

func repeats(set *points.Set) string {
	repeated := set.Len() - set.Distinct()
	if float64(repeated) < notedRepeats*float64(set.Len()) {
		return ""
	}
	return fmt.Sprintf(
		"%d of %d training points (%.3g %%) repeat earlier ones; a density rises without bound where they do, and "+
			"scores of "+
			"densities on such data say how often values repeat", repeated, set.Len(),
		100*float64(repeated)/float64(set.Len()))
}

// shared reports points of another part of the split that are training points, too.
func shared(name string, part, training *points.Set) string {
	both := &points.Set{Dim: training.Dim, Data: slices.Concat(training.Data, part.Data)}
	count := 0
	for _, first := range both.FirstEqual()[training.Len():] {
		if first < training.Len() {
			count++
		}
	}
	if part.Len() == 0 || float64(count) < notedRepeats*float64(part.Len()) {
		return ""
	}
	return fmt.Sprintf(
		"%d of %d %s points (%.3g %%) equal training points, so that they are not unseen: scores on them flatter "+
			"models that remember",
		count, part.Len(), name, 100*float64(count)/float64(part.Len()))
}

func hardlyVaries(set *points.Set, column int, scaling *points.Scaling) string {
	low, high := set.Range(column)
	if low == high {
		return fmt.Sprintf(
			"column %d of the data (from 0) is %v in every row; networks must learn that, too, so better leave it out",
			column, low)
	}
	if size := max(math.Abs(low), math.Abs(high)); high-low < digits*size {
		return fmt.Sprintf(
			"column %d of the data (from 0) ranges over %.2g of its size only, where double precision keeps few "+
				"digits; "+
				"leave it out, or subtract an offset where it is written", column, (high-low)/size)
	}
	if scaling == nil || high-low >= narrow*scaling.Scale[column] {
		return ""
	}
	return fmt.Sprintf(
		"column %d of the data (from 0) ranges over %.2g of the scale that all columns are divided by, so that "+
			"networks hardly see it; "+
			"leave it out, or set data.standardize to columns", column, (high-low)/scaling.Scale[column])
}

// ImageRemarks say what of images is likely to spoil a training or a comparison: few of them, and such that are there
// several times.
func ImageRemarks(training, validation, held *points.Images) []string {
	var notes []string
	if n := training.Len(); n < FewPoints {
		notes = append(notes,
			fmt.Sprintf(
				"there are only %d training images; a network with more parameters than they have numbers remembers "+
					"them", n))
	}
	seen, repeated := make(map[[sha256.Size]byte]bool, training.Len()), 0
	for i := range training.Len() {
		key := sha256.Sum256(training.Image(i))
		if seen[key] {
			repeated++
		}
		seen[key] = true
	}
	if n := training.Len(); float64(repeated) >= notedRepeats*float64(n) && repeated > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d training images (%.3g %%) repeat earlier ones, number by number",
			repeated, n, 100*float64(repeated)/float64(n)))
	}
	for _, other := range []struct {
		name string
		part *points.Images
	}{{"held-out", held}, {"validation", validation}} {
		name, part, both := other.name, other.part, 0
		for i := range part.Len() {
			if seen[sha256.Sum256(part.Image(i))] {
				both++
			}
		}
		if n := part.Len(); both > 0 && float64(both) >= notedRepeats*float64(n) {
			notes = append(notes,
				fmt.Sprintf(
					"%d of %d %s images (%.3g %%) are training images, so that they are not unseen: scores on them "+
						"flatter models that remember",
					both, n, name, 100*float64(both)/float64(n)))
		}
	}
	return notes
}
