package use

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/experiment/subject"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/plaintext"
	"ebim/framework/points"
)

// columns are those of the data's file, and what points they stand for.
type columns struct {
	names   []string        // of the file's columns
	charted dataset.Charted // nil where they are the coordinates
	ambient int             // coordinates of a point
}

func columnsOf(m *subject.Finished) columns {
	c := columns{ambient: m.Trained.Support.Ambient()}
	c.names = slices.Clone(m.Data.Columns)
	if charted, ok := m.Experiment.Data.Source.(dataset.Charted); ok {
		c.charted, c.names = charted, charted.RowNames()
	}
	if c.names == nil {
		c.names = make([]string, c.ambient)
	}
	for i, name := range c.names {
		if name == "" {
			c.names[i] = fmt.Sprint("x", i+1)
		}
	}
	return c
}

// coordinates are the columns of points that are given by their coordinates though the data's file has others.
func (c columns) coordinates() columns {
	plain := columns{ambient: c.ambient}
	for i := range c.ambient {
		plain.names = append(plain.names, fmt.Sprint("x", i+1))
	}
	return plain
}

// among chooses these columns from a file's, by name or by place. The columns that it returns are the coordinates'
// where these are what the file has.
func (c columns) among(s *points.Stream) (chosen []int, found columns, err error) {
	if chosen, err = c.named(s.Names); chosen != nil || err != nil {
		return chosen, c, err
	}
	switch {
	case s.Width == len(c.names):
		return points.Range(0, s.Width), c, nil
	case s.Usual != nil && len(s.Usual) == len(c.names):
		return s.Usual, c, nil
	case c.charted != nil && s.Width == c.ambient:
		return points.Range(0, s.Width), c.coordinates(), nil
	}
	has := fmt.Sprintf("%d columns", s.Width)
	if s.Names != nil {
		has += " (" + clipped(s.Names) + ")"
	}
	allowed := fmt.Sprintf("%d, %s, by name or in this order", len(c.names), clipped(c.names))
	if c.charted != nil {
		allowed += fmt.Sprintf(", or the %d coordinates of points", c.ambient)
	}
	return nil, c, fmt.Errorf("found %s; allowed: %s", has, allowed)
}

// named chooses the columns by name; nil where the file has none of them.
func (c columns) named(header []string) (chosen []int, err error) {
	var missing []string
	for _, name := range c.names {
		at := slices.Index(header, name)
		switch {
		case at < 0:
			missing = append(missing, name)
			continue
		case slices.Contains(header[at+1:], name):
			return nil, fmt.Errorf("several columns are named %s; allowed: one", plaintext.Escape(name))
		}
		chosen = append(chosen, at)
	}
	if len(chosen) > 0 && len(missing) > 0 {
		return nil, fmt.Errorf("found the columns %s; allowed: %s: %s is missing; without a header columns are taken "+
			"in order", clipped(header), clipped(c.names), clipped(missing))
	}
	return chosen, nil
}

func clipped(names []string) string {
	return plaintext.Escape(plaintext.Clip(strings.Join(names, ", "), 80))
}

// place turns rows of these columns into points; row is the number of the first, from 0.
func (c columns) place(rows *points.Set, row int) (*points.Set, error) {
	if c.charted == nil {
		return rows, nil
	}
	placed := points.New(rows.Len(), c.ambient)
	for i := range rows.Len() {
		point, err := c.charted.Place(rows.At(i))
		if err != nil {
			return nil, fmt.Errorf("point %d (from 1): %w", row+i+1, err)
		}
		copy(placed.At(i), point)
	}
	return placed, nil
}

// rows turns points into rows of these columns.
func (c columns) rows(x *points.Set) *points.Set {
	if c.charted == nil {
		return x
	}
	turned := points.New(x.Len(), len(c.names))
	for i := range x.Len() {
		copy(turned.At(i), c.charted.Row(x.At(i)))
	}
	return turned
}

// units are those of distances: the data's or, where columns of different units are standardized each by itself, the
// columns' standard deviations, in which the nearest points are searched for.
type units struct{ by *points.Scaling }

func unitsOf(t *model.Trained) units {
	if _, by := t.Standardized(); by != nil {
		if _, alike := by.Uniform(); !alike {
			return units{by}
		}
	}
	return units{}
}

func (u units) of(x *points.Set) *points.Set {
	if u.by == nil {
		return x
	}
	return u.by.In(x)
}

func (u units) mesh(m *mesh.Mesh) *mesh.Mesh {
	moved := *m
	moved.Vertices = u.of(m.Vertices)
	return &moved
}

// distances are those of points to their feet.
func (u units) distances(x, feet *points.Set) []float64 {
	x, feet = u.of(x), u.of(feet)
	found := make([]float64, x.Len())
	for i := range found {
		found[i] = math.Sqrt(points.SquaredDistance(x.At(i), feet.At(i)))
	}
	return found
}

const standardizedUnits = "distances are in units of the columns' own standard deviations, by which the data are " +
	"standardized"
