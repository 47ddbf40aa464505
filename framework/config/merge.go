package config

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
