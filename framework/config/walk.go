package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Walk calls visit with every setting below a shape, in order, each before those of a struct in it, at its path: LABEL
// stands for any label, [] for any item. It does not enter components.
func Walk(c Catalog, shape Shape, path string, visit func(path string, f Field)) error {
	s := newSchema(c)
	s.walk(shape, path, visit)
	return s.err
}

func (s *schema) walk(shape Shape, path string, visit func(path string, f Field)) {
	shape, path = shape.innermost(path)
	if shape.Form != Struct {
		return
	}
	for _, f := range s.spec(shape.Type).Fields {
		at := below(path, f.Name)
		visit(at, f)
		s.walk(f.Shape, at, visit)
	}
}

// Innermost is what lists and mappings from labels hold in the end.
func (s Shape) Innermost() Shape {
	s, _ = s.innermost("")
	return s
}

func (s Shape) innermost(path string) (Shape, string) {
	for s.Elem != nil {
		if s.Form == Labels {
			path = below(path, "LABEL")
		} else {
			path = below(path, "[]")
		}
		s = *s.Elem
	}
	return s, path
}

// member is what stands directly below a value: a setting, a labeled value, an item, or the settings of a component.
type member struct {
	shape Shape
	field Field    // of a setting
	label string   // of a labeled value
	names []string // in paths: a setting's present and former ones, a label, an index, a component's
	path  string
	at    Origin
	node  *node // nil where absent
}

// members are those of a value in normal form, at a path; the label is the one above it. Settings are listed even if
// absent.
func (s *schema) members(shape Shape, label, path string, n *node) (all []member) {
	if n == nil {
		n = &node{}
	}
	switch shape.Form {
	case Struct:
		for _, f := range s.spec(shape.Type).Fields {
			one := member{shape: f.Shape, field: f, names: f.names(), path: below(path, f.Name)}
			if i := n.find(f.Name); i >= 0 {
				one.at, one.node = position(n.entries[i]), n.entries[i].value
			}
			all = append(all, one)
		}
	case Labels:
		for _, e := range n.entries {
			all = append(all, member{shape: *shape.Elem, label: e.key, names: []string{e.key}, path: below(path, e.key),
				at: position(e), node: e.value})
		}
	case List:
		for i, item := range n.items {
			name := segment{index: i}.String()
			all = append(all, member{shape: *shape.Elem, names: []string{name}, path: below(path, name), at: item.at,
				node: item})
		}
	case Union:
		if chosen, ok := normalUnion(shape.Kind, n); ok {
			component, _ := shape.Kind.Component(chosen.key)
			if label != component.Name {
				path = below(path, component.Name)
			}
			all = []member{{shape: component.shape(), names: []string{component.Name}, path: path, at: n.at,
				node: chosen.value}}
		}
	}
	return all
}

// position is where an entry stands: a scalar's own position is more telling than its key's.
func position(e entry) Origin {
	if e.value.kind == scalarNode {
		return e.value.at
	}
	return e.at
}

// locate follows a path from a node in normal form as far as it exists, and returns where that is. A component's name
// in the path may be left out.
func (s *schema) locate(shape Shape, n *node, at Origin, rest []segment) Origin {
	if len(rest) == 0 || n == nil {
		return at
	}
	for _, p := range s.members(shape, "", "", n) {
		named := slices.Contains(p.names, rest[0].String())
		switch {
		case shape.Form == Union && named:
			return s.locate(p.shape, p.node, at, rest[1:])
		case shape.Form == Union:
			return s.locate(p.shape, p.node, at, rest)
		case named && p.node != nil:
			return s.locate(p.shape, p.node, p.at, rest[1:])
		}
	}
	return at
}

// segment is one step of a path: a key, or an index into a list.
type segment struct {
	key   string
	index int // used when key is empty
}

func (s segment) String() string {
	if s.key == "" {
		return "[" + strconv.Itoa(s.index) + "]"
	}
	return s.key
}

const maxSegments = 100

// parsePath splits "models.ebim.centers[1]" into segments.
func parsePath(path string) ([]segment, error) {
	var segments []segment
	for _, part := range strings.Split(path, ".") {
		key, indices, hasIndex := strings.Cut(part, "[")
		if key == "" {
			return nil, fmt.Errorf("a path with an empty part")
		}
		segments = append(segments, segment{key: key})
		for hasIndex {
			digits, after, closed := strings.Cut(indices, "]")
			indices = after
			index, err := strconv.Atoi(digits)
			if err != nil || index < 0 || !closed {
				return nil, fmt.Errorf("a path with the index [%s]", clip(digits))
			}
			segments = append(segments, segment{index: index})
			if indices == "" {
				break
			}
			if indices[0] != '[' {
				return nil, fmt.Errorf("a path with %q after an index", clip(indices))
			}
			indices = indices[1:]
		}
		if len(segments) > maxSegments {
			return nil, fmt.Errorf("a path of more than %d parts", maxSegments)
		}
	}
	return segments, nil
}

// below is the path of a key or a further path below a path.
func below(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "":
		return path
	case key[0] == '[':
		return path + key
	}
	return path + "." + key
}
