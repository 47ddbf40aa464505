package figure

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// Density2D is a density in the plane: a learned curve colored by it, a heat map of an ambient energy-based model, or
// the data, colored by their density where it is known. A model without a mesh shows its samples like data. At most
// mostDrawn points of each set are drawn.
type Density2D struct {
	Data bool `yaml:"data" default:"false" doc:"draw the training points behind a model"`
}

// CodeVersion implements experiment.Figure.
func (*Density2D) CodeVersion() int { return 3 }

// CheckSubject implements experiment.Figure.
func (*Density2D) CheckSubject(n model.Traits, truth bool) error {
	if n.Ambient != 2 {
		return refused(describe(n, truth), "models and data in R^2", hintDimension(n.Ambient))
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *Density2D) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	p := newPlane(s.Box, s.Columns)
	behind := func() {
		if f.Data {
			p.points(s.Train, mostDrawn, dataKind, 1, nil)
		}
	}
	switch {
	case s.Trained == nil:
		p.truth(s)
	case s.Traits.Codimension() == 0:
		if err := p.ambient(ctx, s); err != nil {
			return err
		}
		behind()
	default:
		behind()
		density, ok, err := sampledDensity(ctx, s)
		if err != nil {
			return err
		}
		if ok {
			p.notes = append(p.notes, "samples")
			p.colored(s.Samples, sampleKind, density)
		} else {
			p.manifold(s)
		}
	}
	p.draw(c)
	return nil
}

// truth draws the data.
func (p *plane) truth(s *experiment.Subject) {
	if density := trueDensity(s.Source, s.Train); density != nil {
		p.colored(s.Train, dataKind, density)
		return
	}
	p.points(s.Train, mostDrawn, dataKind, 1.3, func(int) color.Color { return translucent(dataColor(), 150) })
}

// colored draws points by their densities.
func (p *plane) colored(set *points.Set, kind string, density []float64) {
	p.bar = densityBar(density, nil)
	p.points(set, mostDrawn, kind, 1.3, func(i int) color.Color { return p.bar.scale.Color(density[i]) })
}

// manifold draws a learned curve.
func (p *plane) manifold(s *experiment.Subject) {
	if s.Mesh == nil {
		p.center = unmeshed(s)
		return
	}
	line := curve{Mesh: s.Mesh, value: meshDensity(s.Mesh), width: 2.2}
	if line.value == nil {
		line.color = func(float64) color.Color { return modelColor() }
	} else {
		p.bar = densityBar(line.value, vertexMeasures(s.Mesh))
		line.color = func(v float64) color.Color { return p.bar.scale.Color(v) }
	}
	p.Add(line)
	if leavesBox(s) {
		p.notes = append(p.notes, "leaves the box")
	}
}

// samples draws what a model without an energy in the plane, such as a mixture, gives.
func (p *plane) samples(s *experiment.Subject) {
	if s.Samples == nil {
		p.center = unsampled(s)
		return
	}
	p.notes = append(p.notes, "samples")
	p.points(s.Samples, mostDrawn, sampleKind, 1.3, func(int) color.Color { return translucent(modelColor(), 150) })
}

// heatCells is the number of a heat map's cells along the box's longer axis; they are square in the figure, or nearly
// so.
const heatCells = 240

// ambient draws the density of an energy in the box, exp(-E) normalized there.
func (p *plane) ambient(ctx context.Context, s *experiment.Subject) error {
	cells, columns := cellCenters(s.Box, heatCells)
	energies, err := s.Trained.Energies(ctx, cells)
	if errors.Is(err, errors.ErrUnsupported) {
		p.samples(s)
		return nil
	}
	if err != nil {
		return fmt.Errorf("the energy can't be evaluated on a grid: %w", err)
	}
	area := (s.Box[0][1] - s.Box[0][0]) * (s.Box[1][1] - s.Box[1][0]) / float64(len(energies))
	density := normalized(energies, area)
	p.bar = densityBar(density, nil)
	p.Add(heat(p.Plot, density, columns, p.bar.scale.Color))
	return nil
}

// cellCenters are the middles of the cells of a box in the plane, row by row from the lowest x2, and the number of
// columns.
func cellCenters(box points.Box, longest int) (centers *points.Set, columns int) {
	width, height := box[0][1]-box[0][0], box[1][1]-box[1][0]
	shownWidth, shownHeight := stretched(width, height)
	along := func(side float64) int { return max(1, int(math.Round(float64(longest)*side/max(width, height)))) }
	columns, rows := along(shownWidth), along(shownHeight)
	set := points.New(columns*rows, 2)
	for i := range set.Len() {
		set.At(i)[0] = box[0][0] + width*(float64(i%columns)+0.5)/float64(columns)
		set.At(i)[1] = box[1][0] + height*(float64(i/columns)+0.5)/float64(rows)
	}
	return set, columns
}

// normalized is exp(-E) divided by its integral over cells of the given area.
func normalized(energies []float64, area float64) []float64 {
	density := floats.ScaleTo(make([]float64, len(energies)), -1, energies)
	floats.AddConst(-floats.LogSumExp(density)-math.Log(area), density) // NaN where any is
	return exp(density)
}
