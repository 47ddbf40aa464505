package page

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Projection is the answer to api/points?id=ID: points of any dimension, data and the model's samples, along the
// data's principal axes and along their coordinates.
type Projection struct {
	Dimension int      `json:"dimension"`
	Columns   []string `json:"columns,omitempty"` // names of the coordinates
	// Axes and Coordinates are how many of each there are; of more than mostCoordinates dimensions the first are given.
	Axes        int `json:"axes"`
	Coordinates int `json:"coordinates"`
	// Shares are the parts of the data's variance along the principal axes.
	Shares  []float64     `json:"shares,omitempty"`
	Data    *PointsOnAxes `json:"data,omitempty"`
	Samples *PointsOnAxes `json:"samples,omitempty"`
	Notes   []string      `json:"notes,omitempty"`
}

// PointsOnAxes are points by their places on some axes.
type PointsOnAxes struct {
	Count  int    `json:"count"`
	Values []byte `json:"values"` // [Count, Axes + Coordinates] float32, little endian, base64
}

// Most that a projection has of each.
const (
	mostAxes        = 8
	mostCoordinates = 12
	MostProjected   = 1500 // points of data, and of samples
	mostForAxes     = 400  // points that principal axes are computed from
)

// leastShare is the part of the variance below which an axis shows rounding only.
const leastShare = 1e-9

// ReadProjection returns a run's points on axes, at most the given number of data and of samples; without either it is
// empty.
func ReadProjection(record *stage.Record, most int) (*Projection, error) {
	data, err := optionalPoints(filepath.Join(record.Folder, trainFile))
	if err != nil {
		return nil, err
	}
	samples, err := optionalPoints(filepath.Join(record.Folder, samplesFile))
	if err != nil {
		return nil, err
	}
	reference := cmp.Or(data, samples)
	if reference == nil {
		return &Projection{}, nil
	}
	p := &Projection{Dimension: reference.Dim, Columns: results.Columns(record),
		Coordinates: min(reference.Dim, mostCoordinates)}
	if samples != nil && samples.Dim != reference.Dim {
		p.Notes = append(p.Notes, fmt.Sprintf("samples have %d coordinates, the data %d: they are not shown",
			samples.Dim, reference.Dim))
		samples = nil
	}
	components, err := neighbors.LargestComponents(reference, evenly(reference, mostForAxes), mostAxes)
	if err != nil {
		p.Notes = append(p.Notes, "there are no principal axes: "+err.Error())
	} else {
		p.Shares = shares(reference, components.Variances)
		for p.Axes < len(p.Shares) && p.Shares[p.Axes] > leastShare {
			p.Axes++
		}
		p.Shares = p.Shares[:p.Axes]
	}
	p.Data, p.Samples = p.project(data, &components, most), p.project(samples, &components, most)
	return p, nil
}

func optionalPoints(path string) (*points.Set, error) {
	set, err := readPoints(path, 1)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return set, err
}

// evenly returns at most the given number of indices of finite points, from the first to the last.
func evenly(set *points.Set, most int) []int {
	var finite []int
	for i := range set.Len() {
		if drawable(set.At(i)) {
			finite = append(finite, i)
		}
	}
	n := len(finite)
	if n <= most {
		return finite
	}
	for k := range most {
		finite[k] = finite[k*n/most]
	}
	return finite[:most]
}

// shares returns variances as parts of the points' whole variance.
func shares(set *points.Set, variances []float64) []float64 {
	indices := evenly(set, mostForAxes)
	total := 0.0
	for j := range set.Dim {
		mean, squares := 0.0, 0.0
		for _, i := range indices {
			mean += set.At(i)[j] / float64(len(indices))
		}
		for _, i := range indices {
			d := set.At(i)[j] - mean
			squares += d * d
		}
		total += squares / float64(len(indices))
	}
	parts := make([]float64, len(variances))
	for k, v := range variances {
		if total > 0 {
			parts[k] = max(0, v/total)
		}
	}
	return parts
}

func (p *Projection) project(set *points.Set, components *neighbors.Components, most int) *PointsOnAxes {
	if set == nil {
		return nil
	}
	indices := evenly(set, most)
	on := &PointsOnAxes{Count: len(indices)}
	for _, i := range indices {
		x := set.At(i)
		for k := range p.Axes {
			sum := 0.0
			for j, v := range x {
				sum += (v - components.Mean[j]) * components.Axes.At(j, k)
			}
			on.Values = append(on.Values, packed([]float64{sum})...)
		}
		on.Values = append(on.Values, packed(x[:p.Coordinates])...)
	}
	return on
}
