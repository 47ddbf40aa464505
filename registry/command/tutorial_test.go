package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Numbers of trainings differ between processors in their last digits, and times between any two runs: of tables only
// what is not a number is compared, by default.
var (
	durations = regexp.MustCompile(`\d+ min \d+ s|\d+(\.\d+)? (s|ms)`)
	numbers   = regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	frames    = regexp.MustCompile(`[─┌┬┐├┼┤└┴┘]+`)
	blanks    = regexp.MustCompile(` +`)
)

// masked is a line of a table without its numbers, and without the widths that follow from them.
func masked(line string) string {
	line = durations.ReplaceAllString(line, "TIME")
	if strings.HasPrefix(line, "│") && !strings.Contains(line, "seed-") {
		line = numbers.ReplaceAllString(line, "0")
	}
	return strings.TrimSpace(blanks.ReplaceAllString(frames.ReplaceAllString(line, "─"), " "))
}

// matches compares what a command printed with what a page shows of it: a line of ... stands for any lines, ... within
// a line for any text.
func matches(shown, printed []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if strings.TrimSpace(shown[0]) == "..." {
		for i := range len(printed) + 1 {
			if matches(shown[1:], printed[i:]) {
				return true
			}
		}
		return false
	}
	if len(printed) == 0 {
		return false
	}
	parts := strings.Split(masked(shown[0]), "...")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(strings.TrimSpace(part))
	}
	ok, err := regexp.MatchString("^"+strings.Join(parts, ".*")+"$", masked(printed[0]))
	return err == nil && ok && matches(shown[1:], printed[1:])
}

func TestShownTextMatches(t *testing.T) {
	for _, test := range []struct {
		shown, printed string
		want           bool
	}{
		{"a\nb", "a\nb", true},
		{"a", "a\nb", false},
		{"a\n...", "a\nb\nc", true},
		{"...\nc", "a\nb\nc", true},
		{"...\nd", "a\nb\nc", false},
		{"a 1.5 ...", "a 1.5 b", true},
		{"a 1.5 ...", "a 1.6 b", false},
		{"│ x │ -1.2e-05 ± 3 │ 3 s │", "│ x │    7 ± 12 │ 2 min 1 s │", true},
		{"│ x │ 3 │", "│ y │ 3 │", false},
		{"┌──┬─┐", "┌────┬───┐", true},
	} {
		if got := matches(strings.Split(test.shown, "\n"), strings.Split(test.printed, "\n")); got != test.want {
			t.Errorf("%q and %q: %v", test.shown, test.printed, got)
		}
	}
}

// commandsOf returns the commands of a page's console blocks, each with the lines that it shows of their output.
func commandsOf(t *testing.T, file string) (commands [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
		for line := range strings.SplitSeq(block[1], "\n") {
			if strings.HasPrefix(line, "$ ebim ") {
				commands = append(commands, []string{line})
			} else if last := len(commands) - 1; last >= 0 {
				commands[last] = append(commands[last], line)
			}
		}
	}
	return commands
}

// shorter is an experiment that new wrote, whose manifolds are trained once, for fewer steps than by default: enough
// for a curve, and for what the tutorial shows.
func shorter(t *testing.T, experiment string) string {
	t.Helper()
	const whole = "manifold: {drop_after: 0.33}"
	short := strings.Replace(experiment, whole, "manifold: {starts: 1, training: {steps: 1500, batch: 128, "+
		"shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: cosine, clip_norm: 1, validate_every: 50}}", 1)
	if short == experiment {
		t.Fatalf("there is no %q in\n%s", whole, experiment)
	}
	return short
}

// The tutorial's commands are run as they stand there, one after the other, and print what it shows.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains six models")
	}
	lookLonger(t)
	commands := commandsOf(t, "../../docs/tutorial.md")
	outline, err := os.ReadFile("../../experiments/outline.csv")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadFile("../../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("experiments", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("experiments", "outline.csv"), outline, 0o644); err != nil {
		t.Fatal(err)
	}
	verdicts := ""
	for _, command := range commands {
		line, into, _ := strings.Cut(strings.TrimPrefix(command[0], "$ ebim "), " > ")
		code, printed, messages := ebim(t, strings.Fields(line)...)
		if code != 0 {
			t.Fatalf("%s: code %d, %s", command[0], code, messages)
		}
		if into != "" {
			if err := os.WriteFile(into, []byte(shorter(t, printed)), 0o644); err != nil {
				t.Fatal(err)
			}
			printed = messages
		}
		if !matches(command[1:], strings.Split(strings.TrimRight(printed, "\n"), "\n")) {
			t.Errorf("%s\nprinted\n%s\nthe page shows\n%s", command[0], printed, strings.Join(command[1:], "\n"))
		}
		verdicts += printed
	}
	// What the text concludes from the numbers.
	for _, want := range []string{`topology, components +│ +1\.00 ± 0\.00 │`, `trust, verdict +│ +good │`,
		`topology, matches +│ +3 of 3 `} {
		if !regexp.MustCompile(want).MatchString(verdicts) {
			t.Errorf("nothing printed has %q", want)
		}
	}
	if len(commands) < 6 || !slices.ContainsFunc(commands, func(c []string) bool {
		return strings.HasPrefix(c[0],
			"$ ebim run ")
	}) {
		t.Errorf("the tutorial has only the commands %q", commands)
	}
	pageNamesRuns(t, filepath.Join("results", "runs"), files)
	for _, picture := range []string{"density-seed-0.png", "training-seed-0.png"} {
		if _, err := os.Stat(filepath.Join("results", "runs", "figures", "outline", picture)); err != nil {
			t.Error(err)
		}
	}
}

// pageNamesRuns checks that the page on files names every file of a folder of runs that has a fixed name, and every
// folder of a run.
func pageNamesRuns(t *testing.T, runs string, page []byte) {
	t.Helper()
	seen := map[string]bool{}
	for _, pattern := range []string{"*", "outline/*/*/*", "outline/*/*/*/*", "figures/*/*.json", "stages/*/*.json"} {
		found, err := filepath.Glob(filepath.Join(runs, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name := filepath.Base(file)
			if name == "outline" || strings.HasPrefix(name, "metric_") {
				continue
			}
			if info, err := os.Stat(file); err == nil && info.IsDir() {
				name += "/"
			}
			seen[name] = true
		}
	}
	for name := range seen {
		if !regexp.MustCompile("`([a-z]+/)*" + regexp.QuoteMeta(name)).Match(page) {
			t.Errorf("docs/files.md does not say what %s is", name)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d names were looked at", len(seen))
	}
}
