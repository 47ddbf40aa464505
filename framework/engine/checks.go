package engine

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

func checkDevice(device compute.DeviceNum) error {
	if device != 0 {
		return fmt.Errorf("cpu: device %d does not exist; the only one is 0", device)
	}
	return nil
}

// checkShape checks that arrays of a shape can exist here.
func checkShape(shape shapes.Shape) error {
	if !capabilities.DTypes[shape.DType] {
		return fmt.Errorf("data type %s is not supported; allowed are %s", shape.DType, supportedTypes())
	}
	return checkDimensions(shape.DType, shape.Dimensions)
}
