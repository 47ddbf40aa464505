package files

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
)

// o are the options of the commands.
var o = Options{TableOptions: points.TableOptions{Comment: '#'}}

// read reads a file of a name and content.
func read(t testing.TB, name, content string, o Options) (*points.Set, *File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := Open(path, o)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	set, err := file.Read(o.TableOptions)
	return set, file, err
}

// archiveOf is a zip archive of files, name and content in turns.
func archiveOf(parts ...string) string {
	var buffer bytes.Buffer
	w := zip.NewWriter(&buffer)
	for i := 0; i < len(parts); i += 2 {
		file, _ := w.Create(parts[i])
		_, _ = file.Write([]byte(parts[i+1]))
	}
	_ = w.Close()
	return buffer.String()
}

func zipped(text string) string {
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return buffer.String()
}

func array(t testing.TB, dim int, values ...float64) string {
	t.Helper()
	var buffer bytes.Buffer
	if err := points.WriteNPY(&buffer, &points.Set{Dim: dim, Data: values}); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

// packed are numbers in binary.
func packed(order binary.ByteOrder, values ...any) string {
	var buffer bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&buffer, order, v)
	}
	return buffer.String()
}

const (
	littleEndian, bigEndian = "binary_little_endian", "binary_big_endian"
	plyHead                 = "ply\nformat %s 1.0\ncomment made up\nelement camera 1\nproperty list uchar int views\n" +
		"element vertex 2\nproperty uchar red\nproperty float x\nproperty double y\nproperty list uchar short ring\n" +
		"property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
	pcdHead = "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z rgb _\nSIZE 4 4 4 4 1\nTYPE F F F U U\nCOUNT 1 1 1 1 2\n" +
		"WIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA %s\n"
)

// book is a workbook of two sheets.
func book(sheet string) string {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	return archiveOf("[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook "+main+
		`><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets>`+
		"</workbook>", "xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId2" `+
		`Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/sharedStrings.xml", "<sst "+main+"><si><t>x</t></si><si><r><t>y</t></r><r><t> [mm]</t></r></si></sst>",
		"xl/worksheets/sheet1.xml", "<worksheet "+main+"><sheetData>"+sheet+"</sheetData></worksheet>",
		"xl/worksheets/sheet2.xml", "<worksheet "+main+`><sheetData><row><c><v>7</v></c><c t="e"><v>#N/A</v></c></row>`+
			"<row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>")
}

const sheet = `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><t>n</t>` +
	`</is></c></row><row r="4"><c r="C4"><v>-2.5E-3</v></c><c r="B4"><v>1.5</v></c></row><row r="5"/>` +
	`<row r="6"><c r="B6"><v>3</v></c><c r="C6"><v>4</v></c><c r="D6" t="b"><v>1</v></c></row>`

// samples are files of every format: what they hold of x, y and z, or of all columns.
func samples(t testing.TB) map[string]struct {
	content string
	options Options
	want    []float64
} {
	type sample = struct {
		content string
		options Options
		want    []float64
	}
	le, be := binary.ByteOrder(binary.LittleEndian), binary.ByteOrder(binary.BigEndian)
	vertices := func(order binary.ByteOrder) string {
		return packed(order, uint8(1), int32(5), uint8(255), float32(1.5), 2.0, uint8(1), int16(9), float32(3),
			uint8(0), float32(-1), 4.0, uint8(0), float32(5), uint8(0))
	}
	cloud := packed(le, float32(1.5), float32(2), float32(3), uint32(7), uint16(0), float32(-1), float32(4), float32(5),
		uint32(8), uint16(0))
	turned := packed(le, float32(1.5), float32(-1), float32(2), float32(4), float32(3), float32(5), uint32(7),
		uint32(8), uint32(0))
	literal := string([]byte{31}) + turned[:32] + string([]byte{0}) + turned[32:33] + "\x20\x00" // 0, and 3 more of it
	xyz := []float64{1.5, 2, 3, -1, 4, 5}
	columns := func(names ...string) Options {
		return Options{TableOptions: points.TableOptions{Comment: '#', Columns: names}}
	}
	drop := columns("1", "2")
	drop.Drop = true
	return map[string]sample{
		"a.npy":      {array(t, 3, xyz...), o, xyz},
		"a.npy.gz":   {zipped(array(t, 3, xyz...)), o, xyz},
		"a.npz":      {archiveOf("n.npy", array(t, 1, 7), "p.npy", array(t, 3, xyz...)), Options{Array: "p"}, xyz},
		"only.npz":   {archiveOf("p.npy", array(t, 3, xyz...)), o, xyz},
		"zip.npz.gz": {zipped(archiveOf("p.npy", array(t, 3, xyz...))), o, xyz},
		"text.ply":   {fmt.Sprintf(plyHead, "ascii") + "1 5\n255 1.5 2 1 9 3\n0 -1 4 0 5\n3 0 1 0\n", o, xyz},
		"little.ply": {fmt.Sprintf(plyHead, littleEndian) + vertices(le), o, xyz},
		"big.ply":    {fmt.Sprintf(plyHead, bigEndian) + vertices(be), o, xyz},
		"red.ply": {fmt.Sprintf(plyHead, "ascii") + "0\n255 1.5 2 1 9 3\n0 -1 4 0 5\n", columns("red", "x"),
			[]float64{255, 1.5, 0, -1}},
		"text.pcd":   {fmt.Sprintf(pcdHead, "ascii") + "1.5 2 3 7 0 0\n-1 4 5 8 0 0\n", o, xyz},
		"binary.pcd": {fmt.Sprintf(pcdHead, "binary") + cloud, o, xyz},
		"whole.pcd": {strings.NewReplacer("SIZE 4 4 4", "SIZE 2 8 1", "F F F", "I U I").Replace(fmt.Sprintf(pcdHead,
			"binary")) + packed(le, int16(-300), uint64(1<<63), int8(-1), uint32(7), uint16(0), int16(4), uint64(5),
			int8(6), uint32(8), uint16(0)), o, []float64{-300, 1 << 63, -1, 4, 5, 6}},
		"packed.pcd": {fmt.Sprintf(pcdHead, "binary_compressed") + packed(le, uint32(len(literal)), uint32(36)) +
			literal, o, xyz},
		"a.obj":        {"# c\nmtllib a\nv 1.5 2 3\nvn 0 0 1\nv -1 4 5 # end\nf 1 2 1\n", o, xyz},
		"colors.obj":   {"v 1.5 2 3 1 0 0\nv -1 4 5 1 0 0\n", o, xyz},
		"a.off":        {"OFF\n# c\n2 1 0\n1.5 2 3\n-1 4 5\n3 0 1 0\n", o, xyz},
		"one.off":      {"COFF 2 1 0\n1.5 2 3 255 0 0\n-1 4 5 0 0 0\n", o, xyz},
		"n.off":        {"nOFF\n2 3 1 0\n1.5 2\n3 -1\n4 5\n2 0 1\n", o, xyz},
		"four.off":     {"4OFF\n1 0 0\n1.5 2 3 -1\n", o, xyz[:4]},
		"a.xyz":        {"1.5 2 3\n-1 4 5\n", o, xyz},
		"colors.xyz":   {"1.5,2,3,255,0,0\n-1,4,5,0,0,0\n", o, xyz},
		"molecule.xyz": {"2\nwater, in part\nO 1.5 2 3\nH -1 4 5\n", o, xyz},
		"nameless.xyz": {"2\n\nO 1.5 2 3\nH -1 4 5\n", o, xyz},
		"scan.pts":     {"2\n1.5 2 3 0.1 9 9 9\n-1 4 5 0.2 9 9 9\n", o, xyz},
		"scan.csv": {"6\n1.5 2 3 0.1 9 9 9\n-1 4 5 0.2 9 9 9\n" + strings.Repeat("0 0 1 0.1 9 9 9\n", 4), o,
			append(slices.Clone(xyz), 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1)},
		"counted.csv": {"6\n" + strings.Repeat("1 2\n", 6), o, nil}, // no places in space
		"mesh.csv": {"# by hand\no a\nv 1.5 2 3\nv -1 4 5 # end\nv 0 0 1\nvn 0 0 1\nf 1 2 3\n", o,
			append(slices.Clone(xyz), 0, 0, 1)},
		"verse.csv": {"v 1 2 3\nv 1 2 3\nw 1 2 3\n", o, nil}, // not only vertices
		"a.npts":    {"1.5 2 3 0 0 1\n-1 4 5 0 1 0\n", o, xyz},
		"a.xlsx":    {book(sheet), columns("x", "y [mm]"), []float64{1.5, -0.0025, 3, 4}},
		"second.xlsx": {book(sheet), Options{Sheet: "Other", TableOptions: points.TableOptions{Drop: true}},
			[]float64{1, 2}},
		"rows.json":    {`[[1.5, 2, 3], [-1, 4, 5]]`, o, xyz},
		"a.json":       {`[{"x": 1.5, "y": 2, "z": 3}, {"z": 5, "x": -1, "y": 4}]`, o, xyz},
		"columns.json": {`{"x": [1.5, -1], "y": [2, 4], "z": [3, 5]}`, o, xyz},
		"a.jsonl":      {"{\"n\": \"a\", \"x\": 1.5}\n{\"x\": null}\n{\"n\": \"c\", \"x\": 3}\n", drop, nil},
		"gap.jsonl": {"{\"n\": \"a\", \"x\": 1.5}\n{\"n\": \"b\"}\n{\"n\": \"c\", \"x\": 3}\n",
			Options{TableOptions: points.TableOptions{Columns: []string{"x"}, Drop: true}}, []float64{1.5, 3}},
		"lines.jsonl": {"[1.5, 2, 3]\n[-1, 4, 5]\n", o, xyz},
		"json.csv": {"\ufeff\n[\n  {\"x\": 1.5, \"y\": 2, \"z\": 3},\n  {\"x\": -1, \"y\": 4, \"z\": 5}\n]\n",
			o, xyz},
		"lines.csv": {"{\"x\": 1.5, \"y\": 2, \"z\": 3}\n{\"x\": -1, \"y\": 4, \"z\": 5}\n", o, xyz},
		"units.csv": {"[mm],[s],[N]\n1.5,2,3\n-1,4,5\n", o, xyz},
		"a.csv.gz":  {zipped("x,y,z\n1.5,2,3\n-1,4,5\n"), o, xyz},
		"lies.csv":  {zipped("x,y,z\n1.5,2,3\n-1,4,5\n"), o, xyz},
		"lies.txt":  {array(t, 3, xyz...), o, xyz},
		"a.dat":     {"  0.15D+01 2 3\n -1.0D0 4 5\n", o, xyz},
		"noname":    {"1.5 2 3\n-1 4 5\n", o, xyz},
		"a.tsv":     {"x,x\ty\tz\n1.5\t2\t3\n-1\t4\t5\n", o, xyz},
	}
}

func TestFormats(t *testing.T) {
	for name, test := range samples(t) {
		set, file, err := read(t, name, test.content, test.options)
		if test.want == nil {
			if err == nil {
				t.Errorf("%s: %v, no error", name, set)
			}
			continue
		}
		if err != nil || !slices.Equal(set.Data, test.want) {
			t.Errorf("%s: %v, %v; want %v", name, set, err, test.want)
			continue
		}
		if lies := slices.Contains([]string{"lies.txt", "json.csv", "lines.csv", "scan.csv", "mesh.csv"},
			name); file.Named == lies {
			t.Errorf("%s: named %t", name, file.Named)
		}
		table, err := From(strings.NewReader(test.content), test.options)
		known := slices.ContainsFunc([]string{"obj", "xyz", "pts", "npts", "tsv"},
			func(extension string) bool { return strings.HasSuffix(name, "."+extension) })
		if known { // by the extension alone
			continue
		}
		if err != nil {
			t.Errorf("%s, through a pipe: %v", name, err)
		} else if set, err := table.Read(test.options.TableOptions); err != nil || !slices.Equal(set.Data, test.want) {
			t.Errorf("%s, through a pipe: %v, %v", name, set, err)
		}
	}
}

// Every file that is cut off anywhere is refused, or holds no more points; it never panics.
func TestFormatsCutOff(t *testing.T) {
	for name, test := range samples(t) {
		for cut := range len(test.content) {
			set, _, err := readBytes(name, test.content[:cut], test.options)
			if err == nil && test.want != nil && set.Len()*set.Dim > len(test.want) {
				t.Errorf("%s, cut off at %d: %v", name, cut, set)
			}
		}
	}
}

// readBytes is read without a file.
func readBytes(name, content string, o Options) (*points.Set, *File, error) {
	file, err := open(inMemory(name, content), o)
	if err != nil {
		return nil, nil, err
	}
	set, err := file.Read(o.TableOptions)
	return set, file, err
}

// Headers that claim more than there is are mistakes, and cost no memory.
func TestFormatsTrustNoHeader(t *testing.T) {
	const many = "1000000000000"
	le := binary.LittleEndian
	for name, content := range map[string]string{
		"a.ply": "ply\nformat binary_little_endian 1.0\nelement vertex " + many +
			"\nproperty float x\nend_header\n1234",
		"b.ply": "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty float " +
			"x\nend_header\n1234",
		"list.ply": "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list uint double " +
			"x\nproperty float y\nend_header\n\xff\xff\xff\x7f1234",
		"a.pcd": strings.Replace(fmt.Sprintf(pcdHead, "binary"), "POINTS 2", "POINTS "+many, 1) + "1234",
		"b.pcd": strings.Replace(fmt.Sprintf(pcdHead, "ascii"), "POINTS 2", "POINTS "+many, 1) + "1 2 3 4 5 6\n",
		"c.pcd": strings.Replace(fmt.Sprintf(pcdHead, "binary_compressed"), "POINTS 2", "POINTS "+many, 1) +
			packed(le, uint32(1<<31), uint32(1<<31)) + "1234",
		"d.pcd": strings.Replace(fmt.Sprintf(pcdHead, "binary_compressed"), "POINTS 2", "POINTS 100000000", 1) +
			packed(le, uint32(1<<31), uint32(1800000000)) + "1234",
		"a.off":      "OFF\n" + many + " 0 0\n1 2 3\n",
		"b.off":      "nOFF\n" + many + " 1 0 0\n1 2 3\n",
		"a.xyz":      many + "\n\nH 1 2 3\n",
		"a.npy":      strings.Replace(array(t, 3, 1, 2, 3), "(1, 3)", "("+many+", 3)", 1),
		"a.npz":      archiveOf("a.npy", strings.Replace(array(t, 3, 1, 2, 3), "(1, 3)", "("+many+", 3)", 1)),
		"wide.xlsx":  book(`<row><c r="ZZZZZZZZZZ1"><v>1</v></c></row>`),
		"minus.xlsx": book(`<row><c r="A1" t="s"><v>-1</v></c></row>`),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := readBytes(name, content, o)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 4<<20 {
			t.Errorf("%s: %d bytes", name, taken)
		}
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Mistakes are reported where they stand, and other files by what they are.
func TestFormatsRefuse(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"a.h5", "\x89HDF\r\n\x1a\n0000", "this is an HDF5 file"},
		{"a.mat", "MATLAB 5.0 MAT-file, written by", "this is a MATLAB file"},
		{"a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save it as .xlsx or .csv"},
		{"a.pkl", "\x80\x04\x95", "a Python pickle, which can't be read: write the array as .npy"},
		{"a.zip", archiveOf("a.csv", "1,2\n"), "a zip archive without arrays or sheets"},
		{"a.bin", "\x00\x01\x02\x03\x04", "no text, and in no format that is known; .npy, .npz, .xlsx"},
		{"a.csv", "", "the file is empty"},
		{"a.npz", archiveOf("a.npy", array(t, 2, 1, 2), "b.npy", array(t, 3, 1, 2, 3)),
			"name one, by the setting array or --array: a [1 2], b [1 3]"},
		{"a.ply", "ply\nformat ascii 1.0\nelement face 0\nproperty int x\nend_header\n", "has no vertices"},
		{"a.obj", "v 1 2\n", "line 1: a vertex has 2 numbers; three or more"},
		{"a.obj", "v 1 2 3\n\nv 1 2 x\n", `line 3, column 2: found "x": this is not a number`},
		{"a.obj", "v 1 2 3\nv 1 2 3 4 5 6\n", "line 2: this point has 6 numbers, the first has 3"},
		{"a.obj", "# nothing\n", "there are no points"},
		{"a.off", "OFF\n2 0 0\n1 2 3\n1 2\n", "line 4: a vertex has 2 numbers; 3 are needed"},
		{"a.xyz", "1\n\nH 1 2 3\n1\n\nH 1 2 4\n", "line 4: more follows the 1 points; a file of several frames"},
		{"a.pcd", "VERSION 0.7\nDATA ascii\n", "no line FIELDS"},
		{"a.pcd", fmt.Sprintf(pcdHead, "ascii") + "1 2 nan 4 0 0\n1 2 3 4 0 0\n",
			"row 0, column 2 (z) (both from 0): found NaN; a finite number is needed"},
		{"a.json", `[{"x": 1, "y": "north"}]`, `row 0, column 1 (y) (both from 0): found "north"`},
		{"a.json", `[[1, 2], [3]]`, "row 1 (from 0)"}, {"a.json", `[[1, 2], 3]`, "row 1 (from 0) is 3"},
		{"a.json", `[[1, 2], [3`, "row 1 (from 0), near byte 11"}, {"a.json", `{"x": 1`, "row 0 (from 0), near byte"},
		{"a.xlsx", book(`<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="B2"><v>1</v></c></row>`),
			"line 2: this row has 2 fields, the first has 1"},
		{"a.xlsx", book(`<row><c t="s"><v>5</v></c></row>`), `has the text number "5"; there are 2`},
	} {
		if set, _, err := read(t, test.name, test.content, o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, %v; want %s", test.name, set, err, test.want)
		}
	}
	sheets := Options{Sheet: "Third"}
	if _, _, err := read(t, "a.xlsx", book(sheet), sheets); err == nil || !strings.Contains(err.Error(),
		`"Data", "Other"`) {
		t.Error(err)
	}
	if _, _, err := read(t, "a.csv", "1,2\n", sheets); err == nil || !strings.Contains(err.Error(),
		"only .xlsx files") {
		t.Error(err)
	}
}

// FuzzFormats tries garbage in every format.
func FuzzFormats(f *testing.F) {
	for name, test := range samples(f) {
		f.Add(name, test.content)
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		if len(content) > 400 || len(name) > 12 {
			return
		}
		set, _, err := readBytes(name, content, o)
		if err == nil && (set.Len() == 0 || slices.ContainsFunc(set.Data, func(v float64) bool {
			return math.IsNaN(v) || math.IsInf(v, 0)
		})) {
			t.Fatalf("%v", set)
		}
	})
}

func inMemory(name, content string) *input {
	return &input{Reader: bufio.NewReaderSize(strings.NewReader(content), headBytes), name: name}
}
