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

// pictureSize is the size of a picture in pixels.
type pictureSize struct{ height, width int }

// String is such as 28 x 28: height x width.
func (s pictureSize) String() string { return fmt.Sprintf("%d x %d", s.height, s.width) }

// pictureSurvey is what is found of the pictures of a folder before their size is decided on.
type pictureSurvey struct {
	sizes  []pictureSize // the different ones, in the order of their areas
	median pictureSize   // of the heights and of the widths, each by itself
	gray   bool          // in no pixel of any picture do red, green and blue differ
}

// surveyPictures looks at the pictures of a folder that ImageFolder would take. One that can't be read is an error.
func surveyPictures(folder string) (*pictureSurvey, error) {
	reader := &ImageFolder{Folder: folder, Fit: "crop"}
	paths, err := reader.Files(dataset.Env{})
	if err != nil {
		return nil, err
	}
	s := &pictureSurvey{gray: true}
	var heights, widths []int
	seen := map[pictureSize]bool{}
	for _, path := range paths {
		size, err := dataset.ReadFile(path, func(r io.Reader) (pictureSize, error) {
			if !s.gray { // its size is all that is asked for
				header, _, err := image.DecodeConfig(bufio.NewReader(r))
				if err != nil {
					return pictureSize{}, fmt.Errorf("it can't be read as an image: %w", err)
				}
				return pictureSize{header.Height, header.Width}, nil
			}
			picture, err := reader.decode(r)
			if err != nil {
				return pictureSize{}, err
			}
			s.gray = withoutColor(picture)
			return pictureSize{picture.Bounds().Dy(), picture.Bounds().Dx()}, nil
		})
		if err != nil {
			return nil, err
		}
		heights, widths, seen[size] = append(heights, size.height), append(widths, size.width), true
	}
	s.sizes = slices.SortedFunc(maps.Keys(seen), func(a, b pictureSize) int {
		return cmp.Or(cmp.Compare(a.height*a.width, b.height*b.width), cmp.Compare(a.height, b.height))
	})
	slices.Sort(heights)
	slices.Sort(widths)
	s.median = pictureSize{heights[len(heights)/2], widths[len(widths)/2]}
	return s, nil
}

func withoutColor(picture image.Image) bool {
	switch picture.(type) {
	case *image.Gray, *image.Gray16:
		return true
	}
	bounds := picture.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	pixels.Draw(rgba, rgba.Bounds(), picture, bounds.Min, pixels.Src)
	for i := 0; i < len(rgba.Pix); i += 4 {
		if rgba.Pix[i] != rgba.Pix[i+1] || rgba.Pix[i] != rgba.Pix[i+2] {
			return false
		}
	}
	return true
}
