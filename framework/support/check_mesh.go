package support

import (
	"fmt"

	"ebim/framework/config"
	"ebim/framework/mesh"
)

// Meshable says why manifolds of a dimension in R^ambient can't be meshed, in a *config.FieldError, or nil.
func Meshable(ambient, dimension int) error {
	const possible = "curves in two or three dimensions and surfaces in three"
	switch {
	case ambient > 3:
		return &config.FieldError{Found: fmt.Sprintf("a manifold in R^%d", ambient), Allowed: possible}
	case dimension == ambient:
		return &config.FieldError{Found: "a model of the whole space, which has no manifold", Allowed: possible}
	}
	return nil
}

// CheckMeshIn is a *mesh.UnmeshableError where a manifold is not a curve or surface that can be shown.
func CheckMeshIn(ambient, dimension int) error {
	if err := Meshable(ambient, dimension); err != nil {
		return &mesh.UnmeshableError{Reason: "no mesh: " + err.Error()}
	}
	return nil
}
