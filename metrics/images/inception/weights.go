package inception

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"ebim/framework/backend"
	"ebim/framework/points"
)

// epsilon is added to the variances of batch normalization.
const epsilon = 0.001

// classes of the network's last layer, which features do without; other Inception networks with the same names have
// others.
const classes = 1008

// needed says what a file of weights must be.
const needed = "weights of features: inception must be pytorch-fid's state dict " +
	"(pt_inception-2015-12-05-6726825d.pth) in the format safetensors; " +
	"`ebim describe metric frechet` says how to make it"

// tensors are the names and shapes of a layer's tensors: the convolution's weights [out, in, height, width], and of
// its batch normalization the scale, shift, mean and variance [out].
func (l layer) tensors() (names []string, shapes [][]int) {
	names, shapes = []string{l.name + ".conv.weight"}, [][]int{{l.out, l.in, l.kernel[0], l.kernel[1]}}
	for _, name := range []string{"weight", "bias", "running_mean", "running_var"} {
		names, shapes = append(names, l.name+".bn."+name), append(shapes, []int{l.out})
	}
	return names, shapes
}

// Tensors are the shapes of the tensors that the network has, by name.
func Tensors() map[string][]int {
	all := map[string][]int{}
	for _, l := range layers() {
		names, shapes := l.tensors()
		for i, name := range names {
			all[name] = shapes[i]
		}
	}
	return all
}

// Check returns an error unless a file has all tensors of the network in their shapes. It reads the file's header only.
func Check(path string) error {
	file, size, err := open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, _, err := find(file, size); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func open(path string) (file *os.File, size int64, err error) {
	if file, err = points.Open(path); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, 0,
				fmt.Errorf("there is no file %s; a relative path starts at the experiment file's folder; %s", path,
					needed)
		}
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// find gives the entries of a file that has all tensors of the network, and where its numbers begin.
func find(file io.ReaderAt, size int64) (entries map[string]entry, begin int64, err error) {
	if entries, begin, err = header(file, size); err != nil {
		return nil, 0, fmt.Errorf("%w; %s", err, needed)
	}
	for _, l := range layers() {
		names, shapes := l.tensors()
		for i, name := range names {
			found, there := entries[name]
			if !there {
				return nil, 0, fmt.Errorf("there is no tensor %q among the %d; %s", name, len(entries), needed)
			}
			if found.Type != "F32" || !slices.Equal(found.Shape, shapes[i]) {
				return nil, 0, fmt.Errorf("the tensor %q is %s %v, not F32 %v; %s", name, found.Type, found.Shape,
					shapes[i], needed)
			}
		}
	}
	if last, there := entries["fc.bias"]; there && !slices.Equal(last.Shape, []int{classes}) {
		return nil, 0,
			fmt.Errorf("the last layer has the shape %v, not [%d]: it is another Inception network, whose distances "+
				"are no FID; %s", last.Shape, classes, needed)
	}
	return entries, begin, nil
}

// read gives the parameters of the network: of each layer a kernel [height, width, in, out] and biases [out], into
// which its batch normalization has been multiplied.
func read(file io.ReaderAt, size int64) ([]backend.Array, error) {
	entries, begin, err := find(file, size)
	if err != nil {
		return nil, err
	}
	var parameters []backend.Array
	for _, l := range layers() {
		names, _ := l.tensors()
		all := make([][]float32, len(names))
		for i, name := range names {
			if all[i], err = entries[name].read(file, begin); err != nil {
				return nil, fmt.Errorf("the tensor %q: %w", name, err)
			}
		}
		kernel, biases, err := l.folded(all[0], all[1], all[2], all[3], all[4])
		if err != nil {
			return nil, err
		}
		parameters = append(parameters, kernel, biases)
	}
	return parameters, nil
}

// folded is scale (w x - mean) / sqrt(variance + epsilon) + shift as a kernel and biases.
func (l layer) folded(weights, scale, shift, mean, variance []float32) (kernel, biases backend.Array, err error) {
	kernel = backend.Array{Dimensions: []int{l.kernel[0], l.kernel[1], l.in, l.out},
		Data: make([]float32, len(weights))}
	biases = backend.Array{Dimensions: []int{l.out}, Data: make([]float32, l.out)}
	for o := range l.out {
		if variance[o] < 0 {
			return kernel, biases, fmt.Errorf("the tensor %q: number %d is %v, and a variance is 0 or more",
				l.name+".bn.running_var", o, variance[o])
		}
		factor := float64(scale[o]) / math.Sqrt(float64(variance[o])+epsilon)
		biases.Data[o] = float32(float64(shift[o]) - factor*float64(mean[o]))
		pixels := l.kernel[0] * l.kernel[1]
		for i := range l.in {
			for p := range pixels {
				kernel.Data[(p*l.in+i)*l.out+o] = float32(factor * float64(weights[(o*l.in+i)*pixels+p]))
			}
		}
	}
	return kernel, biases, nil
}
