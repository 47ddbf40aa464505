//go:build !unix

package shutdown

import (
	"os"
	"syscall"
)

var interrupting = []os.Signal{os.Interrupt, syscall.SIGTERM}
