package loss

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

// Denoising makes a network a manifold-defining function whose Gauss-Newton step takes the noise away; see the package
// for its derivation. With x~ = x + s r of normal r, c outputs, unit cotangents v, normal frames N, the data's scale d
// and q from 1 to Sharpening it is
//
//	E ( |J(x~)^T F(x~) - (x~ - x)|^2 / s^2 + q |F(x)|^2 / (w d)^2 ) / c + b c E (|v^T J(x)| - 1)^2 +
//	  o E (0.7 - (+-) det J(x) N(x))_+^2
type Denoising struct {
	MinNoise          *float64 `yaml:"min_noise" range:"(0, inf)" doc:"least standard deviation of the noise, in units of the data; by default from nearest neighbors' distances and the data's scale"`
	MaxNoise          *float64 `yaml:"max_noise" range:"(0, inf)" doc:"largest standard deviation of the noise, in units of the data; from the data's scale unless given"`
	MiddleNoise       *float64 `yaml:"middle_noise" range:"[0, 1]" doc:"share of the noise with log-normal scales around 1.6 times the data's, by a factor of 1.8, which decides what an image shows; none unless given"`
	LargeNoiseWeight  *float64 `yaml:"large_noise_weight" range:"[0, inf)" doc:"weight of errors in units of the data's scale, beside those in units of the noise; 1 as in Karras et al. (2022), 0 unless given"`
	DataTolerance     float64  `yaml:"data_tolerance" default:"0.1" range:"(0, inf]" doc:"|F| at the data that costs as much as an undenoised direction, as a fraction of the data's scale; infinite, with denoiser, to rely on the least noise"`
	Sharpening        float64  `yaml:"sharpening" default:"9" range:"[1, inf)" doc:"factor by which the cost of |F| at the data grows in the second half of the training, unless the data are too noisy"`
	RankWeight        float64  `yaml:"rank_weight" default:"1" range:"[0, inf)" doc:"weight of the deviation of the Jacobian's singular values from 1"`
	OrientationWeight float64  `yaml:"orientation_weight" default:"5" range:"[0, inf)" doc:"weight of the orientation of the Jacobian along the data, in codimension 2 to 4"`
}

// Check implements config.Checker.
func (l *Denoising) Check() error {
	if l.MinNoise != nil && l.MaxNoise != nil && *l.MaxNoise < *l.MinNoise {
		return &config.FieldError{Field: "max_noise", Found: "a value below min_noise", Allowed: "at least min_noise"}
	}
	return nil
}

// Denoises states that draws by diffusion are possible.
func (*Denoising) Denoises() bool { return true }

// CheckNetwork implements NetworkChecker.
func (l *Denoising) CheckNetwork(n network.Network) *config.FieldError {
	if !math.IsInf(l.DataTolerance, 1) || network.EstimatesNoise(n) {
		return nil
	}
	return &config.FieldError{Field: "data_tolerance",
		Found:   "an infinite one, which lets |F| stay above 0 at the data",
		Allowed: "a finite number, or network: denoiser"}
}

// VersionIn implements Versioned: 2 where there may be frames, whose products with J were once not taken by its rows,
// with other bits.
func (l *Denoising) VersionIn(codimension int) int {
	if l.OrientationWeight > 0 && 1 < codimension && codimension <= MostOriented {
		return 2
	}
	return 1
}

// Terms implements Manifold.
func (l *Denoising) Terms() []string {
	return []string{"denoising", "data_norm", "rank", "orientation"}
}

// Needs implements Manifold.
func (l *Denoising) Needs() ManifoldNeeds {
	noise := &Noise{Lowest: l.MinNoise, Highest: l.MaxNoise}
	if l.MiddleNoise != nil {
		noise.Middle = *l.MiddleNoise
	}
	return ManifoldNeeds{Cotangents: l.RankWeight > 0, Progress: l.Sharpening > 1, Noise: noise,
		Frames: l.OrientationWeight > 0}
}

// rankDeviation is the mean of (|v^T J| - 1)^2 over unit cotangents v.
func rankDeviation(derivative autodiff.Linear, cotangents *graph.Node) *graph.Node {
	deviation := graph.AddScalar(autodiff.SafeSqrt(squaredNorm(derivative.VJP(cotangents))), -1)
	return graph.ReduceAllMean(graph.Mul(deviation, deviation))
}

// pinned are the data at which the loss looks at F. Where nothing there costs anything a few are enough.
func (l *Denoising) pinned(in ManifoldInputs) *graph.Node {
	if !math.IsInf(l.DataTolerance, 1) || l.RankWeight > 0 || in.Frames != nil {
		return in.Data
	}
	const few = 8
	return graph.SliceAxis(in.Data, 0, graph.AxisRange(0, min(few, in.Data.Shape().Dimensions[0])))
}

// oriented is the determinant of J N from which on a frame counts as oriented; where singular values are 1 it is 1.
const oriented = 0.7

// Value implements Manifold.
func (l *Denoising) Value(f network.Function, in ManifoldInputs) (total *graph.Node, terms []*graph.Node) {
	noise, noisy := network.Noise(f, graph.Add(in.Data, in.Noise))
	perDirection := 1 / float64(noisy.Shape().Dimensions[1])
	missed := squaredNorm(graph.Sub(noise, in.Noise))
	denoising := graph.ReduceAllMean(graph.Div(missed, graph.Mul(in.Deviations, in.Deviations)))
	if l.LargeNoiseWeight != nil {
		denoising = graph.Add(denoising, graph.MulScalar(graph.ReduceAllMean(missed),
			*l.LargeNoiseWeight/(in.Scale*in.Scale)))
	}

	value, derivative := f.Linearize(l.pinned(in))
	if in.Frames != nil { // whose products with J would cost c more than its rows, which serve the rank, too
		derivative = autodiff.ByRows(value, derivative)
	}
	norm := graph.ReduceAllMean(squaredNorm(value))
	if math.IsInf(l.DataTolerance, 1) {
		norm = graph.StopGradient(norm)
	}
	rank := graph.ScalarZero(in.Data.Graph(), in.Data.DType())
	if l.RankWeight > 0 { // what weighs nothing would still be differentiated twice
		rank = rankDeviation(derivative, in.Cotangents)
	}

	orientation := graph.ScalarZero(in.Data.Graph(), in.Data.DType())
	if in.Frames != nil {
		orientation = l.orientation(determinant(stretched(derivative, in.Frames,
			in.Data.Shape().Dimensions[1])), in.Pieces)
	}
	tolerance := l.DataTolerance * in.Scale
	cost := graph.MulScalar(norm, 1/(tolerance*tolerance))
	if in.Progress != nil {
		cost = graph.Mul(cost, sharpened(in.Progress, l.sharpening(tolerance, in.Spread)))
	}
	total = graph.MulScalar(graph.Add(denoising, cost), perDirection)
	total = graph.Add(total, graph.MulScalar(rank, l.RankWeight/perDirection))
	total = graph.Add(total, graph.MulScalar(orientation, l.OrientationWeight))
	return total, []*graph.Node{denoising, norm, rank, orientation}
}

// sharpened is 1 in the first half of the training, in which the manifold takes its shape, and grows linearly to a
// factor in the second.
func sharpened(progress *graph.Node, to float64) *graph.Node {
	second := graph.MaxScalar(graph.AddScalar(graph.MulScalar(progress, 2), -1), 0)
	return graph.AddScalar(graph.MulScalar(second, to-1), 1)
}

// besideSpread is how many standard deviations of the data about their manifold |F| is tolerated, at least: no
// manifold passes through all points of noisy data, and one that tries takes the noise for its shape.
const besideSpread = 1.5

// sharpening is the factor at the end, lower where the tolerance that it leads to would be below what the data's
// spread allows.
func (l *Denoising) sharpening(tolerance, spread float64) float64 {
	if spread == 0 {
		return l.Sharpening
	}
	allowed := tolerance / (besideSpread * spread)
	return min(l.Sharpening, max(1, allowed*allowed))
}

// orientation is the mean of (0.7 - sign det J N)_+^2, where the sign is that of the sum over the points of the same
// piece: whether J turns a frame or mirrors it is free, as long as it does the same along a piece.
func (l *Denoising) orientation(determinants, pieces *graph.Node) *graph.Node {
	column := graph.InsertAxes(determinants, -1)
	votes := graph.StopGradient(graph.Sign(graph.MatMul(graph.Transpose(pieces, 0, 1), column)))
	turned := graph.Mul(graph.MatMul(pieces, votes), column)
	return squaredExcess(graph.AddScalar(graph.Neg(turned), oriented))
}

// stretched are the columns [batch, c] of J N, from the frames [batch, c*n].
func stretched(derivative autodiff.Linear, frames *graph.Node, dim int) []*graph.Node {
	var columns []*graph.Node
	for from := 0; from < frames.Shape().Dimensions[1]; from += dim {
		columns = append(columns, derivative.JVP(graph.SliceAxis(frames, 1, graph.AxisRange(from, from+dim))))
	}
	return columns
}

// determinant is that of each row's matrix, [batch], from its columns [batch, c]: by Laplace's expansion along the
// columns, with the minors of the rows chosen so far, 2^c of them.
func determinant(columns []*graph.Node) *graph.Node {
	c := len(columns)
	entry := func(row, column int) *graph.Node {
		return graph.Squeeze(graph.SliceAxis(columns[column], 1, graph.AxisElem(row)), 1)
	}
	minors := map[uint]*graph.Node{0: nil} // of the first columns, by the set of rows
	for column := range c {
		next := map[uint]*graph.Node{}
		for rows := uint(0); rows < 1<<c; rows++ {
			minor, known := minors[rows]
			if !known {
				continue
			}
			for row := range c {
				if rows&(1<<row) != 0 {
					continue
				}
				product := entry(row, column)
				if minor != nil {
					product = graph.Mul(product, minor)
				}
				if below(rows, row)%2 == 1 {
					product = graph.Neg(product)
				}
				if sum := next[rows|1<<row]; sum != nil {
					product = graph.Add(sum, product)
				}
				next[rows|1<<row] = product
			}
		}
		minors = next
	}
	return minors[1<<c-1]
}

// below counts the rows of a set that come after a row: the transpositions that put it in its place.
func below(rows uint, row int) int {
	count := 0
	for rows >>= row + 1; rows != 0; rows &= rows - 1 {
		count++
	}
	return count
}

var (
	_ Manifold       = (*Denoising)(nil)
	_ Versioned      = (*Denoising)(nil)
	_ NetworkChecker = (*Denoising)(nil)
	_ config.Checker = (*Denoising)(nil)
)
