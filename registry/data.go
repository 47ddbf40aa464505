package registry

import (
	"ebim/framework/dataset"
	"ebim/framework/dataset/images"
	"ebim/framework/dataset/surface"
)

var dataKind = NewKind("data", "data sets: synthetic distributions, published files, own files",
	[]Entry[dataset.Source]{
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
		{Name: "curve", Settings: new(dataset.Curve),
			Doc:     "closed curve in the plane, in space (knots) or in any dimension, by its shape",
			Example: "curve: {torus_knot: {turns: [2, 3]}}"},
		{Name: "parametric", Settings: new(dataset.Parametric),
			Doc: "uniform distribution on a manifold by formulas of one to three variables, in any dimension",
			Example: "parametric:\n  coordinates: [cos(u), sin(u), u/4]\n  variables: [{name: u, from: 0, to: " +
				"2*pi}]"},
		{Name: "ellipsoid", Settings: new(dataset.Ellipsoid),
			Doc:     "uniform distribution on an ellipsoid in space or an ellipse in the plane",
			Example: "ellipsoid: {axes: [5, 1, 1]}"},
		{Name: "double_torus", Settings: new(dataset.DoubleTorus),
			Doc:     "uniform distribution on a surface of genus 2",
			Example: "double_torus: {thickness: 0.1}"},
		{Name: "surface", Settings: new(surface.Surface),
			Doc: "surface in space that a mesh file holds, uniform or with the density of an eigenfunction of its " +
				"Laplacian",
			Example: "surface: {file: shape.obj, eigenfunction: 3}"},
		{Name: "product", Settings: new(dataset.Product),
			Doc: "independent points of several distributions as coordinates of one, such as a torus in R^4 of two " +
				"circles",
			Example: "product:\n  factors:\n    - {uniform_sphere: {dimension: 1}}\n    - {von_mises: " +
				"{concentration: 1}}"},
		{Name: "embedded", Settings: new(dataset.Embedded),
			Doc:     "synthetic distribution placed in a space of more dimensions by a random isometry",
			Example: "embedded: {source: {uniform_sphere: {dimension: 2}}, dimension: 10}"},
		{Name: "noisy", Settings: new(dataset.Noisy),
			Doc:     "synthetic distribution with normal noise, or points all over beside it, near a known manifold",
			Example: "noisy: {source: {uniform_sphere: {dimension: 1}}, noise: 0.02, background: 0.05}"},
		{Name: "mixture", Settings: new(dataset.Mixture),
			Doc: "mixture of synthetic distributions on manifolds of one dimension",
			Example: "mixture:\n  components:\n    - source: {von_mises: {center: [-2, 0], mode: 0, concentration: " +
				"2}}\n" +
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
		{Name: "table", Settings: new(dataset.Table),
			Doc: "own file of points in any format: archives of arrays (.npz), Parquet, workbooks (.xlsx), scans " +
				"and meshes (.ply, .pcd, .off, .obj, .xyz), JSON, and text, all of them compressed by gzip or not",
			Example: "table: {file: points.csv, columns: [x, y, z]}"},
		{Name: "angles", Settings: new(dataset.Angles),
			Doc:     "own text table of angles, placed on the product of as many unit circles",
			Example: "angles: {file: points.csv, columns: [x, y], unit: radians}"},
		{Name: "torus_subset", Settings: new(dataset.TorusSubset),
			Doc: "own table of angles, as points (cos, sin) of circles, on a manifold of fewer dimensions than " +
				"angles that is to be learned",
			Example: "torus_subset: {file: points.csv, columns: [x, y], unit: radians}"},
		{Name: "with_angles", Settings: new(dataset.WithAngles),
			Doc: "own table of which some columns are angles, such as poses: each angle becomes a point (cos, sin) " +
				"of a circle",
			Example: "with_angles: {file: points.csv, columns: [x, y], turning: [y], unit: radians}"},
		{Name: "spheres", Settings: new(dataset.Spheres),
			Doc: "own table all of whose columns are angles, or latitude and longitude: points all over the product " +
				"of their circles and sphere, which is the manifold",
			Example: "spheres: {file: points.csv, columns: [x, y], turning: [x, y], unit: radians}"},
		{Name: "with_logarithms", Settings: new(dataset.WithLogarithms),
			Doc: "own table of which some columns become their logarithms, such as frequencies and concentrations " +
				"that were chosen evenly by these",
			Example: "with_logarithms: {file: decades.csv, columns: [f, gain], logarithmic: [f]}"},
		{Name: "rotations", Settings: new(dataset.Rotations),
			Doc: "own table of rotations of space, as quaternions, rotation vectors or matrices: points (matrices) " +
				"all over SO(3)",
			Example: "rotations: {file: points.csv, columns: [x, y, z], unit: radians}"},
		{Name: "rotation_subset", Settings: new(dataset.RotationSubset),
			Doc: "own table of rotations, as matrices, on a manifold of one or two dimensions that is to be learned, " +
				"such as the motion of a joint",
			Example: "rotation_subset: {file: points.csv, columns: [x, y, z], unit: radians}"},
		{Name: "earth_subset", Settings: new(dataset.EarthSubset),
			Doc: "places on Earth as points of the unit sphere, on curves that are to be learned, such as tracks " +
				"and faults",
			Example: "earth_subset: {file: points.csv, columns: [x, y]}"},
		{Name: "local_plane", Settings: new(dataset.LocalPlane),
			Doc: "own places on Earth within some hundred kilometers, such as a track of GPS, in meters east and " +
				"north of a center, and elevations",
			Example: "local_plane: {file: points.csv, columns: [x, y], center: [0, 0]}"},
		{Name: "npy", Settings: new(dataset.NPY),
			Doc:     "own NumPy array of shape [points, dimension]",
			Example: "npy: {file: points.npy}"},
		{Name: "mnist", Settings: new(images.MNIST),
			Doc:     "handwritten digits, 28 x 28 gray pixels; or own images in the same format",
			Example: "mnist: {images: strokes.idx.gz, labels: classes.idx.gz, filter: {classes: [0, 1]}}"},
		{Name: "fashion_mnist", Settings: new(images.FashionMNIST),
			Doc:     "images of clothes, 28 x 28 gray pixels; or your own in the same format",
			Example: "fashion_mnist: {part: test, limit: 1000, dequantize: true}"},
		{Name: "image_folder", Settings: new(images.ImageFolder),
			Doc:     "your own images, PNG and JPEG, resized, cropped and gray if wanted",
			Example: "image_folder: {folder: pictures, size: [1, 2], fit: stretch, gray: true}"},
	}).Without(map[string]string{
	"cifar10": "this source was removed: give its images to image_folder",
})
