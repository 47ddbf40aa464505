//go:build !unix

package points

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
