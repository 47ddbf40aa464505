package image

import (
	"cmp"
	"context"
	"math"
	"slices"

	"ebim/framework/points"
	"ebim/framework/support"
)

// A pushforward's image can pass a point several times: where it crosses itself, where ends of a curve overlap, where
// it covers something twice. There the density of the pushed-forward measure with respect to the image's is the sum
// over all codes of the point (area formula). Learned sheets hardly ever coincide, so that those within a small
// distance of each other count as one.
const (
	// sheetShare is that distance, as a share of the diagonal of the data's box: some times what trained decoders miss
	// their data by.
	sheetShare = 0.0025
	// sameSheet is how far the image may stray between two codes of one sheet, relative to the sheets' distance.
	sameSheet = 0.25
	// atEdge is how far a point may lie beyond a sheet's edge and still count as beside it, relative to the sheets'
	// distance.
	atEdge = 0.01
	// mostSheets is how many starts a search for the sheets at a point has at most, those with the nearest images.
	mostSheets = 32
)

// Fibers implements support.Carrier: the sheets that pass within the sheets' distance of the point of the image that
// is nearest to x, each at its own point that is nearest to that one: at every local minimum of the distance over the
// latent box. A sheet that ends before it comes beside the point does not count: the ends of a curve that close a loop
// follow each other. A density is normalized over the box, of whose mass equation 2 loses none. Above three latent
// dimensions only one sheet is looked for, and the result has no number of sheets.
func (m *Image) Fibers(ctx context.Context, x *points.Set) (*support.Fibers, error) {
	nearest, around, err := m.searchNearest(ctx, x)
	if err != nil {
		return nil, err
	}
	found := &support.Fibers{Nearest: nearest.projection(), Domain: nearest.z,
		LogStretch: logVolumes(nearest.image, m.Dimension())}
	if around == nil {
		return found, nil
	}
	return found, m.addSheets(ctx, around, nearest, found)
}

// addSheets adds the other sheets that pass the points, and counts all sheets.
func (m *Image) addSheets(ctx context.Context, around *latentGrid, nearest *latentSearch, found *support.Fibers) error {
	found.Sheets = slices.Repeat([]int{1}, nearest.z.Len())
	owners, starts := around.startsOfSheets(nearest.image.points, m.sheetDistance)
	if len(owners) == 0 {
		return nil
	}
	ends, err := m.search(ctx, nearest.image.points.Select(owners), around.codes.Select(starts))
	if err != nil {
		return err
	}
	chosen, err := m.distinctSheets(ctx, nearest, ends, owners)
	if err != nil {
		return err
	}
	further := ends.z.Select(chosen)
	found.Domain = &points.Set{Dim: further.Dim, Data: slices.Concat(nearest.z.Data, further.Data)}
	for _, k := range chosen {
		found.LogStretch = append(found.LogStretch, logVolume(ends.image.jacobians[k], m.Dimension()))
		found.Owners = append(found.Owners, owners[k])
		found.Sheets[owners[k]]++
	}
	return nil
}

// startsOfSheets are codes from which a search leads to every sheet within a distance of the points y, and whose
// points they belong to.
func (g *latentGrid) startsOfSheets(y *points.Set, within float64) (owners, starts []int) {
	for i := range y.Len() {
		found := g.minima(y.At(i), within)
		if len(found) > mostSheets {
			off := func(k int) float64 { return points.SquaredDistance(g.images.At(k), y.At(i)) }
			slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(off(a), off(b)) })
			found = found[:mostSheets]
		}
		for _, k := range found {
			owners, starts = append(owners, i), append(starts, k)
		}
	}
	return owners, starts
}

// distinctSheets chooses searches that ended beside their targets within the sheets' distance, one of each sheet, none
// on the sheet of their owner's nearest point. owners are in ascending order.
func (m *Image) distinctSheets(ctx context.Context, nearest, ends *latentSearch, owners []int) ([]int, error) {
	var chosen []int
	open := make([]int, 0, len(owners)) // candidates, those of one owner by their distance
	for k := range owners {
		if math.Sqrt(ends.error(ends.image, k, k)) <= m.sheetDistance && !ends.beyondEdge(k, atEdge*m.sheetDistance) {
			open = append(open, k)
		}
	}
	slices.SortStableFunc(open, func(a, b int) int {
		return cmp.Or(cmp.Compare(owners[a], owners[b]), cmp.Compare(ends.error(ends.image, a, a),
			ends.error(ends.image, b, b)))
	})
	// Those on the sheets of the nearest points go first, then in each round those on the sheet of their owner's first
	// one.
	sheet := nearest.z.Select(owners)
	for len(open) > 0 {
		same, err := m.onOneSheet(ctx, sheet.Select(open), ends.z.Select(open))
		if err != nil {
			return nil, err
		}
		var left []int
		for at, k := range open {
			if !same[at] {
				left = append(left, k)
			}
		}
		first := -1
		for at, k := range left {
			if at == 0 || owners[k] != owners[left[at-1]] {
				first = k
				chosen = append(chosen, k)
			}
			copy(sheet.At(k), ends.z.At(first))
		}
		open = left
	}
	return chosen, nil
}

// onOneSheet says of pairs of codes whether the image stays near between them. Where it is sampled is no fraction with
// a small denominator: the periods of an image that covers something many times must not coincide with it.
func (m *Image) onOneSheet(ctx context.Context, a, b *points.Set) ([]bool, error) {
	places := [...]float64{0, 0.13, 0.29, 0.47, 0.61, 0.83, 1}
	between := points.New(0, a.Dim)
	for i := range a.Len() {
		for _, share := range places {
			for j := range a.Dim {
				between.Data = append(between.Data, (1-share)*a.At(i)[j]+share*b.At(i)[j])
			}
		}
	}
	image, err := m.decode(ctx, between)
	if err != nil {
		return nil, err
	}
	same := make([]bool, a.Len())
	for i := range same {
		same[i] = true
		for k := range places {
			off := points.SquaredDistance(image.points.At(i*len(places)), image.points.At(i*len(places)+k))
			same[i] = same[i] && math.Sqrt(off) <= sameSheet*m.sheetDistance
		}
	}
	return same, nil
}

// beyondEdge says whether search i ended on a face of the box with its target farther than a tolerance beyond.
func (s *latentSearch) beyondEdge(i int, tolerance float64) bool {
	for j := range s.z.Dim {
		slope, square := 0.0, 0.0
		for k, v := range s.target.At(i) {
			derivative := s.image.jacobians[i][k*s.z.Dim+j]
			slope += derivative * (v - s.image.points.At(i)[k])
			square += derivative * derivative
		}
		if math.Abs(slope) > tolerance*math.Sqrt(square) && s.pushes(s.z.At(i)[j], j, slope) {
			return true
		}
	}
	return false
}
