package loss

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

// Role is the part of a model that a loss trains.
type Role string

// The roles.
const (
	Manifold    Role = "manifold"
	Energy      Role = "energy"
	Autoencoder Role = "autoencoder"
)

// Loss is a declared loss.
type Loss interface {
	// Role is what the loss trains.
	Role() Role
	// Terms names what the loss reports beside its total, in order.
	Terms() []string
}

// Norm names how far F(x) is from zero.
type Norm string

// Choices lists the norms.
func (Norm) Choices() []config.Choice {
	return []config.Choice{
		{Name: "l2", Doc: "Euclidean norm |F|, as in equation 8"},
		{Name: "l1", Doc: "sum of |F_i|"},
		{Name: "l2_squared", Doc: "|F|^2, smooth at the manifold"},
	}
}

// of is the norm of each row of y [batch, c], as [batch].
func (n Norm) of(y *graph.Node) *graph.Node {
	switch n {
	case "l1":
		return graph.ReduceSum(graph.Mul(y, graph.StopGradient(graph.Sign(y))), 1)
	case "l2_squared":
		return squaredNorm(y)
	default:
		return autodiff.Norm(y)
	}
}

// squaredNorm is |y|^2 of each row, [batch].
func squaredNorm(y *graph.Node) *graph.Node { return graph.ReduceSum(graph.Mul(y, y), 1) }

// Implicit makes a network a manifold-defining function (paper, equation 8, with the released code's squared-norm term):
//
//	E |F(x)| - alpha E |F(x')| + beta E (eta - |v^T J(x)|)_+^2 + beta E (|v^T J(x)| - max)_+^2 + w E |F(x')|^2
//
// over data x, negative samples x' of the energy |F|, and cotangents v uniform on the unit sphere of R^c. See offSurface for
// the terms that negative_rank_weight and off_surface_weight add.
type Implicit struct {
	NegativeWeight     float64  `yaml:"negative_weight" default:"0.3" range:"[0, inf)" doc:"weight of the negative samples' norm (alpha in the paper)"`
	SquaredNormWeight  float64  `yaml:"squared_norm_weight" default:"1" range:"[0, inf)" doc:"weight of the negative samples' squared norm, which keeps F from growing without bound (in the released code, not in the paper)"`
	RankWeight         float64  `yaml:"rank_weight" default:"1" range:"[0, inf)" doc:"weight of the bounds on the Jacobian's singular values (beta in the paper)"`
	MinSingularValue   float64  `yaml:"min_singular_value" default:"1" range:"[0, inf)" doc:"bound below which singular values of the Jacobian are penalised (eta in the paper)"`
	MaxSingularValue   *float64 `yaml:"max_singular_value" range:"(0, inf)" doc:"bound above which singular values are penalised; none unless given"`
	NegativeRankWeight float64  `yaml:"negative_rank_weight" default:"0" range:"[0, inf)" doc:"weight of the same bounds on the singular values at the negative samples (not in the paper)"`
	OffSurfaceWeight   float64  `yaml:"off_surface_weight" default:"0" range:"[0, inf)" doc:"weight of the mean of exp(-|F|/off_surface_scale) at the negative samples, which grows with the manifold's length or area where they are uniform in the box (not in the paper)"`
	OffSurfaceScale    float64  `yaml:"off_surface_scale" default:"0.1" range:"(0, inf)" doc:"|F| from which on a negative sample counts as off the manifold"`
	BoundaryWeight     float64  `yaml:"boundary_weight" default:"0" range:"[0, inf)" doc:"weight of what F lacks of boundary_margin on the boundary of the box, which keeps the manifold inside (not in the paper)"`
	BoundaryMargin     float64  `yaml:"boundary_margin" default:"0.1" range:"(0, inf)" doc:"value that F should exceed on the boundary of the box, up to one sign for all of it; in codimension 2 and more, along its mean direction there"`
	PositiveNorm       Norm     `yaml:"positive_norm" default:"l2" doc:"norm of F at the data"`
	NegativeNorm       Norm     `yaml:"negative_norm" default:"l2" doc:"norm of F at the negative samples"`
}

// Check refuses bounds that exclude each other.
func (l *Implicit) Check() error {
	if l.MaxSingularValue != nil && *l.MaxSingularValue < l.MinSingularValue {
		return &config.FieldError{Field: "max_singular_value", Found: "a value below min_singular_value", Allowed: "at least min_singular_value"}
	}
	return nil
}

// Role implements Loss.
func (*Implicit) Role() Role { return Manifold }

// Terms implements Loss.
func (l *Implicit) Terms() []string {
	terms := []string{"data_norm", "negative_norm", "rank"}
	if l.NegativeRankWeight > 0 {
		terms = append(terms, "negative_rank")
	}
	if l.OffSurfaceWeight > 0 {
		terms = append(terms, "off_surface")
	}
	return terms
}

// NeedsNegatives tells whether negative samples enter the loss at all.
func (l *Implicit) NeedsNegatives() bool {
	return l.NegativeWeight > 0 || l.SquaredNormWeight > 0 || l.NegativeRankWeight > 0 || l.OffSurfaceWeight > 0
}

// Value is the loss of f at data x [batch, n], negatives [batch, n] (nil when not needed) and unit cotangents [batch, c].
func (l *Implicit) Value(f network.Function, x, negatives, cotangents *graph.Node) (total *graph.Node, terms []*graph.Node) {
	value, derivative := f.Linearize(x)
	positive := graph.ReduceAllMean(l.PositiveNorm.of(value))
	rank := l.rank(derivative, cotangents)
	total = graph.Add(positive, graph.MulScalar(rank, l.RankWeight))
	if negatives == nil {
		return total, []*graph.Node{positive, graph.ScalarZero(x.Graph(), x.DType()), rank}
	}
	there, derivative := f.Linearize(negatives)
	negative := graph.ReduceAllMean(l.NegativeNorm.of(there))
	total = graph.Sub(total, graph.MulScalar(negative, l.NegativeWeight))
	total = graph.Add(total, graph.MulScalar(graph.ReduceAllMean(squaredNorm(there)), l.SquaredNormWeight))
	further, terms := l.offSurface(there, derivative, cotangents)
	for _, term := range further {
		total = graph.Add(total, term)
	}
	return total, append([]*graph.Node{positive, negative, rank}, terms...)
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

var _ config.Checker = (*Implicit)(nil)
