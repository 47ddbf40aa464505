package config

import (
	"reflect"
	"slices"
	"strings"
)

// places knows where each setting's name is at home, for hints about misplaced keys.
type places struct {
	*schema
	here  map[string][]string // name -> paths in this document
	there map[string][]string // name -> components that have it, among all that the document could name
	seen  map[reflect.Type]bool
	left  int // paths to walk
}

const maxPlaces = 10_000 // paths walked in one document

func newPlaces(s *schema, root Shape, tree *node) *places {
	p := &places{schema: s, here: map[string][]string{}, there: map[string][]string{}, seen: map[reflect.Type]bool{},
		left: maxPlaces}
	p.look(root, "", "", tree)
	p.survey(root, "")
	return p
}

// hint says where a key belongs, or is empty.
func (p *places) hint(path, key string) string {
	at := slices.DeleteFunc(slices.Clone(p.here[key]), func(place string) bool { return place == below(path, key) })
	if len(at) > 0 {
		return "it belongs at " + first(at)
	}
	if len(p.there[key]) > 0 {
		return "it is a setting of " + first(p.there[key])
	}
	return ""
}

func first(texts []string) string {
	const shown = 3
	if len(texts) > shown {
		texts = append(slices.Clone(texts[:shown]), "others")
	}
	return strings.Join(texts, " or ")
}

// look collects the paths of the settings that the document has or could have.
func (p *places) look(shape Shape, label, path string, n *node) {
	for _, m := range p.members(shape, label, path, n) {
		if p.left--; p.left < 0 {
			return
		}
		if shape.Form == Struct {
			for _, name := range m.names {
				p.here[name] = append(p.here[name], m.path)
			}
			if m.node == nil {
				if standard := p.defaultNode(m.field, Origin{}); standard != nil {
					m.node = p.merge(m.shape, "", nil, standard)
				}
			}
			if m.node == nil && m.field.Pointer {
				continue
			}
		}
		p.look(m.shape, m.label, m.path, m.node)
	}
}

// survey collects the settings of every component that the shape could name.
func (p *places) survey(shape Shape, owner string) {
	p.enter(shape)
	p.walk(shape, "", func(_ string, f Field) {
		for _, name := range f.names() {
			if owner != "" && !slices.Contains(p.there[name], owner) {
				p.there[name] = append(p.there[name], owner)
			}
		}
		p.enter(f.Shape)
	})
}

// enter surveys the components of a union, once.
func (p *places) enter(shape Shape) {
	union := shape.Innermost()
	if union.Form != Union || p.seen[union.Type] {
		return
	}
	p.seen[union.Type] = true
	for _, c := range union.Kind.Components {
		p.survey(c.shape(), "the "+union.Kind.Words()+" "+c.Name)
	}
}
