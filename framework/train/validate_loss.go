package train

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// ValidateLoss makes a problem's validation its loss at other inputs, which stay the same from look to look: as many
// arrays as the problem's, of any batch.
func ValidateLoss(t Task, p *Problem, inputs []backend.Array) error {
	dimensions := make([][]int, len(inputs))
	for i, input := range inputs {
		dimensions[i] = input.Dimensions
	}
	program, err := backend.Compile(t.Engine, p.Name+" validation", [][]int{{network.Size(p.Parameters)}}, dimensions,
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			total, _ := p.Loss(network.Unflatten(state[0], p.Parameters), inputs)
			return nil, []*graph.Node{total}
		})
	if err != nil {
		return err
	}
	var out []backend.Array
	p.Validate = func(parameters backend.State) (float64, error) {
		var err error
		if out, err = program.Run(parameters, inputs, out); err != nil {
			return 0, err
		}
		return float64(out[0].Data[0]), nil
	}
	return nil
}

// Divergence is why a loss diverges, where it knows no other reason.
const Divergence = "a learning rate that is too high (lower it, or set clip_norm)"
