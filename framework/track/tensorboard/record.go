package tensorboard

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// A record is its length (8 bytes), the length's checksum (4), its data and their checksum (4), all little-endian.
const (
	headBytes = 12
	tailBytes = 4
)

// mostRecordBytes bounds what is believed of a length.
const mostRecordBytes = 256 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked is TFRecord's checksum: CRC-32C, rotated and moved, so that the checksum of data that hold checksums is of use.
func masked(data []byte) uint32 {
	sum := crc32.Checksum(data, castagnoli)
	return (sum>>15 | sum<<17) + 0xa282ead8
}

// appendRecord adds data as a record.
func appendRecord(to, data []byte) []byte {
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	to = append(to, head...)
	to = binary.LittleEndian.AppendUint32(to, masked(head))
	to = append(to, data...)
	return binary.LittleEndian.AppendUint32(to, masked(data))
}

// errDamaged says that a file has no whole record where one is looked for, such as at the end of a killed process's file.
var errDamaged = errors.New("a damaged record")

// readRecord returns the next record's data; io.EOF at the end of the file, errDamaged where there is none but something else.
func readRecord(from io.Reader) ([]byte, error) {
	var head [headBytes]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = errDamaged
		}
		return nil, err
	}
	length := binary.LittleEndian.Uint64(head[:8])
	if binary.LittleEndian.Uint32(head[8:]) != masked(head[:8]) || length > mostRecordBytes {
		return nil, errDamaged
	}
	data := make([]byte, length+tailBytes)
	if _, err := io.ReadFull(from, data); err != nil {
		return nil, errDamaged
	}
	if binary.LittleEndian.Uint32(data[length:]) != masked(data[:length]) {
		return nil, errDamaged
	}
	return data[:length], nil
}
