package config

import "slices"

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
