package runs

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
)

func runsShowCommand(p *cli.Program) *cobra.Command {
	var runs, format string
	command := &cobra.Command{
		Use:     "show RUN",
		Short:   "Show a run: its settings, numbers, stages and what it noted",
		Long:    "Show a run: its settings, numbers, stages and what it noted.\n" + runNames,
		Example: "  ebim runs show circle/ebim/seed-0-1a2b3c4d",
		Args:    cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, names []string) error {
			record, err := oneRun(p, command, runs, names[0])
			if err != nil {
				return err
			}
			settings, err := os.ReadFile(record.SettingsFile())
			if err != nil {
				return cli.Failed(err)
			}
			return cli.Failed(cli.Answer(command, format, runShowAnswer{cli.AnswerOf(record), string(settings)},
				func(out io.Writer) error { return writeRun(out, record) }))
		},
	}
	cli.AddRuns(command, &runs)
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// runShowAnswer is a run with its settings.
type runShowAnswer struct {
	cli.RunAnswer
	File string `json:"file"`
}

// oneRun is the run of a name that must be of one only.
func oneRun(p *cli.Program, command *cobra.Command, root, name string) (*stage.Record, error) {
	_, found, err := chosen(p, command, choice{runs: root}, []string{name})
	if found == nil {
		return nil, err
	}
	if len(found) > 1 {
		var names []string
		for i := range found[:min(len(found), 5)] {
			names = append(names, cli.NameOf(&found[i]))
		}
		return nil, fmt.Errorf("%q stands for %d runs; name one of them, such as %s", name, len(found),
			strings.Join(names, ", "))
	}
	return &found[0], nil
}

// writeRun says what is known of a run, with all numbers as they are.
func writeRun(out io.Writer, r *stage.Record) error {
	var text strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&text, "%-12s %s\n", name, plaintext.OneLine(value))
		}
	}
	line("run", cli.NameOf(r))
	line("folder", r.Folder)
	line("title", r.Title)
	line("status", string(r.Status))
	if r.Failure != nil {
		line("failure", r.Failure.Error())
	}
	line("backend", r.Backend)
	line("started", r.Started.Format("2006-01-02 15:04:05 MST"))
	line("time", progress.Seconds(r.Seconds))
	for _, override := range r.Overrides {
		line("--set", override)
	}
	for _, metric := range slices.Sorted(maps.Keys(r.Metrics)) {
		for _, name := range slices.Sorted(maps.Keys(r.Metrics[metric])) {
			value := "none"
			if number := r.Metrics[metric][name]; number != nil {
				value = cli.Exact(*number)
			}
			line("number", metric+"."+name+" = "+value)
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(r.Caveats)) {
		findings := r.Findings[metric]
		if findings == nil {
			findings = []string{r.Caveats[metric]}
		}
		for _, finding := range findings {
			line("caveat", metric+": "+finding)
		}
	}
	for _, failure := range r.Failures {
		line("without", failure.Error())
	}
	for _, note := range r.Notes {
		line("note", note)
	}
	for _, s := range r.Stages {
		line("stage", fmt.Sprintf("%s, %s, %s", s.Name, progress.Seconds(s.Seconds), s.Key))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Versions)) {
		line("version", name+" "+r.Versions[name])
	}
	line("settings", r.SettingsFile())
	_, err := io.WriteString(out, text.String())
	return err
}

func runsDiffCommand(p *cli.Program) *cobra.Command {
	var runs, format string
	command := &cobra.Command{
		Use:     "diff RUN RUN",
		Short:   "Compare two runs: the settings and numbers that differ",
		Long:    "Compare two runs: the settings and numbers that differ.\n" + runNames,
		Example: "  ebim runs diff circle/ebim/seed-0-1a2b3c4d circle/ebim/seed-0-5e6f7a8b",
		Args:    cli.Usage(cobra.ExactArgs(2)),
		RunE: func(command *cobra.Command, names []string) error {
			var sides [2]*stage.Record
			var settings [2]map[string]string
			for i, name := range names {
				var err error
				if sides[i], err = oneRun(p, command, runs, name); err != nil {
					return err
				}
				if settings[i], err = results.Settings(sides[i], experiment.Unmeasured()); err != nil {
					return cli.Failed(err)
				}
			}
			d := difference{A: cli.NameOf(sides[0]), B: cli.NameOf(sides[1]),
				Settings: differing(settings[0], settings[1]),
				Metrics:  differing(numbersOf(sides[0]), numbersOf(sides[1]))}
			if len(d.Settings) == 0 && sides[0].Settings != sides[1].Settings {
				d.Note = "the settings are the same, but not the version of some stage or the contents of a data file"
			}
			return cli.Failed(cli.Answer(command, format, d, d.write))
		},
	}
	cli.AddRuns(command, &runs)
	cli.AddFormat(command, &format, "text", "json")
	return command
}

// difference is what two runs don't have in common.
type difference struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Settings []differ `json:"settings"`
	Metrics  []differ `json:"metrics"`
	Note     string   `json:"note,omitempty"`
}

// differ is a setting or a number, as text; null where a run does not have it.
type differ struct {
	Path string  `json:"path"`
	A    *string `json:"a"`
	B    *string `json:"b"`
}

func differing(a, b map[string]string) []differ {
	found := []differ{}
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		one, inA := a[path]
		other, inB := b[path]
		d := differ{path, &one, &other}
		if !inA {
			d.A = nil
		}
		if !inB {
			d.B = nil
		}
		if one != other || inA != inB {
			found = append(found, d)
		}
	}
	return found
}

func (d difference) write(out io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "- %s\n+ %s\n", d.A, d.B)
	section := func(title string, all []differ) {
		fmt.Fprintf(&text, "\n%s that differ: %d\n", title, len(all))
		for _, one := range all {
			fmt.Fprintf(&text, "  %s\n", plaintext.OneLine(one.Path))
			fmt.Fprintf(&text, "    - %s\n    + %s\n", orNone(one.A), orNone(one.B))
		}
	}
	section("Settings", d.Settings)
	if d.Note != "" {
		fmt.Fprintf(&text, "  Note: %s\n", d.Note)
	}
	section("Numbers", d.Metrics)
	_, err := io.WriteString(out, text.String())
	return err
}

func orNone(value *string) string {
	if value == nil {
		return "(none)"
	}
	return plaintext.OneLine(*value)
}

func numbersOf(r *stage.Record) map[string]string {
	numbers := map[string]string{}
	for metric, values := range r.Metrics {
		for name, value := range values {
			if value != nil {
				numbers[metric+"."+name] = cli.Exact(*value)
			}
		}
	}
	return numbers
}
