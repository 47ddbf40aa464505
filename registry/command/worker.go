package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ebim/registry/command/cli"
)

const workerLong = `Run command lines that come one by one on the standard input, and keep the models that they use, so that the next one
that scores, projects, samples or meshes by the same run's folder answers in milliseconds. A request is a line of JSON,
and so is its answer:

  {"arguments": ["score", "results/runs/circle/ebim/seed-0-1a2b3c4d", "new.npy", "--output", "scores.npy"]}
  {"code":0,"output":"scores.npy\n","messages":"quantiles are among the distances of 100 held-out points\n..."}

The code is the exit code, output and messages are what the command prints to the standard output and to the standard
error. A wrong request is answered, too. The worker ends when its standard input does.`

// Bounds of a worker.
const (
	mostModels  = 4       // which it keeps
	mostRequest = 1 << 20 // bytes of a line
	mostAnswer  = 1 << 23 // bytes that a command prints
)

// request asks for a command line to be run.
type request struct {
	Arguments []string `json:"arguments"` // without the program's name
}

// answer is what became of it.
type answer struct {
	Code     int    `json:"code"` // the exit code
	Output   string `json:"output"`
	Messages string `json:"messages"`
}

func (p *Program) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "worker",
		Short:   "Run commands from the standard input, and keep their models",
		Long:    workerLong,
		Example: `  echo '{"arguments": ["--version"]}' | ebim worker`,
		Args:    cli.Usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if p.In == nil {
				return errors.New("there is no standard input to read requests from")
			}
			return cli.Failed(p.work(command.Context(), p.In, command.OutOrStdout()))
		},
	}
}

// work answers requests until there are no more.
func (p *Program) work(ctx context.Context, in io.Reader, out io.Writer) error {
	worker := &Program{Registry: p.Registry, Now: p.Now, Kept: cli.NewKept(mostModels)}
	defer worker.Kept.Close()
	lines, answers := bufio.NewReaderSize(in, mostRequest), json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for ctx.Err() == nil {
		line, err := lines.ReadSlice('\n')
		tooLong := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("the standard input: %w", err)
		}
		ended := err != nil
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := answers.Encode(worker.answer(ctx, line, tooLong)); err != nil {
				return err
			}
		}
		if ended {
			return nil
		}
	}
	return ctx.Err()
}

// answer runs one command line.
func (p *Program) answer(ctx context.Context, line []byte, tooLong bool) answer {
	var asked request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&asked)
	switch {
	case tooLong:
		return refused("found a line of more than %d bytes", mostRequest)
	case err != nil:
		return refused("found %.40q: %v", line, err)
	case decoder.More():
		return refused("found more than one value in %.40q", line)
	case len(asked.Arguments) == 0:
		return refused("found no arguments in %.40q", line)
	case asked.Arguments[0] == "worker", asked.Arguments[0] == "serve":
		return refused("found the command %s, which would not end", asked.Arguments[0])
	}
	var output, messages clipped
	p.Out, p.Messages = &output, &messages
	code := p.Run(ctx, asked.Arguments)
	return answer{code, output.String(), messages.String()}
}

func refused(format string, arguments ...any) answer {
	return answer{Code: ExitUsage, Messages: "a worker's request: " + fmt.Sprintf(format, arguments...) +
		`; allowed: a line such as {"arguments": ["score", "RUN", "points.npy", "--output", "scores.npy"]}` + "\n"}
}

// clipped is what a command prints, up to a bound.
type clipped struct{ strings.Builder }

func (c *clipped) Write(data []byte) (n int, err error) {
	if c.Len()+len(data) > mostAnswer {
		return 0, fmt.Errorf("a worker's answer is longer than %d bytes; give --output", mostAnswer)
	}
	return c.Builder.Write(data)
}
