package dataset

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Of a table of poses headings become points of a circle, and come back; one beyond a turn is a mistake.
func TestWithAngles(t *testing.T) {
	folder := t.TempDir()
	text := []byte("x,heading,y\n1,90,2\n3,-180,4\n")
	if err := os.WriteFile(filepath.Join(folder, "poses.csv"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	w := &WithAngles{File: "poses.csv", Columns: []string{"x", "heading", "y"}, Turning: []string{"heading"},
		Unit: "degrees", TableFormat: TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	set, err := w.Load(Env{Dir: folder}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 0, 1, 2, 3, -1, 0, 4} {
		if math.Abs(set.Data[i]-want) > 1e-12 {
			t.Errorf("coordinate %d: %v, want %v", i, set.Data[i], want)
		}
	}
	if row := w.Row(set.At(0)); math.Abs(row[1]-90) > 1e-9 || row[0] != 1 || row[2] != 2 {
		t.Errorf("%v comes back as %v", set.At(0), row)
	}
	if _, err := w.Place([]float64{0, 400, 0}); err == nil {
		t.Error("400 degrees are an angle")
	}
	w.Turning = []string{"yaw"}
	if err := w.Check(); err == nil {
		t.Error("an angle that is no column is taken")
	}
}

// A quaternion and its negative are one rotation, whose matrix turns vectors as the quaternion does and comes back as
// the quaternion; hours and counts begin anew after their own periods; circles and matrices have one scale each.
func TestWithRotations(t *testing.T) {
	w := &WithAngles{Columns: []string{"hour", "z", "qi", "qw", "qj", "qk", "count"},
		Turning: []string{"count", "hour"}, Periods: []float64{4096, 24}, Rotation: []string{"qw", "qi", "qj", "qk"},
		TableFormat: TableFormat{Delimiter: "auto"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	row := []float64{6, 7, 0.5, -0.1, 0.7, -0.5, 1024} // qw < 0
	point, err := w.Place(row)
	if err != nil {
		t.Fatal(err)
	}
	turned := slices.Clone(row)
	for _, i := range []int{2, 3, 4, 5} {
		turned[i] = -row[i]
	}
	if same, _ := w.Place(turned); !floats.EqualApprox(point, same, 1e-12) {
		t.Errorf("q is placed at %v, -q at %v", point, same)
	}
	if back := w.Row(point); !floats.EqualApprox(back, turned, 1e-9) {
		t.Errorf("%v comes back as %v", turned, back)
	}
	if at := point[:5]; !floats.EqualApprox(at, []float64{0, 1, 7, 0, 1}, 1e-12) { // the count's circle follows z
		t.Errorf("circles and z: %v", at)
	}
	// A quarter turn about z takes x to y.
	half := math.Sqrt(0.5)
	quarter, err := rotationOf([4]float64{half, 0, 0, half})
	if err != nil || !floats.EqualApprox(quarter, []float64{0, -1, 0, 1, 0, 0, 0, 0, 1}, 1e-12) {
		t.Errorf("a quarter turn about z: %v, %v", quarter, err)
	}
	if _, err := w.Place([]float64{6, 7, 1, 1, 0, 0, 0}); err == nil {
		t.Error("a quaternion of length 1.4 is taken")
	}
	if blocks := w.Blocks(); !slices.Equal(blocks, []int{2, 1, 2, 9}) || w.FullDimension() != 6 {
		t.Errorf("blocks %v, dimension %d", blocks, w.FullDimension())
	}
	set := &points.Set{Dim: 3, Data: []float64{0, 0, 100, 2, 0.2, 300}}
	scaling, _ := Standardize(set, StandardizeColumns, []int{2, 1})
	one := math.Sqrt((1 + 0.01) / 2)
	if !floats.EqualApprox(scaling.Scale, []float64{one, one, 100}, 1e-12) {
		t.Errorf("scales %v, want %v twice and 100", scaling.Scale, one)
	}
	for _, wrong := range []WithAngles{
		{Columns: []string{"a"}},
		{Columns: []string{"a"}, Turning: []string{"a"}, Periods: []float64{1, 2}},
		{Columns: []string{"a", "b"}, Rotation: []string{"a", "b"}},
		{Columns: []string{"a", "b", "c", "d"}, Rotation: []string{"a", "b", "c", "d"}, Angles: &rollPitchAndYaw},
		{Columns: []string{"a", "b", "c", "d"}, Rotation: []string{"a", "b", "c", "d"}, Turning: []string{"d"}},
	} {
		if wrong.Check() == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

// A quaternion, the vector along its axis, whose length is its angle, and its matrix are one rotation, and come back.
func TestRotationsInOtherNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for range 200 {
		q := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		floats.Scale(math.Copysign(1/floats.Norm(q, 2), q[0]), q)
		matrix, err := matrixOf(q, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		angle, vector := 2*math.Acos(q[0]), slices.Clone(q[1:]) // in degrees
		floats.Scale(180/math.Pi*angle/math.Sin(angle/2), vector)
		other := slices.Clone(vector) // the rest of a turn about the opposite axis
		floats.Scale(1-360/floats.Norm(vector, 2), other)
		for _, numbers := range [][]float64{vector, other, matrix} {
			same, err := matrixOf(numbers, 360, nil)
			if err != nil || !floats.EqualApprox(same, matrix, 1e-9) {
				t.Errorf("%v has the matrix %v (%v), want %v", numbers, same, err, matrix)
			}
		}
		for _, numbers := range [][]float64{q, vector, matrix} {
			if back := fromMatrix(matrix, len(numbers), 360, nil); !floats.EqualApprox(back, numbers, 1e-6) {
				t.Errorf("%v comes back as %v", numbers, back)
			}
		}
	}
	identity := []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	none, err := matrixOf(make([]float64, 3), 360, nil)
	if back := fromMatrix(none, 3, 360, nil); err != nil || !slices.Equal(none, identity) || floats.Norm(back, 2) != 0 {
		t.Errorf("no turn: %v, %v, back %v", none, err, back)
	}
	for _, wrong := range [][]float64{{0, 0, 361}, {math.NaN(), 0, 0}, {-1, 0, 0, 0, 1, 0, 0, 0, 1},
		{1, 0, 0, 0, 1, 0, 0, 0.1, 1}, make([]float64, 9)} {
		if matrix, err := matrixOf(wrong, 360, nil); err == nil {
			t.Errorf("%v is taken for a rotation: %v", wrong, matrix)
		}
	}
}

var rollPitchAndYaw = RotationAngles("roll_pitch_yaw")

// Roll, pitch and yaw are turns about x, then y, then z, and come back; with the nose up only what roll and yaw do
// together is known.
func TestRollPitchYaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	turn := func(axis int, degrees float64) *mat.Dense {
		m, sin, cos := mat.NewDense(3, 3, nil), math.Sin(degrees*math.Pi/180), math.Cos(degrees*math.Pi/180)
		a, b := (axis+1)%3, (axis+2)%3
		m.Set(axis, axis, 1)
		m.Set(a, a, cos)
		m.Set(b, b, cos)
		m.Set(a, b, -sin)
		m.Set(b, a, sin)
		return m
	}
	for range 100 {
		angles := []float64{360*rng.Float64() - 180, 178*rng.Float64() - 89, 360*rng.Float64() - 180}
		var want mat.Dense
		want.Product(turn(2, angles[2]), turn(1, angles[1]), turn(0, angles[0]))
		got, err := matrixOf(angles, 360, &rollPitchAndYaw)
		if err != nil || !floats.EqualApprox(got, want.RawMatrix().Data, 1e-9) {
			t.Fatalf("%v has the matrix %v (%v), want %v", angles, got, err, want.RawMatrix().Data)
		}
		if back := fromMatrix(got, 3, 360, &rollPitchAndYaw); !floats.EqualApprox(back, angles, 1e-6) {
			t.Errorf("%v comes back as %v", angles, back)
		}
	}
	up, err := matrixOf([]float64{30, 90, 50}, 360, &rollPitchAndYaw)
	same, otherErr := matrixOf([]float64{10, 90, 30}, 360, &rollPitchAndYaw)
	if err != nil || otherErr != nil || !floats.EqualApprox(up, same, 1e-9) {
		t.Errorf("with the nose up %v and %v differ (%v, %v)", up, same, err, otherErr)
	}
	if _, err := matrixOf([]float64{0, 0, 360.2}, 360, &rollPitchAndYaw); err != nil {
		t.Errorf("a rounded turn is refused: %v", err)
	}
	if _, err := matrixOf([]float64{0, 0, 361}, 360, &rollPitchAndYaw); err == nil {
		t.Error("more than a turn is taken")
	}
}

// Right ascensions in hours are placed as 15 degrees each, and come back as hours.
func TestPlacesInHours(t *testing.T) {
	hours := LongitudeUnit("hours")
	sky := &PlaceTable{Columns: []string{"dec", "ra"}, Unit: &hours}
	point, err := sky.Place([]float64{-30, 18})
	if err != nil {
		t.Fatal(err)
	}
	if want := onEarth(-30, 270); !floats.EqualApprox(point, want, 1e-12) {
		t.Errorf("18 h: %v, want %v", point, want)
	}
	if row := sky.Row(point); !floats.EqualApprox(row, []float64{-30, 18}, 1e-9) {
		t.Errorf("comes back as %v", row)
	}
	if _, err := sky.Place([]float64{0, 200}); err == nil {
		t.Error("200 hours are taken")
	}
}

// Places beside other columns become points of the sphere behind these, whose poles are points, and come back.
func TestWithPlaces(t *testing.T) {
	w := &WithAngles{Columns: []string{"lon", "depth", "lat", "hour"}, Turning: []string{"hour"},
		Periods: []float64{24}, Places: []string{"lat", "lon"}, TableFormat: TableFormat{Delimiter: "auto"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	row := []float64{-120, 7, 30, 6}
	point, err := w.Place(row)
	want := []float64{7, 0, 1, -math.Sqrt(3) / 4, -0.75, 0.5}
	if err != nil || !floats.EqualApprox(point, want, 1e-12) || !slices.Equal(w.Blocks(), []int{1, 2, 3}) {
		t.Errorf("%v, %v, blocks %v", point, err, w.Blocks())
	}
	if back := w.Row(point); !floats.EqualApprox(back, row, 1e-9) {
		t.Errorf("%v comes back as %v", row, back)
	}
	if _, err := w.Place([]float64{0, 0, 91, 0}); err == nil {
		t.Error("a latitude of 91 degrees is placed")
	}
	none := &WithAngles{Columns: []string{"hour"}, Turning: []string{"hour"}, Periods: []float64{24},
		Places: []string{}, Rotation: []string{}}
	if point, err := none.Place([]float64{6}); err != nil || len(point) != 2 || len(none.Blocks()) != 1 {
		t.Errorf("without places and a rotation: %v, %v, blocks %v", point, err, none.Blocks())
	}
	a, _ := w.Place([]float64{10, 0, 90, 0})
	if b, _ := w.Place([]float64{200, 0, 90, 0}); !floats.EqualApprox(a, b, 1e-12) {
		t.Errorf("a pole is at %v and %v", a, b)
	}
	for _, places := range [][]string{{"lat"}, {"lat", "hour"}, {"lat", "y"}} {
		if w.Places = places; w.Check() == nil {
			t.Errorf("places %v are taken", places)
		}
	}
}

// Spherical coordinates are places, too: the angle from an axis, and the azimuth around it.
func TestWithPolarAngles(t *testing.T) {
	polar := Polar("polar")
	w := &WithAngles{Columns: []string{"gain", "theta", "phi"}, Places: []string{"theta", "phi"}, Polar: &polar,
		Unit: "radians", TableFormat: TableFormat{Delimiter: "auto"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	row := []float64{3, 2 * math.Pi / 3, -math.Pi / 2}
	point, err := w.Place(row)
	if want := []float64{3, 0, -math.Sqrt(3) / 2, -0.5}; err != nil || !floats.EqualApprox(point, want, 1e-12) {
		t.Errorf("%v, %v", point, err)
	}
	if back := w.Row(point); !floats.EqualApprox(back, row, 1e-9) {
		t.Errorf("%v comes back as %v", row, back)
	}
	if _, err := w.Place([]float64{0, 3.2, 0}); err == nil {
		t.Error("an angle of more than half a turn from the axis is placed")
	}
	if w.Places = nil; w.Check() == nil {
		t.Error("angles of no places are taken")
	}
}
