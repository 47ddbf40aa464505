package plan

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
)

// Files of the mesh stage.
const (
	plyFile = "mesh.ply"
	objFile = "mesh.obj"
)

// MayHaveMesh says whether a model has a mesh stage: whether it can be meshed, as far as is known before data are read.
func (p *Plan) MayHaveMesh(label string) bool {
	ambient, known := p.Ambient()
	if !known {
		ambient = 3
	}
	traits, err := model.TraitsOf(p.Models, label, ambient)
	return err == nil && traits.CheckMesh() == nil
}

// mesh is the stage that meshes a trained model's support. It leaves nothing for a model that can't be meshed, and a
// note where there is nothing to mesh.
func (p *Plan) mesh(ctx context.Context, w *stage.Work, s Seeded, parts Folders) error {
	trained, data, err := p.keep(w.Input, s, parts)
	if err != nil {
		return err
	}
	traits, err := model.TraitsOf(p.Models, s.Label, data.Train.Dim)
	if err != nil {
		return err
	}
	if traits.CheckMesh() != nil {
		return nil
	}
	made, err := trained.Mesh(ctx, p.Mesh.At(data.Train.Dim))
	var unmeshable *mesh.UnmeshableError
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case errors.As(err, &unmeshable):
		return stage.WriteNotes(w.Dir, unmeshable.Reason)
	case err != nil:
		return err
	}
	notes := made.Notes
	if box := model.BoxOf(p.Models, s.Label, data.Box); traits.Implicit &&
		made.Topology(mesh.TopologyOptions{Box: box}).Cut {
		notes = append(notes, "the learned manifold leaves the box and is cut there")
	}
	if len(notes) > 0 {
		if err := stage.WriteNotes(w.Dir, notes...); err != nil {
			return err
		}
	}
	write := func(name string, encode func(io.Writer, *mesh.Mesh) error) error {
		file, err := os.Create(filepath.Join(w.Dir, name))
		if err != nil {
			return err
		}
		buffered := bufio.NewWriter(file)
		return errors.Join(encode(buffered, made), buffered.Flush(), file.Close())
	}
	return errors.Join(write(plyFile, mesh.WritePLY), write(objFile, mesh.WriteOBJ))
}

// ReadMesh reads what the mesh stage left in a folder.
func ReadMesh(s *experiment.Subject, folder string) error {
	path := filepath.Join(folder, plyFile)
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		s.Unmeshed = "the model has no mesh"
		if notes, err := stage.ReadNotes(folder); err == nil && len(notes) > 0 {
			s.Unmeshed = notes[0]
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if s.Mesh, err = mesh.ReadPLY(bufio.NewReader(file)); err != nil {
		return fmt.Errorf("the mesh %s is damaged: %w; run again with --fresh", path, err)
	}
	return nil
}
