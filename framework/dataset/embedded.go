package dataset

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/random"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Embedded places a distribution in R^n, n at least its own dimension, by a random isometry: a rotation, for n its
// own. Lengths, areas and so densities stay as they are.
type Embedded struct {
	Source    Source `yaml:"source" doc:"a synthetic data set"`
	Dimension int    `yaml:"dimension" range:"[1, 10000]" doc:"dimension of the space that it is placed in"`
	Rotation  uint64 `yaml:"rotation" default:"1" doc:"which of all isometries: the seed it is drawn by, the same for all seeds of the data"`

	made cached[[3]uint64, *points.Set]
}

var _ Family = (*Embedded)(nil)

// Check refuses a source without a known distribution, and a space of too few dimensions.
func (e *Embedded) Check() error {
	if err := checkKnown("source", e.Source); err != nil {
		return err
	}
	if ambient, _ := e.inner().Dimensions(); ambient > e.Dimension {
		return &config.FieldError{Field: "dimension", Found: fmt.Sprint(e.Dimension),
			Allowed: fmt.Sprintf("%d or more, the dimension of the source's points", ambient)}
	}
	return nil
}

// CodeVersion implements Versioned: it is the source's.
func (e *Embedded) CodeVersion() int { return CodeVersion(e.Source) }

func (e *Embedded) inner() Distribution { return e.Source.(Distribution) }

// frame is orthonormal vectors of R^n, one for each coordinate of the source: the first columns of a uniform random
// rotation.
func (e *Embedded) frame() *points.Set {
	d, _ := e.inner().Dimensions()
	return e.made.get([3]uint64{uint64(d), uint64(e.Dimension), e.Rotation}, func() *points.Set {
		rng := random.New(e.Rotation, "data/embedded", 0)
		normal := mat.NewDense(e.Dimension, d, nil)
		for i := range e.Dimension {
			for j := range d {
				normal.Set(i, j, rng.NormFloat64())
			}
		}
		var qr mat.QR
		var q mat.Dense
		qr.Factorize(normal)
		qr.QTo(&q)
		frame := points.New(d, e.Dimension)
		for j := range d {
			mat.Col(frame.At(j), j, &q)
		}
		return frame
	})
}

// out writes the image of a point into x, and in is the point of the source's space whose image is nearest to x.
func (e *Embedded) out(x, inside []float64) {
	frame := e.frame()
	clear(x)
	for j, v := range inside {
		floats.AddScaled(x, v, frame.At(j))
	}
}

func (e *Embedded) in(x []float64) []float64 {
	frame := e.frame()
	inside := make([]float64, frame.Len())
	for j := range inside {
		inside[j] = floats.Dot(frame.At(j), x)
	}
	return inside
}

func (e *Embedded) image(set *points.Set) *points.Set {
	image := points.New(set.Len(), e.Dimension)
	for i := range set.Len() {
		e.out(image.At(i), set.At(i))
	}
	return image
}

// Load draws size points, DefaultSize if size is 0.
func (e *Embedded) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(e, rng, size)
}

// Dimensions are n and the source's.
func (e *Embedded) Dimensions() (ambient, manifold int) {
	_, manifold = e.inner().Dimensions()
	return e.Dimension, manifold
}

// Sample draws n independent points.
func (e *Embedded) Sample(rng *rand.Rand, n int) *points.Set {
	return e.image(e.inner().Sample(rng, n))
}

// LogDensity is the source's.
func (e *Embedded) LogDensity(x []float64) float64 { return e.inner().LogDensity(e.in(x)) }

// Evenly gives the images of the source's points.
func (e *Embedded) Evenly(n int) (*points.Set, []float64) {
	set, shares := e.inner().Evenly(n)
	return e.image(set), shares
}

// Nearest is the image of the point nearest to the foot of x in the source's space.
func (e *Embedded) Nearest(x []float64) []float64 {
	nearest := make([]float64, len(x))
	e.out(nearest, e.inner().Nearest(e.in(x)))
	return nearest
}

// Topology is the source's.
func (e *Embedded) Topology() (Topology, bool) { return e.inner().Topology() }

// Parameters are the source's.
func (e *Embedded) Parameters() []float64 { return e.Source.(Family).Parameters() }

// With embeds the source's member alike.
func (e *Embedded) With(parameters []float64) (member Family, inside bool) {
	changed, inside := Member(e.Source.(Family), parameters)
	return &Embedded{Source: changed, Dimension: e.Dimension, Rotation: e.Rotation}, inside
}

// Score is the source's.
func (e *Embedded) Score(x []float64, weight float64, gradient []float64) {
	e.Source.(Family).Score(e.in(x), weight, gradient)
}
