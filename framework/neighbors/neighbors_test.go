package neighbors_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// plainly searches by looking at every point.
func plainly(x *points.Set, i, k int) (indices []int, distances []float64) {
	squared := make([]float64, x.Len())
	for j := range x.Len() {
		for axis, v := range x.At(j) {
			squared[j] += (v - x.At(i)[axis]) * (v - x.At(i)[axis])
		}
		if j != i {
			indices = append(indices, j)
		}
	}
	slices.SortFunc(indices, func(a, b int) int { return cmp.Or(cmp.Compare(squared[a], squared[b]), a-b) })
	indices = indices[:min(k, len(indices))]
	for _, j := range indices {
		distances = append(distances, math.Sqrt(squared[j]))
	}
	return indices, distances
}

func normal(rng *rand.Rand, n, dim int) *points.Set {
	x := points.New(n, dim)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	return x
}

func TestNearestIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	grid := points.New(400, 2) // nothing but ties
	for i := range grid.Len() {
		grid.At(i)[0], grid.At(i)[1] = float64(i%20), float64(i/20)
	}
	repeated := normal(rng, 300, 3)
	for i := 100; i < 300; i++ {
		copy(repeated.At(i), repeated.At(i%7))
	}
	far := normal(rng, 200, 2)
	for i := range far.Data {
		far.Data[i] += 1e6
	}
	for name, x := range map[string]*points.Set{
		"plane": normal(rng, 300, 2), "thirty dimensions": normal(rng, 150, 30), "line": normal(rng, 200, 1),
		"grid": grid, "repeated": repeated,
		"equal": points.New(50, 2), "far": far, "two": normal(rng, 2, 3), "one": normal(rng, 1, 3),
		"none": points.New(0, 3),
	} {
		for _, k := range []int{1, 2, 10, 1000} {
			indices, distances := neighbors.Nearest(x, k)
			if len(indices) != x.Len() || len(distances) != x.Len() {
				t.Fatalf("%s: answers for %d and %d of %d points", name, len(indices), len(distances), x.Len())
			}
			for i := range indices {
				wantIndices, wantDistances := plainly(x, i, k)
				if !slices.Equal(indices[i], wantIndices) || !slices.Equal(distances[i], wantDistances) {
					t.Fatalf("%s, k = %d, point %d: %v %v, want %v %v", name, k, i, indices[i], distances[i],
						wantIndices, wantDistances)
				}
			}
		}
	}
}

func TestTreeOfOtherPoints(t *testing.T) {
	tree := neighbors.New(&points.Set{Dim: 2, Data: []float64{0, 0, 3, 4, 0, 1}})
	indices, distances := tree.Nearest([]float64{0, 0}, 2)
	if !slices.Equal(indices, []int{0, 2}) || !slices.Equal(distances, []float64{0, 1}) {
		t.Errorf("got %v %v", indices, distances)
	}
	if indices, _ := tree.Nearest([]float64{0, 0}, 0); len(indices) != 0 {
		t.Errorf("none wanted, got %v", indices)
	}
}

func TestPrincipalComponents(t *testing.T) {
	const offset = 1e8
	x := &points.Set{Dim: 3, Data: []float64{offset + 3, 4, 1, offset - 3, -4, 1, offset - 0.8, 0.6, 1, offset + 0.8,
		-0.6, 1, 7, 7, 7}}
	c, err := neighbors.PrincipalComponents(x, []int{0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
	if d := diff.Diff([]float64{12.5, 0.5, 0}, c.Variances, diff.Comparer(near)); d != "" {
		t.Error(d)
	}
	if d := diff.Diff([]float64{offset, 0, 1}, c.Mean, diff.Comparer(near)); d != "" {
		t.Error(d)
	}
	var gram mat.Dense
	gram.Mul(c.Axes.T(), c.Axes)
	if !mat.EqualApprox(&gram, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-12) {
		t.Errorf("the axes are not orthonormal: %v", mat.Formatted(&gram))
	}
	if along := c.Axes.At(0, 0)*0.6 + c.Axes.At(1, 0)*0.8; math.Abs(math.Abs(along)-1) > 1e-6 {
		t.Errorf("the first axis is %v", mat.Col(nil, 0, c.Axes))
	}
	if one, err := neighbors.PrincipalComponents(x, []int{4}); err != nil ||
		!slices.Equal(one.Variances, []float64{0, 0, 0}) || !slices.Equal(one.Mean, []float64{7, 7, 7}) {
		t.Errorf("one point: %+v, %v", one, err)
	}
	wide := normal(rand.New(rand.NewPCG(1, 2)), 5, 8)
	all, errAll := neighbors.PrincipalComponents(wide, []int{0, 1, 2, 3, 4})
	variances, err := neighbors.Variances(wide, []int{0, 1, 2, 3, 4})
	if d := diff.Diff(all.Variances, variances, diff.Comparer(func(a,
		b float64) bool {
		return math.Abs(a-b) < 1e-12
	})); d != "" || err != nil || errAll != nil {
		t.Error(d, err, errAll)
	}
	x.Data[0] = math.NaN()
	if _, err := neighbors.PrincipalComponents(x, []int{0, 1}); err == nil {
		t.Error("NaN has components")
	}
}

// Axes are orthonormal, and the covariance along them is diagonal with the variances, whether there are more points or
// more dimensions. Of all that there are, nothing is off the axes.
func TestLargestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 22))
	for _, test := range []struct{ m, n, most, count int }{{40, 6, 100, 6}, {5, 8, 100, 4}, {40, 6, 2, 2},
		{5, 8, 2, 2}, {8, 8, 100, 7}} {
		x := normal(rng, test.m, test.n)
		for i := range x.Data {
			x.Data[i] *= float64(1 + i%test.n)
		}
		everyone := points.Range(0, test.m)
		c, err := neighbors.LargestComponents(x, everyone, test.most)
		if err != nil {
			t.Fatal(err)
		}
		if rows, count := c.Axes.Dims(); rows != test.n || count != test.count || len(c.Variances) != count {
			t.Fatalf("%d axes of R^%d with %d variances; want %+v", count, rows, len(c.Variances), test)
		}
		whole, err := neighbors.Variances(x, everyone)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Diff(whole[:test.count], c.Variances, diff.Comparer(func(a,
			b float64) bool {
			return math.Abs(a-b) < 1e-9
		})); d != "" {
			t.Error(d)
		}
		var gram, along, covariance mat.Dense
		gram.Mul(c.Axes.T(), c.Axes)
		centered, total := mat.NewDense(test.m, test.n, nil), 0.0
		for i, v := range x.Data {
			d := v - c.Mean[i%test.n]
			centered.Set(i/test.n, i%test.n, d)
			total += d * d / float64(test.m)
		}
		along.Mul(centered, c.Axes)
		covariance.Mul(along.T(), &along)
		covariance.Scale(1/float64(test.m), &covariance)
		for _, v := range c.Variances {
			total -= v
		}
		if ones := slices.Repeat([]float64{1}, test.count); !mat.EqualApprox(&gram,
			mat.NewDiagDense(test.count, ones), 1e-10) {
			t.Errorf("%+v: the products of the axes are %v", test, mat.Formatted(&gram))
		}
		if !mat.EqualApprox(&covariance, mat.NewDiagDense(test.count, c.Variances), 1e-9) {
			t.Errorf("%+v: along the axes the covariance is %v, the variances are %v", test,
				mat.Formatted(&covariance), c.Variances)
		}
		if test.count == min(test.n, test.m-1) && math.Abs(total) > 1e-8 {
			t.Errorf("%+v: the variance off the axes is %v", test, total)
		}
	}
	same, err := neighbors.LargestComponents(points.New(2, 3), []int{0, 1}, 2)
	if err != nil || !slices.Equal(same.Variances, []float64{0}) {
		t.Errorf("equal points: %+v, %v", same, err)
	}
	if _, err := neighbors.LargestComponents(&points.Set{Dim: 3, Data: []float64{math.NaN(), 0, 0, 1, 1, 1}},
		[]int{0, 1}, 2); err == nil {
		t.Error("NaN has components")
	}
}

func BenchmarkNearest(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []int{1, 2, 7} {
		turn := normal(rng, 30, 2*m)
		x := points.New(10000, 30)
		for i := range x.Len() { // a product of m circles, turned and stretched
			for j := range m {
				sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
				for axis := range 30 {
					x.At(i)[axis] += turn.At(axis)[2*j]*sin + turn.At(axis)[2*j+1]*cos
				}
			}
		}
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			for b.Loop() {
				neighbors.Nearest(x, 20)
			}
		})
	}
}

func ExampleNearest() {
	x := &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 5, 0}}
	indices, distances := neighbors.Nearest(x, 1)
	fmt.Println(indices, distances)
	// Output: [[1] [0] [1]] [[1] [1] [4]]
}

func TestDistance(t *testing.T) {
	tree := neighbors.New(&points.Set{Dim: 1, Data: []float64{0, 1, 3}})
	for k, want := range map[int]float64{1: 0.5, 2: 0.5, 3: 2.5, 4: 2.5} {
		if got := tree.Distance([]float64{0.5}, k); got != want {
			t.Errorf("of %d: %v, not %v", k, got, want)
		}
	}
}
