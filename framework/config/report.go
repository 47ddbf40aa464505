package config

import "errors"

// A Report collects what checks of components find, with its places in a document.
type Report struct {
	Document *Document
	Mistakes Mistakes
}

// Add takes what the check of the component at a path returned: a FieldError, several joined, a plain error or nil.
func (r *Report) Add(path string, err error) {
	var field *FieldError
	joined, several := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case several:
		for _, one := range joined.Unwrap() {
			r.Add(path, one)
		}
	case errors.As(err, &field):
		if field.Field != "" {
			path += "." + field.Field
		}
		r.Mistakes = append(r.Mistakes, r.Document.Mistake(path, field.Found, field.Allowed, field.Hint))
	default:
		r.Mistakes = append(r.Mistakes, r.Document.Mistake(path, err.Error(), "", ""))
	}
}
