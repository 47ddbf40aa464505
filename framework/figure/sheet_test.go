package figure

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
)

// all are the components with a subject for each.
func all(t *testing.T) map[experiment.Figure]*experiment.Subject {
	trained := circle()
	trained.Histories = map[string]string{"manifold": columnsFile(t, "loss", "rank"),
		"energy": columnsFile(t, "loss", "a_statistic_with_a_long_name")}
	return map[experiment.Figure]*experiment.Subject{
		&Density2D{Data: true}:                           circle(),
		&Density3D{View: DefaultView(), Data: true}:      globe(),
		&MDFSurface{DefaultView()}:                       circle(),
		&EnergySurface{View: DefaultView(), Curve: true}: circle(),
		&Scatter{View: DefaultView(), Points: 100}:       circle(),
		&TrainingCurves{}:                                trained,
	}
}

func TestNothingIsCutOff(t *testing.T) {
	for f, s := range all(t) {
		for side, free := range drawn(t, f, s).margins() {
			if free < 6 {
				t.Errorf("%T: %d pixels are free on side %d (left, right, top, bottom)", f, free, side)
			}
		}
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	for f, s := range all(t) {
		p, err := one(f).Draw(t.Context(), showing(s))
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := p.WriteSVG(&text); err != nil {
			t.Fatal(err)
		}
		elements := map[string]int{}
		attribute := func(start xml.StartElement, name string) string {
			for _, a := range start.Attr {
				if a.Name.Local == name {
					return a.Value
				}
			}
			return ""
		}
		for decoder := xml.NewDecoder(&text); ; {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%T: %v", f, err)
			}
			if start, ok := token.(xml.StartElement); ok {
				elements[start.Name.Local]++
				if start.Name.Local == "image" {
					checkProportions(t, attribute(start, "href"), attribute(start, "width"), attribute(start, "height"))
				}
			}
		}
		if elements["svg"] != 1 || elements["text"] == 0 || elements["path"]+elements["image"] == 0 {
			t.Errorf("%T: the elements are %v", f, elements)
		}
	}
}

// checkProportions makes sure that an image has the proportions of its place: viewers of SVG would not stretch it.
func checkProportions(t *testing.T, data, width, height string) {
	t.Helper()
	_, encoded, _ := strings.Cut(data, "base64,")
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	w, errW := strconv.ParseFloat(width, 64)
	h, errH := strconv.ParseFloat(height, 64)
	if err := errors.Join(errW, errH); err != nil {
		t.Fatal(err)
	}
	if ratio := w / h * float64(img.Height) / float64(img.Width); ratio < 0.97 || ratio > 1.03 {
		t.Errorf("an image of %d x %d pixels is shown as %s x %s", img.Width, img.Height, width, height)
	}
}

func TestAFailingPanelDoesNotCostTheOthers(t *testing.T) {
	d := &Drawing{Layout: experiment.Layout{Title: "title", Columns: 2, Width: 6, Height: 6}}
	subjects := []*experiment.Subject{circle(), nil, globe(), circle(), circle()}
	for i := range subjects {
		d.Panels = append(d.Panels, Panel{Title: "p", Figure: &Density2D{}, Shown: Shown{Seed: i}})
	}
	d.Panels[3].Figure = &panics{}
	p, err := d.Draw(t.Context(), func(s Shown) (*experiment.Subject, error) {
		if s.Seed == 1 {
			return nil, errors.New("has not been run")
		}
		return subjects[s.Seed], nil
	})
	if err == nil {
		t.Fatal("there is no error")
	}
	for _, want := range []string{"panel 2, p: has not been run",
		"panel 3, p: a model in R^3; models and data in R^2; density_3d draws in R^3 and above",
		"panel 4, p: drawing failed: out of paper"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
	// The first and the last panel have a curve and a bar with the brightest color, the others only text.
	if n := rendered(t, p).count(top(), 8); n < 400 {
		t.Errorf("%d pixels have the brightest color", n)
	}
}

type panics struct{ Density2D }

func (*panics) Draw(context.Context, *experiment.Subject, draw.Canvas) error { panic("out of paper") }

func TestSubjectsAreOpenedOnce(t *testing.T) {
	d := one(&Density2D{})
	d.Panels = append(d.Panels, d.Panels[0])
	opened := 0
	if _, err := d.Draw(t.Context(), func(Shown) (*experiment.Subject, error) {
		opened++
		return circle(), nil
	}); err != nil || opened != 1 {
		t.Errorf("opened %d times, %v", opened, err)
	}
}

func TestCanceledDrawing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := one(&Density2D{}).Draw(ctx, showing(circle())); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSheetsAreAsLargeAsTheirPanels(t *testing.T) {
	d := &Drawing{Layout: experiment.Layout{Width: 5, Height: 4}}
	for range 7 {
		d.Panels = append(d.Panels, Panel{Figure: &panics{}})
	}
	p, _ := d.Draw(t.Context(), showing(circle()))
	width, height := p.width/vg.Inch, p.height/vg.Inch
	// Up to four columns, so two rows; 2.54 cm an inch, with some air.
	if width < 4*5/2.54 || width > 4*5/2.54+1.2 || height < 2*4/2.54 || height > 2*4/2.54+1 {
		t.Errorf("the sheet is %g x %g inches", width, height)
	}
}

func TestRefusedSubjects(t *testing.T) {
	latent := model.Traits{Ambient: 2, Dimension: 1, Density: true}
	for _, test := range []struct {
		figure experiment.Figure
		traits model.Traits
		truth  bool
		want   string // empty where the figure is fine
	}{
		{&Density2D{}, model.Traits{Ambient: 2}, true, ""},
		{&Density2D{}, model.Traits{Ambient: 3}, true,
			"data in R^3; models and data in R^2; density_3d draws in R^3 and above"},
		{&Density3D{}, model.Traits{Ambient: 3, Dimension: 1}, false, ""},
		{&Density3D{}, model.Traits{Ambient: 7, Dimension: 1}, false, ""},
		{&Density3D{}, model.Traits{Ambient: 2, Dimension: 1}, false,
			"a model in R^2; models and data in R^3 and above; density_2d draws in R^2"},
		{&MDFSurface{}, model.Traits{Ambient: 2, Dimension: 1, Implicit: true}, false, ""},
		{&MDFSurface{}, latent, false,
			"a model without a manifold-defining function; models in R^2 with a manifold-defining function"},
		{&MDFSurface{}, model.Traits{Ambient: 2}, true, "data in R^2; models in R^2 with a manifold-defining function"},
		{&EnergySurface{}, model.Traits{Ambient: 2, Dimension: 2, Density: true}, false, ""},
		{&EnergySurface{}, model.Traits{Ambient: 2, Dimension: 1, Implicit: true}, false,
			"a model without an energy; models with an energy in R^2"},
		{&EnergySurface{}, latent, false, "a model whose energy is in its latent space; models with an energy in R^2"},
		{&Scatter{}, model.Traits{Ambient: 3}, true, ""},
		{&Scatter{}, model.Traits{Ambient: 4}, true, ""},
		{&Scatter{}, model.Traits{Ambient: 1}, true,
			"data in R^1; models and data in R^2 and above; training_curves takes any dimension"},
		{&TrainingCurves{}, model.Traits{Ambient: 9}, false, ""},
		{&TrainingCurves{}, model.Traits{Ambient: 9}, true, "the data, which are not trained; trained models"},
	} {
		err := test.figure.CheckSubject(test.traits, test.truth)
		var field *config.FieldError
		switch {
		case err == nil && test.want == "":
		case !errors.As(err, &field) || err.Error() != test.want:
			t.Errorf("%T of %+v: %v, want %q", test.figure, test.traits, err, test.want)
		}
	}
}

// Long titles are broken, and what is below makes room for them.
func TestLongTitlesAreNotCutOff(t *testing.T) {
	plain, long := one(&Scatter{Points: 9}), one(&Scatter{Points: 9})
	long.Title, long.Panels[0].Title = strings.Repeat("far too long a title ", 8), strings.Repeat("a panel's title ", 8)
	var heights []float64
	for _, d := range []*Drawing{plain, long} {
		p, err := d.Draw(t.Context(), showing(circle()))
		if err != nil {
			t.Fatal(err)
		}
		heights = append(heights, float64(p.height))
		for side, room := range rendered(t, p).margins() {
			if room < 1 {
				t.Errorf("the sheet of title %q touches its border on side %d", d.Title, side)
			}
		}
	}
	if heights[1] < heights[0]+20 {
		t.Errorf("the sheet with a long title is %g points high, the other %g", heights[1], heights[0])
	}
}
