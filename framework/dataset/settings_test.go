package dataset

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"ebim/framework/config"

	"github.com/google/go-cmp/cmp"
)

// catalog is the kind of data sets as the registry lists it.
type catalog struct{}

func (catalog) KindOf(t reflect.Type) (config.Kind, bool) {
	if t != reflect.TypeFor[Source]() {
		return config.Kind{}, false
	}
	return config.Kind{Name: "data", Interface: t, Components: []config.Component{
		{Name: "von_mises", New: func() any { return new(VonMises) }},
		{Name: "projected_normal", New: func() any { return new(ProjectedNormal) }},
		{Name: "uniform_sphere", New: func() any { return new(UniformSphere) }},
		{Name: "torus_von_mises", New: func() any { return new(TorusVonMises) }},
		{Name: "uniform_torus", New: func() any { return new(UniformTorus) }},
		{Name: "curve", New: func() any { return new(Curve) }},
		{Name: "ellipsoid", New: func() any { return new(Ellipsoid) }},
		{Name: "double_torus", New: func() any { return new(DoubleTorus) }},
		{Name: "product", New: func() any { return new(Product) }},
		{Name: "embedded", New: func() any { return new(Embedded) }},
		{Name: "noisy", New: func() any { return new(Noisy) }},
		{Name: "mixture", New: func() any { return new(Mixture) }},
		{Name: "earth", New: func() any { return new(Earth) }},
		{Name: "amino_acids", New: func() any { return new(AminoAcids) }},
		{Name: "csv", New: func() any { return new(CSV) }},
		{Name: "npy", New: func() any { return new(NPY) }},
		{Name: "angles", New: func() any { return new(Angles) }},
	}}, true
}

type section struct {
	Source Source `yaml:"source" doc:"what is read"`
}

func decode(t *testing.T, text string) (Source, error) {
	t.Helper()
	document, err := config.Parse("test.yaml", []byte("source: "+text))
	if err != nil {
		t.Fatal(err)
	}
	var into section
	err = document.Decode(catalog{}, &into)
	return into.Source, err
}

func TestTags(t *testing.T) {
	kind, _ := catalog{}.KindOf(reflect.TypeFor[Source]())
	for _, component := range kind.Components {
		if err := config.Verify(catalog{}, reflect.TypeOf(component.New()).Elem()); err != nil {
			t.Errorf("%s: %v", component.Name, err)
		}
	}
}

func TestDecode(t *testing.T) {
	path := "my.csv"
	tests := map[string]Source{
		"{von_mises: {concentration: 2, mode: pi/2}}": &VonMises{Center: []float64{0, 0}, Radius: 1, Mode: math.Pi / 2,
			Concentration: 2},
		"{projected_normal: {mean: [1, 0, 0]}}": &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1},
		"uniform_sphere":                        &UniformSphere{Dimension: 2, Radius: 1},
		"{uniform_torus: {minor_radius: 0.5}}":  &UniformTorus{TorusShape: TorusShape{3, 0.5}},
		"earth":                                 &Earth{PlaceTable{Events: "floods", Columns: []string{"0", "1"}}},
		"{earth: {file: my.csv, columns: [lat, 2]}}": &Earth{PlaceTable{Events: "floods", File: &path,
			Columns: []string{"lat", "2"}}},
		"amino_acids":                 &AminoAcids{Residue: "G", TorusShape: TorusShape{3, 1}},
		"{amino_acids: {residue: N}}": &AminoAcids{Residue: "N", TorusShape: TorusShape{3, 1}},
		"{csv: {file: my.csv}}": &CSV{File: path,
			TableFormat: TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}},
		"{angles: {file: my.csv, columns: [a, 2]}}": &Angles{AngleTable{File: path, Columns: []string{"a", "2"},
			Unit: "degrees", TableFormat: TableFormat{Header: "auto", Comment: "#", Delimiter: "auto",
				Missing: "refuse"}}},
		"{npy: {file: my.csv, columns: [1]}}": &NPY{File: path, Columns: []int{1}},
		"{mixture: {components: [{source: {projected_normal: {mean: [1, 0, 0]}}}, {weight: 2, source: " +
			"uniform_sphere}]}}": &Mixture{[]MixtureComponent{
			{1, &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1}},
			{2, &UniformSphere{Dimension: 2, Radius: 1}}}},
	}
	for text, want := range tests {
		got, err := decode(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	got, err := decode(t, "{torus_von_mises: {concentrations: [2, 3]}}")
	want := &TorusVonMises{TorusShape: TorusShape{3, 1}, Modes: []float64{0, 0}, Concentrations: []float64{2, 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v: %v", got, err)
	}
}

func TestDecodeMistakes(t *testing.T) {
	tests := map[string]string{
		"{von_mises: {concentration: -1}}":                   "source.von_mises.concentration",
		"{von_mises: {concentration: 2, center: [0, 0, 0]}}": "source.von_mises.center",
		"{projected_normal: {mean: [1]}}":                    "source.projected_normal.mean",
		"{uniform_sphere: {dimension: 2, center: [0, " +
			"0]}}": "source.uniform_sphere.center: 2 numbers; allowed: 3, one more than the sphere's dimension",
		"{uniform_torus: {major_radius: 1}}": "source.uniform_torus.minor_radius: 1; " +
			"allowed: a number below the major radius 1",
		"{amino_acids: {major_radius: 0.5}}": "source.amino_acids.minor_radius: 1; " +
			"allowed: a number below the major radius 0.5",
		"{torus_von_mises: {concentrations: [2]}}":         "source.torus_von_mises.concentrations",
		"{amino_acids: {residue: X}}":                      "source.amino_acids.residue",
		"{earth: {events: flods}}":                         "floods",
		"{csv: {file: a, comment: '//'}}":                  `source.csv.comment: "//"; allowed: one character, or none`,
		"{csv: {file: a, delimiter: ''}}":                  `source.csv.delimiter: ""; allowed: one character, or comma`,
		"{angles: {file: a, columns: []}}":                 "source.angles.columns",
		"{angles: {file: a, columns: [a], comment: '//'}}": "source.angles.comment",
		"{mixture: {components: []}}":                      "source.mixture.components",
		"{mixture: {components: [{source: " +
			"earth}]}}": "source.mixture.components[0].source: a data set without a known density; allowed: a " +
			"synthetic data set",
		"{mixture: {components: [{source: uniform_sphere, weight: 0}]}}": "source.mixture.components[0].weight",
		"{mixture: {components: [{source: uniform_sphere}, {source: {von_mises: {concentration: " +
			"1}}}]}}": "source.mixture.components[1].source: " +
			"a manifold of dimension 1 in 2 dimensions; allowed: the first component's dimensions, 2 in 3",
	}
	for text, want := range tests {
		if _, err := decode(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v\nwant ... %s", text, err, want)
		}
	}
}
