package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"ebim/framework/stage"
)

// figure is a picture in the page.
type figure struct {
	Title         string
	Seed          *int
	Source        template.URL // a data URI
	Width, Height int          // in pixels; 0 for a drawing, which has its own size
}

// readFigures takes the pictures that the index of an experiment's figures names. Without a folder there are none.
func (s *section) readFigures(folder string) {
	path := filepath.Join(folder, stage.FiguresIndex)
	encoded, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var index []stage.Picture
	if err == nil {
		if err = json.Unmarshal(encoded, &index); err != nil {
			err = fmt.Errorf("%s is damaged (%w): draw the figures again", path, err)
		}
	}
	if err != nil {
		s.problem("%v", err)
		return
	}
	for _, entry := range index {
		picture, err := readPicture(folder, entry.File)
		if err != nil {
			s.problem("The figure %q is not shown: %v.", entry.Name, err)
			continue
		}
		picture.Title, picture.Seed = entry.Title, entry.Seed
		if picture.Title == "" || picture.Title == s.Title { // which would tell nothing
			picture.Title = entry.Name
		}
		s.Figures = append(s.Figures, *picture)
	}
}

// maxPixels bounds the memory that a picture needs.
const maxPixels = 100_000_000

// readPicture reads a PNG or an SVG picture whole, so that a damaged one is found here and not by the reader's browser.
func readPicture(folder, name string) (*figure, error) {
	if name != filepath.Base(name) || !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%q is not the name of a file beside %s", name, stage.FiguresIndex)
	}
	data, err := readSmall(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	switch extension := strings.ToLower(filepath.Ext(name)); extension {
	case ".png":
		size, err := png.DecodeConfig(bytes.NewReader(data))
		if err == nil && size.Width*size.Height > maxPixels {
			return nil, fmt.Errorf("%s has %d × %d pixels; at most %d million are allowed", name, size.Width, size.Height,
				maxPixels/1_000_000)
		}
		if err == nil {
			_, err = png.Decode(bytes.NewReader(data))
		}
		if err != nil {
			return nil, fmt.Errorf("%s is damaged (%w)", name, err)
		}
		return &figure{Source: dataURI("image/png", data), Width: size.Width, Height: size.Height}, nil
	case ".svg":
		if err := checkSVG(data); err != nil {
			return nil, fmt.Errorf("%s is damaged (%w)", name, err)
		}
		return &figure{Source: dataURI("image/svg+xml", data)}, nil
	default:
		return nil, fmt.Errorf("%s has the extension %q; .png and .svg can be shown", name, extension)
	}
}

// checkSVG demands well-formed XML with an svg at its root.
func checkSVG(data []byte) error {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	root := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if element, ok := token.(xml.StartElement); ok && root == "" {
			root = element.Name.Local
		}
	}
	if root != "svg" {
		return fmt.Errorf("its root is %q instead of svg", root)
	}
	return nil
}

func dataURI(kind string, data []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
}
