package command

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"ebim/experiments"
	"ebim/registry"
	"ebim/registry/command/cli"
)

var (
	quoted      = regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`)
	placeholder = regexp.MustCompile(`^([a-z_]+/)*[A-Z_]+(\.\.\.|\.[a-z]+)?$`)
	fencedLine  = regexp.MustCompile(`^(?:\$ |\(time )?(?:EBIM_\w+=\S+ |GOMAXPROCS=1 |nice )*(?:ebim|\./ebim|go run \.) (.*)$`)
	inlineCode  = regexp.MustCompile("`(?:ebim|\\./ebim|go run \\.) ([^`]*)`")
)

// notCommands are a message, and the command of the program that docs/extending.md has one write.
var notCommands = []string{"itself is at fault", "describe data eight"}

// documentedCommand is a command line of a document.
type documentedCommand struct {
	file, line string
	whole      bool // as in a block, not a part of one in a sentence
}

// arguments are those of the program, up to a comment, a pipe or a redirection.
func (d documentedCommand) arguments() (all []string) {
	for _, found := range quoted.FindAllStringSubmatch(strings.NewReplacer("[", "", "]", "").Replace(d.line), -1) {
		word := found[1] + found[2] + found[3]
		if strings.HasPrefix(word, "#") || slices.Contains([]string{">", "|", "&&", ";", "2>"}, word) {
			return all
		}
		all = append(all, word)
	}
	return all
}

// documentedCommands are the command lines of all documents but the generated reference, which has them from the
// commands.
func documentedCommands(t *testing.T) (all []documentedCommand) {
	t.Helper()
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (file != "." && strings.HasPrefix(entry.Name(), ".") ||
			slices.Contains([]string{"docs/reference", "results/runs", "experiments"}, file)):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(file) != ".md" || file == "CHANGELOG.md": // which tells of what is no more
			return nil
		}
		text, err := fs.ReadFile(root, file)
		inBlock := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "```") {
				inBlock = !inBlock
			}
			if found := fencedLine.FindStringSubmatch(line); inBlock && found != nil {
				all = append(all, documentedCommand{file, found[1], true})
			}
			if !inBlock {
				for _, found := range inlineCode.FindAllStringSubmatch(line, -1) {
					if slices.Contains(notCommands, found[1]) {
						continue
					}
					all = append(all, documentedCommand{file, found[1], false})
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Command lines in documents name commands, flags, and experiments, tables, figures and pages that are there.
func TestDocumentedCommands(t *testing.T) {
	all := documentedCommands(t)
	for _, d := range all {
		if err := d.check(t); err != nil {
			t.Errorf("%s: ebim %s: %v", d.file, d.line, err)
		}
	}
	if len(all) < 150 {
		t.Errorf("only %d command lines were looked at", len(all))
	}
}

func TestDocumentedCommandsAreChecked(t *testing.T) {
	for line, want := range map[string]string{
		"rnu a.yaml":                                 "unknown command",
		"run experiments/quickstart.yml":             "quickstart.yml",
		"run experiments/quickstart.yaml --sets a=1": "unknown flag: --sets",
		"run":                          "got 0 arguments",
		"table wassserstein":           "wassserstein",
		"figure figure_12 # a comment": "figure_12",
		"docs tutoral":                 "tutoral",
		"describe model ebin":          "ebin",
		"list samplers":                "samplers",
		"run 'zoo/none*'":              "none",
		"run results/zoo/none/*.yaml":  "no file matches results/zoo/none/*.yaml",
		"run results/zoo/fresh/*.yaml": "",
		"run experiments/quickstart.yaml --only ebim > a":  "",
		"run FILE... --seeds 0-4 [--yes]":                  "unknown flag: --yes",
		"describe models.ebim.manifold.training | less -R": "",
	} {
		err := documentedCommand{line: line, whole: true}.check(t)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("ebim %s: %v, want %q", line, err, want)
		}
	}
}

// check finds the command, parses its flags, and looks up or executes what costs nothing.
func (d documentedCommand) check(t *testing.T) error {
	root := (&Program{Registry: registry.Standard()}).root()
	root.InitDefaultCompletionCmd()
	root.InitDefaultVersionFlag()
	arguments := d.arguments()
	found, rest, err := root.Find(arguments)
	if err != nil {
		return err
	}
	if found.HasSubCommands() && found.Name() != "help" && (len(rest) > 0 && !strings.HasPrefix(rest[0], "-") ||
		d.whole && len(arguments) == 0) {
		return errors.New("unknown command " + strings.Join(rest, " "))
	}
	var incomplete *pflag.ValueRequiredError
	if err := found.ParseFlags(rest); errors.Is(err, pflag.ErrHelp) || errors.As(err, &incomplete) && !d.whole {
		return nil // the latter is a flag by its name
	} else if err != nil {
		return err
	}
	names := found.Flags().Args()
	if d.whole && found.Args != nil && !slices.Contains(names, "...") {
		if err := found.Args(found, names); err != nil {
			return err
		}
	}
	if len(names) == 0 || slices.ContainsFunc(names, placeholder.MatchString) {
		return nil
	}
	switch found.Name() {
	case "docs", "describe", "list":
		if code, _, messages := ebim(t, arguments...); code != 0 && found.Parent() == found.Root() {
			return errors.New(messages)
		}
	case "table", "figure":
		known := map[string][]string{"table": experiments.Tables(), "figure": experiments.Figures()}[found.Name()]
		for _, name := range names {
			matches := func(one string) bool { ok, _ := path.Match(name, one); return ok }
			if filepath.Ext(name) == "" && len(name) > 1 && !slices.ContainsFunc(known, matches) {
				return errors.New("there is no " + found.Name() + " " + name)
			}
		}
	case "run", "validate", "best", "resolve", "export":
		if found.Name() == "export" || found.Name() == "resolve" || found.Name() == "best" {
			names = names[:1]
		}
		for _, name := range names {
			if !strings.HasPrefix(name, "experiments/") && !strings.Contains(name, "*") {
				continue // one's own file
			}
			if strings.HasPrefix(name, "results/") { // which the program doesn't come with
				if files, err := filepath.Glob(filepath.Join("../..", name)); err != nil || len(files) == 0 {
					return errors.New("no file matches " + name)
				}
				continue
			}
			files, err := cli.Expanded([]string{name}, experiments.Names())
			if err == nil && len(files) == 1 {
				_, err = fs.Stat(experiments.Files, files[0])
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
