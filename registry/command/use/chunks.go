package use

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"ebim/framework/model"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/registry/command/cli"
)

// Sizes of chunks.
const (
	mostRows    = 1 << 14
	mostNumbers = 1 << 20
)

// chunkRows is how many points of some numbers are looked at together.
func chunkRows(numbers int) int { return max(1, min(mostRows, mostNumbers/numbers)) }

// input is points that are read chunk by chunk.
type input struct {
	stream  *points.Stream
	columns columns
	close   func() error
	read    int
}

// openInput opens a file of points, or the standard input.
func (w *with) openInput(command *cobra.Command, name string, c columns) (*input, error) {
	p := w.Program
	in := &input{close: func() error { return nil }}
	o := files.Options{TableOptions: points.TableOptions{Comment: '#'}, Array: w.array, Sheet: w.sheet}
	switch {
	case name != "-":
		file, err := files.Open(name, o)
		if err != nil {
			return nil, cli.Hinted(err, name)
		}
		in.stream, in.close = file.Stream(), file.Close
	case p.In == nil:
		return nil, errors.New("there is no standard input to read points from; name a file of points")
	default:
		if file, ok := p.In.(*os.File); ok {
			if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
				say(command, "reading points from the standard input, a line each; end with Ctrl-D")
			}
		}
		table, err := files.From(p.In, o)
		if err != nil {
			return nil, fmt.Errorf("the standard input: %w", err)
		}
		in.stream = table.Stream()
	}
	chosen, found, err := c.among(in.stream)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", inputName(name), err), in.close())
	}
	if in.stream.Width > len(chosen) {
		say(command, "of %d columns these are taken, by name: %s", in.stream.Width, clipped(found.names))
	}
	in.stream.Take(chosen)
	in.columns = found
	return in, nil
}

func inputName(name string) string {
	if name == "-" {
		return "the standard input"
	}
	return name
}

// next is the next points; io.EOF after the last.
func (in *input) next() (*points.Set, error) {
	rows, err := in.stream.Next(chunkRows(max(in.stream.Width, in.columns.ambient)))
	if err != nil {
		return nil, err
	}
	placed, err := in.columns.place(rows, in.read)
	in.read += rows.Len()
	return placed, err
}

// each reads all points, and writes what is made of each chunk: a row of the header's columns for each point.
func (w *with) each(ctx context.Context, command *cobra.Command, m *opened, name string,
	header func(c columns) []column, look look) error {
	in, err := w.openInput(command, name, m.columns)
	if err != nil {
		return err
	}
	defer in.close()
	var looks []looked
	return writeTo(command, w.output, header(in.columns), func(out rowWriter) error {
		for {
			chunks, last := in.some(min(runtime.GOMAXPROCS(0), mostCopies))
			more, err := m.looks(look, in.columns, len(looks), len(chunks))
			if err != nil {
				return err
			}
			looks = append(looks, more...)
			if err := lookedAt(ctx, chunks, looks, out); err != nil {
				return err
			}
			if errors.Is(last, io.EOF) {
				return nil
			}
			if last != nil {
				return last
			}
		}
	})
}

// some is at most a number of chunks, and why there are not as many.
func (in *input) some(most int) (chunks []*points.Set, err error) {
	for len(chunks) < most {
		x, err := in.next()
		if err != nil {
			return chunks, err
		}
		chunks = append(chunks, x)
	}
	return chunks, nil
}

// looked is what is to be written of points, row by row.
type looked func(x *points.Set) (*points.Set, error)

// look prepares that for a model that nothing else uses.
type look func(t *model.Trained, c columns) (looked, error)

// mostCopies bounds the copies of a model, each of which is prepared.
const mostCopies = 8

// looks prepares copies of the model, beside those that there are, for as many chunks.
func (m *opened) looks(look look, c columns, there, wanted int) ([]looked, error) {
	more := make([]looked, max(0, wanted-there))
	errs := make([]error, len(more))
	parallel.Each(len(more), func(i int) {
		trained := m.Trained
		if there+i > 0 {
			trained, errs[i] = m.Again()
		}
		if errs[i] == nil {
			more[i], errs[i] = look(trained, c)
		}
	})
	return more, errors.Join(errs...)
}

// lookedAt looks at chunks side by side, and writes what there is to say of each, in their order.
func lookedAt(ctx context.Context, chunks []*points.Set, looks []looked, out rowWriter) error {
	rows, errs := make([]*points.Set, len(chunks)), make([]error, len(chunks))
	parallel.Each(len(chunks), func(i int) { rows[i], errs[i] = looks[i](chunks[i]) })
	for i, err := range errs {
		if err == nil {
			err = cmp.Or(ctx.Err(), out.write(rows[i]))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
