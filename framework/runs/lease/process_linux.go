package lease

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

const staleHandle = syscall.ESTALE

// machine returns what is equal for processes that see each other: those of one system since it booted, in one space of
// process numbers. Containers on one machine have their own.
var machine = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
})

// startOf returns when a process began, in ticks since the boot; empty where there is none, or only what its parent has
// not yet taken notice of.
func startOf(pid int) string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// the name may hold anything
	_, rest, _ := strings.Cut(string(text[max(strings.LastIndexByte(string(text), ')'), 0):]), " ")
	fields := strings.Fields(rest)
	const state, start = 0, 19 // the third and the 22nd field
	if len(fields) <= start || fields[state] == "Z" || fields[state] == "X" {
		return ""
	}
	return fields[start]
}
