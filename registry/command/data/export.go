package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/export"
	"ebim/framework/model"
	"ebim/framework/random"
	"ebim/framework/runs/disk"
	"ebim/registry/command/cli"
)

const exportLong = `Write a trained model's functions as files for other programs, without training anything.

The functions are F, the manifold-defining function; E, the energy; and for a pushforward model, encoder and decoder.
Others are written only if --function names them: denoise, x - J^T F; jacobian, the derivatives of F, row by row;
project, the point of F = 0 near a point (in codimension 1 to 4); gradient, that of E; and log_density, of points of the
manifold, with respect to length, area or volume in the data's units: -E less log_normalizer, which is in the file's
metadata. All functions map points in the data's units, float64 [batch, n], or float32 with --float32; the networks
compute in float32.

--onnx FILE.onnx writes them for ONNX runtimes. A model with several functions gets one file per function, FILE-F.onnx
and so on, unless --function names one, which goes to FILE.onnx itself. The batch may have any size unless --batch
sets one.

--npz FILE.npz writes all parameters as NumPy arrays, with the standardization, values at a few points to check
against, the settings and a README.txt:  print(numpy.load("FILE.npz")["README.txt"].decode())`

// exporting is what is exported, and how.
type exporting struct {
	runs             plan.Options
	sets             []string
	seed, batch      int
	onnx, npz, named string
	overwrite        bool
	single           bool
}

func exportCommand(p *cli.Program) *cobra.Command {
	var x exporting
	command := &cobra.Command{
		Use:   "export FILE MODEL",
		Short: "Write a trained model for other programs: ONNX files, or NumPy arrays",
		Long:  exportLong,
		Example: "  ebim export experiments/quickstart.yaml ebim --onnx circle.onnx    # circle-F.onnx and " +
			"circle-E.onnx\n" +
			"  ebim export experiments/quickstart.yaml pushforward --function decoder --onnx decoder.onnx\n" +
			"  ebim export experiments/quickstart.yaml ebim --npz circle.npz",
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := x.check(); err != nil {
				return err
			}
			file, err := cli.Single(arguments[0], experiments.Names())
			if err != nil {
				return err
			}
			loaded, err := p.Load([]string{file}, x.sets)
			if err != nil {
				return err
			}
			e, err := cli.Only(loaded)
			if err != nil {
				return err
			}
			if e.Models[arguments[1]] == nil {
				return config.Unknown("model of "+e.File, arguments[1], e.ModelLabels())
			}
			if !command.Flags().Changed("seed") {
				x.seed = e.Seeds[0]
			}
			return cli.Failed(x.export(command, p.Registry, e, arguments[1]))
		},
	}
	flags := command.Flags()
	flags.StringVar(&x.onnx, "onnx", "",
		"ONNX `file` to write; of several functions, what the names of their files begin with")
	flags.StringVar(&x.npz, "npz", "", "NumPy `file` to write")
	flags.StringVar(&x.named, "function", "", "`function` to write as ONNX: "+strings.Join(export.Names(), ", ")+
		"; F, E, encoder and decoder unless given")
	flags.BoolVar(&x.single, "float32", false, "ONNX files take and give float32, not float64")
	flags.IntVar(&x.batch, "batch", 0, "`number` of rows of a batch in the ONNX file; any number unless given")
	flags.IntVar(&x.seed, "seed", 0, "`seed` of the run; the first of the experiment unless given")
	flags.BoolVar(&x.overwrite, "overwrite", false, "replace files that are there")
	cli.AddSets(command, &x.sets)
	cli.AddBackend(command, &x.runs)
	cli.AddRuns(command, &x.runs.Runs)
	return command
}

// check refuses flags that are wrong whatever the model.
func (x *exporting) check() error {
	ends := func(file, extension string) bool {
		return file == "" || strings.EqualFold(filepath.Ext(file), extension)
	}
	switch {
	case !ends(x.onnx, ".onnx"):
		return fmt.Errorf("--onnx %s; a name that ends in .onnx is needed", x.onnx)
	case !ends(x.npz, ".npz"):
		return fmt.Errorf("--npz %s; a name that ends in .npz is needed", x.npz)
	case x.onnx == "" && x.npz == "":
		return errors.New("there is nothing to write; give --onnx FILE.onnx, --npz FILE.npz, or both")
	case x.named != "" && !slices.Contains(export.Names(), x.named):
		return fmt.Errorf("--function: %w", config.Unknown("function", x.named, export.Names()))
	case x.named != "" && x.onnx == "":
		return fmt.Errorf("--function %s without --onnx; an .npz file has all functions", x.named)
	case !slices.Contains(backends.Names(), x.runs.Backend):
		return fmt.Errorf("--backend: %w", config.Unknown("backend", x.runs.Backend, backends.Names()))
	case x.batch < 0:
		return fmt.Errorf("--batch %d; allowed: 1 or more, or 0 for any number of rows", x.batch)
	case x.seed < 0:
		return fmt.Errorf("--seed %d; allowed: 0 or more", x.seed)
	}
	return nil
}

// export writes the files once all names are known to be free.
func (x *exporting) export(command *cobra.Command, catalog config.Catalog, e *experiment.Experiment,
	label string) error {
	opened, err := subject.Open(x.runs)
	if err != nil {
		return err
	}
	defer opened.Close()
	trained, train, err := opened.Model(e, label, x.seed)
	if err != nil {
		return err
	}
	functions, err := export.Of(trained)
	if err != nil {
		return fmt.Errorf("%s of %s: %w", label, e.File, err)
	}
	if functions, err = x.withDensity(command.Context(), trained, functions); err != nil {
		return fmt.Errorf("%s of %s: %w", label, e.File, err)
	}
	about := export.About{Experiment: e.Name, Model: label, Seed: x.seed, Ambient: trained.Support.Ambient(),
		Dimension: trained.Support.Dimension(),
		Version:   experiment.Versions()["ebim"], Settings: e.Resolved(), Catalog: catalog, Single: x.single}
	files, err := x.files(functions, about)
	if err != nil {
		return fmt.Errorf("%s of %s: %w", label, e.File, err)
	}
	if x.npz != "" {
		files = append(files, exported{x.npz, func(w io.Writer) error {
			return export.WriteNPZ(w, functions, about, train)
		}})
	}
	for _, file := range files {
		if _, err := os.Lstat(file.name); err == nil && !x.overwrite {
			return fmt.Errorf("%s is there already; give another name, or --overwrite", file.name)
		}
	}
	for _, file := range files {
		if err := os.MkdirAll(filepath.Dir(file.name), 0o755); err != nil {
			return err
		}
		if err := disk.WriteFile(file.name, file.write); err != nil {
			return err
		}
		fmt.Fprintln(command.OutOrStdout(), file.name)
	}
	return nil
}

// withDensity adds the log density and the normalizer where something is written that has them. That there is none is
// an error only where it is asked for.
func (x *exporting) withDensity(ctx context.Context, trained *model.Trained, functions []*export.Function) (
	[]*export.Function, error) {
	other := func(f *export.Function) bool { return f.Name == x.named && x.named != "E" }
	if x.npz == "" && slices.ContainsFunc(functions, other) {
		return functions, nil
	}
	rng := random.New(uint64(x.seed), subject.NormalizerPurpose, 0)
	functions, err := export.WithDensity(ctx, trained, rng, functions)
	var without *export.UnnormalizedError
	if errors.As(err, &without) && x.named != "log_density" {
		err = nil
	}
	return functions, err
}

// exported is a file to write.
type exported struct {
	name  string
	write func(io.Writer) error
}

// files are those of the functions that are wanted as ONNX.
func (x *exporting) files(functions []*export.Function, about export.About) ([]exported, error) {
	if x.onnx == "" {
		return nil, nil
	}
	var names []string
	var files []exported
	several := len(slices.DeleteFunc(slices.Clone(functions), func(f *export.Function) bool { return f.Derived })) > 1
	for _, f := range functions {
		names = append(names, f.Name)
		name := x.onnx
		if x.named == "" && several {
			extension := filepath.Ext(name)
			name = strings.TrimSuffix(name, extension) + "-" + f.Name + extension
		}
		if x.named == "" && !f.Derived || x.named == f.Name {
			files = append(files, exported{name, func(w io.Writer) error { return f.WriteONNX(w, about, x.batch) }})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the model has no %s; it has %s", x.named, strings.Join(names, ", "))
	}
	return files, nil
}
