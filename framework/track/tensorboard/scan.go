package tensorboard

import (
	"bufio"
	"errors"
	"hash/maphash"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// filePrefix begins the names of event files; TensorBoard reads those that contain it, in the order of their names.
const filePrefix = "events.out.tfevents."

// Point is a scalar of an event file.
type Point struct {
	Tag   string
	Step  int
	Value float64
}

// content is what a folder's event files hold.
type content struct {
	last     map[string]int    // step of each scalar's and picture's last value
	pictures map[string]uint64 // hash of each picture's last bytes
	started  bool              // hyper-parameters are there
	status   Status            // how the run ended last; Running if it has not
}

var hashSeed = maphash.MakeSeed()

// scan reads the event files of a folder; visit, unless nil, is told each scalar. A file is read up to its first damaged record, as TensorBoard
// does. Without the folder there is nothing.
func scan(folder string, visit func(Point)) (*content, error) {
	c := &content{last: map[string]int{}, pictures: map[string]uint64{}, status: Running}
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if !strings.Contains(entry.Name(), filePrefix) || !entry.Type().IsRegular() {
			continue
		}
		if err := c.read(filepath.Join(folder, entry.Name()), visit); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Scalars returns the scalars in the event files of a run's folder, in their order.
func Scalars(folder string) ([]Point, error) {
	var all []Point
	_, err := scan(folder, func(p Point) { all = append(all, p) })
	return all, err
}

func (c *content) read(path string, visit func(Point)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	buffered := bufio.NewReaderSize(file, 1<<20)
	for {
		data, err := readRecord(buffered)
		if err == io.EOF || errors.Is(err, errDamaged) {
			return nil
		}
		if err != nil {
			return err
		}
		c.event(data, visit)
	}
}

// event takes what an Event says. What it can't read it leaves out.
func (c *content) event(data []byte, visit func(Point)) {
	step, summary := 0, []byte(nil)
	eachField(data, func(field protowire.Number, value []byte, number uint64) {
		switch field {
		case eventStep:
			step = int(number)
		case eventSummary:
			summary = value
		}
	})
	eachField(summary, func(field protowire.Number, value []byte, _ uint64) {
		if field == summaryValue {
			c.value(step, value, visit)
		}
	})
}

func (c *content) value(step int, data []byte, visit func(Point)) {
	tag, simple, scalar, picture, metadata := "", 0.0, false, []byte(nil), []byte(nil)
	eachField(data, func(field protowire.Number, value []byte, number uint64) {
		switch field {
		case valueTag:
			tag = string(value)
		case valueSimple:
			simple, scalar = float64(math.Float32frombits(uint32(number))), true
		case valueMetadata:
			metadata = value
		case valueImage:
			eachField(value, func(field protowire.Number, value []byte, _ uint64) {
				if field == imageBytes {
					picture = value
				}
			})
		}
	})
	switch {
	case tag == sessionStartTag:
		c.started = true
	case tag == sessionEndTag:
		c.status = endOf(metadata)
	case scalar:
		c.note(tag, step)
		if visit != nil {
			visit(Point{tag, step, simple})
		}
	case picture != nil:
		c.note(tag, step)
		c.pictures[tag] = maphash.Bytes(hashSeed, picture)
	}
}

// endOf is the status in the metadata of a session's end.
func endOf(metadata []byte) Status {
	data := metadata
	for _, inner := range []protowire.Number{metadataPlugin, pluginContent, hparamsEnd} {
		message := data
		data = nil
		eachField(message, func(field protowire.Number, value []byte, _ uint64) {
			if field == inner {
				data = value
			}
		})
	}
	status := Unknown // which is the default of the field
	eachField(data, func(field protowire.Number, _ []byte, number uint64) {
		if field == endStatus {
			status = Status(number)
		}
	})
	return status
}

func (c *content) note(tag string, step int) {
	if last, ok := c.last[tag]; !ok || step > last {
		c.last[tag] = step
	}
}

// eachField calls visit for each field of a message: with the bytes of one that has a length, with the number of another. It stops where
// the message is damaged.
func eachField(data []byte, visit func(field protowire.Number, value []byte, number uint64)) {
	for len(data) > 0 {
		field, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return
		}
		data = data[n:]
		var value []byte
		var number uint64
		switch kind {
		case protowire.BytesType:
			value, n = protowire.ConsumeBytes(data)
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(data)
		case protowire.Fixed64Type:
			number, n = protowire.ConsumeFixed64(data)
		case protowire.Fixed32Type:
			var single uint32
			single, n = protowire.ConsumeFixed32(data)
			number = uint64(single)
		default:
			n = protowire.ConsumeFieldValue(field, kind, data)
		}
		if n < 0 {
			return
		}
		data = data[n:]
		visit(field, value, number)
	}
}
