package reference

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands writes every command, those of a group below it.
func (w *writer) commands(root *cobra.Command) {
	w.line("# Commands\n\n%s\n%s.\n\nExit codes: 0 all is done; 1 something failed; 2 a mistake in the command line "+
		"or a file; 3 (134) a fault of the program; 130 interrupted "+
		"([operating](../operating.md#exit-codes)).\n", generated, sentence(root.Short))
	w.line("| command | what it does |\n| --- | --- |")
	var all []*cobra.Command
	var collect func(c *cobra.Command)
	collect = func(c *cobra.Command) {
		for _, below := range c.Commands() {
			if below.Name() == "help" || below.Name() == "completion" || below.Hidden {
				continue
			}
			if below.HasSubCommands() {
				collect(below)
				continue
			}
			all = append(all, below)
		}
	}
	collect(root)
	for _, c := range all {
		w.line("| [`%s`](#%s) | %s |", c.CommandPath(), strings.ReplaceAll(c.CommandPath(), " ", "-"), cell(c.Short))
	}
	w.line("\n## Flags of all commands\n")
	root.PersistentFlags().VisitAll(w.flag)
	for _, c := range all {
		w.command(c)
	}
}

func (w *writer) command(c *cobra.Command) {
	use, _, _ := strings.Cut(c.UseLine(), " [flags]")
	w.line("\n## %s\n\n```\n%s\n```\n", c.CommandPath(), use)
	if c.Long == "" {
		w.line("%s.", c.Short)
	} else {
		w.long(c.Long)
	}
	if c.Example != "" {
		w.line("\n```\n%s\n```", strings.ReplaceAll(strings.TrimLeft(c.Example, " "), "\n  ", "\n"))
	}
	first := true
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		if first {
			w.line("")
			first = false
		}
		w.flag(f)
	})
}

// long writes a command's text, whose indented lines are lists or files.
func (w *writer) long(text string) {
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, "  "); indented != code {
			code = indented
			if code {
				w.line("\n```")
			} else {
				w.line("```\n")
			}
		}
		w.line("%s", strings.TrimPrefix(line, "  "))
	}
	if code {
		w.line("```")
	}
}

func (w *writer) flag(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if value != "" {
		name += " " + strings.ToUpper(value)
	}
	standard := ""
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" {
		standard = " *Default `" + strings.Trim(f.DefValue, "[]") + "`.*"
	}
	w.line("- `%s`: %s.%s", name, strings.TrimSuffix(usage, "."), standard)
}
