package export

import (
	"context"
	"io"

	"ebim/framework/points"
)

func WriteNPZ(ctx context.Context, w io.Writer, functions []*Function, about About, train *points.Set) error {
	return nil
}
