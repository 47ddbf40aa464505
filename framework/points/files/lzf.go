package files

import "errors"

var errLZF = errors.New("the compressed points are damaged")

// decompressLZF gives exactly size bytes. Of LZF (Marc Lehmann's LibLZF) each part begins with a byte: below 32 for one
// more literal bytes than it says, else with a length in its upper three bits, 7 for a longer one in the next byte, and
// a distance back in the lower five and the byte that follows.
func decompressLZF(from []byte, size int) ([]byte, error) {
	to := make([]byte, 0, size)
	take := func() (int, bool) {
		if len(from) == 0 {
			return 0, false
		}
		b := from[0]
		from = from[1:]
		return int(b), true
	}
	for len(from) > 0 {
		control, _ := take()
		if control < 1<<5 {
			length := control + 1
			if length > len(from) || len(to)+length > size {
				return nil, errLZF
			}
			to, from = append(to, from[:length]...), from[length:]
			continue
		}
		length := control >> 5
		if length == 7 {
			more, ok := take()
			if !ok {
				return nil, errLZF
			}
			length += more
		}
		low, ok := take()
		start := len(to) - (control&31)<<8 - low - 1
		if length += 2; !ok || start < 0 || len(to)+length > size {
			return nil, errLZF
		}
		for k := range length { // which may run into what it writes
			to = append(to, to[start+k])
		}
	}
	if len(to) != size {
		return nil, errLZF
	}
	return to, nil
}
