package mesh

// chunkSize is the number of successive keys of a table that are stored together: enough to keep the directory small beside
// what it leads to, few enough that rows of a grid that are needed only near a surface stay mostly empty.
const chunkSize = 64

// table maps numbers from 0 to a bound to numbers from 0, for keys that come in short runs of a large range. It is several
// times faster than a map.
type table struct {
	directory []*[chunkSize]int32 // by key / chunkSize, nil where there are none; values are stored plus 1, 0 being none
	count     int
}

func newTable(bound int) *table {
	return &table{directory: make([]*[chunkSize]int32, bound/chunkSize+1)}
}

// at is the value of a key that has one.
func (t *table) at(key int) int32 { return t.directory[key/chunkSize][key%chunkSize] - 1 }

// has says whether a key has a value.
func (t *table) has(key int) bool {
	chunk := t.directory[key/chunkSize]
	return chunk != nil && chunk[key%chunkSize] > 0
}

// set gives a key that has no value one.
func (t *table) set(key int, value int32) {
	chunk := &t.directory[key/chunkSize]
	if *chunk == nil {
		*chunk = new([chunkSize]int32)
	}
	(*chunk)[key%chunkSize] = value + 1
	t.count++
}
