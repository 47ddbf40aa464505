package train

import (
	"github.com/gomlx/compute"

	"ebim/framework/points"
	"ebim/framework/random"
)

// Rows are points as trainings take them, a batch at a time.
type Rows interface {
	// Len is the number of points.
	Len() int
	// Gather writes the points of the given indices one after the other, as a step sees them.
	Gather(step int, indices []int, into []float32)
}

// dense are points in single precision.
type dense struct {
	numbers []float32
	dim     int
}

// RowsOf returns points as they are.
func RowsOf(set *points.Set) Rows { return dense{set.Float32(), set.Dim} }

func (d dense) Len() int { return len(d.numbers) / d.dim }

func (d dense) Gather(_ int, indices []int, into []float32) { Gather(into, d.numbers, indices, d.dim) }

// imageRows are images, each converted when a step wants it.
type imageRows struct {
	images *points.Images
	// A number v is seen as factor (v - shift); nil where it is seen as it is.
	shift, factor []float32
	seed          uint64
}

// ImageRows returns images as networks see them by a scaling, nil for none. What dequantization adds depends on the
// seed and the step.
func ImageRows(images *points.Images, scaling *points.Scaling, seed uint64) Rows {
	r := &imageRows{images: images, seed: seed}
	if scaling != nil {
		for j, shift := range scaling.Shift {
			r.shift, r.factor = append(r.shift, float32(shift)), append(r.factor, float32(1/scaling.Scale[j]))
		}
	}
	return r
}

func (r *imageRows) Len() int { return r.images.Len() }

func (r *imageRows) Gather(step int, indices []int, into []float32) {
	r.images.Gather(into, indices, random.New(r.seed, "data/dequantize", step))
	n := len(r.shift)
	if n == 0 {
		return
	}
	for i := range into {
		j := i % n
		into[i] = (into[i] - r.shift[j]) * r.factor[j]
	}
}

// Batches returns all training points of the environment.
func (e Environment) Batches() Rows {
	if e.Rows != nil {
		return e.Rows
	}
	return RowsOf(e.Data)
}

// Size returns the number of training points.
func (e Environment) Size() int {
	if e.Rows != nil {
		return e.Rows.Len()
	}
	return e.Data.Len()
}

// Stream gives the rows of a training's steps. While a step runs, those of the next one are gathered, where that is
// work.
type Stream struct {
	rows   Rows
	order  *batches // of the steps ahead
	buffer []float32
	ahead  chan int // gives the step whose rows are in the buffer; nil when none are on their way
}

// NewStream returns the stream of rows of dim numbers for a training of the given seed and name.
func NewStream(rows Rows, dim int, training *Training, seed uint64, name string) *Stream {
	s := &Stream{rows: rows}
	if _, ready := rows.(dense); !ready {
		s.order = newBatches(training, rows.Len(), seed, name)
		s.buffer = make([]float32, training.BatchOf(rows.Len())*dim)
	}
	return s
}

// Read writes the rows of a step, whose indices come from the loop.
func (s *Stream) Read(step int, indices []int, into []float32) {
	if s.order == nil {
		s.rows.Gather(step, indices, into)
		return
	}
	if s.ahead != nil && <-s.ahead == step {
		copy(into, s.buffer)
	} else { // the first step, or one after it was resumed
		s.rows.Gather(step, indices, into)
	}
	next := s.order.at(step + 1)
	s.ahead = make(chan int, 1)
	go func(done chan<- int) {
		s.rows.Gather(step+1, next, s.buffer)
		done <- step + 1
	}(s.ahead)
}

// Gather copies the rows of data, of dim numbers each, with the given indices.
func Gather(into, data []float32, indices []int, dim int) {
	for i, k := range indices {
		copy(into[i*dim:(i+1)*dim], data[k*dim:(k+1)*dim])
	}
}

// Environment is what a model is trained and used in: the engine, the training points and the box around them.
type Environment struct {
	Engine compute.Backend
	Data   *points.Set // all training points, or as many of them, evenly spaced, as are looked at in double precision
	Rows   Rows        // all training points, for batches; nil for Data
	Box    points.Box
	Seed   uint64
}
