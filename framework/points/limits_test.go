package points

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// endless repeats a text for ever.
type endless string

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e[i%len(e)]
	}
	return len(p), nil
}

// A row that never ends is refused after MostRowBytes, with its line, however it never ends.
func TestEndlessRows(t *testing.T) {
	for name, text := range map[string]string{"commas": "1,", "blanks": "1 ", "quotes": `""`, "zeros": "\x00"} {
		for header, line := range map[string]string{"": "line 1: ", "1,2\n": "line 2: "} {
			counted := &counter{r: io.MultiReader(strings.NewReader(header), endless(text))}
			_, err := ReadCSV(counted, TableOptions{})
			if err == nil ||
				err.Error() != line+
					"this row has more than 16777216 bytes: is this a text table, with one point a line?" {
				t.Errorf("%s: %.300v", name, err)
			}
			if most := MostRowBytes + 1<<17; counted.read > most {
				t.Errorf("%s: %d bytes were read", name, counted.read)
			}
		}
	}
}

type counter struct {
	r    io.Reader
	read int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += n
	return n, err
}

// Many rows may be longer together than one.
func TestTheLimitIsThatOfARow(t *testing.T) {
	const count = MostRowBytes/1000 + 1
	rows := strings.Repeat("1,"+strings.Repeat(" ", 997)+"2\n", count)
	for _, delimiter := range []rune{',', Whitespace} {
		set, err := ReadCSV(strings.NewReader(strings.ReplaceAll(rows, ",", string(delimiter))),
			TableOptions{Delimiter: delimiter})
		if err != nil || set.Len() != count {
			t.Errorf("%q: %v", delimiter, err)
		}
	}
}

func TestNumbersAreDecimal(t *testing.T) {
	for _, text := range []string{"1_0", "0x10", "0x1p4", "1__0", "0b1", "1e5_0"} {
		if set, err := ReadCSV(strings.NewReader("1,2\n3,"+text+"\n"), TableOptions{}); err == nil {
			t.Errorf("%s is taken for %v", text, set.Data[3])
		} else if !strings.HasPrefix(err.Error(), `line 2, column 1: found "`+text+`": this is not a`) {
			t.Error(err)
		}
	}
	for _, text := range []string{"inf", "Infinity", "-inf", "nan", "NaN"} {
		if _, err := ReadCSV(strings.NewReader("1,2\n3,"+text+"\n"), TableOptions{}); err == nil ||
			!strings.Contains(err.Error(), "is not allowed; a finite number is needed") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if set, err := ReadCSV(strings.NewReader("+1,-2.5e-3\n.5,7.\n1E3,00\n"), TableOptions{}); err != nil ||
		set.Data[1] != -0.0025 || set.Data[4] != 1000 {
		t.Error(set, err)
	}
}

// What is quoted of a file is short, and moves no cursor.
func TestMessagesAreShortAndPlain(t *testing.T) {
	long := strings.Repeat("\x1b[2J", 10000)
	for _, test := range []struct {
		text    string
		options TableOptions
	}{
		{long + "," + long + "\n1,x\n", TableOptions{}},
		{"1," + long + "\n", TableOptions{Header: HeaderNo}},
		{"a,b\n1,2\n", TableOptions{Columns: []string{long}}},
		{long + ",b\n1,2\n", TableOptions{Columns: []string{"c"}}},
		{"a,b\n1,2\n", TableOptions{Only: &Match{"a", long}}},
	} {
		_, err := ReadCSV(strings.NewReader(test.text), test.options)
		if err == nil || len(err.Error()) > 1000 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%.2000v", err)
		}
	}
}

// Only regular files are opened; a pipe would wait for ever, and a device may have no end.
func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	link := filepath.Join(folder, "zero.csv")
	cases := map[string]string{folder: "a folder"}
	if os.Symlink("/dev/zero", link) == nil {
		if _, err := os.Stat(link); err == nil {
			cases[link] = "a device"
		}
	}
	if pipe := filepath.Join(folder, "pipe.npy"); makePipe(pipe) == nil {
		cases[pipe] = "a pipe"
	}
	large := filepath.Join(folder, "large.npy")
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if os.Truncate(large, MostBytes+1) == nil {
		cases[large] = "has 8589934593 bytes; at most 8589934592 (8 GiB) are read"
	}
	for path, want := range cases {
		if file, err := Open(path); err == nil || !strings.Contains(err.Error(), path) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", path, file, err)
		}
	}
}

// A header of no bytes made the npy library fail with an index out of range, which was all that was said.
func TestEmptyNPYHeader(t *testing.T) {
	_, err := ReadNPY(bytes.NewReader([]byte("\x93NUMPY\x01\x00\x00\x00")))
	if err == nil || err.Error() != "the npy header is damaged: it is empty" {
		t.Error(err)
	}
	shape := "(" + strings.Repeat("1, ", 10000) + ")"
	header := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"
	file := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	if _, err := ReadNPY(bytes.NewReader(append(file, header...))); err == nil || len(err.Error()) > 300 {
		t.Errorf("%.1000v", err)
	}
}
