package chains

import (
	"testing"

	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// A step by conjugate gradients keeps no rows of the Jacobian: in a codimension of images a batch of 64 fits any
// machine.
func TestDemandOfManyDimensions(t *testing.T) {
	demanded := func(codimension int) (bytes float64) {
		f := train.NewLedger(&train.Training{Batch: 64, Steps: new(10)})
		Demand(f, "energy.sampler", sampler.ChainSettings{Steps: 1}, &network.MLP{Hidden: []int{1000}}, 784, 1,
			codimension, 1000)
		for _, d := range f.Demands {
			bytes += d.Bytes
		}
		return bytes
	}
	few, many := demanded(64), demanded(768)
	if few < 20*many || demanded(32) > few {
		t.Errorf("%v bytes in codimension 32, %v in 64 and %v in 768", demanded(32), few, many)
	}
}
