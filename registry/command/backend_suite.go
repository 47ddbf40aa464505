package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/spf13/cobra"

	"ebim/framework/backend"
	"ebim/framework/backend/suite"
	"ebim/framework/backend/trust"
	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/regular"
)

func (p *Program) backendTestCommand() *cobra.Command {
	var short bool
	var format string
	command := &cobra.Command{
		Use: "test [NAME]", Short: "Test whether a backend, or each that is there, computes what it should",
		Long: "Test whether a backend, or each that is there, computes what it should: operations, products with what engines fuse into\n" +
			"them, reductions, convolutions, derivatives, of the networks too, and random numbers, against plain loops and against\n" +
			"the embedded backend cpu (which is compared with go). It says what is right, wrong and missing; a wrong number is an error.\n" +
			"`ebim run` does the short form by itself, once for each plugin.",
		Args: usage(cobra.MaximumNArgs(1)), ValidArgs: backend.Names(),
		RunE: func(command *cobra.Command, names []string) error {
			if len(names) == 0 {
				for _, b := range backend.List() {
					if b.Available {
						names = append(names, b.Name)
					}
				}
			} else if !slices.Contains(backend.Names(), names[0]) {
				return config.Unknown("backend", names[0], backend.Names())
			}
			var reports []*suite.Report
			var errs []error
			for _, name := range names {
				report, err := p.testBackend(command.Context(), name, short)
				if report == nil {
					return failed(errors.Join(append(errs, err)...))
				}
				reports, errs = append(reports, report), append(errs, err)
				if format == "text" {
					errs = append(errs, report.Write(command.OutOrStdout()))
				}
			}
			if format == "json" {
				errs = append(errs, writeJSON(command.OutOrStdout(), reports))
			}
			return failed(errors.Join(errs...))
		},
	}
	command.Flags().BoolVar(&short, "short", false, "only what \"ebim run\" tests by itself")
	addFormat(command, &format, "text", "json")
	return command
}

// testBackend runs the suite on a backend, which it opens. A report with an error is of a backend that is wrong.
func (p *Program) testBackend(ctx context.Context, name string, short bool) (*suite.Report, error) {
	r := &suite.Report{Backend: name, Reference: backend.Default, Short: short, Flags: os.Getenv(trust.Variable), Plugin: backend.Plugin(name)}
	cases := suite.Cases()
	if short {
		cases = suite.Short(cases)
	} else {
		networks, err := p.networkCases()
		if err != nil {
			return nil, err
		}
		cases = append(cases, networks...)
	}
	if name == backend.Default {
		r.Reference = backend.Reference
	}
	opened, err := backend.Open(name)
	if err != nil {
		return nil, err
	}
	defer opened.Finalize()
	reference, err := backend.Open(r.Reference)
	if err != nil {
		return nil, err
	}
	defer reference.Finalize()
	start := p.Now()
	err = suite.Run(ctx, suite.On(opened), suite.On(reference), suite.For(name, cases), func(found suite.Result) { r.Results = append(r.Results, found) })
	if err != nil {
		return nil, err
	}
	r.Seconds = p.Now().Sub(start).Seconds()
	return r, p.concludeTest(ctx, r)
}

// concludeTest notes that a plugin is right, or finds out what mends it. The error is that a backend is wrong.
func (p *Program) concludeTest(ctx context.Context, r *suite.Report) (err error) {
	wrong := len(r.Of(suite.Wrong))
	judge := p.judge(r.Backend)
	if r.Plugin != "" && !r.Short {
		if r.SHA256, err = regular.SHA256(r.Plugin); err != nil {
			return err
		}
		if wrong == 0 {
			judge.Keep(r.SHA256)
		} else if r.MendedBy, err = judge.Mend(ctx); err != nil {
			return err
		}
	}
	switch {
	case wrong == 0:
		return nil
	case r.MendedBy != "":
		return fmt.Errorf("the backend %s is wrong in %d tests; its short form is right with %s=%s, which `ebim run` sets by itself", r.Backend, wrong, trust.Variable, r.MendedBy)
	}
	return fmt.Errorf("the backend %s is wrong in %d tests", r.Backend, wrong)
}

// caseShapes are the numbers of inputs, of outputs and of points that networks are tried with, the first that one takes: points of R^3, and
// images of 28 x 28 pixels, which a network maps from or to. Of images there are few, as networks of these have kinks (rectifiers, maxima):
// where one of a million numbers lies at one, backends differ rightly.
var caseShapes = [][3]int{{3, 2, 64}, {3, 1, 64}, {784, 768, 2}, {784, 16, 2}, {16, 784, 2}}

// networkCases are of the networks that can be named, as in their examples.
func (p *Program) networkCases() ([]suite.Case, error) {
	kind, err := p.Registry.Kind("network")
	if err != nil {
		return nil, err
	}
	var cases []suite.Case
	for _, c := range kind.Components {
		decoded, err := p.Registry.Decode(kind.Name, c.Example)
		if err != nil {
			return nil, err
		}
		n := decoded.(network.Network)
		shape := slices.IndexFunc(caseShapes, func(s [3]int) bool { return network.CheckShape("network", n, s[0], s[1]) == nil })
		if shape < 0 {
			continue
		}
		inputs, outputs := caseShapes[shape][0], caseShapes[shape][1]
		rng := rand.New(rand.NewPCG(1, 1))
		var parameters []backend.Array
		for _, parameter := range n.Initialize(inputs, outputs, rng) {
			shaken := 0.1 // some begin at 0, where derivatives vanish
			if d := parameter.Dimensions; len(d) == 4 {
				shaken /= math.Sqrt(float64(d[0] * d[1] * d[2]))
			}
			for i := range parameter.Values {
				parameter.Values[i] += float32(shaken * rng.NormFloat64())
			}
			parameters = append(parameters, backend.Array{Dimensions: parameter.Dimensions, Data: parameter.Values})
		}
		cases = append(cases, suite.Network(c.Name, parameters, inputs, caseShapes[shape][2], func(nodes []*graph.Node) func(x *graph.Node) *graph.Node { return n.Bind(nodes).Apply }))
	}
	return cases, nil
}

// judge judges the plugin of a backend.
func (p *Program) judge(name string) trust.Judge {
	return trust.Judge{Backend: name, Path: backend.Plugin(name), Flags: os.Getenv(trust.Variable), Machine: trust.Machine(), File: trust.File(os.UserCacheDir),
		Try: func(ctx context.Context, flags string) (*suite.Report, error) { return p.tryPlugin(ctx, name, flags) }}
}

// longestTry bounds the short form of the suite, which takes some seconds, on a machine that is busy.
const longestTry = 10 * time.Minute

// tryPlugin runs the short form of the suite in a process of its own, with the given XLA_FLAGS.
func (p *Program) tryPlugin(ctx context.Context, name, flags string) (*suite.Report, error) {
	if p.Self == "" {
		return nil, errors.New("it is tried in a process of its own, and it is not known which program to start")
	}
	ctx, cancel := context.WithTimeout(ctx, longestTry)
	defer cancel()
	var out, messages bytes.Buffer
	command := exec.CommandContext(ctx, p.Self, "backend", "test", name, "--short", "--format", "json")
	command.Env = append(os.Environ(), trust.Variable+"="+flags)
	command.Stdout, command.Stderr = &out, &messages
	ended := command.Run()
	var reports []*suite.Report
	if err := json.Unmarshal(out.Bytes(), &reports); err == nil && len(reports) == 1 {
		return reports[0], nil
	}
	return nil, fmt.Errorf("`%s` ended with %v: %s", strings.Join(command.Args, " "), ended, lastLines(messages.String(), 3))
}

// lastLines are the last lines of a text that are not empty.
func lastLines(text string, most int) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	return strings.Join(lines[max(0, len(lines)-most):], "; ")
}

// trustBackend tries the plugin of the backend that a command computes with, unless it is known, and sets what it needs to be right.
// Commands without the flag --backend compute nothing, nor does validate.
func (p *Program) trustBackend(command *cobra.Command) error {
	flag := command.Flags().Lookup("backend")
	if flag == nil || command.Name() == "validate" || backend.Plugin(flag.Value.String()) == "" {
		return nil
	}
	messages := command.ErrOrStderr()
	if quiet := command.Flags().Lookup("quiet"); quiet != nil && quiet.Value.String() == "true" {
		messages = io.Discard
	}
	return p.trust(command.Context(), flag.Value.String(), messages)
}

// trust decides whether the plugin of a backend, if it has one, may compute in this process, and sets what it needs for that.
func (p *Program) trust(ctx context.Context, name string, messages io.Writer) error {
	if backend.Plugin(name) == "" {
		return nil
	}
	decision, err := p.decide(ctx, name, messages)
	if err != nil || decision.Added == "" {
		return err
	}
	return os.Setenv(trust.Variable, decision.Flags) // read when the plugin is loaded
}

// install installs the plugin of a backend, and tries one from a file where it is the one that is found.
func (p *Program) install(ctx context.Context, name, file, digest string, said io.Writer) error {
	if file == "" {
		return failed(backend.Install(ctx, name, digest, said))
	}
	if err := backend.InstallFile(name, file, digest, said); err != nil {
		return failed(err)
	}
	if backend.Plugin(name) == "" { // for want of a GPU, or because other folders are looked through
		fmt.Fprintln(said, "It could not be tried here: `ebim backend list` says why.")
		return nil
	}
	_, err := p.decide(ctx, name, said)
	return err
}

// decide decides whether the plugin of a backend may compute, and says so where that is new, or needs a setting.
func (p *Program) decide(ctx context.Context, name string, messages io.Writer) (trust.Decision, error) {
	judge := p.judge(name)
	decision, err := judge.Decide(ctx)
	if err != nil {
		return decision, failed(err)
	}
	if decision.Tried != nil {
		fmt.Fprintf(messages, "The plugin %s of %s was tried: %d of %d tests are wrong (%.1f s).\n", judge.Path, judge.Backend,
			len(decision.Tried.Of(suite.Wrong)), len(decision.Tried.Results), decision.Tried.Seconds)
	}
	if decision.Added != "" {
		fmt.Fprintf(messages, "%s=%s is set, without which that plugin computes wrong numbers, and with which it was right.\n", trust.Variable, decision.Flags)
	}
	return decision, nil
}
