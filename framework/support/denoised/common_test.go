package denoised

import (
	"ebim/framework/network"
	"ebim/framework/support/implicit"
	"ebim/framework/train"
)

// set is the zero set of a function.
func set(env train.Environment, f network.Trained, codimension int) *Set {
	return New(implicit.Function{Env: env, F: f, Codimension: codimension})
}
