package use

import (
	"math"

	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
)

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
