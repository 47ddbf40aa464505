package config

// locate follows a path from a node in normal form as far as it exists and returns where that is. A component's name
// in the path may be left out.
func (s *schema) locate(shape Shape, n *node, at Origin, rest []segment) Origin {
	if len(rest) == 0 || n == nil {
		return at
	}
	switch shape.Form {
	case Struct:
		f, ok := s.spec(shape.Type).Field(rest[0].key)
		if i := n.find(f.Name); ok && i >= 0 {
			return s.locate(f.Shape, n.entries[i].value, position(n.entries[i]), rest[1:])
		}
	case Labels:
		if i := n.find(rest[0].key); i >= 0 {
			return s.locate(*shape.Elem, n.entries[i].value, position(n.entries[i]), rest[1:])
		}
	case Union:
		chosen, ok := normalUnion(shape.Kind, n)
		if !ok {
			return at
		}
		component, _ := shape.Kind.Component(chosen.key)
		if rest[0].key == chosen.key {
			rest = rest[1:]
		}
		return s.locate(s.component(component), chosen.value, at, rest)
	case List:
		if n.kind == listNode && rest[0].key == "" && rest[0].index < len(n.items) {
			item := n.items[rest[0].index]
			return s.locate(*shape.Elem, item, item.at, rest[1:])
		}
	}
	return at
}

// position is where an entry stands: a scalar's own position is more telling than its key's.
func position(e entry) Origin {
	if e.value.kind == scalarNode {
		return e.value.at
	}
	return e.at
}
