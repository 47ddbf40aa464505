package images

import (
	"bufio"
	"fmt"
	"image"
	pixels "image/draw"
	"io"
	"slices"

	"ebim/framework/dataset"
)

// PictureSize is the size of a picture in pixels.
type PictureSize struct{ Height, Width int }

// String is such as 28 x 28: height x width.
func (s PictureSize) String() string { return fmt.Sprintf("%d x %d", s.Height, s.Width) }

// PictureSurvey is what is found of the pictures of a folder before their size is decided on.
type PictureSurvey struct {
	Count int
	Sizes []PictureSize // the different ones, in the order of their areas
	// Median has the median height and the median width, each by itself.
	Median PictureSize
	Gray   bool // in no pixel of any picture do red, green and blue differ
}

// SurveyPictures looks at the pictures of a folder that ImageFolder would take. One that can't be read is an error.
func SurveyPictures(env dataset.Env, folder string) (*PictureSurvey, error) {
	reader := &ImageFolder{Folder: folder, Fit: "crop"}
	paths, err := reader.Files(env)
	if err != nil {
		return nil, err
	}
	s := &PictureSurvey{Count: len(paths), Gray: true}
	var heights, widths []int
	seen := map[PictureSize]bool{}
	for _, path := range paths {
		size, err := dataset.ReadFile(path, func(r io.Reader) (PictureSize, error) {
			if !s.Gray { // its size is all that is asked for
				header, _, err := image.DecodeConfig(bufio.NewReader(r))
				if err != nil {
					return PictureSize{}, fmt.Errorf("it can't be read as an image: %w", err)
				}
				return PictureSize{header.Height, header.Width}, nil
			}
			picture, err := reader.decode(r)
			if err != nil {
				return PictureSize{}, err
			}
			s.Gray = withoutColor(picture)
			return PictureSize{picture.Bounds().Dy(), picture.Bounds().Dx()}, nil
		})
		if err != nil {
			return nil, err
		}
		heights, widths, seen[size] = append(heights, size.Height), append(widths, size.Width), true
	}
	for size := range seen {
		s.Sizes = append(s.Sizes, size)
	}
	slices.SortFunc(s.Sizes, func(a, b PictureSize) int {
		if areas := a.Height*a.Width - b.Height*b.Width; areas != 0 {
			return areas
		}
		return a.Height - b.Height
	})
	slices.Sort(heights)
	slices.Sort(widths)
	s.Median = PictureSize{heights[len(heights)/2], widths[len(widths)/2]}
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
