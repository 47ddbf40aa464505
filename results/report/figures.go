package report

import (
	"path/filepath"

	"ebim/framework/runs/stage"
	"ebim/results/page"
)

// readFigures takes the pictures that the index of an experiment's figures names. Without a folder there are none.
func (s *section) readFigures(folder string) {
	index, err := page.ReadIndex(folder)
	if err != nil {
		s.problem("%v", err)
		return
	}
	for _, entry := range index {
		if entry.File != filepath.Base(entry.File) || !filepath.IsLocal(entry.File) {
			s.problem("The figure %q is not shown: %q is not the name of a file beside %s.", entry.Name, entry.File,
				stage.FiguresIndex)
			continue
		}
		image, err := page.ReadImage(filepath.Join(folder, entry.File))
		if err != nil {
			s.problem("The figure %q is not shown: %v.", entry.Name, err)
			continue
		}
		picture := figure{ID: page.FigureID(s.ID, len(s.Figures)), Name: entry.Name, Title: entry.Title,
			Seed: entry.Seed, Source: image.URI(),
			Width: image.Width, Height: image.Height}
		if picture.Title == "" || picture.Title == s.Title { // which would say nothing new
			picture.Title = entry.Name
		}
		s.Figures = append(s.Figures, picture)
	}
}

// figuresOf are the section's figures that show a run.
func (s *section) figuresOf(record *stage.Record) []page.Picture {
	var own []page.Picture
	for _, f := range s.Figures {
		if f.Seed == nil || *f.Seed == record.Seed {
			own = append(own, page.Picture{Title: f.Title, Kind: f.Name, Seed: f.Seed, Source: "#" + f.ID})
		}
	}
	return own
}
