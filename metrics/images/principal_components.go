package images

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/metrics/images/classifier"
)

// Numbers of images from which principal components are taken: more where their covariance matrix is small, as the
// matrix that is decomposed has the images' numbers as its order, or the number of images.
const (
	smallImage      = 1024
	imagesIfSmall   = 5000
	imagesOtherwise = 1000
)

// principalComponents are the features of images along the axes of largest variance of training images, at most count,
// in units of the root of the mean of these variances.
func principalComponents(train *points.Images, count int) (extractor, error) {
	n, limit := train.Shape.Size(), imagesOtherwise
	if n <= smallImage {
		limit = imagesIfSmall
	}
	images := points.FromFloat32(classifier.Rows(train.Evenly(limit)), n)
	found, err := neighbors.LargestComponents(images, points.Range(0, images.Len()), count)
	if err != nil {
		return nil, err
	}
	scale := math.Sqrt(statistics.Mean(found.Variances))
	if !(scale > 0) { // all images are one
		scale = 1
	}
	return func(ctx context.Context, rows []float32) (*points.Set, error) {
		_, kept := found.Axes.Dims()
		features := points.New(len(rows)/n, kept)
		x, y := mat.NewVecDense(n, nil), mat.NewVecDense(kept, nil)
		for i := range features.Len() {
			if i%256 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for j := range n {
				x.SetVec(j, float64(rows[i*n+j])-found.Mean[j])
			}
			y.MulVec(found.Axes.T(), x)
			for j, v := range y.RawVector().Data {
				features.At(i)[j] = v / scale
			}
		}
		return features, nil
	}, nil
}
