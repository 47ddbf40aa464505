package prepare

import (
	"fmt"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// fewestOfStratum are training points from which a manifold may be learned.
const fewestOfStratum = 20

// Stratum is the data's points along curves (dimension 1), or the others (2), as networks see them: a point that is
// kept from training goes with the nearest training point. The box and the scales are those of all points.
func (p *Data) Stratum(dimension int) (*Data, error) {
	seen := func(x *points.Set) *points.Set {
		if p.Scaling == nil {
			return x
		}
		return p.Scaling.In(x)
	}
	training := seen(p.Train)
	if p.along == nil {
		p.along = neighbors.AlongCurves(training)
	}
	along, tree, part := p.along, neighbors.New(training), *p
	part.along = nil
	for _, set := range []**points.Set{&part.Train, &part.Validation, &part.Held} {
		x := seen(*set)
		var rows []int
		for i := range x.Len() {
			nearest := i
			if *set != p.Train {
				found, _ := tree.Nearest(x.At(i), 1)
				nearest = found[0]
			}
			if along[nearest] == (dimension == 1) {
				rows = append(rows, i)
			}
		}
		*set = (*set).Select(rows)
	}
	if found := part.Train.Len(); found < fewestOfStratum {
		return nil, fmt.Errorf("%d of %d training points lie %s; allowed: at least %d; leave the setting out, and the "+
			"model is learned from all points", found, p.Train.Len(),
			map[bool]string{true: "along curves", false: "on a surface, and not along curves"}[dimension == 1],
			fewestOfStratum)
	}
	return &part, nil
}
