package stage

import "sync"

// memory measures the peak resident set of the process while each stage runs, also with stages side by side: whenever
// one starts or ends, the peak since the last such moment counts for every stage then running, and is reset.
//
// Where the system can't reset it (anything but Linux, and some containers), a stage's figure is the peak of the
// process since its start: an upper bound. Two engines in one process reset each other's peaks.
type memory struct {
	peak  func() uint64 // bytes, since the last reset
	reset func()

	mutex   sync.Mutex
	running map[*usage]bool
}

type usage struct{ peak uint64 }

func newMemory() *memory {
	return &memory{peak: peakResident, reset: resetPeakResident, running: map[*usage]bool{}}
}

func (m *memory) start() *usage {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.settle()
	started := new(usage)
	m.running[started] = true
	return started
}

func (m *memory) stop(u *usage) uint64 {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.settle()
	delete(m.running, u)
	return u.peak
}

func (m *memory) settle() {
	peak := m.peak()
	for u := range m.running {
		u.peak = max(u.peak, peak)
	}
	m.reset()
}
