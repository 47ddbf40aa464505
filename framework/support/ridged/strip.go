package ridged

import (
	"math"
	"math/rand/v2"

	"ebim/framework/backend"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// strip is where sheets of a surface cross: there the blurred density has more tangents than one sheet, and the data
// themselves say what the sheets are. Where the displacement is untrained, it is everywhere.
type strip struct {
	sheets  *sheets
	spacing float64         // of their data
	at      *points.Set     // data at which they cross
	around  *neighbors.Tree // of these
	width   float64         // distance from these within which the strip is

	everywhere bool
	misses     misses // because of which it is
}

const (
	stripReach = 3    // noises within which sheets are fitted
	stripWidth = 3    // noises that sheets must be apart for the blurred density to tell them
	stripFound = 1.5  // noises from a crossing within which data show it
	leastOff   = 0.04 // of the reach, that points on a sheet may be away from it
	spreads    = 1.5  // of the noise in the data, that they may
	mostTurn   = 0.45 // radians by which tangents of neighbors on a sheet may differ from its bend
	leastStrip = 12   // data at which sheets cross
	leastNear  = 3    // of them within reach of each
	mostLooked = 4000 // data
)

// holds reports whether a point is in the strip.
func (s *strip) holds(x []float64) bool {
	return s != nil && (s.everywhere || s.around.Distance(x, 1) <= s.width)
}

// all reports whether a strip is everywhere.
func (s *strip) all() bool { return s != nil && s.everywhere }

// stripOf looks for sheets that cross, in data of a spacing, at a noise of the blurred density. Spread is the noise
// that the data have across the sheets.
func stripOf(data *points.Set, spacing, noise, spread float64) *strip {
	s := newSheets(data, noise, spread)
	meetings := make([]encounter, data.Len())
	parallel.Each(data.Len(), func(i int) {
		x := data.At(i)
		if near := s.near(x); near.Len() >= leastFitted && s.only(x, near) == nil {
			rng := rand.New(rand.NewPCG(uint64(i), 0))
			if first, _ := s.through(x, near, rng); first != nil {
				meetings[i] = s.meets(first, near, rng)
			}
		}
	})
	crossing, angles := points.New(0, data.Dim), []float64(nil)
	for i, m := range meetings {
		if m.kind == passing {
			angles = append(angles, math.Asin(min(m.sine, 1)))
			crossing.Data = append(crossing.Data, data.At(i)...)
		}
	}
	if crossing = together(crossing, s.reach); crossing.Len() < leastStrip {
		return nil
	}
	angle := statistics.Median(angles)
	s.alike = math.Cos(min(mostTurn, angle/2))
	return &strip{sheets: s, spacing: spacing, at: crossing, around: neighbors.New(crossing),
		width: (stripWidth/math.Sin(angle) - stripFound) * noise}
}

// together are the points with some others within a distance.
func together(x *points.Set, distance float64) *points.Set {
	tree, found := neighbors.New(x), points.New(0, x.Dim)
	for i := range x.Len() {
		if x.Len() > leastNear && tree.Distance(x.At(i), leastNear+1) <= distance {
			found.Data = append(found.Data, x.At(i)...)
		}
	}
	return found
}

// names of the arrays of a strip.
const (
	stripName = "strip"
	widthName = "strip_width"
)

// save writes where a strip is; nothing for nil.
func (s *strip) save(into map[string]backend.Array) {
	if s == nil || s.everywhere {
		return
	}
	into[stripName] = backend.Array{Dimensions: []int{s.at.Len(), s.at.Dim}, Data: s.at.Float32()}
	into[widthName] = backend.Array{Dimensions: []int{1}, Data: []float32{float32(s.width)}}
}

// stripIn is that of arrays, without its sheets; nil where they have none.
func stripIn(arrays map[string]backend.Array, ambient int) *strip {
	at, width := arrays[stripName].Data, arrays[widthName].Data
	if len(at) == 0 || len(at)%ambient != 0 || len(width) != 1 {
		return nil
	}
	s := &strip{at: points.FromFloat32(at, ambient), width: float64(width[0])}
	s.around = neighbors.New(s.at)
	return s
}
