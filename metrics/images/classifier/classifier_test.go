package classifier

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

// bars are noisy images of 8 x 8 pixels with a horizontal bar (class 3) or a vertical one (class 5).
func bars(n int, seed uint64) *points.Images {
	rng := rand.New(rand.NewPCG(seed, 1))
	images := &points.Images{Shape: points.Shape{Channels: 1, Height: 8, Width: 8}}
	for k := range n {
		at := 1 + rng.IntN(6)
		for i := range 64 {
			across := i / 8
			if k%2 == 1 {
				across = i % 8
			}
			value := rng.IntN(60)
			if across == at {
				value += 190
			}
			images.Pixels = append(images.Pixels, uint8(value))
		}
		images.Labels = append(images.Labels, uint8(3+2*(k%2)))
	}
	return images
}

func trained(t *testing.T) *Classifiers {
	t.Helper()
	c, err := Train(t.Context(), bars(400, 1), bars(100, 2), Options{Images: 300, Epochs: 6, Steps: 150})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// What is kept of classifiers gives the same features and probabilities, to the bit; features have a mean variance of
// 1.
func TestClassifiersTellClassesApart(t *testing.T) {
	c := trained(t)
	if diff := cmp.Diff([]int{3, 5}, c.Classes); diff != "" || c.Judged != 100 {
		t.Errorf("classes %s, judged by %d", diff, c.Judged)
	}
	read, err := Read(c.Shape, c.Numbers())
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if diff := cmp.Diff(c.Accuracy, read.Accuracy); diff != "" {
		t.Error(diff)
	}
	rows := Rows(bars(400, 1).Evenly(300))
	var first []float64
	for k := range Count {
		if !(c.Accuracy[k] > 0.75) { // by chance a half, and 0.75 of 100 in a share of 3e-7 of seeds
			t.Errorf("network %d finds the class of a share of %v", k, c.Accuracy[k])
		}
		features, probabilities, err := c.Look(t.Context(), k, rows)
		if err != nil {
			t.Fatal(err)
		}
		again, same, err := read.Look(t.Context(), k, rows)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*points.Set{features, probabilities}, []*points.Set{again, same}); diff != "" {
			t.Errorf("network %d, read again: %s", k, diff)
		}
		if scale := features.Scale(); math.Abs(scale-1) > 1e-6 {
			t.Errorf("features of network %d have the root mean variance %v", k, scale)
		}
		if sum := probabilities.At(7)[0] + probabilities.At(7)[1]; math.Abs(sum-1) > 1e-12 {
			t.Errorf("probabilities add up to %v", sum)
		}
		if k == 0 {
			first = features.Data
		} else if cmp.Equal(first, features.Data) {
			t.Errorf("networks 0 and %d are the same", k)
		}
	}
}

// Of noise and of flat images, networks are not sure.
func TestClassifiersAreNotSureOfNoise(t *testing.T) {
	c, rng := trained(t), rand.New(rand.NewPCG(3, 1))
	rows := make([]float32, 100*64)
	for i := range rows {
		if rows[i] = rng.Float32(); i >= 50*64 {
			rows[i] = float32(i/64) / 100
		}
	}
	for k := range Count {
		_, noise, err := c.Look(t.Context(), k, rows)
		if err != nil {
			t.Fatal(err)
		}
		_, images, err := c.Look(t.Context(), k, Rows(bars(100, 2)))
		if err != nil {
			t.Fatal(err)
		}
		sure := func(of *points.Set) (mean float64) {
			for i := range of.Len() {
				mean += of.At(i)[Likeliest(of.At(i))] / float64(of.Len())
			}
			return mean
		}
		if !(sure(noise) < 0.7 && sure(images) > sure(noise)) {
			t.Errorf("network %d gives the likeliest class of noise a probability of %v, of images %v", k,
				sure(noise), sure(images))
		}
	}
}

// Without others, a tenth of the images is left out to judge by.
func TestClassifiersAreJudgedByOtherImages(t *testing.T) {
	images := bars(50, 1)
	rest, judges := judging(images, images.Select(nil))
	if rest.Len() != 45 || judges.Len() != 5 {
		t.Errorf("%d images to train on and %d to judge by", rest.Len(), judges.Len())
	}
}

func TestTrainRefusesImagesWithoutClasses(t *testing.T) {
	unlabeled := bars(20, 1)
	unlabeled.Labels = nil
	for name, images := range map[string]*points.Images{"no labels": unlabeled, "one class": bars(20, 1).Where(3)} {
		if _, err := Train(t.Context(), images, images.Select(nil), Options{Images: 20, Epochs: 1}); !errors.Is(err,
			ErrUnlabeled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, bars(20, 1), bars(20, 2), Options{Images: 20, Epochs: 1}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("a canceled training: %v", err)
	}
}

func TestReadRefusesDamage(t *testing.T) {
	c := trained(t)
	for name, damage := range map[string]func(numbers map[string][]float64){
		"no classes":     func(n map[string][]float64) { delete(n, classesName) },
		"short network":  func(n map[string][]float64) { n[parametersName(1)] = n[parametersName(1)][1:] },
		"longer network": func(n map[string][]float64) { n[parametersName(2)] = append(n[parametersName(2)], 1) },
	} {
		numbers := c.Numbers()
		damage(numbers)
		if _, err := Read(c.Shape, numbers); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// Images of any shape have a network.
func TestTrunkFitsAnyShape(t *testing.T) {
	for _, shape := range []points.Shape{{Channels: 1, Height: 1, Width: 3}, {Channels: 3, Height: 32, Width: 32},
		{Channels: 1, Height: 2, Width: 4}} {
		if err := trunk(shape).CheckShape(shape.Size(), Hidden); err != nil {
			t.Errorf("%s: %v", shape, err)
		}
	}
}
