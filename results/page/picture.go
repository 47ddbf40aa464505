package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"path/filepath"
	"strings"

	"ebim/framework/colormap"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/stage"
)

// readIndex reads the index of an experiment's folder of figures; none where there is no folder.
func readIndex(folder string) ([]stage.Picture, error) {
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

// PictureType is the media type of a picture that is shown, by its file's extension; empty for other files.
func PictureType(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png":
		return "image/png"
	case ".svg":
		return "image/svg+xml"
	}
	return ""
}

// embedded returns a picture as a data URI. A damaged one is found here, and not by the reader's browser.
func embedded(path string) (string, error) {
	kind := PictureType(path)
	if kind == "" {
		return "", fmt.Errorf("its extension is %q; .png and .svg can be shown", filepath.Ext(path))
	}
	data, err := ReadSmall(path)
	if err != nil {
		return "", err
	}
	if kind == "image/png" {
		_, err = png.Decode(bytes.NewReader(data))
	} else {
		var drawing struct{ XMLName xml.Name }
		err = xml.Unmarshal(data, &drawing)
		if err == nil && drawing.XMLName.Local != "svg" {
			err = fmt.Errorf("its root is %q instead of svg", drawing.XMLName.Local)
		}
	}
	if err != nil {
		return "", fmt.Errorf("it is damaged (%w)", err)
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data), nil
}

// maxSmall bounds settings, indices and pictures, in bytes.
const maxSmall = 16 << 20

// ReadSmall reads a file that is meant to be small. Errors name the path.
func ReadSmall(path string) ([]byte, error) { return disk.Read(path, maxSmall) }

// palette returns the figures' color map for magnitudes: 256 times red, green, blue.
func palette() []byte {
	colors := colormap.Sequential()
	var table []byte
	for i := range 256 {
		c := colors.At(float64(i) / 255)
		table = append(table, c.R, c.G, c.B)
	}
	return table
}
