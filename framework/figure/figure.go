// Package figure draws trained models and the data: the components of kind figure, and the sheets that lay them out.
//
// A component draws one subject into one canvas. It says in the picture what it can't draw of a trained model, and where a
// colour scale does not show everything; only what makes no sense for the kind of model is refused, by CheckSubject.
package figure

import (
	"fmt"

	"ebim/framework/config"
	"ebim/framework/model"
)

// refused says that a figure can't show a subject.
func refused(found, allowed, hint string) error {
	return &config.FieldError{Found: found, Allowed: allowed, Hint: hint}
}

// describe names a subject in what CheckSubject says.
func describe(n model.Nature, truth bool) string {
	if truth {
		return fmt.Sprintf("data in R^%d", n.Ambient)
	}
	return fmt.Sprintf("a model in R^%d", n.Ambient)
}
