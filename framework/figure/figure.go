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
func describe(n model.Traits, truth bool) string {
	if truth {
		return fmt.Sprintf("data in R^%d", n.Ambient)
	}
	return fmt.Sprintf("a model in R^%d", n.Ambient)
}
