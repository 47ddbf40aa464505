package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/plaintext"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// What is told beside answers, on the error output and in a file: how much, and where.

// level is how much is told; errors always are.
type level string

const (
	levelError   level = "error"   // nothing but errors
	levelWarning level = "warning" // notes, too, on what is probably not meant
	levelInfo    level = "info"    // all that happens
	levelDebug   level = "debug"   // stages, too, with their keys
)

func levels() []string {
	return []string{string(levelError), string(levelWarning), string(levelInfo), string(levelDebug)}
}

// String implements pflag.Value.
func (l *level) String() string { return string(*l) }

// Type implements pflag.Value.
func (l *level) Type() string { return "level" }

// Set implements pflag.Value.
func (l *level) Set(text string) error {
	if !slices.Contains(levels(), text) {
		return config.Unknown("--log-level", text, levels())
	}
	*l = level(text)
	return nil
}

// logging is what the flags of a command line say of its messages.
type logging struct {
	level level
	path  string
	file  *os.File // nil for none
	lines io.Writer
}

func (l *logging) add(root *cobra.Command) {
	l.level = levelInfo
	root.PersistentFlags().Var(&l.level, "log-level", "show messages of this level and above: "+strings.Join(levels(), ", "))
	root.PersistentFlags().StringVar(&l.path, "log-file", "", "`file` to which messages are added, too, with their times")
}

// openLog puts the messages of a command where the flags say.
func (p *Program) openLog(command *cobra.Command) error {
	l := p.log
	messages := l.filtered(p.Messages)
	if l.path != "" {
		file, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return failed(fmt.Errorf("--log-file: %w", err))
		}
		l.file, l.lines = file, l.filtered(&stamped{to: file, now: p.Now})
		messages = io.MultiWriter(messages, l.lines)
	}
	command.Root().SetErr(messages)
	p.debug(command, "%s, %s", command.CommandPath(), versions().short())
	return nil
}

// close ends the log file, with the command's error.
func (l *logging) close(now func() time.Time, err error) {
	if l.file == nil {
		return
	}
	if err != nil {
		fmt.Fprintln(&stamped{to: l.file, now: now}, plaintext.Lines(err.Error()))
	}
	l.file.Close()
}

// filtered is a writer that takes what the level lets through.
func (l *logging) filtered(to io.Writer) io.Writer {
	switch l.level {
	case levelError:
		return io.Discard
	case levelWarning:
		return &notesOnly{to: to}
	}
	return to
}

// debug tells what only the level debug has.
func (p *Program) debug(command *cobra.Command, format string, values ...any) {
	if p.log.level == levelDebug {
		fmt.Fprintf(command.ErrOrStderr(), "Debug: %s\n", plaintext.OneLine(fmt.Sprintf(format, values...)))
	}
}

// debugStages tells of the stages of runs.
func (p *Program) debugStages(command *cobra.Command, found []stage.Result) {
	for _, result := range found {
		r := result.Record
		for _, s := range r.Stages {
			how := "computed"
			if s.Reused {
				how = "reused"
			}
			p.debug(command, "%s %s seed %d: stage %s, %s, %s, key %s", r.Experiment, r.Model, r.Seed, s.Name, how, progress.Seconds(s.Seconds), s.Key)
		}
	}
}

// reporter shows the progress of a command.
func (p *Program) reporter(quiet bool) progress.Reporter {
	l := p.log
	shown := progress.New(p.Messages, quiet, p.Now)
	if l.level == levelError || l.level == levelWarning {
		quiet, shown = true, progress.NewQuiet(l.filtered(p.Messages))
	}
	switch {
	case l.file == nil:
		return shown
	case quiet:
		return progress.Both(shown, progress.NewQuiet(l.lines))
	}
	return progress.Both(shown, progress.NewLines(l.lines, p.Now))
}

// notesOnly is a writer that leaves out lines that are not notes.
type notesOnly struct {
	to    io.Writer
	mutex sync.Mutex
	begun []byte // a line without its end
}

// Write implements io.Writer.
func (n *notesOnly) Write(text []byte) (int, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.begun = append(n.begun, text...)
	for {
		end := bytes.IndexByte(n.begun, '\n')
		if end < 0 {
			return len(text), nil
		}
		line := n.begun[:end+1]
		n.begun = n.begun[end+1:]
		if bytes.HasPrefix(line, []byte("Note: ")) {
			if _, err := n.to.Write(line); err != nil {
				return 0, err
			}
		}
	}
}

// stamped is a writer that puts the time before each line.
type stamped struct {
	to    io.Writer
	now   func() time.Time
	mutex sync.Mutex
	inner bool // within a line
}

// Write implements io.Writer.
func (s *stamped) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		if !s.inner {
			out.WriteString(s.now().UTC().Format(time.RFC3339) + " ")
		}
		out.Write(line)
		s.inner = !bytes.HasSuffix(line, []byte("\n"))
	}
	_, err := out.WriteTo(s.to)
	return len(text), err
}
