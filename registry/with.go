package registry

import "slices"

// With returns the registry with further components of a kind, for programs that have their own. The receiver stays as it
// is. The errors are those of New, and that there is no such kind.
func (r *Registry) With(kind string, more ...Component) (*Registry, error) {
	if _, err := r.Kind(kind); err != nil {
		return nil, err
	}
	kinds := slices.Clone(r.kinds)
	for i := range kinds {
		if kinds[i].Name == kind {
			kinds[i].Components = slices.Concat(kinds[i].Components, more)
		}
	}
	return New(kinds)
}
