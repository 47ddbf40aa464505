package ridged

import (
	"context"
	"fmt"

	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

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
	if note != nil {
		note(choice.edges(made.wide))
		for _, line := range made.Notes {
			note(line)
		}
	}
	elements := make([]float32, len(made.Elements)) // exact: there are far fewer than 2^24 vertices
	for i, v := range made.Elements {
		elements[i] = float32(v)
	}
	arrays := z.arrays(choice, made.wide, made.Vertices)
	arrays[agreedName] = backend.Array{Dimensions: []int{2},
		Data: []float32{float32(made.agreement), float32(made.filled)}}
	arrays[elementsName] = backend.Array{Dimensions: []int{made.Len(), made.Dimension + 1}, Data: elements}
	made.across.save(arrays)
	tangentArrays(made.tangents, arrays)
	return train.SaveArrays(folder, arrays)
}

// edges says at which noise these are taken.
func (c *Choice) edges(wide *Field) string {
	return fmt.Sprintf("its edges are taken at noise %.3g of the data's scale", wide.Noise/c.scale)
}

// arrays are those of all ridges: the subspace, the noises, and vertices of a mesh or points.
func (z placed) arrays(choice *Choice, wide *Field, vertices *points.Set) map[string]backend.Array {
	arrays := map[string]backend.Array{
		noisesName:   {Dimensions: []int{2}, Data: []float32{float32(choice.Field.Noise), float32(wide.Noise)}},
		verticesName: {Dimensions: []int{vertices.Len(), vertices.Dim}, Data: vertices.Float32()}}
	z.space.save(arrays)
	return arrays
}

// Saved is the ridge of a displacement whose subspace, noises and mesh were saved; nil where no mesh was. load gets the
// displacement in an environment of the subspace.
func Saved(env train.Environment, load func(env train.Environment) (network.Trained, error), o Options,
	folder string) (*Set, error) {
	s, err := savedIn(env, load, o, folder)
	if err != nil {
		return nil, err
	}
	elements := s.arrays[elementsName].Data
	if _, meshed := s.arrays[elementsName]; !meshed {
		return nil, nil
	}
	if len(elements)%(o.Dimension+1) != 0 {
		return nil, fmt.Errorf("%s holds no mesh of dimension %d", folder, o.Dimension)
	}
	made := &mesh.Mesh{Dimension: o.Dimension, Vertices: s.vertices}
	for _, v := range elements {
		if !(v >= 0) || int(v) >= made.Vertices.Len() {
			return nil, fmt.Errorf("%s: a mesh of %d vertices has an element with vertex %v", folder,
				made.Vertices.Len(), v)
		}
		made.Elements = append(made.Elements, int32(v))
	}
	r := s.ridge
	r.base = kept(func(ctx context.Context) (meshed, error) {
		choice, err := r.choice(ctx)
		if err != nil {
			return meshed{}, err
		}
		found := meshed{Mesh: made, wide: choice.Field.At(s.wide), across: stripIn(s.arrays, made.Vertices.Dim)}
		if found.tangents = tangentsIn(s.arrays, made.Vertices); found.tangents != nil {
			found.across = &strip{everywhere: true}
		}
		if kept := s.arrays[agreedName].Data; len(kept) > 0 { // one number in older folders
			found.agreement, found.filled = float64(kept[0]), float64(kept[len(kept)-1])
		}
		return found, nil
	})
	return r.moved(s.placed), nil
}

// saved is what a folder holds of a ridge.
type saved struct {
	placed
	arrays   map[string]backend.Array
	vertices *points.Set
	wide     float64 // noise of the edges
}

func savedIn(env train.Environment, load func(env train.Environment) (network.Trained, error), o Options,
	folder string) (*saved, error) {
	arrays, err := train.LoadArrays(folder)
	if err != nil {
		return nil, err
	}
	within, err := spaceIn(arrays, env.Data.Dim)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	r := newRidge(env, within, network.Trained{}, o)
	if r.h, err = load(r.env); err != nil {
		return nil, err
	}
	noises, vertices := arrays[noisesName].Data, arrays[verticesName].Data
	if len(noises) != 2 || len(vertices)%max(r.env.Data.Dim, 1) != 0 {
		return nil, fmt.Errorf("%s holds no ridge of dimension %d in R^%d", folder, o.Dimension, r.env.Data.Dim)
	}
	r.choice = kept(func(context.Context) (*Choice, error) {
		field, err := NewField(env.Engine, r.h, r.env.Data.Dim, o.Dimension)
		if err != nil {
			return nil, err
		}
		return &Choice{Found: true, Field: field.At(float64(noises[0])), scale: r.env.Data.Scale()}, nil
	})
	at := placed{r, moves{subspace: within.Subspace}, env}
	return &saved{at, arrays, points.FromFloat32(vertices, r.env.Data.Dim), float64(noises[1])}, nil
}

// Save writes the noises and points to a folder, from which SavedMeshless takes them, and notes what there is to say.
func (z *Meshless) Save(ctx context.Context, folder string, note func(line string)) error {
	choice, err := z.choice(ctx)
	if err != nil {
		return err
	}
	found, err := z.found(ctx)
	if err != nil {
		return err
	}
	if note != nil {
		note(choice.String())
		note(choice.edges(found.wide))
	}
	return train.SaveArrays(folder, z.arrays(choice, found.wide, found.Set))
}

// SavedMeshless is the ridge of a displacement that was saved; see Saved.
func SavedMeshless(env train.Environment, load func(env train.Environment) (network.Trained, error), o Options,
	folder string) (*Meshless, error) {
	s, err := savedIn(env, load, o, folder)
	if err != nil {
		return nil, err
	}
	if s.vertices.Len() < leastCloud {
		return nil, fmt.Errorf("%s holds %d points of a ridge; allowed: %d or more", folder, s.vertices.Len(),
			leastCloud)
	}
	r := s.ridge
	return s.placed.meshless(kept(func(ctx context.Context) (*scattered, error) {
		choice, err := r.choice(ctx)
		if err != nil {
			return nil, err
		}
		return r.scatteredOver(s.vertices, choice.Field.At(s.wide)), nil
	})), nil
}
