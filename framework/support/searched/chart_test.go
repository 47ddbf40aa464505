package searched

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Tangents are orthonormal, and orthogonal to the rows of the Jacobian, in low and in high codimension.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][2]int{{1, 2}, {2, 5}, {98, 100}, {48, 60}, {50, 200}} {
		codimension, n := shape[0], shape[1]
		jacobian := mat.NewDense(codimension, n, nil)
		for i := range codimension {
			for j := range n {
				jacobian.Set(i, j, rng.NormFloat64())
			}
		}
		normals, found := split(jacobian)
		tangents := mat.NewDense(n-codimension, n, found)
		var gram, across mat.Dense
		gram.Mul(tangents, tangents.T())
		across.Mul(jacobian, tangents.T())
		for i := range n - codimension {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		if mat.Norm(&gram, 2) > 1e-9 || mat.Norm(&across, 2) > 1e-9 {
			t.Errorf("%v: products of tangents are off by %v, with normals %v", shape, mat.Norm(&gram, 2),
				mat.Norm(&across, 2))
		}
		if smaller := codimension < n-codimension; smaller && len(normals) != codimension*n {
			t.Errorf("%v: %d numbers of normals", shape, len(normals))
		}
	}
}
