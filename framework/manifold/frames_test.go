package manifold

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// parametrized is a manifold in R^n: a point and a basis of the tangent space there, of parameters between 0 and 1.
type parametrized struct {
	dimension int
	at        func(u []float64) (x []float64, tangents [][]float64)
}

// drawn is count points of a manifold with uniform parameters, and the bases of the tangent spaces there.
func (m parametrized) drawn(tb testing.TB, count int, seed uint64) (set *points.Set, tangents [][][]float64) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	var rows [][]float64
	for range count {
		u := make([]float64, m.dimension)
		for j := range u {
			u[j] = rng.Float64()
		}
		x, along := m.at(u)
		rows, tangents = append(rows, x), append(tangents, along)
	}
	return supporttest.Rows(tb, rows...), tangents
}

// tiltedRing is the unit circle around a center in R^3, in a plane with the normal (0, sin(tilt), cos(tilt)).
func tiltedRing(center [3]float64, tilt float64) parametrized {
	return parametrized{1, func(u []float64) ([]float64, [][]float64) {
		sin, cos := math.Sincos(2 * math.Pi * u[0])
		c, s := math.Cos(tilt), math.Sin(tilt)
		return []float64{center[0] + cos, center[1] + c*sin, center[2] - s*sin}, [][]float64{{-sin, c * cos, -s * cos}}
	}}
}

// torusKnot winds p times around the axis of a torus of radii 2 and 1 in R^3, and q times around its core.
func torusKnot(p, q float64) parametrized {
	return parametrized{1, func(u []float64) ([]float64, [][]float64) {
		a, b := 2*math.Pi*p*u[0], 2*math.Pi*q*u[0]
		r, dr := 2+math.Cos(b), -q*math.Sin(b)
		x := []float64{r * math.Cos(a), r * math.Sin(a), math.Sin(b)}
		return x, [][]float64{{dr*math.Cos(a) - p*x[1], dr*math.Sin(a) + p*x[0], q * math.Cos(b)}}
	}}
}

// band is a closed band of radius 2 and width 1 in R^4 that makes so many half twists: of one, a Moebius band.
func band(twists float64) parametrized {
	return parametrized{2, func(u []float64) ([]float64, [][]float64) {
		a := 2 * math.Pi * u[0]
		half, width := twists*a/2, u[1]-0.5
		r, dr := 2+width*math.Cos(half), -width*math.Sin(half)*twists/2
		x := []float64{r * math.Cos(a), r * math.Sin(a), width * math.Sin(half), 0}
		return x, [][]float64{{dr*math.Cos(a) - x[1], dr*math.Sin(a) + x[0], width * math.Cos(half) * twists / 2, 0},
			{math.Cos(half) * math.Cos(a), math.Cos(half) * math.Sin(a), math.Sin(half), 0}}
	}}
}

// side is the determinant of a frame beside the tangent space, made orthonormal: 1 or -1 where the frame spans the
// normal space.
func side(tb testing.TB, tangents [][]float64, frame *mat.Dense) float64 {
	tb.Helper()
	n, c := frame.Dims()
	square := mat.NewDense(n, n, nil)
	for j, tangent := range tangents {
		square.SetCol(j, tangent)
	}
	var q mat.QR
	along := square.Slice(0, n, 0, n-c).(*mat.Dense)
	q.Factorize(along)
	var basis, triangle mat.Dense
	q.QTo(&basis)
	q.RTo(&triangle)
	for j := range n - c { // the decomposition may mirror a vector; a basis keeps the orientation of the tangents
		for i := range n {
			square.Set(i, j, basis.At(i, j)*math.Copysign(1, triangle.At(j, j)))
		}
	}
	square.Slice(0, n, n-c, n).(*mat.Dense).Copy(frame)
	return mat.Det(square)
}

// checkFrames compares frames of some pieces, a range of points each, with the tangent spaces.
func checkFrames(t *testing.T, f *frames, tangents [][][]float64, sizes ...int) {
	t.Helper()
	if f.reversed > 0 || f.pieces != len(sizes) {
		t.Fatalf("%v of the pairs are reversed, in %d pieces, want none in %d", f.reversed, f.pieces, len(sizes))
	}
	from := 0
	for _, size := range sizes {
		sign := math.Copysign(1, side(t, tangents[from], f.at[from]))
		for i := from; i < from+size; i++ {
			if f.piece[i] != f.piece[from] {
				t.Fatalf("point %d is of piece %d, its neighbors of piece %d", i, f.piece[i], f.piece[from])
			}
			if got := side(t, tangents[i], f.at[i]); got*sign < 0.9 {
				t.Fatalf("the frame of point %d has the determinant %v beside the tangents, want %v", i, got, sign)
			}
			var gram mat.Dense
			gram.Mul(f.at[i].T(), f.at[i])
			if _, c := f.at[i].Dims(); !mat.EqualApprox(&gram, identity(c), 1e-9) {
				t.Fatalf("the frame of point %d is not orthonormal: %v", i, mat.Formatted(&gram))
			}
		}
		from += size
	}
}

// Frames span the normal spaces, oriented alike along a piece, however the points are ordered and however often they
// are there.
func TestNormalFrames(t *testing.T) {
	for name, test := range map[string]struct {
		pieces []parametrized
		sizes  []int
	}{
		"a circle in space": {[]parametrized{tiltedRing([3]float64{}, 1)}, []int{150}},
		"a knot":            {[]parametrized{torusKnot(2, 3)}, []int{600}},
		"a longer knot":     {[]parametrized{torusKnot(2, 5)}, []int{1000}},
		"circles far apart": {[]parametrized{tiltedRing([3]float64{}, 0.3),
			tiltedRing([3]float64{9, 0, 0}, 2)}, []int{150, 100}},
		"linked circles": {[]parametrized{tiltedRing([3]float64{}, 0),
			tiltedRing([3]float64{1, 0, 0}, math.Pi/2)}, []int{200, 200}},
		"circles side by side": {[]parametrized{tiltedRing([3]float64{}, 0),
			tiltedRing([3]float64{0, 0, 0.18}, 0)}, []int{200, 200}},
		"a band with a whole twist": {[]parametrized{band(2)}, []int{1500}},
	} {
		t.Run(name, func(t *testing.T) {
			all, tangents, sizes := new(points.Set), [][][]float64{}, test.sizes
			for k, piece := range test.pieces {
				set, along := piece.drawn(t, sizes[k], uint64(k))
				all.Dim, all.Data, tangents = set.Dim, append(all.Data, set.Data...), append(tangents, along...)
			}
			f, err := normalFrames(all, test.pieces[0].dimension, mostCarried)
			if err != nil {
				t.Fatal(err)
			}
			checkFrames(t, f, tangents, sizes...)
		})
	}
}

// Points that are there more often than a neighborhood has points get the frames of the points by themselves.
func TestNormalFramesOfRepeatedPoints(t *testing.T) {
	once, _ := torusKnot(2, 3).drawn(t, 400, 3)
	var order []int
	for k := range 40 * once.Len() / 10 { // a tenth of them 40 times
		order = append(order, k%(once.Len()/10))
	}
	for i := range once.Len() {
		order = append(order, i)
	}
	repeated, err := normalFrames(once.Select(order), 1, mostCarried)
	if err != nil {
		t.Fatal(err)
	}
	want, err := normalFrames(once, 1, mostCarried)
	if err != nil {
		t.Fatal(err)
	}
	if repeated.pieces != 1 || repeated.reversed != want.reversed || want.reversed != 0 {
		t.Fatalf("%d pieces, %v and %v reversed", repeated.pieces, repeated.reversed, want.reversed)
	}
	for k, i := range order {
		if !mat.Equal(repeated.at[k], want.at[i]) {
			t.Fatalf("copy %d of point %d has another frame", k, i)
		}
	}
}

// Where frames are carried along a part of the points, the others have frames too, oriented alike.
func TestNormalFramesOfManyPoints(t *testing.T) {
	set, tangents := torusKnot(2, 3).drawn(t, 3000, 8)
	f, err := normalFrames(set, 1, 1000)
	if err != nil {
		t.Fatal(err)
	}
	checkFrames(t, f, tangents, 3000)
}

// Few points have orthonormal frames too, those of one piece, and so has a single place.
func TestNormalFramesOfFewPoints(t *testing.T) {
	for count := 1; count <= 14; count++ {
		set, _ := tiltedRing([3]float64{5, 5, 5}, 1).drawn(t, count, 4)
		for _, x := range []*points.Set{set, set.Select(make([]int, count))} {
			f, err := normalFrames(x, 1, mostCarried)
			if err != nil {
				t.Fatal(err)
			}
			if f.pieces != 1 || len(f.at) != count || len(f.rows()) != 6*count || len(f.members()) != count {
				t.Errorf("%d points: %d pieces, %d frames of %d numbers, %d members", count, f.pieces, len(f.at),
					len(f.rows()), len(f.members()))
			}
			for _, v := range f.rows() {
				if !(v >= -1.0001 && v <= 1.0001) {
					t.Fatalf("%d points: %v in a frame", count, v)
				}
			}
		}
	}
}

// Of a Moebius band, whose normal spaces have no frame, a training reports it, and goes on without frames; a band with
// a whole twist has one.
func TestFramesThatComeBackReversed(t *testing.T) {
	for twists, want := range map[float64]bool{1: true, 2: false, 3: true} {
		set, _ := band(twists).drawn(t, 1500, 5)
		m, notes := &Manifold{Dimension: 2, Loss: &loss.Denoising{OrientationWeight: 1}}, []string{}
		task := traintest.Task(t, set, points.Cube(4, -3, 3))
		task.Note = func(line string) { notes = append(notes, line) }
		feeders := m.frameFeeders(task, 10, knownOf(t, m, task).frames)
		if reported := len(notes) == 1 && strings.Contains(notes[0], "Moebius"); reported != want ||
			(len(feeders) == 0) != want {
			t.Errorf("%v half twists: %d feeders, the notes are %q", twists, len(feeders), notes)
		}
		task.Note = nil
		noteReversed(task, 1) // without anybody to tell
	}
}

// What a step is given are the frames of its points, vector by vector, and of which piece each is.
func TestFrameFeeders(t *testing.T) {
	near, _ := tiltedRing([3]float64{}, 1).drawn(t, 60, 6)
	far, _ := tiltedRing([3]float64{9, 0, 0}, 2).drawn(t, 40, 7)
	set := &points.Set{Dim: 3, Data: append(near.Data, far.Data...)}
	f, err := normalFrames(set, 1, mostCarried)
	if err != nil {
		t.Fatal(err)
	}
	indices := []int{99, 3, 60}
	feeders := (&Manifold{Dimension: 1}).frameFeeders(train.Task{Environment: supporttest.Environment(t, set,
		points.Cube(3, -10, 10))}, len(indices), f)
	if len(feeders) != 2 {
		t.Fatal(feeders)
	}
	var given [2][]float32
	for k, one := range feeders {
		into := []backend.Array{train.NewArray(one.Inputs[0])}
		if _, err := one.Feed(train.Moment{Indices: indices}, into); err != nil {
			t.Fatal(err)
		}
		given[k] = into[0].Data
	}
	for row, i := range indices {
		for vector := range 2 {
			for axis := range 3 {
				if got, want := given[0][6*row+3*vector+axis], float32(f.at[i].At(axis, vector)); got != want {
					t.Errorf("coordinate %d of vector %d at point %d is %v, want %v", axis, vector, i, got, want)
				}
			}
		}
		for piece := range 2 {
			want := float32(0)
			if f.piece[i] == piece {
				want = 1
			}
			if got := given[1][2*row+piece]; got != want {
				t.Errorf("point %d is %v of piece %d, want %v", i, got, piece, want)
			}
		}
	}
}

// In R^3, where the loss takes no frames, a Moebius band is reported too, once for all starts, and a band with a whole
// twist is not.
func TestBandsInSpaceAreTold(t *testing.T) {
	for twists, want := range map[float64]int{1: 1, 2: 0} {
		lifted, _ := band(twists).drawn(t, 1500, 5)
		set := points.New(lifted.Len(), 3)
		for i := range set.Len() {
			copy(set.At(i), lifted.At(i)[:3])
		}
		m := vonMises(1)
		m.Dimension, m.Starts = 2, 2
		m.Loss = &loss.Denoising{DataTolerance: 0.1, Sharpening: 1, RankWeight: 1, OrientationWeight: 5}
		task, notes := traintest.Task(t, set, points.Cube(3, -3, 3)), []string{}
		task.Note = func(line string) { notes = append(notes, line) }
		if err := m.Train(t.Context(), task); err != nil {
			t.Fatal(err)
		}
		if len(notes) != want {
			t.Errorf("%v half twists: the notes are %q", twists, notes)
		}
	}
}
