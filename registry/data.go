package registry

import (
	"ebim/framework/dataset"
)

var dataKind = NewKind("data", "data sets: synthetic distributions, published files, own files", []Entry[dataset.Source]{
	{Name: "von_mises", Settings: new(dataset.VonMises),
		Doc:     "von Mises distribution on a circle in the plane",
		Example: "von_mises: {concentration: 2, mode: pi/2}"},
	{Name: "projected_normal", Settings: new(dataset.ProjectedNormal),
		Doc:     "direction of a normal vector: a distribution on the unit sphere of any dimension",
		Example: "projected_normal: {mean: [1, 0, 0], standard_deviation: 0.5}"},
	{Name: "uniform_sphere", Settings: new(dataset.UniformSphere),
		Doc:     "uniform distribution on a sphere of any dimension",
		Example: "uniform_sphere: {dimension: 2}"},
	{Name: "torus_von_mises", Settings: new(dataset.TorusVonMises),
		Doc:     "sine bivariate von Mises distribution of two angles, placed on a torus",
		Example: "torus_von_mises: {modes: [0, pi/2], concentrations: [2, 3], coupling: 1}"},
	{Name: "uniform_torus", Settings: new(dataset.UniformTorus),
		Doc:     "uniform distribution on the surface of a torus",
		Example: "uniform_torus: {major_radius: 3, minor_radius: 1}"},
	{Name: "mixture", Settings: new(dataset.Mixture),
		Doc: "mixture of synthetic distributions on manifolds of one dimension",
		Example: "mixture:\n  components:\n    - source: {von_mises: {center: [-2, 0], mode: 0, concentration: 2}}\n" +
			"    - source: {von_mises: {center: [2, 0], mode: pi, concentration: 2}}"},
	{Name: "earth", Settings: new(dataset.Earth),
		Doc:     "places on Earth as points of the unit sphere: published events or an own table",
		Example: "earth: {events: floods}"},
	{Name: "amino_acids", Settings: new(dataset.AminoAcids),
		Doc:     "dihedral angles of one amino acid in many proteins, placed on a torus",
		Example: "amino_acids: {residue: G}"},
	{Name: "csv", Settings: new(dataset.CSV),
		Doc:     "own text table, one point a row",
		Example: "csv: {file: points.csv, columns: [x, y, z]}"},
	{Name: "angles", Settings: new(dataset.Angles),
		Doc:     "own text table of angles, placed on the product of as many unit circles",
		Example: "angles: {file: points.csv, columns: [x, y], unit: radians}"},
	{Name: "npy", Settings: new(dataset.NPY),
		Doc:     "own NumPy array of shape [points, dimension]",
		Example: "npy: {file: points.npy}"},
})
