package mesh

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bounds of a header: a file that is not a PLY must not be read to its end for a newline.
const (
	mostHeaderLines = 1000
	longestLine     = 4096
)

// plyHeader says what follows in a PLY file.
type plyHeader struct {
	format   string
	planar   bool
	elements []plyElement
}

// plyElement is a table of the file.
type plyElement struct {
	name       string
	count      int
	properties []plyProperty
}

// plyProperty is a column: of numbers of one type, or of lists that begin with their length.
type plyProperty struct {
	name, kind, lengthKind string // lengthKind is empty unless it is a list
}

func (p plyProperty) list() bool { return p.lengthKind != "" }

// holds reports whether a property names the vertices of elements of a mesh's dimension.
func (e plyElement) holds(dimension int, p plyProperty) bool {
	if dimension == 2 {
		return e.name == "face" && p.list() && (p.name == "vertex_indices" || p.name == "vertex_index")
	}
	return e.name == "edge" && !p.list() && (p.name == "vertex1" || p.name == "vertex2")
}

func readPLYHeader(r *bufio.Reader) (*plyHeader, error) {
	header := &plyHeader{}
	for number := range mostHeaderLines {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		if number == 0 {
			if line != "ply" {
				return nil, errors.New(`the file does not begin with the line "ply"`)
			}
			continue
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			return nil, fmt.Errorf("line %d is empty", number+1)
		}
		if words[0] == "end_header" {
			return header, header.check()
		}
		if err := header.take(line, words); err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return nil, fmt.Errorf("no end in %d lines", mostHeaderLines)
}

// readLine reads up to a newline, not more than longestLine bytes.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for len(line) < longestLine {
		b, err := r.ReadByte()
		if err != nil {
			return "", fmt.Errorf("it breaks off: %w", err)
		}
		if b == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		line = append(line, b)
	}
	return "", fmt.Errorf("a line is longer than %d bytes", longestLine)
}

// take understands one line.
func (h *plyHeader) take(line string, words []string) error {
	switch {
	case words[0] == "comment":
		return nil
	case words[0] == "obj_info":
		h.planar = h.planar || line == "obj_info "+planar
		return nil
	case words[0] == "format" && len(words) == 3:
		h.format = words[1]
		return nil
	case words[0] == "element" && len(words) == 3:
		count, err := strconv.ParseUint(words[2], 10, 31)
		if err != nil {
			return fmt.Errorf("%q is not a number of elements", words[2])
		}
		if slices.ContainsFunc(h.elements, func(e plyElement) bool { return e.name == words[1] }) {
			return fmt.Errorf("there are two elements %s", words[1])
		}
		h.elements = append(h.elements, plyElement{name: words[1], count: int(count)})
		return nil
	case words[0] == "property" && len(h.elements) > 0:
		return h.elements[len(h.elements)-1].take(words)
	}
	return fmt.Errorf("%q is not understood", line)
}

func (e *plyElement) take(words []string) error {
	var p plyProperty
	switch {
	case len(words) == 3:
		p = plyProperty{kind: words[1], name: words[2]}
	case len(words) == 5 && words[1] == "list":
		p = plyProperty{lengthKind: words[2], kind: words[3], name: words[4]}
	default:
		return fmt.Errorf("%q is not a property", strings.Join(words, " "))
	}
	if !isPropertyName(p.name) {
		return fmt.Errorf("%q is not the name of a property", p.name)
	}
	if plySize(p.kind) == 0 || p.list() && plySize(p.lengthKind) == 0 {
		return fmt.Errorf("the type of property %s is unknown", p.name)
	}
	if slices.ContainsFunc(e.properties, func(other plyProperty) bool { return other.name == p.name }) {
		return fmt.Errorf("there are two properties %s", p.name)
	}
	e.properties = append(e.properties, p)
	return nil
}

func (h *plyHeader) check() error {
	if !slices.Contains([]string{"ascii", "binary_little_endian", "binary_big_endian"}, h.format) {
		return fmt.Errorf("the format %q is unknown", h.format)
	}
	for _, e := range h.elements {
		if len(e.properties) == 0 {
			return fmt.Errorf("element %s has no properties", e.name)
		}
		if e.name != "vertex" {
			continue
		}
		for _, axis := range coordinates {
			if !slices.ContainsFunc(e.properties, func(p plyProperty) bool { return p.name == axis && !p.list() }) {
				return fmt.Errorf("vertices have no %s", axis)
			}
		}
		return nil
	}
	return errors.New("there are no vertices")
}

// dimension is 2 if there are faces, else 1 if there are edges.
func (h *plyHeader) dimension() (int, error) {
	var tables [3]*plyElement // by dimension
	for i, e := range h.elements {
		for dimension := 1; dimension <= 2; dimension++ {
			found := 0
			for _, p := range e.properties {
				if e.holds(dimension, p) {
					found++
				}
			}
			if found == 3-dimension {
				tables[dimension] = &h.elements[i]
			}
		}
	}
	edges, faces := tables[1], tables[2]
	switch {
	case faces != nil && (faces.count > 0 || edges == nil):
		return 2, nil
	case edges != nil:
		return 1, nil
	}
	return 0, errors.New("mesh: the PLY file has neither faces with vertex_indices nor edges with vertex1 and vertex2")
}
