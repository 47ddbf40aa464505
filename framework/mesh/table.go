package mesh

// A table keeps the values of a block of blockSide^3 grid points together, and blocks in pages: small blocks hug a
// surface, so that few of their places stay empty, and a page is enough for what its pointer costs.
const (
	blockShift = 2
	blockSide  = 1 << blockShift
	blockSize  = 1 << (3 * blockShift)
	pageShift  = 8
	pageBlocks = 1 << pageShift
)

// table maps points of a grid, given by their packed coordinates, to numbers from 0, for points near a curve or a
// surface. It is several times faster than a map.
type table struct {
	packing   packing
	corners   int    // of a cell
	side      [2]int // blocks along the first axes
	directory []int32
	pages     []*[pageBlocks][blockSize]int32 // in which values are stored plus 1, 0 being none
	blocks    int                             // but the empty one
	count     int
}

// packing packs a grid point's coordinates into one number, that of the last axis highest: coordinates take this many
// bits each. The numbers ascend as the points do, the first coordinate changing fastest.
type packing uint

func (p packing) pack(at [3]int) int { return at[0] | at[1]<<(p&63) | at[2]<<(2*p&63) }

func (p packing) unpack(index int) [3]int {
	mask := 1<<(p&63) - 1 // shifts of less than 64 take one instruction
	return [3]int{index & mask, index >> (p & 63) & mask, index >> (2 * p & 63)}
}

// newTable returns an empty table for a grid's points with coordinates from 0 to last, along each axis: 0 is last
// along the third axis in the plane.
func newTable(p packing, last [3]int) *table {
	t := &table{packing: p, corners: 4, side: [2]int{last[0]>>blockShift + 1, last[1]>>blockShift + 1}}
	if last[2] > 0 {
		t.corners = 8
	}
	t.directory = make([]int32, t.side[0]*t.side[1]*(last[2]>>blockShift+1))
	t.pages = append(t.pages, new([pageBlocks][blockSize]int32))
	return t
}

// locate returns where a point's block is in the directory, and its place in the block.
func (t *table) locate(index int) (entry, place int) {
	at := t.packing.unpack(index)
	entry = at[0]>>blockShift + t.side[0]*(at[1]>>blockShift+t.side[1]*(at[2]>>blockShift))
	const mask = blockSide - 1
	return entry, at[0]&mask | at[1]&mask<<blockShift | at[2]&mask<<(2*blockShift)
}

// block returns the block with a number in the directory. Number 0 is that of an empty block, where there is none.
func (t *table) block(number int32) *[blockSize]int32 {
	return &t.pages[number>>pageShift][number&(pageBlocks-1)]
}

// at returns the value of a point that has one, and otherwise -1.
func (t *table) at(index int) int32 {
	entry, place := t.locate(index)
	return t.block(t.directory[entry])[place] - 1
}

// cell returns the values, as at gives them, of the corners of a grid's cell, in their order: the second half are of
// the third axis, which a grid in the plane lacks.
func (t *table) cell(lowest int) (values [8]int32) {
	const mask = blockSide - 1
	at := t.packing.unpack(lowest)
	last := at[0]&mask == mask // of its block, so that the next along the first axis is in another
	for row := range t.corners / 2 {
		y, z := at[1]+row&1, at[2]+row>>1
		entry := at[0]>>blockShift + t.side[0]*(y>>blockShift+t.side[1]*(z>>blockShift))
		place := (at[0]&mask | y&mask<<blockShift | z&mask<<(2*blockShift)) & (blockSize - 1)
		block := t.block(t.directory[entry])
		values[2*row&7] = block[place] - 1
		if last {
			block, place = t.block(t.directory[entry+1]), place-blockSide
		}
		values[(2*row+1)&7] = block[(place+1)&(blockSize-1)] - 1
	}
	return values
}

// has reports whether a point has a value.
func (t *table) has(index int) bool { return t.at(index) >= 0 }

// add gives a point that has no value the next one.
func (t *table) add(index int) int32 {
	entry, place := t.locate(index)
	if t.directory[entry] == 0 {
		t.blocks++
		if t.blocks>>pageShift == len(t.pages) {
			t.pages = append(t.pages, new([pageBlocks][blockSize]int32))
		}
		t.directory[entry] = int32(t.blocks)
	}
	t.count++
	t.block(t.directory[entry])[place] = int32(t.count)
	return int32(t.count - 1)
}

// clear forgets all values, and keeps the storage.
func (t *table) clear() {
	clear(t.directory)
	for number := range t.blocks {
		*t.block(int32(number + 1)) = [blockSize]int32{}
	}
	t.blocks, t.count = 0, 0
}
