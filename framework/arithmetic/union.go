package arithmetic

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/zeroset"
)

// Union is the union of implicit manifolds of codimension 1, the zero set of the product of their manifold-defining
// functions, with the mixture of their energies, -log sum w exp(-E), where all have one (paper, section 3.1, and
// appendix, manifold arithmetic). Where the manifolds cross, the union is not a manifold, and its points are found less
// exactly: the product is small there within a distance of the root of what is found elsewhere.
type Union struct {
	Of      []string  `yaml:"of" length:"[2, 100]" doc:"labels of the models"`
	Weights []float64 `yaml:"weights" default:"null" range:"(0, inf)" doc:"weights of the models' unnormalized densities, relative to each other; equal unless given"`
}

// Check implements config.Checker.
func (u *Union) Check() error {
	return errors.Join(checkLabels(u.Of), checkWeights(u.Weights, len(u.Of)))
}

// CheckDimension implements Model.
func (*Union) CheckDimension(int) error { return nil }

// Operands implements Derived.
func (u *Union) Operands() []string { return u.Of }

// Traits implements Derived.
func (u *Union) Traits(operands []model.Traits) (model.Traits, error) {
	whole := operands[0]
	whole.Denoises = false // of a product
	var errs []error
	for i, n := range operands {
		whole.Density = whole.Density && n.Density
		if err := checkImplicit(u.Of, i, n); err != nil {
			errs = append(errs, err)
		} else if c := n.Codimension(); c != 1 {
			errs = append(errs, &config.FieldError{Field: fmt.Sprintf("of[%d]", i),
				Found:   fmt.Sprintf("%s, of codimension %d", u.Of[i], c),
				Allowed: "manifolds of codimension 1, whose functions have one output to multiply",
				Hint:    "use mixture, which takes models of any kind"})
		}
	}
	return whole, errors.Join(errs...)
}

// checkImplicit refuses an operand without a manifold-defining function.
func checkImplicit(labels []string, i int, n model.Traits) error {
	if n.Implicit {
		return nil
	}
	return &config.FieldError{Field: fmt.Sprintf("of[%d]", i),
		Found:   labels[i] + ", which has no manifold-defining function",
		Allowed: "models with one: implicit_manifold, ebim and what is derived from them",
		Hint:    "use mixture, which takes models of any kind"}
}

// Box implements model.Derived.
func (*Union) Box(operands []points.Box) points.Box { return points.Hull(operands) }

// Combine implements Derived.
func (u *Union) Combine(operands []*model.Trained) (*model.Trained, error) {
	return model.Together(operands, u.combine)
}

func (u *Union) combine(operands []*model.Trained) (*model.Trained, error) {
	parts, err := implicitParts(operands)
	if err != nil {
		return nil, err
	}
	manifold := parts.combined(product, 1, u.Box(parts.boxes()), zeroset.United(parts.manifolds...))
	if len(parts.energies) < len(operands) {
		return &model.Trained{Support: manifold}, nil
	}
	weights := shares(u.Weights, len(u.Of))
	return parts.withEnergy(manifold, func(functions []network.Function) network.Function {
		return scalarCombination{functions, func(energies []*graph.Node) (*graph.Node, []*graph.Node) {
			return mixedEnergy(weights, energies)
		}}
	}), nil
}

// Intersection is the intersection of implicit manifolds, the zero set of their manifold-defining functions next to
// each other, with the sum of their energies; a manifold without an energy adds none (paper, section 3.1, and
// appendix, manifold arithmetic).
//
// Manifolds such as those of two classes of images that have one in common lie in too few dimensions for this: their
// equations are not independent where they meet. With Annealing no such equations are solved. F = (F_1, ...,
// F_k)/sqrt(k) has the gradient step x - J^T F that is the mean of theirs, so the mean of what they take the clean
// image for, and diffusion samples end where all take the image for clean.
type Intersection struct {
	Of        []string            `yaml:"of" length:"[2, 100]" doc:"labels of the models"`
	Annealing *implicit.Annealing `yaml:"annealing" doc:"draw diffusion samples by the mean of the models' estimates, for manifolds learned by denoising; unless given, search for zeros of all functions"`
}

// DrawVersion implements model.Versioned.
func (s *Intersection) DrawVersion() int { return s.Annealing.Version() }

// Check implements config.Checker.
func (s *Intersection) Check() error { return checkLabels(s.Of) }

// CheckDimension implements Model.
func (*Intersection) CheckDimension(int) error { return nil }

// Operands implements Derived.
func (s *Intersection) Operands() []string { return s.Of }

// Traits implements Derived.
func (s *Intersection) Traits(operands []model.Traits) (model.Traits, error) {
	whole := model.Traits{Ambient: operands[0].Ambient, Implicit: true, Denoises: s.Annealing != nil}
	var errs []error
	var codimensions []string
	total := 0
	for i, n := range operands {
		whole.Density = whole.Density || n.Density
		err := checkImplicit(s.Of, i, n)
		if err == nil && s.Annealing != nil && !n.Denoises {
			err = &config.FieldError{Field: fmt.Sprintf("of[%d]", i),
				Found:   s.Of[i] + ", whose manifold-defining function does not denoise",
				Allowed: "models with manifold.loss: denoising, or no annealing"}
		}
		errs = append(errs, err)
		total += n.Codimension()
		codimensions = append(codimensions, fmt.Sprint(n.Codimension()))
	}
	whole.Dimension = whole.Ambient - total
	if s.Annealing != nil {
		whole.Dimension = operands[0].Dimension
		for _, n := range operands {
			whole.Dimension = min(whole.Dimension, n.Dimension)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return whole, err
	}
	if whole.Dimension < 1 {
		found := fmt.Sprintf("codimensions that add up to %s = %d in R^%d, which leaves %d dimensions",
			strings.Join(codimensions, " + "), total, whole.Ambient, whole.Dimension)
		return whole, &config.FieldError{Field: "of", Found: found,
			Allowed: fmt.Sprintf("a sum of at most %d", whole.Ambient-1),
			Hint:    "manifolds of images that have a part in common, learned by denoising, intersect with annealing"}
	}
	return whole, nil
}

// Box implements model.Derived.
func (*Intersection) Box(operands []points.Box) points.Box { return points.Common(operands) }

// Combine implements Derived.
func (s *Intersection) Combine(operands []*model.Trained) (*model.Trained, error) {
	return model.Together(operands, s.combine)
}

func (s *Intersection) combine(operands []*model.Trained) (*model.Trained, error) {
	parts, err := implicitParts(operands)
	if err != nil {
		return nil, err
	}
	box := s.Box(parts.boxes())
	for j, axis := range box {
		if !(axis[0] < axis[1]) {
			return nil, fmt.Errorf("the boxes of %s have nothing in common: along axis %d one ends at %.4g and "+
				"another begins at %.4g", strings.Join(s.Of, ", "), j, axis[1], axis[0])
		}
	}
	codimension := 0
	for _, m := range parts.manifolds {
		codimension += m.Ambient() - m.Dimension()
	}
	if s.Annealing != nil {
		return s.annealed(parts, codimension, box), nil
	}
	manifold := parts.combined(func(functions []network.Function) network.Function { return sideBySide(functions) },
		codimension, box, zeroset.Within(parts.manifolds...))
	if len(parts.energies) == 0 {
		return &model.Trained{Support: manifold}, nil
	}
	return parts.withEnergy(manifold, total), nil
}

// annealed is the intersection that is drawn from by annealing, and by chains from there where there are energies.
func (s *Intersection) annealed(parts implicits, outputs int, box points.Box) *model.Trained {
	dimension := parts.manifolds[0].Dimension()
	for _, m := range parts.manifolds {
		dimension = min(dimension, m.Dimension())
	}
	manifold := parts.combined(averaged, outputs, box, zeroset.Overlapping(dimension), zeroset.Annealed(*s.Annealing))
	if len(parts.energies) == 0 {
		return &model.Trained{Support: manifold, Density: implicit.NewDistribution(manifold, *s.Annealing)}
	}
	return parts.withEnergy(manifold, total)
}

// averaged is functions next to each other, divided by the root of their number, so that the step x - J^T F is the
// mean of theirs.
func averaged(functions []network.Function) network.Function {
	return scaledFunction{sideBySide(functions), 1 / math.Sqrt(float64(len(functions)))}
}

// product is F_1 F_2 ..., with the product of the others as the slope of each.
func product(functions []network.Function) network.Function {
	return scalarCombination{functions, func(values []*graph.Node) (*graph.Node, []*graph.Node) {
		whole, slopes := values[0], make([]*graph.Node, len(values))
		for _, value := range values[1:] {
			whole = graph.Mul(whole, value)
		}
		for i := range slopes {
			slopes[i] = graph.OnesLike(whole)
			for j, value := range values {
				if j != i {
					slopes[i] = graph.Mul(slopes[i], value)
				}
			}
		}
		return whole, slopes
	}}
}

// total is the sum of functions with one output.
func total(functions []network.Function) network.Function {
	return scalarCombination{functions, func(values []*graph.Node) (*graph.Node, []*graph.Node) {
		slopes := make([]*graph.Node, len(values))
		for i, value := range values {
			slopes[i] = graph.OnesLike(value)
		}
		return autodiff.Sum(len(values), func(i int) *graph.Node { return values[i] }), slopes
	}}
}

// mixedEnergy is -log sum_i w_i exp(-E_i), whose slope by E_i is the share of the i-th term. The least term is taken
// out of the sum, so that no exponential overflows and one is 1; it cancels, so that derivatives may take it for
// constant.
func mixedEnergy(weights []float64, energies []*graph.Node) (energy *graph.Node, shares []*graph.Node) {
	terms := make([]*graph.Node, len(energies))
	var least *graph.Node
	for i, e := range energies {
		terms[i] = graph.AddScalar(e, -math.Log(weights[i]))
		if least == nil {
			least = terms[i]
		} else {
			least = graph.Min(least, terms[i])
		}
	}
	least = graph.StopGradient(least)
	for i := range terms {
		terms[i] = graph.Exp(graph.Sub(least, terms[i]))
	}
	sum := autodiff.Sum(len(terms), func(i int) *graph.Node { return terms[i] })
	for _, term := range terms {
		shares = append(shares, graph.Div(term, sum))
	}
	return graph.Sub(least, graph.Log(sum)), shares
}

var (
	_ model.Derived  = (*Union)(nil)
	_ model.Derived  = (*Intersection)(nil)
	_ config.Checker = (*Union)(nil)
	_ config.Checker = (*Intersection)(nil)
)

// implicits are the trained operands of a union or an intersection.
type implicits struct {
	manifolds []implicit.Set
	energies  []*energy.Density // of those operands that have one
}

func implicitParts(operands []*model.Trained) (implicits, error) {
	var parts implicits
	for _, operand := range operands {
		manifold, ok := operand.Support.(implicit.Set)
		if !ok {
			return parts, fmt.Errorf("%s is not the zero set of a manifold-defining function",
				support.NameOf(operand.Support))
		}
		parts.manifolds = append(parts.manifolds, manifold)
		if density := operand.Energy(); density != nil {
			parts.energies = append(parts.energies, density)
		}
	}
	return parts, nil
}

// combined is the zero set of the combined functions, of a codimension, in a box, with the training data of all.
func (p implicits) combined(combine func([]network.Function) network.Function, codimension int, box points.Box,
	options ...zeroset.Option) implicit.Set {
	env := p.manifolds[0].Environment()
	env.Data, env.Box = points.New(0, env.Data.Dim), box
	var functions []network.Trained
	for _, m := range p.manifolds {
		env.Data.Data = append(env.Data.Data, m.Environment().Data.Data...)
		functions = append(functions, *m.Constraint())
	}
	return zeroset.New(env, network.Compose(combine, functions...), codimension, options...)
}

// withEnergy puts the combined energies on a manifold. It is sampled as the first operand with an energy is.
func (p implicits) withEnergy(manifold implicit.Set, combine func([]network.Function) network.Function) *model.Trained {
	var energies []network.Trained
	for _, d := range p.energies {
		energies = append(energies, d.Energy)
	}
	first := p.energies[0]
	return &model.Trained{Support: manifold, Density: &energy.Density{Support: manifold,
		Energy: network.Compose(combine, energies...), Sampling: first.Sampling, Moves: first.Moves}}
}

func (p implicits) boxes() []points.Box {
	var boxes []points.Box
	for _, m := range p.manifolds {
		boxes = append(boxes, m.Environment().Box)
	}
	return boxes
}
