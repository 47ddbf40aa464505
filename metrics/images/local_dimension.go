package images

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
	"ebim/metrics"
	"ebim/metrics/images/classifier"
)

// LocalDimension compares the local dimension that F finds at held-out images, n less the number of singular values of
// its Jacobian above a threshold, with their size as PNG files: what needs more bytes should have more degrees of
// freedom. Where F is a distance from the data, singular values are 1 across them and less along them.
type LocalDimension struct {
	Samples   int     `yaml:"samples" default:"100" range:"[4, 10000]" doc:"most held-out images; each takes about a second for 28 x 28 pixels"`
	Threshold float64 `yaml:"threshold" default:"0.5" range:"(0, inf)" doc:"singular value above which a direction leaves the manifold"`
	Bootstrap int     `yaml:"bootstrap" default:"1000" range:"[10, 100000]" doc:"resamples of the images, for the interval"`
}

// CodeVersion implements experiment.Metric.
func (*LocalDimension) CodeVersion() int { return 1 }

// Needs implements experiment.Metric.
func (*LocalDimension) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, checkHeldOut(s)
}

// Outputs implements experiment.Metric.
func (*LocalDimension) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: "correlation", Role: output.Main, Better: output.Highest,
			Meaning: "Spearman's rank correlation of local dimension and PNG size over held-out images"},
		{Name: "correlation_low", Meaning: "lower end of its 95 % bootstrap interval"},
		{Name: "correlation_high", Meaning: "upper end of its 95 % bootstrap interval"},
		{Name: "median", Role: output.Beside, Meaning: "median local dimension; the model's own is the least possible"},
		{Name: "lowest", Meaning: "lowest local dimension"},
		{Name: "highest", Meaning: "highest local dimension"},
		{Name: "median_bytes", Meaning: "median size of the images as PNG files"},
		{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "held-out images"},
	}
}

// Measure takes singular values in the units that F was trained in.
func (m *LocalDimension) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || !s.Traits.Implicit || s.Trained == nil || s.Images == nil || s.Images.Held.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/local_dimension", 0)
	held := s.Images.Held
	held = held.Select(rng.Perm(held.Len())[:min(m.Samples, held.Len())])
	x := held.Set(nil)
	inner, units := s.Trained.Standardized()
	if units != nil {
		x = units.In(x)
	}
	values, err := support.SingularValuesOf(ctx, inner.Support, x)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, experiment.ErrNotApplicable
	}
	if err != nil {
		return nil, err
	}
	dimensions, sizes := make([]float64, held.Len()), make([]float64, held.Len())
	for i := range dimensions {
		dimensions[i] = float64(x.Dim)
		for _, v := range values.At(i) {
			if v > m.Threshold {
				dimensions[i]--
			}
		}
		if sizes[i], err = pngSize(held.Shape, held.Image(i)); err != nil {
			return nil, err
		}
	}
	found := map[string]float64{"median": statistics.Median(dimensions), "lowest": slices.Min(dimensions),
		"highest":      slices.Max(dimensions),
		"median_bytes": statistics.Median(sizes), "true_points": float64(len(sizes))}
	correlation := spearman(dimensions, sizes)
	if math.IsNaN(correlation) {
		return &experiment.Measurement{Values: found, Caveats: []string{
			"local dimension or PNG size is the same at all images: there is no correlation"}}, nil
	}
	found["correlation"] = correlation
	found["correlation_low"], found["correlation_high"] = m.interval(dimensions, sizes, rng)
	return &experiment.Measurement{Values: found}, nil
}

// interval is that of the correlation, with images resampled.
func (m *LocalDimension) interval(a, b []float64, rng *rand.Rand) (low, high float64) {
	x, y := make([]float64, len(a)), make([]float64, len(a))
	return bootstrapInterval(m.Bootstrap, func() float64 {
		for i := range x {
			k := rng.IntN(len(a))
			x[i], y[i] = a[k], b[k]
		}
		return spearman(x, y)
	})
}

// spearman is the correlation of the ranks of two lists, in which equal numbers have their mean rank; NaN where all of
// a list are equal.
func spearman(a, b []float64) float64 {
	x, y := metrics.Ranks(a), metrics.Ranks(b)
	if stat.Variance(x, nil) == 0 || stat.Variance(y, nil) == 0 {
		return math.NaN()
	}
	return stat.Correlation(x, y, nil)
}

// pngSize is the bytes of an image as a PNG file, gray or in color, by the standard library's encoder.
func pngSize(shape points.Shape, numbers []uint8) (float64, error) {
	bounds, area := image.Rect(0, 0, shape.Width, shape.Height), shape.Height*shape.Width
	var picture image.Image = &image.Gray{Pix: numbers[:area], Stride: shape.Width, Rect: bounds}
	if shape.Channels == 3 {
		colored := image.NewNRGBA(bounds)
		for i := range area {
			colored.SetNRGBA(i%shape.Width, i/shape.Width, color.NRGBA{R: numbers[i], G: numbers[area+i],
				B: numbers[2*area+i], A: 255})
		}
		picture = colored
	}
	var encoded bytes.Buffer
	err := png.Encode(&encoded, picture)
	return float64(encoded.Len()), err
}

// Numbers of images from which principal components are taken: more where their covariance matrix is small, as the
// matrix that is decomposed has the images' numbers as its order, or the number of images.
const (
	smallImage      = 1024
	imagesIfSmall   = 5000
	imagesOtherwise = 1000
)

// principalComponents are the features of images along the axes of largest variance of training images, at most count,
// in units of the root of the mean of these variances.
func principalComponents(train *points.Images, count int) (extractor, error) {
	n, limit := train.Shape.Size(), imagesOtherwise
	if n <= smallImage {
		limit = imagesIfSmall
	}
	images := points.FromFloat32(classifier.Rows(train.Evenly(limit)), n)
	found, err := neighbors.LargestComponents(images, points.Range(0, images.Len()), count)
	if err != nil {
		return nil, err
	}
	scale := math.Sqrt(statistics.Mean(found.Variances))
	if !(scale > 0) { // all images are one
		scale = 1
	}
	return func(ctx context.Context, rows []float32) (*points.Set, error) {
		_, kept := found.Axes.Dims()
		features := points.New(len(rows)/n, kept)
		x, y := mat.NewVecDense(n, nil), mat.NewVecDense(kept, nil)
		for i := range features.Len() {
			if i%256 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for j := range n {
				x.SetVec(j, float64(rows[i*n+j])-found.Mean[j])
			}
			y.MulVec(found.Axes.T(), x)
			for j, v := range y.RawVector().Data {
				features.At(i)[j] = v / scale
			}
		}
		return features, nil
	}, nil
}
