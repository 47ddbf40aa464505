package figure

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/runs/disk"
)

// Room around the panels of a sheet, in points.
const (
	margin     = 8
	gap        = 14
	titleRoom  = 22
	panelTitle = 15
)

// Subjects open what panels show.
type Subjects func(Shown) (*experiment.Subject, error)

// Draw draws all panels, of what the caller opens. A panel that fails shows its error as text and does not stop the
// others: the figure is whole, and the errors are returned joined.
func (d *Drawing) Draw(ctx context.Context, open Subjects) (*Picture, error) {
	columns := cmp.Or(d.Columns, 4)
	columns = min(columns, len(d.Panels))
	rows := (len(d.Panels) + columns - 1) / columns
	width, height := vg.Length(d.Width)*vg.Centimeter, vg.Length(d.Height)*vg.Centimeter
	whole := 2*margin + vg.Length(columns)*width + vg.Length(columns-1)*gap
	titleStyle := plotstyle.Text(plotstyle.TitleSize+1.5, draw.XCenter, draw.YTop)
	title := plotstyle.Wrap(titleStyle, d.Title, whole-2*margin)
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
	open = open.once()
	var errs []error
	for i := range d.Panels {
		cell := canvas
		cell.Min.X = margin + vg.Length(i%columns)*(width+gap)
		cell.Max.Y = p.height - above - vg.Length(i/columns)*(height+gap)
		cell.Max.X, cell.Min.Y = cell.Min.X+width, cell.Max.Y-height
		if err := drawPanel(ctx, &d.Panels[i], open, cell); err != nil {
			errs = append(errs, fmt.Errorf("panel %d, %s: %w", i+1, d.Panels[i].Title, err))
		}
	}
	return p, errors.Join(errs...)
}

// drawPanel draws a panel on a canvas of its own and copies it to the sheet if that went well.
func drawPanel(ctx context.Context, panel *Panel, open Subjects, cell draw.Canvas) error {
	style := plotstyle.Text(plotstyle.TitleSize, draw.XCenter, draw.YTop)
	title := plotstyle.Wrap(style, panel.Title, cell.Size().X)
	cell.FillText(style, vg.Point{X: cell.Center().X, Y: cell.Max.Y}, title)
	cell.Max.Y -= panelTitle + furtherLines(style, title)
	own := new(recorder.Canvas)
	err := drawFigure(ctx, panel, open, draw.Canvas{Canvas: own, Rectangle: cell.Rectangle})
	if err == nil {
		return own.ReplayOn(cell.Canvas)
	}
	plotstyle.Outline(cell)
	plotstyle.Message(cell, "can't be drawn: "+err.Error())
	return err
}

// furtherLines is the height of a text's lines after the first.
func furtherLines(style draw.TextStyle, text string) vg.Length {
	first, _, _ := strings.Cut(text, "\n")
	return style.Height(text) - style.Height(first)
}

// drawFigure opens and draws. The plotting library panics on what it can't draw; here that is an error like others.
func drawFigure(ctx context.Context, panel *Panel, open Subjects, c draw.Canvas) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("drawing failed: %v", reason)
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := open(panel.Shown)
	if err != nil {
		return err
	}
	if err := panel.Figure.CheckSubject(s.Traits, s.Trained == nil); err != nil {
		return err
	}
	err = panel.Figure.Draw(ctx, s, c)
	if missing, ok := errors.AsType[missingError](err); ok {
		plotstyle.Message(c, string(missing))
		return nil
	}
	return err
}

// once returns the same subjects, each opened once.
func (open Subjects) once() Subjects {
	subjects := map[Shown]func() (*experiment.Subject, error){}
	return func(which Shown) (*experiment.Subject, error) {
		if subjects[which] == nil {
			subjects[which] = sync.OnceValues(func() (*experiment.Subject, error) { return open(which) })
		}
		return subjects[which]()
	}
}

// Picture is a drawn sheet, ready to be written.
type Picture struct {
	width, height vg.Length
	drawn         *recorder.Canvas
}

// WritePNG writes the figure with Resolution dots per inch.
func (p *Picture) WritePNG(w io.Writer) error {
	canvas := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(Resolution))
	if err := p.drawn.ReplayOn(canvas); err != nil {
		return err
	}
	return png.Encode(w, canvas.Image())
}

// WriteSVG writes the figure with its fonts and images embedded, so that it looks the same everywhere.
func (p *Picture) WriteSVG(w io.Writer) error {
	canvas := vgsvg.NewWith(vgsvg.UseWH(p.width, p.height), vgsvg.EmbedFonts(true))
	if err := p.drawn.ReplayOn(canvas); err != nil {
		return err
	}
	_, err := canvas.WriteTo(w)
	return err
}

// Save writes the figure as a PNG file, and beside it the same as SVG.
func (p *Picture) Save(file string) error {
	return errors.Join(disk.WriteFile(file, p.WritePNG), disk.WriteFile(besideAsSVG(file), p.WriteSVG))
}

// saved says whether a figure is there in both formats, the PNG undamaged.
func saved(file string) bool {
	data, err := os.Open(file)
	if err != nil {
		return false
	}
	defer data.Close()
	if _, err := png.Decode(bufio.NewReader(data)); err != nil {
		return false
	}
	_, err = os.Stat(besideAsSVG(file))
	return err == nil
}

func besideAsSVG(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) + ".svg" }
