package stage

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/shutdown"
)

// Imported says what became of a run that was to be imported.
type Imported struct {
	Run   string // its folder below the root, slash-separated
	There bool   // a run of the same settings and seed was there already, and stays
}

// importing begins the names of folders from which imports are put in place; a dot hides them from readers of runs.
const importing = ".importing-"

// Import adds runs to those below a root, with their stages and pictures; fill writes them into an empty folder, as Parcel.Copy or
// Unarchive do. Nothing that is there is replaced or changed: runs of the same settings and seed stay, and so do stages. A stage whose files
// are not those that it lists is not taken, and is an error beside the others; Pack leaves such stages out and names them. Cut short, it leaves whole runs and stages only.
func Import(root string, fill func(folder string) error) ([]Imported, error) {
	x := (&Engine{Root: root}).begin(context.Background(), nil)
	if err := x.makeRoot(); err != nil {
		return nil, err
	}
	disk.Sweep(root, importing)
	temporary, err := disk.Folder(root, importing)
	if err != nil {
		return nil, explain(err)
	}
	defer temporary.Remove()
	if err := fill(temporary.Path); err != nil {
		return nil, err
	}
	leave, nobody := x.join()
	defer leave()
	if !nobody {
		return nil, errors.New("a process removes stages there; import again when it has ended")
	}
	damaged := x.importStages(temporary.Path)
	runs, err := x.importRuns(temporary.Path)
	return runs, errors.Join(damaged, err, importFigures(temporary.Path, root))
}

// importStages moves whole stages to their places, but for those that are there or are being computed.
func (x *execution) importStages(from string) error {
	entries, _ := os.ReadDir(filepath.Join(from, stagesFolder)) // without it there are none
	var errs []error
	for _, entry := range entries {
		name, key := splitStage(entry.Name())
		if key == "" {
			continue
		}
		if _, ok := whole(filepath.Join(from, stagesFolder, entry.Name()), name, key); !ok {
			errs = append(errs, fmt.Errorf("the stage %s is not whole: it is not imported", entry.Name()))
			continue
		}
		errs = append(errs, x.importStage(filepath.Join(from, stagesFolder, entry.Name()), name, key))
	}
	_ = disk.Flush(filepath.Join(x.Root, stagesFolder))
	return errors.Join(errs...)
}

func (x *execution) importStage(from, name, key string) error {
	defer shutdown.Hold()()
	held, err := x.watch(x.store().base(name, key)).Try()
	if held == nil {
		return explain(err)
	}
	defer held.Release()
	if err := x.store().tidy(name, key); err != nil {
		return err
	}
	place := x.store().base(name, key)
	if _, err := os.Lstat(place); err == nil {
		return nil
	}
	if err := disk.FlushTree(from); err != nil {
		return err
	}
	return x.disk.rename(from, place)
}

// importRuns moves run folders to their places.
func (x *execution) importRuns(from string) ([]Imported, error) {
	var runs []Imported
	var errs []error
	folders, err := filepath.Glob(filepath.Join(escapeGlob(from), "*", "*", "seed-*"))
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		if slices.Contains(ownFolders, filepath.Base(filepath.Dir(filepath.Dir(folder)))) {
			continue
		}
		one, err := x.importRun(folder)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		runs = append(runs, one)
	}
	return runs, errors.Join(errs...)
}

// escapeGlob makes a path one that filepath.Glob takes as it is.
func escapeGlob(folder string) string {
	return strings.NewReplacer(`[`, `[[]`, `*`, `[*]`, `?`, `[?]`).Replace(folder)
}

func (x *execution) importRun(from string) (Imported, error) {
	record, err := ReadRecord(filepath.Join(from, recordFile))
	if err != nil {
		return Imported{}, err
	}
	if err := cmp.Or(CheckExperiment(record.Experiment), CheckName(record.Model)); err != nil {
		return Imported{}, err
	}
	if !record.InPlace() || len(record.Settings) < shownDigits {
		return Imported{}, fmt.Errorf("a folder %s holds the record of %s/%s, seed %d: it is not imported", filepath.Base(from), record.Experiment, record.Model, record.Seed)
	}
	defer shutdown.Hold()()
	parent := filepath.Join(x.Root, record.Experiment, record.Model)
	place := placeOf(parent, record.Seed, record.Settings)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return Imported{}, explain(err)
	}
	held, err := x.lockFolder(place)
	if err != nil {
		return Imported{}, err
	}
	defer held.Release()
	if err := x.disk.putBack(place, beside(place, oldMark), x.written(nil)); err != nil {
		return Imported{}, err
	}
	one := Imported{Run: path.Join(record.Experiment, record.Model, filepath.Base(place))}
	if former := recordIn(filepath.Join(parent, formerName(record.Seed))); former != nil && former.Settings == record.Settings {
		one.Run, one.There = path.Join(record.Experiment, record.Model, formerName(record.Seed)), true
	}
	if _, err := os.Lstat(place); err == nil || one.There {
		one.There = true
		return one, nil
	}
	if err := disk.FlushTree(from); err != nil {
		return one, err
	}
	err = x.disk.rename(from, place)
	_ = disk.Flush(parent)
	return one, err
}

// importFigures moves the folders of pictures to where there are none.
func importFigures(from, root string) error {
	var errs []error
	for _, pattern := range []string{"*", filepath.Join("*", "*")} {
		indexes, err := filepath.Glob(filepath.Join(escapeGlob(from), FiguresFolder, pattern, FiguresIndex))
		errs = append(errs, err)
		for _, index := range indexes {
			folder := filepath.Dir(index)
			relative, err := filepath.Rel(from, folder)
			if err != nil {
				return err
			}
			to := filepath.Join(root, relative)
			if _, err := os.Lstat(filepath.Join(to, FiguresIndex)); err == nil {
				continue
			}
			errs = append(errs, os.MkdirAll(to, 0o777))
			for _, file := range append(pictureFiles(folder), FiguresIndex) {
				if _, err := os.Lstat(filepath.Join(to, file)); err == nil {
					continue
				}
				if _, err := os.Lstat(filepath.Join(folder, file)); err == nil {
					errs = append(errs, os.Rename(filepath.Join(folder, file), filepath.Join(to, file)))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// Unarchive unpacks what Parcel.Archive wrote into an empty folder. It refuses what is not a file below that folder, and a text
// that ends too early.
func Unarchive(r io.Reader, folder string) error {
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("it is not a .tar.gz archive (%w)", err)
	}
	defer unpacked.Close()
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	archive := tar.NewReader(unpacked)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("it is damaged: %w", err)
		}
		if err := extract(root, header, archive); err != nil {
			return err
		}
	}
}

// extract writes one entry of an archive below a folder, out of which no name and no link leads.
func extract(root *os.Root, header *tar.Header, content io.Reader) error {
	if header.Typeflag == tar.TypeDir {
		return nil
	}
	name := filepath.FromSlash(path.Clean(header.Name))
	if !filepath.IsLocal(name) {
		return fmt.Errorf("it has a file %q, outside of its folder", header.Name)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	switch header.Typeflag {
	case tar.TypeReg:
		return copyInto(root, name, content)
	case tar.TypeLink:
		as := filepath.FromSlash(path.Clean(header.Linkname))
		if root.Link(as, name) == nil {
			return nil
		}
		source, err := root.Open(as)
		if err != nil {
			return fmt.Errorf("it has %q as a copy of %q, which it does not hold: %w", header.Name, header.Linkname, err)
		}
		defer source.Close()
		return copyInto(root, name, source)
	}
	return fmt.Errorf("it has %q, which is neither a file nor a folder", header.Name)
}

func copyInto(root *os.Root, name string, content io.Reader) error {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
