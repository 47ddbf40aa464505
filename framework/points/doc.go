// Package points holds finite sets of points in R^n, the currency between data sets, models and metrics, and reads and
// writes them as files.
//
// A Set is one slice of numbers, a point after the other. At and Slice return views into it; Select copies. Readers
// accept finite numbers only, and say for anything else in which line and column it stands. They trust no size that a
// file claims: memory grows with the bytes that are there, and Open refuses what is not a regular file or is too
// large.
//
// Images are points of [0, 1]^n at 8 bits a number: images.go.
//
// points.go has the set, table.go rows of files, csv.go text tables, of which rows.go splits lines and before.go,
// header.go and levels.go read the head, and npy.go NumPy arrays; survey.go and gaps.go say what columns and rows hold.
// Package files chooses between these and other formats.
package points
