package draft

import (
	"fmt"
	"os"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/registry/command/cli"
)

// sketch is what an experiment is written from.
type sketch struct {
	name      string // as given on the command line
	title     string
	folder    string         // of the experiment, from the working folder
	source    []dataset.Line // the data's source in YAML, from below `source:`
	set       *points.Set
	columns   []string       // of a file that are taken, by name or index
	draft     *dataset.Draft // where the source drafts experiments by itself
	dimension int            // of the manifold; that of the data for none
	known     bool           // the source knows its manifold
	given     bool           // a model of it as it is given can be trained,
	partly    bool           // and the points cover a part of it: the box around them does not hold it
	rotations bool           // it is SO(3)
	choice    dataset.Standardization
	blocks    []int    // of coordinates that have one scale
	full      int      // dimension of all points that rows can become, where it is known to be below theirs
	rough     float64  // noise by what is added to rounded columns, as a share of the data's scale
	unit      string   // why one scale is taken: what all columns are in
	separate  bool     // each has its own, as they are in different ones
	model     string   // ebim or ridge
	curves    float64  // share of the points along curves, where these and the others are learned apart
	frequency *float64 // of a ridge's displacement, unless the usual one
	found     []string // what was found out about the data, a line each
}

// loadPoints reads the points by the source that the experiment will have.
func loadPoints(p *cli.Program, s *sketch) error {
	text := "source:\n"
	for _, line := range s.source {
		text += "  " + line.Text + "\n"
	}
	document, err := config.Parse("data", []byte(text))
	if err != nil {
		return err
	}
	var settings struct {
		Source dataset.Source `yaml:"source" doc:"where the points come from"`
	}
	if err := document.Decode(p.Registry, &settings); err != nil {
		return err
	}
	source := settings.Source
	s.blocks = dataset.BlocksOf(source)
	if bounded, ok := source.(interface{ FullDimension() int }); ok {
		s.full = bounded.FullDimension()
	}
	if s.choice == "" {
		s.choice = dataset.StandardizeAuto.Resolved(source)
	}
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err == nil {
		s.set, err = source.Load(dataset.Env{Dir: s.folder, Folders: folders}, random.New(0, "new", 0), 0)
	}
	if err != nil {
		return cli.Failed(err)
	}
	if err := dataset.CheckFor(s.set, s.choice); err != nil {
		return cli.Failed(fmt.Errorf("%s: %w", s.name, err))
	}
	if dataset.OutliersAuto.Drops(source) {
		var note string
		if s.set, note = dataset.WithoutOutliers(s.set, s.choice, s.blocks); note != "" {
			s.note("%s.", note)
		}
	}
	if known, ok := source.(dataset.Manifold); ok {
		s.known = true
		_, s.dimension = known.Dimensions()
	}
	_, file := source.(dataset.FileSource)
	if known, ok := source.(dataset.OnUnitSpheres); ok && file && len(known.UnitSpheres()) > 0 {
		s.given = true
		s.partly = !holds(dataset.Box(s.set, config.Default[experiment.Data]().Padding, nil), known)
	}
	_, s.rotations = source.(*dataset.Rotations)
	s.given = s.given || s.rotations
	return nil
}

// holds reports whether a manifold lies in a box.
func holds(box points.Box, known dataset.Manifold) bool {
	const looked = 2000
	all, _ := known.Evenly(looked)
	for i := range all.Len() {
		if !box.Contains(all.Slice(i, i+1).Float32()) {
			return false
		}
	}
	return true
}

func (s *sketch) note(format string, arguments ...any) {
	s.found = append(s.found, fmt.Sprintf(format, arguments...))
}
