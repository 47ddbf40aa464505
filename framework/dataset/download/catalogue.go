// Package download knows the public data files that experiments use, fetches them when asked to, and checks them.
package download

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is a public data file.
type File struct {
	Name        string // as in `ebim data get NAME`
	Set         string // of the files that belong together, as a name for all of them; empty for one by itself
	FileName    string // in a data folder, with slashes
	URL         string
	SHA256      string // of the contents, in lower-case hexadecimal
	Size        int64  // bytes
	Description string
	Source      string // who publishes it, and on what terms
}

// In returns the file's path in a data folder.
func (f File) In(folder string) string { return filepath.Join(folder, filepath.FromSlash(f.FileName)) }

// Catalog lists the known files.
func Catalog() []File { return append(tables(), images()...) }

func tables() []File {
	const earth = "https://raw.githubusercontent.com/oxcsml/riemannian-score-sde/main/data/"
	return []File{
		{
			Name: "floods", FileName: "flood.csv", URL: earth + "flood.csv",
			SHA256: "ffb1e3182c3053afcdeceec4727c262a29da10255d20747c08144da5b0963486", Size: 84265,
			Description: "4,875 floods: latitude and longitude in degrees",
			Source: "Dartmouth Flood Observatory, Global Active Archive; free of charge for research and " +
				"education",
		},
		{
			Name: "earthquakes", FileName: "quakes_all.csv", URL: earth + "quakes_all.csv",
			SHA256: "3e5e1a10fb2faf1899106264289334037d039f00f5265d13dad388a93d8ff2f7", Size: 96092,
			Description: "6,120 earthquakes: latitude and longitude in degrees",
			Source:      "NOAA National Geophysical Data Center, significant earthquakes; a work of the US government",
		},
		{
			Name: "fires", FileName: "fire.csv", URL: earth + "fire.csv",
			SHA256: "c5c6c9490b1d8c58ba9eb78d9e2f82d1c1e62694ca5cff917c54600d3d83f459", Size: 178949,
			Description: "12,809 fires: latitude and longitude in degrees",
			Source:      "NASA FIRMS, active fire data; NASA's open data policy",
		},
		{
			Name: "eruptions", FileName: "volerup.csv", URL: earth + "volerup.csv",
			SHA256: "f7bbaf32a412f5fe82350f48e0c55100be260803969c16557343f687fd0593fc", Size: 11295,
			Description: "827 volcanic eruptions: latitude and longitude in degrees",
			Source:      "NOAA National Geophysical Data Center, significant eruptions; a work of the US government",
		},
		{
			Name: "amino_acids", FileName: "9mers_data.pkl",
			URL:    "https://raw.githubusercontent.com/pyro-ppl/datasets/master/9mers_data.pkl",
			SHA256: "82d076bc06f67052f359b9b4e3f6b45df2a8834393e755de9f33c4a282691c66", Size: 160939,
			Description: "dihedral angles (phi, psi) in radians of 1,000 residues of each of 20 amino acids",
			Source:      "the data sets of the Pyro project (NumPyro's NINE_MERS); terms not stated there",
		},
	}
}

// Find is the catalog's file of that name; the error of an unknown one lists the known names.
func Find(name string) (File, error) {
	var names []string
	for _, file := range Catalog() {
		if file.Name == name {
			return file, nil
		}
		names = append(names, file.Name)
	}
	return File{}, fmt.Errorf("there is no known data file %q; known are %s", name, strings.Join(names, ", "))
}

// Names lists what may be asked for: sets of files, and files that belong to none.
func Names() []string {
	var names []string
	for _, file := range Catalog() {
		if name := cmp.Or(file.Set, file.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Named are the catalog's files of a set, or the one file of that name; the error is Find's.
func Named(name string) ([]File, error) {
	var files []File
	for _, file := range Catalog() {
		if file.Set == name {
			files = append(files, file)
		}
	}
	if len(files) > 0 {
		return files, nil
	}
	file, err := Find(name)
	return []File{file}, err
}

// Variable is the environment variable that says where data files are.
const Variable = "EBIM_DATA"

// Folders are the folders in which data files are looked for, in order; downloads go to the first. They are those of
// EBIM_DATA, a list such as PATH, or else the folder ebim in the user's cache folder. getenv is os.Getenv, and cache
// os.UserCacheDir, except in tests.
func Folders(getenv func(string) string, cache func() (string, error)) ([]string, error) {
	var folders []string
	for _, folder := range filepath.SplitList(getenv(Variable)) {
		if folder != "" {
			folders = append(folders, folder)
		}
	}
	if len(folders) > 0 {
		return folders, nil
	}
	base, err := cache()
	if err != nil {
		return nil, fmt.Errorf("there is no folder for data files: %w; set %s to one", err, Variable)
	}
	return []string{filepath.Join(base, "ebim")}, nil
}

// MissingError says that a known file is in none of the folders, and how to get it.
type MissingError struct {
	File    File
	Folders []string // where it was looked for
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("the data file %s is in none of the data folders (%s); get it with `ebim data get %s`, "+
		"or set %s to a folder that has it; by hand, put the %d bytes of %s there under that name",
		e.File.FileName, strings.Join(e.Folders, ", "), cmp.Or(e.File.Set, e.File.Name), Variable,
		e.File.Size, e.File.URL)
}

// Locate is the path of the file in the first folder that has it. The contents are checked: a file that isn't the
// published one is an error, as is one that is in none of the folders (*MissingError).
func Locate(file File, folders []string) (string, error) {
	for _, folder := range folders {
		path := file.In(folder)
		err := Check(file, path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		return path, err
	}
	return "", &MissingError{file, folders}
}

// images lists the published sets of images.
func images() []File {
	const (
		mnist, fashion = "https://storage.googleapis.com/cvdf-datasets/",
			"https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/"
		lecun   = "LeCun, Cortes and Burges; CC BY-SA 3.0, mirrored by the CVDF"
		zalando = "Zalando Research (Xiao, Rasul and Vollgraf 2017); MIT license"
	)
	var files []File
	for _, f := range []struct {
		set, url, folder, file, sum string
		size                        int64
		description, source         string
	}{
		{"mnist", mnist, "mnist/", "train-images-idx3-ubyte.gz",
			"440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422,
			"MNIST: 60,000 digits of 28 x 28 pixels", lecun},
		{"mnist", mnist, "mnist/", "train-labels-idx1-ubyte.gz",
			"3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881,
			"MNIST: their classes, 0 to 9", lecun},
		{"mnist", mnist, "mnist/", "t10k-images-idx3-ubyte.gz",
			"8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6", 1648877,
			"MNIST: 10,000 test digits", lecun},
		{"mnist", mnist, "mnist/", "t10k-labels-idx1-ubyte.gz",
			"f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6", 4542, "MNIST: their classes", lecun},
		{"fashion_mnist", fashion, "fashion/", "train-images-idx3-ubyte.gz",
			"3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84", 26421880,
			"Fashion-MNIST: 60,000 pieces of clothing of 28 x 28 pixels", zalando},
		{"fashion_mnist", fashion, "fashion/", "train-labels-idx1-ubyte.gz",
			"a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845", 29515,
			"Fashion-MNIST: their classes, 0 to 9", zalando},
		{"fashion_mnist", fashion, "fashion/", "t10k-images-idx3-ubyte.gz",
			"346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073", 4422102,
			"Fashion-MNIST: 10,000 test images", zalando},
		{"fashion_mnist", fashion, "fashion/", "t10k-labels-idx1-ubyte.gz",
			"67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5", 5148,
			"Fashion-MNIST: their classes", zalando},
	} {
		part := map[string]string{"train-images-idx3-ubyte.gz": "train_images",
			"train-labels-idx1-ubyte.gz": "train_labels",
			"t10k-images-idx3-ubyte.gz":  "test_images", "t10k-labels-idx1-ubyte.gz": "test_labels"}[f.file]
		files = append(files, File{Name: f.set + "_" + part, Set: f.set, FileName: f.folder + f.file,
			URL:    f.url + f.folder + f.file,
			SHA256: f.sum, Size: f.size, Description: f.description, Source: f.source})
	}
	return files
}
