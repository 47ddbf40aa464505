package dataset

import (
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset/pickle"
	"ebim/framework/points"
)

// Residue is an amino acid by its one-letter code.
type Residue string

// Choices are the twenty amino acids.
func (Residue) Choices() []config.Choice {
	names := "A alanine,R arginine,N asparagine,D aspartic acid,C cysteine,Q glutamine,E glutamic acid,G glycine," +
		"H histidine,I isoleucine,L leucine,K lysine,M methionine,F phenylalanine,P proline,S serine,T threonine," +
		"W tryptophan,Y tyrosine,V valine"
	var choices []config.Choice
	for _, entry := range strings.Split(names, ",") {
		code, name, _ := strings.Cut(entry, " ")
		choices = append(choices, config.Choice{Name: code, Doc: name})
	}
	return choices
}

// AminoAcids are the dihedral angles (phi, psi) of an amino acid in many proteins, placed on a torus in R^3:
//
//	(phi, psi) -> ((R + r cos psi) cos phi, (R + r cos psi) sin phi, r sin psi),
//
// so that phi goes around the axis and psi around the tube, as in the paper's code.
type AminoAcids struct {
	Residue Residue `yaml:"residue" default:"G" doc:"one-letter code of the amino acid"`
	File    *string `yaml:"file" doc:"path of an own file, relative to the experiment file, instead of the published one: .pkl with a dict from codes to arrays [n, 2], or .csv with columns residue, phi, psi; angles in radians"`
	TorusShape
}

var (
	_ Manifold   = (*AminoAcids)(nil)
	_ FileSource = (*AminoAcids)(nil)
)

// Load reads the residue's angles. Angles outside [-2 pi, 2 pi], which may be degrees, are an error with their row.
func (a *AminoAcids) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	path, err := a.path(env)
	if err != nil {
		return nil, err
	}
	read := a.readPickle
	if extension := strings.ToLower(filepath.Ext(path)); extension == ".csv" {
		read = a.readCSV
	} else if extension != ".pkl" {
		return nil, fmt.Errorf("%s: the extension %q is unknown; .pkl and .csv can be read", path, extension)
	}
	angles, err := ReadFile(path, read)
	if err != nil {
		return nil, err
	}
	set := points.New(angles.Len(), 3)
	for i := range set.Len() {
		a.torus().place(set.At(i), angles.At(i)[0], angles.At(i)[1])
	}
	return subset(set, rng, size)
}

func (a *AminoAcids) readPickle(r io.Reader) (*points.Set, error) {
	arrays, err := pickle.ReadArrays(r)
	if err != nil {
		return nil, err
	}
	angles, known := arrays[string(a.Residue)]
	if !known {
		return nil, fmt.Errorf("there is no amino acid %q; the file has %s", a.Residue,
			strings.Join(slices.Sorted(maps.Keys(arrays)), ", "))
	}
	if angles.Dim != 2 {
		return nil, fmt.Errorf("the array of amino acid %q has %d columns; 2, phi and psi, are needed", a.Residue, angles.Dim)
	}
	for i := range angles.Len() {
		if err := checkAngles(angles.At(i)); err != nil {
			return nil, fmt.Errorf("amino acid %q, row %d (from 0): %w", a.Residue, i, err)
		}
	}
	return angles, nil
}

func (a *AminoAcids) readCSV(r io.Reader) (*points.Set, error) {
	return points.ReadCSV(r, points.CSVOptions{
		Comment: '#',
		Header:  points.HeaderYes,
		Columns: []string{"phi", "psi"},
		Only:    &points.Match{Column: "residue", Text: string(a.Residue)},
		Check:   checkAngles,
	})
}

func checkAngles(row []float64) error {
	for i, name := range []string{"phi", "psi"} {
		if math.Abs(row[i]) > 2*math.Pi {
			return fmt.Errorf("%s is %v; radians in [-2 pi, 2 pi] are needed", name, row[i])
		}
	}
	return nil
}

// Files is the one file that is read.
func (a *AminoAcids) Files(env Env) ([]string, error) {
	path, err := a.path(env)
	return []string{path}, err
}

func (a *AminoAcids) path(env Env) (string, error) { return env.Find(a.File, "amino_acids") }
