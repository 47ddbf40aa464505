package images

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/points"
)

// catalog is the kind of data sets as the registry lists it.
type catalog struct{}

func (catalog) KindOf(t reflect.Type) (config.Kind, bool) {
	return config.Kind{Name: "data", Interface: t, Components: []config.Component{
		{Name: "mnist", New: func() any { return new(MNIST) }},
		{Name: "fashion_mnist", New: func() any { return new(FashionMNIST) }},
		{Name: "image_folder", New: func() any { return new(ImageFolder) }},
	}}, t == reflect.TypeFor[dataset.Source]()
}

func decode(t *testing.T, text string) (dataset.Source, error) {
	t.Helper()
	document, err := config.Parse("test.yaml", []byte("source: "+text))
	if err != nil {
		t.Fatal(err)
	}
	var into struct {
		Source dataset.Source `yaml:"source" doc:"what is read"`
	}
	err = document.Decode(catalog{}, &into)
	return into.Source, err
}

// idx is an IDX file of numbers of a type.
func idx(kind byte, numbers any, dimensions ...int) string {
	var file bytes.Buffer
	file.Write([]byte{0, 0, kind, byte(len(dimensions))})
	for _, d := range dimensions {
		_ = binary.Write(&file, binary.BigEndian, uint32(d))
	}
	_ = binary.Write(&file, binary.BigEndian, numbers)
	return file.String()
}

func zipped(content string) string {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return file.String()
}

// flatDigits are images of 28 x 28 pixels, image k full of k.
func flatDigits(count int) []uint8 {
	var pixels []uint8
	for k := range count {
		pixels = append(pixels, bytes.Repeat([]byte{byte(k)}, 28*28)...)
	}
	return pixels
}

// drawn is a PNG file of a picture.
func drawn(picture image.Image) string {
	var file bytes.Buffer
	_ = png.Encode(&file, picture)
	return file.String()
}

// imageFiles are files by their paths.
func imageFiles(t *testing.T, files map[string]string) dataset.Env {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dataset.Env{Dir: dir}
}

func load(t *testing.T, env dataset.Env, text string, size int) (*points.Images, error) {
	t.Helper()
	source, err := decode(t, "{"+text+"}")
	if err != nil {
		return nil, err
	}
	return source.(dataset.ImageSource).LoadImages(env, rand.New(rand.NewPCG(1, 1)), size)
}

// firsts are the first numbers of images.
func firsts(m *points.Images) (found []int) {
	for i := range m.Len() {
		found = append(found, int(m.Image(i)[0]))
	}
	return found
}

func TestImageSourcesLoad(t *testing.T) {
	wide := image.NewNRGBA(image.Rect(0, 0, 4, 2))
	for x := range 4 {
		for y := range 2 {
			wide.SetNRGBA(x, y, color.NRGBA{R: uint8(80 * x), G: 100, B: 0, A: 255})
		}
	}
	env := imageFiles(t, map[string]string{
		"images.idx": zipped(idx(8, flatDigits(5), 5, 28, 28)), "classes.idx": idx(8, []uint8{4, 1, 7, 4, 0}, 5),
		"own/b/1.png": drawn(wide), "own/a/2.PNG": drawn(wide), "own/.thumbs/3.png": "", "own/read.me": "",
	})
	own := "mnist: {images: images.idx, labels: classes.idx"
	for text, want := range map[string]struct {
		size   int
		firsts []int
	}{
		own + "}":                                              {0, []int{0, 1, 2, 3, 4}},
		own + ", filter: {classes: [4, 1]}}":                   {0, []int{0, 1, 3}},
		own + ", filter: {classes: [4]}} ":                     {1, []int{3}},
		"fashion_mnist: {images: images.idx}":                  {3, []int{0, 1, 2}},
		own + ", limit: 2}":                                    {0, []int{0, 1}},
		"image_folder: {folder: own, size: [2, 4]}":            {0, []int{0, 0}},
		"image_folder: {folder: own, size: [2, 2], fit: crop}": {0, []int{80, 80}},
		// 0.299 x 120 + 0.587 x 100
		"image_folder: {folder: own, size: [1, 1], fit: crop, gray: true}":      {0, []int{95, 95}},
		"image_folder: {folder: own, size: [2, 2], fit: stretch, gray: true}  ": {0, nil},
	} {
		m, err := load(t, env, text, want.size)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := firsts(m); want.firsts != nil && !slices.Equal(got, want.firsts) {
			t.Errorf("%s: images begin with %v, want %v", text, got, want.firsts)
		}
		source, _ := decode(t, "{"+text+"}")
		if m.Shape != source.(dataset.ImageSource).Shape() {
			t.Errorf("%s: the shape is %v", text, m.Shape)
		}
	}
	folder, err := load(t, env, "image_folder: {folder: own, size: [2, 4], filter: {classes: [1]}}", 0)
	if err != nil || folder.Len() != 1 || folder.Image(0)[8] != 100 { // green follows red
		t.Errorf("got %v, %v", folder, err)
	}
	x := m28(t, env, own+"}")
	if x.Dim != 784 || x.Len() != 5 || x.At(4)[783] != float64(float32(4)/255) {
		t.Errorf("as points the images are %v", x.At(4)[783])
	}
}

func m28(t *testing.T, env dataset.Env, text string) *points.Set {
	t.Helper()
	source, err := decode(t, "{"+text+"}")
	if err != nil {
		t.Fatal(err)
	}
	set, err := source.Load(env, rand.New(rand.NewPCG(1, 1)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// No file of images makes the reader panic, or take much more memory than the file has.
func FuzzReadIDX(f *testing.F) {
	f.Add([]byte(idx(8, []uint8{1, 2, 3, 4}, 1, 2, 2)))
	f.Add([]byte(idx(0xd, []float32{0, 1}, 1, 1, 2)))
	f.Add([]byte(zipped(idx(8, []uint8{1}, 1, 1, 1))))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 200 {
			return
		}
		d, numbers, err := readIDX(bytes.NewReader(file), 3)
		if err == nil && (len(d) != 3 || len(numbers) != d[0]*d[1]*d[2]) {
			t.Errorf("%d numbers of dimensions %v", len(numbers), d)
		}
	})
}

func TestBadImages(t *testing.T) {
	small := drawn(image.NewGray(image.Rect(0, 0, 3, 2)))
	env := imageFiles(t, map[string]string{
		"cut.idx": idx(8, flatDigits(5)[:784*5-1], 5, 28, 28), "cut.gz": zipped(idx(8, flatDigits(3), 3, 28, 28))[:40],
		"long.idx": idx(8, flatDigits(5), 4, 28, 28),
		"five.idx": idx(8, flatDigits(5), 5, 28, 28), "four.idx": idx(8, []uint8{1, 2, 3, 4}, 4),
		"small.idx": idx(8, make([]uint8, 8), 2, 2, 2),
		"huge.idx":  idx(8, []uint8{}, 1<<31, 1<<31, 1<<31),
		"none.idx":  idx(8, []uint8{}, 0, 28, 28), "text.idx": "image", "short.idx": "\x00",
		"integers.idx": idx(0xc, make([]int32, 784), 1, 28, 28),
		"mixed/a.png":  small, "mixed/b.png": drawn(image.NewGray(image.Rect(0, 0, 2, 3))), "broken/a.png": small[:50],
		"empty/read.me": "",
	})
	five := "mnist: {images: five.idx"
	for text, want := range map[string]string{
		"mnist: {images: cut.idx}": "cut.idx: of the dimensions [5 28 28]: it ends after 3919 " +
			"of 3920 bytes",
		"mnist: {images: cut.gz}":                     "unexpected EOF",
		"mnist: {images: long.idx}":                   "more follows the 3136 bytes",
		"mnist: {images: five.idx, labels: four.idx}": "four.idx has 4 labels for the 5 images of",
		"mnist: {images: four.idx}":                   "it has 1 dimensions; 3 are needed",
		"mnist: {images: small.idx}": "holds images of 2 x 2 pixels; 28 x 28 are needed: " +
			"image_folder",
		"mnist: {images: huge.idx}":        "its header claims the dimensions",
		"mnist: {images: none.idx}":        "its header claims the dimensions [0 28 28]",
		"mnist: {images: text.idx}":        "it begins with 69 6d 61 67",
		"mnist: {images: short.idx}":       "its IDX header is cut off",
		"mnist: {images: integers.idx}":    "unsigned bytes begins",
		"mnist: {images: nowhere.idx}":     "there is no file",
		"mnist: {labels: four.idx}":        "own labels of published images",
		five + ", filter: {classes: [1]}}": "classes of own images without labels",
		five + ", limit: 6}":               "limit is 6, but there are only 5 images",
		"image_folder: {folder: mixed, size: [2, " +
			"3]}": "b.png: it has 3 x 2 pixels (height x width), where size is 2 x 3; set fit to crop or stretch",
		"image_folder: {folder: broken, size: [2, " +
			"3]}": "it can't be read as an image",
		"image_folder: {folder: empty, size: [2, 3]}":                                    "has no images",
		"image_folder: {folder: nowhere, size: [2, 3]}":                                  "there is no folder",
		"image_folder: {folder: mixed, size: [2]}":                                       "size",
		"image_folder: {folder: mixed, fit: crop, size: [2, 2], filter: {classes: [0]}}": "images without classes",
	} {
		if _, err := load(t, env, text, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
	if _, err := load(t, env, five+"}", 6); err == nil || !strings.Contains(err.Error(),
		"size is 6, but there are only 5 images") {
		t.Errorf("got %v", err)
	}
}

// A linear picture stays linear away from its borders, in any size, and every size has its mean.
func TestResampling(t *testing.T) {
	const length = 40
	row := make([]float64, length)
	for i := range row {
		row[i] = float64(i) + 0.5
	}
	for _, count := range []int{1, 3, 20, 40, 41, 97} {
		columns := resampling(span{0, length}, length, count)
		got := resampled(row, length, resampling(span{0, 1}, 1, 1), columns)
		mean, scale := 0.0, length/float64(count)
		for k, v := range got {
			mean += v / float64(count)
			middle := (float64(k) + 0.5) * scale
			if inside := middle > max(1, scale)+0.5 && middle < length-max(1, scale)-0.5; inside &&
				math.Abs(v-middle) > 1e-9*length+0.13*max(0, scale-1) {
				t.Errorf("%d pixels: pixel %d is %v, want %v", count, k, v, middle)
			}
		}
		if math.Abs(mean-length/2) > 1e-9*length {
			t.Errorf("%d pixels have the mean %v, want %v", count, mean, length/2)
		}
	}
}

// MNIST's test digits, where they are: as many of each class as is published.
func TestRealDigits(t *testing.T) {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		t.Fatal(err)
	}
	images, err := load(t, dataset.Env{Folders: folders}, "mnist: {part: test}", 0)
	if err != nil {
		t.Skip(err)
	}
	counts := make([]int, 10)
	for i := range images.Len() {
		class, _ := images.Label(i)
		counts[class]++
	}
	if !slices.Equal(counts, []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}) {
		t.Errorf("the classes have %v digits", counts)
	}
}

func TestImageRemarks(t *testing.T) {
	few := &points.Images{Shape: points.Shape{Channels: 1, Height: 1, Width: 1}, Pixels: []uint8{1, 2, 1}}
	notes := strings.Join(dataset.ImageRemarks(few, few.Select(nil), few.Select([]int{1})), "\n")
	for _, want := range []string{"only 3 training images", "1 of 3 training images (33.3 %) repeat",
		"1 of 1 held-out images (100 %) equal training images"} {
		if !strings.Contains(notes, want) {
			t.Errorf("want %q, got %s", want, notes)
		}
	}
	many := &points.Images{Shape: points.Shape{Channels: 1, Height: 28, Width: 28}, Pixels: flatDigits(100)}
	if notes := dataset.ImageRemarks(many, many.Select(nil), many.Select(nil)); len(notes) > 0 {
		t.Errorf("of good images: %q", notes)
	}
}
