package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/runs/stage"
)

// The data stage's name, files and code version.
const (
	dataStageName  = "data"
	trainFile      = "train.npy"
	validationFile = "validation.npy"
	heldFile       = "held_out.npy"
	boxFile        = "box.json"
	scalingFile    = "standardized.json"
	columnsFile    = "columns.json"
	dataVersion    = 1
	// standardVersion is that of how points are standardized and their box is found.
	standardVersion = 1
	// outliersVersion is that of how outliers are found.
	outliersVersion = 1
)

// prepared is the data of one seed, as models and metrics take them.
type prepared struct {
	train, validation, held *points.Set // disjoint; the last two may be empty
	box                     points.Box
	scaling                 *points.Scaling // of what networks see to all these; nil where they see the points as they are
	notes                   []string        // what is to be known of them before a training; not kept
	columns                 []string        // names of the coordinates; nil where they have none
	images                  *Images         // of data that are images, of which the points above are as many as are looked at; nil of others
}

// sizes are the numbers of points.
func (p *prepared) sizes() stage.Data {
	if p.images != nil {
		return p.images.sizes()
	}
	return stage.Data{Training: p.train.Len(), Validation: p.validation.Len(), HeldOut: p.held.Len()}
}

// load gets the points of a seed, checks them, fits the box and splits them.
func (d *Data) load(env dataset.Env, seed int) (*prepared, error) {
	size := 0
	if d.Size != nil {
		size = *d.Size
	}
	if pictures, ok := d.Source.(dataset.ImageSource); ok {
		return d.loadImages(pictures, env, seed, size)
	}
	all, err := d.Source.Load(env, random.New(uint64(seed), "data/load", 0), size)
	if err != nil {
		return nil, err
	}
	choice, check := d.Standardize.Resolved(d.Source), dataset.Check
	if choice != dataset.StandardizeNone {
		check = dataset.CheckPoints
	}
	if err := check(all); err != nil {
		return nil, err
	}
	note := ""
	if d.Outliers.Drops(d.Source) {
		all, note = dataset.WithoutOutliers(all, choice)
	}
	p := &prepared{train: all, validation: points.New(0, all.Dim), held: points.New(0, all.Dim), box: d.Box}
	if named, ok := d.Source.(dataset.Named); ok {
		if p.columns, err = named.ColumnNames(env); err != nil {
			return nil, err
		}
	}
	if d.Holdout > 0 {
		p.train, p.held = dataset.Split(p.train, dataset.Share(all.Len(), d.Holdout), random.New(uint64(seed), "data/split", 0))
	}
	if d.ValidationShare() > 0 { // after the holdout, which so is the same with and without
		p.train, p.validation = dataset.Split(p.train, dataset.Share(all.Len(), d.ValidationShare()), random.New(uint64(seed), "data/validation", 0))
	}
	if note != "" {
		p.notes = append(p.notes, note)
	}
	p.standardize(choice)
	p.notes = append(p.notes, dataset.Remarks(p.train, p.validation, p.held, p.scaling)...)
	if p.box == nil {
		p.box = dataset.Box(all, d.Padding, p.scaling)
	}
	if len(p.box) == all.Dim { // otherwise checkData says so, with the place in the file
		if err := dataset.CheckBox(all, p.box); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// standardize finds how networks see the points, and what else is to be known of them.
func (p *prepared) standardize(choice dataset.Standardization) {
	note := ""
	if p.scaling, note = dataset.Standardize(p.train, choice); p.scaling == nil {
		note = dataset.Scaling(p.train)
	}
	if note != "" {
		p.notes = append(p.notes, note)
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

// identity is the text by which data are known again. Of data that are not standardized it is as it was before any were.
func (d *Data) identity(catalog config.Catalog) ([]byte, error) {
	padding := d.Padding
	if d.Box != nil {
		padding = unpadded
	}
	settings, err := config.Identity(catalog, &dataSettings{d.Source, d.Size, d.Holdout, d.ValidationShare(), d.Box, padding})
	if choice := d.Standardize.Resolved(d.Source); choice != dataset.StandardizeNone {
		settings = fmt.Appendf(settings, "# standardized: %s, version %d\n", choice, standardVersion)
	}
	if d.Outliers.Drops(d.Source) {
		settings = fmt.Appendf(settings, "# without outliers, version %d\n", outliersVersion)
	}
	return settings, err
}

func (p *plan) dataStage(seed int) (*stage.Stage, error) {
	settings, err := p.Data.identity(p.catalog)
	if err != nil {
		return nil, err
	}
	contents, err := fileContents(p.Data.Source, p.env)
	if err != nil {
		return nil, err
	}
	if version := dataset.CodeVersion(p.Data.Source); version != 1 { // the first is left out, as in keys from before there were others
		contents = fmt.Appendf(contents, "# source version %d\n", version)
	}
	return &stage.Stage{
		Name: dataStageName, Version: dataVersion, Settings: append(settings, contents...), Seed: uint64(seed),
		Run: func(_ context.Context, w *stage.Work) error {
			data, err := p.Data.load(p.env, seed)
			if err != nil {
				return err
			}
			if len(data.notes) > 0 {
				if err := stage.WriteNotes(w.Dir, data.notes...); err != nil {
					return err
				}
			}
			return data.write(w.Dir)
		},
	}, nil
}

// fileContents are hashes of the files that a source reads, so that a changed file is another data set.
func fileContents(source dataset.Source, env dataset.Env) ([]byte, error) {
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
		digest, err := fileDigest(path)
		if err != nil {
			return nil, err
		}
		hashes = fmt.Appendf(hashes, "# %x\n", digest)
	}
	return hashes, nil
}

func fileDigest(path string) ([]byte, error) {
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

func (p *prepared) write(folder string) error {
	written := map[string]any{boxFile: p.box}
	if p.scaling != nil {
		written[scalingFile] = p.scaling
	}
	if p.columns != nil {
		written[columnsFile] = p.columns
	}
	if p.images != nil {
		written[imagesFile] = imageSettings{p.images.Train.Dequantize}
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
	if p.images != nil {
		return p.images.write(folder)
	}
	for name, set := range map[string]*points.Set{trainFile: p.train, validationFile: p.validation, heldFile: p.held} {
		if set.Len() == 0 {
			continue
		}
		if err := writeNPY(filepath.Join(folder, name), set); err != nil {
			return err
		}
	}
	return nil
}

// readPrepared reads what write wrote. A damaged file is an error that says what to do.
func readPrepared(folder string) (*prepared, error) {
	p := &prepared{}
	encoded, err := os.ReadFile(filepath.Join(folder, boxFile))
	if err == nil {
		err = json.Unmarshal(encoded, &p.box)
	}
	isImages := exists(filepath.Join(folder, imagesFile))
	if err == nil && isImages {
		if p.images, err = readImages(folder); err == nil {
			p.look()
		}
	} else if err == nil {
		p.train, err = points.ReadFile(filepath.Join(folder, trainFile))
	}
	if err == nil {
		p.scaling, err = readScaling(filepath.Join(folder, scalingFile), p.train.Dim)
	}
	if err == nil {
		p.columns, err = readColumns(filepath.Join(folder, columnsFile), p.train.Dim)
	}
	for name, set := range map[string]**points.Set{validationFile: &p.validation, heldFile: &p.held} {
		if err != nil || isImages {
			break
		}
		*set = points.New(0, p.train.Dim)
		if path := filepath.Join(folder, name); exists(path) {
			*set, err = points.ReadFile(path)
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
		err = fmt.Errorf("%s has %d and %d numbers for data in R^%d", scalingFile, len(scaling.Shift), len(scaling.Scale), dim)
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

func writeNPY(path string, set *points.Set) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(points.WriteNPY(file, set), file.Close())
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
