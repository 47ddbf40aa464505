package config

import (
	"slices"
)

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
