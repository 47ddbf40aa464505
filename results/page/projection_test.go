package page

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"ebim/framework/points"
	"ebim/framework/runs/stage"
)

// Points on a plane in R^4 have two principal axes, along which their places are known but for the sign.
func TestProjectionOfAPlane(t *testing.T) {
	data := points.New(100, 4)
	u, v := [4]float64{0.5, 0.5, 0.5, 0.5}, [4]float64{0.5, -0.5, 0.5, -0.5}
	a, b := func(i int) float64 { return 3 * math.Cos(2*math.Pi*float64(i)/100) },
		func(i int) float64 { return math.Sin(2 * math.Pi * float64(i) / 100) }
	for i := range data.Len() {
		for j := range 4 {
			data.At(i)[j] = 7 + a(i)*u[j] + b(i)*v[j]
		}
	}
	folder := t.TempDir()
	write := func(name string, set *points.Set) {
		t.Helper()
		var encoded bytes.Buffer
		err := points.WriteNPY(&encoded, set)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), encoded.Bytes(), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(trainFile, data)
	write(samplesFile, data.Slice(0, 5))
	p, err := ReadProjection(&stage.Record{Folder: folder}, MostProjected)
	if err != nil {
		t.Fatal(err)
	}
	if p.Dimension != 4 || p.Axes != 2 || p.Coordinates != 4 || p.Data.Count != 100 || p.Samples.Count != 5 {
		t.Fatalf("%d dimensions, %d axes, %d coordinates, %d samples", p.Dimension, p.Axes, p.Coordinates,
			p.Samples.Count)
	}
	// The variances are 9/2 and 1/2.
	if math.Abs(p.Shares[0]-0.9) > 1e-9 || math.Abs(p.Shares[1]-0.1) > 1e-9 {
		t.Errorf("the shares are %v", p.Shares)
	}
	at := func(i, k int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(p.Data.Values[4*(i*6+k):])))
	}
	for i := range 100 {
		if math.Abs(math.Abs(at(i, 0))-math.Abs(a(i))) > 1e-5 || math.Abs(math.Abs(at(i, 1))-math.Abs(b(i))) > 1e-5 ||
			math.Abs(at(i, 3)-data.At(i)[1]) > 1e-5 {
			t.Fatalf("point %d is at %g, %g", i, at(i, 0), at(i, 1))
		}
	}
	write(samplesFile, points.New(3, 5))
	if p, err := ReadProjection(&stage.Record{Folder: folder}, MostProjected); err != nil || p.Samples != nil ||
		len(p.Notes) != 1 {
		t.Errorf("samples of another dimension: %+v, %v", p, err)
	}
	if p, err := ReadProjection(&stage.Record{Folder: t.TempDir()}, MostProjected); err != nil || p.Data != nil ||
		p.Samples != nil {
		t.Errorf("without points: %+v, %v", p, err)
	}
	write(trainFile, points.New(1, 3))
	if p, err := ReadProjection(&stage.Record{Folder: folder}, MostProjected); err != nil || p.Axes != 0 ||
		p.Data.Count != 1 {
		t.Errorf("of one point: %+v, %v", p, err)
	}
}
