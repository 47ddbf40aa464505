// Package prepare makes the data of a seed: read, checked, divided, standardized and boxed, and kept in a folder.
package prepare

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/framework/random"
	"ebim/framework/runs/stage"
)

// The files of prepared data, and versions of code.
const (
	trainFile      = "train.npy"
	validationFile = "validation.npy"
	heldFile       = "held_out.npy"
	boxFile        = "box.json"
	scalingFile    = "standardized.json"
	columnsFile    = "columns.json"
	// standardVersion is that of how points are standardized and their box is found.
	standardVersion = 1
	// automaticVersion is that where the points say how they are standardized.
	automaticVersion = 2
	// blocksVersion is that of scales which several coordinates share.
	blocksVersion = 1
	// outliersVersion is that of how outliers are found.
	outliersVersion = 1
)

// Data is the data of one seed, as models and metrics take them.
type Data struct {
	Train, Validation, Held *points.Set // disjoint; the last two may be empty
	Box                     points.Box
	// from what networks see to all these; nil where they see the points as they are
	Scaling *points.Scaling
	Notes   []string // worth knowing before a training; not kept
	Columns []string // names of the coordinates; nil where they have none
	// Images are data that are images, all of them; the points above are as many as are looked at. nil for others.
	Images *experiment.Images

	along []bool // training points along curves, once they have been looked for
}

// Sizes are the numbers of points.
func (p *Data) Sizes() stage.Data {
	if p.Images != nil {
		return imageSizes(p.Images)
	}
	return stage.Data{Training: p.Train.Len(), Validation: p.Validation.Len(), HeldOut: p.Held.Len()}
}

// Load gets the points of a seed, checks them, fits the box and splits them.
func Load(d *experiment.Data, env dataset.Env, seed int) (*Data, error) {
	size := 0
	if d.Size != nil {
		size = *d.Size
	}
	if pictures, ok := d.Source.(dataset.ImageSource); ok {
		return loadImages(d, pictures, env, seed, size)
	}
	all, err := d.Source.Load(env, random.New(uint64(seed), "data/load", 0), size)
	if err != nil {
		return nil, err
	}
	choice, blocks := d.Standardize.Resolved(d.Source), dataset.BlocksOf(d.Source)
	if err := dataset.CheckFor(all, choice); err != nil {
		return nil, err
	}
	note := ""
	if d.Outliers.Drops(d.Source) {
		all, note = dataset.WithoutOutliers(all, choice, blocks)
	}
	p := &Data{Box: d.Box}
	if named, ok := d.Source.(dataset.Named); ok {
		if p.Columns, err = named.ColumnNames(env); err != nil {
			return nil, err
		}
	}
	p.Train, p.Validation, p.Held = divided(d, all, seed)
	if note != "" {
		p.Notes = append(p.Notes, note)
	}
	p.standardize(choice, blocks)
	p.Notes = append(p.Notes, dataset.Remarks(p.Train, p.Validation, p.Held, p.Scaling)...)
	if p.Box == nil {
		p.Box = dataset.Box(all, d.Padding, p.Scaling)
	}
	if len(p.Box) == all.Dim { // otherwise checkData says so, with the place in the file
		if err := dataset.CheckBox(all, p.Box); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// divided are the training, validation and held-out points of a seed.
func divided[S interface {
	Len() int
	Select(rows []int) S
}](d *experiment.Data, all S, seed int) (training, validation, held S) {
	parts := d.Split.Divide(all.Len(), d.Holdout, d.ValidationShare(), uint64(seed))
	return all.Select(parts.Training), all.Select(parts.Validation), all.Select(parts.Held)
}

// standardize finds how networks see the points, and what else is to be known of them.
func (p *Data) standardize(choice dataset.Standardization, blocks []int) {
	note := ""
	if p.Scaling, note = dataset.Standardize(p.Train, choice, blocks); p.Scaling == nil {
		note = dataset.Scaling(p.Train)
	}
	if note != "" {
		p.Notes = append(p.Notes, note)
	}
}

// dataSettings are what the data of a seed depend on.
type dataSettings struct {
	Source     dataset.Source `yaml:"source" doc:"where the points come from"`
	Size       *int           `yaml:"size" doc:"points"`
	Holdout    float64        `yaml:"holdout" doc:"fraction that is kept for metrics"`
	Validation float64        `yaml:"validation" doc:"fraction that is kept to choose settings by"`
	Box        points.Box     `yaml:"box" default:"null" doc:"range of every coordinate"`
	Padding    float64        `yaml:"padding" doc:"padding of the data's own range"`
}

// unpadded stands for the padding of data whose box is given, on which nothing depends: the default of earlier keys.
const unpadded = 0.1

// Identity is the text by which data are known again. Of data that are not standardized it is as it was before any
// were.
func Identity(d *experiment.Data, catalog config.Catalog) ([]byte, error) {
	padding := d.Padding
	if d.Box != nil {
		padding = unpadded
	}
	settings, err := config.Identity(catalog, &dataSettings{d.Source, d.Size, d.Holdout, d.ValidationShare(),
		d.Box, padding})
	if choice := d.Standardize.Resolved(d.Source); choice != dataset.StandardizeNone {
		version := standardVersion
		if choice == dataset.StandardizeAuto {
			version = automaticVersion
		}
		settings = fmt.Appendf(settings, "# standardized: %s, version %d\n", choice, version)
		if dataset.BlocksOf(d.Source) != nil {
			settings = fmt.Appendf(settings, "# in blocks, version %d\n", blocksVersion)
		}
	}
	if d.Split == dataset.SplitTorch {
		settings = fmt.Appendf(settings, "# split: %s\n", d.Split)
	}
	if d.Outliers.Drops(d.Source) {
		settings = fmt.Appendf(settings, "# without outliers, version %d\n", outliersVersion)
	}
	return settings, err
}

// FileContents are hashes of the files that a source reads, so that a changed file is another data set.
func FileContents(source dataset.Source, env dataset.Env) ([]byte, error) {
	files, ok := source.(dataset.FileSource)
	if !ok {
		return nil, nil
	}
	paths, err := files.Files(env)
	if err != nil {
		return nil, err
	}
	var hashes []byte
	for _, path := range paths {
		digest, err := FileDigest(path)
		if err != nil {
			return nil, err
		}
		hashes = fmt.Appendf(hashes, "# %x\n", digest)
	}
	return hashes, nil
}

// FileDigest is the SHA-256 of a file.
func FileDigest(path string) ([]byte, error) {
	file, err := points.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

// Write keeps the data in a folder.
func (p *Data) Write(folder string) error {
	written := map[string]any{boxFile: p.Box}
	if p.Scaling != nil {
		written[scalingFile] = p.Scaling
	}
	if p.Columns != nil {
		written[columnsFile] = p.Columns
	}
	if p.Images != nil {
		written[imagesFile] = imageSettings{p.Images.Train.Dequantize}
	}
	for name, value := range written {
		encoded, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), encoded, 0o644); err != nil {
			return err
		}
	}
	if p.Images != nil {
		return writeAll(p.Images, folder)
	}
	for name, set := range map[string]*points.Set{trainFile: p.Train, validationFile: p.Validation, heldFile: p.Held} {
		if set.Len() == 0 {
			continue
		}
		if err := WriteNPY(filepath.Join(folder, name), set); err != nil {
			return err
		}
	}
	return nil
}

// Read reads what write wrote. A damaged file is an error that says what to do.
func Read(folder string) (*Data, error) {
	p := &Data{}
	encoded, err := os.ReadFile(filepath.Join(folder, boxFile))
	if err == nil {
		err = json.Unmarshal(encoded, &p.Box)
	}
	isImages := Exists(filepath.Join(folder, imagesFile))
	if err == nil && isImages {
		if p.Images, err = readImages(folder); err == nil {
			p.look()
		}
	} else if err == nil {
		p.Train, err = files.ReadFile(filepath.Join(folder, trainFile))
	}
	if err == nil {
		p.Scaling, err = readScaling(filepath.Join(folder, scalingFile), p.Train.Dim)
	}
	if err == nil {
		p.Columns, err = readColumns(filepath.Join(folder, columnsFile), p.Train.Dim)
	}
	for name, set := range map[string]**points.Set{validationFile: &p.Validation, heldFile: &p.Held} {
		if err != nil || isImages {
			break
		}
		*set = points.New(0, p.Train.Dim)
		if path := filepath.Join(folder, name); Exists(path) {
			*set, err = files.ReadFile(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the prepared data in %s are damaged: %w; run again with --fresh", folder, err)
	}
	return p, nil
}

// readScaling reads how data of a dimension are standardized: not at all where there is no such file.
func readScaling(path string, dim int) (*points.Scaling, error) {
	encoded, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	scaling := &points.Scaling{}
	if err == nil {
		err = json.Unmarshal(encoded, scaling)
	}
	if err == nil && (len(scaling.Shift) != dim || len(scaling.Scale) != dim) {
		err = fmt.Errorf("%s has %d and %d numbers for data in R^%d", scalingFile, len(scaling.Shift),
			len(scaling.Scale), dim)
	}
	return scaling, err
}

// readColumns reads the coordinates' names: none where there is no such file.
func readColumns(path string, dim int) (names []string, err error) {
	encoded, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(encoded, &names)
	}
	if err == nil && len(names) != dim {
		err = fmt.Errorf("%s has %d names for data in R^%d", columnsFile, len(names), dim)
	}
	return names, err
}

// WriteNPY writes points as a NumPy file.
func WriteNPY(path string, set *points.Set) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(points.WriteNPY(file, set), file.Close())
}

// Exists reports whether there is such a file.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
