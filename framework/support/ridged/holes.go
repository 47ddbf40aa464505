package ridged

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// inHoles counts the data in patches that would close holes of a surface: those that a patch is nearer to than the
// surface. Its area would hold as many as there are at the density around it, that of the next neighbors.
func inHoles(m *mesh.Mesh, data *points.Set,
	next int) func(patch *mesh.Mesh, around []int32) (found, expected float64) {
	const nearer = 1.5 // times
	tree, surface := neighbors.New(data), mesh.NewLocator(&mesh.Mesh{Dimension: 2, Vertices: m.Vertices,
		Elements: append([]int32(nil), m.Elements...)})
	return func(patch *mesh.Mesh, around []int32) (found, expected float64) {
		middle, reach, densities := make([]float64, data.Dim), 0.0, []float64(nil)
		for _, v := range around {
			x := patch.Vertices.At(int(v))
			floats.AddScaled(middle, 1/float64(len(around)), x)
			radius := tree.Distance(x, next)
			densities = append(densities, float64(next)/(math.Pi*radius*radius))
		}
		for _, v := range around {
			reach = max(reach, points.SquaredDistance(middle, patch.Vertices.At(int(v))))
		}
		inside := mesh.NewLocator(patch)
		for i := range data.Len() {
			if x := data.At(i); points.SquaredDistance(x, middle) < reach {
				_, _, apart := inside.Nearest(x)
				if _, _, before := surface.Nearest(x); nearer*apart < before {
					found++
				}
			}
		}
		return found, statistics.Median(densities) * floats.Sum(patch.Measures())
	}
}

// sortedDistances are those of some data to a mesh.
func sortedDistances(m *mesh.Mesh, data *points.Set) []float64 {
	const most = 1000
	locator, distances := mesh.NewLocator(m), make([]float64, min(data.Len(), most))
	for i := range distances {
		_, _, distances[i] = locator.Nearest(data.At(i))
	}
	slices.Sort(distances)
	return distances
}

func medianDistance(m *mesh.Mesh, data *points.Set) float64 {
	distances := sortedDistances(m, data)
	return distances[len(distances)/2]
}
