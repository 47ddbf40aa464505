package conformance

import (
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// writePictures writes small data sets of images, the same in every call: strokes.idx.gz and classes.idx.gz in MNIST's
// format, of bars and rings, and a folder pictures of PNG files. (They are not compressed, which readers find out.)
func writePictures(folder string) error {
	const count, side = 40, 28
	rng := rand.New(rand.NewPCG(28, 40))
	strokes := idxHeader(8, count, side, side)
	classes := idxHeader(8, count)
	for k := range count {
		x, y, angle := 12+4*rng.Float64(), 12+4*rng.Float64(), math.Pi*rng.Float64()
		sin, cos := math.Sincos(angle)
		for i := range side * side {
			dx, dy := float64(i%side)-x, float64(i/side)-y
			off := math.Abs(math.Hypot(dx, dy) - 7) // from a ring
			if k%2 == 1 {
				off = math.Hypot(dx*sin-dy*cos, max(0, math.Abs(dx*cos+dy*sin)-8)) // from a bar
			}
			strokes = append(strokes, uint8(255*max(0, min(1, 2.5-off))))
		}
		classes = append(classes, uint8(k%2))
	}
	errs := []error{os.WriteFile(filepath.Join(folder, "strokes.idx.gz"), strokes, 0o644),
		os.WriteFile(filepath.Join(folder, "classes.idx.gz"), classes, 0o644),
		os.Mkdir(filepath.Join(folder, "pictures"), 0o755)}
	for k := range count {
		picture := image.NewGray(image.Rect(0, 0, 4, 2))
		for i := range picture.Pix {
			picture.SetGray(i%4, i/4, color.Gray{Y: uint8(rng.IntN(256))})
		}
		errs = append(errs, writePicture(filepath.Join(folder, "pictures", strconv.Itoa(k)+".png"), picture))
	}
	return errors.Join(errs...)
}

// idxHeader begins an IDX file of numbers of a type.
func idxHeader(kind byte, dimensions ...int) []byte {
	header := []byte{0, 0, kind, byte(len(dimensions))}
	for _, d := range dimensions {
		header = binary.BigEndian.AppendUint32(header, uint32(d))
	}
	return header
}

func writePicture(path string, picture image.Image) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(file, picture), file.Close())
}
