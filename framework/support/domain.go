package support

import (
	"context"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Domain is a support on which energies are trained, such as a box or a zero set in one. What a training, an integral
// or a draw needs further are abilities of its own.
type Domain interface {
	Carrier
	// Environment is the engine, the box and the training points.
	Environment() train.Environment
	// Onto is the points of the domain that data x stand for: the nearest ones, without those for which none is found,
	// if points are searched for.
	Onto(ctx context.Context, x *points.Set) (*points.Set, error)
}

// Carrier is a support to which the density of a domain is carried.
type Carrier interface {
	Support
	// Domain is what is carried; itself for one that carries itself.
	Domain() Domain
}

// Deformed is a Carrier whose points are not those of its domain, which stays where it is when the carrier is moved.
type Deformed interface {
	Carrier
	// Carry takes points of the domain to the support.
	Carry(ctx context.Context, z *points.Set) (*Carried, error)
	// Fibers are the points of the domain that are carried to the point of the support that is nearest to each of x.
	Fibers(ctx context.Context, x *points.Set) (*Fibers, error)
	// CarriedMesh is Mesh with its vertices in the domain.
	CarriedMesh(ctx context.Context, resolution int) (*mesh.Mesh, *Carried, error)
}

// Carry takes points of a carrier's domain to it.
func Carry(ctx context.Context, s Carrier, z *points.Set) (*Carried, error) {
	if deformed, ok := s.(Deformed); ok {
		return deformed.Carry(ctx, z)
	}
	return &Carried{Domain: z, Points: z}, nil
}

// FibersOf are those of a carrier; see Deformed.
func FibersOf(ctx context.Context, s Carrier, x *points.Set, stop Stop) (*Fibers, error) {
	if deformed, ok := s.(Deformed); ok {
		return deformed.Fibers(ctx, x)
	}
	nearest, err := NearestBy(ctx, s, x, stop)
	if err != nil {
		return nil, err
	}
	return &Fibers{Nearest: nearest, Domain: nearest.Points}, nil
}

// CarriedMesh is that of a carrier; see Deformed.
func CarriedMesh(ctx context.Context, s Carrier, resolution int) (*mesh.Mesh, *Carried, error) {
	if deformed, ok := s.(Deformed); ok {
		return deformed.CarriedMesh(ctx, resolution)
	}
	made, err := Mesh(ctx, s, resolution)
	if err != nil {
		return nil, nil, err
	}
	return made, &Carried{Domain: made.Vertices, Points: made.Vertices}, nil
}

// Carried are points of a domain on the support.
type Carried struct {
	Domain     *points.Set
	Points     *points.Set
	LogStretch func() []float64 // logarithm of the factor of volume at each; nil where there is none
}

// Density is the logarithm of the carried density, given that of the domain at each point.
func (c *Carried) Density(logs []float64) []float64 {
	if c.LogStretch == nil {
		return logs
	}
	return less(logs, c.LogStretch())
}

// Fibers are points of a domain over points of its support: first one for each of them, then further ones.
type Fibers struct {
	Nearest    *Projection
	Domain     *points.Set
	LogStretch []float64 // logarithm of the factor of volume at each; nil where there is none
	Owners     []int     // of the further points: to which of the support's points each belongs
	Sheets     []int     // how many points lie over each of the support's; nil where only one was looked for
}

// Density adds up the carried density over each fiber, given its logarithm at all points of the domain.
func (f *Fibers) Density(logs []float64) []float64 {
	logs = less(logs, f.LogStretch)
	count := f.Nearest.Points.Len()
	sums := logs[:count:count]
	for k, owner := range f.Owners {
		sums[owner] = LogSumExp(sums[owner], logs[count+k])
	}
	return sums
}

func less(logs, logStretch []float64) []float64 {
	differences := make([]float64, len(logs))
	copy(differences, logs)
	for i, stretch := range logStretch {
		differences[i] -= stretch
	}
	return differences
}
