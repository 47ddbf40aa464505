// Package surface is the data source of points on a surface of triangles that a file holds, uniform or with the
// density of an eigenfunction. laplacian.go has the Laplacian of triangles, eigen.go its lowest eigenfunctions, and
// density.go the density: it is piecewise linear, so that its normalizer and its draws are exact.
package surface

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/mesh"
	"ebim/framework/points"
)

// Surface is a distribution on a surface in R^3 of the triangles of a file: its density is in proportion to the
// positive part of the k-th eigenfunction of the surface's Laplacian, counted from the constant one, 0, so that this is
// uniform (Chen and Lipman, Flow matching on general geometries, ICLR 2024). Of the two signs of an eigenfunction that
// one is taken whose largest absolute value is positive.
type Surface struct {
	dataset.OneMember
	File          string  `yaml:"file" doc:"path of a mesh in R^3, OBJ or PLY, relative to the experiment file"`
	Eigenfunction int     `yaml:"eigenfunction" default:"0" range:"[0, 500]" doc:"the Laplacian's eigenfunction, in the order of eigenvalues, whose positive part the density is in proportion to; 0, the constant one, is uniform"`
	Scale         float64 `yaml:"scale" default:"1" range:"(0, inf)" doc:"what the file's coordinates are multiplied by"`

	lock   sync.Mutex
	env    dataset.Env
	opened *density
	from   string // what opened was made of
}

var (
	_ dataset.Family  = (*Surface)(nil)
	_ dataset.Located = (*Surface)(nil)
)

// Locate implements dataset.Located.
func (s *Surface) Locate(env dataset.Env) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.env = env
}

// Files is the one file that is read.
func (s *Surface) Files(env dataset.Env) ([]string, error) { return []string{env.Resolve(s.File)}, nil }

// Check implements config.Checker.
func (s *Surface) Check() error {
	if extension(s.File) == "" {
		return &config.FieldError{Field: "file", Found: fmt.Sprintf("%q", s.File), Allowed: "a file .obj or .ply"}
	}
	return nil
}

// extension is the format of a file's name, or "".
func extension(file string) string {
	switch e := strings.ToLower(filepath.Ext(file)); e {
	case ".obj", ".ply":
		return e
	}
	return ""
}

// open reads the file and finds the eigenfunction, once for equal settings.
func (s *Surface) open() (*density, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	path := s.env.Resolve(s.File)
	from := fmt.Sprint(path, s.Eigenfunction, s.Scale)
	if s.opened != nil && s.from == from {
		return s.opened, nil
	}
	read := mesh.ReadPLY
	if extension(s.File) == ".obj" {
		read = mesh.ReadOBJ
	}
	m, err := dataset.ReadFile(path, func(r io.Reader) (*mesh.Mesh, error) { return read(r) })
	if err != nil {
		return nil, err
	}
	if m.Dimension != 2 || m.Vertices.Dim != 3 {
		return nil, fmt.Errorf("%s: a mesh of triangles in R^3 is needed", path)
	}
	for i := range m.Vertices.Data {
		m.Vertices.Data[i] *= s.Scale
	}
	found, err := newDensity(m, s.Eigenfunction)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.opened, s.from = found, from
	return found, nil
}

// density is that of a file that has been read, or can be: Files, which every run asks for, has found it.
func (s *Surface) density() *density {
	d, err := s.open()
	if err != nil {
		panic(fmt.Sprintf("surface: asked for its truth before Load or Locate has found its file: %v", err))
	}
	return d
}

// Load draws size points, dataset.DefaultSize if size is 0.
func (s *Surface) Load(env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	if size < 0 {
		return nil, errors.New("size is below 0")
	}
	size = cmp.Or(size, dataset.DefaultSize)
	s.Locate(env)
	d, err := s.open()
	if err != nil {
		return nil, err
	}
	return d.draw(rng, size), nil
}

// Dimensions are 3 and 2.
func (s *Surface) Dimensions() (ambient, manifold int) { return 3, 2 }

// Sample draws n independent points.
func (s *Surface) Sample(rng *rand.Rand, n int) *points.Set { return s.density().draw(rng, n) }

// LogDensity is minus infinity where the eigenfunction is not positive.
func (s *Surface) LogDensity(x []float64) float64 {
	d := s.density()
	return math.Log(max(0, d.value(x)) / d.total)
}

// Evenly gives n points at equal steps of the area along the file's triangles.
func (s *Surface) Evenly(n int) (*points.Set, []float64) { return s.density().evenly(max(n, 1)) }

// Nearest is exact.
func (s *Surface) Nearest(x []float64) []float64 {
	_, foot := s.density().nearest(x)
	return foot
}

// Topology is that of the triangles if all pieces are closed and have two sides, once the file has been read.
func (s *Surface) Topology() (dataset.Topology, bool) {
	d, err := s.open()
	if err != nil {
		return dataset.Topology{Dimension: 2}, false
	}
	return d.topology()
}
