package ridged

import (
	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// meshed is a mesh of the ridge, and how it was found.
type meshed struct {
	*mesh.Mesh
	wide      *Field        // at the noise where its edges and neighbors are
	agreement float64       // share of the nets tried whose meshes have its topology
	filled    float64       // share of those whose meshes have it once holes are filled
	closed    float64       // share of those whose meshes are closed, two-sided and without crossings; not kept
	flaws     float64       // what speaks against it; not kept
	holes     int           // edges where data are missing for sure; not kept
	across    *strip        // where sheets cross
	tangents  [][][]float64 // at the vertices of a surface of sheets everywhere; nil for others
}

// nearestTangents are those at the vertices nearest to points.
func (m meshed) nearestTangents(x *points.Set) [][][]float64 {
	locator, tangents := mesh.NewLocator(m.Mesh), make([][][]float64, x.Len())
	parallel.Each(x.Len(), func(i int) { tangents[i] = m.tangents[locator.Vertex(x.At(i))] })
	return tangents
}

// tangentsName is that of the array of the tangents at the vertices.
const tangentsName = "tangents"

// tangentArrays are those of tangents [vertices][2][n], none for nil.
func tangentArrays(tangents [][][]float64, into map[string]backend.Array) {
	if tangents == nil {
		return
	}
	n := len(tangents[0][0])
	all := points.New(0, n)
	for _, frame := range tangents {
		all.Data = append(append(all.Data, frame[0]...), frame[1]...)
	}
	into[tangentsName] = backend.Array{Dimensions: []int{len(tangents), 2, n}, Data: all.Float32()}
}

// tangentsIn are those of arrays; nil where they have none for each of the vertices.
func tangentsIn(arrays map[string]backend.Array, vertices *points.Set) (tangents [][][]float64) {
	found := arrays[tangentsName].Data
	if len(found) == 0 || len(found) != 2*len(vertices.Data) {
		return nil
	}
	all := points.FromFloat32(found, vertices.Dim)
	for i := range vertices.Len() {
		tangents = append(tangents, [][]float64{all.At(2 * i), all.At(2*i + 1)})
	}
	return tangents
}
