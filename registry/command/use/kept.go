package use

import (
	"sync/atomic"

	"ebim/framework/experiment/subject"
	"ebim/framework/support"
)

// opened is a trained model, and how its points are written.
type opened struct {
	*subject.Finished
	columns columns
	units   units
	access  *subject.Opened
	scores  *scorer // nil before it is asked for
}

// Close frees the model.
func (m *opened) Close() error {
	m.access.Close()
	return nil
}

// scorer looks at points by a model.
type scorer struct {
	*opened
	on         support.Support
	logs       support.Logger // nil for none
	normalizer string         // what is to be said of it
	reference  *reference     // nil before it is asked for
	border     *border        // the same
	lost       *atomic.Int64
}

// reference is the data's own points, as the scorer's measure ranks them.
type reference struct {
	points int
	are    string    // which points they are
	ranked []float64 // sorted
}

// border is where the manifold ends.
type border struct {
	distance func(foot []float64) float64
	unknown  string // why it is not known
}
