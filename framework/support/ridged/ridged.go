// Package ridged is the ridge of a blurred density as a support: curves and surfaces in any dimension that may end, be
// one-sided, or meet noise. See docs/method.md for how edges, noise and dimension are read off the displacement.
//
//	subspace.go the subspace that the data extend in
//	field.go    h(x, s), its tangents
//	scale.go    which s
//	project.go  to the ridge; what is beyond an edge
//	cloud.go    points all over the ridge
//	stars.go    the mesh of a cloud: triangles or segments on which neighbors agree
//	fans.go     triangles side by side around each vertex
//	repair.go   holes of surfaces that are flaws of the net
//	ends.go     cuts of curves shorter than the noise can tell
//	follow.go   ends of curves led on by data, as into corners
//	junctions.go  where strands of curves meet or cross
//	widths.go   the noise at which the mesh has the fewest flaws
//	mesh.go     the mesh, refined
//	set.go      the support
package ridged

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/support/onmesh"
	"ebim/framework/train"
)

// Options say which ridge of a displacement is meant.
type Options struct {
	Dimension  int
	LeastNoise float64  // that the displacement is trained at, as a share of the data's scale
	Noise      *float64 // at which the ridge is taken, as a share of the data's scale; nil: see Choose
	Quick      bool     // mesh at the widest noise only, for a look
}

// Set is the ridge, moved.
type Set struct {
	onmesh.Cover
	*ridge
	moves moves             // from the ridge's own coordinates
	env   train.Environment // moved
}

// ridge is what moved sets share, in the coordinates of its subspace. What is found of it is kept.
type ridge struct {
	env     train.Environment
	h       network.Trained
	options Options
	choice  func(ctx context.Context) (*Choice, error)
	base    func(ctx context.Context) (meshed, error)
	spacing func() float64
	refined sync.Map // *mesh.Mesh by resolution
}

// New is the ridge of a displacement in a subspace, or the whole space for nil.
func New(env train.Environment, within *points.Subspace, h network.Trained, o Options) *Set {
	r := newRidge(Within(env, within), h, o)
	r.choice, r.base = kept(r.choose), kept(r.mesh)
	return r.moved(moves{subspace: within}, env)
}

// newRidge is a ridge whose noise and mesh are still to be found.
func newRidge(env train.Environment, h network.Trained, o Options) *ridge {
	r := &ridge{env: env, h: h, options: o}
	r.spacing = sync.OnceValue(r.medianSpacing)
	return r
}

// kept finds something once, unless it fails.
func kept[Result any](find func(ctx context.Context) (Result, error)) func(ctx context.Context) (Result, error) {
	var lock sync.Mutex
	var found *Result
	return func(ctx context.Context) (Result, error) {
		lock.Lock()
		defer lock.Unlock()
		if found == nil {
			result, err := find(ctx)
			if err != nil {
				return result, err
			}
			found = &result
		}
		return *found, nil
	}
}

func (r *ridge) moved(by moves, env train.Environment) *Set {
	z := &Set{ridge: r, moves: by, env: env}
	z.Cover = onmesh.Cover{Mesh: z.Mesh, Resolution: onmesh.Fine(env.Data.Dim), Projector: z.projector,
		Advice: "train the displacement longer, or set its noise"}
	return z
}

// moves are where a subspace lies, if it is not the whole space, and similarities, one after the other.
type moves struct {
	subspace *points.Subspace
	by       []support.Similarity
}

// out takes points of the ridge's own coordinates to where they were moved.
func (m moves) out(x *points.Set) *points.Set {
	if m.subspace != nil {
		x = m.subspace.Out(x)
	}
	for _, by := range m.by {
		x = by.Points(x)
	}
	return x
}

// in undoes out, of the nearest points of the subspace. The points are the caller's.
func (m moves) in(x *points.Set) *points.Set {
	x = &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)}
	for _, by := range slices.Backward(m.by) {
		x = by.Inverse().Points(x)
	}
	if m.subspace != nil {
		x = m.subspace.In(x)
	}
	return x
}

// turned is a unit vector of the ridge's own coordinates.
func (m moves) turned(v []float64) []float64 {
	if m.subspace != nil {
		v = m.subspace.Turned(v)
	}
	for _, by := range m.by {
		v = support.Similarity{Factor: 1, Rotation: by.Rotation}.At(v)
	}
	return v
}

// Choice is the noise at which the ridge is taken, and why.
type Choice struct {
	Spectra []Spectrum
	Found   bool   // as many tangents as the ridge has dimensions
	Field   *Field // at the noise where points of the ridge are taken
	scale   float64
}

// String says it in a sentence or two.
func (c *Choice) String() string {
	text := fmt.Sprintf("the ridge is taken at noise %.3g of the data's scale; dimension by noise: %s",
		c.Field.Noise/c.scale, Table(c.Spectra, c.scale))
	if !c.Found {
		text += fmt.Sprintf("; at none of them has it dimension %d", c.Field.Dimension)
	}
	return text
}

// Choice is how the noise was chosen.
func (z *Set) Choice(ctx context.Context) (*Choice, error) { return z.choice(ctx) }

// names of the arrays of a folder.
const (
	noisesName   = "noises" // of Choice.Field and meshed.wide
	verticesName = "vertices"
	elementsName = "elements"
	agreedName   = "agreement"
)

// Save writes the noises and the mesh to a folder, from which Saved takes them, and notes what there is to say of them.
func (z *Set) Save(ctx context.Context, folder string, note func(line string)) error {
	choice, err := z.choice(ctx)
	if err != nil {
		return err
	}
	if note != nil {
		note(choice.String())
	}
	made, err := z.base(ctx)
	if err != nil {
		return err
	}
	edges := fmt.Sprintf("its edges are taken at noise %.3g of the data's scale", made.wide.Noise/choice.scale)
	for _, line := range append([]string{edges}, made.Notes...) {
		if note != nil {
			note(line)
		}
	}
	elements := make([]float32, len(made.Elements)) // exact: there are far fewer than 2^24 vertices
	for i, v := range made.Elements {
		elements[i] = float32(v)
	}
	arrays := map[string]backend.Array{
		noisesName:   {Dimensions: []int{2}, Data: []float32{float32(choice.Field.Noise), float32(made.wide.Noise)}},
		agreedName:   {Dimensions: []int{1}, Data: []float32{float32(made.agreement)}},
		verticesName: {Dimensions: []int{made.Vertices.Len(), made.Vertices.Dim}, Data: made.Vertices.Float32()},
		elementsName: {Dimensions: []int{made.Len(), made.Dimension + 1}, Data: elements}}
	subspaceArrays(z.moves.subspace, arrays)
	return train.SaveArrays(folder, arrays)
}

// Saved is the ridge of a displacement whose subspace, noises and mesh were saved. load gets the displacement in an
// environment of the subspace.
func Saved(env train.Environment, load func(env train.Environment) (network.Trained, error), o Options,
	folder string) (*Set, error) {
	arrays, err := train.LoadArrays(folder)
	if err != nil {
		return nil, err
	}
	within, err := subspaceIn(arrays, env.Data.Dim)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	outer := env
	env = Within(env, within)
	h, err := load(env)
	if err != nil {
		return nil, err
	}
	noises, vertices, elements := arrays[noisesName], arrays[verticesName], arrays[elementsName]
	if len(noises.Data) != 2 || len(vertices.Data)%max(env.Data.Dim, 1) != 0 ||
		len(elements.Data)%(o.Dimension+1) != 0 {
		return nil, fmt.Errorf("%s holds no ridge of dimension %d in R^%d", folder, o.Dimension, env.Data.Dim)
	}
	made := &mesh.Mesh{Dimension: o.Dimension, Vertices: points.FromFloat32(vertices.Data, env.Data.Dim)}
	for _, v := range elements.Data {
		if !(v >= 0) || int(v) >= made.Vertices.Len() {
			return nil, fmt.Errorf("%s: a mesh of %d vertices has an element with vertex %v", folder,
				made.Vertices.Len(), v)
		}
		made.Elements = append(made.Elements, int32(v))
	}
	r := newRidge(env, h, o)
	r.choice = kept(func(context.Context) (*Choice, error) {
		field, err := NewField(env.Engine, h, env.Data.Dim, o.Dimension)
		if err != nil {
			return nil, err
		}
		return &Choice{Found: true, Field: field.At(float64(noises.Data[0])), scale: env.Data.Scale()}, nil
	})
	r.base = kept(func(ctx context.Context) (meshed, error) {
		choice, err := r.choice(ctx)
		if err != nil {
			return meshed{}, err
		}
		found := meshed{Mesh: made, wide: choice.Field.At(float64(noises.Data[1]))}
		if kept := arrays[agreedName].Data; len(kept) == 1 {
			found.agreement = float64(kept[0])
		}
		return found, nil
	})
	return r.moved(moves{subspace: within}, outer), nil
}

func (r *ridge) choose(ctx context.Context) (*Choice, error) {
	field, err := NewField(r.env.Engine, r.h, r.env.Data.Dim, r.options.Dimension)
	if err != nil {
		return nil, err
	}
	c := &Choice{scale: r.env.Data.Scale()}
	rng := random.New(r.env.Seed, "ridge/spectra", 0)
	if c.Spectra, err = field.Spectra(ctx, r.env.Data, r.options.LeastNoise*c.scale, rng); err != nil {
		return nil, err
	}
	noise, found := Choose(c.Spectra, r.options.Dimension)
	if r.options.Noise != nil {
		noise = *r.options.Noise * c.scale
	}
	c.Found, c.Field = found, field.At(noise)
	return c, nil
}

// project takes points of the ridge's own coordinates to it, from nearby.
func (r *ridge) project(ctx context.Context, x *points.Set) (*Projected, error) {
	c, err := r.choice(ctx)
	if err != nil {
		return nil, err
	}
	return c.Field.Project(ctx, x, nearSteps)
}
