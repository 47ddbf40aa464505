package metrics

import (
	"fmt"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Verdicts on a model, as numbers of its record (output.Verdict).
const (
	wrong    = 0
	doubtful = 1
	good     = 2
)

// findings are what is found of a subject.
type findings struct {
	*experiment.Subject
	experiment.Measurement
	most int // training points that are looked at
	// how far the manifold may be from the data without anything wrong: 5 medians of their distances to it
	noise float64
	// median distance of the training points to it and their scale, in the subspace where it was learned
	inside, insideScale float64
	// whether it is the manifold that the columns give, and how far from that it is at most, in the data's units
	given     bool
	fromGiven float64
}

// warn adds a caveat.
func (f *findings) warn(format string, args ...any) {
	f.Caveats = append(f.Caveats, fmt.Sprintf(format, args...))
}

// training is what to change where the manifold is not where the data are.
func (f *findings) training() string {
	if f.Traits.Implicit {
		return "train longer (manifold.training), with more manifold.starts or a wider manifold.network"
	}
	if f.Traits.Anywhere {
		return "train longer (displacement.training), with a wider displacement.network, or set displacement.noise"
	}
	return "train longer (autoencoder.training), or wider networks (autoencoder.encoder, autoencoder.decoder)"
}

// judge lowers the verdict.
func (f *findings) judge(verdict float64) { f.Values["verdict"] = min(f.Values["verdict"], verdict) }

// lower adds a caveat that lowers the verdict, if it is below good, and records one of the reasons with its number.
func (f *findings) lower(verdict float64, reason string, number float64, format string, args ...any) {
	f.judge(verdict)
	f.warn(format, args...)
	if verdict < good {
		f.Values[reasonPrefix+reason] = number
	}
}

// doubt is lower for one that lets the whole be doubted.
func (f *findings) doubt(reason string, number float64, format string, args ...any) {
	f.lower(doubtful, reason, number, format, args...)
}

// unsound is lower for one against the whole.
func (f *findings) unsound(verdict float64, reason string, number float64, format string, args ...any) {
	f.Values["sound"] = 0
	f.lower(verdict, reason, number, format, args...)
}

// nextPoint is the neighbor whose distance is the spacing of points.
const nextPoint = 5

// typicalSpacing is the median one, of different points.
func typicalSpacing(x *points.Set) float64 {
	return statistics.Median(spacings(x.Different()))
}

// spacings are those at points.
func spacings(x *points.Set) (found []float64) {
	tree := neighbors.New(x)
	for i := range x.Len() {
		found = append(found, tree.Distance(x.At(i), nextPoint+1))
	}
	return found
}
