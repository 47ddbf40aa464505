package figure

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"ebim/framework/experiment"
)

// Room around the panels of a sheet, in points.
const (
	margin     = 8
	gap        = 14
	titleRoom  = 22
	panelTitle = 15
)

// Draw draws a sheet whose subjects are opened by the caller. A panel that fails shows its error as text and does not stop
// the others: the picture is whole, and the errors are returned joined.
func (d *Drawing) Draw(ctx context.Context, open func(Subject) (*experiment.Subject, error)) (*Picture, error) {
	columns := d.Columns
	if columns == 0 {
		columns = 4
	}
	columns = min(columns, len(d.Panels))
	rows := (len(d.Panels) + columns - 1) / columns
	width, height := vg.Length(d.Width)*vg.Centimeter, vg.Length(d.Height)*vg.Centimeter
	whole := 2*margin + vg.Length(columns)*width + vg.Length(columns-1)*gap
	titleStyle := write(titleSize+1.5, draw.XCenter, draw.YTop)
	title := wrap(titleStyle, d.Title, whole-2*margin)
	above := vg.Length(margin)
	if d.Title != "" {
		above += titleRoom + furtherLines(titleStyle, title)
	}
	p := &Picture{
		width:  whole,
		height: above + margin + vg.Length(rows)*height + vg.Length(rows-1)*gap,
		drawn:  new(recorder.Canvas),
	}
	canvas := draw.NewCanvas(p.drawn, p.width, p.height)
	canvas.FillText(titleStyle, vg.Point{X: p.width / 2, Y: p.height - margin}, title)
	opened := newSubjects(open)
	var errs []error
	for i := range d.Panels {
		cell := canvas
		cell.Min.X = margin + vg.Length(i%columns)*(width+gap)
		cell.Max.Y = p.height - above - vg.Length(i/columns)*(height+gap)
		cell.Max.X, cell.Min.Y = cell.Min.X+width, cell.Max.Y-height
		if err := d.panel(ctx, i, opened, cell); err != nil {
			errs = append(errs, fmt.Errorf("panel %d, %s: %w", i+1, d.Panels[i].Title, err))
		}
	}
	return p, errors.Join(errs...)
}

// panel draws a panel on a canvas of its own and copies it to the sheet if that went well.
func (d *Drawing) panel(ctx context.Context, i int, opened *subjects, cell draw.Canvas) error {
	panel := &d.Panels[i]
	style := write(titleSize, draw.XCenter, draw.YTop)
	title := wrap(style, panel.Title, cell.Size().X)
	cell.FillText(style, vg.Point{X: cell.Center().X, Y: cell.Max.Y}, title)
	cell.Max.Y -= panelTitle + furtherLines(style, title)
	own := new(recorder.Canvas)
	err := drawSubject(ctx, panel.Figure, func() (*experiment.Subject, error) { return opened.get(d.Subjects[i]) },
		draw.Canvas{Canvas: own, Rectangle: cell.Rectangle})
	if err == nil {
		return own.ReplayOn(cell.Canvas)
	}
	outline(cell)
	message(cell, "can't be drawn: "+err.Error())
	return err
}

// furtherLines is the height of a text's lines after the first.
func furtherLines(style draw.TextStyle, text string) vg.Length {
	first, _, _ := strings.Cut(text, "\n")
	return style.Height(text) - style.Height(first)
}

// drawSubject opens and draws. The plotting library panics on what it can't draw; here that is an error like others.
func drawSubject(ctx context.Context, f experiment.Figure, open func() (*experiment.Subject, error), c draw.Canvas) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("drawing failed: %v", reason)
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := open()
	if err != nil {
		return err
	}
	if err := f.CheckSubject(s.Nature, s.Trained == nil); err != nil {
		return err
	}
	return f.Draw(ctx, s, c)
}

// subjects opens each subject once.
type subjects struct {
	open  func(Subject) (*experiment.Subject, error)
	known map[Subject]opening
}

type opening struct {
	subject *experiment.Subject
	err     error
}

func newSubjects(open func(Subject) (*experiment.Subject, error)) *subjects {
	return &subjects{open, map[Subject]opening{}}
}

func (s *subjects) get(which Subject) (*experiment.Subject, error) {
	known, ok := s.known[which]
	if !ok {
		known.subject, known.err = s.open(which)
		s.known[which] = known
	}
	return known.subject, known.err
}
