package main

import (
	"flag"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that tests compare with again")

// A floor holds parts of the program that do not know one another.
type floor []part

// A part is a folder with all below it that is not a part itself. New packages within a part need no entry here.
type part struct{ folder, about string }

// The floors of the house, from the ground up: a part imports only what stands on floors below it, or in itself.
var floors = []floor{
	{
		{"framework/engine", "the engine of the default backend"},
		{"framework/component", "finds the component to blame when a graph can't be built"},
		{"framework/colormap", "colors of values"},
		{"framework/figure/plotstyle", "how plots look"},
		{"framework/parallel", "loops over cores"},
		{"framework/plaintext", "text for terminals"},
		{"framework/random", "one stream of random numbers per (seed, purpose, step)"},
		{"framework/regular", "reading regular files only, up to a size"},
		{"framework/statistics", "mean, median, standard error"},
		{"docs", "the documents, which the program carries"},
	},
	{
		{"framework/autodiff", "derivatives, Gram systems, GoMLX's rules corrected"},
		{"framework/config", "strict YAML: layers, sweeps, expressions, former names, positions of mistakes"},
		{"framework/points", "sets of points, and the files that they come in"},
		{"framework/runs", "stages computed once, leases, records, what a running stage shows"},
	},
	{
		{"experiments", "YAML files, embedded into the binary"},
		{"framework/cluster", "runs as an array of tasks on Slurm"},
		{"framework/dataset/download", "public files, by their digests"},
		{"framework/identity", "columns that are functions of others"},
		{"framework/mosaic", "many images in one"},
		{"framework/neighbors", "nearest points, exactly; principal components of neighborhoods"},
		{"framework/output", "what is known of a metric's numbers"},
		{"metrics/transport", "exact optimal transport"},
	},
	{
		{"framework/backend", "compiles and runs graphs"},
		{"framework/dataset", "data sets"},
		{"framework/dimension", "estimates the dimension of the manifold that points lie on"},
		{"framework/homology", "persistent homology of points"},
		{"framework/kernels", "densities on manifolds by kernels around the data, and smooth ones"},
		{"framework/mesh", "curves and surfaces: extraction, topology, measures, files"},
		{"results", "tables of run records: it knows no models"},
	},
	{
		{"framework/backends", "opens engines by name, XLA's too"},
		{"framework/dataset/images", "sources of images"},
		{"framework/profile", "how data deviate from a manifold, across it"},
		{"framework/filament", "points in a row among others"},
		{"framework/vacancy", "where a manifold goes on without data"},
		{"framework/dataset/surface", "the source of points on a surface of triangles, with a known density"},
		{"framework/network", "architectures, trained networks and their evaluation"},
		{"results/page", "the page of runs; serve/ gives it over HTTP, report/ freezes it into one file"},
	},
	{
		{"results/serve", "the page over HTTP"},
		{"results/report", "the page in one file"},
		{"framework/sampler", "Markov chains as they are declared: systems, solvers, integrators, transitions"},
		{"framework/network/images", "architectures for images"},
		{"framework/train", "the training loop, checkpoints, optimizers, schedules"},
	},
	{
		{"framework/loss", "losses, each with what it needs"},
		{"framework/support", "where points of a model lie"},
	},
	{
		{"framework/chains", "batches of Markov chains, in training and after it"},
		{"framework/support/image", "the image of a latent box under a decoder"},
	},
	{
		{"framework/support/implicit", "what zero sets of a manifold-defining function share"},
		{"framework/support/onmesh", "draws and integrals by a support's mesh and projection"},
		{"framework/support/onkernels", "draws and integrals by kernels around the data, in any dimension"},
	},
	{
		{"framework/support/ridged", "the ridge of a blurred density, by a mesh or by projection"},
		{"framework/support/denoised", "a zero set of images, by diffusion samples"},
		{"framework/support/searched", "a zero set in any dimension, by projection"},
	},
	{{"framework/support/meshed", "a zero set in two or three dimensions, by its mesh"}},
	{
		{"framework/support/zeroset", "the zero set of a manifold-defining function"},
		{"framework/autoencoder", "trains an encoder and a decoder"},
		{"framework/energy", "trains an energy on a domain; its density"},
		{"framework/manifold", "trains a manifold-defining function"},
		{"framework/ridge", "trains the displacement whose ridge is a support"},
	},
	{
		{"framework/model", "models: a support, with or without a density"},
		{"framework/shape", "what points look like before a model is chosen: dimension, noise, ends, sides"},
	},
	{{"framework/arithmetic", "models made of trained ones: union, intersection, moves, mixture"}},
	{
		{"framework/experiment", "a declared experiment: checked, planned as stages, run"},
		{"framework/export", "trained models as files for other programs"},
	},
	{
		{"framework/figure", "figures of trained models"},
		{"metrics", "what is measured, in files of the metrics' YAML names"},
	},
	{{"metrics/images", "what is measured of sampled images"}},
	{{"registry", "what YAML may name; describe, list and the JSON schema follow from it"}},
	{
		{"registry/conformance", "runs every component of a registry"},
		{"registry/reference", "writes the reference from components, settings and commands"},
	},
	{{"registry/command", "the commands, for any registry"}},
	{{".", "the program: the commands with the standard registry"}},
}

// partOf returns the part that holds a folder, and its floor; -1 where there is none.
func partOf(folder string) (at int, found string) {
	at = -1
	for i, f := range floors {
		for _, p := range f {
			if (folder == p.folder || strings.HasPrefix(folder, p.folder+"/")) && len(p.folder) > len(found) {
				at, found = i, p.folder
			}
		}
	}
	return at, found
}

// outsideOfTheHouse are helpers of tests, and a generator that is a module of its own.
func outsideOfTheHouse(folder string) bool {
	return strings.HasSuffix(folder, "test") || strings.HasPrefix(folder, "framework/engine/kernel/generate")
}

// eachFile gives the files of the house, with their folders and those that they import.
func eachFile(give func(file, folder string, imports []string)) error {
	return filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		folder := path.Dir(filepath.ToSlash(file))
		if outsideOfTheHouse(folder) {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, imported := range parsed.Imports {
			if name, own := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), "ebim/"); own {
				imports = append(imports, name)
			}
		}
		give(file, folder, imports)
		return nil
	})
}

func TestDependenciesPointDown(t *testing.T) {
	seen := map[string]bool{}
	err := eachFile(func(file, folder string, imports []string) {
		at, from := partOf(folder)
		if at < 0 {
			t.Errorf("%s is in no part of the house: enter its folder in floors, in architecture_test.go", file)
			return
		}
		seen[from] = true
		for _, imported := range imports {
			if below, to := partOf(imported); to != from && below >= at {
				t.Errorf("%s imports ebim/%s, which does not stand on a floor below %s", file, imported, from)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range floors {
		for _, p := range f {
			if !seen[p.folder] {
				t.Errorf("floors has %s, which is not there", p.folder)
			}
		}
	}
}

// Images are known to the registry alone, which lists them, and to one another.
func TestOnlyTheRegistryKnowsImages(t *testing.T) {
	folders := []string{"framework/dataset/images", "framework/network/images", "metrics/images"}
	of := func(folder string) bool {
		return slices.ContainsFunc(folders, func(images string) bool {
			return folder == images || strings.HasPrefix(folder, images+"/")
		})
	}
	found := 0
	err := eachFile(func(file, folder string, imports []string) {
		for _, imported := range imports {
			if !of(imported) || of(folder) {
				continue
			}
			if found++; folder != "registry" {
				t.Errorf("%s imports %s: list what it needs in registry/, and ask for it by an interface",
					file, imported)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if found != len(folders) {
		t.Errorf("the registry imports %d folders of images, want %d", found, len(folders))
	}
}
