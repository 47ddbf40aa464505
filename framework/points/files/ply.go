package files

import (
	"errors"
	"fmt"
	"io"

	"ebim/framework/points"
	"ebim/framework/points/ply"
)

// openPLY reads the vertices: their numbers, but no lists.
func openPLY(in *input, _ Options) (*points.Table, error) {
	f, err := ply.Open(in, nil)
	if err != nil {
		return nil, fmt.Errorf("the PLY header: %w", err)
	}
	vertices := f.Table("vertex")
	if vertices == nil {
		return nil, errors.New("the PLY file has no vertices")
	}
	var scratch []float64
	for i := range f.Tables { // those before the vertices
		table := &f.Tables[i]
		if table.Name == vertices.Name {
			break
		}
		for row := range table.Count {
			if scratch, err = plyRow(f, table, scratch[:0]); err != nil {
				return nil, ply.RowError(table, row, err)
			}
		}
	}
	t := &points.Table{}
	for i := range vertices.Columns {
		if c := &vertices.Columns[i]; !c.List() {
			t.Names = append(t.Names, c.Property)
		}
	}
	if t.Width = len(t.Names); t.Width == 0 {
		return nil, errors.New("the vertices of the PLY file have no numbers")
	}
	done := 0
	t.Next = func() (points.Row, error) {
		if done == vertices.Count {
			return points.Row{}, io.EOF
		}
		if scratch, err = plyRow(f, vertices, scratch[:0]); err != nil {
			return points.Row{}, ply.RowError(vertices, done, err)
		}
		done++
		return points.Row{Numbers: scratch}, nil
	}
	return cloud(t), nil
}

// plyRow appends the numbers of the next row, without its lists.
func plyRow(f *ply.Reader, table *ply.Table, numbers []float64) ([]float64, error) {
	var err error
	for i := range table.Columns {
		c, before := &table.Columns[i], len(numbers)
		if numbers, err = f.Read(c, numbers); err != nil {
			return numbers, err
		}
		if c.List() {
			numbers = numbers[:before]
		}
	}
	return numbers, nil
}
