package export

import (
	"fmt"
	"strings"

	"ebim/framework/config"
	"ebim/framework/network"
)

const readmeStart = `%s
%s

What ebim %s has exported. In Python:

    import numpy as np
    p = np.load("FILE.npz")                          # p.files has the names of all arrays
    print(p["README.txt"].decode())                  # this text
    print(p["settings.yaml"].decode())               # the experiment, with every default filled in

Points of the data's space have %d numbers; the model's support has dimension %d. Networks see them standardized,

    (x - p["standardization/mean"]) / p["standardization/scale"],

in double precision. A network's arrays are float32, row-major. To evaluate a function, use the ONNX file that
"ebim export --onnx" writes, or build the network below from its arrays.

example/NAME/input and example/NAME/output are points, in the data's units, and the values of NAME there, to check
with: at eight training points, and at the same points one and a half times as far from their mean. Functions that are
made of these have examples, too:
`

// readme says what an archive holds.
func readme(functions []*Function, about About) string {
	title := "The model " + about.String()
	var text strings.Builder
	fmt.Fprintf(&text, readmeStart, title, strings.Repeat("=", len(title)), about.Version, about.Ambient,
		about.Dimension)
	for _, f := range functions {
		if f.Derived {
			fmt.Fprintf(&text, "\n  %s(%s): %s.\n", f.Name, f.Input(), f.Meaning())
		}
	}
	for _, f := range functions {
		if f.Derived {
			continue
		}
		heading := fmt.Sprintf("%s(%s)", f.Name, f.Input())
		fmt.Fprintf(&text,
			"\n%s\n%s\n\n[batch, %d] to [batch, %d]: %s.\n\n%s\nArrays; the network's, in its order:\n\n",
			heading, strings.Repeat("-", len(heading)), f.In, f.Out, f.Meaning(),
			settings(f.network.Network, about.Catalog))
		if f.Domain != nil {
			fmt.Fprintf(&text,
				"    %-40s [%d, 2], float64: the box that the model's points lie in, in the units of %s\n",
				f.Name+"/domain", f.In, f.Input())
		}
		if f.LogNormalizer != nil {
			fmt.Fprintf(&text, "    %-40s [1], float64: log_density = -E - log_normalizer, in the data's units\n",
				f.Name+"/log_normalizer")
		}
		for _, p := range f.network.Parameters {
			fmt.Fprintf(&text, "    %-40s %s\n", f.Name+"/"+p.Name, sizes(p))
		}
	}
	return text.String()
}

// settings are those of a network as a file would have them, with what they mean.
func settings(n network.Network, catalog config.Catalog) string {
	written, err := config.Resolve(catalog, struct {
		Network network.Network `yaml:"network" doc:"architecture"`
	}{n})
	if err != nil { // a combination of networks, which no file declares
		return "The network is made of those of several models.\n"
	}
	return "Its network, which `ebim describe network NAME` explains:\n\n" + indented(string(written))
}

// indented is a text as a block of code.
func indented(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
