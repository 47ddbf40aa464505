package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

var memoryUnits = []struct {
	name  string
	bytes float64
}{{"TIB", 1 << 40}, {"GIB", 1 << 30}, {"MIB", 1 << 20}, {"KIB", 1 << 10}, {"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6},
	{"KB", 1e3}, {"B", 1}}

// ParseMemory reads a number of bytes with a unit, such as 8GB, 512MiB or 1.5 TB: B, kB, MB, GB, TB (powers of 1000)
// and KiB, MiB, GiB, TiB (powers of 1024), in any case.
func ParseMemory(text string) (int64, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(text)), 0.0
	for _, u := range memoryUnits {
		if before, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(before), u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if bytes := value * unit; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
		return int64(bytes), nil
	}
	return 0, fmt.Errorf("%q; a number above 0 with a unit is allowed, such as 8GB, 512MiB or 1.5TB", text)
}

// FormatBytes writes bytes to three digits, such as 8.25 GB.
func FormatBytes(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	k := 0
	for bytes >= 999.5 && k < len(units)-1 {
		bytes, k = bytes/1000, k+1
	}
	return fmt.Sprintf("%.3g %s", bytes, units[k])
}
