package page

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
	"os"
	"path/filepath"
	"strings"

	"ebim/framework/runs/stage"
)

// Image is a picture that has been read whole.
type Image struct {
	Type          string // image/png or image/svg+xml
	Data          []byte
	Width, Height int // in pixels; 0 for a drawing, which has its own size
}

// URI returns the picture as a data URI.
func (i *Image) URI() template.URL {
	return template.URL("data:" + i.Type + ";base64," + base64.StdEncoding.EncodeToString(i.Data))
}

// ReadIndex reads the index of an experiment's folder of figures; none where there is no folder.
func ReadIndex(folder string) ([]stage.Picture, error) {
	path := filepath.Join(folder, stage.FiguresIndex)
	encoded, err := ReadSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var index []stage.Picture
	if err = json.Unmarshal(encoded, &index); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): draw the figures again", path, err)
	}
	return index, nil
}

// maxPixels bounds the memory that a picture needs.
const maxPixels = 100_000_000

// ReadImage reads a PNG or an SVG picture whole, so that a damaged one is found here and not by the reader's browser.
func ReadImage(path string) (*Image, error) {
	name := filepath.Base(path)
	data, err := ReadSmall(path)
	if err != nil {
		return nil, err
	}
	switch extension := strings.ToLower(filepath.Ext(name)); extension {
	case ".png":
		size, err := png.DecodeConfig(bytes.NewReader(data))
		if err == nil && size.Width*size.Height > maxPixels {
			return nil, fmt.Errorf("%s has %d × %d pixels; at most %d million are allowed", name,
				size.Width, size.Height,
				maxPixels/1_000_000)
		}
		if err == nil {
			_, err = png.Decode(bytes.NewReader(data))
		}
		if err != nil {
			return nil, fmt.Errorf("%s is damaged (%w)", name, err)
		}
		return &Image{"image/png", data, size.Width, size.Height}, nil
	case ".svg":
		if err := checkSVG(data); err != nil {
			return nil, fmt.Errorf("%s is damaged (%w)", name, err)
		}
		return &Image{Type: "image/svg+xml", Data: data}, nil
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

// maxSmall bounds settings, indices and pictures, in bytes.
const maxSmall = 16 << 20

// ReadSmall reads a file that is meant to be small. Errors name the path.
func ReadSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fmt.Errorf("%s is not a file", path))
	}
	data, err := io.ReadAll(io.LimitReader(file, maxSmall+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSmall {
		return nil, fmt.Errorf("%s is longer than %d MB", path, maxSmall>>20)
	}
	return data, nil
}
