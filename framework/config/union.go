package config

// readUnion reads a union as it may be written: a bare name, {name: {settings}}, or, below a label that is a
// component's name, {settings}. It returns the name with its settings.
func (s *schema) readUnion(kind Kind, label string, n *node) (entry, bool) {
	if n.kind == scalarNode {
		_, ok := kind.Component(n.text)
		return entry{n.text, n.at, &node{kind: mapNode, at: n.at}}, ok
	}
	if n.kind != mapNode {
		return entry{}, false
	}
	if component, ok := kind.Component(label); ok && !s.namesComponents(kind, component, n) {
		return entry{label, n.at, n}, true
	}
	return normalUnion(kind, n)
}

// namesComponents says whether a mapping below a component's label is the full form: every key is a component's name
// and not all of them are settings of the label's component.
func (s *schema) namesComponents(kind Kind, label Component, n *node) bool {
	spec, settings := s.spec(label.settings()), 0
	for _, e := range n.entries {
		if _, ok := kind.Component(e.key); !ok {
			return false
		}
		if spec.has(e.key) {
			settings++
		}
	}
	return settings < len(n.entries)
}

// normalUnion reads a union in normal form.
func normalUnion(kind Kind, n *node) (entry, bool) {
	if n == nil || n.kind != mapNode || len(n.entries) != 1 {
		return entry{}, false
	}
	_, ok := kind.Component(n.entries[0].key)
	return n.entries[0], ok
}
