package figure

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/colormap"
	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/known"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// trained is a model that is known in closed form: the zero set of F in a box with an energy on it, or without one.
func trained(f, e networktest.Formula, box points.Box) *model.Trained {
	env := train.Environment{Box: box, Data: points.New(0, len(box))}
	var err error
	if env.Engine, err = backend.Open(backend.Default); err != nil {
		panic(err)
	}
	manifold := zeroset.New(env, formula(f), 1)
	if e == nil {
		return &model.Trained{Support: manifold}
	}
	return &model.Trained{Support: manifold, Density: &energy.Density{Support: manifold, Energy: formula(e)}}
}

func formula(f networktest.Formula) network.Trained {
	return network.Compose(func([]network.Function) network.Function { return f })
}

// round is the unit sphere (in the plane: circle) F = |x|^2 - 1 with the energy E = -concentration x1.
func round(box points.Box, concentration float64) *model.Trained {
	return trained(networktest.Sphere(len(box), 1).Formula, func(x *graph.Node) *graph.Node {
		return graph.MulScalar(networktest.Coordinate(x, 0), -concentration)
	}, box)
}

// lawOnly is a model that is known by its distribution: it has no mesh.
func lawOnly(law dataset.Distribution) *model.Trained {
	manifold, density := known.New(law)
	return &model.Trained{Support: manifold, Density: density}
}

// concentration of the von Mises distribution on the circle, whose mode is at (1, 0).
const concentration = 2

func law() *dataset.VonMises {
	return &dataset.VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: concentration}
}

// circle is an EBIM's subject whose density is the distribution's.
func circle() *experiment.Subject {
	const n = 400
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(n, 2), Values: map[string][]float64{}}
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		copy(m.Vertices.At(i), []float64{cos, sin})
		m.Elements = append(m.Elements, int32(i), int32((i+1)%n))
		m.Values[mesh.LogDensity] = append(m.Values[mesh.LogDensity], law().LogDensity([]float64{cos, sin}))
	}
	box := points.Box{{-1.5, 1.5}, {-1.5, 1.5}}
	return &experiment.Subject{Label: "ebim", Traits: model.Traits{Ambient: 2, Dimension: 1, Implicit: true,
		Density: true},
		Trained: round(box, concentration), Train: law().Sample(rand.New(rand.NewPCG(1, 2)), 500),
		Held: points.New(0, 2), Source: law(),
		Box: box, Samples: law().Sample(rand.New(rand.NewPCG(3, 4)), 500), Mesh: m}
}

// truth is the data of a subject.
func truth(of *experiment.Subject) *experiment.Subject {
	return &experiment.Subject{Label: experiment.Truth, Traits: model.Traits{Ambient: of.Traits.Ambient,
		Dimension: of.Traits.Dimension, Density: true},
		Train: of.Train, Held: of.Held, Source: of.Source, Box: of.Box, Samples: points.New(0, of.Train.Dim)}
}

// globe is the subject of a model of the unit sphere in R^3 with density proportional to exp(2 x1).
func globe() *experiment.Subject {
	const meridians, parallels = 80, 40
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(0, 3), Values: map[string][]float64{}}
	// The integral of exp(k x1) over the unit sphere is 4 pi sinh(k) / k.
	normalizer := math.Log(4 * math.Pi * math.Sinh(concentration) / concentration)
	for i := range parallels + 1 {
		for j := range meridians {
			polar, azimuth := math.Pi*float64(i)/parallels, 2*math.Pi*float64(j)/meridians
			x := []float64{math.Sin(polar) * math.Cos(azimuth), math.Sin(polar) * math.Sin(azimuth), math.Cos(polar)}
			m.Vertices.Data = append(m.Vertices.Data, x...)
			m.Values[mesh.LogDensity] = append(m.Values[mesh.LogDensity], concentration*x[0]-normalizer)
			if next := (j + 1) % meridians; i < parallels {
				a, b := int32(i*meridians+j), int32(i*meridians+next)
				m.Elements = append(m.Elements, a, b, b+meridians, a, b+meridians, a+meridians)
			}
		}
	}
	source := &dataset.UniformSphere{Dimension: 2, Center: []float64{0, 0, 0}, Radius: 1}
	data := source.Sample(rand.New(rand.NewPCG(5, 6)), 400)
	box := points.Box{{-1.2, 1.2}, {-1.2, 1.2}, {-1.2, 1.2}}
	return &experiment.Subject{Label: "globe", Traits: model.Traits{Ambient: 3, Dimension: 2, Implicit: true,
		Density: true}, Trained: round(box, 0),
		Train: data, Held: points.New(0, 3), Source: source, Box: box, Samples: data, Mesh: m}
}

// ambient is the subject of an energy-based model of the whole space.
func ambient(of *experiment.Subject) *experiment.Subject {
	s := *of
	s.Label, s.Mesh = "ebm", nil
	s.Traits = model.Traits{Ambient: of.Traits.Ambient, Dimension: of.Traits.Ambient, Density: true}
	return &s
}

// one is a drawing of a single panel.
func one(f experiment.Figure) *Drawing {
	return &Drawing{Layout: experiment.Layout{Width: 9, Height: 7}, Panels: []Panel{{Title: "panel", Figure: f}}}
}

// drawn is a figure's picture of one subject as pixels.
func drawn(t *testing.T, f experiment.Figure, s *experiment.Subject) *pixels {
	t.Helper()
	p, err := one(f).Draw(t.Context(), showing(s))
	if err != nil {
		t.Fatal(err)
	}
	return rendered(t, p)
}

// showing gives every panel the same subject.
func showing(s *experiment.Subject) Subjects {
	return func(Shown) (*experiment.Subject, error) { return s, nil }
}

func rendered(t *testing.T, p *Picture) *pixels {
	t.Helper()
	var encoded bytes.Buffer
	if err := p.WritePNG(&encoded); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&encoded)
	if err != nil {
		t.Fatal(err)
	}
	return &pixels{img}
}

type pixels struct{ image.Image }

// near is a color within rounding and smoothing of another.
func near(a, b color.Color, tolerance int) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	for _, pair := range [][2]uint32{{ar, br}, {ag, bg}, {ab, bb}} {
		if d := int(pair[0]>>8) - int(pair[1]>>8); d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// count is the number of pixels of a color.
func (p *pixels) count(c color.Color, tolerance int) int {
	count := 0
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			if near(p.At(x, y), c, tolerance) {
				count++
			}
		}
	}
	return count
}

// reddish and bluish are the numbers of pixels with clearly more red than blue, and the other way round.
func (p *pixels) reddish() int { return p.leaning(1) }
func (p *pixels) bluish() int  { return p.leaning(-1) }

func (p *pixels) leaning(sign int) int {
	count := 0
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			if r, _, b, _ := p.At(x, y).RGBA(); sign*(int(r>>8)-int(b>>8)) > 40 {
				count++
			}
		}
	}
	return count
}

// margins are the free pixels at each border: left, right, top, bottom.
func (p *pixels) margins() [4]int {
	size := p.Bounds().Size()
	free := [4]int{size.X, size.X, size.Y, size.Y}
	for y := range size.Y {
		for x := range size.X {
			if !near(p.At(x, y), color.White, 8) {
				free[0], free[1] = min(free[0], x), min(free[1], size.X-1-x)
				free[2], free[3] = min(free[2], y), min(free[3], size.Y-1-y)
			}
		}
	}
	return free
}

func top() color.NRGBA { return colormap.Sequential().At(1) }

// square is where the outline of a square picture lies, in pixels.
func (p *pixels) square(t *testing.T) image.Rectangle {
	t.Helper()
	size := p.Bounds().Size()
	gray := func(x, y int) bool {
		r, g, b, _ := p.At(x, y).RGBA()
		return r>>8 < 210 && r == g && g == b
	}
	lines := func(across, along int, at func(i, k int) bool) (first, last int) {
		first = -1
		for i := range across {
			count := 0
			for k := range along {
				if at(i, k) {
					count++
				}
			}
			if 2*count > along {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		return first, last
	}
	top, bottom := lines(size.Y, size.X, func(i, k int) bool { return gray(k, i) })
	left, _ := lines(size.X, size.Y, func(i, k int) bool { return gray(i, k) })
	if top < 0 || left < 0 || bottom-top < 100 {
		t.Fatalf("the picture has no outline: top %d, bottom %d, left %d", top, bottom, left)
	}
	return image.Rect(left, top, left+bottom-top, bottom)
}

// at is the color at a point of the box [-1.5, 1.5]^2.
func (p *pixels) at(square image.Rectangle, x, y float64) color.Color {
	share := func(v float64) float64 { return (v + 1.5) / 3 }
	return p.At(square.Min.X+int(math.Round(share(x)*float64(square.Dx()))),
		square.Max.Y-int(math.Round(share(y)*float64(square.Dy()))))
}

// ripple is nearly 0 everywhere, as an unregularized manifold-defining function.
func ripple() *model.Trained {
	return trained(func(x *graph.Node) *graph.Node {
		wave := func(axis int, frequency float64) *graph.Node {
			return graph.Sin(graph.MulScalar(networktest.Coordinate(x, axis), frequency))
		}
		return graph.MulScalar(graph.Mul(wave(0, 9), wave(1, 7)), 1e-5)
	}, nil, circle().Box)
}

// nowhere has no finite value.
func nowhere() *model.Trained {
	constant := func(v float64) networktest.Formula {
		return func(x *graph.Node) *graph.Node {
			return graph.Add(graph.ZerosLike(networktest.Coordinate(x, 0)), graph.Scalar(x.Graph(), x.DType(), v))
		}
	}
	return trained(constant(math.NaN()), constant(math.Inf(1)), circle().Box)
}
