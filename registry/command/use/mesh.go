package use

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ebim/framework/export"
	"ebim/framework/mesh"
	"ebim/framework/runs/disk"
	"ebim/registry/command/cli"
)

const meshLong = `Write a learned curve or surface as a mesh, in the data's units, with the logarithm of the density (log_density, in
nats) and the energy at each vertex where the model has them:

  .ply  binary; in more than three dimensions with further properties x4, x5, ...
  .obj  text, without values; of more than three dimensions the first three
  .npz  NumPy arrays: vertices [v, n], elements [e, m + 1] (indices of vertices), and the values [v]

Curves in the plane and in space, surfaces in space, and ridges in any space have a mesh.

`

// meshFormats write meshes, by extension.
var meshFormats = map[string]func(w io.Writer, m *mesh.Mesh) error{
	".ply": mesh.WritePLY, ".obj": mesh.WriteOBJ, ".npz": writeMeshNPZ,
}

const meshExtensions = ".ply, .obj or .npz"

func meshCommand(p *cli.Program) *cobra.Command {
	w := &with{Program: p}
	resolution := 0
	command := &cobra.Command{
		Use:     "mesh RUN",
		Short:   "Write a learned manifold's mesh",
		Long:    meshLong + runHelp,
		Example: "  ebim mesh my.yaml --output manifold.ply\n  ebim mesh my.yaml --resolution 128 --output fine.npz",
		Args:    cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if meshFormats[extensionOf(w.output)] == nil {
				return fmt.Errorf("--output %q; a name that ends in %s is needed", w.output, meshExtensions)
			}
			if command.Flags().Changed("resolution") {
				if err := mesh.CheckResolution(resolution); err != nil {
					return fmt.Errorf("--resolution: %w", err)
				}
			}
			return w.run(command, arguments[0], func(ctx context.Context, m *opened) error {
				return w.mesh(ctx, command, m, resolution)
			})
		},
	}
	command.Flags().IntVar(&resolution, "resolution", 0,
		"`number` of cells along the box's longest axis; the run's own mesh unless given")
	w.add(command, meshExtensions)
	return command
}

func (w *with) mesh(ctx context.Context, command *cobra.Command, m *opened, resolution int) error {
	made := m.Mesh
	if made == nil || resolution > 0 {
		resolution = cmp.Or(resolution, m.Resolution)
		var err error
		made, err = m.Trained.Mesh(ctx, resolution)
		if errors.Is(err, errors.ErrUnsupported) {
			err = lacks(m, "has no mesh", err, "a model `ridge` has one in any space")
		}
		if err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(w.output), 0o755); err != nil {
		return err
	}
	err := disk.WriteFile(w.output, func(to io.Writer) error {
		buffered := bufio.NewWriter(to)
		return errors.Join(meshFormats[extensionOf(w.output)](buffered, made), buffered.Flush())
	})
	if err == nil {
		fmt.Fprintln(command.OutOrStdout(), w.output)
		elements := [3]string{1: "segments", 2: "triangles"}[made.Dimension]
		say(command, "%d vertices, %d %s", made.Vertices.Len(), made.Len(), elements)
	}
	return err
}

// writeMeshNPZ writes the arrays of a mesh.
func writeMeshNPZ(w io.Writer, m *mesh.Mesh) error {
	arrays := []export.Array{
		{Name: "vertices", Dimensions: []int{m.Vertices.Len(), m.Vertices.Dim}, Values: m.Vertices.Data},
		{Name: "elements", Dimensions: []int{m.Len(), m.Dimension + 1}, Values: m.Elements},
	}
	for _, name := range slices.Sorted(maps.Keys(m.Values)) {
		arrays = append(arrays, export.Array{Name: name, Dimensions: []int{m.Vertices.Len()}, Values: m.Values[name]})
	}
	return export.WriteArrays(w, arrays)
}
