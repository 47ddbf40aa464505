package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/stage"
)

// Files of a run that the view is made of.
const (
	boxFile     = "data/box.json"
	trainFile   = "data/train.npy"
	meshFile    = "mesh/mesh.ply"
	samplesFile = "samples.npy"
)

// Most that the view shows of each, so that the page stays small.
const (
	mostVertices = 20_000
	mostPoints   = 2_000
)

// view is what the page's script draws of an experiment in space: each model's first finished run.
type view struct {
	Box     [3][2]float64 `json:"box"` // that the models cover
	Data    *cloud        `json:"data,omitempty"`
	Density *[2]float64   `json:"density,omitempty"` // log densities of the first and the last color
	Models  []viewModel   `json:"models"`
	Notes   []string      `json:"-"`
}

// viewModel is one model of a view.
type viewModel struct {
	Name    string `json:"name"`
	Seed    int    `json:"-"`
	Mesh    *shape `json:"mesh,omitempty"`
	Samples *cloud `json:"samples,omitempty"`

	mesh *mesh.Mesh
}

// Ranges returns the box's sides as text.
func (v *view) Ranges() string {
	var sides []string
	for _, side := range v.Box {
		sides = append(sides, "["+number(side[0])+", "+number(side[1])+"]")
	}
	return strings.Join(sides, " × ")
}

// Surfaces reports whether some model has a surface or a curve.
func (v *view) Surfaces() bool {
	return slices.ContainsFunc(v.Models, func(m viewModel) bool { return m.Mesh != nil })
}

// readView gathers what can be turned around; nil unless the data lie in space.
func (s *section) readView(records []stage.Record) *view {
	v := &view{}
	for i := range records {
		r := &records[i]
		if r.Status != stage.Done || slices.ContainsFunc(v.Models, func(m viewModel) bool { return m.Name == r.Model }) {
			continue
		}
		folder := r.Folder
		box, err := readBox(filepath.Join(folder, boxFile))
		if err != nil {
			s.problem("%v", err)
		}
		if len(box) != 3 {
			continue
		}
		if len(v.Models) == 0 {
			v.Box = [3][2]float64(box)
		}
		if v.Data == nil {
			v.Data, _ = s.readCloud(filepath.Join(folder, trainFile), v.Box)
		}
		model := viewModel{Name: r.Model, Seed: r.Seed, mesh: s.readMesh(filepath.Join(folder, meshFile))}
		outside := 0
		model.Samples, outside = s.readCloud(filepath.Join(folder, samplesFile), v.Box)
		if model.mesh == nil && model.Samples == nil {
			continue
		}
		if outside > 0 {
			v.Notes = append(v.Notes, fmt.Sprintf("%s: %d samples far outside the box are left out.", r.Model, outside))
		}
		v.Models = append(v.Models, model)
	}
	if len(v.Models) == 0 {
		return nil
	}
	v.pack()
	return v
}

// pack thins the meshes and colors them alike.
func (v *view) pack() {
	var densities []float64
	for i := range v.Models {
		if m := &v.Models[i]; m.mesh != nil {
			thinned := thin(m.mesh, mostVertices)
			if before, after := m.mesh.Vertices.Len(), thinned.Vertices.Len(); after < before {
				v.Notes = append(v.Notes, fmt.Sprintf("%s: the mesh is thinned from %d to %d vertices.", m.Name, before, after))
			}
			m.mesh = thinned
			densities = append(densities, thinned.Values[mesh.LogDensity]...)
		}
	}
	v.Density = limits(densities)
	for i := range v.Models {
		if m := &v.Models[i]; m.mesh != nil && m.mesh.Len() > 0 {
			m.Mesh = packMesh(m.mesh, v.Density)
		}
	}
}

// limits returns the range of colors: up to the greatest value, from where the lowest fiftieth ends, as log densities may fall
// without bound. nil without finite values.
func limits(values []float64) *[2]float64 {
	values = slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	return &[2]float64{values[len(values)/50], values[len(values)-1]}
}

// readBox reads the box that an experiment's models cover; that there is none is not an error.
func readBox(path string) ([][2]float64, error) {
	encoded, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var box [][2]float64
	if err := json.Unmarshal(encoded, &box); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): run again with --fresh", path, err)
	}
	for _, side := range box {
		if width := side[1] - side[0]; !(width > 0 && width < math.MaxFloat32) {
			return nil, fmt.Errorf("%s is damaged (a side from %v to %v): run again with --fresh", path, side[0], side[1])
		}
	}
	return box, nil
}

// readCloud reads and packs points; nil when there are none, or when they are not in space.
func (s *section) readCloud(path string, box [3][2]float64) (packed *cloud, outside int) {
	set, err := points.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0
	case err != nil:
		s.problem("Points are not shown: %v.", err)
		return nil, 0
	case set.Dim != 3:
		s.problem("Points are not shown: %s has %d columns; 3 are needed.", path, set.Dim)
		return nil, 0
	}
	return packPoints(set, box, mostPoints)
}

// readMesh reads a model's mesh; nil when there is none in space.
func (s *section) readMesh(path string) *mesh.Mesh {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var read *mesh.Mesh
	if err == nil {
		defer file.Close()
		read, err = mesh.ReadPLY(bufio.NewReader(file))
	}
	switch {
	case err != nil:
		s.problem("A mesh is not shown: %s: %v.", path, err)
		return nil
	case read.Vertices.Dim != 3:
		s.problem("A mesh is not shown: %s lies in R^%d; R^3 is needed.", path, read.Vertices.Dim)
		return nil
	}
	return read
}
