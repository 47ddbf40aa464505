package images

import (
	"bufio"
	"cmp"
	"fmt"
	"image"
	pixels "image/draw"
	"io"
	"maps"
	"slices"

	"ebim/framework/dataset"
)

// imageSize is the size of an image in pixels.
type imageSize struct{ height, width int }

// String is such as 28 x 28: height x width.
func (s imageSize) String() string { return fmt.Sprintf("%d x %d", s.height, s.width) }

// imageSurvey is what is found of the images of a folder before their size is decided on.
type imageSurvey struct {
	sizes  []imageSize // the different ones, in the order of their areas
	median imageSize   // of the heights and of the widths, each by itself
	gray   bool        // in no pixel of any image do red, green and blue differ
}

// surveyImages looks at the images of a folder that ImageFolder would take. One that can't be read is an error.
func surveyImages(folder string) (*imageSurvey, error) {
	reader := &ImageFolder{Folder: folder, Fit: "crop"}
	paths, err := reader.Files(dataset.Env{})
	if err != nil {
		return nil, err
	}
	s := &imageSurvey{gray: true}
	var heights, widths []int
	seen := map[imageSize]bool{}
	for _, path := range paths {
		size, err := dataset.ReadFile(path, func(r io.Reader) (imageSize, error) {
			if !s.gray { // its size is all that is asked for
				header, _, err := image.DecodeConfig(bufio.NewReader(r))
				if err != nil {
					return imageSize{}, fmt.Errorf("it can't be read as an image: %w", err)
				}
				return imageSize{header.Height, header.Width}, nil
			}
			decoded, err := reader.decode(r)
			if err != nil {
				return imageSize{}, err
			}
			s.gray = withoutColor(decoded)
			return imageSize{decoded.Bounds().Dy(), decoded.Bounds().Dx()}, nil
		})
		if err != nil {
			return nil, err
		}
		heights, widths, seen[size] = append(heights, size.height), append(widths, size.width), true
	}
	s.sizes = slices.SortedFunc(maps.Keys(seen), func(a, b imageSize) int {
		return cmp.Or(cmp.Compare(a.height*a.width, b.height*b.width), cmp.Compare(a.height, b.height))
	})
	slices.Sort(heights)
	slices.Sort(widths)
	s.median = imageSize{heights[len(heights)/2], widths[len(widths)/2]}
	return s, nil
}

func withoutColor(decoded image.Image) bool {
	switch decoded.(type) {
	case *image.Gray, *image.Gray16:
		return true
	}
	bounds := decoded.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	pixels.Draw(rgba, rgba.Bounds(), decoded, bounds.Min, pixels.Src)
	for i := 0; i < len(rgba.Pix); i += 4 {
		if rgba.Pix[i] != rgba.Pix[i+1] || rgba.Pix[i] != rgba.Pix[i+2] {
			return false
		}
	}
	return true
}
