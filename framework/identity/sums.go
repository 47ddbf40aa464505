package identity

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// Sum is a column as others, added or subtracted, and a constant.
type Sum struct {
	Column   int
	Terms    []Term // two or more, with weights 1 and -1
	Constant float64
}

const (
	mostInSum  = 12 // columns
	mostWeight = 3  // in a relation, until others shorten it
)

// relation are whole weights of all columns, with which their sum is constant but for rounding.
type relation struct {
	weights []int
	worst   float64 // that rounding makes
}

// Sums are the columns that are sums and differences of others, in as many identities as are independent: those that
// come last in an order, but for the first, of which as many are kept, and for what is written much more exactly. All
// that are none give all that are. Least squares on the columns before it find the weights of one, as far as rounding
// lets them, and all rows verify these.
func (c *Columns) Sums(order []int, kept int) (sums []Sum) {
	const (
		near = 0.1   // of a column's length, up to which rounding may leave a rest
		same = 1e-9  // rest of a column that others give, in parts that are not whole
		most = 20000 // rows of the least squares
	)
	rows := points.EvenlySpaced(c.x.Len(), most)
	var before basis
	var relations []relation
	for _, k := range order {
		v, length := c.centered(rows, k)
		if length == 0 {
			continue
		}
		along, rest := before.split(v)
		if rest < near {
			if r, ok := c.whole(k, length, rest, &before, before.weights(along)); ok {
				relations = append(relations, r)
				continue
			}
		}
		if rest > same {
			before.add(k, length, v, along, rest)
		}
	}
	c.shorten(relations)
	relations = slices.DeleteFunc(relations, func(r relation) bool { return !r.isSum() })
	for i := range relations {
		_, relations[i].worst, _ = c.constant(relations[i].terms())
	}
	for i, lead := range c.leads(relations, order, kept) {
		if lead >= 0 {
			sums = append(sums, c.sum(relations[i], lead))
		}
	}
	return sums
}

// centered are the numbers of a column with mean 0 and length 1, and the length that they had.
func (c *Columns) centered(rows []int, k int) (v []float64, length float64) {
	v = make([]float64, len(rows))
	for i, row := range rows {
		v[i] = c.x.At(row)[k]
	}
	floats.AddConst(-floats.Sum(v)/float64(len(v)), v)
	if length = floats.Norm(v, 2); length > 0 {
		floats.Scale(1/length, v)
	}
	return v, length
}

// whole is the relation of a column by weights that least squares found of those before it, with length 1; false where
// they are not about whole numbers, or where these don't hold. What adds no more than the rest is what rounding left.
func (c *Columns) whole(k int, length, rest float64, before *basis, weights []float64) (relation, bool) {
	const uneven, small = 0.3, 3
	r := relation{weights: make([]int, len(c.of))}
	r.weights[k] = 1
	for j, column := range before.columns {
		weight := weights[j] * length / before.lengths[j]
		if math.Abs(weights[j]) <= small*rest || math.Abs(weight) <= uneven {
			continue
		}
		if math.Abs(weight-math.Round(weight)) > uneven || math.Abs(weight) > mostWeight+uneven {
			return r, false
		}
		r.weights[column] = -int(math.Round(weight))
	}
	return r, c.holds(r)
}

// terms are the columns of a relation.
func (r relation) terms() (terms []Term) {
	for column, weight := range r.weights {
		if weight != 0 {
			terms = append(terms, Term{column, float64(weight)})
		}
	}
	return terms
}

// holds verifies a relation in all rows.
func (c *Columns) holds(r relation) bool {
	terms := r.terms()
	if !c.enough(terms) {
		return false
	}
	_, _, ok := c.constant(terms)
	return ok
}

// size is the sum of all weights, whatever their signs.
func (r relation) size() (size float64) {
	for _, term := range r.terms() {
		size += math.Abs(term.Weight)
	}
	return size
}

// shorten adds relations to others, or subtracts them, where that leaves fewer columns: of two sums that share much,
// one is the other but for little. Together they say the same as before.
func (c *Columns) shorten(relations []relation) {
	for changed := true; changed; {
		changed = false
		for i := range relations {
			for j := range relations {
				for _, sign := range []int{-1, 1} {
					if shorter := relations[i].plus(relations[j], sign); i != j &&
						shorter.size() < relations[i].size() && c.holds(shorter) {
						relations[i], changed = shorter, true
					}
				}
			}
		}
	}
}

// plus is a relation with a multiple of another one.
func (r relation) plus(other relation, times int) relation {
	both := relation{weights: slices.Clone(r.weights)}
	for k, weight := range other.weights {
		both.weights[k] += times * weight
	}
	return both
}

// isSum says that a relation has a few columns, with weights 1 and -1 alone.
func (r relation) isSum() bool {
	terms := r.terms()
	return len(terms) > 2 && len(terms) <= mostInSum &&
		!slices.ContainsFunc(terms, func(t Term) bool { return math.Abs(t.Weight) != 1 })
}

// sum is a relation that holds as the sum that one of its columns is.
func (c *Columns) sum(r relation, lead int) Sum {
	terms, own := r.terms(), float64(r.weights[lead])
	for k := range terms {
		terms[k].Weight *= own
	}
	s := Sum{Column: lead}
	s.Constant, _, _ = c.constant(terms)
	for _, t := range terms {
		if t.Column != lead {
			s.Terms = append(s.Terms, Term{t.Column, -t.Weight})
		}
	}
	return s
}
