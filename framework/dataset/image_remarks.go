package dataset

import (
	"crypto/sha256"
	"fmt"

	"ebim/framework/points"
)

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
