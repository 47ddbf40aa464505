package export_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"google.golang.org/protobuf/encoding/protowire"

	"ebim/framework/network"
	"ebim/registry"
)

var npyHeader = regexp.MustCompile(`^{'descr': '<f4', 'fortran_order': False, 'shape': \(([\d, ]*)\), } *$`)

// readNPY reads an array of float32 of any number of axes.
func readNPY(t *testing.T, r io.Reader) (shape []int, numbers []float32) {
	t.Helper()
	const begin = 10 // magic string, version and length
	content, err := io.ReadAll(r)
	header, body, _ := bytes.Cut(content, []byte("\n"))
	if err != nil || len(header) < begin || !bytes.HasPrefix(header, []byte("\x93NUMPY\x01\x00")) ||
		int(binary.LittleEndian.Uint16(header[begin-2:])) != len(header)+1-begin || (len(header)+1)%64 != 0 {
		t.Fatalf("%v, %q", err, header)
	}
	parts := npyHeader.FindSubmatch(header[begin:])
	if parts == nil {
		t.Fatalf("%q", header)
	}
	count := 1
	for _, axis := range strings.FieldsFunc(string(parts[1]), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, _ := strconv.Atoi(axis)
		shape, count = append(shape, n), count*n
	}
	if len(body) != 4*count {
		t.Fatalf("%d bytes of numbers of shape %v", len(body), shape)
	}
	numbers = make([]float32, count)
	if _, err := binary.Decode(body, binary.LittleEndian, numbers); err != nil {
		t.Fatal(err)
	}
	return shape, numbers
}

// fields are those of a protocol buffer, by number: varints and bytes.
type fields map[protowire.Number][]any

func read(t *testing.T, message []byte) fields {
	t.Helper()
	found := fields{}
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
		var value any
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(message)
		case protowire.Fixed32Type:
			value, n = protowire.ConsumeFixed32(message)
		default:
			value, n = protowire.ConsumeBytes(message)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message, found[number] = message[n:], append(found[number], value)
	}
	return found
}

func (f fields) texts(number protowire.Number) []string {
	var all []string
	for _, v := range f[number] {
		all = append(all, string(v.([]byte)))
	}
	return all
}

// file is what a test reads of an ONNX file.
type file struct {
	operators    []string            // of the nodes, in order
	initializers map[string][]uint64 // their dimensions
	raw          map[string][]byte   // their numbers
	input        string              // with its dimensions
	output       string
	properties   []string
}

// readFile reads a file, and checks that it is a graph whose nodes take what stands before them.
func readFile(t *testing.T, data []byte) *file {
	t.Helper()
	model := read(t, data)
	operators := read(t, model[8][0].([]byte))
	if model[1][0] != uint64(8) || operators[2][0] != uint64(17) {
		t.Errorf("the format's version is %v, the operators' %v", model[1], operators[2])
	}
	g := read(t, model[7][0].([]byte))
	made := &file{initializers: map[string][]uint64{}, raw: map[string][]byte{}, input: port(t, g[11]),
		output: port(t, g[12])}
	for _, p := range model[14] {
		made.properties = append(made.properties, strings.Join(read(t, p.([]byte)).texts(1), "")+"="+
			strings.Join(read(t, p.([]byte)).texts(2), ""))
	}
	known, used := map[string]bool{strings.Fields(made.input)[0]: true}, map[string]bool{}
	define := func(name string) {
		if name == "" || known[name] {
			t.Errorf("%q is empty or defined twice", name)
		}
		known[name] = true
	}
	for _, i := range g[5] {
		tensor := read(t, i.([]byte))
		name := tensor.texts(8)[0]
		define(name)
		made.initializers[name] = nil
		for _, d := range tensor[1] {
			made.initializers[name] = append(made.initializers[name], d.(uint64))
		}
		made.raw[name] = tensor[9][0].([]byte)
	}
	for _, n := range g[1] {
		node := read(t, n.([]byte))
		for _, name := range node.texts(1) {
			if used[name] = true; !known[name] {
				t.Errorf("%s takes %q, which does not stand before it", node.texts(4), name)
			}
		}
		define(node.texts(2)[0])
		made.operators = append(made.operators, node.texts(4)[0])
	}
	for name := range made.initializers {
		if !used[name] {
			t.Errorf("nothing takes %s", name)
		}
	}
	if !known[strings.Fields(made.output)[0]] {
		t.Errorf("nothing gives %s", made.output)
	}
	return made
}

// port is the name, type and dimensions of a graph's only input or output.
func port(t *testing.T, infos []any) string {
	t.Helper()
	if len(infos) != 1 {
		t.Fatalf("there are %d inputs or outputs", len(infos))
	}
	info := read(t, infos[0].([]byte))
	array := read(t, read(t, info[2][0].([]byte))[1][0].([]byte))
	text := info.texts(1)[0] + " " + strconv.Itoa(int(array[1][0].(uint64)))
	for _, d := range read(t, array[2][0].([]byte))[1] {
		dimension := read(t, d.([]byte))
		for _, length := range dimension[1] {
			text += " " + strconv.Itoa(int(length.(uint64)))
		}
		text += strings.Join(append([]string{""}, dimension.texts(2)...), " ")
	}
	return text
}

// Type 11 is float64; a length that is open has a name.
func TestFileOfAPerceptron(t *testing.T) {
	n := &network.MLP{Hidden: []int{4}, Activation: "silu", Initialization: "pytorch"}
	fs, _ := functions(n, 3, 2)
	for batch, length := range map[int]string{0: "batch", 6: "6"} {
		var data bytes.Buffer
		if err := fs[0].WriteONNX(&data, about(registry.Standard()), batch); err != nil {
			t.Fatal(err)
		}
		made := readFile(t, data.Bytes())
		if want := "x 11 " + length + " 3"; made.input != want {
			t.Errorf("the input is %s, want %s", made.input, want)
		}
		if want := "F 11 " + length + " 2"; made.output != want {
			t.Errorf("the output is %s, want %s", made.output, want)
		}
		want := "Sub Div Cast Gemm Add Sigmoid Mul Gemm Add Cast Identity"
		if got := strings.Join(slices.DeleteFunc(made.operators,
			func(o string) bool { return o == "Unsqueeze" || o == "Reshape" }), " "); got != want {
			t.Errorf("the operators are %s, want %s", got, want)
		}
		for _, p := range fs[0].Parameters() {
			var numbers bytes.Buffer
			if err := binary.Write(&numbers, binary.LittleEndian, p.Values); err != nil {
				t.Fatal(err)
			}
			var dimensions []uint64
			for _, d := range p.Dimensions {
				dimensions = append(dimensions, uint64(d))
			}
			if !slices.Equal(made.initializers[p.Name], dimensions) || !bytes.Equal(made.raw[p.Name], numbers.Bytes()) {
				t.Errorf("%s is %v in the file, %v in the network", p.Name, made.initializers[p.Name], p.Dimensions)
			}
		}
		if !slices.Contains(made.properties, "experiment=test") || !slices.Contains(made.properties, "function=F") {
			t.Errorf("the file says %v", made.properties)
		}
	}
}

// Every network and every operation, also their derivatives, has a file whose batch is open.
func TestFilesOfAllNetworks(t *testing.T) {
	symbolic := regexp.MustCompile(`^\w+ 11 batch \d+$`)
	eachNetwork(t, func(t *testing.T, _ string, n network.Network, in, out int) {
		fs, _ := functions(n, in, out)
		for _, f := range fs {
			var data bytes.Buffer
			if err := f.WriteONNX(&data, about(registry.Standard()), 0); err != nil {
				t.Fatal(err)
			}
			if made := readFile(t, data.Bytes()); !symbolic.MatchString(made.input) ||
				!symbolic.MatchString(made.output) {
				t.Errorf("%s takes %s and gives %s", f.Name, made.input, made.output)
			}
		}
	})
	for name, operation := range operations {
		f, _ := formula(t, operation)
		var data bytes.Buffer
		if err := f.WriteONNX(&data, about(registry.Standard()), 0); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		readFile(t, data.Bytes())
	}
}

// A value that repeats is written once, and repeated only where it has to be.
func TestRepetitionIsLeftToOperators(t *testing.T) {
	f, _ := formula(t, func(x *graph.Node) *graph.Node {
		repeated := graph.BroadcastToShape(graph.Const(x.Graph(), float32(2)), x.Shape())
		return graph.Mul(x, graph.Exp(repeated))
	})
	var data bytes.Buffer
	if err := f.WriteONNX(&data, about(registry.Standard()), 0); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, data.Bytes()).operators; slices.Contains(got, "Expand") {
		t.Errorf("the operators are %v", got)
	}
}
