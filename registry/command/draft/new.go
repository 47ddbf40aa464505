// Package draft has `ebim new`, which drafts experiments for data.
package draft

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/plaintext"
	"ebim/registry"
	"ebim/registry/command/cli"
)

func newCommand(p *cli.Program) *cobra.Command {
	var m int
	var output, model string
	var w wanted
	command := &cobra.Command{
		Use:   "new FILE|FOLDER|NAME",
		Short: "Write an experiment for data of your own, a file or a folder of images, or for a data set by its name",
		Long: "Write a complete experiment, with comments, for a file of points, a folder of images (.png, .jpg), " +
			"or a data set that the\n" +
			"program knows (`ebim list data`, `ebim data list`). Files are text tables, arrays (.npy, .npz), " +
			".parquet, .xlsx, .json, and\n" +
			"scans and meshes (.ply, .pcd, .xyz, .obj, .off), compressed as .gz or not. Columns, delimiter and " +
			"header are found in the\n" +
			"file, size and color in the images. Unless they are given, the dimension of the manifold and the " +
			"model are chosen by a ridge\n" +
			"that is trained in a second or two, and a sentence says why. The findings also go to standard error.",
		Example: "  ebim new points.csv > experiment.yaml\n  ebim new points.csv --dimension 1 > experiment.yaml\n  " +
			"ebim new data/points.csv --output experiments/points.yaml\n  ebim new floods > floods.yaml\n  ebim new " +
			"pictures/ > pictures.yaml\n  ebim new data.xlsx --sheet Data --columns x,y --drop t > data.yaml",
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if command.Flags().Changed("dimension") && m < 1 {
				return fmt.Errorf("--dimension: %d; allowed: 1 or more, below the number of columns", m)
			}
			if command.Flags().Changed("model") && model != "ebim" && model != "ridge" {
				return config.Unknown("model of --model", model, []string{"ebim", "ridge"})
			}
			s, err := startOf(p, arguments[0], filepath.Dir(output), w)
			if err != nil {
				return err
			}
			if err = s.settle(command.Context(), p, m, model); err == nil && output != "" {
				err = writeNew(output, s.experiment())
			} else if err == nil {
				_, err = fmt.Fprint(command.OutOrStdout(), s.experiment())
			}
			for _, line := range s.found { // after a failure, too: they say which columns and rows there are
				fmt.Fprintln(command.ErrOrStderr(), plaintext.Escape(line))
			}
			return err
		},
	}
	command.Flags().StringVar(&output, "output", "",
		"write to this new `file`, with the path of the data relative to it")
	command.Flags().IntVar(&m, "dimension", 0, "`dimension` of the manifold; known or estimated unless given")
	command.Flags().StringVar(&model, "model", "", "`model` to write: ebim or ridge; chosen by the data unless given")
	command.Flags().StringSliceVar(&w.columns, "columns", nil,
		"`columns` to take, in this order, by name, index from 0, or range of indices; those that look like "+
			"coordinates unless given")
	command.Flags().StringSliceVar(&w.drop, "drop", nil, "`columns` to leave out, likewise")
	command.Flags().StringVar(&w.array, "array", "", "`name` of the array of an .npz file")
	command.Flags().StringVar(&w.sheet, "sheet", "", "`name` of the sheet of an .xlsx file; the first unless given")
	return command
}

// writeNew writes a file that is not there yet.
func writeNew(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("--output: %s exists and is not replaced; name another file", path)
	}
	if err != nil {
		return cli.Failed(err)
	}
	_, err = file.WriteString(text)
	return cli.Failed(errors.Join(err, file.Close()))
}

// startOf finds the data: a file, or what a name stands for. The experiment will be in a folder.
func startOf(p *cli.Program, name, folder string, w wanted) (*sketch, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return startOfFile(p, name, folder, w)
	case w.any():
		return nil, fmt.Errorf("--columns, --drop, --array and --sheet are for files of points; %s is none", name)
	case err == nil:
		return drafted(p, dataset.DraftRequest{Folder: true, Name: name,
			Path: yamlText(filepath.ToSlash(fromFolder(folder, name)))}, folder)
	case !errors.Is(err, os.ErrNotExist):
		return nil, cli.Failed(err)
	}
	if s, err := drafted(p, dataset.DraftRequest{Name: name}, folder); s != nil || err != nil {
		return s, err
	}
	names, texts := namedSources(p)
	text, known := texts[name]
	if !known && strings.ContainsAny(name, `/\.`) {
		return nil, cli.Hinted(missing{name}, name)
	} else if !known {
		return nil, config.Unknown("file or data set", name, names)
	}
	s := &sketch{name: name, title: name, folder: folder}
	for line := range strings.Lines(text) {
		s.source = append(s.source, dataset.Line{Text: strings.TrimRight(line, "\n")})
	}
	return s, loadPoints(p, s)
}

// missing is the error that there is no file of a name.
type missing struct{ name string }

func (m missing) Error() string { return "there is no file " + m.name }

func (missing) Unwrap() error { return fs.ErrNotExist }

// drafted begins with data that a source drafts experiments for; nil where none does.
func drafted(p *cli.Program, ask dataset.DraftRequest, folder string) (*sketch, error) {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return nil, cli.Failed(err)
	}
	ask.Env = dataset.Env{Dir: folder, Folders: folders}
	for _, component := range sources(p) {
		drafter, ok := component.New().(dataset.Drafter)
		if !ok || !ask.Folder && component.Name != ask.Name {
			continue
		}
		draft, err := drafter.Draft(ask)
		if err != nil {
			return nil, cli.Failed(err)
		}
		if draft != nil {
			title := filepath.Base(filepath.Clean(ask.Name))
			return &sketch{name: ask.Name, title: title, source: draft.Source, set: draft.Set, draft: draft,
				found: draft.Found}, nil
		}
	}
	if ask.Folder {
		return nil, fmt.Errorf("%s is a folder; a file is needed", ask.Name)
	}
	return nil, nil
}

// sources are the registered sources of data.
func sources(p *cli.Program) []registry.Component {
	kind, _ := p.Registry.KindOf(reflect.TypeFor[dataset.Source]())
	return kind.Components
}

// namedSources are the YAML of data sets by their names: published files, and components of the kind data by their
// examples.
func namedSources(p *cli.Program) (names []string, texts map[string]string) {
	texts = map[string]string{}
	add := func(name, text string) {
		if _, found := texts[name]; !found {
			names, texts[name] = append(names, name), text
		}
	}
	for _, choice := range dataset.Events("").Choices() {
		add(choice.Name, "earth: {events: "+choice.Name+"}")
	}
	for _, component := range sources(p) {
		if !slices.Contains([]string{"csv", "npy", "table", "angles", "torus_subset", "with_angles", "with_logarithms",
			"spheres", "earth_subset", "local_plane", "image_folder"}, component.Name) { // which need files
			add(component.Name, component.Example)
		}
	}
	return names, texts
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{newCommand(p)}
}
