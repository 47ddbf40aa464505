package files

import (
	"archive/zip"
	"fmt"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/points"
)

func openNPY(in *input, _ Options) (*points.Table, error) { return points.OpenNPY(in) }

// isNPZ says that a zip archive begins with an array, as numpy.savez writes them.
func isNPZ(head []byte) bool { return strings.HasSuffix(firstInZip(head), ".npy") }

// firstInZip is the name of the first file of a zip archive; empty where there is none.
func firstInZip(head []byte) string {
	const names = 30 // where the name begins in the header of a file
	if len(head) < names || string(head[:4]) != "PK\x03\x04" {
		return ""
	}
	length := int(head[26]) + int(head[27])<<8
	return string(head[names:min(names+length, len(head))])
}

// openNPZ reads one of the arrays: the named one, the only one with two axes or, without such, the only one.
func openNPZ(in *input, o Options) (*points.Table, error) {
	content, size, err := in.all()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(content, size)
	if err != nil {
		return nil, fmt.Errorf("the archive is damaged: %w", err)
	}
	var all []string
	var tables, lists []*zip.File
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			continue
		}
		if name == o.Array {
			return openArray(in, file)
		}
		shape, err := shapeOf(file)
		switch {
		case err != nil:
			all = append(all, fmt.Sprintf("%s (%v)", plaintext.Escape(name), err))
			continue
		case len(shape) == 2:
			tables = append(tables, file)
		case len(shape) == 1:
			lists = append(lists, file)
		}
		all = append(all, fmt.Sprintf("%s %v", plaintext.Escape(name), shape))
	}
	known := plaintext.Clip(strings.Join(all, ", "), 400)
	switch {
	case o.Array != "":
		return nil, fmt.Errorf("there is no array %q; allowed: %s", o.Array, known)
	case len(tables) == 1:
		return openArray(in, tables[0])
	case len(tables) == 0 && len(lists) == 1:
		return openArray(in, lists[0])
	case len(tables)+len(lists) == 0:
		return nil, fmt.Errorf("there is no array of numbers of shape [rows, columns]; found: %s", known)
	}
	return nil, fmt.Errorf("there are several arrays; name one, by the setting array or --array: %s", known)
}

// openArray reads an array of an archive.
func openArray(in *input, file *zip.File) (*points.Table, error) {
	in.array = strings.TrimSuffix(file.Name, ".npy")
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	table, err := points.OpenNPY(&bounded{opened, points.MostBytes})
	if err != nil {
		return nil, fmt.Errorf("the array %q: %w", in.array, err)
	}
	return table, nil
}

// shapeOf is the shape of an array of numbers.
func shapeOf(file *zip.File) ([]int, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return points.ShapeOfNPY(opened)
}
