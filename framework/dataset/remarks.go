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
			"distinguished from gaps in the manifold", n, FewPoints))
	}
	all := &points.Set{Dim: training.Dim, Data: slices.Concat(training.Data, held.Data, validation.Data)}
	first, t, h := all.FirstEqual(), training.Len(), training.Len()+held.Len()
	notes = append(notes, repetitions("points", first[:t], first[t:h], first[h:])...)
	for j := range training.Dim {
		add(hardlyVaries(training, j, scaling))
	}
	seen := training
	if scaling != nil {
		seen = scaling.In(training)
	}
	if found := farFromOthers(seen); len(found) > 0 {
		add(fmt.Sprintf("%s, the first of them at %.6g: outliers widen the box and the scale, and models go through "+
			"them; data.outliers: drop leaves them out", lieFar(len(found), training.Len(), "training points"),
			training.At(found[0])))
	}
	return notes
}

// repetitions report training rows that repeat earlier ones, and rows of other parts of the split that are training
// rows, too. Equal rows have equal keys.
func repetitions[K comparable](kind string, training, held, validation []K) (notes []string) {
	seen := map[K]bool{}
	note := func(name string, rows []K, text string) {
		again := 0
		for _, key := range rows {
			if seen[key] {
				again++
			}
			seen[key] = seen[key] || name == "training"
		}
		if n := float64(len(rows)); again > 0 && float64(again) >= notedRepeats*n {
			notes = append(notes, fmt.Sprintf("%d of %d %s %s (%.3g %%) %s", again, len(rows), name, kind,
				100*float64(again)/n, text))
		}
	}
	note("training", training, "repeat earlier ones; a density rises without bound where they do, and scores of "+
		"densities on such data say how often values repeat")
	known := "equal training " + kind + ", so that they are not unseen: scores on them flatter models that remember"
	note("held-out", held, known)
	note("validation", validation, known)
	return notes
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
				"digits; leave it out, or subtract an offset where it is written", column, (high-low)/size)
	}
	if scaling == nil || high-low >= narrow*scaling.Scale[column] {
		return ""
	}
	return fmt.Sprintf(
		"column %d of the data (from 0) ranges over %.2g of the scale that all columns are divided by, so that "+
			"networks hardly see it; leave it out, or set data.standardize to columns", column,
		(high-low)/scaling.Scale[column])
}

// ImageRemarks are Remarks on images: few of them, and such that are there several times.
func ImageRemarks(training, validation, held *points.Images) []string {
	var notes []string
	if n := training.Len(); n < FewPoints {
		notes = append(notes, fmt.Sprintf("there are only %d training images; a network with more parameters than "+
			"they have numbers remembers them", n))
	}
	keys := func(images *points.Images) [][sha256.Size]byte {
		all := make([][sha256.Size]byte, images.Len())
		for i := range all {
			all[i] = sha256.Sum256(images.Image(i))
		}
		return all
	}
	return append(notes, repetitions("images", keys(training), keys(held), keys(validation))...)
}
