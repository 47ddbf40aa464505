package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/points"
	"ebim/framework/points/files"
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
	File    *string `yaml:"file" doc:"own table (.csv) with columns residue, phi and psi in radians; the published file unless given"`
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
	var angles *points.Set
	if strings.ToLower(filepath.Ext(path)) == ".pkl" {
		angles, err = ReadFile(path, a.readPublished)
	} else {
		angles, err = readTable(path, files.Options{TableOptions: points.TableOptions{Comment: '#',
			Header: points.HeaderYes, Columns: []string{"phi", "psi"},
			Only: &points.Match{Column: "residue", Text: string(a.Residue)}, Check: checkAngles}})
	}
	if err != nil {
		return nil, err
	}
	set := points.New(angles.Len(), 3)
	for i := range set.Len() {
		a.torus().place(set.At(i), angles.At(i)[0], angles.At(i)[1])
	}
	return subset(set, rng, size)
}

// readPublished reads the published file, a dict from codes to arrays [1000, 2] of float32 that Python has pickled. It
// is known by its digest, so that it need not be interpreted: the numbers stand behind the residue's code and the
// array's length in bytes.
func (a *AminoAcids) readPublished(r io.Reader) (*points.Set, error) {
	published, err := download.Find("amino_acids")
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r, published.Size+1))
	if err != nil {
		return nil, err
	}
	if fmt.Sprintf("%x", sha256.Sum256(content)) != published.SHA256 {
		return nil, errors.New("it is not the published file, and other pickles can't be read; write a table " +
			"residue,phi,psi (.csv)")
	}
	const count, length = 1000, "\x89B\x40\x1f\x00\x00" // of 8000 bytes
	_, content, found := bytes.Cut(content, []byte("\x8c\x01"+string(a.Residue)+"\x94"))
	_, content, begins := bytes.Cut(content, []byte(length))
	if !found || !begins {
		return nil, fmt.Errorf("there is no amino acid %q", a.Residue)
	}
	angles := points.New(count, 2)
	for i := range angles.Data {
		angles.Data[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(content[4*i:])))
	}
	return angles, nil
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
