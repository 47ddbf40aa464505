package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// typeClass is a set of data types that an operation accepts.
type typeClass struct {
	name     string
	contains func(dtypes.DType) bool
}

var (
	anyType  = typeClass{"any type", func(dtypes.DType) bool { return true }}
	booleans = typeClass{"Bool", func(d dtypes.DType) bool { return d == dtypes.Bool }}
	integers = typeClass{"an integer type", dtypes.DType.IsInt}
	floats   = typeClass{"a floating-point type", dtypes.DType.IsFloat}
	numbers  = typeClass{"a type of numbers", func(d dtypes.DType) bool { return d.IsInt() || d.IsFloat() }}
	signed   = typeClass{"a type of signed numbers", func(d dtypes.DType) bool {
		return d.IsFloat() || d.IsInt() && !d.IsUnsigned()
	}}
)

func (c typeClass) check(dtype dtypes.DType) error {
	if !c.contains(dtype) {
		return fmt.Errorf("the data type is %s; %s is needed", dtype, c.name)
	}
	return nil
}

// sameType checks that operands have one data type, of a class.
func (c typeClass) sameType(x ...shapes.Shape) error {
	for _, shape := range x[1:] {
		if shape.DType != x[0].DType {
			return fmt.Errorf("the data types %s and %s differ", x[0].DType, shape.DType)
		}
	}
	return c.check(x[0].DType)
}

// checkAxes checks that axes are different axes of an array of the given rank.
func checkAxes(name string, axes []int, rank int) error {
	seen := make([]bool, rank)
	for _, axis := range axes {
		if axis < 0 || axis >= rank {
			return fmt.Errorf("%s %v has axis %d; axes from 0 to %d are allowed", name, axes, axis, rank-1)
		}
		if seen[axis] {
			return fmt.Errorf("%s %v names axis %d twice", name, axes, axis)
		}
		seen[axis] = true
	}
	return nil
}

// checkIncreasingAxes is checkAxes for axes that must be sorted.
func checkIncreasingAxes(name string, axes []int, rank int) error {
	if err := checkAxes(name, axes, rank); err != nil {
		return err
	}
	if !slices.IsSorted(axes) {
		return fmt.Errorf("%s %v must increase", name, axes)
	}
	return nil
}

// checkLength checks that a list has the number of entries that it needs.
func checkLength(name string, found, needed int) error {
	if found != needed {
		return fmt.Errorf("%s has %d entries; %d are needed", name, found, needed)
	}
	return nil
}

// filled returns a copy of a list of n entries, or n times the given value if the list is nil or empty.
func filled[T any](name string, list []T, n int, otherwise T) ([]T, error) {
	if len(list) == 0 {
		return slices.Repeat([]T{otherwise}, n), nil
	}
	return slices.Clone(list), checkLength(name, len(list), n)
}

// greatestStep bounds strides, dilations, windows and paddings, so that their products with lengths do not overflow.
const greatestStep = math.MaxInt32

// filledPositive is filled for numbers from 1 to greatestStep.
func filledPositive(name string, list []int, n int) ([]int, error) {
	list, err := filled(name, list, n, 1)
	if err != nil {
		return nil, err
	}
	for i, v := range list {
		if v < 1 || v > greatestStep {
			return nil, fmt.Errorf("%s[%d] is %d; 1 to %d is needed", name, i, v, greatestStep)
		}
	}
	return list, nil
}

// checkPadding checks that numbers of elements to pad by, or to crop if they are negative, are within greatestStep.
func checkPadding(paddings ...int) error {
	for _, p := range paddings {
		if p < -greatestStep || p > greatestStep {
			return fmt.Errorf("a padding is %d; %d to %d is needed", p, -greatestStep, greatestStep)
		}
	}
	return nil
}

// without returns the entries of a list whose positions are not among those given.
func without(list, positions []int) []int {
	rest := make([]int, 0, len(list))
	for i, v := range list {
		if !slices.Contains(positions, i) {
			rest = append(rest, v)
		}
	}
	return rest
}

func pick(list, positions []int) []int {
	picked := make([]int, len(positions))
	for i, p := range positions {
		picked[i] = list[p]
	}
	return picked
}

// count is 0, 1, ..., n-1.
func count(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

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
