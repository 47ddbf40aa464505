package stage

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/regular"
)

// Parcel lists what is taken along of runs: their folders, their finished stages and the pictures of their experiments. Files
// that the user has put there are not among it.
type Parcel struct {
	Runs    []string // folders below the root, slash-separated
	Stages  []string // names with their keys
	Damaged []string // stages that are left out, as their files are not those that were written
	Bytes   int64    // of all files, those once that are the same
	files   []parcelFile
}

// parcelFile is a file by its slash-separated path below the root.
type parcelFile struct {
	name  string
	from  string // on the disk
	as    string // an earlier one of the parcel that is the same file; empty for none
	bytes int64
}

// Pack lists what belongs to finished or failed runs below a root. Stages that are not whole, and those that are gone, are left
// out: the runs' folders have the files.
func Pack(root string, records []Record) (*Parcel, error) {
	p := &Parcel{}
	stages, err := p.packStages(root, records)
	if err != nil {
		return nil, err
	}
	x := (&Engine{Root: root}).begin(context.Background(), nil)
	for i := range records {
		if err := p.packRun(root, &records[i], stages, x.written(nil)); err != nil {
			return nil, err
		}
	}
	return p, p.packFigures(root, records)
}

// splitStage splits the name of a finished stage's folder; the key is empty where it is another's.
func splitStage(folder string) (name, key string) {
	if parts := ofStage.FindStringSubmatch(folder); parts != nil && parts[3] == "" {
		return strings.TrimSuffix(folder, "-"+parts[2]), parts[2]
	}
	return folder, ""
}

// packStages adds the records' stages, and returns the folders of each by its key.
func (p *Parcel) packStages(root string, records []Record) (folders map[string]string, err error) {
	needed := map[string]bool{}
	for i := range records {
		for _, stage := range records[i].Stages {
			needed[stage.Key] = true
		}
	}
	entries, err := os.ReadDir(filepath.Join(root, stagesFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	folders = map[string]string{}
	for _, entry := range entries {
		name, key := splitStage(entry.Name())
		if !needed[key] {
			continue
		}
		folder := filepath.Join(root, stagesFolder, entry.Name())
		known, ok := whole(folder, name, key)
		if !ok {
			p.Damaged = append(p.Damaged, entry.Name())
			continue
		}
		for _, file := range append(known.Files, fileInfo{Path: stageFile}) { // the list of the others last
			if err := p.add(path.Join(stagesFolder, entry.Name(), file.Path), filepath.Join(folder, filepath.FromSlash(file.Path)), ""); err != nil {
				return nil, err
			}
		}
		folders[key] = entry.Name()
		p.Stages = append(p.Stages, entry.Name())
	}
	return folders, nil
}

// packRun adds a run's folder, the record last.
func (p *Parcel) packRun(root string, record *Record, stages map[string]string, written func(folder string) wrote) error {
	below := path.Join(record.Experiment, record.Model, filepath.Base(record.Folder))
	var files []string
	for file := range written(record.Folder) {
		if file != recordFile && filepath.IsLocal(filepath.FromSlash(file)) {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	for _, file := range append(files, recordFile) {
		from := filepath.Join(record.Folder, filepath.FromSlash(file))
		err := p.add(path.Join(below, file), from, sameAs(record, stages, file, root, from))
		if errors.Is(err, fs.ErrNotExist) && file != recordFile { // a run without metrics, say
			continue
		}
		if err != nil {
			return err
		}
	}
	p.Runs = append(p.Runs, below)
	return nil
}

// sameAs returns the path of a stage's file which one of a run's folder is; empty where it is a file of its own.
func sameAs(record *Record, stages map[string]string, file, root, from string) string {
	info, err := os.Lstat(from)
	if err != nil {
		return ""
	}
	label, rest, below := strings.Cut(file, "/")
	for _, stage := range record.Stages {
		folder, there := stages[stage.Key]
		if !there || below && stage.Name != label || !below && file != samplesFile {
			continue
		}
		if !below {
			rest = samplesFile
		}
		own, err := os.Lstat(filepath.Join(root, stagesFolder, folder, filepath.FromSlash(rest)))
		if err == nil && os.SameFile(own, info) {
			return path.Join(stagesFolder, folder, rest)
		}
	}
	return ""
}

// packFigures adds the pictures of the records' experiments, where the folder's index lists them, and the index.
func (p *Parcel) packFigures(root string, records []Record) error {
	seen := map[string]bool{}
	for i := range records {
		album := path.Join(FiguresFolder, records[i].Experiment)
		if seen[album] {
			continue
		}
		seen[album] = true
		folders := []string{album}
		entries, _ := os.ReadDir(filepath.Join(root, filepath.FromSlash(album))) // without it there are none
		for _, entry := range entries {
			if entry.IsDir() {
				folders = append(folders, path.Join(album, entry.Name()))
			}
		}
		for _, folder := range folders {
			if err := p.packAlbum(root, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Parcel) packAlbum(root, folder string) error {
	for _, file := range append(pictureFiles(filepath.Join(root, filepath.FromSlash(folder))), FiguresIndex) {
		err := p.add(path.Join(folder, file), filepath.Join(root, filepath.FromSlash(folder), file), "")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// pictureFiles are the files that the index of a folder of pictures lists, each as PNG and as SVG.
func pictureFiles(folder string) []string {
	var pictures []Picture
	data, err := readBounded(filepath.Join(folder, FiguresIndex))
	if err != nil || json.Unmarshal(data, &pictures) != nil {
		return nil
	}
	var files []string
	for _, picture := range pictures {
		if name := picture.File; filepath.Base(name) == name && filepath.IsLocal(name) {
			files = append(files, name, strings.TrimSuffix(name, filepath.Ext(name))+".svg")
		}
	}
	return files
}

func (p *Parcel) add(name, from, as string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err := regular.Check(info.Mode()); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	p.files = append(p.files, parcelFile{name, from, as, info.Size()})
	if as == "" {
		p.Bytes += info.Size()
	}
	return nil
}

// Archive writes a .tar.gz of the parcel, which is a folder of runs wherever it is unpacked. The same files give the same bytes.
func (p *Parcel) Archive(w io.Writer) error {
	packed := gzip.NewWriter(w)
	archive := tar.NewWriter(packed)
	for _, file := range p.files {
		if err := file.archive(archive); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func (f parcelFile) archive(archive *tar.Writer) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Size: f.bytes, Mode: 0o644}
	if f.as != "" {
		header.Typeflag, header.Linkname, header.Size = tar.TypeLink, f.as, 0
	}
	if err := archive.WriteHeader(header); err != nil || f.as != "" {
		return err
	}
	source, err := regular.Open(f.from)
	if err != nil {
		return err
	}
	defer source.Close()
	copied, err := io.Copy(archive, io.LimitReader(source, f.bytes))
	if err == nil && copied < f.bytes {
		err = fmt.Errorf("%s has become shorter while it was read; export again", f.from)
	}
	return err
}

// Copy writes the parcel's files below a folder, which becomes a folder of runs.
func (p *Parcel) Copy(folder string) error {
	d := realDisk()
	for _, file := range p.files {
		to := filepath.Join(folder, filepath.FromSlash(file.name))
		var err error
		if file.as != "" {
			err = d.linkOrCopy(filepath.Join(folder, filepath.FromSlash(file.as)), to)
		} else {
			err = fileSystem{link: func(string, string) error { return errors.ErrUnsupported }}.linkOrCopy(file.from, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
