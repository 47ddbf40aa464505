package backend

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/dataset/download"
)

// Install fetches the plugin of an XLA backend into the user's library folder and reports to w. digest is the SHA-256 that
// the plugin's archive must have, in hexadecimal; empty for the one that the program knows. Nothing that fails its check is
// kept.
func Install(ctx context.Context, name, digest string, w io.Writer) error {
	switch {
	case name == Default || name == Reference:
		fmt.Fprintf(w, "The %s backend is part of the program: nothing to install.\n", name)
		return nil
	case !slices.Contains(Names(), name):
		return fmt.Errorf("backend %q has no plugin to install; xla:cpu and xla:cuda have", name)
	}
	return install(ctx, strings.TrimPrefix(name, xlaPrefix), digest, w)
}

// archive is a gzipped tar file with a plugin.
type archive struct {
	url    string
	digest string // SHA-256 in hexadecimal; empty if it isn't known
	page   string // where a user finds the digest
}

// Largest archive and plugin that are taken, in bytes: those of go-xla are a tenth of it.
const (
	largestArchive = 1 << 30
	largestPlugin  = 3 << 30
)

// installArchive puts an archive's plugin at a path, replacing what is there, once it has been checked.
func installArchive(ctx context.Context, from archive, to string, policy download.Policy) error {
	if sum, err := hex.DecodeString(from.digest); from.digest == "" {
		return fmt.Errorf("this program knows no SHA-256 of %s, and installs nothing unchecked; %s lists it: give it by --sha256, or install a "+
			"plugin that you trust by --file", from.url, from.page)
	} else if err != nil || len(sum) != 32 {
		return fmt.Errorf("the SHA-256 %q; 64 hexadecimal digits are needed", from.digest)
	}
	return place(to, func(plugin string) error {
		folder := filepath.Dir(plugin)
		file := download.File{Name: "the plugin", FileName: "plugin.tar.gz", URL: from.url, SHA256: strings.ToLower(from.digest), Limit: largestArchive}
		if err := policy.Get(ctx, file, folder, http.DefaultClient, nil); err != nil {
			return err
		}
		if err := unpackPlugin(filepath.Join(folder, file.FileName), plugin); err != nil {
			return fmt.Errorf("the archive %s: %w", from.url, err)
		}
		return checkPlugin(plugin)
	})
}

// place puts a new plugin at a path, replacing what is there, once fetch has made it in a folder of its own and has checked it.
func place(to string, fetch func(plugin string) error) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(to), ".installing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	plugin := filepath.Join(temporary, filepath.Base(to))
	if err := fetch(plugin); err != nil {
		return err
	}
	return os.Rename(plugin, to)
}

// unpackPlugin writes the first plugin in an archive to a new file.
func unpackPlugin(name, to string) error {
	packed, err := os.Open(name)
	if err != nil {
		return err
	}
	defer packed.Close()
	unzipped, err := gzip.NewReader(packed)
	if err != nil {
		return fmt.Errorf("it is no gzip file: %w", err)
	}
	for entries := tar.NewReader(unzipped); ; {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return errors.New("it holds no pjrt_c_api_*_plugin library")
		}
		if err != nil {
			return err
		}
		if is, _ := path.Match("pjrt_c_api_*_plugin.*", path.Base(header.Name)); !is || header.Typeflag != tar.TypeReg {
			continue
		}
		if header.Size > largestPlugin {
			return fmt.Errorf("%s has %d bytes; %d are the most", header.Name, header.Size, int64(largestPlugin))
		}
		return writeAll(to, entries)
	}
}

// writeAll writes a new file that outlives a crash of the machine.
func writeAll(name string, from io.Reader) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Sync(), file.Close())
}
