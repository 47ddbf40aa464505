package figure

import (
	"bufio"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"ebim/framework/runs/disk"
)

// Resolution of PNG files, in dots per inch.
const Resolution = 192

// Picture is a drawn sheet, ready to be written.
type Picture struct {
	width, height vg.Length
	drawn         *recorder.Canvas
}

// WritePNG writes the picture with Resolution dots per inch.
func (p *Picture) WritePNG(w io.Writer) error {
	canvas := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(Resolution))
	if err := p.drawn.ReplayOn(canvas); err != nil {
		return err
	}
	return png.Encode(w, canvas.Image())
}

// WriteSVG writes the picture with its fonts and images embedded, so that it looks the same everywhere.
func (p *Picture) WriteSVG(w io.Writer) error {
	canvas := vgsvg.NewWith(vgsvg.UseWH(p.width, p.height), vgsvg.EmbedFonts(true))
	if err := p.drawn.ReplayOn(canvas); err != nil {
		return err
	}
	_, err := canvas.WriteTo(w)
	return err
}

// Save writes the picture as a PNG file, and beside it the same as SVG.
func (p *Picture) Save(file string) error {
	return errors.Join(disk.WriteFile(file, p.WritePNG), disk.WriteFile(besideAsSVG(file), p.WriteSVG))
}

// saved says whether a picture is there in both formats, the PNG undamaged.
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
