package energy

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"ebim/framework/backend"
	"ebim/framework/kernels"
	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/train"
)

// place makes an energy from the data, at their nearest points of the domain, and saves it.
func place(ctx context.Context, n network.Placed, t train.Task, name string, domain support.Domain) error {
	if backend.IsDraft(t.Engine) { // only the graphs are wanted: that of the energy itself
		const few = 8
		drafted := network.Trained{Network: n, Parameters: n.Empty(min(t.Data.Len(), few), domain.Ambient(),
			domain.Dimension())}
		energies, err := newEnergies(t.Environment, drafted, domain.Ambient())
		if err == nil {
			_, err = energiesAt(ctx, energies, t.Data.Slice(0, 1).Float32())
		}
		return err
	}
	rng := random.New(t.Seed, name+"/place", 0)
	data, err := nearest(ctx, domain, t.Data.AtMost(n.Sees(t.Data.Len()), rng))
	if err != nil {
		return err
	}
	site, err := siteOf(ctx, domain, data, rng)
	if err != nil {
		return err
	}
	parameters, err := n.Place(site, 1, rng)
	if err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), parameters)
}

// siteOf is what a placed network sees of data on a domain.
func siteOf(ctx context.Context, domain support.Domain, data *points.Set, rng *rand.Rand) (*network.Site, error) {
	tangential, err := support.As[support.Tangential](domain,
		"has no tangents for kernels: choose a network that is trained")
	if err != nil {
		return nil, err
	}
	tangents, err := tangential.Tangents(ctx, data)
	if err != nil {
		return nil, err
	}
	site := &network.Site{Data: data, Tangents: tangents, Dimension: domain.Dimension()}
	if near, ok := domain.(support.NearData); ok {
		site.Nearby = func() (*kernels.Nodes, error) { return near.Nearby(ctx, rng) }
	}
	if support.CheckQuadrature(domain) != nil {
		return site, nil
	}
	q, err := domain.(support.Quadrable).Quadrature(ctx, loss.DefaultCells(facts(domain)))
	var unmeshable *mesh.UnmeshableError
	switch {
	case err == nil:
		site.Nodes = &kernels.Nodes{At: q.Nodes, LogWeights: q.LogWeights}
	case !errors.As(err, &unmeshable): // without a mesh there are kernels only
		return nil, err
	}
	return site, nil
}

// nearest is the data at their nearest points of the domain, and as they are where none is found, so that their number
// stays.
func nearest(ctx context.Context, domain support.Domain, data *points.Set) (*points.Set, error) {
	if domain.Dimension() == domain.Ambient() {
		return data, nil
	}
	near, err := support.Nearest(ctx, domain, data)
	if err != nil {
		return nil, err
	}
	if near.Unconverged == data.Len() {
		return nil, fmt.Errorf("none of %d data points reached the learned manifold; train the manifold longer, or "+
			"with another seed", data.Len())
	}
	for i, residual := range near.Residual {
		if !(residual <= support.OnManifold) {
			copy(near.Points.At(i), data.At(i))
		}
	}
	for i, first := range data.FirstEqual() { // no rounding between points that repeat
		copy(near.Points.At(i), near.Points.At(first))
	}
	return near.Points, nil
}

// placedDemand is the memory of an energy made from the given number of points: its parameters, as they are found and
// used, and their values at a batch.
func placedDemand(f *train.Ledger, n network.Placed, count int, on loss.Support) []train.Demand {
	const copies, values = 6, 4
	one := n.Empty(1, on.Ambient, on.Dimension)
	kernels, parameters := float64(one[0].Dimensions[0]), numbers(one)-numbers(n.Empty(0, on.Ambient, on.Dimension))
	f.Add("energy.network", float64(count)*parameters*copies*train.Bytes64, "%.4g numbers around each of %d points",
		parameters, count)
	f.Add("energy.network", n.Work(count)*train.Bytes64, "smooth densities of %d points", count)
	f.Add("energy.network", float64(count)*kernels*network.EvaluationBatch*values*train.Bytes32,
		"kernels of %d points at a batch of %d", count, network.EvaluationBatch)
	return f.Demands
}

// numbers counts those of parameters.
func numbers(all []network.Parameter) (count float64) {
	for _, p := range all {
		count += float64(len(p.Values))
	}
	return count
}
