// Package trust decides whether a plugin may compute: it is tried once, in a process of its own, by the short form of package suite, and
// known by its SHA-256 from then on. A plugin that is wrong, but right with a known setting, gets that setting.
package trust

import (
	"context"
	"fmt"
	"strings"

	"ebim/framework/backend/suite"
	"ebim/framework/regular"
)

// Variable is the environment variable of XLA's settings. A plugin reads it once, when it is loaded.
const Variable = "XLA_FLAGS"

// mends are settings of XLA for the CPU with which builds that are wrong by themselves are right; the first that helps is taken. Both keep products,
// reductions and what lies between them from YNNPACK, to which builds of API 0.115 hand them; the second is for builds that take no
// empty list, and logs an error for each program. Older builds end the process at a setting that they don't know, so that none is
// tried where nothing is wrong.
var mends = []string{
	"--xla_cpu_experimental_ynn_fusion_type=",
	"--xla_cpu_experimental_ynn_fusion_type=LIBRARY_FUSION_TYPE_INVALID",
}

// Judge judges the plugin of a backend.
type Judge struct {
	Backend string // such as xla:cpu
	Path    string // of the plugin
	Flags   string // the user's XLA_FLAGS
	Machine string // a name of the processors: another one's code may be right or wrong
	File    string // where verdicts are kept; empty for nowhere
	// Try runs the short form of the suite in a new process with the given XLA_FLAGS.
	Try func(ctx context.Context, flags string) (*suite.Report, error)
}

// Decision is with which XLA_FLAGS a plugin is right.
type Decision struct {
	SHA256 string        // of the plugin
	Flags  string        // all of them
	Added  string        // to the user's
	Tried  *suite.Report // without what was added; nil where the plugin was known
}

// Decide says how the plugin is right. The error is a *WrongError where it is not; others are of its file and of Try.
func (j Judge) Decide(ctx context.Context) (Decision, error) {
	digest, err := regular.SHA256(j.Path)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{SHA256: digest}
	entry := entry{SHA256: digest, Suite: suite.Version, Machine: j.Machine, Flags: j.Flags}
	if added, known := find(j.File, entry); known {
		d.Flags, d.Added = join(j.Flags, added), added
		return d, nil
	}
	if d.Tried, err = j.Try(ctx, j.Flags); err != nil {
		return d, fmt.Errorf("the plugin %s of %s could not be tried: %w", j.Path, j.Backend, err)
	}
	if len(d.Tried.Of(suite.Wrong)) > 0 {
		if entry.Added, err = j.mend(ctx, d); err != nil {
			return d, err
		}
	}
	d.Flags, d.Added = join(j.Flags, entry.Added), entry.Added
	keep(j.File, entry)
	return d, nil
}

// Keep notes that the plugin is right with the user's XLA_FLAGS.
func (j Judge) Keep(digest string) {
	keep(j.File, entry{SHA256: digest, Suite: suite.Version, Machine: j.Machine, Flags: j.Flags})
}

// mend is the setting with which a wrong plugin is right; a *WrongError where none is.
func (j Judge) mend(ctx context.Context, d Decision) (string, error) {
	added, err := j.Mend(ctx)
	if err != nil {
		return "", err
	}
	if added == "" {
		return "", &WrongError{Judge: j, SHA256: d.SHA256, Report: d.Tried}
	}
	if set := strings.SplitAfter(added, "=")[0]; strings.Contains(j.Flags, set) {
		return "", &WrongError{Judge: j, SHA256: d.SHA256, Report: d.Tried, Remedy: added}
	}
	return added, nil
}

// Mend is the first known setting that makes the plugin right, and empty where none does. The error is the context's.
func (j Judge) Mend(ctx context.Context) (string, error) {
	if j.Backend != "xla:cpu" {
		return "", nil
	}
	for _, added := range mends {
		tried, err := j.Try(ctx, join(without(j.Flags, added), added))
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err == nil && len(tried.Of(suite.Wrong)) == 0 { // a build that does not know the setting ends
			return added, nil
		}
	}
	return "", nil
}

// join is XLA_FLAGS with one more.
func join(flags, added string) string { return strings.TrimSpace(flags + " " + added) }

// without is XLA_FLAGS without those of a setting.
func without(flags, setting string) string {
	name := strings.SplitAfter(setting, "=")[0]
	var kept []string
	for _, flag := range strings.Fields(flags) {
		if !strings.HasPrefix(flag, name) {
			kept = append(kept, flag)
		}
	}
	return strings.Join(kept, " ")
}

// WrongError says that a plugin computes wrong numbers.
type WrongError struct {
	Judge  Judge
	SHA256 string
	Report *suite.Report
	Remedy string // a setting with which it is right, where the user's XLA_FLAGS say otherwise
}

func (e *WrongError) Error() string {
	wrong, worst := e.Report.Of(suite.Wrong), ""
	if result, ok := e.Report.Worst(); ok {
		worst = fmt.Sprintf("%s, %s: %s", result.Group, result.Name, result.Where)
	}
	text := fmt.Sprintf("the plugin %s of %s (SHA-256 %s) computes wrong numbers, in %d of %d tests, such as %s; nothing is computed with it. `ebim backend test %s` shows all. ",
		e.Judge.Path, e.Judge.Backend, e.SHA256, len(wrong), len(e.Report.Results), worst, e.Judge.Backend)
	if e.Remedy != "" {
		return text + fmt.Sprintf("It is right with %s in %s, where you have %q", e.Remedy, Variable, e.Judge.Flags)
	}
	return text + "No setting is known that mends it: install another plugin, or use the backend cpu"
}
