package conformance

import (
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/registry"
)

// draw draws a figure of whatever accepts it: the data and every model of the suite's experiments.
func (s *suite) draw(t *testing.T, c registry.Component) error {
	drawn := 0
	var refusals []error
	for i, panel := range s.subjects() {
		text := "width: 5\nheight: 5\npanels:\n  - " + panel + "figure:\n      " +
			strings.ReplaceAll(strings.TrimSpace(c.Example), "\n", "\n      ") + "\n"
		drawing, err := s.open(fmt.Sprintf("%s-%d.yaml", c.Name, i), text)
		if err != nil {
			refusals = append(refusals, err)
			continue
		}
		output := filepath.Join(s.folder, fmt.Sprintf("%s-%d.png", c.Name, i))
		if _, err := drawing.Make(t.Context(), s.options(), output); err != nil {
			return fmt.Errorf("%s: %w", panel, err)
		}
		if empty, err := blank(output); empty || err != nil {
			return errors.Join(err, fmt.Errorf("%s: the figure %s is blank", panel, output))
		}
		drawn++
	}
	if drawn == 0 {
		return fmt.Errorf("the suite's experiments have nothing to draw; add one, as a further folder: %w",
			errors.Join(refusals...))
	}
	return nil
}

// subjects are the beginnings of panels of the data and of every model of the suite's experiments.
func (s *suite) subjects() []string {
	var panels []string
	for _, base := range s.bases {
		for _, label := range append(base.ModelLabels(), experiment.Truth) {
			panels = append(panels, fmt.Sprintf("experiment: %s\n    model: %s\n    ", base.File, label))
		}
	}
	return panels
}

// open reads a figure file of the given text.
func (s *suite) open(name, text string) (*figure.Drawing, error) {
	path := filepath.Join(s.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return nil, err
	}
	return figure.Open(s.registry, config.Disk, filepath.ToSlash(path))
}

// blank reports whether a figure shows nothing below its title.
func blank(file string) (bool, error) {
	opened, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer opened.Close()
	picture, err := png.Decode(opened)
	if err != nil {
		return false, err
	}
	const title = 0.2 // of the height: a margin, and the panel's title
	bounds := picture.Bounds()
	for y := bounds.Min.Y + int(title*float64(bounds.Dy())); y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y < 250 {
				return false, nil
			}
		}
	}
	return true, nil
}
