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
	"ebim/metrics/transport"
)

// CompareOptions says how two files are compared.
type CompareOptions struct {
	// Read reads a file; points.ReadFile in the program.
	Read func(path string) (*points.Set, error)
	// Weights takes the last column of both files as weights.
	Weights bool
	// Samples is the most points of each file that wasserstein and optimal_transport compare; larger files are thinned
	// at random.
	Samples int
	// Directions is the number of random directions of sliced_wasserstein.
	Directions int
	// Statistic is energy_distance's.
	Statistic EnergyStatistic
	// Cost is optimal_transport's.
	Cost TransportCost
	// Random thins and draws directions.
	Random *rand.Rand
}

// DefaultCompareOptions are those of the program, for a seed.
func DefaultCompareOptions(seed uint64) CompareOptions {
	return CompareOptions{
		Read: points.ReadFile, Samples: 10000, Directions: 200, Statistic: "v", Cost: "squared",
		Random: rand.New(rand.NewPCG(seed, 0)),
	}
}

// fileMetric is a metric of two samples; it returns what to print beside its value.
type fileMetric struct {
	config.Choice
	measure func(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error)
}

// FileDistance is a distance of the points of two files.
type FileDistance struct {
	Metric        string
	Value         float64
	StandardError float64 // of Value, where it is an estimate; 0 otherwise
	Points        [2]int  // in the files
	Compared      [2]int  // of them
	Dimension     int     // of the points
	note          string
}

// Write writes one line with the value, and one on what was compared.
func (d FileDistance) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s %.6g%s\n%d and %d points in %d dimensions\n", d.Metric, d.Value, d.note, d.Points[0],
		d.Points[1], d.Dimension)
	return err
}

func fileMetrics() []fileMetric {
	return []fileMetric{
		{config.Choice{Name: "wasserstein", Doc: "exact Wasserstein-1 distance, Euclidean cost"}, compareWasserstein},
		{config.Choice{Name: "optimal_transport",
			Doc: "exact least cost of transport, with squared Euclidean cost or as --cost says"}, compareTransport},
		{config.Choice{
			Name: "sliced_wasserstein", Doc: "mean Wasserstein-1 distance along random directions, for large samples",
		}, compareSliced},
		{config.Choice{Name: "energy_distance", Doc: "2 E|X - Y| - E|X - X'| - E|Y - Y'|, for large samples"},
			compareEnergy},
	}
}

// FileMetrics lists the metrics that CompareFiles knows.
func FileMetrics() []config.Choice {
	var choices []config.Choice
	for _, m := range fileMetrics() {
		choices = append(choices, m.Choice)
	}
	return choices
}

// CompareFiles measures the distance between the points of two files by the named metric (hyphens may stand for
// underscores). Errors name the file, and the row where one is at fault.
func CompareFiles(ctx context.Context, name, pathA, pathB string, o CompareOptions) (FileDistance, error) {
	metric, err := findFileMetric(name)
	if err != nil {
		return FileDistance{}, err
	}
	a, err := readSample(pathA, o)
	if err != nil {
		return FileDistance{}, err
	}
	b, err := readSample(pathB, o)
	if err != nil {
		return FileDistance{}, err
	}
	if a.Points.Dim != b.Points.Dim {
		return FileDistance{}, fmt.Errorf("%s has points of dimension %d, %s of %d; they must be equal%s",
			pathA, a.Points.Dim, pathB, b.Points.Dim, weightsHint(o.Weights))
	}
	d, err := metric.measure(ctx, a, b, o)
	if err != nil {
		return FileDistance{}, fmt.Errorf("%s of %s (first) and %s (second): %w", metric.Name, pathA, pathB, err)
	}
	d.Metric, d.Points, d.Dimension = metric.Name, [2]int{a.Points.Len(), b.Points.Len()}, a.Points.Dim
	if d.Compared == [2]int{} {
		d.Compared = d.Points
	}
	return d, nil
}

func findFileMetric(name string) (*fileMetric, error) {
	var known []string
	for _, m := range fileMetrics() {
		if m.Name == strings.ReplaceAll(name, "-", "_") {
			return &m, nil
		}
		known = append(known, m.Name)
	}
	return nil, fmt.Errorf("%q is no metric of files; known are %s", name, strings.Join(known, ", "))
}

// readSample reads a file, takes its last column off if it holds weights, and checks every number.
func readSample(path string, o CompareOptions) (Sample, error) {
	set, err := o.Read(path)
	if err != nil {
		return Sample{}, err
	}
	s := Sample{Points: set}
	if o.Weights && set != nil {
		if s, err = splitWeights(set); err != nil {
			return s, fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := s.check(); err != nil {
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
		row := set.At(i)
		copy(s.Points.At(i), row[:dim])
		s.Weights[i] = row[dim]
	}
	return s, nil
}

func weightsHint(weights bool) string {
	if weights {
		return " (the last column was taken as weights)"
	}
	return ""
}

func compareWasserstein(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	return compareExactly(a, b, o, func(a, b Sample) (float64, error) { return Wasserstein1(ctx, a, b) })
}

// compareExactly thins samples that are too large for an exact distance, and says so.
func compareExactly(a, b Sample, o CompareOptions, distance func(a, b Sample) (float64, error)) (FileDistance, error) {
	if o.Samples < 1 {
		return FileDistance{}, fmt.Errorf("%d samples are too few; at least one is needed", o.Samples)
	}
	thinA, thinB := a.thinned(o.Random, o.Samples), b.thinned(o.Random, o.Samples)
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
	result, err := SlicedWasserstein{Directions: o.Directions}.Measure(ctx, a, b, o.Random)
	if err != nil {
		return FileDistance{}, err
	}
	d := FileDistance{Value: result.Value}
	if result.StandardError > 0 {
		d.StandardError = result.StandardError
		d.note = fmt.Sprintf(" +- %.2g (%d directions)", result.StandardError, o.Directions)
	}
	return d, nil
}

func compareEnergy(ctx context.Context, a, b Sample, o CompareOptions) (FileDistance, error) {
	value, err := EnergyDistance{Statistic: o.Statistic}.Measure(ctx, a, b)
	return FileDistance{Value: value}, err
}
