package onkernels

import (
	"context"
	"math"
	"math/rand/v2"

	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/support"
)

// place is a point of the manifold as it is seen from a center.
type place struct {
	y, smaller []float64
	away       []float64 // y - z
	u          []float64
	known      int     // numbers of u that are found
	distance   float64 // |y - z|^2
	along      float64 // |u|^2
	whitened   float64 // |L^-1 u|^2

	terms   []float64 // logarithms of what each component adds to the density there
	centers []int     // of these components
}

func newPlace(y, smaller []float64, m int) *place {
	return &place{y: y, smaller: smaller, away: make([]float64, len(y)), u: make([]float64, m)}
}

// at looks at a place from a center; false where it is out of the reach of all components.
func (k *proposals) at(center int, p *place) bool {
	return k.look(center, p, k.squares[center]) && k.reach(center, p)
}

// look begins to look at a place from a center; false where its squared distance is above the most, which ends as soon
// as it shows: most centers that are tried are too far.
func (k *proposals) look(center int, p *place, most float64) bool {
	z, away := k.centers.At(center)[:len(p.y)], p.away[:len(p.y)]
	p.distance, p.known = 0, 0
	const side = 32 // numbers between looks
	for from := 0; from < len(away); from += side {
		part := away[from:min(from+side, len(away))]
		for j := range part {
			part[j] = p.y[from+j] - z[from+j]
		}
		if p.distance += points.Dot(part, part); p.distance > most {
			return false
		}
	}
	return true
}

// reach goes on at a place that was looked at from where a center is; false where it is out of the reach of all
// components of that center.
func (k *proposals) reach(center int, p *place) bool {
	widest := k.components[k.first[center+1]-1]
	if p.distance > k.squares[center] {
		return false
	}
	m, n, root, farthest := len(p.u), len(p.y), k.shapes[center].root, widest.farthest()*widest.farthest()
	p.whitened = 0
	for a := range p.u {
		if a == p.known {
			p.u[a] = points.Dot(k.frames[center].Tangents[a*n:(a+1)*n], p.away)
			p.known++
		}
		whitened := points.Dot(root[a*m:a*m+a+1], p.u)
		if p.whitened += whitened * whitened; p.whitened > farthest {
			return false
		}
	}
	p.along = 0
	for _, u := range p.u {
		p.along += u * u
	}
	return p.within(widest)
}

// within reports whether a component draws the place that was looked at from its center.
func (p *place) within(c component) bool {
	return 2*p.along >= p.distance && p.whitened <= c.farthest()*c.farthest()
}

// together are so many places whose density is found side by side.
const together = 32

// logDensity is the logarithm of the mixture's density at points of the manifold, minus infinity where it never comes,
// and for each the center of a component that it may have come from, drawn by their shares in that density; -1 for
// none, and for all of a known manifold.
func (k *proposals) logDensity(ctx context.Context, rng *rand.Rand, y *points.Set) (logs []float64,
	from []int, err error) {
	frames, err := k.chart.Frames(ctx, y)
	if err != nil {
		return nil, nil, err
	}
	logs, from = make([]float64, y.Len()), make([]int, y.Len())
	at := make([]float64, y.Len())
	for i := range at {
		at[i] = rng.Float64()
	}
	if y.Len() == 0 {
		return logs, from, nil
	}
	groups := newBalls(y, make([]float64, y.Len()), points.Range(0, y.Len()), together).leaves(nil)
	parallel.Each(len(groups), func(g int) {
		group := groups[g]
		seen := make([]*place, len(group.centers))
		for i, row := range group.centers {
			seen[i] = newPlace(y.At(row), frames[row].Smaller, k.around.Dimension)
		}
		k.see(seen, k.reaches.near(group.low, group.high))
		for i, row := range group.centers {
			logs[row], from[row] = math.Inf(-1), -1
			if k.around.shareOfEven() > 0 {
				seen[i].terms = append(seen[i].terms, math.Log(k.around.shareOfEven())-k.around.Even.LogVolume())
				seen[i].centers = append(seen[i].centers, -1)
			}
			if terms := seen[i].terms; len(terms) > 0 {
				logs[row], _ = support.LogSum(terms)
				from[row] = seen[i].centers[share(terms, logs[row], at[row])]
			}
		}
	})
	return logs, from, nil
}

// share is the index at which the shares exp(terms - sum) add up to a number between 0 and 1.
func share(terms []float64, sum, at float64) int {
	for i, term := range terms {
		if at -= math.Exp(term - sum); at < 0 {
			return i
		}
	}
	return len(terms) - 1
}

// see finds the terms of places side by side, of each center in turn: most centers that reach one of them reach the
// others. Kernels that share a site see them from there once.
func (k *proposals) see(places []*place, centers []int) {
	rank := len(places[0].smaller) / len(places[0].y)
	matrix := make([]float64, rank*rank)
	for len(centers) > 0 {
		here, most := k.atOneSite(centers)
		for _, p := range places {
			if !k.look(here[0], p, most) {
				continue
			}
			shadow, known := 0.0, false
			for _, center := range here {
				if !k.reach(center, p) {
					continue
				}
				if !known {
					shadow, known = logShadow(k.frames[center].Smaller, p.smaller, len(p.y), matrix), true
				}
				for _, c := range k.components[k.first[center]:k.first[center+1]] {
					if p.within(c) {
						p.terms = append(p.terms, c.log-p.whitened/(2*c.factor*c.factor)+shadow)
						p.centers = append(p.centers, center)
					}
				}
			}
		}
		centers = centers[len(here):]
	}
}

// atOneSite is the first of some centers with those after it at its site, and the largest squared distance at which a
// component of them may draw.
func (k *proposals) atOneSite(centers []int) (here []int, most float64) {
	count := 0
	for count < len(centers) && k.sites[centers[count]] == k.sites[centers[0]] {
		most = max(most, k.squares[centers[count]])
		count++
	}
	return centers[:count], most
}
