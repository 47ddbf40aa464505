package dataset

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Source is a declared data set.
type Source interface {
	// Load gives size points: freshly drawn ones, or, of a file, that many of its rows drawn without replacement and
	// kept in the file's order. Size 0 is every row of a file and DefaultSize points of a synthetic distribution.
	Load(env Env, rng *rand.Rand, size int) (*points.Set, error)
}

// Versioned is a Source whose code has changed: since its first version it gives other points, or another truth, for
// the same settings.
type Versioned interface {
	Source
	// CodeVersion is raised by each such change; it starts at 2.
	CodeVersion() int
}

// CodeVersion is the version of a source's code: 1 unless the source is Versioned.
func CodeVersion(source Source) int {
	if versioned, ok := source.(Versioned); ok {
		return versioned.CodeVersion()
	}
	return 1
}

// DefaultSize is the number of points drawn from a synthetic distribution when none is given.
const DefaultSize = 1000

// Env says where files are looked for.
type Env struct {
	Dir     string   // folder of the experiment file: relative paths start there; "" is the working directory
	Folders []string // folders of downloaded files, see download.Folders
}

// FileSource is a Source that reads files.
type FileSource interface {
	Source
	// Files are the paths that Load would read, so that a change of their contents can be noticed.
	Files(env Env) ([]string, error)
}

// Located is a FileSource whose truth rests on its file, too, as that of a Distribution on a mesh does.
type Located interface {
	FileSource
	// Locate says where files are found. It comes before questions about points, and may come again.
	Locate(env Env)
}

// Named is a Source whose coordinates may have names.
type Named interface {
	Source
	// ColumnNames are those of the coordinates, empty for one without; nil where none has one.
	ColumnNames(env Env) ([]string, error)
}

// Shaped is a Source whose points lie on a manifold in R^ambient, or near it, with a known topology.
type Shaped interface {
	Source
	// Dimensions of the surrounding space and of the manifold itself.
	Dimensions() (ambient, manifold int)
	// Topology of the manifold; false where it isn't known.
	Topology() (Topology, bool)
}

// Manifold is a Source whose points lie on a known manifold in R^ambient (up to the rounding of a file's numbers).
type Manifold interface {
	Shaped
	// Evenly gives about n points (n >= 1), evenly spaced with respect to surface measure, and each one's share of that
	// measure. The shares add up to the manifold's whole measure (length, area, ...).
	Evenly(n int) (*points.Set, []float64)
	// Nearest is the manifold's point closest to x, one of them where several are.
	Nearest(x []float64) []float64
}

// OnUnitSpheres is a Manifold that may be a product of unit spheres about the origin, in the coordinates of each after
// the other.
type OnUnitSpheres interface {
	Manifold
	// UnitSpheres is how many coordinates each has; none for another manifold.
	UnitSpheres() []int
}

// Distribution is a known distribution on a known manifold.
type Distribution interface {
	Manifold
	// Sample draws n independent points.
	Sample(rng *rand.Rand, n int) *points.Set
	// LogDensity is the logarithm (nats) of the density at a point x of the manifold, with respect to surface measure.
	LogDensity(x []float64) float64
}

// checkKnown refuses a source in a field without a known distribution.
func checkKnown(field string, source Source) error {
	found := ""
	if _, known := source.(Distribution); !known {
		found = "a data set without a known density"
	} else if _, file := source.(FileSource); file {
		found = "a data set whose density comes from a file"
	}
	if found == "" {
		return nil
	}
	return &config.FieldError{Field: field, Found: found, Allowed: "a synthetic data set"}
}

// checkLength refuses another count of numbers in a field.
func checkLength(field string, numbers []float64, want int, as string) error {
	if len(numbers) == want {
		return nil
	}
	return &config.FieldError{Field: field, Found: fmt.Sprintf("%d numbers", len(numbers)),
		Allowed: fmt.Sprintf("%d, %s", want, as)}
}

// draw is Load for a synthetic distribution, whose settings it checks.
func draw(d Distribution, rng *rand.Rand, size int) (*points.Set, error) {
	if checker, ok := d.(config.Checker); ok {
		if err := checker.Check(); err != nil {
			return nil, err
		}
	}
	if size < 0 {
		return nil, fmt.Errorf("size is %d; 0 (for %d points) or more is needed", size, DefaultSize)
	}
	size = cmp.Or(size, DefaultSize)
	return d.Sample(rng, size), nil
}

// subset is the last part of Load for the rows of a file: all of them for size 0, else size of them.
func subset(set *points.Set, rng *rand.Rand, size int) (*points.Set, error) {
	if size < 0 || size > set.Len() {
		return nil, fmt.Errorf("size is %d, but there are only %d points; leave size out to take them all",
			size, set.Len())
	}
	if size == 0 || size == set.Len() {
		return set, nil
	}
	return set.Select(Choose(rng, set.Len(), size)), nil
}

// ImageSource is a Source of images, whose numbers lie in [0, 1].
type ImageSource interface {
	FileSource
	// Shape of every image.
	Shape() points.Shape
	// LoadImages gives size images as Load gives points: all for 0, or that many drawn without replacement, in the
	// files' order.
	LoadImages(env Env, rng *rand.Rand, size int) (*points.Images, error)
	// OneClass says, before images are read, that they can't be separated by class what
	// they are, such as "images of one class"; "" of others.
	OneClass() string
}

// Drafter is a source that drafts experiments for data by itself, for `ebim new`.
type Drafter interface {
	Source
	// Draft looks at the data; nil where they are not of its kind.
	Draft(DraftRequest) (*Draft, error)
}

// DraftRequest is the data that an experiment is drafted for: a folder, or the source's published ones.
type DraftRequest struct {
	Folder bool
	Name   string // the folder, from the working folder, or the source's name
	Path   string // the folder as the experiment's YAML names it
	Env    Env
}

// Draft is an experiment for data, but for the dimension of their manifold.
type Draft struct {
	Found  []string // what is reported of the data, a line each
	Seeds  Line
	Source []Line      // below `source:`
	Set    *points.Set // from which the dimension is estimated
	// Rest is what follows the source, for a dimension; comments are to be aligned.
	Rest func(dimension int) string
}

// Line is a line of YAML with a comment.
type Line struct{ Text, Comment string }

// cached remembers the last value computed and what from, so that settings may still be changed. It may be used from
// several goroutines; two may then compute the same value.
type cached[K comparable, V any] struct {
	last atomic.Pointer[cacheEntry[K, V]]
}

type cacheEntry[K comparable, V any] struct {
	key   K
	value V
}

func (c *cached[K, V]) get(key K, compute func() V) V {
	if entry := c.last.Load(); entry != nil && entry.key == key {
		return entry.value
	}
	value := compute()
	c.last.Store(&cacheEntry[K, V]{key, value})
	return value
}
