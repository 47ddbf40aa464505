// Package searched is the zero set of a manifold-defining function on which points are found by projection. It has no
// mesh: uniform points come from the box or from chains, integrals and draws from kernels around the data.
package searched

import (
	"context"
	"fmt"
	"sync"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// Set is a searched zero set.
type Set struct {
	implicit.Function
	// Kept reports which points of F = 0 belong to the support; nil: all.
	Kept func(ctx context.Context, x *points.Set) ([]bool, error)

	starts struct { // found once
		lock  sync.Mutex
		found *points.Set
	}
}

// New is the zero set of a function.
func New(f implicit.Function) *Set { return &Set{Function: f} }

// String implements fmt.Stringer.
func (z *Set) String() string {
	return fmt.Sprintf("a learned manifold of dimension %d in R^%d", z.Dimension(), z.Ambient())
}

// Domain implements support.Carrier.
func (z *Set) Domain() support.Domain { return z }

// Moved implements support.Support: the zero set of F(s^-1(x)).
func (z *Set) Moved(by support.Similarity) support.Support { return New(z.After(by)) }

var (
	_ implicit.Set           = (*Set)(nil)
	_ support.Projector      = (*Set)(nil)
	_ support.Starter        = (*Set)(nil)
	_ support.Noiser         = (*Set)(nil)
	_ support.Pooled         = (*Set)(nil)
	_ support.Diffused       = (*Set)(nil)
	_ support.Integrator     = (*Set)(nil)
	_ support.NearData       = (*Set)(nil)
	_ support.Tangential     = (*Set)(nil)
	_ support.Walker         = (*Set)(nil)
	_ support.Stretcher      = (*Set)(nil)
	_ support.Differentiable = (*Set)(nil)
)
