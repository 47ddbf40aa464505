package points

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Encodings of text other than UTF-8.
const (
	encodingUTF16   = "UTF-16"
	encodingWindows = "Windows-1252 (Latin-1)"
)

// decoded is a text in UTF-8 without a byte order mark, and what it was before; "" for UTF-8.
func decoded(r *bufio.Reader) (io.Reader, string) {
	head, _ := r.Peek(r.Size())
	little, big := []byte{0xff, 0xfe}, []byte{0xfe, 0xff}
	switch {
	case bytes.HasPrefix(head, []byte("\ufeff")):
		_, _ = r.Discard(3)
		return r, ""
	case bytes.HasPrefix(head, little), zeros(head, 1):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(r), encodingUTF16
	case bytes.HasPrefix(head, big), zeros(head, 0):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(r), encodingUTF16
	case !bytes.ContainsRune(head, 0) && !validUTF8(head):
		return charmap.Windows1252.NewDecoder().Reader(r), encodingWindows
	}
	return r, ""
}

// zeros says that of pairs of bytes these are 0 and the others hardly ever, as in UTF-16 of Latin letters and digits.
func zeros(head []byte, second int) bool {
	here, there := 0, 0
	for i, b := range head {
		switch {
		case b != 0:
		case i%2 == second:
			here++
		default:
			there++
		}
	}
	return 10*here > 4*len(head) && there == 0
}

// validUTF8 allows for a character that is cut off at the end.
func validUTF8(head []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(head); cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}

// LooksLikeText says that the beginning of a file is of text in an encoding that tables are read in.
func LooksLikeText(head []byte) bool {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) || zeros(head, 1) ||
		zeros(head, 0) {
		return true
	}
	return !bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f", r) })
}
