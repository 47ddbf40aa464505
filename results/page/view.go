package page

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Most that a view shows of each, so that pages stay small.
const (
	// of a mesh; of all meshes of a view together three times as many, but each may have LeastVertices
	MostVertices  = 20_000
	LeastVertices = 1_500
	mostPoints    = 2_000
)

// View is the answer to api/view?id=ID, with id given once or several times: what the page draws of runs of an
// experiment in space.
type View struct {
	Box     [3][2]float64 `json:"box"`               // that the models cover
	Columns []string      `json:"columns,omitempty"` // names of the coordinates
	Data    []byte        `json:"data,omitempty"`    // [points, 3] float32, little endian
	Density *[2]float64   `json:"density,omitempty"` // log densities of the first and the last color
	Models  []ViewModel   `json:"models"`            // a run each
	Notes   []string      `json:"notes,omitempty"`
}

// ViewModel is one run of a view.
type ViewModel struct {
	Run     string `json:"run"` // its ID
	Name    string `json:"name"`
	Seed    int    `json:"seed"`
	Mesh    *shape `json:"mesh,omitempty"`
	Samples []byte `json:"samples,omitempty"` // as Data

	mesh *mesh.Mesh
}

// ReadView gathers what can be turned around of finished runs, with at most the given number of vertices of all meshes
// together (but at least LeastVertices of each); nil unless some of the data lie in space. problem reports what can't
// be read.
func ReadView(records []stage.Record, most int, problem func(format string, arguments ...any)) *View {
	v := &View{}
	for i := range records {
		r := &records[i]
		if r.Status != stage.Done {
			continue
		}
		box, err := readBox(filepath.Join(r.Folder, boxFile))
		if err != nil {
			problem("%v", err)
		}
		if len(box) != 3 {
			continue
		}
		if len(v.Models) == 0 {
			v.Box, v.Columns = [3][2]float64(box), results.Columns(r)
		}
		if v.Data == nil {
			v.Data, _ = readCloud(filepath.Join(r.Folder, trainFile), v.Box, problem)
		}
		model := ViewModel{Run: ID(r.Folder), Name: r.Model, Seed: r.Seed,
			mesh: readMesh(filepath.Join(r.Folder, meshFile), problem)}
		outside := 0
		model.Samples, outside = readCloud(filepath.Join(r.Folder, samplesFile), v.Box, problem)
		if model.mesh == nil && model.Samples == nil {
			continue
		}
		if outside > 0 {
			v.Notes = append(v.Notes, fmt.Sprintf("%s, seed %d: %d samples far outside the box are left out.", r.Model,
				r.Seed, outside))
		}
		v.Models = append(v.Models, model)
	}
	if len(v.Models) == 0 {
		return nil
	}
	v.pack(most)
	return v
}

// pack thins the meshes and colors them alike.
func (v *View) pack(most int) {
	each := min(MostVertices, max(LeastVertices, most/len(v.Models)))
	var densities []float64
	for i := range v.Models {
		if m := &v.Models[i]; m.mesh != nil {
			thinned := thin(m.mesh, each)
			if before, after := m.mesh.Vertices.Len(), thinned.Vertices.Len(); after < before {
				v.Notes = append(v.Notes, fmt.Sprintf("%s, seed %d: the mesh is thinned from %d to %d vertices.",
					m.Name, m.Seed, before, after))
			}
			m.mesh = thinned
			densities = append(densities, thinned.Values[mesh.LogDensity]...)
		}
	}
	v.Density = limits(densities)
	for i := range v.Models {
		if m := &v.Models[i]; m.mesh != nil && m.mesh.Len() > 0 {
			m.Mesh = packMesh(m.mesh)
		}
	}
}

// limits returns the range of colors: up to the greatest value, from where the lowest fiftieth ends, as log densities
// may fall without bound. nil without finite values.
func limits(values []float64) *[2]float64 {
	values = slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	return &[2]float64{values[len(values)/50], values[len(values)-1]}
}

// readCloud reads and packs points; nil when there are none, or when they are not in space.
func readCloud(path string, box [3][2]float64, problem func(string, ...any)) (bytes []byte, outside int) {
	set, err := readPoints(path, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0
	case err != nil:
		problem("Points are not shown: %v.", err)
		return nil, 0
	case set.Dim != 3:
		problem("Points are not shown: %s has %d columns; 3 are needed.", path, set.Dim)
		return nil, 0
	}
	return packPoints(set, box, mostPoints)
}

// readMesh reads a model's mesh; nil when there is none in space.
func readMesh(path string, problem func(string, ...any)) *mesh.Mesh {
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
		problem("A mesh is not shown: %s: %v.", path, err)
		return nil
	case read.Vertices.Dim < 3:
		problem("A mesh is not shown: %s lies in R^%d; R^3 is needed.", path, read.Vertices.Dim)
		return nil
	}
	return read.FirstThree()
}
