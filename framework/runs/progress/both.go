package progress

// Both returns a reporter that shows everything in two places, such as a terminal and a file.
func Both(one, other Reporter) Reporter { return both{one, other} }

type both struct{ one, other Reporter }

// Start implements Reporter.
func (b both) Start(label Label) Task { return bothTasks{b.one.Start(label), b.other.Start(label)} }

// Message implements Reporter.
func (b both) Message(text string) {
	b.one.Message(text)
	b.other.Message(text)
}

// Close implements Reporter.
func (b both) Close() {
	b.one.Close()
	b.other.Close()
}

// Overall implements Reporter.
func (b both) Overall(w Whole) {
	b.one.Overall(w)
	b.other.Overall(w)
}

type bothTasks struct{ one, other Task }

// Due implements Task.
func (b bothTasks) Due() bool { return b.one.Due() || b.other.Due() }

// Step implements Task.
func (b bothTasks) Step(done, total int, values ...Value) {
	b.one.Step(done, total, values...)
	b.other.Step(done, total, values...)
}

// End implements Task.
func (b bothTasks) End(outcome string) {
	b.one.End(outcome)
	b.other.End(outcome)
}
