//go:build !unix

package benchmark_test

import "time"

var started = time.Now()

// processorTime is that of the clock on the wall, where the system is not asked for more.
func processorTime() time.Duration { return time.Since(started) }
