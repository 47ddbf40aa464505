package loss

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

// Norm names how far F(x) is from zero.
type Norm string

// Choices lists the norms.
func (Norm) Choices() []config.Choice {
	return []config.Choice{
		{Name: "l2", Doc: "Euclidean norm |F|, as in equation 8"},
		{Name: "l1", Doc: "sum of |F_i|"},
		{Name: "l2_squared", Doc: "|F|^2, smooth at the manifold"},
		{Name: "l2_squared_energy",
			Doc: "|F|^2, which as negative_norm is the energy of the negative samples' chains too, and whose own " +
				"square squared_norm_weight weighs: as the paper does of images"},
	}
}

// of is the norm of each row of y [batch, c], as [batch].
func (n Norm) of(y *graph.Node) *graph.Node {
	switch n {
	case "l1":
		return graph.ReduceSum(graph.Mul(y, graph.StopGradient(graph.Sign(y))), 1)
	case "l2_squared", "l2_squared_energy":
		return squaredNorm(y)
	default:
		return autodiff.Norm(y)
	}
}

// squaredNorm is |y|^2 of each row, [batch].
func squaredNorm(y *graph.Node) *graph.Node { return graph.ReduceSum(graph.Mul(y, y), 1) }

// Implicit makes a network a manifold-defining function (paper, equation 8, with the released code's squared-norm
// term):
//
//	E |F(x)| - alpha E |F(x')| + beta E (eta - |v^T J(x)|)_+^2 + beta E (|v^T J(x)| - max)_+^2 + w E |F(x')|^2
//
// over data x, negative samples x' of the energy |F|, and cotangents v uniform on the unit sphere of R^c. See
// offSurface for the terms that negative_rank_weight and off_surface_weight add.
type Implicit struct {
	NegativeWeight     float64  `yaml:"negative_weight" default:"0.3" range:"[0, inf)" doc:"weight of the negative samples' norm (alpha in the paper)"`
	SquaredNormWeight  float64  `yaml:"squared_norm_weight" default:"1" range:"[0, inf)" doc:"weight of the negative samples' squared norm, which bounds F (in the released code, not in the paper)"`
	RankWeight         float64  `yaml:"rank_weight" default:"1" range:"[0, inf)" doc:"weight of the bounds on the Jacobian's singular values (beta in the paper)"`
	MinSingularValue   float64  `yaml:"min_singular_value" default:"1" range:"[0, inf)" doc:"bound below which singular values of the Jacobian are penalized (eta in the paper)"`
	MaxSingularValue   *float64 `yaml:"max_singular_value" range:"(0, inf)" doc:"bound above which singular values are penalized; none unless given"`
	NegativeRankWeight float64  `yaml:"negative_rank_weight" default:"0" range:"[0, inf)" doc:"weight of the same bounds on the singular values at the negative samples (not in the paper)"`
	OffSurfaceWeight   float64  `yaml:"off_surface_weight" default:"0" range:"[0, inf)" doc:"weight of the mean of exp(-|F|/off_surface_scale) at the negative samples; if uniform, it charges length or area (not in the paper)"`
	OffSurfaceScale    float64  `yaml:"off_surface_scale" default:"0.1" range:"(0, inf)" doc:"|F| from which on a negative sample counts as off the manifold"`
	BoundaryWeight     float64  `yaml:"boundary_weight" default:"0" range:"[0, inf)" doc:"weight of F's shortfall from boundary_margin on the box's boundary, which keeps the manifold inside (not in the paper)"`
	BoundaryMargin     float64  `yaml:"boundary_margin" default:"0.1" range:"(0, inf)" doc:"value that F should exceed on the box's boundary, up to a common sign; in codimension 2 and more, along its mean direction"`
	PositiveNorm       Norm     `yaml:"positive_norm" default:"l2" doc:"norm of F at the data"`
	NegativeNorm       Norm     `yaml:"negative_norm" default:"l2" doc:"norm of F at the negative samples"`
}

// Check refuses bounds that exclude each other.
func (l *Implicit) Check() error {
	if l.MaxSingularValue != nil && *l.MaxSingularValue < l.MinSingularValue {
		return &config.FieldError{Field: "max_singular_value", Found: "a value below min_singular_value",
			Allowed: "at least min_singular_value"}
	}
	return nil
}

// Terms implements Manifold.
func (l *Implicit) Terms() []string {
	terms := []string{"data_norm", "negative_norm", "rank"}
	if l.NegativeRankWeight > 0 {
		terms = append(terms, "negative_rank")
	}
	if l.OffSurfaceWeight > 0 {
		terms = append(terms, "off_surface")
	}
	if l.BoundaryWeight > 0 {
		terms = append(terms, "boundary")
	}
	return terms
}

// Needs implements Manifold.
func (l *Implicit) Needs() ManifoldNeeds {
	return ManifoldNeeds{Cotangents: true, SquaredEnergy: l.NegativeNorm == "l2_squared_energy",
		Boundary: l.BoundaryWeight > 0,
		Hint: "a learning rate that is too high, or a manifold-defining function that grows without bound " +
			"(raise squared_norm_weight or set max_singular_value)",
		Negatives: l.NegativeWeight > 0 || l.SquaredNormWeight > 0 || l.NegativeRankWeight > 0 ||
			l.OffSurfaceWeight > 0}
}

// VersionIn is 2 where the boundary term is, or may be, that of codimension 2 and more, which was another in version 1.
func (l *Implicit) VersionIn(codimension int) int {
	if l.BoundaryWeight > 0 && codimension != 1 {
		return 2
	}
	return 1
}

// Value implements Manifold.
func (l *Implicit) Value(f network.Function, in ManifoldInputs) (total *graph.Node, terms []*graph.Node) {
	value, derivative := f.Linearize(in.Data)
	positive := graph.ReduceAllMean(l.PositiveNorm.of(value))
	rank := l.rank(derivative, in.Cotangents)
	total = graph.Add(positive, graph.MulScalar(rank, l.RankWeight))
	negative := graph.ScalarZero(in.Data.Graph(), in.Data.DType())
	var weighted, further []*graph.Node
	if in.Negatives != nil {
		there, derivative := f.Linearize(in.Negatives)
		negative = graph.ReduceAllMean(l.NegativeNorm.of(there))
		total = graph.Sub(total, graph.MulScalar(negative, l.NegativeWeight))
		total = graph.Add(total, graph.MulScalar(graph.ReduceAllMean(l.squaredNegative(there)), l.SquaredNormWeight))
		weighted, further = l.offSurface(there, derivative, in.Cotangents)
	}
	if in.Boundary != nil {
		boundary := l.Boundary(f, in.Boundary)
		weighted, further = append(weighted, graph.MulScalar(boundary, l.BoundaryWeight)), append(further, boundary)
	}
	for _, term := range weighted {
		total = graph.Add(total, term)
	}
	return total, append([]*graph.Node{positive, negative, rank}, further...)
}

// squaredNegative is what keeps the negative norm from growing, of each row of F(x').
func (l *Implicit) squaredNegative(there *graph.Node) *graph.Node {
	squared := squaredNorm(there)
	if l.NegativeNorm == "l2_squared_energy" {
		return graph.Mul(squared, squared)
	}
	return squared
}

// rank is the mean of (eta - |v^T J|)_+^2 + (|v^T J| - max)_+^2.
func (l *Implicit) rank(derivative autodiff.Linear, cotangents *graph.Node) *graph.Node {
	// With one output the cotangent is +-1 and does not matter: |v^T J| = |J|.
	stretch := autodiff.SafeSqrt(squaredNorm(derivative.VJP(cotangents)))
	rank := squaredExcess(graph.AddScalar(graph.Neg(stretch), l.MinSingularValue))
	if l.MaxSingularValue != nil {
		rank = graph.Add(rank, squaredExcess(graph.AddScalar(stretch, -*l.MaxSingularValue)))
	}
	return rank
}

// squaredExcess is the mean of (x)_+^2.
func squaredExcess(x *graph.Node) *graph.Node {
	positive := graph.MaxScalar(x, 0)
	return graph.ReduceAllMean(graph.Mul(positive, positive))
}

var (
	_ Manifold       = (*Implicit)(nil)
	_ Versioned      = (*Implicit)(nil)
	_ config.Checker = (*Implicit)(nil)
)

// Boundary is the mean, over points of the box's boundary [batch, n], of (boundary_margin - s F)_+ in codimension 1,
// where s is the sign that F has on most of them, and of (boundary_margin - <u, F>)_+ in higher codimension, where the
// unit vector u is the direction of the mean of F/|F| over them. It is 0 when the manifold keeps its distance from the
// boundary and so, being closed inside the box, can't leave it.
//
// That |F| is large would not do in higher codimension: the manifold meets the boundary in few points then, around
// which F takes all directions, so that to push F away from 0 on all sides makes F steeper there and moves no zero;
// and in the part of the boundary where |F| is small there is hardly ever a point of a batch. To ask for one direction
// charges the whole of the boundary where F has others. It rules no closed curve in space out: F/|F| maps the
// boundary, a sphere, to a circle, and any such map can be deformed to a constant.
func (l *Implicit) Boundary(f network.Function, boundary *graph.Node) *graph.Node {
	y := f.Apply(boundary)
	if y.Shape().Dimensions[1] > 1 {
		y = graph.ReduceSum(graph.Mul(y, graph.ExpandLeftToRank(direction(y), 2)), 1)
	} else {
		y = graph.Mul(y, graph.StopGradient(graph.Sign(graph.ReduceAllSum(graph.Sign(y)))))
	}
	return graph.ReduceAllMean(graph.MaxScalar(graph.AddScalar(graph.Neg(y), l.BoundaryMargin), 0))
}

// direction is the unit vector [c] of the mean direction of the rows of y [batch, c].
func direction(y *graph.Node) *graph.Node {
	return graph.Reshape(autodiff.Direction(graph.ReduceAndKeep(autodiff.Direction(y), graph.ReduceMean, 0)),
		y.Shape().Dimensions[1])
}

// offSurface is the weighted terms, and the terms themselves, that keep superfluous pieces from the manifold, at
// negative samples where F is value [batch, c]:
//
//   - negative_rank, the bounds on the singular values there too. With both at 1 and samples uniform in the box this
//     is the
//     eikonal term of Gropp, Yariv, Haim, Atzmon and Lipman (2020), Implicit geometric regularization for learning
//     shapes,
//     equation 2: |F| becomes the distance to F = 0.
//   - off_surface, the mean of exp(-|F|/s), after Sitzmann, Martel, Bergman, Lindell and Wetzstein (2020), Implicit
//     neural
//     representations with periodic activation functions. With singular values 1 and samples uniform in a box of
//     volume V
//     it is, by the co-area formula and to first order in s, m s^c/V times the integral of exp(-|y|) over R^c, for a
//     manifold of length or area m: 2 m s/V in codimension 1.
//
// Together they make pieces without data cost, so that of several trainings the one with the lowest loss has fewest.
func (l *Implicit) offSurface(value *graph.Node, derivative autodiff.Linear, cotangents *graph.Node) (weighted,
	terms []*graph.Node) {
	add := func(term *graph.Node, weight float64) {
		weighted, terms = append(weighted, graph.MulScalar(term, weight)), append(terms, term)
	}
	if l.NegativeRankWeight > 0 {
		add(l.rank(derivative, cotangents), l.NegativeRankWeight)
	}
	if l.OffSurfaceWeight > 0 {
		add(graph.ReduceAllMean(graph.Exp(graph.MulScalar(autodiff.Norm(value), -1/l.OffSurfaceScale))),
			l.OffSurfaceWeight)
	}
	return weighted, terms
}
