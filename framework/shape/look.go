package shape

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/ridge"
	"ebim/framework/statistics"
	"ebim/framework/support/ridged"
	"ebim/framework/train"
)

// mostPoints are looked at.
const mostPoints = 20000

// Look is a displacement that was trained on points for a first look at them.
type Look struct {
	Scales []Scale // from fine to coarse
	// Frequency is that of the displacement's network, of points whose structure is too fine for the usual one; or nil.
	Frequency *float64

	unit     float64           // scale of the points, in units of env
	env      train.Environment // of the subspace that they extend in
	h        network.Trained
	settings ridge.Ridge
	forms    map[int]*Form // by dimension
}

// At trains a displacement on standardized points, 20,000 at most, as settings say; and where it leaves structure that
// kernels see, others of higher frequencies, of which that is taken that leaves least, if it is less than half.
func At(ctx context.Context, engine compute.Backend, settings ridge.Ridge, x *points.Set) (*Look, error) {
	const mostLack = 1.13
	x = few(x)
	l, lack, err := at(ctx, engine, settings, x)
	if err != nil {
		return l, err
	}
	best, least := l, lack
	for _, times := range []float64{3, 6} {
		if least < mostLack {
			break
		}
		frequency := times * settings.Network.FrequencyIn(l.env.Data.Dim)
		other := settings
		other.Network.Frequency = &frequency
		higher, left, err := at(ctx, engine, other, x)
		if err != nil {
			return l, err
		}
		if left < least {
			best, least = higher, left
			best.Frequency = &frequency
		}
	}
	if least-1 > (lack-1)/2 {
		return l, nil
	}
	return best, nil
}

func at(ctx context.Context, engine compute.Backend, settings ridge.Ridge, x *points.Set) (l *Look, lack float64,
	err error) {
	l = &Look{settings: settings, unit: x.Scale(), forms: map[int]*Form{}}
	within, err := ridged.SubspaceOf(x, 1)
	if err != nil {
		return nil, 0, err
	}
	if within != nil {
		x = within.In(x)
		scale := x.Scale() // to 1, as displacements are made for
		floats.Scale(1/scale, x.Data)
		l.unit /= scale
	}
	box := points.Around(x).Padded(func(_ int, length float64) float64 { return length / 5 })
	l.env = train.Environment{Engine: engine, Data: x, Box: box}
	settings.TangentBlur = 0 // which says of which dimension they are
	if l.h, err = l.trained(ctx, settings.AsGiven()); err != nil {
		return nil, 0, err
	}
	if err := l.measure(ctx); err != nil {
		return nil, 0, err
	}
	lack, err = l.lack(ctx)
	return l, lack, err
}

// trained is a displacement of the points.
func (l *Look) trained(ctx context.Context, settings ridge.Ridge) (h network.Trained, err error) {
	folder, err := os.MkdirTemp("", "ebim-look-")
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	task := train.Task{Environment: l.env, Folder: folder, Checkpoints: folder,
		Input: func(string) string { return folder }, Now: time.Now}
	if err := settings.Train(ctx, task); err != nil {
		return h, err
	}
	return settings.Load(l.env, folder)
}

// spacingOf is the median distance of points to their second neighbor, of some thousand.
func spacingOf(x *points.Set) float64 {
	const most, next = 2000, 2
	tree, apart := neighbors.New(x), []float64(nil)
	for i := range min(x.Len(), most) {
		apart = append(apart, tree.Distance(x.At(i), next+1))
	}
	return statistics.Median(apart)
}

func few(x *points.Set) *points.Set { return x.AtMost(mostPoints, random.New(0, "shape/points", 0)) }

// measure looks at each scale.
func (l *Look) measure(ctx context.Context) error {
	field, err := ridged.NewField(l.env.Engine, l.h, l.env.Data.Dim, 1)
	if err != nil {
		return err
	}
	least := l.settings.MinNoise * l.env.Data.Scale()
	spectra, err := field.Spectra(ctx, l.env.Data, least, random.New(0, "shape/spectra", 0))
	spacing := spacingOf(l.env.Data)
	for _, s := range spectra {
		scale := ScaleOf(s, l.unit)
		scale.Fine = s.Noise < spacing
		l.Scales = append(l.Scales, scale)
	}
	return err
}
