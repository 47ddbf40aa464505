package chains

import (
	"math"

	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Demand adds a sampler's chains and its replay buffer.
func Demand(f *train.Ledger, field string, s sampler.ChainSettings, n network.Network, in, out,
	codimension int, points int) {
	batch := float64(f.Training.BatchOf(points))
	steps := float64(max(s.Unroll, 1))
	f.Add(field+".unroll", train.Bytes32*batch*steps*float64(in), "noise of %.4g steps of %.4g chains in R^%d",
		steps, batch, in)
	if codimension > 0 {
		f.Rows("energy.training.batch", n, in, out, batch*float64(sampler.JacobianRows(codimension)))
	}
	// Kept in single precision, and copied twice for a checkpoint.
	kept := math.Min(float64(s.Buffer.Size), batch*float64(f.Training.StepsFor(points)))
	f.Add(field+".buffer.size", (2*train.Bytes32+train.Bytes64)*kept*float64(in),
		"a replay buffer of %.4g points in R^%d", kept, in)
}
