package experiment

import (
	"fmt"

	"ebim/framework/config"
)

// metricFiles are the digests of the files that a metric reads, as they stand in its stage's settings; nothing where it reads none.
func (p *plan) metricFiles(metric Metric) ([]byte, error) {
	reading, ok := metric.(Reading)
	if !ok {
		return nil, nil
	}
	paths, err := reading.Files(p.env)
	if err != nil {
		return nil, err
	}
	var hashes []byte
	for _, path := range paths {
		if p.digests[path] == nil {
			digest, err := fileDigest(path)
			if err != nil {
				return nil, err
			}
			if p.digests == nil {
				p.digests = map[string][]byte{}
			}
			p.digests[path] = digest
		}
		hashes = fmt.Appendf(hashes, "# %x\n", p.digests[path])
	}
	return hashes, nil
}

// checkMetricFiles refuses files of metrics that are missing or unfit.
func (p *plan) checkMetricFiles() error {
	var errs []error
	for _, label := range p.MetricLabels() {
		if _, err := p.metricFiles(p.Metrics[label]); err != nil {
			path := "metrics." + label
			at := p.document.Origin(path)
			errs = append(errs, &DataError{config.Mistake{File: at.File, Line: at.Line, Column: at.Column, Path: path, Found: err.Error()}, err})
		}
	}
	return config.Collect(errs...)
}
