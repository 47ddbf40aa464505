package points

import (
	"fmt"
	"os"

	"ebim/framework/regular"
)

// MostBytes bounds the size of a data file.
const MostBytes = 8 << 30

// Open opens a data file for reading: a regular file of at most MostBytes. Errors name the path.
func Open(path string) (*os.File, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > MostBytes {
		err = fmt.Errorf("%s has %d bytes; at most %d (8 GiB) are read", path, info.Size(), int64(MostBytes))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
