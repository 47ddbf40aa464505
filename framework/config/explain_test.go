package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// onlyOptional has nothing but optional settings, as the meshes of experiments have.
type onlyOptional struct {
	Cells *int `yaml:"cells" range:"[1, inf)" doc:"cells along an axis; 256 in the plane unless given"`
}

func TestExplain(t *testing.T) {
	type settings struct {
		Sampler sampler                 `yaml:"sampler" doc:"how points are drawn"`
		Mesh    onlyOptional            `yaml:"mesh" doc:"how surfaces are meshed"`
		Meshes  map[string]onlyOptional `yaml:"meshes" default:"null" doc:"others"`
		Seed    *int                    `yaml:"seed" doc:"seed, of which nothing is said"`
		Name    string                  `yaml:"name" doc:"name"`
	}
	document, err := Parse("x.yaml", []byte("{sampler: langevin, meshes: {a: {}, b: {cells: 3}}, name: n}"))
	if err != nil {
		t.Fatal(err)
	}
	var decoded, again settings
	if err := document.Decode(testKinds, &decoded); err != nil {
		t.Fatal(err)
	}
	text, err := Explain(testKinds, &decoded)
	if err != nil {
		t.Fatal(err)
	}
	const want = `sampler:
  langevin:
    steps: 20
    noise: 0.1
    # step: noise^2 unless given
    clamp: .inf
    buffer:
      size: 1000
      reuse: 0.95
# mesh.cells: 256 in the plane unless given
mesh: {}
meshes:
  # a.cells: 256 in the plane unless given
  a: {}
  b:
    cells: 3
name: n
`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	if document, err = Parse("x.yaml", text); err == nil {
		err = document.Decode(testKinds, &again)
	}
	if diff := cmp.Diff(decoded, again, cmp.AllowUnexported(exact{})); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}
