package registry

import (
	"reflect"

	"ebim/framework/dataset"
)

var dataKind = Kind{Name: "data", Interface: reflect.TypeFor[dataset.Source](),
	Doc: "data sets: synthetic distributions, published files, own files",
	Components: []Component{
		{Name: "von_mises", New: func() any { return new(dataset.VonMises) },
			Doc:     "von Mises distribution on a circle in the plane",
			Example: "von_mises: {concentration: 2, mode: pi/2}"},
		{Name: "projected_normal", New: func() any { return new(dataset.ProjectedNormal) },
			Doc:     "direction of a normal vector: a distribution on the unit sphere of any dimension",
			Example: "projected_normal: {mean: [1, 0, 0], standard_deviation: 0.5}"},
		{Name: "uniform_sphere", New: func() any { return new(dataset.UniformSphere) },
			Doc:     "uniform distribution on a sphere of any dimension",
			Example: "uniform_sphere: {dimension: 2}"},
		{Name: "torus_von_mises", New: func() any { return new(dataset.TorusVonMises) },
			Doc:     "sine bivariate von Mises distribution of two angles, placed on a torus",
			Example: "torus_von_mises: {modes: [0, pi/2], concentrations: [2, 3], coupling: 1}"},
		{Name: "uniform_torus", New: func() any { return new(dataset.UniformTorus) },
			Doc:     "uniform distribution on the surface of a torus",
			Example: "uniform_torus: {major_radius: 3, minor_radius: 1}"},
		{Name: "mixture", New: func() any { return new(dataset.Mixture) },
			Doc: "mixture of synthetic distributions on manifolds of one dimension",
			Example: "mixture:\n  components:\n    - source: {von_mises: {center: [-2, 0], mode: 0, concentration: 2}}\n" +
				"    - source: {von_mises: {center: [2, 0], mode: pi, concentration: 2}}"},
		{Name: "earth", New: func() any { return new(dataset.Earth) },
			Doc:     "places on Earth as points of the unit sphere: published events or an own table",
			Example: "earth: {events: floods}"},
		{Name: "amino_acids", New: func() any { return new(dataset.AminoAcids) },
			Doc:     "dihedral angles of one amino acid in many proteins, placed on a torus",
			Example: "amino_acids: {residue: G}"},
		{Name: "csv", New: func() any { return new(dataset.CSV) },
			Doc:     "own text table, one point a row",
			Example: "csv: {file: points.csv, columns: [x, y, z]}"},
		{Name: "npy", New: func() any { return new(dataset.NPY) },
			Doc:     "own NumPy array of shape [points, dimension]",
			Example: "npy: {file: points.npy}"},
	}}
