package sampler

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/points"
)

// Buffer is a replay buffer: the ends of past chains, from which most new ones start. One of size 0 keeps none.
type Buffer struct {
	settings BufferSettings
	dim      int
	Points   []float32 // filled part, row-major
	next     int       // row that is written next, once the buffer is full
}

// NewBuffer is an empty buffer of points in R^dim.
func NewBuffer(settings BufferSettings, dim int) *Buffer {
	return &Buffer{settings: settings, dim: dim}
}

// Len is the number of points in the buffer.
func (b *Buffer) Len() int { return len(b.Points) / b.dim }

// Start fills x, row by row, with points from the buffer (with probability Reuse) or fresh ones.
func (b *Buffer) Start(x []float32, rng *rand.Rand, fresh func(point []float32) error) error {
	return b.settings.Start(b.Len(), len(x)/b.dim, rng, func(i, kept int) error {
		row := x[i*b.dim : (i+1)*b.dim]
		if kept == FreshPoint {
			return fresh(row)
		}
		copy(row, b.Points[kept*b.dim:])
		return nil
	})
}

// FreshPoint is in place of a row of the buffer where a chain starts from a fresh point.
const FreshPoint = -1

// Start gives for each of batch chains the row from which it starts, of as many as are in the buffer, or that it
// starts from a fresh point.
func (s BufferSettings) Start(length, batch int, rng *rand.Rand, start func(chain, row int) error) error {
	for i := range batch {
		row := FreshPoint
		if length > 0 && rng.Float64() < s.Reuse {
			row = rng.IntN(length)
		}
		if err := start(i, row); err != nil {
			return err
		}
	}
	return nil
}

// Keep stores the ends of chains, the oldest leaving when the buffer is full. Points that are not finite are left out.
func (b *Buffer) Keep(x []float32) {
	for i := 0; i < len(x); i += b.dim {
		row := x[i : i+b.dim]
		switch {
		case !points.AllFinite(row) || b.settings.Size == 0:
		case b.Len() < b.settings.Size:
			b.Points = append(b.Points, row...)
		default:
			copy(b.Points[b.next*b.dim:], row)
			b.next = (b.next + 1) % b.settings.Size
		}
	}
}

// Snapshot is the buffer's content for a checkpoint: the points and the row that is written next.
func (b *Buffer) Snapshot() (content *points.Set, next int) {
	return points.FromFloat32(b.Points, b.dim), b.next
}

// Restore replaces the buffer's content by a snapshot's.
func (b *Buffer) Restore(content []float32, next int) error {
	if len(content)%b.dim != 0 || len(content)/b.dim > b.settings.Size || next < 0 || next >= max(b.settings.Size, 1) {
		return fmt.Errorf("a replay buffer of %d points in R^%d can't hold %d numbers and continue at row %d",
			b.settings.Size, b.dim, len(content), next)
	}
	b.Points, b.next = append([]float32(nil), content...), next
	return nil
}
