package files

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/points"
)

// format is one that files come in.
type format struct {
	name       string   // as in sentences
	extensions []string // of files that have no other content, in lower case
	begins     func(head []byte) bool
	open       func(in *input, o Options) (*points.Table, error)
	cloud      bool // it has points of space, or a mesh
}

// Names of formats.
const (
	TextTable = "text table"
	Array     = "NumPy array"
	archive   = "archive of NumPy arrays"
	workbook  = "Excel workbook"
)

// formats are those that can be read. The first whose begins is true reads a file, or else the one that has its
// extension.
var formats = []format{
	{Array, []string{".npy"}, beginsWith(points.NPYMagic), openNPY, false},
	{archive, []string{".npz"}, isNPZ, openNPZ, false},
	{workbook, []string{".xlsx", ".xlsm"}, isXLSX, openXLSX, false},
	{"Parquet file", []string{".parquet", ".pq"}, beginsWith(parquetMagic), openParquet, false},
	{"PLY file", []string{".ply"}, beginsWith("ply\n", "ply\r"), openPLY, true},
	{"PCD file", []string{".pcd"}, beginsWith("# .PCD", "VERSION "), openPCD, true},
	{"OFF file", []string{".off"}, beginsOFF, openOFF, true},
	{"OBJ file", []string{".obj"}, isOBJ, openOBJ, true},
	{"XYZ file", []string{".xyz", ".pts"}, isCounted, openXYZ, true},
	{"file of points and normals", []string{".npts", ".xyzn"}, nil, openNormals, true},
	{"JSON file", []string{".json", ".jsonl", ".ndjson"}, isJSON, openJSON, false},
	{TextTable, []string{".csv", ".tsv", ".txt", ".dat", ".asc", ".tab"}, nil, openText, false},
}

// Extensions are those of the formats that can be read, each of which may be followed by .gz.
func Extensions() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.extensions...)
	}
	return all
}

// others are formats that are recognized to say what to do instead.
var others = []struct{ begins, name, advice string }{
	{"\x89HDF\r\n\x1a\n", "an HDF5 file (or MATLAB's since 7.3)",
		"write the array as .npy, or as text, by h5py or MATLAB's writematrix"},
	{"MATLAB 5.0 MAT-file", "a MATLAB file", "write the array as text by writematrix, or as .npy by scipy.io"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook (.xls)", "save it as .xlsx or .csv"},
	{"ARROW1", "an Arrow or Feather file", "write it as .parquet, by pandas' to_parquet"},
	{"\x89PNG", "a picture", "give a folder of pictures"},
	{"\xff\xd8\xff", "a picture", "give a folder of pictures"},
	{"%PDF", "a PDF document", "export the table as .csv"},
	{"LASF", "a LAS point cloud", "write it as .ply or as text, by CloudCompare or PDAL"},
	{"BZh", "compressed by bzip2", "decompress it by bunzip2"},
	{"\xfd7zXZ", "compressed by xz", "decompress it by unxz"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd", "decompress it by unzstd"},
	{"PK", "a zip archive without arrays or sheets", "unzip it"},
}

// formatOf finds the format of a file.
func formatOf(in *input) (*format, error) {
	head, _ := in.Peek(headBytes)
	if len(head) == 0 {
		return nil, errors.New("the file is empty")
	}
	for i, f := range formats {
		if f.begins != nil && f.begins(head) {
			return &formats[i], nil
		}
	}
	for _, other := range others {
		if bytes.HasPrefix(head, []byte(other.begins)) {
			return nil, fmt.Errorf("this is %s, which can't be read: %s", other.name, other.advice)
		}
	}
	if len(head) > 1 && head[0] == 0x80 && head[1] <= 5 {
		return nil, errors.New("this is a Python pickle, which can't be read: write the array as .npy by numpy.save")
	}
	extension := strings.ToLower(filepath.Ext(in.name))
	for i, f := range formats {
		if slices.Contains(f.extensions, extension) {
			return &formats[i], nil
		}
	}
	if !points.LooksLikeText(head) {
		return nil, fmt.Errorf("the file is no text, and in no format that is known; %s can be read, and all of them "+
			"compressed as .gz", strings.Join(Extensions(), ", "))
	}
	return &formats[len(formats)-1], nil // text, whatever its name
}

func beginsWith(magics ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(magics, func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) })
	}
}
