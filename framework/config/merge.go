package config

import "slices"

// merge lays a value over the one it inherits from (nil if none) and returns it in normal form: copied, with every
// union written {name: {settings}}. What is malformed is kept as it is for decoding to report. The label is the key
// above, if the value stands in a mapping from labels.
func (s *schema) merge(shape Shape, label string, base, over *node) *node {
	switch shape.Form {
	case Struct:
		spec := s.spec(shape.Type)
		return s.mergeKeys(base, s.current(spec, inward(spec, over)), func(key string) (Shape, string, bool) {
			f, ok := spec.Field(key)
			return f.Shape, "", ok
		})
	case Labels:
		return s.mergeKeys(base, over, func(key string) (Shape, string, bool) { return *shape.Elem, key, true })
	case Union:
		return s.mergeUnion(shape, label, base, over)
	case List:
		return s.mergeList(shape, over)
	}
	return over
}

// mergeKeys merges mappings; a null removes what it is laid over.
func (s *schema) mergeKeys(base, over *node, child func(key string) (Shape, string, bool)) *node {
	if over.kind != mapNode {
		return over
	}
	merged := &node{kind: mapNode, at: over.at}
	position := map[string]int{}
	if base != nil && base.kind == mapNode {
		merged.entries = append(merged.entries, base.entries...)
		for i, e := range merged.entries {
			position[e.key] = i
		}
	}
	for _, e := range over.entries {
		i, inherited := position[e.key]
		if inherited && e.value.kind == nullNode {
			merged.entries[i].value = nil
			continue
		}
		var old *node
		if inherited {
			old = merged.entries[i].value
		}
		if shape, label, ok := child(e.key); ok {
			e.value = s.merge(shape, label, old, e.value)
		}
		if inherited {
			merged.entries[i] = e
		} else {
			merged.entries = append(merged.entries, e)
		}
	}
	kept := merged.entries[:0]
	for _, e := range merged.entries {
		if e.value != nil {
			kept = append(kept, e)
		}
	}
	merged.entries = kept
	return merged
}

func (s *schema) mergeList(shape Shape, over *node) *node {
	if over.kind != listNode {
		return over
	}
	merged := &node{kind: listNode, at: over.at}
	for _, item := range over.items {
		merged.items = append(merged.items, s.merge(*shape.Elem, "", nil, item))
	}
	return merged
}

func (s *schema) mergeUnion(shape Shape, label string, base, over *node) *node {
	chosen, ok := s.readUnion(shape.Kind, label, over)
	if !ok {
		return over
	}
	var inherited *node
	if base != nil {
		if old, ok := normalUnion(shape.Kind, base); ok && old.key == chosen.key {
			inherited = old.value
		}
	}
	component, _ := shape.Kind.Component(chosen.key)
	chosen.value = s.merge(component.shape(), "", inherited, chosen.value)
	return &node{kind: mapNode, at: over.at, entries: []entry{chosen}}
}

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

// rename notes a former name.
func (s *schema) rename(at Origin, old, now string) {
	if note := (Renamed{at, old, now}); old != now && !slices.Contains(s.renamed, note) {
		s.renamed = append(s.renamed, note)
	}
}

// current is a mapping with the names that its settings have now. A former name beside the present one stays, for
// decoding to report.
func (s *schema) current(spec *Spec, n *node) *node {
	var changed *node
	for i, e := range n.entries {
		f, ok := spec.Field(e.key)
		if !ok || f.Name == e.key || n.find(f.Name) >= 0 || changed.find(f.Name) >= 0 {
			continue
		}
		if changed == nil {
			changed = &node{kind: mapNode, at: n.at, entries: slices.Clone(n.entries)}
		}
		s.rename(e.at, e.key, f.Name)
		changed.entries[i].key = f.Name
	}
	if changed == nil {
		return n
	}
	return changed
}

// inward is a mapping with the settings that were written beside the struct to which they belong in that struct. One
// that is given in both places stays, for decoding to report.
func inward(spec *Spec, n *node) *node {
	if n.kind != mapNode || !slices.ContainsFunc(n.entries,
		func(e entry) bool { _, ok := spec.Outer(e.key); return ok }) {
		return n
	}
	changed := &node{kind: mapNode, at: n.at, entries: slices.Clone(n.entries)}
	for _, e := range n.entries {
		f, ok := spec.Outer(e.key)
		if !ok {
			continue
		}
		outer, at := changed.get(f.Name), e.at
		if outer != nil && (outer.kind != mapNode || outer.find(e.key) >= 0) {
			continue
		}
		settings := &node{kind: mapNode, at: e.at}
		if outer != nil {
			settings.at, settings.entries = outer.at, slices.Clone(outer.entries)
			at = changed.entries[changed.find(f.Name)].at
		}
		settings.entries = append(settings.entries, e)
		changed.entries = slices.Delete(changed.entries, changed.find(e.key), changed.find(e.key)+1)
		changed.put(f.Name, at, settings)
	}
	return changed
}
