package convolution

import "fmt"

// Limits of a job's working storage, so that it stays in the second cache.
const (
	inputBytes   = 256 << 10
	weightBytes  = 256 << 10
	resultBytes  = 128 << 10
	mostColumns  = 192
	mostRows     = 2048 // positions, for the tables' sake
	fewestRows   = 192  // positions that pay for packing the weights
	fewestTerms  = 64
	mostTerms    = 2048 // that are added up one after another, for the sake of precision
	fewestInputs = 32   // channels
)

// plan is how a phase is computed: a matrix product [positions, terms] x [terms, columns], where a term is a tap and an
// input channel. Jobs compute boxes of positions by ranges of columns, one after another for each of the depths, which
// split the terms.
//
// The input is read in place if its channels lie side by side and no tap meets padding. Otherwise the part that a box
// reaches is copied once, with its padding, to [batch, spatial axes..., channels]; no element is copied for each tap.
type plan struct {
	*phase
	inPlace    bool
	batch      int   // images of a box
	positions  []int // of a box, by axis
	channels   int   // of a depth
	taps       []int // of a depth, by axis
	columns    int   // of a job
	batchPitch int   // distances in the input that is read, in elements
	pitches    []int // by axis
	depths     []depth
	boxes      map[string]*box
}

// depth is a range of input channels and taps.
type depth struct {
	channel, channels int
	tap, taps         []int // first and number, by axis
	terms             int
	runs              []int // offsets of terms that lie side by side in the input, in bytes
	length            int   // of each run
}

// box is the shape of a range of positions. The tables repeat the last position until the last tile is full.
type box struct {
	batch         int
	positions     []int
	count, tiles  int
	rows, outRows []int // offsets of positions in the input and the result, in bytes
}

// newPlan chooses the sizes of boxes, depths and columns. rows bounds the positions of a box.
func newPlan(g *geometry, f *format, p *phase, rows int) *plan {
	l := &plan{phase: p, inPlace: g.inputChannelStride == 1 || g.inputChannels == 1, boxes: map[string]*box{}}
	for i := range p.axes {
		a := &p.axes[i]
		l.inPlace = l.inPlace && a.taps > 0 && a.first >= 0 && a.first+a.extent(a.positions, a.taps) <= a.input
	}
	l.columns = f.lanes * f.vectors(evenly(g.outputChannels, mostColumns))
	l.chooseDepths(g, min(max(weightBytes/size/max(l.columns, 1), fewestTerms), mostTerms))
	l.chooseBoxes(g, rows)
	l.layOut(g)
	l.addDepths(g)
	return l
}

// evenly returns the size of the fewest equal parts of n that are no larger than most.
func evenly(n, most int) int {
	parts := max((n+most-1)/most, 1)
	return (n + parts - 1) / parts
}

// chooseDepths splits the channels first, because neighboring taps reach the same elements.
func (l *plan) chooseDepths(g *geometry, most int) {
	all := 1
	for i := range l.axes {
		l.taps = append(l.taps, l.axes[i].taps)
		all *= l.axes[i].taps
	}
	l.channels = evenly(g.inputChannels, max(most/max(all, 1), fewestInputs))
	terms := l.channels
	for i := len(l.taps) - 1; i >= 0; i-- {
		l.taps[i] = max(1, evenly(l.taps[i], max(most/max(terms, 1), 1)))
		terms *= l.taps[i]
	}
}

// chooseBoxes makes boxes as large as allowed, along the last axis first.
func (l *plan) chooseBoxes(g *geometry, most int) {
	l.batch = 1
	l.positions = make([]int, len(l.axes))
	for i := range l.positions {
		l.positions[i] = 1
	}
	fits := func() bool {
		rows, reach := l.batch, l.batch*l.channels
		for i := range l.axes {
			rows *= l.positions[i]
			reach *= l.axes[i].extent(l.positions[i], l.taps[i])
		}
		return rows <= most && (l.inPlace || reach*size <= inputBytes) &&
			(g.resultInPlace() || rows*l.columns*size <= resultBytes)
	}
	grow := func(n *int, limit int) {
		low, high := 1, max(limit, 1)
		for low < high {
			*n = (low + high + 1) / 2
			if fits() {
				low = *n
			} else {
				high = *n - 1
			}
		}
		*n = max(1, evenly(limit, low))
	}
	for i := len(l.axes) - 1; i >= 0; i-- {
		grow(&l.positions[i], l.axes[i].positions)
		if l.positions[i] < l.axes[i].positions {
			return
		}
	}
	grow(&l.batch, g.batch)
}

// resultInPlace reports whether the columns of a position lie side by side in the result.
func (g *geometry) resultInPlace() bool { return g.outputChannelStride == 1 || g.outputChannels == 1 }

// layOut sets the distances in the input that is read.
func (l *plan) layOut(g *geometry) {
	l.pitches = make([]int, len(l.axes))
	pitch := l.channels
	for i := len(l.axes) - 1; i >= 0; i-- {
		a := &l.axes[i]
		l.pitches[i] = pitch
		if l.inPlace {
			l.pitches[i] = a.inputStride
		}
		pitch *= a.extent(l.positions[i], l.taps[i])
	}
	l.batchPitch = pitch
	if l.inPlace {
		l.batchPitch = g.inputBatchStride
	}
}

// addDepths lists the depths. Without terms there is one, which makes zeros.
func (l *plan) addDepths(g *geometry) {
	blocks, counts := []int{l.channels}, []int{g.inputChannels}
	for i := range l.axes {
		blocks, counts = append(blocks, l.taps[i]), append(counts, l.axes[i].taps)
	}
	eachBlock(counts, blocks, func(first, lengths []int) {
		d := depth{channel: first[0], channels: lengths[0], tap: first[1:], taps: lengths[1:]}
		l.findRuns(&d)
		l.depths = append(l.depths, d)
	})
	if len(l.depths) == 0 {
		l.depths = []depth{{tap: make([]int, len(l.axes)), taps: make([]int, len(l.axes)), runs: []int{0}}}
	}
}

// findRuns joins taps to runs as long as they lie side by side.
func (l *plan) findRuns(d *depth) {
	d.terms, d.length, d.runs = d.channels, d.channels, []int{0}
	joined := true
	for i := len(l.axes) - 1; i >= 0; i-- {
		d.terms *= d.taps[i]
		distance := l.axes[i].spacing * l.pitches[i]
		if joined = joined && (d.taps[i] == 1 || distance == d.length); joined {
			d.length *= d.taps[i]
			continue
		}
		var runs []int
		for t := range d.taps[i] {
			for _, r := range d.runs {
				runs = append(runs, r+t*distance*size)
			}
		}
		d.runs = runs
	}
}

// box returns the tables for a shape of positions.
func (l *plan) box(g *geometry, f *format, batch int, positions []int) *box {
	key := fmt.Sprint(batch, positions)
	if b := l.boxes[key]; b != nil {
		return b
	}
	b := &box{batch: batch, positions: positions, rows: []int{0}, outRows: []int{0}}
	expand := func(n, step, outStep int) {
		var rows, outRows []int
		for i, row := range b.rows {
			for j := range n {
				rows, outRows = append(rows, row+j*step*size), append(outRows, b.outRows[i]+j*outStep*size)
			}
		}
		b.rows, b.outRows = rows, outRows
	}
	expand(batch, l.batchPitch, g.outputBatchStride)
	for i, n := range positions {
		expand(n, l.axes[i].step*l.pitches[i], l.axes[i].outputStride)
	}
	b.count = len(b.rows)
	b.tiles = (b.count + f.rows - 1) / f.rows
	for len(b.rows) < b.tiles*f.rows {
		b.rows, b.outRows = append(b.rows, b.rows[b.count-1]), append(b.outRows, b.outRows[b.count-1])
	}
	if !g.resultInPlace() {
		for i := range b.outRows {
			b.outRows[i] = min(i, b.count-1) * l.columns * size
		}
	}
	l.boxes[key] = b
	return b
}

// eachBlock visits the blocks of an array, in row-major order. It visits none if a count is 0.
func eachBlock(counts, blocks []int, visit func(first, lengths []int)) {
	first := make([]int, len(counts))
	var along func(axis int)
	along = func(axis int) {
		if axis == len(counts) {
			lengths := make([]int, len(counts))
			for i := range lengths {
				lengths[i] = min(blocks[i], counts[i]-first[i])
			}
			visit(append([]int(nil), first...), lengths)
			return
		}
		for first[axis] = 0; first[axis] < counts[axis]; first[axis] += blocks[axis] {
			along(axis + 1)
		}
	}
	along(0)
}
