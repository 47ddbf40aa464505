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
}

const (
	maxPlaces     = 10_000 // paths walked in one document
	maxPlaceDepth = 20
)

func newPlaces(s *schema, root Shape, tree *node) *places {
	p := &places{schema: s, here: map[string][]string{}, there: map[string][]string{}, seen: map[reflect.Type]bool{}}
	left := maxPlaces
	p.walk(root, "", "", tree, 0, &left)
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

// walk collects the paths of the settings that the document has or could have.
func (p *places) walk(shape Shape, label, path string, n *node, depth int, left *int) {
	*left--
	if depth > maxPlaceDepth || *left < 0 {
		return
	}
	switch shape.Form {
	case Struct:
		for _, f := range p.spec(shape.Type).Fields {
			inner, child := below(path, f.Name), n.get(f.Name)
			for _, name := range f.names() {
				p.here[name] = append(p.here[name], inner)
			}
			if child == nil {
				if standard := p.defaultNode(f, Origin{}); standard != nil {
					child = p.merge(f.Shape, "", nil, standard)
				}
			}
			if !f.Pointer || child != nil {
				p.walk(f.Shape, "", inner, child, depth+1, left)
			}
		}
	case Labels:
		if n != nil {
			for _, e := range n.entries {
				p.walk(*shape.Elem, e.key, below(path, e.key), e.value, depth+1, left)
			}
		}
	case List:
		if n != nil {
			for i, item := range n.items {
				p.walk(*shape.Elem, "", below(path, segment{index: i}.String()), item, depth+1, left)
			}
		}
	case Union:
		if chosen, ok := normalUnion(shape.Kind, n); ok {
			component, _ := shape.Kind.Component(chosen.key)
			if label != component.Name {
				path = below(path, component.Name)
			}
			p.walk(p.component(component), "", path, chosen.value, depth+1, left)
		}
	}
}

// survey collects the settings of every component that the shape could name.
func (p *places) survey(shape Shape, owner string) {
	for shape.Elem != nil {
		shape = *shape.Elem
	}
	if p.seen[shape.Type] {
		return
	}
	p.seen[shape.Type] = true
	switch shape.Form {
	case Struct:
		for _, f := range p.spec(shape.Type).Fields {
			for _, name := range f.names() {
				if owner != "" {
					p.there[name] = append(p.there[name], owner)
				}
			}
			p.survey(f.Shape, owner)
		}
	case Union:
		for _, c := range shape.Kind.Components {
			p.survey(p.component(c), "the "+shape.Kind.Words()+" "+c.Name)
		}
	}
}
