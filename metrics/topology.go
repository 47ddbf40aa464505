package metrics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/support"
)

// Topology compares a model's support up to deformation, read off its mesh, with the data's manifold. A pushforward
// model's support is the image of a box, so an arc or a disc whatever the data (paper, section 2.1); how it copes shows
// in its symptoms: a decoder that stretches and curves that cross themselves.
//
// A zero set that can't be meshed is compared with the data's manifold itself, where that is known: see section. Knots
// and links are not distinguished.
type Topology struct {
	Debris float64 `yaml:"debris" default:"0.01" range:"(0, 0.5)" doc:"share of length or area below which components are debris; without a mesh, the largest share of points out of place"`
}

// CodeVersion implements experiment.Metric.
func (*Topology) CodeVersion() int { return 5 }

// Needs refuses experiments without a model that can be meshed or compared with a known manifold.
func (*Topology) Needs(s *experiment.Settings) (experiment.Needs, error) {
	truth, known := knownManifold(s.Data.Source)
	return experiment.Needs{Mesh: true, Topology: true}, checkAny(s, func(traits model.Traits) error {
		if known && traits.Implicit {
			if _, dimension := truth.Dimensions(); traits.Dimension == dimension {
				return nil
			}
		}
		return traits.CheckMesh()
	})
}

// knownManifold is that of the data, if its topology is known too.
func knownManifold(source dataset.Source) (dataset.Manifold, bool) {
	manifold, known := source.(dataset.Manifold)
	if known {
		_, known = manifold.Topology()
	}
	return manifold, known
}

// checkAny refuses experiments in which no model is suitable, for the reason of the first; the models of data whose
// dimension is not known yet all are.
func checkAny(s *experiment.Settings, suitable func(model.Traits) error) (first error) {
	ambient, known := s.Ambient()
	if !known {
		return nil
	}
	traits := s.AllTraits(ambient)
	for _, label := range slices.Sorted(maps.Keys(traits)) {
		err := suitable(traits[label])
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// Outputs implements experiment.Metric.
func (*Topology) Outputs() []experiment.Output {
	return []experiment.Output{
		{Name: "matches", Role: output.Main, Better: output.Highest, Format: output.YesNo,
			Meaning: "whether the support has the topology of the data's manifold (components, all closed and " +
				"orientable; of surfaces the Euler characteristics), or all that data.topology states; without a " +
				"mesh, whether it lies along the manifold as one sheet"},
		{Name: "components", Role: output.Main, Format: output.Count, Meaning: "connected components without debris; " +
			"surfaces that cross are one"},
		{Name: "closed", Format: output.Count, Meaning: "components that are closed curves or surfaces"},
		{Name: "open", Format: output.Count, Meaning: "components that end inside of the box"},
		{Name: "cut", Better: output.Lowest, Format: output.YesNo, Meaning: "whether a component leaves the box"},
		{Name: "euler_characteristic", Format: output.Count, Meaning: "Euler characteristic " +
			"of all components; where surfaces cross, of the set, in which a point of two sheets is one"},
		{Name: "boundary_loops", Format: output.Count, Meaning: "loops of the boundary of surfaces"},
		{Name: "genus", Format: output.Count, Meaning: "sum of the genera of surfaces"},
		{Name: "orientable", Format: output.YesNo, Meaning: "whether all surfaces have two sides"},
		{Name: "boundary", Format: output.Count, Meaning: "ends of curves, or loops of the boundary of surfaces"},
		{Name: "crossings", Better: output.Lowest, Format: output.Count,
			Meaning: "vertices of curves in which more than two strands meet, and of surfaces where they are no " +
				"manifold"},
		{Name: "crossing_curves", Format: output.Count,
			Meaning: "curves in which surfaces of ridges pass through themselves or each other; what " +
				"is measured of each component is then that of each sheet"},
		{Name: "debris", Better: output.Lowest, Format: output.Count, Meaning: "components too small to count"},
		{Name: "debris_share", Better: output.Lowest, Format: output.Share, Meaning: "their share of length or area"},
		{Name: "measure_*", Unit: "data units", Meaning: "length or area of each component, the largest first"},
		{Name: "euler_characteristic_*", Format: output.Count, Meaning: "Euler characteristic of each"},
		{Name: "boundary_loops_*", Format: output.Count, Meaning: "loops of the boundary of each surface"},
		{Name: "genus_*", Format: output.Count, Meaning: "genus of each surface"},
		{Name: "orientable_*", Format: output.YesNo, Meaning: "whether each surface has two sides"},
		{Name: "away", Better: output.Lowest, Format: output.Share, Meaning: "without a mesh: share of the " +
			"support's points farther from the data's manifold than a quarter of its reach"},
		{Name: "uncovered", Better: output.Lowest, Format: output.Share,
			Meaning: "without a mesh: share of the data's manifold from which no point of the support is as near"},
		{Name: "folded", Better: output.Lowest, Format: output.Share,
			Meaning: "without a mesh: share of the support's points on another sheet than points near by"},
		{Name: "self_intersections", Better: output.Lowest, Format: output.Count,
			Meaning: "crossings of a pushforward model's plane curve with itself; one-to-one decoders have none"},
		{Name: "smallest_singular_value", Meaning: "smallest of a pushforward model's decoder at the training points"},
		{Name: "largest_singular_value", Meaning: "largest singular value of the decoder there"},
		{Name: "stretch", Better: output.Lowest, Meaning: "largest over smallest, infinite where the decoder folds"},
	}
}

// Measure reads the support's topology off its mesh, and the symptoms of a pushforward model. A support without any
// points, or one that fills the box, has 0 components and does not match. Where the model is not trained on the data,
// nothing is matched.
func (t *Topology) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if support.CheckMesh(s.Trained.Support) != nil {
		return t.withoutMesh(ctx, s)
	}
	found := &mesh.Topology{Dimension: s.Traits.Dimension}
	if s.Mesh != nil {
		options := mesh.TopologyOptions{Debris: t.Debris, Crossings: s.Traits.Anywhere}
		if s.Traits.Implicit { // only zero sets are cut
			options.Box = s.Box
		}
		found = s.Mesh.Topology(options)
	}
	figures := topologyFigures(found)
	if known, ok := s.Source.(dataset.Shaped); ok && !s.Derived {
		if truth, ok := known.Topology(); ok {
			figures["matches"] = indicator(matchesTopology(found, truth))
		}
	}
	if s.Topology != nil && !s.Derived {
		figures["matches"] = indicator(matchesStated(found, s.Topology))
	}
	if s.Traits.Implicit {
		return &experiment.Measurement{Values: figures}, nil
	}
	symptoms, err := pushforwardSymptoms(ctx, s)
	maps.Copy(figures, symptoms)
	return &experiment.Measurement{Values: figures}, err
}

// withoutMesh compares a zero set with the data's manifold, if that is known.
func (t *Topology) withoutMesh(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	truth, known := knownManifold(s.Source)
	if !known || s.Derived || !s.Traits.Implicit {
		return nil, experiment.ErrNotApplicable
	}
	if _, dimension := truth.Dimensions(); dimension != s.Traits.Dimension {
		return &experiment.Measurement{Values: map[string]float64{"matches": 0}}, nil
	}
	found, err := sectionOf(ctx, s, truth)
	if err != nil {
		return nil, err
	}
	figures := map[string]float64{"away": found.away, "uncovered": found.uncovered, "folded": found.folded,
		"matches": indicator(max(found.away, found.uncovered, found.folded) <= t.Debris)}
	if topology, _ := truth.Topology(); figures["matches"] == 1 {
		figures["components"] = float64(topology.Components)
	}
	return &experiment.Measurement{Values: figures}, nil
}

// topologyFigures are sums over the components and, of several, each one's with its number behind the name.
func topologyFigures(t *mesh.Topology) map[string]float64 {
	figures := map[string]float64{"components": float64(t.Pieces()), "closed": 0, "open": 0,
		"cut": indicator(t.Cut), "debris": float64(t.Debris), "debris_share": t.DebrisShare, "euler_characteristic": 0,
		"boundary": float64(t.Boundary()), "crossings": float64(t.NonManifold)}
	if t.Dimension == 2 {
		figures["boundary_loops"], figures["genus"], figures["orientable"] = 0, 0, indicator(t.Orientable())
	}
	if t.Crossings != nil {
		figures["crossing_curves"] = float64(t.Crossings.Curves)
	}
	for i, c := range t.Components {
		figures["closed"] += indicator(c.Closed)
		figures["open"] += indicator(c.Open)
		own := map[string]float64{"euler_characteristic": float64(c.Euler)}
		if t.Dimension == 2 {
			own["boundary_loops"], own["genus"] = float64(c.BoundaryLoops), float64(c.Genus)
		}
		for name, figure := range own {
			figures[name] += figure
		}
		own["measure"] = c.Measure
		if t.Dimension == 2 {
			own["orientable"] = indicator(c.Orientable)
		}
		if len(t.Components) > 1 {
			for name, figure := range own {
				figures[fmt.Sprintf("%s_%d", name, i+1)] = figure
			}
		}
	}
	figures["euler_characteristic"] = float64(t.Euler())
	return figures
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// matchesTopology compares a mesh with a manifold that is compact, orientable and without boundary.
func matchesTopology(found *mesh.Topology, truth dataset.Topology) bool {
	if found.Crossings != nil && found.Crossings.Curves > 0 {
		return false
	}
	seen := dataset.Topology{Dimension: found.Dimension, Components: len(found.Components)}
	for _, c := range found.Components {
		switch {
		case !c.Closed || !c.Orientable || c.NonManifold > 0:
			return false
		case found.Dimension == 2:
			seen.EulerCharacteristics = append(seen.EulerCharacteristics, c.Euler)
		case c.Euler == 0: // not of loops that cross
			seen.ClosedLoops++
		}
	}
	slices.SortFunc(seen.EulerCharacteristics, func(a, b int) int { return b - a })
	return seen.Equal(truth)
}

// matchesStated compares a mesh with what is stated of the data's manifold.
func matchesStated(found *mesh.Topology, stated *dataset.StatedTopology) bool {
	euler, genus := found.Euler(), 0
	for _, c := range found.Components {
		if stated.Closed && (!c.Closed || !c.Orientable || c.NonManifold > 0 || found.Dimension == 1 && c.Euler != 0) {
			return false
		}
		genus += c.Genus
	}
	return (stated.Dimension == nil || found.Dimension == *stated.Dimension) &&
		found.Pieces() == stated.Components && (stated.Euler == nil || euler == *stated.Euler) &&
		(stated.Genus == nil || genus == *stated.Genus) &&
		(stated.Boundary == nil || found.Boundary() == *stated.Boundary) &&
		(stated.Orientable == nil || found.Orientable() == *stated.Orientable)
}

// pushforwardSymptoms show how a decoder copes with a manifold that is no box.
func pushforwardSymptoms(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	symptoms := map[string]float64{}
	if s.Mesh != nil && s.Mesh.Dimension == 1 && s.Mesh.Vertices.Dim == 2 {
		symptoms["self_intersections"] = float64(mesh.SelfIntersections(s.Mesh))
	}
	values, err := support.SingularValuesOf(ctx, s.Trained.Support, s.Train)
	if errors.Is(err, errors.ErrUnsupported) {
		return symptoms, nil
	}
	if err != nil {
		return nil, err
	}
	smallest, largest := math.Inf(1), 0.0
	for k, v := range values.Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("a singular value of the decoder at training point %d is %v", k/values.Dim, v)
		}
		smallest, largest = min(smallest, v), max(largest, v)
	}
	symptoms["smallest_singular_value"], symptoms["largest_singular_value"] = smallest, largest
	symptoms["stretch"] = largest / smallest
	return symptoms, nil
}
