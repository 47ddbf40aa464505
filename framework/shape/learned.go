package shape

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support/ridged"
)

// lack is by what factor the displacement leaves more of the noise in data than kernels on the other data do, at that
// noise at which it is largest, up to an eighth of the data's scale: clearly above 1 there is structure in them that it
// has not learned. Kernels need no training: they are the mean of the data x_j given y,
// sum w_j x_j with w_j ~ exp(-|y - x_j|^2/(2 s^2)), if data are all that there is.
func (l *Look) lack(ctx context.Context) (worst float64, err error) {
	const most, coarsest = 500, 0.13
	field, err := ridged.NewField(l.env.Engine, l.h, l.env.Data.Dim, 1)
	if err != nil {
		return 0, err
	}
	x, rng := l.env.Data.Different(), random.New(0, "shape/lack", 0)
	if grouped(x) { // kernels learn a point from its copies
		return 0, nil
	}
	chosen := rng.Perm(x.Len())[:min(most, x.Len())]
	for _, scale := range l.Scales {
		if scale.Fine || scale.Noise > coarsest {
			continue
		}
		s, noisy := scale.Noise*l.unit, x.Select(chosen)
		for i := range noisy.Data {
			noisy.Data[i] += s * rng.NormFloat64()
		}
		h, err := field.At(s).Displacements(ctx, noisy)
		if err != nil {
			return 0, err
		}
		left, least := make([]float64, len(chosen)), make([]float64, len(chosen))
		parallel.Each(len(chosen), func(i int) {
			mean := expected(x, chosen[i], noisy.At(i), s)
			for j, v := range x.At(chosen[i]) {
				left[i] += square(noisy.At(i)[j] - h.At(i)[j] - v)
			}
			least[i] = points.SquaredDistance(mean, x.At(chosen[i]))
		})
		worst = max(worst, floats.Sum(left)/floats.Sum(least))
	}
	return worst, nil
}

// grouped reports whether points lie in groups, as copies with a little noise do: the distances to the second and
// farther neighbors of many leap somewhere by a factor, as those of a sixth of points along a curve do.
func grouped(x *points.Set) bool {
	const some, near, leap, most = 500, 33, 3, 0.3
	tree, looked, leaping := neighbors.New(x), x.Evenly(some), 0
	for i := range looked.Len() {
		_, d := tree.Nearest(looked.At(i), near+1)
		for k := 3; k < len(d); k++ {
			if d[k] > leap*d[k-1] {
				leaping++
				break
			}
		}
	}
	return float64(leaping) > most*float64(looked.Len())
}

func square(x float64) float64 { return x * x }

// expected is the mean of the data other than one, given y, which is that with noise s.
func expected(x *points.Set, one int, y []float64, s float64) []float64 {
	squares := make([]float64, x.Len())
	for j := range squares {
		squares[j] = points.SquaredDistance(y, x.At(j))
	}
	squares[one] = math.Inf(1)
	nearest, mean, total := floats.Min(squares), make([]float64, x.Dim), 0.0
	for j, d := range squares {
		w := math.Exp((nearest - d) / (2 * s * s))
		total += w
		floats.AddScaled(mean, w, x.At(j))
	}
	floats.Scale(1/total, mean)
	return mean
}
