package identity

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// leads are the columns that some relations are solved for, by relation, -1 where there is none: as late in an order as
// they can be while the other columns still give all of them. The first columns of the order, as many as are kept, are
// none, nor is a column of which the rounding of others would take much.
func (c *Columns) leads(relations []relation, order []int, kept int) []int {
	m := matching{c, relations, slices.Repeat([]int{-1}, len(relations))}
	var chosen []int
	for at := len(order) - 1; at >= kept && len(chosen) < len(relations); at-- {
		more := append(slices.Clip(chosen), order[at])
		if independent(relations, more) && m.add(order[at], make([]bool, len(relations))) {
			chosen = more
		}
	}
	return m.of
}

// matching has columns for relations, -1 for none.
type matching struct {
	*Columns
	relations []relation
	of        []int
}

// add finds a relation for a column, and others for those that it takes one from. Without one it changes nothing.
func (m *matching) add(column int, visited []bool) bool {
	for i, r := range m.relations {
		if visited[i] || r.weights[column] == 0 || r.worst > m.Columns.of[column].lost {
			continue
		}
		visited[i] = true
		if m.of[i] < 0 || m.add(m.of[i], visited) {
			m.of[i] = column
			return true
		}
	}
	return false
}

// independent says that relations have so many equations for some columns that these follow from the others.
func independent(relations []relation, columns []int) bool {
	const none = 1e-9 // of the largest singular value
	if len(columns) > len(relations) {
		return false
	}
	weights := mat.NewDense(len(relations), len(columns), nil)
	for i, r := range relations {
		for k, column := range columns {
			weights.Set(i, k, float64(r.weights[column]))
		}
	}
	var svd mat.SVD
	return svd.Factorize(weights, mat.SVDNone) && svd.Rank(none) == len(columns)
}
