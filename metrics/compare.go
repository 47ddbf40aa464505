package metrics

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/metrics/transport"
)

// CompareOptions says how two files are compared.
type CompareOptions struct {
	// Weights takes the last column of both files as weights.
	Weights bool
	// Samples is the most points of each file that wasserstein and optimal_transport compare; larger files are thinned
	// at random.
	Samples int
	// Directions is the number of random directions of sliced_wasserstein.
	Directions int
	// Cost is optimal_transport's.
	Cost TransportCost

	random *rand.Rand // thins and draws directions
}

// DefaultCompareOptions returns those of the program.
func DefaultCompareOptions() CompareOptions {
	return CompareOptions{Samples: 10000, Directions: 200, Cost: "squared"}
}

// FileDistance is a distance of the points of two files.
type FileDistance struct {
	Metric        string
	Value         float64
	StandardError float64 // of Value, where it is an estimate; 0 otherwise
	Points        [2]int  // in the files
	Compared      [2]int  // of them
	Dimension     int     // of the points
	note          string  // to print beside the value
}

// Write writes one line with the value, and one on what was compared.
func (d FileDistance) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s %.6g%s\n%d and %d points in %d dimensions\n", d.Metric, d.Value, d.note, d.Points[0],
		d.Points[1], d.Dimension)
	return err
}

// FileMetric is a distance of the points of two files.
type FileMetric struct {
	config.Choice
	measure func(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error)
}

// FileMetrics lists them.
func FileMetrics() []FileMetric {
	return []FileMetric{
		{config.Choice{Name: "wasserstein", Doc: "exact Wasserstein-1 distance, Euclidean cost"}, compareWasserstein},
		{config.Choice{Name: "optimal_transport",
			Doc: "exact least cost of transport, with squared Euclidean cost or as --cost says"}, compareTransport},
		{config.Choice{Name: "sliced_wasserstein",
			Doc: "mean Wasserstein-1 distance along random directions, for large samples"}, compareSliced},
		{config.Choice{Name: "energy_distance", Doc: "2 E|X - Y| - E|X - X'| - E|Y - Y'|, for large samples"},
			compareEnergy},
	}
}

// FindFileMetric returns the metric of a name, in which hyphens may stand for underscores.
func FindFileMetric(name string) (FileMetric, error) {
	var known []string
	for _, m := range FileMetrics() {
		if m.Name == strings.ReplaceAll(name, "-", "_") {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return FileMetric{}, config.Unknown("metric of files", name, known)
}

// Compare measures the distance between the points of two files. Errors name the file, and the row where one is at
// fault.
func (m FileMetric) Compare(ctx context.Context, pathA, pathB string, o CompareOptions) (d FileDistance, err error) {
	a, err := readSample(pathA, o.Weights)
	if err != nil {
		return d, err
	}
	b, err := readSample(pathB, o.Weights)
	if err != nil {
		return d, err
	}
	if a.Points.Dim != b.Points.Dim {
		hint := ""
		if o.Weights {
			hint = " (the last column was taken as weights)"
		}
		return d, fmt.Errorf("%s has points of dimension %d, %s of %d; they must be equal%s", pathA, a.Points.Dim,
			pathB, b.Points.Dim, hint)
	}
	o.random = rand.New(rand.NewPCG(0, 0))
	if d, err = m.measure(ctx, a, b, o); err != nil {
		return d, fmt.Errorf("%s of %s (first) and %s (second): %w", m.Name, pathA, pathB, err)
	}
	d.Metric, d.Points, d.Dimension = m.Name, [2]int{a.Points.Len(), b.Points.Len()}, a.Points.Dim
	if d.Compared == [2]int{} {
		d.Compared = d.Points
	}
	return d, nil
}

// readSample reads a file, takes its last column off if it holds weights, and checks every number.
func readSample(path string, weights bool) (s Sample, err error) {
	if s.Points, err = files.ReadFile(path); err != nil {
		return s, err
	}
	if weights {
		s, err = splitWeights(s.Points)
	}
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func splitWeights(set *points.Set) (Sample, error) {
	dim := set.Dim - 1
	if dim < 1 {
		return Sample{},
			errors.New("it has one column; with weights, coordinates and a last column of weights are needed")
	}
	s := Sample{Points: points.New(set.Len(), dim), Weights: make([]float64, set.Len())}
	for i := range set.Len() {
		s.Weights[i] = set.At(i)[dim]
		copy(s.Points.At(i), set.At(i))
	}
	return s, nil
}

func compareWasserstein(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	return compareExactly(a, b, o, func(a, b Sample) (float64, error) { return Wasserstein1(ctx, a, b) })
}

// compareExactly thins samples that are too large for an exact distance, and says so.
func compareExactly(a, b Sample, o CompareOptions, distance func(a, b Sample) (float64, error)) (FileDistance, error) {
	if o.Samples < 1 {
		return FileDistance{}, fmt.Errorf("%d samples are too few; at least one is needed", o.Samples)
	}
	thinA, thinB := a.thinned(o.random, o.Samples), b.thinned(o.random, o.Samples)
	d := FileDistance{Compared: [2]int{thinA.Points.Len(), thinB.Points.Len()}}
	if thinA.Points != a.Points || thinB.Points != b.Points {
		d.note = fmt.Sprintf(" (of %d and %d points drawn at random)", d.Compared[0], d.Compared[1])
	}
	var err error
	d.Value, err = distance(thinA, thinB)
	return d, err
}

func compareTransport(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	cost, err := o.Cost.cost()
	if err != nil {
		return FileDistance{}, err
	}
	return compareExactly(a, b, o, func(a, b Sample) (float64, error) {
		return transport.Distance(ctx, a.Points, b.Points, a.Weights, b.Weights, cost)
	})
}

func compareSliced(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	value, standardError, err := SlicedWasserstein{Directions: o.Directions}.Measure(ctx, a, b, o.random)
	d := FileDistance{Value: value}
	if standardError > 0 {
		d.StandardError, d.note = standardError, fmt.Sprintf(" +- %.2g (%d directions)", standardError, o.Directions)
	}
	return d, err
}

func compareEnergy(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	value, err := EnergyDistance(ctx, a, b)
	return FileDistance{Value: value}, err
}
