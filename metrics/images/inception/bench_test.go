package inception_test

import (
	"bytes"
	"testing"

	"ebim/framework/points"
	"ebim/metrics/images/inception"
	"ebim/metrics/images/inception/inceptiontest"
)

// Features of images of 28 x 28 pixels, by GOMAXPROCS cores:
//
//	GOMAXPROCS=1 go test ./metrics/images/inception -run - -bench Features
func BenchmarkFeatures(b *testing.B) {
	file, shape := inceptiontest.Bytes(), points.Shape{Channels: 1, Height: 28, Width: 28}
	n, err := inception.Of(bytes.NewReader(file), int64(len(file)), shape, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	rows, images := make([]float32, 16*shape.Size()), 0
	for b.Loop() {
		if _, err := n.Look(b.Context(), rows); err != nil {
			b.Fatal(err)
		}
		images += 16
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(images), "s/image")
}
