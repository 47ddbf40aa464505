package network

import (
	"errors"

	"ebim/framework/config"
)

// CheckShape refuses a network that can't be a function from R^in to R^out, at the setting that declares it.
func CheckShape(field string, n Network, in, out int) error {
	shaped, ok := n.(Shaped)
	if !ok {
		return nil
	}
	err := shaped.CheckShape(in, out)
	var mistake *config.FieldError
	if errors.As(err, &mistake) {
		placed := *mistake
		placed.Field = field
		return &placed
	}
	return err
}
