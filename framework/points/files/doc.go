// Package files reads the files that points come in. formats.go lists the formats; each has a file of its own, and
// open.go the functions to call.
//
// A file is what it begins with: the extension decides only where the content leaves it open, as of texts. Readers
// trust no size that a file claims, so that memory grows with the bytes that are there, and give rows one after another
// where the format has them so.
package files
