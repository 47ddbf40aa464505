package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// snippet is Python that evaluates a function from its archive.
type snippet struct {
	helpers []string // functions that it calls, in order
	lines   []string // of the function's body
}

// python is how a function is evaluated with NumPy; empty for a network that takes more than a few lines, or whose output is not its code.
func (f *Function) python() string {
	if !f.plain() {
		return ""
	}
	s := &snippet{}
	x := f.Input()
	if f.before != nil {
		s.lines = append(s.lines, x+` = (x - p["standardization/mean"]) / p["standardization/scale"]`)
	}
	y, ok := s.value(f.network.Network, f.Name+"/", x)
	if !ok {
		return ""
	}
	if f.after != nil {
		y = fmt.Sprintf(`p["standardization/mean"] + p["standardization/scale"] * (%s)`, y)
	}
	body := append(s.lines, "return "+y)
	return strings.Join(s.helpers, "\n") + fmt.Sprintf("\ndef %s(%s):\n    %s\n", f.Name, f.Input(), strings.Join(body, "\n    "))
}

// plain tells whether the function is the network's value as it is.
func (f *Function) plain() bool {
	same := f.build == nil
	if same {
		return true
	}
	_, err := f.record(1, func(n network.Function, x *graph.Node) *graph.Node {
		kept := &applied{Function: n}
		y := f.build(kept, x)
		same = y == kept.value
		return y
	})
	return err == nil && same
}

// applied keeps a function's last value.
type applied struct {
	network.Function
	value *graph.Node
}

func (a *applied) Apply(x *graph.Node) *graph.Node {
	a.value = a.Function.Apply(x)
	return a.value
}

// value is an expression for a network of the arrays below a name, at an expression of points.
func (s *snippet) value(n network.Network, name, x string) (string, bool) {
	array := func(of string) string { return fmt.Sprintf("p[%q]", name+of) }
	switch n := n.(type) {
	case *network.MLP:
		return s.perceptron(n, name, x)
	case *network.FourierMLP:
		angles := s.let(fmt.Sprintf("%s @ %s.T", x, array("frequencies")))
		features := fmt.Sprintf("np.sin(%s), np.cos(%s)", angles, angles)
		if n.IncludeInput {
			features += ", " + x
		}
		return s.perceptron(&network.MLP{Hidden: n.Hidden, Activation: n.Activation}, name, s.let("np.hstack(["+features+"])"))
	case *network.Residual:
		g, ok := s.value(n.Network, name, x)
		return fmt.Sprintf("(%s - %s) @ %s.T", x, g, array("coordinates")), ok
	case *network.Ensemble:
		var members []string
		for k := range n.Members {
			member, ok := s.value(n.Network, fmt.Sprintf("%smember_%d/", name, k), x)
			if !ok {
				return "", false
			}
			members = append(members, member)
		}
		return fmt.Sprintf("(%s) / %d", strings.Join(members, " + "), n.Members), true
	case *network.Shortcuts:
		return s.shortcuts(n, name, x)
	case *network.Kernels:
		return s.kernels(n, name, x), true
	}
	return "", false
}

const kernelLogs = `def kernels(name, x):                # logarithms of normal kernels, [batch, kernels]
    centers, axes, along = p[name + "centers"], p[name + "axes"], p[name + "along"]
    axes = axes.reshape(*along.shape, x.shape[1])
    difference = x[:, None] - centers
    tangential = np.einsum("bkn,kmn->bkm", difference, axes)
    return p[name + "logs"] - ((difference ** 2).sum(2) * p[name + "across"] + (tangential ** 2 * along).sum(2)) / 2`

const smoothLogs = `def smooth(name, x):                 # logarithms of smooth densities, [batch, densities]
    squares = ((x[:, None] - p[name + "landmarks"]) ** 2).sum(2)[:, None]
    bumps = np.exp(-squares / p[name + "widths"][:, None] ** 2 / 2)
    return (bumps * p[name + "coefficients"]).sum(2) + p[name + "smooth_logs"]`

// kernels is minus the logarithm of a sum of densities.
func (s *snippet) kernels(n *network.Kernels, name, x string) string {
	s.help(kernelLogs)
	logs := fmt.Sprintf("kernels(%q, %s)", name, x)
	if n.Smooth > 0 {
		s.help(smoothLogs)
		logs = fmt.Sprintf("np.hstack([%s, smooth(%q, %s)])", logs, name, x)
	}
	return fmt.Sprintf("-np.logaddexp.reduce(%s, axis=1, keepdims=True)", logs)
}

// let gives an expression a name.
func (s *snippet) let(expression string) string {
	name := fmt.Sprintf("v%d", len(s.lines))
	s.lines = append(s.lines, name+" = "+expression)
	return name
}

// shortcuts needs n, the number of coordinates, which Python knows.
func (s *snippet) shortcuts(n *network.Shortcuts, name, x string) (string, bool) {
	array := func(of string) string { return fmt.Sprintf("p[%q]", name+of) }
	count := s.let(x + ".shape[1]")
	total := s.let(fmt.Sprintf("%s @ %s.T", x, array("linear")))
	if n.Radial {
		radius := fmt.Sprintf("np.sqrt((%s ** 2).sum(1, keepdims=True) + %s / 10) - np.sqrt(1.1 * %s)", x, count, count)
		total = s.let(fmt.Sprintf("%s + (%s) @ %s.T", total, radius, array("radial")))
	}
	if n.Squares > 0 {
		total = s.let(fmt.Sprintf("%s + (%s @ %s.T) ** 2 @ %s.T", total, x, array("directions"), array("squares")))
	}
	g, ok := s.value(n.Network, name, s.let(fmt.Sprintf("%s * min(1, np.sqrt(3 / %s))", x, count)))
	return total + " + " + g, ok
}

// activations are NumPy's formulas of the nonlinearities.
var activations = map[network.Activation]string{
	"silu": "h / (1 + np.exp(-h))", "softplus": "np.logaddexp(h, 0)", "tanh": "np.tanh(h)", "relu": "np.maximum(h, 0)", "sine": "np.sin(h)",
}

const perceptron = `def perceptron(name, h, layers, activation):
    for i in range(layers):
        h = h @ p[f"{name}layer_{i}/weights"].T + p[f"{name}layer_{i}/biases"]
        if i < layers - 1:
            h = activation(h)
    return h`

func (s *snippet) perceptron(n *network.MLP, name, x string) (string, bool) {
	formula, known := activations[n.Activation]
	if n.SpectralNorm || !known {
		return "", false
	}
	s.help(perceptron)
	s.help(fmt.Sprintf("def %s(h):\n    return %s", n.Activation, formula))
	return fmt.Sprintf("perceptron(%q, %s, %d, %s)", name, x, len(n.Hidden)+1, n.Activation), true
}

// help adds a function unless it is there.
func (s *snippet) help(text string) {
	if !slices.Contains(s.helpers, text) {
		s.helpers = append(s.helpers, text)
	}
}
