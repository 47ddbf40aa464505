package network

import (
	"errors"

	"ebim/framework/config"
	"ebim/framework/points"
)

// CheckShape refuses a network that can't be a function from R^in to R^out, at the setting that declares it.
func CheckShape(field string, n Network, in, out int) error {
	err := checkShape(n, in, out)
	var mistake *config.FieldError
	if errors.As(err, &mistake) {
		placed := *mistake
		placed.Field = field
		return &placed
	}
	return err
}

// checkShape is that of a network which may not be Shaped.
func checkShape(n Network, in, out int) error {
	if shaped, ok := n.(Shaped); ok {
		return shaped.CheckShape(in, out)
	}
	return nil
}

// CheckTrained is CheckShape for a network that is to be trained, which one that is made from the data can't be.
func CheckTrained(field string, n Network, in, out int) error {
	if _, placed := n.(Placed); placed {
		return &config.FieldError{Field: field, Found: "a network that is made from the data and not trained",
			Allowed: "another network; this one is for energies"}
	}
	return CheckShape(field, n, in, out)
}

// Imaging is a network from images, or to them.
type Imaging interface {
	Network
	// TakeImage gives the shape of the data's images, which the network sees unless its settings say another one.
	TakeImage(shape points.Shape)
}
