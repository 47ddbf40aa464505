package figure

import (
	"image"
	"image/color"
	"math"
	"testing"

	"ebim/framework/arithmetic"
	"ebim/framework/colormap"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
)

func TestCurveLiesWhereItIsWithTheColorsOfItsDensity(t *testing.T) {
	p := drawn(t, &Density2D{}, circle())
	square := p.square(t)
	scale := colormap.Sequential().Scale(0, math.Exp(law().LogDensity([]float64{1, 0})))
	for _, angle := range []float64{0, 0.7, 1.5, 2.4, math.Pi, -1.2} {
		sin, cos := math.Sincos(angle)
		want := scale.Color(math.Exp(law().LogDensity([]float64{cos, sin})))
		if got := p.at(square, cos, sin); !near(got, want, 12) {
			t.Errorf("at angle %g: %v, want %v", angle, got, want)
		}
		for _, radius := range []float64{0.93, 1.07} {
			if got := p.at(square, radius*cos, radius*sin); !near(got, color.White, 4) {
				t.Errorf("at radius %g, angle %g: %v, want white", radius, angle, got)
			}
		}
	}
}

func TestLongSegmentsChangeColorAlongTheWay(t *testing.T) {
	s := circle()
	s.Mesh = &mesh.Mesh{Dimension: 1, Vertices: points.New(2, 2), Elements: []int32{0, 1},
		Values: map[string][]float64{mesh.LogDensity: {math.Inf(-1), 0}}}
	copy(s.Mesh.Vertices.Data, []float64{-1, 0, 1, 0})
	p := drawn(t, &Density2D{}, s)
	square := p.square(t)
	for _, share := range []float64{0.1, 0.5, 0.9} {
		if got, want := p.at(square, 2*share-1, 0), colormap.Sequential().At(share); !near(got, want, 12) {
			t.Errorf("at %g of the way: %v, want %v", share, got, want)
		}
	}
}

func TestTruthShowsKnownDensity(t *testing.T) {
	p := drawn(t, &Density2D{}, truth(circle()))
	square := p.square(t)
	if got := p.at(square, 1, 0); !near(got, top(), 30) {
		t.Errorf("at the mode: %v", got)
	}
	unknown := truth(circle())
	unknown.Source = nil
	if p := drawn(t, &Density2D{}, unknown); p.count(top(), 10) > 0 {
		t.Error("data of an unknown distribution have colors of a density")
	}
}

func TestLawWithoutMeshShowsSamples(t *testing.T) {
	s := circle()
	learned := s.Trained
	s.Trained, s.Mesh, s.Traits.Implicit = lawOnly(law()), nil, false
	p := drawn(t, &Density2D{}, s)
	if got := p.at(p.square(t), 1, 0); !near(got, top(), 30) {
		t.Errorf("at the mode: %v", got)
	}
	s.Trained = learned
	if p := drawn(t, &Density2D{}, s); p.count(top(), 10) > 0 {
		t.Error("a model that has no density, and no mesh, is drawn")
	}
	s = globe()
	learned = s.Trained
	s.Trained, s.Mesh, s.Traits.Implicit = lawOnly(s.Source.(dataset.Distribution)), nil, false
	before := drawn(t, &Density3D{View: DefaultView()}, s).count(top(), 40)
	s.Trained = learned
	if after := drawn(t, &Density3D{View: DefaultView()}, s).count(top(), 40); before == 0 || after > 0 {
		t.Errorf("%d pixels of the highest density with a known one, %d without", before, after)
	}
}

// A mixture of a known distribution and a manifold without a density has neither a mesh nor a density.
func TestMixtureWithoutMeshAndDensityIsSaid(t *testing.T) {
	s := circle()
	s.Trained, s.Mesh, s.Traits.Implicit, s.Traits.Density = mixture(t, lawOnly(law()),
		&model.Trained{Support: s.Trained.Support}), nil, false, false
	if p := drawn(t, &Density2D{}, s); dark(p) < 200 || p.count(top(), 10) > 0 {
		t.Error("nothing says that there is no curve")
	}
	s.Trained = &model.Trained{Support: s.Trained.Support}
	if p := drawn(t, &Density2D{}, s); dark(p) < 200 || p.count(top(), 10) > 0 {
		t.Error("nothing says that there is no curve without a density")
	}
}

func mixture(t *testing.T, operands ...*model.Trained) *model.Trained {
	t.Helper()
	m := &arithmetic.Mixture{Of: []string{"a", "b", "c"}[:len(operands)]}
	made, err := m.Combine(operands)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Several energies are no single one in the plane: a mixture of ambient models shows its samples.
func TestMixtureOfAmbientModelsShowsSamples(t *testing.T) {
	s := ambient(circle())
	s.Trained = mixture(t, s.Trained, s.Trained)
	if p := drawn(t, &Density2D{}, s); p.count(top(), 10) > 0 || p.reddish() < 300 {
		t.Errorf("samples have %d pixels, the highest density %d", p.reddish(), p.count(top(), 10))
	}
	if dark(drawn(t, &EnergySurface{View: DefaultView()}, s)) < 100 {
		t.Error("nothing says that there is no energy to draw")
	}
}

func TestAmbientDensityFillsTheBox(t *testing.T) {
	p := drawn(t, &Density2D{}, ambient(circle()))
	square := p.square(t)
	// exp(2 x1) rises to the right, and does not depend on x2. It is far above nothing at the left border only to 0.25
	// %.
	if got := p.at(square, 1.48, 0.7); !near(got, top(), 25) {
		t.Errorf("at the right: %v", got)
	}
	if got := p.at(square, -1.4, 0.7); !near(got, colormap.Sequential().At(0), 12) {
		t.Errorf("at the left: %v", got)
	}
	if a, b := p.at(square, 1, 1.2), p.at(square, 1, -1.2); !near(a, b, 3) {
		t.Errorf("above %v, below %v", a, b)
	}
}

func TestDataBehindTheModel(t *testing.T) {
	s := circle()
	for i := range s.Train.Len() { // away from the curve, which would hide them
		x := s.Train.At(i)
		x[0], x[1] = 0.5*x[0], 0.5*x[1]
	}
	with, without := drawn(t, &Density2D{Data: true}, s), drawn(t, &Density2D{}, s)
	square := with.square(t)
	if near(with.at(square, 0.5, 0), color.White, 20) || !near(without.at(square, 0.5, 0), color.White, 3) {
		t.Error("data are drawn without being asked for, or not drawn")
	}
}

// dark is the number of pixels of text in the middle half of a picture.
func dark(p *pixels) int {
	size := p.Bounds().Size()
	count := 0
	for y := size.Y / 4; y < 3*size.Y/4; y++ {
		for x := size.X / 4; x < 3*size.X/4; x++ {
			if near(p.At(x, y), plotstyle.Ink(), 40) {
				count++
			}
		}
	}
	return count
}

func TestMissingMeshIsSaidInThePicture(t *testing.T) {
	s := circle()
	s.Mesh, s.Unmeshed = nil, "the zero set fills the box"
	p := drawn(t, &Density2D{}, s)
	p.square(t)
	if dark(p) < 200 {
		t.Error("there is no text in the middle")
	}
}

func TestLeavingTheBoxIsSaid(t *testing.T) {
	// above is the part of a picture where its remarks are, beside the panel's title.
	above := func(p *pixels) int {
		square := p.square(t)
		part := p.Image.(interface {
			SubImage(image.Rectangle) image.Image
		}).SubImage(image.Rect(square.Min.X, square.Min.Y-square.Dy()/10, square.Min.X+square.Dx()/3, square.Min.Y-2))
		return (&pixels{part}).count(plotstyle.Ink(), 40)
	}
	inside, outside := circle(), circle()
	for i := range outside.Mesh.Vertices.Len() {
		outside.Mesh.Vertices.At(i)[0] += 0.8
	}
	if n := above(drawn(t, &Density2D{}, inside)); n != 0 {
		t.Errorf("a curve within the box has a remark of %d pixels", n)
	}
	if n := above(drawn(t, &Density2D{}, outside)); n < 50 {
		t.Errorf("a curve that leaves the box has a remark of %d pixels", n)
	}
}

func TestModelWithoutDensityIsPlain(t *testing.T) {
	s := circle()
	delete(s.Mesh.Values, mesh.LogDensity)
	s.Traits.Density = false
	p := drawn(t, &Density2D{}, s)
	square := p.square(t)
	if got := p.at(square, -1, 0); !near(got, modelColor(), 6) {
		t.Errorf("the curve is %v, want %v", got, modelColor())
	}
	if p.count(top(), 6) > 0 {
		t.Error("there is a color bar")
	}
}

func TestSpikesAreClippedAndSaid(t *testing.T) {
	even := make([]float64, 1000)
	for i := range even {
		even[i] = float64(i) / 1000
	}
	spiky := append([]float64{50}, even...)
	for name, test := range map[string]struct {
		density, weights []float64
		end              float64
		clipped          bool
	}{
		"even":              {even, nil, 0.999, false},
		"spike":             {spiky, nil, 0.989, true},
		"infinite spike":    {append([]float64{math.Inf(1)}, even...), nil, 0.989, true},
		"heavy high values": {[]float64{1, 50}, []float64{0.5, 0.5}, 50, false},
		"light high values": {[]float64{1, 50}, []float64{0.995, 0.005}, 1, true},
		"nothing":           {[]float64{0, 0}, nil, 1, false},
		"no numbers":        {[]float64{math.NaN()}, nil, 1, false},
		"mostly zero":       {append(make([]float64, 1000), 3), nil, 3, false},
		"mostly infinite":   {[]float64{math.Inf(1), 2}, nil, 2, true},
	} {
		end, clipped := densityEnd(test.density, test.weights)
		if math.Abs(end-test.end) > 0.0015 || clipped != test.clipped {
			t.Errorf("%s: ends at %g, clipped %v; want %g, %v", name, end, clipped, test.end, test.clipped)
		}
	}
	if b := densityBar(spiky, nil); !b.above || b.label == densityBar(even, nil).label {
		t.Errorf("the bar %q does not say that it is clipped", b.label)
	}
}

func TestHeatMapsHaveSquareCells(t *testing.T) {
	centers, columns := cellCenters(points.Box{{0, 4}, {-1, 0}}, 8)
	if columns != 8 || centers.Len() != 16 || centers.At(0)[0] != 0.25 || centers.At(0)[1] != -0.75 ||
		centers.At(15)[0] != 3.75 || centers.At(15)[1] != -0.25 {
		t.Errorf("%d columns, %v", columns, centers.Data)
	}
}

func TestNormalizedIntegratesToOne(t *testing.T) {
	density := normalized([]float64{-1000, -999, -1001, math.Inf(1)}, 0.25)
	total := 0.0
	for _, d := range density {
		total += d * 0.25
	}
	if math.Abs(total-1) > 1e-12 || density[3] != 0 {
		t.Errorf("%v integrates to %g", density, total)
	}
}

func TestVertexMeasuresAddUp(t *testing.T) {
	for name, s := range map[string]*experiment.Subject{"circle": circle(), "globe": globe()} {
		total := 0.0
		for _, share := range vertexMeasures(s.Mesh) {
			total += share
		}
		if math.Abs(total-s.Mesh.Measure()) > 1e-9 {
			t.Errorf("%s: %g, want %g", name, total, s.Mesh.Measure())
		}
	}
}
