package convolution

import (
	"unsafe"

	"ebim/framework/engine/kernel"
)

// implicit is the convolution of float32 as a matrix product whose left operand, the input at each position and tap, is
// never written out: the kernel finds it in the input by tables of offsets.
//
// Padding counts as zeros, as in XLA: a weight that is not finite makes NaN of them.
type implicit struct {
	*geometry
	*format
	jobs                   []job
	taskCount              int
	input, weights, result int // bytes of working storage for each, multiples of 64
}

// job is a box of positions by a range of columns.
type job struct {
	*plan
	box             *box
	group, image    int   // image is that of the box's first position
	position        []int // the box's first, by axis
	column, columns int
	outputOffset    int  // of the first position and column, in elements
	newWeights      bool // whether the job before has left others
}

// implicitGrain is the number of multiplications of a task, about 40 microseconds at full speed.
const implicitGrain = 1 << 21

// newImplicit prepares a convolution with at most mostAxes spatial axes.
func newImplicit(g *geometry, f *format) kernel.Instruction {
	c := &implicit{geometry: g, format: f.suited(g), weights: size}
	rows := g.rowsOfBox(c.format)
	for _, p := range g.phases() {
		c.addJobs(newPlan(g, c.format, p, rows))
	}
	c.input, c.weights, c.result = (c.input+63)&^63, (c.weights+63)&^63, (c.result+63)&^63
	tasks := g.tasks(implicitGrain)
	perTask := max(1, (len(c.jobs)+tasks-1)/tasks)
	c.taskCount = max(1, (len(c.jobs)+perTask-1)/perTask)
	return c
}

// rowsOfBox returns the most positions of a box. Few positions with many terms, as of a kernel's gradient, are parted
// in two boxes all the same, if each fills the tiles: two cores gain more by it than is lost by packing the weights
// twice.
func (g *geometry) rowsOfBox(f *format) int {
	positions, tasks := g.positions(), g.tasks(implicitGrain)
	if half := (positions + 1) / 2; tasks > 1 && half < fewestRows && half >= 2*f.rows {
		return half
	}
	return max(fewestRows, min(positions/tasks, mostRows))
}

func (c *implicit) addJobs(l *plan) {
	counts, blocks := []int{c.groups, c.outputChannels, c.batch}, []int{1, l.columns, l.batch}
	for i := range l.axes {
		counts, blocks = append(counts, l.axes[i].positions), append(blocks, l.positions[i])
	}
	eachBlock(counts, blocks, func(first, lengths []int) {
		j := job{
			plan: l, group: first[0], column: first[1], columns: lengths[1], image: first[2], position: first[3:],
			box:        l.box(c.geometry, c.format, lengths[2], lengths[3:]),
			newWeights: true,
		}
		j.outputOffset = l.outputOffset + first[0]*c.outputGroupStride + first[1]*c.outputChannelStride +
			first[2]*c.outputBatchStride
		for i := range l.axes {
			j.outputOffset += first[3+i] * l.axes[i].outputStride
		}
		if last := len(c.jobs) - 1; last >= 0 && len(l.depths) == 1 {
			before := &c.jobs[last]
			j.newWeights = before.plan != l || before.group != j.group || before.column != j.column
		}
		c.jobs = append(c.jobs, j)
		for _, d := range l.depths {
			c.weights = max(c.weights, c.vectors(j.columns)*c.lanes*d.terms*size)
		}
		if !l.inPlace {
			c.input = max(c.input, j.box.batch*l.batchPitch*size)
		}
		if !c.resultInPlace() {
			c.result = max(c.result, j.box.count*l.columns*size)
		}
	})
}

func (c *implicit) Scratch() int { return c.input + c.weights + c.result }
func (c *implicit) Tasks() int   { return c.taskCount }

func (c *implicit) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	first, last := len(c.jobs)*task/c.taskCount, len(c.jobs)*(task+1)/c.taskCount
	packed, weights := scratch, unsafe.Add(scratch, c.input)
	for i := first; i < last; i++ {
		j := &c.jobs[i]
		out := unsafe.Add(dst, j.outputOffset*size)
		if !c.resultInPlace() {
			out = unsafe.Add(weights, c.weights)
		}
		for k := range j.depths {
			d := &j.depths[k]
			if i == first || j.newWeights {
				c.packWeights(j, d, weights, operands[1])
			}
			input := packed
			if j.inPlace {
				input = unsafe.Add(operands[0], c.inputOffset(j, d)*size)
			} else {
				c.packInput(j, d, packed, operands[0])
			}
			c.multiply(j, d, out, input, weights, k > 0)
		}
		if !c.resultInPlace() {
			c.unpackResult(j, unsafe.Add(dst, j.outputOffset*size), out)
		}
	}
}

// multiply computes a job's sums over the terms of a depth.
func (c *implicit) multiply(j *job, d *depth, out, input, weights unsafe.Pointer, add bool) {
	for p := range c.panels(j.columns) {
		first, vectors := c.panel(p, j.columns)
		lanes := min(c.lanes, j.columns-first-(vectors-1)*c.lanes)
		c.tiles[vectors-1](float(out, first), &j.box.outRows[0], (*float32)(input), &j.box.rows[0], j.box.tiles,
			&d.runs[0], len(d.runs), d.length, float(weights, first*d.terms), mask(lanes), add)
	}
}
