package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
)

// Activation names an elementwise nonlinearity.
type Activation string

// Choices lists the activations.
func (Activation) Choices() []config.Choice {
	return []config.Choice{
		{Name: "silu", Doc: "z * logistic(z), smooth and unbounded; the paper's choice"},
		{Name: "softplus", Doc: "log(1 + exp(z)), a smooth rectifier"},
		{Name: "tanh", Doc: "hyperbolic tangent, bounded"},
		{Name: "relu", Doc: "max(z, 0), whose second derivative is 0"},
		{Name: "sine", Doc: "sin(z), for detail at high frequency"},
	}
}

// Apply returns the activation of z and its derivative there, both as graphs that can be differentiated further.
func (a Activation) Apply(z *graph.Node) (value, derivative *graph.Node) {
	switch a {
	case "softplus":
		rectified := graph.MaxScalar(z, 0)
		return graph.Add(rectified, graph.Log1p(graph.Exp(graph.Neg(graph.Abs(z))))), graph.Logistic(z)
	case "tanh":
		value = graph.Tanh(z)
		return value, graph.OneMinus(graph.Mul(value, value))
	case "relu":
		derivative = graph.ConvertDType(graph.GreaterThan(z, graph.ZerosLike(z)), z.DType())
		return graph.Mul(z, derivative), derivative
	case "sine":
		return graph.Sin(z), graph.Cos(z)
	default: // silu: with s = logistic(z), (z s)' = s + z s (1 - s) = s (1 + z - z s)
		logistic := graph.Logistic(z)
		value = graph.Mul(z, logistic)
		return value, graph.Mul(logistic, graph.OnePlus(graph.Sub(z, value)))
	}
}
