package figure

import (
	"context"
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
)

// norms is a histogram of |F|, which separates points of the manifold from others: at training points, at points that
// were kept from training, and at noise, uniform points of the box.
type norms struct{ sets []normSet }

type normSet struct {
	name  string
	color color.NRGBA
	logs  []float64 // of |F|, to the base 10
}

// Points of each set that are looked at: fewer ones of many numbers, such as images, whose networks are dear.
const (
	leastNorms, mostNorms = 16, 128
	mostNumbers           = 1 << 15
)

// leastNorm stands for a norm that is 0 in single precision.
const leastNorm = 1e-12

// drawNorms draws the histogram of a model with a manifold-defining function.
func drawNorms(ctx context.Context, s *experiment.Subject) ([]byte, error) {
	n := &norms{}
	add := func(name string, c color.NRGBA, set *points.Set) error {
		values, err := s.Trained.Values(ctx, set)
		if err != nil {
			return err
		}
		one := normSet{name: name, color: c}
		for i := range values.Len() {
			square := 0.0
			for _, v := range values.At(i) {
				square += v * v
			}
			if norm := math.Sqrt(square); !math.IsNaN(norm) && !math.IsInf(norm, 0) {
				one.logs = append(one.logs, math.Log10(max(norm, leastNorm)))
			}
		}
		n.sets = append(n.sets, one)
		return nil
	}
	count := max(leastNorms, min(mostNorms, mostNumbers/s.Train.Dim))
	if err := add("training", dataColor(), thinned(s.Train, count)); err != nil {
		return nil, err
	}
	if kept := keptOf(s); kept != s.Train {
		if err := add("kept from training", modelColor(), thinned(kept, count)); err != nil {
			return nil, err
		}
	}
	if err := add("noise", colormap.Categorical()[2], s.Box.Uniform(count,
		random.New(s.Seed, "preview/noise", 0))); err != nil {
		return nil, err
	}
	return drawPNG(ctx, n, s)
}

// CodeVersion implements experiment.Figure.
func (*norms) CodeVersion() int { return 1 }

// CheckSubject implements experiment.Figure.
func (*norms) CheckSubject(model.Traits, bool) error { return nil }

// normBins is the number of bins between the smallest and the largest norm.
const normBins = 40

// Draw implements experiment.Figure.
func (n *norms) Draw(_ context.Context, _ *experiment.Subject, c draw.Canvas) error {
	low, high := math.Inf(1), math.Inf(-1)
	for _, set := range n.sets {
		for _, log := range set.logs {
			low, high = min(low, log), max(high, log)
		}
	}
	if low > high {
		plotstyle.Message(c, "|F| is nowhere a number")
		return nil
	}
	if high-low < 1e-6 {
		low, high = low-0.5, high+0.5
	}
	p := plotstyle.Axes("log10 |F|", "share of the points")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 0
	for _, set := range n.sets {
		steps := histogram(set.logs, low, high)
		for _, step := range steps {
			p.Y.Max = max(p.Y.Max, 1.05*step.Y)
		}
		p.Add(&plotter.Line{XYs: steps, LineStyle: draw.LineStyle{Color: set.color, Width: 1.5}})
	}
	p.Draw(draw.Crop(c, 0, 0, 0, -(plotstyle.TickSize + 4)))
	picture := p.DataCanvas(draw.Crop(c, 0, 0, 0, -(plotstyle.TickSize + 4)))
	plotstyle.Outline(picture)
	at := vg.Point{X: picture.Min.X, Y: c.Max.Y}
	for _, set := range n.sets {
		style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YTop)
		style.Color = set.color
		c.FillText(style, at, set.name)
		at.X += style.Width(set.name) + plotstyle.TickSize
	}
	return nil
}

// histogram returns the outline of the shares of values in bins from low to high.
func histogram(values []float64, low, high float64) plotter.XYs {
	shares := make([]float64, normBins)
	for _, v := range values {
		shares[min(int(normBins*(v-low)/(high-low)), normBins-1)] += 1 / float64(len(values))
	}
	outline := plotter.XYs{{X: low}}
	for i, share := range shares {
		width := (high - low) / normBins
		outline = append(outline, plotter.XY{X: low + float64(i)*width, Y: share},
			plotter.XY{X: low + float64(i+1)*width, Y: share})
	}
	return append(outline, plotter.XY{X: high})
}
