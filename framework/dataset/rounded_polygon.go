package dataset

import (
	"fmt"
	"math"
	"sort"

	"ebim/framework/config"
)

// RoundedPolygon is a polygon whose corners are arcs of circles of one radius.
type RoundedPolygon struct {
	Corners  [][]float64 `yaml:"corners" length:"[3, 1000]" doc:"corners in order, two numbers each"`
	Rounding float64     `yaml:"rounding" range:"(0, inf)" doc:"radius of the arcs that replace the corners, small enough for the edges"`
}

// corner is where the polygon turns by an angle (radians, positive to the left) between two tangent points at distance
// cut.
type corner struct {
	turn, cut float64
}

func (p *RoundedPolygon) check() error {
	for i, at := range p.Corners {
		if err := checkLength(fmt.Sprintf("corners[%d]", i), at, 2, "a point of the plane"); err != nil {
			return err
		}
	}
	corners, edges := p.corners()
	for i, edge := range edges {
		next := corners[(i+1)%len(corners)]
		if !(corners[i].cut+next.cut < edge) {
			return &config.FieldError{Field: "rounding", Found: fmt.Sprint(p.Rounding), Allowed: fmt.Sprintf(
				"a radius whose arcs fit the edge from corner %d (from 0) to the next, of length %.3g", i, edge)}
		}
	}
	return nil
}

// corners are the turns, and the lengths of the edges from each corner to the next.
func (p *RoundedPolygon) corners() (corners []corner, edges []float64) {
	n := len(p.Corners)
	for i, at := range p.Corners {
		before, after := p.Corners[(i+n-1)%n], p.Corners[(i+1)%n]
		in, out := []float64{at[0] - before[0], at[1] - before[1]}, []float64{after[0] - at[0], after[1] - at[1]}
		turn := math.Atan2(in[0]*out[1]-in[1]*out[0], in[0]*out[0]+in[1]*out[1])
		corners = append(corners, corner{turn, p.Rounding * math.Tan(math.Abs(turn)/2)})
		edges = append(edges, norm(out))
	}
	return corners, edges
}

// curve is a line from each corner's arc to the next, and that arc.
func (p *RoundedPolygon) curve() closedCurve {
	corners, edges := p.corners()
	pieces := &piecewise{ends: []float64{0}}
	for i, at := range p.Corners {
		next := (i + 1) % len(corners)
		dx, dy := (p.Corners[next][0]-at[0])/edges[i], (p.Corners[next][1]-at[1])/edges[i]
		line := arc{start: [2]float64{at[0] + corners[i].cut*dx, at[1] + corners[i].cut*dy},
			heading: math.Atan2(dy, dx),
			length:  edges[i] - corners[i].cut - corners[next].cut}
		bend := arc{heading: line.heading, length: p.Rounding * math.Abs(corners[next].turn),
			curvature: math.Copysign(1/p.Rounding, corners[next].turn)}
		line.place(bend.start[:], line.length)
		pieces.add(line)
		if bend.length > 0 {
			pieces.add(bend)
		}
	}
	return pieces
}

// arc is a stretch of a circle in the plane, or a line if its curvature is 0.
type arc struct {
	start                      [2]float64
	heading, length, curvature float64 // radians; curvature is positive to the left
}

// place writes the point at the length s into x. The chord of s has the length s sinc(k s/2) and half the turn.
func (a arc) place(x []float64, s float64) {
	half := a.curvature * s / 2
	chord := s
	if half != 0 {
		chord *= math.Sin(half) / half
	}
	sin, cos := math.Sincos(a.heading + half)
	x[0], x[1] = a.start[0]+chord*cos, a.start[1]+chord*sin
}

// nearest is the length at the point nearest to x.
func (a arc) nearest(x []float64) float64 {
	sin, cos := math.Sincos(a.heading)
	along, left := (x[0]-a.start[0])*cos+(x[1]-a.start[1])*sin, (x[1]-a.start[1])*cos-(x[0]-a.start[0])*sin
	if a.curvature == 0 {
		return max(0, min(along, a.length))
	}
	bend := math.Abs(a.curvature)
	turn := math.Atan2(along, 1/bend-left*a.curvature/bend)   // seen from the center of the circle
	if whole := a.length * bend; turn < (whole-2*math.Pi)/2 { // nearer to the arc's end than to its start
		turn += 2 * math.Pi
	}
	return max(0, min(turn/bend, a.length))
}

// piecewise is a closed curve in the plane made of arcs, end to end.
type piecewise struct {
	arcs []arc
	ends []float64 // length up to the start of each arc and, at the end, the whole
}

func (p *piecewise) add(a arc) {
	p.arcs = append(p.arcs, a)
	p.ends = append(p.ends, p.length()+a.length)
}

func (p *piecewise) ambient() int    { return 2 }
func (p *piecewise) length() float64 { return p.ends[len(p.ends)-1] }

func (p *piecewise) place(x []float64, s float64) {
	s -= p.length() * math.Floor(s/p.length())
	i := max(0, min(sort.SearchFloat64s(p.ends, s)-1, len(p.arcs)-1))
	p.arcs[i].place(x, s-p.ends[i])
}

func (p *piecewise) nearest(x []float64) float64 {
	best, least := 0.0, math.Inf(1)
	at := make([]float64, 2)
	for i, a := range p.arcs {
		s := a.nearest(x)
		if a.place(at, s); distance(at, x) < least {
			best, least = p.ends[i]+s, distance(at, x)
		}
	}
	return best
}
